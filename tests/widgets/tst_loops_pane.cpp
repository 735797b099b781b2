// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/readers.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/loops/loop_map_view.h"
#include "widgets/views/loops/loops_pane.h"

namespace {

/// An operator that is a loop of one convolution; `places` in the ring, and `idle` operators more in the body.
QByteArray loop_node(const QByteArray& id, int places, int idle = 0) {
  const auto x = [](int k) { return "x" + QByteArray::number(k); };
  QByteArray nodes = R"({"id": "conv"})", carry;
  QByteArray tensors = R"({"id": "y", "size": 4, "producer": "conv", "consumers": []})";
  for (int k = 0; k + 1 < places; ++k) {
    tensors += R"(, {"id": ")" + x(k) + R"(", "size": 4, "producer": null, "consumers": [)" +
               (k == 0 ? R"("conv")" : "") + "]}";
    carry += (k > 0 ? ", " : "") + QByteArray(R"([")") + x(k) + R"(", ")" + (k + 2 < places ? x(k + 1) : "y") + R"("])";
  }
  for (int k = 0; k < idle; ++k) {
    const QByteArray name = "idle" + QByteArray::number(k);
    nodes += R"(, {"id": ")" + name + R"("})";
    tensors +=
        R"(, {"id": "t)" + name + R"(", "size": 8, "producer": ")" + name + R"(", "consumers": [")" + name + R"("]})";
  }
  return R"({"id": ")" + id + R"(", "loop": {"nodes": [)" + nodes + R"(], "tensors": [)" + tensors +
         R"(], "carry": [)" + carry + "]}}";
}

PlanView graph_with(const QByteArray& nodes, const QByteArray& tensors = "") {
  const QByteArray text = R"({"format": "stowage-graph", "version": 1, "name": "g", "nodes": [)" + nodes +
                          R"(], "tensors": [{"id": "t", "size": 4, "producer": "a", "consumers": ["a"]})" + tensors +
                          "]}";
  const auto document = read_graph_json({text.data(), static_cast<std::size_t>(text.size())}, "g.json");
  if (!document) qFatal("%s", document.error().text().c_str());
  return results_of(document->graph);
}

PlanView loop_sample(const char* name) {
  return results_of(sample(name));
}

struct ShownLoops : ShownResults<LoopsPane> {
  explicit ShownLoops(PlanView of, QSize size = {1000, 420})
      : ShownResults(std::move(of), size, "loops_iteration", make_loops) {}

  QTableView* table() { return part<QTableView>("loops_pointers"); }
  QSpinBox* iteration() { return part<QSpinBox>("loops_iteration"); }
  LoopMapView* map_view() { return pane.findChild<LoopMapView*>(); }
  HeapMapWidget* map() { return part<HeapMapWidget>("loop_map"); }
  [[nodiscard]] QString words(const char* name) { return text(name); }
  [[nodiscard]] QString message() {
    QWidget* label = part<QLabel>("loops_message");
    return label->isVisible() ? words("loops_message") : QString();
  }
  void type(const char* number) { test::enter(iteration(), number); }
  int row(const QString& tensor) { return place_of(tensor, Qt::Vertical, table()->model()->rowCount()); }
  int column(const QString& title) { return place_of(title, Qt::Horizontal, table()->model()->columnCount()); }
  int place_of(const QString& title, Qt::Orientation of, int count) {
    for (int k = 0; k < count; ++k)
      if (table()->model()->headerData(k, of).toString() == title) return k;
    qFatal("nothing is called %s", qPrintable(title));
  }
  QModelIndex at(const QString& tensor, const QString& title) {
    return table()->model()->index(row(tensor), column(title));
  }
  QString cell(const QString& tensor, const QString& title) { return at(tensor, title).data().toString(); }
  bool lit(const QString& tensor, const QString& title) { return at(tensor, title).data(Qt::BackgroundRole).isValid(); }
  /// Where a value of the unrolled body is in the map, seen from the pane.
  QPoint place(const QString& value) {
    const PlanView& unrolled = pane.map()->view;
    const TensorId t = tensor_named(*unrolled.graph, value.toStdString());
    const Lifetime life = (*unrolled.lifetimes)[t.index()];
    const double middle = static_cast<double>(unrolled.plan->offsets[t.index()].value) +
                          static_cast<double>(unrolled.graph->size(t).count) / 2;
    const HeapMapGeometry& geometry = map()->geometry_of_map();
    return map()->mapTo(&pane, QPointF(geometry.x_of((life.begin + life.end) / 2.0), geometry.y_of(middle)).toPoint());
  }
  /// With a mouse that does not know which part of the pane is there.
  void click(QPoint at) {
    QWidget* under = pane.childAt(at);
    QTest::mouseClick(under, Qt::LeftButton, {}, under->mapFrom(&pane, at));
  }
};

}  // namespace

class LoopsPaneTest : public EnglishTest {
  Q_OBJECT

