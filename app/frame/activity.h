// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

class QAction;
class QLabel;
class QMainWindow;
class QProgressBar;
class QShortcut;
class QToolButton;
class QWidget;

namespace stowage {

class Jobs;
class LoaderJob;
class MessageBar;

/// The status bar: what is open, what runs in the background and how far it is, and a button that stops it, as Esc
/// does. Quick work is not mentioned.
class Activity final : public QObject {
  Q_OBJECT

 public:
  /// The window owns it; the others must outlive it. Esc dismisses `message` while nothing can be stopped.
  Activity(QMainWindow& window, Jobs& jobs, const LoaderJob& loader, MessageBar& message);

  /// The command that stops what runs; off while nothing does, so that Esc reaches the views.
  [[nodiscard]] QAction* cancel_action() const { return cancel_action_; }
  /// The counts at the left.
  void set_status(const QString& text);
  /// Says again what runs.
  void refresh();

 signals:
  /// Nothing runs any more, at every end.
  void idle();
  /// The same, once after each time that something ran.
  void settled();

 private:
  void follow_jobs();
  void show_work(bool shown);
  void cancel();

  QMainWindow& window_;
  Jobs& jobs_;
  const LoaderJob& loader_;
  QLabel *status_, *text_;
  QProgressBar* progress_;
  QToolButton* cancel_;
  QAction* cancel_action_;
  QShortcut* dismiss_key_;
  QTimer patience_;
  bool working_ = false;  // settled() is to come
};

}  // namespace stowage
