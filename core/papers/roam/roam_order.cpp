// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/roam_order.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/order/exact_order.h"
#include "core/order/lescea.h"
#include "core/papers/papers.h"
#include "core/papers/roam/update_schedule.h"

namespace stowage::roam {
namespace {

using Index = OrderProblem::Index;

constexpr std::size_t kMostStates = 200'000, kFewStates = 20'000;

/// First and last stage in which a tensor is there: -1 is before the first stage, the stage count is after the last.
struct Stay {
  std::int64_t first, last;
};

class Cutter {
 public:
  Cutter(const OrderProblem& whole, std::span<const std::uint32_t> stages, std::size_t count)
      : whole_(whole), stages_(stages), members_(count), places_(whole.count()) {
    for (Index o = 0; o < whole.count(); ++o) {
      places_[o] = static_cast<Index>(members_[stages[o]].size());
      members_[stages[o]].push_back(o);
    }
    for (const auto& members : members_) {
      std::vector<OperatorId> operators;
      for (Index o : members) operators.push_back(whole.operators[o]);
      makers_.emplace_back(std::move(operators));
    }
  }

  std::vector<StageProblem> cut() {
    for (Index o = 0; o < whole_.count(); ++o)
      for (Index after : whole_.successors[o])
        if (stages_[after] == stages_[o]) makers_[stages_[o]].add_arc(places_[o], places_[after]);
    passing_.assign(members_.size() + 1, {});
    for (Index t = 0; t < whole_.tensors.size(); ++t) add(t);
    std::vector<StageProblem> out;
    Bytes passing = whole_.base;
    for (std::size_t s = 0; s < members_.size(); ++s) {
      passing += passing_[s];
      makers_[s].add_base(passing);
      out.push_back({makers_[s].take(), std::move(members_[s])});
    }
    return out;
  }

 private:
  [[nodiscard]] Stay stay_of(Index t) const {
    const OrderProblem::Tensor& tensor = whole_.tensors[t];
    const bool is_made = tensor.producer != OrderProblem::kNone;
    Stay out{is_made ? std::int64_t{stages_[tensor.producer]} : -1, -1};
    out.last = out.first;
    for (Index user : whole_.users[t]) out.last = std::max<std::int64_t>(out.last, stages_[user]);
    if (tensor.kept) out.last = static_cast<std::int64_t>(members_.size());
    return out;
  }

  /// A tensor changes in its first stage and in its last, and is there all the time in between.
  void add(Index t) {
    const OrderProblem::Tensor& tensor = whole_.tensors[t];
    const Stay stay = stay_of(t);
    const auto count = static_cast<std::int64_t>(members_.size());
    if (stay.first >= 0)
      makers_[static_cast<std::size_t>(stay.first)].add_tensor(
          {tensor.size, places_[tensor.producer], stay.last > stay.first}, users_in(t, stay.first));
    if (stay.last > stay.first && stay.last < count)
      makers_[static_cast<std::size_t>(stay.last)].add_tensor({tensor.size, OrderProblem::kNone, false},
                                                              users_in(t, stay.last));
    if (stay.last <= stay.first + 1) return;
    passing_[static_cast<std::size_t>(stay.first + 1)] += tensor.size;
    passing_[static_cast<std::size_t>(stay.last)] -= tensor.size;
  }

  [[nodiscard]] std::vector<Index> users_in(Index t, std::int64_t stage) const {
    std::vector<Index> out;
    for (Index user : whole_.users[t])
      if (stages_[user] == stage) out.push_back(places_[user]);
    return out;
  }

