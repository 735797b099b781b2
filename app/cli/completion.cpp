// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/completion_scripts.h"
#include "app/cli/number_text.h"
#include "app/cli/options.h"
#include "core/formats/document.h"
#include "core/formats/formats.h"
#include "core/insight/improve/lever.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/zoo/zoo.h"

namespace stowage::cli {
namespace {

/// A word and its meaning.
using Candidate = std::pair<std::string, std::string>;

std::string words_of(const std::vector<Candidate>& candidates, std::string_view current, std::string_view before = {}) {
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

/// The first sentence, without a note on the default.
std::string brief(const std::string& description) {
  const std::size_t end = std::min({description.find(". "), description.find(" (default"), description.find("; ")});
  return description.substr(0, end);
}

/// The same for a list separated by commas: words that it does not have yet follow those that it has.
std::string words_of_list(std::vector<Candidate> candidates, std::string_view current) {
  const std::size_t last = current.rfind(',') + 1;  // npos + 1 is 0
  for (std::size_t from = 0; from < last;) {
    const std::size_t end = current.find(',', from);
    std::erase_if(candidates, [&](const Candidate& each) { return each.first == current.substr(from, end - from); });
    from = end + 1;
  }
  return words_of(candidates, current.substr(last), current.substr(0, last));
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
    auto endings = format.all_endings();
    endings.push_back(format.extension);
    for (const std::string_view ending : endings) {
      out.emplace_back(ending);
      out.push_back(std::string(ending) + ".gz");
    }
  }
  return out;
}

/// The files that an option is likely to take.
std::string files_for(std::string_view command, std::string_view option) {
  static constexpr std::string_view kInputs[] = {"INPUT", "--of", "BEFORE", "AFTER"};
  if (std::ranges::find(kInputs, option) != std::end(kInputs)) return files_of(endings_of_inputs());
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
  if (!several) return words_of(ids, current);
  ids.emplace_back("standard", "the ten of the SOMAS paper");
  ids.emplace_back("all", "every strategy");
  return words_of_list(std::move(ids), current);
}

std::string levers_for(std::string_view current) {
  std::vector<Candidate> names;
  for (const std::string_view name : kLeverNames) names.emplace_back(name, "");
  return words_of_list(std::move(names), current);
}

/// The content of a file that is read in a moment, or nothing.
std::optional<Document> small_document(const std::string& path) {
  constexpr std::uintmax_t kMostBytes = 2'000'000, kMostPacked = 200'000;
  constexpr double kSeconds = 0.2;
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return {};
  const std::uintmax_t size = std::filesystem::file_size(path, failed);
  if (failed || size > (path.ends_with(".gz") ? kMostPacked : kMostBytes)) return {};
  const Task task = Task::with_time_limit(kSeconds);
  auto document = unless_memory_runs_out([&]() -> Result<Document> {
    return read_document_file(path, task).and_then([&](const std::string& bytes) {
      return read_document(bytes, path, {}, task);
    });
  });
  if (!document) return {};
  return *std::move(document);
}

/// A name that a shell can show on its line.
bool is_word(std::string_view name) {
  return !name.empty() && std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

/// The names of tensors, graphs or memory spaces in the input, without those of `others`.
std::string names_in(const std::string& input, std::string_view wanted, std::string_view current,
                     std::span<const std::string> others) {
  constexpr std::size_t kMost = 2'000;  // more are too many to choose from
  std::vector<Candidate> out;
  const auto document = small_document(input);
  if (!document) return words_of({}, current);
  const auto add = [&](std::string_view name, std::string meaning) {
    if (out.size() < kMost && is_word(name) && name.starts_with(current) && std::ranges::count(others, name) == 0)
      out.emplace_back(name, std::move(meaning));
  };
  if (wanted == "--graph")
    for (const auto& graph : document->graphs) add(graph.name, "");
  else if (wanted == "--space")
    for (const auto& space : document->spaces) add(space.name, "");
  else
    for (const TensorId t : document->graph->tensors()) add(document->graph->name(t), human(document->graph->size(t)));
  return words_of(out, current);
}

/// `before`: the positional arguments before it; the first is the input.
std::string values_for(const CLI::App& command, const CLI::Option& option, std::string_view current,
                       std::span<const std::string> before) {
  const std::string type = option.get_type_name();
  const std::string name = option.get_positional() ? option.get_name(true) : long_name(option);
  if (name == "TENSOR" || name == "OTHER" || name == "--graph" || name == "--space")
    return names_in(before.empty() ? "" : before.front(), name, current, before);
  if (name == "--allow" && command.get_name() == "tradeoff") return levers_for(current);
  if (type.find(":ID") != std::string::npos) return strategies_for(option, current);
  if (const auto choices = choices_of(type); !choices.empty()) return words_of(choices, current);
  if (type == "FOLDER") return "folders\n";
  if (type == "FILE") return files_for(command.get_name(), name);
  std::vector<Candidate> networks;
  if (command.get_name() == "zoo" && option.get_positional())
    for (const ZooNetwork& network : zoo_networks()) networks.emplace_back(network.id, network.title);
  return words_of(networks, current);
}

const CLI::Option* option_of(const CLI::App& command, std::string_view word) {
  return command.get_option_no_throw(std::string(word.substr(0, word.find('='))));
}

std::string options_of(const CLI::App& command, std::string_view current) {
  std::vector<Candidate> out;
  for (const CLI::Option* option : command.get_options())
    if (!option->get_positional() && !option->get_group().empty())
      out.emplace_back(long_name(*option), brief(option->get_description()));
  return words_of(out, current);
}

/// Completes the last argument of a command.
std::string completions_of(const CLI::App& command, std::span<const std::string> words, std::string_view current) {
  const CLI::Option* waiting = nullptr;  // for its value
  std::vector<std::string> before;       // positional arguments
  for (const std::string& word : words) {
    if (word == "=") continue;  // bash takes it for a word
    if (waiting != nullptr) {
      waiting = nullptr;
    } else if (word.size() > 1 && word.front() == '-') {
      const CLI::Option* const option = option_of(command, word);
      if (option != nullptr && takes_value(*option) && word.find('=') == std::string::npos) waiting = option;
    } else {
      before.push_back(word);
    }
  }
  if (current == "=") current = {};
  if (waiting != nullptr) return values_for(command, *waiting, current, before);
  if (current.starts_with("--") && current.find('=') != std::string_view::npos) {
    const CLI::Option* const option = option_of(command, current);
    if (option == nullptr || !takes_value(*option)) return words_of({}, current);
    const std::size_t value = current.find('=') + 1;
    const std::string out = values_for(command, *option, current.substr(value), before);
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
    if (seen++ == before.size()) return values_for(command, *option, current, before);
  }
  if (last != nullptr && last->get_items_expected_max() > 1) return values_for(command, *last, current, before);
  return words_of({}, current);
}

}  // namespace

std::string completions(const CLI::App& app, std::span<const std::string> words) {
  if (words.empty()) return words_of({}, "");
  const std::string& current = words.back();
  const std::vector<const CLI::App*> all = app.get_subcommands({});
  if (words.size() == 1) {
    if (current.starts_with('-')) return options_of(app, current);
    std::vector<Candidate> commands;
    for (const CLI::App* command : all) commands.emplace_back(command->get_name(), command->get_description());
    return words_of(commands, current);
  }
  for (const CLI::App* command : all)
    if (command->get_name() == words.front())
      return completions_of(*command, words.subspan(1, words.size() - 2), current);
  return words_of({}, current);
}

Action add_completion(CLI::App& command) {
  const auto shell = std::make_shared<std::string>();
  add_choice(command, "SHELL", *shell, "Shell to print the script for", {"bash", "zsh", "fish"})->required();
  return [=](const Task&) -> Result<ExitCode> {
    std::cout << (*shell == "bash" ? kBashCompletion : *shell == "zsh" ? kZshCompletion : kFishCompletion);
    return kFine;
  };
}

}  // namespace stowage::cli
