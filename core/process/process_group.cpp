// SPDX-License-Identifier: Apache-2.0
#include "core/process/process_group.h"

#include <sys/wait.h>

#include <cerrno>
#include <csignal>

namespace stowage {
namespace {

/// In the child of a program with many threads: system calls only. All signals are blocked.
[[noreturn]] void lead(int life) {
  if (::setpgid(0, 0) != 0 || ::dup2(life, STDIN_FILENO) != STDIN_FILENO) ::_exit(1);
  ::closefrom(STDIN_FILENO + 1);  // else we would keep others' files and pipes open
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR) continue;
  ::kill(0, SIGKILL);
  ::_exit(0);
}

}  // namespace

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
  ::setpgid(pid, pid);  // by whoever comes first
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

}  // namespace stowage
