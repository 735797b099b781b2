// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QSettings>
#include <QStackedWidget>

#include "app/controllers/file_writer.h"
#include "app/frame/activity.h"
#include "app/frame/docks.h"
#include "app/frame/message_bar.h"
#include "app/frame/time_centre.h"
#include "app/frame/workspaces.h"
#include "app/session/document.h"
#include "app/session/edit_keeper.h"
#include "app/session/file_watch.h"
#include "app/session/loader_job.h"
#include "app/session/notes_keeper.h"
#include "app/session/planning.h"
#include "app/settings/recent_files.h"
#include "widgets/base/job_queue.h"
#include "widgets/base/view_state.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/find/find_bar.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/learn/learn_pane.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/strategies/strategy_box.h"
#include "widgets/views/strategies/strategy_panel.h"

namespace stowage {

class Comparison;
class Exporter;
class Imports;
class Lessons;
class Opening;
class Saving;

/// What the controllers of one window work on. All of it outlives them. The window, which owns them, makes the
/// controllers in the order that they stand in here: each has those before it, and null for the others.
struct WindowParts {
  QMainWindow& window;
  QSettings& settings;
  // ---- what is open and worked at
  OpenDocument& document;
  ViewState& state;
  LoaderJob& loader;
  Planning& planning;
  JobQueue& writes;
  NotesKeeper& notes;
  EditKeeper& edits;
  FileWatch& watch;
  // ---- around the views
  RecentFiles& recent;
  FileWriter& files;
  MessageBar& message;
  Activity& activity;
  Docks& docks;
  Workspaces& workspaces;
  QStackedWidget& pages;  ///< start page, centre, and what a lesson shows in place of that
  TimeCentre& centre;
  // ---- views
  HeapMapWidget& heap_map;
  CompareView& compare;  ///< holds the heap map
  TensorTable& tensors;
  FindBar& find_bar;
  StrategyPanel& strategies;
  StrategyBox& strategy_box;
  ImprovePane& improve;
  LearnPane& learn;
  OrdersPane& orders;
  // ---- controllers
  Saving* saving = nullptr;
  Lessons* lessons = nullptr;
  Exporter* exporter = nullptr;
  Imports* imports = nullptr;
  Opening* opening = nullptr;
  Comparison* comparison = nullptr;
};

/// A line to stand over the centre, which is seen while a change is previewed: what it is, and two buttons to keep it
/// or to take it back.
[[nodiscard]] QWidget* make_preview_bar();
/// Does from now on what the view of improvements asks for, and says it in that bar: a preview is one step of the
/// history, or for a layout the plan that is shown, in place of the preview before it.
void follow_improve(const WindowParts& parts, QWidget* preview_bar);

}  // namespace stowage
