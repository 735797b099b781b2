// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/lifetimes.h"
#include "core/plan/plan.h"

namespace stowage {

/// Facts about one plan beside its offsets.
struct Report {
  Bytes footprint;
  Bytes lifetime_bound;         ///< most bytes alive at one step of the global order
  double fragmentation = 0;     ///< (footprint - lifetime_bound) / footprint; 0 when empty (MemoMalloc, ch. 7, sec. 2)
  std::vector<Bytes> curve;     ///< bytes alive, by step; views and what lies over an input in its place count once
  std::uint32_t peak_step = 0;  ///< first step at the largest value of the curve
  std::vector<TensorId> at_peak;  ///< alive at peak_step, largest first; their sizes sum to curve[peak_step] + in_place
  Bytes in_place;                 ///< of these sizes, the bytes that lie over an input in its place
};

[[nodiscard]] Report make_report(const Graph& graph, const Plan& plan);

/// The tensors that the operators of one stream make.
struct StreamUse {
  Bytes made;                   ///< bytes of all of them
  Bytes peak;                   ///< the most of these that are alive at one step of the global order
  std::uint32_t peak_step = 0;  ///< the first such step
};

/// By StreamId; tensors present from the start belong to no stream. O(N + T).
[[nodiscard]] std::vector<StreamUse> stream_uses(const Graph& graph, std::span<const Lifetime> lifetimes);

/// Tensors of like size: [from, to), where `from` is a power of two and `to` the next; [0, 1) for those of size 0.
struct SizeBin {
  Bytes from, to;
  std::size_t count = 0;
  Bytes bytes;  ///< of all of them

  friend bool operator==(const SizeBin&, const SizeBin&) = default;
};

/// How many tensors, views aside, have each size (Levental, MemoMalloc, chapter 7, section 3): one bin for every
/// power of two from the least size to the greatest, empty ones too, so that bins are evenly spaced on a logarithmic
/// axis; before them one of the tensors of size 0, if there are any. Sizes are those of the graph, without alignment.
/// Tensors of unknown size are left out. Empty for no tensors.
[[nodiscard]] std::vector<SizeBin> size_distribution(const Graph& graph);

/// How the bytes of some tensors are grouped. Stream, phase and op are those of the producer.
enum class ContributorBy { stream, phase, op, kind };

/// The tensors of one stream, phase, …, among those asked about.
struct Contributor {
  enum class Is {
    named,
    unnamed,  ///< the operators have no phase or op, the tensors no kind; no label
    input,    ///< present from the start, without a producer; no label
    others    ///< several small ones in one; no label
  };
  Is is = Is::named;
  std::string label;
  Bytes bytes;
  std::vector<TensorId> tensors;  ///< in the order asked
  std::size_t merged = 1;         ///< how many contributors it stands for
};

struct Contributors {
  std::vector<Contributor> rows;  ///< largest first, ties as first met; those merged last
  Bytes total;                    ///< exactly the sum of the rows, and of the tensors' rounded sizes
};

/// Every tensor of `tensors` (distinct) counts once, with its size rounded up to `alignment`. Where there are more than
/// `most` (≥ 2) contributors, the smallest are merged so that there are `most` rows.
[[nodiscard]] Contributors contributors(const Graph& graph, std::span<const TensorId> tensors, Bytes alignment,
                                        ContributorBy by, std::size_t most = 12);

/// The tensors of positive size that are alive at a step of the global order, ascending. `lifetimes` by TensorId.
[[nodiscard]] std::vector<TensorId> alive_at(const Graph& graph, std::span<const Lifetime> lifetimes,
                                             std::uint32_t step);

/// Sum of the sizes, each rounded up to `alignment`.
[[nodiscard]] Bytes rounded_total(const Graph& graph, std::span<const TensorId> tensors, Bytes alignment);

}  // namespace stowage
