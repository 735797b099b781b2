// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/message_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "app/settings/preferences.h"
#include "widgets/base/canvas.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr int kPassing = 10'000;  // milliseconds a message stays that goes by itself
constexpr qsizetype kMostLines = 2;
constexpr qsizetype kShortNote = 60;  // letters

/// The mouse or a key is about to do something; a modifier alone does nothing yet.
bool begins_something(const QEvent& event) {
  if (event.type() == QEvent::MouseButtonPress || event.type() == QEvent::Wheel) return true;
  if (event.type() != QEvent::ShortcutOverride) return false;  // which comes before every key
  const int key = static_cast<const QKeyEvent&>(event).key();
  return key != Qt::Key_Control && key != Qt::Key_Shift && key != Qt::Key_Alt && key != Qt::Key_Meta &&
         key != Qt::Key_AltGr;
}

bool fits(const QLabel& label, const QStringList& lines) {
  const QFontMetrics metrics(label.font());
  return std::ranges::all_of(lines,
                             [&](const QString& line) { return metrics.horizontalAdvance(line) <= label.width(); });
}

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), label_(new QLabel), line_(new QHBoxLayout(this)), more_(new QToolButton) {
  setObjectName("message_bar");
  setAutoFillBackground(true);
  line_->setContentsMargins(10, 4, 6, 4);
  label_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // it is cut where it has no room
  label_->setTextFormat(Qt::PlainText);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  more_->setText(tr("Details…"));
  more_->setObjectName("message_details");
  auto* dismiss = new QToolButton;
  dismiss->setText("✕");
  dismiss->setAutoRaise(true);
  dismiss->setObjectName("message_dismiss");
  dismiss->setAccessibleName(tr("Dismiss the message"));
  dismiss->setToolTip(tr("Dismiss (Esc)"));
  line_->addWidget(label_, 1);
  line_->addWidget(more_);
  line_->addWidget(dismiss);
  connect(more_, &QToolButton::clicked, this, &MessageBar::open_details);
  connect(dismiss, &QToolButton::clicked, this, &MessageBar::dismiss);
  passing_.setSingleShot(true);
  connect(&passing_, &QTimer::timeout, this, &MessageBar::pass);
  hide();
}

/// Two lines at most: the views below keep their heights. The button beside a text that is cut opens all of it.
void MessageBar::fit_text() {
  label_->removeEventFilter(this);  // the room that is made here is known
  more_->setText(details().isEmpty() ? tr("Show all…") : tr("Details…"));
  more_->setVisible(!details().isEmpty());
  line_->activate();
  QStringList lines = wrapped(label_->font(), text(), label_->width());
  const bool cut = lines.size() > kMostLines || !fits(*label_, lines);
  if (cut) {
    more_->show();
    line_->activate();
    lines = wrapped(label_->font(), text(), label_->width());
    const QFontMetrics metrics(label_->font());
    if (lines.size() > kMostLines)
      lines = lines.mid(0, kMostLines - 1) << QStringList(lines.mid(kMostLines - 1)).join(' ');
    for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideRight, label_->width());
  }
  label_->setText(lines.join('\n'));
  label_->setToolTip(cut ? text() : QString());
  label_->installEventFilter(this);
}

void MessageBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit_text();
}

void MessageBar::resolve(Topic topic) {
  remove_if([topic](const Message& each) { return each.topic == topic; });
}

void MessageBar::forget_document() {
  remove_if([](const Message& each) {
    const bool is_write = each.topic == Topic::saving || each.topic == Topic::notes;
    return each.topic != Topic::unsaved && !(is_write && each.kind == Kind::fault);
  });
}

bool MessageBar::has_fault(Topic topic) const {
  return std::ranges::any_of(messages_,
                             [topic](const Message& each) { return each.topic == topic && each.kind == Kind::fault; });
}

void MessageBar::remove_if(const std::function<bool(const Message&)>& goes) {
  if (messages_.isEmpty()) return;
  const bool shown_goes = goes(messages_.front());
  messages_.removeIf(goes);
  if (shown_goes) show_first();
}

void MessageBar::dismiss() {
  if (!messages_.isEmpty()) messages_.removeFirst();
  show_first();
}

void MessageBar::show_fault(Topic topic, const QString& text, const QList<More>& more) {
  add({topic, Kind::fault, text, more});
}

void MessageBar::show_remark(Topic topic, const QString& text, const QList<More>& more) {
  add({topic, Kind::remark, text, more});
}

void MessageBar::show_faults(Topic topic, const QString& text, const Error& error, const QList<More>& more) {
  QStringList lines;
  for (const Diagnostic& each : error.faults) lines += QString::fromStdString(each.text());
  QString words = text.arg(lines.front());
  if (lines.size() > 1) words += ' ' + tr("(and %Ln more fault(s))", nullptr, static_cast<int>(lines.size()) - 1);
  add({topic, Kind::fault, words, more, lines.join('\n')});
}

