// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "core/insight/learn/lesson_facts.h"
#include "core/insight/learn/recording.h"
#include "core/layout/strategies/strategies.h"
#include "tests/support/core_test.h"
#include "tests/support/lessons.h"
#include "tests/support/reference_plan.h"

namespace {

constexpr std::int64_t kOpen = Recording::kOpenEnd;

/// A graph and what follows from it.
struct Case {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Conflicts> conflicts;
  Bytes alignment{1};
  explicit Case(Graph g, std::int64_t align = 1)
      : graph(std::make_shared<const Graph>(std::move(g))),
        conflicts(std::make_shared<const Conflicts>(Conflicts::compute(*graph).value())),
        alignment{align} {}
  [[nodiscard]] Recording record(std::string_view id, std::size_t blocks = Recording::kAll) const {
    return Recording::make(*find_layout_strategy(id), graph, conflicts, alignment, {}, blocks).value();
  }
};

std::string shown(std::span<const Interval> runs) {
  std::string out;
  for (Interval run : runs)
    out += (out.empty() ? "" : " ") + std::to_string(run.begin) + "-" +
           (run.end == kOpen ? std::string() : std::to_string(run.end));
  return out;
}

/// "0-5 too small": the room of each candidate and what became of it.
std::string shown(const std::vector<Look>& looks) {
  static constexpr const char* kWords[] = {"small object", "full", "too small", "taken", "not shorter", "not reached"};
  std::string out;
  for (const Look& look : looks)
    out += (out.empty() ? "" : ", ") + shown(std::span(&look.room, 1)) + " " +
           kWords[static_cast<std::size_t>(look.verdict)] + (look.chosen ? "!" : "");
  return out;
}

bool same(std::span<const Interval> a, std::span<const Interval> b) {
  return std::ranges::equal(a, b, [](Interval x, Interval y) { return x.begin == y.begin && x.end == y.end; });
}

/// All that is recorded of a block.
bool same(const RecordedBlock& a, const RecordedBlock& b) {
  const auto opened = [](const RecordedBlock& r) { return r.opened.value_or(Interval{-1, -1}); };
  return a.block == b.block && a.key == b.key && a.idle == b.idle && same(a.free, b.free) &&
         std::ranges::equal(a.examined, b.examined) && same(a.objects, b.objects) &&
         opened(a).begin == opened(b).begin && opened(a).end == opened(b).end && a.start == b.start &&
         a.footprint_before == b.footprint_before && a.footprint == b.footprint;
}

/// Stops the planner after some blocks, and does nothing else.
class Stopper final : public PlacementObserver {
 public:
  explicit Stopper(std::size_t blocks) : left_(blocks) {}
  void looking(std::uint32_t, std::span<const Interval>) override {}
  void examined(const ExaminedPlace&) override {}
  void opened(Interval) override {}
  bool placed(std::uint32_t, std::int64_t) override { return --left_ > 0; }

