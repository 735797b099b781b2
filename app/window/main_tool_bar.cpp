// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <QToolBar>
#include <QToolButton>

#include "app/window/actions.h"
#include "app/window/menu_parts.h"

namespace stowage {
namespace {

struct ToolBarText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Menus)
};

/// Where it is too narrow for all, words beside icons go first, then the name of the strategy:
/// ```
///  wide    Explore … │ ↶ ↷ │ Size, first fit · 196 MiB +0.5% ▾ │ Align 512 ▾ │ ⚲ Pin  ▥ A | B  ⤓ Improve  ⌕ Find
///  narrow  Explore … │ ↶ ↷ │ 196 MiB +0.5% ▾ │ Align 512 ▾ │ ⚲  ▥  ⤓  ⌕
/// ```
class MainToolBar final : public QToolBar {
 public:
  explicit MainToolBar(StrategyBox* box) : QToolBar(ToolBarText::tr("Tools")), box_(box) {
    setObjectName("tools");
    setMovable(false);
    setIconSize({20, 20});
  }

  /// The button of an action that is in the bar has this word beside its icon.
  void set_word(QAction& action, const QString& word) {
    action.setIconText(word);
    if (auto* button = qobject_cast<QToolButton*>(widgetForAction(&action))) worded_ += {button, 0, 0};
    measure();
  }

 protected:
  bool event(QEvent* event) override {
    const bool done = QToolBar::event(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) measure();
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) fit();
    return done;
  }

 private:
  /// What is left out.
  enum class Short { nothing, words, name };

  struct Worded {
    QToolButton* button;
    int with_word, icon;  // widths
  };

  void measure() {
    for (Worded& each : worded_) {
      each.button->setToolButtonStyle(Qt::ToolButtonIconOnly);
      each.icon = each.button->sizeHint().width();
      each.button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
      each.with_word = each.button->sizeHint().width();
    }
    short_ = Short::nothing;
    box_->set_short(false);
    layout()->invalidate();
  }

  /// How wide the parts are that can be shortened.
  [[nodiscard]] int width_at(Short shortened) const {
    int width = box_->size_hint(shortened == Short::name).width();
    for (const Worded& each : worded_) width += shortened == Short::nothing ? each.with_word : each.icon;
    return width;
  }

  /// Changes nothing where nothing has to: each change asks for a layout, which comes here again.
  void fit() {
    if (box_->parentWidget() != this) return;  // not yet
    const int rest = sizeHint().width() - width_at(short_);
    Short wanted = Short::nothing;
    for (const Short longer : {Short::words, Short::name})
      if (rest + width_at(wanted) > width()) wanted = longer;
    if (wanted == short_) return;
    short_ = wanted;
    for (const Worded& each : worded_)
      each.button->setToolButtonStyle(short_ == Short::nothing ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    box_->set_short(short_ == Short::name);
    layout()->invalidate();
  }

  QList<Worded> worded_;
  StrategyBox* box_;
  Short short_ = Short::nothing;
};

}  // namespace

QToolBar& add_tool_bar(const WindowParts& parts, Actions& actions, QComboBox* alignment) {
  auto* bar = new MainToolBar(&parts.strategy_box);
  parts.window.addToolBar(bar);
  for (const Workspace each : kWorkspaces) {
    bar->addAction(parts.workspaces.action(each));
    actions.need_graph({parts.workspaces.action(each)});
  }
  actions.fill(*bar, {"", "undo", "redo", ""});
  auto* label = new QLabel(ToolBarText::tr("Align"));
  label->setObjectName("align_label");
  label->setContentsMargins(8, 0, 4, 0);
  label->setBuddy(alignment);
  for (QWidget* part :
       {static_cast<QWidget*>(&parts.strategy_box), static_cast<QWidget*>(label), static_cast<QWidget*>(alignment)})
    actions.need_graph({bar->addWidget(part)});
  QObject::connect(&parts.strategy_box, &QToolButton::clicked, actions["choose_strategy"], &QAction::trigger);
  QObject::connect(&parts.strategy_box, &StrategyBox::table_wanted, bar,
                   [&docks = parts.docks] { docks.show_and_focus("strategies"); });
  actions.fill(*bar, {"", "pin", "side_by_side", "search_for_better"});
  auto* rest = new QWidget;
  rest->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(rest);
  actions.fill(*bar, {"find"});
  bar->set_word(*actions["pin"], ToolBarText::tr("Pin"));
  bar->set_word(*actions["side_by_side"], QStringLiteral("A | B"));
  bar->set_word(*actions["search_for_better"], ToolBarText::tr("Improve"));
  bar->set_word(*actions["find"], ToolBarText::tr("Find"));
  return *bar;
}

}  // namespace stowage
