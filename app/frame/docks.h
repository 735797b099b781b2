// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QRect>
#include <QStringList>

class QDockWidget;
class QMainWindow;
class QSettings;
class QToolBar;

namespace stowage {

class OpenDocument;
class Pane;
class ViewState;
struct DockRow;
struct WorkspaceDocks;

/// How docks are arranged, to be kept.
struct DockLayout {
  QByteArray state;        ///< of the window
  QStringList missing;     ///< names of docks that come back once the document has what they show, or they unfold
  bool left_open = false;  ///< by the user, in a window that is too narrow for the left column
};

/// The docks around the window's centre: one a row of dock_rows().
///
/// A dock is seen while the user wants it (at first what the workspace lists), the document has what it shows, its
/// column is not folded, and a document is open. Whatever changes one of these first takes down what the user wants by
/// now, then applies all of them to all docks.
class Docks final : public QObject {
  Q_OBJECT

 public:
  /// Makes all docks, which the window owns; they are away. All must outlive this. `lanes` stands in the window's
  /// centre.
  Docks(QMainWindow& window, QSettings& settings, ViewState& state, OpenDocument& document, Pane& lanes);

  /// In the order of the table.
  [[nodiscard]] QList<QDockWidget*> all() const;
  /// The views that are shown a graph and a plan: the one of the graph, the lanes, then those of the table.
  [[nodiscard]] const QList<Pane*>& panes() const { return panes_; }
  /// The one of that name; there must be one.
  [[nodiscard]] QDockWidget* dock(std::string_view name) const;
  /// What it shows.
  [[nodiscard]] static QWidget* content_of(const QDockWidget* dock);
  /// The view of that class; there must be one.
  template <class View>
  [[nodiscard]] View& view() const {
    View* found = nullptr;
    for (const Dock& each : docks_)
      if (auto* content = qobject_cast<View*>(content_of(each.widget))) found = content;
    return *found;
  }

  /// To the front of its tabs, even where the user closed it; its column unfolds.
  void show(const char* name);
  /// The same, with the keyboard.
  void show_and_focus(const char* name);
  /// The same, with all of the window, until toggle_maximised() or until it is closed; a floating one only comes to the
  /// front.
  void show_maximised(const char* name);
  /// Shows the one that the view is in.
  void show_around(const QWidget* view);
  /// Its view answers what the user just asked for: to the front of its tabs, unless the user closed it.
  void bring_forward(const char* name) const;
  /// Shows it, to the front of its tabs and with the keyboard; or hides it, if it is seen and, where its key was
  /// pressed, if the keyboard is there already.
  void toggle(QDockWidget* dock, bool by_key);
  /// The dock that has the keyboard gets all of the window, or, where one has that, all are as before. False where no
  /// dock has the keyboard, and none is maximised.
  bool toggle_maximised();
  /// All are as before one was maximised, or the centre; false where none was.
  bool restore_maximised();
  /// Leaves all of the window to the centre, until restore_maximised().
  void hide_around_centre();
  /// The column at a side of the window folds to a strip of its names, so that the centre gets its room; or comes back.
  /// The left one folds by itself while the window is narrow.
  void fold(Qt::DockWidgetArea side, bool folded);
  [[nodiscard]] bool is_folded(Qt::DockWidgetArea side) const;
  [[nodiscard]] bool are_tabs_of_one_place(const char* one, const char* other) const;

  /// Another document is open, or none: then the start page has the window to itself. Docks that the document before
  /// did not have come to the front, unless they stand behind another one in their workspace.
  void show_document(const OpenDocument& document);
  /// Before a workspace is arranged by set_layout() or arrange(); `docks` must outlive this. In a window that is too
  /// narrow its left column is folded, or `left_open` as the user left it.
  void set_workspace(const WorkspaceDocks& docks, bool left_open);
  /// Shows the docks of the workspace alone, where they are at first, fitted to the window.
  void arrange();
  [[nodiscard]] DockLayout layout();
  /// Docks that it does not know, since they are newer, are hidden. False where the layout is not of this version.
  bool set_layout(const DockLayout& layout);
  /// Puts the window where it was on the screen.
  void restore_geometry();
  void save_geometry() const;
  /// A window of another screen, or of another scale, may be larger than this screen.
  void fit_to_screen();

 signals:
  /// The dock that had the keyboard was hidden.
  void keyboard_free();

 private:
  struct Dock {
    QDockWidget* widget;
    const DockRow* row;
    bool wanted = false;  // by the user, or at first by the workspace
    bool offered = true;  // by the document
  };

  bool eventFilter(QObject* watched, QEvent* event) override;
  QDockWidget* make_dock(const DockRow& row, QWidget* content);
  void place_first();
  void place_as_tab(const Dock& dock);
  void make_strips();
  void take_down();
  void apply();
  void fill_strip(QToolBar& strip, Qt::DockWidgetArea side);
  [[nodiscard]] Dock& state_of(const QDockWidget* dock);
  [[nodiscard]] bool may_be_seen(const Dock& dock) const;
  [[nodiscard]] QList<QDockWidget*> folded_at(Qt::DockWidgetArea side) const;
  void show_at(Dock& dock);
  void offer(const OpenDocument& document);
  [[nodiscard]] bool stands_behind(std::string_view dock) const;
  void want_those_of_workspace();
  void put_beside(const char* first, std::initializer_list<const char*> names);
  void share_room();
  void share_right_column();
  [[nodiscard]] int height_for_strategies(int rows, int window_height) const;
  void follow_strategies();
  void keep_strategies();
  void fit_strategies();
  void see_room();
  void follow_width();
  void keep_apart();
  void spare_centre();
  void maximise(const QDockWidget* dock);
  void hide_around(const QDockWidget* maximised);
  void end_maximised();
  [[nodiscard]] QRect room_on_screen() const;

  QMainWindow& window_;
  QSettings& settings_;
  std::vector<Dock> docks_;
  QList<Pane*> panes_;
  std::map<Qt::DockWidgetArea, QToolBar*> strips_;
  std::map<Qt::DockWidgetArea, bool> folded_;  // by the user
  const WorkspaceDocks* workspace_ = nullptr;
  int strategy_rows_ = 0;        // in pixels
  bool rows_had_room_ = false;   // of the strategies, when docks last came to rest
  bool narrow_ = false;          // the window, for the workspace
  bool open_ = false;            // the left column, by the user, although the window is narrow
  bool away_ = true;             // nothing is open
  bool apart_soon_ = false;      // see_room() and keep_apart() are about to be called
  QByteArray first_layout_;      // all docks, each in its place
  QByteArray hidden_layout_;     // what the docks come back to once something is open
  QByteArray before_maximised_;  // what comes back; empty while nothing is maximised
};

/// Whether anything of it is seen.
[[nodiscard]] bool is_in_sight(const QDockWidget* dock);
/// The keyboard goes to the view, or to the first of its parts that takes keys.
void focus_into(QWidget* view);

}  // namespace stowage
