// SPDX-License-Identifier: GPL-3.0-or-later
// The peak pane, driven by mouse and keyboard.
#include "core/graph/claims.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/views/peak/peak_pane.h"

namespace {

struct Shown : ShownPane<PeakPane> {
  explicit Shown(const PlanView& results) : ShownPane({1000, 400}, make_peak), view(results) {
    watch_models();
    pane.set_view(view);
    settle();
  }
  QString verdict() { return text("peak_verdict"); }
  QString listed() { return text("peak_listed"); }
  QTableView* bars() { return part<QTableView>("peak_contributors"); }
  QTableView* table() { return part<QTableView>("peak_tensors"); }
  const Contributors& listed_by() {
    return pane.content()->by[static_cast<std::size_t>(part<QComboBox>("peak_by")->currentIndex())];
  }
  const Contributor& contributor(int row) { return listed_by().rows[static_cast<std::size_t>(row)]; }
  TensorId tensor(int row) { return pane.content()->rows[static_cast<std::size_t>(row)]; }
  void click_row(QTableView* rows, int row) {
    test::click_row(rows, row);
    settle();
  }
  void choose_by(int index) { choose_by_keys(part<QComboBox>("peak_by"), index); }

  PlanView view;
};

PlanView figure_2_results(bool clique = true) {
  return results_of(sample("somas_figure_2.stowage.json"), clique);
}

}  // namespace

class PeakPaneTest : public QObject {
  Q_OBJECT

