// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>

#include "core/check/validator.h"
#include "core/io/document.h"
#include "core/io/file.h"
#include "core/layout/search/disjunctive_search.h"
#include "core/layout/search/exact.h"
#include "core/layout/search/loose.h"
#include "core/layout/search/postpone_search.h"
#include "tests/start/test_entry.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graphs.h"
#include "tests/support/planted.h"
#include "tests/support/reference_plan.h"
#include "tests/support/rounds.h"
#include "tests/support/shared.h"

using namespace stowage;
using test::graph_of;

namespace {

constexpr std::uint64_t kManyNodes = 1'000'000;

struct Case {
  explicit Case(Graph from, std::int64_t alignment = 1)
      : graph(std::move(from)),
        pairs(test::unsafe_pairs_by_definition(graph)),
        conflicts(Conflicts::compute(graph).value()),
        problem(LayoutProblem::make(graph, conflicts, {alignment}).value()) {}
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;

  Graph graph;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  Conflicts conflicts;
  LayoutProblem problem;
};

std::vector<BranchingHeuristic> all_heuristics() {
  std::vector<BranchingHeuristic> out;
  for (auto region :
       {BranchingHeuristic::Region::lowest, BranchingHeuristic::Region::failed, BranchingHeuristic::Region::tight})
    for (auto key : {BranchingHeuristic::Key::area, BranchingHeuristic::Key::lifetime, BranchingHeuristic::Key::size,
                     BranchingHeuristic::Key::load})
      out.push_back({region, key});
  return out;
}

/// Groups that interlock (algorithms of the field that place blocks one after the other, lowest start first, need 11).
Graph interlocking_groups() {
  return graph_of(R"(
    op o6 @6
    op o0 @0
    op o1 @1
    op o4 @4
    op o2 @2
    op o3 @3
    op o5 @5
    t t0 2 : o0 -> o0
    t t1 1 : o1 -> o1
    t t2 4 : o2 -> o2
    t t3 1 : o3 -> o3
    t t4 3 : o4 -> o4
    t t5 3 : o5 -> o5
    t t6 2 : o6 -> o6
    sync o6 o0
    sync o6 o2
    sync o6 o3
    sync o1 o3
    sync o1 o5
    sync o0 o5
    sync o4 o2
    group t0 t1 t2
    group t3 t4
    group t5 t6)");
}

std::shared_ptr<const Graph> real_file(const std::string& name) {
  const std::string path = test::shared_path("data/intervals/" + name + ".csv");
  return read_document(read_file(path).value(), path).value().graph;
}

/// By the validator, which shares no code with the planners, and against every pair; the footprint counts too.
bool is_valid(const Case& c, const ExactSearch& search, std::int64_t alignment = 1) {
  Plan plan;
  plan.alignment = {alignment};
  plan.offsets = search.best();
  plan.footprint = search.best_footprint();
  return validate(c.graph, plan)->valid() && test::count_faults(c.graph, c.pairs, plan.offsets, alignment) == 0;
}

}  // namespace

class ExactSearchTest : public QObject {
  Q_OBJECT

  /// Both searches in every heuristic on each component, then all together, against every start of every block.
  static void compare(const Case& c, std::int64_t alignment) {
    const std::int64_t least = test::least_footprint(c.graph, c.pairs, alignment);
    const auto fail = [&](const std::string& what, std::int64_t capacity) {
      QFAIL((c.graph.name() + ", least footprint " + std::to_string(least) + ", capacity " + std::to_string(capacity) +
             ": " + what)
                .c_str());
    };
    for (std::int64_t capacity = std::max<std::int64_t>(0, least - 2); capacity <= least + 1; ++capacity) {
      auto search = ExactSearch::make(c.problem).value();
      const Feasibility found = search.fits({capacity}, kManyNodes);
      if (found != (capacity < least ? Feasibility::infeasible : Feasibility::fits)) return fail("answer", capacity);
      if (capacity < least) {
        if (search.lower_bound().count <= capacity || search.lower_bound().count > least) fail("bound", capacity);
      } else if (search.best_footprint().count > capacity || !is_valid(c, search, alignment)) {
        fail("plan", capacity);
      }
      compare_components(c, capacity, capacity < least);
      if (QTest::currentTestFailed()) return;
    }
  }

