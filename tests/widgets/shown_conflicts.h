// SPDX-License-Identifier: GPL-3.0-or-later
// The conflicts pane on screen, for the tests of its two faces.
#pragma once

#include "tests/widgets/shown_pane.h"
#include "widgets/views/conflicts/conflicts_pane.h"

namespace stowage::test {

struct ShownConflicts : ShownPane<ConflictsPane> {
  explicit ShownConflicts(const PlanView& results) : ShownPane({900, 540}), view(results) { pane.set_view(view); }
  TensorId tensor(const char* name) { return tensor_named(*view.graph, name); }
  QString sentence() { return text("conflicts_sentence"); }

  PlanView view;
};

}  // namespace stowage::test
