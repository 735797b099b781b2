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

/// The place of a logical buffer, and its life in steps of the flow. Several buffers may be one tensor.
struct BufferLife {
  std::int64_t size = 0;
  int allocation = -1;  ///< its number in the assignment; -1 where there is none
  std::int64_t offset = 0;
  bool planned = false;
  std::uint32_t begin = Flow::kNone;  ///< kNone: present from the start
  std::vector<std::uint32_t> uses{};  ///< ascending
  bool to_the_end = false;
  std::uint32_t one_with = 0;  ///< the first buffer of its tensor: itself, or an earlier one
  /// For the first buffer of a tensor: the first buffer of the tensor over which it is written in place, or kNone.
  std::uint32_t over = Flow::kNone;
  bool must_be_over = false;  ///< it cannot be written elsewhere
  /// The first buffers of tensors over which a plan may write it.
  std::vector<std::uint32_t> may_be_over{};

  /// The last step that needs the buffer; Flow::kNone where it lives to the end.
  [[nodiscard]] std::uint32_t end() const {
    if (to_the_end) return Flow::kNone;
    return uses.empty() ? begin : uses.back();
  }
};

/// The first and the last instruction that need a buffer, from a dump of live ranges. `first` is 0 for the start.
struct LiveRange {
  std::int64_t buffer = 0;           ///< its id
  std::int64_t first = 0, last = 0;  ///< ids of instructions that run
  bool to_the_end = false;
};

/// Facts about lives that the flow does not have.
struct KnownLives {
  bool has_places = true;                      ///< false: each buffer has a made-up allocation of its own
  std::span<const MayOverwrite> overwrites{};  ///< without places: buffers that may be written in place
  std::span<const LiveRange> ranges{};
  /// All instructions run one after the other. With more streams, an instruction may run beside the last reader of an
  /// input that it is written over: no in-place pair can say that, so both are one tensor.
  bool one_stream = true;
};

/// The lives of all logical buffers, by their place in the assignment. `summary` gets the findings and assumptions.
[[nodiscard]] std::vector<BufferLife> lives_of(const BufferAssignment& assignment, Flow& flow, const KnownLives& known,
                                               ImportSummary& summary);

/// "fusion.3", or "custom-call.1{0}" for a part of a result; "unnamed 7" where the buffer's instruction has no name.
[[nodiscard]] std::string name_of(const LogicalBuffer& buffer, const Flow& flow);

}  // namespace stowage::xla
