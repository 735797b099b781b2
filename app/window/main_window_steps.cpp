// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a planner as a series of pictures.
#include <QDockWidget>
#include <QFileInfo>
#include <QMessageBox>
#include <QStatusBar>

#include "app/settings/file_names.h"
#include "app/window/docks.h"
#include "app/window/main_window.h"
#include "widgets/views/steps/steps_export_dialog.h"
#include "widgets/views/steps/steps_pane.h"

namespace stowage {
namespace {

constexpr int kNote = 8'000;  // milliseconds that a message stays
constexpr ExportOptions kSlide{.size = {1600, 900}, .scale = 1};

constexpr double kStepsShare = 0.55;  // of the window's height

}  // namespace

/// To the front of its tabs, and as high as its parts need.
void MainWindow::show_steps() {
  QDockWidget* steps = docks_->dock("steps");
  steps->show();
  steps->raise();
  const int wanted = static_cast<int>(kStepsShare * height());
  if (!steps->isFloating() && steps->height() < wanted) resizeDocks({steps}, {wanted}, Qt::Vertical);
  Docks::content_of(steps)->setFocus(Qt::ShortcutFocusReason);
}

/// Asks what, then where. A pane that was not seen has recorded nothing yet: it is shown first.
void MainWindow::choose_steps_target() {
  const auto* pane = findChild<StepsPane*>();
  show_steps();
  if (!pane->scene() || pane->busy())
    return statusBar()->showMessage(tr("There are no steps yet: see Steps, then export them."), kNote);
  auto* dialog = new StepsExportDialog(pane->source(), pane->closer(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, source = pane->source(), dialog] {
    choose_series(
        tr("Export steps"), base_name(document_.title()) + "-steps.pdf",
        [this, source, series = dialog->series()](const QString& path) { export_steps(source, series, path); });
  });
  dialog->open();
}

/// A file dialog asks before it replaces a file of the name that is typed; pictures have names of their own.
void MainWindow::choose_series(const QString& title, const QString& suggestion,
                               const std::function<void(const QString&)>& save) {
  choose_target(title, suggestion, series_filters(), [this, title, save](const QString& path) {
    const auto former = former_pictures(path.toStdString());
    const int count = static_cast<int>(former.size());
    const QString question =
        tr("%n picture(s) of this name exist already, such as %1. Those of the same numbers will be "
           "replaced. Go on?",
           nullptr, count);
    if (count > 0 &&
        QMessageBox::question(this, title, question.arg(QString::fromStdString(former.front()))) != QMessageBox::Yes)
      return;
    save(path);
  });
}

void MainWindow::export_steps(const std::shared_ptr<const StepSource>& source, const StepSeries& series,
                              const QString& name) {
  write_series(name, [source, series](const std::string& path, const Task& task) {
    return stowage::export_steps(path, source, series, kSlide, task);
  });
}

/// One PDF or numbered pictures: says how many, where they begin and where they end.
void MainWindow::write_series(const QString& name, const SeriesWriter& write) {
  const QString path = with_suffix(name, ".pdf");
  if (refuse_open_file(path)) return;
  const auto say = [this, path, told = failed_writes_.told()](const Result<std::size_t>& count) {
    show_series(path, count, told);
  };
  writes_.add({.text = tr("Drawing pictures…"),
               .work = [say, path, write](const Task& task) -> JobQueue::Delivery {
                 return [say, count = write(path.toStdString(), task)] { say(count); };
               },
               .failed = [say](const Error& error) { say(tl::unexpected(error)); },
               .can_be_ended = true});
}

void MainWindow::show_series(const QString& path, const Result<std::size_t>& count, int told_before) {
  if (!count && count.error().kind == Error::Kind::cancelled)
    return statusBar()->showMessage(tr("Export cancelled. Files already written are complete."), kNote);
  if (!count) return show_written(path, QString::fromStdString(count.error().text()), told_before);
  const bool numbered = !path.endsWith(".pdf", Qt::CaseInsensitive);
  const auto name = [&](std::size_t k) { return QString::fromStdString(picture_name(path.toStdString(), k, *count)); };
  show_written(numbered ? name(1) : path, {}, told_before);
  if (numbered && *count > 1)
    statusBar()->showMessage(tr("Saved %n picture(s): %1 … %2", nullptr, static_cast<int>(*count))
                                 .arg(name(1), QFileInfo(name(*count)).fileName()),
                             kNote);
}

}  // namespace stowage
