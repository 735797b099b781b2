// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lanes/lanes_pane.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPointer>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QWheelEvent>

#include "core/graph/laid_out.h"
#include "core/insight/edit/edits.h"
#include "core/insight/recorded/heap_graph.h"
#include "widgets/base/item_list.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/hover_card.h"
#include "widgets/controls/time_axis.h"
#include "widgets/edit/edits.h"
#include "widgets/edit/menus.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/lanes/lanes_painter.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/lanes/lane_drag.h"

namespace stowage {
namespace {

constexpr std::size_t kLarge = 50'000;      // tensors; more are coloured in the background
constexpr std::size_t kMostSteps = 20'000;  // looked at, at each move of the mouse, for what implies a sync
constexpr double kReach = 4;  // how far from an arrow, or a box narrower than that, a click still means it, in pixels
constexpr double kRest = 24;  // how far the mouse goes, after a drop, before it points at things again, in pixels
constexpr double kScrollEdge = 14;  // a drag so near the first or last lane in view scrolls on

/// The pane: see its header.
class LanesView final : public LanesPane, public ItemList {
  Q_DECLARE_TR_FUNCTIONS(stowage::LanesPane)

 public:
  explicit LanesView(ViewState& state) : LanesPane(state), scroll_(new QScrollBar(Qt::Vertical, this)) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    tell_of_items(*this);
    set_picture({"lanes", tr("&Lanes…"), tr("Export image of the lanes"), "-lanes"});
    setAccessibleName(tr("Lanes"));
    scroll_->setAccessibleName(tr("Scroll lanes"));
    scroll_->hide();
    connect(scroll_, &QScrollBar::valueChanged, this, [this](int value) {
      geometry_.scroll_to(value);
      redraw();
    });
    const auto repaint = &LanesView::redraw;
    connect(&state, &ViewState::selection_changed, this, &LanesView::follow_selection);
    connect(&state, &ViewState::hover_changed, this, qOverload<>(&QWidget::update));
    connect(&state, &ViewState::time_cursor_changed, this, repaint);
    connect(&state, &ViewState::time_range_changed, this, repaint);
    connect(&state, &ViewState::path_changed, this, repaint);
    connect(&state, &ViewState::moment_changed, this, &LanesView::take_moment);
    connect(&state, &ViewState::colors_changed, this, &LanesView::recolor);
    connect(&state, &ViewState::bands_changed, this, &LanesView::place_lanes);
    connect(&state, &ViewState::modules_changed, this, &LanesView::fold);
    connect(&state, &ViewState::over_time_changed, this, [this] {
      cancel_drag();
      take_scale();
      place_lanes();
      describe();
    });
    connect(&state, &ViewState::reveal_requested, this, [this](TensorId t) {
      if (!has_lanes() || t.index() >= graph_->tensor_count()) return;
      const OperatorId o = graph_->producer(t).valid()    ? graph_->producer(t)
                           : graph_->consumers(t).empty() ? OperatorId()
                                                          : graph_->consumers(t).front();
      if (o.valid()) reveal(o);
    });
  }
  ~LanesView() override { delete card_; }

  [[nodiscard]] Drawing drawing() const override {
    if (!has_lanes()) return {};
    return lanes_drawing(graph_, scene(), geometry_);
  }
  void set_margins(const LanesGeometry::Margins& margins) override {
    if (margins_ == margins) return;
    margins_ = margins;
    updateGeometry();
    place_lanes();
  }
  [[nodiscard]] double names_width() const override { return labels_width_; }
  void show_places(double begin, double end) override {
    LanesGeometry shown = geometry_;
    shown.show({begin, end, geometry_.view().scroll});
    const QSignalBlocker quiet(this);
    change_view(shown);
  }
  [[nodiscard]] int natural_height(std::size_t streams) const override {
    constexpr int kLane = 26, kStrip = 18, kAxis = 18;  // pixels: a lane that can be read, and what is below all
    const int below = margins_ && !margins_->axis ? kStrip : kStrip + kAxis;
    return kLane * static_cast<int>(std::min<std::size_t>(streams, 64)) + below;
  }
  /// Whether colours or redundant syncs are still being worked out.
  [[nodiscard]] bool busy() const override { return colorer_.busy() || reducer_.busy() || folder_.busy(); }
  /// What is said instead of a drawing; empty where there is one.
  [[nodiscard]] QString message() const {
    if (!graph_) return tr("No graph is open.");
    return has_lanes() ? QString() : tr("This graph has no operators, so there are no lanes.");
  }

  [[nodiscard]] QSize sizeHint() const override { return {900, 170}; }
  /// Two lanes, with another view's axis, are wholly seen in less height than three.
  [[nodiscard]] QSize minimumSizeHint() const override {
    constexpr int kHigh = 90;
    return {240, graph_ && margins_ ? std::min(kHigh, natural_height(graph_->stream_count())) : kHigh};
  }

  void fit() override {
    geometry_.fit();
    change_view(geometry_);
  }