 private slots:
  /// Figure 2's plan of 64 KiB meets the bound: the clique is pairwise unsafe and adds up to it.
  void figure_2_is_proved_optimal() {
    Shown s(figure_2_results());
    QVERIFY(says(s.verdict(), {"64.0 KiB", "65,536", "51.0 KiB"}));  // the peak of what is alive
    const auto list = unsafe_pairs_by_definition(*s.view.graph);
    const std::set unsafe(list.begin(), list.end());
    std::int64_t sum = 0;
    for (int row = 0; row < s.table()->model()->rowCount(); ++row) {
      sum += s.view.graph->size(s.tensor(row)).count;
      for (int other = 0; other < row; ++other) {
        const std::size_t a = s.tensor(row).index(), b = s.tensor(other).index();
        QVERIFY(unsafe.contains({std::min(a, b), std::max(a, b)}));
      }
      if (row > 0) QVERIFY(s.view.graph->size(s.tensor(row)) <= s.view.graph->size(s.tensor(row - 1)));
    }
    QCOMPARE(sum, 65'536);
  }

  void a_gap_is_told_in_bytes_and_percent() {
    PlanView view = with_plan(figure_2_results(), [](Plan& plan) { plan.footprint = Bytes{73 * 1024}; });
    Shown s(view);
    const auto above = [&] { return s.verdict().contains("9,216"); };
    QVERIFY(above() && says(s.verdict(), {"9.00 KiB", "9,216", "+14.1%"}));
    view = with_plan(view, [](Plan& plan) { plan.alignment = Bytes{512}; });
    s.pane.set_view(view);  // offsets at multiples of 512 are at multiples of 1, too
    QVERIFY2(above(), qPrintable(s.verdict()));
    auto coarse = std::make_shared<Bounds>(*view.bounds);
    coarse->alignment = Bytes{1024};
    view.bounds = coarse;
    s.pane.set_view(view);
    QVERIFY2(!above(), qPrintable(s.verdict()));
    // A bound says nothing of a plan that is none.
    view = figure_2_results();
    s.pane.set_view(view);
    s.settle();
    const QString safe = s.verdict();
    view.clashes = std::make_shared<const PlanClashes>(PlanClashes{.pairs = {}, .count = 1});
    s.pane.set_view(view);
    s.settle();
    QVERIFY2(s.verdict() != safe, qPrintable(s.verdict()));
  }

  /// Nor of one of which only the least is known, or whose offsets were assumed.
  void a_plan_that_is_not_measured_has_no_gap() {
    const PlanView known = figure_2_results();
    const auto verdict_of = [&](std::int64_t footprint, bool assumed, bool unknown) {
      PlanView view = with_plan(known, [&](Plan& plan) {
        plan.footprint = Bytes{footprint};
        plan.assumed = assumed;
      });
      if (unknown) view.graph = with_data(*view.graph, [](Graph::Data& data) { set_unknown_size(data, 0, true); });
      return Shown(view).verdict();
    };
    for (const std::int64_t footprint : {64 * 1024, 73 * 1024})
      for (const bool assumed : {false, true}) {
        const QString verdict = verdict_of(footprint, assumed, !assumed);
        QVERIFY2(!verdict.contains('%') && !verdict.contains("9,216") && !verdict.contains("optimal"),
                 qPrintable(verdict));
        QVERIFY2(verdict.contains(human_bytes({footprint})), qPrintable(verdict));
      }
    QVERIFY(verdict_of(64 * 1024, false, false).contains("optimal"));
  }

  /// Without a clique: what is alive at the peak step, and a word on why.
  void says_when_the_clique_is_missing() {
    PlanView view = figure_2_results(false);
    view.planning = true;
    Shown s(view);
    const QString planning = s.verdict();
    QCOMPARE(numbers_in(s.listed()).value(0), 2);  // alive at step 2
    QCOMPARE(s.pane.content()->total.count, 51 * 1024);
    view.planning = false;
    s.pane.set_view(view);
    QVERIFY2(s.verdict() != planning, qPrintable(s.verdict()));
    s.pane.set_view(figure_2_results());
    s.settle();
    QVERIFY(s.pane.content()->clique);
    PlanView none;
    s.pane.set_view(none);
    QCOMPARE(s.table()->model()->rowCount(), 0);
    QVERIFY2(numbers_in(s.verdict()).isEmpty(), qPrintable(s.verdict()));
  }

  /// A click on one of a list lists and selects its tensors, another one lists all again. What each has is core's.
  void contributors_filter() {
    Shown s(results_of(make_training_graph(training_graph_of(4400, 8))));
    const auto& members = s.view.bounds->clique->tensors;
    for (int by = 0; by < 4; ++by) {
      s.choose_by(by);
      QCOMPARE(s.listed_by().total, s.view.bounds->clique->bytes);
      const int row = s.bars()->model()->rowCount() - 1;
      const auto expected = sorted(s.contributor(row).tensors);
      s.click_row(s.bars(), row);
      QCOMPARE(s.state.selected_tensors(), expected);
      if (row > 0) {
        QCOMPARE(s.table()->model()->rowCount(), static_cast<int>(expected.size()));
        QVERIFY2(s.listed().contains("; listed: "), qPrintable(s.listed()));
        click(s.part<QPushButton>("peak_light"));
        QCOMPARE(s.state.selected_tensors(), expected);
        s.bars()->setFocus();
        QTest::keyClick(s.bars(), Qt::Key_Space);
        s.settle();
      }
      QCOMPARE(s.table()->model()->rowCount(), static_cast<int>(members.size()));
    }
  }

  /// What is listed alone is named beside the list, and does not outlive its grouping or its selection.
  void a_contributor_listed_alone_is_seen_and_forgotten() {
    Shown s(results_of(make_training_graph(training_graph_of(4400, 8))));
    const auto& members = s.view.bounds->clique->tensors;
    auto* chip = s.part<QToolButton>("peak_only");
    auto* light = s.part<QPushButton>("peak_light");
    const auto all = [&] {
      return s.table()->model()->rowCount() == static_cast<int>(members.size()) && !chip->isVisible();
    };
    const auto alone = [&] {
      s.click_row(s.bars(), s.bars()->model()->rowCount() - 1);
      return s.table()->model()->rowCount() < static_cast<int>(members.size()) && chip->isVisible() &&
             light->text().contains("these");
    };
    QVERIFY(all() && alone());
    QVERIFY(chip->text().startsWith(
        contributor_name(s.contributor(s.bars()->model()->rowCount() - 1), ContributorBy::stream)));
    s.choose_by(1);  // another grouping
    s.settle();
    QVERIFY(all());
    s.choose_by(0);
    QVERIFY(alone());
    s.state.clear_selection();
    s.settle();
    QVERIFY(all());
    QVERIFY2(light->text().contains("all " + QLocale().toString(static_cast<qulonglong>(members.size()))),
             qPrintable(light->text()));
    click(light);
    QCOMPARE(s.state.selected_tensors(), members);
    QVERIFY(alone());
    click(chip);
    s.settle();
    QVERIFY(all());
    click(light);
    QCOMPARE(s.state.selected_tensors(), members);
    QCOMPARE(s.table()->selectionModel()->selectedRows().size(), static_cast<qsizetype>(members.size()));
  }

  void columns_sort() {
    Shown s(results_of(make_training_graph(training_graph_of(1000, 4))));
    const auto click = [&](PeakColumn column) {
      click_header(s.table(), static_cast<int>(column));
      s.settle();
    };
    click(PeakColumn::size);  // it was descending
    for (int row = 1; row < s.table()->model()->rowCount(); ++row)
      QVERIFY(s.view.graph->size(s.tensor(row - 1)) <= s.view.graph->size(s.tensor(row)));
    click(PeakColumn::name);
    click(PeakColumn::name);  // whichever way it was first, the other
    const auto name = [&](int row) { return s.view.graph->name(s.tensor(row)); };
    const int last = s.table()->model()->rowCount() - 1;
    QVERIFY(s.table()->horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder ? name(0) > name(last)
                                                                                       : name(0) < name(last));
  }

  /// The last number is when the peak is, in the times of the file.
  void times_are_those_of_the_file() {
    Shown s(results_of(sample("lifetimes.csv")));
    QCOMPARE(numbers_in(s.verdict()).last(), s.view.graph->times()[s.view.bounds->peak_step]);
  }

  /// The plan has three outputs over inputs: their bytes are counted with both tensors, and the line says so.
  void bytes_that_tensors_share_are_told() {
    Shown s(results_of(sample("sharing.stowage.json")));
    s.press("peak_of_moment");
    std::size_t shared = 0;
    for (std::size_t step = 0; step < s.view.graph->operator_count(); ++step) {
      s.state.set_time_cursor(step);
      s.settle();
      const PeakContent& content = *s.pane.content();
      QVERIFY(content.total - content.twice <= s.view.plan->footprint);
      const bool told = s.listed().contains(human_bytes(content.twice));
      if (content.twice > Bytes{0}) QVERIFY2(told, qPrintable(s.listed()));
      shared += content.twice > Bytes{0} ? 1 : 0;
    }
    QCOMPARE(shared, std::size_t{3});
  }

  /// Sizes are rounded to the alignment.
  void a_moment_follows_the_time_cursor() {
    Shown s(results_of(sample("somas_figure_2.stowage.json"), true, Bytes{4096}));
    QCOMPARE(s.pane.content()->total, s.view.bounds->clique->bytes);
    for (TensorId t : s.pane.content()->members) QCOMPARE(s.pane.content()->size(t).count % 4096, 0);
    s.press("peak_of_moment");
    QCOMPARE(numbers_in(s.listed()).value(0), static_cast<qint64>(s.view.bounds->peak_step));
    for (std::size_t step = 0; step < s.view.graph->operator_count(); ++step) {
      s.state.set_time_cursor(step);
      s.settle();
      std::vector<TensorId> alive;
      std::int64_t sum = 0;
      for (TensorId t : s.view.graph->tensors()) {
        const Lifetime life = (*s.view.lifetimes)[t.index()];
        if (step < life.begin || step >= life.end) continue;
        alive.push_back(t);
        sum += round_up(s.view.graph->size(t), Bytes{4096}).count;
      }
      QCOMPARE(s.pane.content()->members, alive);
      QCOMPARE(s.pane.content()->total.count, sum);
    }
    s.press("peak_of_bound");
    QVERIFY(s.pane.content()->clique);
  }

  /// Better plans change the words alone.
  void computes_only_what_is_new() {
    Shown s(figure_2_results());
    PlanView next = s.view;
    next.plan = std::make_shared<const Plan>(*s.view.plan);
    next.stale = true;
    const QString fresh = s.verdict();
    s.pane.set_view(next);
    QVERIFY(!s.pane.busy());
    QVERIFY2(s.verdict() != fresh, qPrintable(s.verdict()));
  }
};

STOWAGE_GUI_TEST(PeakPaneTest);
#include "tst_peak_pane.moc"
