// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/plan_set.h"

#include <algorithm>
#include <utility>

#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"

namespace stowage {
namespace {

using State = StrategyRow::State;

/// What a row is that waits for nothing and has no plan.
State at_rest(const LayoutStrategy& strategy) {
  return strategy.live ? State::stopped : State::idle;
}

std::shared_ptr<const PlanClashes> clashes_of(const Validation& validation) {
  if (validation.valid()) return nullptr;
  auto clashes = std::make_shared<PlanClashes>();
  clashes->count = validation.count;
  for (const Violation& each : validation.violations) clashes->pairs.push_back({each.first, each.second});
  return clashes;
}

bool has_assumed_offsets(const StrategyRow& row) {
  return row.view.plan && row.view.plan->assumed;
}

bool is_aligned(const Plan& plan, Bytes alignment) {
  return plan.alignment.count % alignment.count == 0;
}

}  // namespace

bool needs_own_bounds(const Plan& plan, Bytes alignment) {
  return !is_aligned(plan, alignment) && !plan.serial_streams;
}

std::shared_ptr<const Bounds> own_bounds_of(const Plan& plan, const Graph& graph, const Conflicts& conflicts,
                                            Bytes alignment) {
  if (!needs_own_bounds(plan, alignment)) return nullptr;
  const auto laid = PlanGround::make(graph, conflicts, plan.alignment);
  return laid ? std::make_shared<const Bounds>(laid->quick_bounds()) : nullptr;
}

std::vector<RefusedStrategy> refused_strategies(const LayoutProblem& problem) {
  std::vector<RefusedStrategy> out;
  for (const LayoutStrategy& strategy : layout_strategies())
    if (auto why = strategy_refusal(strategy, problem)) out.push_back({&strategy, *std::move(why)});
  return out;
}

PlanSet::PlanSet() {
  for (const LayoutStrategy& strategy : layout_strategies()) rows_.push_back({.strategy = &strategy});
  std::ranges::stable_partition(rows_, [](const StrategyRow& row) { return row.strategy->standard; });
}

int PlanSet::row_of(Choice choice) const {
  const auto at = std::ranges::find(rows_, choice, &StrategyRow::strategy);
  return at == rows_.end() ? -1 : static_cast<int>(at - rows_.begin());
}

StrategyRow* PlanSet::find(Choice choice) const {
  const int at = row_of(choice);
  return at < 0 ? nullptr : &rows_[static_cast<std::size_t>(at)];
}

PlanView PlanSet::view_of(Choice choice) const {
  StrategyRow* row = find(choice);
  if (!row) return {};
  if (!row->view.stale) row->view.plan = with_proved(row->view.plan);
  return row->view;
}

std::shared_ptr<const Plan> PlanSet::plan_of(Choice choice) const {
  const PlanView view = view_of(choice);
  return view.stale ? nullptr : view.plan;
}

PlanSet::Choice PlanSet::best() const {
  Choice best = nullptr;
  std::shared_ptr<const Plan> least;
  for (const LayoutStrategy& strategy : layout_strategies()) {
    const PlanView& view = find(&strategy)->view;
    const auto plan = view.stale ? nullptr : view.plan;
    if (!plan || (least && plan->footprint > least->footprint)) continue;
    const bool other = &strategy == preferred_ && least && plan->offsets != least->offsets;
    if (least && plan->footprint == least->footprint && !other) continue;
    best = &strategy;
    least = plan;
  }
  return best;
}

std::optional<Bytes> PlanSet::least() const {
  std::optional<Bytes> least;
  if (uncounted_.any()) return least;
  for (const StrategyRow& row : rows_)
    if (row.good() && row.bounded && !has_assumed_offsets(row) && (!least || *row.footprint < *least))
      least = row.footprint;
  return least;
}

std::optional<Bytes> PlanSet::lower_bound() const {
  if (!ground_.bounds || (uncounted_.any() && ground_.bounds->best() == Bytes{})) return std::nullopt;
  return std::max(ground_.bounds->best(), proved_);
}

std::optional<Bytes> PlanSet::bound_of(const StrategyRow& row) const {
  if (row.bounded) return lower_bound();
  const bool has_own = row.own_bounds && row.view.plan && !row.view.plan->serial_streams;
  return has_own ? std::optional(row.own_bounds->best()) : std::nullopt;
}

std::optional<double> PlanSet::gap_of(const StrategyRow& row) const {
  const auto bound = bound_of(row);
  const bool known = bounded_ && !uncounted_.any() && !has_assumed_offsets(row);
  return row.good() && known && bound ? std::optional(gap(*row.footprint, *bound)) : std::nullopt;
}

bool PlanSet::proved_optimal(const StrategyRow& row) const {
  const bool assumed = row.view.graph && is_assumed(*row.view.graph);
  return row.bounded && gap_of(row) && row.footprint == lower_bound() && !assumed;
}

std::shared_ptr<const Result<Validation>> PlanSet::imported_check() const {
  return row_of(nullptr) < 0 ? nullptr : rows_.front().check;
}

std::optional<Bytes> PlanSet::change_of(const StrategyRow& row) const {
  if (!baseline_ || !baseline_measured_ || !row.footprint || uncounted_.any() || has_assumed_offsets(row) ||
      row.faulty())
    return std::nullopt;
  return *row.footprint - baseline_->plan->footprint;
}

void PlanSet::set_baseline(std::shared_ptr<const PlanView> baseline) {
  baseline_ = std::move(baseline);
  baseline_measured_ = baseline_ && (!baseline_->graph || is_measured(*baseline_));
}

void PlanSet::begin(Bytes alignment) {
  alignment_ = alignment;
  bounded_ = grounded_ = false;
  preferred_ = nullptr;
  proved_ = {};
  for (StrategyRow& row : rows_) {
    row.view.stale = row.view.plan != nullptr;
    if (!row.strategy) continue;
    if (!row.strategy->live) {
      row = {.strategy = row.strategy, .state = State::idle, .refusal = row.refusal};
      continue;
    }
    row.state = State::waiting;
    row.failure.reset();
    row.stale = row.footprint.has_value();
  }
}

void PlanSet::set_ground(PlanView view) {
  ground_ = std::move(view);
  bounded_ |= ground_.bounds && ground_.bounds->clique;
  uncounted_ = ground_.graph ? stowage::uncounted(*ground_.graph) : Uncounted();
  grounded_ = true;
  place_imported();
}

void PlanSet::set_graph(const std::shared_ptr<const Graph>& graph) {
  for (StrategyRow& row : rows_)
    if (row.view.graph == ground_.graph) row.view.graph = graph;
  ground_.graph = graph;
}

void PlanSet::set_refused(std::span<const RefusedStrategy> refused) {
  for (StrategyRow& row : rows_) {
    const auto at = std::ranges::find(refused, row.strategy, &RefusedStrategy::strategy);
    row.refusal = at == refused.end() ? std::nullopt : std::optional(at->refusal);
  }
}

void PlanSet::set_bounds(std::shared_ptr<const Bounds> bounds) {
  ground_.bounds = std::move(bounds);
  bounded_ |= ground_.bounds->clique.has_value();
  for (StrategyRow& row : rows_)
    if (row.view.plan && !row.view.stale && row.aligned) row.view.bounds = ground_.bounds;
}

void PlanSet::set_result(const LayoutStrategy& strategy, std::shared_ptr<const Plan> plan,
                         std::optional<double> milliseconds) {
  StrategyRow& row = *find(&strategy);
  row.view = {};
  row.state = at_rest(strategy);
  if (!plan) return;
  row = {.strategy = &strategy,
         .state = State::done,
         .footprint = plan->footprint,
         .milliseconds = milliseconds,
         .view = ground_};
  row.view.plan = with_proved(std::move(plan));
}

void PlanSet::drop_stale_views() {
  for (StrategyRow& row : rows_)
    if (row.strategy && row.view.stale) row.view = {};
}

void PlanSet::end() {
  bounded_ = true;
  for (StrategyRow& row : rows_)
    if (row.state == State::waiting) row.state = at_rest(*row.strategy);
}

void PlanSet::set_running(const LayoutStrategy* strategy) {
  for (StrategyRow& row : rows_) {
    if (!row.strategy || row.strategy->live) continue;
    if (row.strategy == strategy) {
      row.state = State::waiting;
      row.failure.reset();
    } else if (row.state == State::waiting) {
      row.state = row.footprint ? State::done : State::idle;
    }
  }
}

void PlanSet::set_failed(const LayoutStrategy& strategy, const Error& error) {
  StrategyRow& row = *find(&strategy);
  if (!row.footprint || row.stale) row = {.strategy = &strategy, .state = at_rest(strategy), .failure = error};
}

bool PlanSet::prove(Bytes bound) {
  const auto best = best_plan();
  if (best && bound > best->footprint) return false;  // that plan is safe, which refutes the proof
  if (!ground_.bounds || bound <= std::max(proved_, ground_.bounds->best())) return false;
  proved_ = bound;
  return true;
}

/// The plan with that bound, where it is one of its alignment.
std::shared_ptr<const Plan> PlanSet::with_proved(std::shared_ptr<const Plan> plan) const {
  if (!plan || plan->lower_bound >= proved_ || plan->alignment != alignment_ || plan->serial_streams) return plan;
  auto other = std::make_shared<Plan>(*plan);
  raise_bound(*ground_.graph, {proved_}, *other);
  return other;
}

/// Until it is measured, its figures are the former ones, or what its file says.
void PlanSet::set_imported(const std::shared_ptr<const Plan>& plan, bool of_file) {
  imported_ = nullptr;
  own_bounds_ = nullptr;
  clashes_ = nullptr;
  const bool present = row_of(nullptr) == 0;
  if (!plan) {
    if (present) rows_.erase(rows_.begin());
    return;
  }
  if (!present) rows_.insert(rows_.begin(), StrategyRow{.state = State::done});
  StrategyRow& row = rows_.front();
  row.footprint = row.view.plan ? row.view.plan->needed() : plan->needed();
  row.stale = true;
  row.of_file = of_file;
  row.bounded = !plan->serial_streams;
  row.check = nullptr;
}

void PlanSet::set_imported_now(std::shared_ptr<const Plan> plan, std::shared_ptr<const Bounds> own) {
  imported_ = std::move(plan);
  own_bounds_ = std::move(own);
  place_imported();
}

/// An unsafe plan is not to be taken for a good one: its clashes are in its view without being asked for.
void PlanSet::set_imported_check(Result<Validation> check) {
  StrategyRow& row = rows_.front();
  row.stale = false;
  row.check = std::make_shared<const Result<Validation>>(std::move(check));
  clashes_ = *row.check ? clashes_of(**row.check) : nullptr;
  place_imported();
}

void PlanSet::place_imported() {
  if (!grounded_ || !imported_) return;
  StrategyRow& row = rows_.front();
  row.footprint = imported_->needed();
  row.aligned = is_aligned(*imported_, alignment_);
  row.bounded = !imported_->serial_streams && row.aligned;
  row.own_bounds = own_bounds_;
  row.view = ground_;
  if (!row.aligned) row.view.bounds = row.own_bounds;
  row.view.origin = row.of_file ? PlanView::Origin::file : PlanView::Origin::imported;
  row.view.plan = with_proved(imported_);
  row.view.clashes = clashes_;
}

}  // namespace stowage
