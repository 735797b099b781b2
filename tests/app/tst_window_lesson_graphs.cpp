// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson on several graphs: every page is shown with its own, and time only where it is not asked for.
#include "tests/app/window_test.h"
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
    const QString asked = shown.text();
    shown.type("220");
    QVERIFY(shown.text() != asked);  // it has no unit
    QCOMPARE(shown.session().outcome().tries, 0);
    shown.type("200 us");
    QVERIFY(says(shown.outcome(), {QString::fromUtf8("200 µs"), "load"}));
    QVERIFY(!shown.over_time());
    shown.type("0.22 ms");
    QVERIFY2(shown.text().contains(QString::fromUtf8("Right: 220 µs.")) &&
                 shown.text().contains("f1, f2, b2, r2, u2, b1, r1, u1, load"),
             qPrintable(shown.text()));
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

  void what_was_open_comes_back_and_the_page_is_found_again() {
    const QString settings = scratch_.fresh_settings();
    Turned shown(settings);
    shown.open(kTraining);
    const auto mine = shown.window.document().graph();
    shown.open(kTime);
    for (int k = 0; k < 3; ++k) shown.next();
    QVERIFY(shown.window.document().has_suspended() && shown.is_whole());
    shown.press("lesson_leave");
    QCOMPARE(shown.window.document().graph(), mine);
    QVERIFY(!shown.window.document().has_suspended());
    shown.open(kTime);
    QCOMPARE(shown.session().page_number(), 3u);
    QVERIFY(shown.is_whole() && shown.session().page().graph != shown.session().lesson().graph);
  }

  /// The strategy and the baseline, too, after lessons one after the other.
  void what_was_chosen_comes_back() {
    Turned& shown = fresh(kTraining);
    shown.window.planning().choose(find_layout_strategy("mo.source.first"));
    shown.window.findChild<QAction*>("pin")->trigger();
    shown.settle();
    const auto baseline = shown.window.planning().results().baseline();
    QVERIFY(baseline);
    shown.open(kTime);
    shown.open(kStreams);
    QVERIFY(!shown.window.planning().results().baseline());
    shown.press("lesson_leave");
    QCOMPARE(shown.window.planning().results().baseline(), baseline);
    QCOMPARE(shown.shown_strategy(), std::string("mo.source.first"));
    QVERIFY(!shown.window.planning().follows_best());
  }

  /// *Lessons* goes to the list, whatever the graph that comes back would be shown in.
  void the_list_is_shown_after_a_lesson() {
    Turned& shown = fresh(kTraining);
    shown.open(kStreams);
    shown.press("lesson_leave");
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
    OpenDocument& document = shown.window.document();
    const auto before = document.graph();
    const std::vector<TensorId> first{TensorId(0)};
    document.edit(edits::set_sizes(*before, first, Bytes{99}));
    shown.settle();
    QVERIFY(document.graph() != before && !shown.learn()->is_usable());
    const auto edited = document.graph();
    shown.next();
    QCOMPARE(document.graph(), edited);
    QVERIFY(shown.part<QWidget>("lesson_changed")->isVisible());
    while (document.undo_stack().canUndo()) document.undo_stack().undo();
    QTRY_VERIFY(shown.learn()->is_usable());
    shown.settle();
    QVERIFY(shown.is_whole() && !shown.part<QWidget>("lesson_changed")->isVisible());
    QCOMPARE(shown.session().page_number(), 2u);
  }
};

STOWAGE_WINDOW_TEST(WindowLessonGraphsTest);
#include "tst_window_lesson_graphs.moc"
