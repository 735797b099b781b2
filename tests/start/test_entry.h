// SPDX-License-Identifier: Apache-2.0
// A folder's tests are one program: `core_tests tst_search` runs the class in tst_search.cpp, and what follows on the
// command line are Qt Test's own arguments. In place of Qt's QTEST_MAIN, each test file ends with one of the macros.
#pragma once

#include <QtTest>

namespace stowage::test {

/// A test of this program, from the start of main() on.
struct TestEntry {
  using Run = int (*)(int argc, char** argv);

  /// `file`: the test's source, whose name without folder and ending is the name of the test.
  TestEntry(const char* file, Run run);
};

}  // namespace stowage::test

/// `...`: what is done first, with argc and argv in scope, such as the making of an application.
#define STOWAGE_TEST_WITH(Class, ...)                                                         \
  static const stowage::test::TestEntry k##Class##Entry(__FILE__, [](int argc, char** argv) { \
    QTest::Internal::callInitMain<Class>();                                                   \
    __VA_ARGS__                                                                               \
    Class test;                                                                               \
    return QTest::qExec(&test, argc, argv);                                                   \
  })

#define STOWAGE_TEST(Class) STOWAGE_TEST_WITH(Class, QTEST_QAPP_SETUP(QCoreApplication))
/// With widgets, or with fonts.
#define STOWAGE_GUI_TEST(Class) STOWAGE_TEST_WITH(Class, QTEST_MAIN_SETUP())

/// Ends a test that cannot run here, and says why.
#define STOWAGE_SKIP(text) QSKIP(text)
