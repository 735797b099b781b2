// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of any choice, the pinned one, and what becomes of an imported plan when its graph is edited; without a window.
#include <QColor>
#include <QtTest>

#include "app/session/document.h"
#include "app/session/planning.h"
#include "core/check/bound_check.h"
#include "core/check/validator.h"
#include "core/papers/tables.h"
#include "core/planning/graph_plans.h"
#include "tests/app/resize.h"
#include "tests/gui/gui.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/sharing.h"
#include "tests/support/training_graph.h"
#include "widgets/edit/edits.h"

using namespace stowage;
using namespace stowage::test;

namespace {

struct Planned {
  /// Once all is planned, or at once.
  explicit Planned(Graph graph, bool settles = true) {
    Document opened;
    opened.graph = std::make_shared<const Graph>(std::move(graph));
    opened.format = "stowage-graph";
    document.open("memory", opened, {});
    if (settles) settle();
  }
  void settle() {
    wait_until([&] { return !planning.running(); });
  }
  void edit(const EditRequest& request) {
    document.edit(request);
    settle();
  }
  void undo() {
    document.undo_stack().undo();
    settle();
  }
  /// By the last edit.
  [[nodiscard]] std::optional<FootprintChange> change() const {
    const auto effect = document.last_effect();
    return effect ? change_of(effect->before.footprints, effect->after.footprints) : std::nullopt;
  }
  [[nodiscard]] Plan plan_of(const char* id) const { return *planning.view_of(find_layout_strategy(id)).plan; }
  OpenDocument document;
  Planning planning{&document};
};

TensorId largest(const Graph& graph) {
  TensorId found{0};
  for (const TensorId t : graph.tensors())
    if (graph.size(t) > graph.size(found)) found = t;
  return found;
}

/// A tensor grows into all of its neighbours.
EditRequest outgrow(const Graph& graph) {
  return resize(largest(graph), graph.total_size());
}

Graph small_graph() {
  return make_training_graph({.layers = 2, .streams = 3, .branches = 2});
}

/// A sync that a stream's own order implies: all is planned again, and every plan holds as before.
EditRequest implied_sync(const Graph& graph, std::size_t from) {
  const auto local = graph.operators_of(StreamId(0));
  return edits::add_sync(graph, local[from], local[from + 2]);
}

/// As good as the best that search finds, upside down: no planner puts tensors so.
Plan mirrored_best(const Graph& graph) {
  Plan plan = make_plans(graph, {.strategies = {find_layout_strategy("search")}, .options = {.iterations = 20'000}})
                  .value()
                  .best();
  for (const TensorId t : graph.tensors())
    plan.offsets[t.index()] = Offset{plan.footprint.count - plan.offsets[t.index()].value - graph.size(t).count};
  return plan;
}

}  // namespace

class PlanningTest : public QObject {
  Q_OBJECT

 private slots:
  void every_choice_has_a_view() {
    Planned planned(small_graph(), false);
    QSignalSpy changed(&planned.planning, &Planning::plans_changed);
    QVERIFY(!planned.planning.view_of(nullptr).plan);
    planned.settle();
    QVERIFY(changed.count() > 0);
    for (const LayoutStrategy& strategy : live_strategies()) {
      const PlanView view = planned.planning.view_of(&strategy);
      if (!view.plan) continue;  // it gave none in its time
      QCOMPARE(view.plan->strategy, std::string(strategy.id));
      QCOMPARE(view.graph, planned.document.graph());
      QVERIFY(view.conflicts && view.lifetimes && view.bounds);
      QVERIFY(!view.stale && !view.planning && !view.baseline);
      QCOMPARE(view.bounds, planned.planning.view().bounds);
    }
    QVERIFY(planned.planning.view_of(find_layout_strategy("so.size.best")).plan);
    QVERIFY(!planned.planning.view_of(nullptr).plan);
  }

  void names_of_streams_plan_nothing_again() {
    Planned planned(small_graph());
    const PlanView before = planned.planning.view();
    QSignalSpy started(&planned.planning, &Planning::started), shown(&planned.planning, &Planning::view_changed);
    planned.document.edit(edits::rename_stream(*before.graph, StreamId{0}, "copies"));
    QVERIFY(planned.document.graph() != before.graph);
    QCOMPARE(started.count(), 0);
    QCOMPARE(shown.count(), 1);
    QVERIFY(!planned.planning.running());
    QCOMPARE(planned.planning.view().graph, planned.document.graph());
    QCOMPARE(planned.planning.view().plan, before.plan);
    QCOMPARE(planned.planning.view_of(planned.planning.results().best()).graph, planned.document.graph());
    // The history knows that nothing has changed, and undo plans nothing either.
    QVERIFY(planned.change() && planned.change()->before == planned.change()->after);
    planned.document.edit(edits::recolor_stream(*planned.document.graph(), StreamId{0}, QColor(Qt::red)));
    planned.document.edit(edits::recolor_stream(*planned.document.graph(), StreamId{0}, QColor(Qt::blue)));
    QCOMPARE(planned.document.graph()->info(StreamId{0}).color, std::string("#0000ff"));
    QCOMPARE(planned.document.undo_stack().count(), 2);  // two colours of one stream are one step
    for (int step = 0; step < 2; ++step) planned.document.undo_stack().undo();
    QCOMPARE(planned.document.graph(), before.graph);
    QCOMPARE(planned.planning.view().graph, before.graph);
    QCOMPARE(started.count(), 0);
    planned.document.edit(resize(largest(*before.graph), Bytes{1 << 20}));
    QCOMPARE(started.count(), 1);
    planned.settle();
  }

  /// Nor while all is planned: what comes then is of the graph with its new names.
  void names_of_streams_interrupt_no_planning() {
    Planned planned(small_graph(), false);
    QSignalSpy started(&planned.planning, &Planning::started);
    planned.document.edit(edits::rename_stream(*planned.document.graph(), StreamId{0}, "copies"));
    QVERIFY(planned.planning.running());
    planned.settle();
    QCOMPARE(started.count(), 0);
    QCOMPARE(planned.planning.view().graph, planned.document.graph());
    QVERIFY(planned.planning.view().plan && !planned.planning.view().stale);
    QVERIFY(planned.planning.footprints());
  }

  /// Edited before Automatic has ended: what it then makes of the edited graph is not compared with live plans of the
  /// graph before, and nothing is told of an edit before it was planned.
  void an_edit_while_automatic_runs() {
    Planned planned(random_graph({.seed = 5, .operators = 400, .streams = 3}), false);
    std::vector<FootprintChange> announced;
    connect(&planned.planning, &Planning::order_planned, this, [&](const QString& name, const FootprintChange& change) {
      QCOMPARE(name, QString("LESCEA"));
      announced.push_back(change);
    });
    QSignalSpy finished(&planned.planning, &Planning::finished);
    wait_until([&] { return planned.planning.stage() == Planning::Stage::running; }, "Automatic never ran");
    const auto before = planned.planning.footprints();
    QVERIFY(before && !before->settled);
    planned.planning.announce_order("LESCEA");
    planned.document.edit(resize(largest(*planned.document.graph()), Bytes{1 << 26}));
    QCOMPARE(finished.count(), 0);
    QVERIFY(!planned.planning.footprints() && !planned.change());
    planned.settle();
    QCOMPARE(finished.count(), 1);
    const auto after = planned.planning.footprints();
    QVERIFY(after && after->settled && *after->settled <= after->live);
    QVERIFY(planned.change() && !planned.document.last_effect()->undone);
    QCOMPARE(planned.change()->after - planned.change()->before, after->live - before->live);
    QCOMPARE(announced.size(), std::size_t{1});
    QCOMPARE(announced[0].after, after->live);
    QCOMPARE(announced[0].before, before->live);
    // Both planned to the end: what Automatic made is compared.
    planned.undo();
    const auto again = planned.planning.footprints();
    QVERIFY(again && again->settled);
    QVERIFY(planned.change() && planned.document.last_effect()->undone);
    QCOMPARE(planned.change()->after - planned.change()->before, *again->settled - *after->settled);
  }

  void a_cancelled_planning_does_not_finish() {
    Planned planned(random_graph({.seed = 5, .operators = 400, .streams = 3}), false);
    QSignalSpy finished(&planned.planning, &Planning::finished), running(&planned.planning, &Planning::running_changed);
    planned.planning.cancel();
    QVERIFY(!planned.planning.running());
    QVERIFY(running.count() > 0);
    QCOMPARE(finished.count(), 0);
    QVERIFY(!planned.planning.footprints());
  }

  /// As the command line plans them, and valid.
  void graphs_with_shared_bytes() {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      Planned planned(random_sharing({.seed = seed, .operators = 40, .streams = 1 + seed % 3, .groups = 2}));
      planned.settle();
      const Graph& graph = *planned.document.graph();
      QVERIFY(graph.has_sharing());
      std::vector<const LayoutStrategy*> live;
      for (const LayoutStrategy& strategy : live_strategies()) live.push_back(&strategy);
      const GraphPlans expected = make_plans(graph, {.strategies = live}).value();
      for (const StrategyResult& result : expected.results) {
        const PlanView view = planned.planning.view_of(result.strategy);
        if (!result.plan || !view.plan) continue;
        QVERIFY(validate(graph, *view.plan).value().valid());
        QCOMPARE(view.plan->footprint.count, result.plan->footprint.count);
        QVERIFY(view.bounds->best() <= view.plan->footprint);
      }
      const auto shown = planned.planning.proved_plan();
      QVERIFY(shown && shown->footprint <= expected.best().footprint);
      if (!shown->bound_tensors.empty()) QCOMPARE(proved_bound(graph, *shown).value().count, shown->lower_bound.count);
    }
  }

  void views_go_stale_and_are_replaced_but_not_the_baseline() {
    Planned planned(small_graph());
    const Planning& planning = planned.planning;
    const LayoutStrategy* strategy = find_layout_strategy("so.size.best");
    QSignalSpy pinned(&planning, &Planning::baseline_changed);
    planned.planning.pin_baseline(strategy);
    QCOMPARE(pinned.count(), 1);
    const auto baseline = planning.results().baseline();
    QCOMPARE(planning.view().baseline, baseline);
    const Plan plan = *baseline->plan;
    const auto before = planned.document.graph();
    planned.document.edit(outgrow(*before));
    const PlanView old = planning.view_of(strategy);
    QVERIFY(old.stale && old.planning && old.plan);
    QCOMPARE(old.graph, before);  // what belongs together stays together
    planned.settle();
    const PlanView now = planning.view_of(strategy);
    QVERIFY(!now.stale && !now.planning);
    QCOMPARE(now.graph, planned.document.graph());
    QVERIFY(now.plan->footprint >= before->total_size());
    QCOMPARE(planning.results().baseline(), baseline);
    QCOMPARE(baseline->graph, before);
    QVERIFY(baseline->plan->offsets == plan.offsets && !baseline->stale && !baseline->planning);
    QCOMPARE(planning.view_of(find_layout_strategy("mo.size.best")).baseline, baseline);
    planned.planning.unpin_baseline();
    QVERIFY(!planning.results().baseline() && !planning.view().baseline);
    planned.planning.pin_baseline(nullptr);  // there is no imported plan
    QVERIFY(!planning.results().baseline());
    planned.planning.pin_baseline(strategy);
    planned.document.close();
    QVERIFY(!planning.results().baseline());
  }

  /// The planning's bound is of a larger alignment than the plan: it gets one of its own, and another after an edit.
  void an_imported_plan_of_another_alignment_has_a_bound_of_its_own() {
    Planned planned(small_graph());
    const Plan plan = planned.plan_of("so.size.best");
    planned.document.change_alignment(Bytes{2 * plan.alignment.count});
    planned.document.set_imported_plan(plan);
    planned.settle();
    const auto bound = [&] { return planned.planning.results().bound_of(planned.planning.results().rows().front()); };
    const auto first = bound();
    QVERIFY(first && *first <= plan.footprint);
    QCOMPARE(planned.planning.view_of(nullptr).bounds->best(), *first);
    planned.edit(outgrow(*planned.document.graph()));
    QVERIFY(bound() && *bound() > *first);
  }

  /// It was valid; after a tensor has grown into its neighbours it no longer is, and undoing makes it so again.
  void an_imported_plan_is_validated_after_every_edit() {
    Planned planned(small_graph());
    const Plan plan = planned.plan_of("so.size.best");
    planned.document.set_imported_plan(plan);
    QVERIFY(!planned.planning.results().imported_check());
    planned.settle();
    QVERIFY(planned.planning.results().imported_check()->value().valid());
    QVERIFY(planned.planning.shown() == Planning::Choice(nullptr));
    QVERIFY(planned.planning.view().plan->offsets == plan.offsets);

    planned.document.edit(outgrow(*planned.document.graph()));
    QVERIFY(!planned.planning.results().imported_check());
    planned.settle();
    QVERIFY(!planned.planning.results().imported_check()->value().valid());
    const PlanView imported = planned.planning.view_of(nullptr);
    QVERIFY(imported.plan->offsets == plan.offsets);
    QCOMPARE(imported.plan->footprint, footprint(imported.graph->data().tensor_size, plan.offsets));

    planned.undo();
    QVERIFY(planned.planning.results().imported_check()->value().valid());
    QCOMPARE(planned.planning.view_of(nullptr).plan->footprint, plan.footprint);
  }

  /// Every view draws itself anew when it is told of another: so it is told only of others, and in the end of the last.
  void no_view_is_told_twice() {
    Planned planned(small_graph(), false);
    std::optional<PlanView> last;
    int told = 0;
    connect(&planned.planning, &Planning::view_changed, this, [&] {
      const PlanView& now = planned.planning.view();
      const bool same = last && last->graph == now.graph && last->plan == now.plan && last->bounds == now.bounds &&
                        last->planning == now.planning && last->stale == now.stale && last->baseline == now.baseline;
      QVERIFY(!same);
      last = now;
      ++told;
    });
    planned.settle();
    planned.edit(outgrow(*planned.document.graph()));
    QVERIFY(told > 0 && last);
    QVERIFY(!last->planning && !last->stale && last->bounds->clique);
    QCOMPARE(last->graph, planned.document.graph());
    QCOMPARE(last->plan, planned.planning.view().plan);
  }

  /// After an edit the strategy that was shown stays until all have ended; then the best is shown, unless one was
  /// chosen.
  void what_is_shown_does_not_jump() {
    Planned planned(small_graph());
    const Planning& planning = planned.planning;
    for (const bool chosen : {false, true}) {
      if (chosen) planned.planning.choose(find_layout_strategy("so.breadth.first"));
      const auto before = planning.shown();
      std::vector<Planning::Choice> during;
      const auto watch = connect(&planning, &Planning::view_changed, this, [&] {
        if (planning.stage() == Planning::Stage::planning) during.push_back(*planning.shown());
      });
      const auto graph = planned.document.graph();
      planned.edit(resize(largest(*graph), graph->size(largest(*graph)) + graph->total_size()));
      disconnect(watch);
      QVERIFY(!during.empty() || before == find_layout_strategy("auto"));  // which ends last
      for (const Planning::Choice each : during) QVERIFY(each == *before);
      QVERIFY(!planning.view().stale);
      if (chosen) QVERIFY(planning.shown() == before);
      for (const LayoutStrategy& strategy : live_strategies())
        if (const PlanView view = planning.view_of(&strategy); view.plan && !chosen)
          QVERIFY(planning.view().plan->footprint <= view.plan->footprint);
    }
  }

  void the_best_is_followed_again() {
    Planned planned(small_graph());
    Planning& planning = planned.planning;
    QVERIFY(planning.follows_best());
    const auto best = planning.shown();
    const LayoutStrategy* worst = nullptr;
    for (const LayoutStrategy& strategy : live_strategies())
      if (const PlanView view = planning.view_of(&strategy); view.plan)
        if (!worst || view.plan->footprint > planning.view_of(worst).plan->footprint) worst = &strategy;
    QVERIFY(*best != worst);
    planning.choose(worst);
    QVERIFY(!planning.follows_best());
    QCOMPARE(*planning.shown(), worst);
    planning.follow_best();
    QVERIFY(planning.follows_best());
    QCOMPARE(*planning.shown(), *best);
    // While all plan anew, what is shown stays; then the best comes.
    planning.choose(worst);
    planning.start();
    planning.follow_best();
    QVERIFY(planning.follows_best());
    planned.settle();
    QCOMPARE(*planning.shown(), *best);
  }

  void an_edit_starts_from_the_plan_shown() {
    const Graph graph = random_graph({.seed = 4, .operators = 40, .streams = 3, .fan = 3});
    Planned planned(graph);
    Planning& planning = planned.planning;
    const Plan shown = mirrored_best(graph);
    QVERIFY(validate(graph, shown)->valid());
    planning.take_plan(*find_layout_strategy("search"), shown, 0);
    QVERIFY(planning.view().plan->offsets == shown.offsets);

    // What holds as before stays where it is.
    planned.edit(implied_sync(*planned.document.graph(), 0));
    QVERIFY(planning.view().plan->offsets == shown.offsets);
    // It was kept: no time is told that nothing took.
    QVERIFY(planning.shows_run() && !planning.run_took());
    const int row = planning.results().row_of(*planning.shown());
    QVERIFY(!planning.results().rows()[static_cast<std::size_t>(row)].milliseconds);
    // A sync more never costs bytes.
    for (const OperatorId o : planned.document.graph()->operators()) {
      const Bytes before = planning.view().plan->footprint;
      planned.edit(edits::add_sync(*planned.document.graph(), o, OperatorId((o.index() + 9) % 40)));
      QVERIFY(planning.view().plan->footprint <= before);
      QVERIFY(validate(*planned.document.graph(), *planning.view().plan)->valid());
    }
    // Another size: another plan. Undo brings the graph back, and its plan.
    while (planned.document.undo_stack().index() > 1) planned.undo();
    const Bytes before = planning.view().plan->footprint;
    const TensorId grown[] = {largest(graph)};
    planned.edit(edits::set_sizes(*planned.document.graph(), grown, graph.size(grown[0]) + shown.footprint));
    QVERIFY(planning.view().plan->footprint > before);
    planned.undo();
    QCOMPARE(planning.view().plan->footprint, before);
  }

  /// The plan that was promised is there after the edit, if no better one is.
  void a_promised_plan_is_handed_over() {
    const Graph graph = random_graph({.seed = 4, .operators = 40, .streams = 3, .fan = 3});
    Planned planned(graph);
    Planning& planning = planned.planning;
    planning.choose(find_layout_strategy("mo.breadth.first"));
    const auto promised = std::make_shared<const Plan>(mirrored_best(graph));
    QVERIFY(planning.view().plan->footprint > promised->footprint);
    EditRequest request = implied_sync(*planned.document.graph(), 0);
    request.plan = promised;
    planned.edit(request);
    planning.follow_best();
    QVERIFY(planning.view().plan->footprint <= promised->footprint);
    QVERIFY(planned.plan_of("auto").offsets == promised->offsets);
    // Not one that does not hold.
    EditRequest wrong = implied_sync(*planned.document.graph(), 1);
    auto unsafe = std::make_shared<Plan>(*promised);
    std::ranges::fill(unsafe->offsets, Offset{});
    wrong.plan = unsafe;
    planned.edit(wrong);
    QVERIFY(validate(*planned.document.graph(), *planning.view().plan)->valid());
  }

  void a_plan_for_other_tensors_is_no_plan() {
    Planned planned(small_graph());
    Plan plan = planned.plan_of("so.size.best");
    plan.offsets.pop_back();
    planned.document.set_imported_plan(plan);
    planned.settle();
    QVERIFY(!planned.planning.results().imported_check()->has_value());
    QVERIFY(!planned.planning.view_of(nullptr).plan);
    QVERIFY(planned.planning.view().plan);  // what was shown stays
  }
};

STOWAGE_TEST(PlanningTest);
#include "tst_planning.moc"
