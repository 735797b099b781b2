// SPDX-License-Identifier: Apache-2.0
// What shells and `man` get from the program, made from the declared options.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string_view>

#include "app/cli/command.h"
#include "app/cli/shell_files.h"
#include "core/experiments/experiment.h"
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
  if (command == "reproduce") return files_of({".md", ".csv", ".tex", ".html", ".pdf"});
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

std::string values_for(const CLI::App& command, const CLI::Option& option, std::string_view current) {
  const std::string type = option.get_type_name();
  const std::string name = option.get_positional() ? option.get_name(true) : long_name(option);
  if (name == "--allow" && command.get_name() == "tradeoff") return levers_for(current);
  if (type.find(":ID") != std::string::npos) return strategies_for(option, current);
  if (const auto choices = choices_of(type); !choices.empty()) return words_of(choices, current);
  if (type == "FOLDER") return "folders\n";
  if (type == "FILE") return files_for(command.get_name(), name);
  std::vector<Candidate> rows;
  if (command.get_name() == "zoo" && option.get_positional())
    for (const ZooNetwork& network : zoo_networks()) rows.emplace_back(network.id, network.title);
  if (command.get_name() == "reproduce" && option.get_positional())
    for (const Experiment* experiment : experiments()) rows.emplace_back(experiment->id, experiment->title);
  return words_of(rows, current);
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
  std::size_t before = 0;                // positional arguments
  for (const std::string& word : words) {
    if (word == "=") continue;  // bash takes it for a word
    if (waiting != nullptr) {
      waiting = nullptr;
    } else if (word.size() > 1 && word.front() == '-') {
      const CLI::Option* const option = option_of(command, word);
      if (option != nullptr && takes_value(*option) && word.find('=') == std::string::npos) waiting = option;
    } else {
      ++before;
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
    if (seen++ == before) return values_for(command, *option, current);
  }
  if (last != nullptr && last->get_items_expected_max() > 1) return values_for(command, *last, current);
  return words_of({}, current);
}

/// Escapes a text so that roff shows it as it is, with hyphens that can be copied.
std::string roff(std::string_view text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    begins = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff(text) + "\\fR";
}
std::string italic(std::string_view text) {
  return "\\fI" + roff(text) + "\\fR";
}

/// Stands for its value: "a|b" of "TEXT:{a,b}", otherwise the name of its type.
std::string value_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::vector<Candidate> choices = choices_of(type);
  if (choices.empty()) return italic(type.substr(type.find(':') + 1));  // npos + 1 is 0
  std::string out;
  for (const auto& [word, meaning] : choices) out.append(out.empty() ? "" : "|").append(roff(word));
  return out;
}

void add_option(std::string& page, const CLI::Option& option) {
  page += ".TP\n";
  if (option.get_positional()) {
    page += italic(option.get_name(true)) + '\n';
  } else {
    std::string names;
    for (const std::string& name : option.get_snames()) names += bold("-" + name) + ", ";
    for (const std::string& name : option.get_lnames()) names += bold("--" + name) + ", ";
    names.resize(names.size() - 2);
    page += names + (option.get_items_expected_max() > 0 ? ' ' + value_of(option) : "") + '\n';
  }
  page += roff(option.get_description()) + '\n';
}

void add_command(std::string& page, const CLI::App& command, const char* example) {
  page += ".SS " + bold(command.get_name()) + "\n" + roff(command.get_description()) + ".\n.PP\n.B stowage\\-cli " +
          roff(command.get_name()) + "\n[\\fIOPTIONS\\fR]";
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) {
      const std::string name = italic(option->get_name(true)) + (option->get_items_expected_max() > 1 ? "..." : "");
      page += option->get_required() ? ' ' + name : " [" + name + ']';
    }
  page += '\n';
  bool reads = false;
  for (const CLI::Option* option : command.get_options()) {
    const bool is_reading = option->get_group() == kReadingGroup;
    reads = reads || is_reading;
    if (!is_reading && option != command.get_help_ptr()) add_option(page, *option);
  }
  if (reads) page += ".PP\nAlso the options under READING OPTIONS.\n";
  page += std::string(".PP\nExample:\n.PP\n.nf\n.RS\n") + roff(example) + "\n.RE\n.fi\n";
}

/// Puts a text in place of a mark in the page.
void fill_in(std::string& page, const std::string& mark, const std::string& text) {
  page.replace(page.find(mark), mark.size(), text);
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

std::string manual_page(const CLI::App& app, const std::string& version) {
  std::string all, reading, general, codes;
  for (const Command& command : commands()) add_command(all, *app.get_subcommand(command.name), command.example);
  CLI::App reader;
  InputOptions input;
  input.add_reading_to(reader);
  for (const CLI::Option* option : reader.get_options())
    if (option != reader.get_help_ptr()) add_option(reading, *option);
  for (const CLI::Option* option : app.get_options()) add_option(general, *option);
  for (const auto& [code, meaning] : kExitCodes) codes += ".TP\n.B " + std::to_string(code) + '\n' + meaning + '\n';
  std::string page(kManualPage);
  fill_in(page, "@VERSION@", roff(version));
  fill_in(page, "@DESCRIPTION@", roff(app.get_description()));
  fill_in(page, "@COMMANDS@\n", all);
  fill_in(page, "@READING_OPTIONS@\n", reading);
  fill_in(page, "@OPTIONS@\n", general);
  fill_in(page, "@EXIT_STATUS@\n", codes);
  return page;
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
