// SPDX-License-Identifier: GPL-3.0-or-later
// The heap map as a list of its tensors, by TensorId, for screen readers.
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage {
namespace {

TensorId tensor(int item) {
  return TensorId(static_cast<std::size_t>(item));
}

}  // namespace

int HeapMapWidget::item_count() const {
  return has_map() ? static_cast<int>(content_.scene->graph().tensor_count()) : 0;
}

int HeapMapWidget::current_item() const {
  const auto& selected = state_->selected_tensors();
  if (selected.size() != 1) return -1;  // keys walk from one
  const int item = static_cast<int>(selected.front().index());
  return item < item_count() ? item : -1;
}

QString HeapMapWidget::item_name(int item) const {
  return text_of(content_.scene->graph().name(tensor(item)));
}

/// Size, offset, lifetime and stream.
QString HeapMapWidget::item_value(int item) const {
  const HeapMapScene& scene = *content_.scene;
  const Graph& graph = scene.graph();
  const TensorId t = tensor(item);
  QStringList facts{human_bytes(graph.size(t)),
                    tr("offset %1").arg(address_text(scene.plan_view().plan->offsets[t.index()])),
                    scene.scale().over_events() ? scene.stretch_text(scene.life(t))
                                                : lifetime_text(graph, (*scene.plan_view().lifetimes)[t.index()])};
  if (const OperatorId producer = graph.producer(t); producer.valid() && !has_only_lifetimes(graph))
    facts += stream_label(graph, graph.stream(producer));
  return facts.join(QStringLiteral(", "));
}

QRect HeapMapWidget::item_rect(int item) const {
  const auto place = content_.scene->place(tensor(item));
  return place ? seen(*place).toAlignedRect() : QRect();
}

int HeapMapWidget::item_at(QPoint at) const {
  const TensorId t = tensor_at(at);
  return t.valid() ? static_cast<int>(t.index()) : -1;
}

bool HeapMapWidget::is_item_selected(int item) const {
  return state_->is_selected(tensor(item));
}

void HeapMapWidget::choose_item(int item) {
  state_->select_tensors({tensor(item)});
  reveal(tensor(item));
}

}  // namespace stowage
