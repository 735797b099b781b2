// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/opening.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>
#include <QLocale>

#include "app/controllers/imports.h"
#include "app/controllers/lessons.h"
#include "app/controllers/saving.h"
#include "app/dialogs/dialogs.h"
#include "app/dialogs/zoo_dialog.h"
#include "app/settings/file_names.h"
#include "core/check/validator.h"
#include "core/insight/bodies/edit_bodies.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

bool is_another_order(const Graph& graph, const std::vector<std::string>& names) {
  if (names.size() != graph.operator_count()) return false;
  return !std::ranges::all_of(graph.operators(), [&](OperatorId o) { return graph.name(o) == names[o.index()]; });
}

Result<EditedGraph> put_in_order_of(const Graph& graph, const std::vector<std::string>& names) {
  STOWAGE_TRY(auto sequence, running_order(graph, names));
  return edit_with_bodies(graph, put_in_order, WholeOrder{std::move(sequence)});
}

}  // namespace

Opening::Opening(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  connect(&parts_.loader, &LoaderJob::graph_loaded, this, &Opening::on_graph);
  connect(&parts_.loader, &LoaderJob::plan_loaded, this, &Opening::on_plan);
  connect(&parts_.loader, &LoaderJob::lesson_loaded, this, &Opening::on_lesson);
  connect(&parts_.loader, &LoaderJob::failed, this, &Opening::show_failure);
  connect(&parts_.document, &OpenDocument::replaced, this, [this] { announced_.reset(); });
  connect(&parts_.watch, &FileWatch::seen, this, &Opening::on_stamp);
  connect(&parts_.edits, &EditKeeper::found, this, &Opening::offer);
  connect(&parts_.edits, &EditKeeper::restored, this,
          [this](const EditKeeper::Restored& restored) { let_all_go([this, restored] { on_restored(restored); }); });
  connect(&parts_.edits, &EditKeeper::failed, this,
          [this](const QString& text) { parts_.message.show_fault(MessageBar::Topic::unsaved, text); });
}

void Opening::choose_file() {
  ask_for_files(open_filters());
}

void Opening::choose_file_of(StartTask task) {
  const auto use = use_of(task);
  use ? ask_for_files(open_filters(*use)) : parts_.lessons->choose_lesson();
}

void Opening::ask_for_files(const QString& filters) {
  parts_.files.choose_source(
      tr("Open"), filters, [this](const QStringList& paths) { open(paths); }, QFileDialog::ExistingFiles);
}

/// Keeps the dialog, with what was chosen last.
void Opening::choose_network() {
  auto* dialog = parts_.window.findChild<ZooDialog*>();
  if (!dialog) {
    dialog = make_zoo_dialog(&parts_.window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
      plans_to_open_.clear();
      parts_.message.resolve(MessageBar::Topic::opening);
      parts_.loader.make(dialog->network(), dialog->options());
    });
  }
  dialog->open();
}

/// Looks up in the background which of them are plans: they may lie where nothing answers.
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

void Opening::on_graph(const OpenedFile& loaded) {
  if (std::exchange(may_discard_, std::nullopt) == parts_.document.revision() && loaded.path == parts_.document.path())
    return show_graph(loaded);
  let_all_go([this, loaded] { show_graph(loaded); }, [this] { plans_to_open_.clear(); });
}

void Opening::show_graph(const OpenedFile& loaded) {
  const QString& path = loaded.path;
  // A save that ended after the file had been read, perhaps by another name of the file.
  if (const FileStamp now = FileStamp::of(path); now != loaded.stamp && parts_.saving->wrote(now))
    return parts_.loader.load(path, loaded.options);
  parts_.message.forget_document();
  parts_.document.open(path, *loaded.document, loaded.options, loaded.stamp);
  if (!path.isEmpty() && !path.startsWith(":/")) {
    parts_.recent.add(path);
    parts_.files.remember_folder(path);
  }
  parts_.imports->report_opening(*loaded.document, loaded.validation);
  load_next_plan();
}

void Opening::reload() {
  if (parts_.saving->later([this] { reload(); })) return;
  if (!parts_.document.is_modified()) return read_again(parts_.document.read_options());
  const auto reload = [this] {
    may_discard_ = parts_.document.revision();
    read_again(parts_.document.read_options());
  };
  ask(&parts_.window, "reload_file", tr("Reload"), tr("Reload %1?").arg(QFileInfo(parts_.document.path()).fileName()),
      tr("Your unsaved changes will be lost."), {{"reload", tr("&Reload"), QMessageBox::DestructiveRole, reload}});
}

