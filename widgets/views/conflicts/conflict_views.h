// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QPointF>
#include <QTimer>

#include "widgets/base/canvas.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/base/worker.h"
#include "widgets/controls/camera.h"
#include "widgets/painters/conflicts/conflicts_painter.h"
#include "widgets/painters/conflicts/matrix_painter.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

class QPushButton;

namespace stowage {

class HoverCard;

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
  /// The steps of the time range.
  [[nodiscard]] std::optional<Lifetime> range() const;

  ViewState& state_;
  PlanView view_;
  bool dirty_ = false;  ///< to be worked out again, once the view is seen
};

/// The unsafe pairs around the selected tensors as a graph, placed by Graphviz in the background.
///
/// A selection made elsewhere is put in the centre; one made here keeps the drawing until a double click or Return.
class NeighbourhoodView final : public ConflictView {
  Q_OBJECT

 public:
  explicit NeighbourhoodView(ViewState& state);

  void set_view(const PlanView& view) override;
  /// `limits.within` is ignored: the shared time range says that.
  void set_limits(const NeighbourhoodLimits& limits);
  [[nodiscard]] const NeighbourhoodLimits& limits() const { return limits_; }

  /// The drawing shown, or null.
  [[nodiscard]] const ConflictGraph* conflict_layout() const { return drawn_ ? &drawn_->layout : nullptr; }
  [[nodiscard]] const ConflictNeighbourhood* neighbourhood() const { return drawn_ ? &drawn_->around : nullptr; }
  [[nodiscard]] const Camera& camera() const { return camera_; }
  [[nodiscard]] bool is_drawn() const override { return drawn_ != nullptr; }
  [[nodiscard]] bool busy() const override { return layouter_.busy() || colorer_.busy(); }
  [[nodiscard]] QString sentence() const override;
  /// Puts the selection in the centre.
  void recentre();
  void fit() override;

 private:
  /// One finished drawing; nobody changes it any more.
  struct Drawn {
    std::shared_ptr<const Graph> graph;
    NeighbourhoodLimits limits;
    std::size_t centre = 0;  ///< tensors asked for
    ConflictNeighbourhood around;
    ConflictGraph layout;
  };

  // what is drawn
  void follow_selection();
  void lay_out();
  void take_layout(const std::shared_ptr<const Drawn>& drawn, const QString& failure);
  void recolor();
  void describe();
  void place_start_button();
  [[nodiscard]] bool is_current() const { return drawn_ && drawn_->graph == view_.graph; }
  [[nodiscard]] bool is_at_work() const override { return failure_.isEmpty() && (!ready() || !centre_.empty()); }
  [[nodiscard]] std::vector<TensorId> wanted() const;
  [[nodiscard]] ConflictGraphLook look() const;
  void paint(QPainter& painter) override;
  void draw_page(Drawing& page) const override;

  // input
  [[nodiscard]] bool zooms() const override { return is_drawn(); }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) override;
  void pan(QPointF by) override;
  Drag drag_from() override { return pressed_with() & Qt::ShiftModifier ? Drag::band : Drag::pan; }
  void take_band(const QRectF& band) override;
  void click(QPointF at, Qt::KeyboardModifiers held) override;
  bool double_click(QPointF at) override;
  void hover_at(QPointF at) override;
  void unhover() override;
  void leave() override;
  bool key(QKeyEvent& event) override;
  bool give_up() override { return state_.give_up(), true; }
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void show_card();
  void walk(QPointF direction, bool pair);
  void select(std::vector<TensorId> tensors);

  NeighbourhoodLimits limits_;
  std::vector<TensorId> centre_;
  std::shared_ptr<const Drawn> drawn_;
  QString failure_;
  std::shared_ptr<const Coloring> coloring_;
  std::shared_ptr<const Graph> colored_;  ///< the graph of coloring_
  bool colors_dirty_ = false;

  Camera camera_;
  bool camera_moved_ = false;  ///< by the user, since the drawing appeared
  bool self_selecting_ = false;
  TensorId current_;  ///< where the keys walk from
  std::optional<ConflictGraph::Pair> hovered_pair_;
  QTimer card_delay_;
  HoverCard* card_;
  QPushButton* start_;

  LatestJob layouter_{this}, colorer_{this};  // last: destroyed first
};

