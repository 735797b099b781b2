// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>

#include <zlib.h>

#include <string>

#include "core/io/file.h"
#include "core/io/gzip.h"
#include "tests/start/test_entry.h"

using namespace stowage;

/// Files that are gzipped: unpacked whole, or refused with the place; and never more than an honest file unpacks to.
class GzipTest : public QObject {
  Q_OBJECT

 private:
  static std::string packed(const std::string& text) {
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
  static std::string noise(std::size_t size) {
    std::string out(size, '\0');
    std::uint32_t seed = 1;
    for (char& c : out) c = static_cast<char>((seed = seed * 1664525 + 1013904223) >> 24);
    return out;
  }
  static void verify_fault(const std::string& bytes, std::string_view reason, std::size_t limit = kMaxFileSize) {
    const auto out = unpack_gzip(bytes, "x.gz", limit);
    QVERIFY(!out);
    const std::string text = out.error().text();
    QVERIFY2(text.starts_with("x.gz:byte ") && text.find(reason) != std::string::npos, text.c_str());
  }

 private slots:
  void what_was_packed_comes_back() {
    for (const std::string& text : {std::string(), std::string("a"), noise(5'000'000), std::string(5'000'000, 'x')})
      QVERIFY(unpack_gzip(packed(text), "", kMaxFileSize).value() == text);
  }
  void what_we_pack_comes_back() {
    for (const std::string& text : {std::string(), std::string("a"), noise(5'000'000), std::string(5'000'000, 'x'),
                                    noise(std::size_t{1} << 20)}) {
      const std::string small = pack_gzip(text);
      QVERIFY(is_gzip(small) && small == pack_gzip(text));
      QVERIFY(unpack_gzip(small, "", kMaxFileSize).value() == text);
    }
  }
  void files_named_so_are_packed_and_unpacked() {
    const QTemporaryDir folder;
    const std::string text = noise(3'000'000);
    for (const char* name : {"a.csv", "a.csv.gz"}) {
      const std::string path = folder.filePath(name).toStdString();
      QVERIFY(write_file_atomically(path, text));
      QVERIFY(read_file(path).value() == text);
      QFile file(QString::fromStdString(path));
      QVERIFY(file.open(QIODevice::ReadOnly));
      QCOMPARE(is_gzip(file.read(10).toStdString()), path.ends_with(".gz"));
    }
  }
  void all_members_come_one_after_the_other() {
    const std::string one = noise(3'000'000), two = "and this";
    QVERIFY(unpack_gzip(packed(one) + packed("") + packed(two), "", kMaxFileSize).value() == one + two);
  }
  void padding_after_the_end_is_left_out() {
    QVERIFY(unpack_gzip(packed("abc") + std::string(512, '\0'), "", kMaxFileSize).value() == "abc");
  }
  void other_bytes_after_the_end_are_refused() {
    const std::string whole = packed("abc");
    for (const std::string& rest : {std::string("x"), std::string(512, '\0') + "x"}) {
      const std::string place = "x.gz:byte " + std::to_string(whole.size()) + ":";
      const auto out = unpack_gzip(whole + rest, "x.gz", kMaxFileSize);
      QVERIFY(!out && QString::fromStdString(out.error().text()).startsWith(QString::fromStdString(place)));
      verify_fault(whole + rest, std::to_string(rest.size()) + " bytes follow that are not gzip data");
    }
  }
  void what_is_packed_twice_is_refused() { verify_fault(packed(packed("abc")), "packed by gzip twice"); }
  void a_file_cut_anywhere_is_refused() {
    const std::string whole = packed(noise(400) + std::string(400, 'x'));
    for (std::size_t length = 3; length < whole.size(); ++length) verify_fault(whole.substr(0, length), "cut short");
  }
  void a_damaged_file_is_refused() {
    std::string damaged = packed(noise(1000));
    damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);  // the checksum
    verify_fault(damaged, "damaged");
  }
  void more_than_the_limit_is_refused() { verify_fault(packed(noise(3'000'000)), "more than 2000000", 2'000'000); }
  void a_bomb_is_refused_early() {
    verify_fault(packed(std::string(200 << 20, '\0')), "times its size");
    QCOMPARE(unpack_gzip(packed(std::string(60 << 20, '\0')), "", kMaxFileSize).value().size(), std::size_t{60} << 20);
  }
  /// However large it is, and whatever honest bytes follow.
  void a_large_bomb_is_refused_early() {
    std::mt19937 engine(1);
    std::string noise(4 << 20, '\0');
    for (char& c : noise) c = static_cast<char>(engine());
    const auto bomb = unpack_gzip(packed(std::string(100 << 20, '\0')) + packed(noise), "b.gz", kMaxFileSize);
    QVERIFY(!bomb && bomb.error().text().find("times its size") != std::string::npos);
  }
  void read_file_unpacks() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.csv.gz").toStdString();
    QFile file(QString::fromStdString(path));
    const std::string bytes = packed("id,lower,upper,size\n");
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes.data(), static_cast<qint64>(bytes.size())) > 0);
    file.close();
    QCOMPARE(read_file(path).value(), std::string("id,lower,upper,size\n"));
  }
  void it_stops_when_asked() {
    std::stop_source source;
    source.request_stop();
    Task task;
    task.stop = source.get_token();
    const auto out = unpack_gzip(packed("abc"), "", kMaxFileSize, task);
    QVERIFY(!out && out.error().kind == Error::Kind::cancelled);
  }
};

STOWAGE_TEST(GzipTest);
#include "tst_gzip.moc"
