// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/suggest_syncs.h"

#include <cmath>
#include <deque>
#include <map>
#include <queue>
#include <set>
#include <tuple>

#include "core/base/parallel.h"
#include "core/graph/laid_out.h"
#include "core/insight/bodies/lay_out.h"
#include "core/insight/edit/edits.h"
#include "core/insight/improve/sync_bounds.h"
#include "core/insight/simulate/timing.h"
#include "core/safety/owners_graph.h"

namespace stowage {
namespace {

// Half and twice of each of these save as much of 18 graphs by the best sync.
constexpr std::size_t kFirstWeighed = 32, kFirstPlanned = 16;  // in the first round
constexpr std::size_t kFirstStronger = 8;                      // likewise, stronger than planned ones
constexpr std::size_t kSamples = 16;                           // of the strongest syncs between two streams
constexpr std::int64_t kParts = 3;                             // into which a step of weaken() divides the way

/// A key to sort by: how much later, in the given order, a sync lets its operator start; then ids. Least wait first.
std::tuple<std::int64_t, OperatorId, OperatorId> waiting_order(const ControlEdge& sync) {
  const auto delay = static_cast<std::int64_t>(sync.before.index()) - static_cast<std::int64_t>(sync.after.index());
  return {delay, sync.before, sync.after};
}

/// Counts the operators that an edit put further back.
std::size_t moved_later(const std::vector<OperatorId>& now) {
  std::size_t later = 0;
  for (std::size_t before = 0; before < now.size(); ++before) later += now[before].index() > before ? 1 : 0;
  return later;
}

/// On top of a queue: the lowest bound, then as they wait.
struct LowestFirst {
  [[nodiscard]] bool operator()(const WeighedSync& a, const WeighedSync& b) const {
    return std::tuple(a.bound, waiting_order(a.sync)) > std::tuple(b.bound, waiting_order(b.sync));
  }
};

class SyncSearch {
 public:
  SyncSearch(const Graph& graph, const SuggestOptions& options, const Task& task,
             const std::function<void(const SyncSuggestions&)>& found)
      : graph_(graph),
        options_(options),
        task_(task),
        found_(found),
        space_(graph),
        bounds_(space_, options.alignment, task) {}

  Result<SyncSuggestions> run() {
    STOWAGE_CHECK(prepare());
    for (std::size_t growth = 1; more(); growth *= 2) {
      for (const WeighedSync& each : bounds_.weigh(kFirstWeighed * growth, limit())) {
        ++out_.weighed;
        weighed_.push(each);
      }
      plan_best(kFirstPlanned * growth);
      plan_stronger(kFirstStronger * growth);
    }
    if (space_.streams().count() > 1) sample_strongest();
    plan_all_others();
    if (task_.stop.stop_requested()) return tl::unexpected(Error::cancelled());
    sum_up();
    task_.report(1);
    return std::move(out_);
  }

 private:
  Result<void> prepare() {
    STOWAGE_TRY(const auto whole, lay_out_bodies(std::make_shared<const Graph>(graph_), {}, task_));
    makespan_ = timing_of(*whole).makespan;
    timed_ = whole->has_durations();
    STOWAGE_TRY(Cost now, cost_of(*whole, options_.alignment, task_));
    now.footprint = std::min(now.footprint, options_.shown.value_or(now.footprint));
    out_.now = now;
    if (space_.streams().count() < 2) return {};
    STOWAGE_TRY(Bounds bounds, all_bounds(graph_, options_.alignment, task_));
    if (!space_.compute(task_)) return tl::unexpected(task_.why_stopped());
    out_.syncs = space_.count();
    if (out_.now.footprint > out_.now.bound) least_unsettled_ = out_.now.bound;
    bounds_.begin(*std::move(bounds.clique));
    return {};
  }

