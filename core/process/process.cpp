// SPDX-License-Identifier: Apache-2.0
#include "core/process/process.h"

#include <spawn.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <array>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <system_error>

namespace stowage {
namespace {

tl::unexpected<Error> failed(const std::string& path, const char* what, int code) {
  return bad_input(path, "", std::string(what) + ": " + std::generic_category().message(code));
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
/// leftovers was quicker.
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

/// Removes the folders of this user that ended programs left. While a lock is open, the folder is ours.
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

constexpr int kMaxTries = 100;
constexpr std::time_t kOldSeconds = 3600;
constexpr std::size_t kMaxOfName = 200;                  // of the 255 bytes that a name may have
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
  return folder_of(target) + '.' + target.substr(target.rfind('/') + 1).substr(0, kMaxOfName) + std::string(kMark) +
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

constexpr int kPollMilliseconds = 10;
constexpr int kPollForTheEnd = 1;  // a child closes its output as it ends

/// Starts a program in a process group. Returns 0, or why there is no child.
int spawn(const ChildProgram& program, int output, pid_t group, pid_t& child) {
  std::vector<char*> words;
  for (const std::string& word : program.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, program.folder.c_str());
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  // Signals as a program expects them, even those that we block or ignore.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, group);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int code = ::posix_spawnp(&child, words[0], &actions, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}

/// Runs in the child of a program with many threads: system calls only. All signals are blocked.
[[noreturn]] void lead(int life) {
  if (::setpgid(0, 0) != 0 || ::dup2(life, STDIN_FILENO) != STDIN_FILENO) ::_exit(1);
  ::closefrom(STDIN_FILENO + 1);  // otherwise we would keep others' files and pipes open
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR) continue;
  ::kill(0, SIGKILL);
  ::_exit(0);
}

/// Waits for the end of a child of ours; returns its status as waitpid() gives it.
int reap(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

/// A child in a process group that ends with us, however we end: the leader of the group is a process that does nothing
/// but wait, and kills the whole group once this program is gone, by SIGKILL too. (The signal that Linux sends a child
/// on its parent's death reaches neither grandchildren nor a child of posix_spawn in time.) The whole group is killed
/// at end(), or when this goes out of scope.
class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { end(); }

  /// Returns 0, or why there is no child.
  [[nodiscard]] int start(const ChildProgram& program, int output);
  /// Whether it has ended. It stays a zombie until end(), so that its number cannot become another's.
  [[nodiscard]] bool has_ended() const {
    siginfo_t info{};
    const int result = ::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT);
    return result != 0 ? errno != EINTR : info.si_pid == child_;
  }
  /// Kills what is left of the group; returns the status of the child as waitpid() gives it.
  int end() {
    if (leader_ < 0) return 0;
    ::kill(-leader_, SIGKILL);
    reap(leader_);
    leader_ = -1;
    return child_ < 0 ? 0 : reap(child_);
  }

 private:
  pid_t leader_ = -1, child_ = -1;
  Descriptor life_;  // the leader sees it closed
};

int Child::start(const ChildProgram& program, int output) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return errno;
  const Descriptor theirs(ends[0]);
  life_ = Descriptor(ends[1]);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // no handler of ours may run in the leader
  leader_ = ::fork();
  const int failure = errno;
  if (leader_ == 0) lead(theirs.get());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (leader_ < 0) return failure;
  ::setpgid(leader_, leader_);  // the leader does so too: the first one counts
  pid_t child = -1;
  const int code = spawn(program, output, leader_, child);
  if (code == 0) child_ = child;
  return code;
}

/// Waits a moment for something to read, even where the pipe was closed.
void wait_to_read(const Descriptor& pipe) {
  pollfd wanted{.fd = pipe.get(), .events = POLLIN, .revents = 0};
  ::poll(&wanted, 1, pipe.valid() ? kPollMilliseconds : kPollForTheEnd);
}

/// Appends what is there to `text`, keeps the last `kept` bytes of it, and closes the pipe at its end. Reads at most as
/// much as is kept: a child that never stops writing must not keep us here.
void read_some(Descriptor& pipe, std::size_t kept, std::string& text) {
  char chunk[1 << 14];
  for (std::size_t got_now = 0; pipe.valid() && got_now <= kept;) {
    const ssize_t got = ::read(pipe.get(), chunk, sizeof chunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) break;
    if (got <= 0) {
      pipe = Descriptor();
      break;
    }
    got_now += static_cast<std::size_t>(got);
    text.append(chunk, static_cast<std::size_t>(got));
  }
  if (text.size() > kept) text.erase(0, text.size() - kept);
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
  if (!S_ISREG(info.st_mode)) return bad_input(path, "", "is not a regular file");
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size > limit) return bad_input(path, "", "is larger than " + std::to_string(limit) + " bytes");
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
  for (int tries = 0; tries < kMaxTries; ++tries) {
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

Result<ChildEnd> run_child_program(const ChildProgram& program, const Task& task) {
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failed(program.words[0], "cannot be started", errno);
  Descriptor input(ends[0]), output(ends[1]);
  ::fcntl(input.get(), F_SETFL, O_NONBLOCK);
  Child child;
  if (const int code = child.start(program, output.get())) return failed(program.words[0], "cannot be started", code);
  output = Descriptor();  // ours; the child has its own

  ChildEnd out;
  while (!child.has_ended()) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    wait_to_read(input);
    read_some(input, program.output_kept, out.output);
  }
  const int status = child.end();
  read_some(input, program.output_kept, out.output);
  out.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  out.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return out;
}

}  // namespace stowage
