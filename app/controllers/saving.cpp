// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/saving.h"

#include <memory>
#include <utility>

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include "app/dialogs/dialogs.h"
#include "app/settings/file_names.h"
#include "core/formats/file.h"
#include "core/graph/laid_out.h"
#include "core/insight/edit/same_graph.h"
#include "core/order/order.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

/// Samples are part of the program.
bool is_sample(const QString& path) {
  return path.startsWith(":/");
}

/// A plan has an offset for every tensor of its graph; an edit may have made another number of them.
std::shared_ptr<const Plan> if_for(std::shared_ptr<const Plan> plan, const Graph& graph) {
  return plan && plan->offsets.size() == graph.tensor_count() ? std::move(plan) : nullptr;
}

struct SaveText {
  Q_DECLARE_TR_FUNCTIONS(SaveGraph)
};

/// Without alignments of tensors that the graph's own implies: a format may say the one by the others.
Graph without_implied(const Graph& graph) {
  Graph::Data data = graph.data();
  for (std::uint32_t& own : data.tensor_alignment)
    if (graph.alignment().count % own == 0) own = 1;
  return Graph(std::move(data));
}

/// Whether the bytes say all of the graph. Where a format has no room for some of it, that is seen by reading them.
bool is_whole(const Format& format, const QString& path, const Graph& graph, const std::string& bytes) {
  if (format.carries_only.empty()) return true;
  const Result<Document> again = format.read({bytes, path.toStdString(), {}, {}});
  return again && same_content(without_implied(*again->graph),
                               without_implied(source_of(graph)));  // its name comes from the file
}

}  // namespace

/// A graph on its way to a file.
struct Saving::Job {
  std::uint64_t document = 0;  ///< the one that the graph is of (OpenDocument::id())
  QString path;
  const Format* format = nullptr;  ///< one that is written
  std::shared_ptr<const Graph> graph;
  Bytes alignment{1};                ///< goes along where the format has a place for it
  std::shared_ptr<const Plan> plan;  ///< goes along where the format carries one; may be null
  bool only_whole = false;           ///< better nothing than a file that holds less than the graph
  int failures_before = 0;           ///< when it was asked for (MessageBar::failures())
};
struct Saving::Outcome {
  Job job;
  QString reason;     ///< why nothing was written; empty where it was
  bool whole = true;  ///< reading the file gives the same graph
  FileStamp stamp;    ///< of the file written
};

/// Writes a graph to a file, atomically; in the background.
Saving::Outcome Saving::run(const Job& job) {
  Outcome out{.job = job, .reason = {}, .whole = true, .stamp = {}};
  // A file that has no place for it keeps what it had.
  const bool keeps = job.format->carries_only.empty() || !job.only_whole;
  const std::optional<Graph> aligned = keeps && job.alignment != job.graph->alignment()
                                           ? std::optional(with_alignment(*job.graph, job.alignment))
                                           : std::nullopt;
  const Graph& graph = aligned ? *aligned : *job.graph;
  const Result<std::string> bytes = job.format->write(graph, job.plan.get());
  if (!bytes) {
    out.whole = false;
    out.reason = QString::fromStdString(bytes.error().text());
    return out;
  }
  out.whole = is_whole(*job.format, job.path, graph, *bytes);
  if (!out.whole && job.only_whole) {
    out.reason = SaveText::tr("this format holds only %1").arg(carried_by(*job.format));
    return out;
  }
  if (const auto done = write_file_atomically(QFile::encodeName(job.path).toStdString(), *bytes); !done)
    out.reason = QString::fromStdString(done.error().text());
  else
    out.stamp = FileStamp::of(job.path);
  return out;
}

