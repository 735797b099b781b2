// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QLabel>
#include <QSignalSpy>
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
#include "widgets/views/concurrency/concurrency_pane.h"
#include "widgets/views/concurrency/suggestion_table_model.h"
#include "widgets/views/concurrency/sync_cost_model.h"

using namespace stowage;

namespace {

std::shared_ptr<const Graph> figure_2() {
  return test::sample("somas_figure_2.stowage.json");
}

/// A pane on screen, with a document of its own: edits asked for are done, and can be undone.
struct Shown : test::ShownPane<ConcurrencyPane> {
  explicit Shown(const std::shared_ptr<const Graph>& graph) : ShownPane({420, 600}) {
    watch_models();
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
  QTableView* suggestions() { return part<QTableView>("suggestions"); }
  void click(const char* button) { test::click(part<QToolButton>(button)); }
  void click_row(const char* name, int row) { test::click_row(part<QTableView>(name), row); }
  std::vector<std::shared_ptr<const Graph>> graphs;
  QStringList texts;
};

}  // namespace

class ConcurrencyPaneTest : public QObject {
  Q_OBJECT

 private slots:
  void nothing_open() {
    ViewState state;
    ConcurrencyPane pane(state);
    pane.show();
    pane.set_view({});
    QVERIFY(!pane.findChild<QLabel*>("concurrency_cost")->text().isEmpty());
    QVERIFY(!pane.findChild<QToolButton*>("suggest_syncs")->isEnabled());
  }

  void an_estimate_is_called_one_data() {
    QTest::addColumn<int>("from");
    QTest::addColumn<QString>("title");
    QTest::newRow("measured") << static_cast<int>(Duration::From::measured) << "Time";
    QTest::newRow("estimated") << static_cast<int>(Duration::From::estimated) << "Est. time";
  }
  /// One duration of all is enough: the makespan is an estimate then.
  void an_estimate_is_called_one() {
    QFETCH(const int, from);
    QFETCH(const QString, title);
    Graph::Data data = figure_2()->data();
    data.operator_duration.assign(data.operator_stream.size(), {1'000'000, Duration::From::measured});
    data.operator_duration.back().from = static_cast<Duration::From>(from);
    Shown shown(std::make_shared<const Graph>(std::move(data)));
    shown.settle();
    shown.click("suggest_syncs");
    shown.settle();
    const QAbstractItemModel* model = shown.suggestions()->model();
    QTRY_VERIFY(model->rowCount() > 0);
    QCOMPARE(model->headerData(SuggestionTableModel::kSlower, Qt::Horizontal).toString(), title);
    const QString tip = model->index(0, 0).data(Qt::ToolTipRole).toString();
    QCOMPARE(tip.contains("estimated"), title != "Time");
    QTRY_VERIFY(!shown.suggestions()->isColumnHidden(SuggestionTableModel::kSlower));
  }

