// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/saving.h"

#include <utility>

#include <QEventLoop>
#include <QFileInfo>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStatusBar>

#include "app/controllers/file_writer.h"
#include "app/frame/message_bar.h"
#include "app/session/document.h"
#include "app/session/notes_keeper.h"
#include "app/session/planning.h"
#include "app/settings/file_names.h"
#include "app/settings/format_words.h"
#include "app/settings/recent_files.h"
#include "core/order/order.h"
#include "widgets/base/job_queue.h"

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

Saving::Saving(const Parts& parts) : QObject(&parts.window), parts_(parts) {
  connect(&parts_.saver, &GraphSaver::ended, this, &Saving::take_saved);
}

void Saving::save() {
  if (!parts_.document.is_open() || later([this] { save(); })) return;
  const QString& path = parts_.document.path();
  const Format* format = find_format(parts_.document.format());
  if (path.isEmpty() || is_sample(path)) return choose_graph_target();
  if (!format || !format->write) return save_elsewhere(tr("this format is only read"));
  if (!format->carries_only.empty() && !parts_.document.warnings().empty())
    return save_elsewhere(QString::fromStdString(parts_.document.warnings().front().reason));
  const FileStamp now = FileStamp::of(path);
  if (now == parts_.document.stamp() && !parts_.document.is_modified())
    return parts_.window.statusBar()->showMessage(tr("There are no changes to save."), kSavedNote);
  if (now.exists() && now != parts_.document.stamp() && !may_overwrite()) return;
  parts_.saver.save({.path = path,
                     .format = format,
                     .graph = parts_.document.graph(),
                     .plan = if_for(parts_.document.file_plan(), *parts_.document.graph()),
                     .only_whole = true,
                     .told_before = parts_.files.told()});
}

