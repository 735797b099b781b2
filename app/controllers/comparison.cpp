// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/comparison.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QMenu>

#include "app/controllers/imports.h"
#include "app/controllers/lessons.h"
#include "app/frame/ink_icon.h"
#include "core/graph/claims.h"
#include "core/papers/tables.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

constexpr auto kTips = "tips";  // of an action that is off, while they say why

PlanRow row_of(const PlanChoice& choice, const QString& name, const PlanView& view, bool at_least) {
  PlanRow row{.choice = choice, .name = name, .at_least = at_least};
  if (view.plan) row.footprint = view.plan->needed();
  row.makespan = view.makespan;
  row.assumed = view.plan && view.plan->assumed;
  row.stale = view.stale;
  return row;
}

PlanView view_of(const Planning& planning, const PlanChoice& choice) {
  if (choice.kind != PlanChoice::Kind::baseline) return planning.view_of(choice.strategy);
  return planning.results().baseline() ? *planning.results().baseline() : PlanView();
}

}  // namespace

Comparison::Comparison(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  CompareView* const compare = &parts_.compare;
  Planning* const planning = &parts_.planning;
  connect(compare, &CompareView::mode_changed, this, &Comparison::follow_mode);
  connect(compare, &CompareView::b_chosen, planning,
          [planning](const PlanChoice& choice) { planning->choose(choice.strategy); });
  connect(compare, &CompareView::a_chosen, compare,
          [compare, planning](const PlanChoice& choice) { compare->set_a(choice, view_of(*planning, choice)); });
  connect(&parts_.learn, &LearnPane::page_shown, this, &Comparison::show_plans);
}

void Comparison::follow_mode() {
  const bool compares = parts_.compare.mode() != CompareView::Mode::single;
  const bool other = std::exchange(comparing_, compares) != compares;
  if (other) compares ? begin() : end();
  show_plans();
  if (other && compares && parts_.compare.choice_a() == parts_.compare.choice_b()) choose_a(rows());
  if (compares) parts_.docks.bring_forward("moved");
}

/// Shows the plan of the file as A, and the best of those made here as B.
void Comparison::begin() {
  Planning& planning = parts_.planning;
  const auto& a = parts_.compare.choice_a();
  const LayoutStrategy* best = planning.results().best();
  const bool shows_files = planning.shown() == std::optional<Planning::Choice>(nullptr);
  if (!shows_files || planning.results().baseline() || !planning.view().plan || (a && *a != PlanChoice::of(nullptr)) ||
      !best)
    return;
  if (planning.view().plan->needed() == planning.view_of(best).plan->needed()) return;
  parts_.compare.set_a(PlanChoice::of(nullptr), planning.view());
  override_ = best;
  planning.choose(best);
}

/// Shows the plan of the file again, unless the user chose another one meanwhile.
void Comparison::end() {
  const LayoutStrategy* b = std::exchange(override_, nullptr);
  if (b && parts_.planning.shown() == std::optional<Planning::Choice>(b)) parts_.planning.choose(nullptr);
}

void Comparison::follow_shown() {
  const auto shown = parts_.planning.shown();
  if (!shown || shown == shown_) return;
  shown_before_ = std::exchange(shown_, shown);
}

void Comparison::forget() {
  shown_.reset();
  shown_before_.reset();
  counted_.clear();
  override_ = nullptr;
  parts_.compare.clear();
}

void Comparison::follow_plans() {
  connect(&parts_.planning, &Planning::view_changed, this, &Comparison::follow_shown);
  connect(&parts_.planning, &Planning::plans_changed, this, &Comparison::show_plans);
  connect(&parts_.planning, &Planning::view_changed, this, &Comparison::show_plans);
}

/// The baseline first, since it was pinned to be compared with, then the imported plan, then the table of strategies.
std::vector<PlanRow> Comparison::rows() {
  const Planning& planning = parts_.planning;
  std::vector<PlanRow> rows;
  const auto counted = std::exchange(counted_, {});
  const auto add = [&](const PlanChoice& choice, const QString& name, const PlanView& view) {
    rows.push_back(row_of(choice, name, view, view.plan && leaves_out(view.graph, counted)));
  };
  if (const auto baseline = planning.results().baseline())
    add(PlanChoice::baseline(), tr("baseline (%1)").arg(plan_name(*baseline)), *baseline);
  if (const PlanView imported = planning.view_of(nullptr); imported.plan)
    add(PlanChoice::of(nullptr), parts_.imports->name_of_plan(), imported);
  for (const LayoutStrategy& strategy : layout_strategies()) {
    const PlanView view = planning.view_of(&strategy);
    if (strategy.live || view.plan) add(PlanChoice::of(&strategy), strategy_name(strategy), view);
  }
  return rows;
}

