// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/exact.h"
#include "core/layout/search/portfolio.h"
#include "core/layout/search/postpone_search.h"
#include "tests/support/core_test.h"
#include "tests/support/reference_plan.h"
#include "tests/support/results.h"

namespace {

/// A hard packing with a plan known to exist: lifetimes × addresses cut into ever smaller rectangles, in two or, where
/// they interlock, in five.
struct PlantedPacking {
  std::uint64_t seed = 1;
  std::size_t buffers = 200;
  std::uint32_t steps = 400;
  std::int64_t capacity = 1 << 20;  ///< in which all fits
  std::int64_t grain = 512;         ///< divides all sizes
  std::size_t dropped = 10;         ///< of 100 buffers are left out
};

struct Rectangle {
  std::int64_t begin, end, low, high;  // steps; units of addresses
};

class Cutter {
 public:
  explicit Cutter(std::uint64_t seed) : engine_(seed) {}

  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(n)); }
  /// Strictly between.
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + 1 + below(high - low - 1); }

  /// Cuts one of the larger rectangles.
  void cut(std::vector<Rectangle>& all) {
    std::size_t k = 0;
    const auto area = [](const Rectangle& r) { return (r.end - r.begin) * (r.high - r.low); };
    for (int tries = 0; tries < 3; ++tries) {
      const auto other = static_cast<std::size_t>(below(static_cast<std::int64_t>(all.size())));
      if (tries == 0 || area(all[other]) > area(all[k])) k = other;
    }
    const Rectangle r = all[k];
    const bool wide = r.end - r.begin > 2, high = r.high - r.low > 2;
    if (!wide && !high) return;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
    if (wide && high && below(4) == 0) return interlock(all, r);
    if (wide && (!high || below(2) == 0)) {
      const std::int64_t at = between(r.begin, r.end);
      all.push_back({r.begin, at, r.low, r.high});
      all.push_back({at, r.end, r.low, r.high});
    } else {
      const std::int64_t at = between(r.low, r.high);
      all.push_back({r.begin, r.end, r.low, at});
      all.push_back({r.begin, r.end, at, r.high});
    }
  }

 private:
  ///  ┌─────┬──┐
  ///  ├──┬──┤  │
  ///  │  ├──┴──┤      no straight cut divides the five
  ///  └──┴─────┘
  void interlock(std::vector<Rectangle>& all, const Rectangle& r) {
    std::int64_t left = between(r.begin, r.end), right = between(r.begin, r.end);
    std::int64_t low = between(r.low, r.high), high = between(r.low, r.high);
    if (left > right) std::swap(left, right);
    if (low > high) std::swap(low, high);
    all.push_back({r.begin, left, r.low, high});
    all.push_back({r.begin, right, high, r.high});
    all.push_back({right, r.end, low, r.high});
    all.push_back({left, r.end, r.low, low});
    if (left < right && low < high) all.push_back({left, right, low, high});
  }

  std::mt19937_64 engine_;
};

/// One stream; at most `capacity` bytes are alive at any step.
Graph planted_packing(const PlantedPacking& options) {
  Cutter cutter(options.seed);
  std::vector<Rectangle> all{{0, options.steps, 0, options.capacity / options.grain}};
  for (std::size_t tries = 0; all.size() < options.buffers && tries < 20 * options.buffers; ++tries) cutter.cut(all);
  std::vector<IntervalRow> rows;
  for (const Rectangle& r : all) {
    if (cutter.below(100) < static_cast<std::int64_t>(options.dropped)) continue;
    rows.push_back({"b" + std::to_string(rows.size()), (r.high - r.low) * options.grain,
                    static_cast<std::uint32_t>(r.begin), static_cast<std::uint32_t>(r.end)});
  }
  return intervals(rows);
}

constexpr std::uint64_t kManyNodes = 1'000'000;

/// With the unsafe pairs by their definition.
struct Case : PlanningCase {
  explicit Case(Graph from, std::int64_t alignment = 1)
      : PlanningCase(std::move(from), alignment), pairs(unsafe_pairs_by_definition(graph)) {}
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
};

