// SPDX-License-Identifier: GPL-3.0-or-later
// The strategies on screen, for their tests.
#pragma once

#include "tests/gui/gui_test.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage::test {

inline const LayoutStrategy& strategy(const char* id) {
  const LayoutStrategy* found = find_layout_strategy(id);
  if (!found) qFatal("no strategy %s", id);
  return *found;
}

/// A plan of which nothing but its size is looked at.
inline std::shared_ptr<const Plan> plan_of(Bytes footprint, const std::string& strategy = {}) {
  auto plan = std::make_shared<Plan>();
  plan->footprint = footprint;
  plan->strategy = strategy;
  return plan;
}

/// Proved bounds: that of the lifetimes, and of a clique, too.
inline std::shared_ptr<const Bounds> bounds_of(std::int64_t bytes, bool with_clique) {
  auto bounds = std::make_shared<Bounds>();
  bounds->lifetime.bytes = Bytes{bytes};
  if (with_clique) bounds->clique = ProvedBound{Bytes{bytes}};
  return bounds;
}

/// What is known of plans, told step by step as a planning does; a table shows it after each.
struct ToldResults {
  explicit ToldResults(StrategyTableModel& shown) : model(shown) {}
  void show() { model.set_results(set); }
  void begin() { set.begin(), show(); }
  void end() { set.end(), show(); }
  void set_result(const LayoutStrategy& of, std::optional<Bytes> footprint, double milliseconds) {
    set.set_result(of, footprint ? plan_of(*footprint) : nullptr, milliseconds), show();
  }
  void set_bounds(const std::shared_ptr<const Bounds>& bounds) { set.set_bounds(bounds), show(); }
  void set_refused(std::span<const RefusedStrategy> refused) { set.set_refused(refused), show(); }
  void set_failed(const LayoutStrategy& of, const Error& why) { set.set_failed(of, why), show(); }
  void set_running(const LayoutStrategy* of) { set.set_running(of), show(); }
  void set_imported(std::optional<Bytes> footprint, std::uint64_t violations = 0) {
    set.set_imported(footprint ? plan_of(*footprint) : nullptr);
    if (footprint) set.set_imported_check(Validation{.violations = {}, .count = violations});
    show();
  }
  void set_baseline(const std::string& name, Bytes footprint) {
    set.set_baseline(std::make_shared<const PlanView>(PlanView{.plan = plan_of(footprint, name)}));
    show();
  }
  void unpin() { set.set_baseline(nullptr), show(); }

  StrategyTableModel& model;
  PlanSet set;
};

/// A panel on screen that remembers what was asked for.
struct ShownStrategies {
  ShownStrategies() {
    QObject::connect(&panel, &StrategyPanel::strategy_chosen, &panel,
                     [this](const LayoutStrategy* choice) { chosen.push_back(choice); });
    panel.resize(380, 720);
    panel.show();
  }
  void fill(std::int64_t least = 1000, std::int64_t step = 10) {
    results.begin();
    for (const LayoutStrategy& each : live_strategies()) {
      results.set_result(each, Bytes{least}, 1.5);
      least += step;
    }
  }
  QTableView* table() { return panel.findChild<QTableView*>("strategy_view"); }
  /// Of a strategy, by its id.
  QVariant look(const char* of, int column, int role) {
    return panel.model().index(results.set.row_of(&strategy(of)), column).data(role);
  }
  QString cell(const char* of, StrategyTableModel::Column column, int role = Qt::DisplayRole) {
    return look(of, column, role).toString();
  }
  void click(const char* id, Qt::KeyboardModifiers modifiers = {}) {
    test::click(table(), row_named(table(), id), modifiers);
    QCoreApplication::processEvents();
  }
  /// The ids of the selected rows.
  QString marked() {
    QStringList names;
    for (const QModelIndex& at : table()->selectionModel()->selectedRows()) names += at.data(kExactRole).toString();
    return names.join(' ');
  }
  ViewState state;
  StrategyPanel panel{state};
  ToldResults results{panel.model()};
  std::vector<const LayoutStrategy*> chosen;
};

}  // namespace stowage::test
