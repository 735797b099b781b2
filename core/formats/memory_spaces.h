// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/graph/graph.h"
#include "core/graph/sharing.h"
#include "core/plan/plan.h"

namespace stowage {

struct Document;

/// A memory of its own that tensors of a file lie in: an arena, a pool. Offsets of different spaces have nothing to do
/// with each other, so a document shows one space at a time.
struct MemorySpace {
  std::string name;
  std::optional<Bytes> capacity{};  ///< what the file says that it has, or reserves of it
  std::size_t tensors = 0;          ///< that lie in it and have bytes
  Bytes footprint{};                ///< of the file's plan of it; 0 where there is none
};

/// Where the tensors of a file lie, whichever space a document shows.
struct SpacedTensors {
  static constexpr std::uint32_t kOutside = ~std::uint32_t{0};  ///< in none of the spaces: the caller's memory

  std::vector<std::uint32_t> space;  ///< by TensorId: the number of its space, or kOutside
  std::vector<Bytes> sizes;          ///< by TensorId
  /// By TensorId, in its space; empty where the file has no plan. Less than 0: an edit put the tensor there, and the
  /// file's plan of that space says nothing of it.
  std::vector<Offset> offsets;
  bool assumed = false;             ///< the file does not say the offsets: Plan::assumed
  std::vector<View> views{};        ///< of all spaces: taken from the document by open_space()
  std::vector<InPlace> in_place{};  ///< the same
  std::vector<bool> at_least{};     ///< the same: Graph::Data::tensor_at_least
};

/// Makes a document of all tensors one of a space: the tensors of other spaces, and those outside of all, have 0 bytes,
/// so that what depends on them still does and they occupy nothing, and share no bytes with any tensor; the plan is
/// that of the space. Counts the tensors (no views) and the footprint of each space. `wanted` is its name; none: the
/// one with the largest footprint, or without a plan the most bytes, of several the first.
///
/// bad_input lists the names where no space has this one, and refuses more than 256 spaces. `document` has all sizes,
/// and `spaces` may not be empty.
[[nodiscard]] Result<Document> open_space(Document document, std::vector<MemorySpace> spaces, SpacedTensors tensors,
                                          const std::optional<std::string>& wanted, const std::string& file);

/// The same document, of another of its spaces; `space` is a place in Document::spaces.
[[nodiscard]] Document in_space(const Document& document, std::size_t space);

/// `graph` with the bytes, views and in-place pairs of the tensors of a space instead of its own. It may have no more
/// tensors than `tensors`.
[[nodiscard]] Graph graph_in_space(const Graph& graph, const SpacedTensors& tensors, std::size_t space);
/// The file's plan of a space, for its graph; none where the file has no plan, or not of every tensor there.
[[nodiscard]] std::optional<Plan> plan_in_space(const Graph& graph, const SpacedTensors& tensors, std::size_t space);
/// What edits made of `graph`, which is of that space, is taken into the tensors of all spaces: sizes, views, in-place
/// pairs, and tensors that are new or got bytes here, which lie in that space now.
[[nodiscard]] SpacedTensors with_edits(SpacedTensors tensors, const Graph& graph, std::size_t space);
/// Puts tensors, with their owners and all views of these, into another space. Refuses with bad_input: no tensor, one
/// that there is not, and tensors that all lie there already.
[[nodiscard]] Result<SpacedTensors> moved_to_space(SpacedTensors tensors, const Graph& graph,
                                                   std::span<const TensorId> moved, std::size_t space);

}  // namespace stowage