  /// That one of them cannot be done is what makes a capacity infeasible, or a block larger than it.
  static void compare_components(const Case& c, std::int64_t capacity, bool infeasible) {
    for (std::size_t b = 0; b < c.problem.block_count(); ++b)
      if (c.problem.block_size(b).count > capacity) return;
    const auto models = conflict_components(c.problem, {}, std::vector<bool>(c.graph.tensor_count())).value();
    for (const BranchingHeuristic heuristic : all_heuristics()) {
      bool exhausted = false, exhausted_pairs = false;
      for (const ConflictModel& model : models) {
        DisjunctiveSearch pairs(model);
        exhausted_pairs |= ends(pairs, model, capacity, heuristic);
        if (model.has_groups()) continue;
        PostponeSearch singles(model);
        const bool single = ends(singles, model, capacity, heuristic);
        exhausted |= single;
      }
      QCOMPARE(exhausted_pairs, infeasible);
      if (!c.graph.group_count()) QCOMPARE(exhausted, infeasible);
    }
  }

  /// Whether it is exhausted; a plan found is checked.
  static bool ends(FeasibilitySearch& search, const ConflictModel& model, std::int64_t capacity,
                   BranchingHeuristic heuristic) {
    const SearchEnd end = search.run(capacity, heuristic, {.nodes = kManyNodes}, {});
    if (end == SearchEnd::exhausted) return true;
    if (end != SearchEnd::found) qFatal("neither found nor exhausted");
    for (std::uint32_t i = 0; i < model.size(); ++i) {
      const std::int64_t begin = search.offset(i), stop = begin + model.sizes[i];
      const std::uint32_t b = model.block_of[i];
      if (begin - model.ahead[i] < 0 || (begin - model.ahead[i]) % model.steps[b] != 0 ||
          begin - model.ahead[i] + model.block_sizes[b] > capacity)
        qFatal("out of range");
      if (begin - model.ahead[i] != search.offset(model.blocks[b][0]) - model.ahead[model.blocks[b][0]])
        qFatal("a broken group");
      for (std::uint32_t k : model.rivals[i])
        if (begin < search.offset(k) + model.sizes[k] && search.offset(k) < stop) qFatal("overlap");
    }
    return false;
  }

 private slots:
  void finds_and_proves_the_optimum_data() {
    QTest::addColumn<int>("streams");
    QTest::addColumn<int>("groups");
    QTest::addColumn<bool>("own_alignments");
    for (int streams : {1, 2, 5})
      for (int groups : {0, 1, 3})
        for (bool own : {false, true})
          QTest::addRow("%d streams, %d groups%s", streams, groups, own ? ", own alignments" : "")
              << streams << groups << own;
  }
  void finds_and_proves_the_optimum() {
    QFETCH(int, streams);
    QFETCH(int, groups);
    QFETCH(bool, own_alignments);
    for (std::uint64_t seed = 0; seed < test::rounds(250); ++seed) {
      const std::int64_t alignment = seed % 5 == 0 ? 2 : 1;
      Graph g = test::random_graph({.seed = seed,
                                    .operators = 3 + seed % 5,
                                    .streams = static_cast<std::size_t>(streams),
                                    .fan = 1 + seed % 2,
                                    .window = 2 + seed % 4,
                                    .groups = static_cast<std::size_t>(groups),
                                    .syncs = seed % 4,
                                    .plain = seed % 3 != 0});
      g = test::with_small_sizes(g, seed, 3 + static_cast<std::int64_t>(seed % 3));
      if (own_alignments) g = test::with_alignments(g, seed, {2, 3, 4});
      compare(Case(std::move(g), alignment), alignment);
      if (QTest::currentTestFailed()) return;
    }
  }

