// SPDX-License-Identifier: GPL-3.0-or-later
// What narrows every view: the time range, which each says, and the bar that finds.
#include "tests/gui/gui_test.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/controls/range_button.h"
#include "widgets/views/find/find_bar.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/peak/peak_pane.h"
#include "widgets/views/runs/run_chart.h"
#include "widgets/views/views.h"

namespace {

constexpr StepRange kRange{1'000, 1'400};

PlanView training_step() {
  return results_of(make_training_graph(training_graph_of(4400, 8)));
}

bool lives_in(const PlanView& view, TensorId t, const StepRange& range) {
  const Lifetime life = (*view.lifetimes)[t.index()];
  for (std::size_t step = range.begin; step < range.end; ++step)
    if (step >= life.begin && step < life.end) return true;
  return false;
}

/// What the view says the range is, with which a click ends it.
RangeButton* chip_of(const QObject& view) {
  auto* chip = view.findChild<RangeButton*>();
  if (chip == nullptr) qFatal("no chip");
  return chip;
}

struct Shown {
  explicit Shown(const PlanView& view) : bar(state), asked(&state, &ViewState::reveal_requested) {
    bar.set_view(view);
    bar.resize(600, 40);
    bar.open();
    test::show(bar);
  }
  QLineEdit* text() { return bar.findChild<QLineEdit*>("find_text"); }
  QString count() { return bar.findChild<QLabel*>("find_count")->text(); }
  void type(const char* words) {
    test::type(text(), words);
    settle();
  }
  void settle() {
    wait_until([&] { return !bar.busy(); });
  }
  void click(const char* button) { test::click(bar.findChild<QToolButton*>(button)); }
  ViewState state;
  FindBar bar;
  QSignalSpy asked;
};

PlanView figure_2_apart() {
  const auto graph = sample("somas_figure_2.stowage.json");
  return plan_view(*graph, {0, 16384, 22528, 32768, 39936, 52224, 57344, 66560, 74752});  // one after the other
}
using Tensors = std::vector<TensorId>;

}  // namespace

class TimeRangeTest : public QObject {
  Q_OBJECT

 private slots:
  /// Tensors and bytes of every row, by brute force.
  void the_legend_counts_what_is_alive_in_it() {
    const PlanView view = training_step();
    const auto coloring = std::make_shared<const Coloring>(view, ColorBy::phase);
    std::map<std::uint8_t, std::pair<std::uint32_t, Bytes>> expected;
    for (TensorId t : view.graph->tensors()) {
      if (!lives_in(view, t, kRange)) continue;
      ++expected[coloring->class_of(t)].first;
      expected[coloring->class_of(t)].second += view.graph->size(t);
    }
    ViewState state;
    const std::unique_ptr<LegendWidget> made(make_legend(state));
    LegendWidget& legend = *made;
    legend.show();
    legend.set_coloring(coloring, view);
    auto* rows = legend.findChild<QListWidget*>();
    const QString all = rows->item(0)->text();
    QVERIFY(!chip_of(legend)->isVisible());
    state.set_time_range(kRange);
    QTRY_VERIFY_WITH_TIMEOUT(rows->item(0)->text() != all, kPatience);
    QVERIFY(rows->count() > 1);
    for (int row = 0; row < rows->count(); ++row) {
      const auto entry = static_cast<std::uint8_t>(rows->item(row)->data(Qt::UserRole).toInt());
      const auto [tensors, bytes] = expected[entry];
      const QString text = QString("%1  (%2 · %3)")
                               .arg(coloring->entries()[entry].label, QLocale().toString(tensors),
                                    human_bytes(bytes).replace(' ', QChar::Nbsp));
      QCOMPARE(rows->item(row)->text(), text);
      QVERIFY(!rows->item(row)->toolTip().isEmpty());
    }
    QCOMPARE(numbers_in(chip_of(legend)->text()), (QList<qint64>{1000, 1399}));
    test::click(chip_of(legend));
    QCOMPARE(rows->item(0)->text(), all);
  }

