// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QAction>
#include <QObject>

#include "app/window/actions.h"
#include "core/formats/document.h"

class QLabel;
class QMainWindow;
class QMenu;
class QSettings;

namespace stowage {

class Activity;
class AlignmentBox;
class Comparison;
class Docks;
class Exporter;
class FindBar;
class Imports;
class Lessons;
class OpenDocument;
class Opening;
class Planning;
class RecentFiles;
class Saving;
class StrategyBox;
class TensorTable;
class TimeCentre;
class Workspaces;
class ViewState;

/// The window's menus and its tool bar.
class Menus final : public QObject {
  Q_OBJECT

 public:
  /// What the commands work on; all must outlive it.
  struct Parts {
    QMainWindow& window;
    QSettings& settings;
    OpenDocument& document;
    ViewState& state;
    Planning& planning;
    RecentFiles& recent;
    Opening& opening;
    Saving& saving;
    Imports& imports;
    Exporter& exporter;
    Comparison& comparison;
    Lessons& lessons;
    Docks& docks;
    TimeCentre& centre;
    Workspaces& workspaces;
    Activity& activity;
    FindBar& find_bar;
    TensorTable& tensors;
    StrategyBox& strategy_box;
    AlignmentBox& alignment;
    std::function<void()> fit_views;
    std::function<void()> focus_centre;  ///< the map in front has the keyboard
  };
  /// The window owns it.
  explicit Menus(const Parts& parts);

  /// Offers what makes sense for the document that is open now, if one is.
  void show_document();
  void set_pinned(bool pinned) { actions_["unpin"]->setEnabled(pinned); }

 private:
  void add_commands();
  void add_file_commands();
  void add_edit_commands();
  void add_plan_commands();
  void make_file_menu();
  void make_sample_menu(QMenu& file);
  void make_interval_menu(QMenu& file);
  void make_edit_menu(QMenu& alignment);
  void make_plan_menu(QMenu& alignment);
  void make_tool_bar();
  void fill_recent_menu();
  void open_manual();
  void note_selected();
  void show_preferences();

  Parts parts_;
  Actions actions_;
  QMenu *recent_menu_ = nullptr, *interval_menu_ = nullptr;
  QLabel* align_label_ = nullptr;
};

}  // namespace stowage
