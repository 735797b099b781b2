// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace stowage::cli {

/// The whole text as a number; none where it is no number, has anything after it, or does not fit.
[[nodiscard]] std::optional<std::uint64_t> parse_whole(const std::string& text);
[[nodiscard]] std::optional<double> parse_real(const std::string& text);
[[nodiscard]] std::optional<std::int64_t> parse_integer(const std::string& text);
/// "4096", "12KiB", "12.5 MiB", "3MB": a number of bytes, rounded to a whole one.
[[nodiscard]] std::optional<std::uint64_t> parse_bytes(const std::string& text);

/// Options that take a number say themselves what is wrong with it: the library's own conversions wrap negative
/// numbers around and saturate large ones. Both ends of a range are allowed.
CLI::Option* add_whole(CLI::App& command, const std::string& name, std::uint64_t& value, std::uint64_t least,
                       std::uint64_t most, const std::string& description);
CLI::Option* add_whole(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& value,
                       std::uint64_t least, std::uint64_t most, const std::string& description);
CLI::Option* add_integer(CLI::App& command, const std::string& name, std::optional<std::int64_t>& value,
                         const std::string& description);
CLI::Option* add_real(CLI::App& command, const std::string& name, std::optional<double>& value, double least,
                      double most, const std::string& description);
CLI::Option* add_bytes(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& value,
                       const std::string& description);

/// The name of a file, which no option takes for one that was not given: it may not be empty.
CLI::Option* add_file_name(CLI::App& command, const std::string& name, std::string& path,
                           const std::string& description);

}  // namespace stowage::cli
