// SPDX-License-Identifier: GPL-3.0-or-later
// The window's files: which are opened, and what is said when that fails.
#include <algorithm>
#include <memory>
#include <utility>

#include <QFileDialog>
#include <QFileInfo>
#include <QStatusBar>

#include "app/dialogs/zoo_dialog.h"
#include "app/settings/file_names.h"
#include "app/settings/recent_files.h"
#include "app/window/file_writer.h"
#include "app/window/lessons.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "core/check/running_order.h"
#include "core/edit/order_edits.h"
#include "core/order/record_order.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/graph/graph_widget.h"

namespace stowage {
namespace {

constexpr int kSavedNote = 6000;  // milliseconds

QString lines_of(const std::vector<Diagnostic>& findings) {
  QStringList lines;
  for (const Diagnostic& each : findings) lines += QString::fromStdString(each.text());
  return lines.join('\n');
}

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

void MainWindow::choose_file() {
  const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open"), files_->folder(), open_filters());
  if (paths.isEmpty()) return;
  open_files(paths);
}

/// The dialog stays, with what was chosen last.
void MainWindow::choose_network() {
  auto* dialog = findChild<ZooDialog*>();
  if (!dialog) {
    dialog = new ZooDialog(this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
      plans_to_open_.clear();
      message_->resolve(MessageBar::Topic::opening);
      loader_.make(dialog->network(), dialog->options());
    });
  }
  dialog->open();
}

void MainWindow::open_file(const QString& path) {
  open_files({path});
}

/// Which of them are plans is looked up in the background: they may lie where nothing answers.
void MainWindow::open_files(const QStringList& paths) {
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
      for (const QStringList& group : groups.mid(1)) {
        auto* window = new MainWindow(settings_);
        window->setAttribute(Qt::WA_DeleteOnClose);
        window->show();
        window->open_group(group);
      }
    };
  });
}

/// A file, and the plans that follow it.
void MainWindow::open_group(const QStringList& paths) {
  plans_to_open_ = paths.mid(1);
  message_->resolve(MessageBar::Topic::opening);
  loader_.load(paths.first(), {}, document_.graph());
}

void MainWindow::read_again(const ReadOptions& options) {
  message_->resolve(MessageBar::Topic::opening);
  loader_.load(document_.path(), options);
}

void MainWindow::take_graph(const QString& path, const Document& document, const ReadOptions& options,
                            const Validation& validation) {
  if (!may_all_go()) return plans_to_open_.clear();
  message_->hide();  // it was about what was open before
  document_.open(path, document, options, loader_.stamp());
  if (!path.isEmpty() && !path.startsWith(":/")) {
    recent_->add(path);
    files_->remember_folder(path);
  }
  tell_of_opening(document, validation);
  if (!plans_to_open_.isEmpty()) loader_.load(plans_to_open_.takeFirst(), {}, document_.graph());
}

/// A plan made for another order is shown in that one: the graph is put into it, which can be undone. From then on it
/// is a plan of the graph as it stands.
void MainWindow::take_order_of(const QString& path, const Plan& plan) {
  if (!is_another_order(*document_.graph(), plan.sequence)) return;
  const QString file = QFileInfo(path).fileName(), order = QString::fromStdString(plan.order);
  const auto& base = document_.is_modified() ? document_.graph() : document_.saved_graph();
  if (const auto sequence = running_order(*base, plan.sequence))
    document_.set_imported_order({base, *sequence, order, file});
  document_.edit({.text = tr("Order of %1").arg(file),
                  .merge_key = {},
                  .apply = [names = plan.sequence](const Graph& graph) { return put_in_order_of(graph, names); },
                  .order = order,
                  .as_in_file = true});
}

void MainWindow::take_plan(const QString& path, const Plan& plan, const Validation& validation) {
  take_order_of(path, plan);
  Plan taken = plan;
  taken.sequence.clear();
  document_.set_imported_plan(std::move(taken));
  message_->resolve(MessageBar::Topic::opening);
  files_->remember_folder(path);
  if (validation.valid())
    statusBar()->showMessage(tr("%1 is a valid plan for this graph.").arg(QFileInfo(path).fileName()), kSavedNote);
  else
    tell_of_violations(path, validation);
  if (!plans_to_open_.isEmpty()) loader_.load(plans_to_open_.takeFirst(), {}, document_.graph());
}

void MainWindow::take_lesson(const QString& path, const CheckedLesson& lesson) {
  plans_to_open_.clear();
  if (save_later([this, path, lesson] { take_lesson(path, lesson); })) return;  // what is saved is still to be told so
  lessons_->take(path, lesson);
}

void MainWindow::show_failure(const QString& /*path*/, const Error& error) {
  plans_to_open_.clear();
  if (error.kind == Error::Kind::cancelled) return;
  const QString first = QString::fromStdString(error.faults.front().text());
  const int more = static_cast<int>(error.faults.size()) - 1;
  QString text = tr("Could not open the file: %1").arg(first);
  if (more > 0) text += ' ' + tr("(and %Ln more fault(s))", nullptr, more);
  message_->show_message(MessageBar::Topic::opening, MessageBar::Kind::fault, text, lines_of(error.faults));
}

void MainWindow::close_document() {
  if (document_.has_aside()) return lessons_->leave();
  if (!may_go()) return;
  stop_work();
  document_.close();
  message_->hide();
}

void MainWindow::save_plan(const QString& name) {
  const QString path = with_suffix(name, suffix_of(plan_filters()));
  std::shared_ptr<const Plan> plan = planning_.proved_plan();
  if (!plan) return;
  // Whoever reads it has the graph as it is on disk.
  files_->write_bytes(
      path, [graph = planning_.view().graph, given = document_.saved_graph(), order = document_.order(), plan] {
        Plan told = *plan;
        record_order(told, *graph, *given, order);
        return Result<std::string>(write_plan(*graph, told));
      });
}

void MainWindow::fit_views() {
  compare_->fit();
  graph_->fit();
}

}  // namespace stowage
