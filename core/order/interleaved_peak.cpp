// SPDX-License-Identifier: Apache-2.0
#include "core/order/interleaved_peak.h"

#include <cassert>
#include <queue>
#include <set>

#include "core/edit/order_edits.h"
#include "core/order/lescea.h"
#include "core/plan/bounds.h"
#include "core/plan/problem.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

constexpr std::size_t kWork = 256'000'000;  // operators times streams, of all orders that are measured: some seconds
constexpr std::size_t kFewest = 16;         // orders that are measured all the same
constexpr double kGrace = 0.1;              // seconds for each of the first two, once stopped

std::size_t streams_in_use(const Graph& graph) {
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.streams(), [&](StreamId s) { return !graph.operators_of(s).empty(); }));
}

class StreamChoices {
 public:
  StreamChoices(const Graph& graph, Bytes floor, const Task& task)
      : graph_(graph),
        task_(task),
        floor_(floor),
        problem_(order_problem(graph)),
        left_(std::max(kFewest, kWork / std::max<std::size_t>(1, graph.operator_count() * streams_in_use(graph)))) {}

  /// A source whose local orders are those of another is none.
  Result<void> add_source(const std::vector<OperatorId>& sequence) {
    if (!sources_.empty() && sources_.size() != kFound && measured_.contains(local_orders(sequence))) return {};
    std::vector<Index> places(sequence.size());
    for (std::size_t k = 0; k < sequence.size(); ++k) places[sequence[k].index()] = static_cast<Index>(k);
    auto peak = measure(sequence, task_);
    const bool must_be = sources_.size() <= kFound;
    if (!peak && must_be && task_.should_stop()) peak = measure(sequence, task_.with_grace(kGrace));
    if (!peak) return tl::unexpected(peak.error());
    sources_.push_back(std::move(places));
    if (sources_.size() == 1) given_peak_ = *peak;
    // Of equal ones that of the strategy: its theoretical peak is the smaller one.
    if (sources_.size() == 1 || *peak < peak_ || (*peak == peak_ && sources_.size() - 1 == kFound))
      keep(Choice(graph_.stream_count(), static_cast<std::uint8_t>(sources_.size() - 1)), sequence, *peak);
    return {};
  }

  [[nodiscard]] const OrderProblem& problem() const { return problem_; }

  /// By halves, quarters, …
  void improve() {
    for (std::size_t length = (choice_.size() + 1) / 2;; length = (length + 1) / 2) {
      for (std::size_t begin = 0; begin < choice_.size(); begin += length)
        if (!improve(begin, std::min(choice_.size(), begin + length))) return;
      if (length <= 1) return;
    }
  }

  [[nodiscard]] StreamsOrder take() && {
    using enum StreamsOrder::Source;
    constexpr StreamsOrder::Source kSources[] = {given, found, lescea};
    const bool one = std::ranges::adjacent_find(choice_, std::ranges::not_equal_to()) == choice_.end();
    return {std::move(sequence_), one ? kSources[choice_.front()] : mixed, peak_, given_peak_};
  }

 private:
  using Choice = std::vector<std::uint8_t>;  // by stream: which source it follows
  static constexpr std::size_t kFound = 1;   // the source that the strategy found; before it, the given one

  Result<Bytes> measure(const std::vector<OperatorId>& sequence, const Task& task) {
    measured_.insert(local_orders(sequence));
    return interleaved_peak(with_order(graph_, sequence).graph, task);
  }
  void keep(Choice choice, std::vector<OperatorId> sequence, Bytes peak) {
    choice_ = std::move(choice);
    sequence_ = std::move(sequence);
    peak_ = peak;
  }

  /// Lets these streams follow each of the other sources. False where there is no more to be tried.
  bool improve(std::size_t begin, std::size_t end) {
    for (std::size_t source = 0; source < sources_.size(); ++source) {
      if (peak_ <= floor_ || left_ == 0 || task_.should_stop()) return false;
      Choice choice = choice_;
      std::fill(choice.begin() + static_cast<std::ptrdiff_t>(begin), choice.begin() + static_cast<std::ptrdiff_t>(end),
                static_cast<std::uint8_t>(source));
      if (choice == choice_) continue;
      std::vector<OperatorId> sequence = order_of(choice);
      if (measured_.contains(local_orders(sequence))) continue;
      --left_;
      const auto peak = measure(sequence, task_);
      if (!peak) return false;
      if (*peak < peak_) keep(std::move(choice), std::move(sequence), *peak);
    }
    return true;
  }

  [[nodiscard]] std::vector<OperatorId> order_of(const Choice& choice) const {
    using Entry = std::pair<Index, Index>;  // place, operator
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
    std::vector<std::size_t> waits(problem_.count());
    const auto offer = [&](Index o) {
      if (waits[o] == 0) ready.emplace(sources_[choice[graph_.stream(OperatorId(o)).index()]][o], o);
    };
    for (Index o = 0; o < waits.size(); ++o) {
      waits[o] = problem_.predecessors[o].size();
      offer(o);
    }
    std::vector<OperatorId> out;
    out.reserve(waits.size());
    while (!ready.empty()) {
      const Index o = ready.top().second;
      ready.pop();
      out.emplace_back(o);
      for (const Index next : problem_.successors[o]) {
        --waits[next];
        offer(next);
      }
    }
    return out;
  }

  /// One after the other, by stream: all that the interleaved peak depends on.
  [[nodiscard]] std::vector<OperatorId> local_orders(const std::vector<OperatorId>& sequence) const {
    std::vector<OperatorId> out = sequence;
    std::ranges::stable_sort(out, {}, [&](OperatorId o) { return graph_.stream(o); });
    return out;
  }

  const Graph& graph_;
  const Task& task_;
  Bytes floor_;
  OrderProblem problem_;
  std::size_t left_;                         // orders that may still be measured
  std::vector<std::vector<Index>> sources_;  // by operator: where it stands
  std::set<std::vector<OperatorId>> measured_;
  Choice choice_;  // the best so far
  std::vector<OperatorId> sequence_;
  Bytes peak_, given_peak_;
};

}  // namespace

bool has_several_streams(const Graph& graph) {
  return streams_in_use(graph) > 1;
}

Result<Bytes> interleaved_peak(const Graph& graph, const Task& task) {
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(graph, task));
  STOWAGE_TRY(const auto problem, BlockProblem::make(graph, conflicts));
  return heaviest_clique(problem, task).map([](const Clique& clique) { return clique.weight; });
}

Result<StreamsOrder> suit_streams(const Graph& graph, const std::vector<OperatorId>& found, Bytes floor,
                                  const Task& task) {
  const auto operators = graph.operators();
  StreamChoices choices(graph, floor, task);
  if (auto added = choices.add_source({operators.begin(), operators.end()}); !added)
    return tl::unexpected(added.error());
  if (auto added = choices.add_source(found); !added) return tl::unexpected(added.error());
  const auto lescea = lescea_order(choices.problem(), task);
  if (lescea && choices.add_source({lescea->begin(), lescea->end()})) choices.improve();
  return std::move(choices).take();
}

}  // namespace stowage
