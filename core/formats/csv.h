// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Splits comma-separated text into rows, one at a time: LF or CRLF, fields in quotes ("a ""b"""), spaces around fields
/// dropped, and so is the apostrophe before what a spreadsheet would run. Fields are views, of the text or (where
/// quotes were doubled) of the splitter's own store.
class CsvSplitter {
 public:
  explicit CsvSplitter(std::string_view text);

  /// The next row into `fields`; false at the end of the text. A blank line is a row of no fields.
  bool next(std::vector<std::string_view>& fields);
  /// Of the row that next() gave, from 1.
  [[nodiscard]] std::size_t line() const { return row_line_; }
  /// What is wrong with how that row is written, or empty.
  [[nodiscard]] std::string_view fault() const { return fault_; }
  [[nodiscard]] std::size_t offset() const { return at_; }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

 private:
  std::string_view plain_field();
  std::string_view quoted_field();
  [[nodiscard]] bool end() const { return at_ >= text_.size(); }
  void skip_blanks();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1, row_line_ = 0;
  std::string_view fault_;
  std::deque<std::string> store_;
};

/// `text` as a field, in quotes where it must be. A text that a spreadsheet would run as a formula ("=1+1", "@f") has
/// an apostrophe before it, which CsvSplitter takes off; numbers stay numbers.
void append_csv_field(std::string& out, std::string_view text);

}  // namespace stowage
