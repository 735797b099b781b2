// SPDX-License-Identifier: Apache-2.0
#include "core/system/temporary_folder.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/system/descriptor.h"

namespace stowage {
namespace {

tl::unexpected<Error> failed(const std::string& path, const char* what, int code) {
  return tl::unexpected(Error::bad_input(path, "", std::string(what) + ": " + std::generic_category().message(code)));
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
  const char* const wanted = std::getenv("TMPDIR");
  std::string path = std::string(wanted != nullptr && *wanted == '/' ? wanted : "/tmp") + "/stowage-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return failed(path, "no temporary folder can be made", errno);
  return TemporaryFolder(std::move(path));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // what cannot be removed harms nobody
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
  // Neither a link to elsewhere nor a pipe that is never written to is followed.
  const Descriptor in(open_retrying(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW));
  struct stat info {};
  if (!in.valid() || ::fstat(in.get(), &info) != 0) return failed(path, "cannot be read", errno);
  if (!S_ISREG(info.st_mode)) return tl::unexpected(Error::bad_input(path, "", "is no plain file"));
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
