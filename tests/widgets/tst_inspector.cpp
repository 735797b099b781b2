// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/bodies/lay_out.h"
#include "core/insight/simulate/explain.h"
#include "tests/support/description.h"
#include "tests/widgets/shown_heap.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/views/inspector/pages.h"
#include "widgets/views/views.h"

using State = PlayedMoment::State;

namespace {

/// Two streams; x and z are safe over the path conv ─y→ relu ─sync→ send, x and w are unsafe.
const char* const kPair = R"(
  streams: 0 1
  op load @0; op conv @0; op relu @0; op send @1; op recv @1
  t x 64 : load -> conv; t y 32 : conv -> relu; t z 64 : send -> recv; t w 16 : load -> recv
  sync relu send)";

/// An inspector on screen.
struct Shown : ShownPane<Pane> {
  explicit Shown(PlanView of = planned(graph_of(kPair))) : ShownPane({360, 620}, make_inspector), view(std::move(of)) {
    pane.set_view(view);
  }
  [[nodiscard]] TensorId tensor(const char* name) const { return view.graph->find_tensor(name); }
  [[nodiscard]] OperatorId op(const char* name) const { return view.graph->find_operator(name); }
  void select(std::vector<TensorId> tensors) {
    state.select_tensors(std::move(tensors));
    settle();
  }
  QTextBrowser* browser() { return part<QTextBrowser>("inspector_text"); }
  QString text() { return browser()->toPlainText(); }
  QListView* events() { return part<QListView>("event_list"); }
  QString place() { return ShownPane::text("event_place"); }
  /// Clicks the first link with that text.
  void click_link(const QString& words) {
    QTextCursor cursor(browser()->document());
    while (!(cursor = browser()->document()->find(words, cursor, QTextDocument::FindWholeWords)).isNull())
      if (const QString target = cursor.charFormat().anchorHref(); !target.isEmpty()) {
        click_link_to(browser(), target);
        return settle();
      }
    qFatal("no link %s", qPrintable(words));
  }
  PlanView view;
};

}  // namespace

class InspectorTest : public QObject {
  Q_OBJECT

 private slots:
  void a_name_of_a_megabyte_leaves_room_for_facts() {
    Shown shown(planned(graph_of("op a @0\nt " + std::string(1 << 20, 'x') + " 64 : a ->")));
    shown.select({TensorId(0)});
    const QTextCursor size = shown.browser()->document()->find("64");
    QVERIFY(!size.isNull());
    QVERIFY(shown.browser()->viewport()->rect().contains(shown.browser()->cursorRect(size)));
  }

  void links_come_back() {
    const Graph graph = graph_of("op a<b @0\nt t 1 : a<b ->");
    QCOMPARE(html_link(graph, OperatorId(0)), QString("<a href=\"operator:0\">a&lt;b</a>"));
    const auto t = parse_link(QUrl("tensor:12"));
    QVERIFY(t && std::get<TensorId>(*t) == TensorId(12));
    const auto p = parse_link(QUrl("path:3"));
    QVERIFY(p && std::get<PathLink>(*p).number == 3);
    for (const char* other : {"http://x", "tensor:", "tensor:x", "tensor:-1", ""}) QVERIFY(!parse_link(QUrl(other)));
  }

  void nothing_selected_says_what_to_do() {
    Shown shown;
    shown.settle();
    const QString hint = shown.text();
    // Two are a pair; of more, none is.
    shown.select(test::all_tensors(*shown.view.graph));
    QVERIFY(!shown.text().startsWith("Safe") && !shown.text().startsWith("Unsafe"));
    shown.select({});
    shown.pane.set_view({});
    shown.pane.set_graph(nullptr);
    QVERIFY(!hint.isEmpty() && !shown.text().isEmpty() && shown.text() != hint);
  }

