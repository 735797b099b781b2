// SPDX-License-Identifier: Apache-2.0
#include "tests/support/results.h"
#include "core/papers/tables.h"
#include "tests/folders.h"

#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/planning/plan_ground.h"
#include "tests/support/planning.h"
#include "tests/support/shared.h"

namespace stowage::test {
namespace {

PlanView computed(std::shared_ptr<const Graph> graph, bool clique, Bytes alignment, const char* strategy) {
  PlanView view;
  view.graph = std::move(graph);
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  view.conflicts = std::make_shared<const Conflicts>(must(Conflicts::compute(*view.graph)));
  const auto ground = must(PlanGround::make(*view.graph, *view.conflicts, alignment));
  Bounds bounds = ground.quick_bounds();
  if (clique) bounds.clique = must(heaviest_clique(ground.bounded_problem()));
  Plan plan = must(ground.plan(*find_layout_strategy(strategy), {}));
  raise_bound(*view.graph, bounds.proved(), plan);
  view.plan = std::make_shared<const Plan>(std::move(plan));
  view.bounds = std::make_shared<const Bounds>(std::move(bounds));
  return view;
}

}  // namespace

PlanView results_of(std::shared_ptr<const Graph> graph, bool clique, Bytes alignment) {
  return computed(std::move(graph), clique, alignment, "so.size.best");
}

PlanView planned(Graph graph, const char* strategy) {
  return computed(std::make_shared<const Graph>(std::move(graph)), false, {1}, strategy);
}

PlanView results_of(Graph graph, bool clique, Bytes alignment) {
  return results_of(std::make_shared<const Graph>(std::move(graph)), clique, alignment);
}

std::shared_ptr<const Graph> graph_in(const std::string& path) {
  return must(read_document(must(read_file(path)), path)).graph;
}

Graph real_intervals(const std::string& name) {
  return *graph_in(shared_path("data/intervals/" + name + ".csv"));
}

std::shared_ptr<const Graph> sample(const std::string& name) {
  return graph_in(STOWAGE_SOURCE_DIR "/samples/" + name);
}

TensorId tensor_named(const Graph& graph, const std::string& name) {
  const TensorId t = graph.find_tensor(name);
  if (!t.valid()) throw std::runtime_error("no tensor " + name);
  return t;
}

}  // namespace stowage::test
