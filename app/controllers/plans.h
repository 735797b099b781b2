// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QObject>
#include <QString>

#include "core/insight/simulate/timing.h"
#include "core/layout/strategy.h"

class QMainWindow;

namespace stowage {

class Activity;
class CompareView;
class Comparison;
class Docks;
class EditEffect;
class FindBar;
class Headline;
class HeapMapWidget;
class Imports;
class LegendWidget;
class Lessons;
class MessageBar;
class OpenDocument;
class Planning;
class StrategyBox;
class StrategyPanel;
class TensorTable;

/// Brings what the planning finds to the views, what the views ask for to the planning, and tells the user of it: in
/// the status bar, and above the views where something went wrong.
class Plans final : public QObject {
  Q_OBJECT

 public:
  /// What it works on; all must outlive it.
  struct Parts {
    QMainWindow& window;
    const OpenDocument& document;
    Planning& planning;
    const EditEffect& edit_effect;
    Activity& activity;
    MessageBar& message;
    const Docks& docks;
    HeapMapWidget& heap_map;
    CompareView& compare;
    LegendWidget& legend;
    TensorTable& tensors;
    FindBar& find_bar;
    StrategyPanel& strategies;
    StrategyBox& strategy_box;
    Headline& headline;
    Lessons& lessons;
    Comparison& comparison;
    const Imports& imports;
  };
  /// The window owns it.
  explicit Plans(const Parts& parts);

  /// Follows the document and the planning from now on, each time after all that was connected to them before.
  void follow();

  /// Says again how many tensors there are, how large their plan is, and so on.
  void show_status();
  /// What the planning does now, for the status bar; empty where it does nothing.
  [[nodiscard]] QString activity_text() const;
  /// Ends the planning because the user wants that. What is to be said of it; empty where a message says it.
  QString cancel();

 signals:
  /// Whether there is a baseline is another.
  void baseline_changed(bool pinned);

 private:
  void follow_planning();
  void follow_runs();
  void follow_document();
  void show_graph();
  void show_results();
  void mark_shown();
  void show_headline(bool figures_asked);
  void show_refusal(const LayoutStrategy* choice);
  [[nodiscard]] QString strategies_done() const;

  Parts parts_;
  std::optional<Makespan> makespan_, baseline_makespan_;  // of the graph of now, and of the one that is pinned
};

}  // namespace stowage
