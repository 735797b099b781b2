// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>

#include <QKeySequence>
#include <QList>
#include <QString>
#include <QVariant>

class QAction;
class QMenu;
class QToolBar;
class QWidget;

namespace stowage {

/// One command of the window.
struct Command {
  const char* id;  ///< the action's object name
  QString text;    ///< with the letter that Alt reaches it by
  std::function<void()> run;
  QString tip{};  ///< a sentence for the status bar, and for the button
  QKeySequence keys{};
  const char* icon = nullptr;  ///< in resources/icons
};

/// The window's commands: one action each, shared by menus and tool bar, which are lists of ids.
class Actions final {
 public:
  /// The actions belong to `window`, which must outlive this.
  explicit Actions(QWidget& window) : window_(window) {}

  void add(std::initializer_list<Command> commands);
  /// These make sense only with an open graph.
  void add_for_graph(std::initializer_list<Command> commands);
  QAction* add_for_graph(const Command& command);
  /// One that was made elsewhere: with its object name as id.
  void add(QAction* action);
  /// There must be one of that id.
  [[nodiscard]] QAction* operator[](const char* id) const;

  /// Appends them; an empty id is a line between.
  void fill(QMenu& menu, std::initializer_list<const char*> ids) const;
  /// The same; each button says what its command is for, where the status bar would.
  void fill(QToolBar& bar, std::initializer_list<const char*> ids) const;

  /// The same of actions that were made elsewhere.
  void need_graph(const QList<QAction*>& actions) { of_graph_ += actions; }
  void enable_for_graph(bool open) const;

 private:
  QAction* make(const Command& command);

  QWidget& window_;
  QList<QAction*> all_, of_graph_;
};

/// An entry of an exclusive choice.
struct MenuChoice {
  QString text;
  QVariant value;
  QString name{};  ///< the action's object name
  QString tip{};   ///< for the status bar
};
/// Adds them. The one whose value is now() is checked, by the time that the menu opens.
void add_choices(QMenu& menu, const QList<MenuChoice>& choices, const std::function<QVariant()>& now,
                 const std::function<void(const QVariant& value)>& choose);

}  // namespace stowage
