// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"

// Services of the operating system: files that are removed by themselves, and child programs.
namespace stowage {

/// A file descriptor that is closed when it goes out of scope.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool valid() const { return fd_ >= 0; }
  /// 0, or why closing failed (some file systems report a full disk only now).
  [[nodiscard]] int close() {
    const int result = ::close(fd_);
    fd_ = -1;
    return result == 0 ? 0 : errno;
  }

 private:
  int fd_ = -1;
};

/// Not inherited by child processes.
inline int open_retrying(const char* path, int flags, mode_t mode = 0) {
  for (;;) {
    const int fd = ::open(path, flags | O_CLOEXEC, mode);
    if (fd >= 0 || errno != EINTR) return fd;
  }
}

/// Returns 0, or the error that stopped it.
inline int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd, bytes.data(), std::min(bytes.size(), std::size_t{1} << 30));
    if (wrote > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(wrote));
    } else if (wrote < 0 && errno == EAGAIN) {  // a pipe that another program made may not wait by itself
      pollfd wanted{.fd = fd, .events = POLLOUT, .revents = 0};
      ::poll(&wanted, 1, -1);
    } else if (wrote < 0 && errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/// A new folder that only this user can open, removed with all that is in it when it goes out of scope. A file in it is
/// locked for as long as its program runs: the next folder to be made removes those of killed programs.
class TemporaryFolder {
 public:
  /// Below $TMPDIR, or /tmp. bad_input with the system's reason where none can be made.
  [[nodiscard]] static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)), lock_(std::move(other.lock_)) {
    other.path_.clear();
  }
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(std::string_view name) const { return path_ + '/' + std::string(name); }

  [[nodiscard]] bool has(std::string_view name) const;
  /// A new file. bad_input where the disk is full and the like.
  [[nodiscard]] Result<void> write(std::string_view name, std::string_view bytes) const;
  /// Reads a plain file that another program wrote, of at most `limit` bytes; bad_input for a larger one, for none, and
  /// for all but plain files.
  [[nodiscard]] Result<std::string> read(std::string_view name, std::size_t limit) const;

 private:
  TemporaryFolder(std::string path, Descriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}

  std::string path_;
  Descriptor lock_;
};

/// A new file beside `target` that takes its place once it is whole, and is removed if it never does. It has a new
/// name, ".TARGET.stowage-RANDOM.tmp", and is locked while it is written.
class Replacement {
 public:
  explicit Replacement(std::string target) : target_(std::move(target)) {}
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement();

  /// Makes the file. Returns 0, or the error that stopped it; name() then gives the last name that was tried.
  [[nodiscard]] int create();
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] int descriptor() const { return file_.get(); }
  /// Flushes the file to the disk and renames it over the target. Returns 0, or the error that stopped it.
  [[nodiscard]] int take_place();

 private:
  std::string target_, name_;
  Descriptor file_;
  bool pending_ = false;  // the file is there and must be removed
};

/// Removes files that killed writers left beside `target`: files named as a Replacement, for any target, that are not
/// locked. A lock of another machine may not be seen here: its files must also be an hour old.
void remove_leftovers(const std::string& target);

/// A program to be run to its end.
struct ChildProgram {
  std::vector<std::string> words;  ///< the program (searched for in PATH unless it has a slash) and its arguments
  std::string folder;              ///< where it runs
  std::size_t output_kept = 256 << 10;
};

/// How a child program ended.
struct ChildEnd {
  int code = 0;        ///< what it returned, where it was not killed
  int signal = 0;      ///< what killed it, or 0
  std::string output;  ///< the last `output_kept` bytes of what it wrote to stdout and stderr
};

/// Runs a program in a process group of its own, without input and with none of our open files. When the task says
/// stop, kills the whole group within some 10 ms. In every case nothing of the group outlives the call, nor this
/// program if it is killed.
/// bad_input with the system's reason where the program does not start; otherwise only cancelled or timed_out.
[[nodiscard]] Result<ChildEnd> run_child_program(const ChildProgram& program, const Task& task);

}  // namespace stowage
