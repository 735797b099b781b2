// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/heap_chart_view.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {
namespace {

constexpr int kPage = 10, kAll = 1 << 30;  // steps

}  // namespace

int steps_of_key(int key) {
  switch (key) {
    case Qt::Key_Left:
      return -1;
    case Qt::Key_Right:
      return 1;
    case Qt::Key_PageUp:
      return -kPage;
    case Qt::Key_PageDown:
      return kPage;
    case Qt::Key_Home:
      return -kAll;
    case Qt::Key_End:
      return kAll;
    default:
      return 0;
  }
}

HeapChartView::HeapChartView(QWidget* parent) : QWidget(parent) {
  setObjectName("heap_chart");
  setAccessibleName(tr("Memory of the recorded heap over time"));
  setFocusPolicy(Qt::StrongFocus);
  follow_numbers(this, [this] { redraw(); });
}

void HeapChartView::set_heap(const HeapChart& heap) {
  heap_ = heap;
  redraw();
}

void HeapChartView::set_step(std::optional<HeapStep> step) {
  if (step_ == step) return;
  step_ = step;
  setAccessibleDescription(step_ && heap_.timeline ? step_text(*step_) : QString());
  update();
}

QString HeapChartView::step_text(HeapStep step) const {
  const HeapTimeline& timeline = *heap_.timeline;
  if (step >= timeline.reserved.size()) return {};
  QStringList lines{tr("Step %L1").arg(step),
                    tr("reserved %1, active %2, allocated %3")
                        .arg(human_bytes(timeline.reserved[step]), human_bytes(timeline.active[step]),
                             human_bytes(timeline.allocated[step]))};
  if (heap_.largest) lines += tr("largest free block %1").arg(human_bytes((*heap_.largest)[step]));
  const auto band = std::ranges::upper_bound(timeline.bands, step, {}, &Lifetime::end);
  if (band != timeline.bands.end() && band->begin <= step)
    lines += timeline.names[static_cast<std::size_t>(band - timeline.bands.begin())];
  const auto failure = std::ranges::find(timeline.failures, step, &HeapOutOfMemory::step);
  if (failure != timeline.failures.end())
    lines += tr("The device was out of memory: %1 asked for").arg(human_bytes(failure->requested));
  return lines.join('\n');
}

void HeapChartView::redraw() {
  picture_.clear();
  update();
}

void HeapChartView::paintEvent(QPaintEvent*) {
  if (!heap_.timeline) return;
  const Theme& theme = theme_of(*this);
  QPainter painter(this);
  picture_.draw(painter, *this, [&](QPainter& into) { paint_heap_chart(into, rect(), heap_, theme); });
  const CurveChart at = chart();
  if (step_ && at.shown().overlaps({*step_, *step_ + 1}))
    painter.fillRect(
        QRectF(std::floor(at.x_of(static_cast<double>(*step_) + 0.5)), at.plot().top(), 1, at.plot().height()),
        theme.text);
  paint_focus_frame(painter, *this);
}

bool HeapChartView::event(QEvent* event) {
  const auto tip = [this](QPointF at) {
    const auto step = heap_.timeline ? chart().step_at(at.x()) : std::nullopt;
    return step ? step_text(static_cast<HeapStep>(*step)) : QString();
  };
  return answer_tip(event, *this, tip) || QWidget::event(event);
}

void HeapChartView::pick(double x) {
  if (!heap_.timeline) return;
  if (const auto step = chart().step_at(x)) emit step_picked(static_cast<HeapStep>(*step));
}

void HeapChartView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) pick(event->position().x());
}

void HeapChartView::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) pick(event->position().x());
}

void HeapChartView::keyPressEvent(QKeyEvent* event) {
  if (const int steps = steps_of_key(event->key()); steps != 0) return emit moved(steps);
  QWidget::keyPressEvent(event);
}

}  // namespace stowage
