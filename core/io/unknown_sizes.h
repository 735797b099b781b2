// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/graph/unknown_sizes.h"
#include "core/io/document.h"

namespace stowage {

/// How many tensors of the document have a size that nobody knows, so that no footprint counts them: those that wait
/// for an open dimension which the file does not store a length of, those that the summary tells as such, and those
/// that the graph tells (core/graph/unknown_sizes.h), as a graph file does.
[[nodiscard]] std::size_t unknown_sizes(const Document& document);

/// With these, all that its footprints leave out.
[[nodiscard]] Uncounted uncounted(const Document& document);

}  // namespace stowage