/// Whether a footprint leaves a part of the graph out; of the present graph and of those of the rows before that is
/// known.
bool Comparison::leaves_out(const std::shared_ptr<const Graph>& graph, const std::vector<CountedGraph>& before) {
  const auto known = std::ranges::find(counted_, graph, &CountedGraph::graph);
  if (known != counted_.end()) return known->leaves_out;
  const PlanSet& plans = parts_.planning.results();
  const auto kept = std::ranges::find(before, graph, &CountedGraph::graph);
  const bool any = kept != before.end()            ? kept->leaves_out
                   : graph == plans.ground().graph ? plans.uncounted().any()
                                                   : uncounted(*graph).any();
  counted_.push_back({graph, any});
  return any;
}

QList<QAction*> Comparison::fill(QMenu& view) {
  CompareView& compare = parts_.compare;
  compare.side_by_side_action()->setShortcut(QKeySequence(Qt::Key_F9));
  compare.side_by_side_action()->setIcon(ink_icon("compare"));
  compare.difference_action()->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F9));
  compare.swap_action()->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_F9));
  view.addSeparator();
  view.addActions(
      {compare.side_by_side_action(), compare.difference_action(), compare.swap_action(), compare.link_action()});
  view.addSeparator();
  return {compare.side_by_side_action(), compare.difference_action()};
}

void Comparison::show_plans() {
  const std::vector<PlanRow> rows = this->rows();
  parts_.compare.set_rows(rows);
  const auto shown = parts_.planning.shown();
  parts_.compare.set_b(shown ? std::optional(PlanChoice::of(*shown)) : std::nullopt, parts_.planning.view());
  const auto& a = parts_.compare.choice_a();
  const bool unpinned = a == PlanChoice::baseline() && !parts_.planning.results().baseline();
  if (unpinned || (!a && parts_.compare.mode() != CompareView::Mode::single))
    choose_a(rows);
  else if (a)
    parts_.compare.set_a(*a, view_of(parts_.planning, *a));
  offer(rows);
}

/// Turns the commands off while plans would answer the question of a lesson, and while there is only one plan and no
/// other is being made.
void Comparison::offer(const std::vector<PlanRow>& rows) {
  const bool two = std::ranges::count_if(rows, [](const PlanRow& row) { return row.footprint.has_value(); }) > 1;
  const bool open = parts_.document.is_open();
  const bool tells = open && (parts_.learn.hides_plan() || parts_.lessons->footprint_asked());
  QString why;
  if (tells)
    why = tr("Answer the lesson's question first");
  else if (open && !two && !parts_.planning.running())
    why = tr("There is only one plan so far");
  if (tells) parts_.compare.set_mode(CompareView::Mode::single);
  for (QAction* action : {parts_.compare.side_by_side_action(), parts_.compare.difference_action()}) {
    const QVariant tips = action->property(kTips);
    action->setEnabled(open && why.isEmpty());
    if (!why.isEmpty() && !tips.isValid())
      action->setProperty(kTips, QStringList{action->toolTip(), action->statusTip()});
    if (why.isEmpty() && !tips.isValid()) continue;
    action->setToolTip(why.isEmpty() ? tips.toStringList()[0] : why);
    action->setStatusTip(why.isEmpty() ? tips.toStringList()[1] : why);
    if (why.isEmpty()) action->setProperty(kTips, QVariant());
  }
}

/// Chooses what to compare with at first, the first that there is: the baseline; of plans that need another footprint
/// than the one shown the one that was shown before, that of the file, or the first of the table; any other plan.
void Comparison::choose_a(const std::vector<PlanRow>& rows) {
  const PlanView now = parts_.planning.view();
  const PlanRow* chosen = nullptr;
  int chosen_rank = 0;
  for (const PlanRow& row : rows) {
    if (!row.footprint || row.choice == parts_.compare.choice_b()) continue;
    const PlanView view = view_of(parts_.planning, row.choice);
    int rank = 1;
    if (row.choice == PlanChoice::baseline())
      rank = 5;
    else if (now.plan && view.plan->needed() != now.plan->needed())
      rank = row.choice.strategy == shown_before_ ? 4 : 3;
    else if (!now.plan || view.plan->offsets != now.plan->offsets)
      rank = 2;
    if (rank <= chosen_rank) continue;
    chosen = &row;
    chosen_rank = rank;
  }
  if (chosen) parts_.compare.set_a(chosen->choice, view_of(parts_.planning, chosen->choice));
}

}  // namespace stowage
