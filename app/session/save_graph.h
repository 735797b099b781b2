// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <QString>

#include "app/session/file_watch.h"
#include "core/formats/document.h"
#include "widgets/base/job_queue.h"

namespace stowage {

/// The same graph for a runtime that rounds to another alignment.
[[nodiscard]] Graph with_alignment(const Graph& graph, Bytes alignment);

/// A graph on its way to a file.
struct SaveJob {
  std::uint64_t document = 0;  ///< the one that the graph is of (OpenDocument::id())
  QString path;
  const Format* format = nullptr;  ///< one that is written
  std::shared_ptr<const Graph> graph;
  Bytes alignment{1};                ///< goes along where the format has a place for it
  std::shared_ptr<const Plan> plan;  ///< goes along where the format carries one; may be null
  bool only_whole = false;           ///< better nothing than a file that holds less than the graph
  int failures_before = 0;           ///< when it was asked for (FileWriter::failures())
};
struct SaveOutcome {
  SaveJob job;
  QString reason;     ///< why nothing was written; empty where it was
  bool whole = true;  ///< reading the file gives the same graph
  FileStamp stamp;    ///< of the file written
};

/// Writes a graph to a file in the background, atomically, after all that is in the queue; then calls `ended` on the
/// GUI thread.
void save_graph(JobQueue& writes, const SaveJob& job, const std::function<void(const SaveOutcome&)>& ended);

}  // namespace stowage