  /// The largest that are alive at the peak, by their links; views lie in the bytes of others. Not where a lesson asks.
  void nothing_selected_names_the_largest_at_the_peak() {
    Shown shown(
        planned(graph_of("op a @0\nop b @0\nop c @0\n"
                         "t small 16 : a -> b\nt big 4096 : a -> b\nt late 64 : c ->")));
    shown.settle();
    const QString text = shown.text();
    QVERIFY2(text.indexOf("big") >= 0 && text.indexOf("big") < text.indexOf("small"), qPrintable(text));
    QVERIFY(!text.contains("late"));
    shown.click_link("big");
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor("big")});
    shown.view.peak_asked = true;
    shown.pane.set_view(shown.view);
    shown.select({});
    QVERIFY(!shown.text().contains("big"));
  }

  void a_tensor_and_an_operator() {
    Shown shown;
    shown.state.set_note(shown.tensor("x"), "why so large?");
    shown.select({shown.tensor("x")});
    for (const QStringList& parts : {QStringList{"64"}, {"load", "conv"}, {"why so large?"}, {"2", "3"}, {"0", "1"}})
      QVERIFY(says(shown.text(), parts));
    QVERIFY(shown.text().contains("0x"));
    shown.click_link("conv");
    QCOMPARE(shown.state.selected_operators(), std::vector{shown.op("conv")});
    QVERIFY(says(shown.text(), {"load"}));  // it waits for load
    shown.click_link("y");
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor("y")});
    // Positions are counted from 0 everywhere, as on the axes.
    shown.state.select_operators({shown.op("send")});
    shown.settle();
    const QString card = operator_card(*shown.view.graph, shown.op("send")).text();
    for (const QString& text : {shown.text(), card}) {
      QVERIFY(says(text, {"3", "0", "4"}));
      QVERIFY(says(text, {"0", "0", "1"}));  // of its stream
    }
    // load and conv take a millisecond each; send waits for relu, so recv, without a duration, runs at 2.5 ms.
    const auto page_of = [&](const char* name) {
      shown.state.select_operators({shown.op(name)});
      shown.settle();
      return shown.text();
    };
    const QRegularExpression time(QStringLiteral("\\d (ns|µs|ms|s)\\b"));
    QVERIFY2(!page_of("conv").contains(time), qPrintable(shown.text()));  // none is known
    test::Description d(*shown.view.graph);
    d.op("load").duration = {1'000'000, Duration::From::measured};
    d.op("conv").duration = {1'000'000, Duration::From::unsaid};
    d.op("relu").duration = {500'000, Duration::From::measured};
    shown.view = planned(d.build());
    shown.pane.set_view(shown.view);
    QVERIFY(says(page_of("load"), {"1.00 ms", "measured", "0 s", "1.00 ms", "2.50 ms"}));
    QVERIFY(says(page_of("conv"), {"1.00 ms", "1.00 ms", "2.00 ms", "2.50 ms"}));
    QVERIFY(says(page_of("recv"), {"2.50 ms", "2.50 ms", "2.50 ms"}));
    QVERIFY2(!shown.text().contains("estimated"), qPrintable(shown.text()));
    d.op("relu").duration.from = Duration::From::estimated;
    shown.view = planned(d.build());
    shown.pane.set_view(shown.view);
    QVERIFY(says(page_of("relu"), {"500 µs", "estimated"}));
    QVERIFY(says(page_of("load"), {"1.00 ms", "measured", "2.50 ms", "estimated"}));
  }

  /// What a run breaks that leaves out a wait is still safe in the graph; the page says both while it is played.
  void a_safe_pair_is_proved_and_an_unsafe_one_played() {
    Shown shown;
    const TensorId x = shown.tensor("x"), z = shown.tensor("z");
    shown.select({x, z});
    const QString safe = shown.text();
    QVERIFY2(safe.startsWith("Safe"), qPrintable(safe));
    PlayedMoment moment;
    moment.overwritten = x;
    moment.overwriting = z;
    shown.state.set_moment(std::make_shared<const PlayedMoment>(moment));
    shown.settle();
    QVERIFY2(shown.text().startsWith("Safe") && shown.text() != safe, qPrintable(shown.text()));
    shown.state.set_moment(nullptr);
    shown.settle();
    QCOMPARE(shown.text(), safe);
    // It is proved, and its path is lit.
    QVERIFY(says(shown.text(), {"conv", "relu", "send"}));
    QVERIFY(!shown.events()->isVisible());
    click_link_to(shown.browser(), "path:");
    shown.settle();
    QCOMPARE(shown.state.path(), (std::vector{shown.op("conv"), shown.op("relu"), shown.op("send")}));
    shown.select({shown.tensor("y")});
    QVERIFY(shown.state.path().empty());
    // An unsafe pair is played.
    const TensorId w = shown.tensor("w");
    shown.select({x, w});
    QVERIFY(shown.text().startsWith("Unsafe"));
    QVERIFY(shown.events()->isVisible());
    QVERIFY(!shown.state.moment());
    const auto why = explain(*shown.view.graph, *shown.view.conflicts, x, w);
    const int last = static_cast<int>(why.interleaving.size());
    QCOMPARE(shown.events()->model()->rowCount(), last + 1);
    QAbstractItemModelTester tester(shown.events()->model());

    shown.press("event_last");
    QVERIFY(shown.state.moment());
    QVERIFY(shown.state.moment()->tensors[x.index()] == State::alive);
    QVERIFY(shown.state.moment()->tensors[w.index()] == State::alive);
    QCOMPARE(numbers_in(shown.place()), (QList<qint64>{last, last}));
    QTest::keyClick(shown.events(), Qt::Key_Home);
    QVERIFY(shown.state.moment()->tensors[x.index()] == State::unborn);
    QVERIFY(shown.state.moment()->running.empty());
    QTest::keyClick(shown.events(), Qt::Key_Right);
    QCOMPARE(shown.state.moment()->running, std::vector{why.interleaving[0].op});
    test::click_row(shown.events(), 0);
    QCOMPARE(numbers_in(shown.place()), (QList<qint64>{0, last}));
    QTest::keyClick(shown.events(), Qt::Key_Escape);
    QVERIFY(!shown.state.moment());
    QVERIFY(shown.events()->selectionModel()->selectedIndexes().isEmpty());

    shown.press("event_first");
    QVERIFY(shown.state.moment());
    shown.select({x});
    QVERIFY(!shown.state.moment());
    QVERIFY(!shown.events()->isVisible());
    // The moment of another view ends the playing here.
    shown.select({x, w});
    shown.press("event_last");
    const auto other = std::make_shared<const PlayedMoment>();
    shown.state.set_moment(other);
    QVERIFY(shown.events()->selectionModel()->selectedIndexes().isEmpty());
    shown.select({});
    QCOMPARE(shown.state.moment(), other);
  }

  void a_chain_of_blame_is_walked_by_its_links() {
    // A tower: c on b on a; d has a gap below that is too small.
    const Graph graph = intervals({{"a", 1024, 0, 4}, {"b", 2048, 0, 4}, {"c", 4096, 0, 4}, {"e", 512, 0, 4}});
    PlanView view = plan_view(graph, {0, 1024, 3072 + 256, 3072 + 256 + 4096});
    view.conflicts = std::make_shared<const Conflicts>(*Conflicts::compute(*view.graph));
    Shown shown(view);
    shown.select({shown.tensor("b")});
    QVERIFY(says(shown.text(), {"a: 1.00 KiB", "0", "0"}));  // above a, and so down to 0
    shown.click_link("a");
    QCOMPARE(shown.state.selected_tensors(), std::vector{shown.tensor("a")});
    QVERIFY(says(shown.text(), {"0"}));
    shown.select({shown.tensor("c")});
    QVERIFY(says(shown.text(), {"256", "3,072"}));  // it could move down
    shown.select({shown.tensor("e")});
    QVERIFY(says(shown.text(), {"c: "}));                      // above c
    QVERIFY(says(shown.text(), {"512 B", "256 B", "3,072"}));  // the gap is too small
  }

  void results_of_the_graph_before_are_not_told() {
    Shown shown;
    shown.settle();
    const QString hint = shown.text();
    const auto edited = std::make_shared<const Graph>(graph_of("op n @0\nt big 4096 : n ->"));
    shown.pane.set_graph(edited);
    shown.view.stale = true;
    shown.pane.set_view(shown.view);
    shown.select({TensorId(0)});
    QVERIFY(shown.text().contains("big"));
    QVERIFY(says(shown.text(), {"big", "4,096"}) && !shown.text().contains("64 bytes"));
    shown.select({TensorId(3)});  // not in this graph
    const QString nothing = shown.text();
    QVERIFY(!nothing.contains("big") && hint.startsWith(nothing));
    shown.state.select_operators({OperatorId(4)});
    shown.settle();
    QCOMPARE(shown.text(), nothing);
  }

  /// A row for each tensor of the body, with the offset in each iteration.
  void a_body_has_a_table_of_offsets() {
    Shown shown(planned(*must(lay_out_bodies(sample("loop_convolution.stowage.json")))));
    const Graph& graph = *shown.view.graph;
    const auto at = [&](const char* name) {
      return QLocale().toString(qlonglong(shown.view.plan->offsets[graph.find_tensor(name).index()].value));
    };
    shown.state.select_operators({graph.find_operator("while")});
    // x is read where y was written the iteration before.
    const QStringList rows{"x" + at("while/x") + at("while/y@0") + at("while/y@1"), "woutside",
                           "y" + at("while/y@0") + at("while/y@1") + at("while/y@0")};
    const auto says_rows = [&] {
      const QString text = shown.text().remove(QRegularExpression("\\s"));
      return std::ranges::all_of(rows, [&](const QString& row) { return text.contains(row); });
    };
    QTRY_VERIFY2(says_rows(), qPrintable(shown.text()));
    shown.select({graph.find_tensor("while/columns@1")});
    QTRY_VERIFY2(says_rows(), qPrintable(shown.text()));
    shown.state.select_operators({graph.find_operator("load")});
    QTRY_VERIFY(shown.text().contains("load") && !shown.text().contains("outside"));
  }

  void lifetimes_are_explained_as_lifetimes() {
    const Graph graph = intervals({{"a", 8, 0, 4}, {"b", 8, 2, 6}, {"c", 8, 4, 6}});
    Shown shown(planned(*with_data(graph, [&](Graph::Data& data) {
      data.times = {0, 10, 20, 30, 40, 50, 60};
      data.times.resize(graph.operator_count() + 1);
    })));
    shown.select({TensorId(0), TensorId(1)});
    QVERIFY(shown.text().startsWith("Unsafe") && says(shown.text(), {"0", "40", "20", "60"}));
    QVERIFY(!shown.events()->isVisible());
    shown.select({TensorId(0), TensorId(2)});
    QVERIFY(shown.text().startsWith("Safe") && says(shown.text(), {"0", "40", "40", "60"}));
  }

  /// A member that lies higher is not said to lie there itself.
  void a_group_at_the_bottom_is_told_of_its_members() {
    Graph graph = graph_of(R"(
      streams: 0
      op a @0; op b @0
      t first 64 : a -> b; t second 32 : a -> b; t alone 16 : a -> b
      group first second)");
    PlanView view = plan_view(std::move(graph), {0, 64, 96});
    view.conflicts = std::make_shared<const Conflicts>(*Conflicts::compute(*view.graph));
    Shown shown(view);
    const auto last_line = [&](const char* tensor) {
      shown.select({shown.tensor(tensor)});
      return shown.text().split('\n', Qt::SkipEmptyParts).last();
    };
    QCOMPARE(last_line("second"), last_line("first"));
    QVERIFY2(last_line("second").contains("group"), qPrintable(shown.text()));
  }

  /// A block of a recorded heap is told as the record has it: nobody uses it, and the whole stack is there.
  void a_block_of_a_recorded_heap() {
    test::ShownHeap recorded = recorded_heap();
    auto history = std::make_shared<RecordedHeap>(*recorded.history);
    FrameTable frames(*history);
    const auto python = history->stacks[1];
    const std::uint32_t rows[] = {frames.add_frame("at::empty", "alloc.cpp", 3), python[0],
                                  frames.add_frame("_PyEval", "??", 0), python[1]};
    history->allocations[1].stack = frames.add_stack(rows);
    history->allocations[1].requested = {4 * kMiB - 100};
    PlanView view;
    view.graph = recorded.graph;
    view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*recorded.graph));
    view.history = history;
    Shown shown(view);
    shown.select({history->allocations[1].tensor});
    const QString text = shown.text();
    for (const char* said : {"4,194,204", "0x10200000", "● stream 0", "relu (model.py:20)", "main (train.py:7)"})
      QVERIFY2(text.contains(said), qPrintable(QString(said) + " is not in\n" + text));
    QVERIFY(says(text, {"1", "4"}));  // events
    for (const char* unsaid : {"at::empty", "_PyEval"})
      QVERIFY2(!text.contains(unsaid), qPrintable(QString(unsaid) + " is in\n" + text));
    click_link_to(shown.browser(), kFramesLink);
    shown.settle();
    QVERIFY2(shown.text().contains("at::empty (alloc.cpp:3)") && shown.text().contains("_PyEval"),
             qPrintable(shown.text()));
  }

  /// As of a recorded heap: two streams with times, which nothing orders.
  void lifetimes_on_two_streams_are_explained_by_an_execution() {
    const Graph graph = graph_of("op p @0\nop q @1\nt a 8 : p ->\nt b 8 : q ->");
    Shown shown(planned(*with_data(graph, [](Graph::Data& data) { data.times = {0, 10, 20}; })));
    shown.select({TensorId(0), TensorId(1)});
    QVERIFY2(shown.text().startsWith("Unsafe"), qPrintable(shown.text()));
    QVERIFY(shown.events()->isVisible());
  }
};

STOWAGE_GUI_TEST(InspectorTest);
#include "tst_inspector.moc"
