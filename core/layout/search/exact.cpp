// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/exact.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/layout/search/conflict_model.h"
#include "core/layout/search/disjunctive_search.h"
#include "core/layout/search/granularity.h"
#include "core/layout/search/postpone_search.h"
#include "core/plan/bounds.h"

namespace stowage {
namespace {

using Region = BranchingHeuristic::Region;
using Key = BranchingHeuristic::Key;

/// The first goes through the cliques one after the other as long as none has failed: the quickest on large graphs.
constexpr std::array kManners = {
    BranchingHeuristic{Region::failed, Key::size},     BranchingHeuristic{Region::lowest, Key::area},
    BranchingHeuristic{Region::lowest, Key::lifetime}, BranchingHeuristic{Region::lowest, Key::size},
    BranchingHeuristic{Region::lowest, Key::load},     BranchingHeuristic{Region::failed, Key::area},
    BranchingHeuristic{Region::tight, Key::area},      BranchingHeuristic{Region::failed, Key::lifetime},
    BranchingHeuristic{Region::tight, Key::lifetime},  BranchingHeuristic{Region::tight, Key::size},
    BranchingHeuristic{Region::failed, Key::load},     BranchingHeuristic{Region::tight, Key::load},
};
constexpr std::array kKeys = {Key::area, Key::lifetime, Key::size, Key::load};

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …: whatever the number that would have been enough, not much more is used
/// (Luby, Sinclair and Zuckerman). `turn` counts from 1.
std::uint64_t luby(std::uint64_t turn) {
  std::uint64_t size = 1;
  while (size < turn) size = 2 * size + 1;
  for (; size != turn; size /= 2)
    if (turn > size / 2) turn -= size / 2;
  return (size + 1) / 2;
}

struct Turn {
  BranchingHeuristic heuristic;
  std::uint64_t failures;
};

/// Longer and longer runs of every heuristic, which learn where it fails; and many short ones from the bottom, with
/// keys changed at random. About as many failures of one as of the other.
class Turns {
 public:
  [[nodiscard]] Turn next() {
    if (long_failures_ <= short_failures_) {
      const std::uint64_t turn = long_turns_++;
      const Turn out{kManners[turn % kManners.size()], kLong << std::min<std::uint64_t>(turn / kManners.size(), 40)};
      long_failures_ += out.failures;
      return out;
    }
    const std::uint64_t turn = ++short_turns_;
    const Turn out{{Region::lowest, kKeys[turn % kKeys.size()], turn}, kShort * luby(turn)};
    short_failures_ += out.failures;
    return out;
  }

 private:
  static constexpr std::uint64_t kShort = 200, kLong = 1'000;
  std::uint64_t short_turns_ = 0, long_turns_ = 0, short_failures_ = 0, long_failures_ = 0;
};

}  // namespace

/// One component, with what is known of it.
class ExactSearch::Component {
 public:
  explicit Component(ConflictModel model) : model_(std::move(model)), lower_(model_.bound) {
    if (model_.has_groups())
      search_ = std::make_unique<DisjunctiveSearch>(model_);
    else
      search_ = std::make_unique<PostponeSearch>(model_);
    for (std::size_t b = 0; b < model_.block_sizes.size(); ++b) {
      upper_ = round_up(upper_, model_.steps[b]);
      starts_.push_back(upper_);
      upper_ += model_.block_sizes[b];
    }
  }

  [[nodiscard]] std::size_t size() const { return model_.size(); }
  [[nodiscard]] std::int64_t lower() const { return lower_; }
  [[nodiscard]] std::int64_t upper() const { return upper_; }
  [[nodiscard]] std::uint64_t nodes() const { return search_->nodes(); }

  void start_from(const LayoutProblem& problem, std::span<const Offset> offsets) {
    keep([&](std::size_t b) { return offsets[problem.block(model_.block_ids[b])[0].index()].value; });
  }

  Feasibility::Answer fits(std::int64_t capacity, std::uint64_t node_budget, const Task& task) {
    if (upper_ <= capacity) return Feasibility::Answer::fits;
    if (capacity < lower_) return Feasibility::Answer::infeasible;
    if (std::exchange(capacity_, capacity) != capacity) turns_ = {};
    const std::uint64_t last = nodes() + node_budget;
    while (nodes() < last) {
      const Turn turn = turns_.next();
      switch (search_->run(capacity, turn.heuristic, {last - nodes(), turn.failures}, task)) {
        case SearchEnd::found:
          keep([&](std::size_t b) {
            const auto item = model_.blocks[b][0];
            return search_->offset(item) - model_.ahead[item];
          });
          return Feasibility::Answer::fits;
        case SearchEnd::exhausted:
          lower_ = round_up(capacity + 1, model_.grain);
          return Feasibility::Answer::infeasible;
        case SearchEnd::out_of_budget:
          break;
        case SearchEnd::stopped:
          return Feasibility::Answer::gave_up;
      }
    }
    return Feasibility::Answer::gave_up;
  }

