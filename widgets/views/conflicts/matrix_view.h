// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QPointF>

#include "widgets/base/canvas.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/worker.h"
#include "widgets/painters/conflicts/matrix_painter.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

namespace stowage {

class ViewState;

/// All pairs of tensors as a matrix to zoom into: each cell says which share of its pairs is unsafe, down to single
/// pairs. The part in view is computed in the background, roughly first; the last picture is shown meanwhile.
///
/// A left drag zooms to what it encloses, or with Shift selects its rows and columns; a double click shows all. The
/// mouse and the arrows move the crosshair (Shift: ten times as far), a click or Return selects the pair.
class MatrixView final : public Canvas {
  Q_OBJECT

 public:
  /// `state` must outlive the view.
  explicit MatrixView(ViewState& state, QWidget* parent = nullptr);
  ~MatrixView() override;

  void set_view(const PlanView& view);
  void set_order(MatrixOrder order);
  [[nodiscard]] MatrixOrder order() const { return order_; }

  [[nodiscard]] const MatrixGeometry& geometry_of_matrix() const { return geometry_; }
  /// The tensors shown, by rank.
  [[nodiscard]] const MatrixAxis& axis() const { return *axis_; }
  [[nodiscard]] bool busy() const { return sorter_.busy() || worker_.running(); }
  /// What a cell is and what is left out, or what is said instead.
  [[nodiscard]] QString sentence() const;
  /// What is under the crosshair; empty where there is none.
  [[nodiscard]] QString crosshair_text() const;
  /// A cell is 2^level tensors each way.
  [[nodiscard]] int level() const;
  [[nodiscard]] Drawing drawing() const;

  [[nodiscard]] QSize sizeHint() const override { return {640, 320}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 80}; }

 public slots:
  void fit() override;

 signals:
  /// Another sentence.
  void changed();
  void pair_picked();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  using Cell = std::pair<std::uint32_t, std::uint32_t>;  ///< ranks: row, column

  // what is drawn
  [[nodiscard]] bool ready() const { return view_.graph && view_.lifetimes && view_.conflicts; }
  [[nodiscard]] bool has_matrix() const { return sorted_.graph && !axis_->order.empty(); }
  /// Whether what is drawn is of the graph of the view, so that its ids mean something to the others.
  [[nodiscard]] bool is_current() const { return has_matrix() && sorted_.graph == view_.graph; }
  void sort();
  void take_axis(const PlanView& view, std::shared_ptr<const MatrixAxis> axis, MatrixTile overview);
  void compute_tiles();
  void take_tile(const MatrixTileKey& key, const MatrixTile& tile);
  void mark();
  [[nodiscard]] std::vector<std::uint32_t> ranks_of(const std::vector<TensorId>& tensors) const;
  [[nodiscard]] std::optional<std::uint32_t> rank_of(TensorId t) const;
  void describe();
  void refresh();
  void paint(QPainter& painter) override;
  void restyle() override { refresh(); }
  void paint_crosshair_text(QPainter& painter) const;
  [[nodiscard]] bool is_estimate() const;

  // input
  [[nodiscard]] QRectF drawn_area() const override { return geometry_.seen(); }
  [[nodiscard]] bool zooms() const override { return has_matrix(); }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) override;
  [[nodiscard]] QPointF zoom_centre() const override;
  void pan(QPointF by) override;
  Drag press_at(QPointF at) override;
  Drag drag_from() override { return Drag::band; }
  void take_band(const QRectF& band) override;
  void click(QPointF at, Qt::KeyboardModifiers held) override;
  bool double_click(QPointF at) override;
  void hover_at(QPointF at) override { set_crosshair(cell_at(at)); }
  void leave() override { set_crosshair(std::nullopt); }
  bool key(QKeyEvent& event) override;
  bool give_up() override;
  [[nodiscard]] std::optional<Cell> cell_at(QPointF at) const;
  void set_crosshair(std::optional<Cell> cell);
  void move_crosshair(int rows, int columns, bool far);
  void pick();
  void select_ranks(const QRectF& ranks);
  void change_geometry(const MatrixGeometry& geometry);
  void reveal(TensorId t);

  ViewState& state_;
  PlanView view_;
  MatrixOrder order_ = MatrixOrder::time;
  PlanView sorted_;  ///< the results that axis_ and tiles_ are of
  std::shared_ptr<const MatrixAxis> axis_ = std::make_shared<const MatrixAxis>();
  std::optional<Lifetime> within_;  ///< of axis_
  bool dirty_ = false;              ///< to be sorted again, once the view is seen
  MatrixTileCache tiles_;
  std::vector<MatrixTileKey> computing_;  ///< the tiles in sight that were asked for
  MatrixGeometry geometry_;
  MatrixMarks marks_;
  CachedPicture layer_;  ///< all but marks and crosshair

  LatestJob sorter_{this};
  Worker worker_{this};  // last: destroyed first
};

}  // namespace stowage
