// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <optional>

#include <QObject>

#include "app/frame/dock_table.h"
#include "app/frame/docks.h"

class QAction;
class QActionGroup;
class QMainWindow;
class QSettings;
class QShortcut;

namespace stowage {

/// The workspaces of the window: each shows the views of one task, at most four tabs in one place, and remembers what
/// the user changed in it. Tabs in the tool bar and Ctrl+1 … Ctrl+6 choose one.
class Workspaces final : public QObject {
  Q_OBJECT

 public:
  /// `docks` has restored its layout. All must outlive this.
  Workspaces(QMainWindow& window, QSettings& settings, Docks& docks);

  [[nodiscard]] Workspace current() const { return current_; }
  /// Checkable, in their order; of each other exclusive.
  [[nodiscard]] QAction* action(Workspace of) const { return actions_[static_cast<std::size_t>(of)]; }
  /// Whether the document has a recorded heap: without, the key of that workspace says so in the status bar.
  void offer_recorded(bool offered);
  void choose(Workspace wanted);
  /// Another document comes: what is arranged now is remembered, before docks go that it does not have.
  void follow_document();
  /// For a document that was just opened: unless the user chose another one for such a document.
  void suggest(Workspace wanted);
  /// As it was at first.
  void reset();
  /// All of them are as they were at first, whatever the user changed or chose.
  void reset_all();
  void save();

 signals:
  /// Another one is chosen, and arranged.
  void changed();
  /// What had the keyboard is out of sight now.
  void keyboard_free();

 private:
  void apply(Workspace wanted);
  void keep();

  QMainWindow& window_;
  QSettings& settings_;
  Docks& docks_;
  QActionGroup* group_;
  std::array<QAction*, kWorkspaces.size()> actions_{};
  QShortcut* absent_;  // the key of the one for recorded heaps, while that is out of sight
  Workspace current_ = Workspace::explore;
  bool applied_ = false;                           // it is on screen, or was before the document was closed
  bool kept_ = false;                              // since the document was replaced
  std::optional<Workspace> suggested_;             // for the document that is open
  std::map<Workspace, Workspace> chosen_instead_;  // by the user, of what was suggested
  std::map<Workspace, DockLayout> layouts_;        // of those that were left, or of an earlier start
};

}  // namespace stowage
