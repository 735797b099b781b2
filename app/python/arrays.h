// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/numpy.h>

#include "core/formats/interval_csv.h"

// Arrays of NumPy, and whatever it makes arrays of, as numbers of ours; and ours as arrays. What is not what it should
// be is refused by a stowage.Error that names argument and place. All of this needs the interpreter's lock.
namespace stowage::python {

/// Whole numbers of an argument. 64-bit ones are read where they are, whatever their strides; others are converted.
/// Columns stay readable without the lock as long as this lives.
class Numbers {
 public:
  /// One dimension, with `length` numbers where that is given.
  [[nodiscard]] static Numbers vector(pybind11::handle argument, const std::string& name,
                                      std::optional<std::size_t> length = {});
  /// Rows of as many numbers as one of `widths` says; an empty list has no rows.
  [[nodiscard]] static Numbers table(pybind11::handle argument, const std::string& name,
                                     std::initializer_list<std::size_t> widths);

  [[nodiscard]] std::size_t size() const { return rows_; }
  [[nodiscard]] std::size_t width() const { return columns_.size(); }
  [[nodiscard]] const NumberColumn& column(std::size_t index = 0) const { return columns_[index]; }
  [[nodiscard]] std::int64_t operator[](std::size_t row) const { return columns_.front()[row]; }

 private:
  Numbers(pybind11::array kept, std::size_t width);

  pybind11::array kept_;
  std::size_t rows_ = 0;
  std::vector<NumberColumn> columns_;
};

/// "sizes[3]", "control[3,0]": where an entry of an argument stands.
[[nodiscard]] std::string at(const std::string& name, std::size_t row, std::optional<std::size_t> column = {});
/// Numbers::vector(); none for None.
[[nodiscard]] std::optional<Numbers> optional_vector(pybind11::handle argument, const std::string& name,
                                                     std::size_t length);
/// A mask of `count` booleans, or a list of indices below `count`.
[[nodiscard]] std::vector<bool> mask(pybind11::handle argument, const std::string& name, std::size_t count);
/// `count` texts; empty for None.
[[nodiscard]] std::vector<std::string> texts(pybind11::handle argument, const std::string& name, std::size_t count);

/// The same array, which nobody can write to: it stands for what does not change.
[[nodiscard]] inline pybind11::array frozen(pybind11::array array) {
  array.attr("setflags")(pybind11::arg("write") = false);
  return array;
}
/// An array of what `owner` keeps. `T` may be a struct of one number.
template <class Number, class T>
pybind11::array view_of(pybind11::handle owner, const std::vector<T>& values) {
  static_assert(sizeof(Number) == sizeof(T));
  return frozen({pybind11::dtype::of<Number>(), {values.size()}, {sizeof(T)}, values.data(), owner});
}
/// An array with numbers of its own.
template <class Number>
pybind11::array array_of(const std::vector<Number>& values, std::vector<std::ptrdiff_t> shape = {}) {
  if (shape.empty()) shape.push_back(static_cast<std::ptrdiff_t>(values.size()));
  return frozen({pybind11::dtype::of<Number>(), shape, values.data()});
}

}  // namespace stowage::python