  /// In a narrow dock too: columns without figures make room for them.
  void syncs_have_room_for_their_names() {
    Shown shown(figure_2());
    shown.pane.resize(320, 500);
    shown.click("suggest_syncs");
    shown.settle();
    const QTableView* table = shown.suggestions();
    QTRY_VERIFY(table->model()->rowCount() > 0);
    QTRY_VERIFY(table->isColumnHidden(SuggestionTableModel::kSlower));  // without durations
    QVERIFY(table->columnWidth(SuggestionTableModel::kSync) >= 100);
    QVERIFY(table->columnWidth(SuggestionTableModel::kSaved) >=
            table->sizeHintForIndex(table->model()->index(0, SuggestionTableModel::kSaved)).width());
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

  /// Every operator takes a millisecond: what a sync costs is told, and none that costs more and saves less.
  void what_a_sync_costs_in_time() {
    Graph::Data data = figure_2()->data();
    data.operator_duration.assign(data.operator_stream.size(), {1'000'000, Duration::From::measured});
    const auto timed = std::make_shared<const Graph>(std::move(data));
    const SyncSuggestions expected = suggest_syncs(*timed, {}).value();
    QVERIFY(!expected.best.empty());
    Shown shown(timed);
    shown.settle();
    shown.click("suggest_syncs");
    shown.settle();
    QTRY_VERIFY(shown.suggestions()->isVisible());
    for (int row = 0; row < static_cast<int>(expected.best.size()); ++row) {
      const std::int64_t slower = expected.best[static_cast<std::size_t>(row)].slower;
      const QString cost = shown.cell("suggestions", row, SuggestionTableModel::kSlower);
      QCOMPARE(cost, slower == 0 ? QString("0 s") : '+' + human_duration(static_cast<double>(slower) / 1e6));
      if (row > 0) QVERIFY(slower < expected.best[static_cast<std::size_t>(row) - 1].slower);
    }
  }

  void figure_2_from_cost_to_applied_sync() {
    Shown shown(figure_2());
    shown.settle();
    // 51 KiB on one stream, 64 KiB on three (see the core's test): 13 KiB, a quarter more.
    QTRY_VERIFY(shown.text("concurrency_cost").contains("13.0 KiB"));
    QVERIFY(shown.text("concurrency_cost").contains("+25.5%"));
    QCOMPARE(test::numbers_in(shown.text("concurrency_cost")).value(0), 3);
    QVERIFY(!shown.suggestions()->isVisible());

    shown.click("suggest_syncs");
    shown.settle();
    QTRY_VERIFY(shown.suggestions()->isVisible());
    const QString found = shown.text("suggest_status");
    QCOMPARE(test::numbers_in(found), QList<qint64>{14});  // possible syncs
    // Operator 2 comes before 7 in the order shown, and so do 4, 5 and 6, which follow it: they move later.
    QCOMPARE(shown.cell("suggestions", 0, 0), QString("7 → 2"));
    QCOMPARE(shown.cell("suggestions", 0, SuggestionTableModel::kLater), QString("4"));
    QCOMPARE(shown.cell("suggestions", 0, 1), QString("9.00 KiB"));
    QVERIFY(!shown.part<QToolButton>("add_suggestion")->isEnabled());
    shown.click_row("suggestions", 0);
    QCOMPARE(shown.state.selected_operators(), (std::vector{OperatorId(1), OperatorId(6)}));

    shown.click("add_suggestion");
    QCOMPARE(shown.graphs.size(), std::size_t{2});
    QCOMPARE(shown.graphs.back()->control().size(), std::size_t{1});
    QCOMPARE(cost_of(*shown.graphs.back(), {1})->footprint.count, (64 - 9) * 1024);
    // What was found was for the graph before: it is not added to this one.
    QVERIFY(!shown.text("suggest_status").startsWith(found));
    QVERIFY(!shown.part<QToolButton>("add_suggestion")->isEnabled());
    shown.pane.add_suggestion(1);
    QCOMPARE(shown.graphs.size(), std::size_t{2});
    shown.settle();
    QTRY_COMPARE(shown.part<QTableView>("sync_costs")->model()->rowCount(), 1);
    QTRY_COMPARE(shown.cell("sync_costs", 0, SyncCostModel::kFootprint), QString("+9.00 KiB"));
    shown.click_row("sync_costs", 0);
    QCOMPARE(shown.state.path().size(), std::size_t{2});
    QTest::keyClick(shown.part<QTableView>("sync_costs"), Qt::Key_Delete);
    QCOMPARE(shown.graphs.back()->control().size(), std::size_t{0});

    // Undone, the suggestions are those of the graph that is open, and Return adds one.
    shown.show(shown.graphs.front());
    QVERIFY(shown.text("suggest_status").startsWith(found));
    shown.click_row("suggestions", 1);
    QTest::keyClick(shown.suggestions(), Qt::Key_Return);
    QCOMPARE(shown.texts.size(), 3);
    shown.settle();
  }

  void many_tensors_can_be_searched_and_stopped() {
    Shown shown(std::make_shared<const Graph>(test::make_training_graph(test::training_graph_of(4400, 8))));
    shown.click("suggest_syncs");
    QVERIFY(shown.part<QToolButton>("cancel_suggest")->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(shown.suggestions()->isVisible(), test::kPatience);
    const int rows = shown.suggestions()->model()->rowCount();
    shown.click_row("suggestions", 0);
    const auto selected = shown.state.selected_operators();
    QCOMPARE(selected.size(), std::size_t{2});
    shown.click("cancel_suggest");
    test::wait_until_idle();
    QVERIFY(!shown.part<QToolButton>("cancel_suggest")->isVisible());
    QVERIFY(shown.suggestions()->model()->rowCount() >= rows);  // what was found stays
    QCOMPARE(shown.state.selected_operators(), selected);
    QTest::keyClick(shown.suggestions(), Qt::Key_Return);
    QCOMPARE(shown.texts.size(), 1);
    QVERIFY(shown.texts.front().contains(QString::fromStdString(std::string(shown.graphs[0]->name(selected[0])))));
    shown.show(nullptr);
  }

  /// While better ones come in, and when the search ends, the row that was clicked stays selected and where it is.
  void found_rows_do_not_jump() {
    Shown shown(std::make_shared<const Graph>(test::make_training_graph({.layers = 8, .streams = 4})));
    QTableView* table = shown.suggestions();
    const auto* model = shown.pane.findChild<SuggestionTableModel*>();
    shown.pane.resize(420, 320);  // fewer rows than there will be
    shown.click("suggest_syncs");
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && model->rowCount() > 15, test::kPatience);
    QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier);
    const int row = table->rowAt(table->viewport()->height() / 2);
    QVERIFY(row > 0);
    shown.click_row("suggestions", row);
    const ControlEdge sync = model->at(row).sync;
    const int place = table->visualRect(table->currentIndex()).top();
    QSignalSpy changed(model, &QAbstractItemModel::modelReset);
    const auto stays = [&] {
      const QModelIndex at = table->currentIndex();
      if (model->row_of(sync) < 0) return true;  // it is no longer among the best
      return at.row() == model->row_of(sync) && table->selectionModel()->isRowSelected(at.row()) &&
             table->visualRect(at).top() == place;
    };
    QVERIFY(QTest::qWaitFor([&] { return changed.count() >= 2 || !shown.pane.busy(); }, test::kPatience));
    QVERIFY(model->row_of(sync) >= 0);
    QVERIFY(stays());
    shown.click("cancel_suggest");
    shown.settle();
    test::wait_until_idle();
    QVERIFY(stays());
    QCOMPARE(shown.state.selected_operators().size(), std::size_t{2});
  }

