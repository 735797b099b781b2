// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace stowage::cli {

/// The page of stowage-cli for `man`, in roff: made from the options themselves, so that it has them all.
[[nodiscard]] std::string manual_page(const CLI::App& app, const std::string& version);

}  // namespace stowage::cli
