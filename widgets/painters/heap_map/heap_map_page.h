// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "widgets/painters/heap_map/heap_map_painter.h"

namespace stowage {

/// The heap map as one HTML file to be sent to others: the plan as data, and a viewer (widgets/painters/heap_map/html/)
/// that pans, zooms, names what is under the mouse and is used by keyboard as well. It shows the content's colouring,
/// follows the reader's light or dark, and never asks the network for anything: its Content-Security-Policy allows its
/// own script and style by their hashes alone. Names from the file are data in it, never markup. Its x axis
/// is steps, also where the content's is time.
///
/// The data are one JSON object, in the element of id "plan":
/// ```
/// format      "stowage-heap-map", version 1
/// steps, times (steps + 1 of them, or null), alignment, footprint, bound, proved
/// tensors     names, sizes, offsets, begins, ends, classes, producers (operator or -1): one entry a tensor, by
///             TensorId; outputs: the tensors that are kept
/// holds       tensors, begins, ends: where core/insight/analysis/byte_usage.h says more than the lifetime
/// operators   names, inputs (lists of tensors), in their order; null for lifetimes, which have none of their own
/// legend      label, detail, shown: by class; hidden: the classes that are switched off
/// themes      light, dark: colours as "#rrggbb", by class where there is one each
/// texts       the viewer's words, in the application's language
/// ```
/// With a plan `shown_beside` it, "b" is the same of that one, and "side" the name of each: the page shows one,
/// and switches to the other in the same place. bad_input where there is nothing to draw, with the scene's sentence.
///
/// `merged_from` says of how many tensors the blocks are, where that are more (app/python/coarse_plan.h).
[[nodiscard]] Result<std::string> heap_map_page(const HeapMapContent& shown,
                                                const HeapMapContent* shown_beside = nullptr,
                                                std::optional<std::uint64_t> merged_from = {});

/// Whether a file of that name is to be such a page: it ends in .html or .htm.
[[nodiscard]] bool is_page_name(const std::string& path);

}  // namespace stowage
