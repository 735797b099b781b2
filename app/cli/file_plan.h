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

/// None where the input carries none; of `alignment` where its offsets have it. `path` is named in what is wrong.
[[nodiscard]] Result<std::optional<FilePlan>> file_plan_of(const Document& document, const std::string& path,
                                                           Bytes alignment, const Task& task);

/// The best bound that can be proved soon for plans of this alignment; of the order in which the plan runs. Where even
/// that takes too much memory, 0.
[[nodiscard]] Result<Bytes> bound_for(const Graph& graph, const Plan& plan, const Task& task);

/// Why our best plan is not compared with the one in the file: "is invalid", "has unknown sizes"; empty where it is.
[[nodiscard]] std::string not_compared(const FilePlan& file, const Graph& graph, const Plan& best);

/// "saves 1.30 MiB (-9.2%)", "takes as much", "takes 12 B (+0.1%) more": our best plan against the one in the
/// file; "– (its plan is invalid)" where they are not compared. Where the file's plan is safe in the host's order only,
/// the text says so.
[[nodiscard]] std::string saving_text(const FilePlan& file, const Graph& graph, const Plan& best);

/// {"footprint", "valid", "violations", "assumed", "saved_by_best"}, amounts in bytes; null where they are not
/// compared.
[[nodiscard]] Json file_plan_json(const FilePlan& file, const Graph& graph, const Plan& best);

}  // namespace stowage::cli
