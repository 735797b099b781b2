// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

namespace stowage {

/// Index of one thing of one kind: a TensorId can never be passed where an OperatorId is meant.
/// A default-constructed id is "none".
template <class Tag>
class Id {
 public:
  using Rep = std::uint32_t;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value_(static_cast<Rep>(index)) {}

  [[nodiscard]] constexpr std::size_t index() const { return value_; }
  [[nodiscard]] constexpr bool valid() const { return value_ != kNone; }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr Rep kNone = std::numeric_limits<Rep>::max();
  Rep value_ = kNone;
};

/// A tensor, by its place in the input.
using TensorId = Id<struct TensorTag>;
/// An operator, by its place in the *global order*: `a < b` iff a comes first there.
using OperatorId = Id<struct OperatorTag>;
/// A stream, densely numbered in order of first mention.
using StreamId = Id<struct StreamTag>;
/// A contiguous group, by its place in the input.
using GroupId = Id<struct GroupTag>;

/// 0 … count-1, as a list to be put in another order.
template <class Number>
[[nodiscard]] std::vector<Number> numbers_below(std::size_t count) {
  std::vector<Number> out(count);
  std::iota(out.begin(), out.end(), Number{0});
  return out;
}

/// All ids 0 … count-1 of one kind, for range-for.
template <class AnyId>
class IdRange {
 public:
  class Iterator {
   public:
    using value_type = AnyId;
    using difference_type = std::ptrdiff_t;
    constexpr explicit Iterator(std::size_t at = 0) : at_(at) {}
    constexpr AnyId operator*() const { return AnyId(at_); }
    constexpr Iterator& operator++() { return ++at_, *this; }
    constexpr Iterator operator++(int) { return Iterator(at_++); }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::size_t at_;
  };

  constexpr explicit IdRange(std::size_t count) : count_(count) {}
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(0); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(count_); }
  [[nodiscard]] constexpr std::size_t size() const { return count_; }

 private:
  std::size_t count_;
};

}  // namespace stowage

template <class Tag>
struct std::hash<stowage::Id<Tag>> {
  std::size_t operator()(stowage::Id<Tag> id) const noexcept { return id.index(); }
};
