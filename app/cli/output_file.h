// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/base/error.h"

namespace stowage::cli {

/// A file that a command writes: its name, the name of a pipe or device, or "-" for standard output. In that case what
/// the command prints goes to stderr, so that the two never mix.
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
  /// A pipe or a device: what its name ends in says nothing of the format.
  [[nodiscard]] bool is_stream() const;
  [[nodiscard]] bool is_terminal() const;

  /// Before any work is done: bad_input where it is one of the files that the command reads, however that is spelt.
  /// From then on results are printed on stderr where the file takes the standard output.
  [[nodiscard]] Result<void> prepare(const std::vector<std::string>& inputs) const;

  /// All or nothing, where it is a file on the disk; escaped, where it is a terminal.
  [[nodiscard]] Result<void> write(std::string_view text) const;

 private:
  std::string path_;
};

}  // namespace stowage::cli
