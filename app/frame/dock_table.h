// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include <QString>

class QWidget;

namespace stowage {

class OpenDocument;
class ViewState;

/// Docks of one place are tabs of it, until the user or a workspace puts them elsewhere.
enum class DockPlace : std::uint8_t { left, low_left, bottom, right };

/// A view in a dock of its own.
struct DockRow {
  const char* name;   ///< of the dock: in kept layouts, in its commands ("show_peak") and in workspaces
  const char* title;  ///< untranslated; a text of stowage::MainWindow
  DockPlace place;    ///< at first
  const char* page;   ///< of the manual, and its heading: "explore.md#peak"
  QWidget* (*make)(ViewState& state, OpenDocument& document);
  /// Whether the document has what the view shows; null: every document has. The dock, its key and the command that
  /// exports its picture are there only then.
  bool (*offered)(const OpenDocument& document) = nullptr;
};

/// All docks around the centre, in the order of their keys and tabs: what is used most comes first.
[[nodiscard]] std::span<const DockRow> dock_rows();
/// There must be one of that name.
[[nodiscard]] const DockRow& dock_row(std::string_view name);
/// The steps of a recorded heap, and of a list of lifetimes, are no operators: their names tell of no modules.
[[nodiscard]] bool may_have_modules(const OpenDocument& document);
/// For the user.
[[nodiscard]] QString title_of(const DockRow& row);

/// The steps of the document's undo stack as a table, with what each did to memory and, where operators have durations,
/// to time. The one in force is current; a click, or the arrow keys, go to a step.
[[nodiscard]] QWidget* make_history_view(OpenDocument& document);

/// What a window is arranged for.
enum class Workspace : std::uint8_t { explore, streams, recorded, orders, compare, learn };
inline constexpr std::array kWorkspaces{Workspace::explore, Workspace::streams, Workspace::recorded,
                                        Workspace::orders,  Workspace::compare, Workspace::learn};

/// Names of the docks of a workspace by place, the one in front first. Heights are the workspace's: to look at another
/// tab changes none.
struct WorkspaceDocks {
  std::initializer_list<const char*> left, low_left, bottom;
  std::initializer_list<const char*> right, low_right;  ///< the right column has one place, or two
  double bottom_share = 0.32;                           ///< of the window's height
  double low_left_share = 0;  ///< of the window's width; 0: what a legend needs, or that of narrow docks above
  int width_for_all = 1200;   ///< of a window in which the centre has room between both columns

  [[nodiscard]] std::array<std::initializer_list<const char*>, 5> places() const {
    return {left, low_left, bottom, right, low_right};
  }
};

/// A workspace: at most four tabs in one place.
struct WorkspaceRow {
  Workspace id;
  const char* name;   ///< of its command ("workspace_explore"), and in the settings
  const char* title;  ///< untranslated; a text of stowage::Workspaces, as the tip is
  const char* tip;
  const char* page;  ///< of the manual
  WorkspaceDocks docks;
};

[[nodiscard]] const WorkspaceRow& workspace_row(Workspace id);

}  // namespace stowage
