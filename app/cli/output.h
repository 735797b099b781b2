// SPDX-License-Identifier: Apache-2.0
// Everything that a command writes: results, messages, files.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.h"
#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/formats/markup_page.h"

namespace stowage::cli {

/// "14.2 MiB", "14,889,779", "+4.9%", "12.4 ms": as people read them, in English in every locale, and as the window
/// writes them (widgets/painters/style/numbers.h) with its first settings. Without Qt, whose libraries take longer to
/// load than most commands take.
[[nodiscard]] std::string human(Bytes bytes);
[[nodiscard]] std::string signed_human(Bytes bytes);  ///< "+14.2 MiB", "-512 B", "0 B"
[[nodiscard]] std::string exact(Bytes bytes);
[[nodiscard]] std::string full(Bytes bytes);
[[nodiscard]] std::string percent(double fraction);
/// "4.9%" of something, without the sign of a change.
[[nodiscard]] std::string share(double fraction);
[[nodiscard]] std::string duration(double milliseconds);
[[nodiscard]] std::string time_text(std::int64_t nanoseconds);  ///< the same, 0 or more

[[nodiscard]] std::string grouped(std::integral auto number) {
  return grouped_digits(number);
}
/// "1 stream", "3 streams"; digits grouped.
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view singular);

/// "error: FILE:PLACE: reason" on stderr, one line a fault.
void print_error(const Error& error);
/// Names the fault of the options of a command, and where to read on.
[[nodiscard]] ExitCode usage_error(const std::string& command, const std::string& reason);
void print_warnings(const std::vector<Diagnostic>& warnings);
/// "warning: FILE: text" on stderr.
void warn(const std::string& file, const std::string& text);
/// "note: FILE: text": of work that is right, but not done as it was asked for.
void note(const std::string& file, const std::string& text);

/// One JSON object on stdout. Text that is not UTF-8 is shown with replacement characters.
void print_json(const Json& value);
/// The values that `of` makes of the elements.
template <class Range, class Of>
[[nodiscard]] Json json_list(const Range& range, const Of& of) {
  Json out = Json::array();
  for (const auto& each : range) out.push_back(of(each));
  return out;
}

/// Rows of cells, each on one line, under a header, in columns as wide as needed; columns of numbers are set right.
class Table {
 public:
  using Column = MarkupColumn;
  explicit Table(std::vector<Column> columns);
  void add(std::vector<std::string> row);
  void print() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// A file that a command writes: its name, the name of a pipe or device, or "-" for standard output. For standard
/// output, the command prints its results on stderr, so that the two never mix.
class OutputFile {
 public:
  /// Adds an option of that name; its help adds to `description` that "-" may be given.
  CLI::Option* add_to(CLI::App& command, const std::string& name, const std::string& description);

  /// The one of that name; "-" is the standard output.
  [[nodiscard]] static OutputFile named(const std::string& path);

  [[nodiscard]] bool is_given() const { return !path_.empty(); }
  /// As it was given; of the standard output, the name that the system has for it.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string shown_name() const;
  /// "wrote FILE" or "wrote to standard output".
  [[nodiscard]] std::string wrote() const;
  [[nodiscard]] bool is_standard_output() const;
  /// A pipe or a device, whose name does not tell the format.
  [[nodiscard]] bool is_stream() const;
  [[nodiscard]] bool is_terminal() const;

  /// To be called before any work is done. bad_input where it is one of the files that the command reads, however that
  /// is spelt. From then on results are printed on stderr where the file takes the standard output.
  [[nodiscard]] Result<void> prepare(const std::vector<std::string>& inputs) const;

  /// All or nothing, where it is a file on the disk; escaped, where it is a terminal.
  [[nodiscard]] Result<void> write(std::string_view text) const;

 private:
  std::string path_;
};

/// A usage error where --json and a file would both take the standard output; otherwise empty.
[[nodiscard]] std::string fault_of_outputs(bool json, const OutputFile& output);

}  // namespace stowage::cli
