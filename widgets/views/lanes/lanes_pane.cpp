// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lanes/lanes_pane.h"

#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <utility>

#include "core/insight/edit/edits.h"
#include "core/insight/recorded/heap_graph.h"
#include "widgets/controls/hover_card.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/lanes/lanes_painter.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr std::size_t kLarge = 50'000;      // tensors; more are coloured in the background
constexpr std::size_t kMostSteps = 20'000;  // looked at, at each move of the mouse, for what implies a sync

}  // namespace

LanesPane::LanesPane(ViewState& state)
    : CanvasPane(state), scroll_(new QScrollBar(Qt::Vertical, this)), name_edit_(new QLineEdit(this)) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  tell_of_items(*this);
  setAccessibleName(tr("Lanes"));
  scroll_->setAccessibleName(tr("Scroll lanes"));
  scroll_->hide();
  name_edit_->setAccessibleName(tr("Name of the stream"));
  name_edit_->hide();
  name_edit_->installEventFilter(this);
  connect(name_edit_, &QLineEdit::editingFinished, this, [this] { finish_renaming(true); });
  connect(scroll_, &QScrollBar::valueChanged, this, [this](int value) {
    geometry_.scroll_to(value);
    redraw();
  });
  const auto repaint = &LanesPane::redraw;
  connect(&state, &ViewState::selection_changed, this, &LanesPane::follow_selection);
  connect(&state, &ViewState::hover_changed, this, qOverload<>(&QWidget::update));
  connect(&state, &ViewState::time_cursor_changed, this, repaint);
  connect(&state, &ViewState::time_range_changed, this, repaint);
  connect(&state, &ViewState::path_changed, this, repaint);
  connect(&state, &ViewState::moment_changed, this, &LanesPane::take_moment);
  connect(&state, &ViewState::colors_changed, this, &LanesPane::recolor);
  connect(&state, &ViewState::bands_changed, this, &LanesPane::place_lanes);
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

LanesPane::~LanesPane() {
  delete card_;
}

void LanesPane::take_graph(const std::shared_ptr<const Graph>& graph) {
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
  finish_renaming(false);
  reducer_.cancel();
  if (another) geometry_ = {};
  take_scale();
  restyle();
  take_moment();
  recolor();
  describe();
}

void LanesPane::reveal(OperatorId o) {
  geometry_.reveal(o.index(), graph_->stream(o).index());
  change_view(geometry_);
}

void LanesPane::take_view(const PlanView& view) {
  const bool other_history = view.history != view_.history;
  view_ = view;
  if (!view.stale) take_graph(view.graph);
  if (other_history) {
    take_scale();
    place_lanes();
  }
  if (graph_ && view.graph == graph_ && !view.planning && !view.stale) find_redundant();
}

