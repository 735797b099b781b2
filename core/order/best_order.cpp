// SPDX-License-Identifier: Apache-2.0
#include "core/order/exact_order.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

// Of 52 steps of the zoo on one stream, 44 on three and eight, and 7 random graphs, the first search leaves 18 without
// a proof. Windows and further searches in turn lower 12 of these, by up to 21 %. ROAM's segments, OLLA's early
// updates, and a solver for windows were tried as well; they lower none any further, and take longer. Half as many
// states of a window make one of 13 orders 0.1 % larger; twice as many, and half and twice as many of a further search,
// change none.
constexpr std::size_t kStatesOfWindow = 10'000, kStatesAgain = 20'000;
constexpr std::uint64_t kLooksAgain = 20'000'000;
constexpr std::size_t kFirstWindow = 16, kLastWindow = 256;  // steps

class BestOrder {
 public:
  BestOrder(const OrderProblem& problem, const OrderOptions& options, const Task& task)
      : problem_(problem), options_(options), task_(task) {}

  [[nodiscard]] OrderFound run() && {
    best_ = exact_order(problem_, {.improved = options_.improved}, task_.share(0.5));
    for (Bytes before{}; best_.peak != before && !done();) {
      before = best_.peak;
      slide_windows();
      search_again({.most_states = kStatesAgain, .most_looks = kLooksAgain});
    }
    if (task_.deadline && !done()) search_again(search_options(options_, task_));
    return std::move(best_);
  }

 private:
  [[nodiscard]] bool done() const { return best_.proved() || task_.should_stop(); }
  void take(std::vector<Index> sequence, Bytes peak) {
    best_.sequence = std::move(sequence);
    best_.peak = peak;
    if (options_.improved) options_.improved({best_.peak, best_.lower_bound});
  }

  /// From the best order so far; it need not stay near to it.
  void search_again(ExactOrderOptions limits) {
    limits.floor = best_.lower_bound;
    limits.known = best_.sequence;
    OrderFound found = exact_order(problem_, limits, task_);
    best_.lower_bound = std::max(best_.lower_bound, found.lower_bound);
    if (found.peak < best_.peak) take(std::move(found.sequence), found.peak);
  }

  void slide_windows() {
    for (std::size_t steps = kFirstWindow; !done() && steps < 2 * problem_.count() && steps <= kLastWindow;)
      if (!improve_windows(steps)) steps *= 2;
  }
  /// Slides a window over the steps; returns whether the order improved. Only windows that hold the peak are worth it.
  bool improve_windows(std::size_t steps) {
    const Bytes before = best_.peak;
    for (std::size_t begin = 0; begin < problem_.count() && !done(); begin += steps / 2) {
      const std::size_t end = std::min(begin + steps, problem_.count());
      const auto curve = memory_curve_of(problem_, best_.sequence);
      if (*std::max_element(curve.begin() + begin, curve.begin() + end) == best_.peak) improve_window(begin, end);
    }
    return best_.peak < before;
  }
  void improve_window(std::size_t begin, std::size_t end) {
    const OrderProblem window = window_of(problem_, best_.sequence, begin, end);
    const OrderFound found =
        exact_order(window, {.most_states = kStatesOfWindow, .floor = best_.lower_bound}, task_.share(0.5));
    std::vector<Index> sequence = best_.sequence;
    for (std::size_t k = 0; k < found.sequence.size(); ++k)
      sequence[begin + k] = best_.sequence[begin + found.sequence[k]];
    const Bytes peak = peak_of(problem_, sequence);
    if (peak < best_.peak) take(std::move(sequence), peak);
  }

  const OrderProblem& problem_;
  const OrderOptions& options_;
  const Task& task_;
  OrderFound best_;
};

Result<Order> run_best_order(const Graph& graph, const OrderOptions& options, const Task& task) {
  const OrderProblem problem = order_problem(graph);
  const OrderFound found = BestOrder(problem, options, task).run();
  return Order{{found.sequence.begin(), found.sequence.end()}, found.lower_bound, describe(found)};
}

}  // namespace

constexpr OrderStrategy kBestOrder{
    .id = "best",
    .title = "Best order",
    .description = OrderText::tr("The search for the lowest peak; where it proves nothing, windows around the peak and "
                                 "further searches in turn, for as long as they help"),
    .source = "Stowage",
    .run = run_best_order,
    .suits_streams = true};

}  // namespace stowage
