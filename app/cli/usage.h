// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace stowage::cli {

/// The name that somebody who typed `word` most likely meant: two edits away at most; empty if none is near.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string> names);

/// What is wrong with the arguments, in one line: which command or option there is not, and the one that was meant.
[[nodiscard]] std::string usage_fault(const CLI::App& app, const CLI::ParseError& error,
                                      std::span<const std::string> arguments);

}  // namespace stowage::cli
