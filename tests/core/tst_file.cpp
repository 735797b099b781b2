// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <atomic>
#include <csignal>

#include "core/process/process.h"
#include "tests/support/core_test.h"
#include "tests/support/unpack_gzip.h"

namespace {

std::string packed(const std::string& text) {
  z_stream state{};
  deflateInit2(&state, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&state, static_cast<uLong>(text.size())) + 100, '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(out.data());
  state.avail_out = static_cast<uInt>(out.size());
  deflate(&state, Z_FINISH);
  out.resize(state.total_out);
  deflateEnd(&state);
  return out;
}

std::string noise(std::size_t size) {
  std::string out(size, '\0');
  std::uint32_t seed = 1;
  for (char& c : out) c = static_cast<char>((seed = seed * 1664525 + 1013904223) >> 24);
  return out;
}

void verify_fault(const std::string& bytes, const std::string& words, std::size_t limit = kMaxFileSize) {
  REQUIRE_EQ(error_of(unpack_gzip(bytes, "x.gz", limit)).text(), says("x.gz:byte " + words));
}

}  // namespace

struct FileFixture {
  test::TemporaryFolder folder_;
  [[nodiscard]] std::string path(const char* name) const { return folder_.file(name); }
  /// Everything in the folder, hidden files too.
  [[nodiscard]] std::vector<std::string> entries() const {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      out.push_back(entry.path().filename().string());
    std::ranges::sort(out);
    return out;
  }
  void put(const std::string& name) const { write_plainly(path(name.c_str())); }
  static void write_plainly(const std::string& file) {
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT, 0600);
    if (fd < 0 || ::close(fd) != 0) throw std::runtime_error("cannot make " + file);
  }
  void make_old(const char* name) const {
    const timespec long_ago[2] = {{.tv_sec = 1'000'000'000, .tv_nsec = 0}, {.tv_sec = 1'000'000'000, .tv_nsec = 0}};
    REQUIRE_EQ(::utimensat(AT_FDCWD, path(name).c_str(), long_ago, 0), 0);
  }
  static void fails(const Result<void>& result, const std::string& file, const char* reason) {
    REQUIRE_MESSAGE(!result.has_value(), "was written");
    REQUIRE_EQ(result.error().kind, Error::Kind::bad_input);
    REQUIRE_EQ(result.error().faults[0].file, file);
    REQUIRE_MESSAGE(result.error().text().find(reason) != std::string::npos, result.error().text());
  }
};

TEST_CASE_FIXTURE(FileFixture, "round trip") {
  for (const std::string& bytes :
       {std::string(), std::string("text\n"), std::string("\0\xFF\r\n", 4), std::string(3 << 20, 'x')}) {
    REQUIRE(write_file_atomically(path("a"), bytes).has_value());
    REQUIRE_EQ(read_file(path("a")).value(), bytes);
  }
  REQUIRE_EQ(entries(), std::vector<std::string>{"a"});
}

TEST_CASE_FIXTURE(FileFixture, "cannot be read") {
  const Rows<std::string, std::string> rows = {{"missing", path("none"), "No such file"},
                                               {"below a file", path("none/below"), "No such file"},
                                               {"no name", "", "No such file"},
                                               {"a folder", folder_.path(), "Is a directory"},
                                               {"without an end", "/dev/zero", "a device"}};
  each_row(rows, [&](const std::string& path, const std::string& reason) {
    const Error error = error_of(read_file(path));
    REQUIRE_EQ(error.faults.size(), 1u);
    REQUIRE_EQ(error.faults[0].file, path);
    REQUIRE_MESSAGE(contains(error.text(), reason), error.text());
  });
}

/// In a child process, as root must first become somebody whom permissions hold.
TEST_CASE_FIXTURE(FileFixture, "not allowed") {
  REQUIRE(write_file_atomically(path("secret"), "x").has_value());
  REQUIRE_EQ(::chmod(path("secret").c_str(), 0), 0);
  REQUIRE_EQ(::chmod(folder_.path().c_str(), 0755), 0);
  REQUIRE(holds_in_child([&] {
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) return false;
    const auto refused = [](const auto& result) { return contains(fault_text(result), "Permission denied"); };
    return refused(read_file(path("secret"))) && refused(write_file_atomically(path("secret"), "y"));
  }));
  REQUIRE_EQ(entries(), std::vector<std::string>{"secret"});
}

