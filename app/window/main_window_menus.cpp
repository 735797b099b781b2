// SPDX-License-Identifier: GPL-3.0-or-later
// The window's commands: one QAction each, shared by menu and toolbar.
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>

#include "app/dialogs/format_help.h"
#include "app/dialogs/help.h"
#include "app/settings/file_names.h"
#include "app/settings/preferences.h"
#include "app/settings/recent_files.h"
#include "app/settings/samples.h"
#include "app/settings/translation.h"
#include "app/window/activity.h"
#include "app/window/comparison.h"
#include "app/window/docks.h"
#include "app/window/edit_menus.h"
#include "app/window/exporter.h"
#include "app/window/file_writer.h"
#include "app/window/ink_icon.h"
#include "app/window/lessons.h"
#include "app/window/main_window.h"
#include "app/window/order_bands.h"
#include "widgets/controls/strategy_toggles.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/find/find_bar.h"
#include "widgets/views/strategies/strategy_panel.h"

namespace stowage {
namespace {

constexpr int kNote = 4000;           // milliseconds
constexpr char kOpened[] = "opened";  // of the View menu: an entry was chosen there, no key was pressed

/// An item of an exclusive choice.
QAction* add_choice(QMenu* menu, QActionGroup* group, const QString& text, const QVariant& value) {
  QAction* action = menu->addAction(text);
  action->setCheckable(true);
  action->setData(value);
  group->addAction(action);
  return action;
}

/// Ctrl+1 … Ctrl+9, then Alt+1 … Alt+9, then Ctrl+Alt+1 ….
QKeySequence dock_key(int number) {
  constexpr int kDigits = 9;
  constexpr const char* kModifiers[] = {"Ctrl", "Alt", "Ctrl+Alt"};
  if (number >= static_cast<int>(std::size(kModifiers)) * kDigits) return {};
  return QKeySequence(
      QStringLiteral("%1+%2").arg(QLatin1String(kModifiers[number / kDigits])).arg(number % kDigits + 1));
}

}  // namespace

QAction* MainWindow::add_action(QMenu* menu, const QString& text, const QKeySequence& keys,
                                const std::function<void()>& run) {
  QAction* action = menu->addAction(text);
  action->setShortcut(keys);
  connect(action, &QAction::triggered, this, run);
  return action;
}

QAction* MainWindow::for_graph(QAction* action) {
  graph_actions_.append(action);
  return action;
}

void MainWindow::make_menus() {
  make_file_menu();
  make_edit_menu();
  make_view_menu();
  make_plan_menu();
  graph_actions_ += lessons_->fill(*menuBar()->addMenu(tr("&Learn")));
  make_help_menu();
}

void MainWindow::make_file_menu() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  QAction* open = add_action(file, tr("&Open…"), QKeySequence::Open, [this] { choose_file(); });
  open->setObjectName("open");
  open->setIcon(ink_icon("open"));
  open->setStatusTip(tr("A graph, a list of lifetimes, or a plan for what is open"));
  QMenu* sample_menu = file->addMenu(tr("Open s&ample"));
  sample_menu->setToolTipsVisible(true);
  for (const Sample& sample : samples()) {
    QAction* action = add_action(sample_menu, sample.title, {}, [this, path = sample.path] { open_file(path); });
    action->setToolTip(sample.about);
    action->setStatusTip(sample.about);
  }
  sample_menu->setEnabled(!samples().empty());
  QAction* zoo = add_action(file, tr("New from &zoo…"), QKeySequence::New, [this] { choose_network(); });
  zoo->setObjectName("new_from_zoo");
  zoo->setStatusTip(tr("A training step of a real network, from AlexNet to GPT-2, operator by operator"));
  recent_menu_ = file->addMenu(tr("Open &recent"));
  connect(recent_menu_, &QMenu::aboutToShow, this, &MainWindow::fill_recent_menu);
  make_interval_menu(file);
  make_import_actions(file);
  file->addSeparator();
  QAction* keep = for_graph(add_action(file, tr("&Save graph"), QKeySequence::Save, [this] { save(); }));
  keep->setObjectName("save");
  keep->setIcon(ink_icon("save"));
  keep->setStatusTip(tr("Streams, syncs, order, sizes and groups as they are now, in the graph's file"));
  for_graph(add_action(file, tr("Save &graph as…"), QKeySequence("Ctrl+Shift+S"), [this] { choose_graph_target(); }));
  for_graph(add_action(file, tr("Save &plan as…"), QKeySequence("Ctrl+Alt+S"), [this] {
    files_->choose_target(tr("Save plan"), base_name(document_.title()) + ".plan.json", plan_filters(),
                          [this](const QString& p) { save_plan(p); });
  }));
  graph_actions_ += exporter_->fill(*file);
  QAction* print = for_graph(add_action(file, tr("Pri&nt…"), QKeySequence::Print, [this] { exporter_->print_view(); }));
  print->setObjectName("print");
  print->setStatusTip(tr("A preview of the view that has the keyboard, on paper, with title and legend"));
  file->addSeparator();
  for_graph(add_action(file, tr("&Close"), QKeySequence::Close, [this] { close_document(); }));
  add_action(file, tr("&Quit"), QKeySequence::Quit, [] { QApplication::closeAllWindows(); });
}

