// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include <limits>

#include "core/layout/engine/place_blocks.h"

namespace stowage {
namespace {

/// The objects, bottom to top, with the question "which is the next that is large enough?" answered in O(log n) by
/// a tree of maxima, doubled as it fills.
class ObjectStack {
 public:
  [[nodiscard]] std::size_t size() const { return begins_.size(); }
  [[nodiscard]] Interval operator[](std::size_t k) const { return {begins_[k], ends_[k]}; }
  [[nodiscard]] std::int64_t top() const { return ends_.empty() ? 0 : ends_.back(); }

  /// The first object that ends above `address`.
  [[nodiscard]] std::size_t above(std::int64_t address) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(ends_, address) - ends_.begin());
  }

  void push(Interval object) {
    if (size() == capacity_) grow();
    const std::size_t k = size();
    begins_.push_back(object.begin);
    ends_.push_back(object.end);
    for (std::size_t node = capacity_ + k; node > 0; node /= 2)
      largest_[node] = std::max(largest_[node], object.end - object.begin);
  }

  /// The first object from k on of at least `size` bytes, or size().
  [[nodiscard]] std::size_t next_of_size(std::size_t k, std::int64_t wanted) const {
    if (k >= size()) return size();
    std::size_t node = capacity_ + k;
    while (largest_[node] < wanted) {  // on to the next subtree on the right
      while (node % 2 == 1) node /= 2;
      if (node == 0) return size();
      ++node;
    }
    while (node < capacity_) node = largest_[2 * node] >= wanted ? 2 * node : 2 * node + 1;
    return node - capacity_;
  }

 private:
  void grow() {
    capacity_ *= 2;
    largest_.assign(2 * capacity_, -1);
    for (std::size_t k = 0; k < size(); ++k) largest_[capacity_ + k] = ends_[k] - begins_[k];
    for (std::size_t node = capacity_; node-- > 1;)
      largest_[node] = std::max(largest_[2 * node], largest_[2 * node + 1]);
  }

  std::vector<std::int64_t> begins_, ends_;
  std::size_t capacity_ = 1;  // a power of two
  std::vector<std::int64_t> largest_{-1, -1};
};

/// The objects lie one above the other, so offering free stretches upwards visits them in order of creation: the first
/// in which the block can start is taken, and of best-fit the shortest stretch within it. (As printed, Algorithm 7
/// leaves its search after the first object it tries, not after the first that accepts; its ends are exclusive here.)
template <Fit fit, class Observer>
class ObjectByObject {
 public:
  explicit ObjectByObject(Observer observer) : observer_(observer) {}

  void begin(BlockSpec spec) {
    spec_ = spec;
    shortest_ = kNone;
  }

  bool offer(std::int64_t x, std::int64_t up) {
    if (shortest_ != kNone && x >= objects_[chosen_].end) return true;
    for (std::size_t k = objects_.above(x); (k = objects_.next_of_size(k, spec_.size)) < objects_.size(); ++k) {
      const Interval object = objects_[k];
      if (object.begin >= up) break;
      if (shortest_ != kNone && k != chosen_) return true;
      const std::int64_t first = round_up(std::max(x, object.begin), spec_.step);
      const std::int64_t length = std::min(up, object.end - spec_.size + 1) - first;
      const bool taken = length > 0 && length < shortest_;
      observer_.examined({static_cast<std::uint32_t>(k), first, length, taken});
      if (!taken) continue;
      shortest_ = length;
      start_ = first;
      chosen_ = k;
      if (fit == Fit::first || length == 1) return true;
    }
    return false;
  }

  std::int64_t finish() {
    if (shortest_ == kNone) {
      start_ = round_up(objects_.top(), spec_.step);
      objects_.push({start_, start_ + spec_.size});
      observer_.opened({start_, start_ + spec_.size});
    }
    return start_;
  }

 private:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  Observer observer_;
  ObjectStack objects_;
  BlockSpec spec_{};
  std::int64_t shortest_ = kNone;
  std::int64_t start_ = 0;
  std::size_t chosen_ = 0;
};

template <class Observer>
Result<std::vector<Offset>> plan(const LayoutProblem& problem, Sort sort, Fit fit, const Task& task,
                                 Observer observer) {
  const std::vector<std::uint32_t> order = block_order(problem, sort);
  return fit == Fit::best
             ? place_blocks(problem, order, task, ObjectByObject<Fit::best, Observer>(observer), observer)
             : place_blocks(problem, order, task, ObjectByObject<Fit::first, Observer>(observer), observer);
}

}  // namespace

Result<std::vector<Offset>> plan_many_objects(const LayoutProblem& problem, Sort sort, Fit fit, const Task& task,
                                              PlacementObserver* observer) {
  return observer ? plan(problem, sort, fit, task, Observed{observer}) : plan(problem, sort, fit, task, Unobserved());
}

}  // namespace stowage
