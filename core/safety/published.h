// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// The unsafe pairs as bits, one a pair: row i holds the tensors j > i at bit j.
class PairBits {
 public:
  explicit PairBits(std::size_t tensors) : tensors_(tensors), words_((tensors + 63) / 64), bits_(tensors * words_) {}
  void set(std::size_t i, std::size_t j) { cell(i, j) |= bit(i, j); }
  /// Sets all pairs of i with the later tensors in `others`, which is one bit a tensor.
  void set_later(std::size_t i, std::span<const std::uint64_t> others);
  void clear(std::size_t i, std::size_t j) { cell(i, j) &= ~bit(i, j); }
  [[nodiscard]] bool get(std::size_t i, std::size_t j) const {
    return (bits_[std::min(i, j) * words_ + std::max(i, j) / 64] & bit(i, j)) != 0;
  }
  [[nodiscard]] std::size_t tensor_count() const { return tensors_; }
  [[nodiscard]] std::uint64_t count() const;

 private:
  std::uint64_t& cell(std::size_t i, std::size_t j) { return bits_[std::min(i, j) * words_ + std::max(i, j) / 64]; }
  static std::uint64_t bit(std::size_t i, std::size_t j) { return std::uint64_t{1} << (std::max(i, j) % 64); }

  std::size_t tensors_, words_;
  std::vector<std::uint64_t> bits_;
};

/// One of the published ways to decide all pairs (Lamprou et al., appendix), kept faithful, errata repaired, for
/// teaching, cross-checks and the benchmark. core/safety/conflicts.h is the one to use.
struct SafetyMethod {
  std::string_view id;  ///< "ancestor", "ancestor-opt", "stream-graph"
  std::string_view title;
  std::string_view source;  ///< algorithm number
  /// The *unsafe* pairs. Needs T²/8 bytes, and N²/8 for the ancestors or 4·N·S for the stream graph; bad_input where
  /// that is not sensible.
  Result<PairBits> (*run)(const Graph& graph, const Task& task);
};
[[nodiscard]] std::span<const SafetyMethod> published_safety_methods();

}  // namespace stowage