void MainWindow::make_interval_menu(QMenu* file) {
  interval_menu_ = file->addMenu(tr("Read &interval ends as"));
  auto* group = new QActionGroup(interval_menu_);
  const auto add = [&](const QString& text, std::optional<IntervalMeaning> meaning) {
    QAction* action =
        add_choice(interval_menu_, group, text, meaning ? QVariant(static_cast<int>(*meaning)) : QVariant());
    connect(action, &QAction::triggered, this, [this, meaning] {
      ReadOptions options = document_.read_options();
      options.intervals = meaning;
      read_again(options);
    });
  };
  add(tr("As the header sa&ys"), std::nullopt);
  add(tr("&Half-open: [lower, upper)"), IntervalMeaning::half_open);
  add(tr("&Closed: [lower, upper]"), IntervalMeaning::closed);
  add(tr("&Open: (lower, upper)"), IntervalMeaning::open);
  connect(interval_menu_, &QMenu::aboutToShow, this, [this, group] {
    const auto meaning = document_.read_options().intervals;
    const QVariant now = meaning ? QVariant(static_cast<int>(*meaning)) : QVariant();
    for (QAction* action : group->actions()) action->setChecked(action->data() == now);
  });
}

void MainWindow::fill_recent_menu() {
  recent_->refresh();
  recent_menu_->clear();
  for (const QString& path : recent_->paths()) {
    QAction* action = add_action(recent_menu_, QFileInfo(path).fileName(), {}, [this, path] { open_file(path); });
    action->setStatusTip(path);
  }
  if (recent_menu_->isEmpty()) recent_menu_->addAction(tr("None yet"))->setEnabled(false);
  recent_menu_->addSeparator();
  add_action(recent_menu_, tr("&Clear"), {}, [this] { recent_->clear(); });
}