  void interlocking_groups_need_ten() {
    const Case c(interlocking_groups());
    using PairList = std::vector<std::pair<std::size_t, std::size_t>>;
    PairList across;  // unsafe pairs of different groups
    for (auto [i, j] : c.pairs)
      if (c.graph.group(TensorId(i)) != c.graph.group(TensorId(j))) across.emplace_back(i, j);
    QCOMPARE(across, (PairList{{0, 3}, {0, 4}, {1, 4}, {1, 6}, {2, 3}, {2, 5}, {3, 5}, {4, 5}, {4, 6}}));
    auto search = ExactSearch::make(c.problem).value();
    QCOMPARE(search.fits({9}, kManyNodes), Feasibility::infeasible);
    QCOMPARE(search.lower_bound().count, 10);
    const Feasibility found = search.fits({10}, kManyNodes);
    QCOMPARE(found, Feasibility::fits);
    QCOMPARE(search.best_footprint().count, 10);
    QVERIFY(is_valid(c, search));
  }

  /// The plan of the twelve buffers that MiniMalloc's paper shows.
  void an_example_of_the_field() {
    STOWAGE_NEEDS_SHARED();
    const Case c(*real_file("minimalloc_example12"));
    auto search = ExactSearch::make(c.problem).value();
    QCOMPARE(search.fits({12}, kManyNodes), Feasibility::fits);
    QCOMPARE(search.fits({11}, kManyNodes), Feasibility::infeasible);
  }

