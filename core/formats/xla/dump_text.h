// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <google/protobuf/arena.h>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/import_summary.h"
#include "core/formats/xla/hlo.pb.h"

/// The texts that XLA dumps. A text must outlive the results of its reader.
namespace stowage::xla {

struct ModuleIndex;

/// A module as text. Ids of instructions and computations are their places in the text, from 1.
struct ModuleText {
  ModuleText();
  std::unique_ptr<google::protobuf::Arena> arena;          ///< owns all messages: there may be millions
  Hlo* hlo;                                                ///< the module alone, without a buffer assignment
  bool is_scheduled = false;                               ///< whether instructions run in the order of the lines
  std::vector<std::string_view> shapes;                    ///< by instruction, from id 1: views of the text
  std::vector<std::size_t> lines;                          ///< by instruction; lines from 1
  std::unordered_map<std::string_view, std::int64_t> ids;  ///< of instructions by name
};

/// Reads "HloModule NAME, …" and the computations that follow, and skips the text before. bad_input with the line of
/// every fault.
[[nodiscard]] Result<ModuleText> read_module_text(std::string_view text, const std::string& file, const Task& task);

/// Reads "BufferAssignment:" with its allocations and their values, up to "Total bytes used". Buffers are in the order
/// of their ids, with the names of the instructions that make them; the caller finds these in a module. bad_input with
/// every line that is wrong.
[[nodiscard]] Result<BufferAssignment> read_assignment_text(std::string_view text, const std::string& file,
                                                            ImportSummary& summary, const Task& task);

/// A dump of live ranges, as views of its text.
struct LiveRangeText {
  struct Range {
    std::string_view name;             ///< of the instruction that makes the buffer
    std::string_view index{};          ///< "0,1" for a part of the result, or empty
    std::int64_t first = 0, last = 0;  ///< places in the sequence; the buffer is needed at both
  };
  std::vector<std::string_view> sequence{};  ///< instructions in the order in which they run
  std::vector<Range> ranges{};
};

/// Reads "HloLiveRange (max N):", its sequence and its ranges, and skips the rest. bad_input with every line that is
/// wrong.
[[nodiscard]] Result<LiveRangeText> read_live_range_text(std::string_view text, const std::string& file,
                                                         const Task& task);

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
///
/// `alone`: only those of a computation, as a Flow of it alone has them. `left`: instructions of fusions that may still
/// be read.
[[nodiscard]] Result<std::vector<MayOverwrite>> make_up_assignment(const ModuleText& module, const ModuleIndex& index,
                                                                   const std::string& file, ImportSummary& summary,
                                                                   std::size_t& left, BufferAssignment& out,
                                                                   std::optional<std::int64_t> alone = {});
inline constexpr std::size_t kMostOfFusions = 50'000'000;  // real modules have far fewer

}  // namespace stowage::xla
