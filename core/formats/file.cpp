// SPDX-License-Identifier: Apache-2.0
#include "core/formats/file.h"

#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <optional>
#include <system_error>

#include "core/formats/gzip.h"
#include "core/formats/lines.h"
#include "core/process/process.h"

namespace stowage {
namespace {

tl::unexpected<Error> not_read(const std::string& path, int code) {
  return bad_input(path, "", "cannot be read: " + std::generic_category().message(code));
}

/// Waits until there is something to read (or an error to be read); false where the task was stopped before.
bool wait_to_read(int fd, const Task& task) {
  constexpr int kAskEvery = 50;  // milliseconds
  pollfd wanted{.fd = fd, .events = POLLIN, .revents = 0};
  while (::poll(&wanted, 1, kAskEvery) == 0)
    if (task.should_stop()) return false;
  return true;
}

/// An open file, as bytes on the disk. peek() lets its reader decide how to go on.
class OpenFile {
 public:
  OpenFile(const std::string& path, const Task& task) : path_(path), task_(task) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  Result<void> open() {
    // Without blocking: opening a pipe without a writer would wait where the task is not asked.
    file_ = Descriptor(open_retrying(path_.c_str(), O_RDONLY | O_NONBLOCK));
    struct stat info {};
    if (!file_.valid() || ::fstat(file_.get(), &info) != 0) return not_read(path_, errno);
    if (S_ISDIR(info.st_mode)) return not_read(path_, EISDIR);
    if (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode))  // it may have no end
      return bad_input(path_, "", "cannot be read: it is a device");
    if (S_ISREG(info.st_mode)) size_ = static_cast<std::size_t>(std::max<off_t>(info.st_size, 0));
    return {};
  }
  /// 0 for a pipe.
  [[nodiscard]] std::size_t size() const { return size_; }

  /// The first bytes, which read() returns again; fewer only where the file has fewer.
  Result<std::string_view> peek(std::size_t count) {
    while (peeked_.size() < count) {
      char piece[64];
      STOWAGE_TRY(const auto got, read_on(piece, std::min(sizeof piece, count - peeked_.size())));
      if (got == 0) break;
      peeked_.append(piece, got);
    }
    return peeked_;
  }
  /// Reads as a ByteSource does.
  Result<std::size_t> read(char* to, std::size_t room) {
    if (peeked_.empty()) return read_on(to, room);
    const std::size_t count = peeked_.copy(to, room);
    peeked_.erase(0, count);
    return count;
  }

  /// A guess of the unpacked bytes: the size at the end of a gzipped file, of its last member, modulo 2^32.
  [[nodiscard]] std::size_t unpacked_size() const {
    constexpr std::size_t kMaxOfDeflate = 1032;  // times the packed size
    unsigned char last[4] = {};
    if (size_ < sizeof last || ::pread(file_.get(), last, sizeof last, static_cast<off_t>(size_ - 4)) != 4) return 0;
    std::size_t out = 0;
    for (int k = 3; k >= 0; --k) out = out << 8 | last[k];
    return std::min(out, size_ * kMaxOfDeflate);
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

constexpr int kMaxLinks = 40;

tl::unexpected<Error> not_written(const std::string& path, int code, const std::string& temporary = {}) {
  const std::string at = temporary.empty() ? "" : "the temporary file " + temporary + ": ";
  return bad_input(path, "", "cannot be written: " + at + std::generic_category().message(code));
}

/// The open descriptor that a name stands for ("/dev/stdout", "/dev/fd/7"). Opening such a name would fail for a
/// socket, and would truncate a redirected file.
std::optional<int> descriptor_named(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    if (const auto number = parsed<int>(path.substr(folder.size()))) return number;
  }
  return std::nullopt;
}

/// The path that writing to `path` reaches. Follows links, also to a file that does not exist yet, but not the names of
/// open descriptors.
Result<std::string> follow_links(const std::string& path) {
  std::string at = path;
  for (int links = 0; links < kMaxLinks; ++links) {
    struct stat info {};
    if (descriptor_named(at) || ::lstat(at.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return at;
    char target[PATH_MAX];
    const ssize_t length = ::readlink(at.c_str(), target, sizeof target);
    if (length < 0) return not_written(path, errno);
    const std::string name(target, static_cast<std::size_t>(length));
    const std::size_t slash = at.rfind('/');
    at = name.starts_with('/') || slash == std::string::npos ? name : at.substr(0, slash + 1) + name;
  }
  return not_written(path, ELOOP);
}

/// Makes the renaming survive a power cut, where the file system can promise it.
void flush_folder_of(const std::string& target) {
  const std::size_t slash = target.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : target.substr(0, slash + 1);
  const Descriptor fd(open_retrying(folder.c_str(), O_RDONLY | O_DIRECTORY));
  if (fd.valid()) ::fsync(fd.get());
}

/// Writes to a device, a pipe or an open descriptor, which must not be replaced.
Result<void> write_in_place(const std::string& path, Descriptor file, std::string_view bytes) {
  if (!file.valid()) return not_written(path, errno);
  int code = write_all(file.get(), bytes);
  if (code == 0) code = file.close();
  if (code != 0) return not_written(path, code);
  return {};
}

/// Writes a new file and puts it in the place of `target`, with the owner and mode of `like`, if given.
Result<void> replace_file(const std::string& path, const std::string& target, std::string_view bytes,
                          const struct stat* like) {
  remove_leftovers(target);
  Replacement file(target);
  if (const int code = file.create()) {
    const bool no_folder = code == ENOENT || code == ENOTDIR;
    return not_written(path, code, no_folder ? "" : file.name());
  }
  int code = 0;
  if (like != nullptr) {
    // Only root can keep the owner; others keep the mode. The mode comes second, because chown clears bits of it.
    if (::fchown(file.descriptor(), like->st_uid, like->st_gid) != 0) errno = 0;
    if (::fchmod(file.descriptor(), like->st_mode & 07777) != 0) code = errno;
  }
  if (code == 0) code = write_all(file.descriptor(), bytes);
  if (code == 0) code = file.take_place();
  if (code != 0) return not_written(path, code);
  flush_folder_of(target);
  return {};
}

Result<void> write_exactly(const std::string& path, std::string_view bytes) {
  STOWAGE_TRY(const auto target, follow_links(path));
  if (const auto open = descriptor_named(target))
    return write_in_place(path, Descriptor(::fcntl(*open, F_DUPFD_CLOEXEC, 0)), bytes);
  struct stat info {};
  if (::stat(target.c_str(), &info) != 0) {
    if (errno != ENOENT) return not_written(path, errno);
    return replace_file(path, target, bytes, nullptr);
  }
  if (S_ISDIR(info.st_mode)) return not_written(path, EISDIR);
  if (!S_ISREG(info.st_mode)) return write_in_place(path, Descriptor(open_retrying(target.c_str(), O_WRONLY)), bytes);
  if (::access(target.c_str(), W_OK) != 0) return not_written(path, errno);
  return replace_file(path, target, bytes, &info);
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit, const Task& task,
                              const LimitByHead& by_head) {
  OpenFile file(path, task);
  STOWAGE_CHECK(file.open());
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

Result<void> write_file_atomically(const std::string& path, std::string_view bytes) {
  return path.ends_with(".gz") ? write_exactly(path, pack_gzip(bytes)) : write_exactly(path, bytes);
}

bool is_same_file(const std::string& one, const std::string& other) {
  struct stat a {
  }, b{};
  return ::stat(one.c_str(), &a) == 0 && ::stat(other.c_str(), &b) == 0 && S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

}  // namespace stowage
