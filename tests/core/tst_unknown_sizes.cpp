// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/io/unknown_sizes.h"

using namespace stowage;

/// Tensors without a size, by what a reader says of them.
class UnknownSizesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_document_that_says_nothing_has_none() {
    QCOMPARE(unknown_sizes({}), std::size_t{0});
    Document document;
    document.summary.add(ImportKind::unknown, "operators that nobody knows", "Foo");
    document.summary.add(ImportKind::read, "sizes", "a");
    QCOMPARE(unknown_sizes(document), std::size_t{0});
  }
  void entries_on_sizes_are_counted() {
    Document document;
    document.summary.count(ImportKind::unknown, "tensors without a size", 3);
    document.summary.say(ImportKind::unknown, "the size of the workspace");
    QCOMPARE(unknown_sizes(document), std::size_t{4});
  }
  void what_waits_for_several_dimensions_counts_once() {
    Document document;
    document.open_dimensions = {{"batch", 5}, {"length", 2}};
    QCOMPARE(unknown_sizes(document), std::size_t{5});
    document.summary.count(ImportKind::unknown, "tensors without a size", 6);
    QCOMPARE(unknown_sizes(document), std::size_t{6});
  }
};

QTEST_GUILESS_MAIN(UnknownSizesTest)
#include "tst_unknown_sizes.moc"
