// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "app/cli/numbers.h"
#include "app/cli/terminal.h"
#include "core/formats/file.h"
#include "core/formats/utf8.h"
#include "core/process/process.h"

namespace stowage::cli {
namespace {

constexpr const char* kStandardOutput = "/dev/stdout";

}  // namespace

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
    return tl::unexpected(Error::bad_input(path_, "", "this is the input; name another file for the output"));
  if (is_standard_output()) print_results_on_stderr();
  return {};
}

Result<void> OutputFile::write(std::string_view text) const {
  if (!is_terminal()) return write_file_atomically(path_, text);
  std::string escaped;
  append_escaped(escaped, text);
  return write_file_atomically(path_, escaped);
}

}  // namespace stowage::cli
