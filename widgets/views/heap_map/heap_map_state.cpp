// SPDX-License-Identifier: GPL-3.0-or-later
// What the shared state lights in the heap map: few tensors as outlines over it, many as shades of the map itself.
#include <algorithm>

#include "widgets/painters/style/text.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/heap_map/minimap.h"

namespace stowage {
namespace {

constexpr std::size_t kMostOutlined = 64;  // selected tensors; for more, the others step back

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
  connect(state_, &ViewState::over_time_changed, this, &HeapMapWidget::switch_axis);
  connect(state_, &ViewState::colors_changed, this, &HeapMapWidget::recolor);
  connect(state_, &ViewState::reveal_requested, this, &HeapMapWidget::reveal);
}

/// Another plan is shown: the same state, of other tensors.
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
  redraw_minimap();
}

}  // namespace stowage