 protected:
  void resizeEvent(QResizeEvent* /*event*/) override { place_lanes(); }
  void wheelEvent(QWheelEvent* event) override {
    if (!has_lanes() || !(event->modifiers() & Qt::ShiftModifier)) return CanvasPane::wheelEvent(event);
    event->accept();
    pan({0, wheel_notches(*event) * geometry_.lane_height()});
    hover_at(event->position());
  }
  void contextMenuEvent(QContextMenuEvent* event) override {
    if (!has_lanes()) return event->ignore();
    cancel_drag();
    if (event->reason() != QContextMenuEvent::Mouse) {
      const OperatorId current = current_operator();
      const QRectF box = current.valid()
                             ? geometry_.box(current.index(), graph_->stream(current).index()) & geometry_.plot()
                             : QRectF(geometry_.plot().topLeft(), QSizeF(1, 1));
      return show_operator_menu(
          mapToGlobal(box.isEmpty() ? geometry_.plot().center().toPoint() : box.center().toPoint()));
    }
    if (const auto stream = name_at(event->pos()))
      return show_menu(event->globalPos(), [this, stream](QMenu& menu, const OperatorMenus& menus) {
        menus.fill_for_stream(menu, *stream);
      });
    const OperatorId o = operator_at(event->pos());
    if ((o.valid() && !state().is_selected(o)) || (!o.valid() && sync_at(event->pos()))) click(event->pos(), {});
    show_operator_menu(event->globalPos());
  }

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    if (graph == graph_) return;
    const bool another = !graph_ || !graph || graph->tensor_count() != graph_->tensor_count();
    const bool same_syncs = !another && std::ranges::equal(graph->control(), graph_->control()) &&
                            graph->operator_count() == graph_->operator_count();
    graph_ = graph;
    if (!same_syncs) links_ = std::make_shared<const LaneLinks>(graph ? LaneLinks(*graph) : LaneLinks());
    redundant_.clear();
    hovered_sync_.reset();
    named_ = {};
    // The selection was renumbered before; the sync is between the two that it holds.
    const auto& selected = state().selected_operators();
    if (selected_sync_ && selected.size() == 2) selected_sync_ = ControlEdge{selected[0], selected[1]};
    if (selected_sync_ && links_->find(*selected_sync_) == links_->syncs().size()) selected_sync_.reset();
    cancel_drag();
    reducer_.cancel();
    if (another) geometry_ = {};
    take_folds(nullptr);
    fold();
    take_scale();
    restyle();
    take_moment();
    recolor();
    describe();
  }
  void take_view(const PlanView& view) override {
    const bool other_history = view.history != view_.history;
    view_ = view;
    if (!view.stale) take_graph(view.graph);
    if (other_history) {
      take_scale();
      place_lanes();
    }
    if (graph_ && view.graph == graph_ && !view.planning && !view.stale) find_redundant();
  }

