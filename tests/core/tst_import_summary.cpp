// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/io/document.h"
#include "tests/start/test_entry.h"

using namespace stowage;

/// What a summary says of names, and what a user is told who opens a file that nobody knows.
class ImportSummaryTest : public QObject {
  Q_OBJECT

 private slots:
  void a_name_stands_once_with_its_number() {
    ImportSummary summary;
    for (int k = 0; k < 2000; ++k) summary.add(ImportKind::skipped, "events of other categories", "user_annotation");
    for (const char* name : {"python", "user_annotation", ""})
      summary.add(ImportKind::skipped, "events of other categories", name);
    const ImportEntry& entry = summary.entries()[0];
    QCOMPARE(entry.count, std::size_t{2003});
    QCOMPARE(entry.names, (std::vector<std::string>{"user_annotation", "python"}));
    QCOMPARE(entry.times, (std::vector<std::size_t>{2001, 1}));
    QCOMPARE(entry.more_than(0), std::size_t{2003});
    QCOMPARE(entry.more_than(1), std::size_t{2});
    QCOMPARE(entry.more_than(2), std::size_t{1});
  }
  void of_many_names_the_first_are_kept() {
    ImportSummary summary;
    for (int round = 0; round < 2; ++round)
      for (int k = 0; k < 150; ++k) {
        summary.add(ImportKind::read, "tensors", "t" + std::to_string(k));
        summary.add(ImportKind::unknown, "tensors", "u");  // another entry of the same words
      }
    QCOMPARE(summary.entries().size(), std::size_t{2});
    const ImportEntry& entry = summary.entries()[0];
    QCOMPARE(entry.count, std::size_t{300});
    QCOMPARE(entry.names.size(), ImportSummary::kMostNames);
    QVERIFY(std::ranges::all_of(entry.times, [](std::size_t times) { return times == 2; }));
    QCOMPARE(entry.more_than(ImportSummary::kMostNames), std::size_t{100});
  }

  void only_formats_that_are_read_are_offered() {
    const auto unknown = read_document("what is this?\n", "x.txt");
    QVERIFY(!unknown);
    const std::string text = unknown.error().text();
    for (const Format& format : formats())
      QCOMPARE(text.find("(" + std::string(format.extension) + ")") != std::string::npos, format.is_read);
    for (const Format& format : formats())
      if (!format.is_read) QVERIFY(!format.read("digraph {}", "x.dot", {}, {}));
    QVERIFY(!find_format("dot")->is_read);
  }
};

STOWAGE_TEST(ImportSummaryTest);
#include "tst_import_summary.moc"
