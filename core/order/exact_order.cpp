// SPDX-License-Identifier: Apache-2.0
#include "core/order/exact_order.h"

#include "core/base/text.h"
#include "core/order/peak_cuts.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

// To look for a better order, where the best is not found. Half and twice as many turns give the same on 36 graphs, but
// for one order that half as many make 0.7 % smaller.
constexpr std::size_t kTurns = 8;
// Operators. With cuts in smaller graphs, one of 23 orders needs 26 % less, a plan of ViT-B/16 on 50 streams 3 % more.
constexpr std::size_t kLeastForCuts = 64;
constexpr double kLargestGapTold = 1;  // above it the bound is to blame, not the order
constexpr double kShareOfCuts = 0.3;   // of the time; half and twice: the same peaks of three networks

/// Steps [begin, end), which hold the same operators in every order, and the most bytes in them in the best known.
struct Part {
  std::size_t begin, end;
  Bytes peak;
};

/// One part from each operator that never moves to the next.
std::vector<Part> parts_of(const OrderProblem& problem) {
  std::vector<Part> out;
  std::size_t begin = 0;
  const auto cut = [&](std::size_t end) {
    if (end > begin) out.push_back({begin, end, {}});
    begin = end;
  };
  const auto fixed = memory_insensitive(problem.successors);
  for (std::size_t o = 0; o < fixed.size(); ++o)
    if (fixed[o]) cut(o);
  cut(problem.count());
  return out;
}

/// One of so many equal shares of states and looks, rounded up.
SearchLimits one_of(std::size_t shares, const SearchLimits& limits) {
  return {(limits.states + shares - 1) / shares, limits.bytes, (limits.looks + shares - 1) / shares};
}

/// Searches part by part; keeps the best order, and the bound of the whole.
class Parts {
 public:
  Parts(const OrderProblem& problem, const ExactOrderOptions& options, const Task& task)
      : problem_(problem),
        options_(options),
        left_{options.most_states, options.most_bytes, options.most_looks},
        parts_(parts_of(problem)),
        bound_(least_peak(problem, task)) {
    numbered_ = sequence_ = numbers_below<Index>(problem.count());
    measure(sequence_);
    take_better(*lescea_order(problem));
    if (!options.known.empty()) take_better(options.known);
    std::ranges::stable_sort(parts_, std::ranges::greater(), &Part::peak);
  }

  /// The part that needs most comes first and may take most; the others need only stay within it.
  void search(const Task& task) {
    if (problem_.count() >= kLeastForCuts) cut(task.share(kShareOfCuts));
    for (std::size_t p = 0; p < parts_.size() && !task.should_stop(); ++p) {
      const bool last = p + 1 == parts_.size();
      search(parts_[p], last ? left_ : one_of(2, left_), last ? task : task.share(0.5));
      settled_ = std::max(settled_, parts_[p].peak);
    }
  }

  [[nodiscard]] OrderFound found() && {
    const Bytes peak = this->peak();
    return {std::move(sequence_), peak, std::min(bound_, peak), options_.most_states - left_.states};
  }

 private:
  static Bytes most(std::span<const Bytes> curve, const Part& part) {
    return *std::ranges::max_element(curve.subspan(part.begin, part.end - part.begin));
  }
  [[nodiscard]] Bytes peak() const { return parts_.empty() ? Bytes{} : std::ranges::max(parts_, {}, &Part::peak).peak; }
  void measure(std::span<const Index> sequence) {
    const auto curve = memory_curve_of(problem_, sequence);
    for (Part& part : parts_) part.peak = most(curve, part);
  }

  /// Takes, part by part, the better of the order so far and another.
  void take_better(std::span<const Index> other) {
    assert(other.size() == sequence_.size());
    const auto curve = memory_curve_of(problem_, other);
    for (Part& part : parts_) {
      const Bytes peak = most(curve, part);
      if (peak < part.peak) take(part, other.subspan(part.begin, part.end - part.begin), peak);
    }
  }
  void take(Part& part, std::span<const Index> steps, Bytes peak) {
    std::ranges::copy(steps, sequence_.begin() + static_cast<std::ptrdiff_t>(part.begin));
    part.peak = peak;
  }

  /// Raises the bound, and moves stretches of many steps, before the search goes step by step.
  void cut(const Task& task) {
    if (peak() <= std::max(bound_, options_.floor)) return;
    const CutOrder found = reorder_by_cuts(problem_, sequence_, bound_, task);
    take_better(found.sequence);
    bound_ = least_peak_by_cuts(problem_, sequence_, found.lower_bound, task);
    std::ranges::stable_sort(parts_, std::ranges::greater(), &Part::peak);
    tell();
  }

