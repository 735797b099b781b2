// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// A drawing laid out for one page.
struct PageFit {
  GraphLayout layout;
  bool readable = false;  ///< every box has a name in letters of the page's size
  bool distinct = true;   ///< and all names that differ still do
  QSize natural_size{};   ///< of the page that it fills
};

/// Lays the boxes and arrows of `drawn` out once more, for a page on which `around` logical pixels of the height are
/// taken (title, legend). The first of these that fits in letters of the page's size: with kinds and labels of arrows,
/// without kinds, without labels, with shorter and shorter names (while arrows have labels, all that differ); downwards
/// or to the right, lower pages first. Where none fits, the drawing that comes out largest. Cut names keep the part in
/// which they differ. Blocks; errors as for layout_graph.
[[nodiscard]] Result<PageFit> fit_to_page(const Graph& graph, const GraphLayout& drawn, const PageRoom& page,
                                          double around, const Task& task);

/// What to say of a page on which they do not.
[[nodiscard]] QString cut_names_note(const PageRoom& page);

/// "84 mm with letters of 8 pt"
[[nodiscard]] QString page_words(const PageRoom& page);

}  // namespace stowage
