// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/edit/memory_edits.h"
#include "core/insight/edit/same_graph.h"
#include "core/insight/simulate/timing.h"
#include "tests/widgets/shown_improve.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/views/improve/front_page.h"

using namespace stowage;
using namespace stowage::test;

namespace {

Graph with_durations(Graph::Data data) {
  for (std::size_t k = 0; k < data.operator_stream.size(); ++k)
    data.operator_duration.push_back({static_cast<std::int64_t>(1000 + 700 * (k % 3)), Duration::From::estimated});
  return Graph(std::move(data));
}

/// The page in front, with what it takes to try it.
struct Shown : ShownImprove {
  explicit Shown(const Graph& graph) : ShownImprove(graph, {1}, {600, 560}) { rest(); }
  void rest() {
    stop_measuring();
    go_to(ImprovePane::kFront);
  }
  [[nodiscard]] const std::optional<TradeOff>& found() const { return pane.front().found(); }
  void search() {
    press_button("run_improve");
    wait_until([&] { return found() && found()->points.size() > 2; });
    press_button("stop_improve");
    settle();
    wait_until_idle();
  }
  [[nodiscard]] TradeOffPlot& plot() const { return *part_of<TradeOffPlot>(pane, "trade_off_plot"); }
  [[nodiscard]] QPoint place_of(std::size_t point) const {
    return plot().place_of(plot().marks().front[point]).toPoint();
  }
  void click_point(std::size_t point) { QTest::mouseClick(&plot(), Qt::LeftButton, {}, place_of(point)); }
  [[nodiscard]] QString sentence() const { return part_of<QLabel>(pane, "trade_off_sentence")->text(); }
};

Graph several_streams() {
  return with_durations(random_graph({.seed = 4, .operators = 24, .streams = 3, .fan = 3, .window = 20}).data());
}

}  // namespace

class FrontPageTest : public EnglishTest {
  Q_OBJECT

 private slots:
  /// As docks below are in a window of 1280 by 800, and docks at a side.
  void the_plot_has_room() {
    Shown shown(several_streams());
    shown.search();
    for (const int height : {190, 240, 200}) {
      shown.pane.resize(650, height);
      QTRY_VERIFY(shown.plot().height() >= height - 80 && shown.plot().width() >= 350);
      QTRY_VERIFY(shown.plot().axisRect()->width() >= 220 && shown.plot().axisRect()->height() >= height - 160);
    }
    shown.pane.resize(650, 240);
    shown.click_point(0);
    QTRY_VERIFY(shown.plot().width() >= 150 && shown.plot().height() >= 160);
    shown.pane.resize(300, 700);
    QTRY_VERIFY(shown.plot().width() >= 280 && shown.plot().height() >= 250);
  }

  void says_why_there_is_nothing_to_search() {
    Shown shown(random_graph({.seed = 4}));
    QVERIFY(shown.sentence().contains("duration"));
    QVERIFY(!shown.button("run_improve")->isEnabled());
    QVERIFY(shown.button("run_improve")->toolTip().contains("duration"));
    QVERIFY(!shown.plot().isVisible());
    shown.pane.set_graph(nullptr);
    QVERIFY(shown.sentence().contains("Open"));
  }

  /// Every point can be clicked at; the graph is then that of the point, and operators keep their names.
  void a_click_previews_a_point() {
    Shown shown(several_streams());
    shown.search();
    const TradeOff found = *shown.found();
    const Graph before = shown.now();
    for (std::size_t k = 0; k < found.points.size(); ++k) {
      shown.click_point(k);
      QVERIFY(same_graph(shown.now(), *found.points[k].graph));
      QCOMPARE(shown.plot().marks().shown, std::optional(k));
      const QString edits = part_of<QPlainTextEdit>(shown.pane, "trade_off_edits")->toPlainText();
      QCOMPARE(edits.split('\n', Qt::SkipEmptyParts).size(), qsizetype(found.points[k].edits.size()));
      if (found.points[k].edits.empty()) continue;
      QCOMPARE(shown.renumbered.size(), before.operator_count());
      for (OperatorId o : before.operators()) {
        const OperatorId now = shown.renumbered[o.index()];
        if (now.valid()) QVERIFY(shown.now().name(now) == before.name(o));
      }
    }
    QCOMPARE(shown.kept, 0);  // one step of the history
  }

  void apply_and_back() {
    Shown shown(several_streams());
    shown.search();
    auto *apply = shown.button("apply_saving"), *back = shown.button("back_from_saving");
    QVERIFY(!apply->isEnabled() && !back->isEnabled());
    shown.click_point(0);
    QVERIFY(apply->isEnabled() && back->isEnabled());
    click(back);
    const auto given = shown.graphs.front();
    QVERIFY(shown.graphs.back() == given);
    shown.click_point(0);
    click(apply);
    QVERIFY(!apply->isEnabled() && !back->isEnabled());  // it is done
    QCOMPARE(shown.kept, 1);
    // Undo brings back the graph that the points are of.
    shown.rest();
    shown.graphs = {given};
    shown.edit = 0;
    shown.plan({1});
    shown.rest();
    shown.click_point(0);
    QVERIFY(same_graph(shown.now(), *shown.found()->points.front().graph));
    QCOMPARE(shown.plot().marks().shown, std::optional<std::size_t>(0));
  }

  /// After another edit, a click does nothing, so that the edit is not lost; searching begins with the graph there is.
  void points_of_an_older_graph_are_only_looked_at() {
    Shown shown(several_streams());
    shown.search();
    shown.show(with_durations(random_graph({.seed = 5, .operators = 24, .streams = 3}).data()));
    shown.rest();
    QVERIFY(!shown.plot().marks().empty());
    const std::size_t asked = shown.asked.size();
    shown.click_point(0);
    QCOMPARE(shown.asked.size(), asked);
    QVERIFY(!shown.button("apply_saving")->isEnabled());
    shown.search();
    QVERIFY(same_graph(*shown.found()->given.graph, shown.now()));
  }

