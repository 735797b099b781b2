// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/activity.h"

#include <utility>

#include <QAction>
#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>
#include <QShortcut>
#include <QStatusBar>
#include <QToolButton>

#include "app/frame/message_bar.h"
#include "app/session/loader_job.h"
#include "widgets/base/jobs.h"
#include "widgets/controls/elided.h"

namespace stowage {
namespace {

constexpr int kPatience = 100;  // milliseconds of work before anything is said of it
constexpr int kSteps = 1000;    // of the bar

}  // namespace

Activity::Activity(QMainWindow& window, Jobs& jobs, const LoaderJob& loader, MessageBar& message)
    : QObject(&window),
      window_(window),
      jobs_(jobs),
      loader_(loader),
      status_(make_elided_line("status_text")),
      text_(new QLabel),
      progress_(new QProgressBar),
      cancel_(new QToolButton),
      cancel_action_(new QAction(tr("St&op"), this)),
      dismiss_key_(new QShortcut(Qt::Key_Escape, &message)) {
  cancel_action_->setObjectName("cancel");
  text_->setObjectName("activity");
  progress_->setRange(0, kSteps);
  progress_->setMaximumWidth(180);
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress"));
  cancel_->setText(tr("Stop"));
  cancel_->setObjectName("cancel_work");
  cancel_->setToolTip(tr("Stop the background work (Esc)"));
  cancel_action_->setShortcut(QKeySequence(Qt::Key_Escape));
  cancel_action_->setEnabled(false);
  connect(cancel_, &QToolButton::clicked, this, &Activity::cancel);
  connect(cancel_action_, &QAction::triggered, this, &Activity::cancel);
  window.statusBar()->addWidget(status_, 1);
  for (QWidget* part : {static_cast<QWidget*>(text_), static_cast<QWidget*>(progress_), static_cast<QWidget*>(cancel_)})
    window.statusBar()->addPermanentWidget(part);
  show_work(false);
  patience_.setSingleShot(true);
  patience_.setInterval(kPatience);
  connect(&patience_, &QTimer::timeout, this, [this] { show_work(true); });
  // Reached only while the message is visible; while something runs, Esc stops that first.
  connect(dismiss_key_, &QShortcut::activated, &message, &MessageBar::dismiss);
  connect(&jobs_, &Jobs::changed, this, &Activity::follow_jobs);
}

void Activity::set_status(const QString& text) {
  status_->setText(text);
}

void Activity::refresh() {
  text_->setText(jobs_.text());
}

/// Another job is named, or none, or it got further.
void Activity::follow_jobs() {
  if (jobs_.busy()) {
    working_ = true;
    const double fraction = jobs_.fraction();
    progress_->setRange(0, fraction < 0 ? 0 : kSteps);
    progress_->setValue(static_cast<int>(fraction * kSteps));
    refresh();
    if (loader_.running())
      show_work(true);
    else if (progress_->isHidden() && !patience_.isActive())
      patience_.start();
  } else {
    patience_.stop();
    show_work(false);
    emit idle();
  }
  cancel_->setEnabled(jobs_.can_cancel());
  cancel_action_->setEnabled(jobs_.can_cancel());
  dismiss_key_->setEnabled(!jobs_.can_cancel());
  if (!jobs_.busy() && std::exchange(working_, false)) emit settled();
}

void Activity::show_work(bool shown) {
  for (QWidget* part : {static_cast<QWidget*>(text_), static_cast<QWidget*>(progress_), static_cast<QWidget*>(cancel_)})
    part->setVisible(shown);
}

/// Stops the job that the status bar names; the next one is named then.
void Activity::cancel() {
  if (const QString said = jobs_.cancel(); !said.isEmpty()) note(window_, said);
}

}  // namespace stowage
