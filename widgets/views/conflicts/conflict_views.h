// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/camera.h"
#include "widgets/painters/conflicts/conflicts_painter.h"
#include "widgets/painters/conflicts/matrix_painter.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// One way to show unsafe pairs. While it is not seen it works nothing out.
class ConflictView : public Canvas {
  Q_OBJECT

 public:
  /// `state` must outlive the view.
  explicit ConflictView(ViewState& state) : state_(state) {}

  virtual void set_view(const PlanView& view) = 0;
  /// Whether there is a drawing. sentence() says more of it, or why there is none.
  [[nodiscard]] virtual bool is_drawn() const = 0;
  [[nodiscard]] virtual bool busy() const = 0;
  [[nodiscard]] virtual QString sentence() const = 0;
  [[nodiscard]] Drawing drawing() const;

  [[nodiscard]] QSize sizeHint() const override { return {640, 320}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 80}; }

 signals:
  /// Another drawing or sentence.
  void changed();
  void pair_picked();

 protected:
  [[nodiscard]] bool ready() const { return view_.graph && view_.lifetimes && view_.conflicts; }
  /// Whether it has all that a drawing needs, and is about to have one.
  [[nodiscard]] virtual bool is_at_work() const = 0;
  /// What is drawn, and its legend, for a page.
  virtual void draw_page(Drawing& page) const = 0;
  /// Works it out in the background; where the view is not seen, notes that it is `dirty_`.
  virtual void work() = 0;
  void showEvent(QShowEvent* /*event*/) override {
    if (dirty_) work();
  }

  ViewState& state_;
  PlanView view_;
  bool dirty_ = false;  ///< to be worked out again, once the view is seen
};

/// The unsafe pairs around the selected tensors as a graph, placed by Graphviz in the background.
///
/// A selection made elsewhere is put in the centre; one made here keeps the drawing until a double click or Return.
class NeighbourhoodView : public ConflictView {
  Q_OBJECT

 public:
  using ConflictView::ConflictView;

  /// `limits.within` is ignored: the shared time range says that.
  virtual void set_limits(const NeighbourhoodLimits& limits) = 0;
  [[nodiscard]] virtual const NeighbourhoodLimits& limits() const = 0;
  /// The drawing shown, or null.
  [[nodiscard]] virtual const ConflictGraph* conflict_layout() const = 0;
  [[nodiscard]] virtual const ConflictNeighbourhood* neighbourhood() const = 0;
  [[nodiscard]] virtual const Camera& camera() const = 0;
  /// Puts the selection in the centre.
  virtual void recentre() = 0;
};

/// All pairs of tensors as a matrix to zoom into: each cell says which share of its pairs is unsafe, down to single
/// pairs. The part in view is computed in the background, roughly first; the last picture is shown meanwhile.
/// The mouse and the arrows move a crosshair, a click or Return selects its pair.
class MatrixView : public ConflictView {
  Q_OBJECT

 public:
  using ConflictView::ConflictView;

  virtual void set_order(MatrixOrder order) = 0;
  [[nodiscard]] virtual const MatrixGeometry& geometry_of_matrix() const = 0;
  /// The tensors shown, by rank.
  [[nodiscard]] virtual const MatrixAxis& axis() const = 0;
  /// A cell is 2^level tensors each way.
  [[nodiscard]] virtual int level() const = 0;
  /// What is under the crosshair; empty where there is none.
  [[nodiscard]] virtual QString crosshair_text() const = 0;
};

/// `state` must outlive the view.
[[nodiscard]] NeighbourhoodView* make_neighbourhood(ViewState& state);
[[nodiscard]] MatrixView* make_matrix(ViewState& state);

}  // namespace stowage
