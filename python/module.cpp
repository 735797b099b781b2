// SPDX-License-Identifier: Apache-2.0
// The extension stowage._core. What is public is named in stowage/__init__.py.
#include <pybind11/pybind11.h>

#include "python/values.h"

PYBIND11_MODULE(_core, module) {
  module.doc() = "The planner itself; use the package stowage.";
  stowage::python::add_graph(module);
  stowage::python::add_plan(module);
}
