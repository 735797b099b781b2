// SPDX-License-Identifier: GPL-3.0-or-later
// The program where the system has too little: what an event's work throws, and threads that cannot be started.
#include "app/settings/application.h"
#include "tests/cli/program.h"

using namespace stowage;

namespace {

/// A view that needs more memory than there is to be drawn.
class Greedy final : public QObject {
 public:
  int asked = 0;
  bool event(QEvent* event) override {
    if (event->type() != QEvent::User) return QObject::event(event);
    ++asked;
    throw std::bad_alloc();
  }
};

}  // namespace

class ApplicationTest : public QObject {
  Q_OBJECT

 private slots:
  void events_that_throw_are_told_once() {
    auto* application = qobject_cast<Application*>(qApp);
    QVERIFY(application);
    QSignalSpy failed(application, &Application::failed);
    Greedy greedy;
    for (int round = 0; round < 3; ++round) QCoreApplication::postEvent(&greedy, new QEvent(QEvent::User));
    QTRY_COMPARE(greedy.asked, 3);
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(!failed[0][0].toString().isEmpty());
  }

  /// A shell on another machine has no display.
  void words_need_no_display() {
    for (const char* option : {"--version", "-v", "--help", "-h"}) {
      const Run run = run_program(STOWAGE_WINDOW, {option});
      QCOMPARE(run.code, 0);
      QVERIFY2(run.out.contains("Stowage") || run.out.contains("stowage"), qPrintable(run.out));
    }
  }

  void without_a_display_the_window_says_so() {
    const Run run = run_program(STOWAGE_WINDOW, {"x.stowage.json"});
    QCOMPARE(run.code, 3);
    QVERIFY2(run.err.startsWith("error: ") && run.err.count('\n') == 1, qPrintable(run.err));
  }

  /// No thread has room for a stack as large as this limit: Qt, with a display, would wait for its own for ever.
  void without_threads_the_window_says_so() {
    QVERIFY(can_start_threads(4));
#ifdef STOWAGE_SANITIZED
    QSKIP("the sanitizers start threads of their own");
#endif
    const Run run = run_program(
        "/bin/sh", {"-c", "ulimit -s 1099511627776 || exit 99; QT_QPA_PLATFORM=xcb exec \"$0\"", STOWAGE_WINDOW});
    QCOMPARE(run.code, 3);
    QVERIFY2(run.err.startsWith("error: "), qPrintable(run.err));
  }
};

STOWAGE_TEST_WITH(ApplicationTest, Application application(argc, argv););
#include "tst_application.moc"