Saving::Saving(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {}

/// Begins a save, and gives what is to be called once at its end, however that comes.
Saving::Done Saving::begin(const Done& done) {
  ++under_way_;
  return [this, done](bool saved) {
    --under_way_;
    if (done) done(saved);
    if (under_way_ == 0) emit over();
  };
}

void Saving::save(const Done& done) {
  const auto again = [this, done, id = parts_.document.id()] {
    if (parts_.document.id() == id) return save(done);
    if (done) done(false);
  };
  if (later(again)) return;
  const Done end = begin(done);
  parts_.document.is_open() ? settle_preview(end, [this, end] { save_as_it_is(end); }) : end(false);
}

/// A change that is only previewed comes into no file unasked: calls `next` once it is applied or discarded.
void Saving::settle_preview(const Done& end, const Then& next) {
  ImprovePane& improve = parts_.improve;
  if (!improve.previews()) return next();
  const auto apply = [&improve, next] {
    improve.apply_previewed();
    next();
  };
  const auto discard = [&improve, next] {
    improve.go_back();
    next();
  };
  ask(&parts_.window, "save_preview", tr("Save graph"), tr("Apply the previewed change before saving?"),
      tr("Discard saves the graph without it."),
      {{"apply_and_save", tr("&Apply"), QMessageBox::AcceptRole, apply},
       {"discard_and_save", tr("&Discard"), QMessageBox::DestructiveRole, discard}},
      [end] { end(false); });
}

void Saving::save_as_it_is(const Done& end) {
  const QString& path = parts_.document.path();
  const Format* format = find_format(parts_.document.format());
  if (path.isEmpty() || is_sample(path)) return ask_for_target(end);
  if (!format || !format->write) return save_elsewhere(tr("this format is only read"), end);
  if (!format->carries_only.empty() && !parts_.document.warnings().empty())
    return save_elsewhere(QString::fromStdString(parts_.document.warnings().front().reason), end);
  const FileStamp now = FileStamp::of(path);
  if (now == parts_.document.stamp() && !parts_.document.is_modified()) {
    note(parts_.window, tr("There are no changes to save."));
    return end(true);
  }
  if (now.exists() && now != parts_.document.stamp()) return ask_to_overwrite(end);
  write({}, end);
}

/// Writes the graph as it is now; without a path, into the file it came from.
void Saving::write(Job job, const Done& end) {
  const OpenDocument& document = parts_.document;
  job.document = document.id();
  job.graph = document.graph();
  job.alignment = document.alignment();
  job.failures_before = parts_.message.failures();
  if (job.path.isEmpty()) {
    job.path = document.path();
    job.format = find_format(document.format());
    job.plan = if_for(document.file_plan(), *job.graph);
    job.only_whole = true;
  }
  parts_.writes.add({.text = SaveText::tr("Saving…"),
                     .work = [this, job, end](const Task&) -> JobQueue::Delivery {
                       return [this, end, outcome = run(job)] { on_saved(outcome, end); };
                     },
                     .failed =
                         [this, job, end](const Error& error) {
                           on_saved({job, QString::fromStdString(error.text()), true, {}}, end);
                         }});
}

bool Saving::later(const Then& next) {
  const auto once = static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection);
  if (under_way_ > 0)
    connect(this, &Saving::over, this, next, once);
  else if (parts_.document.is_editing())
    connect(&parts_.document, &OpenDocument::editing_changed, this, next, once);
  else
    return false;
  return true;
}

/// Asks whether changes that another program made to the file may go. If not, ends, or saves to another file.
void Saving::ask_to_overwrite(const Done& end) {
  ask(&parts_.window, "overwrite", tr("Save graph"),
      tr("%1 has changed on disk since it was opened.").arg(QFileInfo(parts_.document.path()).fileName()),
      tr("Saving replaces the changes on disk with yours."),
      {{"overwrite_file", tr("&Overwrite"), QMessageBox::DestructiveRole, [this, end] { write({}, end); }},
       {"save_elsewhere", tr("Save &as…"), QMessageBox::AcceptRole, [this, end] { ask_for_target(end); }}},
      [end] { end(false); });
}

/// Says why its own file cannot hold it, and asks for another.
void Saving::save_elsewhere(const QString& reason, const Done& end) {
  parts_.message.show_remark(MessageBar::Topic::saving,
                             tr("%1 cannot keep all of this graph (%2). Save it as a Stowage graph instead.")
                                 .arg(QFileInfo(parts_.document.path()).fileName(), reason));
  ask_for_target(end);
}

void Saving::choose_graph_target(const Done& done) {
  const Done end = begin(done);
  settle_preview(end, [this, end] { ask_for_target(end); });
}

/// Saves only the document that was open when it asked for the name.
void Saving::ask_for_target(const Done& end) {
  parts_.files.choose_target(
      tr("Save graph"), base_name(parts_.document.title()) + ".stowage.json", graph_filters(),
      [this, end, id = parts_.document.id()](const QString& path) {
        parts_.document.id() == id ? write_as(path, end) : end(false);
      },
      [end] { end(false); });
}

void Saving::save_graph(const QString& name, const Done& done) {
  write_as(name, begin(done));
}

void Saving::write_as(const QString& name, const Done& end) {
  const QString path = with_suffix(name, suffix_of(graph_filters()));
  const Format* format = format_for_path(path.toStdString());
  if (!format) {
    parts_.files.report(path, tr("%1: the file name needs the extension of a known format").arg(path));
    return end(false);
  }
  if (parts_.files.refuse_suspended_file(path)) return end(false);
  const bool fits = !parts_.planning.view().stale && parts_.planning.view().plan;
  Job job;
  job.path = path;
  job.format = format;
  if (fits) job.plan = parts_.planning.proved_plan();
  write(job, end);
}

