// SPDX-License-Identifier: GPL-3.0-or-later
// The window's files: what is opened, saved and exported, and what is said when that fails.
#include <algorithm>
#include <memory>
#include <utility>

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QStatusBar>

#include "app/window/file_names.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/recent_files.h"
#include "app/window/zoo_dialog.h"
#include "core/check/sequence.h"
#include "core/edit/order.h"
#include "core/io/file.h"
#include "core/schedule/plan_order.h"
#include "widgets/compare/compare_view.h"
#include "widgets/graph/graph_widget.h"

namespace stowage {
namespace {

constexpr auto kLastFolder = "files/folder";
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
  const QString folder = settings_.value(kLastFolder).toString();
  const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open"), folder, open_filters());
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

/// Of what was read or written; a folder where that failed is not to be offered again.
void MainWindow::remember_folder(const QString& path) {
  settings_.setValue(kLastFolder, QFileInfo(path).absolutePath());
}

void MainWindow::open_file(const QString& path) {
  open_files({path});
}

void MainWindow::open_files(const QStringList& paths) {
  if (paths.isEmpty()) return;
  MainWindow* window = this;
  QStringList mine{paths.first()};  // a file, and the plans that follow it
  const auto open_mine = [&] {
    window->plans_to_open_ = mine.mid(1);
    window->message_->resolve(MessageBar::Topic::opening);
    window->loader_.load(mine.first(), {}, window->document_.graph());
  };
  for (const QString& path : paths.mid(1)) {
    if (is_plan_file(path)) {
      mine += path;
      continue;
    }
    open_mine();
    window = new MainWindow(settings_);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    mine = {path};
  }
  open_mine();
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
    remember_folder(path);
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
  remember_folder(path);
  if (validation.valid())
    statusBar()->showMessage(tr("%1 is a valid plan for this graph.").arg(QFileInfo(path).fileName()), kSavedNote);
  else
    tell_of_violations(path, validation);
  if (!plans_to_open_.isEmpty()) loader_.load(plans_to_open_.takeFirst(), {}, document_.graph());
}

void MainWindow::show_failure(const QString& /*path*/, const Error& error) {
  plans_to_open_.clear();
  if (error.kind == Error::Kind::cancelled) return;
  const QString first = QString::fromStdString(error.faults.front().text());
  const int more = static_cast<int>(error.faults.size()) - 1;
  QString text = tr("Not opened. %1").arg(first);
  if (more > 0) text += ' ' + tr("(and %Ln more fault(s))", nullptr, more);
  message_->show_message(MessageBar::Topic::opening, MessageBar::Kind::fault, text, lines_of(error.faults));
}

void MainWindow::close_document() {
  if (document_.has_aside()) return leave_lesson();
  if (!may_go()) return;
  stop_work();
  document_.close();
  message_->hide();
}

bool MainWindow::choose_target(const QString& title, const QString& suggestion, const QString& filters,
                               const std::function<void(const QString&)>& save) {
  const QDir folder(settings_.value(kLastFolder, QDir::homePath()).toString());
  QString filter;
  const QString named = QFileDialog::getSaveFileName(this, title, folder.filePath(suggestion), filters, &filter);
  if (named.isEmpty()) return false;
  const QString path = with_suffix(named, suffix_of(filter.isEmpty() ? filters : filter));
  // The dialog has asked for the name as it was typed only.
  const bool unasked = path != named && QFileInfo::exists(path);
  if (unasked && QMessageBox::question(this, title, tr("%1 exists already. Replace it?").arg(path)) != QMessageBox::Yes)
    return false;
  save(path);
  return true;
}

void MainWindow::write_in_background(const QString& path, std::function<Result<std::string>()> make_bytes) {
  writer_.start([this, path, make_bytes = std::move(make_bytes)](const Worker::Run& run) {
    QString reason;
    const Result<std::string> bytes = make_bytes();
    if (!bytes)
      reason = QString::fromStdString(bytes.error().text());
    else if (const auto done = write_file_atomically(QFile::encodeName(path).toStdString(), *bytes); !done)
      reason = QString::fromStdString(done.error().text());
    run.post([this, path, reason] { show_written(path, reason); });
  });
}

void MainWindow::show_written(const QString& path, const QString& reason) {
  if (reason.isEmpty()) {
    message_->resolve(MessageBar::Topic::saving);
    remember_folder(path);
    statusBar()->showMessage(tr("Saved %1").arg(path), kSavedNote);
  } else {
    message_->show_message(MessageBar::Topic::saving, MessageBar::Kind::fault, tr("Not saved. %1").arg(reason));
  }
  emit written(path, reason);
}

void MainWindow::save_plan(const QString& name) {
  const QString path = with_suffix(name, suffix_of(plan_filters()));
  std::shared_ptr<const Plan> plan = planning_.proved_plan();
  if (!plan) return;
  // Whoever reads it has the graph as it is on disk.
  write_in_background(
      path, [graph = planning_.view().graph, given = document_.saved_graph(), order = document_.order(), plan] {
        Plan told = *plan;
        tell_order(told, *graph, *given, order);
        return Result<std::string>(write_plan(*graph, told));
      });
}

void MainWindow::fit_views() {
  compare_->fit();
  graph_->fit();
}

}  // namespace stowage
