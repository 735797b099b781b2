// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/number_text.h"

namespace stowage::cli {

/// "error: FILE:PLACE: reason" on stderr, one line a fault.
void print_error(const Error& error);
/// What is wrong with the options of a command, and where to read on.
[[nodiscard]] ExitCode usage_error(const std::string& command, const std::string& reason);
void print_warnings(const std::vector<Diagnostic>& warnings);
/// Of what went as it may, but not as it was asked for.
void print_notes(const std::vector<Diagnostic>& notes);

/// One JSON object on stdout. Text that is no UTF-8 is shown with replacement characters; what a terminal would obey is
/// written as JSON writes it (app/cli/terminal.h).
void print_json(const Json& value);

/// Rows of cells, each on one line, under a header, in columns as wide as needed; columns of numbers are set right.
class Table {
 public:
  struct Column {
    std::string title;
    bool right = false;
  };
  explicit Table(std::vector<Column> columns);
  void add(std::vector<std::string> row);
  void print() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace stowage::cli
