// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of a tensor in the heap map.
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <algorithm>

#include "widgets/controls/hover_card.h"
#include "widgets/controls/time_axis.h"
#include "widgets/edit/tensor_menus.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/notes/note_dialog.h"

namespace stowage {
namespace {

QString name_of(const Graph& graph, TensorId t) {
  const std::string_view name = graph.name(t);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

}  // namespace

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
  add("pin_card", tr("Pin its card"), [this, t] { pin_card(t); });
  add("copy_name", tr("Copy name"),
      [name = name_of(content_.scene->graph(), t)] { QApplication::clipboard()->setText(name); });
  if (ask_ && !asked_.stale && asked_.graph == content_.scene->plan_view().graph) {
    QMenu* edit = menu.addMenu(tr("&Edit"));
    edit->setObjectName("edit_tensor");
    TensorMenus(asked_.graph, ask_, state_->spaces()).fill_for_tensors(*edit, {t});
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
  if (pinned_)
    menu->addAction(tr("Remove the pinned card"), this, &HeapMapWidget::drop_pinned_card)->setObjectName("drop_card");
  if (state_->time_range())
    menu->addAction(tr("Show all times again"), this, [this] { state_->set_time_range(std::nullopt); });
  menu->addAction(tr("Show all"), this, &HeapMapWidget::fit)->setEnabled(!geometry_.is_fitted());
  add_time_axis(*menu, *state_, why_no_time());
  menu->popup(at);
}

/// A card that stays, beside its tensor, until another is pinned or the plan changes.
void HeapMapWidget::pin_card(TensorId t) {
  drop_pinned_card();
  const auto item = content_.scene->place(t);
  if (!item) return;
  pinned_ = new HoverCard(this);
  pinned_->setAccessibleName(tr("Pinned card"));
  pinned_->show_at(seen(*item).topRight().toPoint(), card_text(t));
}

void HeapMapWidget::drop_pinned_card() {
  delete pinned_;
}

}  // namespace stowage
