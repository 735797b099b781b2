// SPDX-License-Identifier: Apache-2.0
#include "core/io/file.h"

#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "core/io/gzip.h"
#include "core/process/descriptor.h"

namespace stowage {
namespace {

tl::unexpected<Error> not_read(const std::string& path, int code) {
  return tl::unexpected(Error::bad_input(path, "", "cannot be read: " + std::generic_category().message(code)));
}

/// Waits until there is something to read (or an error to be read); false where the task was stopped before.
bool wait_to_read(int fd, const Task& task) {
  constexpr int kAskEvery = 50;  // milliseconds
  pollfd wanted{.fd = fd, .events = POLLIN, .revents = 0};
  while (::poll(&wanted, 1, kAskEvery) == 0)
    if (task.should_stop()) return false;
  return true;
}

/// The bytes as they are on the disk, which the file's reader looks at before it decides how to go on.
class OpenFile {
 public:
  OpenFile(const std::string& path, const Task& task) : path_(path), task_(task) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  Result<void> open() {
    // Without blocking: opening a pipe that nobody writes to must not wait where no task is asked.
    file_ = Descriptor(open_retrying(path_.c_str(), O_RDONLY | O_NONBLOCK));
    struct stat info {};
    if (!file_.valid() || ::fstat(file_.get(), &info) != 0) return not_read(path_, errno);
    if (S_ISDIR(info.st_mode)) return not_read(path_, EISDIR);
    if (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode))  // may have no end
      return tl::unexpected(Error::bad_input(path_, "", "cannot be read: it is a device"));
    if (S_ISREG(info.st_mode)) size_ = static_cast<std::size_t>(std::max<off_t>(info.st_size, 0));
    return {};
  }
  /// 0 for a pipe.
  [[nodiscard]] std::size_t size() const { return size_; }

  /// The first bytes, which read() gives once more; fewer only where the file has no more.
  Result<std::string_view> peek(std::size_t count) {
    while (peeked_.size() < count) {
      char piece[64];
      STOWAGE_TRY(const auto got, read_on(piece, std::min(sizeof piece, count - peeked_.size())));
      if (got == 0) break;
      peeked_.append(piece, got);
    }
    return peeked_;
  }
  /// As a ByteSource.
  Result<std::size_t> read(char* to, std::size_t room) {
    if (peeked_.empty()) return read_on(to, room);
    const std::size_t count = peeked_.copy(to, room);
    peeked_.erase(0, count);
    return count;
  }

  /// What a gzipped file says at its end that its last member unpacks to, modulo 2^32: as good as any guess.
  [[nodiscard]] std::size_t unpacked_size() const {
    constexpr std::size_t kMostOfDeflate = 1032;  // times the packed size
    unsigned char last[4] = {};
    if (size_ < sizeof last || ::pread(file_.get(), last, sizeof last, static_cast<off_t>(size_ - 4)) != 4) return 0;
    std::size_t out = 0;
    for (int k = 3; k >= 0; --k) out = out << 8 | last[k];
    return std::min(out, size_ * kMostOfDeflate);
  }

 private:
  Result<std::size_t> read_on(char* to, std::size_t room) {
    for (;;) {
      if (!wait_to_read(file_.get(), task_)) return tl::unexpected(task_.why_stopped());
      const ssize_t got = ::read(file_.get(), to, room);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR && errno != EAGAIN) return not_read(path_, errno);
    }
  }

  const std::string& path_;
  const Task& task_;
  Descriptor file_;
  std::size_t size_ = 0;
  std::string peeked_;
};

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit, const Task& task,
                              const LimitByHead& by_head) {
  OpenFile file(path, task);
  if (auto opened = file.open(); !opened) return tl::unexpected(std::move(opened.error()));
  const auto too_large = [&](std::size_t most) {
    return Error::bad_input(path, "", "is larger than " + std::to_string(most) + " bytes");
  };
  if (file.size() > limit) return tl::unexpected(too_large(limit));
  STOWAGE_TRY(const auto beginning, file.peek(3));
  const ByteSource plain = [&](char* to, std::size_t room) { return file.read(to, room); };
  if (!is_gzip(beginning)) return read_all(plain, {limit, by_head, file.size()}, too_large, task);

  GzipReader unpacked(plain, path);
  const auto source = [&](char* to, std::size_t room) {
    if (file.size() > 0) task.report(static_cast<double>(unpacked.consumed()) / static_cast<double>(file.size()) / 4);
    return unpacked.read(to, room);
  };
  return read_all(
      source, {limit, by_head, file.unpacked_size()}, [&](std::size_t most) { return unpacked.too_large(most); }, task);
}

}  // namespace stowage
