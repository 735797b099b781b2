// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <QSize>

#include "core/base/error.h"
#include "core/base/task.h"
#include "widgets/painters/export.h"
#include "widgets/painters/plan_view.h"

namespace stowage {

/// One view that can be drawn into an image.
struct ViewInfo {
  const char* id;     ///< what `--view` takes
  const char* title;  ///< untranslated
  /// Prepares the drawing for a page of about `size`; it keeps the results alive. Blocks (Graphviz): for workers.
  Result<Drawing> (*draw)(const PlanView& view, ColorBy by, QSize size, const Task& task);
  bool shows_plan = false;  ///< whether it needs a plan and its bounds; the others need only graph and conflicts
};

/// The table of views: "heap", "difference" (of the plan and the view's baseline), "conflicts", "graph", "lifetimes",
/// "sizes", "allocation" and "allocation-degree" (NNC's own plan, by either rule).
[[nodiscard]] std::span<const ViewInfo> views();

}  // namespace stowage
