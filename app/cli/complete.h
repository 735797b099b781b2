// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <CLI/CLI.hpp>

namespace stowage::cli {

/// What may stand in place of the last of `words`, which follow the program's name: for the scripts of
/// resources/completion. The first line says of what kind it is:
/// ```
/// words                     the lines that follow are words that begin as the last one does: WORD TAB DESCRIPTION
/// files [ENDING…]           a file whose name ends so, or any file
/// folders                   a folder
/// ```
/// Ids of tensors, and names of graphs and memory spaces, are those of the input that stands before, where that is
/// read in a moment.
[[nodiscard]] std::string completions(const CLI::App& app, std::span<const std::string> words);

}  // namespace stowage::cli
