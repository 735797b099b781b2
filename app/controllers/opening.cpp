// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/opening.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <QStatusBar>

#include "app/controllers/durations_import.h"
#include "app/controllers/file_writer.h"
#include "app/controllers/imports.h"
#include "app/controllers/lessons.h"
#include "app/controllers/saving.h"
#include "app/dialogs/zoo_dialog.h"
#include "app/frame/message_bar.h"
#include "app/session/document.h"
#include "app/session/planning.h"
#include "app/settings/file_names.h"
#include "app/settings/recent_files.h"
#include "core/check/running_order.h"
#include "core/edit/order_edits.h"

namespace stowage {
namespace {

constexpr int kSavedNote = 6000;  // milliseconds

bool is_another_order(const Graph& graph, const std::vector<std::string>& names) {
  if (names.size() != graph.operator_count()) return false;
  return !std::ranges::all_of(graph.operators(), [&](OperatorId o) { return graph.name(o) == names[o.index()]; });
}

Result<EditedGraph> put_in_order_of(const Graph& graph, const std::vector<std::string>& names) {
  const auto sequence = running_order(graph, names);
  if (!sequence) return tl::unexpected(sequence.error());
  return put_in_order(graph, *sequence);
}

}  // namespace

Opening::Opening(const Parts& parts)
    : QObject(&parts.window),
      parts_(parts),
      durations_(new DurationsImport({parts.window, parts.document, parts.files, parts.message})) {
  connect(&parts_.loader, &LoaderJob::graph_loaded, this, &Opening::take_graph);
  connect(&parts_.loader, &LoaderJob::plan_loaded, this, &Opening::take_plan);
  connect(&parts_.loader, &LoaderJob::lesson_loaded, this, &Opening::take_lesson);
  connect(&parts_.loader, &LoaderJob::failed, this, &Opening::show_failure);
}

void Opening::choose_file() {
  ask_for_files(open_filters());
}

void Opening::choose_file_of(StartTask task) {
  switch (task) {
    case StartTask::recording:
      return ask_for_files(open_filters(FormatUse::recording));
    case StartTask::model:
      return ask_for_files(open_filters(FormatUse::model));
    case StartTask::plan:
      return ask_for_files(open_filters(FormatUse::plan));
    case StartTask::learn:
      return parts_.lessons.choose_lesson();
  }
}

void Opening::ask_for_files(const QString& filters) {
  open(QFileDialog::getOpenFileNames(&parts_.window, tr("Open"), parts_.files.folder(), filters));
}

/// The dialog stays, with what was chosen last.
void Opening::choose_network() {
  auto* dialog = parts_.window.findChild<ZooDialog*>();
  if (!dialog) {
    dialog = new ZooDialog(&parts_.window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
      plans_to_open_.clear();
      parts_.message.resolve(MessageBar::Topic::opening);
      parts_.loader.make(dialog->network(), dialog->options());
    });
  }
  dialog->open();
}

void Opening::choose_durations() {
  durations_->choose();
}

/// Which of them are plans is looked up in the background: they may lie where nothing answers.
void Opening::open(const QStringList& paths) {
  if (paths.isEmpty()) return;
  if (paths.size() == 1) return open_group(paths);
  sorter_.start([this, paths](const Task&) -> LatestJob::Delivery {
    QList<QStringList> groups;
    for (const QString& path : paths)
      if (groups.isEmpty() || !is_plan_file(path))
        groups += {path};
      else
        groups.last() += path;
    return [this, groups] {
      open_group(groups.first());
      for (const QStringList& group : groups.mid(1)) emit window_wanted(group);
    };
  });
}

void Opening::open_group(const QStringList& paths) {
  plans_to_open_ = paths.mid(1);
  parts_.message.resolve(MessageBar::Topic::opening);
  parts_.loader.load(paths.first(), {}, parts_.document.graph());
}

void Opening::read_again(const ReadOptions& options) {
  parts_.message.resolve(MessageBar::Topic::opening);
  parts_.loader.load(parts_.document.path(), options);
}

void Opening::take_graph(const QString& path, const Document& document, const ReadOptions& options,
                         const Validation& validation) {
  if (!may_all_go()) return plans_to_open_.clear();
  parts_.message.hide();  // it was about what was open before
  parts_.document.open(path, document, options, parts_.loader.stamp());
  if (!path.isEmpty() && !path.startsWith(":/")) {
    parts_.recent.add(path);
    parts_.files.remember_folder(path);
  }
  parts_.imports.tell_of_opening(document, validation);
  load_next_plan();
}

/// A plan made for another order is shown in that one: the graph is put into it, which can be undone. From then on it
/// is a plan of the graph as it stands.
void Opening::take_order_of(const QString& path, const Plan& plan) {
  if (!is_another_order(*parts_.document.graph(), plan.sequence)) return;
  const QString file = QFileInfo(path).fileName(), order = QString::fromStdString(plan.order);
  const auto& base = parts_.document.is_modified() ? parts_.document.graph() : parts_.document.saved_graph();
  if (const auto sequence = running_order(*base, plan.sequence))
    parts_.document.set_imported_order({base, *sequence, order, file});
  parts_.document.edit({.text = tr("Order of %1").arg(file),
                        .merge_key = {},
                        .apply = [names = plan.sequence](const Graph& graph) { return put_in_order_of(graph, names); },
                        .order = order,
                        .as_in_file = true});
}

void Opening::take_plan(const QString& path, const Plan& plan, const Validation& validation) {
  take_order_of(path, plan);
  Plan taken = plan;
  taken.sequence.clear();
  parts_.document.set_imported_plan(std::move(taken));
  parts_.message.resolve(MessageBar::Topic::opening);
  parts_.files.remember_folder(path);
  if (validation.valid())
    parts_.window.statusBar()->showMessage(tr("%1 is a valid plan for this graph.").arg(QFileInfo(path).fileName()),
                                           kSavedNote);
  else
    parts_.imports.tell_of_violations(path, validation);
  load_next_plan();
}

void Opening::take_lesson(const QString& path, const CheckedLesson& lesson) {
  plans_to_open_.clear();
  if (parts_.saving.later([this, path, lesson] { take_lesson(path, lesson); }))
    return;  // what is saved is still to be told so
  parts_.lessons.take(path, lesson);
}

void Opening::show_failure(const QString& /*path*/, const Error& error) {
  plans_to_open_.clear();
  if (error.kind == Error::Kind::cancelled) return;
  parts_.message.show_faults(MessageBar::Topic::opening, tr("Could not open the file: %1"), error);
}

void Opening::close_document() {
  if (parts_.document.has_aside()) return parts_.lessons.leave();
  if (!parts_.saving.may_go()) return;
  stop_work();
  parts_.document.close();
  parts_.message.hide();
}

void Opening::load_next_plan() {
  if (!plans_to_open_.isEmpty()) parts_.loader.load(plans_to_open_.takeFirst(), {}, parts_.document.graph());
}

bool Opening::may_all_go() {
  if (!parts_.saving.may_go()) return false;
  if (!parts_.document.is_aside_modified()) return true;
  parts_.lessons.end();
  parts_.lessons.come_back();
  return parts_.saving.may_go();
}

QString Opening::cancel() {
  parts_.loader.cancel();
  plans_to_open_.clear();
  return parts_.loader.cancelled_text();
}

void Opening::stop_work() {
  parts_.loader.cancel();
  parts_.planning.cancel();
  plans_to_open_.clear();
}

}  // namespace stowage
