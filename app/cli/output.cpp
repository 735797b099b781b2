// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "core/formats/file.h"
#include "core/formats/formats.h"
#include "core/formats/utf8.h"
#include "core/process/process.h"

namespace stowage::cli {
namespace {

/// Puts a comma between every three digits before the point.
std::string with_commas(std::string text) {
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  std::size_t at = std::min(text.find('.'), text.size());
  while (at > first + 3) text.insert(at -= 3, 1, ',');
  return text;
}

/// With so many decimals. The library rounds a half to the even neighbour, people round it away from zero.
std::string fixed(double value, int decimals) {
  const long double halves = static_cast<long double>(value) * std::pow(10.0L, decimals) * 2;  // exact: 64 bits will do
  if (halves == std::floor(halves) && std::fmod(halves, 2.0L) != 0)
    value = std::nextafter(value, std::copysign(HUGE_VAL, value));
  return with_commas(fixed_digits(value, decimals));
}

std::string told_text(const ToldNumber& told) {
  return fixed(told.number, told.decimals).append(" ").append(told.unit);
}

constexpr const char* kStandardOutput = "/dev/stdout";

/// Columns a UTF-8 text takes on a terminal, near enough: one a code point.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void print_diagnostics(const char* what, const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) std::cerr << what << ": " << one_line(diagnostic.text()) << '\n';
}

constexpr std::string_view kJson = ".json";

/// "json" for ".stowage.json"
std::string_view short_ending(const Format& format) {
  return format.extension.substr(format.extension.rfind('.') + 1);
}

/// Texts of the formats that are written, separated by commas.
std::string list_of(std::string_view (*word)(const Format&)) {
  std::string list;
  for (const Format& format : formats())
    if (format.write != nullptr) list.append(list.empty() ? "" : ", ").append(word(format));
  return list;
}

const Format* written_as(const std::string& name) {
  const auto at = std::ranges::find_if(
      formats(), [&](const Format& format) { return format.write != nullptr && short_ending(format) == name; });
  return at == formats().end() ? nullptr : &*at;
}

/// A name that ends in ".json" and is not that of a plan or of another program's file, such as "x.linked.json".
bool is_name_of_graph(std::string_view path) {
  const std::string_view plain = without_gz(path);
  const bool other = plain.ends_with(".plan.json") || std::ranges::any_of(formats(), [&](const Format& format) {
                       return format.write == nullptr && plain.ends_with(format.extension);
                     });
  return plain.ends_with(kJson) && !other;
}

}  // namespace

std::string human(Bytes bytes) {
  return told_text(told_bytes(bytes.count));
}

std::string signed_human(Bytes bytes) {
  return (bytes.count > 0 ? "+" : "") + human(bytes);
}

std::string exact(Bytes bytes) {
  return grouped(bytes.count) + (bytes.count == 1 ? " byte" : " bytes");
}

std::string full(Bytes bytes) {
  return std::abs(bytes.count) < 1024 ? exact(bytes) : human(bytes) + " (" + exact(bytes) + ')';
}

std::string percent(double fraction) {
  constexpr double kFactorFrom = 9;     // ten times as much: from here on the factor is said
  constexpr double kLeastShown = 0.05;  // below it a tenth of a percent rounds to nothing
  const double percent = fraction * 100;
  if (fraction >= kFactorFrom) return "\u00d7 " + fixed(std::round(fraction + 1), 0);
  if (percent >= kLeastShown) return '+' + fixed(percent, 1) + '%';
  if (percent > 0) return "< +0.1%";
  if (percent < 0 && percent > -kLeastShown) return "> -0.1%";
  return fixed(percent, 1) + '%';
}

std::string share(double fraction) {
  constexpr double kLeastShown = 0.0005;
  if (fraction > 0 && fraction < kLeastShown) return "less than 0.1%";
  return fixed(100 * fraction, 1) + '%';
}

std::string duration(double milliseconds) {
  return time_text(std::llround(milliseconds * 1e6));
}

std::string time_text(std::int64_t nanoseconds) {
  return told_text(told_time(nanoseconds));
}

std::string counted(std::uint64_t number, std::string_view singular) {
  return grouped(number) + ' ' + std::string(singular) + (number == 1 ? "" : "s");
}

