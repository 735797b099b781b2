// SPDX-License-Identifier: GPL-3.0-or-later
// The time cursor, the holes at it, and the time range.
#include <algorithm>
#include <cmath>

#include "widgets/controls/time_axis.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage {
namespace {

constexpr double kGrip = 6;  // pixels around an end of the range

}  // namespace

/// What is in view stays, as other places.
void HeapMapWidget::switch_axis() {
  if (asked_.graph) ask();
}

QString HeapMapWidget::why_no_time() const {
  const PlanView& view = content_.scene->plan_view();
  if (map_run(view) && run_beside_ != 0) return {};
  if (!view.graph->has_durations()) return no_durations();
  return run_beside_ == 0 ? tr("The view beside this map is drawn over steps")
                          : tr("This plan is safe only while the streams take turns");
}

void HeapMapWidget::set_cursor_at(double x) {
  const StepScale& scale = content_.scene->scale();
  const double place = std::clamp(geometry_.place_at(x), 0.0, std::max(0.0, scale.length() - 1));
  std::optional<std::uint32_t> event;
  if (scale.over_events()) event = static_cast<std::uint32_t>(place);
  state_->set_time_cursor(scale.step_at(scale.over_events() ? std::floor(place) : std::max(0.0, geometry_.place_at(x))),
                          event);
}

/// By steps, or by events.
void HeapMapWidget::move_cursor(std::ptrdiff_t by) {
  const StepScale& scale = content_.scene->scale();
  const auto now = state_->time_cursor();
  const std::size_t last = scale.steps() - 1;
  if (scale.over_events()) {
    const auto at = overlay_.time_cursor ? std::optional(overlay_.time_cursor->begin) : std::nullopt;
    const double event =
        std::clamp(at ? *at + static_cast<double>(by) : content_.scene->curve().peak_begin(), 0.0, scale.length() - 1);
    state_->set_time_cursor(scale.step_at(event), static_cast<std::uint32_t>(event));
  } else {
    state_->set_time_cursor(now ? scale.moved(std::min(*now, last), by) : content_.scene->peak_step());
  }
  const double middle = overlay_.time_cursor->mark;
  const MapView& view = geometry_.view();
  if (middle >= view.x0 && middle <= view.x1) return;
  const double half = view.width() / 2;
  set_map_view({middle - half, middle + half, view.y0, view.y1});
}

bool HeapMapWidget::time_key(int key) {
  switch (key) {
    case Qt::Key_Comma:
      return move_cursor(-1), true;
    case Qt::Key_Period:
      return move_cursor(1), true;
    case Qt::Key_Less:
      return move_cursor(-10), true;
    case Qt::Key_Greater:
      return move_cursor(10), true;
    case Qt::Key_BracketLeft:
      return set_range_end(true), true;
    case Qt::Key_BracketRight:
      return set_range_end(false), true;
    default:
      return false;
  }
}

/// Begins or ends the range at the cursor, or at the peak where there is none. The other end stays if that leaves a
/// range, and moves to the end of all otherwise.
void HeapMapWidget::set_range_end(bool begin) {
  const std::size_t steps = content_.scene->steps();
  const std::size_t at = std::min(state_->time_cursor().value_or(content_.scene->peak_step()), steps - 1);
  StepRange range = state_->time_range().value_or(StepRange{0, steps});
  (begin ? range.begin : range.end) = begin ? at : at + 1;
  if (range.begin >= range.end) (begin ? range.end : range.begin) = begin ? steps : 0;
  state_->set_time_range(range);
}

/// Where the mouse is at an end of the range: the other end, as a step.
std::optional<std::size_t> HeapMapWidget::fixed_end_beside(QPointF at) const {
  if (!overlay_.range || !geometry_.curve().adjusted(-kGrip, 0, kGrip, 0).contains(at)) return std::nullopt;
  const double to_begin = std::abs(geometry_.x_of(overlay_.range->begin) - at.x());
  const double to_end = std::abs(geometry_.x_of(overlay_.range->end) - at.x());
  if (std::min(to_begin, to_end) > kGrip) return std::nullopt;
  const StepRange steps = *state_->time_range();
  return to_begin < to_end ? std::min(steps.end, content_.scene->steps()) : steps.begin;
}

void HeapMapWidget::press_curve(QPointF at) {
  if (const auto fixed = fixed_end_beside(at)) {
    grip_ = Grip::range_end;
    range_anchor_ = *fixed;
  } else if (pressed_with() & Qt::ShiftModifier) {
    grip_ = Grip::range;
  } else {
    grip_ = Grip::cursor;
    set_cursor_at(at.x());
  }
}

