// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <csignal>

#include "core/process/child.h"
#include "core/process/descriptor.h"
#include "core/process/temporary_files.h"
#include "tests/support/checks.h"
#include "tests/support/fake_program.h"
#include "tests/support/planning.h"
#include "tests/support/says.h"

using namespace stowage;

/// Programs run as children: their end, their output, and that nothing of them is left.
struct ChildFixture {
  test::FakePrograms programs_;
  [[nodiscard]] Result<ChildEnd> run(const std::string& script, const Task& task = {}, std::size_t kept = 1000) const {
    return run_child_program({.words = {programs_.make("program", script)}, .folder = "/tmp", .output_kept = kept},
                             task);
  }
  [[nodiscard]] pid_t written_pid() const { return std::atoi(test::bytes_of(programs_.file("pid")).c_str()); }
  static bool is_gone(pid_t pid) {
    // An orphan's parent may need a moment to take note of its end; until then it is a zombie.
    const std::string status = test::bytes_of(test::text("/proc/", pid, "/stat"));
    return ::kill(pid, 0) != 0 || status.empty() || test::contains(status, ") Z ");
  }
};

TEST_CASE_FIXTURE(ChildFixture, "words, folder, output and end") {
  const ChildEnd end = run("echo out; echo err >&2; exit 3").value();
  REQUIRE_EQ(end.code, 3);
  REQUIRE_EQ(end.signal, 0);
  REQUIRE_EQ(end.output, "out\nerr\n");
  const auto words = run_child_program({.words = {"printf", "%s|", "a b", "$HOME;", ""}, .folder = "/"}, {});
  REQUIRE_EQ(words.value().output, "a b|$HOME;||");
  REQUIRE_EQ(run("pwd; cat").value().output, std::string("/tmp\n"));  // there is nothing to read
  REQUIRE_EQ(run("kill -SEGV $$").value().signal, SIGSEGV);
}

TEST_CASE_FIXTURE(ChildFixture, "a missing program is an error") {
  const Error error = test::error_of(run_child_program({.words = {"/nowhere/solver"}, .folder = "/"}, {}));
  REQUIRE_EQ(error.kind, Error::Kind::bad_input);
  REQUIRE_EQ(error.text(), test::says("/nowhere/solver: " + std::generic_category().message(ENOENT)));
  REQUIRE_EQ(test::error_of(run_child_program({.words = {"true"}, .folder = "/nowhere"}, {})).kind,
             Error::Kind::bad_input);
}

TEST_CASE_FIXTURE(ChildFixture, "only the end of long output is kept") {
  const auto end = run("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done", {}, 30);
  REQUIRE_EQ(end.value().output, std::string("\nline 19997\nline 19998\nline 19999\n").substr(4));
}

TEST_CASE_FIXTURE(ChildFixture, "our files and signals are not inherited") {
  const int fd = ::open("/dev/null", O_RDONLY);  // not close-on-exec
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, &old);
  const auto files = run("ls /proc/self/fd | wc -l; grep SigBlk /proc/self/status");
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  ::close(fd);
  // 0, 1, 2 and the folder that ls itself reads
  REQUIRE_EQ(files.value().output, "4\nSigBlk:\t0000000000000000\n");
}

