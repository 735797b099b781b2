// SPDX-License-Identifier: GPL-3.0-or-later
// A pane that is not seen does nothing, and is right as soon as it is shown. What holds of every view, whatever it
// shows.
#include "tests/widgets/shown_pane.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/loops/loops_pane.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/peak/peak_pane.h"
#include "widgets/views/steps/steps_pane.h"
#include "widgets/views/views.h"

using namespace stowage;
using namespace stowage::test;

namespace {

/// Writes down what it takes.
class Listener final : public Pane {
 public:
  using Pane::Pane;
  QStringList taken;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    taken += graph ? "graph " + QString::number(graph->operator_count()) : QString("no graph");
  }
  void take_view(const PlanView& view) override {
    taken += view.graph ? (view.stale ? "stale " : "view ") + QString::number(view.graph->operator_count())
                        : QString("no view");
  }
};

/// A chain of that many operators.
std::shared_ptr<const Graph> chain(std::size_t operators) {
  return std::make_shared<const Graph>(random_graph({.operators = operators}));
}

PlanView view_of(std::shared_ptr<const Graph> graph, bool stale = false) {
  PlanView view;
  view.graph = std::move(graph);
  view.stale = stale;
  return view;
}

/// Without a graph a view has no picture, and its keys do nothing. Hidden, it works nothing out of another graph. Once
/// nothing is open any more, its picture has nothing of what was open.
template <class AnyPane>
void keeps_the_contract(AnyPane* made) {
  const std::unique_ptr<AnyPane> pane(made);
  const char* const name = pane->metaObject()->className();
  pane->resize(700, 500);
  show(*pane);
  const auto works = [&] {
    if constexpr (requires { pane->busy(); })
      return pane->busy();
    else
      return false;
  };
  const auto is_empty = [&] { return !pane->drawing().paint && !pane->grab().isNull(); };
  const auto give = [&](const PlanView& view) {
    pane->set_graph(view.graph);
    pane->set_view(view);
  };
  QVERIFY2(is_empty(), name);
  for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Left, Qt::Key_Return, Qt::Key_Delete, Qt::Key_Escape})
    QTest::keyClick(pane.get(), key);
  give(results_of(sample("somas_figure_2.stowage.json")));
  wait_until([&] { return !works(); }, name);
  pane->hide();
  give(results_of(random_graph({.operators = 30})));
  QVERIFY2(!works(), name);
  give({});
  pane->show();
  wait_until([&] { return !works(); }, name);
  QVERIFY2(is_empty(), name);
}

}  // namespace

class PaneTest : public QObject {
  Q_OBJECT

 private slots:
  void every_view_keeps_the_contract() {
    ViewState state;
    keeps_the_contract(make_conflicts(state));
    keeps_the_contract(new GraphWidget(state));
    keeps_the_contract(new ImprovePane(state));
    keeps_the_contract(make_inspector(state));
    keeps_the_contract(make_lanes(state));
    keeps_the_contract(make_loops(state));
    keeps_the_contract(make_modules(state));
    keeps_the_contract(make_moved(state));
    keeps_the_contract(make_orders(state));
    keeps_the_contract(make_peak(state));
    keeps_the_contract(make_runs(state));
    keeps_the_contract(make_steps(state));
    keeps_the_contract(make_structure(state));
  }

  void a_pane_that_is_seen_takes_all_at_once() {
    ViewState state;
    Listener pane(state);
    show(pane);
    pane.set_graph(chain(3));
    pane.set_view(view_of(chain(3)));
    QCOMPARE(pane.taken, (QStringList{"graph 3", "view 3"}));
  }

  void a_hidden_pane_takes_the_last_of_each_when_it_is_shown() {
    ViewState state;
    Listener pane(state);
    for (std::size_t edit = 3; edit < 9; ++edit) {
      pane.set_view(view_of(chain(edit), true));
      pane.set_graph(chain(edit + 1));
      pane.set_view(view_of(chain(edit + 1)));
    }
    QCOMPARE(pane.taken, QStringList());
    show(pane);
    QCOMPARE(pane.taken, (QStringList{"graph 9", "view 9"}));
    pane.hide();
    pane.show();
    QCOMPARE(pane.taken.size(), 2);
  }

  /// Results of before, and the graph of now: both, in this order, as if the pane had been there.
  void in_the_midst_of_an_edit_both_come() {
    ViewState state;
    Listener pane(state);
    pane.set_view(view_of(chain(3)));
    pane.set_graph(chain(4));
    pane.set_view(view_of(chain(3), true));
    show(pane);
    QCOMPARE(pane.taken, (QStringList{"graph 4", "stale 3"}));
  }

  void that_nothing_is_open_any_more_is_heard_at_once() {
    ViewState state;
    Listener pane(state);
    pane.set_graph(chain(3));
    pane.set_view(view_of(chain(3)));
    pane.set_graph(nullptr);
    pane.set_view({});
    QCOMPARE(pane.taken, (QStringList{"no graph", "no view"}));
    show(pane);
    QCOMPARE(pane.taken.size(), 2);
  }

  /// Hidden before it is filled, and while filters, selection and results change.
  void a_hidden_table_is_right_when_it_is_shown() {
    ViewState state;
    const std::unique_ptr<TensorTable> made(make_tensor_table(state));
    TensorTable& table = *made;
    const PlanView first = results_of(random_graph({.operators = 20})),
                   second = results_of(random_graph({.operators = 30}));
    auto* rows = table.findChild<QTableView*>("tensor_view");
    table.set_view(first);
    QCOMPARE(rows->model()->rowCount(), 0);
    show(table);
    QCOMPARE(rows->model()->rowCount(), static_cast<int>(first.graph->tensor_count()));
    table.hide();
    table.set_view(second);
    state.select_tensors({TensorId(1)});
    QCOMPARE(rows->model()->rowCount(), static_cast<int>(first.graph->tensor_count()));
    QVERIFY(rows->selectionModel()->selectedRows().isEmpty());
    table.show();
    QCOMPARE(rows->model()->rowCount(), static_cast<int>(second.graph->tensor_count()));
    QCOMPARE(rows->selectionModel()->selectedRows().size(), 1);
    table.hide();
    state.select_tensors({TensorId(2), TensorId(3)});
    QCOMPARE(rows->selectionModel()->selectedRows().size(), 1);
    table.show();
    QCOMPARE(rows->selectionModel()->selectedRows().size(), 2);
  }

  void hidden_moves_are_not_compared() {
    ViewState state;
    const std::unique_ptr<Pane> pane(make_moved(state));
    const PlanView before = results_of(random_graph({.operators = 20}));
    const PlanView after = with_plan(before, [](Plan& plan) {
      for (Offset& offset : plan.offsets) offset.value += 64;
    });
    auto* rows = pane->findChild<QTableView*>("moved_view");
    state.set_compared(std::make_shared<const PlanPair>(PlanPair{before, after, "A", "B"}));
    QVERIFY(!pane->busy());
    QCOMPARE(rows->model()->rowCount(), 0);
    show(*pane);
    QTRY_VERIFY(!pane->busy());
    QVERIFY(rows->model()->rowCount() > 0);
    pane->hide();
    state.set_compared(nullptr);
    QCOMPARE(rows->model()->rowCount(), 0);
  }
};

STOWAGE_GUI_TEST(PaneTest);
#include "tst_pane.moc"
