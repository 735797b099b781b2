// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document.h"
#include "app/window/graph_saver.h"
#include "app/window/loader_job.h"
#include "app/window/notes_keeper.h"
#include "app/window/order_effect.h"
#include "app/window/planning.h"
#include "widgets/job_queue.h"
#include "widgets/jobs.h"
#include "widgets/view_state.h"

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
  JobQueue writes_{&jobs_};  // of files and of the clipboard
  GraphSaver saver_{writes_, &jobs_};
  NotesKeeper notes_{state_, &jobs_};

 public:
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

}  // namespace stowage
