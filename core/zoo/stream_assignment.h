// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/base/error.h"
#include "core/zoo/program.h"

// Parallel training as the SOMAS paper describes its graphs (section 5): gradients are reduced over all devices in
// bulk, and operators are put on streams by category.
namespace stowage::zoo {

/// Adds an operator of category communication for every `fused` gradients, in the order in which they are made, right
/// after the last of them: it reads them and makes as many reduced ones, which `parameters` have from then on. Lists of
/// more than one gradient are contiguous groups: they lie end to end, to be sent and received in one piece.
void add_all_reduces(Program& program, std::size_t fused);

/// Puts every operator on a stream: goes through the program once for each category, and begins a new stream when the
/// current one has `cap` operators. Updates are of category other.
void assign_streams(Program& program, std::size_t cap);

/// The smallest cap that needs at most `streams` streams; bad_input where there are more categories.
[[nodiscard]] Result<std::size_t> smallest_cap(const Program& program, std::size_t streams);
/// How many streams assign_streams would make.
[[nodiscard]] std::size_t streams_needed(const Program& program, std::size_t cap);

}  // namespace stowage::zoo
