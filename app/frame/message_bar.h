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
class QToolButton;

namespace stowage {

/// A line across the window that says what went wrong, or what had to be assumed, until it is dismissed or no
/// longer so; the work goes on meanwhile. It takes two lines at most: where there is more to say, or no room for all, a
/// button opens all of it, to be copied. Why an edit was refused is said of that one attempt: it goes by itself, soon
/// after whatever is done next.
class MessageBar final : public QFrame {
  Q_OBJECT

 public:
  enum class Kind { fault, remark };
  /// What a message is about: it goes when that succeeds. `content`: what is open, so it stays as long as that.
  enum class Topic { opening, content, saving, alignment, planning, editing, notes, work };

  explicit MessageBar(QWidget* parent = nullptr);

  /// `details`: everything, one finding a line; empty where `text` says it all.
  void show_message(Topic topic, Kind kind, const QString& text, const QString& details = {});
  /// What is wrong with a file: `text` with the first fault as its %1, and how many more; all of them as details.
  void show_faults(Topic topic, const QString& text, const Error& error);
  /// A button of a message that leads on.
  struct More {
    QString text;
    const char* object;  ///< name of the button
    std::function<void()> open;
  };
  void show_message(Topic topic, Kind kind, const QString& text, const QList<More>& more);
  /// What was wrong with this is no more: a message on it goes, any other stays.
  void resolve(Topic topic);
  /// Whether there is a message on this to be read.
  [[nodiscard]] bool shows(Topic topic) const { return !isHidden() && topic == topic_; }
  [[nodiscard]] const QString& text() const { return text_; }
  [[nodiscard]] const QString& details() const { return details_; }

 private:
  void fit_text();
  void open_details();
  void apply_colors();
  void pass();
  [[nodiscard]] bool passes() const { return topic_ == Topic::editing; }
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

  Kind kind_ = Kind::remark;
  Topic topic_ = Topic::opening;
  QLabel* label_;
  QHBoxLayout* line_;
  QToolButton* more_;
  QList<QToolButton*> further_;  // of the message of now
  QString text_, details_;
  QTimer passing_;
};

}  // namespace stowage
