// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/cli/command.h"
#include "app/cli/report/finding.h"
#include "app/cli/report/markup.h"

namespace stowage::cli {

/// The report as Markdown for a pull request: at most so many bytes, as servers refuse longer comments; the details of
/// the last pairs are left out first, which it says.
[[nodiscard]] std::string report_markdown(const Findings& findings, std::size_t most_bytes = 60'000);
/// As one HTML page that asks for nothing else, with the heap maps of each pair.
[[nodiscard]] std::string report_html(const Findings& findings);
/// The table of all pairs, on the standard output.
void print_report(const Findings& findings);
[[nodiscard]] Json report_json(const Findings& findings);

}  // namespace stowage::cli
