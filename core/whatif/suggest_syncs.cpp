// SPDX-License-Identifier: Apache-2.0
#include "core/whatif/suggest_syncs.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/parallel.h"
#include "core/edit/syncs.h"
#include "core/whatif/sync_space.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 8;  // syncs weighed or planned in parallel; fixed, so that results are too
constexpr std::size_t kFirstWeighed = 32, kFirstPlanned = 16;  // in the first round
constexpr std::size_t kMostRounds = 16;                       // that double
constexpr std::size_t kMostNodes = 500'000;
constexpr std::size_t kMostCuts = 256;
constexpr std::size_t kCutMemory = std::size_t{64} << 20;

/// How much later, in the given order, a sync lets its operator start; then ids.
auto rank(const ControlEdge& sync) {
  const auto delay = static_cast<std::int64_t>(sync.before.index()) - static_cast<std::int64_t>(sync.after.index());
  return std::tuple(delay, sync.before, sync.after);
}

/// A sync, and with it all stronger ones that no other node stands for: none of these has a bound below `least`.
struct Node {
  SyncPlace place;
  Bytes least;

  [[nodiscard]] auto key() const { return std::tuple(least, place.from, place.to, place.before, ~place.after); }
  friend bool operator<(const Node& a, const Node& b) { return a.key() > b.key(); }  // the least on top of a queue
};

struct Weighed {
  ControlEdge sync;
  Bytes bound;

  [[nodiscard]] auto key() const { return std::tuple(bound, rank(sync)); }
  friend bool operator<(const Weighed& a, const Weighed& b) { return a.key() > b.key(); }
};

class Search {
 public:
  Search(const Graph& graph, const SuggestOptions& options, const Task& task,
         const std::function<void(const SyncSuggestions&)>& found)
      : graph_(graph), options_(options), task_(task), found_(found), space_(graph) {}

  Result<SyncSuggestions> run() {
    if (auto ready = prepare(); !ready) return tl::unexpected(ready.error());
    for (std::size_t round = 0; more(); ++round) {
      const std::size_t growth = std::size_t{1} << std::min(round, kMostRounds);
      weigh_best(kFirstWeighed * growth);
      plan_best(kFirstPlanned * growth);
    }
    plan_all_others();
    if (task_.stop.stop_requested()) return tl::unexpected(Error::cancelled());
    task_.report(1);
    return std::move(out_);
  }

 private:
  Result<void> prepare() {
    Result<Cost> now = cost_of(graph_, options_.alignment, task_);
    if (!now) return tl::unexpected(std::move(now.error()));
    out_.now = *now;
    if (space_.streams().count() < 2) return {};
    Result<Bounds> bounds = bounds_of(graph_, options_.alignment, task_);
    if (!bounds) return tl::unexpected(std::move(bounds.error()));
    if (!space_.compute(task_)) return tl::unexpected(task_.why_stopped());
    heaviest_ = std::move(*bounds->clique);
    for (TensorId t : graph_.tensors()) sizes_.push_back({round_up(graph_.size(t).count, options_.alignment.count)});
    most_cuts_ = std::clamp(kCutMemory / (Cut::kBytesAnOperator * graph_.operator_count()), std::size_t{2}, kMostCuts);
    cuts_.emplace_back(space_, sizes_, heaviest_);
    const auto streams = static_cast<std::uint32_t>(space_.streams().count());
    for (std::uint32_t from = 0; from < streams; ++from)
      for (std::uint32_t to = 0; to < streams; ++to)
        if (from != to) push({{from, to, 0, static_cast<std::uint32_t>(space_.streams().chains[to].size() + 1)}, {}});
    return {};
  }

  [[nodiscard]] ControlEdge edge(const SyncPlace& place) const { return {space_.before(place), space_.after(place)}; }
  [[nodiscard]] Bytes most_saved(Bytes bound) const { return std::max(Bytes{0}, out_.now.footprint - bound); }
  /// What a sync must save to be among the best.
  [[nodiscard]] bool is_promising(Bytes bound) const {
    return most_saved(bound) > (out_.best.size() < options_.most ? Bytes{0} : out_.best.back().saved);
  }
  [[nodiscard]] bool more() const {
    return !task_.should_stop() && out_.planned < options_.plans &&
           ((!waiting_.empty() && is_promising(waiting_.top().least)) ||
            (!weighed_.empty() && is_promising(weighed_.top().bound)));
  }