/// Whatever a child does with the signal, and with children of its own.
TEST_CASE_FIXTURE(ChildFixture, "the group is killed") {
  struct Row {
    std::string name, script;
    bool cancel;
  };
  const std::string pid = programs_.file("pid");
  const std::string tell = test::text("echo $$ > ", pid, ".new; mv ", pid, ".new ", pid, "; ");
  const std::string child = test::text("sh -c '", tell, "exec sleep 600' & wait");
  std::vector<Row> rows;
  for (const bool cancel : {true, false})
    rows.insert(rows.end(), {{"asleep", tell + "exec sleep 600", cancel},
                             {"deaf", "trap '' TERM INT HUP; " + tell + "while :; do sleep 600; done", cancel},
                             {"silent", tell + "exec sleep 600 >&- 2>&-", cancel},
                             {"talking", tell + "while :; do echo on and on; done", cancel},
                             {"a grandchild", child, cancel}});
  test::each_row(rows, [&](const Row& row) {
    INFO((row.cancel ? "cancelled" : "too late"));
    std::filesystem::remove(programs_.file("pid"));
    std::stop_source source;
    Task task;
    task.stop = source.get_token();
    if (!row.cancel) task.deadline = Task::Clock::now() + std::chrono::milliseconds(300);
    std::jthread canceller([&] {
      while (written_pid() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (row.cancel) source.request_stop();
    });
    const auto end = run(row.script, task);
    canceller.join();
    REQUIRE(!end.has_value());
    REQUIRE_EQ(end.error().kind, row.cancel ? Error::Kind::cancelled : Error::Kind::timed_out);
    REQUIRE(test::holds_soon([&] { return is_gone(written_pid()); }));
  });
}

TEST_CASE_FIXTURE(ChildFixture, "what a child leaves behind is killed") {
  const auto end = run("sleep 600 & echo $! > " + programs_.file("left"));
  REQUIRE_EQ(end.value().code, 0);
  const pid_t left = std::stoi(test::bytes_of(programs_.file("left")));
  REQUIRE(test::holds_soon([&] { return is_gone(left); }));
}

TEST_CASE_FIXTURE(ChildFixture, "nothing starts once stopped") {
  REQUIRE_EQ(test::error_of(run("touch " + programs_.file("started"), test::cancelled_task())).kind,
             Error::Kind::cancelled);
  REQUIRE(!std::filesystem::exists(programs_.file("started")));
}

TEST_CASE_FIXTURE(ChildFixture, "many at once") {
  std::vector<std::jthread> threads;
  std::atomic<int> right = 0;
  for (int k = 0; k < 8; ++k)
    threads.emplace_back([&, k] {
      for (int round = 0; round < 5; ++round) {
        const auto end = run_child_program({.words = {"sh", "-c", "exit " + std::to_string(k)}, .folder = "/"}, {});
        if (end && end->code == k) ++right;
      }
    });
  threads.clear();
  REQUIRE_EQ(right.load(), 40);
}

TEST_CASE_FIXTURE(ChildFixture, "a temporary folder goes with all in it") {
  std::string path;
  {
    const auto folder = test::must(TemporaryFolder::make());
    path = folder.path();
    REQUIRE_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms::owner_all);
    REQUIRE(folder.write("a", "some bytes").has_value());
    REQUIRE_EQ(folder.read("a", 10).value(), "some bytes");
    REQUIRE_EQ(folder.read("a", 9).error().text(), test::says("9"));
    REQUIRE((!folder.read("b", 9).has_value() && !folder.has("b") && folder.has("a")));
    REQUIRE(!folder.write("a", "again").has_value());
    REQUIRE(std::filesystem::create_directories(path + "/deep/er"));
    std::filesystem::create_symlink("/etc/hostname", path + "/link");
    REQUIRE(!folder.read("link", 1000).has_value());
    REQUIRE_EQ(::mkfifo((folder.path() + "/pipe").c_str(), 0600), 0);
    REQUIRE(!folder.read("pipe", 1000).has_value());
  }
  REQUIRE(!std::filesystem::exists(path));
  const test::WithVariable nowhere("TMPDIR", "/nowhere");
  const auto none = TemporaryFolder::make();
  REQUIRE((!none && test::contains(none.error().text(), std::generic_category().message(ENOENT))));
}

/// Only what a program of ours made and holds no more: the next folder to be made removes it.
TEST_CASE_FIXTURE(ChildFixture, "folders left by killed programs are removed") {
  const test::TemporaryFolder base;
  const test::WithVariable there("TMPDIR", base.path());
  const auto make = [&](const std::string& name, bool lock) {
    std::filesystem::create_directories(base.file(name + "/deep"));
    for (const char* file : {"/program.lp", lock ? "/lock" : "/other"}) std::ofstream{base.file(name + file)};
  };
  make("stowage-work-1-abcdef", true);
  make("stowage-work-2-abcdef", false);  // no lock: not one of ours
  make("stowage-abcdef", true);
  make("target", true);
  std::filesystem::create_symlink(base.file("target"), base.file("stowage-work-3-abcdef"));
  make("stowage-work-4-abcdef", true);
  const Descriptor held(::open(base.file("stowage-work-4-abcdef/lock").c_str(), O_RDWR));
  REQUIRE_EQ(::flock(held.get(), LOCK_EX | LOCK_NB), 0);

  const auto first = TemporaryFolder::make(), second = TemporaryFolder::make();
  REQUIRE((first && second && first->path() != second->path()));
  REQUIRE(std::filesystem::exists(first->path()));  // ours, and in use
  REQUIRE(!std::filesystem::exists(base.file("stowage-work-1-abcdef")));
  for (const char* kept : {"stowage-work-2-abcdef/other", "stowage-abcdef/lock", "stowage-work-3-abcdef",
                           "target/program.lp", "target/deep", "stowage-work-4-abcdef/program.lp"})
    REQUIRE_MESSAGE(std::filesystem::exists(base.file(kept)), kept);
}
