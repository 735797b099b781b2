// SPDX-License-Identifier: GPL-3.0-or-later
// Writes that follow each other: none hides how another ended, and closing waits for all.
#include "tests/app/window_test.h"

namespace {

using Ends = std::map<QString, bool>;  // by path: whether it was written

}  // namespace

class WindowWritesTest : public WindowTest {
  Q_OBJECT

  /// All that the window says of how writes ended.
  struct Heard {
    explicit Heard(MainWindow& window) {
      QObject::connect(&window, &MainWindow::written, &context, [this](const QString& path, const QString& reason) {
        ends[path] = reason.isEmpty();
        ++count;
      });
    }
    Ends ends;
    int count = 0;
    QObject context;  // last: destroyed first
  };

 private slots:
  /// Each begun before the one before it has ended.
  void a_later_write_hides_no_failure() {
    Shown& shown = fresh(kFigure2);
    Heard heard(shown.window);
    const QString bad = scratch_.path("no/such/folder/a.plan.json"), worse = scratch_.path("nor/this/b.stowage.json"),
                  plan = scratch_.path("good.plan.json"), image = scratch_.path("good.png"),
                  page = scratch_.path("good.html"), graph = scratch_.path("good.stowage.json");
    QApplication::clipboard()->clear();
    shown.window.saving().save_plan(bad);
    shown.window.saving().save_plan(plan);
    shown.window.exporter().export_image("heap_map", image);
    shown.map()->setFocus();
    QTest::keySequence(&shown.window, QKeySequence("Ctrl+Shift+C"));
    shown.window.saving().save_graph(worse);
    shown.window.exporter().export_page(page);
    shown.window.saving().save_graph(graph);
    QVERIFY(shown.window.busy());
    QTRY_COMPARE_WITH_TIMEOUT(heard.count, 6, kPatience);
    QCOMPARE(heard.ends,
             (Ends{{bad, false}, {worse, false}, {plan, true}, {image, true}, {page, true}, {graph, true}}));
    for (const QString& path : {plan, image, page, graph}) QVERIFY2(QFile::exists(path), qPrintable(path));
    QVERIFY(!QApplication::clipboard()->image().isNull());
    // Both failures can be read.
    QVERIFY(shown.message()->isVisible());
    QVERIFY2(shown.message()->details().contains("no/such/folder"), qPrintable(shown.message()->details()));
    QVERIFY2(shown.message()->details().contains("nor/this"), qPrintable(shown.message()->details()));
    QTRY_VERIFY(!shown.window.busy());
  }

  /// A write that fails, then one that succeeds; once that file is written after all, the message goes.
  void a_failure_stays_until_its_file_is_written() {
    Shown& shown = fresh(kFigure2);
    Heard heard(shown.window);
    const QString missing = scratch_.path("later/a.png");
    shown.window.exporter().export_image("heap_map", missing);
    shown.window.saving().save_plan(scratch_.path("fine.plan.json"));
    QTRY_COMPARE_WITH_TIMEOUT(heard.count, 2, kPatience);
    QVERIFY(shown.message()->isVisible());
    QVERIFY2(shown.message()->text().contains("later"), qPrintable(shown.message()->text()));
    QVERIFY(QDir().mkpath(scratch_.path("later")));
    shown.window.exporter().export_image("heap_map", missing);
    QTRY_COMPARE_WITH_TIMEOUT(heard.count, 3, kPatience);
    QVERIFY(!shown.message()->isVisible());
  }

  /// What could not be written stays to be read, whatever else is said; what was said last comes first among faults.
  void a_remark_does_not_replace_a_fault() {
    Shown& shown = fresh(kFigure2);
    Heard heard(shown.window);
    shown.window.saving().save_plan(scratch_.path("absent/a.plan.json"));
    QTRY_COMPARE_WITH_TIMEOUT(heard.count, 1, kPatience);
    MessageBar& bar = *shown.message();
    bar.show_message(MessageBar::Topic::planning, MessageBar::Kind::remark, "a remark");
    QVERIFY2(bar.text().contains("absent"), qPrintable(bar.text()));
    bar.show_message(MessageBar::Topic::work, MessageBar::Kind::fault, "a fault");
    QCOMPARE(bar.text(), QString("a fault"));
    click(shown.part<QToolButton>("message_dismiss"));
    QVERIFY2(bar.isVisible() && bar.text().contains("absent"), qPrintable(bar.text()));
    shown.open(kTraining);
    QVERIFY2(bar.isVisible() && bar.text().contains("absent"), qPrintable(bar.text()));
    click(shown.part<QToolButton>("message_dismiss"));
    QVERIFY2(!bar.isVisible(), qPrintable(bar.text()));
  }

  /// What the user has dismissed is not brought up again.
  void what_was_dismissed_is_not_said_again() {
    Shown& shown = fresh(kFigure2);
    Heard heard(shown.window);
    shown.window.saving().save_plan(scratch_.path("gone/a.plan.json"));
    QTRY_COMPARE_WITH_TIMEOUT(heard.count, 1, kPatience);
    click(shown.part<QToolButton>("message_dismiss"));
    shown.window.saving().save_plan(scratch_.path("gone/b.plan.json"));
    QTRY_COMPARE_WITH_TIMEOUT(heard.count, 2, kPatience);
    QVERIFY(shown.message()->text().contains("b.plan.json") || shown.message()->text().contains("gone"));
    QVERIFY2(!shown.message()->details().contains("a.plan.json"), qPrintable(shown.message()->details()));
  }

  /// Closing waits for what is being written; where that fails the window stays, and says so. Then it closes.
  void closing_waits_for_writes() {
    Shown shown(scratch_, kFigure2);
    Heard heard(shown.window);
    const QString good = scratch_.path("closing.plan.json"), bad = scratch_.path("nowhere/closing.plan.json");
    shown.window.saving().save_plan(bad);
    QVERIFY(!shown.close());
    QCOMPARE(heard.ends, (Ends{{bad, false}}));
    QVERIFY(shown.window.isVisible() && shown.message()->isVisible());
    shown.window.saving().save_plan(good);
    QVERIFY(shown.close());
    QCOMPARE(heard.ends, (Ends{{bad, false}, {good, true}}));
    QVERIFY(QFile::exists(good));
  }
};

STOWAGE_WINDOW_TEST(WindowWritesTest);
#include "tst_window_writes.moc"
