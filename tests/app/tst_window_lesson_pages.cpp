// SPDX-License-Identifier: GPL-3.0-or-later
// Every page of every lesson, in English and Chinese, before its question is answered and after: no word is cut, each
// control has room for its words, the lanes are whole, and nothing tells the answer before. With STOWAGE_GALLERY=DIR in
// the environment every page is also written there as a picture, light and dark (./dev gallery).
#include "app/controllers/lessons.h"
#include "core/insight/learn/lesson.h"
#include "tests/app/translators.h"
#include "tests/app/window_test.h"
#include "widgets/base/pane.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/learn/lesson_words.h"
#include "widgets/views/strategies/strategy_panel.h"

class WindowLessonPagesTest : public WindowTest {
  Q_OBJECT

  std::vector<std::unique_ptr<QTranslator>> translators_;
  QString language_;
  std::size_t walked_ = 0;      // lessons
  std::map<Fact, int> pages_;   // that ask for it
  int peaks_ = 0, hidden_ = 0;  // that were told; strategies that were not

  static QString folder() { return qEnvironmentVariable("STOWAGE_GALLERY"); }
  static void keep(Shown& shown, const QString& name) {
    if (folder().isEmpty()) return;
    QTest::qWait(150);  // lists lay out their rows a little later
    QVERIFY(shown.window.grab().save(folder() + '/' + name + ".png"));
  }
  /// Nothing that the page shows is wider than its place, and each control has room for its words.
  static void is_whole(Shown& shown, const QByteArray& place) {
    for (const auto* each : shown.learn()->findChildren<QTextBrowser*>())
      if (each->isVisible())
        QVERIFY2(each->horizontalScrollBar()->maximum() == 0, place + " " + each->objectName().toUtf8());
    for (const auto* each : shown.learn()->findChildren<QAbstractButton*>()) {
      if (!each->isVisible() || each->text().isEmpty()) continue;
      QVERIFY2(each->width() >= each->minimumSizeHint().width(), place + " " + each->text().toUtf8());
    }
    // From the first operator to the last, also where no map stands below the lanes.
    const auto* lanes = shown.window.findChild<LanesPane*>();
    if (lanes->visibleRegion().isEmpty()) return;
    const LanesGeometry& geometry = lanes->geometry_of_lanes();
    QVERIFY2(geometry.view().begin <= 0 && geometry.view().end >= geometry.scale().length(),
             place + " shows the lanes up to " + QByteArray::number(geometry.view().end));
  }

  /// The curve may be read, but no label tells its peak, nor a level that may be as high.
  void hides_the_peak(Shown& shown, bool answered) {
    const auto& scene = shown.map()->scene();
    if (!shown.map()->isVisible() || scene == nullptr) return;
    const MapLevelLabels levels = map_level_labels(shown.map()->geometry_of_map(), *scene);
    QCOMPARE(levels.footprint.box.isNull(), !answered);
    QVERIFY(answered || levels.bound.box.isNull());
    QCOMPARE(scene->plan_view().peak_asked, !answered);
    peaks_ += answered ? 1 : 0;
  }
  /// Neither the strategy shown nor a table of footprints tells which of several needs least.
  void hides_the_strategy(Shown& shown, bool answered) {
    const LessonPage& page = shown.session().page();
    const bool asked = shown.window.findChild<Lessons*>()->footprint_asked();
    QCOMPARE(Overlay::is_on(*shown.window.findChild<StrategyPanel*>()),
             !answered || (page.view != LessonView::strategies && asked));
    const auto now = shown.window.planning().shown();
    if (answered || !now || *now == nullptr) return;
    QCOMPARE((*now)->id, page.question->strategies.front()->id);
    ++hidden_;
  }
  /// The status bar does not count the pairs.
  static void hides_the_pairs(Shown& shown, bool answered) {
    if (answered) return;
    const auto pairs = shown.window.planning().unsafe_pairs();
    QVERIFY(pairs);
    const QStringList parts = shown.status().split(QStringLiteral(" · ")).mid(2);  // tensors and streams
    for (const QString& part : parts) QVERIFY2(!part.startsWith(grouped(*pairs) + ' '), qPrintable(part));
  }
  void hides_the_answer(Shown& shown, bool answered) {
    const Fact fact = shown.session().page().question->fact;
    if (!answered) ++pages_[fact];
    if (fact == Fact::lifetime_bound) hides_the_peak(shown, answered);
    if (fact == Fact::least_footprint) hides_the_strategy(shown, answered);
    if (fact == Fact::pairs_together) hides_the_pairs(shown, answered);
  }

