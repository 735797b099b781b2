// SPDX-License-Identifier: GPL-3.0-or-later
// How the heap map answers mouse, keyboard and screen readers, and its menu.

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

#include "widgets/controls/hover_card.h"
#include "widgets/controls/time_axis.h"
#include "widgets/edit/menus.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

constexpr double kKeyPan = 0.1;   // share of the plot
constexpr double kLeastBand = 4;  // pixels

TensorId tensor(int item) {
  return TensorId(static_cast<std::size_t>(item));
}

}  // namespace

TensorId HeapMapWidget::tensor_at(QPointF at) const {
  if (!has_map() || !geometry_.plot().contains(at)) return {};
  const double place = geometry_.place_at(at.x()), offset = geometry_.offset_at(at.y());
  const TensorId alive = content_.scene->tensor_at(place, offset);
  if (alive.valid()) return alive;
  const TensorId held = content_.scene->holds().at(place, offset);
  return held.valid() || !content_.difference ? held : content_.difference->at(place, offset);
}

void HeapMapWidget::zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) {
  const double across = held & Qt::ShiftModifier ? 1 : factor, up = held & Qt::ControlModifier ? 1 : factor;
  change_view([&](HeapMapGeometry& map) { map.zoom_at(at, across, up); });
}

QPointF HeapMapWidget::zoom_centre() const {
  const auto& selected = state_->selected_tensors();
  if (const auto item = has_map() && !selected.empty() ? content_.scene->place(selected.front()) : std::nullopt)
    if (const QRectF rect = seen(*item); !rect.isEmpty()) return rect.center();
  return geometry_.plot().center();
}

HeapMapWidget::Drag HeapMapWidget::press_at(QPointF at) {
  if (!has_map()) return Drag::none;
  if (geometry_.plot().contains(at) || geometry_.bands().contains(at)) return Drag::press;
  if (!geometry_.curve().contains(at) && !fixed_end_beside(at)) return Drag::none;
  press_curve(at);
  return Drag::own;
}

void HeapMapWidget::drag_to(QPointF at) {
  if (grip_ == Grip::cursor)
    put_time_cursor(*state_, content_.scene->scale(), geometry_.place_at(at.x()));
  else
    drag_range(at);
}

/// Zooms to the band; with Shift selects the tensors that it touches.
void HeapMapWidget::take_band(const QRectF& band) {
  if (band.width() < kLeastBand || band.height() < kLeastBand) return;
  if (pressed_with() & Qt::ShiftModifier) {
    std::vector<TensorId> touched;
    if (pressed_with() & Qt::ControlModifier) touched = state_->selected_tensors();
    const MapView view{geometry_.place_at(band.left()), geometry_.place_at(band.right()),
                       geometry_.offset_at(band.bottom()), geometry_.offset_at(band.top())};
    content_.scene->index().visit(view, [&](std::span<const MapItem> some) {
      for (const MapItem& item : some)
        if (touches(item, view)) touched.push_back(item.tensor);
    });
    return state_->select_tensors(std::move(touched));
  }
  change_view([&](HeapMapGeometry& map) { map.zoom_to(band); });
}

/// Zooms to the part of the order that was clicked, or out of it again.
void HeapMapWidget::click_band(QPointF at) {
  const StepBand* band = band_at(at);
  if (!band) return;
  MapView view = geometry_.view();
  const auto begin = static_cast<double>(band->steps.begin), end = static_cast<double>(band->steps.end);
  if (view.x0 == begin && view.x1 == end) return fit();
  view.x0 = begin;
  view.x1 = end;
  set_map_view(view);
}

void HeapMapWidget::click(QPointF at, Qt::KeyboardModifiers held) {
  if (geometry_.bands().contains(at)) return click_band(at);
  const TensorId t = tensor_at(at);
  if (held & Qt::ControlModifier) {
    if (t.valid()) state_->toggle_tensor(t);
  } else if (t.valid()) {
    state_->select_tensors({t});
  } else {
    state_->clear_selection();
  }
}

