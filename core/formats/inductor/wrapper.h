// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/inductor/program.h"
#include "core/formats/inductor/source.h"

namespace stowage::inductor {

/// The body of `call` in a module that Inductor wrote, statement by statement. A line that is none of those known is
/// counted; where it names tensors, it is an operator that reads them all, so that none of them ends too soon.
/// bad_input where there is no body, or it does not end.
[[nodiscard]] Result<Program> read_wrapper(const Source& source, const std::string& file, const Task& task);

}  // namespace stowage::inductor
