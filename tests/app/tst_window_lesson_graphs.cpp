// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of lessons: each is shown with its own graph, no other page and no other view gives away what it asks for, and
// keys of views lead to something that is seen. What the page itself shows is looked at with every page:
// tst_window_lesson_pages.
#include "app/controllers/lessons.h"
#include "app/frame/docks.h"
#include "tests/app/window_test.h"
#include "widgets/base/pane.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace {

const char* const kTime = ":/samples/lessons/14_why_not_one_stream.json";

struct Turned : Shown {
  using Shown::Shown;
  LanesPane* lanes() { return window.findChild<LanesPane*>(); }
  bool over_time() { return lanes()->geometry_of_lanes().over_time(); }
  /// Everything shows the graph of the page, with a plan of it.
  bool is_whole() {
    const auto& graph = session().page().graph;
    return window.document().graph() == graph && learn()->is_usable() && window.planning().view().graph == graph &&
           map()->scene()->plan_view().graph == graph && (!lanes()->isVisible() || lanes()->graph() == graph);
  }
  bool covers(const char* name) { return Overlay::is_on(*Docks::content_of(dock(name))); }
  QAction* axis() { return part<QAction>("over_time"); }
};

}  // namespace

class WindowLessonGraphsTest : public TestOfWindow<Turned> {
  Q_OBJECT

 private slots:
  void every_page_forward_and_back() {
    Turned& shown = fresh(kTime);
    const auto& pages = shown.session().lesson().pages;
    std::size_t graphs = 1;
    for (std::size_t k = 0; k < pages.size(); ++k) {
      QVERIFY2(shown.is_whole(), qPrintable(QString::number(k)));
      if (pages[k].view == LessonView::time) QVERIFY(shown.lanes()->isVisible());
      // Also where the graph of the page before was another one, and its map was hidden, too.
      if (k >= 1 && k <= 3) QVERIFY(shown.window.findChild<TimeCentre*>()->is_folded(TimeCentre::Part::map));
      QCOMPARE(shown.window.state().selected_tensors(), pages[k].select);
      if (k + 1 < pages.size()) {
        graphs += pages[k].graph != pages[k + 1].graph;
        shown.next();
      }
    }
    QCOMPARE(graphs, 5u);
    for (std::size_t k = pages.size(); k-- > 0;) {
      QVERIFY2(shown.is_whole(), qPrintable(QString::number(k)));
      if (k > 0) shown.press("lesson_back");
    }
  }

  /// Whoever types the makespan does not find it in the window; after it was answered, the lanes show it.
  void time_is_shown_once_it_was_answered() {
    Turned& shown = fresh(kTime);
    QVERIFY(!shown.over_time() && !shown.status().contains("makespan"));
    shown.type("220");  // it has no unit
    QVERIFY(shown.state() == PageOutcome::State::open);
    shown.type("200 us");
    QVERIFY(shown.state() == PageOutcome::State::wrong && says(shown.outcome(), {"200 µs", "load"}));
    QVERIFY(!shown.over_time());
    shown.type("0.22 ms");
    for (const char* part : {"Right: 220 µs.", "f1, f2, b2, r2, u2, b1, r1, u1, load"})
      QVERIFY(says(shown.text(), {part}));
    QVERIFY(shown.over_time() && shown.axis()->isChecked());
    QTRY_VERIFY2(shown.status().contains(QString::fromUtf8("makespan 220 µs")), qPrintable(shown.status()));
    shown.next();
    QVERIFY(!shown.over_time());
    shown.next();  // another graph, on which it was not answered
    QVERIFY2(!shown.over_time() && !shown.status().contains("makespan"), qPrintable(shown.status()));
    shown.press("lesson_back");
    shown.press("lesson_back");
    QVERIFY(shown.over_time() && shown.status().contains("makespan"));
  }

