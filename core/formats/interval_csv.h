// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/graph/builder.h"
#include "core/plan/plan.h"

namespace stowage {

/// A view of 64-bit numbers in memory, each `stride` bytes after the one before: a column of a caller's array.
struct NumberColumn {
  const std::byte* begin = nullptr;
  std::ptrdiff_t stride = sizeof(std::int64_t);  ///< may be 0 or negative
  std::size_t size = 0;

  NumberColumn() = default;
  NumberColumn(const void* first, std::ptrdiff_t bytes_apart, std::size_t count)
      : begin(static_cast<const std::byte*>(first)), stride(bytes_apart), size(count) {}
  explicit NumberColumn(std::span<const std::int64_t> numbers)
      : NumberColumn(numbers.data(), sizeof(std::int64_t), numbers.size()) {}

  [[nodiscard]] std::int64_t operator[](std::size_t index) const {
    std::int64_t number = 0;
    std::memcpy(&number, begin + static_cast<std::ptrdiff_t>(index) * stride, sizeof number);
    return number;
  }
};

/// Lifetimes in columns of equal size, with one row for each tensor.
struct IntervalColumns {
  NumberColumn lower, upper;             ///< half-open, in any unit of time; equal ends are an empty lifetime
  NumberColumn size;                     ///< in bytes
  NumberColumn alignment{};              ///< of the tensors themselves; 1 where the column is empty
  std::span<const std::string> names{};  ///< "0", "1", … where empty
  std::string graph = {};                ///< the graph's name
};

/// Makes the graph that reading an interval CSV with these columns gives. A fault has a place such as "upper[3]".
[[nodiscard]] Result<BuiltGraph> graph_of_intervals(const IntervalColumns& columns, const Task& task = {});

/// Whether the first line is the header of an interval CSV (an id, a begin, an end and a size among its columns), or a
/// row of one without a header.
[[nodiscard]] bool looks_like_interval_csv(std::string_view bytes);

/// Reads lifetimes in a table, one tensor a row: columns `id|buffer|buffer_id`, `lower|begin|start`, `upper|end`,
/// `size`, and optionally `alignment`, `hint`, `gaps`, `offset`, in any order. Fields may be quoted; a blank line ends
/// the data. Without a header, columns follow their places, as in idealloc: id, lower, upper, size; a fifth column is
/// the offset, and of six columns the fifth is the alignment.
///
/// Ends are exclusive unless the column is called `end` or the options say otherwise. "Open" lifetimes (lower, upper),
/// as MindSpore's solver dumps them, are needed from `lower` through `upper - 2`. Times are any 64-bit integers.
///
/// The graph has one stream and a time axis: a step lasts from one distinct event to the next and is the operator
/// "t=<its begin>". A tensor is made by the step that begins at its lower end, and last used by the step that ends at
/// its upper end. A tensor with an empty lifetime is never needed, and its ends are not events; a warning says so. With
/// an `offset` column there is also a plan. Hints and gaps are checked but not used; a warning says so.
[[nodiscard]] Result<Document> read_interval_csv(const FileToRead& in);

/// Writes `id,lower,upper,size[,alignment][,offset]`, half-open, in the graph's time axis, or in steps of its order
/// without one. bad_input where the graph has more than lifetimes: operators on several streams, groups, views,
/// in-place pairs, unknown sizes or loops.
[[nodiscard]] Result<std::string> write_interval_csv(const Graph& graph, const Plan* plan);

}  // namespace stowage
