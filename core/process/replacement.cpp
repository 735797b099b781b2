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
constexpr std::size_t kMostOfName = 200;  // of the 255 bytes that a name may have
constexpr std::size_t kRandomDigits = 16;
constexpr std::string_view kHexDigits = "0123456789abcdef", kEnding = ".tmp";

/// "folder/", or "" for a name alone.
std::string folder_of(const std::string& target) {
  return target.substr(0, target.rfind('/') + 1);  // npos + 1 is 0
}

/// What the names of all replacements for `target` begin with, without their folder.
std::string beginning_for(const std::string& target) {
  return '.' + target.substr(target.rfind('/') + 1).substr(0, kMostOfName) + ".stowage-";
}

std::string random_digits() {
  std::random_device device;  // of the system: no two processes draw the same
  std::string out;
  while (out.size() < kRandomDigits) {
    const auto drawn = device();
    for (int shift = 0; shift < 32; shift += 4) out += kHexDigits[(drawn >> shift) & 0xFU];
  }
  return out;
}

bool is_replacement(std::string_view name, std::string_view beginning) {
  if (name.size() != beginning.size() + kRandomDigits + kEnding.size()) return false;
  return name.starts_with(beginning) && name.ends_with(kEnding) &&
         name.substr(beginning.size(), kRandomDigits).find_first_not_of(kHexDigits) == std::string_view::npos;
}

void remove_if_left(const std::string& path) {
  const Descriptor file(open_retrying(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW));
  struct stat info {};
  if (!file.valid() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) return;
  if (std::time(nullptr) - info.st_mtime < kOldSeconds || ::flock(file.get(), LOCK_EX | LOCK_NB) != 0) return;
  ::unlink(path.c_str());
}

}  // namespace

Replacement::~Replacement() {
  if (pending_) ::unlink(name_.c_str());
}

int Replacement::create() {
  for (int tries = 0; tries < kMostTries; ++tries) {
    name_ = folder_of(target_) + beginning_for(target_) + random_digits() + std::string(kEnding);
    file_ = Descriptor(open_retrying(name_.c_str(), O_RDWR | O_CREAT | O_EXCL, 0666));
    if (file_.valid()) {
      pending_ = true;
      ::flock(file_.get(), LOCK_EX | LOCK_NB);  // where a file system has no locks, its age protects the file
      return 0;
    }
    if (errno != EEXIST) return errno;
  }
  return EEXIST;
}

int Replacement::take_place() {
  if (::fsync(file_.get()) != 0) return errno;
  if (const int code = file_.close()) return code;
  if (::rename(name_.c_str(), target_.c_str()) != 0) return errno;
  pending_ = false;
  return 0;
}

void remove_leftovers(const std::string& target) {
  const std::string folder = folder_of(target), beginning = beginning_for(target);
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.empty() ? "." : folder.c_str()), ::closedir);
  if (!entries) return;
  while (const dirent* entry = ::readdir(entries.get()))
    if (is_replacement(entry->d_name, beginning)) remove_if_left(folder + entry->d_name);
}

}  // namespace stowage
