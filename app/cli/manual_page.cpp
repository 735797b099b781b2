// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "app/cli/command.h"

namespace stowage::cli {
namespace {

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

/// The page up to the commands; the texts in @…@ are replaced.
constexpr std::string_view kHead = R"roff(.\" SPDX-License-Identifier: Apache-2.0
.TH STOWAGE\-CLI 1 "" "Stowage @VERSION@" "User Commands"
.SH NAME
stowage\-cli \- plan the memory of computational graphs
.SH SYNOPSIS
.B stowage\-cli
\fICOMMAND\fR [\fIOPTIONS\fR]
.br
.B stowage\-cli
\fICOMMAND\fR \fB\-\-help\fR
.SH DESCRIPTION
@DESCRIPTION@
.PP
A file may be a graph, a model, a memory snapshot, a trace or a compiler's dump. With
.B \-\-json
a command prints one JSON object and nothing else.
.SH COMMANDS
)roff";

/// The page after the exit codes.
constexpr std::string_view kTail = R"roff(.PP
Errors go to the standard error as
.IR "error: FILE:PLACE: reason" .
.SH ENVIRONMENT
.TP
.B STOWAGE_SOLVER
The solver of integer programs that the strategy
.B mip
starts: cbc (default), highs, scip, gurobi_cl, or a path.
.SH SEE ALSO
.BR stowage (1)
)roff";

void replace(std::string& text, std::string_view what, const std::string& with) {
  text.replace(text.find(what), what.size(), with);
}

}  // namespace

std::string manual_page(const CLI::App& app, const std::string& version) {
  std::string page(kHead);
  replace(page, "@VERSION@", roff(version));
  replace(page, "@DESCRIPTION@", roff(app.get_description()));
  for (const Command& command : commands()) add_command(page, *app.get_subcommand(command.name), command.example);
  page += ".SH READING OPTIONS\n";
  CLI::App reading;
  InputOptions input;
  input.add_reading_to(reading);
  for (const CLI::Option* option : reading.get_options())
    if (option != reading.get_help_ptr()) add_option(page, *option);
  page += ".SH OPTIONS\n";
  for (const CLI::Option* option : app.get_options()) add_option(page, *option);
  page += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : kExitCodes) page += ".TP\n.B " + std::to_string(code) + '\n' + meaning + '\n';
  return page.append(kTail);
}

}  // namespace stowage::cli