  [[nodiscard]] bool has_lanes() const { return graph_ && graph_->operator_count() > 0; }
  [[nodiscard]] LanesScene scene() const {
    const std::size_t operators = graph_->operator_count(), tensors = graph_->tensor_count();
    const auto known = [](const auto& ids, std::size_t count) {
      return std::span(ids).first(static_cast<std::size_t>(
          std::ranges::lower_bound(ids, count, {}, [](auto id) { return id.index(); }) - ids.begin()));
    };
    LanesScene out{.graph = graph_.get(), .links = links_.get(), .coloring = coloring_.get()};
    if (coloring_ || state().color_by() == ColorBy::stream) out.hidden_classes = state().hidden_classes();
    out.redundant = redundant_;
    out.operators = known(state().selected_operators(), operators);
    out.tensors = known(state().selected_tensors(), tensors);
    if (selected_sync_) out.selected_sync = links_->find(*selected_sync_);
    out.time_cursor = state().time_cursor();
    if (out.time_cursor && *out.time_cursor < operators && scale_.over_events())
      out.event_cursor = state().event_cursor().value_or(heap_step_of(*graph_, *view_.history, *out.time_cursor));
    if (const auto range = state().time_range()) out.time_range = std::pair(range->begin, range->end);
    const auto& path = state().path();
    if (std::ranges::all_of(path, [&](OperatorId step) { return step.index() < operators; })) out.path = path;
    out.played = played_;
    out.bands = state().bands_of(graph_).get();
    return out;
  }
  /// Where ids are of the graph shown.
  [[nodiscard]] LanesHover hover() const {
    const OperatorId o = state().hovered_operator();
    const TensorId t = state().hovered_tensor();
    LanesHover out{.sync = hovered_sync_};
    if (o.valid() && o.index() < graph_->operator_count()) out.op = o;
    if (t.valid() && t.index() < graph_->tensor_count()) out.tensor = t;
    return out;
  }
  void take_scale() {
    scale_ = graph_ ? step_scale(*graph_, state().over_time()) : StepScale();
    // As the heap map: over what the allocator did.
    if (graph_ && view_.history && steps_match(*graph_, *view_.history)) scale_ = StepScale::over(graph_->times());
  }
  /// The lanes where they now are, keeping what is seen of them.
  void place_lanes() {
    const std::size_t lanes = graph_ ? graph_->stream_count() : 0;
    QRectF room = rect();
    const bool bands = state().bands_of(graph_) && !scale_.over_time() && !scale_.over_events();
    LanesGeometry placed = geometry_.moved_to(room, scale_, lanes, names_width_, bands, margins_);
    const bool scrolls = placed.most_scroll() > 0;
    if (scrolls && !margins_) {
      room.setRight(room.right() - scroll_->sizeHint().width());
      placed = geometry_.moved_to(room, scale_, lanes, names_width_, bands);
    }
    const double left = margins_ ? placed.plot().right() + 1 : room.right();
    scroll_->setGeometry(QRectF(left, 0, width() - left, placed.plot().bottom()).toRect());
    scroll_->setVisible(scrolls);
    change_view(placed);
  }
  void change_view(const LanesGeometry& geometry) {
    geometry_ = geometry;
    const QSignalBlocker quiet(scroll_);
    scroll_->setRange(0, static_cast<int>(geometry_.most_scroll()));
    scroll_->setPageStep(static_cast<int>(geometry_.plot().height()));
    scroll_->setSingleStep(static_cast<int>(geometry_.lane_height()));
    scroll_->setValue(static_cast<int>(geometry_.view().scroll));
    redraw();
    const std::pair places(geometry_.view().begin, geometry_.view().end);
    if (std::exchange(announced_, places) != places) emit places_changed();
  }
  /// The rule of the other views.
  void recolor() {
    colorer_.cancel();
    coloring_.reset();
    redraw();
    const ColorBy by = state().color_by();
    if (!has_lanes() || by == ColorBy::stream) return;
    colorer_.start(graph_->tensor_count() <= kLarge, [this, graph = graph_, by](const Task&) -> LatestJob::Delivery {
      return [this, coloring = std::make_shared<const Coloring>(Coloring::of_operators(*graph, by))] {
        coloring_ = coloring;
        redraw();
      };
    });
  }
  /// Closes the bodies whose modules are closed.
  void fold() {
    folder_.cancel();
    const auto& modules = state().modules();
    if (!graph_ || graph_->laid_out() == nullptr || !modules) return take_folds(nullptr);
    if (modules->graph != graph_) return;  // an edit was made: one of the two is to come
    folder_.start(graph_->operator_count() <= kLarge,
                  [this, modules, open = state().open_modules()](const Task&) -> LatestJob::Delivery {
                    return [this, folds = std::make_shared<const LaneFolds>(*modules, open)] { take_folds(folds); };
                  });
  }
  void take_folds(std::shared_ptr<const LaneFolds> folds) {
    if (geometry_.folds() == folds) return;
    geometry_.set_folds(std::move(folds));
    redraw();
  }
  /// The module of the closed body that the box of an operator stands for, or none.
  [[nodiscard]] std::uint32_t closed_body(OperatorId o) const {
    return o.valid() && geometry_.folds() ? geometry_.folds()->closed(o) : LaneFolds::kNone;
  }
  /// Return opens the body of the selected operator; Backspace closes the body around the selected operator.
  bool fold_key(int key) {
    const OperatorId current = current_operator();
    if (!current.valid() || !geometry_.folds()) return false;
    const std::uint32_t closed = closed_body(current), around = geometry_.folds()->around(current);
    const bool opens = key == Qt::Key_Return || key == Qt::Key_Enter, closes = key == Qt::Key_Backspace;
    if (opens && closed != LaneFolds::kNone) return state().set_module_open(closed, true), true;
    if (!closes || selected_sync_ || around == LaneFolds::kNone) return false;
    return state().set_module_open(around, false), true;
  }
  void find_redundant() {
    if (links_->syncs().empty() || !redundant_.empty() || reducer_.busy()) return;
    reducer_.start([this, graph = graph_, links = links_](const Task& task) -> LatestJob::Delivery {
      const auto places = redundant_syncs(*graph, task);
      std::vector<std::uint8_t> redundant(links->syncs().size(), 0);
      // The lanes show one of several equal syncs; all but one of them are listed.
      std::vector<std::size_t> copies(links->syncs().size(), 0);
      for (const ControlEdge& edge : graph->control()) ++copies[links->find(edge)];
      if (places)
        for (const std::size_t place : *places) {
          const std::size_t k = links->find(graph->control()[place]);
          if (--copies[k] == 0) redundant[k] = 1;
        }
      return [this, redundant = std::move(redundant)] {
        redundant_ = redundant;
        redraw();
      };
    });
  }
  /// Brings its box into view, and its lane.
  void reveal(OperatorId o) {
    geometry_.reveal(o.index(), graph_->stream(o).index());
    change_view(geometry_);
  }
  void take_moment() {
    played_ = played_operators(state().moment().get(), graph_ ? graph_->operator_count() : 0);
    redraw();
  }
  void follow_selection() {
    named_ = {};
    if (!self_selecting_) {
      selected_sync_.reset();
      const auto lanes = geometry_.lanes_in_view();
      const auto in_view = [&](OperatorId o) {
        if (o.index() >= graph_->operator_count() || !geometry_.is_in_view(o.index())) return false;
        const std::size_t lane = graph_->stream(o).index();
        return lane >= lanes.begin && lane < lanes.end;
      };
      const auto& selected = state().selected_operators();
      const bool seen = has_lanes() && std::ranges::any_of(selected, in_view);
      const OperatorId current = current_operator();
      if (!seen && current.valid()) reveal(current);
    }
    describe();
    announce_item(*this, *this);
  }
  /// Says it to screen readers.
  void describe() {
    QString text = message();
    if (text.isEmpty()) {
      text = tr("%n lane(s)", nullptr, static_cast<int>(graph_->stream_count()));
      const OperatorId current = current_operator();
      if (current.valid()) {
        GraphCard card = operator_card(*graph_, current, nullptr, view_.recorded());
        add_run(card, scale_, current);
        text += '\n' + card.text();
      }
    }
    setAccessibleDescription(text);
    redraw();
  }

