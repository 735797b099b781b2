// SPDX-License-Identifier: GPL-3.0-or-later
// Orders of operators in the window: used, undone, saved with plans and graphs, and read again.
#include "core/check/validator.h"
#include "core/insight/edit/edits.h"
#include "tests/app/window_test.h"
#include "tests/support/graphs.h"
#include "widgets/views/orders/order_chart.h"
#include "widgets/views/orders/orders_pane.h"

namespace {

const char* const kFigure3 = ":/samples/olla_figure_3.stowage.json";
constexpr std::int64_t kMiB = 1024 * 1024;

QStringList names(const Graph& graph) {
  QStringList out;
  for (const OperatorId o : graph.operators()) out += QString::fromStdString(std::string(graph.name(o)));
  return out;
}
const QStringList kGiven{"v1", "v3", "v2", "v4"}, kBetter{"v1", "v2", "v3", "v4"};

}  // namespace

class WindowOrdersTest : public WindowTest {
  Q_OBJECT

  static void settle(Shown& shown) {
    wait_until([&] { return !shown.window.findChild<OrdersPane*>()->busy(); });
    shown.settle();
  }
  static void choose(Shown& shown, const char* id) {
    auto* table = shown.part<QTableView>("orders_table");
    click(table, row_named(table, id));
  }
  /// An order that was run before.
  static void use_known(Shown& shown, const char* id) {
    choose(shown, id);
    click(shown.part<QToolButton>("use_order"));
    settle(shown);
  }
  static void use(Shown& shown, const char* id) {
    choose(shown, id);
    QTest::keyClick(shown.part<QTableView>("orders_table"), Qt::Key_Return);
    settle(shown);
    use_known(shown, id);
  }
  QJsonObject saved_plan(Shown& shown, const QString& name) {
    shown.save_plan(scratch_.path(name));
    return QJsonDocument::fromJson(Scratch::read(scratch_.path(name))).object();
  }

 private slots:
  void everything_follows_and_it_can_be_undone() {
    Shown& shown = fresh(kFigure3);
    shown.bring("orders");
    QCOMPARE(shown.plan().footprint.count, 80 * kMiB);
    use(shown, "lescea");
    const OpenDocument& document = shown.window.document();
    QCOMPARE(names(*document.graph()), kBetter);
    QCOMPARE(shown.plan().footprint.count, 55 * kMiB);
    QVERIFY(document.is_modified());
    QCOMPARE(document.order(), std::string("lescea"));
    QUndoStack& undo = shown.history();
    QVERIFY(says(undo.text(undo.index() - 1), {"LESCEA"}));
    undo.undo();
    settle(shown);
    QCOMPARE(names(*document.graph()), kGiven);
    QCOMPARE(document.order(), std::string());
    QCOMPARE(shown.plan().footprint.count, 80 * kMiB);
    undo.redo();
    settle(shown);
    QCOMPARE(document.order(), std::string("lescea"));
    use_known(shown, "given");
    QCOMPARE(names(*document.graph()), kGiven);
  }

  /// Esc and the status bar stop orders, too.
  void orders_can_be_cancelled() {
    Shown& shown =
        fresh(scratch_.write("large.stowage.json", random_graph({.seed = 5, .operators = 4000, .streams = 1})));
    shown.bring("orders");
    settle(shown);
    auto* cancel = shown.part<QAction>("cancel");
    QVERIFY(!cancel->isEnabled());
    click(shown.part<QToolButton>("run_all_orders"));
    auto* orders = shown.window.findChild<OrdersPane*>();
    QTRY_VERIFY(orders->busy() && cancel->isEnabled() && shown.window.busy());
    cancel->trigger();
    settle(shown);
    QVERIFY(!orders->busy() && !cancel->isEnabled() && !shown.window.busy());
    const auto* rows = shown.part<QTableView>("orders_table")->model();
    QCOMPARE(rows->index(4, OrdersPane::kPeak).data().toString(), kNotRun);  // the last one waited
  }

  /// A larger plan is not made without a word, and there is a way back.
  void a_larger_plan_is_told() {
    Shown& shown = fresh(kFigure3);
    shown.bring("orders");
    use(shown, "lescea");
    QTRY_VERIFY(shown.window.statusBar()->currentMessage().contains("25.0 MiB"));
    QVERIFY(says(shown.window.statusBar()->currentMessage(), {"25.0 MiB", "55.0 MiB", "80.0"}));
    use_known(shown, "given");
    auto* bar = shown.window.findChild<MessageBar*>();
    QTRY_VERIFY(bar->isVisible());
    QVERIFY(says(bar->text(), {"25.0 MiB", "80.0 MiB", "55.0 MiB"}));
    click(shown.part<QToolButton>("undo_order"));
    settle(shown);
    QCOMPARE(names(shown.graph()), kBetter);
    QCOMPARE(shown.plan().footprint.count, 55 * kMiB);
    QTRY_VERIFY(!bar->isVisible());
  }

