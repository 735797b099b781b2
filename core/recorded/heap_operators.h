// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/id.h"
#include "core/recorded/recorded_heap.h"

namespace stowage {

/// The events of a recorded heap as operators. An operator is a run of consecutive events of one stream in which
/// nothing is allocated after something was freed, so two tensors of one stream lived at the same time exactly if their
/// operators overlap. Nothing but the stream's own order is taken for granted: the record does not say which streams
/// waited for each other.
/// ```
///              0 start           3                  5                  7
///   stream 7   │ alloc a  free b │                  │ alloc c   free a │
///   stream 0   │                 │ alloc d  alloc e │                  │ free d
/// ```
/// Operator 0 is "start": it holds what was there when the record begins, and belongs to the stream of the first event.
/// A damaged record can have two changes in one step. Then the second stream's joins the operator of that stream
/// before, and so does a free that only the reuse of its address tells of.
struct HeapOperators {
  struct Operator {
    HeapStep begin = 0;
    std::uint32_t stream = 0;           ///< into RecordedHeap::streams
    std::uint32_t first = kNoneInHeap;  ///< its first allocation, into RecordedHeap::allocations; none: it only frees
  };
  std::vector<Operator> all;         ///< ascending in `begin`, no two with the same
  std::vector<OperatorId> producer;  ///< by allocation; none: there from the start
  std::vector<OperatorId> last;      ///< by allocation: where it is freed; none: never

  /// O(n log n) for n allocations.
  explicit HeapOperators(const RecordedHeap& history);
};

}  // namespace stowage
