// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include <algorithm>
#include <iostream>

#include "core/formats/utf8.h"

namespace stowage::cli {
namespace {

/// Columns a UTF-8 text takes on a terminal, near enough: one a code point.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void print_diagnostics(const char* what, const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) std::cerr << what << ": " << one_line(diagnostic.text()) << '\n';
}

}  // namespace

void print_error(const Error& error) {
  print_diagnostics("error", error.faults);
}
void print_warnings(const std::vector<Diagnostic>& warnings) {
  print_diagnostics("warning", warnings);
}
void print_notes(const std::vector<Diagnostic>& notes) {
  print_diagnostics("note", notes);
}

ExitCode usage_error(const std::string& command, const std::string& reason) {
  std::cerr << "error: " << one_line(reason) << "\nstowage-cli " << command << " --help says more\n";
  return kUsage;
}

void print_json(const Json& value) {
  std::cout << value.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  for (Column& column : columns_) column.title = one_line(column.title);
}

void Table::add(std::vector<std::string> row) {
  for (std::string& cell : row) cell = one_line(cell);
  rows_.push_back(std::move(row));
}

void Table::print() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    widths.push_back(width(columns_[c].title));
    for (const auto& row : rows_) widths[c] = std::max(widths[c], width(row[c]));
  }
  const auto print_row = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const std::string& cell = cell_of(c);
      const std::string pad(widths[c] - width(cell), ' ');
      if (c > 0) line += "  ";
      line += columns_[c].right ? pad + cell : cell + pad;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::cout << line << '\n';
  };
  print_row([&](std::size_t c) -> const std::string& { return columns_[c].title; });
  for (const auto& row : rows_) print_row([&](std::size_t c) -> const std::string& { return row[c]; });
}

}  // namespace stowage::cli