  void a_sync_against_the_order_says_so_before_it_is_added() {
    Shown shown(figure_2());
    shown.settle();
    shown.click("suggest_syncs");
    shown.settle();
    QTRY_VERIFY(shown.suggestions()->isVisible());
    const auto* model = shown.pane.findChild<SuggestionTableModel*>();
    for (int row = 0; row < model->rowCount(); ++row) {
      const SyncSuggestion& each = model->at(row);
      const QModelIndex at = model->index(row, 0);
      shown.click_row("suggestions", row);
      const bool against = each.sync.after < each.sync.before;
      for (const QString& text : {at.data(Qt::ToolTipRole).toString(), shown.text("suggest_status")})
        QCOMPARE(text.contains("later"), against);
      QCOMPARE(!shown.cell("suggestions", row, SuggestionTableModel::kLater).isEmpty(), against);
    }
    QVERIFY(model->at(0).later == 4);
    shown.click_row("suggestions", 0);
    QVERIFY(shown.text("suggest_status").contains("4 operator"));
    shown.click("add_suggestion");
    // What was said has come true: 7 and 2, then the three that follow 2, then 8.
    QStringList order;
    for (OperatorId o : shown.graphs.back()->operators())
      order << QString::fromStdString(std::string(shown.graphs.back()->name(o)));
    QCOMPARE(order.join(' '), QString("1 3 7 2 4 5 6 8"));
    // What cannot be added now is still there to be read.
    QVERIFY(model->is_stale());
    const QColor base = shown.suggestions()->palette().color(QPalette::Base);
    QVERIFY(contrast(model->index(0, 0).data(Qt::ForegroundRole).value<QColor>(), base) >= 4.5);
  }

  /// One stream has nothing to save, until somebody splits it.
  void pangu_on_one_stream_and_split() {
    STOWAGE_NEEDS_SHARED();
    Shown shown(test::graph_in(test::shared_path("data/intervals/pangu_2.6B.csv")));
    QVERIFY(!shown.part<QToolButton>("suggest_syncs")->isEnabled());
    QVERIFY(!shown.pane.busy());
    const OperatorId some[] = {OperatorId(10), OperatorId(11)};
    auto split = move_to_new_stream(*shown.graphs.back(), some, "side");
    QVERIFY(split.has_value());
    shown.show(std::make_shared<const Graph>(std::move(split->graph)));
    QVERIFY(shown.text("concurrency_cost").startsWith("2 stream"));
    QVERIFY(shown.part<QToolButton>("suggest_syncs")->isEnabled());
    QVERIFY(shown.pane.busy());
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
    ConcurrencyPane pane(state);
    PlanView view;
    view.graph = figure_2();
    pane.set_view(view);
    QVERIFY(!pane.busy());
    pane.show();
    QTRY_VERIFY(pane.busy() || pane.findChild<QLabel*>("concurrency_cost")->text().contains("13.0 KiB"));
  }
};

STOWAGE_GUI_TEST(ConcurrencyPaneTest);
#include "tst_concurrency_pane.moc"
