// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/pane.h"

class QLabel;
class QStackedWidget;

namespace stowage {

class NeighbourhoodView;

/// The unsafe pairs, around the selection.
class ConflictsPane final : public Pane {
  Q_OBJECT

 public:
  explicit ConflictsPane(ViewState& state, QWidget* parent = nullptr);

  void set_view(const PlanView& view) override;
  [[nodiscard]] Drawing drawing() const override;

 private:
  QWidget* make_neighbourhood_controls();
  void show_sentence();

  NeighbourhoodView* neighbourhood_;
  QLabel* sentence_;
};

}  // namespace stowage
