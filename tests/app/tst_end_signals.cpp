// SPDX-License-Identifier: GPL-3.0-or-later
// Signals that end the program close its windows, and ask what closing asks.
#include <csignal>

#include <QMessageBox>
#include <QPushButton>
#include <QtTest>

#include "app/settings/end_signals.h"
#include "app/window/main_window.h"
#include "tests/app/resize.h"
#include "tests/app/shown.h"

using namespace stowage;
using namespace stowage::test;

namespace {

QMessageBox* question() {
  auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
  return box && box->objectName() == "save_changes" ? box : nullptr;
}

void edit(Shown& shown) {
  OpenDocument& document = shown.window.document();
  document.edit(resize(TensorId{0}, document.graph()->size(TensorId{0}) + Bytes{4096}));
  shown.settle();
  QVERIFY(shown.window.isWindowModified());
}

}  // namespace

class EndSignalsTest : public QObject {
  Q_OBJECT

  Scratch scratch_;

 private slots:
  void initTestCase() { QGuiApplication::setQuitOnLastWindowClosed(false); }

  void without_changes_the_window_closes_data() {
    QTest::addColumn<int>("number");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGHUP") << SIGHUP;
  }
  void without_changes_the_window_closes() {
    QFETCH(const int, number);
    const EndSignals ends;
    Shown shown(scratch_.fresh_settings());
    shown.open(kFigure2);
    std::raise(number);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.isVisible(), kPatience);
  }

  /// The user may keep the window; then the next signal asks again.
  void changes_are_asked_about() {
    const EndSignals ends;
    Shown shown(scratch_.fresh_settings());
    shown.open(kFigure2);
    edit(shown);
    for (const auto answer : {QMessageBox::Cancel, QMessageBox::Cancel, QMessageBox::Cancel, QMessageBox::Discard}) {
      bool asked = false;
      when_asked<QMessageBox>(&shown.window, [&](QMessageBox* box) {
        asked = box == question();
        click(box->button(answer));
      });
      std::raise(SIGTERM);
      QTRY_VERIFY_WITH_TIMEOUT(asked, kPatience);
      QTRY_VERIFY_WITH_TIMEOUT(!question(), kPatience);
      QTRY_COMPARE(shown.window.isVisible(), answer == QMessageBox::Cancel);
    }
  }

  /// Last, since the application has ended after it.
  void a_second_signal_ends_without_an_answer() {
    int code = -1;
    {
      const EndSignals ends;
      Shown shown(scratch_.fresh_settings());
      shown.open(kFigure2);
      edit(shown);
      when_asked<QMessageBox>(&shown.window, [](QMessageBox*) { std::raise(SIGTERM); });
      std::raise(SIGTERM);
      code = QCoreApplication::exec();
      QVERIFY(!question());
    }
    QCOMPARE(code, 128 + SIGTERM);
  }
};

STOWAGE_WINDOW_TEST(EndSignalsTest);
#include "tst_end_signals.moc"
