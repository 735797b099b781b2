// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/page/export.h"

namespace stowage {

/// One view that can be drawn into an image.
struct DrawingInfo {
  const char* id;     ///< what `--view` takes
  const char* title;  ///< untranslated
  /// Prepares the drawing; it keeps the results alive. Blocks (Graphviz): for workers.
  Result<Drawing> (*draw)(const PlanView& view, const DrawingLook& look, const Task& task);
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

/// The table of views that can be drawn into an image.
[[nodiscard]] std::span<const DrawingInfo> drawings();

}  // namespace stowage
