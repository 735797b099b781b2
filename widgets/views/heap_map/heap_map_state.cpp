// SPDX-License-Identifier: GPL-3.0-or-later
// What the heap map has of the shared state: time cursor, the holes at it, and time range; and what is lit, few tensors
// as outlines over the map, many as shades of it.
#include <algorithm>
#include <cmath>

#include "widgets/controls/time_axis.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage {
namespace {

constexpr std::size_t kMostOutlined = 64;  // selected tensors; for more, the others step back
constexpr double kGrip = 6;                // pixels around an end of the range

MapShade shade_of(PlayedMoment::State state) {
  switch (state) {
    case PlayedMoment::State::unborn:
      return MapShade::faint;
    case PlayedMoment::State::alive:
      return MapShade::full;
    case PlayedMoment::State::dead:
      return MapShade::grey;
  }
  return MapShade::full;
}

}  // namespace

void HeapMapWidget::follow_state() {
  connect(state_, &ViewState::selection_changed, this, [this] {
    update_selection();
    describe();
    announce_item(*this, *this);
  });
  connect(state_, &ViewState::hover_changed, this, [this] {
    overlay_.hovered = state_->hovered_tensor();
    update();
  });
  connect(state_, &ViewState::time_cursor_changed, this, &HeapMapWidget::update_time);
  connect(state_, &ViewState::time_range_changed, this, &HeapMapWidget::update_time);
  connect(state_, &ViewState::found_changed, this, &HeapMapWidget::update_found);
  connect(state_, &ViewState::bands_changed, this, &HeapMapWidget::update_bands);
  connect(state_, &ViewState::notes_changed, this, &HeapMapWidget::update_notes);
  connect(state_, &ViewState::moment_changed, this, &HeapMapWidget::update_moment);
  connect(state_, &ViewState::over_time_changed, this, [this] {
    if (asked_.graph) ask();
  });
  connect(state_, &ViewState::colors_changed, this, &HeapMapWidget::recolor);
  connect(state_, &ViewState::reveal_requested, this, &HeapMapWidget::reveal);
}

/// Shows the same state on another plan.
void HeapMapWidget::follow_all() {
  overlay_ = {};
  overlay_.hovered = state_->hovered_tensor();
  if (has_map()) {
    update_selection();
    update_found();
    update_notes();
    update_moment();
    overlay_.clashes = content_.scene->plan_view().clashes;
  }
  update_bands();
  update_time();
  update_shades();
}

void HeapMapWidget::update_selection() {
  if (!has_map()) return;
  LitTensors lit = lit_tensors(content_.scene->graph(), *state_);
  const bool many = lit.strong.size() + lit.weak.size() > kMostOutlined;
  overlay_.selected = many ? std::vector<TensorId>() : std::move(lit.strong);
  overlay_.related = many ? std::vector<TensorId>() : std::move(lit.weak);
  if (many || shades_selection_) update_shades();
  update();
}

void HeapMapWidget::update_found() {
  if (!has_map()) return;
  overlay_.found.clear();
  if (state_->found().size() <= kMostOutlines) overlay_.found = state_->found();
  update_shades();
}

void HeapMapWidget::update_notes() {
  overlay_.noted.clear();
  for (const auto& [tensor, text] : state_->notes()) overlay_.noted.push_back(tensor);
  update();
}

void HeapMapWidget::update_moment() {
  const auto& moment = state_->moment();
  overlay_.overwritten = moment ? moment->overwritten : TensorId();
  overlay_.overwriting = moment ? moment->overwriting : TensorId();
  update_shades();
}

QString HeapMapWidget::moment_text() const {
  const auto& moment = state_->moment();
  if (!has_map() || !moment || moment->tensors.size() != content_.scene->graph().tensor_count()) return {};
  return fitting_label({tr("playing a run · Esc ends it"), tr("playing a run")}, geometry_.plot().width());
}

void HeapMapWidget::update_shades() {
  if (!has_map()) return;
  const std::size_t count = content_.scene->graph().tensor_count();
  const auto& found = state_->found();
  const auto& moment = state_->moment();
  const bool played = moment && moment->tensors.size() == count;
  std::vector<TensorId> lit = lit_tensors(content_.scene->graph(), *state_).all();
  shades_selection_ = lit.size() > kMostOutlined;
  const bool none = !played && found.empty() && !shades_selection_;
  if (none && !content_.shades) return update();
  content_.shades = nullptr;
  if (!none) {
    std::vector<MapShade> shades(count, found.empty() && !shades_selection_ ? MapShade::full : MapShade::faint);
    for (TensorId t : found)
      if (t.index() < count) shades[t.index()] = overlay_.found.empty() ? MapShade::found : MapShade::full;
    if (shades_selection_)
      for (TensorId t : lit) shades[t.index()] = found.empty() ? MapShade::full : MapShade::selected;
    for (std::size_t t = 0; played && t < count; ++t)
      if (moment->tensors[t] != PlayedMoment::State::alive) shades[t] = shade_of(moment->tensors[t]);
    content_.shades = std::make_shared<const std::vector<MapShade>>(std::move(shades));
  }
  refresh();
}

// ---- time

QString HeapMapWidget::why_no_time() const {
  const PlanView& view = content_.scene->plan_view();
  if (map_run(view) && run_beside_ != 0) return {};
  if (!view.graph->has_durations()) return no_durations();
  return run_beside_ == 0 ? tr("The view beside this map is drawn over steps")
                          : tr("This plan is safe only while the streams take turns");
}

/// Moves by steps, or by events.
void HeapMapWidget::move_cursor(std::ptrdiff_t by) {
  const StepScale& scale = content_.scene->scale();
  const auto now = state_->time_cursor();
  const std::size_t last = scale.steps() - 1;
  if (scale.over_events()) {
    const auto at = overlay_.time_cursor ? std::optional(overlay_.time_cursor->begin) : std::nullopt;
    const double event =
        std::clamp(at ? *at + static_cast<double>(by) : content_.scene->curve().peak_begin(), 0.0, scale.length() - 1);
    put_time_cursor(*state_, scale, event);
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
  const auto steps = cursor_steps(key);
  const bool begin = key == Qt::Key_BracketLeft;
  if (steps)
    move_cursor(*steps);
  else if (begin || key == Qt::Key_BracketRight)
    set_range_end(begin);
  else
    return false;
  return true;
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
    put_time_cursor(*state_, content_.scene->scale(), geometry_.place_at(at.x()));
  }
}

/// Takes all steps that the drag touches into a new range; a dragged end goes to the nearest border between steps, or
/// over time to the step that started last.
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
  const bool shows = has_map() && content_.scene->shows_bands();
  return shows ? state_->bands_of(content_.scene->plan_view().graph) : nullptr;
}

const StepBand* HeapMapWidget::band_at(QPointF at) const {
  const double place = geometry_.place_at(at.x());
  if (!content_.bands || place < 0) return nullptr;
  const bool in_rows = geometry_.bands().contains(at);
  return content_.bands->at(static_cast<std::size_t>(place),
                            in_rows ? std::min(geometry_.band_row_at(at.y()), content_.bands->inner.size()) : 0);
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
  holes_.start(!is_large(), [this, scene = content_.scene, place = overlay_.time_cursor->begin](const Task&) {
    return [this, holes = std::make_shared<const ByteUsage>(scene->byte_usage_at(place))] {
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
  if (const StepBand* band = band_at(at)) lines << band_heading(*content_.bands, *band) << band_facts(*band);
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
