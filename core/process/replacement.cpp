// SPDX-License-Identifier: Apache-2.0
#include "core/process/replacement.h"

#include <dirent.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <array>
#include <ctime>
#include <memory>
#include <random>

namespace stowage {
namespace {

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
  std::uint32_t hash = 2'166'136'261U;  // FNV-1a
  for (const char c : std::string_view(name.data())) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
  std::string out;
  while (out.size() < kMachineDigits) out += kHexDigits[(hash >> 4 * out.size()) & 0xFU];
  return out;
}

std::string new_digits() {
  std::random_device device;  // of the system: no two processes draw the same
  std::string out = machine_digits();
  while (out.size() < kDigits) {
    const auto drawn = device();
    for (int shift = 0; shift < 32; shift += 4) out += kHexDigits[(drawn >> shift) & 0xFU];
  }
  out.resize(kDigits);
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
  const Descriptor file(open_retrying(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW));
  struct stat info {};
  if (!file.valid() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return;
  if (!of_this_machine && std::time(nullptr) - info.st_mtime < kOldSeconds) return;
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
}

/// Locks a new file; false where another process has taken it for a leftover.
bool lock(int file) {
  struct stat info {};
  const bool taken = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  return !taken && ::fstat(file, &info) == 0 && info.st_nlink > 0;
}

}  // namespace

Replacement::~Replacement() {
  if (pending_) ::unlink(name_.c_str());
}

int Replacement::create() {
  for (int tries = 0; tries < kMostTries; ++tries) {
    name_ = name_for(target_);
    file_ = Descriptor(open_retrying(name_.c_str(), O_RDWR | O_CREAT | O_EXCL, 0666));
    if (file_.valid()) {
      if (!lock(file_.get())) continue;
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
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.empty() ? "." : folder.c_str()), ::closedir);
  if (!entries) return;
  while (const dirent* entry = ::readdir(entries.get()))
    if (const std::string_view digits = digits_of(entry->d_name); !digits.empty())
      remove_if_left(folder + entry->d_name, !here.empty() && digits.starts_with(here));
}

}  // namespace stowage
