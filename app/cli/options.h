// SPDX-License-Identifier: Apache-2.0
// The kinds of options, and the options that several commands have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace stowage::cli {

/// "4096", "12KiB", "12.5 MiB", "3MB": a number of bytes, rounded to a whole one; none of any other text.
[[nodiscard]] std::optional<std::uint64_t> parse_bytes(const std::string& text);

/// Options that take a number say themselves what is wrong with it: the library's own conversions wrap negative
/// numbers around and saturate large ones. Both ends of a range are allowed.
CLI::Option* add_whole(CLI::App& command, const std::string& name, std::uint64_t& value, std::uint64_t least,
                       std::uint64_t most, const std::string& description);
CLI::Option* add_whole(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& value,
                       std::uint64_t least, std::uint64_t most, const std::string& description);
/// Any whole number.
CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value,
                       const std::string& description);
CLI::Option* add_integer(CLI::App& command, const std::string& name, std::optional<std::int64_t>& value,
                         const std::string& description);
CLI::Option* add_real(CLI::App& command, const std::string& name, std::optional<double>& value, double least,
                      double most, const std::string& description);
CLI::Option* add_bytes(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& value,
                       const std::string& description);

/// One of these words.
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::string& value, const std::string& description,
                        const std::vector<std::string>& choices);

/// The name of a file. It may not be empty, as this would mean that the option was not given.
CLI::Option* add_file_name(CLI::App& command, const std::string& name, std::string& path,
                           const std::string& description);

/// Puts the options of a command after the first `count` under a heading of the help.
void set_group(CLI::App& command, std::size_t count, const char* heading);

/// --json; `more` follows the description.
void add_json(CLI::App& command, bool& json, const std::string& more = {});
/// --align.
void add_alignment(CLI::App& command, std::optional<std::uint64_t>& alignment,
                   std::uint64_t most = std::uint64_t{1} << 30);
/// The id of a layout strategy; or "standard" or "all", where `sets` may be named, too.
[[nodiscard]] CLI::Validator is_strategy(bool sets);

/// The ids of the rows of a table, to choose from.
template <class Table>
[[nodiscard]] std::vector<std::string> ids_of(const Table& table) {
  std::vector<std::string> ids;
  for (const auto& row : table) ids.emplace_back(row.id);
  return ids;
}

}  // namespace stowage::cli
