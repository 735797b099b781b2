// SPDX-License-Identifier: Apache-2.0
#include "app/python/arrays.h"

#include <cmath>
#include <limits>
#include <utility>

#include <pybind11/stl.h>

#include "app/python/errors.h"

namespace py = pybind11;

namespace stowage::python {
namespace {

std::string shape_of(const py::array& array) {
  std::string out;
  for (py::ssize_t k = 0; k < array.ndim(); ++k) out += (k == 0 ? "" : " x ") + std::to_string(array.shape(k));
  return out.empty() ? "a single value" : out;
}

std::string text_of(const py::dtype& type) {
  return type.attr("__str__")().cast<std::string>();
}

/// What is masked has no value, and numpy.asarray() would give it one. An array without masked entries is taken.
void refuse_masked(py::handle argument, const std::string& name) {
  const py::object ma = py::module_::import("numpy").attr("ma");
  if (!py::isinstance(argument, ma.attr("MaskedArray"))) return;
  const py::object masked = ma.attr("getmaskarray")(argument).attr("ravel")();
  if (!masked.attr("any")().cast<bool>()) return;
  const bool one_row = argument.attr("ndim").cast<int>() == 1;
  raise_bad_argument(one_row ? at(name, masked.attr("argmax")().cast<std::size_t>()) : name,
                     std::string(one_row ? "is masked" : "has masked entries") +
                         ", and so has no number; give numbers, as with .filled()");
}

py::array array_from(py::handle argument, const std::string& name) {
  if (argument.is_none()) raise_bad_argument(name, "must be an array of whole numbers, not None");
  refuse_masked(argument, name);
  py::array out;
  try {
    // Ragged lists are an error of newer versions of NumPy, and a warning of older ones.
    const py::object context = py::module_::import("warnings").attr("catch_warnings")();
    context.attr("__enter__")();
    py::module_::import("warnings").attr("simplefilter")("ignore");
    try {
      out = py::module_::import("numpy").attr("asarray")(argument);
    } catch (...) {
      context.attr("__exit__")(py::none(), py::none(), py::none());
      throw;
    }
    context.attr("__exit__")(py::none(), py::none(), py::none());
  } catch (const py::error_already_set& error) {
    if (!error.matches(PyExc_Exception)) throw;
    raise_bad_argument(name, "must be an array of whole numbers: " + std::string(py::str(error.value())));
  }
  return out;
}

/// Why an array of objects holds no whole numbers: one that is too large, or something that is no number.
[[noreturn]] void refuse_objects(const py::array& array, const std::string& name) {
  std::size_t index = 0;
  for (const py::handle item : array.attr("ravel")()) {
    if (!PyLong_Check(item.ptr()))
      raise_bad_argument(at(name, index),
                         "must be a whole number, not " + std::string(py::str(py::type::of(item).attr("__name__"))));
    int overflow = 0;
    PyLong_AsLongLongAndOverflow(item.ptr(), &overflow);
    if (overflow != 0) raise_bad_argument(at(name, index), "does not fit in 64 bits");
    ++index;
  }
  raise_bad_argument(name, "must hold whole numbers, not objects");
}

[[noreturn]] void refuse_reals(const py::array& array, const std::string& name) {
  const auto values = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(array);
  for (py::ssize_t k = 0; values && k < values.size(); ++k)
    if (!std::isfinite(values.data()[k]))
      raise_bad_argument(at(name, static_cast<std::size_t>(k)),
                         std::isnan(values.data()[k]) ? "is NaN" : "is infinite");
  raise_bad_argument(
      name, "must hold whole numbers, not " + text_of(array.dtype()) + "; convert them, as with .astype(numpy.int64)");
}

/// 64-bit numbers of this machine, the array itself where they are that already.
py::array whole(const py::array& array, const std::string& name) {
  const py::dtype type = array.dtype();
  if (type.kind() != 'i' && type.kind() != 'u') {
    if (array.size() == 0 && type.kind() == 'f') return py::array_t<std::int64_t>::ensure(array);  // an empty list
    if (type.kind() == 'f') refuse_reals(array, name);
    if (type.kind() == 'O') refuse_objects(array, name);
    raise_bad_argument(name, "must hold whole numbers, not " + text_of(type));
  }
  if (type.kind() == 'u' && type.itemsize() == 8) {
    const py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast> values(array);
    for (py::ssize_t k = 0; k < values.size(); ++k)
      if (values.data()[k] > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        raise_bad_argument(at(name, static_cast<std::size_t>(k)),
                           std::to_string(values.data()[k]) + " does not fit in 64 bits with a sign");
  }
  return py::array_t<std::int64_t, py::array::forcecast>::ensure(array);  // strides are kept where nothing is converted
}

}  // namespace

Numbers::Numbers(py::array kept, std::size_t width)
    : kept_(std::move(kept)), rows_(static_cast<std::size_t>(kept_.shape(0))) {
  const auto* const data = static_cast<const std::byte*>(kept_.data());
  const bool flat = kept_.ndim() == 1;
  for (std::size_t c = 0; c < width; ++c)
    columns_.emplace_back(flat ? data : data + static_cast<std::ptrdiff_t>(c) * kept_.strides(1), kept_.strides(0),
                          rows_);
}

Numbers Numbers::vector(py::handle argument, const std::string& name, std::optional<std::size_t> length) {
  const py::array array = array_from(argument, name);
  if (array.ndim() != 1) raise_bad_argument(name, "must have one dimension, and is " + shape_of(array));
  Numbers out(whole(array, name), 1);
  if (length && out.size() != *length)
    raise_bad_argument(name,
                       "must hold " + std::to_string(*length) + " numbers, and holds " + std::to_string(out.size()));
  return out;
}

Numbers Numbers::table(py::handle argument, const std::string& name, std::initializer_list<std::size_t> widths) {
  py::array array = array_from(argument, name);
  if (array.ndim() == 1 && array.size() == 0) return {whole(array, name), *widths.begin()};
  if (array.ndim() == 2)
    for (const std::size_t width : widths)
      if (static_cast<std::size_t>(array.shape(1)) == width) return {whole(array, name), width};
  std::string wanted;
  for (const std::size_t width : widths) wanted += (wanted.empty() ? "" : " or ") + std::to_string(width);
  raise_bad_argument(name, "must have rows of " + wanted + " numbers, and is " + shape_of(array));
}

std::string at(const std::string& name, std::size_t row, std::optional<std::size_t> column) {
  return name + '[' + std::to_string(row) + (column ? ',' + std::to_string(*column) : "") + ']';
}

std::optional<Numbers> optional_vector(py::handle argument, const std::string& name, std::size_t length) {
  return argument.is_none() ? std::nullopt : std::optional(Numbers::vector(argument, name, length));
}

std::vector<bool> mask(py::handle argument, const std::string& name, std::size_t count) {
  std::vector<bool> out(count);
  if (argument.is_none()) return out;
  const py::array array = array_from(argument, name);
  if (array.dtype().kind() == 'b') {
    if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != count)
      raise_bad_argument(name, "must hold " + std::to_string(count) + " booleans, and is " + shape_of(array));
    const py::array_t<bool, py::array::c_style | py::array::forcecast> values(array);
    for (std::size_t k = 0; k < count; ++k) out[k] = values.data()[k];
    return out;
  }
  const Numbers indices = Numbers::vector(array, name);
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (indices[k] < 0 || static_cast<std::uint64_t>(indices[k]) >= count)
      raise_bad_argument(at(name, k), std::to_string(indices[k]) + " is not an index from 0 to " +
                                          std::to_string(static_cast<std::int64_t>(count) - 1));
    out[static_cast<std::size_t>(indices[k])] = true;
  }
  return out;
}

std::vector<std::string> texts(py::handle argument, const std::string& name, std::size_t count) {
  std::vector<std::string> out;
  if (argument.is_none()) return out;
  if (!py::isinstance<py::iterable>(argument) || py::isinstance<py::str>(argument))
    raise_bad_argument(name, "must be a list of texts");
  out.reserve(count);
  for (const py::handle item : argument) {
    if (!py::isinstance<py::str>(item)) raise_bad_argument(at(name, out.size()), "must be a text");
    try {
      out.push_back(item.cast<std::string>());
    } catch (const py::cast_error&) {
      raise_bad_argument(at(name, out.size()), "has half of a surrogate pair, which is no character");
    }
  }
  if (out.size() != count)
    raise_bad_argument(name, "must hold " + std::to_string(count) + " texts, and holds " + std::to_string(out.size()));
  return out;
}

}  // namespace stowage::python
