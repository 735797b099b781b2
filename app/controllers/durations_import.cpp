// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/durations_import.h"

#include <memory>
#include <utility>

#include <QFile>
#include <QFileInfo>
#include <QMainWindow>

#include "app/controllers/file_writer.h"
#include "app/frame/message_bar.h"
#include "app/session/document.h"
#include "core/formats/file.h"

namespace stowage {
namespace {

/// Refuses what changes nothing, as the edits of core do.
Result<EditedGraph> with_durations_of(const Graph& graph, const std::string& csv, const std::string& file) {
  STOWAGE_TRY(TimedGraph timed, with_durations(graph, csv, file));
  if (timed.graph.data().operator_duration == graph.data().operator_duration)
    return refused("no duration would change");
  return EditedGraph{std::move(timed.graph), {}};
}

}  // namespace

DurationsImport::DurationsImport(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  connect(&parts.document, &OpenDocument::replaced, this, [this] { reader_.cancel(); });
}

void DurationsImport::choose() {
  parts_.files.choose_source(tr("Import durations"), tr("Durations (*.csv *.json *.etdp);;All files (*)"),
                             [this](const QStringList& paths) { read(paths.first()); });
}

void DurationsImport::read(const QString& path) {
  if (!parts_.document.is_open()) return;
  parts_.message.resolve(MessageBar::Topic::opening);
  reader_.start([this, path, graph = parts_.document.graph()](const Task& task) -> LatestJob::Delivery {
    auto csv =
        std::make_shared<Result<std::string>>(read_file(QFile::encodeName(path).toStdString(), kMaxFileSize, task));
    if (!*csv) return [this, csv] { show_faults(csv->error()); };
    auto timed = std::make_shared<const Result<TimedGraph>>(with_durations(*graph, **csv, path.toStdString(), task));
    return [this, path, csv, timed] { on_read(path, **csv, *timed); };
  });
}

void DurationsImport::on_read(const QString& path, const std::string& csv, const Result<TimedGraph>& timed) {
  if (!timed) return show_faults(timed.error());
  const QString name = QFileInfo(path).fileName();
  parts_.files.remember_folder(path);
  if (!timed->warnings.empty()) show_remarks(name, timed->warnings);
  // Read again: by then the graph is perhaps another.
  parts_.document.edit(
      {.text = tr("Durations of %1").arg(name),
       .merge_key = {},
       .apply = [csv, file = path.toStdString()](const Graph& graph) { return with_durations_of(graph, csv, file); }});
}

void DurationsImport::show_remarks(const QString& name, const std::vector<Diagnostic>& warnings) {
  QStringList remarks;
  for (const Diagnostic& each : warnings)
    remarks += QString::fromStdString(each.place.empty() ? each.reason : each.place + ": " + each.reason);
  parts_.message.show_message(MessageBar::Topic::opening, MessageBar::Kind::remark,
                              tr("%1: %2").arg(name, remarks.join(tr("; ", "between clauses"))));
}

void DurationsImport::show_faults(const Error& error) {
  if (error.kind == Error::Kind::cancelled) return;
  parts_.message.show_faults(MessageBar::Topic::opening, tr("No durations: %1"), error);
}

}  // namespace stowage
