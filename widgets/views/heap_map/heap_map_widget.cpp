// SPDX-License-Identifier: GPL-3.0-or-later
// What the heap map shows and when it is drawn; heap_map_input.cpp has what the user does to it.
#include "widgets/views/heap_map/heap_map_widget.h"

#include <functional>
#include <utility>

#include <QCoreApplication>
#include <QPainter>

#include "widgets/controls/hover_card.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

// Up to here everything is prepared and drawn at once: a few milliseconds.
constexpr std::size_t kLarge = 25'000;
// Tensors up to which two plans are compared at once: a few milliseconds.
constexpr std::size_t kAtOnce = 3'000;
// Milliseconds that a quick edit may take before anything is said of it, and before a card opens.
constexpr int kPatience = 150, kCardDelay = 120;

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

HeapMapContent prepare(const PlanView& view, ColorBy by, bool over_time = false, std::int64_t longest_run = 0) {
  HeapMapContent content{.scene = HeapMapScene::make(view, over_time, longest_run), .coloring = {}, .hidden = {}};
  if (view.graph && view.lifetimes) content.coloring = std::make_shared<const Coloring>(view, by);
  return content;
}

/// Whether the map is the same for both. Without a plan it says whether one is on its way.
bool same_map(const PlanView& a, const PlanView& b) {
  return same_results(a, b) && (a.plan || a.planning == b.planning);
}

/// Whether the part in view makes sense in the other graph too: the same, or an edit of it.
bool akin(const PlanView& a, const PlanView& b) {
  if (!a.graph || !b.graph) return false;
  return a.graph == b.graph ||
         (a.graph->name() == b.graph->name() && a.graph->operator_count() == b.graph->operator_count() &&
          a.graph->tensor_count() == b.graph->tensor_count());
}

}  // namespace

HeapMapWidget::HeapMapWidget(ViewState* state, QWidget* parent)
    : Canvas(parent), state_(state), card_(new HoverCard(this)) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  tell_of_items(*this);
  setAccessibleName(tr("Heap map"));
  const auto set_up = [this](QTimer& timer, int milliseconds, auto run) {
    timer.setSingleShot(true);
    timer.setInterval(milliseconds);
    connect(&timer, &QTimer::timeout, this, run);
  };
  set_up(card_delay_, kCardDelay, &HeapMapWidget::show_card);
  set_up(plan_delay_, kPatience, &HeapMapWidget::ask);
  set_up(stale_delay_, kPatience, [this] {
    says_stale_ = true;
    update();
  });
  follow_state();
  show_content(prepare({}, state_->color_by()));
}

bool HeapMapWidget::is_large() const {
  const bool any = content_.difference != nullptr;  // three times the work
  return has_map() && content_.scene->index().items().size() > (any ? kLarge / 8 : kLarge);
}

void HeapMapWidget::set_view(const PlanView& view) {
  const bool same = !before_ && same_map(view, asked_), other_baseline = view.baseline != asked_.baseline;
  asked_ = view;
  before_ = nullptr;
  show_progress(view.stale);
  if (same) {
    if (other_baseline && state_->color_by() == ColorBy::difference) recolor();
    return;
  }
  // A plan that follows at once is waited for, so that the map does not blink.
  if (!view.plan && view.planning && has_map() && akin(view, content_.scene->plan_view())) {
    preparer_.cancel();
    if (!plan_delay_.isActive()) plan_delay_.start();
    return;
  }
  plan_delay_.stop();
  ask();
}

void HeapMapWidget::ask() {
  const std::size_t tensors = asked_.graph ? asked_.graph->tensor_count() : 0;
  if (before_)
    return preparer_.start(
        tensors <= kAtOnce,
        [this, before = before_, after = asked_, over_time = wants_time()](const Task& task) -> LatestJob::Delivery {
          const Result<HeapMapContent> content = difference_content(*before, after, over_time, task);
          if (!content) return {};  // it was stopped
          return [this, content = *content] { show_content(content); };
        });
  preparer_.start(tensors <= kLarge, [this, view = asked_, by = state_->color_by(), over_time = wants_time(),
                                      longest_run = run_beside_.value_or(0)](const Task&) {
    return [this, content = prepare(view, by, over_time, longest_run)] { show_content(content); };
  });
}

void HeapMapWidget::show_progress(bool stale) {
  if (stale) {
    if (!says_stale_ && !stale_delay_.isActive()) stale_delay_.start();
    return;
  }
  stale_delay_.stop();
  if (std::exchange(says_stale_, false)) update();
}

