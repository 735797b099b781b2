// SPDX-License-Identifier: Apache-2.0
#include "core/process/child.h"

#include <poll.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "core/process/descriptor.h"

namespace stowage {
namespace {

constexpr int kPollMilliseconds = 10;
constexpr int kPollForTheEnd = 1;  // a child closes its output as it ends

/// The settings of posix_spawn, released on every way out.
class SpawnSettings {
 public:
  SpawnSettings(const std::string& folder, int output, pid_t group) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    // Signals as a program expects them, even those that we block or ignore.
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, group);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  /// Returns 0, or why there is no child.
  [[nodiscard]] int start(const std::vector<std::string>& words, pid_t& child) const {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    return ::posix_spawnp(&child, arguments[0], &actions_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// Runs in the child of a program with many threads: system calls only. All signals are blocked.
[[noreturn]] void lead(int life) {
  if (::setpgid(0, 0) != 0 || ::dup2(life, STDIN_FILENO) != STDIN_FILENO) ::_exit(1);
  ::closefrom(STDIN_FILENO + 1);  // else we would keep others' files and pipes open
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR) continue;
  ::kill(0, SIGKILL);
  ::_exit(0);
}

/// A process group that ends with us, however we end: its leader is a process that does nothing but wait, and kills the
/// whole group once this program is gone, by SIGKILL too. (The signal that Linux sends a child on its parent's death
/// reaches neither grandchildren nor a child of posix_spawn in time.)
class ProcessGroup {
 public:
  ProcessGroup() = default;
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;
  ~ProcessGroup() { kill_all(); }

  /// Returns 0, or the error for which there is no group.
  [[nodiscard]] int start();
  /// To be joined by setpgid() and the like, until kill_all().
  [[nodiscard]] pid_t id() const { return leader_; }
  /// Kills every member; those that are our children have still to be waited for.
  void kill_all();

 private:
  pid_t leader_ = -1;
  Descriptor life_;  // the leader sees it closed
};

int ProcessGroup::start() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return errno;
  const Descriptor theirs(ends[0]);
  Descriptor ours(ends[1]);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // no handler of ours may run in the child
  const pid_t pid = ::fork();
  const int code = pid < 0 ? errno : 0;
  if (pid == 0) lead(theirs.get());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (code != 0) return code;
  ::setpgid(pid, pid);  // the child does so too: the first one counts
  leader_ = pid;
  life_ = std::move(ours);
  return 0;
}

void ProcessGroup::kill_all() {
  if (leader_ < 0) return;
  ::kill(-leader_, SIGKILL);
  while (::waitpid(leader_, nullptr, 0) < 0 && errno == EINTR) continue;
  leader_ = -1;
}

/// A child in a process group. The whole group is killed at end(), or when this goes out of scope.
class Child {
 public:
  Child(pid_t pid, ProcessGroup& group) : pid_(pid), group_(group) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { end(); }

  /// Whether it has ended. It stays a zombie until end(), so that its number cannot become another's.
  [[nodiscard]] bool has_ended() const {
    siginfo_t info{};
    const int result = ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    return result != 0 ? errno != EINTR : info.si_pid == pid_;
  }
  /// Kills what is left of the group; returns the status of the child as waitpid() gives it.
  int end() {
    if (pid_ < 0) return status_;
    group_.kill_all();
    while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) continue;
    pid_ = -1;
    return status_;
  }

 private:
  pid_t pid_;
  ProcessGroup& group_;
  int status_ = 0;
};

/// The last bytes that come through a pipe.
class Tail {
 public:
  Tail(Descriptor pipe, std::size_t kept) : pipe_(std::move(pipe)), kept_(kept) {}

  [[nodiscard]] bool open() const { return pipe_.valid(); }
  /// Waits a moment for something to read.
  void wait() const {
    pollfd wanted{.fd = pipe_.get(), .events = POLLIN, .revents = 0};
    ::poll(&wanted, 1, open() ? kPollMilliseconds : kPollForTheEnd);
  }
  /// Reads what is there, at most as much as is kept: a child that never stops writing must not keep us here.
  void read() {
    char chunk[1 << 14];
    for (std::size_t got_now = 0; open() && got_now <= kept_;) {
      const ssize_t got = ::read(pipe_.get(), chunk, sizeof chunk);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) {
        pipe_ = Descriptor();
        return;
      }
      got_now += static_cast<std::size_t>(got);
      text_.append(chunk, static_cast<std::size_t>(got));
      if (text_.size() > 2 * kept_) text_.erase(0, text_.size() - kept_);
    }
  }
  [[nodiscard]] std::string take() && {
    if (text_.size() > kept_) text_.erase(0, text_.size() - kept_);
    return std::move(text_);
  }

 private:
  Descriptor pipe_;
  std::size_t kept_;
  std::string text_;
};

Error not_started(const std::string& program, int code) {
  return Error::bad_input(program, "", "cannot be started: " + std::generic_category().message(code));
}

}  // namespace

Result<ChildEnd> run_child_program(const ChildProgram& program, const Task& task) {
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return tl::unexpected(not_started(program.words[0], errno));
  Tail tail(Descriptor{ends[0]}, program.output_kept);
  Descriptor output{ends[1]};
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  ProcessGroup group;
  if (const int code = group.start()) return tl::unexpected(not_started(program.words[0], code));
  pid_t pid = -1;
  if (const int code = SpawnSettings(program.folder, output.get(), group.id()).start(program.words, pid))
    return tl::unexpected(not_started(program.words[0], code));
  Child child(pid, group);
  output = Descriptor();  // ours; the child has its own

  while (!child.has_ended()) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    tail.wait();  // a moment even where the pipe was closed
    tail.read();
  }
  const int status = child.end();
  tail.read();
  return ChildEnd{.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
                  .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                  .output = std::move(tail).take()};
}

}  // namespace stowage
