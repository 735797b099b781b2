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

/// What torch.compile writes: output_code.py, what TORCH_LOGS=output_code prints, logs of TORCH_TRACE, FX listings.
/// The text is read line by line; nothing of it is run.
///
/// - A module: the calls in the body of `call` are operators in their order, and each buffer a tensor of the extent of
///   its sizes and strides. Who writes follows from the kernels' parameters. What Inductor reuses is one slot, and
///   slots lie one behind the other: that is the plan; with memory_planning the offsets in pools are. A kernel that
///   writes a buffer over the one whose slot it takes may do so in any plan.
/// - Collectives run on a stream of their group from their call until wait_tensor, and need what they read until then.
/// - A listing is a graph before anything is fused; it has no plan.
/// - Of several graphs, that with the most operators; modules before listings. Inputs are the caller's: 0 bytes here.
[[nodiscard]] Result<Document> read_inductor(std::string_view bytes, const std::string& file,
                                             const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
