// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/start_page.h"

#include <limits>

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include "app/frame/choice_list.h"
#include "widgets/base/canvas.h"

namespace stowage {
namespace {

constexpr int kMargin = 16, kGap = 12;
constexpr int kLeastCard = 340;  // pixels across
constexpr int kLeastHeight = 290;
constexpr int kAside = 4;  // pixels aside count so many times

QLabel* make_text(const QString& text, qreal scale, QFont::Weight weight = QFont::Normal) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * scale);
  font.setWeight(weight);
  label->setFont(font);
  label->setWordWrap(true);
  return label;
}

/// "~/models" for a folder in the user's home.
QString short_folder(const QString& path) {
  const QString folder = QFileInfo(path).path(), home = QDir::homePath();
  return folder == home || folder.startsWith(home + '/') ? '~' + folder.mid(home.size()) : folder;
}

/// Where the keyboard is within a part: a row of a list, otherwise all of it. In global coordinates.
QRect place_of(const QWidget* part) {
  if (const auto* list = qobject_cast<const ChoiceList*>(part); list && list->hasFocus())
    if (const QRect row = list->visualRect(list->currentIndex()); !row.isEmpty())
      return {list->viewport()->mapToGlobal(row.topLeft()), row.size()};
  return {part->mapToGlobal(QPoint()), part->size()};
}

/// How far it is from one place to another in the direction of a key; -1 where it lies elsewhere.
int distance(const QRect& from, const QRect& to, int key) {
  const int right = to.left() - from.right(), left = from.left() - to.right();
  const int down = to.top() - from.bottom(), up = from.top() - to.bottom();
  const int across = std::max({right, left, 0}), along = std::max({down, up, 0});
  switch (key) {
    case Qt::Key_Right:
      return right > 0 ? right + kAside * along : -1;
    case Qt::Key_Left:
      return left > 0 ? left + kAside * along : -1;
    case Qt::Key_Down:
      return down > 0 ? down + kAside * across : -1;
    default:
      return up > 0 ? up + kAside * across : -1;
  }
}

bool is_arrow(int key) {
  return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
  setObjectName("start_page");
  setAccessibleName(tr("Start page"));
  side_ = make_side();
  auto* page = new QWidget;
  auto* columns = new QHBoxLayout(page);
  columns->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  columns->setSpacing(kMargin);
  columns->addWidget(side_);
  grid_ = new QGridLayout;
  grid_->setSpacing(kGap);
  columns->addLayout(grid_, 1);
  for (const StartTask task : kStartTasks) {
    auto* card = new TaskCard(task);
    connect(card, &TaskCard::open_requested, this, &StartPage::task_chosen);
    connect(card, &TaskCard::file_chosen, this, &StartPage::file_chosen);
    card->setMinimumHeight(kLeastHeight);
    stops_.insert(stops_.end(), {card->button(), card->list()});
    cards_.push_back(card);
  }
  scroll_ = new QScrollArea;
  scroll_->setWidget(page);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setFocusPolicy(Qt::NoFocus);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(scroll_);
  for (QWidget* stop : stops_) stop->installEventFilter(this);
  setFocusProxy(stops_.front());
  arrange();
  QEvent shown(QEvent::PaletteChange);
  changeEvent(&shown);
}