std::vector<BranchingHeuristic> all_heuristics() {
  std::vector<BranchingHeuristic> out;
  for (auto region : {BranchingHeuristic::Region::lowest, BranchingHeuristic::Region::failed})
    for (auto key : {BranchingHeuristic::Key::area, BranchingHeuristic::Key::lifetime, BranchingHeuristic::Key::size,
                     BranchingHeuristic::Key::load})
      out.push_back({region, key});
  return out;
}

/// By the validator, which shares no code with the planners, and against every pair; the footprint counts too.
bool is_valid(const Case& c, const ExactSearch& search) {
  Plan plan = c.plan_at(search.best());
  plan.footprint = search.best_footprint();
  return validate(c.graph, plan)->valid() && count_faults(c.graph, c.pairs, plan.offsets, plan.alignment.count) == 0;
}

/// Whether it is exhausted; a plan found is checked.
bool ends(PostponeSearch& search, const ConflictModel& model, std::int64_t capacity, BranchingHeuristic heuristic) {
  const SearchEnd end = search.run(capacity, heuristic, {.nodes = kManyNodes}, {});
  if (end == SearchEnd::exhausted) return true;
  if (end != SearchEnd::found) throw std::runtime_error("neither found nor exhausted");
  for (std::uint32_t i = 0; i < model.size(); ++i) {
    const std::int64_t begin = search.offset(i), stop = begin + model.sizes[i];
    if (begin < 0 || begin % model.steps[i] != 0 || stop > capacity) throw std::runtime_error("out of range");
    for (std::uint32_t k : model.neighbours[i])
      if (begin < search.offset(k) + model.sizes[k] && search.offset(k) < stop) throw std::runtime_error("overlap");
  }
  return false;
}

/// That one of them cannot be done is what makes a capacity infeasible, or a tensor larger than it.
void compare_components(const Case& c, std::int64_t capacity, bool infeasible) {
  for (std::size_t b = 0; b < c.problem.block_count(); ++b)
    if (c.problem.block_size(b).count > capacity) return;
  const auto models = conflict_components(c.problem, {}).value();
  for (const BranchingHeuristic heuristic : all_heuristics()) {
    bool exhausted = false;
    for (const ConflictModel& model : models) {
      PostponeSearch search(model);
      exhausted |= ends(search, model, capacity, heuristic);
    }
    REQUIRE_EQ(exhausted, infeasible);
  }
}

/// In every heuristic on each component, then all together, against every start of every block.
void compare(const Case& c) {
  const std::int64_t least = least_footprint(c.graph, c.pairs, c.problem.alignment().count);
  const auto fail = [&](const std::string& what, std::int64_t capacity) {
    FAIL((c.graph.name() + ", least footprint " + std::to_string(least) + ", capacity " + std::to_string(capacity) +
          ": " + what));
  };
  for (std::int64_t capacity = std::max<std::int64_t>(0, least - 2); capacity <= least + 1; ++capacity) {
    auto search = ExactSearch::make(c.problem).value();
    const Feasibility found = search.fits({capacity}, kManyNodes);
    if (found != (capacity < least ? Feasibility::infeasible : Feasibility::fits)) return fail("answer", capacity);
    if (capacity < least) {
      if (search.lower_bound().count <= capacity || search.lower_bound().count > least) fail("bound", capacity);
    } else if (search.best_footprint().count > capacity || !is_valid(c, search)) {
      fail("plan", capacity);
    }
    compare_components(c, capacity, capacity < least);
  }
}

/// Models side by side, with items that touch no others: of so many, `sharing` decisions share a bit.
ConflictModel side_by_side(const std::vector<ConflictModel>& parts, std::size_t sharing) {
  using Item = ConflictModel::Item;
  ConflictModel out;
  std::vector<std::pair<Item, std::uint32_t>> memberships;
  for (const ConflictModel& part : parts) {
    const auto first = static_cast<Item>(out.size());
    const auto moved = [&](std::span<const Item> items) {
      std::vector<Item> row(items.begin(), items.end());
      for (Item& item : row) item += first;
      return row;
    };
    out.tensors.insert(out.tensors.end(), part.tensors.begin(), part.tensors.end());
    out.sizes.insert(out.sizes.end(), part.sizes.begin(), part.sizes.end());
    out.steps.insert(out.steps.end(), part.steps.begin(), part.steps.end());
    for (Item i = 0; i < part.size(); ++i) out.neighbours.add_row(moved(part.neighbours[i]));
    for (std::uint32_t c = 0; c < part.cliques.row_count(); ++c) {
      for (Item i : moved(part.cliques[c])) memberships.emplace_back(i, out.cliques.row_count());
      out.cliques.add_row(moved(part.cliques[c]));
    }
    out.bound = std::max(out.bound, part.bound);
  }
  while (out.size() < DecisionLevels::kBits * sharing / 2) {
    out.tensors.emplace_back();
    out.sizes.push_back(1);
    out.steps.push_back(1);
    out.neighbours.add_row({});
  }
  out.cliques_of = Csr<std::uint32_t>::from_pairs(out.size(), memberships);
  return out;
}

