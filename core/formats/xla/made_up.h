// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/formats/import_summary.h"
#include "core/formats/xla/hlo.pb.h"
#include "core/formats/xla/module_text.h"

namespace stowage::xla {

/// One array of a shape: the shape itself, or a part of a tuple.
struct ShapeLeaf {
  std::string_view text;              ///< "f32[8]{0}"
  std::vector<std::int64_t> index;    ///< its place in the tuples; empty for the whole
  std::optional<std::int64_t> bytes;  ///< padded to its first tile; none where a dimension is not known
  std::int64_t space = 0;             ///< S(n)
  bool padded = false;                ///< whether it has more bytes than its elements
};

/// The arrays of a shape such as `(bf16[8,128]{1,0:T(8,128)(2,1)S(1)}, token[])`, in order; tokens and the like have 0
/// bytes. None where the type is not known, a bracket is damaged, or the shape is too deep or too large.
[[nodiscard]] std::optional<std::vector<ShapeLeaf>> read_shape(std::string_view text);

/// A buffer that its instruction may write over an operand that it reads element by element.
struct MayOverwrite {
  std::uint32_t buffer = 0;                ///< its place in the assignment
  std::vector<std::int64_t> operands{};    ///< operands of the same shape, as ids of instructions
  std::vector<std::int64_t> read_whole{};  ///< other operands: any element may be read at any time
};

/// Makes up the buffers of a module without an assignment: one for each array that an instruction makes, as large as
/// its shape, each in an allocation of its own. Instructions that own no bytes (bitcasts, tuples and their elements,
/// results of calls, loops and waits, declared aliases of operands) have none. bad_input where a shape is not known.
///
/// Returns the buffers that may be written in place, as XLA's buffer assignment does: element-wise instructions and
/// fusions over operands of the same shape and layout, updates of a slice and scatters over their target; never a copy.
[[nodiscard]] Result<std::vector<MayOverwrite>> make_up_assignment(const ModuleText& module, const std::string& file,
                                                                   ImportSummary& summary, BufferAssignment& out);

}  // namespace stowage::xla
