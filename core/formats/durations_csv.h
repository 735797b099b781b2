// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/formats/durations.h"

namespace stowage {

/// Gives operators their durations by name, from a CSV with a header: a column `operator` (or `name`, `id`, `node`) and
/// one of `duration` (or `duration_ns`, `ns`: nanoseconds), `duration_us` (`us`), `duration_ms` (`ms`), with a decimal
/// point where there are fractions. A column `from` may say measured (the default), estimated or modelled. An operator
/// with several rows gets their mean, as of several runs. Operators without a row keep their durations. Warnings count
/// the rows whose operator is not in the graph, and the operators without a row.
///
/// bad_input, with line and reason of every fault: a column is missing, a duration is not a number within
/// 0 … kMaxDuration, no row names an operator of the graph, durations add up to kMaxTotalDuration.
[[nodiscard]] Result<TimedGraph> with_csv_durations(const Graph& graph, std::string_view csv, const std::string& file);

}  // namespace stowage