bool Saving::later(const std::function<void()>& next) {
  if (!parts_.saver.running()) return false;
  connect(this, &Saving::over, this, next,
          static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
  return true;
}

/// Whether the changes that somebody else made to the file may go; if not, saving is over or goes on elsewhere.
bool Saving::may_overwrite() {
  QMessageBox box(QMessageBox::Warning, tr("Save graph"),
                  tr("%1 has changed on disk since it was opened.").arg(QFileInfo(parts_.document.path()).fileName()),
                  QMessageBox::Cancel, &parts_.window);
  box.setObjectName("overwrite");
  box.setInformativeText(tr("Saving replaces the changes on disk with yours."));
  auto* overwrite = box.addButton(tr("&Overwrite"), QMessageBox::DestructiveRole);
  overwrite->setObjectName("overwrite_file");
  const auto* other = box.addButton(tr("Save &as…"), QMessageBox::AcceptRole);
  box.setDefaultButton(QMessageBox::Cancel);
  box.exec();
  if (box.clickedButton() == overwrite) return true;
  if (box.clickedButton() == other)
    choose_graph_target();
  else
    emit over();
  return false;
}

/// Its own file cannot hold it: says why, and asks for another.
void Saving::save_elsewhere(const QString& reason) {
  parts_.message.show_message(MessageBar::Topic::saving, MessageBar::Kind::remark,
                              tr("%1 cannot keep all of this graph (%2). Save it as a Stowage graph instead.")
                                  .arg(QFileInfo(parts_.document.path()).fileName(), reason));
  choose_graph_target();
}

void Saving::choose_graph_target() {
  const bool chosen = parts_.files.choose_target(tr("Save graph"), base_name(parts_.document.title()) + ".stowage.json",
                                                 graph_filters(), [this](const QString& path) { save_graph(path); });
  if (!chosen) emit over();
}

void Saving::save_graph(const QString& name) {
  const QString path = with_suffix(name, suffix_of(graph_filters()));
  const Format* format = format_for_path(path.toStdString());
  if (!format) {
    parts_.files.tell(path, tr("%1: the file name needs the extension of a known format").arg(path));
    return emit over();
  }
  const bool fits = !parts_.planning.view().stale && parts_.planning.view().plan;
  parts_.saver.save({.path = path,
                     .format = format,
                     .graph = parts_.document.graph(),
                     .plan = fits ? std::shared_ptr<const Plan>(parts_.planning.proved_plan()) : nullptr,
                     .only_whole = false,
                     .told_before = parts_.files.told()});
}

void Saving::take_saved(const GraphSaver::Outcome& outcome) {
  const GraphSaver::Job& job = outcome.job;
  if (!outcome.reason.isEmpty() && !outcome.whole && job.only_whole) return save_elsewhere(outcome.reason);
  parts_.files.tell(job.path, outcome.reason, job.told_before);
  if (outcome.reason.isEmpty() && outcome.whole) {
    parts_.document.mark_saved(job.path, std::string(job.format->id), job.graph, outcome.stamp);
    parts_.recent.add(job.path);
    if (parts_.document.spaces().size() > 1)
      parts_.message.show_message(
          MessageBar::Topic::saving, MessageBar::Kind::remark,
          tr("%1 holds only the memory space %2. Tensors of other spaces have size 0 in it.")
              .arg(QFileInfo(job.path).fileName(),
                   QString::fromStdString(parts_.document.spaces()[parts_.document.space()].name)));
  } else if (outcome.reason.isEmpty()) {
    parts_.message.show_message(
        MessageBar::Topic::saving, MessageBar::Kind::remark,
        tr("%1 holds only a part of the graph: %2.").arg(QFileInfo(job.path).fileName(), carried_by(*job.format)));
  }
  emit over();
}

bool Saving::may_go() {
  if (!parts_.document.is_modified()) return true;
  if (asking_) return false;
  const QScopedValueRollback<bool> asking(asking_, true);
  parts_.window.raise();
  QMessageBox box(QMessageBox::Warning, tr("Save changes?"),
                  tr("Save the changes to %1?")
                      .arg(parts_.document.path().isEmpty() ? parts_.document.title()
                                                            : QFileInfo(parts_.document.path()).fileName()),
                  QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &parts_.window);
  box.setObjectName("save_changes");
  box.setInformativeText(is_sample(parts_.document.path())
                             ? tr("This is a sample, so Save asks for a new file. Unsaved changes will be lost.")
                             : tr("Unsaved changes will be lost."));
  // Words of our own, since those of some desktops have no key.
  box.button(QMessageBox::Save)->setText(tr("&Save"));
  box.button(QMessageBox::Discard)->setText(tr("&Discard"));
  box.button(QMessageBox::Cancel)->setText(tr("&Cancel"));
  box.setDefaultButton(QMessageBox::Save);
  const int answer = box.exec();
  if (answer != QMessageBox::Save) return answer == QMessageBox::Discard;
  QEventLoop until_saved;
  connect(this, &Saving::over, &until_saved, &QEventLoop::quit, Qt::QueuedConnection);
  save();
  until_saved.exec();
  return !parts_.document.is_modified();
}

bool Saving::all_written() {
  parts_.notes.flush();
  parts_.writes.end_all();
  if (!parts_.writes.running() && !parts_.notes.busy()) return true;
  if (asking_) return false;
  const QScopedValueRollback<bool> asking(asking_, true);
  bool all = true;
  QEventLoop until_written;
  connect(&parts_.files, &FileWriter::written, &until_written,
          [&](const QString&, const QString& reason) { all = all && reason.isEmpty(); });
  connect(&parts_.notes, &NotesKeeper::failed, &until_written, [&] { all = false; });
  const auto look = [&] {
    if (!parts_.writes.running() && !parts_.notes.busy()) until_written.quit();
  };
  connect(&parts_.writes, &JobQueue::emptied, &until_written, look);
  connect(&parts_.notes, &NotesKeeper::idle, &until_written, look);
  until_written.exec();
  return all;
}

void Saving::save_plan(const QString& name) {
  const QString path = with_suffix(name, suffix_of(plan_filters()));
  std::shared_ptr<const Plan> plan = parts_.planning.proved_plan();
  if (!plan) return;
  // Whoever reads it has the graph as it is on disk.
  parts_.files.write_bytes(path, [graph = parts_.planning.view().graph, given = parts_.document.saved_graph(),
                                  order = parts_.document.order(), plan] {
    Plan told = *plan;
    record_order(told, *graph, *given, order);
    return Result<std::string>(write_plan(*graph, told));
  });
}

void Saving::choose_plan_target() {
  parts_.files.choose_target(tr("Save plan"), base_name(parts_.document.title()) + ".plan.json", plan_filters(),
                             [this](const QString& path) { save_plan(path); });
}

}  // namespace stowage
