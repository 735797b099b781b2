// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QLabel>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include "core/insight/edit/edits.h"
#include "core/insight/improve/cost.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/results.h"
#include "tests/support/shared.h"
#include "tests/support/training_graph.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/theme.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/improve/sync_cost_model.h"

using namespace stowage;

namespace {

std::shared_ptr<const Graph> figure_2() {
  return test::sample("somas_figure_2.stowage.json");
}

/// A pane on screen, with a document of its own: edits asked for are done, and can be undone.
struct Shown : test::ShownPane<ImprovePane> {
  explicit Shown(const std::shared_ptr<const Graph>& graph) : ShownPane({420, 600}) {
    watch_models();
    test::click_tab(part<QTabWidget>("improve_tabs")->tabBar(), ImprovePane::kSyncs);
    QObject::connect(&pane, &Pane::edit_requested, [this](const EditRequest& request) {
      texts += request.text;
      Result<EditedGraph> edited = request.apply(*graphs.back());
      if (!edited) qFatal("%s", edited.error().text().c_str());
      show(std::make_shared<const Graph>(std::move(edited->graph)));
    });
    show(graph);
  }
  /// An edit, and later its results.
  void show(std::shared_ptr<const Graph> graph) {
    if (graphs.empty() || graphs.back() != graph) graphs.push_back(graph);
    pane.set_graph(graph);
    PlanView view;
    view.graph = graph;
    pane.set_view(view);
  }
  QToolButton* button(const char* name) { return part<QToolButton>(name); }
  void click(const char* button) { test::click(part<QToolButton>(button)); }
  void click_row(const char* name, int row) { test::click_row(part<QTableView>(name), row); }
  std::vector<std::shared_ptr<const Graph>> graphs;
  QStringList texts;
};

}  // namespace

class SyncCostsTest : public QObject {
  Q_OBJECT

 private slots:
  void nothing_open() {
    ViewState state;
    ImprovePane pane(state);
    pane.show();
    pane.set_view({});
    QVERIFY(!pane.findChild<QLabel*>("concurrency_cost")->text().isEmpty());
    QVERIFY(!pane.findChild<QToolButton*>("run_improve")->isEnabled());
  }

  /// One figure of one thing: a smaller plan that is shown is the one told of.
  void the_shown_plan_is_told_where_it_is_smaller() {
    Shown shown(figure_2());
    shown.settle();
    const Graph& graph = *shown.graphs.back();
    const Bytes best = concurrency_cost(graph, {1})->streams.footprint, smaller = best - Bytes{3 * 1024};
    const auto says = [&](Bytes bytes) {
      return shown.part<QLabel>("concurrency_cost")->text().contains(human_bytes(bytes));
    };
    QTRY_VERIFY(says(best));
    PlanView view{.graph = shown.graphs.back()};
    Plan plan;
    plan.footprint = smaller;
    view.plan = std::make_shared<const Plan>(plan);
    shown.pane.set_view(view);
    QVERIFY2(says(smaller) && !says(best), qPrintable(shown.part<QLabel>("concurrency_cost")->text()));
  }

  void figure_2_from_cost_to_removed_sync() {
    Shown shown(figure_2());
    shown.settle();
    // 51 KiB on one stream, 64 KiB on three (see the core's test): 13 KiB, a quarter more.
    QTRY_VERIFY(shown.text("concurrency_cost").contains("13.0 KiB"));
    QVERIFY(shown.text("concurrency_cost").contains("+25.5%"));
    QCOMPARE(test::numbers_in(shown.text("concurrency_cost")).value(0), 3);
    QVERIFY(!shown.button("run_improve")->isEnabled());  // all is computed

    shown.show(std::make_shared<const Graph>(add_sync(*figure_2(), OperatorId(6), OperatorId(1))->graph));
    shown.settle();
    QTRY_COMPARE(shown.part<QTableView>("sync_costs")->model()->rowCount(), 1);
    QTRY_COMPARE(shown.cell("sync_costs", 0, SyncCostModel::kFootprint), QString("+9.00 KiB"));
    shown.click_row("sync_costs", 0);
    QCOMPARE(shown.state.path().size(), std::size_t{2});
    QTest::keyClick(shown.part<QTableView>("sync_costs"), Qt::Key_Delete);
    QCOMPARE(shown.graphs.back()->control().size(), std::size_t{0});
    QCOMPARE(shown.texts.size(), 1);
    shown.settle();
  }