  void push(const Node& node) {
    const auto& [from, to, before, after] = node.place;
    if (seen_.size() < kMostNodes) {
      if (seen_.insert({from, to, before, after}).second) waiting_.push(node);
    } else {
      least_dropped_ = std::min(least_dropped_, node.least);
    }
  }

  /// Takes the syncs that promise most, until so many have been weighed.
  void weigh_best(std::size_t count) {
    while (count > 0 && !task_.should_stop()) {
      std::vector<Node> batch;
      while (batch.size() < std::min(count, kAtOnce) && !waiting_.empty() && is_promising(waiting_.top().least)) {
        const Node node = waiting_.top();
        waiting_.pop();
        if (bound_by_cuts(node)) continue;
        if (space_.is_new(node.place))
          batch.push_back(node);
        else
          split(node, Cut(space_, sizes_, heaviest_), heaviest_.weight);
      }
      if (batch.empty()) return;
      weigh(batch);
      count -= batch.size();
    }
  }

  /// Whether a known antichain says more of this node than its `least`: then it is split, and waits again.
  bool bound_by_cuts(const Node& node) {
    const Cut* most = nullptr;
    Bytes least = node.least;
    for (const Cut& cut : cuts_)
      if (const Bytes of_cut = cut.least_with(node.place); of_cut > least) most = &cut, least = of_cut;
    if (!most) return false;
    if (const auto stronger = most->stronger(space_, node.place)) push({*stronger, node.least});
    waiting_.push({node.place, least});
    return true;
  }

