// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/experiments/experiment.h"
#include "core/formats/experiment_report.h"

namespace stowage {

/// Writes what was measured so far, so that a run that was stopped can go on:
/// ```
/// {"format": "stowage-measurements", "version": 3, "stowage": "0.9", "machine": "…", "solver": "cbc",
///  "measured": {"zoo:vgg16/1/adam/1|given|caching|10 s|footprint": 123, "…": "the network is not in the zoo",
///               "…": {"stands_in": 456}}}
/// ```
[[nodiscard]] std::string write_measurements(const Measurements& measured, const ExperimentSetting& setting);
/// The measurements of a file, without times where another machine took them; none where another version,
/// also of the file, or another solver was used. bad_input for any other file.
[[nodiscard]] Result<Measurements> read_measurements(std::string_view bytes, const ExperimentSetting& setting);

}  // namespace stowage
