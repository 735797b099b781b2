// SPDX-License-Identifier: Apache-2.0
#include "core/process/linear_program.h"

namespace stowage {
namespace {

void append_column(std::string& out, std::size_t column) {
  out += 'x';
  out += std::to_string(column);
}

/// " + 12 x3", " - x4".
void append_term(std::string& out, LinearProgram::Term term) {
  out += term.factor < 0 ? " - " : " + ";
  const std::uint64_t size = term.factor < 0 ? 0 - static_cast<std::uint64_t>(term.factor) : term.factor;
  if (size != 1) out.append(std::to_string(size)).append(1, ' ');
  append_column(out, term.column);
}

/// Writes the names of the columns that are `wanted`, a line each.
template <class Wanted>
void append_section(std::string& out, const LinearProgram& program, const char* title, const Wanted& wanted) {
  bool any = false;
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    if (!wanted(program.columns[c])) continue;
    if (!any) out.append(title).append(1, '\n');
    any = true;
    append_column(out += ' ', c);
    out += '\n';
  }
}

bool is_binary(const LinearProgram::Column& column) {
  return column.whole && column.least == 0 && column.most == 1;
}

}  // namespace

std::string write_lp(const LinearProgram& program) {
  std::string out = "Minimize\n cost: x0\nSubject To\n";
  for (std::size_t r = 0; r < program.least.size(); ++r) {
    out.append(" r").append(std::to_string(r)).append(1, ':');
    for (const LinearProgram::Term term : program.rows[r]) append_term(out, term);
    out.append(" >= ").append(std::to_string(program.least[r])).append(1, '\n');
  }
  out += "Bounds\n";
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    const LinearProgram::Column& column = program.columns[c];
    if (is_binary(column)) continue;
    out.append(1, ' ').append(std::to_string(column.least)).append(" <= ");
    append_column(out, c);
    out.append(" <= ").append(std::to_string(column.most)).append(1, '\n');
  }
  append_section(out, program, "Generals", [](const auto& column) { return column.whole && !is_binary(column); });
  append_section(out, program, "Binaries", is_binary);
  out += "End\n";
  return out;
}

}  // namespace stowage
