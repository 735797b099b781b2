// SPDX-License-Identifier: Apache-2.0
#include "core/process/temporary_files.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <system_error>

namespace stowage {
namespace {

tl::unexpected<Error> failed(const std::string& path, const char* what, int code) {
  return tl::unexpected(Error::bad_input(path, "", std::string(what) + ": " + std::generic_category().message(code)));
}

constexpr const char* kPrefix = "stowage-work-";
constexpr const char* kLockFile = "/lock";

/// The names in a folder; none where it cannot be read.
std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code failed;
  for (std::filesystem::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed))
    out.push_back(it->path().filename());
  return out;
}

/// Whether a new file is there and locked, by us if such files can be locked at all. If not, a process that removes
/// what others left was quicker.
bool lock_new(const Descriptor& lock) {
  struct stat info {};
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  return ::fstat(lock.get(), &info) == 0 && info.st_nlink > 0;
}

/// Opens a plain file; follows neither a link to elsewhere nor a pipe that is never written to.
Descriptor open_plain(const std::string& path, int mode, struct stat& info) {
  Descriptor file(open_retrying(path.c_str(), mode | O_NONBLOCK | O_NOFOLLOW));
  return file.valid() && ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode) ? std::move(file) : Descriptor();
}

/// Removes the folders of this user that programs left which have ended. While a lock is open, the folder is ours.
void remove_abandoned(const std::string& base) {
  for (const std::string& name : names_in(base)) {
    const std::string path = base + '/' + name;
    struct stat info {};
    if (!name.starts_with(kPrefix) || ::lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) ||
        info.st_uid != ::geteuid())
      continue;
    const Descriptor lock = open_plain(path + kLockFile, O_RDWR, info);
    std::error_code ignored;
    if (lock.valid() && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) std::filesystem::remove_all(path, ignored);
  }
}

constexpr int kMostTries = 100;
constexpr std::time_t kOldSeconds = 3600;
constexpr std::size_t kMostOfName = 200;                 // of the 255 bytes that a name may have
constexpr std::size_t kMachineDigits = 6, kDigits = 16;  // in all; those after the machine's are random
constexpr std::string_view kHexDigits = "0123456789abcdef", kMark = ".stowage-", kEnding = ".tmp";

/// "folder/", or "" for a name alone.
std::string folder_of(const std::string& target) {
  return target.substr(0, target.rfind('/') + 1);  // npos + 1 is 0
}

/// A few digits that another machine is unlikely to have.
std::string machine_digits() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return {};
  const std::size_t hash = std::hash<std::string_view>()(name.data());
  std::string out;
  while (out.size() < kMachineDigits) out += kHexDigits[(hash >> 4 * out.size()) & 0xFU];
  return out;
}

std::string new_digits() {
  std::random_device device;  // of the system: no two processes draw the same
  std::string out = machine_digits();
  while (out.size() < kDigits) out += kHexDigits[device() & 0xFU];
  return out;
}

std::string name_for(const std::string& target) {
  return folder_of(target) + '.' + target.substr(target.rfind('/') + 1).substr(0, kMostOfName) + std::string(kMark) +
         new_digits() + std::string(kEnding);
}

/// The digits in the name of a replacement for any target; empty for other names.
std::string_view digits_of(std::string_view name) {
  if (!name.starts_with('.') || !name.ends_with(kEnding)) return {};
  name.remove_suffix(kEnding.size());
  if (name.size() < kMark.size() + kDigits) return {};
  const std::string_view digits = name.substr(name.size() - kDigits);
  name.remove_suffix(kDigits);
  return name.ends_with(kMark) && digits.find_first_not_of(kHexDigits) == std::string_view::npos ? digits
                                                                                                 : std::string_view();
}

/// A lock of another machine may not be seen here: its files count as left only when they are old, too.
void remove_if_left(const std::string& path, bool of_this_machine) {
  struct stat info {};
  const Descriptor file = open_plain(path, O_RDONLY, info);
  if (!file.valid() || (!of_this_machine && std::time(nullptr) - info.st_mtime < kOldSeconds)) return;
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
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

Replacement::~Replacement() {
  if (pending_) ::unlink(name_.c_str());
}

int Replacement::create() {
  for (int tries = 0; tries < kMostTries; ++tries) {
    name_ = name_for(target_);
    file_ = Descriptor(open_retrying(name_.c_str(), O_RDWR | O_CREAT | O_EXCL, 0666));
    if (file_.valid()) {
      if (!lock_new(file_)) continue;
      pending_ = true;
      return 0;
    }
    if (errno != EEXIST) return errno;
  }
  return EEXIST;
}

int Replacement::take_place() {
  if (::fsync(file_.get()) != 0) return errno;
  const Descriptor still_locked(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0));
  if (const int code = file_.close()) return code;
  if (::rename(name_.c_str(), target_.c_str()) != 0) return errno;
  pending_ = false;
  return 0;
}

void remove_leftovers(const std::string& target) {
  const std::string folder = folder_of(target), here = machine_digits();
  for (const std::string& name : names_in(folder.empty() ? "." : folder))
    if (const std::string_view digits = digits_of(name); !digits.empty())
      remove_if_left(folder + name, !here.empty() && digits.starts_with(here));
}

}  // namespace stowage