  // painting
  void paint(QPainter& painter) override {
    picture_.draw(painter, *this, [this](QPainter& into) {
      if (has_lanes())
        paint_lanes(into, scene(), geometry_, theme());
      else
        draw_sentence(into, rect(), message(), theme());
    });
    if (!has_lanes()) return;
    paint_hover(painter);
    paint_handle(painter);
    if (named_.valid() && hasFocus()) paint_named(painter);
    if (edit_) edit_->paint(painter, scene(), geometry_, theme());
  }
  /// Names are measured, in the font as it is now.
  void restyle() override {
    names_width_ = graph_ ? lane_names_width(*graph_) : 0;
    labels_width_ = graph_ ? lane_labels_width(*graph_) : 0;
    place_lanes();
    emit names_changed();
  }
  [[nodiscard]] QRectF drawn_area() const override { return geometry_.plot(); }
  void redraw() {
    picture_.clear();
    syncs_known_ = false;
    update();
  }
  void paint_hover(QPainter& painter) {
    const LanesHover what = hover();
    if (!what.op.valid() && !what.tensor.valid() && !what.sync) return;
    find_drawn_syncs();
    const LanesScene seen = scene();
    paint_lanes_hover(painter, seen, what, syncs_hovered(seen, what, geometry_, syncs_), geometry_, theme());
  }
  /// Where a drag begins a sync, on the operator under the mouse.
  void paint_handle(QPainter& painter) const {
    if (!pointer_ || drag() != Drag::none) return;
    OperatorId o = handle_at(*pointer_);
    const bool on_it = o.valid();
    if (!on_it) o = operator_at(*pointer_);
    if (!o.valid()) return;
    const QRectF handle = geometry_.handle(o.index(), graph_->stream(o).index());
    if (handle.isNull()) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().bound, 1.5));
    painter.setBrush(on_it ? theme().bound : theme().background);
    painter.drawEllipse(handle.adjusted(1, 1, -1, -1));
  }
  /// A frame around the name that was clicked.
  void paint_named(QPainter& painter) const {
    const QRectF names = geometry_.names(), lane = geometry_.lane(named_.index());
    const QRectF frame = QRectF(names.left(), lane.top(), names.width(), lane.height()) & names;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme().selection, 1.5));
    painter.drawRect(frame.adjusted(1, 1, -1, -1));
  }
  /// Describes the box or arrow under the mouse. The lanes are often lower than the card, so it is the window's.
  void show_card() {
    const bool shown = pointer_ && drag() == Drag::none;
    const OperatorId o = shown ? operator_at(*pointer_) : OperatorId();
    const bool sync = shown && !o.valid() && hovered_sync_;
    const StepBand* band = shown ? band_at(*pointer_) : nullptr;
    const auto lane = shown ? geometry_.lane_at(pointer_->y()) : std::nullopt;
    const bool free = shown && !o.valid() && !sync;
    const auto gap = free && geometry_.plot().contains(*pointer_) && lane
                         ? gap_at(*graph_, geometry_, *lane, geometry_.place_at(pointer_->x()))
                         : std::nullopt;
    if (!o.valid() && !sync && band == nullptr && !gap) {
      if (card_) card_->hide();
      return;
    }
    GraphCard card;
    if (o.valid()) {
      card = operator_card(*graph_, o, state().bands_of(graph_).get(), view_.recorded());
      add_run(card, scale_, o);
    } else if (gap) {
      card = gap_card(*graph_, *scale_.timing(), *gap);
    } else if (!sync) {
      card = band_card(*state().bands_of(graph_), *band);
    } else {
      const ControlEdge& edge = links_->syncs()[*hovered_sync_];
      card = edge_card(*graph_, edge.before, edge.after, {});
      if (!redundant_.empty() && redundant_[*hovered_sync_] != 0) {
        const QString way = implied_by(*graph_, edge, kMostSteps).whole;
        card.rows.push_back(
            {tr("redundant"), way.isEmpty() ? tr("other arcs imply it") : tr("implied by %1").arg(way)});
      }
    }
    if (!card_) card_ = new HoverCard(window());
    if (card_->parentWidget() != window()) card_->setParent(window());
    card_->show_at(mapTo(window(), pointer_->toPoint()), card.html());
  }
  /// In the row of names only: elsewhere the mouse means what lies upon the bands.
  [[nodiscard]] const StepBand* band_at(QPointF at) const {
    const StepBands* bands = state().bands_of(graph_).get();
    if (bands == nullptr || !geometry_.bands().contains(at) || geometry_.place_at(at.x()) < 0) return nullptr;
    return bands->at(static_cast<std::size_t>(geometry_.place_at(at.x())));
  }

  // input
  /// Among boxes narrower than the reach, the nearest.
  [[nodiscard]] OperatorId operator_at(QPointF at) const {
    if (!has_lanes() || !geometry_.plot().contains(at)) return {};
    const auto lane = geometry_.lane_at(at.y());
    if (!lane) return {};
    const auto local = graph_->operators_of(StreamId(*lane));
    const double place = geometry_.place_at(at.x());
    const auto after =
        std::ranges::lower_bound(local, place, {}, [&](OperatorId o) { return geometry_.scale().begin(o.index()); });
    const auto distance = [&](OperatorId o) {
      const QRectF box = geometry_.box(o.index(), *lane);
      if (at.y() < box.top() || at.y() >= box.bottom()) return 2 * kReach;
      return std::max({box.left() - at.x(), at.x() - box.right(), 0.0});
    };
    const auto reach = [&](OperatorId o) {
      const double takes = geometry_.scale().end(o.index()) - geometry_.scale().begin(o.index());
      return std::max(0.01, (kReach - takes * geometry_.unit_width()) / 2);
    };
    OperatorId best;
    double nearest = kReach;
    for (const auto& candidate : {after == local.begin() ? after : after - 1, after}) {
      if (candidate == local.end() || distance(*candidate) > std::min(nearest, reach(*candidate))) continue;
      nearest = distance(*candidate);
      best = geometry_.shown(*candidate);
    }
    return best;
  }
  using SyncArrow = std::pair<std::size_t, LaneArrow>;
  [[nodiscard]] SyncArrow sync_arrow(std::size_t sync) const {
    const ControlEdge& edge = links_->syncs()[sync];
    return {sync, lane_arrow(geometry_, *graph_, edge.before, edge.after)};
  }
  /// Those of the picture, once for each.
  void find_drawn_syncs() {
    if (std::exchange(syncs_known_, true)) return;
    syncs_ = syncs_drawn(scene(), geometry_);
    sync_arrows_.clear();
    for (const std::size_t k : syncs_) sync_arrows_.push_back(sync_arrow(k));
  }
  [[nodiscard]] std::optional<std::size_t> sync_at(QPointF at) {
    if (!has_lanes() || !geometry_.plot().contains(at)) return std::nullopt;
    find_drawn_syncs();
    std::optional<std::size_t> best;
    double nearest = kReach;
    const auto consider = [&](const SyncArrow& sync) {
      const LaneArrow& arrow = sync.second;
      if (!arrow.path.controlPointRect().adjusted(-kReach, -kReach, 2 * kReach, kReach).contains(at)) return;
      const double distance = distance_to_arrow(at, arrow.path, arrow.tip);
      if (distance >= nearest) return;
      nearest = distance;
      best = sync.first;
    };
    std::ranges::for_each(sync_arrows_, consider);
    for (const std::size_t k : syncs_hovered(scene(), hover(), geometry_, syncs_)) consider(sync_arrow(k));
    return best;
  }
  [[nodiscard]] OperatorId current_operator() const {
    if (!has_lanes()) return {};
    const auto& selected = state().selected_operators();
    return !selected.empty() && selected.back().index() < graph_->operator_count() ? selected.back() : OperatorId();
  }
  [[nodiscard]] bool zooms() const override { return has_lanes(); }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers) override {
    geometry_.zoom_at(at.x(), factor);
    change_view(geometry_);
  }
  /// The selected operator where it is in view, or the middle.
  [[nodiscard]] QPointF zoom_centre() const override {
    const QRectF& plot = geometry_.plot();
    const OperatorId current = current_operator();
    if (!current.valid()) return plot.center();
    const double x = geometry_.box(current.index(), 0).center().x();
    return {x > plot.left() && x < plot.right() ? x : plot.center().x(), plot.center().y()};
  }
  void pan(QPointF by) override {
    geometry_.pan(by.x(), by.y());
    change_view(geometry_);
  }
  Drag press_at(QPointF at) override {
    if (!has_lanes()) return Drag::none;
    if (!geometry_.cursor_row().contains(at)) return Drag::press;
    put_time_cursor(state(), scale_, geometry_.place_at(at.x()));
    return Drag::own;
  }
  /// Takes hold of what the press was on: the handle of an operator, or the operator, with the selection if it is of
  /// it.
  Drag drag_from() override {
    state().clear_hover();
    const bool shift = pressed_with() & Qt::ShiftModifier;
    const OperatorId handle = handle_at(pressed_at()), o = operator_at(pressed_at());
    if (!handle.valid() && !o.valid()) return shift ? Drag::band : Drag::pan;
    if (handle.valid() || shift) {
      edit_.emplace(graph_, handle.valid() ? handle : o);
    } else {
      if (!state().is_selected(o)) {
        const QScopedValueRollback guard(self_selecting_, true);
        selected_sync_.reset();
        state().select_operators({o});
      }
      edit_.emplace(graph_, o, selection());
    }
    setFocus();  // Esc is to be heard
    return Drag::own;
  }
  void drag_to(QPointF at) override {
    if (!edit_) return put_time_cursor(state(), scale_, geometry_.place_at(at.x()));
    const QRectF& plot = geometry_.plot();
    if (plot.contains(at) && at.y() < plot.top() + kScrollEdge) pan({0, kScrollEdge});
    if (plot.contains(at) && at.y() > plot.bottom() - kScrollEdge) pan({0, -kScrollEdge});
    edit_->move_to(geometry_, at, operator_at(at));
    setCursor(!edit_->refusal().isEmpty() ? Qt::ForbiddenCursor
              : edit_->is_sync()          ? Qt::CrossCursor
                                          : Qt::ClosedHandCursor);
    update();
  }
  void drop(QPointF at) override {
    if (!edit_) return;
    const auto request = edit_->request();
    edit_.reset();
    update();
    if (request) emit edit_requested(*request);
    resting_ = at;  // what was let go there is known: no card covers the lanes around it until the mouse goes on
    hovered_sync_.reset();
    unhover();
    redraw();
  }
  void cancelled() override { edit_.reset(); }
  /// Selects all operators whose boxes the band touches.
  void take_band(const QRectF& band) override {
    std::vector<OperatorId> found;
    const auto lanes = geometry_.lanes_in_view();
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
      const QRectF row = geometry_.boxes(lane);
      if (band.top() >= row.bottom() || band.bottom() <= row.top()) continue;
      const auto local = graph_->operators_of(StreamId(lane));
      const auto touched = [&](OperatorId o) { return geometry_.box(o.index(), lane).right() < band.left(); };
      for (auto o = std::ranges::partition_point(local, touched); o != local.end(); ++o) {
        if (geometry_.box(o->index(), lane).left() > band.right()) break;
        found.push_back(geometry_.shown(*o));
      }
    }
    const QScopedValueRollback guard(self_selecting_, true);
    selected_sync_.reset();
    if (pressed_with() & Qt::ControlModifier)
      found.insert(found.end(), state().selected_operators().begin(), state().selected_operators().end());
    state().select_operators(std::move(found));
    redraw();
  }
  void click(QPointF at, Qt::KeyboardModifiers held) override {
    named_ = name_at(at).value_or(StreamId());
    if (named_.valid()) return update();
    if (!geometry_.plot().contains(at)) return;
    const bool add = held & Qt::ControlModifier;
    const QScopedValueRollback guard(self_selecting_, true);
    const OperatorId o = operator_at(at);
    const auto sync = o.valid() ? std::nullopt : sync_at(at);
    selected_sync_ = sync ? std::optional(links_->syncs()[*sync]) : std::nullopt;
    redraw();
    if (sync) return state().select_operators({selected_sync_->before, selected_sync_->after});
    if (!o.valid()) return add ? void() : state().clear_selection();
    add ? state().toggle_operator(o) : state().select_operators({o});
  }
  bool double_click(QPointF at) override {
    if (!has_lanes()) return true;
    if (const auto stream = name_at(at)) return rename(*stream), true;
    if (geometry_.cursor_row().contains(at)) return state().set_time_cursor(std::nullopt), true;
    if (!geometry_.plot().contains(at)) return true;
    if (const std::uint32_t body = closed_body(operator_at(at)); body != LaneFolds::kNone)
      state().set_module_open(body, true);
    else if (operator_at(at).valid())
      zoom_at(at, 4, {});
    else if (!sync_at(at))
      fit();
    return true;
  }
  void released(Drag /*was*/) override { hover_at(mouse()); }
  void hover_at(QPointF at) override {
    if (!has_lanes()) return;
    if (resting_ && (at - *resting_).manhattanLength() < kRest) return;
    resting_.reset();
    pointer_ = at;
    const OperatorId o = operator_at(at);
    const auto sync = o.valid() ? std::nullopt : sync_at(at);
    const bool on_handle = handle_at(at).valid();
    const bool other_sync = std::exchange(hovered_sync_, sync) != sync;
    const bool other_handle = std::exchange(on_handle_, on_handle) != on_handle;
    if (std::exchange(under_mouse_, o) != o || other_sync || other_handle) update();
    if (o.valid())
      state().hover(o);
    else
      state().clear_hover();
    setCursor(on_handle ? Qt::CrossCursor : o.valid() || sync ? Qt::PointingHandCursor : Qt::ArrowCursor);
    show_card();
  }
  void unhover() override {
    if (std::exchange(pointer_, std::nullopt)) update();
    under_mouse_ = {};
    show_card();
  }
  void leave() override {
    resting_.reset();
    unhover();
    if (std::exchange(hovered_sync_, std::nullopt)) update();
    state().clear_hover();
  }
  bool key(QKeyEvent& event) override {
    if (!has_lanes()) return false;
    if (!(event.modifiers() & ~Qt::KeypadModifier) && fold_key(event.key())) return true;
    if (edit_key(event)) return true;
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return false;
    if (const auto steps = cursor_steps(event.key()))
      move_cursor(*steps);
    else if (const auto arrow = arrow_of(event))
      arrow->x() != 0 ? walk_along(arrow->x()) : walk_across(arrow->y());
    else if (event.key() == Qt::Key_T)
      toggle_time_axis(*this, state(), graph_->has_durations() ? QString() : how_to_get_durations());
    else
      return false;
    return true;
  }
  bool give_up() override {
    if (!has_lanes()) return false;
    state().give_up();
    return true;
  }
  void move_cursor(std::ptrdiff_t steps) {
    const auto now = state().time_cursor();
    state().set_time_cursor(now ? scale_.moved(std::min(*now, scale_.steps() - 1), steps) : 0);
  }
  /// To the operator so many places on in the lane; from nothing, to the first in view.
  void walk_along(int by) {
    const OperatorId current = current_operator();
    if (!current.valid())
      return select_and_reveal(OperatorId(std::min(geometry_.steps_in_view().begin, graph_->operator_count() - 1)));
    const auto local = graph_->operators_of(graph_->stream(current));
    auto at = static_cast<std::ptrdiff_t>(graph_->position(current)) - 1;
    const auto shown = [&] { return geometry_.shown(local[static_cast<std::size_t>(at)]); };
    do at += by;
    while (at >= 0 && at < std::ssize(local) && shown() == geometry_.shown(current));
    if (at >= 0 && at < std::ssize(local)) select_and_reveal(shown());
  }
  /// To the operator nearest in time in the next lane that has any.
  void walk_across(int by) {
    const OperatorId current = current_operator();
    if (!current.valid()) return walk_along(0);
    auto lane = static_cast<std::ptrdiff_t>(graph_->stream(current).index()) + by;
    for (; lane >= 0 && lane < std::ssize(graph_->data().streams); lane += by) {
      const auto local = graph_->operators_of(StreamId(static_cast<std::size_t>(lane)));
      if (local.empty()) continue;
      const auto begin = [&](OperatorId o) { return geometry_.scale().begin(o.index()); };
      const auto after = std::ranges::lower_bound(local, begin(current), {}, begin);
      const bool last = after == local.end();
      if (after == local.begin()) return select_and_reveal(*after);
      const double back = begin(current) - begin(*(after - 1));
      return select_and_reveal(last || back <= begin(*after) - begin(current) ? *(after - 1) : *after);
    }
  }
  void select_and_reveal(OperatorId o) {
    const QScopedValueRollback guard(self_selecting_, true);
    selected_sync_.reset();
    state().select_operators({o});
    reveal(o);
  }

  // editing
  /// The operator whose handle is there.
  [[nodiscard]] OperatorId handle_at(QPointF at) const {
    for (const double back : {0.0, 6.0}) {
      const OperatorId o = operator_at(at - QPointF(back, 0));
      if (o.valid() && geometry_.handle(o.index(), graph_->stream(o).index()).contains(at)) return o;
    }
    return {};
  }
  [[nodiscard]] std::optional<StreamId> name_at(QPointF at) const {
    if (!has_lanes() || !geometry_.names().contains(at)) return std::nullopt;
    const auto lane = geometry_.lane_at(at.y());
    return lane ? std::optional(StreamId(*lane)) : std::nullopt;
  }
  /// The selected operators that are of this graph, sorted.
  [[nodiscard]] std::vector<OperatorId> selection() const {
    std::vector<OperatorId> out = state().selected_operators();
    std::erase_if(out, [&](OperatorId o) { return o.index() >= graph_->operator_count(); });
    return out;
  }
  /// The selection to the lane above or below that of its first operator; below the last, to a new one.
  void move_across(int by) {
    const std::vector<OperatorId> operators = selection();
    if (operators.empty()) return;
    const auto lane = static_cast<std::ptrdiff_t>(graph_->stream(operators.front()).index()) + by;
    if (lane < 0) return;
    if (lane == std::ssize(graph_->data().streams))
      emit edit_requested(edits::move_to_new_stream(*graph_, operators, {}));
    else
      emit edit_requested(edits::move_to_stream(*graph_, operators, StreamId(static_cast<std::size_t>(lane))));
    if (current_operator().valid()) reveal(current_operator());
  }
  void move_along(int by) {
    const std::vector<OperatorId> operators = selection();
    if (operators.size() != 1) return;
    const OperatorId o = operators.front();
    if (by < 0 && o.index() == 0) return;
    if (by > 0 && o.index() + 1 == graph_->operator_count()) return;
    emit edit_requested(edits::move_to_step(*graph_, o, by < 0 ? o.index() - 1 : o.index() + 1));
  }
  [[nodiscard]] OperatorMenus menus() {
    return {graph_, [this](const EditRequest& request) { emit edit_requested(request); }};
  }
  void rename(StreamId stream) { menus().rename_stream(window(), stream); }
  bool edit_key(const QKeyEvent& event) {
    const int key = event.key();
    if (const auto arrow = arrow_of(event); arrow && event.modifiers() == Qt::AltModifier)
      return arrow->x() != 0 ? move_along(arrow->x()) : move_across(arrow->y()), true;
    if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
      if (selected_sync_) emit edit_requested(edits::remove_sync(*graph_, *selected_sync_));
      return true;
    }
    if (key == Qt::Key_F2 && named_.valid()) return rename(named_), true;
    if (key == Qt::Key_F2 && current_operator().valid()) return rename(graph_->stream(current_operator())), true;
    return false;
  }
  void show_operator_menu(QPoint global) {
    show_menu(global, [this](QMenu& menu, const OperatorMenus& menus) {
      add_fold_entry(menu);
      menus.fill_for_operators(menu, selection(), selected_sync_ ? &*selected_sync_ : nullptr);
      menus.fill_for_graph(menu);
      if (!current_operator().valid()) return;
      const StreamId stream = graph_->stream(current_operator());
      menus.fill_for_stream(*menu.addMenu(tr("St&ream")), stream);
    });
  }
  void add_fold_entry(QMenu& menu) {
    const OperatorId current = current_operator();
    if (!current.valid() || !geometry_.folds()) return;
    const bool closed = closed_body(current) != LaneFolds::kNone;
    const std::uint32_t body = closed ? closed_body(current) : geometry_.folds()->around(current);
    if (body == LaneFolds::kNone) return;
    const QString name = module_title(*state().modules(), body, 64).replace('&', "&&");
    menu.addAction(closed ? tr("O&pen %1").arg(name) : tr("C&lose %1").arg(name), this,
                   [this, body, closed] { state().set_module_open(body, closed); });
  }
  void show_menu(QPoint global, const std::function<void(QMenu&, const OperatorMenus&)>& fill) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fill(*menu, menus());
    hold_entries(*menu, state().why_no_edits());
    menu->addSeparator();
    add_time_axis(*menu, state(), graph_->has_durations() ? QString() : no_durations());
    menu->popup(global);
  }

  // as a list, for screen readers
  [[nodiscard]] static OperatorId operator_of(int item) { return OperatorId(static_cast<std::size_t>(item)); }
  [[nodiscard]] int item_count() const override { return has_lanes() ? static_cast<int>(graph_->operator_count()) : 0; }
  [[nodiscard]] int current_item() const override {
    const OperatorId current = current_operator();
    return current.valid() ? static_cast<int>(current.index()) : -1;
  }
  [[nodiscard]] QString item_name(int item) const override { return text_of(shown_name(*graph_, operator_of(item))); }
  /// What its card says: step, stream, inputs and outputs.
  [[nodiscard]] QString item_value(int item) const override {
    QStringList facts;
    for (const GraphCard::Row& row : operator_card(*graph_, operator_of(item), nullptr, view_.recorded()).rows)
      facts += row.name.isEmpty() ? row.value : row.name + ' ' + row.value;
    return facts.join(QStringLiteral(", "));
  }
  [[nodiscard]] QRect item_rect(int item) const override {
    const OperatorId o = operator_of(item);
    return (geometry_.box(o.index(), graph_->stream(o).index()) & geometry_.plot()).toAlignedRect();
  }
  [[nodiscard]] int item_at(QPoint at) const override {
    const OperatorId o = operator_at(at);
    return o.valid() ? static_cast<int>(o.index()) : -1;
  }
  [[nodiscard]] bool is_item_selected(int item) const override { return state().is_selected(operator_of(item)); }
  void choose_item(int item) override { select_and_reveal(operator_of(item)); }

  PlanView view_;
  std::shared_ptr<const LaneLinks> links_ = std::make_shared<const LaneLinks>();
  std::shared_ptr<const Coloring> coloring_;  ///< of graph_, or null: colours of streams
  std::vector<std::uint8_t> redundant_;
  std::vector<Played> played_;
  StepScale scale_;
  double names_width_ = 0, labels_width_ = 0;  // with room for any number of operators; each with its own
  std::optional<LanesGeometry::Margins> margins_;
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
  StreamId named_;  ///< whose name was clicked last: F2 renames this stream

  LatestJob colorer_{this}, reducer_{this}, folder_{this};  // last: destroyed first, they wait for what uses the rest
};

}  // namespace

LanesPane* make_lanes(ViewState& state) {
  return new LanesView(state);
}

}  // namespace stowage
