// SPDX-License-Identifier: GPL-3.0-or-later
// The heap map as one of two: its scale beside another map, and what differs between two plans.

#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage {
namespace {

// Tensors up to which two plans are compared at once: a few milliseconds.
constexpr std::size_t kAtOnce = 3'000;

}  // namespace

void HeapMapWidget::set_least_extent(const MapExtent& extent) {
  if (extent == content_.least_extent) return;
  content_.least_extent = extent;
  follow_extent(geometry_.view());
}

void HeapMapWidget::set_run_beside(std::optional<std::int64_t> run) {
  if (std::exchange(run_beside_, run) != run && state_->over_time()) switch_axis();
}

void HeapMapWidget::follow_extent(const MapView& before) {
  geometry_.set_extent(united(extent(), content_.least_extent));
  refresh();
  change_view(before);
  place_minimap();  // the same part may be all there is now
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
  PlanView progress;
  progress.stale = before.stale || after.stale;
  show_progress(progress);
  if (same) return;
  plan_delay_.stop();
  ask();
}

void HeapMapWidget::ask_difference() {
  if (!asked_.graph || asked_.graph->tensor_count() <= kAtOnce) {
    preparer_.cancel();
    show_content(
        difference_content(*before_, asked_, wants_time()).value());  // without a way to stop it, it does not fail
    return;
  }
  preparer_.start(
      [this, before = before_, after = asked_, over_time = wants_time()](const Task& task) -> LatestJob::Delivery {
        const Result<HeapMapContent> content = difference_content(*before, after, over_time, task);
        if (!content) return {};
        return [this, content = *content] { show_content(content); };
      });
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
