// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>
#include <string_view>

#include "core/papers/tables.h"

namespace stowage::cli {
namespace {

std::string decimal_text(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

/// The whole text as a number; none where it is not a number, has anything after it, or does not fit.
template <class Number>
std::optional<Number> parse_all(const std::string& text) {
  Number value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

std::optional<double> parse_real(const std::string& text) {
  const auto value = parse_all<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// An option whose text `parse` turns into a value or refuses; `what` says what it takes.
template <class Value, class Parse>
CLI::Option* add_parsed(CLI::App& command, const std::string& name, Value& value, const std::string& description,
                        const std::string& what, Parse parse) {
  CLI::Option* const option = command.add_option_function<std::string>(
      name,
      [&value, name, what, parse](const std::string& text) {
        const auto parsed = parse(text);
        if (!parsed) throw CLI::ValidationError(name, "takes " + what + ", not \"" + text + "\"");
        value = *parsed;
      },
      description);
  return option->type_name("NUMBER");
}

/// The factor of a unit, or 0.
double unit_factor(std::string_view unit) {
  static constexpr std::pair<std::string_view, double> kUnits[] = {
      {"", 1},     {"B", 1},    {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"TiB", 0x1p40},
      {"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6},     {"GB", 1e9},     {"TB", 1e12}};
  for (const auto& [name, factor] : kUnits)
    if (name == unit) return factor;
  return 0;
}

template <class Value>
CLI::Option* add_whole_to(CLI::App& command, const std::string& name, Value& value, std::uint64_t least,
                          std::uint64_t most, const std::string& description) {
  const std::string what = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  return add_parsed(command, name, value, description, what, [=](const std::string& text) {
    const auto number = parse_all<std::uint64_t>(text);
    return number && *number >= least && *number <= most ? number : std::nullopt;
  });
}

}  // namespace

std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  const std::size_t digits = text.find_first_not_of("0123456789.");
  std::string unit = digits == std::string::npos ? "" : text.substr(digits);
  unit.erase(0, unit.find_first_not_of(' '));
  const double factor = unit_factor(unit);
  if (factor == 1) return parse_all<std::uint64_t>(text.substr(0, digits));
  const auto number = parse_real(text.substr(0, digits));
  if (factor == 0 || !number || *number * factor >= 0x1p63) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(*number * factor));
}

CLI::Option* add_whole(CLI::App& command, const std::string& name, std::uint64_t& value, std::uint64_t least,
                       std::uint64_t most, const std::string& description) {
  return add_whole_to(command, name, value, least, most, description);
}

CLI::Option* add_whole(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& value,
                       std::uint64_t least, std::uint64_t most, const std::string& description) {
  return add_whole_to(command, name, value, least, most, description);
}

CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value,
                       const std::string& description) {
  return add_whole(command, name, value, 0, std::numeric_limits<std::uint64_t>::max(), description);
}

CLI::Option* add_integer(CLI::App& command, const std::string& name, std::optional<std::int64_t>& value,
                         const std::string& description) {
  return add_parsed(command, name, value, description, "a whole number", parse_all<std::int64_t>);
}

CLI::Option* add_real(CLI::App& command, const std::string& name, std::optional<double>& value, double least,
                      double most, const std::string& description) {
  const std::string what = "a number from " + decimal_text(least) + " to " + decimal_text(most);
  return add_parsed(command, name, value, description, what, [=](const std::string& text) {
    const auto number = parse_real(text);
    return number && *number >= least && *number <= most ? number : std::nullopt;
  });
}

CLI::Option* add_bytes(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& value,
                       const std::string& description) {
  return add_parsed(command, name, value, description, "an amount such as 4096, 12KiB or 3.5MiB", parse_bytes)
      ->type_name("BYTES");
}

CLI::Option* add_choice(CLI::App& command, const std::string& name, std::string& value, const std::string& description,
                        const std::vector<std::string>& choices) {
  return command.add_option(name, value, description)->check(CLI::IsMember(choices));
}

CLI::Option* add_file_name(CLI::App& command, const std::string& name, std::string& path,
                           const std::string& description) {
  const auto check = [](const std::string& text) { return text.empty() ? "takes the name of a file, not \"\"" : ""; };
  return command.add_option(name, path, description)->type_name("FILE")->check(CLI::Validator(check, ""));
}

void set_group(CLI::App& command, std::size_t count, const char* heading) {
  const std::vector<CLI::Option*> options = command.get_options();
  for (std::size_t k = count; k < options.size(); ++k) options[k]->group(heading);
}

void add_json(CLI::App& command, bool& json, const std::string& more) {
  command.add_flag("--json", json, "Print one JSON object" + more);
}

void add_alignment(CLI::App& command, std::optional<std::uint64_t>& alignment, std::uint64_t most) {
  add_whole(
      command, "--align", alignment, 1, most,
      "Round offsets and sizes up to multiples of N bytes (default: the alignment of the input's format, mostly 1)");
}

CLI::Validator is_strategy(bool sets) {
  const auto check = [sets](const std::string& name) {
    const bool known = find_layout_strategy(name) != nullptr || (sets && (name == "standard" || name == "all"));
    return known ? std::string() : "unknown strategy \"" + name + "\"; 'stowage-cli strategies' lists them";
  };
  return {check, "ID"};
}

}  // namespace stowage::cli
