// SPDX-License-Identifier: GPL-3.0-or-later
// The conflicts pane on screen, for the tests of its two faces.
#pragma once

#include "tests/widgets/shown_pane.h"
#include "widgets/views/conflicts/conflict_views.h"
#include "widgets/views/views.h"

namespace stowage::test {

struct ShownConflicts : ShownPane<Pane> {
  explicit ShownConflicts(const PlanView& results) : ShownPane({900, 540}, make_conflicts), view(results) {
    pane.set_view(view);
  }
  TensorId tensor(const char* name) { return tensor_named(*view.graph, name); }
  QString sentence() { return text("conflicts_sentence"); }

  PlanView view;
};

}  // namespace stowage::test
