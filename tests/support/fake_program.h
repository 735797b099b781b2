// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>

#include "tests/support/files.h"

namespace stowage::test {

/// A folder for programs of a test's own.
class FakePrograms {
 public:
  /// A shell script of that name; returns its path.
  [[nodiscard]] std::string make(const std::string& name, const std::string& script) const {
    const std::string path = folder_.file(name);
    // Written under another name: a script must not be open for writing when it is run.
    std::ofstream(path + ".new") << "#!/bin/sh\n" << script << '\n';
    ::chmod((path + ".new").c_str(), 0755);
    if (std::rename((path + ".new").c_str(), path.c_str()) != 0) throw std::runtime_error(path + " cannot be made");
    return path;
  }
  /// A solver of that name that answers so, to the solution file and to its output.
  [[nodiscard]] std::string make_solver(const std::string& name, const std::string& solution,
                                        const std::string& output) const {
    std::ofstream(file("solution")) << solution;
    std::ofstream(file("output")) << output;
    return make(name, "cat '" + file("output") + "'; cp '" + file("solution") + "' solution.sol");
  }
  [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

 private:
  TemporaryFolder folder_;
};

/// Sets an environment variable for as long as it lives.
class WithVariable {
 public:
  WithVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* const now = std::getenv(name)) old_ = now;
    ::setenv(name, value.c_str(), 1);
  }
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;
  ~WithVariable() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

}  // namespace stowage::test
