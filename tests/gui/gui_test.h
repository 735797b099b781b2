// SPDX-License-Identifier: Apache-2.0
// What every test of painters and views includes: Qt Test, what users do, pictures, words, graphs and their results.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <QtTest>
#include <QtWidgets>

#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/graph/builder.h"
#include "core/graph/lifetimes.h"
#include "core/papers/tables.h"
#include "tests/folders.h"
#include "tests/gui/gui.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "tests/support/outcome.h"
#include "tests/support/results.h"
#include "tests/support/rounds.h"
#include "tests/support/shared.h"
#include "tests/support/sharing.h"
#include "tests/support/training_graph.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/table_actions.h"

using namespace stowage;
using namespace stowage::test;

namespace stowage::test {

inline constexpr std::int64_t kMiB = std::int64_t{1} << 20;

/// Operators in the global order.
inline const OperatorId kA(0), kB(1), kC(2), kD(3), kE(4), kF(5);

/// A test in which texts have the plurals that they have in the program: "1 tensor" for "%Ln tensor(s)".
class EnglishTest : public QObject {
 public:
  EnglishTest() { QCoreApplication::installTranslator(&plurals_); }

 private:
  EnglishPlurals plurals_;
};

[[nodiscard]] inline std::vector<OperatorId> all_of(const Graph& graph) {
  return {graph.operators().begin(), graph.operators().end()};
}
[[nodiscard]] inline std::vector<TensorId> all_tensors(const Graph& graph) {
  return {graph.tensors().begin(), graph.tensors().end()};
}

/// A graph as views and painters have it before anything is planned.
[[nodiscard]] inline PlanView view_of(Graph graph) {
  PlanView view;
  view.graph = std::make_shared<const Graph>(std::move(graph));
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  return view;
}
/// With its conflicts, too.
[[nodiscard]] inline PlanView conflicts_view(Graph graph) {
  PlanView view = view_of(std::move(graph));
  view.conflicts = std::make_shared<const Conflicts>(Conflicts::compute(*view.graph).value());
  return view;
}

/// With another plan, or another graph, made from the one there is.
[[nodiscard]] inline PlanView with_plan(PlanView view, const std::function<void(Plan&)>& change) {
  Plan plan = *view.plan;
  change(plan);
  view.plan = std::make_shared<const Plan>(std::move(plan));
  return view;
}
[[nodiscard]] inline std::shared_ptr<const Graph> with_data(const Graph& graph,
                                                            const std::function<void(Graph::Data&)>& change) {
  Graph::Data data = graph.data();
  change(data);
  return std::make_shared<const Graph>(std::move(data));
}

[[nodiscard]] inline std::vector<TensorId> sorted(std::vector<TensorId> tensors) {
  std::ranges::sort(tensors);
  return tensors;
}

/// The names of operators or tensors of a graph.
template <class Ids>
QStringList names_of(const Graph& graph, const Ids& ids) {
  QStringList out;
  for (const auto id : ids) out << text_of(graph.name(id));
  return out;
}

}  // namespace stowage::test
