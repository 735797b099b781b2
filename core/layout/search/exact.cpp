// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/exact.h"

#include <array>
#include <cassert>

#include "core/layout/search/postpone_search.h"

namespace stowage {
namespace {

using Region = BranchingHeuristic::Region;
using Key = BranchingHeuristic::Key;

/// The first goes through the cliques one after the other as long as none has failed: the quickest on large graphs.
/// Measured: six more, two of them with `failed` and four by how little room a clique has left, changed none of 8 hard
/// instances and 16 random graphs on one to four streams.
constexpr std::array kHeuristics = {
    BranchingHeuristic{Region::failed, Key::size},     BranchingHeuristic{Region::lowest, Key::area},
    BranchingHeuristic{Region::lowest, Key::lifetime}, BranchingHeuristic{Region::lowest, Key::size},
    BranchingHeuristic{Region::lowest, Key::load},     BranchingHeuristic{Region::failed, Key::area},
};
constexpr std::array kKeys = {Key::area, Key::lifetime, Key::size, Key::load};

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …: these use not much more than the number that would have been enough (Luby, Sinclair
/// and Zuckerman). `turn` counts from 1.
std::uint64_t luby(std::uint64_t turn) {
  std::uint64_t size = 1;
  while (size < turn) size = 2 * size + 1;
  for (; size != turn; size /= 2)
    if (turn > size / 2) turn -= size / 2;
  return (size + 1) / 2;
}

struct Restart {
  BranchingHeuristic heuristic;
  std::uint64_t failures;
};

/// Long runs of every heuristic, longer and longer, which learn where it fails; and many short runs from the bottom,
/// with keys changed at random. Both have about as many failures. Measured: without the long runs, auto needs 4.8 %
/// more on minimalloc_D and 2.9 % on E; without the short ones, 3.7 % on A.
class RestartSchedule {
 public:
  [[nodiscard]] Restart next() {
    if (long_failures_ <= short_failures_) {
      const std::uint64_t turn = long_turns_++;
      const Restart out{kHeuristics[turn % kHeuristics.size()],
                        kLong << std::min<std::uint64_t>(turn / kHeuristics.size(), 40)};
      long_failures_ += out.failures;
      return out;
    }
    const std::uint64_t turn = ++short_turns_;
    const Restart out{{Region::lowest, kKeys[turn % kKeys.size()], turn}, kShort * luby(turn)};
    short_failures_ += out.failures;
    return out;
  }

 private:
  /// Measured: with one of them half or twice as long, none of 59 inputs needs less, and up to 3 need up to 9 % more.
  static constexpr std::uint64_t kShort = 200, kLong = 1'000;
  std::uint64_t short_turns_ = 0, long_turns_ = 0, short_failures_ = 0, long_failures_ = 0;
};

}  // namespace

/// One component, and the facts known of it.
class ExactSearch::Component {
 public:
  /// The model must outlive it.
  explicit Component(const ConflictModel& model) : model_(model), search_(model), lower_(model.bound) {
    for (std::size_t i = 0; i < model_.size(); ++i) {
      upper_ = round_up(upper_, model_.steps[i]);
      starts_.push_back(upper_);
      upper_ += model_.sizes[i];
    }
  }

  [[nodiscard]] std::int64_t lower() const { return lower_; }
  [[nodiscard]] std::int64_t upper() const { return upper_; }
  [[nodiscard]] std::uint64_t nodes() const { return search_.nodes(); }

  /// Offsets by TensorId.
  void start_from(std::span<const Offset> offsets) {
    keep([&](std::size_t i) { return offsets[model_.tensors[i].index()].value; });
  }

  Feasibility fits(std::int64_t capacity, std::uint64_t node_budget, const Task& task) {
    if (upper_ <= capacity) return Feasibility::fits;
    if (capacity < lower_) return Feasibility::infeasible;
    if (std::exchange(capacity_, capacity) != capacity) schedule_ = {};
    const std::uint64_t last = nodes() + node_budget;
    while (nodes() < last) {
      const Restart restart = schedule_.next();
      switch (search_.run(capacity, restart.heuristic, {last - nodes(), restart.failures}, task)) {
        case SearchEnd::found:
          keep([&](std::size_t i) { return search_.offset(static_cast<ConflictModel::Item>(i)); });
          return Feasibility::fits;
        case SearchEnd::exhausted:
          lower_ = round_up(capacity + 1, model_.granularity);
          return Feasibility::infeasible;
        case SearchEnd::out_of_budget:
          break;
        case SearchEnd::stopped:
          return Feasibility::gave_up;
      }
    }
    return Feasibility::gave_up;
  }

  void write(std::vector<Offset>& offsets) const {
    for (std::size_t i = 0; i < starts_.size(); ++i) offsets[model_.tensors[i].index()] = {starts_[i]};
  }

