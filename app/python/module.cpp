// SPDX-License-Identifier: Apache-2.0
// The extension stowage._core. What is public is named in stowage/__init__.py.
#include <utility>

#include <pybind11/pybind11.h>

#include "app/python/values.h"
#include "app/python/waiting.h"

namespace py = pybind11;

namespace stowage::python {
namespace {

constexpr const char* kNotMadeSo = "functions of the module make graphs and plans; help(stowage) lists them";

/// pybind11 would make an object that holds nothing, whose methods crash.
PyObject* refuse_new(PyTypeObject*, PyObject*, PyObject*) {
  PyErr_SetString(PyExc_TypeError, kNotMadeSo);
  return nullptr;
}

}  // namespace

void never_changes(const py::object& type) {
  const auto method = [&](const char* name, auto function) {
    type.attr(name) = py::cpp_function(std::move(function), py::name(name), py::is_method(type));
  };
  method("__copy__", [](py::object self) { return self; });
  method("__deepcopy__", [](py::object self, const py::object& /*memo*/) { return self; });
  type.attr("__new__") =
      py::staticmethod(py::cpp_function([](const py::args&, const py::kwargs&) { throw py::type_error(kNotMadeSo); }));
  // Python refuses the `__new__` of a base that is not this one.
  reinterpret_cast<PyTypeObject*>(type.ptr())->tp_new = refuse_new;
}

}  // namespace stowage::python

PYBIND11_MODULE(_core, module) {
  module.doc() = "The planner itself; use the package stowage.";
  stowage::python::end_waits_with_python();
  stowage::python::add_graph(module);
  stowage::python::add_plan(module);
}
