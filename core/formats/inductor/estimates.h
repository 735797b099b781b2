// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/task.h"
#include "core/formats/inductor/program.h"
#include "core/formats/inductor/source.h"

namespace stowage::inductor {

/// Gives the operators of a wrapper the times that Inductor estimated for them ("inductor_runtime_and_tensor_meta" of
/// a trace), where there is one for each. Some versions write those of matrix products a thousandfold: where every
/// product would run slower than any device that Triton knows, they are divided by a thousand, and the summary says so.
void add_estimates(Program& program, const std::vector<SourceLine>& json, const std::string& file, const Task& task);

}  // namespace stowage::inductor