void MessageBar::report_write(const QString& path, const QString& reason, int failures_before) {
  const bool done = reason.isEmpty();
  if (!has_fault(Topic::saving)) failed_.clear();  // the user has dismissed it
  failed_.removeIf([&](const Failure& each) { return each.path == path || (done && each.number <= failures_before); });
  if (!done) failed_.prepend({path, reason, ++failures_});
  if (failed_.isEmpty()) return resolve(Topic::saving);
  QString text = tr("Could not save the file: %1").arg(failed_.first().reason);
  QStringList lines;
  if (const int more = static_cast<int>(failed_.size()) - 1; more > 0) {
    text += ' ' + tr("(and %Ln more file(s))", nullptr, more);
    for (const Failure& each : failed_) lines += each.reason;
  }
  add({Topic::saving, Kind::fault, text, {}, lines.join('\n')});
}

void MessageBar::add(const Message& message) {
  messages_.removeIf([&](const Message& each) { return each.topic == message.topic && each.kind == message.kind; });
  const auto at = std::ranges::find_if(messages_, [&](const Message& each) { return each.rank() >= message.rank(); });
  messages_.insert(at, message);
  show_first();
}

void MessageBar::show_first() {
  for (QToolButton* button : std::exchange(further_, {})) {
    button->hide();
    button->setObjectName({});
    button->deleteLater();  // it may be the one that was clicked
  }
  passing_.stop();
  qApp->removeEventFilter(this);
  if (messages_.isEmpty()) return hide();
  const Message first = messages_.front();
  setAccessibleName(first.text);
  apply_colors();
  show();
  for (const More& each : first.more) {
    auto* button = new QToolButton;
    button->setText(each.text);
    button->setObjectName(each.object);
    connect(button, &QToolButton::clicked, this, each.open);
    line_->insertWidget(line_->count() - 1, button);  // before the one that dismisses
    button->show();                                   // now: the text has to fit beside it
    further_ += button;
  }
  fit_text();
  if (!first.passes()) return;
  qApp->installEventFilter(this);
  passing_.start(kPassing);
}

/// Not while it is read, nor while something is dragged: the views below it would move under the mouse.
void MessageBar::pass() {
  const bool read = underMouse() || isAncestorOf(QApplication::focusWidget());
  if (read || QApplication::mouseButtons() != Qt::NoButton) return passing_.start(QApplication::doubleClickInterval());
  dismiss();
}

/// Passing messages go only so late that a second click still meets what the first one did. A button that is shown or
/// takes more room leaves less to the text.
bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == label_ && event->type() == QEvent::Resize)
    QMetaObject::invokeMethod(this, &MessageBar::fit_text, Qt::QueuedConnection);  // once the layout is done
  const auto* widget = qobject_cast<QWidget*>(watched);
  const int soon = QApplication::doubleClickInterval();
  if (begins_something(*event) && widget && widget != this && !isAncestorOf(widget) && passing_.remainingTime() > soon)
    passing_.start(soon);
  return QFrame::eventFilter(watched, event);
}

void MessageBar::hideEvent(QHideEvent* event) {
  if (!event->spontaneous()) {
    passing_.stop();
    qApp->removeEventFilter(this);
  }
  QFrame::hideEvent(event);
}

void MessageBar::open_details() {
  auto* dialog = new QDialog(window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName("message_dialog");
  dialog->setWindowTitle(tr("Details"));
  dialog->resize(720, 360);
  auto* list = new QPlainTextEdit(details().isEmpty() ? text() : details());
  list->setReadOnly(true);
  if (!details().isEmpty()) list->setLineWrapMode(QPlainTextEdit::NoWrap);  // a fault a line
  list->setAccessibleName(tr("All findings"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QPushButton* copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
  connect(copy, &QPushButton::clicked, dialog,
          [text = list->toPlainText()] { QApplication::clipboard()->setText(text); });
  connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* rows = new QVBoxLayout(dialog);
  rows->addWidget(list);
  rows->addWidget(buttons);
  dialog->show();
}

void MessageBar::apply_colors() {
  const bool dark = is_dark(QApplication::palette());
  const QColor fault = dark ? QColor(92, 38, 34) : QColor(253, 228, 224);
  const QColor remark = dark ? QColor(78, 66, 22) : QColor(255, 244, 206);
  QPalette palette;  // the rest is the window's, so that a change of it is heard of
  palette.setColor(QPalette::Window, !messages_.isEmpty() && messages_.front().kind == Kind::fault ? fault : remark);
  palette.setColor(QPalette::WindowText, dark ? QColor(245, 245, 245) : QColor(25, 25, 25));
  setPalette(palette);
}

void MessageBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) apply_colors();
  QFrame::changeEvent(event);
}

void note(const QMainWindow& window, const QString& text) {
  window.statusBar()->showMessage(text, text.size() <= kShortNote ? 6'000 : 10'000);
}

}  // namespace stowage
