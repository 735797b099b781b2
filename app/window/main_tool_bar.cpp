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

/// Where it is too narrow for all, words beside icons go:
/// ```
///  wide    Explore … │ ↶ ↷ │ Align 512 ▾ │ ⚲ Pin  ▥ A | B  ⤓ Improve  ⌕ Find
///  narrow  Explore … │ ↶ ↷ │ Align 512 ▾ │ ⚲  ▥  ⤓  ⌕
/// ```
class MainToolBar final : public QToolBar {
 public:
  MainToolBar() : QToolBar(ToolBarText::tr("Tools")) {
    setObjectName("tools");
    setMovable(false);
    setIconSize({20, 20});
  }

  /// The button of an action that is in the bar has this word beside its icon.
  void set_word(QAction& action, const QString& word) {
    action.setIconText(word);
    if (auto* button = qobject_cast<QToolButton*>(widgetForAction(&action))) worded_ += button;
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
  void show_words(bool shown) {
    for (QToolButton* each : worded_)
      each->setToolButtonStyle(shown ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    words_ = shown;
  }

  [[nodiscard]] int width_of_buttons() const {
    int width = 0;
    for (const QToolButton* each : worded_) width += each->sizeHint().width();
    return width;
  }

  void measure() {
    show_words(false);
    word_room_ = -width_of_buttons();
    show_words(true);
    word_room_ += width_of_buttons();
    layout()->invalidate();
  }

  /// Changes nothing where nothing has to: each change asks for a layout, which comes here again.
  void fit() {
    const int wide = sizeHint().width() + (words_ ? 0 : word_room_);
    if (words_ == (wide <= width())) return;
    show_words(!words_);
    layout()->invalidate();
  }

  QList<QToolButton*> worded_;
  int word_room_ = 0;  // pixels that all words need
  bool words_ = true;
};

}  // namespace

QToolBar& add_tool_bar(const WindowParts& parts, Actions& actions, QComboBox* alignment) {
  auto* bar = new MainToolBar;
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
  for (QWidget* part : {static_cast<QWidget*>(label), static_cast<QWidget*>(alignment)})
    actions.need_graph({bar->addWidget(part)});
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
