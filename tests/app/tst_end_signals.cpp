// SPDX-License-Identifier: GPL-3.0-or-later
// Signals that end the program ask nothing, and keep unsaved edits.
#include <array>
#include <chrono>
#include <csignal>
#include <tuple>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/session/edit_keeper.h"
#include "app/settings/application.h"
#include "core/process/process.h"
#include "tests/app/window_test.h"

constexpr std::chrono::milliseconds kLong{kPatience};  // a busy machine may take its time

class EndSignalsTest : public WindowTest {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QGuiApplication::setQuitOnLastWindowClosed(false);
    QStandardPaths::setTestModeEnabled(false);
    qputenv("XDG_DATA_HOME", QFile::encodeName(scratch_.path("data")));
  }
  void cleanup() { QVERIFY(QDir(EditKeeper::folder()).removeRecursively()); }

  void the_first_signal_ends_and_keeps_the_edits_data() {
    QTest::addColumn<int>("number");
    QTest::addColumn<bool>("asks");
    for (const auto& [name, number] : {std::pair("SIGTERM", SIGTERM), {"SIGINT", SIGINT}, {"SIGHUP", SIGHUP}}) {
      QTest::addRow("%s", name) << number << false;
      QTest::addRow("%s while a question is open", name) << number << true;
    }
  }
  void the_first_signal_ends_and_keeps_the_edits() {
    QFETCH(const int, number);
    QFETCH(const bool, asks);
    {
      const EndSignals ends(kLong);
      Shown shown(scratch_, kFigure2);
      shown.grow();
      QVERIFY(shown.window.isWindowModified());
      if (asks) {
        shown.window.close();
        QVERIFY(QApplication::activeModalWidget());
      }
      QTimer::singleShot(0, [number] { std::raise(number); });
      QCOMPARE(QCoreApplication::exec(), EndSignals::exit_code(number));
    }
    QTRY_COMPARE_WITH_TIMEOUT(QDir(EditKeeper::folder()).entryList({"*.unsaved"}).size(), 1, kPatience);
  }

  /// The edit is still being made when the signal comes. The process that keeps it holds no pipe open: a program that
  /// another thread starts at the same time would be waited for until the edit is written, which waits for this one.
  void an_edit_of_a_large_graph_is_kept() {
    const QString path = scratch_.write("large.stowage.json", make_training_graph(training_graph_of(20'000, 4)));
    const Bytes size{123'456};
    {
      const EndSignals ends(kLong);
      Shown shown(scratch_, path);
      std::array<int, 2> pipe{-1, -1};
      QCOMPARE(::pipe2(pipe.data(), O_CLOEXEC), 0);
      Descriptor reads(pipe[0]), writes(pipe[1]);
      bool ended = false;
      connect(qApp, &QCoreApplication::aboutToQuit, &shown.window, [&] {
        std::ignore = writes.close();
        pollfd poll{.fd = reads.get(), .events = POLLIN, .revents = 0};
        ended = ::poll(&poll, 1, kPatience / 2) == 1;
      });
      QTimer::singleShot(0, [&] {
        shown.window.document().edit(resize(TensorId{0}, size));
        QVERIFY(shown.window.document().is_editing());
        std::raise(SIGTERM);
      });
      QCOMPARE(QCoreApplication::exec(), EndSignals::exit_code(SIGTERM));
      QVERIFY(ended);
    }
    const QDir in(EditKeeper::folder());
    QTRY_COMPARE_WITH_TIMEOUT(in.entryList({"*.unsaved"}).size(), 1, kPatience);
    Shown next(scratch_);
    QTRY_VERIFY_WITH_TIMEOUT((next.window.offer_lost_edits(), next.window.findChild<QToolButton*>("restore_edits")),
                             kPatience);
    click(next.part<QToolButton>("restore_edits"));
    QTRY_VERIFY_WITH_TIMEOUT(next.window.document().is_open(), kPatience);
    next.settle();
    QCOMPARE(next.window.document().graph()->size(TensorId{0}), size);
  }

  /// A program that ended before it had written leaves its lock.
  void a_lock_of_nothing_goes() {
    const QDir in(EditKeeper::folder());
    QVERIFY(in.mkpath("."));
    QVERIFY(QFile(in.filePath("crashed.unsaved.lock")).open(QIODevice::WriteOnly));
    Shown shown(scratch_);
    shown.window.offer_lost_edits();
    QTRY_VERIFY_WITH_TIMEOUT(in.isEmpty(), kPatience);
  }

  void a_program_that_hangs_ends_at_its_deadline() {
    const pid_t child = ::fork();
    if (child == 0) {
      const EndSignals ends(std::chrono::milliseconds{20});
      std::raise(SIGTERM);
      ::sleep(60);
      ::_exit(0);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), EndSignals::exit_code(SIGTERM));
  }

  /// A dialog with an event loop of its own ends, too.
  void a_dialog_that_waits_ends() {
    const EndSignals ends(kLong);
    Shown shown(scratch_, kFigure2);
    QTimer::singleShot(0, [&] {
      QTimer::singleShot(0, [] { std::raise(SIGTERM); });
      QDialog(&shown.window).exec();
    });
    QCOMPARE(QCoreApplication::exec(), EndSignals::exit_code(SIGTERM));
  }

  void without_edits_nothing_is_kept() {
    {
      const EndSignals ends(kLong);
      Shown shown(scratch_, kFigure2);
      QTimer::singleShot(0, [] { std::raise(SIGTERM); });
      QCOMPARE(QCoreApplication::exec(), EndSignals::exit_code(SIGTERM));
    }
    QVERIFY(QDir(EditKeeper::folder()).isEmpty());
  }
};

STOWAGE_WINDOW_TEST(EndSignalsTest);
#include "tst_end_signals.moc"
