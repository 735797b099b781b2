// SPDX-License-Identifier: GPL-3.0-or-later
// How the lanes ask for edits: by dragging, by keys, by menu.
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>

#include <algorithm>

#include "widgets/base/view_state.h"
#include "widgets/controls/time_axis.h"
#include "widgets/edit/edits.h"
#include "widgets/edit/operator_menus.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace stowage {
namespace {

constexpr double kScrollEdge = 14;  // a drag so near the first or last lane in view scrolls on

}  // namespace

// ---- what is where

/// The operator whose handle is there.
OperatorId LanesPane::handle_at(QPointF at) const {
  for (const double back : {0.0, 6.0}) {
    const OperatorId o = operator_at(at - QPointF(back, 0));
    if (o.valid() && geometry_.handle(o.index(), graph_->stream(o).index()).contains(at)) return o;
  }
  return {};
}

std::optional<StreamId> LanesPane::name_at(QPointF at) const {
  if (!has_lanes() || !geometry_.names().contains(at)) return std::nullopt;
  const auto lane = geometry_.lane_at(at.y());
  return lane ? std::optional(StreamId(*lane)) : std::nullopt;
}

/// The selected operators that are of this graph, sorted.
std::vector<OperatorId> LanesPane::selection() const {
  std::vector<OperatorId> out = state().selected_operators();
  std::erase_if(out, [&](OperatorId o) { return o.index() >= graph_->operator_count(); });
  return out;
}

// ---- dragging

/// Takes hold of what the press was on: the handle of an operator, or the operator, with the selection if it is of it.
bool LanesPane::start_edit() {
  const OperatorId handle = handle_at(pressed_at()), o = operator_at(pressed_at());
  const bool sync = handle.valid() || (o.valid() && pressed_with() & Qt::ShiftModifier);
  if (!sync && !o.valid()) return false;
  if (sync) {
    edit_ = LaneDrag::of_sync(graph_, handle.valid() ? handle : o);
  } else {
    if (!state().is_selected(o)) {
      const QScopedValueRollback guard(self_selecting_, true);
      selected_sync_.reset();
      state().select_operators({o});
    }
    edit_ = LaneDrag::of_operators(graph_, o, selection());
  }
  setFocus();  // Esc is to be heard
  return true;
}

void LanesPane::drag_edit(QPointF at) {
  const QRectF& plot = geometry_.plot();
  if (plot.contains(at) && at.y() < plot.top() + kScrollEdge) pan({0, kScrollEdge});
  if (plot.contains(at) && at.y() > plot.bottom() - kScrollEdge) pan({0, -kScrollEdge});
  edit_->move_to(geometry_, at, operator_at(at));
  setCursor(!edit_->refusal().isEmpty() ? Qt::ForbiddenCursor
            : edit_->is_sync()          ? Qt::CrossCursor
                                        : Qt::ClosedHandCursor);
  update();
}

void LanesPane::drop_edit() {
  const auto request = edit_->request();
  edit_.reset();
  update();
  if (request) emit edit_requested(*request);
}

// ---- keys

/// The selection to the lane above or below that of its first operator; below the last, to a new one.
void LanesPane::move_across(int by) {
  const std::vector<OperatorId> operators = selection();
  if (operators.empty()) return;
  const auto lane = static_cast<std::ptrdiff_t>(graph_->stream(operators.front()).index()) + by;
  if (lane < 0) return;
  if (lane == std::ssize(graph_->data().streams))
    emit edit_requested(edits::move_to_new_stream(*graph_, operators, {}));
  else
    emit edit_requested(edits::move_to_stream(*graph_, operators, StreamId(static_cast<std::size_t>(lane))));
  if (current_operator().valid())
    geometry_.reveal(current_operator().index(), graph_->stream(current_operator()).index());
  change_view(geometry_);
}

void LanesPane::move_along(int by) {
  const std::vector<OperatorId> operators = selection();
  if (operators.size() != 1) return;
  const OperatorId o = operators.front();
  if (by < 0 && o.index() == 0) return;
  if (by > 0 && o.index() + 1 == graph_->operator_count()) return;
  emit edit_requested(edits::move_to_step(*graph_, o, by < 0 ? o.index() - 1 : o.index() + 1));
}

void LanesPane::remove_selected_sync() {
  if (selected_sync_) emit edit_requested(edits::remove_sync(*graph_, *selected_sync_));
}