  /// The proof's tensors of the range; and of its steps the fullest. The bound stays that of all, and says so.
  void the_peak_narrows() {
    const PlanView view = training_step();
    ShownPane<PeakPane> shown({1000, 400}, make_peak);
    PeakPane& pane = shown.pane;
    pane.set_view(view);
    const auto verdict = [&] { return shown.text("peak_verdict"); };
    shown.settle();
    const std::size_t all = pane.content()->members.size();
    QCOMPARE(all, view.bounds->clique->tensors.size());
    const QString everywhere = verdict();
    shown.state.set_time_range(kRange);
    shown.settle();
    std::vector<TensorId> members = view.bounds->clique->tensors;
    std::erase_if(members, [&](TensorId t) { return !lives_in(view, t, kRange); });
    QCOMPARE(pane.content()->members, members);
    QCOMPARE(pane.content()->total, rounded_total(*view.graph, members, view.bounds->alignment));
    QVERIFY(verdict() != everywhere && says(verdict(), {"1,000", "1,399"}));
    Bytes contributed;
    for (const Contributor& row : pane.content()->by[0].rows) contributed += row.bytes;
    QCOMPARE(contributed, pane.content()->total);
    // What is alive: at the fullest step of the range, or at the cursor if that is in it.
    shown.press("peak_of_moment");
    const std::vector<Bytes> curve = memory_curve(*view.graph, *view.lifetimes, view.bounds->alignment);
    const auto most = std::max_element(curve.begin() + kRange.begin, curve.begin() + kRange.end);
    const auto fullest = static_cast<std::uint32_t>(most - curve.begin());
    QCOMPARE(pane.content()->step, fullest);
    QCOMPARE(pane.content()->total, *most);
    for (const auto& [cursor, step] : {std::pair(1'234u, 1'234u), {3u, fullest}}) {
      shown.state.set_time_cursor(cursor);
      shown.settle();
      QCOMPARE(pane.content()->step, step);
    }
    test::click(chip_of(pane));
    shown.settle();
    QCOMPARE(pane.content()->step, 3u);
    QVERIFY(!numbers_in(verdict()).contains(1399));
  }

