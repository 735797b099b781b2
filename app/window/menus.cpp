// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/menus.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenuBar>
#include <QTableView>
#include <QToolButton>

#include "app/controllers/comparison.h"
#include "app/controllers/exporter.h"
#include "app/controllers/imports.h"
#include "app/controllers/lessons.h"
#include "app/controllers/opening.h"
#include "app/controllers/saving.h"
#include "app/dialogs/dialogs.h"
#include "app/frame/ink_icon.h"
#include "app/frame/start_page.h"
#include "app/settings/command_name.h"
#include "app/settings/samples.h"
#include "app/window/menu_parts.h"
#include "core/papers/tables.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

/// Each asks on its own, and does not wait for another's answer.
void close_windows() {
  for (QWidget* each : QApplication::topLevelWidgets())
    if (each->isVisible() && !each->parentWidget()) each->close();
}

}  // namespace

Menus::Menus(const WindowParts& parts, const std::function<void()>& focus_centre)
    : QObject(&parts.window), parts_(parts), actions_(parts.window) {
  add_commands();
  QComboBox* const alignment = make_alignment_box(parts_, focus_centre);
  actions_.add_for_graph({{"choose_alignment", tr("&Alignment…"),
                           [alignment] {
                             alignment->setFocus();
                             alignment->lineEdit()->selectAll();
                           },
                           alignment->toolTip()}});
  make_file_menu();
  make_edit_menu();
  fill_view_menu(*parts_.window.menuBar()->addMenu(tr("&View")), parts_, actions_, focus_centre);
  make_plan_menu();
  make_learn_menu();
  actions_.fill(*parts_.window.menuBar()->addMenu(tr("&Help")), {"manual", "shortcuts", "file_formats", "about"});
  bar_ = &add_tool_bar(parts_, actions_, alignment);
  for (const QToolButton* button : parts_.window.findChildren<QToolButton*>())
    if (QAction* action = button->defaultAction()) name_without_key(action);
}

void Menus::show_document() {
  actions_.enable_for_graph(parts_.document.is_open());
  parts_.imports->show_actions(*actions_["reading_options"], *actions_["show_violations"]);
}

void Menus::add_commands() {
  add_file_commands();
  add_edit_commands();
  add_plan_commands();
  add_lesson_commands();
  actions_.add({
      {"manual", tr("&Manual"), [this] { open_manual(); }, tr("Open the manual at the page of the focused view"),
       QKeySequence::HelpContents},
      {"shortcuts", tr("&Keyboard shortcuts"), [this] { show_shortcuts(&parts_.window); }, QString(),
       QKeySequence("Ctrl+F1")},
      {"file_formats", tr("Supported &file formats"), [this] { show_formats(&parts_.window); }},
      {"about", tr("&About Stowage"), [this] { show_about(&parts_.window); }},
  });
}

