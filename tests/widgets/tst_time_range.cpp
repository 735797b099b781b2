// SPDX-License-Identifier: GPL-3.0-or-later
// The time range narrows every view, and each says so.
#include "tests/widgets/shown_pane.h"
#include "widgets/controls/range_button.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/peak/peak_pane.h"
#include "widgets/views/runs/run_chart.h"
#include "widgets/views/views.h"

using namespace stowage;

namespace {

constexpr StepRange kRange{1'000, 1'400};

PlanView training_step() {
  return test::results_of(test::make_training_graph(test::training_graph_of(4400, 8)));
}

bool lives_in(const PlanView& view, TensorId t, const StepRange& range) {
  const Lifetime life = (*view.lifetimes)[t.index()];
  for (std::size_t step = range.begin; step < range.end; ++step)
    if (step >= life.begin && step < life.end) return true;
  return false;
}

/// What the view says the range is, with which a click ends it.
template <class View>
RangeButton* chip_of(View& view) {
  auto* chip = view.template findChild<RangeButton*>();
  if (chip == nullptr) qFatal("no chip");
  return chip;
}

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
    QTRY_VERIFY_WITH_TIMEOUT(rows->item(0)->text() != all, test::kPatience);
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
    QCOMPARE(test::numbers_in(chip_of(legend)->text()), (QList<qint64>{1000, 1399}));
    test::click(chip_of(legend));
    QCOMPARE(rows->item(0)->text(), all);
  }

  /// The proof's tensors of the range; and of its steps the fullest. The bound stays that of all, and says so.
  void the_peak_narrows() {
    const PlanView view = training_step();
    test::ShownPane<PeakPane> shown({1000, 400}, make_peak);
    ViewState& state = shown.state;
    PeakPane& pane = shown.pane;
    pane.set_view(view);
    const auto verdict = [&] { return shown.text("peak_verdict"); };
    shown.settle();
    const std::size_t all = pane.content()->members.size();
    QCOMPARE(all, view.bounds->clique->tensors.size());
    const QString everywhere = verdict();
    state.set_time_range(kRange);
    shown.settle();
    std::vector<TensorId> members = view.bounds->clique->tensors;
    std::erase_if(members, [&](TensorId t) { return !lives_in(view, t, kRange); });
    QCOMPARE(pane.content()->members, members);
    QCOMPARE(pane.content()->total, rounded_total(*view.graph, members, view.bounds->alignment));
    QVERIFY(verdict() != everywhere && test::says(verdict(), {"1,000", "1,399"}));
    Bytes contributed;
    for (const Contributor& row : pane.content()->by[0].rows) contributed += row.bytes;
    QCOMPARE(contributed, pane.content()->total);
    // What is alive: at the fullest step of the range, or at the cursor if that is in it.
    test::click(test::button_of(pane, "peak_of_moment"));
    shown.settle();
    const std::vector<Bytes> curve = memory_curve(*view.graph, *view.lifetimes, view.bounds->alignment);
    const auto most = std::max_element(curve.begin() + kRange.begin, curve.begin() + kRange.end);
    QCOMPARE(pane.content()->step, static_cast<std::uint32_t>(most - curve.begin()));
    QCOMPARE(pane.content()->total, *most);
    state.set_time_cursor(1'234);
    shown.settle();
    QCOMPARE(pane.content()->step, 1'234u);
    state.set_time_cursor(3);
    shown.settle();
    QCOMPARE(pane.content()->step, static_cast<std::uint32_t>(most - curve.begin()));
    test::click(chip_of(pane));
    shown.settle();
    QCOMPARE(pane.content()->step, 3u);
    QVERIFY(!test::numbers_in(verdict()).contains(1399));
  }

  /// Operators outside of it are faint in a run, and the sentence says what still is of the whole run.
  void a_run_marks_its_operators() {
    const PlanView view = test::results_of(test::graph_of(R"(
      op a @0
      op b @0
      op c @0
      t x 64 : a -> b
      t y 64 : b -> c)"));
    test::ShownPane<Pane> shown({900, 260}, make_runs);
    shown.pane.set_view(view);
    shown.settle();
    const auto run = make_played_run(view.graph, view.plan, 1, {}, {}).value();
    const auto words = [&] { return shown.text("run_words"); };
    const QString whole = words();
    shown.state.set_time_range(StepRange{1, 2});
    QVERIFY(words() != whole);
    for (const QString& text : {words(), shown.pane.drawing().subtitle})
      QVERIFY(test::says(text, {"1", "1"}));  // the steps
    const Theme& theme = Theme::light();
    const QImage image = test::picture({600, 200}, theme, [&](QPainter& painter) {
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
    const std::unique_ptr<Pane> structure(make_structure(state));
    for (Pane* pane : {static_cast<Pane*>(&improve), structure.get()}) {
      pane->resize(500, 400);
      pane->show();
      auto* note = pane->findChild<QLabel*>("whole_note");
      QVERIFY(!note->isVisible());
      state.set_time_range(StepRange{2, 9});
      QVERIFY(note->isVisible());
      QCOMPARE(test::numbers_in(note->text()), (QList<qint64>{2, 8}));
      state.set_time_range(std::nullopt);
      QVERIFY(!note->isVisible());
    }
  }

  void moved_tensors_are_those_of_it() {
    const Graph graph = test::intervals({{"early", 100, 0, 3}, {"late", 100, 6, 9}, {"always", 100, 0, 10}});
    test::ShownPane<Pane> shown({900, 300}, make_moved);
    shown.state.set_compared(std::make_shared<const PlanPair>(
        PlanPair{test::plan_view(graph, {0, 0, 100}), test::plan_view(graph, {100, 100, 0}), "A", "B"}));
    const auto* rows = shown.part<QTableView>("moved_view")->model();
    QTRY_COMPARE(rows->rowCount(), 3);
    shown.state.set_time_range(StepRange{5, 7});
    QTRY_COMPARE(rows->rowCount(), 2);
    QCOMPARE(rows->index(0, 0).data().toString(), QString("late"));
    QCOMPARE(test::numbers_in(shown.text("moved_count")).mid(0, 2), (QList<qint64>{2, 3}));
    test::click(chip_of(shown.pane));
    QTRY_COMPARE(rows->rowCount(), 3);
  }
};

STOWAGE_GUI_TEST(TimeRangeTest);
#include "tst_time_range.moc"
