// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/conflict_model.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "core/base/bits.h"
#include "core/bounds/bounds.h"
#include "core/layout/search/cliques.h"

namespace stowage {
namespace {

using Item = ConflictModel::Item;
constexpr Item kNone = std::numeric_limits<Item>::max();

/// Walks from block to block along the unsafe relation, which it lists as it goes.
class Components {
 public:
  explicit Components(const LayoutProblem& problem)
      : problem_(problem),
        block_of_(problem.sizes().size()),
        seen_(problem.block_count()),
        item_of_(problem.sizes().size(), kNone),
        row_((problem.sizes().size() + 63) / 64) {
    for (std::uint32_t b = 0; b < problem.block_count(); ++b)
      for (TensorId t : problem.block(b)) block_of_[t.index()] = b;
  }

  Result<std::vector<ConflictModel>> find(const Task& task) && {
    std::vector<ConflictModel> out;
    auto heaviest = heaviest_clique(problem_, task);
    if (!heaviest) return tl::unexpected(heaviest.error());
    heaviest_ = std::move(heaviest->members);
    for (std::uint32_t b = 0; b < problem_.block_count(); ++b) {
      if (seen_[b]) continue;
      seen_[b] = true;
      if (std::ranges::none_of(problem_.block(b), [&](TensorId t) { return problem_.occupies(t); })) continue;
      auto made = component_of(b, task);
      if (!made) return tl::unexpected(made.error());
      out.push_back(std::move(*made));
    }
    std::ranges::stable_sort(out, std::ranges::greater(), &ConflictModel::bound);
    return out;
  }

 private:
  static constexpr std::size_t kStopInterval = 64;

  Result<ConflictModel> component_of(std::uint32_t first, const Task& task) {
    ConflictModel model;
    std::vector<std::uint32_t> reached{first};
    std::vector<std::vector<TensorId>> rivals;
    for (std::size_t k = 0; k < reached.size(); ++k) {
      for (TensorId t : add_block(model, reached[k])) {
        if (++rows_ % kStopInterval == 0 && task.should_stop()) return tl::unexpected(task.why_stopped());
        rivals.push_back(rivals_of(t, reached));
      }
    }
    std::vector<Item> row;
    for (const auto& list : rivals) {
      row.clear();
      for (TensorId t : list) row.push_back(item_of_[t.index()]);
      model.rivals.add_row(row);
    }
    if (auto added = add_cliques(problem_, heaviest_in(model), model, task); !added)
      return tl::unexpected(added.error());
    measure(model);
    return model;
  }

  /// Its tensors that occupy something.
  std::vector<TensorId> add_block(ConflictModel& model, std::uint32_t b) {
    const auto number = static_cast<std::uint32_t>(model.block_ids.size());
    std::vector<TensorId> occupying;
    std::vector<Item> items;
    std::int64_t ahead = 0;
    for (TensorId t : problem_.block(b)) {
      const std::int64_t size = problem_.sizes()[t.index()].count;
      if (problem_.occupies(t)) {
        item_of_[t.index()] = static_cast<Item>(model.tensors.size());
        items.push_back(item_of_[t.index()]);
        occupying.push_back(t);
        model.tensors.push_back(t);
        model.sizes.push_back(size);
        model.block_of.push_back(number);
        model.ahead.push_back(ahead);
      }
      ahead += size;
    }
    model.blocks.add_row(items);
    model.block_ids.push_back(b);
    model.steps.push_back(problem_.block_step(b));
    model.block_sizes.push_back(ahead);
    return occupying;
  }

  /// Those in other blocks; these are reached.
  std::vector<TensorId> rivals_of(TensorId t, std::vector<std::uint32_t>& reached) {
    std::vector<TensorId> out;
    problem_.conflicts().unsafe_row(t, row_);
    for_each_bit(row_, [&](std::size_t other) {
      const std::uint32_t b = block_of_[other];
      if (b == block_of_[t.index()] || !problem_.occupies(TensorId(other))) return;
      out.emplace_back(other);
      if (seen_[b]) return;
      seen_[b] = true;
      reached.push_back(b);
    });
    return out;
  }

  /// As far as it is in this component.
  [[nodiscard]] std::vector<Item> heaviest_in(const ConflictModel& model) const {
    std::vector<Item> out;
    for (TensorId t : heaviest_)
      if (const Item i = item_of_[t.index()]; i < model.size() && model.tensors[i] == t) out.push_back(i);
    return out;
  }

  static void measure(ConflictModel& model) {
    model.bound = std::ranges::max(model.block_sizes);
    for (std::size_t c = 0; c < model.cliques.row_count(); ++c) {
      std::int64_t sum = 0;
      for (Item i : model.cliques[c]) sum += model.sizes[i];
      model.bound = std::max(model.bound, sum);
    }
    model.grain = grain_of(model);
  }

  /// Starts are sums and differences of sizes, rounded up to steps: all are multiples of what divides every size and,
  /// for each step, divides it or is divided by it.
  static std::int64_t grain_of(const ConflictModel& model) {
    std::int64_t grain = 0;
    for (const auto& lengths : {model.sizes, model.ahead, model.block_sizes})
      for (std::int64_t length : lengths) grain = std::gcd(grain, length);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::int64_t step : model.steps) {
        if (grain % step == 0 || step % grain == 0) continue;
        grain = std::gcd(grain, step);
        changed = true;
      }
    }
    return grain;
  }

  const LayoutProblem& problem_;
  std::vector<std::uint32_t> block_of_;
  std::vector<bool> seen_;
  std::vector<Item> item_of_;  // by tensor, in its component
  std::vector<std::uint64_t> row_;
  std::vector<TensorId> heaviest_;
  std::size_t rows_ = 0;
};

}  // namespace

Result<std::vector<ConflictModel>> conflict_components(const LayoutProblem& problem, const Task& task) {
  const auto& degrees = problem.degrees();
  const std::uint64_t pairs = std::accumulate(degrees.begin(), degrees.end(), std::uint64_t{0}) / 2;
  if (pairs > kMostListedPairs)
    return tl::unexpected(Error::bad_input("", "",
                                           std::to_string(pairs) +
                                               " pairs are unsafe; the exact search lists at most " +
                                               std::to_string(kMostListedPairs)));
  return Components(problem).find(task);
}

}  // namespace stowage