bool LanesPane::edit_key(const QKeyEvent& event) {
  const int key = event.key();
  if (event.modifiers() == Qt::AltModifier) {
    if (key == Qt::Key_Left || key == Qt::Key_Right) return move_along(key == Qt::Key_Left ? -1 : 1), true;
    if (key == Qt::Key_Up || key == Qt::Key_Down) return move_across(key == Qt::Key_Up ? -1 : 1), true;
  }
  if (key == Qt::Key_Delete || key == Qt::Key_Backspace) return remove_selected_sync(), true;
  if (key == Qt::Key_F2 && named_.valid()) return rename(named_), true;
  if (key == Qt::Key_F2 && current_operator().valid()) return rename(graph_->stream(current_operator())), true;
  return false;
}

// ---- names

void LanesPane::rename(StreamId stream) {
  geometry_.reveal(static_cast<std::size_t>(geometry_.view().begin), stream.index());
  change_view(geometry_);
  renaming_ = stream;
  const QRectF lane = geometry_.lane(stream.index()), names = geometry_.names();
  const double height = std::min(lane.height(), static_cast<double>(name_edit_->sizeHint().height()));
  name_edit_->setGeometry(QRectF(names.left() + 2, lane.center().y() - height / 2, names.width() - 4, height).toRect());
  name_edit_->setText(text_of(graph_->info(stream).name));
  name_edit_->setPlaceholderText(stream_label(*graph_, stream));
  name_edit_->selectAll();
  name_edit_->show();
  name_edit_->setFocus();
}

void LanesPane::finish_renaming(bool keep) {
  if (!renaming_.valid()) return;
  const StreamId stream = std::exchange(renaming_, StreamId());
  const QString name = name_edit_->text();
  const bool focused = name_edit_->hasFocus();
  name_edit_->hide();
  if (focused) setFocus();
  if (keep && name != text_of(graph_->info(stream).name))
    emit edit_requested(edits::rename_stream(*graph_, stream, name));
}

bool LanesPane::eventFilter(QObject* watched, QEvent* event) {
  if (watched == name_edit_ && event->type() == QEvent::ShortcutOverride &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  if (watched == name_edit_ && event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    finish_renaming(false);
    return true;
  }
  return Pane::eventFilter(watched, event);
}

// ---- menus

void LanesPane::contextMenuEvent(QContextMenuEvent* event) {
  if (!has_lanes()) return event->ignore();
  cancel_drag();
  if (event->reason() != QContextMenuEvent::Mouse) {
    const OperatorId current = current_operator();
    const QRectF box = current.valid()
                           ? geometry_.box(current.index(), graph_->stream(current).index()) & geometry_.plot()
                           : QRectF(geometry_.plot().topLeft(), QSizeF(1, 1));
    return show_operator_menu(
        mapToGlobal(box.isEmpty() ? geometry_.plot().center().toPoint() : box.center().toPoint()));
  }
  if (const auto stream = name_at(event->pos())) return show_stream_menu(*stream, event->globalPos());
  const OperatorId o = operator_at(event->pos());
  if ((o.valid() && !state().is_selected(o)) || (!o.valid() && sync_at(event->pos()))) click(event->pos(), {});
  show_operator_menu(event->globalPos());
}

void LanesPane::show_operator_menu(QPoint global) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const OperatorMenus menus(graph_, [this](const EditRequest& request) { emit edit_requested(request); });
  menus.fill_for_operators(*menu, selection(), selected_sync_ ? &*selected_sync_ : nullptr);
  menus.fill_for_graph(*menu);
  const OperatorId current = current_operator();
  if (current.valid()) {
    const StreamId stream = graph_->stream(current);
    QMenu* lane = menu->addMenu(tr("St&ream"));
    menus.fill_for_stream(*lane, stream, [this, stream] { rename(stream); });
  }
  menu->addSeparator();
  add_time_axis(*menu, state(), graph_->has_durations() ? QString() : no_durations());
  menu->popup(global);
}

void LanesPane::show_stream_menu(StreamId stream, QPoint global) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const OperatorMenus menus(graph_, [this](const EditRequest& request) { emit edit_requested(request); });
  menus.fill_for_stream(*menu, stream, [this, stream] { rename(stream); });
  menu->addSeparator();
  add_time_axis(*menu, state(), graph_->has_durations() ? QString() : no_durations());
  menu->popup(global);
}

}  // namespace stowage
