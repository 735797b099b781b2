// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/walks/walks.h"
#include "core/order/exact_order.h"
#include "core/order/order_problem.h"

namespace stowage {
namespace {

Result<Walk> walk_lescea(const WalkInput& in, const Task& task) {
  const Graph& graph = *in.graph;
  if (graph.operator_count() > kMostWalkTensors)
    return tl::unexpected(Error::bad_input(
        "", "", "stepping through lescea is for graphs of up to " + std::to_string(kMostWalkTensors) + " operators"));
  const OrderProblem problem = order_problem(graph);
  std::vector<LesceaChoice> choices;
  STOWAGE_TRY(const auto sequence, lescea_order(problem, task, &choices));
  const std::vector<Bytes> curve = memory_curve_of(problem, sequence);
  WalkMaker maker(
      in, {{0, WalkText::tr("until every operator has run:")},
           {1, WalkText::tr("ready: operators whose inputs are made, and that wait for nothing else")},
           {1, WalkText::tr("growth: the bytes that it makes, less the bytes of inputs that it is the last to use")},
           {1, WalkText::tr("run the ready operator of least growth, of equal ones the first")}});
  const auto name = [&](OrderProblem::Index o) { return graph.name(problem.operators[o]); };
  maker.set_plane(WalkPlane::Along::steps, WalkPlane::Up::amounts);
  Bytes peak;
  std::size_t peak_line = 0;
  for (std::size_t k = 0; k < choices.size(); ++k) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const LesceaChoice& choice = choices[k];
    maker.begin_block();
    maker.step(2, WalkText::tr("Step %1. Operators that are ready: %2.").with(k, choice.ready.size()));
    WalkTable table{{WalkText::tr("Ready"), WalkText::tr("Growth")}, {}};
    std::uint32_t row = 0;
    const auto chosen = std::ranges::find(choice.ready, choice.chosen, &LesceaChoice::Ready::op);
    for (const LesceaChoice::Ready& each : choice.ready) {
      if (each.op != choice.chosen && table.rows.size() >= kMostWalkRows) continue;
      if (each.op == choice.chosen) row = static_cast<std::uint32_t>(table.rows.size());
      table.rows.push_back(walk_row(name(each.op), each.growth));
    }
    maker.table(std::move(table));
    maker.step(
        3, WalkText::tr("%1 leaves least in memory: growth %2. While it runs, %3 are in use; the peak so far is %4.")
               .with(name(choice.chosen), chosen->growth, curve[k], std::max(peak, curve[k])));
    maker.place({.role = WalkMark::Role::placed,
                 .begin = static_cast<double>(k),
                 .end = static_cast<double>(k + 1),
                 .run = {0, curve[k].count},
                 .op = problem.operators[choice.chosen]});
    if (k == 0 || curve[k] > peak) {
      if (k > 0) maker.end(peak_line);
      peak = curve[k];
      peak_line = maker.add({.role = WalkMark::Role::placed,
                             .shape = WalkMark::Shape::line,
                             .begin = 0,
                             .end = static_cast<double>(choices.size()),
                             .run = {peak.count, peak.count}});
    }
    maker.table({}, {row});
  }
  return maker.take();
}

}  // namespace

constexpr WalkInfo kWalkLescea{.id = "lescea",
                               .title = StrategyText::tr("LESCEA"),
                               .source = "LESCEA, as ROAM (section V) compares with it",
                               .unit = StrategyText::tr("operator"),
                               .strategy = nullptr,
                               .most = kMostWalkTensors,
                               .orders = true,
                               .make = walk_lescea};

}  // namespace stowage
