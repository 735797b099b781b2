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

/// 64-bit numbers somewhere in memory, each `stride` bytes after the one before: a column of somebody's array, which is
/// not copied.
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

/// Lifetimes in columns of equal size, a tensor each.
struct IntervalColumns {
  NumberColumn lower, upper;             ///< half-open, in any unit of time; empty where they are equal
  NumberColumn size;                     ///< in bytes
  NumberColumn alignment{};              ///< of the tensors themselves; empty: 1
  std::span<const std::string> names{};  ///< empty: "0", "1", …
  std::string graph = {};                ///< the graph's name
};

/// The graph that an interval CSV of these columns gives, without the text between. A fault has a place such as
/// "upper[3]".
[[nodiscard]] Result<BuiltGraph> graph_of_intervals(const IntervalColumns& columns, const Task& task = {});

/// Whether the first line is the header of an interval CSV (an id, a begin, an end and a size among its columns), or
/// already a row of one without a header.
[[nodiscard]] bool looks_like_interval_csv(std::string_view bytes);

/// Lifetimes in a table, one tensor a row: columns `id|buffer|buffer_id`, `lower|begin|start`, `upper|end`, `size`, and
/// optionally `alignment`, `hint`, `gaps`, `offset`, in any order. Fields may be quoted; a blank line ends the data.
/// Without a header columns are told by their places, as idealloc does: id, lower, upper, size; a fifth is the offset,
/// and of six the fifth is the alignment.
///
/// Ends are exclusive unless the column is called `end` or the options say otherwise; "open" lifetimes (lower, upper)
/// are those MindSpore's solver dumps: needed from `lower` through `upper - 2`. Times are any 64-bit integers.
///
/// The graph has one stream and a time axis: a step lasts from one distinct event to the next and is the operator
/// "t=<its begin>"; a tensor is made by the step that begins at its lower end, and last used by the one that ends at
/// its upper. A tensor whose lifetime is empty is never needed, and its ends are no events; a warning says so. With an
/// `offset` column there is a plan too. Hints and gaps are checked but not used, which a warning says.
[[nodiscard]] Result<Document> read_interval_csv(std::string_view bytes, const std::string& file,
                                                 const ReadOptions& options = {}, const Task& task = {});

/// `id,lower,upper,size[,alignment][,offset]`, half-open, in the graph's own time where it has a time axis and in steps
/// of its order where not. bad_input where the graph has more than lifetimes: operators on several streams, groups or
/// loops.
[[nodiscard]] Result<std::string> write_interval_csv(const Graph& graph, const Plan* plan);

}  // namespace stowage