  /// What the user chose for other graphs comes back, and is what the settings keep.
  void the_axis_is_lent() {
    for (const bool chosen : {false, true}) {
      Turned shown(scratch_, kTraining);
      shown.window.state().set_over_time(chosen);
      shown.open(kTime);
      shown.type("220 us");
      QVERIFY(shown.window.state().over_time());
      QCOMPARE(shown.settings.value("view/over_time", false).toBool(), chosen);
      shown.press("lesson_leave");
      QCOMPARE(shown.window.state().over_time(), chosen);
      QCOMPARE(shown.settings.value("view/over_time", false).toBool(), chosen);
      shown.open(kTime);
      shown.axis()->trigger();  // by hand, on a page
      QVERIFY(shown.window.state().over_time() == shown.axis()->isChecked());
      QCOMPARE(shown.window.state().chosen_over_time(), shown.window.state().over_time());
    }
  }

  /// The strategy and the baseline, too, after lessons one after the other. *Lessons* goes to the list, whatever the
  /// graph that comes back would be shown in.
  void what_was_chosen_comes_back() {
    Turned& shown = fresh(kTraining);
    shown.choose("mo.source.first");
    shown.trigger("pin");
    const auto baseline = shown.window.planning().results().baseline();
    QVERIFY(baseline);
    shown.open(kTime);
    shown.open(kStreams);
    QVERIFY(!shown.window.planning().results().baseline());
    shown.press("lesson_leave");
    QCOMPARE(shown.window.planning().results().baseline(), baseline);
    QCOMPARE(shown.shown_strategy(), std::string("mo.source.first"));
    QVERIFY(!shown.window.planning().follows_best());
    QVERIFY(shown.part<QTextBrowser>("lesson_list")->isVisible());
    QVERIFY(shown.part<QAction>("workspace_learn")->isChecked());
    shown.open(kTraining);
    QVERIFY(shown.part<QAction>("workspace_streams")->isChecked());  // the list was no choice of a workspace
  }

  /// The last page leads to the next lesson, and tells what is left to answer.
  void the_next_lesson_is_one_click_away() {
    Turned& shown = fresh(kStreams);
    shown.go_to(shown.session().lesson().pages.size() - 1);
    const LessonScore score = shown.session().score();
    QVERIFY(score.questions > 0 && score.over() == 0);
    QVERIFY2(shown.text().contains(QRegularExpression(QString("\\b%1 question").arg(score.questions))),
             qPrintable(shown.text()));
    const QString title = shown.button("lesson_next")->toolTip();
    shown.next();
    QCOMPARE(QString::fromStdString(shown.session().lesson().title), title);
    QVERIFY(shown.session().is_open() && shown.session().page_number() == 0 && shown.is_whole());
  }

  /// An edit of the reader's is never dropped by turning a page; once it is undone, the page has its graph.
  void edits_survive_a_turned_page() {
    Turned& shown = fresh(kTime);
    shown.next();
    const OpenDocument& document = shown.window.document();
    const auto before = document.graph();
    shown.edit(resize(TensorId(0), Bytes{99}));
    QVERIFY(document.graph() != before && !shown.learn()->is_usable());
    const auto edited = document.graph();
    shown.next();
    QCOMPARE(document.graph(), edited);
    QVERIFY(shown.part<QWidget>("lesson_changed")->isVisible());
    while (shown.history().canUndo()) shown.history().undo();
    QTRY_VERIFY(shown.learn()->is_usable());
    shown.settle();
    QVERIFY(shown.is_whole() && !shown.part<QWidget>("lesson_changed")->isVisible());
    QCOMPARE(shown.session().page_number(), 2u);
  }

  /// From the first page of a lesson to the question, and where the question was left out.
  void no_page_tells_a_bound_that_is_asked_on_another() {
    Turned& shown = fresh(kBounds);
    QCOMPARE(shown.map()->scene()->bound(), Bytes{0});
    for (std::size_t k = 0; k < shown.session().lesson().pages.size(); ++k) {
      shown.go_to(k);
      QVERIFY2(shown.covers("peak"), qPrintable(QString::number(k)));
      QVERIFY(shown.map()->scene() == nullptr || shown.map()->scene()->plan_view().peak_asked);
      for (const std::string& words : shown.session().page().paragraphs)
        QVERIFY(words.find("52,224") == std::string::npos);
    }
    for (const std::size_t k : {2, 4, 5}) {
      QVERIFY(shown.covers("peak"));
      shown.session().go_to(k);
      shown.show_answer();
    }
    QVERIFY(!shown.covers("peak"));
    shown.go_to(4);
    QCOMPARE(shown.map()->scene()->bound(), Bytes{65536});
  }

