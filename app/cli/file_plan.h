// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "app/cli/command.h"
#include "core/check/validator.h"

namespace stowage::cli {

/// The plan that an input carries itself ("as in the file"), and whether it is safe.
struct FilePlan {
  Plan plan;
  Validation validation;
};

/// None where the input carries none; `path` is named in what is wrong.
[[nodiscard]] Result<std::optional<FilePlan>> file_plan_of(const Document& document, const std::string& path,
                                                           const Task& task);

/// The graph in the order in which the plan runs it: that of its sequence, where it has one.
[[nodiscard]] Result<Graph> as_run(const Graph& graph, const Plan& plan);

/// The best bound that can be proved soon for plans of this alignment; of the order in which the plan runs. Where even
/// that takes too much memory, 0.
[[nodiscard]] Result<Bytes> bound_for(const Graph& graph, const Plan& plan, const Task& task);

/// Whether a bound for plans of another alignment (none of another order) holds for this one, too. One that is safe
/// only while the streams take turns may be smaller than any bound for streams that do not.
[[nodiscard]] inline bool bound_holds(const Plan& plan, std::uint64_t alignment) {
  return !plan.serial_streams && static_cast<std::uint64_t>(plan.alignment.count) % alignment == 0;
}

/// "saves 1.30 MiB (-9.2%)", "takes as much", "takes 12 B (+0.1%) more": our best plan against the one in the
/// file. An invalid one is no plan to save anything of: "– (its plan is invalid)". Where the file's plan is safe in the
/// host's order only, the text says so.
[[nodiscard]] std::string saving_text(const FilePlan& file, Bytes best);

/// {"footprint", "valid", "violations", "saved_by_best"}, amounts in bytes; null where the plan is invalid.
[[nodiscard]] Json file_plan_json(const FilePlan& file, Bytes best);

}  // namespace stowage::cli