bool HeapMapWidget::double_click(QPointF at) {
  if (!has_map()) return true;
  if (geometry_.curve().contains(at)) {
    if (state_->time_range())
      state_->set_time_range(std::nullopt);
    else
      state_->set_time_cursor(std::nullopt);
    return true;
  }
  const TensorId t = tensor_at(at);
  if (!t.valid()) {
    fit();
    return true;
  }
  state_->select_tensors({t});
  const auto item = content_.scene->place(t);
  const double across = item->end - item->begin, up = static_cast<double>(item->high - item->low);
  const auto begin = static_cast<double>(item->begin), low = static_cast<double>(item->low);
  set_map_view({begin - across / 2, begin + across * 1.5, low - up / 2, low + up * 1.5});
  emit state_->reveal_requested(t);
  return true;
}

void HeapMapWidget::hover_at(QPointF at) {
  const TensorId t = tensor_at(at);
  shape_cursor();
  if (t == state_->hovered_tensor() && t.valid() && card_->isVisible()) {
    show_card();  // follows the mouse
    return;
  }
  state_->hover(t);
  const bool explained = t.valid() || geometry_.curve().contains(at) || geometry_.bands().contains(at);
  if (!explained)
    unhover();
  else if (card_->isVisible())
    show_card();
  else
    card_delay_.start();
}

QString HeapMapWidget::card_text(TensorId t) const {
  const auto& notes = state_->notes();
  const auto note = notes.find(t);
  const QString card = tensor_card(*content_.scene, t, note == notes.end() ? QString() : note->second).html();
  const QString difference = difference_text(t);
  return difference.isEmpty() ? card : card + QStringLiteral("<div>%1</div>").arg(difference.toHtmlEscaped());
}

void HeapMapWidget::show_card() {
  if (drag() != Drag::none) return;
  const TensorId t = tensor_at(mouse());
  const QString text = t.valid() ? card_text(t) : curve_card(mouse());
  if (text.isEmpty()) return unhover();
  card_->show_at(mouse().toPoint(), text);
}

void HeapMapWidget::unhover() {
  card_delay_.stop();
  card_->hide();
}

void HeapMapWidget::shape_cursor() {
  Canvas::shape_cursor();
  const bool moves_end =
      drag() == Drag::own ? grip_ == Grip::range_end : drag() == Drag::none && fixed_end_beside(mouse()).has_value();
  if (moves_end) setCursor(Qt::SizeHorCursor);
}

/// Where a walk by keys starts: what a selected operator makes, or the largest tensor in view, at the peak if any is.
TensorId HeapMapWidget::first_to_select() const {
  const HeapMapScene& scene = *content_.scene;
  for (TensorId t : lit_tensors(scene.graph(), *state_).strong)
    if (scene.place(t)) return t;
  const MapView& view = geometry_.view();
  const double peak = scene.curve().peak_begin();
  const auto rank = [&](const MapItem& item) {
    return std::pair(item.begin <= peak && item.end > peak, item.high - item.low);
  };
  const MapItem* best = nullptr;
  scene.index().visit(view, [&](std::span<const MapItem> some) {
    for (const MapItem& item : some) {
      if (!touches(item, view) || (best != nullptr && rank(*best) > rank(item))) continue;
      if (best == nullptr || rank(*best) < rank(item) || item.tensor < best->tensor) best = &item;
    }
  });
  return best != nullptr ? best->tensor : TensorId();
}

bool HeapMapWidget::walk(MapIndex::Direction direction) {
  state_->clear_hover();
  if (state_->selected_tensors().empty()) {
    const TensorId first = first_to_select();
    if (!first.valid()) return false;
    state_->select_tensors({first});
    reveal(first);
    return true;
  }
  if (state_->selected_tensors().size() != 1) return false;
  const auto from = content_.scene->place(state_->selected_tensors().front());
  if (!from) return false;
  const TensorId next = content_.scene->index().neighbour(*from, direction);
  if (next.valid()) {
    state_->select_tensors({next});
    reveal(next);
  }
  return true;
}

bool HeapMapWidget::give_up() {
  if (!has_map()) return false;
  state_->give_up();
  return true;
}

