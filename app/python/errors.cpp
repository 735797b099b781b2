// SPDX-License-Identifier: Apache-2.0
#include "app/python/errors.h"

#include <new>

namespace py = pybind11;

namespace stowage::python {

const char* name_of(Error::Kind kind) {
  switch (kind) {
    case Error::Kind::bad_input:
      return "bad_input";
    case Error::Kind::cancelled:
      return "cancelled";
    case Error::Kind::timed_out:
      return "timed_out";
    case Error::Kind::infeasible:
      return "infeasible";
    case Error::Kind::unsupported:
      return "unsupported";
    case Error::Kind::too_large:
      return "too_large";
    case Error::Kind::external:
      return "external";
    case Error::Kind::no_memory:
      return "no_memory";
  }
  return "";
}

namespace {

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
