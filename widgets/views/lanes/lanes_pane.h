// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <QPointF>
#include <QPointer>

#include "core/insight/edit/edits.h"
#include "core/insight/simulate/ancestors.h"
#include "widgets/base/canvas.h"
#include "widgets/base/item_list.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/edit/edit_request.h"
#include "widgets/painters/lanes/lanes_painter.h"

class QLineEdit;
class QMenu;
class QScrollBar;

namespace stowage {

class HoverCard;
class OperatorMenus;

/// Operators, or the end of a sync, that the mouse has taken hold of in the lanes.
///
/// Let go on another lane, operators move to that stream; anywhere below the lanes, to a new one; on its own lane,
/// a single operator becomes earlier or later. A sync ends at the operator it is let go on. Where operators have
/// durations, it says the new makespan before.
class LaneDrag {
 public:
  /// Of `operators`, which are sorted and hold `grabbed`; without any, of a sync from `grabbed`.
  LaneDrag(std::shared_ptr<const Graph> graph, OperatorId grabbed, std::vector<OperatorId> operators = {});

  /// The mouse is at `at`, over the operator `under` (or none).
  void move_to(const LanesGeometry& geometry, QPointF at, OperatorId under);
  /// What letting go there asks for; nothing where it would change nothing. The document may still refuse it.
  [[nodiscard]] std::optional<EditRequest> request() const;
  /// Why letting go there would be refused; empty where it would not.
  [[nodiscard]] QString refusal() const;
  [[nodiscard]] bool is_sync() const { return operators_.empty(); }
  /// What letting go there would do, or why it would not, in words.
  [[nodiscard]] QString text() const;
  /// The ghost that follows the mouse, and what lies under it: the lane, the steps allowed, the operator.
  void paint(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) const;

 private:
  enum class Target { none, lane, new_lane, step, op };
  using Aim = std::tuple<Target, StreamId, std::size_t, OperatorId>;

  void find_target(const LanesGeometry& geometry, QPointF at, OperatorId under);
  [[nodiscard]] std::size_t step_under(const LanesGeometry& geometry, double x) const;
  [[nodiscard]] QString name(OperatorId o) const;
  [[nodiscard]] QString way(OperatorId from) const;
  void foresee();
  void paint_target(QPainter& painter, const LanesGeometry& geometry, const Theme& theme) const;
  void paint_allowed(QPainter& painter, const LanesGeometry& geometry, const Theme& theme) const;
  void paint_ghost(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) const;
  void paint_sync(QPainter& painter, const LanesGeometry& geometry, const Theme& theme) const;

  std::shared_ptr<const Graph> graph_;
  OperatorId grabbed_;
  std::vector<OperatorId> operators_;  ///< empty for a sync
  AllowedSteps allowed_{};             ///< of a single operator
  QPointF at_;
  Target target_ = Target::none;
  StreamId lane_;
  std::size_t step_ = 0;
  OperatorId end_;                        ///< of the sync
  std::optional<std::int64_t> makespan_;  ///< of the graph, once it was asked for
  std::optional<Aim> foreseen_for_;       ///< what was tried last
  QString foreseen_;                      ///< what its makespan would be, in words; empty where it is not known
  std::shared_ptr<Ancestors> ancestors_;  ///< of `grabbed_`, once an earlier operator was pointed at
};

/// The graph as lanes: across, the global order, or time where operators have durations; one row a stream.
/// resources/manual/gestures.md says what mouse and keys do.
/// Screen readers have it as a list of its operators.
class LanesPane final : public CanvasPane, public ItemList {
  Q_OBJECT

 public:
  /// `state` must outlive the pane.
  explicit LanesPane(ViewState& state);
  ~LanesPane() override;

  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override {
    return PictureWords{"lanes", tr("&Lanes…"), tr("Export image of the lanes"), "-lanes"};
  }

  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  [[nodiscard]] const LanesGeometry& geometry_of_lanes() const { return geometry_; }
  /// Columns beside the plot as wide as those of another view of the same axis.
  void set_margins(const LanesGeometry::Margins& margins);
  /// What the names of lanes need, each with its number of operators.
  [[nodiscard]] double names_width() const { return labels_width_; }
  /// Shows these places, as much as there is of them; none of the signals.
  void show_places(double begin, double end);
  /// The height at which the lanes of so many streams can be read.
  [[nodiscard]] int natural_height(std::size_t streams) const;
  /// Whether colours or redundant syncs are still being worked out.
  [[nodiscard]] bool busy() const override { return colorer_.busy() || reducer_.busy(); }
  /// What is said instead of a drawing; empty where there is one.
  [[nodiscard]] QString message() const;

  [[nodiscard]] QSize sizeHint() const override { return {900, 170}; }
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// What is in view across is another.
  void places_changed();
  /// The names may need another width.
  void names_changed();

 public slots:
  void fit() override;

 protected:
  void resizeEvent(QResizeEvent* /*event*/) override { place_lanes(); }
  void wheelEvent(QWheelEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& view) override;