void Saving::on_saved(const Outcome& outcome, const Done& end) {
  const Job& job = outcome.job;
  const bool written = outcome.reason.isEmpty();
  if (written) written_.push_back(outcome.stamp);
  if (!written && !outcome.whole && job.only_whole && job.document == parts_.document.id())
    return save_elsewhere(outcome.reason, end);
  parts_.files.report(job.path, outcome.reason, job.failures_before);
  bool saved = false;
  if (written && outcome.whole) {
    saved = parts_.document.mark_saved(job.document, job.path, std::string(job.format->id), job.graph, job.alignment,
                                       outcome.stamp);
    parts_.recent.add(job.path);
    if (job.document == parts_.document.id() && parts_.document.spaces().size() > 1)
      parts_.message.show_remark(
          MessageBar::Topic::saving,
          tr("%1 holds only the memory space %2. Tensors of other spaces have size 0 in it.")
              .arg(QFileInfo(job.path).fileName(), text_of(parts_.document.spaces()[parts_.document.space()].name)));
  } else if (written) {
    parts_.message.show_remark(
        MessageBar::Topic::saving,
        tr("%1 holds only a part of the graph: %2.").arg(QFileInfo(job.path).fileName(), carried_by(*job.format)));
  }
  end(saved);
}

void Saving::let_go(const Then& go, const Then& stay) {
  wishes_.push_back({go, stay});
  look_at_wishes();
}

void Saving::look_at_wishes() {
  if (deciding_ || wishes_.empty()) return;
  deciding_ = true;
  decide();
}

/// Decides on the first wish; again after each save.
void Saving::decide() {
  if (later([this] { decide(); })) return;
  parts_.document.is_modified() ? ask_to_save() : decided(true);
}

void Saving::decided(bool go) {
  const Wish wish = std::move(wishes_.front());
  wishes_.pop_front();
  deciding_ = false;
  QMetaObject::invokeMethod(this, &Saving::look_at_wishes, Qt::QueuedConnection);
  go ? wish.go() : wish.stay();
}

void Saving::ask_to_save() {
  parts_.window.raise();
  auto* box = new QMessageBox(QMessageBox::Warning, tr("Save changes?"),
                              tr("Save the changes to %1?")
                                  .arg(parts_.document.path().isEmpty() ? parts_.document.title()
                                                                        : QFileInfo(parts_.document.path()).fileName()),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &parts_.window);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setObjectName("save_changes");
  box->setInformativeText(is_sample(parts_.document.path())
                              ? tr("This is a sample, so Save asks for a new file. Unsaved changes will be lost.")
                              : tr("Unsaved changes will be lost."));
  // Qt's own words have no key on some desktops.
  box->button(QMessageBox::Save)->setText(tr("&Save"));
  box->button(QMessageBox::Discard)->setText(tr("&Discard"));
  box->button(QMessageBox::Cancel)->setText(tr("&Cancel"));
  box->setDefaultButton(QMessageBox::Save);
  connect(box, &QMessageBox::finished, this, [this](int answer) {
    if (answer == QMessageBox::Save) return save([this](bool saved) { saved ? decide() : decided(false); });
    decided(answer == QMessageBox::Discard);
  });
  box->open();
}

void Saving::when_written(const Then& then, const Then& failed) {
  parts_.notes.flush();
  parts_.writes.end_all();
  if (!parts_.writes.running() && !parts_.notes.busy()) return then();
  struct Written {
    bool all = true, known = false;
  };
  auto* wait = new QObject(this);
  const auto out = std::make_shared<Written>();
  connect(&parts_.files, &FileWriter::written, wait,
          [out](const QString&, const QString& reason) { out->all = out->all && reason.isEmpty(); });
  connect(&parts_.notes, &NotesKeeper::failed, wait, [out] { out->all = false; });
  const auto look = [this, wait, out, then, failed] {
    if (parts_.writes.running() || parts_.notes.busy() || std::exchange(out->known, true)) return;
    wait->deleteLater();
    out->all ? then() : failed();
  };
  connect(&parts_.writes, &JobQueue::emptied, wait, look, Qt::QueuedConnection);
  connect(&parts_.notes, &NotesKeeper::idle, wait, look, Qt::QueuedConnection);
}

void Saving::save_plan(const QString& name) {
  const QString path = with_suffix(name, suffix_of(plan_filters()));
  std::shared_ptr<const Plan> plan = parts_.planning.proved_plan();
  if (!plan) return;
  // Readers of the plan have the graph as it is on disk.
  parts_.files.write_bytes(path, [graph = parts_.planning.view().graph, given = parts_.document.saved_graph(),
                                  order = parts_.document.order(), plan] {
    Plan saved = *plan;
    record_order(saved, *graph, *given, order);
    return Result<std::string>(write_plan(*graph, saved));
  });
}

void Saving::choose_plan_target() {
  parts_.files.choose_target(tr("Save plan"), base_name(parts_.document.title()) + ".plan.json", plan_filters(),
                             [this](const QString& path) { save_plan(path); });
}

}  // namespace stowage
