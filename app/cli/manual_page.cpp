// SPDX-License-Identifier: Apache-2.0
#include "app/cli/manual_page.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "app/cli/command.h"

namespace stowage::cli {
namespace {

/// As roff shows it: nothing in it is a request or an escape, and a hyphen is one that can be copied.
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

/// What stands for its value: "a|b" of "TEXT:{a,b}", else a word for what it is.
std::string value_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t from = type.find('{'), to = type.rfind('}');
  if (from == std::string::npos || to == std::string::npos) {
    const std::size_t colon = type.find(':');
    return italic(colon == std::string::npos ? type : type.substr(colon + 1));
  }
  std::string out = type.substr(from + 1, to - from - 1);
  std::ranges::replace(out, ',', '|');
  return roff(out);
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

bool is_help(const CLI::Option& option) {
  return std::ranges::find(option.get_lnames(), "help") != option.get_lnames().end();
}

void add_command(std::string& page, const CLI::App& command, const std::set<std::string>& reading) {
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
    const bool is_reading = !option->get_positional() && reading.contains(option->get_name());
    reads = reads || is_reading;
    if (!is_reading && !is_help(*option)) add_option(page, *option);
  }
  if (reads) page += ".PP\nAlso the options under READING OPTIONS.\n";
  const std::string footer = command.get_footer();
  if (const std::size_t example = footer.find("\n  "); example != std::string::npos)
    page += ".PP\nExample:\n.PP\n.nf\n.RS\n" + roff(footer.substr(example + 3)) + "\n.RE\n.fi\n";
}

}  // namespace

std::string manual_page(const CLI::App& app, const std::string& version) {
  CLI::App reading_app;
  InputOptions input;
  input.add_reading_to(reading_app);
  std::set<std::string> reading;
  for (const CLI::Option* option : reading_app.get_options())
    if (!is_help(*option)) reading.insert(option->get_name());

  std::string page = ".\\\" SPDX-License-Identifier: Apache-2.0\n.TH STOWAGE\\-CLI 1 \"\" \"Stowage " + roff(version) +
                     "\" \"User Commands\"\n.SH NAME\nstowage\\-cli \\- plan the memory of computational graphs\n"
                     ".SH SYNOPSIS\n.B stowage\\-cli\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.br\n.B stowage\\-cli\n"
                     "\\fICOMMAND\\fR \\fB\\-\\-help\\fR\n.SH DESCRIPTION\n" +
                     roff(app.get_description()) +
                     "\n.PP\nA file may be a graph, a model, a memory snapshot, a trace or a compiler's dump. With\n"
                     ".B \\-\\-json\na command prints one JSON object and nothing else.\n.SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    add_command(page, *command, reading);
  page += ".SH READING OPTIONS\n";
  for (const CLI::Option* option : reading_app.get_options())
    if (!is_help(*option)) add_option(page, *option);
  page += ".SH OPTIONS\n";
  for (const CLI::Option* option : app.get_options()) add_option(page, *option);
  page +=
      ".SH EXIT STATUS\n"
      ".TP\n.B 0\nAll is well.\n"
      ".TP\n.B 1\nThe answer is no: an invalid plan, a footprint over the budget, or one that grew.\n"
      ".TP\n.B 2\nWrong usage.\n"
      ".TP\n.B 3\nA faulty input.\n"
      ".TP\n.B 4\nStopped, or out of time, without an answer.\n"
      ".PP\nErrors go to the standard error as\n.IR \"error: FILE:PLACE: reason\" .\n"
      ".SH ENVIRONMENT\n.TP\n.B STOWAGE_SOLVER\n"
      "The solver of integer programs that the strategy\n.B mip\nstarts: cbc (default), highs, scip, gurobi_cl, or a "
      "path.\n"
      ".SH SEE ALSO\n.BR stowage (1)\n";
  return page;
}

}  // namespace stowage::cli
