// SPDX-License-Identifier: Apache-2.0
#include "core/process/temporary_folder.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace stowage {
namespace {

tl::unexpected<Error> failed(const std::string& path, const char* what, int code) {
  return tl::unexpected(Error::bad_input(path, "", std::string(what) + ": " + std::generic_category().message(code)));
}

constexpr const char* kPrefix = "stowage-work-";
constexpr const char* kLockFile = "/lock";

/// Whether the lock file of a new folder is there and locked, by us if such files can be locked at all. If not, a
/// process that removes old folders was quicker.
bool lock_new(const Descriptor& lock) {
  struct stat info {};
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  return ::fstat(lock.get(), &info) == 0 && info.st_nlink > 0;
}

/// Whether it is a folder of this user's, left by a program that has ended. While `lock` is open, the folder is ours.
bool lock_abandoned(const std::string& path, Descriptor& lock) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != ::geteuid()) return false;
  lock = Descriptor(open_retrying((path + kLockFile).c_str(), O_RDWR | O_NONBLOCK | O_NOFOLLOW));
  if (!lock.valid() || ::fstat(lock.get(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  return ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0;
}

void remove_abandoned(const std::string& base) {
  std::error_code failed;
  std::vector<std::filesystem::path> found;
  for (std::filesystem::directory_iterator it(base, failed), end; !failed && it != end; it.increment(failed))
    if (it->path().filename().native().starts_with(kPrefix)) found.push_back(it->path());
  for (const std::filesystem::path& path : found)
    if (Descriptor lock; lock_abandoned(path.native(), lock)) std::filesystem::remove_all(path, failed);
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
  const char* const wanted = std::getenv("TMPDIR");
  const std::string base = wanted != nullptr && *wanted == '/' ? wanted : "/tmp";
  remove_abandoned(base);
  for (;;) {
    std::string path = base + '/' + kPrefix + std::to_string(::getpid()) + "-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) return failed(path, "no temporary folder can be made", errno);
    Descriptor lock(open_retrying((path + kLockFile).c_str(), O_RDWR | O_CREAT | O_EXCL, 0600));
    if (!lock.valid()) return failed(path, "no temporary folder can be made", errno);
    if (lock_new(lock)) return TemporaryFolder(std::move(path), std::move(lock));
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // what cannot be removed does no harm
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

bool TemporaryFolder::has(std::string_view name) const {
  struct stat info {};
  return ::lstat(file(name).c_str(), &info) == 0;
}

Result<void> TemporaryFolder::write(std::string_view name, std::string_view bytes) const {
  const std::string path = file(name);
  Descriptor out(open_retrying(path.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600));
  int code = out.valid() ? write_all(out.get(), bytes) : errno;
  if (code == 0) code = out.close();
  if (code != 0) return failed(path, "cannot be written", code);
  return {};
}

Result<std::string> TemporaryFolder::read(std::string_view name, std::size_t limit) const {
  const std::string path = file(name);
  // Follows neither a link to elsewhere nor a pipe that is never written to.
  const Descriptor in(open_retrying(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW));
  struct stat info {};
  if (!in.valid() || ::fstat(in.get(), &info) != 0) return failed(path, "cannot be read", errno);
  if (!S_ISREG(info.st_mode)) return tl::unexpected(Error::bad_input(path, "", "is not a regular file"));
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size > limit)
    return tl::unexpected(Error::bad_input(path, "", "is larger than " + std::to_string(limit) + " bytes"));
  std::string bytes(size, '\0');
  std::size_t have = 0;
  while (have < size) {
    const ssize_t got = ::read(in.get(), bytes.data() + have, size - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed(path, "cannot be read", errno);
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

std::string absolute_path(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path out = std::filesystem::absolute(path, failed);
  return failed ? path : out.string();
}

}  // namespace stowage
