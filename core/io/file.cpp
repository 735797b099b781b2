// SPDX-License-Identifier: Apache-2.0
#include "core/io/file.h"

#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <system_error>

#include "core/io/gzip.h"
#include "core/system/descriptor.h"

namespace stowage {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr int kMaxLinks = 40;

tl::unexpected<Error> failed(const std::string& path, const char* what, int code) {
  return tl::unexpected(Error::bad_input(path, "", std::string(what) + ": " + std::generic_category().message(code)));
}

/// Where writing to `path` would end: links are followed, also one that leads to a file yet to be made.
Result<std::string> follow_links(const std::string& path) {
  std::string at = path;
  for (int links = 0; links < kMaxLinks; ++links) {
    struct stat info {};
    if (::lstat(at.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return at;
    char target[PATH_MAX];
    const ssize_t length = ::readlink(at.c_str(), target, sizeof target);
    if (length < 0) return failed(path, "cannot be written", errno);
    const std::string name(target, static_cast<std::size_t>(length));
    const std::size_t slash = at.rfind('/');
    at = name.starts_with('/') || slash == std::string::npos ? name : at.substr(0, slash + 1) + name;
  }
  return failed(path, "cannot be written", ELOOP);
}

/// A new file in the folder of `target`; the name is ours alone, so that two writers never share one.
std::string temporary_name(const std::string& target) {
  static std::atomic<unsigned> count{0};
  const std::size_t slash = target.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : target.substr(0, slash + 1);
  return folder + ".stowage-" + std::to_string(::getpid()) + "-" + std::to_string(count++) + ".tmp";
}

/// 0, or the error that stopped it.
int write_new_file(const std::string& name, std::string_view bytes, const struct stat* like) {
  Descriptor file(open_retrying(name.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666));
  if (!file.valid()) return errno;
  if (like != nullptr) {
    // The owner can be kept only by root; failing that the mode still is. In this order, as chown clears mode bits.
    if (::fchown(file.get(), like->st_uid, like->st_gid) != 0) errno = 0;
    if (::fchmod(file.get(), like->st_mode & 07777) != 0) return errno;
  }
  if (const int code = write_all(file.get(), bytes)) return code;
  if (::fsync(file.get()) != 0) return errno;
  return file.close();
}

/// Makes the renaming last through a power cut, where the file system can promise that.
void flush_folder_of(const std::string& target) {
  const std::size_t slash = target.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : target.substr(0, slash + 1);
  const Descriptor fd(open_retrying(folder.c_str(), O_RDONLY | O_DIRECTORY));
  if (fd.valid()) ::fsync(fd.get());
}

Result<void> write_in_place(const std::string& path, const std::string& target, std::string_view bytes) {
  Descriptor file(open_retrying(target.c_str(), O_WRONLY));
  if (!file.valid()) return failed(path, "cannot be written", errno);
  int code = write_all(file.get(), bytes);
  if (code == 0) code = file.close();
  if (code != 0) return failed(path, "cannot be written", code);
  return {};
}

Result<void> replace_file(const std::string& path, const std::string& target, std::string_view bytes,
                          const struct stat* like) {
  const std::string name = temporary_name(target);
  int code = write_new_file(name, bytes, like);
  if (code == EEXIST) return failed(path, "cannot be written: the temporary file is in the way", code);
  if (code == 0 && ::rename(name.c_str(), target.c_str()) != 0) code = errno;
  if (code != 0) {
    ::unlink(name.c_str());
    return failed(path, "cannot be written", code);
  }
  flush_folder_of(target);
  return {};
}

/// Waits until there is something to read (or an error to be read); false where the task was stopped before.
bool wait_to_read(int fd, const Task& task) {
  constexpr int kAskEvery = 50;  // milliseconds
  pollfd wanted{.fd = fd, .events = POLLIN, .revents = 0};
  while (::poll(&wanted, 1, kAskEvery) == 0)
    if (task.should_stop()) return false;
  return true;
}

/// The bytes as they are on the disk.
Result<std::string> read_plainly(const std::string& path, std::size_t limit, const Task& task) {
  // Without blocking: opening a pipe that nobody writes to must not wait where no task is asked.
  const Descriptor file(open_retrying(path.c_str(), O_RDONLY | O_NONBLOCK));
  struct stat info {};
  if (!file.valid() || ::fstat(file.get(), &info) != 0) return failed(path, "cannot be read", errno);
  if (S_ISDIR(info.st_mode)) return failed(path, "cannot be read", EISDIR);
  if (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode))  // may have no end
    return tl::unexpected(Error::bad_input(path, "", "cannot be read: it is a device"));
  const auto too_large = [&] {
    return tl::unexpected(Error::bad_input(path, "", "is larger than " + std::to_string(limit) + " bytes"));
  };
  const auto expected = static_cast<std::size_t>(std::max<off_t>(info.st_size, 0));
  if (expected > limit) return too_large();

  std::string bytes(expected + 1, '\0');  // a pipe, or a file that grows, is read beyond it chunk by chunk
  for (std::size_t have = 0;;) {
    if (have == bytes.size()) bytes.resize(have + kChunk);
    if (!wait_to_read(file.get(), task)) return tl::unexpected(task.why_stopped());
    const ssize_t got = ::read(file.get(), bytes.data() + have, bytes.size() - have);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) return failed(path, "cannot be read", errno);
    have += static_cast<std::size_t>(got);
    if (have > limit) return too_large();
    if (got == 0) {
      bytes.resize(have);
      return bytes;
    }
  }
}

Result<void> write_exactly(const std::string& path, std::string_view bytes) {
  const auto target = follow_links(path);
  if (!target) return tl::unexpected(target.error());
  struct stat info {};
  if (::stat(target->c_str(), &info) != 0) {
    if (errno != ENOENT) return failed(path, "cannot be written", errno);
    return replace_file(path, *target, bytes, nullptr);
  }
  if (S_ISDIR(info.st_mode)) return failed(path, "cannot be written", EISDIR);
  if (!S_ISREG(info.st_mode)) return write_in_place(path, *target, bytes);  // a device or pipe must stay one
  if (::access(target->c_str(), W_OK) != 0) return failed(path, "cannot be written", errno);
  return replace_file(path, *target, bytes, &info);
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit, const Task& task) {
  auto bytes = read_plainly(path, limit, task);
  return bytes && is_gzip(*bytes) ? unpack_gzip(*bytes, path, limit, task) : bytes;
}

Result<void> write_file_atomically(const std::string& path, std::string_view bytes) {
  return path.ends_with(".gz") ? write_exactly(path, pack_gzip(bytes)) : write_exactly(path, bytes);
}

}  // namespace stowage