/// Looks again after a save, whose own change is known only once it has ended.
void Opening::on_stamp(const FileStamp& stamp) {
  if (parts_.saving->later([this] { parts_.watch.look(); })) return;
  if (stamp == parts_.document.stamp()) {
    announced_ = stamp;
    return parts_.message.resolve(MessageBar::Topic::disk);
  }
  if (std::exchange(announced_, stamp) == stamp) return;  // dismissed, perhaps
  const QString path = parts_.document.path(), file = QFileInfo(path).fileName();
  if (!stamp.exists())
    return parts_.message.show_fault(MessageBar::Topic::disk,
                                     tr("%1 is no longer on disk. This window still has the graph.").arg(file),
                                     {{tr("Save"), "save_gone", [this] { parts_.saving->save(); }}});
  disk_reader_.start([=, this, options = parts_.document.read_options()](const Task& task) -> LatestJob::Delivery {
    return [this, stamp, file, fault = fault_of_file(path, options, task)] {
      if (announced_ != stamp) return;
      const QList<MessageBar::More> offer{{tr("Reload"), "reload_changed", [this] { reload(); }}};
      if (fault)
        parts_.message.show_faults(MessageBar::Topic::disk, tr("The file on disk is broken: %1"), *fault, offer);
      else
        parts_.message.show_fault(MessageBar::Topic::disk, tr("%1 has changed on disk.").arg(file), offer);
    };
  });
}

void Opening::offer_lost_edits() {
  parts_.edits.look_for_lost();
}

/// Offers them one after the other. A message that is dismissed leaves them for the next start.
void Opening::offer(const std::vector<LostEdits>& lost) {
  lost_ = lost;
  if (lost_.empty()) return parts_.message.resolve(MessageBar::Topic::unsaved);
  const LostEdits first = lost_.front();
  const auto next = [this] { offer({lost_.begin() + 1, lost_.end()}); };
  const auto restore = [this, first] { parts_.edits.restore(first); };
  const auto discard = [this, first, next] {
    parts_.edits.discard(first);
    next();
  };
  parts_.message.show_remark(MessageBar::Topic::unsaved,
                             tr("Unsaved edits of %1 from %2.")
                                 .arg(first.path.isEmpty() ? first.title : QFileInfo(first.path).fileName(),
                                      QLocale().toString(first.at.toLocalTime(), QLocale::ShortFormat)),
                             {{tr("Restore"), "restore_edits", restore}, {tr("Discard"), "discard_edits", discard}});
}

/// Writes nothing to the file that the edits were made to: only saving does.
void Opening::on_restored(const EditKeeper::Restored& restored) {
  parts_.message.forget_document();
  parts_.document.open_edited(restored.from.path, restored.document, restored.stamp);
  parts_.edits.adopt(restored.from);
  if (!restored.notes.empty()) parts_.state.set_notes(notes_on(*parts_.document.graph(), restored.notes));
  if (!restored.space.empty())
    parts_.message.show_remark(MessageBar::Topic::content,
                               tr("Only the memory space %1 could be restored.").arg(text_of(restored.space)));
  std::erase_if(lost_, [&](const LostEdits& each) { return each.file == restored.from.file; });
  offer(std::exchange(lost_, {}));
}

/// Puts the graph into the order that a plan was made for, which can be undone. From then on the plan is one of the
/// graph as it stands.
void Opening::adopt_order_of(const QString& path, const Plan& plan) {
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

/// A plan that brings an order edits the graph, which nothing does while a change is previewed.
void Opening::on_plan(const QString& path, const Plan& plan, const Validation& validation) {
  parts_.improve.go_back();
  if (parts_.loader.current() != parts_.document.graph())  // edited meanwhile, or another
    return parts_.loader.load(path, {}, parts_.document.graph());
  adopt_order_of(path, plan);
  Plan taken = plan_for(plan, *parts_.loader.current(), *parts_.document.graph());
  taken.sequence.clear();
  parts_.document.set_imported_plan(std::move(taken));
  parts_.message.resolve(MessageBar::Topic::opening);
  parts_.files.remember_folder(path);
  if (validation.valid())
    note(parts_.window, tr("%1 is a valid plan for this graph.").arg(QFileInfo(path).fileName()));
  else
    parts_.imports->report_violations(path, validation);
  load_next_plan();
}

void Opening::on_lesson(const QString& path, const CheckedLesson& lesson) {
  plans_to_open_.clear();
  // A save that runs is still to be marked as such.
  if (parts_.saving->later([this, path, lesson] { on_lesson(path, lesson); })) return;
  parts_.lessons->take(path, lesson);
}

void Opening::show_failure(const QString& /*path*/, const Error& error) {
  plans_to_open_.clear();
  if (error.kind == Error::Kind::cancelled) return;
  parts_.message.show_faults(MessageBar::Topic::opening, tr("Could not open the file: %1"), error);
}

void Opening::close_document() {
  if (parts_.document.has_suspended()) return parts_.lessons->leave();
  parts_.saving->let_go([this] {
    stop_work();
    parts_.document.close();
    parts_.message.forget_document();
  });
}

void Opening::load_next_plan() {
  if (!plans_to_open_.isEmpty()) parts_.loader.load(plans_to_open_.takeFirst(), {}, parts_.document.graph());
}

void Opening::let_all_go(const std::function<void()>& go, const std::function<void()>& stay) {
  parts_.saving->let_go(
      [this, go, stay] {
        if (!parts_.document.is_suspended_modified()) return go();
        parts_.lessons->end();
        parts_.lessons->resume();
        parts_.saving->let_go(go, stay);
      },
      stay);
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
