// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <QtTest>
#include <chrono>
#include <csignal>
#include <thread>

#include "core/process/child.h"
#include "core/process/descriptor.h"
#include "core/process/temporary_folder.h"
#include "tests/start/test_entry.h"
#include "tests/support/fake_program.h"

using namespace stowage;

/// Programs run as children: their end, their output, and that nothing of them is left.
class ChildTest : public QObject {
  Q_OBJECT

  test::FakePrograms programs_;

  [[nodiscard]] Result<ChildEnd> run(const std::string& script, const Task& task = {}, std::size_t kept = 1000) const {
    return run_child_program({.words = {programs_.make("program", script)}, .folder = "/tmp", .output_kept = kept},
                             task);
  }
  [[nodiscard]] pid_t written_pid() const {
    QFile file(QString::fromStdString(programs_.file("pid")));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
  }
  static bool is_gone(pid_t pid) {
    // An orphan's parent may need a moment to take note of its end; until then it is a zombie.
    QFile status(QString("/proc/%1/stat").arg(pid));
    return ::kill(pid, 0) != 0 || !status.open(QIODevice::ReadOnly) || status.readAll().contains(") Z ");
  }

 private slots:
  void output_and_code() {
    const auto end = run("echo out; echo err >&2; exit 3");
    QVERIFY(end.has_value());
    QCOMPARE(end->code, 3);
    QCOMPARE(end->signal, 0);
    QCOMPARE(end->output, std::string("out\nerr\n"));
  }

  void arguments_go_unchanged() {
    const auto end = run_child_program({.words = {"printf", "%s|", "a b", "$HOME;", ""}, .folder = "/"}, {});
    QCOMPARE(end.value().output, std::string("a b|$HOME;||"));
  }

  void runs_in_its_folder_without_input() {
    const auto end = run("pwd; cat");
    QCOMPARE(end.value().output, std::string("/tmp\n"));
  }

  void a_crash_is_told() { QCOMPARE(run("kill -SEGV $$").value().signal, SIGSEGV); }

  void a_missing_program_is_an_error() {
    const auto end = run_child_program({.words = {"/nowhere/solver"}, .folder = "/"}, {});
    QVERIFY(!end.has_value());
    QCOMPARE(end.error().kind, Error::Kind::bad_input);
    QCOMPARE(end.error().text(), std::string("/nowhere/solver: cannot be started: No such file or directory"));
    const auto folder = run_child_program({.words = {"true"}, .folder = "/nowhere"}, {});
    QVERIFY(!folder && folder.error().kind == Error::Kind::bad_input);
  }

  void only_the_end_of_long_output_is_kept() {
    const auto end = run("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done", {}, 30);
    QCOMPARE(end.value().output, std::string("\nline 19997\nline 19998\nline 19999\n").substr(4));
  }

  void our_files_and_signals_are_not_inherited() {
    const int fd = ::open("/dev/null", O_RDONLY);  // not close-on-exec
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    const auto files = run("ls /proc/self/fd | wc -l; grep SigBlk /proc/self/status");
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
    ::close(fd);
    // 0, 1, 2 and the folder that ls itself reads
    QCOMPARE(QString::fromStdString(files.value().output).simplified(), QString("4 SigBlk: 0000000000000000"));
  }