  const OrderProblem& whole_;
  std::span<const std::uint32_t> stages_;
  std::vector<std::vector<Index>> members_;  // by stage
  std::vector<Index> places_;                // by operator: in its stage
  std::vector<OrderProblemMaker> makers_;    // by stage
  std::vector<Bytes> passing_;               // by stage: growth of the bytes that only pass through it
};

}  // namespace

std::vector<StageProblem> stage_problems(const OrderProblem& whole, std::span<const std::uint32_t> stages,
                                         std::size_t stage_count) {
  return Cutter(whole, stages, stage_count).cut();
}

StagesOrdered order_stages(const OrderProblem& whole, std::span<const std::uint32_t> stages, std::size_t stage_count,
                           std::size_t node_limit, const Task& task) {
  const auto parts = stage_problems(whole, stages, stage_count);
  std::vector<Bytes> floors(parts.size());
  parallel_for(parts.size(), [&](std::size_t s) { floors[s] = least_peak(parts[s].problem, task); });
  StagesOrdered out{{}, std::ranges::max(floors)};
  std::vector<std::size_t> longest_first(parts.size());
  std::iota(longest_first.begin(), longest_first.end(), std::size_t{0});
  std::ranges::stable_sort(longest_first, std::ranges::greater(),
                           [&](std::size_t s) { return parts[s].members.size(); });

  std::vector<OrderFound> answers(parts.size());
  parallel_for(parts.size(), [&](std::size_t k) {
    const auto& [problem, members] = parts[longest_first[k]];
    const std::size_t states = members.size() <= node_limit ? kMostStates : kFewStates;
    answers[longest_first[k]] = exact_order(problem, {.most_states = states, .floor = out.lower_bound}, task);
  });
  for (std::size_t s = 0; s < parts.size(); ++s) {
    for (Index o : answers[s].sequence) out.sequence.push_back(parts[s].members[o]);
    out.lower_bound = std::max(out.lower_bound, answers[s].lower_bound);
  }
  return out;
}

}  // namespace stowage::roam

namespace stowage {
namespace {

using Index = OrderProblem::Index;

constexpr std::size_t kStates = 20'000, kLooks = 20'000'000;  // of the last search

/// The best order so far.
class Best {
 public:
  Best(const OrderProblem& problem, const OrderOptions& options) : problem_(problem), options_(options) {}

  void prove(Bytes lower_bound) { lower_bound_ = std::max(lower_bound_, lower_bound); }
  void offer(std::vector<Index> sequence) {
    const Bytes peak = peak_of(problem_, sequence);
    if (!sequence_.empty() && peak >= peak_) return;
    peak_ = peak;
    sequence_ = std::move(sequence);
    if (options_.improved) options_.improved({peak_, lower_bound_});
  }
  [[nodiscard]] bool is_optimal() const { return peak_ <= lower_bound_; }
  [[nodiscard]] Bytes lower_bound() const { return lower_bound_; }
  [[nodiscard]] const std::vector<Index>& sequence() const { return sequence_; }
  [[nodiscard]] Order take() && {
    std::string remark = describe({.sequence = {}, .peak = peak_, .lower_bound = std::min(peak_, lower_bound_)});
    return {{sequence_.begin(), sequence_.end()}, lower_bound_, std::move(remark)};
  }

 private:
  const OrderProblem& problem_;
  const OrderOptions& options_;
  std::vector<Index> sequence_;
  Bytes peak_{}, lower_bound_{};
};

class Roam {
 public:
  Roam(const Graph& graph, const OrderOptions& options, const Task& task)
      : graph_(graph),
        options_(options),
        task_(task),
        problem_(order_problem(graph)),
        parts_(roam::find_parts(graph, problem_)),
        segments_(roam::find_segments(graph, problem_, parts_)),
        best_(problem_, options) {}

  Order run() && {
    std::vector<Index> given(problem_.count());
    std::iota(given.begin(), given.end(), Index{0});
    best_.offer(given);
    const auto lescea = *lescea_order(problem_);  // takes milliseconds: a stopped run returns at least this
    best_.offer(lescea);
    best_.prove(std::max(least_peak(problem_, task_), least_at_insensitive(problem_, parts_, segments_)));
    join_branches();
    for (const roam::Segments& segments : candidates()) try_segments(segments);
    try_fit(trunk_of(lescea));
    try_fit(trunk_of(given));
    search_shortly();
    return std::move(best_).take();
  }

 private:
  void join_branches() {
    branches_ = roam::measure_branches(problem_, parts_, task_);
    for (const roam::Branch& branch : branches_) best_.prove(problem_.base + branch.least);
    joined_ = roam::join_branches(problem_, parts_, branches_);
    joined_of_.resize(problem_.count());
    for (Index o = 0; o < joined_.problem.count(); ++o) {
      roles_.push_back(parts_.roles[joined_.members[o].front()]);
      for (Index member : joined_.members[o]) joined_of_[member] = o;
    }
  }