 private:
  std::size_t left_;
};

class Oracle {
 public:
  explicit Oracle(const Case& c) : graph_(*c.graph), pairs_(unsafe_pairs_by_definition(graph_)) {
    unsafe_.assign(graph_.tensor_count(), std::vector<bool>(graph_.tensor_count()));
    for (auto [i, j] : pairs_) unsafe_[i][j] = unsafe_[j][i] = true;
  }
  [[nodiscard]] const auto& pairs() const { return pairs_; }
  /// What is forbidden to block k, pair by pair, as (begin, end) sorted.
  [[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> forbidden(const Recording& r, std::size_t k) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> out;
    const auto& sizes = r.problem().sizes();
    const auto members = r.problem().block(r.block(k).block);
    std::int64_t before = 0;
    for (TensorId m : members) {
      const std::int64_t size = sizes[m.index()].count;
      for (TensorId t : graph_.tensors()) {
        const std::int64_t other = sizes[t.index()].count;
        if (size == 0 || other == 0 || r.place(t) >= k || !unsafe_[m.index()][t.index()]) continue;
        const std::int64_t at = r.offsets()[t.index()].value;
        if (members.size() == 1)
          out.emplace_back(at, at + other);
        else  // the block starts at x, the member at x + before: apart from t iff x + before >= its end or ends by `at`
          out.emplace_back(at - before - size + 1, at - before + other);
      }
      before += size;
    }
    std::ranges::sort(out);
    return out;
  }

 private:
  const Graph& graph_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  std::vector<std::vector<bool>> unsafe_;
};

/// The intervals listed are those of brute force; what is called merged and free is their union and the rest.
void check_intervals(const Recording& r, std::size_t k, const Oracle& oracle) {
  const RecordedBlock block = r.block(k);
  const auto expected = oracle.forbidden(r, k);
  const AvoidedList avoided = avoided_by(r, k);
  REQUIRE_EQ(avoided.total, expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    REQUIRE_EQ(avoided.intervals[i].forbidden.begin, expected[i].first);
    REQUIRE_EQ(avoided.intervals[i].forbidden.end, expected[i].second);
  }
  const std::vector<Interval> merged = merged_of(block);
  const auto in = [](std::span<const Interval> runs, std::int64_t x) {
    return std::ranges::any_of(runs, [x](Interval run) { return run.begin <= x && x < run.end; });
  };
  for (auto [begin, end] : expected)
    for (std::int64_t x : {begin - 1, begin, end - 1, end}) {
      if (x < 0) continue;
      const bool forbidden = std::ranges::any_of(expected, [x](auto f) { return f.first <= x && x < f.second; });
      REQUIRE_EQ(in(merged, x), forbidden);
      REQUIRE_EQ(in(block.free, x), !forbidden);
    }
  REQUIRE(!block.free.empty());
  REQUIRE_EQ(block.free.back().end, kOpen);
  for (std::size_t i = 1; i < merged.size(); ++i) REQUIRE(merged[i - 1].end < merged[i].begin);
}

/// The choice is what its rule asks for, of all candidates.
void check_choice(const Recording& r, std::size_t k) {
  const RecordedBlock block = r.block(k);
  const std::vector<Look> looks = looks_of(r, k);
  const Recipe recipe = *r.strategy().recipe;
  const Look* best = nullptr;
  for (const Look& look : looks) {
    const bool fits = look.slack >= 0 && look.room.end - look.room.begin >= block.size &&
                      look.start % block.step == 0 && look.start >= look.room.begin &&
                      look.start + block.size <= look.room.end;
    if (look.verdict == Verdict::taken || look.verdict == Verdict::not_shorter) REQUIRE(fits);
    if (look.verdict == Verdict::too_small || look.verdict == Verdict::object_full ||
        look.verdict == Verdict::object_too_small)
      REQUIRE(!fits);
    if (!fits || (best && best->object != look.object)) continue;
    if (!best || (recipe.fit == Fit::best && look.slack < best->slack)) best = &look;
  }
  REQUIRE_EQ(best == nullptr, block.opened.has_value());
  for (const Look& look : looks) REQUIRE_EQ(look.chosen, &look == best);
  if (best) REQUIRE_EQ(block.start, best->start);
  if (best) REQUIRE(best->verdict == Verdict::taken);
  const std::size_t seen = reached(looks);
  for (std::size_t i = seen; i < looks.size(); ++i) REQUIRE(looks[i].verdict == Verdict::not_reached);
  // Everything the planner examined is among what is said to be reached, and nothing that fits is missing.
  const auto examined = std::ranges::count_if(block.examined, [](const ExaminedPlace& p) { return p.starts > 0; });
  const auto told = std::ranges::count_if(
      looks, [](const Look& l) { return l.verdict == Verdict::taken || l.verdict == Verdict::not_shorter; });
  REQUIRE_EQ(told, examined);
}

void check_steps(const Recording& r, std::size_t k) {
  const RecordedBlock block = r.block(k);
  std::size_t step = r.first_step(k);
  const auto next = [&](StepKind kind, std::size_t look = 0) {
    REQUIRE_EQ(r.block_of(step), k);
    REQUIRE((step_at(r, step++) == PlannerStep{k, kind, look}));
  };
  next(StepKind::take);
  if (!block.idle) {
    next(StepKind::avoid);
    next(StepKind::merge);
    for (std::size_t i = 0; i < reached(looks_of(r, k)); ++i) next(StepKind::look, i);
    if (block.opened) next(StepKind::open);
  }
  next(StepKind::put);
  REQUIRE_EQ(r.first_step(k + 1), step);
}

/// At every step: the recorded state equals a fresh run of the planner up to there.
void check_fresh_runs(const Case& c, const Recording& all, std::size_t stride) {
  for (std::size_t k = 1; k <= all.block_count(); k += stride) {
    const Recording fresh = c.record(all.strategy().id, k);
    REQUIRE_EQ(fresh.block_count(), k);
    for (std::size_t i = 0; i < k; ++i) REQUIRE(same(fresh.block(i), all.block(i)));
    REQUIRE_EQ(fresh.step_count(), all.first_step(k));
    Stopper stopper(k);
    const auto offsets = run_observed(all.strategy(), all.problem(), stopper).value();
    for (TensorId t : c.graph->tensors())
      REQUIRE_EQ(offsets[t.index()].value, all.place(t) < k ? all.offsets()[t.index()].value : 0);
  }
}

void check(const Case& c, std::size_t stride) {
  const Oracle oracle(c);
  for (const LayoutStrategy& strategy : somas_strategies()) {
    const Recording r = c.record(strategy.id);
    REQUIRE(std::ranges::equal(r.offsets(),
                               reference_plan(*c.graph, oracle.pairs(), std::string(strategy.id), c.alignment.count)));
    REQUIRE(std::ranges::equal(r.offsets(), strategy.run(r.problem(), {}, {}).value().offsets));
    REQUIRE_EQ(r.block_count(), r.problem().block_count());
    for (std::size_t k = 0; k < r.block_count(); ++k) {
      REQUIRE_EQ(r.block(k).start, r.offsets()[r.problem().block(r.block(k).block)[0].index()].value);
      for (TensorId t : r.problem().block(r.block(k).block)) REQUIRE_EQ(r.place(t), k);
      check_steps(r, k);
      if (r.block(k).idle) continue;
      check_intervals(r, k, oracle);
      check_choice(r, k);
    }
    check_fresh_runs(c, r, stride);
  }
}

}  // namespace

/// A 0 B 10 C 15 lie; the group D8 E6 F6 comes, E and B are unsafe: starts in [-3, 7) are forbidden, 7 is taken.
TEST_CASE("figure 6") {
  const Case c(figure_6());
  const Recording r = c.record("so.source.first");
  const std::size_t k = r.place(TensorId(3));
  REQUIRE_EQ(k, std::size_t{3});
  const AvoidedList avoided = avoided_by(r, k);
  REQUIRE_EQ(avoided.total, std::size_t{1});
  REQUIRE_EQ(avoided.intervals[0].member, TensorId(4));
  REQUIRE_EQ(avoided.intervals[0].placed, TensorId(1));
  REQUIRE_EQ(avoided.intervals[0].forbidden.begin, -3);
  REQUIRE_EQ(avoided.intervals[0].forbidden.end, 7);
  REQUIRE_EQ(shown(merged_of(r.block(k))), "0-7");
  REQUIRE_EQ(shown(looks_of(r, k)), "7- taken!");
  REQUIRE_EQ(r.block(k).start, 7);
  REQUIRE(r.block(k).group);
  REQUIRE_EQ(r.block(k).footprint_before.count, 18);
  REQUIRE_EQ(r.block(k).footprint.count, 27);
}

/// The toy of figure 7, by Single Object: 1,920 bytes, as figure 8 shows step by step.
TEST_CASE("figure 8") {
  const Case c(figure_7());
  const Recording r = c.record("so.size.first");
  // A 1024, B 768, C 640, D 512, E 256.
  const char* const looks[] = {"0- taken!", "0- taken!", "1024- taken!", "768- taken!", "1664- taken!"};
  const std::int64_t footprints[] = {1024, 1024, 1664, 1664, 1920};
  for (std::size_t k = 0; k < 5; ++k) {
    REQUIRE_EQ(r.place(TensorId(k)), k);
    REQUIRE_EQ(shown(looks_of(r, k)), std::string(looks[k]));
    REQUIRE_EQ(r.block(k).footprint.count, footprints[k]);
    REQUIRE_EQ(r.block(k).key, c.graph->size(TensorId(k)).count);
  }
}

/// The same by Many Objects: 1,664 bytes, as figure 9 shows; D has no room in the first object.
TEST_CASE("figure 9") {
  const Case c(figure_7());
  const Recording r = c.record("mo.size.first");
  const char* const looks[] = {"", "0-1024 taken!", "0-1024 full", "768-1024 too small, 1024-1664 taken!",
                               "768-1024 taken!, 1024-1664 not reached"};
  const std::int64_t footprints[] = {1024, 1024, 1664, 1664, 1664};
  for (std::size_t k = 0; k < 5; ++k) {
    REQUIRE_EQ(shown(looks_of(r, k)), std::string(looks[k]));
    REQUIRE_EQ(r.block(k).footprint.count, footprints[k]);
  }
  REQUIRE_EQ(shown(r.block(4).objects), "0-1024 1024-1664");
  const Interval opened = r.block(2).opened.value();
  REQUIRE_EQ(shown(std::span(&opened, 1)), "1024-1664");
}

/// Gaps of 5 at 2 and of 3 at 9: first-fit ends at the first, best-fit goes on and takes the one that is filled.
TEST_CASE("the fits differ") {
  const Case c(graph_of(R"(
      op o0 o1
      t a 2 : o0 -> o1; t b 5 : o0 ->; t c 2 : o0 -> o1; t d 4 : o0 ->; t e 2 : o0 -> o1; t f 1 : o0 ->
      t g 2 : o0 -> o1; t h 3 : o0 ->; t i 2 : o0 -> o1; t x 3 : o1 -> o1)"));
  const std::size_t x = 9;
  REQUIRE_EQ(shown(looks_of(c.record("so.source.first"), x)),
             "2-7 taken!, 9-13 not reached, 15-16 not reached, 18-21 not reached, 23- not reached");
  REQUIRE_EQ(shown(looks_of(c.record("so.source.best"), x)),
             "2-7 taken, 9-13 taken, 15-16 too small, 18-21 taken!, 23- not reached");
  const Recording r = c.record("so.source.best");
  const std::vector<Look> looks = looks_of(r, x);
  REQUIRE_EQ(looks[0].slack, 2);
  REQUIRE_EQ(looks[1].slack, 1);
  REQUIRE_EQ(looks[2].slack, -2);
  REQUIRE_EQ(looks[3].slack, 0);
  REQUIRE(looks[4].is_open());
  REQUIRE_EQ(r.block(x).key, 1);  // sorted by the step of its producer
}

TEST_CASE("every strategy on random graphs") {
  for (const std::size_t streams : {1, 3, 24})
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
      const Graph g = varied_graph(seed, 4 + seed % 23 + (streams > 16 ? 26 : 0), streams, seed % 2 * 4);
      check(Case(g, std::array{1, 8, 6}[seed % 3]), 1);
    }
}

TEST_CASE("every strategy on a larger graph") {
  check(Case(random_graph({.seed = 5, .operators = 300, .streams = 5, .window = 60, .groups = 12, .syncs = 40})), 41);
}

/// What is never needed or empty lies at 0, and nobody looked for a place.
TEST_CASE("idle blocks") {
  const Case c(graph_of("op o; t a 100 : o -> !; t unused 1000 : - ->; t empty 0 : o -> !"));
  const Recording r = c.record("so.size.best");
  for (std::size_t t : {1, 2}) {
    const std::size_t k = r.place(TensorId(t));
    REQUIRE(r.block(k).idle);
    REQUIRE_EQ(r.first_step(k + 1) - r.first_step(k), std::size_t{2});
    REQUIRE(looks_of(r, k).empty());
  }
  REQUIRE_EQ(r.block(2).footprint.count, 1000);
}

TEST_CASE("nothing to place") {
  const Recording r = Case(Graph()).record("mo.size.best");
  REQUIRE_EQ(r.block_count(), std::size_t{0});
  REQUIRE_EQ(r.step_count(), std::size_t{0});
}

TEST_CASE("refuses large graphs in a sentence") {
  std::vector<IntervalRow> rows;
  for (std::uint32_t k = 0; k <= Recording::kMaxTensors; ++k) rows.push_back({std::to_string(k), 1, k, k + 1});
  const Case c(intervals(rows));
  const Error error = error_of(Recording::make(*find_layout_strategy("so.size.best"), c.graph, c.conflicts));
  REQUIRE_EQ(error.kind, Error::Kind::bad_input);
  REQUIRE_EQ(error.text(), says("10000 10001"));
}

/// What the planner would say to other places for X and Y: P forbids the starts below 10, Q those from 12 to 18.
TEST_CASE("places are judged") {
  using enum OffsetVerdict::Why;
  const Lesson lesson = read_lesson_tree(small_lesson()).value();
  const auto made = LessonFacts::make(lesson).value();
  const Recording& recorded = made->of(lesson.pages[0]).recording(*lesson.strategy);
  const std::size_t k = made->of(lesson.pages[0]).blocks_before(lesson.pages[1]);
  REQUIRE_EQ(k, 3u);
  const auto why = [&](std::int64_t start) { return judge_offset(recorded, k, start).why; };
  REQUIRE(why(10) == right);
  REQUIRE(why(11) == not_at_start);
  for (const std::int64_t start : {0, 9, 12, 18}) {
    const OffsetVerdict verdict = judge_offset(recorded, k, start);
    REQUIRE(verdict.why == overlaps);
    REQUIRE_EQ(verdict.clash->member, TensorId(3));
    REQUIRE_EQ(verdict.clash->placed, TensorId(start < 10 ? 0 : 2));
  }
  REQUIRE(why(19) == higher_gap);
  REQUIRE(why(100) == higher_gap);
}

/// Figures 7 to 9: D, 512 bytes, among the objects [0, 1024) and [1024, 1664).
TEST_CASE("places in objects are judged") {
  using enum OffsetVerdict::Why;
  const Lesson lesson = shipped_lesson("5_single_and_many_objects.json");
  const auto made = LessonFacts::make(lesson).value();
  const Recording& recorded = made->of(lesson.pages[0]).recording(*find_layout_strategy("mo.size.first"));
  const auto why = [&](std::size_t k, std::int64_t start) { return judge_offset(recorded, k, start).why; };
  REQUIRE(why(3, 1024) == right);
  REQUIRE(why(3, 0) == overlaps);      // B
  REQUIRE(why(3, 768) == no_object);   // across the border
  REQUIRE(why(3, 1664) == no_object);  // above all
  REQUIRE(why(3, 1100) == not_at_start);
  REQUIRE(why(4, 768) == right);
  REQUIRE(why(2, 1024) == right);  // C opens the second
  REQUIRE(why(2, 1500) == no_object);
}

/// A place that only touches what is placed does not overlap it.
TEST_CASE("touching is not overlapping") {
  using enum OffsetVerdict::Why;
  const Lesson lesson = shipped_lesson("6_contiguous_groups.json");
  const auto made = LessonFacts::make(lesson).value();
  const Recording& recorded = made->of(lesson.pages[0]).recording(*lesson.strategy);
  const std::size_t k = recorded.place(lesson.graph->find_tensor("T"));  // 128 bytes, to avoid [640, 960)
  const auto why = [&](std::int64_t start) { return judge_offset(recorded, k, start).why; };
  const auto merged = merged_of(recorded.block(k));  // and no empty stretch at the bottom, where it is free
  REQUIRE_EQ(merged.size(), 1u);
  REQUIRE((merged[0].begin == 640 && merged[0].end == 960));
  REQUIRE(why(0) == right);
  REQUIRE(why(512) == not_at_start);
  REQUIRE(why(513) == overlaps);
  REQUIRE(why(959) == overlaps);
  REQUIRE(why(960) == higher_gap);
}

/// Objects [0, 100) of A and [100, 190) of B: C has room in both, and goes to the first.
TEST_CASE("a later object is named") {
  using enum OffsetVerdict::Why;
  auto tree = small_lesson();
  tree["graph"] = nlohmann::ordered_json::parse(
      write_graph_json(graph_of("op 1 2 3 4; t A 100 : 1 -> 2; t B 90 : 1 -> 2; t C 10 : 3 -> 4")));
  tree["strategy"] = "mo.size.first";
  tree["pages"] = nlohmann::ordered_json::parse(R"([{"title": "One"}])");
  const Lesson lesson = read_lesson_tree(tree).value();
  const auto made = LessonFacts::make(lesson).value();
  const Recording& recorded = made->of(lesson.pages[0]).recording(*lesson.strategy);
  REQUIRE(judge_offset(recorded, 2, 0).why == right);
  REQUIRE(judge_offset(recorded, 2, 50).why == not_at_start);
  REQUIRE(judge_offset(recorded, 2, 100).why == later_object);
  REQUIRE(judge_offset(recorded, 2, 95).why == no_object);
}
