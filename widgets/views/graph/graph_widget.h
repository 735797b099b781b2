// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QPointF>

#include "widgets/base/canvas.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/camera.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/page/export.h"

class QToolButton;

namespace stowage {

class HoverCard;

/// The computational graph, drawn by Graphviz in the background: operators by class, tensors and syncs between them.
/// After an edit the last drawing stays, greyed, until the next one is there; other streams alone need none.
///
/// Large graphs show their modules, as far as they are open, or a neighbourhood, and say so: a selection made elsewhere
/// is fetched, and so is a path that is lit. resources/manual/gestures.md says what mouse and keys do.
class GraphWidget final : public CanvasPane {
  Q_OBJECT

 public:
  /// `state` must outlive the widget.
  explicit GraphWidget(ViewState& state);
  /// For export: the drawing with its selection and legend, on a page of its natural size; the part in view where the
  /// user zoomed or panned. Empty `paint` while nothing is drawn.
  [[nodiscard]] Drawing drawing() const override;

  /// The drawing shown, or null.
  [[nodiscard]] const GraphLayout* graph_layout() const { return layout_ ? &*layout_ : nullptr; }
  [[nodiscard]] const Camera& camera() const { return camera_; }
  [[nodiscard]] bool busy() const override { return job_.busy() || colorer_.busy(); }
  /// The words on top: what is not shown, that a layout is under way, or what went wrong.
  [[nodiscard]] QString banner() const;
  /// What is said instead of a drawing; empty where there is one.
  [[nodiscard]] QString message() const;

  [[nodiscard]] QSize sizeHint() const override { return {480, 640}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

 public slots:
  void fit() override;
  void set_legend_shown(bool shown) {
    legend_shown_ = shown;
    redraw();
  }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  /// One that was edited keeps the place the reader looks at.
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& view) override;
  void showEvent(QShowEvent* event) override;
  // layout
  struct Laid {
    std::shared_ptr<const Graph> graph;
    Result<GraphLayout> layout;
    GraphSubset subset;
    Coloring coloring;
    std::shared_ptr<const GraphModules> modules;  // null: single operators
  };
  void lay_out();
  void take_layout(const Laid& laid);
  /// Whether what is drawn is the graph of the view, so that its ids mean something to the others.
  [[nodiscard]] bool is_current() const { return layout_ && drawn_ == graph_; }
  void keep_place(const GraphLayout& before, const Graph& old);
  /// Leaves out those that the graph does not have.
  [[nodiscard]] std::vector<OperatorId> known(std::vector<OperatorId> operators) const;
  [[nodiscard]] std::vector<OperatorId> wanted_operators() const;
  void follow_selection();
  // modules
  [[nodiscard]] std::shared_ptr<const GraphModules> wanted_modules() const;
  void follow_modules();
  void show_boxes();

  /// Whether a part of the drawing, a pixel or more, is out of view.
  [[nodiscard]] bool hides_part() const {
    return layout_ && !camera_.to_drawing(view_area().adjusted(-1, -1, 1, 1)).contains(layout_->bounds);
  }

  [[nodiscard]] double box_width() const;
  [[nodiscard]] QPoint fit_place() const;
  void represent_selection();
  /// The module that a node stands for; none where it is an operator.
  [[nodiscard]] std::optional<std::uint32_t> module_of(const GraphLayout::Node* node) const;
  void walk_modules(QPoint arrow);
  bool open_module_key(const QKeyEvent& event);
  void follow_path();

  void recolor();

  // what is where
  [[nodiscard]] GraphScene scene() const;

  [[nodiscard]] QRectF drawing_bounds() const {
    return layout_->bounds.adjusted(-kGraphMargin, -kGraphMargin, kGraphMargin, kGraphMargin);
  }

  [[nodiscard]] QRectF view_area() const;
  [[nodiscard]] const std::vector<GraphLegendItem>& legend_items() const;
  [[nodiscard]] QRectF legend_plate() const;
  [[nodiscard]] double banner_height() const;
  void show_initially();
  void show_path();
  void bring_into_view(QRectF box);