constexpr int kCases = 10;                  // of each kind
constexpr std::uint64_t kMostSeeds = 3000;  // to find them

/// What one of them found, and says of it.
struct Claim {
  const char* by;
  std::vector<Offset> offsets;
  Bytes footprint, bound;
  [[nodiscard]] bool proved() const { return footprint == bound; }
};

struct OpenCase : PlanningCase {
  using PlanningCase::PlanningCase;
  /// No greedy plan is one that a quick bound proves.
  [[nodiscard]] bool is_open() const {
    const PortfolioPlan quick = run_portfolio(problem, {}, {}).value();
    return quick.footprint > quick.lower_bound;
  }
  [[nodiscard]] Claim by_strategy(const char* id, const PlanOptions& options, double seconds) const {
    Plan found = plan(*find_layout_strategy(id), Task::with_time_limit(seconds), options);
    return {id, std::move(found.offsets), found.footprint, found.lower_bound};
  }
  /// Without groups.
  [[nodiscard]] Claim by_exact_search() const {
    auto search = ExactSearch::make(problem).value();
    search.lower(500'000);
    return {"the exact search", search.best(), search.best_footprint(), search.lower_bound()};
  }
};

/// Valid by the definition, and no claim against another.
void compare(const OpenCase& c, std::span<const Claim> claims) {
  const auto pairs = unsafe_pairs_by_definition(c.graph);
  for (const Claim& one : claims) {
    REQUIRE_EQ(count_faults(c.graph, pairs, one.offsets, c.problem.alignment().count), std::size_t{0});
    REQUIRE_EQ(one.footprint, footprint(c.problem.sizes(), one.offsets));
    for (const Claim& other : claims)
      if (one.bound > other.footprint)
        FAIL(text(c.graph.name().c_str(), ": ", one.by, " proves ", one.bound.count, " bytes, but ", other.by,
                  " has a plan of ", other.footprint.count));
  }
}

}  // namespace

TEST_CASE("finds and proves the optimum") {
  for (std::size_t kind = 0; kind < 6; ++kind)
    for (std::uint64_t seed = 0; seed < rounds(250); ++seed) {
      Graph g = random_graph({.seed = seed,
                              .operators = 3 + seed % 5,
                              .streams = std::array<std::size_t, 3>{1, 2, 5}[kind / 2],
                              .fan = 1 + seed % 2,
                              .window = 2 + seed % 4,
                              .syncs = seed % 4,
                              .plain = seed % 3 != 0});
      g = with_small_sizes(g, seed, 3 + static_cast<std::int64_t>(seed % 3));
      if (kind % 2 == 1) g = with_alignments(g, seed, {2, 3, 4});
      compare(Case(std::move(g), seed % 5 == 0 ? 2 : 1));
    }
}

/// The plan of the twelve buffers that MiniMalloc's paper shows.
TEST_CASE("an example of the field") {
  STOWAGE_NEEDS_SHARED();
  const Case c(real_intervals("minimalloc_example12"));
  auto search = ExactSearch::make(c.problem).value();
  REQUIRE_EQ(search.fits({12}, kManyNodes), Feasibility::fits);
  REQUIRE_EQ(search.fits({11}, kManyNodes), Feasibility::infeasible);
}

