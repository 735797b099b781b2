// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <regex>

#include "app/cli/command.h"

namespace stowage::cli {
namespace {

/// How many characters have to be added, removed or replaced to make one text of the other.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

/// The name that `word` most likely means: two edits away at most; empty if none is near.
std::string nearest(std::string_view word, std::span<const std::string> names) {
  constexpr std::size_t kFar = 3;
  std::string out;
  std::size_t least = kFar;
  for (const std::string& name : names) {
    const std::size_t edits = edits_between(word, name);
    if (edits >= std::min(least, name.size())) continue;
    least = edits;
    out = name;
  }
  return out;
}

std::string no_such(const std::string& what, const std::string& word, std::span<const std::string> names) {
  const std::string meant = nearest(word, names);
  return "there is no " + what + ' ' + word + (meant.empty() ? "" : "; did you mean " + meant + '?');
}

std::vector<std::string> long_options(const CLI::App& command) {
  std::vector<std::string> out;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
  return out;
}

/// Names the first argument that no command takes: an option, if one is among them.
std::string extra_fault(const CLI::App& app, std::span<const std::string> arguments) {
  const std::vector<std::string> extra = app.remaining(true);
  std::string first;
  for (const std::string& argument : arguments) {
    if (std::ranges::find(extra, argument) == extra.end()) continue;
    if (argument.starts_with('-')) {
      const std::string option = argument.substr(0, argument.find('='));
      const auto parsed = app.get_subcommands();
      return no_such("option", option, long_options(parsed.empty() ? app : *parsed.front()));
    }
    if (first.empty()) first = argument;
  }
  return first.empty() ? "there are too many arguments" : "one argument too many: " + first;
}

/// Words "--view: heep not in {heap,lanes}", as the parser has it, as a sentence.
std::string choice_fault(const std::string& text) {
  static const std::regex pattern(R"(^(.*): (.*) not in \{(.*)\}$)");
  std::smatch match;
  if (!std::regex_match(text, match, pattern)) return text;
  const std::string choices = std::regex_replace(match.str(3), std::regex(","), ", ");
  return match.str(1) + ": \"" + match.str(2) + "\" is unknown; choose " + choices;
}

}  // namespace

std::string usage_fault(const CLI::App& app, const CLI::ParseError& error, std::span<const std::string> arguments) {
  if (arguments.empty()) return "give a command, such as plan";
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  const std::string& first = arguments.front();
  if (!first.starts_with('-') && std::ranges::find(names, first) == names.end())
    return no_such("command", first, names);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return extra_fault(app, arguments);
  return choice_fault(error.what());
}

}  // namespace stowage::cli
