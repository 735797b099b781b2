// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/graph/sharing.h"

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
  std::vector<Offset> offsets;       ///< by TensorId, in its space; empty where the file has no plan
  std::vector<View> views{};         ///< of all spaces: taken from the document by open_space()
  std::vector<InPlace> in_place{};   ///< the same
};

/// Makes a document of all tensors one of a space: the tensors of other spaces, and those outside of all, have 0 bytes,
/// so that what depends on them still does and they occupy nothing, and share no bytes with any tensor; the plan is that
/// of the space. Counts the tensors
/// (no views) and the footprint of each space. `wanted` is its name; none: the one with the largest footprint, or without a plan
/// the most bytes, of several the first.
///
/// bad_input lists the names where no space has this one, and refuses more than 256 spaces. `document` has all sizes,
/// and `spaces` may not be empty.
[[nodiscard]] Result<Document> open_space(Document document, std::vector<MemorySpace> spaces, SpacedTensors tensors,
                                          const std::optional<std::string>& wanted, const std::string& file);

/// The same document, of another of its spaces; `space` is a place in Document::spaces.
[[nodiscard]] Document in_space(const Document& document, std::size_t space);

}  // namespace stowage
