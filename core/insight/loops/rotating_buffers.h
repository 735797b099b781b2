// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/safety/conflicts.h"

namespace stowage {

/// Memory in which carried values go round, so that none is ever copied.
/// ```
///  x₀ ⇐ x₁ ⇐ … ⇐ x₍d₋₁₎ ⇐ y     each holds in the next iteration what the one to its right holds now
///
///  iteration 0:  [x₀][x₁][y ]   the value that y makes stays where it is; after one iteration it is that of x₁,
///  iteration 1:  [y ][x₀][x₁]   after two that of x₀, after three it is overwritten
/// ```
struct Ring {
  enum class Kind {
    chain,     ///< ends at a tensor that the body makes in every iteration
    cycle,     ///< comes back to where it began: values change places, none is ever made
    constant,  ///< ends at a tensor that always holds the same value
  };
  Kind kind = Kind::chain;
  TensorId root;           ///< where it ends; of a cycle the member of lowest id
  std::size_t depth = 0;   ///< of a chain: iterations for which the root's value is needed after its own
  std::size_t places = 1;  ///< of a chain: its depth where the last use of a value comes before its slot is written
                           ///< again in that iteration, else one more
  Bytes size;              ///< of each slot: the largest of all that it ever holds
};

/// A tensor that is carried into, and its ring.
struct Carried {
  TensorId tensor, from;
  std::size_t ring = 0;
  std::size_t distance = 0;  ///< from this iteration on it holds values of the ring's root (or of the cycle)
  std::size_t phase = 0;     ///< it lies in slot (phase + iteration) mod places
  /// Its first value is put into its slot. Where several chains join, this holds for the longest alone; the first
  /// values of the others have places of their own.
  bool in_ring = false;
};

struct RotatingBuffers {
  std::vector<Ring> rings;       ///< by lowest tensor that is carried into
  std::vector<Carried> carried;  ///< in the order of their tensors
  std::size_t repeat = 1;        ///< after so many iterations every ring has come round: the least common multiple

  /// Null for a tensor that nothing is carried into.
  [[nodiscard]] const Carried* find(TensorId t) const;
  /// The ring with this root, or null.
  [[nodiscard]] const Ring* rooted_at(TensorId t) const;
};

/// Finds the rings of a loop; `conflicts` are those of its body. `kept`, by tensor: needed until the iteration's end,
/// with or without a reader. The published text unrolls until carried tensors can share memory; this finds how often,
/// and which share. too_large, naming the rings, where `repeat` copies of the body would have more than kMostUnrolled
/// tensors or operators: beyond, NNC takes minutes.
inline constexpr std::size_t kMostUnrolled = 50'000;
[[nodiscard]] Result<RotatingBuffers> find_rotating_buffers(const Graph& body, const Conflicts& conflicts,
                                                            std::span<const Carry> carry,
                                                            const std::vector<bool>& kept);

}  // namespace stowage
