// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/menu_parts.h"

#include <iterator>

#include <QCoreApplication>
#include <QDockWidget>
#include <QMenu>

#include "app/controllers/comparison.h"
#include "app/window/actions.h"
#include "widgets/views/graph/graph_widget.h"

namespace stowage {
namespace {

struct ViewMenuText {
  Q_DECLARE_TR_FUNCTIONS(stowage::ViewMenu)
};

constexpr char kOverTime[] = "view/over_time";
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

/// Gives all of the window to the view that has the keyboard, in the centre or in a dock.
void toggle_maximised(const WindowParts& parts) {
  if (parts.centre.maximised()) {
    parts.centre.toggle_maximised();
    parts.docks.restore_maximised();
  } else if (!parts.docks.toggle_maximised()) {
    parts.centre.toggle_maximised();
    if (parts.centre.maximised()) parts.docks.hide_around_centre();
  }
}

void add_commands(const WindowParts& parts, Actions& actions, const std::function<void()>& focus_centre) {
  const auto fold_side = [docks = &parts.docks](Qt::DockWidgetArea side) {
    docks->fold(side, !docks->is_folded(side));
  };
  actions.add({
      {"reset_layout", ViewMenuText::tr("&Reset workspace"), [workspaces = &parts.workspaces] { workspaces->reset(); }},
  });
  actions.add_for_graph({
      {"fit", ViewMenuText::tr("Show &all"),
       [centre = &parts.centre, graph = &parts.docks.view<GraphWidget>()] {
         centre->fit();
         graph->fit();
       },
       ViewMenuText::tr("Show all steps, all memory and all operators"), QKeySequence("Ctrl+0"), "fit"},
      {"go_to_map", ViewMenuText::tr("Go to the heap map"), focus_centre,
       ViewMenuText::tr("Focus the heap map, so that arrow keys walk its tensors"), QKeySequence(Qt::Key_F6)},
      {"maximise", ViewMenuText::tr("Ma&ximise view"), [parts] { toggle_maximised(parts); },
       ViewMenuText::tr("Maximize the focused view; press again to restore"), QKeySequence("F11")},
      {"fold_left", ViewMenuText::tr("Fold left views"), [fold_side] { fold_side(Qt::LeftDockWidgetArea); },
       ViewMenuText::tr("Fold the left column to a strip of names, or unfold it"), QKeySequence("Ctrl+Shift+L")},
      {"fold_right", ViewMenuText::tr("Fold right views"), [fold_side] { fold_side(Qt::RightDockWidgetArea); },
       ViewMenuText::tr("Fold the right column to a strip of names, or unfold it"), QKeySequence("Ctrl+Shift+R")},
  });
}

/// Parts of the centre, which fold to a line.
void list_centre(QMenu& menu, TimeCentre& time, Actions& actions) {
  using Part = TimeCentre::Part;
  TimeCentre* const centre = &time;
  const auto add = [&](const char* id, const QString& text, const QString& tip, const auto& is_shown,
                       const auto& show) {
    QAction* action = actions.add_for_graph({id, text, [=] { show(!is_shown()); }, tip});
    action->setCheckable(true);
    menu.addAction(action);
    QObject::connect(&menu, &QMenu::aboutToShow, action, [=] { action->setChecked(is_shown()); });
  };
  const auto add_part = [&](const char* id, const QString& text, const QString& tip, Part part) {
    add(
        id, text, tip, [=] { return !centre->is_folded(part); }, [=](bool shown) { centre->fold(part, !shown); });
  };
  add_part("show_overview", ViewMenuText::tr("O&verview"),
           ViewMenuText::tr("The bytes alive over all steps, and the part in view"), Part::overview);
  add_part("show_lanes", ViewMenuText::tr("La&nes"), ViewMenuText::tr("Operators by stream, above the heap map"),
           Part::lanes);
  add(
      "show_curve", ViewMenuText::tr("Memory curve"),
      ViewMenuText::tr("The bytes alive at each step, below the heap map"), [=] { return centre->shows_curve(); },
      [=](bool shown) { centre->show_curve(shown); });
}

/// Check marks say which docks are shown, and change that; the keys lead to the views, too.
void list_docks(QMenu& menu, Docks& all, Actions& actions) {
  QMenu* const view = menu.addMenu(ViewMenuText::tr("Vi&ews"));
  QObject::connect(view, &QMenu::aboutToShow, view, [view] { view->setProperty(kOpened, true); });
  QObject::connect(
      view, &QMenu::aboutToHide, view, [view] { view->setProperty(kOpened, false); }, Qt::QueuedConnection);
  Docks* const docks = &all;
  int number = 0;
  for (QDockWidget* dock : docks->all()) {
    QAction* action = view->addAction(dock->windowTitle());
    actions.need_graph({action});
    action->setObjectName("show_" + dock->objectName());
    action->setShortcut(dock_key(number++));
    action->setCheckable(true);
    QObject::connect(action, &QAction::triggered, view, [docks, dock, action, view] {
      docks->toggle(dock, !view->property(kOpened).toBool());
      action->setChecked(!dock->isHidden());
    });
    QObject::connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
  }
}

/// Whether views show time or steps; greyed out with the reason where operators have no durations. What is wanted is
/// kept in the settings.
void add_axis_choice(QMenu& view, const WindowParts& parts) {
  QAction* action = view.addAction(ViewMenuText::tr("T&ime axis"));
  action->setObjectName("over_time");
  action->setCheckable(true);
  action->setShortcut(QKeySequence("Ctrl+T"));
  ViewState* const state = &parts.state;
  const auto follow = [action, state, document = &parts.document] {
    const auto& graph = document->graph();
    const bool can = graph && graph->has_durations();
    action->setEnabled(can);
    action->setChecked(can && state->over_time());
    action->setStatusTip(
        can ? ViewMenuText::tr("Draw lanes and heap map over the time of the simulated run, instead of steps")
            : ViewMenuText::tr("No operator has a duration"));
    action->setToolTip(action->statusTip());
  };
  state->set_over_time(parts.settings.value(kOverTime, false).toBool());
  QObject::connect(action, &QAction::triggered, state, &ViewState::set_over_time);
  QObject::connect(state, &ViewState::over_time_changed, action, [state, follow, settings = &parts.settings] {
    settings->setValue(kOverTime, state->chosen_over_time());
    follow();
  });
  QObject::connect(&parts.document, &OpenDocument::replaced, action, follow);
  QObject::connect(&parts.document, &OpenDocument::revised, action, follow);
  follow();
}

void make_color_menu(QMenu& view, ViewState& state, const OpenDocument& document) {
  QMenu* menu = view.addMenu(ViewMenuText::tr("&Colour by"));
  QList<MenuChoice> choices;
  for (const ColoringInfo& info : colorings()) choices += {legend_title(info.by), static_cast<int>(info.by)};
  add_choices(
      *menu, choices, [&state] { return static_cast<int>(state.color_by()); },
      [&state](const QVariant& by) { state.set_color_by(static_cast<ColorBy>(by.toInt())); });
  QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, &document] {
    for (QAction* action : menu->actions())
      action->setText(legend_title(static_cast<ColorBy>(action->data().toInt()), document.history() != nullptr));
  });
}

}  // namespace

void fill_view_menu(QMenu& view, const WindowParts& parts, Actions& actions,
                    const std::function<void()>& focus_centre) {
  add_commands(parts, actions, focus_centre);
  view.setToolTipsVisible(true);
  QMenu& workspaces = *view.addMenu(ViewMenuText::tr("Wor&kspace"));
  for (const Workspace each : kWorkspaces) workspaces.addAction(parts.workspaces.action(each));
  actions.fill(workspaces, {"", "reset_layout"});
  list_docks(view, parts.docks, actions);
  view.addSeparator();
  list_centre(view, parts.centre, actions);
  actions.fill(view, {"", "go_to_map", "fit", "maximise", "fold_left", "fold_right"});
  const auto comparing = parts.comparison->fill(view);
  actions.need_graph(comparing);
  for (QAction* action : comparing) actions.add(action);
  fill_bands_menu(*view.addMenu(ViewMenuText::tr("&Parts of the order")), parts);
  add_axis_choice(view, parts);
  make_color_menu(view, parts.state, parts.document);
}

}  // namespace stowage