/// All pairs of tensors as a matrix to zoom into: each cell says which share of its pairs is unsafe, down to single
/// pairs. The part in view is computed in the background, roughly first; the last picture is shown meanwhile.
/// The mouse and the arrows move a crosshair, a click or Return selects its pair.
class MatrixView final : public ConflictView {
  Q_OBJECT

 public:
  explicit MatrixView(ViewState& state);

  void set_view(const PlanView& view) override;
  void set_order(MatrixOrder order);

  [[nodiscard]] const MatrixGeometry& geometry_of_matrix() const { return geometry_; }
  /// The tensors shown, by rank.
  [[nodiscard]] const MatrixAxis& axis() const { return *axis_; }
  [[nodiscard]] bool is_drawn() const override { return !axis_->order.empty(); }
  [[nodiscard]] bool busy() const override { return sorter_.busy() || worker_.running(); }
  /// What a cell is and what is left out, or what is said instead.
  [[nodiscard]] QString sentence() const override;
  /// What is under the crosshair; empty where there is none.
  [[nodiscard]] QString crosshair_text() const;
  /// A cell is 2^level tensors each way.
  [[nodiscard]] int level() const { return level_to_draw(geometry_, devicePixelRatioF()); }
  void fit() override;

 private:
  using Cell = std::pair<std::uint32_t, std::uint32_t>;  ///< ranks: row, column

  // what is drawn
  [[nodiscard]] bool has_matrix() const { return sorted_.graph && !axis_->order.empty(); }
  /// Whether what is drawn is of the graph of the view, so that its ids mean something to the others.
  [[nodiscard]] bool is_current() const { return has_matrix() && sorted_.graph == view_.graph; }
  [[nodiscard]] bool is_at_work() const override { return !ready() || sorter_.busy(); }
  void sort();
  void take_axis(const PlanView& view, std::shared_ptr<const MatrixAxis> axis, MatrixTile overview);
  void compute_tiles();
  void mark();
  [[nodiscard]] std::vector<std::uint32_t> ranks_of(const std::vector<TensorId>& tensors) const;
  [[nodiscard]] std::optional<std::uint32_t> rank_of(TensorId t) const;
  void describe();
  void refresh();
  void paint(QPainter& painter) override;
  void restyle() override { refresh(); }
  void paint_crosshair_text(QPainter& painter) const;
  [[nodiscard]] bool is_estimate() const;
  void draw_page(Drawing& page) const override;

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
  bool double_click(QPointF /*at*/) override { return fit(), true; }
  void hover_at(QPointF at) override { set_crosshair(cell_at(at)); }
  void leave() override { set_crosshair(std::nullopt); }
  bool key(QKeyEvent& event) override;
  bool give_up() override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  [[nodiscard]] std::optional<Cell> cell_at(QPointF at) const;
  void set_crosshair(std::optional<Cell> cell);
  void move_crosshair(QPoint cells);
  void pick();
  void select_ranks(const QRectF& ranks);
  void change_geometry(const std::function<void(MatrixGeometry&)>& change);
  void reveal(TensorId t);

  MatrixOrder order_ = MatrixOrder::time;
  PlanView sorted_;  ///< the results that axis_ and tiles_ are of
  std::shared_ptr<const MatrixAxis> axis_ = std::make_shared<const MatrixAxis>();
  std::optional<Lifetime> within_;  ///< of axis_
  MatrixTileCache tiles_;
  std::vector<MatrixTileKey> computing_;  ///< the tiles in sight that were asked for
  MatrixGeometry geometry_;
  MatrixMarks marks_;
  CachedPicture layer_;  ///< all but marks and crosshair

  LatestJob sorter_{this};
  Worker worker_{this};  // last: destroyed first
};

}  // namespace stowage
