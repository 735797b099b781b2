// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window's docks are at first, their keys, and which of them comes forward by itself.
#include <QDockWidget>
#include <QMenu>
#include <QtTest>
#include <set>

#include "app/window/application.h"
#include "app/window/main_window.h"
#include "tests/app/shown.h"
#include "widgets/runs/runs_pane.h"

using namespace stowage;
using namespace stowage::test;

namespace {

/// A window of this size, in which figure 2 is open.
struct Docks : Shown {
  Docks(const QString& settings_file, QSize size) : Shown(settings_file) {
    window.resize(size);
    open(kFigure2);
  }
  QDockWidget* dock(const char* name) { return part<QDockWidget>(name); }
  bool in_front(const char* name) { return !dock(name)->visibleRegion().isEmpty(); }
  bool tabs_of_one(const char* a, const char* b) { return window.tabifiedDockWidgets(dock(a)).contains(dock(b)); }
};

constexpr QSize kSmall{1280, 800}, kLarge{2560, 1400};

}  // namespace

class WindowDocksTest : public QObject {
  Q_OBJECT

  Scratch scratch_;

 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    const QSettings none(scratch_.fresh_settings(), QSettings::IniFormat);
    prepare_application(none);
  }

  void every_dock_has_a_key_of_one_digit() {
    Docks shown(scratch_.fresh_settings(), kSmall);
    std::set<QString> keys;
    const auto docks = shown.window.findChildren<QDockWidget*>();
    for (const QDockWidget* dock : docks) {
      const auto* action = shown.part<QAction>(qPrintable("show_" + dock->objectName()));
      const QString key = action->shortcut().toString(QKeySequence::PortableText);
      QVERIFY2(QRegularExpression("^(Ctrl|Alt)\\+[1-9]$").match(key).hasMatch(), qPrintable(key));
      keys.insert(key);
    }
    QCOMPARE(keys.size(), static_cast<std::size_t>(docks.size()));
    QTRY_VERIFY(!shown.in_front("inspector"));
    QTest::keySequence(&shown.window, QKeySequence("Ctrl+4"));
    QTRY_VERIFY(shown.in_front("inspector"));
  }

  /// Hidden or behind: there, with the keyboard. In front: the keyboard goes there. There already: hidden.
  void a_key_shows_then_goes_to_then_hides() {
    Docks shown(scratch_.fresh_settings(), kSmall);
    const auto focused = [&](const char* name) { return shown.dock(name)->isAncestorOf(QApplication::focusWidget()); };
    const auto press = [&](const char* name) {
      QTest::keySequence(&shown.window, shown.part<QAction>(qPrintable(QStringLiteral("show_") + name))->shortcut());
    };
    for (const char* name : {"lanes", "strategies", "tensors", "inspector", "history", "structure"}) {
      shown.map()->setFocus();
      shown.dock(name)->hide();
      press(name);
      QTRY_VERIFY2(shown.in_front(name) && focused(name), name);
      shown.map()->setFocus();
      press(name);
      QVERIFY2(shown.in_front(name) && focused(name), name);
      press(name);
      QTRY_VERIFY2(shown.dock(name)->isHidden(), name);
      QVERIFY(shown.map()->hasFocus());
      press(name);
      QTRY_VERIFY2(shown.in_front(name) && focused(name), name);
    }
    QVERIFY(shown.in_front("history"));
    QVERIFY(!shown.in_front("strategies"));  // behind it
    press("strategies");
    QTRY_VERIFY(shown.in_front("strategies") && focused("strategies"));
    // What has the keyboard is something that takes keys.
    QVERIFY(QApplication::focusWidget()->focusPolicy() & Qt::TabFocus);
  }

  /// Space is what Runs is opened for.
  void the_key_of_runs_then_space_plays() {
    Docks shown(scratch_.fresh_settings(), kSmall);
    auto* runs = shown.window.findChild<RunsPane*>();
    for (int i = 0; i < 2; ++i) {  // also where it was in front before
      shown.map()->setFocus();
      QTest::keySequence(&shown.window, shown.part<QAction>("show_runs")->shortcut());
      QTRY_VERIFY(shown.in_front("runs") && runs->run() && shown.dock("runs")->isAncestorOf(QApplication::focusWidget()));
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
      QVERIFY(runs->playing());
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
      QVERIFY(!runs->playing());
    }
  }

  /// A check mark that is taken away hides, wherever the keyboard is.
  void a_checked_entry_of_the_menu_hides() {
    Docks shown(scratch_.fresh_settings(), kSmall);
    shown.map()->setFocus();
    QVERIFY(shown.in_front("tensors"));
    QTest::keyClick(&shown.window, Qt::Key_V, Qt::AltModifier);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    auto* action = shown.part<QAction>("show_tensors");
    QVERIFY(action->isChecked());
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    QTRY_VERIFY(shown.dock("tensors")->isHidden());
    QVERIFY(!action->isChecked());
  }

  void the_inspector_is_below_the_strategies_where_there_is_room() {
    Docks small(scratch_.fresh_settings(), kSmall);
    QVERIFY(small.in_front("strategies"));
    QVERIFY(small.tabs_of_one("strategies", "inspector"));
    Docks large(scratch_.fresh_settings(), kLarge);
    QTRY_VERIFY(large.in_front("strategies") && large.in_front("inspector"));
    QVERIFY(!large.tabs_of_one("strategies", "inspector"));
    QVERIFY(large.dock("inspector")->y() > large.dock("strategies")->geometry().bottom());
    large.dock("inspector")->hide();
    large.command("Reset layout")->trigger();
    QTRY_VERIFY(large.in_front("strategies") && large.in_front("inspector"));
  }

  void the_bottom_has_a_share_of_the_height_and_the_legend_is_narrow() {
    for (const QSize size : {kSmall, kLarge}) {
      Docks shown(scratch_.fresh_settings(), size);
      const auto high = [&] { return shown.dock("tensors")->height() / double(shown.window.height()); };
      QTRY_VERIFY2(high() > 0.25 && high() < 0.4, qPrintable(QString::number(high())));
      QVERIFY2(shown.dock("legend")->width() < 320, qPrintable(QString::number(shown.dock("legend")->width())));
      QVERIFY(shown.map()->height() > 300);
    }
  }

  void a_pair_brings_the_inspector_forward() {
    Docks shown(scratch_.fresh_settings(), kSmall);
    shown.window.state().select_tensors({TensorId(0)});
    QTest::qWait(20);
    QVERIFY(shown.in_front("strategies"));
    shown.window.state().select_tensors({TensorId(0), TensorId(1)});
    QTRY_VERIFY(shown.in_front("inspector"));
  }

  void a_closed_inspector_stays_closed() {
    Docks shown(scratch_.fresh_settings(), kSmall);
    shown.dock("inspector")->close();
    shown.window.state().select_tensors({TensorId(0), TensorId(1)});
    QTest::qWait(20);
    QVERIFY(!shown.dock("inspector")->isVisible());
    QVERIFY(shown.in_front("strategies"));
  }

  void comparing_brings_the_moved_tensors_forward() {
    Docks shown(scratch_.fresh_settings(), kSmall);
    QVERIFY(shown.in_front("tensors"));
    QTest::keySequence(&shown.window, QKeySequence(Qt::Key_F9));
    QTRY_VERIFY(shown.in_front("moved"));
  }
};

QTEST_MAIN(WindowDocksTest)
#include "tst_window_docks.moc"
