// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/bytes.h"

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

}  // namespace stowage