  void weigh(const std::vector<Node>& batch) {
    std::vector<std::optional<Clique>> left(batch.size());
    parallel_for(batch.size(), [&](std::size_t i) { left[i] = heaviest_with(edge(batch[i].place)); });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!left[i]) {
        if (task_.should_stop()) waiting_.push(batch[i]);
        continue;  // else it cannot be added, and no stronger one either
      }
      ++out_.weighed;
      weighed_.push({edge(batch[i].place), left[i]->weight});
      Cut cut(space_, sizes_, *left[i]);
      split(batch[i], cut, left[i]->weight);
      if (cuts_.size() < most_cuts_) cuts_.push_back(std::move(cut));
    }
  }

  [[nodiscard]] std::optional<Clique> heaviest_with(const ControlEdge& sync) const {
    const Result<EditedGraph> edited = add_sync(graph_, sync.before, sync.after);
    if (!edited) return std::nullopt;
    Result<Bounds> bounds = bounds_of(edited->graph, options_.alignment, task_);
    if (!bounds) return std::nullopt;
    return std::move(bounds->clique);
  }

  /// The heaviest antichain with this very sync is known; a stronger one may leave less of it.
  void split(const Node& node, const Cut& cut, Bytes weight) {
    if (cut.least_with(node.place) == weight) {
      if (const auto stronger = cut.stronger(space_, node.place)) push({*stronger, node.least});
    } else {
      for (const SyncPlace& next : cut.next(node.place))
        if (!space_.closes_cycle(next)) push({next, node.least});
    }
  }

  /// Plans the weighed syncs with the lowest bounds.
  void plan_best(std::size_t count) {
    count = std::min(count, options_.plans - out_.planned);
    for (std::vector<Weighed> batch; count > 0 && !task_.should_stop(); count -= batch.size()) {
      batch.clear();
      while (batch.size() < std::min(count, kAtOnce) && !weighed_.empty() && is_promising(weighed_.top().bound)) {
        batch.push_back(weighed_.top());
        weighed_.pop();
      }
      if (batch.empty()) return;
      plan(batch);
    }
  }

  void plan(std::span<const Weighed> batch) {
    std::vector<std::optional<Cost>> costs(batch.size());
    parallel_for(batch.size(), [&](std::size_t i) { costs[i] = cost_with(batch[i].sync); });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const ControlEdge sync = batch[i].sync;
      if (!costs[i]) {
        if (task_.should_stop()) weighed_.push(batch[i]);
        continue;
      }
      ++out_.planned;
      tried_.insert({sync.before, sync.after});
      if (costs[i]->footprint < out_.now.footprint)
        better_.push_back({sync, *costs[i], out_.now.footprint - costs[i]->footprint});
    }
    hand_over();
  }

  [[nodiscard]] std::optional<Cost> cost_with(const ControlEdge& sync) const {
    const Result<EditedGraph> edited = add_sync(graph_, sync.before, sync.after);
    if (!edited) return std::nullopt;
    const Result<Cost> cost = cost_of(edited->graph, options_.alignment, task_);
    return cost ? std::optional(*cost) : std::nullopt;
  }

  /// Where the syncs not planned yet are few, plans them all.
  void plan_all_others() {
    if (task_.should_stop()) return;
    out_.all_planned = space_.streams().count() < 2;
    if (out_.all_planned) return;
    std::vector<Weighed> others;
    for (OperatorId u : graph_.operators())
      for (OperatorId v : graph_.operators()) {
        if (space_.leads_to(u, v) || space_.leads_to(v, u) || tried_.contains({u, v})) continue;
        if (out_.planned + others.size() == options_.plans) return;
        others.push_back({{u, v}, {}});
      }
    std::ranges::sort(others, {}, [](const Weighed& each) { return rank(each.sync); });
    for (std::span<const Weighed> left(others); !left.empty(); left = left.subspan(std::min(kAtOnce, left.size()))) {
      if (task_.should_stop()) return;
      plan(left.first(std::min(kAtOnce, left.size())));
    }
    out_.all_planned = !task_.should_stop();
    if (out_.all_planned) out_.possible = {};
  }

  void hand_over() {
    keep_best();
    Bytes least = least_dropped_;
    if (!waiting_.empty()) least = std::min(least, waiting_.top().least);
    if (!weighed_.empty()) least = std::min(least, weighed_.top().bound);
    out_.possible = most_saved(least);
    if (found_) found_(out_);
    double done = static_cast<double>(out_.planned) / static_cast<double>(options_.plans);
    if (task_.deadline)
      done = std::max(done, std::chrono::duration<double>(Task::Clock::now() - start_) /
                                std::chrono::duration<double>(*task_.deadline - start_));
    task_.report(std::min(done, 1.0));
  }

  void keep_best() {
    const auto before = [](const SyncSuggestion& a, const SyncSuggestion& b) {
      return std::tuple(b.saved, rank(a.sync)) < std::tuple(a.saved, rank(b.sync));
    };
    std::ranges::sort(better_, before);
    out_.best.clear();
    for (const SyncSuggestion& each : better_) {
      const auto implied = [&](const SyncSuggestion& weaker) {
        return space_.leads_to(weaker.sync.before, each.sync.before) &&
               space_.leads_to(each.sync.after, weaker.sync.after);
      };
      if (out_.best.size() == options_.most) break;
      if (std::ranges::none_of(out_.best, implied)) out_.best.push_back(each);
    }
  }

  const Graph& graph_;
  const SuggestOptions& options_;
  const Task& task_;
  const std::function<void(const SyncSuggestions&)>& found_;
  const Task::Clock::time_point start_ = Task::Clock::now();
  SyncSpace space_;
  SyncSuggestions out_;
  std::vector<Bytes> sizes_;
  Clique heaviest_;
  std::vector<Cut> cuts_;
  std::size_t most_cuts_ = kMostCuts;
  Bytes least_dropped_ = kMaxTotalSize;
  std::priority_queue<Node> waiting_;
  std::priority_queue<Weighed> weighed_;  // and not planned
  std::set<std::array<std::uint32_t, 4>> seen_;
  std::set<std::pair<OperatorId, OperatorId>> tried_;
  std::vector<SyncSuggestion> better_;
};

}  // namespace

Result<SyncSuggestions> suggest_syncs(const Graph& graph, const SuggestOptions& options, const Task& task,
                                      const std::function<void(const SyncSuggestions&)>& found) {
  return Search(graph, options, task, found).run();
}

}  // namespace stowage