void MainWindow::make_edit_menu() {
  QMenu* edit = menuBar()->addMenu(tr("&Edit"));
  QAction* undo = document_.undo_group().createUndoAction(this, tr("&Undo"));
  undo->setShortcut(QKeySequence::Undo);
  undo->setObjectName("undo");
  undo->setIcon(ink_icon("undo"));
  QAction* redo = document_.undo_group().createRedoAction(this, tr("&Redo"));
  redo->setShortcut(QKeySequence::Redo);
  redo->setObjectName("redo");
  redo->setIcon(ink_icon("redo"));
  edit->addActions({undo, redo});
  edit->addSeparator();
  new EditMenus(document_, state_, edit, make_alignment_menu());
  edit->addSeparator();
  QAction* picture =
      for_graph(add_action(edit, tr("Copy ima&ge"), QKeySequence("Ctrl+Shift+C"), [this] { exporter_->copy_image(); }));
  picture->setObjectName("copy_image");
  picture->setStatusTip(tr("The view that has the keyboard, to the clipboard, with title and legend"));
  edit->addSeparator();
  make_find_actions(edit);
  for_graph(add_action(edit, tr("&Deselect all"), QKeySequence("Ctrl+Shift+A"), [this] { state_.clear_selection(); }));
  edit->addSeparator();
  QAction* preferences = add_action(edit, tr("Preferen&ces…"), QKeySequence("Ctrl+,"), [this] { show_preferences(); });
  preferences->setObjectName("preferences_action");
  preferences->setMenuRole(QAction::PreferencesRole);
}

void MainWindow::make_find_actions(QMenu* edit) {
  QAction* find = for_graph(add_action(edit, tr("&Find tensors…"), QKeySequence::Find, [this] { find_bar_->open(); }));
  find->setObjectName("find");
  find->setIcon(ink_icon("find"));
  find->setStatusTip(tr("By name, size or address; what is found stands out in every view"));
  for_graph(add_action(edit, tr("Find &next"), QKeySequence::FindNext, [this] { find_bar_->find_next(); }));
  for_graph(add_action(edit, tr("Find &previous"), QKeySequence::FindPrevious, [this] { find_bar_->find_previous(); }));
  for_graph(add_action(edit, tr("Filter the &table…"), QKeySequence("Ctrl+Shift+F"), [this] {
    Docks::show(docks_->dock("tensors"));
    tensors_->focus_filter();
  }));
  edit->addSeparator();
  QAction* note = for_graph(add_action(edit, tr("N&ote…"), QKeySequence(Qt::Key_N), [this] { note_selected(); }));
  note->setStatusTip(tr("Write on the selected tensor; notes are kept in a file beside that of the graph"));
  tensors_->add_row_action(note);
}

void MainWindow::make_view_menu() {
  QMenu* view = menuBar()->addMenu(tr("&View"));
  // Its check marks say what is shown, and change that; the keys lead to the views, too.
  connect(view, &QMenu::aboutToShow, view, [view] { view->setProperty(kOpened, true); });
  connect(
      view, &QMenu::aboutToHide, view, [view] { view->setProperty(kOpened, false); }, Qt::QueuedConnection);
  int number = 0;
  for (QDockWidget* dock : docks_->all()) {
    QAction* action = for_graph(view->addAction(dock->windowTitle()));
    action->setObjectName("show_" + dock->objectName());
    action->setShortcut(dock_key(number++));
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, dock, action, view] {
      docks_->toggle(dock, !view->property(kOpened).toBool());
      action->setChecked(!dock->isHidden());
    });
    connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
  }
  view->addSeparator();
  QAction* fit = for_graph(add_action(view, tr("Show &all"), QKeySequence("Ctrl+0"), [this] { fit_views(); }));
  fit->setObjectName("fit");
  fit->setIcon(ink_icon("fit"));
  fit->setStatusTip(tr("All steps and all memory in the map, all operators in the graph"));
  graph_actions_ += comparison_->fill(*view);
  make_bands_menu(view);
  make_color_menu(view);
  make_theme_menu(view);
  view->addMenu(make_language_menu(settings_, view));
  view->addSeparator();
  add_action(view, tr("&Reset layout"), {}, [this] { docks_->reset_layout(); });
}

void MainWindow::make_bands_menu(QMenu* view) {
  auto* bands = new OrderBands(document_, state_, settings_, this);
  bands->fill(*view->addMenu(tr("&Parts of the order")));
  connect(bands, &OrderBands::none_found, this,
          [this] { statusBar()->showMessage(tr("This graph has no parts of that kind: no bands are drawn."), kNote); });
}

