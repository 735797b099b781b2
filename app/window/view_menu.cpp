// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/view_menu.h"

#include <iterator>

#include <QActionGroup>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>

#include "app/controllers/comparison.h"
#include "app/frame/docks.h"
#include "app/frame/time_centre.h"
#include "app/frame/workspaces.h"
#include "app/session/document.h"
#include "app/settings/preferences.h"
#include "app/settings/translation.h"
#include "app/window/actions.h"
#include "app/window/axis_choice.h"
#include "app/window/order_bands.h"

namespace stowage {
namespace {

constexpr int kNote = 4000;           // milliseconds
constexpr char kOpened[] = "opened";  // of the list of views: an entry was chosen there, no key was pressed

/// Alt+1 … Alt+9, then Ctrl+Alt+1 …, then Ctrl+7 …, beside those of the workspaces, then Ctrl+Shift+1 ….
QKeySequence dock_key(int number) {
  constexpr int kDigits = 9, kWorkspaceKeys = 6;
  constexpr const char* kModifiers[] = {"Alt", "Ctrl+Alt", "Ctrl", "Ctrl+Shift"};
  if (number >= 2 * kDigits) number += kWorkspaceKeys;
  if (number >= static_cast<int>(std::size(kModifiers)) * kDigits) return {};
  return QKeySequence(
      QStringLiteral("%1+%2").arg(QLatin1String(kModifiers[number / kDigits])).arg(number % kDigits + 1));
}

}  // namespace

ViewMenu::ViewMenu(const Menus::Parts& parts, Actions& actions)
    : QObject(&parts.window), parts_(parts), actions_(actions) {
  add_commands();
  QMenu& view = *parts_.window.menuBar()->addMenu(tr("&View"));
  view.setToolTipsVisible(true);
  QMenu& workspaces = *view.addMenu(tr("Wor&kspace"));
  for (const Workspace each : kWorkspaces) workspaces.addAction(parts_.workspaces.action(each));
  actions_.fill(workspaces, {"", "reset_layout"});
  list_docks(view);
  view.addSeparator();
  list_centre(view);
  actions_.fill(view, {"", "go_to_map", "fit", "maximise", "fold_left", "fold_right"});
  const auto comparing = parts_.comparison.fill(view);
  actions_.need_graph(comparing);
  for (QAction* action : comparing) actions_.add(action);
  make_bands_menu(view);
  view.addAction((new AxisChoice(parts_.document, parts_.state, parts_.settings, &parts_.window))->action());
  make_color_menu(view);
  make_theme_menu(view);
  view.addMenu(make_language_menu(parts_.settings, &view));
}

void ViewMenu::add_commands() {
  actions_.add({
      {.id = "fit",
       .text = tr("Show &all"),
       .keys = QKeySequence("Ctrl+0"),
       .icon = "fit",
       .tip = tr("Show all steps, all memory and all operators"),
       .needs_graph = true,
       .run = parts_.fit_views},
      {.id = "go_to_map",
       .text = tr("Go to the heap map"),
       .keys = QKeySequence(Qt::Key_F6),
       .tip = tr("Focus the heap map, so that arrow keys walk its tensors"),
       .needs_graph = true,
       .run = parts_.focus_centre},
      {.id = "maximise",
       .text = tr("Ma&ximise view"),
       .keys = QKeySequence("F11"),
       .tip = tr("Maximize the focused view; press again to restore"),
       .needs_graph = true,
       .run = [this] { toggle_maximised(); }},
      {.id = "fold_left",
       .text = tr("Fold left views"),
       .keys = QKeySequence("Ctrl+Shift+L"),
       .tip = tr("Fold the left column to a strip of names, or unfold it"),
       .needs_graph = true,
       .run = [this] { fold_side(Qt::LeftDockWidgetArea); }},
      {.id = "fold_right",
       .text = tr("Fold right views"),
       .keys = QKeySequence("Ctrl+Shift+R"),
       .tip = tr("Fold the right column to a strip of names, or unfold it"),
       .needs_graph = true,
       .run = [this] { fold_side(Qt::RightDockWidgetArea); }},
      {.id = "reset_layout", .text = tr("&Reset workspace"), .run = [this] { parts_.workspaces.reset(); }},
  });
}

/// Parts of the centre, which fold to a line.
void ViewMenu::list_centre(QMenu& menu) {
  using Part = TimeCentre::Part;
  TimeCentre* const centre = &parts_.centre;
  const auto add = [&](const char* id, const QString& text, const QString& tip, const auto& is_shown,
                       const auto& show) {
    QAction* action =
        actions_.add({.id = id, .text = text, .tip = tip, .needs_graph = true, .run = [=] { show(!is_shown()); }});
    action->setCheckable(true);
    menu.addAction(action);
    connect(&menu, &QMenu::aboutToShow, action, [=] { action->setChecked(is_shown()); });
  };
  const auto add_part = [&](const char* id, const QString& text, const QString& tip, Part part) {
    add(
        id, text, tip, [=] { return !centre->is_folded(part); }, [=](bool shown) { centre->fold(part, !shown); });
  };
  add_part("show_overview", tr("O&verview"), tr("The bytes alive over all steps, and the part in view"),
           Part::overview);
  add_part("show_lanes", tr("La&nes"), tr("Operators by stream, above the heap map"), Part::lanes);
  add(
      "show_curve", tr("Memory curve"), tr("The bytes alive at each step, below the heap map"),
      [=] { return centre->shows_curve(); }, [=](bool shown) { centre->show_curve(shown); });
}

void ViewMenu::list_docks(QMenu& menu) {
  QMenu* const view = menu.addMenu(tr("Vi&ews"));
  // Its check marks say what is shown, and change that; the keys lead to the views, too.
  connect(view, &QMenu::aboutToShow, view, [view] { view->setProperty(kOpened, true); });
  connect(
      view, &QMenu::aboutToHide, view, [view] { view->setProperty(kOpened, false); }, Qt::QueuedConnection);
  int number = 0;
  for (QDockWidget* dock : parts_.docks.all()) {
    QAction* action = view->addAction(dock->windowTitle());
    actions_.need_graph({action});
    action->setObjectName("show_" + dock->objectName());
    action->setShortcut(dock_key(number++));
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, dock, action, view] {
      parts_.docks.toggle(dock, !view->property(kOpened).toBool());
      action->setChecked(!dock->isHidden());
    });
    connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
  }
}

