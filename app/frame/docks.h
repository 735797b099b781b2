// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QRect>
#include <QStringList>

#include "app/frame/right_column.h"
#include "app/frame/workspace_docks.h"

class QDockWidget;
class QMainWindow;
class QSettings;

namespace stowage {

class GraphWidget;
class LegendWidget;
class Pane;
class SideStrip;
class StrategyPanel;
class TensorTable;
class ViewState;

/// A dock that is there only for some documents has this property: whether it is for the one that is open.
inline constexpr auto kOffered = "offered";

/// The docks around the window's centre: one a view, from the table of panes in docks.cpp. Without a document they
/// are away.
class Docks final : public QObject {
  Q_OBJECT

 public:
  /// Views that the window makes itself, since it talks to them.
  struct Contents {
    GraphWidget* graph;
    StrategyPanel* strategies;
    TensorTable* tensors;
    LegendWidget* legend;
    QWidget* history;
    Pane* lanes;  ///< in the window's centre
  };

  /// Makes all docks, which the window owns. `settings` must outlive it.
  Docks(QMainWindow& window, QSettings& settings, ViewState& state, const Contents& contents);

  /// In the order of their keys.
  [[nodiscard]] const QList<QDockWidget*>& all() const { return docks_; }
  /// The views that are shown a graph and a plan: the one of the graph, the lanes, then those of the table.
  [[nodiscard]] const QList<Pane*>& panes() const { return panes_; }
  /// The one of that name; there must be one.
  [[nodiscard]] QDockWidget* dock(const char* name) const;
  /// What it shows.
  [[nodiscard]] static QWidget* content_of(const QDockWidget* dock);

  /// To the front of its tabs, even where the user closed it.
  static void show(QDockWidget* dock);
  /// The same, with the keyboard.
  void show_and_focus(const char* name) const;
  /// The one that the view is in; a column that is folded comes back.
  void show_around(const QWidget* view);
  /// To the front of its tabs, also where it is not there yet.
  void bring_in(const char* name) const;
  /// Its view answers what the user just asked for: to the front of its tabs, unless the user closed it.
  void bring_forward(const char* name) const;
  /// Shows it, to the front of its tabs and with the keyboard; or hides it, if it is seen and, where its key was
  /// pressed, if the keyboard is there already.
  void toggle(QDockWidget* dock, bool by_key);
  /// Strategies that are a tab of Learn's place come in front of the tables below while a page speaks of them; then all
  /// is as it was.
  void show_strategies_beside_learn(bool wanted);
  /// The dock that has the keyboard gets all of the window, or, where one has that, all are as before. False where no
  /// dock has the keyboard, and none is maximised.
  bool toggle_maximised();
  /// All are as before one was maximised, or the centre; false where none was.
  bool restore_maximised();
  /// Leaves all of the window to the centre, until restore_maximised().
  void hide_around_centre();
  /// The column at a side of the window folds to a strip of its names, so that the centre gets its room; or comes back.
  void fold(Qt::DockWidgetArea side, bool folded);
  [[nodiscard]] bool is_folded(Qt::DockWidgetArea side) const {
    return !folded_.at(side).isEmpty() || bare_.contains(side);
  }
  /// Before another workspace is arranged. Where the window is wide enough for the left column of this one, a column
  /// that folded by itself comes back.
  void set_workspace(const WorkspaceDocks& docks);
  /// After that: in a window that is too narrow, the left column is folded, or `open` as the user left it.
  void fold_where_narrow(bool open);
  /// Whether the user unfolded the left column although the window is too narrow.
  [[nodiscard]] bool is_open_while_narrow() const;
  /// The sides that were folded: now they are not. Docks that come or go meanwhile are folded with the others again.
  QList<Qt::DockWidgetArea> unfold_all();
  void fold_again(const QList<Qt::DockWidgetArea>& sides);
  [[nodiscard]] bool are_tabs_of_one_place(const char* one, const char* other) const;

  /// All or none. Without a graph the docks have nothing to show: the start page has the window to itself.
  void set_shown(bool shown);
  /// Shows these docks alone, where they are at first, fitted to the window.
  void arrange_for(const WorkspaceDocks& docks);
  /// Names of those that the document does not have.
  [[nodiscard]] QStringList missing(const WorkspaceDocks& docks) const;
  /// Of these, those that the document has now.
  void bring_back(const QStringList& names);
  /// With columns that are folded as they come back.
  [[nodiscard]] QByteArray layout();
  /// False for what is no layout of this version.
  bool set_layout(const QByteArray& layout);
  /// Of the window on the screen.
  void restore_geometry();
  void save_geometry() const;
  /// A window of another screen, or of another scale, may be larger than this screen.
  void fit_to_screen();

 signals:
  /// The dock that had the keyboard was hidden.
  void keyboard_free();

 private:
  bool eventFilter(QObject* watched, QEvent* event) override;
  /// The left column folds by itself once the window is narrow, and comes back once it is wide again; in between, the
  /// user decides.
  void follow_width();
  void fold_by_itself(bool folded);
  QDockWidget* make_dock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
  void make_panes(ViewState& state, QDockWidget* legend, QDockWidget* tensors);
  void arrange(const WorkspaceDocks& wanted);
  void keep_apart();
  void hide_around(const QDockWidget* maximised);
  void end_maximised();
  [[nodiscard]] QRect room_on_screen() const;
  [[nodiscard]] bool away() const { return !hidden_layout_.isEmpty(); }

  QMainWindow& window_;
  QSettings& settings_;
  QList<QDockWidget*> docks_;
  QList<Pane*> panes_;
  RightColumn right_;
  QByteArray first_layout_;
  QByteArray hidden_layout_;  // what the docks come back to; empty while they are shown
  bool narrow_ = false;       // the window
  bool by_itself_ = false;    // the left column folded, so it comes back by itself
  bool open_ = false;         // the left column of the workspace, by the user, although narrow
  int width_for_all_ = WorkspaceDocks().width_for_all;
  std::map<Qt::DockWidgetArea, SideStrip*> strips_;
  std::map<Qt::DockWidgetArea, QStringList> folded_;  // names of docks by side; empty: that column is not folded
  QList<Qt::DockWidgetArea> bare_;                    // folded, but the workspace has no dock there
  bool apart_soon_ = false;                           // keep_apart() is about to be called
  QByteArray before_maximised_;                       // what comes back; empty while nothing is maximised
  QByteArray layout_aside_;  // while the strategies are among the tables; empty: they are where the user has them
};

/// The keyboard goes to the view, or to the first of its parts that takes keys.
void focus_into(QWidget* view);

}  // namespace stowage