 private slots:
  /// x and y take turns in two places; w and b are where the graph has them.
  void the_convolution_of_the_paper() {
    ShownLoops shown(loop_sample("loop_convolution.stowage.json"));
    QAbstractItemModelTester tester(shown.table()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QString x0 = shown.cell("x", "c % 2 = 0"), x1 = shown.cell("x", "c % 2 = 1");
    QVERIFY(x0 != x1);
    QCOMPARE(shown.cell("y", "c % 2 = 0"), x1);
    QCOMPARE(shown.cell("y", "c % 2 = 1"), x0);
    QCOMPARE(shown.cell("x", "View"), QString("type I"));
    for (const char* fixed : {"w", "b"}) {
      QCOMPARE(shown.cell(fixed, "View"), QString("fixed"));
      QCOMPARE(shown.cell(fixed, "c % 2 = 1"), '(' + QString(fixed) + ')');
    }
    QVERIFY(says(shown.words("loops_summary"), {"while: ", "2", "9.00 KiB", "3", "NNC, size"}));
    QVERIFY(!shown.part<QTreeWidget>("loops_tree")->isVisible());  // there is one
    QCOMPARE(shown.map()->scene()->graph().operator_count(), std::size_t{4});
    QVERIFY(shown.map()->scene()->sentence().isEmpty());
    // Exactly, and with the names, which the view shows beside the rows.
    const QStringList lines = csv_of(shown.table()).split("\r\n");
    QVERIFY(lines[0].endsWith("(c = 0),c % 2 = 0,c % 2 = 1"));
    QVERIFY2(lines[1].startsWith("x,4096,type I,"), qPrintable(lines[1]));
    QCOMPARE(lines[2], QString("w,2304,fixed,(w),(w),(w)"));
  }

  void an_iteration_is_lit() {
    ShownLoops shown(loop_sample("loop_convolution.stowage.json"));
    QVERIFY(shown.lit("x", "c % 2 = 0") && !shown.lit("x", "c % 2 = 1"));
    shown.type("7");
    QVERIFY(!shown.lit("x", "c % 2 = 0") && shown.lit("x", "c % 2 = 1") && shown.lit("w", "c % 2 = 1"));
    QCOMPARE(shown.cell("y", "now (c = 7)"), shown.cell("y", "c % 2 = 1"));
    QCOMPARE(shown.map_view()->light().copy, std::optional<std::size_t>(1));
    QVERIFY(says(shown.words("loops_results"), {"7", "y", shown.cell("y", "c % 2 = 1")}));
    QTest::keyClick(shown.iteration(), Qt::Key_Up);
    QVERIFY(shown.lit("x", "c % 2 = 0"));
    const QModelIndex now = shown.at("x", "c % 2 = 0");
    QVERIFY(now.data(Qt::AccessibleTextRole).toString() != now.data().toString());  // it is read now
    // A click on a copy's name chooses its iteration.
    shown.type("6");
    const HeapMapGeometry& geometry = shown.map()->geometry_of_map();
    LoopMapView* view = shown.map_view();
    QTest::mouseClick(view, Qt::LeftButton, {}, QPointF(geometry.x_of(3), kCopyStrip / 2).toPoint());
    QCOMPARE(shown.iteration()->value(), 7);
    QTest::mouseClick(view, Qt::LeftButton, {}, QPointF(geometry.x_of(0.5), kCopyStrip / 2).toPoint());
    QCOMPARE(shown.iteration()->value(), 6);
  }

  /// A click on one value lights all that goes round with it; on nothing, nothing.
  void a_ring_is_lit_from_map_and_table() {
    ShownLoops shown(loop_sample("loop_convolution.stowage.json"));
    shown.click(shown.place("y@0"));
    const auto rows = shown.table()->selectionModel()->selectedRows();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0].row(), shown.row("y"));
    QCOMPARE(shown.map_view()->light().ring, std::optional<std::size_t>(0));
    std::vector<std::string> lit;
    for (TensorId t : shown.map()->overlay().selected) lit.emplace_back(shown.pane.map()->view.graph->name(t));
    std::ranges::sort(lit);
    QCOMPARE(lit, (std::vector<std::string>{"x@start", "y@0", "y@1"}));
    QTest::keyClick(shown.map(), Qt::Key_Escape);
    QVERIFY(shown.table()->selectionModel()->selectedRows().isEmpty());
    QVERIFY(!shown.map_view()->light().ring);
    QVERIFY(shown.state.selected_tensors().empty());  // those are of the graph

