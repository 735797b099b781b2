// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/imports.h"

#include <memory>
#include <utility>

#include <QAction>
#include <QFile>
#include <QFileInfo>

#include "app/controllers/exporter.h"
#include "app/dialogs/dialogs.h"
#include "core/formats/file.h"
#include "core/graph/claims.h"
#include "core/insight/bodies/edit_bodies.h"
#include "core/insight/recorded/recorded_heap.h"
#include "core/plan/plan.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

QString names_of(const std::vector<OpenDimension>& dimensions) {
  constexpr qsizetype kMost = 5;
  QStringList names;
  for (const OpenDimension& dimension : dimensions) names += text_of(dimension.name);
  QString text = names.mid(0, kMost).join(QStringLiteral(", "));
  return names.size() > kMost ? text + QStringLiteral(", …") : text;
}

/// Says when memory ran out first, and how often.
QString failure_text(const RecordedHeap& history) {
  const HeapOutOfMemory& first = history.out_of_memory.front();
  QString text = Imports::tr("device %1 ran out of memory at event %L2: %3 requested")
                     .arg(history.device)
                     .arg(first.step)
                     .arg(human_bytes(first.requested));
  if (first.device_free) text = Imports::tr("%1, %2 free").arg(text, human_bytes(*first.device_free));
  if (history.out_of_memory.size() > 1)
    text = Imports::tr("%1 (the first of %L2 times)").arg(text).arg(history.out_of_memory.size());
  return text;
}

/// Lists what no footprint counts, and what the file leaves to be chosen.
QStringList open_questions(const Document& document) {
  QStringList out;
  if (!document.open_dimensions.empty())
    out += Imports::tr("sizes depend on the open dimensions %1").arg(names_of(document.open_dimensions));
  if (document.devices.size() > 1 && document.history)
    out += Imports::tr("the file has %Ln device(s); device %1 is shown", nullptr, as_int(document.devices.size()))
               .arg(document.history->device);
  else if (document.devices.size() > 1)
    out += Imports::tr("the file has %Ln device(s); one is shown", nullptr, as_int(document.devices.size()));
  if (document.plan && document.plan->serial_streams)
    out += Imports::tr("nothing orders its %Ln stream(s), so no stream reuses the memory of another", nullptr,
                       as_int(document.graph->stream_count()));
  return out;
}

/// Refuses what changes nothing, as the edits of core do.
Result<EditedGraph> with_durations_of(const Graph& graph, const std::string& csv, const std::string& file) {
  return edit_source(graph, [&](const Graph& source) -> Result<EditedGraph> {
    STOWAGE_TRY(TimedGraph timed, with_durations(source, csv, file));
    if (timed.graph.data().operator_duration == source.data().operator_duration)
      return refused("no duration would change");
    return EditedGraph{std::move(timed.graph), {}};
  });
}

}  // namespace

Imports::Imports(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  connect(&parts_.document, &OpenDocument::replaced, this, [this] { durations_.cancel(); });
}

void Imports::show_actions(QAction& reading, QAction& violations) {
  const bool open_question = can_be_read_otherwise(parts_.document);
  reading.setEnabled(open_question);
  reading.setToolTip(open_question ? tr("Set open dimensions, device and stream order, then read the file again")
                                   : tr("This file needs no reading options"));
  violations.setVisible(parts_.document.imported_plan() != nullptr);
  follow_import_report(parts_.document, &parts_.window);
}

void Imports::report_opening(const Document& document, const Validation& validation) {
  const QStringList weighty = weightiest(document), questions = open_questions(document);
  QStringList remarks;
  QList<MessageBar::More> more;
  if (!validation.valid()) {
    remarks += tr("the plan in it is not safe: %Ln violation(s)", nullptr, as_int(validation.count));
    more.append(MessageBar::More{tr("Violations…"), "message_violations", [this] { show_violations(); }});
  }
  if (document.history && !document.history->out_of_memory.empty()) remarks += failure_text(*document.history);
  remarks += weighty + questions;
  if (remarks.isEmpty()) return;
  if (can_be_read_otherwise(parts_.document))
    more.append(MessageBar::More{tr("Reading options…"), "message_reading", [this] { choose_reading(); }});
  if (!weighty.isEmpty()) more.append(MessageBar::More{tr("Details…"), "message_import", [this] { show_import(); }});
  const auto show = validation.valid() ? &MessageBar::show_remark : &MessageBar::show_fault;
  (parts_.message.*show)(MessageBar::Topic::content,
                         tr("%1: %2").arg(parts_.document.title(), remarks.join(tr("; ", "between clauses"))), more);
}

void Imports::report_violations(const QString& path, const Validation& validation) {
  const MessageBar::More list{tr("Violations…"), "message_violations", [this] { show_violations(); }};
  const QString text = tr("%1 is not a safe plan for this graph: %Ln violation(s).", nullptr, as_int(validation.count))
                           .arg(QFileInfo(path).fileName());
  parts_.message.show_fault(MessageBar::Topic::opening, text, QList<MessageBar::More>{list});
}

void Imports::show_import() {
  show_import_report(parts_.document, &parts_.window,
                     [this](const QWidget& made) { parts_.exporter->offer_tables_of(made); });
}

void Imports::show_violations() {
  stowage::show_violations(parts_.document, parts_.planning, parts_.state, &parts_.window,
                           [this](const QWidget& made) { parts_.exporter->offer_tables_of(made); });
}

