// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/conflict_model.h"

#include <set>

#include "core/base/bits.h"

namespace stowage {
namespace {

using Item = ConflictModel::Item;
constexpr Item kNone = std::numeric_limits<Item>::max();
using ItemClique = std::vector<Item>;

constexpr std::size_t kMaxMembers = 150'000;  // of all cliques together
constexpr std::size_t kMaxGreedy = 4'000;     // items for which a clique is grown

/// Fills `cliques` and `cliques_of` of a model whose items and neighbours are known: the items alive at each step of
/// the global order, unless they are part of a neighbouring step's; where these are not all of the relation, also
/// `heaviest` (the items of some clique found before) and, for each item, a heavy clique that holds it.
class CliqueCollector {
 public:
  CliqueCollector(const LayoutProblem& problem, ConflictModel& model) : problem_(problem), model_(model) {}

  /// False where the task was stopped.
  bool fill(ItemClique heaviest, const Task& task) && {
    if (!add_live_sets(task)) return false;
    if (problem_.conflicts().windows().empty()) {
      add(std::move(heaviest));
      for (Item i = 0; i < model_.size() && model_.size() <= kMaxGreedy; ++i) {
        if (task.should_stop()) return false;
        add(grown_from(i));
      }
    }
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

  /// Calls `set()` for each live set that is not part of another: its last begin comes right before an end.
  template <class Begin, class End, class Set>
  void walk(const Begin& begin, const End& end, const Set& set) const {
    for (std::size_t b = 0, e = 0; b < begins_.size();) {
      while (b < begins_.size() && begins_[b].first < ends_[e].first) begin(begins_[b++].second);
      set();
      if (b < begins_.size())
        for (; ends_[e].first <= begins_[b].first; ++e) end(ends_[e].second);
    }
  }

  /// Adds the heaviest live sets, as many as there is room for, in the order of time.
  bool add_live_sets(const Task& task) {
    for (Item i = 0; i < model_.size(); ++i) {
      const auto [begin, end] = life(i);
      if (begin >= end) continue;
      begins_.emplace_back(begin, i);
      ends_.emplace_back(end, i);
    }
    std::ranges::sort(begins_);
    std::ranges::sort(ends_);
    const std::vector<bool> chosen = heaviest_live_sets();
    std::set<Item> live;
    std::size_t k = 0;
    bool stopped = false;
    walk([&](Item i) { live.insert(i); }, [&](Item i) { live.erase(i); },
         [&] {
           stopped = stopped || task.poll(k, 64);
           if (chosen[k++] && !stopped) add({live.begin(), live.end()});
         });
    return !stopped;
  }

  [[nodiscard]] std::vector<bool> heaviest_live_sets() const {
    struct LiveSet {
      std::int64_t weight;
      std::size_t members, index;
    };
    std::vector<LiveSet> sets;
    LiveSet live{};
    walk([&](Item i) { live.weight += model_.sizes[i], ++live.members; },
         [&](Item i) { live.weight -= model_.sizes[i], --live.members; },
         [&] {
           sets.push_back({live.weight, live.members, sets.size()});
         });
    std::vector<bool> out(sets.size());
    std::ranges::stable_sort(sets, std::ranges::greater(), &LiveSet::weight);
    std::size_t members = 0;
    for (const LiveSet& set : sets) {
      members += set.members;
      if (members > kMaxMembers) break;
      out[set.index] = true;
    }
    return out;
  }

  /// Takes the largest neighbour that is unsafe to all taken before.
  [[nodiscard]] ItemClique grown_from(Item first) const {
    ItemClique out{first};
    ItemClique candidates(model_.neighbours[first].begin(), model_.neighbours[first].end());
    std::ranges::sort(candidates,
                      [&](Item a, Item b) { return std::pair(-model_.sizes[a], a) < std::pair(-model_.sizes[b], b); });
    for (Item i : candidates) {
      const auto unsafe_to_i = [&](Item taken) {
        return problem_.conflicts().unsafe(model_.tensors[taken], model_.tensors[i]);
      };
      if (std::ranges::all_of(out, unsafe_to_i)) out.push_back(i);
    }
    return out;
  }

  const LayoutProblem& problem_;
  ConflictModel& model_;
  std::vector<std::pair<Conflicts::Position, Item>> begins_, ends_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> memberships_;  // item, clique
  std::set<ItemClique> known_;
};

/// Walks from tensor to tensor along the unsafe relation, which it lists as it goes.
class Components {
 public:
  Components(const LayoutProblem& problem, const std::vector<bool>& left_out, std::vector<TensorId> heaviest)
      : problem_(problem),
        left_out_(left_out),
        heaviest_(std::move(heaviest)),
        item_of_(problem.sizes().size(), kNone),
        row_((problem.sizes().size() + 63) / 64) {}

  Result<std::vector<ConflictModel>> find(const Task& task) && {
    std::vector<ConflictModel> out;
    for (TensorId t : problem_.graph().tensors()) {
      if (!takes_part(t) || item_of_[t.index()] != kNone) continue;
      STOWAGE_TRY(auto made, component_of(t, task));
      out.push_back(std::move(made));
    }
    std::ranges::stable_sort(out, std::ranges::greater(), &ConflictModel::bound);
    return out;
  }

 private:
  [[nodiscard]] bool takes_part(TensorId t) const { return problem_.occupies(t) && !left_out_[t.index()]; }

  /// An item gets its number as soon as it is reached: each list is made only once, since long lists take much memory.
  Result<ConflictModel> component_of(TensorId first, const Task& task) {
    ConflictModel model;
    model.granularity = problem_.granularity();
    add_item(model, first);
    std::vector<Item> row;
    for (std::size_t i = 0; i < model.size(); ++i) {
      if (task.poll(++rows_, 64)) return tl::unexpected(task.why_stopped());
      list_neighbours(model.tensors[i], model, row);
      model.neighbours.add_row(row);
      listed_ += row.size();
      if (listed_ / 2 > kMaxListedPairs)
        return tl::unexpected(
            Error::of(Error::Kind::too_large, "more than " + std::to_string(kMaxListedPairs) +
                                                  " pairs of tensors are unsafe, more than the exact search can list"));
    }
    if (!CliqueCollector(problem_, model).fill(heaviest_in(model), task)) return tl::unexpected(task.why_stopped());
    measure(model);
    return model;
  }

  void add_item(ConflictModel& model, TensorId t) {
    item_of_[t.index()] = static_cast<Item>(model.size());
    model.tensors.push_back(t);
    model.sizes.push_back(problem_.sizes()[t.index()].count);
    model.steps.push_back(problem_.block_step(problem_.block_of(t)));
  }

  /// Lists the neighbours of `t`, which are then reached.
  void list_neighbours(TensorId t, ConflictModel& model, std::vector<Item>& out) {
    out.clear();
    problem_.conflicts().unsafe_row(t, row_);
    for_each_bit(row_, [&](std::size_t other) {
      if (TensorId(other) == t || !takes_part(TensorId(other))) return;
      if (item_of_[other] == kNone) add_item(model, TensorId(other));
      out.push_back(item_of_[other]);
    });
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
  const std::vector<bool>& left_out_;
  std::vector<TensorId> heaviest_;
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
