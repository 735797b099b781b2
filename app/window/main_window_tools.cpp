// SPDX-License-Identifier: GPL-3.0-or-later
// The toolbar: the commands used most, the recipe of the plan shown, and the alignment.
#include <algorithm>

#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

#include "app/settings/command_name.h"
#include "app/window/main_window.h"
#include "widgets/controls/strategy_toggles.h"
#include "widgets/views/strategies/strategy_panel.h"

namespace stowage {
namespace {

constexpr int kAlignments[] = {1, 64, 256, 512, 4096};

/// A button that drops a menu, named by what is chosen in it: "Sort: Size".
QToolButton* make_choice_button(const QString& title, const QString& tip, const QList<QAction*>& actions) {
  auto* button = new QToolButton;
  button->setToolTip(tip);
  auto* menu = new QMenu(button);
  menu->addActions(actions);
  button->setMenu(menu);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setFocusPolicy(Qt::TabFocus);
  const auto show_choice = [button, title, actions] {
    QString text = title;
    for (const QAction* action : actions)
      if (action->isChecked()) text = MainWindow::tr("%1: %2").arg(title, action->text());
    button->setText(text);
    button->setAccessibleName(text);
  };
  // As wide as its widest text: what stands beside it keeps its place whatever is chosen.
  int widest = 0;
  for (QAction* action : actions) {
    button->setText(MainWindow::tr("%1: %2").arg(title, action->text()));
    widest = std::max(widest, button->sizeHint().width());
  }
  button->setMinimumWidth(widest);
  for (const QAction* action : actions) QObject::connect(action, &QAction::toggled, button, show_choice);
  show_choice();
  return button;
}

/// What a part of the recipe of a plan decides.
QString tip_of(StrategyToggles::Part part) {
  switch (part) {
    case StrategyToggles::kObject:
      return MainWindow::tr("How free memory is seen: as one list for the whole buffer, or as objects that are reused");
    case StrategyToggles::kSort:
      return MainWindow::tr("Which tensors are placed first: those come to lie lowest");
    default:
      return MainWindow::tr("Which gap a tensor takes: the first that is large enough, or the tightest");
  }
}

/// A button's tip says what its command is for, where the status bar would.
void teach(const QToolBar* bar) {
  for (QAction* action : bar->actions()) {
    if (action->statusTip().isEmpty()) continue;
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    const QString name = command_name(action->text());
    action->setToolTip((keys.isEmpty() ? name : MainWindow::tr("%1 (%2)").arg(name, keys)) + '\n' +
                       action->statusTip());
  }
}

}  // namespace

QMenu* MainWindow::make_alignment_menu() {
  auto* alignment = new QMenu(tr("&Alignment"), this);
  alignment->setObjectName("alignment_menu");
  for_graph(alignment->menuAction());
  auto* group = new QActionGroup(alignment);
  for (const int bytes : kAlignments) {
    QAction* action = add_action(alignment, QLocale().toString(bytes), {},
                                 [this, bytes] { document_.change_alignment(Bytes{bytes}); });
    action->setCheckable(true);
    action->setData(bytes);
    group->addAction(action);
  }
  add_action(alignment, tr("&Other…"), {}, [this] {
    alignment_->setFocus();
    alignment_->lineEdit()->selectAll();
  });
  connect(alignment, &QMenu::aboutToShow, this, [this, group] {
    for (QAction* action : group->actions())
      action->setChecked(action->data().toLongLong() == document_.alignment().count);
  });
  return alignment;
}

void MainWindow::make_tool_bar() {
  QToolBar* bar = addToolBar(tr("Tools"));
  bar->setObjectName("tools");
  bar->setMovable(false);
  bar->setIconSize({20, 20});
  bar->addAction(findChild<QAction*>("open"));
  bar->addAction(findChild<QAction*>("save"));
  bar->addSeparator();
  bar->addAction(findChild<QAction*>("undo"));
  bar->addAction(findChild<QAction*>("redo"));
  bar->addSeparator();
  bar->addAction(findChild<QAction*>("export_image"));
  bar->addSeparator();
  using enum StrategyToggles::Part;
  for (const auto part : {kObject, kSort, kFit})
    graph_actions_.append(bar->addWidget(
        make_choice_button(StrategyToggles::title(part), tip_of(part), strategies_->toggles().actions(part))));
  bar->addSeparator();
  auto* label = new QLabel(tr("Alignment"));
  label->setContentsMargins(6, 0, 4, 0);
  bar->addWidget(label);
  alignment_ = new QComboBox;
  alignment_->setObjectName("alignment");
  alignment_->setEditable(true);
  alignment_->setInsertPolicy(QComboBox::NoInsert);
  alignment_->setAccessibleName(tr("Alignment in bytes"));
  alignment_->setToolTip(tr("Offsets and sizes are rounded up to multiples of this many bytes"));
  for (const int bytes : kAlignments) alignment_->addItem(QString::number(bytes));
  label->setBuddy(alignment_);
  alignment_->setCompleter(nullptr);  // else 4 and Enter would be 4096
  connect(alignment_, &QComboBox::textActivated, this, [this](const QString& text) {
    // Also said of the value in force, when the field goes back to it.
    if (text != QString::number(document_.alignment().count)) set_alignment_text(text);
  });
  alignment_->installEventFilter(this);
  QLineEdit* edit = alignment_->lineEdit();
  connect(edit, &QLineEdit::returnPressed, this, [this, edit] {
    if (!edit->isModified() || set_alignment_text(edit->text())) return focus_centre();
    edit->selectAll();  // to be typed anew
  });
  connect(edit, &QLineEdit::editingFinished, this, [this, edit] {
    if (edit->isModified()) set_alignment_text(edit->text());
  });
  bar->addWidget(alignment_);
  bar->addSeparator();
  bar->addAction(findChild<QAction*>("side_by_side"));
  bar->addAction(findChild<QAction*>("pin"));
  bar->addAction(findChild<QAction*>("search_for_better"));
  bar->addSeparator();
  bar->addAction(findChild<QAction*>("fit"));
  bar->addAction(findChild<QAction*>("find"));
  teach(bar);
}

}  // namespace stowage