void Menus::add_file_commands() {
  actions_.add({
      {"open", tr("&Open…"), [this] { parts_.opening->choose_file(); },
       tr("Open a graph, a list of lifetimes, or a plan"), QKeySequence::Open, "open"},
      {"new_from_zoo", tr("New from &zoo…"), [this] { parts_.opening->choose_network(); },
       tr("A training step of a real network, from AlexNet to GPT-2"), QKeySequence::New},
      {"reading_options", tr("Rea&ding options…"), [this] { parts_.imports->choose_reading(); }},
      {"show_violations", tr("&Violations of the imported plan…"), [this] { parts_.imports->show_violations(); },
       tr("List every violation in the imported plan")},
      {"quit", tr("&Quit"), close_windows, QString(), QKeySequence::Quit},
  });
  actions_.add_for_graph({
      {"what_was_read", tr("Report on the &file…"), [this] { parts_.imports->show_import(); },
       tr("List what Stowage read, assumed, skipped or did not understand")},
      {"import_durations", tr("Import d&urations…"), [this] { parts_.imports->choose_durations(); },
       tr("Read durations of the open graph's operators from a file")},
      {"save", tr("&Save graph"), [this] { parts_.saving->save(); }, tr("Save the edited graph in its file"),
       QKeySequence::Save, "save"},
      {"save_graph_as", tr("Save &graph as…"), [this] { parts_.saving->choose_graph_target(); }, QString(),
       QKeySequence("Ctrl+Shift+S")},
      {"save_plan_as", tr("Save &plan as…"), [this] { parts_.saving->choose_plan_target(); }, QString(),
       QKeySequence("Ctrl+Alt+S")},
      {"export_image", tr("&Export image…"), [this] { parts_.exporter->choose_image(); },
       tr("Save the focused view as PDF, SVG, PNG or EPS"), QKeySequence("Ctrl+E"), "export"},
      {"export_step_series", tr("E&xport steps…"), [this] { parts_.exporter->choose_steps_target(); },
       tr("Export the steps of a planner as one PDF or as numbered pictures")},
      {"export_web_page", tr("Export heap map as &web page…"), [this] { parts_.exporter->choose_page_target(); },
       tr("One HTML file to pan and zoom in any browser, offline")},
      {"export_table", tr("Export &table…"), [this] { parts_.exporter->choose_table_target(); },
       tr("Save the focused table, or the tensors, as CSV with exact numbers"), QKeySequence("Ctrl+Shift+E")},
      {"print", tr("Pri&nt…"), [this] { parts_.exporter->print_view(); },
       tr("Preview and print the focused view, with title and legend"), QKeySequence::Print},
      {"close", tr("&Close"), [this] { parts_.opening->close_document(); }, QString(), QKeySequence::Close},
  });
}

void Menus::add_edit_commands() {
  const auto add = [this](QAction* action, const char* name, QKeySequence::StandardKey key) {
    action->setShortcut(key);
    action->setObjectName(name);
    action->setIcon(ink_icon(name));
    actions_.add(action);
  };
  QUndoGroup& steps = parts_.document.undo_group();
  add(steps.createUndoAction(&parts_.window, tr("&Undo")), "undo", QKeySequence::Undo);
  add(steps.createRedoAction(&parts_.window, tr("&Redo")), "redo", QKeySequence::Redo);
  actions_.add({
      {"preferences_action", tr("Preferen&ces…"), [this] { show_preferences(parts_.settings, &parts_.window); },
       QString(), QKeySequence("Ctrl+,")},
  });
  actions_.add_for_graph({
      {"copy_image", tr("Copy ima&ge"), [this] { parts_.exporter->copy_image(); },
       tr("Copy the focused view to the clipboard, with title and legend"), QKeySequence("Ctrl+Shift+C")},
      {"find", tr("&Find tensors…"), [this] { parts_.find_bar.open(); },
       tr("Find by name, size or address; matches stand out everywhere"), QKeySequence::Find, "find"},
      {"find_next", tr("Find &next"), [this] { parts_.find_bar.find_next(); }, QString(), QKeySequence::FindNext},
      {"find_previous", tr("Find &previous"), [this] { parts_.find_bar.find_previous(); }, QString(),
       QKeySequence::FindPrevious},
      {"filter_table", tr("Filter the &table…"),
       [this] {
         parts_.docks.show("tensors");
         parts_.tensors.filter()->setFocus(Qt::ShortcutFocusReason);
         parts_.tensors.filter()->selectAll();
       },
       QString(), QKeySequence("Ctrl+Shift+F")},
      {"note", tr("N&ote…"), [this] { note_selected(); },
       tr("Write a note on the selected tensor; notes have their own file"), QKeySequence(Qt::Key_N)},
      {"deselect_all", tr("&Deselect all"), [this] { parts_.state.clear_selection(); }, QString(),
       QKeySequence("Ctrl+Shift+A")},
  });
  actions_["preferences_action"]->setMenuRole(QAction::PreferencesRole);
  parts_.tensors.table()->addAction(actions_["note"]);
}