void Imports::choose_reading() {
  const auto choose_sizes = [this](const std::function<void(const TensorSizes&)>& chosen) {
    parts_.files.choose_source(tr("Sizes of tensors"), tr("Sizes (*.csv);;All files (*)"),
                               [this, chosen](const QStringList& paths) { read_sizes_of(paths.first(), chosen); });
  };
  ask_how_to_read(parts_.document, &parts_.window, choose_sizes,
                  [this](const ReadOptions& chosen) { emit reading_chosen(chosen); });
}

void Imports::read_sizes_of(const QString& path, const std::function<void(const TensorSizes&)>& chosen) {
  parts_.message.resolve(MessageBar::Topic::opening);
  sizes_.start([this, path, chosen](const Task& task) -> LatestJob::Delivery {
    auto sizes =
        read_file(QFile::encodeName(path).toStdString(), kMaxFileSize, task).and_then([&](const std::string& csv) {
          return read_sizes(csv, path.toStdString());
        });
    return [this, path, chosen, sizes = std::move(sizes)] {
      if (!sizes) return show_faults(tr("No sizes: %1"), sizes.error());
      parts_.files.remember_folder(path);
      chosen(*sizes);
    };
  });
}

void Imports::choose_durations() {
  parts_.files.choose_source(tr("Import durations"), tr("Durations (*.csv *.json *.etdp);;All files (*)"),
                             [this](const QStringList& paths) { read_durations(paths.first()); });
}

void Imports::read_durations(const QString& path) {
  if (!parts_.document.is_open()) return;
  parts_.message.resolve(MessageBar::Topic::opening);
  durations_.start([this, path, graph = parts_.document.graph()](const Task& task) -> LatestJob::Delivery {
    auto csv =
        std::make_shared<Result<std::string>>(read_file(QFile::encodeName(path).toStdString(), kMaxFileSize, task));
    if (!*csv) return [this, csv] { show_faults(tr("No durations: %1"), csv->error()); };
    auto timed =
        std::make_shared<const Result<TimedGraph>>(with_durations(source_of(*graph), **csv, path.toStdString(), task));
    return [this, path, csv, timed] { on_durations(path, **csv, *timed); };
  });
}

void Imports::on_durations(const QString& path, const std::string& csv, const Result<TimedGraph>& timed) {
  if (!timed) return show_faults(tr("No durations: %1"), timed.error());
  const QString name = QFileInfo(path).fileName();
  parts_.files.remember_folder(path);
  if (!timed->warnings.empty()) show_remarks(name, timed->warnings);
  // The edit reads them again: the graph may be another by then.
  parts_.document.edit(
      {.text = tr("Durations of %1").arg(name),
       .merge_key = {},
       .apply = [csv, file = path.toStdString()](const Graph& graph) { return with_durations_of(graph, csv, file); }});
}

void Imports::show_remarks(const QString& name, const std::vector<Diagnostic>& warnings) {
  QStringList remarks;
  for (const Diagnostic& each : warnings)
    remarks += QString::fromStdString(each.place.empty() ? each.reason : each.place + ": " + each.reason);
  parts_.message.show_remark(MessageBar::Topic::opening,
                             tr("%1: %2").arg(name, remarks.join(tr("; ", "between clauses"))));
}

void Imports::show_faults(const QString& text, const Error& error) {
  if (error.kind == Error::Kind::cancelled) return;
  parts_.message.show_faults(MessageBar::Topic::opening, text, error);
}

QString Imports::name_of_plan() const {
  return imported_plan_name(parts_.document.imported_plan() &&
                            parts_.document.imported_plan() == parts_.document.file_plan());
}

/// Our plan of a recorded heap holds as the streams are read.
QString Imports::recorded_words(const Plan& recorded, const QString& reserved, const QString& best) const {
  if (recorded.serial_streams) return tr("reserved %1, our best %2 without reuse between streams").arg(reserved, best);
  if (parts_.document.graph()->stream_count() > 1)
    return tr("reserved %1, our best %2 in the host's order").arg(reserved, best);
  return tr("reserved %1, our best %2").arg(reserved, best);
}

QString Imports::saving_text() const {
  const auto check = parts_.planning.results().imported_check();
  const PlanView imported = parts_.planning.view_of(nullptr);
  const auto ours = parts_.planning.results().best_plan();
  if (!parts_.planning.took() || !check || !*check || !(*check)->valid() || !imported.plan || !ours) return {};
  const Bytes theirs = imported.plan->needed(), best = ours->footprint, saved = theirs - best;
  const Uncounted left_out = uncounted(*parts_.document.graph());
  const QString their_bytes = footprint_words(left_out, theirs), our_bytes = footprint_words(left_out, best);
  const bool recorded = imported.plan->reserved_peak.has_value();
  // The dock of the heap says what a plan saves, for each reading of the streams.
  if (recorded) return recorded_words(*imported.plan, their_bytes, our_bytes);
  const QString both = tr("%1 %2, our best %3").arg(name_of_plan(), their_bytes, our_bytes);
  if (imported.plan->assumed) return tr("%1: assumed").arg(both);
  if (!comparable(*imported.plan, *ours) || left_out.any()) return both;
  if (saved > Bytes{}) return tr("%1: saves %2 (%3)").arg(both, human_bytes(saved), signed_percent(gap(best, theirs)));
  return saved == Bytes{} ? tr("%1: the same").arg(both)
                          : tr("%1: larger by %2").arg(both, human_bytes(Bytes{} - saved));
}

}  // namespace stowage
