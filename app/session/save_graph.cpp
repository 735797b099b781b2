// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/save_graph.h"

#include <QCoreApplication>
#include <QFile>

#include "app/settings/file_names.h"
#include "core/formats/file.h"
#include "core/insight/edit/same_graph.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(SaveGraph)
};

QString text_of(const Error& error) {
  return QString::fromStdString(error.text());
}

/// Without alignments of tensors that the graph's own implies: a format may say the one by the others.
Graph without_implied(const Graph& graph) {
  Graph::Data data = graph.data();
  for (std::uint32_t& own : data.tensor_alignment)
    if (graph.alignment().count % own == 0) own = 1;
  return Graph(std::move(data));
}

/// Whether the bytes say all of the graph. Where a format has no room for some of it, that is seen by reading them.
bool is_whole(const SaveJob& job, const Graph& graph, const std::string& bytes) {
  if (job.format->carries_only.empty()) return true;
  const Result<Document> again = job.format->read({bytes, job.path.toStdString(), {}, {}});
  return again && same_content(without_implied(*again->graph), without_implied(graph));  // its name is that of the file
}

SaveOutcome run(const SaveJob& job) {
  SaveOutcome out{.job = job, .reason = {}, .whole = true, .stamp = {}};
  // A file that has no place for it keeps what it had.
  const bool keeps = job.format->carries_only.empty() || !job.only_whole;
  const std::optional<Graph> aligned = keeps && job.alignment != job.graph->alignment()
                                           ? std::optional(with_alignment(*job.graph, job.alignment))
                                           : std::nullopt;
  const Graph& graph = aligned ? *aligned : *job.graph;
  const Result<std::string> bytes = job.format->write(graph, job.plan.get());
  if (!bytes) {
    out.whole = false;
    out.reason = text_of(bytes.error());
    return out;
  }
  out.whole = is_whole(job, graph, *bytes);
  if (!out.whole && job.only_whole) {
    out.reason = Text::tr("this format holds only %1").arg(carried_by(*job.format));
    return out;
  }
  if (const auto done = write_file_atomically(QFile::encodeName(job.path).toStdString(), *bytes); !done)
    out.reason = text_of(done.error());
  else
    out.stamp = FileStamp::of(job.path);
  return out;
}

}  // namespace

Graph with_alignment(const Graph& graph, Bytes alignment) {
  Graph::Data data = graph.data();
  data.alignment = alignment;
  return Graph(std::move(data));
}

void save_graph(JobQueue& writes, const SaveJob& job, const std::function<void(const SaveOutcome&)>& ended) {
  writes.add({.text = Text::tr("Saving…"),
              .work = [job, ended](const Task&) -> JobQueue::Delivery {
                return [ended, outcome = run(job)] { ended(outcome); };
              },
              .failed =
                  [job, ended](const Error& error) {
                    ended({job, text_of(error), true, {}});
                  }});
}

}  // namespace stowage
