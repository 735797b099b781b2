// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/formats/durations.h"

namespace stowage {

/// Gives operators their durations by name, from a CSV with a header: a column `operator` (or `name`, `id`, `node`) and
/// one of `duration` (or `duration_ns`, `ns`: nanoseconds), `duration_us` (`us`), `duration_ms` (`ms`), with a decimal
/// point where there are fractions; perhaps `from`: measured (where it is absent), estimated or modelled. An operator
/// named several times takes the mean of what is said of it, as of several runs. Operators that the file does not name
/// keep what they have. Rows of operators that the graph has not, and operators without a row, are warned of, with
/// counts.
///
/// bad_input tells line and reason, all at once: no such columns, a duration that is no number or not in
/// 0 … kMaxDuration, no row at all that names an operator of the graph, durations that add up to kMaxTotalDuration.
[[nodiscard]] Result<TimedGraph> with_csv_durations(const Graph& graph, std::string_view csv, const std::string& file);

}  // namespace stowage
