// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QImage>
#include <QPointF>
#include <QTimer>

#include "widgets/base/canvas.h"
#include "widgets/base/item_list.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/hover_card.h"
#include "widgets/edit/menus.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/model/plan_view.h"

class QMenu;

namespace stowage {

/// The heap map on screen, with the memory curve below it: resources/manual/gestures.md says what mouse and keys do.
/// Screen readers have it as a list of its tensors.
///
/// Plans of many tensors are prepared and drawn by worker threads; until a drawing is there, the last one is shown
/// moved and scaled.
class HeapMapWidget final : public Canvas, public ItemList {
  Q_OBJECT

 public:
  /// `state` must outlive the widget.
  explicit HeapMapWidget(ViewState* state, QWidget* parent = nullptr);

  /// Shows other results. The part in view is kept where the graph is the same, or an edit of it; otherwise all is
  /// shown. Results that an edit made stale stay, with a word on that if it takes long.
  void set_view(const PlanView& view);
  /// Shows what differs between two plans, at the places of the one after, in colours of its own.
  void set_difference(const PlanView& before, const PlanView& after);
  [[nodiscard]] const std::shared_ptr<const HeapMapScene>& scene() const { return content_.scene; }
  /// The classes of the colours shown, for a legend; null where there is no graph.
  [[nodiscard]] const std::shared_ptr<const Coloring>& coloring() const { return content_.coloring; }
  [[nodiscard]] const HeapMapGeometry& geometry_of_map() const { return geometry_; }
  /// What this map alone needs of the axes.
  [[nodiscard]] MapExtent extent() const { return content_.extent(rect()); }
  /// Whether the memory curve stands below the map.
  void show_curve(bool shown);
  [[nodiscard]] bool shows_curve() const { return content_.curve; }
  /// The menu of a tensor has what TensorMenus has, for the graph that is open.
  void offer_edits(AskForEdit ask) { ask_ = std::move(ask); }
  /// At least that much of the axes is shown when all is: maps side by side then have the same scale.
  void set_least_extent(const MapExtent& extent);
  /// What is shown beside this map, or over it, has a run of so many nanoseconds, or, with 0, can be shown over steps
  /// only: then this map is, too. None: there is nothing.
  void set_run_beside(std::optional<std::int64_t> run) {
    if (std::exchange(run_beside_, run) != run && state_->over_time() && asked_.graph) ask();
  }

  /// Whether a worker still prepares or draws something newer than what is shown.
  [[nodiscard]] bool busy() const {
    return preparer_.busy() || drawer_.busy() || colorer_.busy() || plan_delay_.isActive();
  }

  [[nodiscard]] const HeapMapOverlay& overlay() const { return overlay_; }

  /// The page to export: what is in view, with the selection.
  [[nodiscard]] Drawing drawing() const;

  void fit() override {
    change_view([](HeapMapGeometry& map) { map.fit(); });
  }
  void set_map_view(const MapView& view) {
    change_view([&](HeapMapGeometry& map) { map.set_view(view); });
  }
  void reveal(TensorId t);