void LanesPane::find_redundant() {
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

/// The rule of the other views.
void LanesPane::recolor() {
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

void LanesPane::take_moment() {
  played_ = played_operators(state().moment().get(), graph_ ? graph_->operator_count() : 0);
  redraw();
}

void LanesPane::follow_selection() {
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

// ---- what is where

LanesScene LanesPane::scene() const {
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
  out.bands = shown_bands();
  return out;
}

LanesHover LanesPane::hover() const {
  const OperatorId o = state().hovered_operator();
  const TensorId t = state().hovered_tensor();
  LanesHover out{.sync = hovered_sync_};
  if (o.valid() && o.index() < graph_->operator_count()) out.op = o;
  if (t.valid() && t.index() < graph_->tensor_count()) out.tensor = t;
  return out;
}

void LanesPane::take_scale() {
  scale_ = graph_ ? step_scale(*graph_, state().over_time()) : StepScale();
  // As the heap map: over what the allocator did.
  if (graph_ && view_.history && steps_match(*graph_, *view_.history)) scale_ = StepScale::over(graph_->times());
}

/// The lanes where they now are, keeping what is seen of them.
void LanesPane::place_lanes() {
  const std::size_t lanes = graph_ ? graph_->stream_count() : 0;
  QRectF room = rect();
  const bool bands = shown_bands() != nullptr && !scale_.over_time() && !scale_.over_events();
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

void LanesPane::set_margins(const LanesGeometry::Margins& margins) {
  if (margins_ == margins) return;
  margins_ = margins;
  updateGeometry();
  place_lanes();
}

void LanesPane::show_places(double begin, double end) {
  LanesGeometry shown = geometry_;
  shown.show({begin, end, geometry_.view().scroll});
  const QSignalBlocker quiet(this);
  change_view(shown);
}

/// Of two lanes, with another view's axis, all is seen in less than of three.
QSize LanesPane::minimumSizeHint() const {
  constexpr int kHigh = 90;
  return {240, graph_ && margins_ ? std::min(kHigh, natural_height(graph_->stream_count())) : kHigh};
}

int LanesPane::natural_height(std::size_t streams) const {
  constexpr int kLane = 26, kStrip = 18, kAxis = 18;  // pixels: a lane that can be read, and what is below all
  const int below = margins_ && !margins_->axis ? kStrip : kStrip + kAxis;
  return kLane * static_cast<int>(std::min<std::size_t>(streams, 64)) + below;
}

void LanesPane::change_view(const LanesGeometry& geometry) {
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

void LanesPane::fit() {
  geometry_.fit();
  change_view(geometry_);
}

// ---- words

QString LanesPane::message() const {
  if (!graph_) return tr("No graph is open.");
  return has_lanes() ? QString() : tr("This graph has no operators, so there are no lanes.");
}

/// Says it to screen readers.
void LanesPane::describe() {
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

// ---- painting

void LanesPane::redraw() {
  picture_.clear();
  syncs_known_ = false;
  update();
}

void LanesPane::paint(QPainter& painter) {
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
void LanesPane::restyle() {
  names_width_ = graph_ ? lane_names_width(*graph_) : 0;
  labels_width_ = graph_ ? lane_labels_width(*graph_) : 0;
  place_lanes();
  emit names_changed();
}

/// A frame around the name that was clicked.
void LanesPane::paint_named(QPainter& painter) const {
  const QRectF names = geometry_.names(), lane = geometry_.lane(named_.index());
  const QRectF frame = QRectF(names.left(), lane.top(), names.width(), lane.height()) & names;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme().selection, 1.5));
  painter.drawRect(frame.adjusted(1, 1, -1, -1));
}

void LanesPane::paint_hover(QPainter& painter) {
  const LanesHover what = hover();
  if (!what.op.valid() && !what.tensor.valid() && !what.sync) return;
  find_drawn_syncs();
  const LanesScene seen = scene();
  paint_lanes_hover(painter, seen, what, syncs_hovered(seen, what, geometry_, syncs_), geometry_, theme());
}

/// Where a drag begins a sync, on the operator under the mouse.
void LanesPane::paint_handle(QPainter& painter) const {
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

/// Those of the graph shown, or null.
const StepBands* LanesPane::shown_bands() const {
  const auto& bands = state().bands();
  return bands && graph_ && bands->graph == graph_ ? bands.get() : nullptr;
}

/// In the row of names only: elsewhere the mouse means what lies upon the bands.
const StepBand* LanesPane::band_at(QPointF at) const {
  const StepBands* bands = shown_bands();
  if (bands == nullptr || !geometry_.bands().contains(at) || geometry_.place_at(at.x()) < 0) return nullptr;
  return bands->at(static_cast<std::size_t>(geometry_.place_at(at.x())));
}

/// Describes the box or arrow under the mouse. The lanes are often lower than the card, so it is the window's.
void LanesPane::show_card() {
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
    card = operator_card(*graph_, o, shown_bands(), view_.recorded());
    add_run(card, scale_, o);
  } else if (gap) {
    card = gap_card(*graph_, *scale_.timing(), *gap);
  } else if (!sync) {
    card = band_card(*shown_bands(), *band);
  } else {
    const ControlEdge& edge = links_->syncs()[*hovered_sync_];
    card = edge_card(*graph_, edge.before, edge.after, {});
    if (!redundant_.empty() && redundant_[*hovered_sync_] != 0) {
      const QString way = implied_by(*graph_, edge, kMostSteps).whole;
      card.rows.push_back({tr("redundant"), way.isEmpty() ? tr("other arcs imply it") : tr("implied by %1").arg(way)});
    }
  }
  if (!card_) card_ = new HoverCard(window());
  if (card_->parentWidget() != window()) card_->setParent(window());
  card_->show_at(mapTo(window(), pointer_->toPoint()), card.html());
}

Drawing LanesPane::drawing() const {
  if (!has_lanes()) return {};
  return lanes_drawing(graph_, scene(), geometry_);
}

}  // namespace stowage
