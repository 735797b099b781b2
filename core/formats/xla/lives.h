// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/formats/import_summary.h"
#include "core/formats/xla/flow.h"
#include "core/formats/xla/made_up.h"

namespace stowage::xla {

/// Where a logical buffer lies and when it is needed, in steps of the flow. Many buffers may be one tensor.
struct BufferLife {
  std::int64_t size = 0;
  int allocation = -1;  ///< its place in the assignment; -1: none
  std::int64_t offset = 0;
  bool planned = false;
  std::uint32_t begin = Flow::kNone;  ///< none: there from the start
  std::vector<std::uint32_t> uses{};  ///< ascending
  bool to_the_end = false;
  std::uint32_t one_with = 0;  ///< the buffer whose tensor it is a part of: itself, or an earlier one
  /// Of such a buffer: the one, of another tensor, over which its instruction writes that tensor in place; kNone: none.
  std::uint32_t over = Flow::kNone;
  bool must_be_over = false;  ///< it could not as well be written elsewhere
  /// Others over which a plan may have it written.
  std::vector<std::uint32_t> may_be_over{};

  /// The last step that needs it; Flow::kNone where it outlives them all.
  [[nodiscard]] std::uint32_t end() const {
    if (to_the_end) return Flow::kNone;
    return uses.empty() ? begin : uses.back();
  }
};

/// From which to which instruction a buffer is needed, as a dump of live ranges has it; 0: from the start.
struct LiveRange {
  std::int64_t buffer = 0;           ///< its id
  std::int64_t first = 0, last = 0;  ///< ids of instructions that run
  bool to_the_end = false;
};

/// What is known of lives beside the flow.
struct KnownLives {
  bool has_places = true;                      ///< false: each buffer is in an allocation of its own, which is made up
  std::span<const MayOverwrite> overwrites{};  ///< without places: what may be written in place
  std::span<const LiveRange> ranges{};
  /// All instructions run one after the other. Else one that may run beside what reads an input last cannot be told to
  /// write over it, and both are one tensor.
  bool one_stream = true;
};

/// The lives of all logical buffers, by their place in the assignment; what was found and assumed goes to `summary`.
[[nodiscard]] std::vector<BufferLife> lives_of(const BufferAssignment& assignment, Flow& flow, const KnownLives& known,
                                               ImportSummary& summary);

/// "fusion.3", or "custom-call.1{0}" for a part of what an instruction makes; "unnamed 7" where nobody does.
[[nodiscard]] std::string name_of(const LogicalBuffer& buffer, const Flow& flow);

}  // namespace stowage::xla
