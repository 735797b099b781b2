// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/experiments/experiment.h"
#include "core/formats/experiment_report.h"

namespace stowage {

/// Writes what was measured so far, so that a run that was stopped can go on:
/// ```
/// {"format": "stowage-measurements", "version": 1, "stowage": "0.9", "machine": "…", "solver": "cbc", "limit": "10 s",
///  "measured": {"zoo:vgg16/1/adam/1|given|caching|footprint": 123, "…": "the network is not in the zoo"}}
/// ```
/// `limit` is any text on the time limits of the run.
[[nodiscard]] std::string write_measurements(const Measurements& measured, const ExperimentSetting& setting,
                                             const std::string& limit);
/// The measurements of a file, without times where another machine took them; none where another version, another
/// solver or other limits were used. bad_input for any other file.
[[nodiscard]] Result<Measurements> read_measurements(std::string_view bytes, const ExperimentSetting& setting,
                                                     const std::string& limit);

}  // namespace stowage
