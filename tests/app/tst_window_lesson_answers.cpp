// SPDX-License-Identifier: GPL-3.0-or-later
// What a page of a lesson asks for is told on no other page, and by no other view, until it is answered. What the page
// itself shows of it is looked at with every page: tst_window_lesson_pages.
#include "app/controllers/lessons.h"
#include "app/frame/docks.h"
#include "core/insight/learn/lesson.h"
#include "tests/app/window_test.h"
#include "widgets/base/pane.h"
#include "widgets/controls/headline.h"
#include "widgets/views/peak/peak_pane.h"

class WindowLessonAnswersTest : public WindowTest {
  Q_OBJECT

 private slots:
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
