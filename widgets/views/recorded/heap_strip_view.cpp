// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/heap_strip_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
HeapStripView::HeapStripView(ViewState& state, QWidget* parent) : Canvas(parent), state_(state) {
  setObjectName("heap_strips");
  setAccessibleName(tr("Segments of the recorded heap at an event"));
  const auto repaint = [this] { update(); };
  connect(&state, &ViewState::selection_changed, this, repaint);
  connect(&state, &ViewState::hover_changed, this, repaint);
  connect(&state, &ViewState::colors_changed, this, repaint);
  follow_numbers(this, repaint);
}

void HeapStripView::set_strips(std::shared_ptr<const RecordedHeap> history, std::shared_ptr<const HeapStrips> strips) {
  history_ = std::move(history);
  strips_ = std::move(strips);
  setMinimumHeight(strips_ ? static_cast<int>(std::ceil(HeapStripsLayout::height_of(strips_->strips.size()))) : 0);
  update();
}

void HeapStripView::set_coloring(std::shared_ptr<const Coloring> coloring, std::shared_ptr<const Graph> graph) {
  coloring_ = std::move(coloring);
  graph_ = std::move(graph);
  update();
}

const HeapStretch* HeapStripView::stretch_at(QPointF at) const {
  if (!strips_) return nullptr;
  const auto found = strips_layout().stretch_at(at);
  return found ? &strips_->heap.stretches[*found] : nullptr;
}

QString HeapStripView::stretch_text(const HeapStretch& stretch) const {
  const QString address = "0x" + QString::number(stretch.address, 16);
  if (stretch.allocation == kNoneInHeap)
    return stretch.address == strips_->heap.largest.address
               ? tr("The largest hole: %1 at %2").arg(full_bytes(stretch.size), address)
               : tr("A hole: %1 at %2").arg(full_bytes(stretch.size), address);
  const HeapAllocation& a = history_->allocations[stretch.allocation];
  QStringList lines{tr("%1 at %2").arg(full_bytes(a.rounded), address)};
  if (a.requested != a.rounded) lines += tr("requested: %1").arg(full_bytes(a.requested));
  lines += a.free_completed < history_->step_count()
               ? tr("there from event %L1 to %L2").arg(a.allocated).arg(a.free_completed)
               : tr("there from event %L1 to the end").arg(a.allocated);
  if (history_->streams.size() > 1) lines += stream_name(*history_, a.stream);
  if (stretch.use == HeapUse::pending)
    lines += tr("its free waits for the stream since event %L1").arg(a.free_requested);
  if (const HeapFrame* frame = history_->telling_frame(a.stack)) lines += text_of(history_->label(*frame));
  return lines.join('\n');
}

QString HeapStripView::strip_text(const HeapStrip& strip) const {
  const QString address = "0x" + QString::number(strip.address, 16);
  if (strip.pieces == 0) return tr("No segment is recorded for %1 at %2").arg(full_bytes(strip.size), address);
  const HeapSegment& segment = history_->segments[strip.segment];
  QStringList lines{tr("Segment: %1 at %2").arg(full_bytes(strip.size), address)};
  lines += tr("idle %1, largest hole %2").arg(human_bytes(strip.idle()), human_bytes(strip.largest_hole));
  lines += stream_name(*history_, segment.stream);
  if (const QString pool = pool_name(*history_, segment); !pool.isEmpty())
    lines += tr("%1: private memory of CUDA graphs").arg(pool);
  if (segment.expandable) lines += tr("expandable, of %Ln piece(s)", nullptr, as_int(strip.pieces));
  if (segment.kind != SegmentKind::unknown)
    lines += segment.kind == SegmentKind::small ? tr("for small blocks") : tr("for large blocks");
  if (segment.born > 0) lines += tr("there since event %L1").arg(segment.born);
  if (const HeapFrame* frame = history_->telling_frame(segment.stack)) lines += text_of(history_->label(*frame));
  return lines.join('\n');
}

