// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/menus.h"

#include <algorithm>
#include <optional>

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QMainWindow>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolButton>

#include "app/controllers/comparison.h"
#include "app/controllers/exporter.h"
#include "app/controllers/imports.h"
#include "app/controllers/lessons.h"
#include "app/controllers/opening.h"
#include "app/controllers/saving.h"
#include "app/controllers/window_parts.h"
#include "app/dialogs/dialogs.h"
#include "app/dialogs/manual.h"
#include "app/frame/activity.h"
#include "app/frame/docks.h"
#include "app/frame/ink_icon.h"
#include "app/frame/task_card.h"
#include "app/frame/workspaces.h"
#include "app/session/document.h"
#include "app/session/planning.h"
#include "app/settings/command_name.h"
#include "app/settings/recent_files.h"
#include "app/settings/samples.h"
#include "app/window/alignment_box.h"
#include "app/window/edit_menus.h"
#include "app/window/main_tool_bar.h"
#include "app/window/view_menu.h"
#include "core/papers/tables.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/find/find_bar.h"
#include "widgets/views/notes/note_dialog.h"
#include "widgets/views/strategies/strategy_box.h"

namespace stowage {
namespace {

constexpr int kNote = 4000;  // milliseconds

/// Each asks on its own, and does not wait for another's answer.
void close_windows() {
  for (QWidget* each : QApplication::topLevelWidgets())
    if (each->isVisible() && !each->parentWidget()) each->close();
}

}  // namespace

Menus::Menus(const WindowParts& parts, const std::function<void()>& focus_centre)
    : QObject(&parts.window),
      parts_(parts),
      alignment_(new AlignmentBox(parts.document, parts.message, nullptr)),  // the tool bar will own it
      actions_(parts.window) {
  add_commands();
  connect(alignment_, &AlignmentBox::entered, this, focus_centre);
  QMenu* const alignment = alignment_->make_menu(&parts_.window);
  actions_.need_graph({alignment->menuAction()});
  make_file_menu();
  make_edit_menu(*alignment);
  fill_view_menu(*parts_.window.menuBar()->addMenu(tr("&View")), parts_, actions_, focus_centre);
  make_plan_menu(*alignment);
  actions_.need_graph(parts_.lessons->fill(*parts_.window.menuBar()->addMenu(tr("&Learn"))));
  actions_.fill(*parts_.window.menuBar()->addMenu(tr("&Help")), {"manual", "shortcuts", "file_formats", "about"});
  make_tool_bar();
  for (const QToolButton* button : parts_.window.findChildren<QToolButton*>())
    if (QAction* action = button->defaultAction()) name_without_key(action);
}

void Menus::show_document() {
  const bool open = parts_.document.is_open();
  actions_.enable_for_graph(open);
  alignment_->setEnabled(open);
  align_label_->setEnabled(open);
  parts_.strategy_box.setEnabled(open);
  interval_menu_->menuAction()->setVisible(parts_.document.format() == "interval-csv");
  parts_.imports->show_actions(*actions_["reading_options"], *actions_["show_violations"]);
}

void Menus::add_commands() {
  add_file_commands();
  add_edit_commands();
  add_plan_commands();
  actions_.add({
      {.id = "manual",
       .text = tr("&Manual"),
       .keys = QKeySequence::HelpContents,
       .tip = tr("Open the manual at the page of the focused view"),
       .run = [this] { open_manual(); }},
      {.id = "shortcuts",
       .text = tr("&Keyboard shortcuts"),
       .keys = QKeySequence("Ctrl+F1"),
       .run = [this] { show_shortcuts(&parts_.window); }},
      {.id = "file_formats", .text = tr("&Files that Stowage opens"), .run = [this] { show_formats(&parts_.window); }},
      {.id = "about", .text = tr("&About Stowage"), .run = [this] { show_about(&parts_.window); }},
  });
}

void Menus::add_file_commands() {
  actions_.add({
      {.id = "open",
       .text = tr("&Open…"),
       .keys = QKeySequence::Open,
       .icon = "open",
       .tip = tr("Open a graph, a list of lifetimes, or a plan"),
       .run = [this] { parts_.opening->choose_file(); }},
      {.id = "new_from_zoo",
       .text = tr("New from &zoo…"),
       .keys = QKeySequence::New,
       .tip = tr("A training step of a real network, from AlexNet to GPT-2"),
       .run = [this] { parts_.opening->choose_network(); }},
      {.id = "reading_options",
       .text = tr("Rea&ding options…"),
       .tip = tr("Choose open dimensions, device and stream order; read the file again"),
       .run = [this] { parts_.imports->choose_reading(); }},
      {.id = "what_was_read",
       .text = tr("Report on the &file…"),
       .tip = tr("List what Stowage read, assumed, skipped or did not understand"),
       .needs_graph = true,
       .run = [this] { parts_.imports->show_import(); }},
      {.id = "show_violations",
       .text = tr("&Violations of the imported plan…"),
       .tip = tr("List every violation in the imported plan"),
       .run = [this] { parts_.imports->show_violations(); }},
      {.id = "import_durations",
       .text = tr("Import d&urations…"),
       .tip = tr("Read durations of the open graph's operators from a file"),
       .needs_graph = true,
       .run = [this] { parts_.imports->choose_durations(); }},
      {.id = "save",
       .text = tr("&Save graph"),
       .keys = QKeySequence::Save,
       .icon = "save",
       .tip = tr("Save the edited graph in its file"),
       .needs_graph = true,
       .run = [this] { parts_.saving->save(); }},
      {.id = "save_graph_as",
       .text = tr("Save &graph as…"),
       .keys = QKeySequence("Ctrl+Shift+S"),
       .needs_graph = true,
       .run = [this] { parts_.saving->choose_graph_target(); }},
      {.id = "save_plan_as",
       .text = tr("Save &plan as…"),
       .keys = QKeySequence("Ctrl+Alt+S"),
       .needs_graph = true,
       .run = [this] { parts_.saving->choose_plan_target(); }},
      {.id = "print",
       .text = tr("Pri&nt…"),
       .keys = QKeySequence::Print,
       .tip = tr("Preview and print the focused view, with title and legend"),
       .needs_graph = true,
       .run = [this] { parts_.exporter->print_view(); }},
      {.id = "close",
       .text = tr("&Close"),
       .keys = QKeySequence::Close,
       .needs_graph = true,
       .run = [this] { parts_.opening->close_document(); }},
      {.id = "quit", .text = tr("&Quit"), .keys = QKeySequence::Quit, .run = close_windows},
  });
}

void Menus::add_edit_commands() {
  QAction* undo = parts_.document.undo_group().createUndoAction(&parts_.window, tr("&Undo"));
  undo->setShortcut(QKeySequence::Undo);
  undo->setObjectName("undo");
  undo->setIcon(ink_icon("undo"));
  actions_.add(undo);
  QAction* redo = parts_.document.undo_group().createRedoAction(&parts_.window, tr("&Redo"));
  redo->setShortcut(QKeySequence::Redo);
  redo->setObjectName("redo");
  redo->setIcon(ink_icon("redo"));
  actions_.add(redo);
  actions_.add({
      {.id = "copy_image",
       .text = tr("Copy ima&ge"),
       .keys = QKeySequence("Ctrl+Shift+C"),
       .tip = tr("Copy the focused view to the clipboard, with title and legend"),
       .needs_graph = true,
       .run = [this] { parts_.exporter->copy_image(); }},
      {.id = "find",
       .text = tr("&Find tensors…"),
       .keys = QKeySequence::Find,
       .icon = "find",
       .tip = tr("Find by name, size or address; matches stand out everywhere"),
       .needs_graph = true,
       .run = [this] { parts_.find_bar.open(); }},
      {.id = "find_next",
       .text = tr("Find &next"),
       .keys = QKeySequence::FindNext,
       .needs_graph = true,
       .run = [this] { parts_.find_bar.find_next(); }},
      {.id = "find_previous",
       .text = tr("Find &previous"),
       .keys = QKeySequence::FindPrevious,
       .needs_graph = true,
       .run = [this] { parts_.find_bar.find_previous(); }},
      {.id = "filter_table",
       .text = tr("Filter the &table…"),
       .keys = QKeySequence("Ctrl+Shift+F"),
       .needs_graph = true,
       .run =
           [this] {
             parts_.docks.show("tensors");
             parts_.tensors.focus_filter();
           }},
      {.id = "note",
       .text = tr("N&ote…"),
       .keys = QKeySequence(Qt::Key_N),
       .tip = tr("Write a note on the selected tensor; notes have their own file"),
       .needs_graph = true,
       .run = [this] { note_selected(); }},
      {.id = "deselect_all",
       .text = tr("&Deselect all"),
       .keys = QKeySequence("Ctrl+Shift+A"),
       .needs_graph = true,
       .run = [this] { parts_.state.clear_selection(); }},
      {.id = "preferences_action",
       .text = tr("Preferen&ces…"),
       .keys = QKeySequence("Ctrl+,"),
       .run = [this] { show_preferences(parts_.settings, &parts_.window); }},
  });
  actions_["preferences_action"]->setMenuRole(QAction::PreferencesRole);
  parts_.tensors.add_row_action(actions_["note"]);
}

void Menus::add_plan_commands() {
  actions_.add({
      {.id = "pin",
       .text = tr("Pin as &baseline"),
       .keys = QKeySequence("Ctrl+B"),
       .icon = "pin",
       .tip = tr("Compare every later plan with the plan shown now"),
       .needs_graph = true,
       .run =
           [this] {
             if (parts_.planning.shown()) parts_.planning.pin_baseline(*parts_.planning.shown());
           }},
      {.id = "unpin",
       .text = tr("&Unpin the baseline"),
       .keys = QKeySequence("Ctrl+Shift+B"),
       .run = [this] { parts_.planning.unpin_baseline(); }},
      {.id = "choose_strategy",
       .text = tr("&Strategy…"),
       .keys = QKeySequence("Ctrl+Shift+T"),
       .tip = tr("Choose the placement order and the fitting rule"),
       .needs_graph = true,
       .run = [this] { parts_.strategy_box.open(); }},
      {.id = "plan_again",
       .text = tr("&Plan again"),
       .keys = QKeySequence(Qt::Key_F5),
       .tip = tr("Run every strategy again"),
       .needs_graph = true,
       .run = [this] { parts_.planning.start(); }},
      {.id = "search_for_better",
       .text = tr("&Improve plan"),
       .keys = QKeySequence("Ctrl+Shift+P"),
       .icon = "search",
       .tip = tr("Search a minute for a smaller plan; Cancel keeps the best"),
       .needs_graph = true,
       .run =
           [this] {
             parts_.planning.run(*find_layout_strategy("search"));
             parts_.docks.show("strategies");
           }},
  });
  set_pinned(false);
}

void Menus::make_file_menu() {
  QMenu& file = *parts_.window.menuBar()->addMenu(tr("&File"));
  actions_.fill(file, {"open"});
  make_sample_menu(file);
  actions_.fill(file, {"new_from_zoo"});
  recent_menu_ = file.addMenu(tr("Open &recent"));
  recent_menu_->menuAction()->setProperty(kListsFiles, true);
  connect(recent_menu_, &QMenu::aboutToShow, this, &Menus::fill_recent_menu);
  make_interval_menu(file);
  actions_.fill(file, {"reading_options", "what_was_read", "show_violations", "import_durations", "", "save",
                       "save_graph_as", "save_plan_as"});
  const auto exports = parts_.exporter->fill(file);
  actions_.need_graph(exports);
  for (QAction* action : exports) actions_.add(action);
  actions_.fill(file, {"print", "", "close", "quit"});
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

void Menus::make_interval_menu(QMenu& file) {
  interval_menu_ = file.addMenu(tr("Read &interval ends as"));
  interval_menu_->setObjectName("interval_ends");
  auto* group = new QActionGroup(interval_menu_);
  const auto add = [&](const char* name, const QString& text, std::optional<IntervalMeaning> meaning) {
    QAction* action =
        add_choice(*interval_menu_, *group, text, meaning ? QVariant(static_cast<int>(*meaning)) : QVariant());
    action->setObjectName(name);
    connect(action, &QAction::triggered, this, [this, meaning] {
      ReadOptions options = parts_.document.read_options();
      options.intervals = meaning;
      parts_.opening->read_again(options);
    });
  };
  add("ends_of_header", tr("As the header sa&ys"), std::nullopt);
  add("ends_half_open", tr("&Half-open: [lower, upper)"), IntervalMeaning::half_open);
  add("ends_closed", tr("&Closed: [lower, upper]"), IntervalMeaning::closed);
  add("ends_open", tr("&Open: (lower, upper)"), IntervalMeaning::open);
  connect(interval_menu_, &QMenu::aboutToShow, this, [this, group] {
    const auto meaning = parts_.document.read_options().intervals;
    const QVariant now = meaning ? QVariant(static_cast<int>(*meaning)) : QVariant();
    for (QAction* action : group->actions()) action->setChecked(action->data() == now);
  });
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

void Menus::make_edit_menu(QMenu& alignment) {
  QMenu* edit = parts_.window.menuBar()->addMenu(tr("&Edit"));
  actions_.fill(*edit, {"undo", "redo", ""});
  parts_.tensors.add_row_action((new EditMenus(parts_.document, parts_.state, edit, &alignment))->of_tensors());
  actions_.fill(*edit, {"", "copy_image", "", "find", "find_next", "find_previous", "filter_table", "", "note",
                        "deselect_all", "", "preferences_action"});
}

void Menus::make_plan_menu(QMenu& alignment) {
  QMenu* plan = parts_.window.menuBar()->addMenu(tr("&Plan"));
  plan->addMenu(&alignment);
  plan->addSeparator();
  actions_.fill(*plan, {"choose_strategy", "", "pin", "unpin", "", "plan_again", "search_for_better"});
  plan->addAction(parts_.activity.cancel_action());
}

void Menus::make_tool_bar() {
  bar_ = new MainToolBar(tr("Tools"));
  parts_.window.addToolBar(bar_);
  for (const Workspace each : kWorkspaces) {
    bar_->addAction(parts_.workspaces.action(each));
    actions_.need_graph({parts_.workspaces.action(each)});
  }
  actions_.fill(*bar_, {"", "undo", "redo", ""});
  bar_->add_strategy_box(&parts_.strategy_box);
  connect(&parts_.strategy_box, &StrategyBox::all_requested, this, [this] { parts_.docks.show("strategies"); });
  align_label_ = new QLabel(tr("Align"));
  align_label_->setObjectName("align_label");
  align_label_->setContentsMargins(8, 0, 4, 0);
  align_label_->setBuddy(alignment_);
  bar_->addWidget(align_label_);
  bar_->addWidget(alignment_);
  actions_.fill(*bar_, {"", "pin", "side_by_side", "search_for_better"});
  auto* rest = new QWidget;
  rest->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar_->addWidget(rest);
  actions_.fill(*bar_, {"find"});
  bar_->set_word(*actions_["pin"], tr("Pin"));
  bar_->set_word(*actions_["side_by_side"], QStringLiteral("A | B"));
  bar_->set_word(*actions_["search_for_better"], tr("Improve"));
  bar_->set_word(*actions_["find"], tr("Find"));
}

QToolBar& Menus::tool_bar() const {
  return *bar_;
}

/// The page of the view that has the keyboard, or of the workspace, or the contents.
void Menus::open_manual() {
  QString page = manual_page_of(QApplication::focusWidget());  // which may be in a floating dock
  if (page.isEmpty() && parts_.document.is_open())
    page = QLatin1String(workspace_row(parts_.workspaces.current()).page);
  show_manual(&parts_.window, page);
}

/// The note on the one tensor that is selected.
void Menus::note_selected() {
  const auto& graph = parts_.document.graph();
  const auto& selected = parts_.state.selected_tensors();
  if (!graph || selected.size() != 1 || selected.front().index() >= graph->tensor_count())
    parts_.window.statusBar()->showMessage(tr("Select one tensor to write a note on it."), kNote);
  else
    edit_note(&parts_.window, parts_.state, *graph, selected.front());
}

}  // namespace stowage
