// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "core/base/bytes.h"

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

/// "14.2 MiB", "14,889,779", "+4.9%", "12.4 ms": as people read them, in English whatever the locale.
[[nodiscard]] std::string human(Bytes bytes);
[[nodiscard]] std::string exact(Bytes bytes);
[[nodiscard]] std::string full(Bytes bytes);
[[nodiscard]] std::string grouped(std::int64_t number);
[[nodiscard]] std::string grouped(std::uint64_t number);
[[nodiscard]] std::string percent(double fraction);
/// "4.9%" of something, without the sign of a change.
[[nodiscard]] std::string share(double fraction);
[[nodiscard]] std::string duration(double milliseconds);

/// "1 stream", "3 streams"; digits grouped.
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view singular);

}  // namespace stowage::cli