/// Nodes, not seconds: the same on every machine.
TEST_CASE("hard instances") {
  STOWAGE_NEEDS_SHARED();
  for (const char* file : {"A", "B", "D", "E", "F", "H", "I", "K"}) {
    CAPTURE(file);
    const Case c(real_intervals(text("minimalloc_", file)));
    auto search = ExactSearch::make(c.problem).value();
    REQUIRE_EQ(search.fits({1'048'576}, 100'000), Feasibility::fits);
    REQUIRE(is_valid(c, search));
  }
}

/// Plans as small as what is alive at the peak: nothing is smaller.
TEST_CASE("real graphs at their bound") {
  STOWAGE_NEEDS_SHARED();
  for (const char* file : {"resnet50", "G_1"}) {
    CAPTURE(file);
    const Case c(real_intervals(file));
    auto search = ExactSearch::make(c.problem).value();
    REQUIRE_EQ(search.fits(search.lower_bound(), 10'000), Feasibility::fits);
    REQUIRE_EQ(search.best_footprint().count, search.lower_bound().count);
    REQUIRE(is_valid(c, search));
  }
}

/// Of packings whose plan is known to exist most are found, none is called infeasible.
TEST_CASE("planted packings") {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const PlantedPacking packing{.seed = seed, .buffers = 40 + 4 * seed, .dropped = seed % 2 * 10};
    const Case c(planted_packing(packing));
    auto search = ExactSearch::make(c.problem).value();
    REQUIRE(search.lower_bound().count <= packing.capacity);
    const Feasibility result = search.fits({packing.capacity}, 20'000);
    REQUIRE(result != Feasibility::infeasible);
    if (result != Feasibility::fits) continue;
    ++found;
    REQUIRE(is_valid(c, search));
  }
  REQUIRE(found >= 15);
}

/// So many decisions that they share bits of their level sets: packings without waste one after the other, held
/// together by one tensor that is alive all the time. They fit; whatever is concluded, none may say that they do not.
TEST_CASE("large components") {
  for (const std::size_t buffers : {10, 14, 18}) {
    CAPTURE(buffers);
    constexpr std::uint32_t kSteps = 10;
    constexpr std::int64_t least = 24;
    std::vector<IntervalRow> all;
    std::uint32_t at = 0;
    for (std::uint64_t seed = 1; all.size() < 1'100; ++seed, at += kSteps) {
      const Graph one = planted_packing(
          {.seed = seed, .buffers = buffers, .steps = kSteps, .capacity = least, .grain = 1, .dropped = 0});
      const std::vector<Lifetime> lives = lifetimes(one);
      for (TensorId t : one.tensors())
        all.push_back({"t" + std::to_string(all.size()), one.size(t).count, at + lives[t.index()].begin,
                       at + lives[t.index()].end});
    }
    all.push_back({"always", 1, 0, at});
    const Case c(intervals(all));
    const auto models = conflict_components(c.problem, {}).value();
    REQUIRE_EQ(models.size(), std::size_t{1});
    std::size_t found = 0;
    for (const BranchingHeuristic heuristic : all_heuristics()) {
      PostponeSearch search(models[0]);
      const SearchEnd end = search.run(least + 1, heuristic, {.nodes = 3'000}, {});
      REQUIRE(end != SearchEnd::exhausted);
      found += end == SearchEnd::found ? 1 : 0;
    }
    REQUIRE(found > 0);
  }
}

/// Of decisions with one bit the last is reversed first, and it may have had nothing to do with the failure: another
/// must keep the bit, or what is concluded from there on seems to follow from nothing.
TEST_CASE("decisions that share a bit") {
  std::mt19937_64 engine(5);
  std::map<std::int64_t, std::vector<ConflictModel>> alike;  // by the least footprint of their graph
  for (std::uint64_t seed = 0; seed < rounds(600); ++seed) {
    INFO("seed ", seed);
    const Case c(with_alignments(intervals(drawn_intervals(engine, 4 + seed % 5, 5, 3, 5)), seed, {2, 3, 4}));
    const std::int64_t least = least_footprint(c.graph, c.pairs, 1);
    std::vector<ConflictModel>& parts = alike[least];
    for (ConflictModel& model : must(conflict_components(c.problem, {}))) parts.push_back(std::move(model));
    if (parts.size() < 4) continue;
    for (const std::size_t sharing : {1, 2, 4, 8, 16}) {
      const ConflictModel model = side_by_side(parts, sharing);
      for (const BranchingHeuristic heuristic : all_heuristics()) {
        PostponeSearch search(model);
        REQUIRE(ends(search, model, least - 1, heuristic));
        REQUIRE(!ends(search, model, least, heuristic));
      }
    }
    parts.clear();
  }
}

TEST_CASE("what is known is kept") {
  const Case c(intervals({{"a", 4, 0, 2}, {"b", 2, 1, 3}, {"c", 3, 2, 4}, {"far", 5, 6, 7}}));
  auto search = ExactSearch::make(c.problem).value();
  REQUIRE_EQ(search.lower_bound().count, 6);
  REQUIRE_EQ(search.best_footprint().count, 9);  // a, b and c one above the other
  const std::vector<Offset> plan{{0}, {4}, {1}, {100}};
  search.start_from(plan);
  REQUIRE_EQ(search.best_footprint().count, 6);
  REQUIRE_EQ(search.best()[3].value, 0);
  REQUIRE_EQ(search.fits({6}, 0), Feasibility::fits);
  REQUIRE_EQ(search.fits({5}, 0), Feasibility::infeasible);
  REQUIRE_EQ(search.nodes(), std::uint64_t{0});
}

/// What it says of its plan is true of that plan, also after a start that no planner makes: at bytes between multiples
/// of what divides all sizes.
TEST_CASE("a start off the grid promises nothing that is not there") {
  std::mt19937_64 engine(5);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Intervals rows = drawn_intervals(engine, 7, 6, 3, 4);
    for (IntervalRow& row : rows) row.size *= 4;
    const Case c(intervals(rows));
    std::vector<Offset> start(rows.size());
    for (std::size_t b = 0; b < rows.size(); ++b) {  // above all before it that it may not overlap, and 0 to 2 more
      for (const auto& [low, high] : c.pairs)
        if (high == b) start[b] = std::max(start[b], start[low] + Bytes{rows[low].size});
      start[b] = start[b] + Bytes{static_cast<std::int64_t>(engine() % 3)};
    }
    REQUIRE_EQ(count_faults(c.graph, c.pairs, start, 1), std::size_t{0});
    auto search = ExactSearch::make(c.problem).value();
    search.start_from(start);
    INFO("seed ", seed);
    REQUIRE_EQ(count_faults(c.graph, c.pairs, search.best(), 1), std::size_t{0});
    REQUIRE_EQ(footprint(c.problem.sizes(), search.best()), search.best_footprint());
  }
}

/// The optimum, proved, from any plan and without one.
TEST_CASE("minimizes") {
  for (std::uint64_t seed = 0; seed < rounds(300); ++seed) {
    const Case c(with_small_sizes(
        random_graph({.seed = seed, .operators = 3 + seed % 4, .streams = 1 + seed % 4, .syncs = seed % 4}), seed, 4));
    auto search = ExactSearch::make(c.problem).value();
    std::vector<std::int64_t> gaps;
    search.lower(kManyNodes, {}, [&] { gaps.push_back((search.best_footprint() - search.lower_bound()).count); });
    REQUIRE_EQ(search.best_footprint().count, least_footprint(c.graph, c.pairs, 1));
    REQUIRE_EQ(search.lower_bound(), search.best_footprint());
    REQUIRE_EQ(count_faults(c.graph, c.pairs, search.best(), 1), std::size_t{0});
    REQUIRE(std::ranges::is_sorted(gaps, std::ranges::greater()));
    REQUIRE((gaps.empty() || gaps.back() == 0));
  }
}

/// Many short runs find what one long run does: each goes on where the one before ended.
TEST_CASE("lowers step by step") {
  const Case c(planted_packing({.seed = 3, .buffers = 60}));
  auto at_once = ExactSearch::make(c.problem).value();
  at_once.lower(100'000);
  auto by_steps = ExactSearch::make(c.problem).value();
  for (int k = 0; k < 1'000 && by_steps.lower_bound() < by_steps.best_footprint(); ++k) {
    const std::uint64_t before = by_steps.nodes();
    by_steps.lower(100);
    REQUIRE(by_steps.nodes() <= before + 100);
  }
  REQUIRE_EQ(at_once.best_footprint().count, std::int64_t{1} << 20);
  REQUIRE_EQ(by_steps.best_footprint(), at_once.best_footprint());
}

TEST_CASE("lowering stops") {
  const Case c(random_graph({.seed = 5, .operators = 150, .plain = true}));
  auto search = ExactSearch::make(c.problem).value();
  const Bytes first = search.best_footprint();
  REQUIRE(search.lower_bound() < first);
  search.lower(0);
  search.lower(kManyNodes, Task::with_time_limit(-1));
  REQUIRE_EQ(search.nodes(), std::uint64_t{0});
  std::stop_source source;
  std::size_t probes = 0;
  search.lower(kManyNodes, {source.get_token(), {}, {}}, [&] {
    ++probes;
    source.request_stop();
  });
  REQUIRE_EQ(probes, std::size_t{1});
  REQUIRE(search.best_footprint() < first);
  REQUIRE_EQ(count_faults(c.graph, c.pairs, search.best(), 1), std::size_t{0});
}

TEST_CASE("nothing to place") {
  for (const char* text : {"", "op 1", "op 1 @0 2 @1\nt empty 0 : 1 -> 2"}) {
    const Case c(graph_of(text));
    auto search = ExactSearch::make(c.problem).value();
    const Feasibility found = search.fits({0}, 0);
    REQUIRE_EQ(found, Feasibility::fits);
    REQUIRE_EQ(search.best().size(), c.graph.tensor_count());
  }
  const Case c(graph_of("t unused 5 : - ->"));  // lies at 0, and counts
  auto search = ExactSearch::make(c.problem).value();
  REQUIRE_EQ(search.fits({4}, 0), Feasibility::infeasible);
  REQUIRE_EQ(search.fits({5}, 0), Feasibility::fits);
}

/// It cannot know the answer then, and does not say that it did.
TEST_CASE("gives up when asked") {
  const Case c(random_graph({.operators = 200, .plain = true}));
  const Task stopped = cancelled_task();
  REQUIRE_EQ(ExactSearch::make(c.problem, stopped).error().kind, Error::Kind::cancelled);
  REQUIRE_EQ(ExactSearch::make(c.problem, Task::with_time_limit(-1)).error().kind, Error::Kind::timed_out);
  auto search = ExactSearch::make(c.problem).value();
  const Bytes bound = search.lower_bound();
  for (const Task& task : {stopped, Task::with_time_limit(-1)})
    REQUIRE_EQ(search.fits(bound, kManyNodes, task), Feasibility::gave_up);
  REQUIRE_EQ(search.fits(bound, 0), Feasibility::gave_up);
  REQUIRE_EQ(search.lower_bound().count, bound.count);
}

TEST_CASE("all proofs agree") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  const std::vector<GraphKind> rows = {{"one stream", 1, 0},
                                       {"three streams", 3, 0},
                                       {"one stream, groups", 1, 3},
                                       {"four streams, groups", 4, 4},
                                       {"two streams, groups, aligned", 2, 2, 4},
                                       {"two streams, groups, alignments of tensors", 2, 2, 1, true}};
  each_row(rows, [&](const GraphKind& row) {
    std::map<std::string, int> proved;
    int cases = 0;
    for (std::uint64_t seed = 1; cases < kCases && seed < kMostSeeds; ++seed) {
      Graph graph = random_graph({.seed = seed,
                                  .operators = 7 + seed % 5,
                                  .streams = row.streams,
                                  .fan = 2,
                                  .window = 4,
                                  .groups = row.groups,
                                  .syncs = 4});
      graph = with_small_sizes(graph, seed, 12);
      if (row.own_alignments) graph = with_alignments(graph, seed, {2, 3, 4});
      const OpenCase c(std::move(graph), row.alignment);
      if (!c.is_open()) continue;
      ++cases;
      std::vector claims{c.by_strategy("search", {.seed = seed, .iterations = 20'000}, 60)};
      if (const auto mip = make_plan(*find_layout_strategy("mip"), c.problem, Task::with_time_limit(1)))
        claims.push_back({"mip", mip->offsets, mip->footprint, mip->lower_bound});
      if (row.groups == 0) claims.push_back(c.by_exact_search());
      compare(c, claims);
      for (const Claim& claim : claims) proved[claim.by] += claim.proved();
    }
    const int search = proved["search"], mip = proved["mip"], exact = proved["the exact search"];
    MESSAGE(cases, " cases, proved by search ", search, ", mip ", mip, ", exact search ", exact);
    REQUIRE_EQ(cases, kCases);
    REQUIRE(search * 5 >= cases * 4);
    REQUIRE((row.groups > 0 || exact * 5 >= cases * 4));
    REQUIRE(mip >= 3);  // as many as a solver proves in its time
  });
}
