// SPDX-License-Identifier: GPL-3.0-or-later
// What a page of a lesson asks for is told nowhere in the window until it is answered.
#include "app/controllers/lessons.h"
#include "app/frame/docks.h"
#include "core/insight/learn/lesson.h"
#include "tests/app/window_test.h"
#include "widgets/base/pane.h"
#include "widgets/controls/headline.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/views/peak/peak_pane.h"
#include "widgets/views/strategies/strategy_panel.h"

class WindowLessonAnswersTest : public WindowTest {
  Q_OBJECT

  /// Each page that asks for such a fact, before and after its answer is shown.
  template <class Check>
  int on_pages_asking(Fact fact, Check check) {
    int pages = 0;
    for (const Sample& each : lessons()) {
      QFile file(each.path);
      if (!file.open(QIODevice::ReadOnly)) qFatal("no lesson");
      const std::string_view id = info_of(fact).id;
      if (!file.readAll().contains(QByteArray(id.data(), qsizetype(id.size())))) continue;  // a window takes long
      Shown& shown = fresh(each.path);
      for (std::size_t k = 0; k < shown.session().lesson().pages.size(); ++k) {
        const auto& question = shown.session().lesson().pages[k].question;
        if (!question || question->fact != fact) continue;
        shown.go_to(k);
        check(shown, false);
        shown.show_answer();
        check(shown, true);
        ++pages;
      }
    }
    return pages;
  }

 private slots:
  /// The curve may be read, but no label tells its peak, nor a level that may be as high.
  void the_map_does_not_tell_the_peak() {
    int told = 0;
    QVERIFY(on_pages_asking(Fact::lifetime_bound, [&](Shown& shown, bool answered) {
              const auto& scene = shown.map()->scene();
              if (!shown.map()->isVisible() || scene == nullptr) return;
              const MapLevelLabels levels = map_level_labels(shown.map()->geometry_of_map(), *scene);
              QCOMPARE(levels.footprint.isNull(), !answered);
              QVERIFY(answered || levels.bound.isNull());
              QCOMPARE(scene->plan_view().peak_asked, !answered);
              told += answered ? 1 : 0;
            }) >= 8);
    QVERIFY(told > 0);
  }

  /// Neither the strategy shown nor a table of footprints tells which of several needs least.
  void the_strategy_that_is_asked_for_is_not_named() {
    int told = 0;
    QVERIFY(on_pages_asking(Fact::least_footprint, [&](Shown& shown, bool answered) {
              const LessonPage& page = shown.session().page();
              const auto* panel = shown.window.findChild<StrategyPanel*>();
              QCOMPARE(Overlay::is_on(*panel), !answered || (page.view != LessonView::strategies &&
                                                             shown.window.findChild<Lessons*>()->footprint_asked()));
              if (answered) return;
              const auto now = shown.window.planning().shown();
              if (!now || *now == nullptr) return;
              QCOMPARE((*now)->id, page.question->strategies.front()->id);
              ++told;
            }) >= 6);
    QVERIFY(told > 2);
  }

  /// From the first page of a lesson to the question, and where the question was left out.
  void no_page_tells_a_bound_that_is_asked_on_another() {
    Shown& shown = fresh(kBounds);
    const auto covered = [&] { return Overlay::is_on(*shown.window.findChild<PeakPane*>()); };
    for (std::size_t k = 0; k < shown.session().lesson().pages.size(); ++k) {
      shown.go_to(k);
      QVERIFY2(covered(), qPrintable(QString::number(k)));
      QVERIFY(shown.map()->scene() == nullptr || shown.map()->scene()->plan_view().peak_asked);
      for (const std::string& words : shown.session().page().paragraphs)
        QVERIFY(words.find("52,224") == std::string::npos);
    }
    for (const std::size_t k : {2, 4, 5}) {
      QVERIFY(covered());
      shown.session().go_to(k);
      shown.show_answer();
    }
    QVERIFY(!covered());
  }

  /// Nor does a view that another workspace brings: the peak of each order, ways to need less.
  void views_of_other_workspaces_tell_no_answer() {
    Shown& shown = fresh(":/samples/lessons/9_the_order_matters.json");
    const auto covered = [&](const char* name) {
      return Overlay::is_on(*Docks::content_of(shown.window.findChild<QDockWidget*>(name)));
    };
    for (const LessonPage& page : shown.session().lesson().pages) {
      shown.settle();
      const bool orders_asked = shown.session().will_ask(Fact::lifetime_bound) ||
                                (shown.session().asks() && page.question->fact == Fact::least_peak);
      QCOMPARE(covered("orders"), orders_asked);
      for (const char* name : {"steps", "improve"})
        QCOMPARE(covered(name), shown.window.findChild<Lessons*>()->footprint_asked());
      shown.session().show_answer();
      shown.session().go_to(shown.session().page_number() + 1);
    }
    QVERIFY(!covered("orders") && !covered("improve"));
  }

  /// Also where the graph of the page before was another one, and its map was hidden, too.
  void the_map_stays_folded_from_graph_to_graph() {
    Shown& shown = fresh(":/samples/lessons/14_why_not_one_stream.json");
    for (const std::size_t k : {1, 2, 3}) {
      shown.go_to(k);
      QVERIFY(shown.window.findChild<TimeCentre*>()->is_folded(TimeCentre::Part::map));
    }
  }

  void the_status_bar_does_not_count_the_pairs() {
    QVERIFY(on_pages_asking(Fact::pairs_together, [](Shown& shown, bool answered) {
              if (answered) return;
              const auto pairs = shown.window.planning().unsafe_pairs();
              QVERIFY(pairs);
              const QStringList parts = shown.status().split(QStringLiteral(" · ")).mid(2);  // tensors and streams
              for (const QString& part : parts) QVERIFY2(!part.startsWith(grouped(*pairs) + ' '), qPrintable(part));
            }) >= 3);
  }

  /// Free starts of a group, not the bytes between others: Q's lie in these.
  void a_group_is_told_its_starts() {
    Shown& shown = fresh(":/samples/lessons/6_contiguous_groups.json");
    shown.go_to(3);
    shown.show_answer();
    const QString outcome = shown.part<QTextBrowser>("lesson_outcome")->toPlainText();
    QVERIFY2(outcome.contains("640") && outcome.contains("704") && !outcome.contains("1,024"), qPrintable(outcome));
  }

  /// Footprint and bound leave the bodies of loops out.
  void the_headline_says_that_loops_are_not_counted() {
    Shown& shown = fresh();
    const auto figures = [&] { return shown.window.findChild<Headline*>()->figures().size(); };
    shown.open(":/samples/lifetimes.csv");
    const std::size_t plain = figures();
    shown.open(":/samples/loop_convolution.stowage.json");
    QCOMPARE(figures(), plain);  // in place of a gap, which nobody knows
  }
};

STOWAGE_WINDOW_TEST(WindowLessonAnswersTest);
#include "tst_window_lesson_answers.moc"
