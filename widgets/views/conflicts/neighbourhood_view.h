// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QPointF>
#include <QTimer>

#include "widgets/base/canvas.h"
#include "widgets/base/latest_job.h"
#include "widgets/controls/camera.h"
#include "widgets/painters/conflicts/conflict_neighbourhood.h"
#include "widgets/painters/conflicts/conflicts_painter.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

class QPushButton;

namespace stowage {

class HoverCard;
class ViewState;

/// The unsafe pairs around the selected tensors as a graph, placed by Graphviz in the background.
///
/// A selection made elsewhere is put in the centre; one made here keeps the drawing until a double click or Return.
/// A click selects a tensor, or both of a pair on its line; Ctrl adds. Dragging pans; with Shift it selects what it
/// encloses. A double click beside everything shows all. Arrows walk to the neighbour that lies there, and select the
/// pair with Shift.
class NeighbourhoodView final : public Canvas {
  Q_OBJECT

 public:
  /// `state` must outlive the view.
  explicit NeighbourhoodView(ViewState& state, QWidget* parent = nullptr);
  ~NeighbourhoodView() override;

  void set_view(const PlanView& view);
  /// `limits.within` is ignored: the shared time range says that.
  void set_limits(const NeighbourhoodLimits& limits);
  [[nodiscard]] const NeighbourhoodLimits& limits() const { return limits_; }

  /// The drawing shown, or null.
  [[nodiscard]] const ConflictGraph* conflict_layout() const { return drawn_ ? &drawn_->layout : nullptr; }
  [[nodiscard]] const ConflictNeighbourhood* neighbourhood() const { return drawn_ ? &drawn_->around : nullptr; }
  [[nodiscard]] const Camera& camera() const { return camera_; }
  [[nodiscard]] bool busy() const { return layouter_.busy() || colorer_.busy(); }
  /// What is drawn and what was left out, or what is said instead.
  [[nodiscard]] QString sentence() const;
  [[nodiscard]] Drawing drawing() const;

  [[nodiscard]] QSize sizeHint() const override { return {640, 320}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 80}; }

 public slots:
  /// Puts the selection in the centre.
  void recentre();
  void fit() override;

 signals:
  /// Another drawing or sentence.
  void changed();
  void pair_picked();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

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
  void start_at_peak();
  [[nodiscard]] bool ready() const { return view_.graph && view_.lifetimes && view_.conflicts; }
  [[nodiscard]] bool is_current() const { return drawn_ && drawn_->graph == view_.graph; }
  [[nodiscard]] std::vector<TensorId> wanted() const;
  [[nodiscard]] ConflictGraphLook look() const;
  void paint(QPainter& painter) override;

  // input
  [[nodiscard]] bool zooms() const override { return drawn_ != nullptr; }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) override;
  void pan(QPointF by) override;
  Drag drag_from() override;
  void take_band(const QRectF& band) override;
  void click(QPointF at, Qt::KeyboardModifiers held) override;
  bool double_click(QPointF at) override;
  void hover_at(QPointF at) override;
  void unhover() override;
  void leave() override;
  bool key(QKeyEvent& event) override;
  bool give_up() override;
  void show_card();
  void walk(QPointF direction, bool pair);
  void select(std::vector<TensorId> tensors);
  void bring_into_view(const ConflictGraph::Disc& disc);

  ViewState& state_;
  PlanView view_;
  NeighbourhoodLimits limits_;
  std::vector<TensorId> centre_;
  std::shared_ptr<const Drawn> drawn_;
  QString failure_;
  std::shared_ptr<const Coloring> coloring_;
  std::shared_ptr<const Graph> colored_;  ///< the graph of coloring_
  bool dirty_ = false;                    ///< to be drawn again, once the view is seen
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

}  // namespace stowage
