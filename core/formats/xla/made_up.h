// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/formats/import_summary.h"
#include "core/formats/xla/hlo.pb.h"
#include "core/formats/xla/module_text.h"

namespace stowage::xla {

/// A buffer that its instruction may write over an operand, which it reads element by element.
struct MayOverwrite {
  std::uint32_t buffer = 0;                ///< its place in the assignment
  std::vector<std::int64_t> operands{};    ///< of its shape: ids of instructions
  std::vector<std::int64_t> read_whole{};  ///< other operands, of which any element may be read at any time
};

/// The buffers of a module that comes without an assignment: one for each array that an instruction makes, as large as
/// its shape, each in an allocation of its own. What owns no bytes (bitcasts, tuples and their elements, results of
/// calls, loops and waits, what an instruction says to be an operand's) has none. bad_input where a shape is not known.
///
/// What is returned may be written in place, as XLA's buffer assignment does it: element-wise instructions and fusions
/// over operands of the same shape and layout, updates of a slice and scatters over what they update; never a copy.
[[nodiscard]] Result<std::vector<MayOverwrite>> make_up_assignment(const ModuleText& module, const std::string& file,
                                                                   ImportSummary& summary, BufferAssignment& out);

}  // namespace stowage::xla