  /// Whatever a child does with the signal, and with children of its own.
  void the_group_is_killed_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<bool>("cancel");
    const QString tell = QString("echo $$ > %1.new; mv %1.new %1; ").arg(QString::fromStdString(programs_.file("pid")));
    const QString child = QString("sh -c 'echo $$ > %1.new; mv %1.new %1; exec sleep 600' & wait")
                              .arg(QString::fromStdString(programs_.file("pid")));
    for (const bool cancel : {true, false}) {
      const char* how = cancel ? "cancelled" : "too late";
      QTest::addRow("asleep, %s", how) << tell + "exec sleep 600" << cancel;
      QTest::addRow("deaf, %s", how) << "trap '' TERM INT HUP; " + tell + "while :; do sleep 600; done" << cancel;
      QTest::addRow("silent, %s", how) << tell + "exec sleep 600 >&- 2>&-" << cancel;
      QTest::addRow("talking, %s", how) << tell + "while :; do echo on and on; done" << cancel;
      QTest::addRow("a grandchild, %s", how) << child << cancel;
    }
  }
  void the_group_is_killed() {
    QFETCH(QString, script);
    QFETCH(bool, cancel);
    QFile::remove(QString::fromStdString(programs_.file("pid")));
    std::stop_source source;
    Task task;
    task.stop = source.get_token();
    if (!cancel) task.deadline = Task::Clock::now() + std::chrono::milliseconds(300);
    std::jthread canceller([&] {
      while (written_pid() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (cancel) source.request_stop();
    });
    const auto end = run(script.toStdString(), task);
    canceller.join();
    QVERIFY(!end.has_value());
    QCOMPARE(end.error().kind, cancel ? Error::Kind::cancelled : Error::Kind::timed_out);
    QTRY_VERIFY(is_gone(written_pid()));
  }

  void what_a_child_leaves_behind_is_killed() {
    const auto end = run("sleep 600 & echo $! > " + programs_.file("left"));
    QCOMPARE(end.value().code, 0);
    QFile file(QString::fromStdString(programs_.file("left")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const pid_t left = file.readAll().trimmed().toInt();
    QTRY_VERIFY(is_gone(left));
  }

  void nothing_starts_once_stopped() {
    std::stop_source source;
    source.request_stop();
    Task task;
    task.stop = source.get_token();
    const auto end = run("touch " + programs_.file("started"), task);
    QVERIFY(!end && end.error().kind == Error::Kind::cancelled);
    QVERIFY(!QFile::exists(QString::fromStdString(programs_.file("started"))));
  }

  void many_at_once() {
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
    QCOMPARE(right.load(), 40);
  }

  void a_temporary_folder_goes_with_all_in_it() {
    QString path;
    {
      const auto folder = TemporaryFolder::make();
      QVERIFY(folder.has_value());
      path = QString::fromStdString(folder->path());
      QCOMPARE(QFile::permissions(path) & 0x0077, QFile::Permissions());
      QVERIFY(folder->write("a", "some bytes").has_value());
      QCOMPARE(folder->read("a", 10).value(), std::string("some bytes"));
      QVERIFY(folder->read("a", 9).error().text().find("larger than 9") != std::string::npos);
      QVERIFY(!folder->read("b", 9).has_value() && !folder->has("b") && folder->has("a"));
      QVERIFY(!folder->write("a", "again").has_value());
      QVERIFY(QDir(path).mkpath("deep/er"));
      QVERIFY(QFile::link("/etc/hostname", path + "/link"));
      QVERIFY(!folder->read("link", 1000).has_value());
      QCOMPARE(::mkfifo((folder->path() + "/pipe").c_str(), 0600), 0);
      QVERIFY(!folder->read("pipe", 1000).has_value());
    }
    QVERIFY(!QFile::exists(path));
    const test::WithVariable nowhere("TMPDIR", "/nowhere");
    const auto none = TemporaryFolder::make();
    QVERIFY(!none && none.error().text().find("no temporary folder can be made") != std::string::npos);
  }

  /// Only what a program of ours made and holds no more: the next folder to be made removes it.
  void folders_left_by_killed_programs_are_removed() {
    const QTemporaryDir base;
    const QDir dir(base.path());
    const test::WithVariable there("TMPDIR", base.path().toStdString());
    const auto make = [&](const QString& name, bool lock) {
      QVERIFY(dir.mkpath(name + "/deep"));
      for (const QString& file : {QString("program.lp"), QString(lock ? "lock" : "other")})
        QVERIFY(QFile(dir.filePath(name + '/' + file)).open(QIODevice::WriteOnly));
    };
    make("stowage-work-1-abcdef", true);
    make("stowage-work-2-abcdef", false);  // no lock: not one of ours
    make("stowage-abcdef", true);
    make("target", true);
    QVERIFY(QFile::link(dir.filePath("target"), dir.filePath("stowage-work-3-abcdef")));
    make("stowage-work-4-abcdef", true);
    const Descriptor held(::open(qPrintable(dir.filePath("stowage-work-4-abcdef/lock")), O_RDWR));
    QCOMPARE(::flock(held.get(), LOCK_EX | LOCK_NB), 0);
    if (QTest::currentTestFailed()) return;

    const auto first = TemporaryFolder::make(), second = TemporaryFolder::make();
    QVERIFY(first && second && first->path() != second->path());
    QVERIFY(QFile::exists(QString::fromStdString(first->path())));  // ours, and in use
    QVERIFY(!dir.exists("stowage-work-1-abcdef"));
    for (const char* kept : {"stowage-work-2-abcdef/other", "stowage-abcdef/lock", "stowage-work-3-abcdef",
                             "target/program.lp", "target/deep", "stowage-work-4-abcdef/program.lp"})
      QVERIFY2(dir.exists(kept), kept);
  }
};

STOWAGE_TEST(ChildTest);
#include "tst_child.moc"