  void write(const LayoutProblem& problem, std::vector<Offset>& offsets) const {
    for (std::size_t b = 0; b < starts_.size(); ++b) {
      std::int64_t at = starts_[b];
      for (TensorId t : problem.block(model_.block_ids[b])) {
        offsets[t.index()] = {at};
        at += problem.sizes()[t.index()].count;
      }
    }
  }

 private:
  /// The plan in which block b begins at start(b), if it is better.
  template <class Start>
  void keep(const Start& start) {
    std::vector<std::int64_t> starts;
    std::int64_t end = 0;
    for (std::size_t b = 0; b < model_.block_sizes.size(); ++b) {
      starts.push_back(start(b));
      end = std::max(end, starts.back() + model_.block_sizes[b]);
    }
    if (end >= upper_) return;
    upper_ = end;
    starts_ = std::move(starts);
  }

  ConflictModel model_;
  std::unique_ptr<FeasibilitySearch> search_;
  std::int64_t lower_, upper_ = 0;    // proved; of the best plan
  std::vector<std::int64_t> starts_;  // by block, in that plan
  std::int64_t capacity_ = -1;        // last asked for
  Turns turns_;                       // taken for that
};

ExactSearch::ExactSearch(const LayoutProblem& problem, std::int64_t bound, LooseTensors loose)
    : problem_(&problem), bound_(bound), loose_(std::move(loose)) {}
ExactSearch::ExactSearch(ExactSearch&&) noexcept = default;
ExactSearch& ExactSearch::operator=(ExactSearch&&) noexcept = default;
ExactSearch::~ExactSearch() = default;

Result<ExactSearch> ExactSearch::make(const LayoutProblem& problem, const Task& task) {
  Bounds bounds = quick_bounds(problem);
  auto clique = heaviest_clique(problem, task);
  if (!clique) return tl::unexpected(clique.error());
  bounds.clique = *clique;
  auto loose = find_loose(problem, bounds.best(), task);
  if (!loose) return tl::unexpected(loose.error());
  auto models = conflict_components(problem, std::move(clique->members), loose->listed, task);
  if (!models) return tl::unexpected(models.error());
  ExactSearch out(problem, bounds.best().count, std::move(*loose));
  for (ConflictModel& model : *models) out.components_.push_back(std::make_unique<Component>(std::move(model)));
  return out;
}

void ExactSearch::start_from(std::span<const Offset> offsets) {
  for (auto& component : components_) component->start_from(*problem_, offsets);
}

std::size_t ExactSearch::open_components(Bytes capacity) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(components_, [&](const auto& component) { return component->upper() > capacity.count; }));
}

Feasibility ExactSearch::fits(Bytes capacity, std::uint64_t node_budget, const Task& task) {
  if (capacity.count < lower_bound().count) return {Feasibility::Answer::infeasible, {}, {}};
  bool all_fit = true;
  for (auto& component : components_) {
    const Feasibility::Answer answer = component->fits(capacity.count, node_budget, task);
    if (answer == Feasibility::Answer::infeasible) return {answer, {}, {}};
    all_fit = all_fit && answer == Feasibility::Answer::fits;
  }
  if (!all_fit) return {};
  return {Feasibility::Answer::fits, best(), best_footprint()};
}

Bytes ExactSearch::lower_bound() const {
  std::int64_t out = bound_;
  for (const auto& component : components_) out = std::max(out, component->lower());
  return {out};
}

Bytes ExactSearch::best_footprint() const {
  std::int64_t out = bound_;
  for (const auto& component : components_) out = std::max(out, component->upper());
  return {out};
}

std::vector<Offset> ExactSearch::best() const {
  std::vector<Offset> out(problem_->sizes().size());
  // Blocks that keep bytes from nobody lie at 0.
  for (std::size_t b = 0; b < problem_->block_count(); ++b) {
    std::int64_t at = 0;
    for (TensorId t : problem_->block(b)) {
      out[t.index()] = {at};
      at += problem_->sizes()[t.index()].count;
    }
  }
  for (const auto& component : components_) component->write(*problem_, out);
  place_loose(*problem_, loose_, out);
  return out;
}

std::int64_t ExactSearch::grain() const {
  return granularity_of(*problem_);
}

std::size_t ExactSearch::component_count() const {
  return components_.size();
}

std::size_t ExactSearch::searched_tensor_count() const {
  std::size_t out = 0;
  for (const auto& component : components_) out += component->size();
  return out;
}

std::uint64_t ExactSearch::nodes() const {
  std::uint64_t out = 0;
  for (const auto& component : components_) out += component->nodes();
  return out;
}

}  // namespace stowage