void print_error(const Error& error) {
  print_diagnostics("error", error.faults);
}
void print_warnings(const std::vector<Diagnostic>& warnings) {
  print_diagnostics("warning", warnings);
}
void warn(const std::string& file, const std::string& text) {
  print_warnings({{file, "", text}});
}
void note(const std::string& file, const std::string& text) {
  print_diagnostics("note", {{file, "", text}});
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

CLI::Option* OutputFile::add_to(CLI::App& command, const std::string& name, const std::string& description) {
  const auto name_of_dash = [](std::string& given) {
    if (given == "-") given = kStandardOutput;
    return std::string();
  };
  return add_file_name(command, name, path_, description + "; - writes to standard output, and messages go to stderr")
      ->transform(CLI::Validator(name_of_dash, ""));
}

OutputFile OutputFile::named(const std::string& path) {
  OutputFile out;
  out.path_ = path == "-" ? kStandardOutput : path;
  return out;
}

std::string OutputFile::shown_name() const {
  return is_standard_output() ? "standard output" : one_line(path_);
}

std::string OutputFile::wrote() const {
  return (is_standard_output() ? "wrote to " : "wrote ") + shown_name();
}

bool OutputFile::is_standard_output() const {
  static constexpr std::array<std::string_view, 3> kNames{kStandardOutput, "/dev/fd/1", "/proc/self/fd/1"};
  if (std::ranges::find(kNames, path_) != kNames.end()) return true;
  struct stat file {
  }, output{};
  return ::stat(path_.c_str(), &file) == 0 && ::fstat(STDOUT_FILENO, &output) == 0 &&
         (S_ISFIFO(file.st_mode) || S_ISSOCK(file.st_mode)) && file.st_dev == output.st_dev &&
         file.st_ino == output.st_ino;
}

bool OutputFile::is_stream() const {
  struct stat info {};
  return is_standard_output() ||
         (::stat(path_.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

bool OutputFile::is_terminal() const {
  if (is_standard_output()) return ::isatty(STDOUT_FILENO) == 1;
  struct stat info {};
  if (::stat(path_.c_str(), &info) != 0 || !S_ISCHR(info.st_mode)) return false;
  const Descriptor device(open_retrying(path_.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK));
  return device.valid() && ::isatty(device.get()) == 1;
}

Result<void> OutputFile::prepare(const std::vector<std::string>& inputs) const {
  if (!is_given()) return {};
  if (std::ranges::any_of(inputs, [&](const std::string& input) { return is_same_file(input, path_); }))
    return bad_input(path_, "", "this is the input; name another file for the output");
  if (is_standard_output()) std::cout.rdbuf(std::cerr.rdbuf());
  return {};
}

Result<void> OutputFile::write(std::string_view text) const {
  if (!is_terminal()) return write_file_atomically(path_, text);
  std::string escaped;
  append_escaped(escaped, text);
  return write_file_atomically(path_, escaped);
}

std::string fault_of_outputs(bool json, const OutputFile& output) {
  if (!json || !output.is_given() || !output.is_standard_output()) return {};
  return "--json and -o - both write to standard output: choose one";
}

void add_format(CLI::App& command, std::string& name) {
  const auto check = [](const std::string& given) {
    return written_as(given) ? std::string() : "cannot write format " + given + "; formats: " + list_of(short_ending);
  };
  command
      .add_option(
          "--format", name,
          "Write this format: " + list_of(short_ending) + " (default: the file's extension decides; json for a pipe)")
      ->check(CLI::Validator(check, ""));
}

Result<const Format*> output_format(const OutputFile& output, const std::string& name) {
  if (!name.empty()) return written_as(name);
  if (const Format* format = format_for_path(output.path())) return format;
  if (output.is_stream() || is_name_of_graph(output.path())) return written_as(std::string(kJson.substr(1)));
  const std::string known = list_of([](const Format& format) { return format.extension; });
  return bad_input(output.path(), "", "unknown extension; use " + known + ", or give --format");
}

Result<void> write_graph(const Graph& graph, const Plan* plan, const Format& format, const OutputFile& output) {
  STOWAGE_TRY(const std::string bytes, in_file(format.write(graph, plan), output.path()));
  return output.write(bytes);
}

void warn_of_losses(const Format& format, const std::string& path) {
  if (!format.carries_only.empty()) warn(path, "this format carries only " + std::string(format.carries_only));
}

}  // namespace stowage::cli