  /// Nor does a view that another workspace brings: the peak of each order, ways to need less.
  void views_of_other_workspaces_tell_no_answer() {
    Turned& shown = fresh(":/samples/lessons/9_the_order_matters.json");
    for (const LessonPage& page : shown.session().lesson().pages) {
      shown.settle();
      const bool orders_asked = shown.session().will_ask(Fact::lifetime_bound) ||
                                (shown.session().asks() && page.question->fact == Fact::least_peak);
      QCOMPARE(shown.covers("orders"), orders_asked);
      for (const char* name : {"steps", "improve"})
        QCOMPARE(shown.covers(name), shown.window.findChild<Lessons*>()->footprint_asked());
      shown.session().show_answer();
      shown.session().go_to(shown.session().page_number() + 1);
    }
    QVERIFY(!shown.covers("orders") && !shown.covers("improve"));
  }

  void every_dock_is_entered_and_left_on_every_page_data() {
    QTest::addColumn<QString>("path");
    for (const Sample& lesson : lessons()) QTest::newRow(qPrintable(lesson.key)) << lesson.path;
  }
  void every_dock_is_entered_and_left_on_every_page() {
    QFETCH(const QString, path);
    Shown& shown = fresh(path);
    int pressed = 0;
    std::set<std::pair<LessonView, bool>> met;  // a page that shows the same as another is like it
    for (std::size_t page = 0; page < shown.session().lesson().pages.size(); ++page) {
      shown.go_to(page);
      if (!met.emplace(shown.session().page().view, shown.session().asks()).second) continue;
      for (QDockWidget* dock : shown.docks()) {
        const QAction* action = shown.shows(dock);
        if (!action->isVisible() || !action->isEnabled()) continue;
        for (int time = 0; time < 2; ++time) {
          QTest::keySequence(&shown.window, action->shortcut());
          const QWidget* focus = QApplication::focusWidget();
          const QString where = QStringLiteral("%1, page %2, press %3").arg(dock->objectName()).arg(page).arg(time);
          QVERIFY2(focus && focus->isVisible(), qPrintable(where));
          ++pressed;
        }
        dock->show();
      }
    }
    QVERIFY(pressed > 20);
  }

  /// From the list on, by Enter alone: page 1 asks nothing, page 2 does. An answer that is typed replaces what stands
  /// in the box: the offset above all others at first, then a wrong answer.
  void the_keyboard_is_where_the_lesson_goes_on() {
    Shown& shown = fresh(":/samples/lessons/4_first_and_best_fit.json");
    QVERIFY(shown.learn()->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.session().page_number(), 1u);
    QVERIFY(shown.learn()->isAncestorOf(QApplication::focusWidget()));
    for (const auto& [answer, state] :
         {std::pair("512", PageOutcome::State::wrong), {"0", PageOutcome::State::right}}) {
      QTest::keyClicks(QApplication::focusWidget(), answer);
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
      QCOMPARE(shown.state(), state);
    }
  }

  /// Enter in the field of the alignment leads to the map that is seen: that of the difference, or the lesson's.
  void from_the_alignment_to_what_is_seen() {
    Shown& shown = fresh(kFigure2);
    shown.part<QAction>("difference")->trigger();
    const auto enter = [&] {
      auto* field = shown.part<QWidget>("alignment");
      field->setFocus();
      QTest::keyClick(field, Qt::Key_Return);
    };
    enter();
    QVERIFY(shown.part<HeapMapWidget>("map_a")->isVisible());
    QCOMPARE(QApplication::focusWidget(), shown.part<HeapMapWidget>("map_a"));
    shown.open(kFit);
    shown.go_to(3);
    QVERIFY(shown.board().isVisible());
    enter();
    QCOMPARE(QApplication::focusWidget(), &shown.board());
  }
};

STOWAGE_WINDOW_TEST(WindowLessonGraphsTest);
#include "tst_window_lesson_graphs.moc"
