// SPDX-License-Identifier: GPL-3.0-or-later
// File > Import durations: a CSV onto the graph that is open, by its dialog.
#include "tests/app/window_test.h"

class WindowDurationsTest : public WindowTest {
  Q_OBJECT

  static std::string name(Shown& shown, std::size_t o) { return std::string(shown.graph().name(OperatorId(o))); }

  /// By menu, dialog and its button.
  void import(Shown& shown, const QString& path) {
    when_asked<QFileDialog>(&shown.window, [&](QFileDialog* dialog) { name_file(dialog, path); });
    shown.activate();
    QTest::keyClick(&shown.window, Qt::Key_F, Qt::AltModifier);
    QTest::keyClick(open_menu(), Qt::Key_U);
    shown.wait_for_answers();
    shown.settle();
  }

 private slots:
  void a_command_for_graphs_only() {
    Shown& shown = fresh();
    QVERIFY(!shown.part<QAction>("import_durations")->isEnabled());
    shown.open(kFigure2);
    QVERIFY(shown.part<QAction>("import_durations")->isEnabled());
  }

  void a_csv_is_one_step() {
    Shown& shown = fresh(kFigure2);
    QByteArray csv("operator,duration_us\n");
    for (OperatorId o : shown.graph().operators())
      csv += QByteArray::fromStdString(std::string(shown.graph().name(o))) + ',' + QByteArray::number(10) + '\n';
    import(shown, scratch_.write("times.csv", csv));
    for (OperatorId o : shown.graph().operators())
      QCOMPARE(shown.graph().duration(o), (Duration{10'000, Duration::From::measured}));
    QVERIFY2(!shown.message()->isVisible(), qPrintable(shown.message()->text()));
    QVERIFY2(shown.status().contains("makespan"), qPrintable(shown.status()));
    QCOMPARE(shown.history().count(), 1);
    QVERIFY(says(shown.history().undoText(), {"times.csv"}));
    shown.press_key(QKeySequence::Undo);
    QVERIFY(!shown.graph().has_durations());
    QVERIFY(!shown.window.isWindowModified());
    shown.press_key(QKeySequence::Redo);
    QVERIFY(shown.graph().has_durations());
    import(shown, scratch_.path("times.csv"));  // the same once more
    QVERIFY(shown.message()->isVisible());
    QCOMPARE(shown.history().count(), 1);
  }

  void names_that_are_not_found_are_told() {
    Shown& shown = fresh(kFigure2);
    import(shown, scratch_.write("times.csv", QByteArray::fromStdString("name,ns,from\nnobody,5,\n" + name(shown, 0) +
                                                                        ",7,estimated\nnobody too,5,\n")));
    QCOMPARE(shown.graph().duration(OperatorId(0)), (Duration{7, Duration::From::estimated}));
    const QString text = shown.message()->text();
    QVERIFY2(shown.message()->isVisible() && text.startsWith("times.csv"), qPrintable(text));
    QVERIFY(says(text, {"line 2", "\"nobody\"", "1", "7"}));  // one more row, and operators without one
  }

  void a_bad_file_changes_nothing() {
    Shown& shown = fresh(kFigure2);
    const std::string row = name(shown, 0);
    const QString path = scratch_.write(
        "bad.csv", QByteArray::fromStdString("operator,duration\n" + row + ",5\n" + row + ",soon\n" + row + ",-1\n"));
    import(shown, path);
    const QString text = shown.message()->text();
    QVERIFY(says(text, {path + ":line 3: ", "\"soon\"", "1"}));  // and one more fault
    QVERIFY2(shown.message()->details().contains("line 4"), qPrintable(shown.message()->details()));
    QVERIFY(!shown.graph().has_durations());
    QCOMPARE(shown.history().count(), 0);
    import(shown, scratch_.write("empty.csv", QByteArray()));
    QVERIFY2(shown.message()->text().contains("empty.csv:line 1: "), qPrintable(shown.message()->text()));
  }
};

STOWAGE_WINDOW_TEST(WindowDurationsTest);
#include "tst_window_durations.moc"