QWidget* StartPage::make_side() {
  auto* side = new QWidget;
  auto* rows = new QVBoxLayout(side);
  rows->setContentsMargins(3, 0, 3, 0);  // room for the ring around a button
  rows->setSpacing(8);
  rows->addWidget(make_text(tr("Stowage"), 2, QFont::DemiBold));
  rows->addWidget(make_text(
      tr("Plans where every tensor of a deep-learning graph lives in one buffer, and shows you why it is safe "
         "and how good it is."),
      1));
  rows->addSpacing(8);
  const auto add_button = [&](const QString& text, const char* name, auto signal) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setAutoDefault(true);  // so that Return presses it
    connect(button, &QPushButton::clicked, this, signal);
    rows->addWidget(button);
    stops_.push_back(button);
    return button;
  };
  add_button(tr("&Open any file…"), "start_open", &StartPage::open_requested)->setDefault(true);
  add_button(tr("New from &zoo…"), "start_zoo", &StartPage::zoo_requested)
      ->setToolTip(tr("A training step of a real network, from AlexNet to GPT-2"));
  add_button(tr("How to &get such files…"), "start_formats", &StartPage::formats_requested);
  QLabel* drop = make_text(tr("Or drop a file here. Stowage recognizes its format."), 0.9);
  drop->setForegroundRole(QPalette::PlaceholderText);
  rows->addWidget(drop);
  rows->addSpacing(8);
  rows->addWidget(make_text(tr("Recent files"), 1.1, QFont::DemiBold));
  no_recent_ = make_text(tr("None yet."), 1);
  no_recent_->setForegroundRole(QPalette::PlaceholderText);
  no_recent_->setAlignment(Qt::AlignTop);
  rows->addWidget(no_recent_, 1);
  recent_ = new ChoiceList(tr("Recent files"));
  recent_->setObjectName("recent_files");
  recent_->hide();
  connect(recent_, &ChoiceList::chosen, this, &StartPage::file_chosen);
  rows->addWidget(recent_, 1);
  stops_.push_back(recent_);
  return side;
}

void StartPage::set_recent(const QStringList& paths) {
  std::vector<Choice> choices;
  for (const QString& path : paths)
    choices.push_back({.title = QFileInfo(path).fileName(), .about = short_folder(path), .path = path});
  recent_->set_choices(choices);
  recent_->setVisible(!paths.isEmpty());
  no_recent_->setVisible(paths.isEmpty());
}

/// Two cards beside each other where there is room. The upper ones are no higher than what is in them: the list of
/// lessons below is long.
void StartPage::arrange() {
  const int side = std::clamp(width() / 5, 200, 320);
  const int room = width() - 3 * kMargin - side;
  const int columns = room >= 2 * kLeastCard + kGap ? 2 : 1;
  side_->setFixedWidth(side);
  const int across = (room - (columns - 1) * kGap) / columns;
  int upper = kLeastHeight;
  for (std::size_t k = 0; k < cards_.size(); ++k) {
    cards_[k]->arrange(across);
    if (columns == 2 && k < 2) upper = std::max(upper, cards_[k]->whole_height(across));
  }
  for (std::size_t k = 0; k < cards_.size(); ++k)
    cards_[k]->setMaximumHeight(columns == 2 && k < 2 ? upper : QWIDGETSIZE_MAX);
  if (columns == columns_) return;
  columns_ = columns;
  for (int k = 0; k < static_cast<int>(cards_.size()); ++k) {
    grid_->addWidget(cards_[static_cast<std::size_t>(k)], k / columns, k % columns);
    grid_->setColumnStretch(k, k < columns ? 1 : 0);
    grid_->setRowStretch(k, k * columns < 4 ? 1 : 0);
  }
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

/// Quiet words are muted as in the views: a desktop's own placeholders may be too pale to be read.
void StartPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  const QColor muted = theme_of(*this).muted_text;
  if (event->type() != QEvent::PaletteChange || palette().color(QPalette::PlaceholderText) == muted) return;
  QPalette quiet;
  quiet.setColor(QPalette::PlaceholderText, muted);
  setPalette(quiet);
}

/// To the nearest part that way. False where there is none.
bool StartPage::walk(const QWidget* from, int key) {
  const QRect place = place_of(from);
  QWidget* nearest = nullptr;
  int least = std::numeric_limits<int>::max();
  for (QWidget* stop : stops_) {
    if (stop == from || !stop->isVisible()) continue;
    const int far = distance(place, place_of(stop), key);
    if (far < 0 || far >= least) continue;
    least = far;
    nearest = stop;
  }
  if (!nearest) return false;
  auto* list = qobject_cast<ChoiceList*>(nearest);
  list ? list->enter(key == Qt::Key_Up) : nearest->setFocus(Qt::TabFocusReason);
  scroll_->ensureWidgetVisible(nearest);
  return true;
}

bool StartPage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const auto* part = static_cast<QWidget*>(watched);
    const auto* list = qobject_cast<const ChoiceList*>(part);
    if (is_arrow(key->key()) && !key->modifiers().testFlag(Qt::ShiftModifier) && !(list && list->walks(key->key())))
      return walk(part, key->key()) || list != nullptr;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace stowage