void MainWindow::make_color_menu(QMenu* view) {
  QMenu* menu = view->addMenu(tr("&Colour by"));
  auto* group = new QActionGroup(menu);
  for (const ColoringInfo& info : colorings()) {
    QAction* action = add_choice(menu, group, legend_title(info.by), {});
    action->setChecked(info.by == state_.color_by());
    connect(action, &QAction::triggered, this, [this, by = info.by] { state_.set_color_by(by); });
    connect(&state_, &ViewState::colors_changed, action,
            [this, action, by = info.by] { action->setChecked(by == state_.color_by()); });
  }
}

void MainWindow::make_theme_menu(QMenu* view) {
  QMenu* menu = view->addMenu(tr("&Theme"));
  auto* group = new QActionGroup(menu);
  const auto add = [&](const QString& text, Appearance appearance) {
    QAction* action = add_choice(menu, group, text, static_cast<int>(appearance));
    action->setChecked(appearance == Preferences::read(settings_).appearance);
    connect(action, &QAction::triggered, this, [this, appearance] {
      Preferences preferences = Preferences::read(settings_);
      preferences.appearance = appearance;
      preferences.write(settings_);
      apply(preferences);
    });
  };
  connect(menu, &QMenu::aboutToShow, this, [this, group] {
    const int chosen = static_cast<int>(Preferences::read(settings_).appearance);
    for (QAction* action : group->actions()) action->setChecked(action->data() == chosen);
  });
  add(tr("As the &system"), Appearance::system);
  add(tr("&Light"), Appearance::light);
  add(tr("&Dark"), Appearance::dark);
}

void MainWindow::make_plan_menu() {
  QMenu* plan = menuBar()->addMenu(tr("&Plan"));
  plan->addMenu(findChild<QMenu*>("alignment_menu"));
  plan->addSeparator();
  using enum StrategyToggles::Part;
  for (const auto part : {kObject, kSort, kFit}) {
    QMenu* menu = plan->addMenu(StrategyToggles::title(part));
    menu->addActions(strategies_->toggles().actions(part));
    for_graph(menu->menuAction());
  }
  plan->addSeparator();
  QAction* pin = for_graph(add_action(plan, tr("Pin as &baseline"), QKeySequence("Ctrl+B"), [this] {
    if (planning_.shown()) planning_.pin_baseline(*planning_.shown());
  }));
  pin->setObjectName("pin");
  pin->setIcon(ink_icon("pin"));
  pin->setStatusTip(tr("Compare all plans with the one shown, as it is now, also after edits"));
  QAction* unpin =
      add_action(plan, tr("&Unpin the baseline"), QKeySequence("Ctrl+Shift+B"), [this] { planning_.unpin_baseline(); });
  unpin->setObjectName("unpin");
  unpin->setEnabled(false);
  plan->addSeparator();
  for_graph(add_action(plan, tr("&Plan again"), QKeySequence(Qt::Key_F5), [this] {
    planning_.start();
  }))->setStatusTip(tr("Every strategy from the beginning, also after a cancelled planning"));
  QAction* search = for_graph(add_action(plan, tr("&Search for better"), QKeySequence("Ctrl+Shift+P"), [this] {
    planning_.run(*find_layout_strategy("search"));
    Docks::show(docks_->dock("strategies"));
  }));
  search->setObjectName("search_for_better");
  search->setIcon(ink_icon("search"));
  search->setStatusTip(
      tr("Improve the best plan for up to a minute, or until it meets the lower bound; Cancel keeps the best"));
  plan->addAction(activity_->cancel_action());
}

void MainWindow::make_help_menu() {
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  add_action(help, tr("&Keyboard shortcuts"), QKeySequence::HelpContents, [this] { show_shortcuts(this); });
  add_action(help, tr("&Files that Stowage opens"), {}, [this] { show_formats(this); })->setObjectName("file_formats");
  add_action(help, tr("&About Stowage"), {}, [this] { show_about(this); });
}

}  // namespace stowage
