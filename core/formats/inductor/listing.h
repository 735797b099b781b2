// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/inductor/program.h"
#include "core/formats/inductor/source.h"

namespace stowage::inductor {

/// An FX listing: what PyTorch prints of a graph before Inductor fuses it. Each line is an operator that makes a tensor
/// of the type in quotes, but for those that only look at another's bytes. bad_input where there is no "forward", or it
/// does not end.
[[nodiscard]] Result<Program> read_listing(const Source& source, const std::string& file, const Task& task);

}  // namespace stowage::inductor