  void plans_tell_the_order_and_are_read_again() {
    Shown shown(scratch_, kFigure3);
    shown.bring("orders");
    QJsonObject plan = saved_plan(shown, "given.plan.json");
    QCOMPARE(plan["order"].toString(), QString("given"));
    QVERIFY(!plan.contains("sequence"));
    use(shown, "lescea");
    plan = saved_plan(shown, "better.plan.json");
    QCOMPARE(plan["order"].toString(), QString("lescea"));
    QCOMPARE(plan["sequence"].toArray().toVariantList(), (QVariantList{"v1", "v2", "v3", "v4"}));
    // Whoever has the graph as it was given can check it.
    QFile sample(kFigure3);
    QVERIFY(sample.open(QIODevice::ReadOnly));
    const auto given = read_document(sample.readAll().toStdString(), "figure_3.stowage.json").value().graph;
    const Plan read = read_plan(Scratch::read(scratch_.path("better.plan.json")).toStdString(), "plan", *given).value();
    QVERIFY(validate(*given, read)->valid());

    // Opened for the graph in its given order, that is put into the plan's; undone, the plan is none for it.
    Shown again(scratch_, kFigure3);
    again.open(scratch_.path("better.plan.json"));
    const OpenDocument& document = again.window.document();
    QTRY_COMPARE(names(*document.graph()), kBetter);
    again.settle();
    QCOMPARE(document.order(), std::string("lescea"));
    QTRY_VERIFY(again.window.planning().results().imported_check() &&
                (*again.window.planning().results().imported_check())->valid());
    QCOMPARE(again.shown_strategy(), std::string("imported"));
    QCOMPARE(again.window.planning().view().plan->footprint.count, 55 * kMiB);
    again.undo();
    QCOMPARE(names(*document.graph()), kGiven);
    QTRY_VERIFY(again.window.planning().results().imported_check());
    QVERIFY(!(*again.window.planning().results().imported_check())->valid());
  }

  /// Its own order keeps its row beside that of the plan, whether the dock was open before or not; to look at a plan
  /// changes no document.
  void the_order_of_a_plan_is_a_row_and_no_change() {
    Shown shown(scratch_, kFigure3);
    shown.bring("orders");
    use(shown, "lescea");
    saved_plan(shown, "row.plan.json");
    for (const bool open_before : {false, true}) {
      Shown again(scratch_, kFigure3);
      if (open_before) again.bring("orders");
      again.open(scratch_.path("row.plan.json"));
      settle(again);
      const OpenDocument& document = again.window.document();
      QCOMPARE(names(*document.graph()), kBetter);
      QVERIFY(!document.is_modified() && !again.window.isWindowModified());
      again.bring("orders");
      settle(again);
      const auto* rows = again.part<QTableView>("orders_table")->model();
      const auto cell = [&](int row, int column) { return rows->index(row, column).data().toString(); };
      const int last = rows->rowCount() - 1;
      QVERIFY(again.part<QTableView>("orders_table")->selectionModel()->isRowSelected(0));  // first to be compared with
      QCOMPARE(last, static_cast<int>(order_strategies().size()));
      QCOMPARE(cell(0, 0) + cell(0, 1) + cell(0, OrdersPane::kRemark), QString("as given80.0 MiB"));
      QCOMPARE(cell(last, 0) + ' ' + cell(last, 1), QString("imported 55.0 MiB"));
      const OrderCurves& drawn = again.window.findChild<OrderChart*>()->curves();
      QVERIFY(drawn.second.bytes && drawn.second.bytes->peak().count == 55 * kMiB);  // the one in use beside the given
      QVERIFY(says(cell(last, OrdersPane::kRemark), {"row.plan.json", "lescea"}));

      use_known(again, "given");
      QCOMPARE(names(*document.graph()), kGiven);
      use_known(again, "imported");
      QCOMPARE(names(*document.graph()), kBetter);
      QCOMPARE(document.order(), std::string("lescea"));  // in plans that are saved
      QVERIFY(document.is_modified());                    // that was the user
      for (const QStringList& before : {kGiven, kBetter, kGiven}) {
        again.window.document().undo_stack().undo();
        QCOMPARE(names(*document.graph()), before);
      }
      QVERIFY(!document.is_modified());
      again.window.document().undo_stack().redo();
      QVERIFY(!document.is_modified());
      settle(again);
      again.open(kFigure3);  // another document has no row of it
      settle(again);
      QCOMPARE(rows->rowCount(), static_cast<int>(order_strategies().size()));
    }
  }

  void a_graph_moved_by_hand_says_so_in_its_plans() {
    Shown& shown = fresh(kFigure3);
    shown.bring("orders");
    use(shown, "lescea");
    shown.window.document().edit(
        {.text = "by hand", .merge_key = {}, .apply = [](const Graph& graph) {
           return put_in_order(graph, std::vector{OperatorId(0), OperatorId(2), OperatorId(1), OperatorId(3)});
         }});
    settle(shown);
    QCOMPARE(saved_plan(shown, "same.plan.json")["order"].toString(), QString("given"));  // it is again
    shown.history().undo();
    settle(shown);
    QCOMPARE(saved_plan(shown, "undone.plan.json")["order"].toString(), QString("lescea"));
  }

  /// Nodes stand in their new order, which is the given one for who reads the file.
  void a_saved_graph_has_the_order() {
    Shown& shown = fresh(kFigure3);
    shown.bring("orders");
    use(shown, "lescea");
    QSignalSpy over(&shown.window.saving(), &Saving::over);
    shown.window.saving().save_graph(scratch_.path("ordered.stowage.json"));
    QTRY_COMPARE(over.count(), 1);
    QVERIFY(!shown.window.document().is_modified());
    const QJsonObject graph = QJsonDocument::fromJson(Scratch::read(scratch_.path("ordered.stowage.json"))).object();
    QStringList nodes;
    for (const QJsonValue& node : graph["nodes"].toArray()) nodes += node["id"].toString();
    QCOMPARE(nodes, kBetter);
    const QJsonObject plan = saved_plan(shown, "ordered.plan.json");
    QCOMPARE(plan["order"].toString(), QString("given"));
    QVERIFY(!plan.contains("sequence"));
  }
};

STOWAGE_WINDOW_TEST(WindowOrdersTest);
#include "tst_window_orders.moc"