bool HeapMapWidget::key(QKeyEvent& event) {
  using enum MapIndex::Direction;
  if (!has_map()) return false;
  if (time_key(event.key())) return true;
  if (event.modifiers() & Qt::ControlModifier) return false;
  if (const auto arrow = arrow_of(event)) {
    const auto to = arrow->x() != 0 ? (arrow->x() < 0 ? left : right) : (arrow->y() < 0 ? up : down);
    const QSizeF step = geometry_.plot().size() * kKeyPan;
    if (!walk(to)) pan({-arrow->x() * step.width(), -arrow->y() * step.height()});
    return true;
  }
  switch (event.key()) {
    case Qt::Key_T:
      toggle_time_axis(*this, *state_, why_no_time() == no_durations() ? how_to_get_durations() : why_no_time());
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!state_->selected_tensors().empty()) emit state_->reveal_requested(state_->selected_tensors().front());
      return true;
    default:
      return false;
  }
}

// ---- the menu

/// The tensors whose end is where this one begins, and which may not share memory with it: they keep it from lying
/// lower.
std::vector<TensorId> HeapMapWidget::what_stands_under(TensorId t) const {
  const HeapMapScene& scene = *content_.scene;
  const auto item = scene.place(t);
  if (!item) return {};
  const auto low = static_cast<double>(item->low);
  const auto& conflicts = scene.plan_view().conflicts;
  std::vector<TensorId> out;
  scene.index().visit({0, scene.scale().length(), low - 1, low}, [&](std::span<const MapItem> some) {
    for (const MapItem& one : some) {
      if (one.high != item->low || one.tensor == t) continue;
      const bool meets = one.begin < item->end && item->begin < one.end;
      if (conflicts ? conflicts->unsafe(one.tensor, t) : meets) out.push_back(one.tensor);
    }
  });
  return out;
}

void HeapMapWidget::add_tensor_actions(QMenu& menu, const MapItem& item) {
  const TensorId t = item.tensor;
  const std::vector<TensorId> under = what_stands_under(t);
  QString text = tr("Select tensors directly below (%n)", nullptr, static_cast<int>(under.size()));
  if (under.empty()) text = item.low == 0 ? tr("Already at offset 0") : tr("No tensor directly below");
  const auto add = [&](const char* name, const QString& words, auto run) {
    QAction* entry = menu.addAction(words, this, run);
    entry->setObjectName(name);
    return entry;
  };
  add("select_below", text, [this, under] { state_->select_tensors(under); })->setEnabled(!under.empty());
  add("reveal", tr("Show in all views"), [this, t] { emit state_->reveal_requested(t); });
  menu.addSeparator();
  add("note", state_->notes().contains(t) ? tr("Edit note…") : tr("Add note…"),
      [this, t] { edit_note(this, *state_, content_.scene->graph(), t); });
  add("copy_name", tr("Copy name"), [name = std::string(content_.scene->graph().name(t))] {
    QApplication::clipboard()->setText(QString::fromStdString(name));
  });
  if (ask_ && !asked_.stale && asked_.graph == content_.scene->plan_view().graph) {
    QMenu* edit = menu.addMenu(tr("&Edit"));
    edit->setObjectName("edit_tensor");
    TensorMenus(asked_.graph, ask_, state_->spaces()).fill_for_tensors(*edit, {t});
    hold_entries(*edit, state_->why_no_edits());
  }
  menu.addSeparator();
}

void HeapMapWidget::contextMenuEvent(QContextMenuEvent* event) {
  if (!has_map()) return;
  unhover();
  const bool by_key = event->reason() == QContextMenuEvent::Keyboard;
  TensorId t;
  if (!by_key)
    t = tensor_at(event->pos());
  else if (state_->selected_tensors().size() == 1)
    t = state_->selected_tensors().front();
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QPoint at = event->globalPos();
  if (const auto item = t.valid() ? content_.scene->place(t) : std::nullopt) {
    state_->select_tensors({t});
    add_tensor_actions(*menu, *item);
    if (const QRectF rect = seen(*item); by_key && !rect.isEmpty()) at = mapToGlobal(rect.center().toPoint());
  }
  if (state_->time_range())
    menu->addAction(tr("Show all times again"), this, [this] { state_->set_time_range(std::nullopt); });
  menu->addAction(tr("Show all"), this, &HeapMapWidget::fit)->setEnabled(!geometry_.is_fitted());
  add_time_axis(*menu, *state_, why_no_time());
  menu->popup(at);
}

// ---- as a list, for screen readers

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

void HeapMapWidget::choose_item(int item) {
  state_->select_tensors({tensor(item)});
  reveal(tensor(item));
}

}  // namespace stowage
