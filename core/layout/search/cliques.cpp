// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/cliques.h"

#include <algorithm>
#include <set>
#include <utility>

namespace stowage {
namespace {

using Item = ConflictModel::Item;
using ItemClique = std::vector<Item>;

constexpr std::size_t kMostMembers = 150'000;  // of all cliques together
constexpr std::size_t kMostGreedy = 4'000;     // items for which a clique is grown

class Family {
 public:
  Family(const LayoutProblem& problem, const ConflictModel& model) : problem_(problem), model_(model) {}

  Result<std::vector<ItemClique>> find(ItemClique heaviest, const Task& task) && {
    if (!add_live_sets(task)) return tl::unexpected(task.why_stopped());
    if (problem_.conflicts().windows().empty()) {
      add(std::move(heaviest));
      for (Item i = 0; i < model_.size() && model_.size() <= kMostGreedy; ++i) {
        if (task.should_stop()) return tl::unexpected(task.why_stopped());
        add(grown_from(i));
      }
    }
    return std::move(cliques_);
  }

 private:
  void add(ItemClique clique) {
    if (clique.size() < 2 || members_ + clique.size() > kMostMembers) return;
    std::ranges::sort(clique);
    if (!known_.insert(clique).second) return;
    members_ += clique.size();
    cliques_.push_back(std::move(clique));
  }

  [[nodiscard]] Conflicts::Window life(Item i) const {
    const TensorId t = model_.tensors[i];
    if (const auto windows = problem_.conflicts().windows(); !windows.empty()) return windows[t.index()];
    const Lifetime life = problem_.lifetimes()[t.index()];
    return {static_cast<Conflicts::Position>(life.begin), static_cast<Conflicts::Position>(life.end)};
  }

  /// Calls `set()` for each live set that is no part of another: something begins last before something ends.
  template <class Begin, class End, class Set>
  void walk(const Begin& begin, const End& end, const Set& set) const {
    for (std::size_t b = 0, e = 0; b < begins_.size();) {
      while (b < begins_.size() && begins_[b].first < ends_[e].first) begin(begins_[b++].second);
      set();
      if (b < begins_.size())
        for (; ends_[e].first <= begins_[b].first; ++e) end(ends_[e].second);
    }
  }

  /// The heaviest, as many as there is room for, in the order of time.
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
           stopped = stopped || (k % kStopInterval == 0 && task.should_stop());
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
      if (members > kMostMembers) break;
      out[set.index] = true;
    }
    return out;
  }

  /// Takes the largest rival that is unsafe to all taken before.
  [[nodiscard]] ItemClique grown_from(Item first) const {
    ItemClique out{first};
    ItemClique candidates(model_.rivals[first].begin(), model_.rivals[first].end());
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

  static constexpr std::size_t kStopInterval = 64;

  const LayoutProblem& problem_;
  const ConflictModel& model_;
  std::vector<std::pair<Conflicts::Position, Item>> begins_, ends_;
  std::vector<ItemClique> cliques_;
  std::set<ItemClique> known_;
  std::size_t members_ = 0;
};

}  // namespace

Result<void> add_cliques(const LayoutProblem& problem, std::vector<Item> heaviest, ConflictModel& model,
                         const Task& task) {
  auto family = Family(problem, model).find(std::move(heaviest), task);
  if (!family) return tl::unexpected(family.error());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> memberships;
  for (std::uint32_t c = 0; c < family->size(); ++c) {
    model.cliques.add_row((*family)[c]);
    for (Item i : (*family)[c]) memberships.emplace_back(i, c);
  }
  model.cliques_of = Csr<std::uint32_t>::from_pairs(model.size(), memberships);
  return {};
}

}  // namespace stowage
