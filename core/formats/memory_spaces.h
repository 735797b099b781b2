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
#include "core/plan/plan.h"

namespace stowage {

struct Document;

/// A memory in which tensors of a file lie: an arena, a pool. Offsets of different spaces are independent of each
/// other, so a document shows one space at a time.
struct MemorySpace {
  std::string name;
  std::optional<Bytes> capacity{};  ///< bytes that it has, or that the file reserves
  std::size_t tensors = 0;          ///< how many lie in it and have bytes
  Bytes footprint{};                ///< of the file's plan of the space; 0 where there is none
};

/// The places of a file's tensors in all spaces.
struct SpacedTensors {
  static constexpr std::uint32_t kOutside = ~std::uint32_t{0};  ///< in none of the spaces: the caller's memory

  std::vector<std::uint32_t> space;  ///< by TensorId: the number of its space, or kOutside
  std::vector<Bytes> sizes;          ///< by TensorId
  /// By TensorId, in its space; empty where the file has no plan. Negative: an edit put the tensor into the space, and
  /// the file's plan of the space does not have it.
  std::vector<Offset> offsets;
  bool assumed = false;             ///< the offsets are not in the file: Plan::assumed
  std::vector<View> views{};        ///< of all spaces; open_space() takes them from the document
  std::vector<InPlace> in_place{};  ///< the same
  std::vector<bool> at_least{};     ///< the same: Graph::Data::tensor_at_least
};

/// Makes a document of all tensors one of a space. Tensors of other spaces, and those outside of all, stay for their
/// dependencies, but have 0 bytes and share no bytes with any tensor; the plan is that of the space. Counts the tensors
/// (without views) and the footprint of each space. `wanted` is the name of the space; none: the first with the largest
/// footprint, then the most bytes.
///
/// bad_input lists the names where no space has the wanted name, and refuses more than 256 spaces. `document` has all
/// sizes, and `spaces` may not be empty.
[[nodiscard]] Result<Document> open_space(Document document, std::vector<MemorySpace> spaces, SpacedTensors tensors,
                                          const std::optional<std::string>& wanted, const std::string& file);

/// The same document for another space; `space` is a place in Document::spaces.
[[nodiscard]] Document in_space(const Document& document, std::size_t space);

/// Returns `graph` with the bytes, views and in-place pairs of the tensors of a space instead of its own. It may not
/// have more tensors than `tensors`.
[[nodiscard]] Graph graph_in_space(const Graph& graph, const SpacedTensors& tensors, std::size_t space);
/// The file's plan of a space, for its graph; none where the file has no plan, or a tensor of the space has no offset.
[[nodiscard]] std::optional<Plan> plan_in_space(const Graph& graph, const SpacedTensors& tensors, std::size_t space);
/// Takes the edits of `graph`, which is of `space`, into the tensors of all spaces: sizes, views, in-place pairs, and
/// tensors that are new or got bytes, which then lie in `space`.
[[nodiscard]] SpacedTensors with_edits(SpacedTensors tensors, const Graph& graph, std::size_t space);
/// Puts tensors, with their owners and all views of these, into another space. bad_input: no tensor, a tensor that does
/// not exist, or tensors that all lie there already.
[[nodiscard]] Result<SpacedTensors> moved_to_space(SpacedTensors tensors, const Graph& graph,
                                                   std::span<const TensorId> moved, std::size_t space);

}  // namespace stowage
