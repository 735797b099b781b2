// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "core/base/bytes.h"
#include "core/graph/lifetimes.h"
#include "widgets/painters/model/step_scale.h"

namespace stowage {

/// Bytes at each step, for drawings that have fewer pixels than there are steps. Const after it was made.
class StepCurve {
 public:
  StepCurve() = default;
  explicit StepCurve(std::vector<Bytes> bytes);

  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] Bytes operator[](std::size_t step) const { return bytes_[step]; }
  /// The first step of the most bytes.
  [[nodiscard]] std::size_t peak_step() const { return peak_step_; }
  /// 0 without steps.
  [[nodiscard]] Bytes peak() const { return bytes_.empty() ? Bytes{} : bytes_[peak_step_]; }

  /// Of the steps of [from, to), cut to those there are; both 0 where there are none. O(steps / 32).
  struct Extent {
    Bytes least, most;
  };
  [[nodiscard]] Extent extent(std::size_t from, std::size_t to) const;

 private:
  std::vector<Bytes> bytes_;
  std::vector<Extent> blocks_;
  std::size_t peak_step_ = 0;
};

/// Bytes alive along the x axis of a heap map, in pieces of one amount each: a piece a step, or an event; over time, a
/// piece from each start or end of an operator to the next. Beyond the last, nothing is alive. Const after it was made.
class MapCurve {
 public:
  MapCurve() = default;
  /// `lives` are places on the scale; by TensorId, as `sizes`. O((tensors + operators) × log operators).
  MapCurve(const StepScale& scale, std::span<const Bytes> sizes, std::span<const Lifetime> lives);
  /// A piece a place.
  explicit MapCurve(StepCurve bytes) : bytes_(std::move(bytes)) {}

  /// The pieces that touch [from, to): their number is to be compared with that of pixels.
  struct Pieces {
    std::size_t begin = 0, end = 0;
  };
  [[nodiscard]] Pieces pieces_within(double from, double to) const;
  /// Where a piece begins and ends, as places; what is after the last has no end.
  [[nodiscard]] double begin(std::size_t piece) const;
  [[nodiscard]] double end(std::size_t piece) const;

  /// Bytes alive in a piece, at a place of 0 or more, and most of them in [from, to).
  [[nodiscard]] Bytes of(std::size_t piece) const { return bytes_.extent(piece, piece + 1).most; }
  [[nodiscard]] Bytes at(double place) const { return of(pieces_within(place, place).begin); }
  [[nodiscard]] Bytes most(double from, double to) const;
  [[nodiscard]] Bytes peak() const { return bytes_.peak(); }
  /// Where the first piece of the most bytes begins.
  [[nodiscard]] double peak_begin() const { return begin(bytes_.peak_step()); }

 private:
  StepCurve bytes_;                    // by piece
  std::vector<std::uint32_t> begins_;  // of the pieces; empty where those are places
};

}  // namespace stowage