/// Of a new range, all steps that the drag touches; a dragged end goes to the nearest border between steps, or over
/// time to the step that started last.
void HeapMapWidget::drag_range(QPointF to) {
  const StepScale& scale = content_.scene->scale();
  const double now = geometry_.place_at(to.x());
  if (grip_ == Grip::range_end) {
    const std::size_t fixed = range_anchor_;
    std::size_t moved = scale.step_at(std::max(0.0, now));
    if (scale.over_time() ? moved >= fixed : now >= scale.mark(moved)) ++moved;
    if (fixed != moved) state_->set_time_range(StepRange{std::min(fixed, moved), std::max(fixed, moved)});
    return;
  }
  if (std::abs(to.x() - pressed_at().x()) < 3) return;
  const auto [from, until] = std::minmax({geometry_.place_at(pressed_at().x()), now});
  const StepScale::Range steps = scale.steps_touching(from, until);
  if (steps.begin < steps.end) state_->set_time_range(StepRange{steps.begin, steps.end});
}

/// Those of the graph in the map, which may be one from before an edit.
std::shared_ptr<const StepBands> HeapMapWidget::shown_bands() const {
  const auto& bands = state_->bands();
  return has_map() && content_.scene->shows_bands() && bands && bands->graph == content_.scene->plan_view().graph
             ? bands
             : nullptr;
}

void HeapMapWidget::show_curve(bool shown) {
  content_.curve = shown;
  take_own_extent();
}

void HeapMapWidget::update_bands() {
  content_.bands = overlay_.bands = shown_bands();
  take_own_extent();
}

void HeapMapWidget::take_own_extent() {
  if (!has_map() || geometry_.extent() == united(extent(), content_.least_extent)) return update();
  follow_extent(geometry_.view());
  emit extent_changed();
}

void HeapMapWidget::update_time() {
  holes_.cancel();
  overlay_.time_cursor.reset();
  overlay_.holes = nullptr;
  overlay_.range.reset();
  update();
  if (!has_map()) return;
  const std::size_t steps = content_.scene->steps();
  if (const auto range = state_->time_range(); range && range->begin < steps) {
    const auto span = content_.scene->scale().span_of(range->begin, std::min(range->end, steps));
    overlay_.range = Lifetime{static_cast<std::uint32_t>(span.begin), static_cast<std::uint32_t>(span.end)};
  }
  if (const auto cursor = state_->time_cursor())
    overlay_.time_cursor = content_.scene->moment(*cursor, state_->event_cursor());
  if (!overlay_.time_cursor) return;
  if (content_.scene->is_recorded()) return;  // the recorded heap itself says what was free
  const auto find = [scene = content_.scene, place = overlay_.time_cursor->begin] {
    return std::make_shared<const ByteUsage>(scene->byte_usage_at(place));
  };
  if (!is_large()) {
    overlay_.holes = find();
    return;
  }
  holes_.start([this, find](const Task&) -> LatestJob::Delivery {
    return [this, holes = find()] {
      overlay_.holes = holes;
      update();
    };
  });
}

/// What the card says over the curve and the row of bands: how much is alive, and what can be done here.
QString HeapMapWidget::curve_card(QPointF at) const {
  const bool on_curve = geometry_.curve().contains(at);
  if (!has_map() || (!on_curve && !geometry_.bands().contains(at))) return {};
  const HeapMapScene& scene = *content_.scene;
  const double place = std::clamp(geometry_.place_at(at.x()), 0.0, std::max(0.0, scene.scale().length() - 1));
  QStringList lines;
  if (const HeapTimeline* heap = scene.heap())
    lines = heap_event_lines(*heap, static_cast<HeapStep>(place));
  else
    lines = {tr("%1 alive").arg(full_bytes(scene.curve().at(place)))};
  if (const StepBand* band = content_.bands ? content_.bands->at(static_cast<std::size_t>(place)) : nullptr)
    lines << band_heading(*content_.bands, *band) << band_facts(*band);
  QString heading = scene.place_text(place);
  if (scene.estimated()) heading = tr("%1 (estimated)").arg(heading);
  QString card =
      QString("<b>%1</b><br>%2").arg(heading.toHtmlEscaped(), lines.join('\n').toHtmlEscaped().replace('\n', "<br>"));
  if (!on_curve) return card;
  return card + QString("<br><span style='color:%1'>%2<br>%3</span>")
                    .arg(theme().muted_text.name(), tr("Drag: time cursor, and the holes there"),
                         overlay_.range ? tr("Drag an end of the range; double click: no range")
                                        : tr("Shift+drag: a range of time for every view"));
}

}  // namespace stowage