void Menus::add_plan_commands() {
  actions_.add({
      {"unpin", tr("&Unpin the baseline"), [this] { parts_.planning.unpin_baseline(); }, QString(),
       QKeySequence("Ctrl+Shift+B")},
  });
  actions_.add_for_graph({
      {"pin", tr("Pin as &baseline"),
       [this] {
         if (parts_.planning.shown()) parts_.planning.pin_baseline(*parts_.planning.shown());
       },
       tr("Compare every later plan with the plan shown now"), QKeySequence("Ctrl+B"), "pin"},
      {"choose_strategy", tr("&Strategy…"),
       [this] {
         if (parts_.strategy_box.isVisible()) return parts_.strategy_box.open_list();
         parts_.docks.show_and_focus("strategies");
       },
       tr("Choose among the plans of all strategies"), QKeySequence("Ctrl+Shift+T")},
      {"plan_again", tr("&Plan again"), [this] { parts_.planning.start(); }, tr("Run every strategy again"),
       QKeySequence(Qt::Key_F5)},
      {"search_for_better", tr("&Improve plan"),
       [this] {
         parts_.planning.run(*find_layout_strategy("search"));
         parts_.docks.show("strategies");
       },
       tr("Search a minute for a smaller plan; Stop keeps the best"), QKeySequence("Ctrl+Shift+P"), "search"},
  });
  const auto follow_baseline = [this] {
    actions_["unpin"]->setEnabled(parts_.planning.results().baseline() != nullptr);
  };
  connect(&parts_.planning, &Planning::baseline_changed, this, follow_baseline);
  follow_baseline();
}

void Menus::add_lesson_commands() {
  actions_.add({
      {"experiments", tr("E&xperiments of the papers…"), [this] { parts_.lessons->show_experiments(); },
       tr("Run the papers' tables and figures again, beside their numbers")},
      {"open_lesson", tr("&Open lesson…"), [this] { parts_.lessons->choose_lesson(); }},
      {"lesson_folder", tr("Your lesson &folder…"), [this] { parts_.lessons->choose_folder(); }},
      {"save_result", tr("Save &result…"), [this] { parts_.lessons->choose_result(); },
       tr("Save your answers and their times, to hand in")},
      {"export_lesson", tr("&Export lesson…"), [this] { parts_.lessons->choose_slides(); },
       tr("Every page with words and picture, as one PDF or numbered images")},
      {"leave_lesson", tr("Lea&ve the lesson"), [this] { parts_.lessons->leave(); }},
  });
  actions_.add_for_graph({
      {"step_through", tr("&Step through a planner"), [this] { parts_.docks.show_maximised("steps"); },
       tr("Watch a planner at work, step by step with its reasons, in all of the window; F11 brings the rest back")},
      {"new_lesson", tr("Ne&w lesson from this graph…"), [this] { parts_.lessons->choose_new_lesson(); },
       tr("Writes a lesson file with this graph and two pages to edit")},
  });
}

void Menus::make_file_menu() {
  QMenu& file = *parts_.window.menuBar()->addMenu(tr("&File"));
  actions_.fill(file, {"open"});
  make_sample_menu(file);
  actions_.fill(file, {"new_from_zoo"});
  recent_menu_ = file.addMenu(tr("Open &recent"));
  recent_menu_->menuAction()->setProperty(kListsFiles, true);
  connect(recent_menu_, &QMenu::aboutToShow, this, &Menus::fill_recent_menu);
  actions_.fill(file, {"reading_options", "what_was_read", "show_violations", "import_durations", "", "save",
                       "save_graph_as", "save_plan_as", "export_image"});
  actions_.need_graph({parts_.exporter->list_images(file)});
  actions_.fill(file, {"export_step_series", "export_web_page", "export_table", "print", "", "close", "quit"});
  const auto show = [this] {
    parts_.imports->show_actions(*actions_["reading_options"], *actions_["show_violations"]);
  };
  connect(&parts_.document, &OpenDocument::imported_plan_changed, this, show);
  connect(&parts_.document, &OpenDocument::saved, this, show);
}

