// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QFrame>
#include <QList>
#include <QString>
#include <QTimer>

#include "core/base/error.h"

class QHBoxLayout;
class QLabel;
class QMainWindow;
class QToolButton;

namespace stowage {

/// A line across the window that says what went wrong, or what had to be assumed, until it is dismissed or no longer
/// true; work goes on meanwhile. Of several messages a fault is shown before a remark, and the newest before the older
/// ones, which come back when it goes. It takes two lines at most: a button opens all of a longer text, to be copied.
/// The reason why an edit was refused goes by itself, soon after the user does something more.
class MessageBar final : public QFrame {
  Q_OBJECT

 public:
  enum class Kind { fault, remark };
  /// What a message is about: it goes when that succeeds. `content`: what is open, so it stays as long as that;
  /// `disk`: its file as it is now; `unsaved`: edits of a program that ended without saving them.
  enum class Topic { opening, content, saving, alignment, planning, editing, notes, work, disk, unsaved };

  explicit MessageBar(QWidget* parent = nullptr);

  /// A button of a message that leads on.
  struct More {
    QString text;
    const char* object;  ///< name of the button
    std::function<void()> open;
  };
  void show_fault(Topic topic, const QString& text, const QList<More>& more = {});
  void show_remark(Topic topic, const QString& text, const QList<More>& more = {});
  /// What is wrong with a file: `text` with the first fault as its %1, and how many more; all of them as details.
  void show_faults(Topic topic, const QString& text, const Error& error, const QList<More>& more = {});
  /// Nothing is wrong with this any more: messages on it go, all others stay.
  void resolve(Topic topic);
  /// The message that is shown goes, and the next is shown.
  void dismiss();
  /// Another document is open, or none: messages on the one before go, but for files that could not be written.
  void forget_document();
  /// How many writes of files have failed: to be noted when a write is asked for.
  [[nodiscard]] int failures() const { return failures_; }
  /// How a write ended that was asked for after so many failures: why it failed, or an empty reason. Failures are
  /// shown, the last first, until another write of that file succeeds, one succeeds that was asked for after them,
  /// since then they can have been read, or the user dismisses them.
  void report_write(const QString& path, const QString& reason, int failures_before);
  /// What the message that is shown says.
  [[nodiscard]] QString text() const { return messages_.isEmpty() ? QString() : messages_.front().text; }
  [[nodiscard]] QString details() const { return messages_.isEmpty() ? QString() : messages_.front().details; }

 private:
  struct Message {
    /// Messages of a lower rank come first. Of those that pass by themselves only the newest is of use.
    [[nodiscard]] int rank() const { return passes() ? 0 : kind == Kind::fault || topic == Topic::unsaved ? 1 : 2; }
    [[nodiscard]] bool passes() const { return topic == Topic::editing; }

    Topic topic;
    Kind kind;
    QString text;
    QList<More> more;
    QString details{};  // everything, one finding a line; empty where `text` says it all
  };
  struct Failure {
    QString path, reason;
    int number;
  };
  void add(const Message& message);
  [[nodiscard]] bool has_fault(Topic topic) const;
  void remove_if(const std::function<bool(const Message&)>& goes);
  void show_first();
  void fit_text();
  void open_details();
  void apply_colors();
  void pass();
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

  QList<Message> messages_;  // the first is shown
  QList<Failure> failed_;    // writes, the last first
  int failures_ = 0;
  QLabel* label_;
  QHBoxLayout* line_;
  QToolButton* more_;
  QList<QToolButton*> further_;  // of the message that is shown
  QTimer passing_;
};

/// Says something in passing, in the status bar of the window: long enough to read it.
void note(const QMainWindow& window, const QString& text);

}  // namespace stowage
