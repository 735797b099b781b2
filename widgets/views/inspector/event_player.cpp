// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/inspector/event_player.h"

#include <algorithm>
#include <utility>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QSignalBlocker>

#include "widgets/controls/media_controls.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/table_actions.h"

namespace stowage {

void EventModel::set_events(std::shared_ptr<const Graph> graph, std::vector<RunEvent> events) {
  beginResetModel();
  graph_ = std::move(graph);
  events_ = std::move(events);
  endResetModel();
}

int EventModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || events_.empty() ? 0 : static_cast<int>(events_.size()) + 1;
}

QVariant EventModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::DisplayRole) return {};
  if (index.row() == 0) return tr("Before the first event");
  const RunEvent& event = events_[static_cast<std::size_t>(index.row()) - 1];
  const QString text = event.kind == RunEvent::Kind::start ? tr("%1.  %2 starts (%3)") : tr("%1.  %2 finishes (%3)");
  return text.arg(QLocale().toString(index.row()), text_of(graph_->name(event.op)),
                  stream_label(*graph_, graph_->stream(event.op)));
}

EventPlayer::EventPlayer(QWidget* parent)
    : QWidget(parent),
      model_(new EventModel(this)),
      list_(new QListView),
      first_(new MediaButton(MediaButton::Sign::first, tr("To the beginning"), Qt::Key_Home)),
      back_(new MediaButton(MediaButton::Sign::back, tr("One event back"), Qt::Key_Left)),
      forward_(new MediaButton(MediaButton::Sign::forward, tr("One event on"), Qt::Key_Right)),
      last_(new MediaButton(MediaButton::Sign::last, tr("To the end"), Qt::Key_End)),
      place_(new QLabel) {
  first_->setObjectName("event_first");
  back_->setObjectName("event_back");
  forward_->setObjectName("event_forward");
  last_->setObjectName("event_last");
  list_->setObjectName("event_list");
  list_->setAccessibleName(tr("Events of the execution"));
  list_->setModel(model_);
  list_->setUniformItemSizes(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setAlternatingRowColors(true);
  list_->installEventFilter(this);
  new TableActions(list_);
  place_->setObjectName("event_place");
  place_->setAccessibleName(tr("Event of the execution"));
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(6, 2, 6, 2);
  buttons->setSpacing(2);
  for (MediaButton* button : {first_, back_, forward_, last_}) buttons->addWidget(button);
  buttons->addSpacing(6);
  buttons->addWidget(place_, 1);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addLayout(buttons);
  rows->addWidget(list_, 1);
  connect(first_, &QToolButton::clicked, this, [this] { go_to(0); });
  connect(last_, &QToolButton::clicked, this, [this] { go_to(model_->rowCount() - 1); });
  connect(back_, &QToolButton::clicked, this, [this] { step(-1); });
  connect(forward_, &QToolButton::clicked, this, [this] { step(+1); });
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
    show_place();
    if (now.isValid()) emit moment_chosen(static_cast<std::size_t>(now.row()));
  });
  show_place();
}

void EventPlayer::set_events(std::shared_ptr<const Graph> graph, std::vector<RunEvent> events) {
  model_->set_events(std::move(graph), std::move(events));
  show_place();
}

std::optional<std::size_t> EventPlayer::moment() const {
  const QModelIndex now = list_->currentIndex();
  return now.isValid() ? std::optional(static_cast<std::size_t>(now.row())) : std::nullopt;
}

void EventPlayer::clear_moment() {
  const QSignalBlocker quiet(list_->selectionModel());
  list_->selectionModel()->clear();
  list_->viewport()->update();
  show_place();
}

bool EventPlayer::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Left:
      return step(-1), true;
    case Qt::Key_Right:
      return step(+1), true;
    case Qt::Key_Escape:
      if (!moment()) return false;
      emit ended();
      return true;
    default:
      return QWidget::eventFilter(watched, event);
  }
}

void EventPlayer::go_to(int row) {
  const int last = model_->rowCount() - 1;
  if (last < 0) return;
  const QModelIndex index = model_->index(std::clamp(row, 0, last));
  list_->setCurrentIndex(index);
  list_->scrollTo(index);
}

void EventPlayer::step(int by) {
  const QModelIndex now = list_->currentIndex();
  go_to(now.isValid() ? now.row() + by : 0);
}

void EventPlayer::show_place() {
  const int last = model_->rowCount() - 1;
  const auto now = moment();
  const QLocale locale;
  place_->setText(now ? tr("event %1 of %2").arg(locale.toString(static_cast<int>(*now)), locale.toString(last))
                      : tr("%n event(s)", nullptr, std::max(0, last)));
  first_->setEnabled(!now || *now > 0);
  back_->setEnabled(now && *now > 0);
  forward_->setEnabled(!now || static_cast<int>(*now) < last);
  last_->setEnabled(forward_->isEnabled());
}

}  // namespace stowage
