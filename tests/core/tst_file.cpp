// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <csignal>
#include <thread>

#include "core/io/file.h"
#include "tests/start/test_entry.h"

using namespace stowage;

class FileTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  [[nodiscard]] std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  /// Everything in the folder, hidden files too.
  [[nodiscard]] QStringList entries() const {
    return QDir(folder_.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
  }
  void put(const std::string& name) const { write_plainly(path(name.c_str())); }
  static void write_plainly(const std::string& file) {
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT, 0600);
    if (fd < 0 || ::close(fd) != 0) qFatal("cannot make %s", file.c_str());
  }
  void make_old(const char* name) const {
    const timespec long_ago[2] = {{.tv_sec = 1'000'000'000, .tv_nsec = 0}, {.tv_sec = 1'000'000'000, .tv_nsec = 0}};
    QCOMPARE(::utimensat(AT_FDCWD, path(name).c_str(), long_ago, 0), 0);
  }
  static void fails(const Result<void>& result, const std::string& file, const char* reason) {
    QVERIFY2(!result.has_value(), "was written");
    QCOMPARE(result.error().kind, Error::Kind::bad_input);
    QCOMPARE(result.error().faults[0].file, file);
    QVERIFY2(result.error().text().find(reason) != std::string::npos, result.error().text().c_str());
  }

 private slots:
  void init() {
    for (const QString& entry : entries()) QFile::remove(folder_.filePath(entry));
  }

  void round_trip() {
    for (const std::string& bytes :
         {std::string(), std::string("text\n"), std::string("\0\xFF\r\n", 4), std::string(3 << 20, 'x')}) {
      QVERIFY(write_file_atomically(path("a"), bytes).has_value());
      QCOMPARE(read_file(path("a")).value(), bytes);
    }
    QCOMPARE(entries(), QStringList{"a"});
  }

  void cannot_be_read_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("reason");
    QTest::newRow("missing") << folder_.filePath("none") << "No such file";
    QTest::newRow("below a file") << folder_.filePath("none/below") << "No such file";
    QTest::newRow("no name") << ""
                             << "No such file";
    QTest::newRow("a folder") << folder_.path() << "Is a directory";
    QTest::newRow("without an end") << "/dev/zero"
                                    << "a device";
  }
  void cannot_be_read() {
    QFETCH(QString, path);
    QFETCH(QString, reason);
    const auto bytes = read_file(path.toStdString());
    QVERIFY(!bytes.has_value());
    QCOMPARE(bytes.error().faults.size(), 1u);
    QCOMPARE(QString::fromStdString(bytes.error().faults[0].file), path);
    QVERIFY2(QString::fromStdString(bytes.error().text()).contains(reason), bytes.error().text().c_str());
  }

  /// In a child process, as root must first become somebody whom permissions hold.
  void not_allowed() {
    QVERIFY(write_file_atomically(path("secret"), "x").has_value());
    QCOMPARE(::chmod(path("secret").c_str(), 0), 0);
    QCOMPARE(::chmod(folder_.path().toStdString().c_str(), 0755), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      constexpr uid_t kNobody = 65534;
      if (::geteuid() == 0 && ::setuid(kNobody) != 0) ::_exit(9);
      const auto refused = [](const auto& result) {
        return !result && result.error().text().find("Permission denied") != std::string::npos;
      };
      const bool read = refused(read_file(path("secret"))), write = refused(write_file_atomically(path("secret"), "y"));
      ::_exit(read && write ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
    QCOMPARE(entries(), QStringList{"secret"});
  }

  void the_limit_holds() {
    QVERIFY(write_file_atomically(path("a"), std::string(1000, 'x')).has_value());
    QVERIFY(read_file(path("a"), 1000).has_value());
    const auto over = read_file(path("a"), 999);
    QVERIFY(!over.has_value());
    QVERIFY2(over.error().text().ends_with("larger than 999 bytes"), over.error().text().c_str());
  }

  /// What has no size beforehand is read to its end, and no further than the limit.
  void a_pipe_is_read() {
    for (const std::size_t limit : {std::size_t{1} << 30, std::size_t{100'000}}) {
      QVERIFY(::mkfifo(path("pipe").c_str(), 0600) == 0);
      const std::string text(3'000'000, 'p');
      auto* const before = std::signal(SIGPIPE, SIG_IGN);
      std::thread writer([&] { static_cast<void>(write_file_atomically(path("pipe"), text)); });
      const auto bytes = read_file(path("pipe"), limit);
      writer.join();
      std::signal(SIGPIPE, before);
      QCOMPARE(bytes.has_value(), limit > text.size());
      if (bytes) QCOMPARE(*bytes, text);
      QCOMPARE(entries(), QStringList{"pipe"});
      ::unlink(path("pipe").c_str());
    }
  }

  void keeps_the_mode() {
    QVERIFY(write_file_atomically(path("a"), "1").has_value());
    ::chmod(path("a").c_str(), 0640);
    QVERIFY(write_file_atomically(path("a"), "2").has_value());
    struct stat info {};
    QCOMPARE(::stat(path("a").c_str(), &info), 0);
    QCOMPARE(info.st_mode & 07777U, 0640U);
  }

  void a_new_file_follows_the_umask() {
    const mode_t before = ::umask(027);
    QVERIFY(write_file_atomically(path("a"), "1").has_value());
    ::umask(before);
    struct stat info {};
    QCOMPARE(::stat(path("a").c_str(), &info), 0);
    QCOMPARE(info.st_mode & 07777U, 0640U);
  }

  void follows_links() {
    QVERIFY(write_file_atomically(path("real"), "1").has_value());
    QCOMPARE(::symlink("real", path("relative").c_str()), 0);
    QCOMPARE(::symlink(path("relative").c_str(), path("absolute").c_str()), 0);
    QVERIFY(write_file_atomically(path("absolute"), "2").has_value());
    QCOMPARE(read_file(path("real")).value(), std::string("2"));
    QVERIFY(QFileInfo(folder_.filePath("relative")).isSymLink());
    QCOMPARE(::symlink("not yet", path("ahead").c_str()), 0);
    QVERIFY(write_file_atomically(path("ahead"), "3").has_value());
    QCOMPARE(read_file(path("not yet")).value(), std::string("3"));
    QCOMPARE(::symlink("loop", path("loop").c_str()), 0);
    fails(write_file_atomically(path("loop"), "4"), path("loop"), "symbolic links");
  }

  void cannot_be_written() {
    fails(write_file_atomically(folder_.path().toStdString(), "x"), folder_.path().toStdString(), "Is a directory");
    fails(write_file_atomically(path("none/a"), "x"), path("none/a"), "No such file");
    QVERIFY(write_file_atomically(path("a"), "1").has_value());
    fails(write_file_atomically(path("a") + "/b", "x"), path("a") + "/b", "Not a directory");
    fails(write_file_atomically("/proc/stowage", "x"), "/proc/stowage", "cannot be written");
    QCOMPARE(entries(), QStringList{"a"});
  }

  /// Of writers that were killed: their process ids come again soon in a container.
  void leftovers_do_not_block() {
    const std::string id = std::to_string(::getpid());
    for (int k = 0; k < 50; ++k)
      put(".stowage-" + id + "-" + std::to_string(k) + ".tmp");  // as writers before random names called theirs
    put(".a.stowage-0123456789abcdef.tmp");
    QVERIFY(write_file_atomically(path("a"), "new").has_value());
    QCOMPARE(read_file(path("a")).value(), std::string("new"));
  }

  void old_leftovers_are_removed() {
    const char *old = ".a.stowage-0123456789abcdef.tmp", *fresh = ".a.stowage-fedcba9876543210.tmp",
               *locked = ".a.stowage-00000000000000aa.tmp", *others = ".b.stowage-0123456789abcdef.tmp",
               *no_number = ".a.stowage-0123456789abcdeg.tmp", *long_number = ".a.stowage-0123456789abcdef0.tmp";
    for (const char* name : {old, fresh, locked, others, no_number, long_number}) put(name);
    for (const char* name : {old, locked, others, no_number, long_number}) make_old(name);
    const int writer = ::open(path(locked).c_str(), O_WRONLY);
    QCOMPARE(::flock(writer, LOCK_EX), 0);
    QVERIFY(write_file_atomically(path("a"), "1").has_value());
    ::close(writer);
    QStringList left{"a", fresh, locked, others, no_number, long_number};
    left.sort();
    QStringList found = entries();
    found.sort();
    QCOMPARE(found, left);
  }

  /// Of one process and of several: none fails, and what stays is what one of them wrote.
  void many_writers_do_not_collide() {
    constexpr int kThreads = 6, kProcesses = 4, kRounds = 20;
    const auto content = [](int writer) { return std::string(300'000, static_cast<char>('a' + writer)); };
    const auto write_often = [&](int writer) {
      int failed = 0;
      for (int k = 0; k < kRounds; ++k) failed += write_file_atomically(path("a"), content(writer)) ? 0 : 1;
      return failed;
    };
    std::vector<pid_t> children;
    for (int p = 0; p < kProcesses; ++p) {
      const pid_t child = ::fork();
      if (child == 0) ::_exit(write_often(kThreads + p) == 0 ? 0 : 1);
      children.push_back(child);
    }
    std::atomic<int> failed = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) threads.emplace_back([&, t] { failed += write_often(t); });
    for (std::thread& thread : threads) thread.join();
    for (const pid_t child : children) {
      int status = 0;
      QCOMPARE(::waitpid(child, &status, 0), child);
      QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    QCOMPARE(failed.load(), 0);
    const std::string last = read_file(path("a")).value();
    QCOMPARE(last, content(last.front() - 'a'));
    QCOMPARE(entries(), QStringList{"a"});
  }

  void a_long_name_leaves_room_for_the_temporary_one() {
    const std::string name(255, 'n');
    QVERIFY(write_file_atomically(path(name.c_str()), "1").has_value());
    QCOMPARE(entries(), QStringList{QString::fromStdString(name)});
  }

  /// What is open is written to where it is: a pipe as it is, a file after what it holds already.
  void what_is_open_is_written_to() {
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    const std::string open_pipe = "/dev/fd/" + std::to_string(ends[1]);
    QVERIFY(write_file_atomically(open_pipe, "through").has_value());
    char got[8] = {};
    QCOMPARE(::read(ends[0], got, sizeof got), ssize_t{7});
    QCOMPARE(std::string(got), std::string("through"));

    const int file = ::open(path("a").c_str(), O_WRONLY | O_CREAT, 0600);
    QCOMPARE(::write(file, "head ", 5), ssize_t{5});
    QVERIFY(write_file_atomically("/proc/self/fd/" + std::to_string(file), "body").has_value());
    ::close(file);
    QCOMPARE(read_file(path("a")).value(), std::string("head body"));
    QCOMPARE(entries(), QStringList{"a"});

    auto* const before = std::signal(SIGPIPE, SIG_IGN);
    ::close(ends[0]);
    fails(write_file_atomically(open_pipe, "x"), open_pipe, "Broken pipe");
    ::close(ends[1]);
    std::signal(SIGPIPE, before);
    fails(write_file_atomically(open_pipe, "x"), open_pipe, "Bad file descriptor");
  }

  /// A pipe that its other end made so that it never waits.
  void a_full_pipe_is_waited_for() {
    int ends[2];
    QCOMPARE(::pipe2(ends, O_NONBLOCK), 0);
    const std::string text(1'000'000, 'w');
    std::string got;
    std::thread reader([&] {
      std::vector<char> piece(100'000);
      while (got.size() < text.size()) {
        pollfd wanted{.fd = ends[0], .events = POLLIN, .revents = 0};
        ::poll(&wanted, 1, -1);
        const ssize_t count = ::read(ends[0], piece.data(), piece.size());
        if (count > 0) got.append(piece.data(), static_cast<std::size_t>(count));
        if (count == 0) return;
      }
    });
    const auto written = write_file_atomically("/dev/fd/" + std::to_string(ends[1]), text);
    ::close(ends[1]);
    reader.join();
    ::close(ends[0]);
    QVERIFY2(written.has_value(), written ? "" : written.error().text().c_str());
    QVERIFY(got == text);
  }

  void names_of_one_file() {
    QVERIFY(write_file_atomically(path("a"), "1").has_value());
    QVERIFY(write_file_atomically(path("b"), "1").has_value());
    QCOMPARE(::symlink("a", path("soft").c_str()), 0);
    QCOMPARE(::link(path("a").c_str(), path("hard").c_str()), 0);
    for (const char* same : {"a", "./a", "soft", "hard"})
      QVERIFY2(is_same_file(path("a"), path(same)) && is_same_file(path(same), path("a")), same);
    for (const char* other : {"b", "none"}) QVERIFY(!is_same_file(path("a"), path(other)));
    QVERIFY(!is_same_file(path("none"), path("none")));
    QVERIFY(!is_same_file("/dev/null", "/dev/null"));
  }

  void a_full_device() { fails(write_file_atomically("/dev/full", "x"), "/dev/full", "No space left"); }

  /// A write that fails halfway leaves the old file as it was, and nothing beside it.
  void a_full_disk() {
    QVERIFY(write_file_atomically(path("a"), "old").has_value());
    auto* const before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{}, small{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &old), 0);
    small = {.rlim_cur = 4096, .rlim_max = old.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto existing = write_file_atomically(path("a"), std::string(10'000, 'x'));
    const auto fresh = write_file_atomically(path("b"), std::string(10'000, 'x'));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &old), 0);
    std::signal(SIGXFSZ, before);
    fails(existing, path("a"), "File too large");
    fails(fresh, path("b"), "File too large");
    QCOMPARE(read_file(path("a")).value(), std::string("old"));
    QCOMPARE(entries(), QStringList{"a"});
  }
};

STOWAGE_TEST(FileTest);
#include "tst_file.moc"
