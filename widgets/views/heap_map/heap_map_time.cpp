// SPDX-License-Identifier: GPL-3.0-or-later
// The time cursor, the holes at it, and the time range.
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "widgets/painters/style/numbers.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage {
namespace {

constexpr double kGrip = 6;  // pixels around an end of the range

}  // namespace

void HeapMapWidget::set_cursor_at(double x) {
  const double step =
      std::clamp(std::floor(geometry_.step_at(x)), 0.0, static_cast<double>(content_.scene->steps() - 1));
  state_->set_time_cursor(static_cast<std::size_t>(step));
}

void HeapMapWidget::move_cursor(std::ptrdiff_t steps) {
  const auto last = static_cast<std::ptrdiff_t>(content_.scene->steps()) - 1;
  auto step = static_cast<std::ptrdiff_t>(content_.scene->peak_step());
  if (const auto now = state_->time_cursor()) step = static_cast<std::ptrdiff_t>(*now) + steps;
  step = std::clamp(step, std::ptrdiff_t{0}, last);
  state_->set_time_cursor(static_cast<std::size_t>(step));
  const double middle = static_cast<double>(step) + 0.5;
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
/// range, else it is the end of all.
void HeapMapWidget::set_range_end(bool begin) {
  const std::size_t steps = content_.scene->steps();
  const std::size_t at = std::min(state_->time_cursor().value_or(content_.scene->peak_step()), steps - 1);
  StepRange range = state_->time_range().value_or(StepRange{0, steps});
  (begin ? range.begin : range.end) = begin ? at : at + 1;
  if (range.begin >= range.end) (begin ? range.end : range.begin) = begin ? steps : 0;
  state_->set_time_range(range);
}

/// Where the mouse is at an end of the range: the other end.
std::optional<std::uint32_t> HeapMapWidget::fixed_end_beside(QPointF at) const {
  if (!overlay_.range || !geometry_.curve().adjusted(-kGrip, 0, kGrip, 0).contains(at)) return std::nullopt;
  const double to_begin = std::abs(geometry_.x_of(overlay_.range->begin) - at.x());
  const double to_end = std::abs(geometry_.x_of(overlay_.range->end) - at.x());
  if (std::min(to_begin, to_end) > kGrip) return std::nullopt;
  return to_begin < to_end ? overlay_.range->end : overlay_.range->begin;
}

void HeapMapWidget::press_curve(const QMouseEvent& event) {
  if (const auto fixed = fixed_end_beside(event.position())) {
    drag_ = Drag::range_end;
    range_anchor_ = *fixed;
  } else if (event.modifiers() & Qt::ShiftModifier) {
    drag_ = Drag::range;
  } else {
    drag_ = Drag::cursor;
    set_cursor_at(event.position().x());
  }
}

/// Of a new range, all steps that the drag touches; a dragged end goes to the nearest border between steps.
void HeapMapWidget::drag_range(QPointF to) {
  const auto steps = static_cast<double>(content_.scene->steps());
  const auto step = [&](double v) { return static_cast<std::size_t>(std::clamp(v, 0.0, steps)); };
  const double now = geometry_.step_at(to.x());
  if (drag_ == Drag::range_end) {
    const std::size_t fixed = range_anchor_, moved = step(std::round(now));
    if (fixed != moved) state_->set_time_range(StepRange{std::min(fixed, moved), std::max(fixed, moved)});
    return;
  }
  if (std::abs(to.x() - drag_start_.x()) < 3) return;
  const double start = geometry_.step_at(drag_start_.x());
  const StepRange range{step(std::floor(std::min(start, now))), step(std::floor(std::max(start, now)) + 1)};
  if (range.begin < range.end) state_->set_time_range(range);
}

/// Those of the graph in the map, which may be one from before an edit.
std::shared_ptr<const StepBands> HeapMapWidget::shown_bands() const {
  const auto& bands = state_->bands();
  return has_map() && bands && bands->graph == content_.scene->plan_view().graph ? bands : nullptr;
}

void HeapMapWidget::update_bands() {
  content_.bands = overlay_.bands = shown_bands();
  if (!has_map() || geometry_.extent() == united(extent(), content_.least_extent)) return update();
  follow_extent(geometry_.view());
  emit extent_changed();
}

void HeapMapWidget::update_time() {
  holes_.cancel();
  overlay_.time_cursor = state_->time_cursor();
  overlay_.holes = nullptr;
  overlay_.range.reset();
  update();
  if (!has_map()) return;
  const std::size_t steps = content_.scene->steps();
  if (const auto range = state_->time_range(); range && range->begin < steps)
    overlay_.range =
        Lifetime{static_cast<std::uint32_t>(range->begin), static_cast<std::uint32_t>(std::min(range->end, steps))};
  if (!overlay_.time_cursor || *overlay_.time_cursor >= steps) return;
  const auto find = [scene = content_.scene, step = *overlay_.time_cursor] {
    return std::make_shared<const ByteUsage>(scene->byte_usage_at(step));
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
  const auto step = static_cast<std::size_t>(
      std::clamp(std::floor(geometry_.step_at(at.x())), 0.0, static_cast<double>(content_.scene->steps() - 1)));
  QStringList lines{tr("%1 alive").arg(full_bytes(content_.scene->alive(step)))};
  if (const StepBand* band = content_.bands ? content_.bands->at(step) : nullptr)
    lines << band_heading(*content_.bands, *band) << band_facts(*band);
  QString card = QString("<b>%1</b><br>%2")
                     .arg(step_text(content_.scene->graph(), step).toHtmlEscaped(),
                          lines.join('\n').toHtmlEscaped().replace('\n', "<br>"));
  if (!on_curve) return card;
  return card + QString("<br><span style='color:%1'>%2<br>%3</span>")
                    .arg(theme().muted_text.name(), tr("Drag: time cursor, and the holes there"),
                         overlay_.range ? tr("Drag an end of the range; double click: no range")
                                        : tr("Shift+drag: a range of time for every view"));
}

}  // namespace stowage
