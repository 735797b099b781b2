// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/graph/graph.h"

namespace stowage {

/// A graph whose operators have the durations of a file, and the warnings of the reader.
struct TimedGraph {
  Graph graph;
  std::vector<Diagnostic> warnings;
};

/// Gives operators the durations of a file: an ETDump or a profile of ONNX Runtime
/// (core/formats/readers.h), or a CSV.
///
/// A CSV has a header: a column `operator` (or `name`, `id`, `node`) and one of `duration` (or `duration_ns`, `ns`:
/// nanoseconds), `duration_us` (`us`), `duration_ms` (`ms`), with a decimal point where there are fractions. A column
/// `from` may say measured (the default), estimated or modelled. An operator with several rows gets their mean, as of
/// several runs. Operators without a row keep their durations. Warnings count the rows whose operator is not in the
/// graph, and the operators without a row.
///
/// bad_input, with line and reason of every fault: a column is missing, a duration is not a number within
/// 0 … kMaxDuration, no row names an operator of the graph, durations add up to kMaxTotalDuration.
[[nodiscard]] Result<TimedGraph> with_durations(const Graph& graph, std::string_view bytes, const std::string& file,
                                                const Task& task = {});

/// A graph whose operators have measured durations.
struct MedianDurations {
  Graph graph;
  std::size_t timed = 0;  ///< operators with a time
  std::size_t runs = 0;   ///< the largest number of times that one operator has
};

/// Gives each operator the median of its times (`times` by OperatorId, in nanoseconds, none below 0). Operators without
/// times keep their durations. bad_input where the durations add up to kMaxTotalDuration.
[[nodiscard]] Result<MedianDurations> with_median_durations(const Graph& graph,
                                                            std::vector<std::vector<std::int64_t>> times,
                                                            const std::string& file);

}  // namespace stowage
