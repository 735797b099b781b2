// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/find/find_bar.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QToolButton>

#include "widgets/base/view_state.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/range_button.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kMostQuoted = 160;  // pixels
constexpr int kDebounce = 120;       // milliseconds after the last key

bool is_empty(const TensorQuery& query) {
  return query.name.isEmpty() && !query.least_size && !query.most_size && !query.from_address && !query.unreadable;
}

}  // namespace

FindBar::FindBar(ViewState& state, QWidget* parent)
    : QWidget(parent),
      state_(state),
      text_(new QLineEdit),
      regex_(make_sign_button("find_regex", ".*", tr("The name is a regular expression"))),
      previous_(make_sign_button("find_previous", QStringLiteral("▲"), tr("Previous match (Shift+F3)"))),
      next_(make_sign_button("find_next", QStringLiteral("▼"), tr("Next match (F3)"))),
      count_(new QLabel),
      job_(this) {
  setObjectName("find_bar");
  auto* close = make_sign_button("find_close", QStringLiteral("✕"), tr("Close (Esc)"));
  named(text_, "find_text", tr("Find tensors"),
        tr("Part of a name, a size (>1MiB, =512) or an address (@0x1000-0x2000)"));
  text_->setPlaceholderText(tr("Name, >1MiB, <64KiB, @0x1000-0x2000"));
  text_->setClearButtonEnabled(true);
  regex_->setCheckable(true);
  count_->setObjectName("find_count");
  auto* label = new QLabel(tr("Find"));
  label->setBuddy(text_);
  setLayout(in_line({label, {text_, 1}, regex_, previous_, next_, count_, close}, {8, 3, 8, 3}));
  for (QWidget* part : findChildren<QWidget*>()) part->installEventFilter(this);
  debounce_.setSingleShot(true);
  debounce_.setInterval(kDebounce);
  connect(&debounce_, &QTimer::timeout, this, &FindBar::search);
  connect(text_, &QLineEdit::textChanged, this, [this] { debounce_.start(); });
  connect(regex_, &QToolButton::toggled, this, &FindBar::search);
  connect(previous_, &QToolButton::clicked, this, &FindBar::find_previous);
  connect(next_, &QToolButton::clicked, this, &FindBar::find_next);
  connect(close, &QToolButton::clicked, this, &FindBar::close_bar);
  connect(&state_, &ViewState::time_range_changed, this, &FindBar::show_count);
  hide();
  show_count();
}

/// Keys that the window has other uses for: here they are the bar's.
bool FindBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
    return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool enter = watched == text_ && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter);
  if (key->key() != Qt::Key_Escape && !enter) return QWidget::eventFilter(watched, event);
  event->accept();
  if (event->type() == QEvent::ShortcutOverride) return true;
  if (enter)
    step(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
  else
    close_bar();
  return true;
}

void FindBar::open() {
  if (isHidden()) {
    before_ = QApplication::focusWidget();
    show();
    search();
  }
  text_->setFocus(Qt::ShortcutFocusReason);
  text_->selectAll();
}

void FindBar::close_bar() {
  if (isHidden()) return;
  const bool typing = isAncestorOf(QApplication::focusWidget());
  hide();
  if (typing && before_ && before_->isVisible()) before_->setFocus();
  debounce_.stop();
  job_.cancel();
  wanted_step_ = 0;
  take({}, {});
}

void FindBar::set_view(const PlanView& view) {
  const bool other_graph = view.graph != view_.graph;
  const bool other_plan = view.plan != view_.plan && (query_.from_address || query_.unreadable);
  view_ = view;
  if (other_graph) shown_ = TensorId();
  if (isVisible() && (other_graph || other_plan || job_.busy())) search();
}

void FindBar::search() {
  debounce_.stop();
  const TensorQuery query = parse_query(text_->text(), regex_->isChecked());
  if (!view_.graph || is_empty(query)) {
    job_.cancel();
    return take(query, {});
  }
  job_.start([this, view = view_, query](const Task& task) -> LatestJob::Delivery {
    auto found =
        std::make_shared<std::vector<TensorId>>(by_match(*view.graph, query, find_tensors(view, query, task.stop)));
    return [this, query, found] { take(query, std::move(*found)); };
  });
}

void FindBar::take(const TensorQuery& query, std::vector<TensorId> found) {
  if (query.name != query_.name) shown_ = {};  // another search begins at its best match
  query_ = query;
  matches_ = std::move(found);
  std::vector<TensorId> sorted = matches_;
  std::ranges::sort(sorted);
  state_.set_found(std::move(sorted));
  show_count();
  if (const int direction = std::exchange(wanted_step_, 0); direction != 0) step(direction);
}

void FindBar::step(int direction) {
  if (isHidden()) return open();
  if (busy()) {
    wanted_step_ = direction;
    if (debounce_.isActive()) search();
    return;
  }
  if (matches_.empty()) return;
  const auto at = std::ranges::find(matches_, shown_);
  if (direction > 0)
    shown_ = at == matches_.end() || at + 1 == matches_.end() ? matches_.front() : *(at + 1);
  else
    shown_ = at == matches_.end() || at == matches_.begin() ? matches_.back() : *(at - 1);
  show_count();
  state_.select_tensors({shown_});
  emit state_.reveal_requested(shown_);
}

void FindBar::show_count() {
  const int all = static_cast<int>(matches_.size());
  const auto at = std::ranges::find(matches_, shown_);
  const bool on_match = at != matches_.end();
  if (query_.unreadable)
    count_->setText(tr("not understood: %1").arg(fitted(count_->font(), query_.misread, kMostQuoted)));
  else if (query_.regex && !QRegularExpression(query_.name).isValid())
    count_->setText(tr("invalid regular expression"));
  else if (is_empty(query_))
    count_->clear();
  else if (all == 0)
    count_->setText(tr("no match"));
  else if (on_match)
    count_->setText(
        tr("%1 of %2").arg(QLocale().toString(static_cast<int>(at - matches_.begin()) + 1), QLocale().toString(all)));
  else
    count_->setText(tr("%Ln match(es)", nullptr, all));
  const auto range = state_.time_range();
  if (range && all > 0) count_->setText(tr("%1, of all steps").arg(count_->text()));
  count_->setToolTip(range ? tr("Searches all steps, not only %1.").arg(range_text(*range)) : QString());
  previous_->setEnabled(all > 0);
  next_->setEnabled(all > 0);
}

}  // namespace stowage