  [[nodiscard]] Bytes most_saved(Bytes bound) const { return std::max(Bytes{0}, out_.now.footprint - bound); }
  /// A sync is among the best only if its bound is below this.
  [[nodiscard]] Bytes limit() const {
    return out_.now.footprint - (out_.best.size() < options_.most ? Bytes{0} : out_.best.back().saved);
  }
  [[nodiscard]] bool is_promising(Bytes bound) const { return bound < limit(); }
  [[nodiscard]] bool bounds_promise() const {
    return is_promising(bounds_.least_waiting()) || (!weighed_.empty() && is_promising(weighed_.top().bound));
  }
  [[nodiscard]] bool can_plan() const { return !task_.should_stop() && out_.planned < options_.plans; }
  [[nodiscard]] bool more() const { return can_plan() && (bounds_promise() || !stronger_.empty()); }

  /// Plans the weighed syncs with the lowest bounds.
  void plan_best(std::size_t count) {
    count = std::min(count, options_.plans - out_.planned);
    for (std::vector<WeighedSync> batch; count > 0 && !task_.should_stop(); count -= batch.size()) {
      batch.clear();
      while (batch.size() < std::min(count, kSyncsAtOnce) && !weighed_.empty() && is_promising(weighed_.top().bound)) {
        batch.push_back(weighed_.top());
        weighed_.pop();
      }
      if (batch.empty()) return;
      const auto costs = plan(batch);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!costs[i]) {
          if (task_.should_stop()) weighed_.push(batch[i]);
        } else if (costs[i]->footprint > costs[i]->bound) {
          expect_of_stronger(batch[i], costs[i]->bound);
        }
      }
      hand_over();
    }
  }

