// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/formats/experiment_report.h"

namespace stowage {

/// Today, on this machine. `solver`: a name or path (core/process/solver.h).
[[nodiscard]] ExperimentSetting setting_here(const std::string& version, const std::string& solver, bool full);

/// The report as the bytes of a file with that ending: "md", "csv", "tex", "html" or "pdf". Needs a QGuiApplication
/// for PDF (the offscreen platform will do).
[[nodiscard]] std::string experiment_file(const std::vector<ExperimentResult>& results,
                                          const ExperimentSetting& setting, std::string_view ending);

}  // namespace stowage
