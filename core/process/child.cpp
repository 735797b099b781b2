// SPDX-License-Identifier: Apache-2.0
#include "core/process/child.h"

#include <poll.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "core/process/temporary_files.h"

namespace stowage {
namespace {

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
  ::closefrom(STDIN_FILENO + 1);  // else we would keep others' files and pipes open
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

tl::unexpected<Error> not_started(const ChildProgram& program, int code) {
  return tl::unexpected(
      Error::bad_input(program.words[0], "", "cannot be started: " + std::generic_category().message(code)));
}

}  // namespace

Result<ChildEnd> run_child_program(const ChildProgram& program, const Task& task) {
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return not_started(program, errno);
  Descriptor input(ends[0]), output(ends[1]);
  ::fcntl(input.get(), F_SETFL, O_NONBLOCK);
  Child child;
  if (const int code = child.start(program, output.get())) return not_started(program, code);
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