  /// What is stopped can be computed again.
  void it_can_be_stopped() {
    Shown shown(std::make_shared<const Graph>(test::make_training_graph(test::training_graph_of(4400, 8))));
    QTRY_VERIFY(shown.button("stop_improve")->isEnabled());
    shown.click("stop_improve");
    QVERIFY(!shown.pane.busy() && shown.button("run_improve")->isEnabled());
    shown.click("run_improve");
    QVERIFY(shown.pane.busy());
    shown.show(nullptr);
  }

  /// One stream has nothing to save, until somebody splits it.
  void pangu_on_one_stream_and_split() {
    STOWAGE_NEEDS_SHARED();
    Shown shown(test::graph_in(test::shared_path("data/intervals/pangu_2.6B.csv")));
    QVERIFY(!shown.button("run_improve")->isEnabled());
    QVERIFY(!shown.pane.busy());
    const OperatorId some[] = {OperatorId(10), OperatorId(11)};
    auto split = move_to_new_stream(*shown.graphs.back(), some, "side");
    QVERIFY(split.has_value());
    shown.show(std::make_shared<const Graph>(std::move(split->graph)));
    QVERIFY(shown.text("concurrency_cost").startsWith("2 stream"));
    QVERIFY(shown.pane.busy() && shown.button("stop_improve")->isEnabled());
    shown.show(nullptr);
  }

  void redundant_syncs_are_said() {
    Shown shown(std::make_shared<const Graph>(test::graph_of(R"(
      op a @0
      op b @1
      op c @0
      op d @1
      t x 100 : a -> b
      t y 200 : b -> d
      t z 300 : c -> d
      sync a b
      sync b c
      sync a d)")));
    shown.settle();
    QTRY_COMPARE(test::numbers_in(shown.text("sync_costs_title")), QList<qint64>{3});
    auto* table = shown.part<QTableView>("sync_costs");
    auto* show = shown.part<QCheckBox>("show_redundant_syncs");
    QTRY_VERIFY(show->isVisible() && !show->isChecked());
    QCOMPARE(test::numbers_in(show->text()), QList<qint64>{2});
    QCOMPARE(table->model()->rowCount(), 1);
    QTest::mouseClick(show, Qt::LeftButton, {}, QPoint(8, show->height() / 2));
    QCOMPARE(table->model()->rowCount(), 3);
    QStringList redundant;
    for (int row = 0; row < 3; ++row)
      if (shown.cell("sync_costs", row, SyncCostModel::kFootprint) == "redundant")
        redundant += shown.cell("sync_costs", row, 0);
    redundant.sort();
    QCOMPARE(redundant, QStringList({"a → b", "a → d"}));
    const QColor base = table->palette().color(QPalette::Base);
    for (int row = 0; row < 3; ++row)
      if (const QVariant ink = table->model()->index(row, 0).data(Qt::ForegroundRole); ink.isValid())
        QVERIFY(contrast(ink.value<QColor>(), base) >= 4.5);
    QTest::mouseClick(show, Qt::LeftButton, {}, QPoint(8, show->height() / 2));
    QCOMPARE(table->model()->rowCount(), 1);
  }

  /// Nothing is computed for who does not look.
  void hidden_panes_rest() {
    ViewState state;
    ImprovePane pane(state);
    PlanView view;
    view.graph = figure_2();
    pane.set_view(view);
    QVERIFY(!pane.busy());
    pane.show();
    pane.findChild<QTabWidget*>("improve_tabs")->setCurrentIndex(ImprovePane::kSyncs);
    QTRY_VERIFY(pane.busy() || pane.findChild<QLabel*>("concurrency_cost")->text().contains("13.0 KiB"));
  }
};

STOWAGE_GUI_TEST(SyncCostsTest);
#include "tst_sync_costs.moc"
