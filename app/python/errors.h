// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <pybind11/pybind11.h>

#include "core/base/error.h"

// Faults of core as exceptions of Python. All of this needs the interpreter's lock.
namespace stowage::python {

/// Text from a file, whose bytes may be anything: those that are not UTF-8 become U+FFFD.
[[nodiscard]] pybind11::str text_of(std::string_view text);
/// A sentence that may name a file: bytes that are not UTF-8 are escaped as in names of files (os.fsdecode).
[[nodiscard]] pybind11::str sentence_of(std::string_view text);
/// The name of a file that an argument gives; throws stowage.Error for what is none.
[[nodiscard]] std::string file_name(pybind11::handle given, const char* argument);

/// Throws stowage.Error, or MemoryError where memory ran out.
[[noreturn]] void raise(const Error& error);
/// Throws stowage.Error of an argument: `place` is its name, or "sizes[3]".
[[noreturn]] void raise_bad_argument(std::string place, std::string reason);

/// The class or the function of that name in stowage/_values.py.
[[nodiscard]] pybind11::object python_value(const char* name);

}  // namespace stowage::python