  /// Operators outside of it are faint in a run, and the sentence says what still is of the whole run.
  void a_run_marks_its_operators() {
    const PlanView view = results_of(graph_of(R"(
      op a @0; op b @0; op c @0
      t x 64 : a -> b; t y 64 : b -> c)"));
    ShownPane<Pane> shown({900, 260}, make_runs);
    shown.pane.set_view(view);
    shown.settle();
    const auto run = make_played_run(view.graph, view.plan, 1, {}, {}).value();
    const auto words = [&] { return shown.text("run_words"); };
    const QString whole = words();
    shown.state.set_time_range(StepRange{1, 2});
    QVERIFY(words() != whole);
    for (const QString& text : {words(), shown.pane.drawing().subtitle}) QVERIFY(says(text, {"1", "1"}));  // the steps
    const Theme& theme = Theme::light();
    const QImage image = picture({600, 200}, theme, [&](QPainter& painter) {
      paint_run(painter, QRect(0, 0, 600, 200), *run, {}, shown.state.time_range(), theme);
    });
    const RunChartLayout layout = lay_out_run_chart(image.rect(), *run);
    for (const PlayedRun::Bar& bar : run->rows[0]) {
      const QPoint inside(static_cast<int>(layout.x_of(static_cast<double>(bar.begin))) + 3,
                          static_cast<int>(layout.rows.top()) + 4);
      QCOMPARE(image.pixelColor(inside) == palette_fill(0, theme).color, bar.op == OperatorId(1u));
    }
  }

  void what_cannot_be_narrowed_says_so() {
    ViewState state;
    ImprovePane improve(state);
    const std::unique_ptr<Pane> groups(make_groups(state));
    for (Pane* pane : {static_cast<Pane*>(&improve), groups.get()}) {
      pane->resize(500, 400);
      pane->show();
      auto* note = pane->findChild<QLabel*>("whole_note");
      QVERIFY(!note->isVisible());
      state.set_time_range(StepRange{2, 9});
      QVERIFY(note->isVisible());
      QCOMPARE(numbers_in(note->text()), (QList<qint64>{2, 8}));
      state.set_time_range(std::nullopt);
      QVERIFY(!note->isVisible());
    }
  }

  void moved_tensors_are_those_of_it() {
    const Graph graph = intervals({{"early", 100, 0, 3}, {"late", 100, 6, 9}, {"always", 100, 0, 10}});
    ShownPane<Pane> shown({900, 300}, make_moved);
    shown.state.set_compared(std::make_shared<const PlanPair>(
        PlanPair{plan_view(graph, {0, 0, 100}), plan_view(graph, {100, 100, 0}), "A", "B"}));
    const auto* rows = shown.part<QTableView>("moved_view")->model();
    QTRY_COMPARE(rows->rowCount(), 3);
    shown.state.set_time_range(StepRange{5, 7});
    QTRY_COMPARE(rows->rowCount(), 2);
    QCOMPARE(rows->index(0, 0).data().toString(), QString("late"));
    QCOMPARE(numbers_in(shown.text("moved_count")).mid(0, 2), (QList<qint64>{2, 3}));
    test::click(chip_of(shown.pane));
    QTRY_COMPARE(rows->rowCount(), 3);
  }

  // ---- the bar that finds

  void queries() {
    struct Case {
      const char *text, *name;
      std::int64_t least = -1, most = -1, from = -1, to = -1;
      bool regex = false, readable = true;
    };
    const auto unreadable = [](const char* text) { return Case{.text = text, .name = "", .readable = false}; };
    const Case cases[] = {{"conv1", "conv1"},
                          {"two words", "two words"},
                          {">1MiB", "", 1'048'577},
                          {">= 4k", "", 4096},
                          {"<64K", "", -1, 65'535},
                          {"<=10 bytes", "", -1, 10},
                          {"=512", "", 512, 512},
                          {"grad >1KiB <2KiB", "grad", 1025, 2047},
                          {"@0x1000-0x2000", "", -1, -1, 4096, 8192},
                          {"@ 100 - 4 KiB w", "w", -1, -1, 100, 4096},
                          {"@4096", "", -1, -1, 4096, 4096},
                          {"a@b", "a@b"},
                          {"a->b", "a->b"},
                          {"\"@0x10\"", "@0x10"},
                          {"\">5\" =7", ">5", 7, 7},
                          {"10-12", "10-12"},
                          {"L1-2b", "L1-2b"},
                          {.text = "^L[0-9]+ >1k", .name = "^L[0-9]+", .least = 1025, .regex = true},
                          unreadable(">5Kix"),
                          unreadable("@0x"),
                          unreadable(">99999999999TiB"),
                          unreadable(">zz"),
                          unreadable("10KiB-12KiB")};
    for (const Case& each : cases) {
      const TensorQuery query = parse_query(each.text, each.regex);
      QCOMPARE(query.regex, each.regex);
      QVERIFY2(each.readable == !query.unreadable, each.text);
      if (query.unreadable) continue;
      QCOMPARE(query.name, QString(each.name));
      QCOMPARE(query.least_size.value_or(Bytes{-1}).count, each.least);
      QCOMPARE(query.most_size.value_or(Bytes{-1}).count, each.most);
      QCOMPARE(query.from_address.value_or(Offset{-1}).value, each.from);
      QCOMPARE(query.to_address.value_or(Offset{-1}).value, each.to);
    }
  }

  void walks_from_match_to_match() {
    Shown shown(figure_2_apart());
    QCOMPARE(QApplication::focusWidget(), shown.text());
    shown.type(">9k");  // a 16, c 10, e 12, i 14 KiB; g is 9 KiB exactly
    QCOMPARE(shown.state.found(), (Tensors{TensorId(0), TensorId(2), TensorId(4), TensorId(8)}));
    const QString everywhere = shown.count();
    QVERIFY(everywhere.startsWith("4 match"));
    shown.state.set_time_range(StepRange{4, 7});
    QVERIFY(shown.count().startsWith(everywhere) && shown.count() != everywhere);  // it looks in all steps, and says so
    QVERIFY(says(shown.bar.findChild<QLabel*>("find_count")->toolTip(), {"4", "6"}));
    shown.state.set_time_range(std::nullopt);
    QCOMPARE(shown.count(), everywhere);
    QVERIFY(shown.asked.isEmpty());
    QTest::keyClick(shown.text(), Qt::Key_Return);
    QCOMPARE(shown.count(), QString("1 of 4"));
    QCOMPARE(shown.state.selected_tensors(), Tensors{TensorId(0)});
    QCOMPARE(shown.asked.takeFirst().first().value<TensorId>(), TensorId(0));
    shown.click("find_next");
    QCOMPARE(shown.count(), QString("2 of 4"));
    QTest::keyClick(shown.text(), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(shown.text(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(shown.count(), QString("4 of 4"));  // around
    QCOMPARE(shown.state.selected_tensors(), Tensors{TensorId(8)});
    shown.click("find_next");
    QCOMPARE(shown.state.selected_tensors(), Tensors{TensorId(0)});
    // Return right after the last letter waits for what it asks about.
    shown.text()->selectAll();
    QTest::keyClicks(shown.text(), "@0x9c00-0x9c01");  // e begins at 39936
    QTest::keyClick(shown.text(), Qt::Key_Return);
    QTRY_COMPARE(shown.state.selected_tensors(), Tensors{TensorId(4)});
    QCOMPARE(shown.count(), QString("1 of 1"));
  }

  /// The name itself, then what begins with it, then words that do, then the rest.
  void the_best_match_comes_first() {
    const auto graph = std::make_shared<const Graph>(graph_of(
        "op a\nt 12028 8 : a ->\nt out.2028 8 : a ->\nt 2028.grad 8 : a ->\nt 2028 8 : a ->\nt x2028 8 : a ->"));
    Shown shown(PlanView{.graph = graph});
    shown.type("028");
    QTest::keyClick(shown.text(), Qt::Key_Return);
    shown.type("2028");
    QCOMPARE(shown.state.found().size(), std::size_t{5});
    Tensors walked;
    for (int k = 0; k < 5; ++k) {
      QTest::keyClick(shown.text(), Qt::Key_Return);
      QCOMPARE(shown.count(), QString("%1 of 5").arg(k + 1));
      walked.push_back(shown.state.selected_tensors().front());
    }
    QCOMPARE(walked, (Tensors{TensorId(3), TensorId(2), TensorId(1), TensorId(0), TensorId(4)}));
  }

  /// Nothing found, and why nothing can be.
  void says_when_there_is_nothing() {
    Shown shown(figure_2_apart());
    QCOMPARE(shown.count(), QString());
    shown.type("no such tensor");
    const QString none = shown.count();
    QVERIFY(!none.isEmpty());
    QVERIFY(!shown.bar.findChild<QToolButton*>("find_next")->isEnabled());
    for (const char* unreadable : {">zz", "10KiB-12KiB", ">4Kix"}) {
      shown.type(unreadable);
      QVERIFY2(shown.count().endsWith(QString(": ") + unreadable), qPrintable(shown.count()));
    }
    shown.type("[ab");
    shown.click("find_regex");
    shown.settle();
    QVERIFY(!shown.count().isEmpty() && shown.count() != none);
    QVERIFY(shown.state.found().empty());
    shown.type("[ab]");
    QCOMPARE(shown.state.found(), (Tensors{TensorId(0), TensorId(1)}));
  }

  void esc_closes_and_forgets() {
    Shown shown(figure_2_apart());
    shown.type("a");
    QCOMPARE(shown.state.found(), Tensors{TensorId(0)});
    QTest::keyClick(shown.text(), Qt::Key_Escape);
    QVERIFY(shown.bar.isHidden());
    QVERIFY(shown.state.found().empty());
    shown.bar.find_next();  // F3 opens it, with the words that were there
    QVERIFY(shown.bar.isVisible());
    shown.settle();
    QCOMPARE(shown.state.found(), Tensors{TensorId(0)});
    shown.type("L0.norm1");
    QVERIFY(shown.state.found().empty());
    const PlanView view = view_of(make_training_graph(training_graph_of(4400, 8)));
    shown.bar.set_view(view);  // another graph is searched at once
    shown.settle();
    QVERIFY(!shown.state.found().empty());
    for (TensorId t : shown.state.found()) QVERIFY(view.graph->name(t).find("L0.norm1") != std::string_view::npos);
  }
};

STOWAGE_GUI_TEST(TimeRangeTest);
#include "tst_time_range.moc"
