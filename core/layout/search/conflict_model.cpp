// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/conflict_model.h"

#include <set>

#include "core/layout/search/block_pairs.h"

namespace stowage {
namespace {

using Item = ConflictModel::Item;
constexpr Item kNone = std::numeric_limits<Item>::max();
using ItemClique = std::vector<Item>;

constexpr std::size_t kMaxMembers = 150'000;  // of all cliques together; half and twice as many: the same on 7 inputs

/// Fills `cliques` and `cliques_of` of a model whose items and neighbours are known: the items alive at each step of
/// the global order, unless they are part of a neighbouring step's, and `heaviest` (the items of some clique found
/// before). Measured: a heavy clique around each item besides changed no plan and no bound of search on 100 random
/// graphs on one to four streams.
class CliqueCollector {
 public:
  CliqueCollector(const LayoutProblem& problem, ConflictModel& model) : problem_(problem), model_(model) {}

  /// False where the task was stopped.
  bool fill(ItemClique heaviest, const Task& task) && {
    if (!add_live_sets(task)) return false;
    if (problem_.conflicts().windows().empty()) add(std::move(heaviest));
    model_.cliques_of = Csr<std::uint32_t>::from_pairs(model_.size(), memberships_);
    return true;
  }

 private:
  void add(ItemClique clique) {
    if (clique.size() < 2 || memberships_.size() + clique.size() > kMaxMembers) return;
    std::ranges::sort(clique);
    if (!known_.insert(clique).second) return;
    for (Item i : clique) memberships_.emplace_back(i, static_cast<std::uint32_t>(model_.cliques.row_count()));
    model_.cliques.add_row(clique);
  }

  [[nodiscard]] Conflicts::Window life(Item i) const {
    const TensorId t = model_.tensors[i];
    if (const auto windows = problem_.conflicts().windows(); !windows.empty()) return windows[t.index()];
    const Lifetime life = problem_.lifetimes()[t.index()];
    return {static_cast<Conflicts::Position>(life.begin), static_cast<Conflicts::Position>(life.end)};
  }

  /// Adds the heaviest live sets, as many as there is room for, in the order of time. A set is not part of another
  /// where its last begin comes right before an end.
  bool add_live_sets(const Task& task) {
    std::vector<std::pair<Conflicts::Position, Item>> begins, ends;
    for (Item i = 0; i < model_.size(); ++i) {
      const auto [begin, end] = life(i);
      if (begin >= end) continue;
      begins.emplace_back(begin, i);
      ends.emplace_back(end, i);
    }
    std::ranges::sort(begins);
    std::ranges::sort(ends);
    std::vector<std::pair<std::int64_t, ItemClique>> sets;  // weight, members: as many as items and pairs at most
    std::set<Item> live;
    std::int64_t weight = 0;
    for (std::size_t b = 0, e = 0; b < begins.size();) {
      if (task.poll(sets.size(), 64)) return false;
      for (; b < begins.size() && begins[b].first < ends[e].first; ++b) {
        live.insert(begins[b].second);
        weight += model_.sizes[begins[b].second];
      }
      sets.emplace_back(weight, ItemClique(live.begin(), live.end()));
      for (; b < begins.size() && ends[e].first <= begins[b].first; ++e) {
        live.erase(ends[e].second);
        weight -= model_.sizes[ends[e].second];
      }
    }
    auto order = numbers_below<std::size_t>(sets.size());
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t k) { return sets[k].first; });
    std::size_t kept = 0, members = 0;
    while (kept < order.size() && (members += sets[order[kept]].second.size()) <= kMaxMembers) ++kept;
    order.resize(kept);
    std::ranges::sort(order);
    for (std::size_t k : order) add(std::move(sets[k].second));
    return true;
  }

  const LayoutProblem& problem_;
  ConflictModel& model_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> memberships_;  // item, clique
  std::set<ItemClique> known_;
};

/// Walks from tensor to tensor along the unsafe relation.
class Components {
 public:
  Components(const LayoutProblem& problem, const BlockPairs& pairs, std::vector<TensorId> heaviest)
      : problem_(problem), pairs_(pairs), heaviest_(std::move(heaviest)), item_of_(problem.sizes().size(), kNone) {}

  Result<std::vector<ConflictModel>> find(const Task& task) && {
    std::vector<ConflictModel> out;
    for (TensorId t : problem_.graph().tensors()) {
      if (!problem_.occupies(t) || item_of_[t.index()] != kNone) continue;
      ConflictModel& model = out.emplace_back(component_of(t));
      if (!CliqueCollector(problem_, model).fill(heaviest_in(model), task)) return tl::unexpected(task.why_stopped());
      measure(model);
    }
    std::ranges::stable_sort(out, std::ranges::greater(), &ConflictModel::bound);
    return out;
  }

 private:
  /// An item gets its number as soon as it is reached.
  ConflictModel component_of(TensorId first) {
    ConflictModel model;
    model.granularity = problem_.granularity();
    add_item(model, first);
    std::vector<Item> row;
    for (std::size_t i = 0; i < model.size(); ++i) {
      row.clear();
      for (BlockPairs::Block other : pairs_.whole(problem_.block_of(model.tensors[i]))) {
        const TensorId t = problem_.block(other)[0];
        if (item_of_[t.index()] == kNone) add_item(model, t);
        row.push_back(item_of_[t.index()]);
      }
      model.neighbours.add_row(row);
    }
    return model;
  }

  void add_item(ConflictModel& model, TensorId t) {
    item_of_[t.index()] = static_cast<Item>(model.size());
    model.tensors.push_back(t);
    model.sizes.push_back(problem_.sizes()[t.index()].count);
    model.steps.push_back(problem_.block_step(problem_.block_of(t)));
  }

  /// The part of the heaviest clique that is in this component.
  [[nodiscard]] std::vector<Item> heaviest_in(const ConflictModel& model) const {
    std::vector<Item> out;
    for (TensorId t : heaviest_)
      if (const Item i = item_of_[t.index()]; i < model.size() && model.tensors[i] == t) out.push_back(i);
    return out;
  }

  static void measure(ConflictModel& model) {
    model.bound = std::ranges::max(model.sizes);
    for (std::size_t c = 0; c < model.cliques.row_count(); ++c) {
      std::int64_t sum = 0;
      for (Item i : model.cliques[c]) sum += model.sizes[i];
      model.bound = std::max(model.bound, sum);
    }
  }

  const LayoutProblem& problem_;
  const BlockPairs& pairs_;
  std::vector<TensorId> heaviest_;
  std::vector<Item> item_of_;  // by tensor, in its component
};

}  // namespace

Result<std::vector<ConflictModel>> conflict_components(const LayoutProblem& problem, std::vector<TensorId> heaviest,
                                                       const Task& task) {
  constexpr std::size_t kMaxPairs = 6'000'000;  // a search takes about 100 bytes each: 600 MB
  constexpr Bytes kMaxBytes{2 * kMaxPairs * sizeof(BlockPairs::Block)};
  STOWAGE_TRY(const auto pairs, BlockPairs::make(problem, kMaxBytes, task));
  return Components(problem, pairs, std::move(heaviest)).find(task);
}

}  // namespace stowage