  /// Ticked before the search, and after it.
  void no_point_moves_operators_onto_a_protected_stream() {
    Shown shown(several_streams());
    const std::int64_t ticked[] = {shown.now().info(device_streams(shown.now()).front()).number};
    const auto moves = [&](const TradeOffPoint& point) { return adds_to(ticked, shown.now(), *point.graph); };
    shown.search();
    shown.protect(0);
    shown.rest();
    QVERIFY(std::ranges::none_of(shown.found()->points, moves));
    shown.search();
    QVERIFY(std::ranges::none_of(shown.found()->points, moves));
  }

  /// A later search never loses a point.
  void searching_on() {
    Shown shown(several_streams());
    shown.search();
    const TradeOff first = *shown.found();
    shown.search();
    for (const TradeOffPoint& old : first.points)
      QVERIFY(std::ranges::any_of(shown.found()->points, [&](const TradeOffPoint& point) {
        return point.plan.footprint <= old.plan.footprint && point.makespan <= old.makespan;
      }));
  }

  void the_budget_is_typed_or_dragged() {
    Shown shown(several_streams());
    shown.search();
    const TradeOff& found = *shown.found();
    auto* budget = part_of<QLineEdit>(shown.pane, "budget");
    const Bytes middle = found.points[1].plan.footprint;
    type(budget, QString::number(middle.count));
    QCOMPARE(shown.plot().marks().fastest, std::optional<std::size_t>(1));
    QVERIFY(!part_of<QLabel>(shown.pane, "budget_verdict")->text().isEmpty());
    // Up to where all fits.
    const auto height = [&](Bytes bytes) { return int(shown.plot().yAxis->coordToPixel(double(bytes.count))); };
    const QRect plot = shown.plot().axisRect()->rect();
    int x = plot.left() + 4;
    while (shown.plot().point_at(QPointF(x, height(middle)))) ++x;
    drag(shown.plot(), {x, height(middle)}, {x, plot.top() + 1});
    QCOMPARE(shown.plot().marks().fastest, std::optional(found.points.size() - 1));
    type(budget, "1");
    QVERIFY(!shown.plot().marks().fastest);
    type(budget, "much");
    QVERIFY(!shown.plot().marks().budget);
  }

  void keys_walk_along_the_front() {
    Shown shown(several_streams());
    shown.search();
    const TradeOff& found = *shown.found();
    shown.plot().setFocus();
    QTest::keyClick(&shown.plot(), Qt::Key_Left);  // where it is: as given, or the fastest
    for (std::size_t k = 0; k < found.points.size(); ++k) QTest::keyClick(&shown.plot(), Qt::Key_Right);
    QTest::keyClick(&shown.plot(), Qt::Key_Return);
    QVERIFY(same_graph(shown.now(), *found.points.front().graph));
  }

  void a_tip_lists_the_edits() {
    Shown shown(several_streams());
    shown.search();
    move_mouse(shown.plot(), shown.place_of(0));
    QVERIFY(QToolTip::isVisible());
    QVERIFY(!QToolTip::text().isEmpty());
  }

  void levers_can_be_ticked() {
    Shown shown(several_streams());
    for (const char* lever : {"lever_sync", "lever_stream", "lever_order", "lever_offload"})
      click(part_of<QCheckBox>(shown.pane, lever));
    click(shown.button("run_improve"));
    wait_until([&] { return shown.found() && shown.found()->tried > 40; });
    for (const TradeOffPoint& point : shown.found()->points)
      for (const LeverEdit& edit : point.edits) QVERIFY(edit.lever == Lever::recompute);
    click(shown.button("stop_improve"));
    wait_until([&] { return !shown.pane.busy(); });
    click(part_of<QCheckBox>(shown.pane, "lever_recompute"));
    QVERIFY(!shown.button("run_improve")->isEnabled());
  }

  /// In one column, too, the axis of bytes has three numbers, and the marks have a legend where one is wanted. Wider
  /// lines take more ink; without labels the axes have the room of the labels.
  void it_is_drawn_on_pages() {
    Shown shown(several_streams());
    shown.search();
    const Drawing drawing = shown.pane.drawing();
    FigureOptions options;
    options.points = 8;
    options.millimetres = {84, usual_height(drawing, 84, 8)};
    const auto texts = [&] { return QString::fromUtf8(svg_of(drawing, options)); };
    static const QRegularExpression bytes(">[\\d.,]+ ([KMG]i)?B</text>");
    QVERIFY2(texts().count(bytes) >= 3, qPrintable(texts()));
    QVERIFY(texts().contains(">as it is<"));
    options.legend = false;
    QVERIFY(!texts().contains(">as it is<"));
    const auto page_of = [&](const PageStyle& style) {
      const PageScope scope(style);
      return picture({700, 500}, Theme::light(),
                     [&](QPainter& painter) { drawing.paint(painter, QRectF(0, 0, 700, 500), Theme::light()); });
    };
    const QImage usual = page_of({}), wide = page_of({.line = 4}), bare = page_of({.axis_labels = false});
    const QColor blue(0, 114, 178), ground = Theme::light().surface;
    QVERIFY(has_colour(usual, blue) && has_colour(usual, ground));
    QVERIFY(count_of(wide, blue) > 2 * count_of(usual, blue));
    QVERIFY(count_of(bare, ground) > count_of(usual, ground));
    QCOMPARE(page_of({}), usual);  // as before, whatever other pages there were
  }
};

STOWAGE_GUI_TEST(FrontPageTest);
#include "tst_front_page.moc"
