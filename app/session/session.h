// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/document.h"
#include "app/session/edit_effect.h"
#include "app/session/edit_keeper.h"
#include "app/session/file_watch.h"
#include "app/session/graph_saver.h"
#include "app/session/loader_job.h"
#include "app/session/notes_keeper.h"
#include "app/session/order_effect.h"
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
  Session() = default;
  ~Session() = default;

  Jobs jobs_;  // first: all others are in it
  OpenDocument document_{&jobs_};
  ViewState state_;
  LoaderJob loader_{&jobs_};
  Planning planning_{&document_, &jobs_};
  OrderEffect order_effect_{document_, planning_, &jobs_};
  EditEffect edit_effect_{document_, planning_, &jobs_};
  JobQueue writes_{&jobs_};  // of files and of the clipboard
  GraphSaver saver_{writes_, &jobs_};
  NotesKeeper notes_{state_, &jobs_};
  EditKeeper edits_{document_, state_, &jobs_};
  FileWatch watch_{document_, &jobs_};

 public:
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

}  // namespace stowage
