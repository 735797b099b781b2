// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QAction>

#include "widgets/base/pane.h"

class QLabel;
class QStackedWidget;

namespace stowage {

class MatrixView;
class SwatchRow;
class NeighbourhoodView;

/// The unsafe pairs: those around the selection as a graph, or all as a matrix.
class ConflictsPane final : public Pane {
  Q_OBJECT

 public:
  explicit ConflictsPane(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;
  /// As if the user had chosen the one or the other.
  void show_neighbourhood() { faces_[kNeighbourhood]->trigger(); }
  void show_matrix() { faces_[kMatrix]->trigger(); }

 private:
  enum Face { kNeighbourhood, kMatrix };
  void take_view(const PlanView& view) override;
  QWidget* make_faces();
  QWidget* make_neighbourhood_controls();
  QWidget* make_matrix_controls();
  void show_face(Face face);
  void show_sentence();

  NeighbourhoodView* neighbourhood_;
  MatrixView* matrix_;
  QStackedWidget *controls_, *views_;
  SwatchRow* legend_;  ///< of the matrix
  QLabel* sentence_;
  std::array<QAction*, 2> faces_{};  ///< by Face
};

}  // namespace stowage
