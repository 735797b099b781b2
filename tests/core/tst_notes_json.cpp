// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/io/notes_json.h"
#include "tests/start/test_entry.h"

using namespace stowage;

class NotesJsonTest : public QObject {
  Q_OBJECT

 private slots:
  void what_is_written_is_read() {
    NotesFile notes;
    notes.notes = {{"conv1.out", "why so large?\nsecond line"}, {"größe \"q\" \\", "\t☃"}, {"", "empty name"}};
    const std::string text = write_notes(notes);
    QVERIFY(text.ends_with("}\n"));
    QCOMPARE(*read_notes(text, "n.json"), notes);
    QCOMPARE(*read_notes(write_notes({}), "n.json"), NotesFile{});
  }

  void unknown_keys_are_kept() {
    const auto read = read_notes(
        R"({"author": {"name": "me", "x": [1, 2.50]}, "format": "stowage-notes", "version": 1, "notes": {"a": "b"}})",
        "n.json");
    QVERIFY(read.has_value());
    QCOMPARE(read->notes.size(), std::size_t{1});
    NotesFile changed = *read;
    changed.notes["c"] = "d";
    const auto again = read_notes(write_notes(changed), "n.json");
    QVERIFY(again.has_value());
    QCOMPARE(*again, changed);
    QVERIFY(again->extra.find("2.50") != std::string::npos);
    QVERIFY(again->extra.find("author") != std::string::npos);
  }

  void faults_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::newRow("no JSON") << QByteArray("{") << "line 1";
    QTest::newRow("a list") << QByteArray("[]") << "";
    QTest::newRow("other format") << QByteArray(R"({"format": "stowage-plan", "version": 1})") << "/format";
    QTest::newRow("no format") << QByteArray(R"({"version": 1, "notes": {}})") << "/format";
    QTest::newRow("newer") << QByteArray(R"({"format": "stowage-notes", "version": 2, "notes": {}})") << "/version";
    QTest::newRow("notes a list") << QByteArray(R"({"format": "stowage-notes", "version": 1, "notes": []})")
                                  << "/notes";
    QTest::newRow("a number") << QByteArray(R"({"format": "stowage-notes", "version": 1, "notes": {"a": 3}})")
                              << "/notes/a";
    QTest::newRow("a note twice") << QByteArray(
                                         R"({"format": "stowage-notes", "version": 1, "notes": {"a": "x", "a": "y"}})")
                                  << "";
    QTest::newRow("too long") << QByteArray(R"({"format": "stowage-notes", "version": 1, "notes": {"a": ")") +
                                     QByteArray(70'000, 'x') + "\"}}"
                              << "/notes/a";
    QTest::newRow("no UTF-8") << QByteArray(
                                     "{\"format\": \"stowage-notes\", \"version\": 1, \"notes\": {\"a\": \"\xff\"}}")
                              << "line 1";
  }
  void faults() {
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    const auto read = read_notes(text.toStdString(), "n.json");
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().kind, Error::Kind::bad_input);
    QCOMPARE(read.error().faults.front().file, std::string("n.json"));
    QVERIFY2(QString::fromStdString(read.error().faults.front().place).startsWith(place),
             read.error().faults.front().place.c_str());
  }

  void too_many() {
    std::string text = R"({"format": "stowage-notes", "version": 1, "notes": {)";
    for (std::size_t k = 0; k <= kMostNotes; ++k) text += (k == 0 ? "\"" : ",\"") + std::to_string(k) + "\":\"x\"";
    QVERIFY(!read_notes(text + "}}", "n.json").has_value());
  }

  void they_lie_beside_the_graph() {
    QCOMPARE(notes_path("/some/where/net.stowage.json"),
             std::string("/some/where/net.stowage.json.stowage-notes.json"));
  }
};

STOWAGE_TEST(NotesJsonTest);
#include "tst_notes_json.moc"