TEST_CASE_FIXTURE(FileFixture, "the limit holds") {
  REQUIRE(write_file_atomically(path("a"), std::string(1000, 'x')).has_value());
  REQUIRE(read_file(path("a"), 1000).has_value());
  REQUIRE_EQ(error_of(read_file(path("a"), 999)).text(), says("999"));
}

/// What has no size beforehand is read to its end, and no further than the limit.
TEST_CASE_FIXTURE(FileFixture, "a pipe is read") {
  for (const std::size_t limit : {std::size_t{1} << 30, std::size_t{100'000}}) {
    REQUIRE(::mkfifo(path("pipe").c_str(), 0600) == 0);
    const std::string text(3'000'000, 'p');
    auto* const before = std::signal(SIGPIPE, SIG_IGN);
    std::thread writer([&] { static_cast<void>(write_file_atomically(path("pipe"), text)); });
    const auto bytes = read_file(path("pipe"), limit);
    writer.join();
    std::signal(SIGPIPE, before);
    REQUIRE_EQ(bytes.has_value(), limit > text.size());
    if (bytes) REQUIRE_EQ(*bytes, text);
    REQUIRE_EQ(entries(), std::vector<std::string>{"pipe"});
    ::unlink(path("pipe").c_str());
  }
}

TEST_CASE_FIXTURE(FileFixture, "keeps the mode") {
  REQUIRE(write_file_atomically(path("a"), "1").has_value());
  ::chmod(path("a").c_str(), 0640);
  REQUIRE(write_file_atomically(path("a"), "2").has_value());
  struct stat info {};
  REQUIRE_EQ(::stat(path("a").c_str(), &info), 0);
  REQUIRE_EQ(info.st_mode & 07777U, 0640U);
}

TEST_CASE_FIXTURE(FileFixture, "a new file follows the umask") {
  const mode_t before = ::umask(027);
  REQUIRE(write_file_atomically(path("a"), "1").has_value());
  ::umask(before);
  struct stat info {};
  REQUIRE_EQ(::stat(path("a").c_str(), &info), 0);
  REQUIRE_EQ(info.st_mode & 07777U, 0640U);
}

TEST_CASE_FIXTURE(FileFixture, "follows links") {
  REQUIRE(write_file_atomically(path("real"), "1").has_value());
  REQUIRE_EQ(::symlink("real", path("relative").c_str()), 0);
  REQUIRE_EQ(::symlink(path("relative").c_str(), path("absolute").c_str()), 0);
  REQUIRE(write_file_atomically(path("absolute"), "2").has_value());
  REQUIRE_EQ(read_file(path("real")).value(), "2");
  REQUIRE(std::filesystem::is_symlink(folder_.file("relative")));
  REQUIRE_EQ(::symlink("not yet", path("ahead").c_str()), 0);
  REQUIRE(write_file_atomically(path("ahead"), "3").has_value());
  REQUIRE_EQ(read_file(path("not yet")).value(), "3");
  REQUIRE_EQ(::symlink("loop", path("loop").c_str()), 0);
  fails(write_file_atomically(path("loop"), "4"), path("loop"), "symbolic links");
}

TEST_CASE_FIXTURE(FileFixture, "cannot be written") {
  fails(write_file_atomically(folder_.path(), "x"), folder_.path(), "Is a directory");
  fails(write_file_atomically(path("none/a"), "x"), path("none/a"), "No such file");
  REQUIRE(write_file_atomically(path("a"), "1").has_value());
  fails(write_file_atomically(path("a") + "/b", "x"), path("a") + "/b", "Not a directory");
  fails(write_file_atomically("/proc/stowage", "x"), "/proc/stowage", "cannot be written");
  REQUIRE_EQ(entries(), std::vector<std::string>{"a"});
}

/// Of writers that were killed: their process ids come again soon in a container.
TEST_CASE_FIXTURE(FileFixture, "leftovers do not block") {
  const std::string id = std::to_string(::getpid());
  for (int k = 0; k < 50; ++k)
    put(".stowage-" + id + "-" + std::to_string(k) + ".tmp");  // as writers before random names called theirs
  put(".a.stowage-0123456789abcdef.tmp");
  REQUIRE(write_file_atomically(path("a"), "new").has_value());
  REQUIRE_EQ(read_file(path("a")).value(), "new");
}

TEST_CASE_FIXTURE(FileFixture, "old leftovers are removed") {
  const char *old = ".a.stowage-0123456789abcdef.tmp", *fresh = ".a.stowage-fedcba9876543210.tmp",
             *locked = ".a.stowage-00000000000000aa.tmp", *others = ".b.stowage-0123456789abcdef.tmp",
             *no_number = ".a.stowage-0123456789abcdeg.tmp", *long_number = ".a.stowage-0123456789abcdef0.tmp";
  for (const char* name : {old, fresh, locked, others, no_number, long_number}) put(name);
  for (const char* name : {old, locked, others, no_number, long_number}) make_old(name);
  const int writer = ::open(path(locked).c_str(), O_WRONLY);
  REQUIRE_EQ(::flock(writer, LOCK_EX), 0);
  REQUIRE(write_file_atomically(path("a"), "1").has_value());
  ::close(writer);
  std::vector<std::string> left{"a", fresh, locked, no_number, long_number};
  std::ranges::sort(left);
  REQUIRE_EQ(entries(), left);
}

/// At once, and by writers of other files, too.
TEST_CASE_FIXTURE(FileFixture, "what a killed writer left is removed by the next") {
  const pid_t child = ::fork();
  if (child == 0) {
    Replacement file(path("a"));
    std::ignore = file.create();
    ::kill(::getpid(), SIGKILL);
  }
  int state = 0;
  ::waitpid(child, &state, 0);
  REQUIRE(WIFSIGNALED(state));
  REQUIRE_EQ(entries().size(), std::size_t{1});
  REQUIRE(write_file_atomically(path("b"), "1").has_value());
  REQUIRE_EQ(entries(), std::vector<std::string>{"b"});
}

/// Of one process and of several: none fails, and what stays is what one of them wrote.
TEST_CASE_FIXTURE(FileFixture, "many writers do not collide") {
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
    REQUIRE_EQ(::waitpid(child, &status, 0), child);
    REQUIRE((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  }
  REQUIRE_EQ(failed.load(), 0);
  const std::string last = read_file(path("a")).value();
  REQUIRE_EQ(last, content(last.front() - 'a'));
  REQUIRE_EQ(entries(), std::vector<std::string>{"a"});
}

TEST_CASE_FIXTURE(FileFixture, "a long name leaves room for the temporary one") {
  const std::string name(255, 'n');
  REQUIRE(write_file_atomically(path(name.c_str()), "1").has_value());
  REQUIRE_EQ(entries(), std::vector<std::string>{name});
}

/// What is open is written to where it is: a pipe as it is, a file after what it holds already.
TEST_CASE_FIXTURE(FileFixture, "what is open is written to") {
  int ends[2];
  REQUIRE_EQ(::pipe(ends), 0);
  const std::string open_pipe = "/dev/fd/" + std::to_string(ends[1]);
  REQUIRE(write_file_atomically(open_pipe, "through").has_value());
  char got[8] = {};
  REQUIRE_EQ(::read(ends[0], got, sizeof got), ssize_t{7});
  REQUIRE_EQ(std::string(got), "through");
  const int file = ::open(path("a").c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE_EQ(::write(file, "head ", 5), ssize_t{5});
  REQUIRE(write_file_atomically("/proc/self/fd/" + std::to_string(file), "body").has_value());
  ::close(file);
  REQUIRE_EQ(read_file(path("a")).value(), "head body");
  REQUIRE_EQ(entries(), std::vector<std::string>{"a"});
  auto* const before = std::signal(SIGPIPE, SIG_IGN);
  ::close(ends[0]);
  fails(write_file_atomically(open_pipe, "x"), open_pipe, "Broken pipe");
  ::close(ends[1]);
  std::signal(SIGPIPE, before);
  fails(write_file_atomically(open_pipe, "x"), open_pipe, "Bad file descriptor");
}

/// A pipe that its other end made so that it never waits.
TEST_CASE_FIXTURE(FileFixture, "a full pipe is waited for") {
  int ends[2];
  REQUIRE_EQ(::pipe2(ends, O_NONBLOCK), 0);
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
  REQUIRE_EQ(fault_text(written), "");
  REQUIRE(got == text);
}

TEST_CASE_FIXTURE(FileFixture, "names of one file") {
  REQUIRE(write_file_atomically(path("a"), "1").has_value());
  REQUIRE(write_file_atomically(path("b"), "1").has_value());
  REQUIRE_EQ(::symlink("a", path("soft").c_str()), 0);
  REQUIRE_EQ(::link(path("a").c_str(), path("hard").c_str()), 0);
  for (const char* same : {"a", "./a", "soft", "hard"})
    REQUIRE_MESSAGE((is_same_file(path("a"), path(same)) && is_same_file(path(same), path("a"))), same);
  for (const char* other : {"b", "none"}) REQUIRE(!is_same_file(path("a"), path(other)));
  REQUIRE(!is_same_file(path("none"), path("none")));
  REQUIRE(!is_same_file("/dev/null", "/dev/null"));
}

TEST_CASE_FIXTURE(FileFixture, "a full device") {
  fails(write_file_atomically("/dev/full", "x"), "/dev/full", "No space left");
}

/// A write that fails halfway leaves the old file as it was, and nothing beside it.
TEST_CASE_FIXTURE(FileFixture, "a full disk") {
  REQUIRE(write_file_atomically(path("a"), "old").has_value());
  auto* const before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{}, small{};
  REQUIRE_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  small = {.rlim_cur = 4096, .rlim_max = old.rlim_max};
  REQUIRE_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto existing = write_file_atomically(path("a"), std::string(10'000, 'x'));
  const auto fresh = write_file_atomically(path("b"), std::string(10'000, 'x'));
  REQUIRE_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, before);
  fails(existing, path("a"), "File too large");
  fails(fresh, path("b"), "File too large");
  REQUIRE_EQ(read_file(path("a")).value(), "old");
  REQUIRE_EQ(entries(), std::vector<std::string>{"a"});
}

// Files that are gzipped: unpacked whole, or refused with the place; and never more than an honest file unpacks to.
TEST_CASE("what was packed, by us or by zlib, comes back") {
  for (const std::string& text :
       {std::string(), std::string("a"), noise(5'000'000), std::string(5'000'000, 'x'), noise(std::size_t{1} << 20)}) {
    const std::string small = pack_gzip(text);
    REQUIRE((is_gzip(small) && small == pack_gzip(text)));
    for (const std::string& bytes : {small, packed(text)})
      REQUIRE(unpack_gzip(bytes, "", kMaxFileSize).value() == text);
  }
}

TEST_CASE("files named so are packed and unpacked") {
  const test::TemporaryFolder folder;
  const std::string text = noise(3'000'000);
  for (const char* name : {"a.csv", "a.csv.gz"}) {
    const std::string path = folder.file(name);
    REQUIRE(write_file_atomically(path, text));
    REQUIRE(read_file(path).value() == text);
    REQUIRE_EQ(is_gzip(bytes_of(path)), path.ends_with(".gz"));
  }
}

TEST_CASE("all members come one after the other") {
  const std::string one = noise(3'000'000), two = "and this";
  REQUIRE(unpack_gzip(packed(one) + packed("") + packed(two), "", kMaxFileSize).value() == one + two);
}

TEST_CASE("padding after the end is left out") {
  REQUIRE(unpack_gzip(packed("abc") + std::string(512, '\0'), "", kMaxFileSize).value() == "abc");
}

TEST_CASE("what is not whole is refused, by its place") {
  const std::string whole = packed("abc");
  for (const std::string& rest : {std::string("x"), std::string(512, '\0') + "x"})  // other bytes after the end
    verify_fault(whole + rest, text(whole.size(), ": ", rest.size()));
  verify_fault(packed(packed("abc")), "gzip");  // packed twice
  const std::string larger = packed(noise(400) + std::string(400, 'x'));
  for (std::size_t length = 3; length < larger.size(); ++length) verify_fault(larger.substr(0, length), "cut");
  std::string damaged = packed(noise(1000));
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);  // the checksum
  verify_fault(damaged, "damaged");
  verify_fault(packed(noise(3'000'000)), "2000000", 2'000'000);  // more than the limit
}

/// However large it is, and whatever honest bytes follow.
TEST_CASE("a bomb is refused early") {
  verify_fault(packed(std::string(200 << 20, '\0')), "times its size");
  REQUIRE_EQ(unpack_gzip(packed(std::string(60 << 20, '\0')), "", kMaxFileSize).value().size(), std::size_t{60} << 20);
  verify_fault(packed(std::string(100 << 20, '\0')) + packed(noise(4 << 20)), "");
}

TEST_CASE("it stops when asked") {
  REQUIRE_EQ(error_of(unpack_gzip(packed("abc"), "", kMaxFileSize, cancelled_task())).kind, Error::Kind::cancelled);
}