void ViewMenu::make_bands_menu(QMenu& view) {
  auto* bands = new OrderBands(parts_.document, parts_.state, parts_.settings, &parts_.window);
  bands->fill(*view.addMenu(tr("&Parts of the order")));
  connect(bands, &OrderBands::none_found, this, [this] {
    parts_.window.statusBar()->showMessage(tr("This graph has no such parts, so no bands are drawn."), kNote);
  });
}

void ViewMenu::make_color_menu(QMenu& view) {
  QMenu* menu = view.addMenu(tr("&Colour by"));
  auto* group = new QActionGroup(menu);
  for (const ColoringInfo& info : colorings()) {
    QAction* action = add_choice(*menu, *group, legend_title(info.by), {});
    action->setChecked(info.by == parts_.state.color_by());
    connect(menu, &QMenu::aboutToShow, action,
            [this, action, by = info.by] { action->setText(legend_title(by, parts_.document.history() != nullptr)); });
    connect(action, &QAction::triggered, this, [this, by = info.by] { parts_.state.set_color_by(by); });
    connect(&parts_.state, &ViewState::colors_changed, action,
            [this, action, by = info.by] { action->setChecked(by == parts_.state.color_by()); });
  }
}

void ViewMenu::make_theme_menu(QMenu& view) {
  QMenu* menu = view.addMenu(tr("&Theme"));
  auto* group = new QActionGroup(menu);
  const auto add = [&](const char* name, const QString& text, Appearance appearance) {
    QAction* action = add_choice(*menu, *group, text, static_cast<int>(appearance));
    action->setObjectName(name);
    action->setChecked(appearance == Preferences::read(parts_.settings).appearance);
    connect(action, &QAction::triggered, this, [this, appearance] {
      Preferences preferences = Preferences::read(parts_.settings);
      preferences.appearance = appearance;
      preferences.write(parts_.settings);
      apply(preferences);
    });
  };
  connect(menu, &QMenu::aboutToShow, this, [this, group] {
    const int chosen = static_cast<int>(Preferences::read(parts_.settings).appearance);
    for (QAction* action : group->actions()) action->setChecked(action->data() == chosen);
  });
  add("theme_system", tr("As the &system"), Appearance::system);
  add("theme_light", tr("&Light"), Appearance::light);
  add("theme_dark", tr("&Dark"), Appearance::dark);
}

/// A view of the centre has all of the window, as one in a dock has.
void ViewMenu::toggle_maximised() {
  if (parts_.centre.maximised()) {
    parts_.centre.toggle_maximised();
    parts_.docks.restore_maximised();
  } else if (!parts_.docks.toggle_maximised()) {
    parts_.centre.toggle_maximised();
    if (parts_.centre.maximised()) parts_.docks.hide_around_centre();
  }
}

void ViewMenu::fold_side(Qt::DockWidgetArea side) {
  parts_.docks.fold(side, !parts_.docks.is_folded(side));
}

}  // namespace stowage
