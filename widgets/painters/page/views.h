// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include <QSize>

#include "core/base/error.h"
#include "core/base/task.h"
#include "widgets/painters/graph/graph_drawing.h"
#include "widgets/painters/model/plan_set.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/model/step_bands.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// How a view is drawn.
struct ViewLook {
  ColorBy by = ColorBy::stream;
  std::shared_ptr<const StepBands> bands{};  ///< of the view's graph; null: none
  bool over_time = false;                    ///< where the view can, and operators have durations
  std::shared_ptr<const PlanSet> plans{};    ///< of the view's graph, for a view that compares strategies
  GraphGroup group = GraphGroup::fitting;    ///< what a box stands for, in a view of operators
  Bytes alignment{1};                        ///< of sizes, where the view has no plan
};

/// One view that can be drawn into an image.
struct ViewInfo {
  const char* id;     ///< what `--view` takes
  const char* title;  ///< untranslated
  /// Prepares the drawing for a page of about `size`; it keeps the results alive. Blocks (Graphviz): for workers.
  Result<Drawing> (*draw)(const PlanView& view, const ViewLook& look, QSize size, const Task& task);
  bool shows_plan = false;        ///< whether it needs a plan and its bounds; the others need only graph and conflicts
  bool shows_bands = false;       ///< whether it draws those of its look
  bool shows_time = false;        ///< whether it can be drawn over time
  bool cuts_steps = false;        ///< whether a part of its time axis can be drawn alone
  bool cuts_addresses = false;    ///< the same of addresses
  bool shows_strategies = false;  ///< whether it needs the plans of its look
  bool groups = false;            ///< whether it draws operators or modules
  bool compares = false;          ///< whether it draws a second plan
  bool counts_bytes = false;      ///< whether it needs a plan where outputs may lie over inputs: the bytes alive differ
};

/// The table of views.
[[nodiscard]] std::span<const ViewInfo> views();

}  // namespace stowage
