// SPDX-License-Identifier: GPL-3.0-or-later
// The view of improvements on screen, for its tests.
#pragma once

#include <memory>
#include <vector>

#include <QMenu>
#include <QTabWidget>
#include <QToolButton>

#include "tests/support/results.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/views/improve/improve_pane.h"

namespace stowage::test {

/// With a document that does what it asks for, and can undo it.
struct ShownImprove : ShownPane<ImprovePane> {
  explicit ShownImprove(const Graph& graph, Bytes alignment = {1}, QSize size = {340, 420})
      : ShownPane(size), base_alignment(alignment) {
    watch_models();
    QObject::connect(&pane, &ImprovePane::preview_requested, &pane, [this](const MeasuredSaving& saving, quint64 id) {
      if (graphs.size() > 1 || view.plan->alignment != base_alignment) back();
      asked.push_back(saving);
      if (const auto* other = std::get_if<OtherAlignment>(&saving.edit)) return plan(other->alignment);
      if (std::holds_alternative<OtherLayout>(saving.edit)) {
        view.plan = saving.plan;
        return pane.set_view(view);
      }
      EditedGraph edited = edited_by(saving.edit, *graphs.front()).value();
      renumbered = edited.operators;
      graphs.push_back(std::make_shared<const Graph>(std::move(edited.graph)));
      edit = id;
      plan(base_alignment);
    });
    QObject::connect(&pane, &ImprovePane::back_requested, &pane, [this] { back(); });
    QObject::connect(&pane, &ImprovePane::kept, &pane, [this] { ++kept; });
    graphs.push_back(std::make_shared<const Graph>(graph));
    plan(alignment);
  }
  void back() {
    graphs.resize(1);
    edit = 0;
    plan(base_alignment);
  }
  /// As the window does: first the graph, then what is planned of it.
  void plan(Bytes alignment) {
    state.set_graph(graphs.back(), edit);
    pane.set_graph(graphs.back());
    view = results_of(graphs.back(), true, alignment);
    pane.set_view(view);
  }
  /// Another graph, by an edit that the view did not ask for, and what is planned of it.
  void show(const Graph& graph) {
    graphs = {std::make_shared<const Graph>(graph)};
    edit = 0;
    plan(base_alignment);
  }
  /// A little later it is measured of itself: ends that where the changes are not looked at.
  void stop_measuring() {
    go_to(ImprovePane::kChanges);
    wait_until([this] { return button("stop_improve")->isEnabled() || !pane.busy(); });
    if (button("stop_improve")->isEnabled()) press_button("stop_improve");
  }
  void go_to(ImprovePane::Page page) { click_tab(part<QTabWidget>("improve_tabs")->tabBar(), page); }
  QTableView* table() { return part<QTableView>("savings"); }
  int rows() { return table()->model()->rowCount(); }
  void choose(int row) { click_row(table(), row); }
  /// The first row whose name begins so.
  int row_of(const QString& begin) {
    for (int row = 0; row < rows(); ++row)
      if (cell("savings", row, 0).startsWith(begin)) return row;
    return -1;
  }
  QAbstractButton* button(const char* name) { return part<QAbstractButton>(name); }
  void press_button(const char* name) { test::click(button(name)); }
  /// Ticks a stream that gets no further operators, or ends that.
  void protect(int stream) {
    QMenu* menu = part<QToolButton>("protected_streams")->menu();
    emit menu->aboutToShow();
    menu->actions().at(stream)->trigger();
  }
  [[nodiscard]] const Graph& now() const { return *graphs.back(); }

  Bytes base_alignment;
  PlanView view;
  std::vector<std::shared_ptr<const Graph>> graphs;
  std::vector<OperatorId> renumbered;  // by the last edit
  quint64 edit = 0;                    // that led to the last graph
  std::vector<MeasuredSaving> asked;
  int kept = 0;
};

}  // namespace stowage::test
