// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/inductor/program.h"
#include "core/formats/inductor/source.h"

namespace stowage::inductor {

/// Reads an FX listing, which PyTorch prints of a graph before Inductor fuses it. Each line is an operator that makes a
/// tensor of the type in quotes; views are other names of their argument. bad_input: there is no "forward", it does not
/// end in a return, or it is empty.
[[nodiscard]] Result<Program> read_listing(const Source& source, const std::string& file, const Task& task);

}  // namespace stowage::inductor
