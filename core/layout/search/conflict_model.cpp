// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/conflict_model.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "core/base/bits.h"
#include "core/layout/search/cliques.h"
#include "core/layout/search/granularity.h"

namespace stowage {
namespace {

using Item = ConflictModel::Item;
constexpr Item kNone = std::numeric_limits<Item>::max();

Error too_many_pairs() {
  return Error::of(Error::Kind::too_large, "more than " + std::to_string(kMostListedPairs) +
                                               " pairs of tensors are unsafe, more than the exact search can list");
}

/// Walks from block to block along the unsafe relation, which it lists as it goes.
class Components {
 public:
  Components(const LayoutProblem& problem, const std::vector<bool>& left_out, std::vector<TensorId> heaviest)
      : problem_(problem),
        left_out_(left_out),
        heaviest_(std::move(heaviest)),
        grain_(granularity_of(problem)),
        block_of_(problem.sizes().size()),
        seen_(problem.block_count()),
        item_of_(problem.sizes().size(), kNone),
        row_((problem.sizes().size() + 63) / 64) {
    for (std::uint32_t b = 0; b < problem.block_count(); ++b)
      for (TensorId t : problem.block(b)) block_of_[t.index()] = b;
  }

  Result<std::vector<ConflictModel>> find(const Task& task) && {
    std::vector<ConflictModel> out;
    for (std::uint32_t b = 0; b < problem_.block_count(); ++b) {
      if (seen_[b]) continue;
      seen_[b] = true;
      if (std::ranges::none_of(problem_.block(b), [&](TensorId t) { return takes_part(t); })) continue;
      auto made = component_of(b, task);
      if (!made) return tl::unexpected(made.error());
      out.push_back(std::move(*made));
    }
    std::ranges::stable_sort(out, std::ranges::greater(), &ConflictModel::bound);
    return out;
  }

 private:
  static constexpr std::size_t kStopInterval = 64;

  [[nodiscard]] bool takes_part(TensorId t) const { return problem_.occupies(t) && !left_out_[t.index()]; }

  Result<ConflictModel> component_of(std::uint32_t first, const Task& task) {
    ConflictModel model;
    std::vector<std::uint32_t> reached{first};
    std::vector<std::vector<TensorId>> rivals;
    for (std::size_t k = 0; k < reached.size(); ++k) {
      for (TensorId t : add_block(model, reached[k])) {
        if (++rows_ % kStopInterval == 0 && task.should_stop()) return tl::unexpected(task.why_stopped());
        rivals.push_back(rivals_of(t, reached));
        listed_ += rivals.back().size();
        if (listed_ / 2 > kMostListedPairs) return tl::unexpected(too_many_pairs());
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

  /// Its tensors that take part.
  std::vector<TensorId> add_block(ConflictModel& model, std::uint32_t b) {
    const auto number = static_cast<std::uint32_t>(model.block_ids.size());
    std::vector<TensorId> occupying;
    std::vector<Item> items;
    std::int64_t ahead = 0;
    for (TensorId t : problem_.block(b)) {
      const std::int64_t size = problem_.sizes()[t.index()].count;
      if (takes_part(t)) {
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
      if (b == block_of_[t.index()] || !takes_part(TensorId(other))) return;
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

  void measure(ConflictModel& model) const {
    model.bound = std::ranges::max(model.block_sizes);
    for (std::size_t c = 0; c < model.cliques.row_count(); ++c) {
      std::int64_t sum = 0;
      for (Item i : model.cliques[c]) sum += model.sizes[i];
      model.bound = std::max(model.bound, sum);
    }
    model.grain = grain_;
  }

  const LayoutProblem& problem_;
  const std::vector<bool>& left_out_;
  std::vector<TensorId> heaviest_;
  std::int64_t grain_;
  std::vector<std::uint32_t> block_of_;
  std::vector<bool> seen_;
  std::vector<Item> item_of_;  // by tensor, in its component
  std::vector<std::uint64_t> row_;
  std::size_t rows_ = 0;
  std::uint64_t listed_ = 0;
};

}  // namespace

Result<std::vector<ConflictModel>> conflict_components(const LayoutProblem& problem, std::vector<TensorId> heaviest,
                                                       const std::vector<bool>& left_out, const Task& task) {
  return Components(problem, left_out, std::move(heaviest)).find(task);
}

}  // namespace stowage
