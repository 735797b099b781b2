// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "core/base/error.h"
#include "core/graph/graph.h"
#include "core/plan/plan.h"

// What the classes of the module hold.
namespace stowage::python {

/// stowage.Plan.
struct PlanValue {
  std::shared_ptr<const Graph> graph;
  Plan plan;
  bool interrupted = false;  ///< Ctrl-C or the time limit ended the planning: the best so far
};

/// stowage.Graph.
struct GraphValue {
  std::shared_ptr<const Graph> graph;
  std::vector<Diagnostic> warnings{};
  std::optional<Plan> plan{};  ///< of a file with offsets
};

/// Declares that objects of a class never change, and are made by functions of the module alone: a copy is the object
/// itself.
void never_changes(const pybind11::object& type);

/// As Python's warnings, one each, so that they are shown once and can be filtered.
void warn(const std::vector<Diagnostic>& warnings);

void add_graph(pybind11::module_& module);
/// Adds from_arrays() and from_intervals().
void add_from_arrays(pybind11::class_<GraphValue>& graph);
void add_plan(pybind11::module_& module);

}  // namespace stowage::python