void HeapMapWidget::show_content(HeapMapContent content) {
  const bool keep = content_.scene && akin(content.scene->plan_view(), content_.scene->plan_view());
  const MapView before = geometry_.view();
  MapView kept = before;
  const bool was_fitted = geometry_.is_fitted(), all_bytes = before.y1 == geometry_.full_view().y1 && before.y0 == 0;
  if (content_.scene && !content.scene->scale().same_axis(content_.scene->scale())) {
    const auto same = content.scene->scale().same_steps(content_.scene->scale(), before.x0, before.x1);
    if (same) kept.x0 = same->begin, kept.x1 = same->end;
  } else {
    content.least_extent = content_.least_extent;  // an extent of another axis means nothing here
  }
  content.curve = content_.curve;
  content_ = std::move(content);
  content_.bands = shown_bands();
  if (!content_.difference) content_.hidden = state_->hidden_classes();  // as they are by now
  geometry_ = content_.geometry(rect());
  if (all_bytes) kept.y1 = geometry_.full_view().y1;  // steps in view alone: the plan gives the scale
  if (keep && !was_fitted) geometry_.set_view(kept);
  unhover();
  describe();
  follow_all();
  if (!content_.difference && content_.coloring && content_.coloring->by() != state_->color_by())
    recolor();
  else
    take_coloring(content_.coloring);
  follow_view(before);
  emit content_changed();
}

void HeapMapWidget::take_coloring(std::shared_ptr<const Coloring> coloring) {
  content_.coloring = std::move(coloring);
  emit coloring_changed(content_.coloring, content_.scene->plan_view());
  refresh();
}

void HeapMapWidget::recolor() {
  if (content_.difference) return;  // its colours are its own
  content_.hidden = state_->hidden_classes();
  PlanView view = content_.scene->plan_view();
  view.baseline = asked_.baseline;
  const ColorBy by = state_->color_by();
  const bool other = content_.coloring && (content_.coloring->by() != by || by == ColorBy::difference);
  if (!view.graph || !view.lifetimes || !other) return refresh();
  colorer_.start(!is_large(), [this, view, by](const Task&) {
    return [this, graph = view.graph, coloring = std::make_shared<const Coloring>(view, by)] {
      if (graph == content_.scene->plan_view().graph) take_coloring(coloring);
    };
  });
}

void HeapMapWidget::describe() {
  if (!has_map()) {
    setAccessibleDescription(content_.scene->sentence());
    return;
  }
  const HeapMapScene& scene = *content_.scene;
  const Bytes needed = scene.plan_view().plan->needed();
  const QString facts = scene.is_recorded() ? tr("%1; %2 reserved at most, bound %3, peak %4 at %5.")
                                            : tr("%1; footprint %2, bound %3, peak %4 at %5.");
  QString text = facts.arg(places_text(scene.graph(), scene.index().items().size()),
                           footprint_words(scene.graph(), needed), human_bytes(scene.bound()),
                           human_bytes(scene.curve().peak()), scene.place_text(scene.curve().peak_begin()));
  if (content_.scene->over_time())
    text += ' ' + (content_.scene->estimated() ? tr("The axis is time in the simulated run, estimated.")
                                               : tr("The axis is time in the simulated run."));
  if (content_.scene->scale().over_events()) text += ' ' + tr("The axis counts events of the allocator.");
  if (state_->selected_tensors().size() == 1) {
    const TensorId t = state_->selected_tensors().front();
    if (t.index() < content_.scene->graph().tensor_count())
      text += ' ' + tr("Selected: %1, %2.")
                        .arg(text_of(content_.scene->graph().name(t)), human_bytes(content_.scene->graph().size(t)));
  }
  setAccessibleDescription(text);
}

/// Where there is nothing to draw, the subtitle says why.
Drawing HeapMapWidget::drawing() const {
  if (const auto& scene = content_.scene; !scene || !scene->sentence().isEmpty()) {
    Drawing empty;
    if (scene) empty.subtitle = scene->sentence();
    return empty;
  }
  std::optional<MapView> view;
  if (!geometry_.is_fitted()) view = geometry_.view();
  HeapMapOverlay overlay = overlay_;
  overlay.hovered = {};
  overlay.state.clear();
  return heap_map_drawing(content_, view, std::move(overlay));
}

