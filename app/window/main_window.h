// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>

#include <QList>
#include <QMainWindow>
#include <QSettings>
#include <QStringList>

#include "app/session/session.h"
#include "widgets/base/latest_job.h"

class QComboBox;
class QMenu;
class QStackedWidget;
class QToolBar;

namespace stowage {

class Activity;
class CompareView;
class Comparison;
class Docks;
class Exporter;
class FileWriter;
class FindBar;
class GraphWidget;
class HeapMapWidget;
class OrdersPane;
class LegendWidget;
class Lessons;
class MessageBar;
class Pane;
class RecentFiles;
class StartPage;
class StrategyPanel;
class TensorTable;

/// The window on one document: it puts the views side by side and joins them to the document, the planning and the
/// shared selection. What is open and worked at is its Session, which outlives the views; what is drawn, in the views.
class MainWindow final : public QMainWindow, private virtual Session {
  Q_OBJECT

 public:
  /// `settings` must outlive the window: where its geometry, recent files and choices are kept.
  explicit MainWindow(QSettings& settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  [[nodiscard]] OpenDocument& document() { return document_; }
  [[nodiscard]] ViewState& state() { return state_; }
  [[nodiscard]] Planning& planning() { return planning_; }
  [[nodiscard]] RecentFiles& recent_files() { return *recent_; }
  [[nodiscard]] Exporter& exporter() { return *exporter_; }
  [[nodiscard]] Lessons& lessons() { return *lessons_; }
  /// Whether anything runs in the background that the status bar tells of.
  [[nodiscard]] bool busy() const { return jobs_.busy(); }
  /// Whether anything runs in the background at all, be it that a view draws itself.
  [[nodiscard]] bool drawing() const;

 public slots:
  /// Some work that a view needed came to no end.
  void tell_of_failure(const QString& reason);
  /// Opens a graph, or a plan for the graph that is open, in the background. A failure changes nothing.
  void open_file(const QString& path);
  /// The first file here, with the plans that follow it; every further graph in a window of its own.
  void open_files(const QStringList& paths);
  void close_document();
  /// The graph into the file it came from, if that can hold it all; else asks for another.
  void save();
  /// These write in the background; a name without an ending gets the usual one. written() says how it went.
  void save_plan(const QString& name);
  /// Which then is the document's file, if it holds all of the graph.
  void save_graph(const QString& name);

 signals:
  /// Nothing runs in the background any more.
  void settled();
  /// A file was written (`reason` is empty), or could not be.
  void written(const QString& path, const QString& reason);
  /// Saving the graph ended, well or not, or was given up.
  void saving_over();

 private:
  // main_window_menus.cpp
  void make_menus();
  void make_file_menu();
  void make_interval_menu(QMenu* file);
  void make_edit_menu();
  void make_find_actions(QMenu* edit);
  void make_view_menu();
  void make_bands_menu(QMenu* view);
  void make_color_menu(QMenu* view);
  void make_theme_menu(QMenu* view);
  void make_plan_menu();
  void make_help_menu();
  QAction* add_action(QMenu* menu, const QString& text, const QKeySequence& keys, const std::function<void()>& run);
  QAction* for_graph(QAction* action);
  void fill_recent_menu();

  // main_window_tools.cpp
  QMenu* make_alignment_menu();
  void make_tool_bar();

  // main_window_results.cpp
  void connect_results();
  void connect_orders();
  void connect_runs();
  void show_results();
  void show_imported();
  void show_baseline();
  void mark_shown();

  // main_window_progress.cpp
  void make_status_bar();
  void show_status();
  void show_stage();
  void make_jobs();
  [[nodiscard]] QString planning_text() const;
  [[nodiscard]] QString strategies_done() const;
  void stop_work();
  QString cancel_planning();
  void show_refusal(const LayoutStrategy* choice);

  // main_window_files.cpp
  void choose_file();
  void choose_network();
  void fit_views();
  void take_graph(const QString& path, const Document& document, const ReadOptions& options,
                  const Validation& validation);
  void take_order_of(const QString& path, const Plan& plan);
  void take_plan(const QString& path, const Plan& plan, const Validation& validation);
  void take_lesson(const QString& path, const CheckedLesson& lesson);
  void show_failure(const QString& path, const Error& error);
  void open_group(const QStringList& paths);
  void read_again(const ReadOptions& options);

  // main_window_imports.cpp
  void make_import_actions(QMenu* file);
  void show_import_actions();
  void tell_of_opening(const Document& document, const Validation& validation);
  void tell_of_violations(const QString& path, const Validation& validation);
  void show_import();
  void show_violations();
  void choose_reading();
  void connect_tables(const QWidget* parent);
  [[nodiscard]] QString name_of_imported() const;
  [[nodiscard]] QString saving_text() const;

  // main_window_saving.cpp
  [[nodiscard]] bool may_overwrite();
  [[nodiscard]] bool may_go();
  [[nodiscard]] bool may_all_go();
  [[nodiscard]] bool all_written();
  bool save_later(const std::function<void()>& save);
  void save_elsewhere(const QString& reason);
  void choose_graph_target();
  void take_saved(const GraphSaver::Outcome& outcome);

  // main_window.cpp
  void make_views();
  void focus_centre();
  void show_document();
  void show_title();
  void note_selected();
  bool set_alignment_text(const QString& text);
  void show_preferences();
  void show_numbers();
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

  QSettings& settings_;
  bool asking_ = false;                                              // whether changes may go
  LatestJob sorter_{this, {.text = [] { return tr("Reading…"); }}};  // of files that are opened together
  RecentFiles* recent_;
  QStringList plans_to_open_;

  QStackedWidget* pages_;
  MessageBar* message_;
  StartPage* start_page_;
  HeapMapWidget* heap_map_;
  CompareView* compare_;  // holds the heap map
  LegendWidget* legend_;
  GraphWidget* graph_;
  StrategyPanel* strategies_;
  TensorTable* tensors_;
  FindBar* find_bar_;
  FileWriter* files_;
  Activity* activity_;
  Docks* docks_ = nullptr;  // with the further views
  Exporter* exporter_ = nullptr;
  Comparison* comparison_ = nullptr;
  Lessons* lessons_ = nullptr;
  OrdersPane* orders_ = nullptr;  // another
  QMenu *recent_menu_ = nullptr, *interval_menu_ = nullptr;
  QComboBox* alignment_ = nullptr;
  QList<QAction*> graph_actions_;  // make sense only with a graph
};

}  // namespace stowage