  // painting
  void paint(QPainter& painter) override;
  void redraw();
  void paint_all(QPainter& painter) const;
  void paint_hover(QPainter& painter) const;
  [[nodiscard]] QRectF drawn_area() const override { return view_area(); }
  void paint_legend(QPainter& painter) const;
  void paint_banner(QPainter& painter) const;
  void show_card();

  // input
  [[nodiscard]] bool zooms() const override { return layout_.has_value(); }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) override;
  void pan(QPointF by) override;
  Drag drag_from() override;
  void drag_to(QPointF at) override;
  void drop(QPointF at) override;
  void cancelled() override { sync_from_ = OperatorId(); }
  void take_band(const QRectF& band) override;
  void click(QPointF point, Qt::KeyboardModifiers held) override;
  bool double_click(QPointF at) override;
  void hover_at(QPointF point) override;
  void unhover() override;
  void leave() override;
  bool key(QKeyEvent& event) override;
  bool give_up() override { return state_.give_up(), true; }
  void walk_from_current(QPoint arrow);
  [[nodiscard]] OperatorId current_operator() const;
  void select(OperatorId o, bool add);
  void describe();

  /// What is at a place of the view: a node, or an edge that is near enough, or neither.
  struct Under {
    const GraphLayout::Node* node = nullptr;
    const GraphLayout::Edge* edge = nullptr;

    [[nodiscard]] const void* thing() const { return node ? static_cast<const void*>(node) : edge; }
  };
  [[nodiscard]] Under under(QPointF point) const;

  // editing
  [[nodiscard]] OperatorId operator_at(QPointF point) const;
  [[nodiscard]] OperatorId handle_at(QPointF point) const;
  [[nodiscard]] QRectF handle_of(OperatorId o) const;
  void paint_handle(QPainter& painter) const;
  void paint_new_sync(QPainter& painter) const;
  bool edit_key(const QKeyEvent& event);

  ViewState& state_;
  std::shared_ptr<const Graph> graph_;  ///< the newest
  Coloring coloring_;
  bool recorded_ = false;               ///< operators allocate and free
  std::shared_ptr<const Graph> drawn_;  ///< the graph of layout_; the old one until a new layout is there
  std::optional<GraphLayout> layout_;
  std::vector<Played> played_;
  std::optional<ControlEdge> selected_sync_;
  GraphSubset subset_;
  std::shared_ptr<const GraphModules> modules_;  ///< that are drawn; null: single operators
  std::vector<std::uint32_t> drawn_open_;        ///< those that were open in that drawing
  std::vector<OperatorId> represented_;          ///< nodes that have selected operators, by their first operators
  std::optional<bool> modules_wanted_;           ///< none: where the graph is large
  QToolButton* modules_box_;
  QToolButton* fit_box_;  ///< there while part of the drawing is out of view
  QString failure_;
  Camera camera_;
  bool camera_moved_ = false;  ///< by the user, since the drawing appeared
  bool zoomed_ = false;        ///< or panned, by the user: that part is exported
  bool legend_shown_ = true;
  bool self_selecting_ = false;
  bool selected_here_ = false;         ///< the present selection was made here
  bool selection_unseen_ = false;      ///< it changed while the widget was hidden
  OperatorId sync_from_;               ///< where the dragged sync begins, or none
  std::optional<QPointF> pointer_;     ///< where the hover card is wanted
  const void* under_mouse_ = nullptr;  ///< a node or an edge of layout_
  bool on_handle_ = false;
  HoverCard* card_;
  const void* card_of_ = nullptr;  ///< the node or edge that card_html_ is of
  QString card_html_;
  CachedPicture picture_;                                       ///< all but what follows the mouse
  mutable std::optional<std::vector<GraphLegendItem>> legend_;  ///< for what is drawn; none: not made yet
  LatestJob job_, colorer_{this};
};

}  // namespace stowage