  [[nodiscard]] bool has_lanes() const { return graph_ && graph_->operator_count() > 0; }
  [[nodiscard]] LanesScene scene() const;
  /// Where ids are of the graph shown.
  [[nodiscard]] LanesHover hover() const;
  void take_scale();
  void place_lanes();
  void change_view(const LanesGeometry& geometry);
  void recolor();
  void find_redundant();
  /// Brings its box into view, and its lane.
  void reveal(OperatorId o);
  void take_moment();
  void follow_selection();
  void describe();

  // painting
  void paint(QPainter& painter) override;
  void restyle() override;
  [[nodiscard]] QRectF drawn_area() const override { return geometry_.plot(); }
  void redraw();
  void paint_hover(QPainter& painter);
  void paint_handle(QPainter& painter) const;
  void paint_named(QPainter& painter) const;
  void show_card();
  [[nodiscard]] const StepBands* shown_bands() const;
  [[nodiscard]] const StepBand* band_at(QPointF at) const;

  // input
  [[nodiscard]] OperatorId operator_at(QPointF at) const;
  using SyncArrow = std::pair<std::size_t, LaneArrow>;
  [[nodiscard]] SyncArrow sync_arrow(std::size_t sync) const;
  void find_drawn_syncs();
  [[nodiscard]] std::optional<std::size_t> sync_at(QPointF at);
  [[nodiscard]] OperatorId current_operator() const;
  [[nodiscard]] bool zooms() const override { return has_lanes(); }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) override;
  /// The selected operator where it is in view, or the middle.
  [[nodiscard]] QPointF zoom_centre() const override;
  void pan(QPointF by) override;
  Drag press_at(QPointF at) override;
  Drag drag_from() override;
  void drag_to(QPointF at) override;
  void drop(QPointF at) override;
  void cancelled() override { edit_.reset(); }
  void take_band(const QRectF& band) override;
  void click(QPointF at, Qt::KeyboardModifiers held) override;
  bool double_click(QPointF at) override;
  void released(Drag /*was*/) override { hover_at(mouse()); }
  void hover_at(QPointF at) override;
  void unhover() override;
  void leave() override;
  bool key(QKeyEvent& event) override;
  bool give_up() override;
  void move_cursor(std::ptrdiff_t steps);
  void walk_along(int by);
  void walk_across(int by);
  void select_and_reveal(OperatorId o);

  // editing
  [[nodiscard]] OperatorId handle_at(QPointF at) const;
  [[nodiscard]] std::optional<StreamId> name_at(QPointF at) const;
  [[nodiscard]] std::vector<OperatorId> selection() const;
  void move_across(int by);
  void move_along(int by);
  void rename(StreamId stream);
  void finish_renaming(bool keep);
  bool edit_key(const QKeyEvent& event);
  bool eventFilter(QObject* watched, QEvent* event) override;
  void show_operator_menu(QPoint global);
  void show_menu(QPoint global, const std::function<void(QMenu&, const OperatorMenus&)>& fill);

  // as a list, for screen readers
  [[nodiscard]] static OperatorId operator_of(int item) { return OperatorId(static_cast<std::size_t>(item)); }
  [[nodiscard]] int item_count() const override;
  [[nodiscard]] int current_item() const override;
  [[nodiscard]] QString item_name(int item) const override;
  [[nodiscard]] QString item_value(int item) const override;
  [[nodiscard]] QRect item_rect(int item) const override;
  [[nodiscard]] int item_at(QPoint at) const override;
  [[nodiscard]] bool is_item_selected(int item) const override { return state().is_selected(operator_of(item)); }
  void choose_item(int item) override { select_and_reveal(operator_of(item)); }

  std::shared_ptr<const Graph> graph_;
  PlanView view_;
  std::shared_ptr<const LaneLinks> links_ = std::make_shared<const LaneLinks>();
  std::shared_ptr<const Coloring> coloring_;  ///< of graph_, or null: colours of streams
  std::vector<std::uint8_t> redundant_;
  std::vector<Played> played_;
  StepScale scale_;
  double names_width_ = 0, labels_width_ = 0;  // with room for any number of operators; each with its own
  std::optional<LanesGeometry::Margins> margins_;
  LanesGeometry geometry_;
  std::pair<double, double> announced_;  // places, by places_changed()
  QScrollBar* scroll_;

  std::optional<ControlEdge> selected_sync_;
  std::optional<std::size_t> hovered_sync_;
  std::optional<QPointF> pointer_;  ///< where the hover card is wanted
  OperatorId under_mouse_;          ///< with the handle that is drawn,
  bool on_handle_ = false;          ///< which the mouse is on
  std::optional<QPointF> resting_;  ///< where something was dropped, until the mouse is well away from there
  QPointer<HoverCard> card_;        ///< of the window, since it is higher than the lanes
  std::optional<LaneDrag> edit_;    ///< what is dragged; none: in a drag of its own, the time cursor
  CachedPicture picture_;           ///< all but what follows the mouse
  bool syncs_known_ = false;        ///< whether these are what the picture has
  std::vector<std::size_t> syncs_;
  std::vector<SyncArrow> sync_arrows_;
  bool self_selecting_ = false;
  QLineEdit* name_edit_;  ///< over the name of the lane that is being renamed
  StreamId renaming_;
  StreamId named_;  ///< whose name was clicked last: F2 renames this stream

  LatestJob colorer_{this}, reducer_{this};  // last: destroyed first, they wait for what uses the rest
};

}  // namespace stowage
