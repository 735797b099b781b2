// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "widgets/base/pane.h"
#include "widgets/painters/loops/loop_map.h"

namespace stowage {

/// The loops of the graph, each planned so that it copies nothing.
/// ```
///  All comes round after 2 iterations. 9.00 KiB in 2 buffers …  Iteration [7]
///  ┌ loops ───┬ c % 2 = 0 │ c % 2 = 1 ┬ tensor  c % 2 = 0  c % 2 = 1 ┐
///  │ ▾ train  │ map of the unrolled   │ x       0          4,096     │
///  │   refine │ body                  │ y       4,096      0         │
///  └──────────┴───────────────────────┴──────────────────────────────┘
///  If iteration 7 is the last, the results lie so: y at 0.
/// ```
/// They are planned in the background, while the pane is seen. An operator that is selected anywhere and is a loop is
/// chosen here; one that is chosen here is selected everywhere.
class LoopsPane : public Pane {
  Q_OBJECT

 public:
  using Pane::Pane;

  /// The loop that is shown; null while none is.
  [[nodiscard]] virtual const std::shared_ptr<const LoopMap>& map() const = 0;

 signals:
  /// The user wants to see a graph that has a loop.
  void sample_requested();
};

/// `state` must outlive the pane.
[[nodiscard]] LoopsPane* make_loops(ViewState& state);

}  // namespace stowage
