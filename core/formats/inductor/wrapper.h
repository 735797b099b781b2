// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/inductor/program.h"
#include "core/formats/inductor/source.h"

namespace stowage::inductor {

/// Reads the body of `call` in a module that Inductor wrote, statement by statement. A line of an unknown form is
/// counted; it is an operator that reads every tensor that it names, so that no lifetime ends too soon.
/// bad_input: there is no body, or it does not end.
[[nodiscard]] Result<Program> read_wrapper(const Source& source, const std::string& file, const Task& task);

}  // namespace stowage::inductor
