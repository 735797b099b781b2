// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/document.h"
#include "app/session/edit_keeper.h"
#include "app/session/file_watch.h"
#include "app/session/loader_job.h"
#include "app/session/notes_keeper.h"
#include "app/session/planning.h"
#include "widgets/base/job_queue.h"
#include "widgets/base/jobs.h"
#include "widgets/base/view_state.h"

namespace stowage {

/// What one window has open and works at: all that its views refer to.
///
/// It is to be a virtual base of the window: C++ makes those before all other bases, and destroys them after. So a
/// view, which is a child of the window's base QMainWindow, never outlives what it refers to.
class Session {
 protected:
  Session() {
    QObject::connect(&document_, &OpenDocument::replaced, &jobs_, [this] { on_replaced(); });
    QObject::connect(&document_, &OpenDocument::graph_changed, &jobs_, [this](const auto& now) { on_graph(now); });
  }
  ~Session() = default;

  Jobs jobs_;  // first: all others are in it
  OpenDocument document_{&jobs_};
  ViewState state_;
  LoaderJob loader_{&jobs_};
  Planning planning_{&document_, &jobs_};
  JobQueue writes_{&jobs_};  // of files and of the clipboard
  NotesKeeper notes_{state_, &jobs_};
  EditKeeper edits_{document_, state_, &jobs_};
  FileWatch watch_{document_, &jobs_};

 private:
  /// Ends what belongs to the document before, then begins with this one. The views follow: they are shown the graph by
  /// what connects to the document after the session.
  void on_replaced() {
    notes_.close();
    state_.reset();
    on_graph({});
    notes_.open(document_.path(), document_.graph());
  }
  /// Operators of the shared state are those of the newest graph.
  void on_graph(const std::vector<OperatorId>& now) {
    state_.set_graph(document_.graph(), document_.edit_id());
    if (now.empty()) return;
    state_.renumber(now);
    state_.keep_tensors(document_.graph()->tensor_count());
  }

 public:
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

}  // namespace stowage