void Menus::make_sample_menu(QMenu& file) {
  QMenu* menu = file.addMenu(tr("Open s&ample"));
  menu->setToolTipsVisible(true);
  menu->menuAction()->setProperty(kListsFiles, true);
  for (const StartTask task : kStartTasks) {
    menu->addSection(task_title(task));
    for (const Sample& sample : samples()) {
      if (sample.task != task) continue;
      QAction* action =
          menu->addAction(sample.title, this, [this, path = sample.path] { parts_.opening->open({path}); });
      action->setToolTip(sample.about);
      action->setStatusTip(sample.about);
    }
  }
  menu->setEnabled(!samples().empty());
}

void Menus::fill_recent_menu() {
  parts_.recent.refresh();
  recent_menu_->clear();
  for (const QString& path : parts_.recent.paths()) {
    QAction* action = recent_menu_->addAction(QFileInfo(path).fileName().replace('&', "&&"), this,
                                              [this, path] { parts_.opening->open({path}); });
    action->setStatusTip(path);
  }
  if (recent_menu_->isEmpty()) recent_menu_->addAction(tr("None yet"))->setEnabled(false);
  recent_menu_->addSeparator();
  recent_menu_->addAction(tr("&Clear"), this, [this] { parts_.recent.clear(); });
}

void Menus::make_edit_menu() {
  QMenu* edit = parts_.window.menuBar()->addMenu(tr("&Edit"));
  actions_.fill(*edit, {"undo", "redo", ""});
  parts_.tensors.table()->addAction(fill_edit_menus(*edit, parts_));
  actions_.fill(*edit, {"", "copy_image", "", "find", "find_next", "find_previous", "filter_table", "", "note",
                        "deselect_all", "", "preferences_action"});
}

void Menus::make_plan_menu() {
  QMenu* plan = parts_.window.menuBar()->addMenu(tr("&Plan"));
  actions_.fill(*plan,
                {"choose_alignment", "choose_strategy", "", "pin", "unpin", "", "plan_again", "search_for_better"});
  plan->addAction(parts_.activity.cancel_action());
}

void Menus::make_learn_menu() {
  QMenu& learn = *parts_.window.menuBar()->addMenu(tr("&Learn"));
  learn.addAction(parts_.workspaces.action(Workspace::learn));
  actions_.fill(learn, {"", "step_through", "experiments", "", "open_lesson", "new_lesson", "lesson_folder",
                        "save_result", "", "export_lesson", "leave_lesson"});
  const auto enable = [this] {
    for (const char* id : {"save_result", "export_lesson", "leave_lesson"})
      actions_[id]->setEnabled(parts_.lessons->is_open());
  };
  connect(&parts_.learn.session(), &LessonSession::lesson_changed, this, enable);
  enable();
}

/// The page of the view that has the keyboard, or of the workspace, or the contents.
void Menus::open_manual() {
  QString page = manual_page_of(QApplication::focusWidget());  // which may be in a floating dock
  if (page.isEmpty() && parts_.document.is_open())
    page = QLatin1String(workspace_row(parts_.workspaces.current()).page);
  show_manual(&parts_.window, page);
}

void Menus::note_selected() {
  const auto& graph = parts_.document.graph();
  const auto& selected = parts_.state.selected_tensors();
  if (!graph || selected.size() != 1 || selected.front().index() >= graph->tensor_count())
    note(parts_.window, tr("Select one tensor to write a note on it."));
  else
    edit_note(&parts_.window, parts_.state, *graph, selected.front());
}

}  // namespace stowage
