// SPDX-License-Identifier: GPL-3.0-or-later
// Streams and syncs edited by hand in the window: what is dragged reaches the document, the plans and the undo stack.
#include "tests/app/window_test.h"
#include "tests/support/durations.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace {

/// A window with the lanes in front.
struct Lanes : Shown {
  using Shown::Shown;
  void open(const QString& path) {
    window.resize(1400, 1000);
    Shown::open(path);
    window.centre().fold(TimeCentre::Part::lanes, false);
    part<QSplitter>("centre_split")->setSizes({400, 200});
    wait_until([this] { return pane()->isVisible() && pane()->height() > 200; }, "no lanes");
  }
  LanesPane* pane() { return window.findChild<LanesPane*>(); }
  QPoint place(OperatorId o) {
    return pane()->geometry_of_lanes().box(o.index(), graph().stream(o).index()).center().toPoint();
  }
  QPoint in_lane(std::size_t lane, double step) {
    const LanesGeometry& geometry = pane()->geometry_of_lanes();
    return QPointF(geometry.x_of(step), geometry.lane(lane).center().y()).toPoint();
  }
  QPoint strip() { return pane()->geometry_of_lanes().strip().center().toPoint(); }
  void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) { test::drag(*pane(), from, to, modifiers); }
  void undo() { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); }
};

}  // namespace

class WindowLanesTest : public TestOfWindow<Lanes> {
  Q_OBJECT

 private slots:
  /// As soon as the graph is open: three lanes need no scrolling, in a window of any size.
  void a_few_lanes_are_seen_whole() {
    for (const QSize size : {QSize(1280, 800), QSize(1600, 1000), QSize(2560, 1400)})
      for (const Workspace workspace : {Workspace::explore, Workspace::streams, Workspace::learn}) {
        Shown shown(scratch_);
        shown.window.resize(size);
        shown.open(kFigure2);
        shown.window.workspaces().choose(workspace);
        const LanesGeometry& lanes = shown.window.findChild<LanesPane*>()->geometry_of_lanes();
        QTRY_VERIFY2(lanes.most_scroll() == 0, qPrintable(QString::number(lanes.most_scroll())));
      }
  }

  /// From the View menu; for the next window, too. Without durations it cannot be, and what was wanted is kept.
  void time_is_chosen_and_remembered() {
    const QString settings = scratch_.fresh_settings();
    const Graph graph = make_training_graph(training_graph_of(200, 3));
    const QString timed = scratch_.write("timed.stowage.json", with_random_durations(graph, 1, 100'000));
    const auto over_time = [](Lanes& s) {
      const bool checked = s.part<QAction>("over_time")->isChecked();
      return checked == s.pane()->geometry_of_lanes().over_time() ? std::optional(checked) : std::nullopt;
    };
    {
      Lanes s(settings);
      s.open(timed);
      QVERIFY(s.part<QAction>("over_time")->isEnabled() && over_time(s) == false);
      QTest::keyClick(&s.window, Qt::Key_T, Qt::ControlModifier);
      QVERIFY(over_time(s) == true);
    }
    {
      Lanes s(settings);
      s.open(kFigure2);
      const auto* action = s.part<QAction>("over_time");
      QVERIFY(!action->isEnabled() && over_time(s) == false && !action->toolTip().isEmpty());
    }
    Lanes s(settings);
    s.open(timed);
    QVERIFY(over_time(s) == true);
    s.pane()->setFocus();
    QTest::keyClick(s.pane(), Qt::Key_T);
    QVERIFY(over_time(s) == false);
  }

  void figure_2_is_edited_and_undone() {
    Lanes& s = fresh(kFigure2);
    const auto first = s.window.document().graph();
    const Bytes footprint = s.window.planning().view().plan->footprint;
    const OperatorId seven = s.op("7");
    s.drag(s.place(seven), s.in_lane(0, static_cast<double>(seven.index()) + 0.5));
    QCOMPARE(s.graph().stream(s.op("7")), StreamId(0));
    QVERIFY(s.window.isWindowModified());
    QCOMPARE(s.window.state().selected_operators(), std::vector{seven});
    s.settle();
    QCOMPARE(s.window.planning().view().graph, s.window.document().graph());

    s.undo();
    QCOMPARE(s.window.document().graph(), first);
    QVERIFY(!s.window.isWindowModified());
    s.settle();
    QCOMPARE(s.window.planning().view().plan->footprint, footprint);

    const OperatorId two = s.op("2"), three = s.op("3");
    const QRectF handle = s.pane()->geometry_of_lanes().handle(two.index(), s.graph().stream(two).index());
    QVERIFY(!handle.isNull());
    s.drag(handle.center().toPoint(), s.place(three));
    QCOMPARE(s.graph().control().size(), first->control().size() + 1);
    QCOMPARE(s.graph().control().back(), (ControlEdge{two, three}));
    QTest::keyClick(s.pane(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(s.window.document().graph(), first);
    s.settle();
  }

  /// A refusal changes nothing and says why. It goes after what is done next: as late as a second click may come; here
  /// that is at once.
  void a_refusal_goes_after_what_is_done_next() {
    Lanes& s = fresh(kFigure2);
    const auto interval =
        qScopeGuard([before = QApplication::doubleClickInterval()] { QApplication::setDoubleClickInterval(before); });
    QApplication::setDoubleClickInterval(0);
    const auto first = s.window.document().graph();
    const auto refuse = [&] {
      s.drag(s.place(s.op("8")), s.place(s.op("1")), Qt::ShiftModifier);
      return s.message()->isVisible() && says(s.message()->text(), {"8"}) && says(s.message()->text(), {"1"});
    };
    QVERIFY(refuse());
    QVERIFY(s.window.document().graph() == first && !s.window.isWindowModified());
    QTest::keyClick(s.pane(), Qt::Key_Control);
    wait_until_idle();
    QVERIFY(s.message()->isVisible());  // nothing was done yet
    QTest::keyClick(s.pane(), Qt::Key_0);
    QTRY_VERIFY(!s.message()->isVisible());
    QVERIFY(refuse());
    QTest::mousePress(s.map(), Qt::LeftButton, {}, s.map()->rect().center());
    QVERIFY(s.message()->isVisible());  // the map stays where it is under a drag
    QTest::mouseRelease(s.map(), Qt::LeftButton, {}, s.map()->rect().center());
    QTRY_VERIFY(!s.message()->isVisible());
    s.message()->show_fault(MessageBar::Topic::saving, "Not saved.");
    QTest::mouseClick(s.pane(), Qt::LeftButton, {}, s.strip());
    wait_until_idle();
    QVERIFY(s.message()->isVisible());
  }
};

STOWAGE_WINDOW_TEST(WindowLanesTest);
#include "tst_window_lanes.moc"