  /// Nodes, not seconds: the same on every machine.
  void hard_instances_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<QString>("file");
    for (const char* file : {"A", "B", "D", "E", "F", "H", "I", "K"})
      QTest::newRow(file) << QString("minimalloc_%1").arg(file);
  }
  void hard_instances() {
    STOWAGE_NEEDS_SHARED();
    QFETCH(QString, file);
    const Case c(*real_file(file.toStdString()));
    auto search = ExactSearch::make(c.problem).value();
    const Feasibility found = search.fits({1'048'576}, 100'000);
    QCOMPARE(found, Feasibility::fits);
    QVERIFY(is_valid(c, search));
  }

  /// Plans as small as what is alive at the peak: nothing is smaller.
  void real_graphs_at_their_bound_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<QString>("file");
    for (const char* file : {"resnet50", "G_1"}) QTest::newRow(file) << file;
  }
  void real_graphs_at_their_bound() {
    STOWAGE_NEEDS_SHARED();
    QFETCH(QString, file);
    const Case c(*real_file(file.toStdString()));
    auto search = ExactSearch::make(c.problem).value();
    const Feasibility found = search.fits(search.lower_bound(), 10'000);
    QCOMPARE(found, Feasibility::fits);
    QCOMPARE(search.best_footprint().count, search.lower_bound().count);
    QVERIFY(is_valid(c, search));
  }

  /// Of packings whose plan is known to exist most are found, none is called infeasible.
  void planted_packings() {
    std::size_t found = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const test::PlantedPacking packing{.seed = seed, .buffers = 40 + 4 * seed, .dropped = seed % 2 * 10};
      const Case c(test::planted_packing(packing));
      auto search = ExactSearch::make(c.problem).value();
      QVERIFY(search.lower_bound().count <= packing.capacity);
      const Feasibility result = search.fits({packing.capacity}, 20'000);
      QVERIFY(result != Feasibility::infeasible);
      if (result != Feasibility::fits) continue;
      ++found;
      QVERIFY(is_valid(c, search));
    }
    QVERIFY(found >= 15);
  }

  /// A tensor that fits wherever the others lie is found to; after it is placed, nothing ends higher than needed.
  void loose_tensors() {
    const Case c(test::intervals({{"a", 6, 0, 2}, {"b", 4, 0, 2}, {"small", 1, 3, 4}, {"c", 5, 3, 4}}));
    const LooseTensors loose = find_loose(c.problem, {10}).value();
    QCOMPARE(loose.order, (std::vector<TensorId>{TensorId(2), TensorId(3)}));
    std::vector<Offset> offsets{{0}, {6}, {0}, {0}};
    place_loose(c.problem, loose, offsets);
    QCOMPARE(test::count_faults(c.graph, c.pairs, offsets, 1), std::size_t{0});
    QCOMPARE(std::max(offsets[2].value + 1, offsets[3].value + 5), 6);
    QVERIFY(find_loose(c.problem, {5}).value().order.empty());  // c may leave no byte
  }

  /// So many decisions that they share bits of their level sets: packings without waste one after the other, held
  /// together by one tensor that is alive all the time. They fit; whatever is concluded, none may say that they do not.
  void large_components_data() {
    QTest::addColumn<int>("buffers");
    for (int buffers : {10, 14, 18}) QTest::addRow("%d buffers each", buffers) << buffers;
  }
  void large_components() {
    QFETCH(int, buffers);
    constexpr std::uint32_t kSteps = 10;
    constexpr std::int64_t least = 24;
    std::vector<test::IntervalRow> all;
    std::uint32_t at = 0;
    for (std::uint64_t seed = 1; all.size() < 1'100; ++seed, at += kSteps) {
      const Graph one = test::planted_packing({.seed = seed,
                                               .buffers = static_cast<std::size_t>(buffers),
                                               .steps = kSteps,
                                               .capacity = least,
                                               .grain = 1,
                                               .dropped = 0});
      const std::vector<Lifetime> lives = lifetimes(one);
      for (TensorId t : one.tensors())
        all.push_back({"t" + std::to_string(all.size()), one.size(t).count, at + lives[t.index()].begin,
                       at + lives[t.index()].end});
    }
    all.push_back({"always", 1, 0, at});
    const Case c(test::intervals(all));
    const auto models = conflict_components(c.problem, {}, std::vector<bool>(c.graph.tensor_count())).value();
    QCOMPARE(models.size(), std::size_t{1});
    std::size_t found = 0;
    for (const BranchingHeuristic heuristic : all_heuristics()) {
      PostponeSearch singles(models[0]);
      DisjunctiveSearch pairs(models[0]);
      for (FeasibilitySearch* search :
           {static_cast<FeasibilitySearch*>(&singles), static_cast<FeasibilitySearch*>(&pairs)}) {
        const SearchEnd end = search->run(least + 1, heuristic, {.nodes = 3'000}, {});
        QVERIFY(end != SearchEnd::exhausted);
        found += end == SearchEnd::found ? 1 : 0;
      }
    }
    QVERIFY(found > 0);
  }

  /// Each that is taken out leaves one less to those that it is unsafe to.
  void loose_one_after_the_other() {
    const Case c(test::intervals({{"a", 1, 0, 1}, {"b", 3, 0, 4}, {"c", 4, 2, 6}, {"d", 6, 5, 6}}));
    QCOMPARE(find_loose(c.problem, {10}).value().order, (std::vector<TensorId>{TensorId(0), TensorId(1)}));
  }

  void what_is_known_is_kept() {
    const Case c(test::intervals({{"a", 4, 0, 2}, {"b", 2, 1, 3}, {"c", 3, 2, 4}, {"far", 5, 6, 7}}));
    auto search = ExactSearch::make(c.problem).value();
    QCOMPARE(search.component_count(), std::size_t{1});  // far fits anywhere
    QCOMPARE(search.lower_bound().count, 6);
    QCOMPARE(search.best_footprint().count, 9);  // a, b and c one above the other
    const std::vector<Offset> plan{{0}, {4}, {1}, {100}};
    search.start_from(plan);
    QCOMPARE(search.best_footprint().count, 6);
    QCOMPARE(search.best()[3].value, 0);
    QCOMPARE(search.fits({6}, 0), Feasibility::fits);
    QCOMPARE(search.fits({5}, 0), Feasibility::infeasible);
    QCOMPARE(search.nodes(), std::uint64_t{0});
  }

  /// The optimum, proved, from any plan and without one.
  void minimizes() {
    for (std::uint64_t seed = 0; seed < test::rounds(300); ++seed) {
      const Case c(test::with_small_sizes(test::random_graph({.seed = seed,
                                                              .operators = 3 + seed % 4,
                                                              .streams = 1 + seed % 4,
                                                              .groups = seed % 3,
                                                              .syncs = seed % 4}),
                                          seed, 4));
      auto search = ExactSearch::make(c.problem).value();
      std::vector<std::int64_t> gaps;
      CapacityBisection(search).run(kManyNodes, {},
                                    [&] { gaps.push_back((search.best_footprint() - search.lower_bound()).count); });
      QCOMPARE(search.best_footprint().count, test::least_footprint(c.graph, c.pairs, 1));
      QCOMPARE(search.lower_bound(), search.best_footprint());
      QCOMPARE(test::count_faults(c.graph, c.pairs, search.best(), 1), std::size_t{0});
      QVERIFY(std::ranges::is_sorted(gaps, std::ranges::greater()));
      QVERIFY(gaps.empty() || gaps.back() == 0);
    }
  }

  /// Many short runs find what one long run does: each goes on where the one before ended.
  void lowers_step_by_step() {
    const Case c(test::planted_packing({.seed = 3, .buffers = 60}));
    auto at_once = ExactSearch::make(c.problem).value();
    CapacityBisection(at_once).run(100'000);
    auto by_steps = ExactSearch::make(c.problem).value();
    CapacityBisection lowering(by_steps);
    for (int k = 0; k < 1'000 && by_steps.lower_bound() < by_steps.best_footprint(); ++k) {
      const std::uint64_t before = by_steps.nodes();
      lowering.run(100);
      QVERIFY(by_steps.nodes() <= before + 100);
    }
    QCOMPARE(at_once.best_footprint().count, std::int64_t{1} << 20);
    QCOMPARE(by_steps.best_footprint(), at_once.best_footprint());
  }

  void lowering_stops() {
    const Case c(test::random_graph({.seed = 5, .operators = 150, .groups = 10, .plain = true}));
    auto search = ExactSearch::make(c.problem).value();
    const Bytes first = search.best_footprint();
    QVERIFY(search.lower_bound() < first);
    CapacityBisection lowering(search);
    lowering.run(0);
    lowering.run(kManyNodes, Task::with_time_limit(-1));
    QCOMPARE(search.nodes(), std::uint64_t{0});
    std::stop_source source;
    std::size_t probes = 0;
    lowering.run(kManyNodes, {source.get_token(), {}, {}}, [&] {
      ++probes;
      source.request_stop();
    });
    QCOMPARE(probes, std::size_t{1});
    QVERIFY(search.best_footprint() < first);
    QCOMPARE(test::count_faults(c.graph, c.pairs, search.best(), 1), std::size_t{0});
  }

  void nothing_to_place() {
    for (const char* text : {"", "op 1", "op 1\nop 2 @1\nt empty 0 : 1 -> 2"}) {
      const Case c(graph_of(text));
      auto search = ExactSearch::make(c.problem).value();
      const Feasibility found = search.fits({0}, 0);
      QCOMPARE(found, Feasibility::fits);
      QCOMPARE(search.best().size(), c.graph.tensor_count());
    }
    const Case c(graph_of("t unused 5 : - ->"));  // lies at 0, and counts
    auto search = ExactSearch::make(c.problem).value();
    QCOMPARE(search.fits({4}, 0), Feasibility::infeasible);
    QCOMPARE(search.fits({5}, 0), Feasibility::fits);
  }

  /// It cannot know the answer then, and does not say that it did.
  void gives_up_when_asked() {
    for (std::size_t groups : {0, 8}) {
      const Case c(test::random_graph({.operators = 200, .groups = groups, .plain = true}));
      std::stop_source source;
      source.request_stop();
      Task stopped;
      stopped.stop = source.get_token();
      QCOMPARE(ExactSearch::make(c.problem, stopped).error().kind, Error::Kind::cancelled);
      QCOMPARE(ExactSearch::make(c.problem, Task::with_time_limit(-1)).error().kind, Error::Kind::timed_out);
      auto search = ExactSearch::make(c.problem).value();
      const Bytes bound = search.lower_bound();
      for (const Task& task : {stopped, Task::with_time_limit(-1)})
        QCOMPARE(search.fits(bound, kManyNodes, task), Feasibility::gave_up);
      QCOMPARE(search.fits(bound, 0), Feasibility::gave_up);
      QCOMPARE(search.lower_bound().count, bound.count);
    }
  }
};

STOWAGE_TEST(ExactSearchTest);
#include "tst_exact_search.moc"