 private slots:
  void cleanupTestCase() {
    close_window();
    translators_.clear();
    apply_appearance(Appearance::system);
  }

  void every_page_is_whole_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("dark");
    for (const QString language : {"en", "zh_CN"})
      for (const bool dark : {false, true}) {
        if (dark && folder().isEmpty()) continue;  // the words have the same room
        for (const Sample& each : lessons())
          QTest::addRow("%s_%s_%s", qPrintable(each.number.rightJustified(2, '0')), qPrintable(language),
                        dark ? "dark" : "light")
              << each.path << language << dark;
      }
  }
  /// In English the answers are shown, in Chinese they are given, and are right.
  void every_page_is_whole() {
    QFETCH(QString, path);
    QFETCH(QString, language);
    QFETCH(bool, dark);
    if (std::exchange(language_, language) != language) {
      translators_.clear();
      translators_ = speak(language);
      close_window();  // its words are of the other language
    }
    apply_appearance(dark ? Appearance::dark : Appearance::light);
    Shown& shown = fresh();
    shown.window.resize(1280, 800);
    shown.open(path);
    QVERIFY(shown.session().is_open());
    const bool english = language == "en";
    const QString tag = QString::fromUtf8(QTest::currentDataTag());
    for (std::size_t k = 0; k < shown.session().lesson().pages.size(); ++k) {
      if (k > 0) shown.next();
      QCOMPARE(shown.session().page_number(), k);
      wait_until_idle();
      const QString name = QStringLiteral("%1_p%2").arg(tag).arg(k + 1, 2, 10, QChar('0'));
      keep(shown, name);
      is_whole(shown, name.toUtf8());
      if (!shown.session().asks()) continue;
      if (english) hides_the_answer(shown, false);
      if (QTest::currentTestFailed()) return;
      if (english) {
        shown.show_answer();
      } else {
        shown.session().give(*shown.session().facts().truth(shown.session().page()));
        QVERIFY(shown.state() == PageOutcome::State::right);
        shown.settle();
      }
      wait_until_idle();
      keep(shown, name + "_answer");
      is_whole(shown, name.toUtf8() + " answered");
      if (english) hides_the_answer(shown, true);
      if (QTest::currentTestFailed()) return;
    }
    const LessonScore score = shown.session().score();
    QCOMPARE(score.first_try, english ? 0u : score.questions);
    if (!folder().isEmpty() && !dark) {
      const auto done = export_lesson((folder() + "/slides_" + tag + ".pdf").toStdString(),
                                      shown.session().checked_lesson(), lesson_slide(), {});
      QVERIFY(done.has_value());
    }
    shown.press("lesson_leave");
    QVERIFY(!shown.session().is_open());
    walked_ += english && !dark ? 1 : 0;
  }

  void every_kind_of_question_was_met() {
    if (walked_ != lessons().size()) QSKIP("not every lesson was looked at");
    QVERIFY(pages_[Fact::lifetime_bound] >= 8 && peaks_ > 0);
    QVERIFY(pages_[Fact::least_footprint] >= 6 && hidden_ > 2);
    QVERIFY(pages_[Fact::pairs_together] >= 3);
  }
};

STOWAGE_WINDOW_TEST(WindowLessonPagesTest);
#include "tst_window_lesson_pages.moc"
