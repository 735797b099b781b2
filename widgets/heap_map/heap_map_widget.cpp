// SPDX-License-Identifier: GPL-3.0-or-later
// What the heap map shows and when it is drawn; heap_map_input.cpp has what the user does to it.
#include "widgets/heap_map/heap_map_widget.h"

#include <QEvent>
#include <QLocale>
#include <QPaintEvent>
#include <QPainter>
#include <cmath>

#include "widgets/heap_map/hover_card.h"
#include "widgets/painters/numbers.h"

namespace stowage {
namespace {

// Up to here everything is prepared and drawn at once: a few milliseconds.
constexpr std::size_t kLarge = 25'000;

/// Draws the rectangles in an image as large as the plot.
QImage draw_tensors(const HeapMapGeometry& geometry, const HeapMapContent& content, double ratio, const Theme& theme) {
  const QRectF& plot = geometry.plot();
  QImage image((plot.size() * ratio).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(-plot.topLeft());
  paint_map_tensors(painter, geometry, content, theme);
  return image;
}

HeapMapContent prepare(const PlanView& view, ColorBy by) {
  HeapMapContent content{.scene = HeapMapScene::make(view), .coloring = {}, .hidden = {}};
  if (view.graph && view.lifetimes)
    content.coloring = std::make_shared<const Coloring>(*view.graph, *view.lifetimes, by);
  return content;
}

}  // namespace

HeapMapWidget::HeapMapWidget(ViewState* state, QWidget* parent)
    : QWidget(parent), state_(state), card_(new HoverCard(this)) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Heap map"));
  card_delay_.setSingleShot(true);
  card_delay_.setInterval(120);
  connect(&card_delay_, &QTimer::timeout, this, &HeapMapWidget::show_card);
  connect(state_, &ViewState::selection_changed, this, [this] {
    describe();
    update();
  });
  connect(state_, &ViewState::hover_changed, this, qOverload<>(&QWidget::update));
  connect(state_, &ViewState::time_cursor_changed, this, qOverload<>(&QWidget::update));
  connect(state_, &ViewState::colors_changed, this, &HeapMapWidget::recolor);
  connect(state_, &ViewState::reveal_requested, this, &HeapMapWidget::reveal);
  show_content(prepare({}, state_->color_by()));
}

HeapMapWidget::~HeapMapWidget() = default;

bool HeapMapWidget::busy() const {
  return preparer_.busy() || drawer_.busy();
}

bool HeapMapWidget::is_large() const {
  return has_map() && content_.scene->index().items().size() > kLarge;
}

const Theme& HeapMapWidget::theme() const {
  return Theme::of(palette().color(QPalette::Window).lightness() < 128);
}

void HeapMapWidget::set_view(const PlanView& view) {
  const ColorBy by = state_->color_by();
  if (!view.graph || view.graph->tensor_count() <= kLarge) {
    preparer_.cancel();
    show_content(prepare(view, by));
    return;
  }
  preparer_.start([this, view, by](const Task&) -> LatestJob::Delivery {
    return [this, content = prepare(view, by)] { show_content(content); };
  });
}

void HeapMapWidget::show_content(HeapMapContent content) {
  const bool same_graph = content_.scene && content.scene->plan_view().graph == content_.scene->plan_view().graph;
  const MapView before = geometry_.view();
  const bool was_fitted = geometry_.is_fitted();
  content.least_extent = content_.least_extent;
  content_ = std::move(content);
  content_.hidden = state_->hidden_classes();  // it may have changed while a worker prepared this
  geometry_ = content_.geometry(rect());
  if (same_graph && !was_fitted) geometry_.set_view(before);
  hide_card();
  describe();
  if (content_.coloring && content_.coloring->by() != state_->color_by())
    recolor();
  else
    emit coloring_changed(content_.coloring);
  refresh();
  change_view(before);
  emit content_changed();
}

void HeapMapWidget::set_least_extent(const MapExtent& extent) {
  if (extent == content_.least_extent) return;
  content_.least_extent = extent;
  const MapView before = geometry_.view();
  geometry_.set_extent(united(this->extent(), extent));
  refresh();
  change_view(before);
}

void HeapMapWidget::recolor() {
  content_.hidden = state_->hidden_classes();
  const PlanView& view = content_.scene->plan_view();
  if (view.graph && view.lifetimes && content_.coloring && content_.coloring->by() != state_->color_by()) {
    content_.coloring = std::make_shared<const Coloring>(*view.graph, *view.lifetimes, state_->color_by());
    emit coloring_changed(content_.coloring);
  }
  refresh();
}

void HeapMapWidget::describe() {
  if (!has_map()) {
    setAccessibleDescription(content_.scene->sentence());
    return;
  }
  const QLocale locale;
  QString text = tr("%1 tensors; footprint %2, bound %3, peak %4 at %5.")
                     .arg(locale.toString(static_cast<qulonglong>(content_.scene->index().items().size())),
                          human_bytes(content_.scene->footprint()), human_bytes(content_.scene->bound()),
                          human_bytes(content_.scene->alive(content_.scene->peak_step())),
                          step_text(content_.scene->graph(), content_.scene->peak_step()));
  if (state_->selected_tensors().size() == 1) {
    const TensorId t = state_->selected_tensors().front();
    if (t.index() < content_.scene->graph().tensor_count())
      text += ' ' + tr("Selected: %1, %2.")
                        .arg(QString::fromStdString(std::string(content_.scene->graph().name(t))),
                             human_bytes(content_.scene->graph().size(t)));
  }
  setAccessibleDescription(text);
}

Drawing HeapMapWidget::drawing() const {
  std::optional<MapView> view;
  if (!geometry_.is_fitted()) view = geometry_.view();
  return heap_map_drawing(content_, view, overlay());
}

HeapMapOverlay HeapMapWidget::overlay() const {
  LitTensors lit;
  if (has_map()) lit = lit_tensors(content_.scene->graph(), *state_);
  return {.selected = std::move(lit.strong), .related = std::move(lit.weak), .time_cursor = state_->time_cursor()};
}

void HeapMapWidget::refresh() {
  tensors_stale_ = layer_stale_ = true;
  update();
}

void HeapMapWidget::redraw_tensors() {
  tensors_stale_ = false;
  const double ratio = devicePixelRatioF();
  if (!is_large()) {
    drawer_.cancel();
    tensors_ = draw_tensors(geometry_, content_, ratio, theme());
    tensors_view_ = geometry_.view();
    return;
  }
  drawer_.start(
      [this, geometry = geometry_, content = content_, ratio, &theme = theme()](const Task&) -> LatestJob::Delivery {
        return [this, image = draw_tensors(geometry, content, ratio, theme), view = geometry.view()] {
          tensors_ = image;
          tensors_view_ = view;
          layer_stale_ = true;
          update();
        };
      });
}

/// The last drawing where its steps and offsets are now.
void HeapMapWidget::paint_stale_tensors(QPainter& painter) const {
  painter.fillRect(geometry_.plot(), theme().surface);
  if (tensors_.isNull()) return;
  const QRectF target = geometry_.rect_of(tensors_view_.x0, tensors_view_.x1, tensors_view_.y0, tensors_view_.y1);
  painter.save();
  painter.setClipRect(geometry_.plot());
  if (tensors_view_ == geometry_.view())
    painter.drawImage(geometry_.plot().topLeft(), tensors_);
  else
    painter.drawImage(target, tensors_);
  painter.restore();
}

void HeapMapWidget::compose_layer() {
  layer_stale_ = false;
  const double ratio = devicePixelRatioF();
  const QSize wanted = (QSizeF(size()) * ratio).toSize();
  if (layer_.size() != wanted) layer_ = QPixmap(wanted);
  layer_.setDevicePixelRatio(ratio);
  QPainter painter(&layer_);
  if (!has_map()) {
    paint_heap_map(painter, geometry_, content_, theme());
    return;
  }
  painter.fillRect(rect(), theme().background);
  paint_stale_tensors(painter);
  paint_map_surroundings(painter, geometry_, *content_.scene, theme());
}

void HeapMapWidget::paint_band(QPainter& painter) const {
  if (drag_ != Drag::band) return;
  const QRectF band = QRectF(drag_start_, drag_now_).normalized().intersected(geometry_.plot());
  QColor veil = theme().text;
  veil.setAlphaF(0.12f);
  painter.fillRect(band, veil);
  painter.setPen(QPen(theme().text, 1, Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(band);
}

void HeapMapWidget::paintEvent(QPaintEvent*) {
  if (layer_.devicePixelRatio() != devicePixelRatioF()) tensors_stale_ = layer_stale_ = true;
  if (tensors_stale_ && has_map()) redraw_tensors();
  if (layer_stale_) compose_layer();
  QPainter painter(this);
  painter.drawPixmap(0, 0, layer_);
  if (has_map()) {
    HeapMapOverlay overlay = this->overlay();
    overlay.hovered = state_->hovered_tensor();
    paint_heap_map_overlay(painter, geometry_, *content_.scene, overlay, theme());
    paint_band(painter);
  }
  if (!hasFocus()) return;
  painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void HeapMapWidget::resizeEvent(QResizeEvent*) {
  const MapView before = geometry_.view();
  geometry_.resize(rect());
  refresh();
  change_view(before);
}

void HeapMapWidget::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) refresh();
  QWidget::changeEvent(event);
}

void HeapMapWidget::change_view(const MapView& before) {
  if (geometry_.view() == before) return;
  refresh();
  emit map_view_changed(geometry_.view());
}

void HeapMapWidget::fit() {
  const MapView before = geometry_.view();
  geometry_.fit();
  change_view(before);
}

void HeapMapWidget::zoom(double factor) {
  const MapView before = geometry_.view();
  QPointF center = geometry_.plot().center();
  const auto& selected = state_->selected_tensors();
  const auto item = has_map() && !selected.empty() ? content_.scene->place(selected.front()) : std::nullopt;
  if (item) {
    const QRectF seen =
        geometry_.rect_of(item->begin, item->end, static_cast<double>(item->low), static_cast<double>(item->high)) &
        geometry_.plot();
    if (!seen.isEmpty()) center = seen.center();
  }
  geometry_.zoom_at(center, factor, factor);
  change_view(before);
}

void HeapMapWidget::set_map_view(const MapView& view) {
  const MapView before = geometry_.view();
  geometry_.set_view(view);
  change_view(before);
}

void HeapMapWidget::move_map(double dx, double dy) {
  const MapView before = geometry_.view();
  geometry_.pan(dx, dy);
  change_view(before);
}

void HeapMapWidget::reveal(TensorId t) {
  const auto item = has_map() ? content_.scene->place(t) : std::nullopt;
  if (!item) return;
  const MapView before = geometry_.view();
  geometry_.reveal(item->begin, item->end, static_cast<double>(item->low), static_cast<double>(item->high));
  change_view(before);
}

}  // namespace stowage