  [[nodiscard]] QSize sizeHint() const override { return {900, 600}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

 signals:
  /// A plan, or other colours, are shown now; a legend takes them from here, and from the results what they colour.
  void coloring_changed(std::shared_ptr<const stowage::Coloring> coloring, const stowage::PlanView& view);
  void map_view_changed(stowage::MapView view);
  /// Other results are shown now.
  void content_changed();
  /// In its new width it needs another extent().
  void extent_changed();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  /// What a drag in the curve moves.
  enum class Grip { cursor, range, range_end };

  [[nodiscard]] bool has_map() const { return content_.scene && content_.scene->sentence().isEmpty(); }
  [[nodiscard]] bool is_large() const;
  [[nodiscard]] TensorId tensor_at(QPointF at) const;
  /// The part of it that is in view, in pixels.
  [[nodiscard]] QRectF seen(const MapItem& item) const;
  [[nodiscard]] TensorId first_to_select() const;
  void ask();
  [[nodiscard]] bool wants_time() const { return state_->over_time() && run_beside_ != 0; }
  /// The reason in a sentence; empty where it can show time.
  [[nodiscard]] QString why_no_time() const;
  [[nodiscard]] QString difference_text(TensorId t) const;
  void show_content(HeapMapContent content);
  void take_coloring(std::shared_ptr<const Coloring> coloring);
  void recolor();
  void describe();
  void show_progress(bool stale);
  void change_view(const std::function<void(HeapMapGeometry&)>& change);
  /// Draws the part in view, where it is not what was in view before.
  void follow_view(const MapView& before);

  void refresh();  // draws the tensors again
  void redraw_tensors();
  void paint_stale_tensors(QPainter& painter) const;
  void paint(QPainter& painter) override;
  void restyle() override { refresh(); }
  [[nodiscard]] QRectF drawn_area() const override { return geometry_.plot(); }

  // what the shared state says (heap_map_state.cpp)
  void follow_state();
  void follow_all();
  void update_selection();
  void update_found();
  void update_notes();
  void update_moment();
  [[nodiscard]] QString moment_text() const;
  void update_shades();

  [[nodiscard]] bool zooms() const override { return has_map(); }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) override;
  /// The selected tensor where it is in view, or the middle.
  [[nodiscard]] QPointF zoom_centre() const override;
  void pan(QPointF by) override {
    change_view([&](HeapMapGeometry& map) { map.pan(by.x(), by.y()); });
  }
  Drag press_at(QPointF at) override;
  Drag drag_from() override {
    state_->clear_hover();
    return Drag::band;
  }
  void drag_to(QPointF at) override;
  void take_band(const QRectF& band) override;
  void click_band(QPointF at);
  void click(QPointF at, Qt::KeyboardModifiers held) override;
  bool double_click(QPointF at) override;
  void released(Drag /*was*/) override { hover_at(mouse()); }
  void hover_at(QPointF at) override;
  void unhover() override;
  void leave() override {
    unhover();
    state_->clear_hover();
  }
  [[nodiscard]] QString tip_at(QPointF at) const override;
  bool key(QKeyEvent& event) override;
  bool give_up() override;
  void shape_cursor() override;
  void show_card();
  bool walk(MapIndex::Direction direction);

  // time cursor and range
  [[nodiscard]] bool time_key(int key);
  [[nodiscard]] std::optional<std::size_t> fixed_end_beside(QPointF at) const;
  [[nodiscard]] QString curve_card(QPointF at) const;
  void press_curve(QPointF at);
  void drag_range(QPointF to);
  void move_cursor(std::ptrdiff_t by);
  void set_range_end(bool begin);
  void update_time();
  void update_bands();
  /// The content needs other axes, or other parts around the plot.
  void take_own_extent();
  /// The band at a point: of the row that is there, and outside of the rows of the first.
  [[nodiscard]] const StepBand* band_at(QPointF at) const;
  [[nodiscard]] std::shared_ptr<const StepBands> shown_bands() const;
  /// After a change of extent() or the size, `before` being what was in view.
  void follow_extent(const MapView& before);

  // the menu
  void add_tensor_actions(QMenu& menu, const MapItem& item);
  [[nodiscard]] std::vector<TensorId> what_stands_under(TensorId t) const;
  [[nodiscard]] QString card_text(TensorId t) const;

  // as a list, for screen readers
  [[nodiscard]] int item_count() const override {
    return has_map() ? static_cast<int>(content_.scene->graph().tensor_count()) : 0;
  }

  [[nodiscard]] int current_item() const override;
  [[nodiscard]] QString item_name(int item) const override;
  [[nodiscard]] QString item_value(int item) const override;
  [[nodiscard]] QRect item_rect(int item) const override;
  [[nodiscard]] int item_at(QPoint at) const override;
  [[nodiscard]] bool is_item_selected(int item) const override {
    return state_->is_selected(TensorId(static_cast<std::size_t>(item)));
  }
  void choose_item(int item) override;

  ViewState* state_;
  AskForEdit ask_;                          // null: no edits are offered
  PlanView asked_;                          // the results last given, which may still be prepared
  std::shared_ptr<const PlanView> before_;  // what they are compared with, if a difference is shown
  std::optional<std::int64_t> run_beside_;
  HeapMapContent content_;
  HeapMapOverlay overlay_;
  HeapMapGeometry geometry_;
  HoverCard* card_;

  QImage tensors_;        // the rectangles alone, as last drawn …
  MapView tensors_view_;  // … for this view
  bool tensors_stale_ = true;
  double tensors_ratio_ = 0;  // device pixels of a pixel, when they were last asked for
  CachedPicture layer_;       // all but the overlay

  Grip grip_ = Grip::cursor;
  std::size_t range_anchor_ = 0;  // the end of the range that stays, while the other is dragged; a step
  QTimer card_delay_;
  QTimer stale_delay_, plan_delay_;
  bool says_stale_ = false;
  bool shades_selection_ = false;  // so many are selected that the shades say it

  // last: destroyed first, they wait for what uses the rest
  LatestJob preparer_{this}, drawer_{this}, colorer_{this}, holes_{this};
};

}  // namespace stowage
