// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QSettings;
class QStackedWidget;
class QWidget;

namespace stowage {

class Activity;
class CompareView;
class Comparison;
class Docks;
class EditKeeper;
class Exporter;
class FileWatch;
class FileWriter;
class FindBar;
class HeapMapWidget;
class Imports;
class ImprovePane;
class JobQueue;
class LearnPane;
class Lessons;
class LoaderJob;
class MessageBar;
class NotesKeeper;
class OpenDocument;
class Opening;
class OrdersPane;
class Planning;
class RecentFiles;
class Saving;
class StrategyBox;
class StrategyPanel;
class TensorTable;
class TimeCentre;
class ViewState;
class Workspaces;

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
