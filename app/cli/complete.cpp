// SPDX-License-Identifier: Apache-2.0
#include "app/cli/complete.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/formats.h"
#include "core/layout/strategy.h"
#include "core/zoo/zoo.h"

namespace stowage::cli {
namespace {

/// A word and what it means.
using Candidate = std::pair<std::string, std::string>;

std::string words_of(std::vector<Candidate> candidates, std::string_view current, std::string_view before = {}) {
  std::string out = "words\n";
  for (const auto& [word, meaning] : candidates)
    if (word.starts_with(current)) out.append(before).append(word).append("\t").append(meaning).append("\n");
  return out;
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

/// "--output" of "-o,--output".
std::string long_name(const CLI::Option& option) {
  return option.get_lnames().empty() ? "-" + option.get_snames().front() : "--" + option.get_lnames().front();
}

/// The first sentence, or what is before a note on the default.
std::string brief(const std::string& description) {
  const std::size_t end = std::min({description.find(". "), description.find(" (default"), description.find("; ")});
  return description.substr(0, end);
}

std::string files_of(std::vector<std::string> endings) {
  std::ranges::sort(endings);
  endings.erase(std::ranges::unique(endings).begin(), endings.end());
  std::string out = "files";
  for (const std::string& ending : endings) out += ' ' + ending;
  return out + '\n';
}

std::vector<std::string> endings_of_inputs() {
  std::vector<std::string> out;
  for (const Format& format : formats()) {
    if (!format.is_read) continue;
    for (const std::string_view ending : {format.extension, format.endings[0], format.endings[1]}) {
      if (ending.empty()) continue;
      out.emplace_back(ending);
      out.push_back(std::string(ending) + ".gz");
    }
  }
  return out;
}

/// Of an option that takes the name of a file, those that it is likely to be.
std::string files_for(std::string_view command, std::string_view option) {
  if (option == "INPUT" || option == "--of") return files_of(endings_of_inputs());
  if (option == "BEFORE" || option == "AFTER") return files_of(endings_of_inputs());
  if (option == "PLAN" || option == "--against") return files_of({".json", ".json.gz", ".csv", ".csv.gz"});
  if (option == "--durations") return files_of({".csv", ".json", ".etdp"});
  if (option != "--output" && option != "--plan-output") return files_of({});
  if (command == "render") return files_of({".png", ".svg", ".pdf", ".eps", ".html"});
  if (command == "report") return files_of({".md", ".html"});
  if (command == "plan" || option == "--plan-output") return files_of({".json", ".csv"});
  std::vector<std::string> written;
  for (const Format& format : formats())
    if (format.write != nullptr) written.emplace_back(format.extension);
  return files_of(std::move(written));
}

/// "a", "b" of "TEXT:{a,b}".
std::vector<Candidate> choices_of(const std::string& type) {
  std::vector<Candidate> out;
  const std::size_t from = type.find('{'), to = type.rfind('}');
  if (from == std::string::npos || to == std::string::npos) return out;
  std::string_view rest = std::string_view(type).substr(from + 1, to - from - 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    out.emplace_back(rest.substr(0, comma), "");
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return out;
}

std::string strategies_for(const CLI::Option& option, std::string_view current) {
  std::vector<Candidate> ids;
  for (const LayoutStrategy& strategy : layout_strategies()) ids.emplace_back(strategy.id, strategy.title);
  const bool several = option.get_delimiter() != '\0';
  if (!several) return words_of(std::move(ids), current);
  ids.emplace_back("standard", "the ten of the SOMAS paper");
  ids.emplace_back("all", "every strategy");
  const std::size_t last = current.rfind(',') + 1;  // npos + 1 is 0
  return words_of(std::move(ids), current.substr(last), current.substr(0, last));
}

std::string values_for(const CLI::App& command, const CLI::Option& option, std::string_view current) {
  const std::string type = option.get_type_name();
  const std::string name = option.get_positional() ? option.get_name(true) : long_name(option);
  if (type.find(":ID") != std::string::npos) return strategies_for(option, current);
  if (auto choices = choices_of(type); !choices.empty()) return words_of(std::move(choices), current);
  if (type == "FOLDER") return "folders\n";
  if (type == "FILE") return files_for(command.get_name(), name);
  std::vector<Candidate> networks;
  if (command.get_name() == "zoo" && option.get_positional())
    for (const ZooNetwork& network : zoo_networks()) networks.emplace_back(network.id, network.title);
  return words_of(std::move(networks), current);
}

const CLI::Option* option_of(const CLI::App& command, std::string_view word) {
  return command.get_option_no_throw(std::string(word.substr(0, word.find('='))));
}

std::string options_of(const CLI::App& command, std::string_view current) {
  std::vector<Candidate> out;
  for (const CLI::Option* option : command.get_options())
    if (!option->get_positional() && !option->get_group().empty())
      out.emplace_back(long_name(*option), brief(option->get_description()));
  return words_of(std::move(out), current);
}

/// What follows the command and the words after it.
std::string completions_of(const CLI::App& command, std::span<const std::string> words, std::string_view current) {
  const CLI::Option* waiting = nullptr;  // for its value
  std::size_t positionals = 0;
  for (const std::string& word : words) {
    if (word == "=") continue;  // bash takes it for a word
    if (waiting != nullptr) {
      waiting = nullptr;
    } else if (word.size() > 1 && word.front() == '-') {
      const CLI::Option* const option = option_of(command, word);
      if (option != nullptr && takes_value(*option) && word.find('=') == std::string::npos) waiting = option;
    } else {
      ++positionals;
    }
  }
  if (current == "=") current = {};
  if (waiting != nullptr) return values_for(command, *waiting, current);
  if (current.starts_with("--") && current.find('=') != std::string_view::npos) {
    const CLI::Option* const option = option_of(command, current);
    if (option == nullptr || !takes_value(*option)) return words_of({}, current);
    const std::size_t value = current.find('=') + 1;
    const std::string out = values_for(command, *option, current.substr(value));
    if (!out.starts_with("words")) return out;
    std::string prefixed;
    for (std::size_t at = 0; at < out.size();) {
      const std::size_t end = out.find('\n', at) + 1;
      prefixed.append(at == 0 ? "" : current.substr(0, value)).append(out, at, end - at);
      at = end;
    }
    return prefixed;
  }
  if (current.starts_with('-')) return options_of(command, current);
  const CLI::Option* last = nullptr;
  std::size_t seen = 0;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    last = option;
    if (seen++ == positionals) return values_for(command, *option, current);
  }
  if (last != nullptr && last->get_items_expected_max() > 1) return values_for(command, *last, current);
  return words_of({}, current);
}

}  // namespace

std::string completions(const CLI::App& app, std::span<const std::string> words) {
  if (words.empty()) return words_of({}, "");
  const std::string& current = words.back();
  if (words.size() == 1) {
    if (current.starts_with('-')) return options_of(app, current);
    std::vector<Candidate> commands;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      commands.emplace_back(command->get_name(), command->get_description());
    return words_of(std::move(commands), current);
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_name() == words.front())
      return completions_of(*command, words.subspan(1, words.size() - 2), current);
  return words_of({}, current);
}

}  // namespace stowage::cli