  /// Searches best first, with half of the states; then, as long as nothing is proved, for any order that is better by
  /// half of what may be gained: such a search soon ends, as its order need not be the best.
  void search(Part& part, const SearchLimits& limits, const Task& task) {
    const Bytes floor = std::max({options_.floor, bound_, settled_});
    if (part.peak <= floor) return;
    const OrderProblem problem = window_of(problem_, numbered_, part.begin, part.end);
    Bytes low = search_from(floor, part, problem, one_of(2, limits), task.share(0.5));
    for (std::size_t turn = 0; turn < kTurns && low < part.peak && !task.should_stop(); ++turn) {
      const Bytes middle = low + Bytes{(part.peak - low).count / 2};
      const Bytes before = part.peak;
      const Bytes bound = search_from(middle, part, problem, one_of(2 * kTurns, limits),
                                      task.share(1.0 / static_cast<double>(kTurns - turn)));
      low = part.peak < before ? low : std::max(middle + Bytes{1}, bound);
    }
  }

  /// Looks for an order of the part within `floor`, or the best. Returns the bound proved for the part, or `floor`.
  Bytes search_from(Bytes floor, Part& part, const OrderProblem& problem, const SearchLimits& limits,
                    const Task& task) {
    SearchedOrder found = search_order(problem, floor, part.peak, limits, task);
    left_.states -= std::min(left_.states, found.states);
    left_.looks -= std::min(left_.looks, found.looks);
    if (found.sequence) {
      for (Index& o : *found.sequence) o += static_cast<Index>(part.begin);
      take(part, *found.sequence, {});
      part.peak = most(memory_curve_of(problem_, sequence_), part);
    }
    if (found.lower_bound > floor) bound_ = std::max(bound_, found.lower_bound);
    tell();
    return found.lower_bound;
  }

  void tell() const {
    if (!options_.improved) return;
    options_.improved({peak(), std::min(bound_, peak())});
  }

  const OrderProblem& problem_;
  const ExactOrderOptions& options_;
  SearchLimits left_;
  std::vector<Part> parts_;
  std::vector<Index> numbered_;  // all, as they are numbered: an allowed order
  std::vector<Index> sequence_;  // the best so far
  Bytes bound_;                  // of the whole, proved
  Bytes settled_{};              // the most that the parts searched so far need
};

Result<Order> run_exact_order(const Graph& graph, const OrderOptions& options, const Task& task) {
  const OrderFound found = exact_order(order_problem(graph), search_options(options, task), task);
  return Order{{found.sequence.begin(), found.sequence.end()}, found.lower_bound, describe(found)};
}

}  // namespace

ExactOrderOptions search_options(const OrderOptions& options, const Task& task) {
  constexpr std::size_t kUnlimited = std::size_t{1} << 60U;
  ExactOrderOptions out{.improved = options.improved};
  if (task.deadline) out.most_states = out.most_looks = kUnlimited;
  return out;
}

std::string describe(const OrderFound& found) {
  if (found.proved()) return "no order needs less";
  if (found.lower_bound <= Bytes{}) return "no lower bound was proved for other orders";
  const std::string bound = grouped_digits(found.lower_bound.count) + " bytes";
  if (gap(found.peak, found.lower_bound) >= kLargestGapTold)
    return "only a weak bound was proved: every order needs at least " + bound;
  constexpr double kLeastShown = 0.05;  // percent: less would be rounded to 0
  const double percent = 100 * gap(found.peak, found.lower_bound);
  if (percent < kLeastShown) return "less than 0.1% above the bound proved for every order";
  return fixed_digits(percent, 1) + "% above the bound proved for every order";
}

constexpr OrderStrategy kExactOrder{
    .id = "exact",
    .title = "Lowest peak",
    .description = OrderText::tr("The order with the least peak, by search over the sets of operators "
                                 "that may have run; the best found if there are too many sets"),
    .source = "Stowage; OLLA's problem (14)",
    .run = run_exact_order,
    .suits_streams = true};

OrderFound exact_order(const OrderProblem& problem, const ExactOrderOptions& options, const Task& task) {
  Parts parts(problem, options, task);
  parts.search(task);
  return std::move(parts).found();
}

}  // namespace stowage
