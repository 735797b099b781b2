// SPDX-License-Identifier: Apache-2.0
#include "app/python/errors.h"

#include <new>

namespace py = pybind11;

namespace stowage::python {

namespace {

/// "bad_input", "timed_out", …: Error.kind.
const char* name_of(Error::Kind kind) {
  static constexpr const char* kNames[] = {"bad_input",   "cancelled", "timed_out", "infeasible",
                                           "unsupported", "too_large", "external",  "no_memory"};
  return kNames[static_cast<std::size_t>(kind)];
}

py::str decoded(std::string_view text, const char* errors) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), errors));
}

}  // namespace

py::str text_of(std::string_view text) {
  return decoded(text, "replace");
}

py::str sentence_of(std::string_view text) {
  return decoded(text, "surrogateescape");
}

std::string file_name(py::handle given, const char* argument) {
  return python_value("file_name")(given, argument).cast<std::string>();
}

void raise(const Error& error) {
  if (error.kind == Error::Kind::no_memory) throw std::bad_alloc();
  py::list faults;
  for (const Diagnostic& fault : error.faults) {
    const auto file = py::reinterpret_steal<py::str>(
        PyUnicode_DecodeFSDefaultAndSize(fault.file.data(), static_cast<Py_ssize_t>(fault.file.size())));
    faults.append(py::make_tuple(file, sentence_of(fault.place), sentence_of(fault.reason)));
  }
  const py::object type = python_value("Error");
  const py::object raised = type(name_of(error.kind), faults);
  PyErr_SetObject(type.ptr(), raised.ptr());
  throw py::error_already_set();
}

void raise_bad_argument(std::string place, std::string reason) {
  raise(Error::bad_input("", std::move(place), std::move(reason)));
}

py::object python_value(const char* name) {
  return py::module_::import("stowage._values").attr(name);
}

}  // namespace stowage::python