 private:
  /// Keeps the plan in which item i begins at start(i), if it is better.
  template <class Start>
  void keep(const Start& start) {
    std::vector<std::int64_t> starts;
    std::int64_t end = 0;
    for (std::size_t i = 0; i < model_.size(); ++i) {
      starts.push_back(start(i));
      end = std::max(end, starts.back() + model_.sizes[i]);
    }
    if (end >= upper_) return;
    upper_ = end;
    starts_ = std::move(starts);
  }

  const ConflictModel& model_;
  PostponeSearch search_;
  std::int64_t lower_, upper_ = 0;    // proved; of the best plan
  std::vector<std::int64_t> starts_;  // by item, in that plan
  std::int64_t capacity_ = -1;        // last asked for
  RestartSchedule schedule_;          // taken for that
};

/// The data that all searches of a problem share.
struct ExactSearch::Lists {
  const LayoutProblem& problem;
  std::int64_t bound;  // of core/plan
  std::vector<ConflictModel> components;
};

/// Fewer nodes in the first pass of lower() leave too many questions without an answer, and each is asked again: with
/// half as many, minimalloc_D needs 4.8 % more. Twice as many give the same plans.
ExactSearch::ExactSearch(std::shared_ptr<const Lists> lists) : lists_(std::move(lists)), nodes_each_(8'000) {
  for (const ConflictModel& model : lists_->components) {
    components_.push_back(std::make_unique<Component>(model));
    nodes_each_ += model.size();
  }
}
ExactSearch::ExactSearch(ExactSearch&&) noexcept = default;
ExactSearch& ExactSearch::operator=(ExactSearch&&) noexcept = default;
ExactSearch::~ExactSearch() = default;

Result<ExactSearch> ExactSearch::make(const LayoutProblem& problem, const Task& task, const ProvedBound* heaviest) {
  assert(!problem.joins_tensors());
  Bounds bounds = quick_bounds(problem);
  STOWAGE_TRY(auto clique, heaviest != nullptr ? Result<ProvedBound>(*heaviest) : heaviest_clique(problem, task));
  bounds.clique = clique;
  STOWAGE_TRY(auto models, conflict_components(problem, std::move(clique.tensors), task));
  return ExactSearch(std::make_shared<const Lists>(problem, bounds.best().count, std::move(models)));
}

void ExactSearch::start_from(std::span<const Offset> offsets) {
  for (auto& component : components_) component->start_from(offsets);
}

std::size_t ExactSearch::open_components(Bytes capacity) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(components_, [&](const auto& component) { return component->upper() > capacity.count; }));
}

Feasibility ExactSearch::fits(Bytes capacity, std::uint64_t node_budget, const Task& task) {
  if (capacity.count < lower_bound().count) return Feasibility::infeasible;
  bool all_fit = true;
  for (auto& component : components_) {
    const Feasibility answer = component->fits(capacity.count, node_budget, task);
    if (answer == Feasibility::infeasible) return answer;
    all_fit = all_fit && answer == Feasibility::fits;
  }
  return all_fit ? Feasibility::fits : Feasibility::gave_up;
}

Bytes ExactSearch::lower_bound() const {
  std::int64_t out = lists_->bound;
  for (const auto& component : components_) out = std::max(out, component->lower());
  return {out};
}

Bytes ExactSearch::best_footprint() const {
  std::int64_t out = lists_->bound;
  for (const auto& component : components_) out = std::max(out, component->upper());
  return {out};
}

std::vector<Offset> ExactSearch::best() const {
  std::vector<Offset> out = lists_->problem.all_at_zero();
  for (const auto& component : components_) component->write(out);
  return out;
}

std::uint64_t ExactSearch::nodes() const {
  std::uint64_t out = 0;
  for (const auto& component : components_) out += component->nodes();
  return out;
}

void ExactSearch::lower(std::uint64_t nodes, const Task& task, const std::function<void()>& probed) {
  const std::uint64_t last = this->nodes() + nodes;
  while (this->nodes() < last && lower_bound() < best_footprint() && !task.should_stop()) {
    ask(next_capacity(), last - this->nodes(), task);
    if (probed) probed();
  }
}

/// Every footprint worth asking for is a multiple of the granularity.
std::int64_t ExactSearch::next_capacity() {
  const std::int64_t granularity = lists_->problem.granularity(), bound = lower_bound().count;
  const std::int64_t most = std::max(bound, best_footprint().count - granularity);
  if (unanswered_ >= most) {
    unanswered_ = kNone;
    nodes_each_ *= 2;
  }
  const std::int64_t least = std::max(bound, unanswered_ + granularity);
  return most - (most - least) / 2 / granularity * granularity;
}

void ExactSearch::ask(std::int64_t capacity, std::uint64_t nodes, const Task& task) {
  if (capacity != asked_) left_ = nodes_each_;
  const std::uint64_t before = this->nodes();
  const Feasibility answer = fits({capacity}, std::min(left_, nodes), task);
  left_ -= std::min(left_, this->nodes() - before);
  asked_ = answer == Feasibility::gave_up && left_ > 0 ? capacity : kNone;
  if (answer == Feasibility::gave_up && left_ == 0) unanswered_ = capacity;
}

}  // namespace stowage
