// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace stowage::test {

/// A new folder, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "stowage-test-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
};

/// Whether it holds in a process of its own, which ends then.
[[nodiscard]] inline bool holds_in_child(const std::function<bool()>& condition) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(condition() ? 0 : 1);
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The regular files of a folder, sorted; those of the folders below it, too, where `deep` is set.
[[nodiscard]] inline std::vector<std::string> files_below(const std::filesystem::path& folder, bool deep = false) {
  std::vector<std::string> out;
  for (std::filesystem::recursive_directory_iterator at(folder), end; at != end; ++at) {
    if (!deep) at.disable_recursion_pending();
    if (at->is_regular_file()) out.push_back(at->path().string());
  }
  std::ranges::sort(out);
  return out;
}

/// All bytes of a file; none where it cannot be read.
[[nodiscard]] inline std::string bytes_of(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

/// Where the user's PATH has that program; empty where it is not installed.
[[nodiscard]] inline std::string find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const std::string file = folder + '/' + name; ::access(file.c_str(), X_OK) == 0) return file;
  return {};
}

/// What a command of the shell prints, on either channel, and its code.
struct CommandEnd {
  int code = -1;
  std::string output;
};
[[nodiscard]] inline CommandEnd run_command(const std::string& command) {
  CommandEnd end;
  FILE* const pipe = ::popen(("( " + command + " ) 2>&1").c_str(), "r");
  if (pipe == nullptr) return end;
  char piece[4096];
  while (const std::size_t count = std::fread(piece, 1, sizeof piece, pipe)) end.output.append(piece, count);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
  return end;
}

}  // namespace stowage::test