  /// Plans each sync, in parallel; null where it cannot be added, and where the task was stopped.
  std::vector<std::optional<Cost>> plan(std::span<const WeighedSync> batch) {
    std::vector<std::optional<SyncSuggestion>> made(batch.size());
    parallel_for(batch.size(), [&](std::size_t i) { made[i] = planned_with(batch[i].sync); });
    std::vector<std::optional<Cost>> costs(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!made[i]) continue;
      costs[i] = made[i]->with;
      const bool is_new = planned_.try_emplace(batch[i].sync, made[i]->with).second;
      if (is_new && made[i]->saved > Bytes{0}) better_.push_back(*made[i]);
    }
    out_.planned = planned_.size();
    return costs;
  }

  [[nodiscard]] std::optional<SyncSuggestion> planned_with(const ControlEdge& sync) const {
    if (const auto known = planned_.find(sync); known != planned_.end()) return SyncSuggestion{sync, known->second, {}};
    Result<EditedGraph> edited = add_sync(graph_, sync.before, sync.after);
    if (!edited) return std::nullopt;
    const auto whole = lay_out_bodies(std::make_shared<const Graph>(std::move(edited->graph)), {}, task_);
    if (!whole) return std::nullopt;
    const Result<Cost> cost = cost_of(**whole, options_.alignment, task_);
    if (!cost) return std::nullopt;
    const std::int64_t slower = timed_ ? timing_of(**whole).makespan - makespan_ : 0;
    return SyncSuggestion{sync, *cost, out_.now.footprint - cost->footprint, moved_later(edited->operators), slower};
  }

  /// The plan of a sync missed its bound: a stronger one may do better, though its bound is the same.
  void expect_of_stronger(const WeighedSync& missed, Bytes bound) {
    for (const bool begin_first : {true, false}) {
      const SyncPlace strongest = space_.strongest(missed.place, begin_first);
      if (strongest == missed.place) continue;
      least_unsettled_ = std::min(least_unsettled_, bound);
      queue_stronger(strongest);
    }
  }

  void queue_stronger(const SyncPlace& place) {
    const ControlEdge sync = space_.edge(place);
    if (queued_.insert(sync).second) stronger_.push_back({sync, bounds_.least_with(place), place});
  }

  /// Plans the strongest syncs, and syncs weaker than the good ones among them.
  void plan_stronger(std::size_t count) {
    for (std::vector<WeighedSync> batch; count > 0 && can_plan(); count -= batch.size()) {
      batch.clear();
      const std::size_t most = std::min({count, kSyncsAtOnce, options_.plans - out_.planned});
      for (; batch.size() < most && !stronger_.empty(); stronger_.pop_front())
        if (is_promising(stronger_.front().bound)) batch.push_back(stronger_.front());
      if (batch.empty()) return;
      const auto costs = plan(batch);
      hand_over();  // weakening takes a while
      for (std::size_t i = 0; i < batch.size(); ++i)
        if (costs[i] && is_news(batch[i].sync, costs[i]->footprint)) weaken(batch[i].place, costs[i]->footprint);
      hand_over();
    }
  }

  /// Whether a sync saves something, and more than all weaker syncs that are known.
  [[nodiscard]] bool is_news(const ControlEdge& sync, Bytes footprint) const {
    return footprint < out_.now.footprint && std::ranges::none_of(better_, [&](const SyncSuggestion& each) {
             return !(each.sync == sync) && each.with.footprint <= footprint && is_implied(each.sync, sync);
           });
  }

  [[nodiscard]] bool is_implied(const ControlEdge& weaker, const ControlEdge& by) const {
    return space_.leads_to(weaker.before, by.before) && space_.leads_to(by.after, weaker.after);
  }

  /// Looks for a sync that begins earlier, or ends later, and needs no more: divides the way again and again, as if all
  /// stronger syncs were as good.
  void weaken(SyncPlace place, Bytes footprint) {
    for (const bool begin : {true, false}) {
      std::uint32_t SyncPlace::*const end = begin ? &SyncPlace::before : &SyncPlace::after;
      std::int64_t good = place.*end, bad = begin ? space_.last_before(space_.after(place), place.from)
                                                  : space_.first_after(space_.before(place), place.to);
      while (std::abs(good - bad) > 1 && can_plan()) {
        std::vector<WeighedSync> batch;
        const std::size_t most = std::min<std::size_t>(kParts - 1, options_.plans - out_.planned);
        for (std::int64_t k = 1; k < kParts && batch.size() < most; ++k) {
          const std::int64_t at = bad + (good - bad) * k / kParts;
          if (at == bad) continue;
          SyncPlace weaker = place;
          weaker.*end = static_cast<std::uint32_t>(at);
          batch.push_back({space_.edge(weaker), footprint, weaker});
        }
        const auto costs = plan(batch);
        for (std::size_t i = batch.size(); i-- > 0;)
          if (costs[i] && costs[i]->footprint <= footprint)
            good = batch[i].place.*end;
          else if (std::abs(good - std::int64_t{batch[i].place.*end}) < std::abs(good - bad))
            bad = batch[i].place.*end;
      }
      place.*end = static_cast<std::uint32_t>(good);
    }
  }

  /// Bounds say nothing about syncs that break no antichain, and yet these may help a plan that misses its bound.
  void sample_strongest() {
    const auto streams = static_cast<std::uint32_t>(space_.streams().count());
    for (std::uint32_t from = 0; from < streams; ++from)
      for (std::uint32_t to = 0; to < streams; ++to) {
        const std::size_t last = space_.streams().chains[to].size() - 1;
        for (std::size_t k = 0; k < kSamples && from != to; ++k) {
          SyncPlace at{from, to, 0, static_cast<std::uint32_t>(1 + last * k / (kSamples - 1))};
          at.before = space_.latest_begin(space_.after(at), from);
          if (space_.is_new(at)) queue_stronger(space_.strongest(at, true));
        }
      }
    plan_stronger(options_.plans);
  }

  /// Where the syncs not planned yet are few, plans them all.
  void plan_all_others() {
    if (task_.should_stop()) return;
    out_.all_planned = space_.streams().count() < 2;
    if (out_.all_planned) return;
    std::vector<WeighedSync> others;
    std::size_t looked = 0;
    for (OperatorId u : graph_.operators())
      for (OperatorId v : graph_.operators()) {
        if (task_.poll(looked++)) return;
        if (!space_.is_new(u, v) || planned_.contains({u, v})) continue;
        if (out_.planned + others.size() == options_.plans) return;
        others.push_back({{u, v}, {}, {}});
      }
    std::ranges::sort(others, {}, [](const WeighedSync& each) { return waiting_order(each.sync); });
    for (std::span<const WeighedSync> left(others); !left.empty();
         left = left.subspan(std::min(kSyncsAtOnce, left.size()))) {
      if (task_.should_stop()) return;
      plan(left.first(std::min(kSyncsAtOnce, left.size())));
      hand_over();
    }
    out_.all_planned = !task_.should_stop();
  }

  void sum_up() {
    keep_best();
    Bytes least = std::min({bounds_.least_dropped(), bounds_.least_waiting(), least_unsettled_});
    if (!weighed_.empty()) least = std::min(least, weighed_.top().bound);
    out_.possible = out_.all_planned ? Bytes{0} : most_saved(least);
    out_.all_bounded =
        out_.all_planned || (!bounds_promise() && stronger_.empty() && !is_promising(bounds_.least_dropped()));
  }

  void hand_over() {
    if (task_.stop.stop_requested()) return;
    sum_up();
    if (found_) found_(out_);
    double done = static_cast<double>(out_.planned) / static_cast<double>(options_.plans);
    if (task_.deadline)
      done = std::max(done, std::chrono::duration<double>(task_.now() - start_) /
                                std::chrono::duration<double>(*task_.deadline - start_));
    task_.report(std::min(done, 1.0));
  }

  void keep_best() {
    std::ranges::sort(better_, {}, [](const SyncSuggestion& each) {
      return std::tuple(-each.saved.count, each.slower, waiting_order(each.sync));
    });
    out_.best.clear();
    auto least_slower = std::numeric_limits<std::int64_t>::max();  // of those that save as much or more
    for (const SyncSuggestion& each : better_) {
      if (timed_ && each.slower >= least_slower) continue;
      least_slower = std::min(least_slower, each.slower);
      const auto implied = [&](const SyncSuggestion& weaker) { return is_implied(weaker.sync, each.sync); };
      if (out_.best.size() == options_.most) break;
      if (std::ranges::none_of(out_.best, implied)) out_.best.push_back(each);
    }
  }

  const Graph& graph_;
  const SuggestOptions& options_;
  const Task& task_;
  const std::function<void(const SyncSuggestions&)>& found_;
  const Task::Clock::time_point start_ = task_.now();
  std::int64_t makespan_ = 0;
  bool timed_ = false;
  SyncSpace space_;
  SyncSuggestions out_;
  SyncBounds bounds_;
  std::map<ControlEdge, Cost> planned_;    // each at most once
  std::vector<SyncSuggestion> better_;     // those of them that save something
  Bytes least_unsettled_ = kMaxTotalSize;  // of syncs with stronger ones of the same bound; not all are planned
  std::priority_queue<WeighedSync, std::vector<WeighedSync>, LowestFirst> weighed_;  // and not planned
  std::deque<WeighedSync> stronger_;  // of planned ones, as strong as can be, and not planned
  std::set<ControlEdge> queued_;      // all that stronger_ ever held
};

}  // namespace

Result<SyncSuggestions> suggest_syncs(const Graph& graph, const SuggestOptions& options, const Task& task,
                                      const std::function<void(const SyncSuggestions&)>& found) {
  if (graph.laid_out() != nullptr) {  // the file's graph bounds from below what its bodies need besides
    const Graph& source = *graph.laid_out()->source;
    const auto in_graph = [&](SyncSuggestions all) {
      for (SyncSuggestion& each : all.best)
        each.sync = {graph.find_operator(source.name(each.sync.before)),
                     graph.find_operator(source.name(each.sync.after))};
      return all;
    };
    const auto hand_on = [&](const SyncSuggestions& all) {
      if (found) found(in_graph(all));
    };
    return suggest_syncs(source, options, task, hand_on).map(in_graph);
  }
  if (graph.has_sharing()) {
    STOWAGE_TRY(const OwnersGraph owners, owners_graph(graph, task));
    return suggest_syncs(owners.graph, options, task, found);
  }
  return SyncSearch(graph, options, task, found).run();
}

}  // namespace stowage
