// SPDX-License-Identifier: GPL-3.0-or-later
// The graph on its way back to a file: save, save as, and what is asked before changes are lost.
#include <utility>

#include <QEventLoop>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStatusBar>

#include "app/settings/file_names.h"
#include "app/settings/format_words.h"
#include "app/settings/recent_files.h"
#include "app/window/file_writer.h"
#include "app/window/lessons.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"

namespace stowage {
namespace {

constexpr int kSavedNote = 6000;  // milliseconds

/// Samples are part of the program.
bool is_sample(const QString& path) {
  return path.startsWith(":/");
}

/// A plan has an offset for every tensor of its graph; an edit may have made another number of them.
std::shared_ptr<const Plan> if_for(std::shared_ptr<const Plan> plan, const Graph& graph) {
  return plan && plan->offsets.size() == graph.tensor_count() ? std::move(plan) : nullptr;
}

}  // namespace

void MainWindow::save() {
  if (!document_.is_open() || save_later([this] { save(); })) return;
  const QString& path = document_.path();
  const Format* format = find_format(document_.format());
  if (path.isEmpty() || is_sample(path)) return choose_graph_target();
  if (!format || !format->write) return save_elsewhere(tr("this format is only read"));
  if (!format->carries_only.empty() && !document_.warnings().empty())
    return save_elsewhere(QString::fromStdString(document_.warnings().front().reason));
  const FileStamp now = FileStamp::of(path);
  if (now == document_.stamp() && !document_.is_modified())
    return statusBar()->showMessage(tr("There are no changes to save."), kSavedNote);
  if (now.exists() && now != document_.stamp() && !may_overwrite()) return;
  saver_.save({.path = path,
               .format = format,
               .graph = document_.graph(),
               .plan = if_for(document_.file_plan(), *document_.graph()),
               .only_whole = true,
               .told_before = files_->told()});
}

/// While the graph is being saved, what is wanted next follows: its file is then as the document knows it.
bool MainWindow::save_later(const std::function<void()>& save) {
  if (!saver_.running()) return false;
  connect(this, &MainWindow::saving_over, this, save,
          static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
  return true;
}

/// Whether the changes that somebody else made to the file may go; if not, saving is over or goes on elsewhere.
bool MainWindow::may_overwrite() {
  QMessageBox box(QMessageBox::Warning, tr("Save graph"),
                  tr("%1 has changed on disk since it was opened.").arg(QFileInfo(document_.path()).fileName()),
                  QMessageBox::Cancel, this);
  box.setObjectName("overwrite");
  box.setInformativeText(tr("Saving would replace those changes with yours."));
  const auto* overwrite = box.addButton(tr("&Overwrite"), QMessageBox::DestructiveRole);
  const auto* other = box.addButton(tr("Save &as…"), QMessageBox::AcceptRole);
  box.setDefaultButton(QMessageBox::Cancel);
  box.exec();
  if (box.clickedButton() == overwrite) return true;
  if (box.clickedButton() == other)
    choose_graph_target();
  else
    emit saving_over();
  return false;
}

/// Its own file cannot hold it: says why, and asks for another.
void MainWindow::save_elsewhere(const QString& reason) {
  message_->show_message(MessageBar::Topic::saving, MessageBar::Kind::remark,
                         tr("%1 cannot keep all of this graph (%2). Save it as a Stowage graph instead.")
                             .arg(QFileInfo(document_.path()).fileName(), reason));
  choose_graph_target();
}

void MainWindow::choose_graph_target() {
  const bool chosen = files_->choose_target(tr("Save graph"), base_name(document_.title()) + ".stowage.json",
                                            graph_filters(), [this](const QString& path) { save_graph(path); });
  if (!chosen) emit saving_over();
}

void MainWindow::save_graph(const QString& name) {
  const QString path = with_suffix(name, suffix_of(graph_filters()));
  const Format* format = format_for_path(path.toStdString());
  if (!format) {
    files_->tell(path, tr("%1: the name ends with no extension of a known format").arg(path));
    return emit saving_over();
  }
  const bool fits = !planning_.view().stale && planning_.view().plan;
  saver_.save({.path = path,
               .format = format,
               .graph = document_.graph(),
               .plan = fits ? std::shared_ptr<const Plan>(planning_.proved_plan()) : nullptr,
               .only_whole = false,
               .told_before = files_->told()});
}

void MainWindow::take_saved(const GraphSaver::Outcome& outcome) {
  const GraphSaver::Job& job = outcome.job;
  if (!outcome.reason.isEmpty() && !outcome.whole && job.only_whole) return save_elsewhere(outcome.reason);
  files_->tell(job.path, outcome.reason, job.told_before);
  if (outcome.reason.isEmpty() && outcome.whole) {
    document_.mark_saved(job.path, std::string(job.format->id), job.graph, outcome.stamp);
    recent_->add(job.path);
  } else if (outcome.reason.isEmpty()) {
    message_->show_message(
        MessageBar::Topic::saving, MessageBar::Kind::remark,
        tr("%1 holds only a part of the graph: %2.").arg(QFileInfo(job.path).fileName(), carried_by(*job.format)));
  }
  emit saving_over();
}

/// Whether what is open may go: nothing would be lost, or the user has been asked. Saves first where that is wanted.
bool MainWindow::may_go() {
  if (!document_.is_modified()) return true;
  if (asking_) return false;
  const QScopedValueRollback<bool> asking(asking_, true);
  raise();
  QMessageBox box(QMessageBox::Warning, tr("Save changes?"),
                  tr("Save the changes to %1?")
                      .arg(document_.path().isEmpty() ? document_.title() : QFileInfo(document_.path()).fileName()),
                  QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
  box.setObjectName("save_changes");
  box.setInformativeText(is_sample(document_.path()) ? tr("It is a sample: Save asks for a file of your own. Without "
                                                          "saving the changes are lost.")
                                                     : tr("Without saving they are lost."));
  // Words of our own, since those of some desktops have no key.
  box.button(QMessageBox::Save)->setText(tr("&Save"));
  box.button(QMessageBox::Discard)->setText(tr("&Discard"));
  box.button(QMessageBox::Cancel)->setText(tr("&Cancel"));
  box.setDefaultButton(QMessageBox::Save);
  const int answer = box.exec();
  if (answer != QMessageBox::Save) return answer == QMessageBox::Discard;
  QEventLoop until_saved;
  connect(this, &MainWindow::saving_over, &until_saved, &QEventLoop::quit, Qt::QueuedConnection);
  save();
  until_saved.exec();
  return !document_.is_modified();
}

/// Waits for what is being written, notes too. False where it could not be: the window stays, and says why.
bool MainWindow::all_written() {
  notes_.flush();
  writes_.end_all();
  if (!writes_.running() && !notes_.busy()) return true;
  if (asking_) return false;
  const QScopedValueRollback<bool> asking(asking_, true);
  bool all = true;
  QEventLoop until_written;
  connect(this, &MainWindow::written, &until_written,
          [&](const QString&, const QString& reason) { all = all && reason.isEmpty(); });
  connect(&notes_, &NotesKeeper::failed, &until_written, [&] { all = false; });
  const auto look = [&] {
    if (!writes_.running() && !notes_.busy()) until_written.quit();
  };
  connect(&writes_, &JobQueue::emptied, &until_written, look);
  connect(&notes_, &NotesKeeper::idle, &until_written, look);
  until_written.exec();
  return all;
}

/// As may_go(), and what was set aside for a lesson may go, too: where that has changes, it is shown and asked about.
bool MainWindow::may_all_go() {
  if (!may_go()) return false;
  if (!document_.is_aside_modified()) return true;
  lessons_->end();
  lessons_->come_back();
  return may_go();
}

}  // namespace stowage
