// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/exact_order.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <span>

#include "core/schedule/insensitive.h"
#include "core/schedule/lescea.h"
#include "core/schedule/order_search.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

/// Steps [begin, end), which hold the same operators in every order, and the most bytes in them with the best known.
struct Part {
  std::size_t begin, end;
  Bytes peak;
};

/// From each operator that never moves to the next.
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

/// The search part by part, with what is known of all.
class Parts {
 public:
  Parts(const OrderProblem& problem, const ExactOrderOptions& options)
      : problem_(problem), options_(options), parts_(parts_of(problem)), bound_(least_peak(problem)) {
    numbered_.resize(problem.count());
    std::iota(numbered_.begin(), numbered_.end(), Index{0});
    sequence_ = numbered_;
    measure(sequence_);
    take_better(*lescea_order(problem));
    if (!options.known.empty()) take_better(options.known);
    std::ranges::stable_sort(parts_, std::ranges::greater(), &Part::peak);
  }

  /// The part that needs most comes first and may take most; the others need only stay within it.
  void search(const Task& task) {
    for (std::size_t p = 0; p < parts_.size() && !task.should_stop(); ++p) {
      const std::size_t left = options_.most_states - std::min(states_, options_.most_states);
      search(parts_[p], p + 1 < parts_.size() ? (left + 1) / 2 : left, task);
      settled_ = std::max(settled_, parts_[p].peak);
    }
  }

  [[nodiscard]] OrderFound found() && {
    const Bytes peak = problem_.count() == 0 ? Bytes{} : std::ranges::max(parts_, {}, &Part::peak).peak;
    return {std::move(sequence_), peak, std::min(bound_, peak), states_};
  }

 private:
  static Bytes most(std::span<const Bytes> curve, const Part& part) {
    return *std::ranges::max_element(curve.subspan(part.begin, part.end - part.begin));
  }
  void measure(std::span<const Index> sequence) {
    const auto curve = memory_curve_of(problem_, sequence);
    for (Part& part : parts_) part.peak = most(curve, part);
  }

  /// Part by part the better of the order so far and another.
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

  void search(Part& part, std::size_t most_states, const Task& task) {
    const Bytes floor = std::max({options_.floor, bound_, settled_});
    if (part.peak <= floor) return;
    const OrderProblem problem = window_of(problem_, numbered_, part.begin, part.end);
    OrderSearch search(problem, floor, part.peak);
    search.run(most_states, options_.most_bytes, task);
    states_ += search.states();
    if (auto better = search.sequence()) {
      for (Index& o : *better) o += static_cast<Index>(part.begin);
      take(part, *better, {});
      part.peak = most(memory_curve_of(problem_, sequence_), part);
    }
    if (search.lower_bound() > floor) bound_ = search.lower_bound();
  }

  const OrderProblem& problem_;
  const ExactOrderOptions& options_;
  std::vector<Part> parts_;
  std::vector<Index> numbered_;  // all, as they are numbered: an allowed order
  std::vector<Index> sequence_;  // the best so far
  Bytes bound_;                  // of the whole, proved
  Bytes settled_{};              // the most that the parts searched so far need
  std::size_t states_ = 0;
};

}  // namespace

OrderFound exact_order(const OrderProblem& problem, const ExactOrderOptions& options, const Task& task) {
  Parts parts(problem, options);
  parts.search(task);
  return std::move(parts).found();
}

}  // namespace stowage
