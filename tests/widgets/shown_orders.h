// SPDX-License-Identifier: GPL-3.0-or-later
// The pane of orders on screen, with strategies whose orders are known.
#pragma once

#include "tests/widgets/shown_pane.h"
#include "widgets/views/orders/order_chart.h"
#include "widgets/views/orders/orders_pane.h"

namespace stowage::test {

inline Result<Order> as_given(const Graph& graph, const OrderOptions&, const Task&) {
  return Order{all_of(graph)};
}
/// The second and third operator change places: a better order of ROAM's figure 2.
inline Result<Order> swapped(const Graph& graph, const OrderOptions&, const Task&) {
  Order out{all_of(graph), {90 * kMiB}, "the second and third changed places"};
  std::swap(out.sequence[1], out.sequence[2]);
  return out;
}
/// Improves the order until it is stopped.
inline Result<Order> patient(const Graph& graph, const OrderOptions& options, const Task& task) {
  options.improved({{100 * kMiB}, {80 * kMiB}});
  while (!task.should_stop()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return swapped(graph, options, task);
}
/// Never comes to an order.
inline Result<Order> endless(const Graph&, const OrderOptions&, const Task& task) {
  while (!task.should_stop()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return tl::unexpected(task.why_stopped());
}
inline Result<Order> unable(const Graph&, const OrderOptions&, const Task&) {
  return tl::unexpected(Error::bad_input("", "", "it dislikes this graph"));
}

/// How many operators may stay while the others move: the longest increasing subsequence, by its definition.
inline std::size_t most_that_stay(const std::vector<OperatorId>& sequence) {
  std::vector<std::size_t> longest(sequence.size(), 1);
  for (std::size_t k = 0; k < sequence.size(); ++k)
    for (std::size_t before = 0; before < k; ++before)
      if (sequence[before] < sequence[k]) longest[k] = std::max(longest[k], longest[before] + 1);
  return longest.empty() ? 0 : *std::ranges::max_element(longest);
}

inline constexpr OrderStrategy kOrderStrategies[] = {{"given", "", "The order of the input", "", as_given},
                                                     {"swapped", "", "Two changed places", "", swapped},
                                                     {"patient", "", "Until it is stopped", "", patient},
                                                     {"endless", "", "Never ends", "", endless},
                                                     {"unable", "", "Cannot", "", unable}};
inline constexpr int kGiven = 0, kSwapped = 1, kPatient = 2, kEndless = 3, kUnable = 4;

struct ShownOrders : EditedPane<OrdersPane> {
  explicit ShownOrders(const std::shared_ptr<const Graph>& first,
                       std::span<const OrderStrategy> strategies = kOrderStrategies)
      : EditedPane({900, 300}, [&](ViewState& made_for) { return make_orders_of(made_for, strategies); }) {
    watch_models();
    open(first);
    settle();
  }
  QTableView* table() { return part<QTableView>("orders_table"); }
  OrderChart* chart() { return part<OrderChart>("order_chart"); }
  QString cell(int row, int column) { return ShownPane::cell("orders_table", row, column); }
  void click_row(const char* name, int row, Qt::KeyboardModifiers keys = {}) {
    test::click_row(part<QTableView>(name), row, keys);
  }
  void choose(int row, Qt::KeyboardModifiers held = {}) { click_row("orders_table", row, held); }
  void click(const char* button) { test::click(part<QToolButton>(button)); }
  bool enabled(const char* button) { return part<QToolButton>(button)->isEnabled(); }
  void open_tab(int tab) { click_tab(part<QTabWidget>("orders_tabs")->tabBar(), tab); }
  void run(int row) {
    choose(row);
    QTest::keyClick(table(), Qt::Key_Return);
    settle();
  }
  /// Without the search, which takes the time it gets.
  void compute_matrix() {
    for (QAction* action : part<QToolButton>("choose_layouts")->menu()->actions())
      if (action->text() == "search") action->setChecked(false);
    press("compute_matrix");
  }
  QStringList names() { return names_of(*graph, graph->operators()); }
};

}  // namespace stowage::test
