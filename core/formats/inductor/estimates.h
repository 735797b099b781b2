// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/task.h"
#include "core/formats/inductor/program.h"
#include "core/formats/inductor/source.h"

namespace stowage::inductor {

/// Gives the operators of a wrapper the times that Inductor estimated ("inductor_runtime_and_tensor_meta" of a trace),
/// where there is one for each operator. Some versions write 1,000 times the estimate for matrix products. Where no
/// large product would run faster than 1 TFLOP/s, products are divided by 1,000, and the summary says so.
void add_estimates(Program& program, const std::vector<SourceLine>& json, const std::string& file, const Task& task);

}  // namespace stowage::inductor