/// Puts the mark of the stream beside its name.
QString HeapStripView::tip_at(QPointF at) const {
  const HeapStretch* stretch = stretch_at(at);
  const auto strip = strips_ ? strips_layout().strip_at(at) : std::nullopt;
  if (!strip) return {};
  const HeapStrip& in = strips_->strips[*strip];
  const QString text = stretch != nullptr ? stretch_text(*stretch) : strip_text(in);
  const bool of_block = stretch != nullptr && stretch->allocation != kNoneInHeap;
  if (!graph_ || graph_->stream_count() < 2 || (!of_block && in.pieces == 0)) return text;
  const std::uint32_t stream =
      of_block ? history_->allocations[stretch->allocation].stream : history_->segments[in.segment].stream;
  QStringList lines;
  for (const QString& line : text.split('\n'))
    lines += line == stream_name(*history_, stream) ? stream_html(*history_, stream, *graph_, theme_of(*this))
                                                    : line.toHtmlEscaped();
  return "<qt>" + lines.join("<br>") + "</qt>";
}

void HeapStripView::paint(QPainter& painter) {
  if (!strips_ || !history_) return;
  const HeapStripsLook look{.history = history_,
                            .coloring = coloring_,
                            .graph = graph_,
                            .hidden = state_.hidden_classes(),
                            .lit = state_.selected_tensors(),
                            .hovered = state_.hovered_tensor()};
  paint_heap_strips(painter, *strips_, strips_layout(), exposed().top(), exposed().bottom() + 1, look, theme());
}

HeapStripView::Drag HeapStripView::press_at(QPointF at) {
  if (!strips_) return Drag::none;
  const HeapStretch* stretch = stretch_at(at);
  const TensorId t = stretch ? tensor_of(*stretch) : TensorId();
  if (!t.valid())
    state_.clear_selection();
  else if (pressed_with() & Qt::ControlModifier)
    state_.toggle_tensor(t);
  else
    state_.select_tensors({t});
  return Drag::none;
}

void HeapStripView::hover_at(QPointF at) {
  const HeapStretch* stretch = stretch_at(at);
  state_.hover(stretch ? tensor_of(*stretch) : TensorId());
}

void HeapStripView::leave() {
  state_.clear_hover();
}

/// Goes to the block above or below, as they are shown, from the first one selected.
void HeapStripView::walk(int by) {
  if (!strips_) return;
  const auto& stretches = strips_->heap.stretches;
  std::vector<std::size_t> shown;
  for (const std::uint32_t row : strips_->rows)
    for (std::size_t s = strips_->strips[row].first; s < strips_->strips[row].last; ++s)
      if (tensor_of(stretches[s]).valid()) shown.push_back(s);
  const auto selected = [&](std::size_t s) { return state_.is_selected(tensor_of(stretches[s])); };
  const auto count = static_cast<std::ptrdiff_t>(shown.size());
  std::ptrdiff_t at = std::ranges::find_if(shown, selected) - shown.begin();
  at = at < count ? at + by : by > 0 ? 0 : count - 1;
  if (at < 0 || at >= count) return;
  const std::size_t found = shown[static_cast<std::size_t>(at)];
  state_.select_tensors({tensor_of(stretches[found])});
  setAccessibleDescription(stretch_text(stretches[found]));
  const HeapStripsLayout layout = strips_layout();
  emit shown_wanted(layout.row(layout.strip_of(found)).toAlignedRect());
}

bool HeapStripView::key(QKeyEvent& event) {
  if (const int steps = steps_along(event); steps != 0) {
    emit moved(steps);
    return true;
  }
  if (const auto arrow = arrow_of(event)) return walk(arrow->y()), true;
  const bool enter = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
  if (enter && !state_.selected_tensors().empty()) emit state_.reveal_requested(state_.selected_tensors().front());
  return enter;
}

}  // namespace stowage
