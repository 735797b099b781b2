// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/lifetimes.h"

namespace stowage {

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