    const auto choose = [&](const char* tensor) {
      test::click(shown.table(), shown.table()->model()->index(shown.row(tensor), 1));
    };
    choose("columns");  // in no ring
    QCOMPARE(shown.map()->overlay().selected.size(), std::size_t{2});
    QVERIFY(!shown.map_view()->light().ring);
    QTest::keyClick(shown.table(), Qt::Key_Down);  // y
    QCOMPARE(shown.map()->overlay().selected.size(), std::size_t{3});
    choose("w");
    QVERIFY(shown.map()->overlay().selected.empty());  // outside
  }

  /// What it finds outside has a column of its own.
  void a_first_value_outside() {
    ShownLoops shown(loop_sample("loop_nested.stowage.json"));
    QCOMPARE(shown.cell("weights", "View"), QString("type II"));
    QCOMPARE(shown.cell("weights", "c = 0 only"), QString("(weights)"));
    QCOMPARE(shown.cell("h", "c = 0 only"), QString());
    QVERIFY(shown.lit("weights", "c = 0 only") && !shown.lit("weights", "c % 2 = 0"));
    QVERIFY(shown.lit("h", "c % 2 = 0"));
    QCOMPARE(shown.cell("weights", "now (c = 0)"), QString("(weights)"));
    shown.type("2");
    QVERIFY(!shown.lit("weights", "c = 0 only") && shown.lit("weights", "c % 2 = 0"));
    QCOMPARE(shown.cell("weights", "now (c = 2)"), shown.cell("updated", "c % 2 = 1"));  // what iteration 1 made
  }

