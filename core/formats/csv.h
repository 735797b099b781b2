// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Splits comma-separated text into rows, one at a time: LF or CRLF, fields in quotes ("a ""b"""). Drops blanks around
/// fields, and an apostrophe in front of a formula. Fields are views of the text, or of the splitter's own store where
/// quotes were doubled.
class CsvSplitter {
 public:
  explicit CsvSplitter(std::string_view text);

  /// Puts the next row into `fields`; false at the end of the text. A blank line is a row without fields.
  bool next(std::vector<std::string_view>& fields);
  /// The line at which the row of next() begins, from 1.
  [[nodiscard]] std::size_t line() const { return row_line_; }
  /// What is wrong with the form of this row, or empty.
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

/// Appends `text` as a field, in quotes where needed. A text that a spreadsheet would run as a formula ("=1+1", "@f")
/// gets an apostrophe in front, which CsvSplitter drops; numbers stay as they are.
void append_csv_field(std::string& out, std::string_view text);

}  // namespace stowage
