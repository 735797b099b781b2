// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether it is a module that TorchInductor wrote, an FX listing, or a log of either.
[[nodiscard]] bool looks_like_inductor(std::string_view bytes);

/// Reads what torch.compile writes: output_code.py, what TORCH_LOGS=output_code prints, logs of TORCH_TRACE, FX
/// listings. The text is read line by line; none of it is run.
///
/// - A module: the calls in the body of `call` are the operators, in their order. Each buffer is a tensor of the extent
///   of its sizes and strides. The kernels' parameters say which buffers are written. Buffers that Inductor reuses are
///   one slot; slots lie one behind the other, which is the plan; with memory_planning, offsets in pools are the plan.
///   A kernel that writes a buffer over the one whose slot it takes may do so in any plan.
/// - Collectives run on a stream of their group from their call until wait_tensor, and need their arguments until then.
/// - A listing is a graph before anything is fused; it has no plan.
/// - By default the graph with the most operators is read, modules before listings. Inputs are the caller's: 0 bytes.
[[nodiscard]] Result<Document> read_inductor(std::string_view bytes, const std::string& file,
                                             const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
