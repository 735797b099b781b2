// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include <pybind11/pybind11.h>

#include "core/base/error.h"

// Faults of core as exceptions of Python. All of this needs the interpreter's lock.
namespace stowage::python {

/// "bad_input", "timed_out", …: Error.kind.
[[nodiscard]] const char* name_of(Error::Kind kind);

/// Throws stowage.Error, or MemoryError where memory ran out.
[[noreturn]] void raise(const Error& error);
/// Throws stowage.Error of an argument: `place` is its name, or "sizes[3]".
[[noreturn]] void raise_bad_argument(std::string place, std::string reason);

template <class T>
T value_or_raise(Result<T> result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

/// The class or the function of that name in stowage/_values.py.
[[nodiscard]] pybind11::object python_value(const char* name);

}  // namespace stowage::python