  /// As published, with a proved bound where that is above the estimate, and never waiting; each once.
  [[nodiscard]] std::vector<roam::Segments> candidates() const {
    const auto curve = roam::activation_curve(graph_, problem_, parts_, segments_);
    std::vector<roam::Segments> out;
    const auto add = [&](roam::Segments segments) {
      if (std::ranges::find(out, segments.stages, &roam::Segments::stages) == out.end())
        out.push_back(std::move(segments));
    };
    add(waiting_until(curve, curve.total));
    add(waiting_until(curve, std::max(curve.total, best_.lower_bound())));
    add(segments_);
    return out;
  }
  [[nodiscard]] roam::Segments waiting_until(const roam::ActivationCurve& curve, Bytes peak) const {
    const double tensors = static_cast<double>(std::max<std::size_t>(1, graph_.tensor_count()));
    const roam::DelayRule rule{peak, static_cast<double>(graph_.total_size().count) / tensors, options_.delay_radius};
    return schedule_updates(segments_, branches_, curve.alive, rule, options_.alpha);
  }

  void try_segments(const roam::Segments& segments) {
    if (task_.should_stop() || best_.is_optimal()) return;
    std::vector<std::uint32_t> stages;
    for (Index o = 0; o < joined_.problem.count(); ++o) stages.push_back(segments.stages[joined_.members[o].front()]);
    const auto found = roam::order_stages(joined_.problem, stages, segments.stage_count(), options_.node_limit, task_);
    // Exact for the whole only where nothing stands beside the trunk.
    if (std::ranges::all_of(roles_, [](roam::Role role) { return role == roam::Role::trunk; }))
      best_.prove(found.lower_bound);
    offer_joined(found.sequence);
    try_fit(found.sequence);
  }
  void try_fit(const std::vector<Index>& sequence) {
    if (task_.should_stop() || best_.is_optimal() || branches_.empty()) return;
    offer_joined(roam::fit_updates(joined_.problem, roles_, sequence, best_.lower_bound()));
  }

  /// Often proves the best so far, and sometimes finds a better one, as it need not keep to segments.
  void search_shortly() {
    if (task_.should_stop() || best_.is_optimal()) return;
    OrderFound found = exact_order(
        problem_,
        {.most_states = kStates, .most_looks = kLooks, .floor = best_.lower_bound(), .known = best_.sequence()}, task_);
    best_.prove(found.lower_bound);
    best_.offer(std::move(found.sequence));
  }

  /// A sequence in the joined problem, without branches.
  [[nodiscard]] std::vector<Index> trunk_of(std::span<const Index> sequence) const {
    std::vector<Index> out;
    for (Index o : sequence)
      if (parts_.roles[o] != roam::Role::update) out.push_back(joined_of_[o]);
    return out;
  }
  void offer_joined(const std::vector<Index>& sequence) {
    std::vector<Index> operators;
    for (Index o : sequence) operators.insert(operators.end(), joined_.members[o].begin(), joined_.members[o].end());
    best_.offer(std::move(operators));
  }

  const Graph& graph_;
  const OrderOptions& options_;
  const Task& task_;
  OrderProblem problem_;
  roam::Parts parts_;
  roam::Segments segments_;
  std::vector<roam::Branch> branches_;
  roam::Joined joined_;
  std::vector<roam::Role> roles_;  // by operator of joined_
  std::vector<Index> joined_of_;   // by operator of problem_
  Best best_;
};

Result<Order> run(const Graph& graph, const OrderOptions& options, const Task& task) {
  return Roam(graph, options, task).run();
}

}  // namespace

constexpr OrderStrategy kRoamOrder{
    .id = "roam",
    .title = "ROAM",
    .description =
        "Cuts at memory-insensitive operators, puts updates where they cost least, and orders each segment exactly",
    .source = "Shu et al., ROAM: memory-efficient large DNN training via optimized operator ordering and memory layout",
    .run = run};

}  // namespace stowage
