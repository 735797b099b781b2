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
  /// All views follow, and it can be undone. A larger plan is not made without a word, and there is a way back.
  void everything_follows_and_it_can_be_undone() {
    Shown& shown = fresh(kFigure3);
    shown.bring("orders");
    use(shown, "lescea");
    const OpenDocument& document = shown.window.document();
    const auto now = [&] {
      return names(*document.graph()).join(' ') + ' ' + QString::number(shown.plan().footprint.count / kMiB);
    };
    const QString given("v1 v3 v2 v4 80"), better("v1 v2 v3 v4 55");  // MiB
    QCOMPARE(now(), better);
    QVERIFY(document.is_modified());
    QCOMPARE(document.order(), std::string("lescea"));
    QTRY_VERIFY(says(shown.window.statusBar()->currentMessage(), {"25.0 MiB", "55.0 MiB", "80.0"}));
    QUndoStack& undo = shown.history();
    QVERIFY(says(undo.text(undo.index() - 1), {"LESCEA"}));
    undo.undo();
    settle(shown);
    QCOMPARE(now(), given);
    QCOMPARE(document.order(), std::string());
    undo.redo();
    settle(shown);
    QCOMPARE(document.order(), std::string("lescea"));
    use_known(shown, "given");
    QCOMPARE(now(), given);
    QTRY_VERIFY(shown.message()->isVisible());
    QVERIFY(says(shown.message()->text(), {"25.0 MiB", "80.0 MiB", "55.0 MiB"}));
    click(shown.part<QToolButton>("undo_order"));
    settle(shown);
    QCOMPARE(now(), better);
    QTRY_VERIFY(!shown.message()->isVisible());
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
    // Who has the graph as it was given can check it.
    const auto given = read_document(Scratch::read(kFigure3).toStdString(), "figure_3.stowage.json").value().graph;
    const Plan read = read_plan(Scratch::read(scratch_.path("better.plan.json")).toStdString(), "plan", *given).value();
    QVERIFY(validate(*given, read)->valid());

    // Opened for the graph in its given order, that is put into the plan's; undone, the plan is none for it.
    Shown again(scratch_, kFigure3);
    again.open(scratch_.path("better.plan.json"));
    const OpenDocument& document = again.window.document();
    QTRY_COMPARE(names(*document.graph()), kBetter);
    again.settle();
    QCOMPARE(document.order(), std::string("lescea"));
    const auto checked = [&] { return again.window.planning().results().imported_check(); };
    QTRY_VERIFY(checked() && (*checked())->valid());
    QCOMPARE(again.shown_strategy(), std::string("imported"));
    QCOMPARE(again.plan().footprint.count, 55 * kMiB);
    again.undo();
    QCOMPARE(names(*document.graph()), kGiven);
    QTRY_VERIFY(checked());
    QVERIFY(!(*checked())->valid());
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

  /// A graph that is moved by hand has no strategy's order, until that is undone. In the graph that is saved nodes
  /// stand in their new order, which is the given one for who reads the file.
  void a_saved_graph_has_the_order() {
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

    QSignalSpy over(&shown.window.saving(), &Saving::over);
    shown.window.saving().save_graph(scratch_.path("ordered.stowage.json"));
    QTRY_COMPARE(over.count(), 1);
    QVERIFY(!shown.window.document().is_modified());
    QCOMPARE(names(read_graph(scratch_.path("ordered.stowage.json"))), kBetter);
    const QJsonObject plan = saved_plan(shown, "ordered.plan.json");
    QCOMPARE(plan["order"].toString(), QString("given"));
    QVERIFY(!plan.contains("sequence"));
  }
};

STOWAGE_WINDOW_TEST(WindowOrdersTest);
#include "tst_window_orders.moc"
