// SPDX-License-Identifier: GPL-3.0-or-later
// The pane of orders on screen, with strategies that do as they are told.
#pragma once

#include <QAbstractItemModelTester>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QtTest>
#include <algorithm>
#include <thread>

#include "core/io/document.h"
#include "core/io/file.h"
#include "tests/folders.h"
#include "widgets/base/view_state.h"
#include "widgets/views/orders/order_table_model.h"
#include "widgets/views/orders/orders_pane.h"

namespace stowage::test {

inline constexpr int kPatience = 20'000;  // milliseconds; the machine may be busy
inline constexpr std::int64_t kMiB = 1024 * 1024;

inline std::shared_ptr<const Graph> graph_of_sample(const std::string& name) {
  const std::string path = std::string(STOWAGE_SOURCE_DIR) + "/samples/" + name;
  return read_document(read_file(path).value(), path).value().graph;
}

inline std::vector<OperatorId> all_of(const Graph& graph) {
  return {graph.operators().begin(), graph.operators().end()};
}

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

/// A pane on screen, with a document of its own: edits asked for are done.
struct ShownOrders {
  explicit ShownOrders(const std::shared_ptr<const Graph>& graph,
                       std::span<const OrderStrategy> strategies = kOrderStrategies)
      : pane(state, strategies) {
    for (auto* model : pane.findChildren<QAbstractItemModel*>())
      new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::QtTest, &pane);
    QObject::connect(&pane, &Pane::edit_requested, [this](const EditRequest& request) {
      requests.push_back(request);
      Result<EditedGraph> edited = request.apply(*graphs.back());
      if (!edited) qFatal("%s", edited.error().text().c_str());
      state.renumber(edited->operators);
      show(std::make_shared<const Graph>(std::move(edited->graph)));
    });
    pane.resize(900, 300);
    pane.show();
    if (!QTest::qWaitForWindowActive(&pane)) qFatal("the window never became active");
    show(graph);
    settle();
  }
  void show(const std::shared_ptr<const Graph>& graph) {
    graphs.push_back(graph);
    pane.set_graph(graph);
  }
  void settle() {
    if (!QTest::qWaitFor([&] { return !pane.busy(); }, kPatience)) qFatal("never settled");
  }
  template <class T>
  T* part(const char* name) {
    T* found = pane.findChild<T*>(name);
    if (!found) qFatal("no %s", name);
    return found;
  }
  QTableView* table() { return part<QTableView>("orders_table"); }
  OrderChart* chart() { return part<OrderChart>("order_chart"); }
  QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }
  void click_row(const char* name, int row, Qt::KeyboardModifiers keys = {}) {
    auto* view = part<QTableView>(name);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, keys, view->visualRect(view->model()->index(row, 0)).center());
  }
  void choose(int row, Qt::KeyboardModifiers keys = {}) { click_row("orders_table", row, keys); }
  void click(const char* button) { QTest::mouseClick(part<QToolButton>(button), Qt::LeftButton); }
  bool enabled(const char* button) { return part<QToolButton>(button)->isEnabled(); }
  void open_tab(int tab) {
    auto* bar = part<QTabWidget>("orders_tabs")->tabBar();
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
  }
  void run(int row) {
    choose(row);
    QTest::keyClick(table(), Qt::Key_Return);
    settle();
  }
  QStringList names() {
    QStringList out;
    for (const OperatorId o : graphs.back()->operators())
      out += QString::fromStdString(std::string(graphs.back()->name(o)));
    return out;
  }
  ViewState state;
  std::vector<std::shared_ptr<const Graph>> graphs;
  std::vector<EditRequest> requests;
  OrdersPane pane;
};

}  // namespace stowage::test
