// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/io/unknown_sizes.h"
#include "tests/start/test_entry.h"

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
    for (const char* name : {"a", "b", "a"}) document.summary.add_without_size("tensors without a size", name);
    document.summary.count(ImportKind::unknown, "frees of another size than was allocated", 7);  // one of them is known
    QCOMPARE(unknown_sizes(document), std::size_t{3});
  }
  void what_waits_for_several_dimensions_counts_once() {
    Document document;
    document.open_dimensions = {{"batch", 5}, {"length", 2}};
    QCOMPARE(unknown_sizes(document), std::size_t{5});
    for (int k = 0; k < 6; ++k) document.summary.add_without_size("tensors without a size", {});
    QCOMPARE(unknown_sizes(document), std::size_t{6});
  }
  /// A file may leave a dimension open and say all the same how long it is for now.
  void what_is_counted_as_stored_is_known() {
    Document document;
    document.open_dimensions = {{.name = "*:0", .tensors = 14, .stored = 14},
                                {.name = "*:1", .tensors = 5, .stored = 3}};
    QCOMPARE(unknown_sizes(document), std::size_t{2});
    document.open_dimensions.pop_back();
    QCOMPARE(unknown_sizes(document), std::size_t{0});
  }
};

STOWAGE_TEST(UnknownSizesTest);
#include "tst_unknown_sizes.moc"