  /// Loops in a body stand below it; to choose one selects the operator of the graph that it is in.
  void nested_loops() {
    ShownLoops shown(loop_sample("loop_nested.stowage.json"));
    auto* tree = shown.part<QTreeWidget>("loops_tree");
    QVERIFY(tree->isVisible());
    // As `stowage-cli plan --loops` prints: 16 KiB of the graph itself, and the loops' buffers while they run.
    QVERIFY(says(shown.words("loops_summary"), {"train", "38.0 KiB"}));
    QCOMPARE(tree->topLevelItemCount(), 1);
    QCOMPARE(tree->topLevelItem(0)->child(0)->text(0), QString("refine"));
    QVERIFY(shown.state.selected_operators().empty());
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Down);
    shown.settle();
    QVERIFY(shown.words("loops_summary").startsWith("train / refine: "));
    QVERIFY(!shown.words("loops_summary").contains("38.0 KiB"));  // those are of the graph
    QCOMPARE(shown.cell("h", "c = 0 only"), QString("(h)"));
    const OperatorId train = shown.view.graph->find_operator("train");
    QCOMPARE(shown.state.selected_operators(), std::vector{train});
    shown.state.select_operators({train});
    QVERIFY(shown.words("loops_summary").startsWith("train / refine: "));  // it is in it
  }

  /// An operator that is selected anywhere and is a loop is chosen; other operators change nothing.
  void it_follows_the_selection() {
    ShownLoops shown(graph_with(R"({"id": "a"}, )" + loop_node("first", 2) + ", " + loop_node("second", 5)));
    const Graph& graph = *shown.view.graph;
    QVERIFY(says(shown.words("loops_summary"), {"first: ", "2"}));
    shown.state.select_operators({graph.find_operator("second")});
    shown.settle();
    QVERIFY(says(shown.words("loops_summary"), {"second: ", "5"}));
    QCOMPARE(shown.part<QTreeWidget>("loops_tree")->currentItem()->text(0), QString("second"));
    shown.state.select_operators({graph.find_operator("a")});
    shown.settle();
    QVERIFY(shown.words("loops_summary").startsWith("second: "));
    shown.pane.hide();
    shown.state.select_operators({graph.find_operator("first")});
    shown.pane.show();
    shown.settle();
    QVERIFY(shown.words("loops_summary").startsWith("first: "));
  }

  void without_loops_it_says_why() {
    ShownLoops shown(loop_sample("somas_figure_2.stowage.json"));
    const QString loopless = shown.message();
    QVERIFY(!loopless.isEmpty());
    QVERIFY(!shown.pane.drawing().paint);
    QSignalSpy wanted(&shown.pane, &LoopsPane::sample_requested);
    test::click(shown.part<QPushButton>("loops_sample"));
    QCOMPARE(wanted.size(), 1);
    QVERIFY(!shown.part<QPushButton>("loops_stop")->isVisible());
    shown.pane.set_view({});
    QVERIFY(!shown.message().isEmpty() && shown.message() != loopless);
    QVERIFY(!shown.part<QPushButton>("loops_sample")->isVisible());
    // What cannot be planned says why.
    shown.pane.set_view(graph_with(R"({"id": "a"}, )" + loop_node("loop", 2),
                                   R"(, {"id": "x0", "size": 5, "producer": "a", "consumers": ["loop"]})"));
    shown.settle();
    QVERIFY(says(shown.message(), {"\"loop\"", "\"x0\"", "4", "5"}));
    QVERIFY(!shown.part<QPushButton>("loops_again")->isVisible());
  }

  void planning_is_cancelled_and_begun_again() {
    ShownLoops shown({});
    shown.pane.set_view(graph_with(R"({"id": "a"}, )" + loop_node("long", 21, 300)));
    const QString planning = shown.message();
    QVERIFY(!planning.isEmpty());
    test::click(shown.part<QPushButton>("loops_stop"));
    QVERIFY(!shown.pane.busy());
    QVERIFY(!shown.message().isEmpty() && shown.message() != planning);
    wait_until_idle();
    QVERIFY(!shown.pane.map());
    auto* again = shown.part<QPushButton>("loops_again");
    QVERIFY(again->hasFocus());
    QTest::keyClick(again, Qt::Key_Space);
    shown.settle();
    QTRY_VERIFY_WITH_TIMEOUT(shown.pane.map() != nullptr, kPatience);
    QCOMPARE(shown.pane.map()->copies, std::size_t{21});
    QVERIFY(shown.message().isEmpty());
  }

  /// Another strategy plans nothing anew; another alignment does; results of before an edit are left alone.
  void when_it_plans() {
    ShownLoops shown(loop_sample("loop_convolution.stowage.json"));
    const auto before = shown.pane.map();
    PlanView view = planned(*shown.view.graph, "mo.size.first");
    view.graph = shown.view.graph;
    shown.pane.set_view(view);
    QVERIFY(!shown.pane.busy() && shown.pane.map() == before);
    view = results_of(shown.view.graph, true, {512});
    view.stale = true;
    shown.pane.set_view(view);
    QVERIFY(!shown.pane.busy());
    view.stale = false;
    shown.pane.set_view(view);
    shown.settle();
    QVERIFY(shown.pane.map() != before);
    QCOMPARE(shown.pane.map()->view.plan->alignment, Bytes{512});
    PlanView waiting = loop_sample("loop_nested.stowage.json");
    waiting.plan = nullptr;
    waiting.planning = true;
    shown.pane.set_view(waiting);
    QVERIFY(!shown.message().isEmpty());
    waiting.planning = false;  // it was cancelled
    shown.pane.set_view(waiting);
    shown.settle();
    QVERIFY(shown.words("loops_summary").startsWith("train: "));
  }

  /// The copy that is not lit is paler than the one that is.
  void the_picture() {
    ShownLoops shown(loop_sample("loop_convolution.stowage.json"));
    const auto picture_of = [&](const char* iteration) {
      shown.type(iteration);
      return render_image(shown.pane.drawing(), pixel_page({900, 600}));
    };
    const QImage first = picture_of("0"), second = picture_of("1");
    const auto strength = [&](const QImage& image, int x) {
      return sum_of_differences(image.pixelColor(x, 300), Theme::light().background);
    };
    QVERIFY(strength(first, 300) > strength(second, 300) && strength(first, 700) < strength(second, 700));
  }

  /// As many copies as fit a screen, and more: nothing is parted that is too narrow.
  void many_copies() {
    ShownLoops shown(graph_with(R"({"id": "a"}, )" + loop_node("loop", 150)));
    QCOMPARE(shown.pane.map()->copies, std::size_t{150});
    shown.type("149");
    QVERIFY(shown.lit("y", "c % 150 = 149"));
    const QTableView* table = shown.table();
    const QRect seen = table->visualRect(table->model()->index(0, shown.column("c % 150 = 149")));
    QVERIFY(table->viewport()->rect().intersects(seen));
    QVERIFY(!shown.pane.grab().isNull());
    shown.map()->zoom(100);
    QVERIFY(!shown.pane.grab().isNull());
    QVERIFY(!render_image(shown.pane.drawing(), pixel_page({700, 500})).isNull());
  }
};

STOWAGE_GUI_TEST(LoopsPaneTest);
#include "tst_loops_pane.moc"
