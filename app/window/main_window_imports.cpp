// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other programs: what was read of them, what they leave open, and how good the plans in them are.
#include <algorithm>
#include <optional>

#include <QAction>
#include <QFileInfo>
#include <QMenu>

#include "app/dialogs/import_dialog.h"
#include "app/dialogs/reading_dialog.h"
#include "app/dialogs/violations_dialog.h"
#include "app/window/exporter.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "core/plan/plan.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {
namespace {

int as_int(std::uint64_t count) {
  return static_cast<int>(std::min<std::uint64_t>(count, 1'000'000'000));
}

/// The smallest plan made here, once all have come.
std::optional<Bytes> best_of_ours(const StrategyTableModel& model) {
  std::optional<Bytes> best;
  for (const StrategyRow& row : model.rows())
    if (row.strategy && row.footprint && !row.stale && (!best || *row.footprint < *best)) best = row.footprint;
  return best;
}

QString names_of(const std::vector<OpenDimension>& dimensions) {
  constexpr qsizetype kMost = 5;
  QStringList names;
  for (const OpenDimension& dimension : dimensions) names += QString::fromStdString(dimension.name);
  QString text = names.mid(0, kMost).join(QStringLiteral(", "));
  return names.size() > kMost ? text + QStringLiteral(", …") : text;
}

void bring_up(QDialog* dialog) {
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
}

/// What no footprint counts, and what the file leaves to be chosen.
QStringList open_questions(const Document& document) {
  QStringList out;
  if (const std::size_t loops = document.graph->loop_count(); loops > 0)
    out += MainWindow::tr("the footprints do not count what the bodies of %Ln loop(s) need; the Loops dock does",
                          nullptr, as_int(loops));
  if (!document.open_dimensions.empty())
    out += MainWindow::tr("sizes depend on the open dimensions %1").arg(names_of(document.open_dimensions));
  if (document.devices.size() > 1)
    out += MainWindow::tr("it tells of %Ln device(s), of which one is shown", nullptr, as_int(document.devices.size()));
  if (document.plan && document.plan->serial_streams)
    out += MainWindow::tr("nothing orders its %Ln stream(s), so no stream reuses the memory of another", nullptr,
                          as_int(document.graph->stream_count()));
  return out;
}

}  // namespace

void MainWindow::make_import_actions(QMenu* file) {
  QAction* reading = add_action(file, tr("Rea&ding options…"), {}, [this] { choose_reading(); });
  reading->setObjectName("reading_options");
  reading->setStatusTip(tr("Sizes of open dimensions, the device, the order of streams; reads the file again"));
  QAction* import = for_graph(add_action(file, tr("W&hat was read…"), {}, [this] { show_import(); }));
  import->setObjectName("what_was_read");
  import->setStatusTip(tr("What was read of the file, assumed, skipped and not understood, by count and by name"));
  QAction* violations = add_action(file, tr("&Violations of the imported plan…"), {}, [this] { show_violations(); });
  violations->setObjectName("show_violations");
  violations->setStatusTip(tr("Everything that is wrong with the plan that came with the graph, or was opened for it"));
  connect(&document_, &OpenDocument::imported_plan_changed, this, &MainWindow::show_import_actions);
  connect(&document_, &OpenDocument::saved, this, &MainWindow::show_import_actions);
}

void MainWindow::show_import_actions() {
  findChild<QAction*>("reading_options")->setVisible(can_be_read_otherwise(document_));
  findChild<QAction*>("show_violations")->setVisible(document_.imported_plan() != nullptr);
  if (auto* dialog = findChild<ImportDialog*>(); dialog && document_.is_open())
    dialog->set_rows(document_.title(), import_rows(document_));
  else if (dialog)
    dialog->close();
}

/// What is weightiest comes first; all of it is a click away.
void MainWindow::tell_of_opening(const Document& document, const Validation& validation) {
  const QStringList weighty = weightiest(document), questions = open_questions(document);
  QStringList remarks;
  QList<MessageBar::More> more;
  if (!validation.valid()) {
    remarks += tr("the plan in it is not safe: %Ln violation(s)", nullptr, as_int(validation.count));
    more.append(MessageBar::More{tr("Violations…"), "message_violations", [this] { show_violations(); }});
  }
  remarks += weighty + questions;
  if (remarks.isEmpty()) return;
  if (can_be_read_otherwise(document_))
    more.append(MessageBar::More{tr("Reading options…"), "message_reading", [this] { choose_reading(); }});
  if (!weighty.isEmpty()) more.append(MessageBar::More{tr("Details…"), "message_import", [this] { show_import(); }});
  message_->show_message(MessageBar::Topic::content,
                         validation.valid() ? MessageBar::Kind::remark : MessageBar::Kind::fault,
                         tr("%1: %2").arg(document_.title(), remarks.join(QStringLiteral("; "))), more);
}

/// Of a plan that was opened for the graph that is shown.
void MainWindow::tell_of_violations(const QString& path, const Validation& validation) {
  const MessageBar::More list{tr("Violations…"), "message_violations", [this] { show_violations(); }};
  const QString text = tr("%1 is not a safe plan for this graph: %Ln violation(s).", nullptr, as_int(validation.count))
                           .arg(QFileInfo(path).fileName());
  message_->show_message(MessageBar::Topic::opening, MessageBar::Kind::fault, text, QList<MessageBar::More>{list});
}

void MainWindow::show_import() {
  auto* dialog = findChild<ImportDialog*>();
  if (!dialog) {
    dialog = new ImportDialog(this);
    connect_tables(dialog);
  }
  dialog->set_rows(document_.title(), import_rows(document_));
  bring_up(dialog);
}

void MainWindow::show_violations() {
  auto* dialog = findChild<ViolationsDialog*>();
  if (!dialog) {
    dialog = new ViolationsDialog(document_, planning_, state_, this);
    connect_tables(dialog);
  }
  bring_up(dialog);
}

void MainWindow::choose_reading() {
  auto* dialog = new ReadingDialog(document_, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] { read_again(dialog->options()); });
  dialog->open();
}

void MainWindow::connect_tables(const QWidget* parent) {
  for (TableActions* table : parent->findChildren<TableActions*>())
    connect(table, &TableActions::export_requested, this, [this, table] { exporter_->choose_table_target(table); });
}

/// By which the plan that came with the graph is told from one that was opened for it.
QString MainWindow::name_of_imported() const {
  const bool of_file = document_.imported_plan() && document_.imported_plan() == document_.file_plan();
  return of_file ? tr("as in the file") : tr("imported");
}

/// "as in the file 14.2 MiB, our best 12.9 MiB: saves 1.3 MiB"; empty where there is nothing to compare yet. A recorded
/// heap is measured by its addresses here, and by what was reserved in its own dock: each is named.
QString MainWindow::saving_text() const {
  const auto& check = planning_.imported_check();
  const PlanView imported = planning_.view_of(nullptr);
  const std::optional<Bytes> best = best_of_ours(strategies_->model());
  if (!planning_.took() || !check || !*check || !(*check)->valid() || !imported.plan || !best) return {};
  const Bytes theirs = imported.plan->footprint, saved = theirs - *best;
  const bool recorded = document_.history() && imported.plan->strategy == "recorded";
  const QString name = recorded ? tr("addresses as recorded") : name_of_imported();
  const QString both = tr("%1 %2, our best %3").arg(name, human_bytes(theirs), human_bytes(*best));
  if (recorded) return both;  // what a plan saves of a recorded heap is told there, against what was reserved
  if (saved > Bytes{}) return tr("%1: saves %2 (%3)").arg(both, human_bytes(saved), signed_percent(gap(*best, theirs)));
  return saved == Bytes{} ? tr("%1: as small").arg(both)
                          : tr("%1: larger by %2").arg(both, human_bytes(Bytes{} - saved));
}

}  // namespace stowage