void HeapMapWidget::refresh() {
  tensors_stale_ = true;
  layer_.clear();
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
  drawer_.start([this, geometry = geometry_, content = content_, ratio, &theme = theme()](const Task&) {
    return [this, image = draw_tensors(geometry, content, ratio, theme), view = geometry.view()] {
      tensors_ = image;
      tensors_view_ = view;
      layer_.clear();
      update();
    };
  });
}

/// Puts the last drawing where its places and offsets are now.
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

/// The axis has room for a word, and the foot for a line or two: here is all of it.
QString HeapMapWidget::tip_at(QPointF at) const {
  if (!has_map()) return {};
  const QRectF& panel = geometry_.curve().isNull() ? geometry_.plot() : geometry_.curve();
  if (at.y() >= geometry_.footnote(0).top()) return content_.scene->footnotes().join('\n');
  return at.y() > panel.bottom() ? map_axis_words(*content_.scene) : QString();
}

void HeapMapWidget::paint(QPainter& painter) {
  if (std::exchange(tensors_ratio_, devicePixelRatioF()) != devicePixelRatioF()) tensors_stale_ = true;
  if (tensors_stale_ && has_map()) redraw_tensors();
  layer_.draw(painter, *this, [this](QPainter& into) {
    if (!has_map()) return paint_heap_map(into, geometry_, content_, theme());
    paint_stale_tensors(into);
    paint_map_surroundings(into, geometry_, *content_.scene, theme());
  });
  if (!has_map()) return;
  if (content_.difference) paint_moves(painter, geometry_, *content_.difference, *content_.scene, overlay_, theme());
  overlay_.difference = content_.difference;
  overlay_.state = says_stale_ ? tr("Updating…") : moment_text();
  paint_heap_map_overlay(painter, geometry_, *content_.scene, overlay_, theme());
}

void HeapMapWidget::change_view(const std::function<void(HeapMapGeometry&)>& change) {
  const MapView before = geometry_.view();
  change(geometry_);
  follow_view(before);
}

void HeapMapWidget::follow_view(const MapView& before) {
  if (geometry_.view() == before) return;
  refresh();
  emit map_view_changed(geometry_.view());
}

QRectF HeapMapWidget::seen(const MapItem& item) const {
  return geometry_.rect_of(item.begin, item.end, static_cast<double>(item.low), static_cast<double>(item.high)) &
         geometry_.plot();
}

void HeapMapWidget::reveal(TensorId t) {
  const auto item = has_map() ? content_.scene->place(t) : std::nullopt;
  if (!item) return;
  const auto low = static_cast<double>(item->low), high = static_cast<double>(item->high);
  change_view([&](HeapMapGeometry& map) { map.reveal(item->begin, item->end, low, high); });
}

// ---- beside another map, and what differs between two plans

void HeapMapWidget::set_least_extent(const MapExtent& extent) {
  if (extent == content_.least_extent) return;
  content_.least_extent = extent;
  follow_extent(geometry_.view());
}

void HeapMapWidget::follow_extent(const MapView& before) {
  geometry_.set_extent(united(extent(), content_.least_extent));
  refresh();
  follow_view(before);
}

void HeapMapWidget::resizeEvent(QResizeEvent*) {
  const MapView before = geometry_.view();
  const int lines = geometry_.extent().footnotes;
  geometry_.resize(rect());
  follow_extent(before);
  if (extent().footnotes != lines) emit extent_changed();
}

void HeapMapWidget::set_difference(const PlanView& before, const PlanView& after) {
  const bool same = before_ && same_results(before, *before_) && same_results(after, asked_);
  before_ = std::make_shared<const PlanView>(before);
  asked_ = after;
  show_progress(before.stale || after.stale);
  if (same) return;
  plan_delay_.stop();
  ask();
}

/// Where a tensor was, for its card; empty where nothing is compared.
QString HeapMapWidget::difference_text(TensorId t) const {
  if (!content_.difference || t.index() >= content_.difference->tensors().change_of.size()) return {};
  const auto ghost = content_.difference->ghost(t);
  const auto place = content_.scene->place(t);
  if (!ghost) {
    const bool fresh = content_.difference->tensors().change_of[t.index()] == PlaceChange::added;
    return fresh ? tr("new") : tr("not moved");
  }
  const QString was = tr("was at %1").arg(grouped(ghost->low));
  const std::int64_t by = place ? place->low - ghost->low : 0;
  if (by == 0) return was;
  return tr("%1, moved by %2").arg(was, signed_bytes({by}));
}

}  // namespace stowage
