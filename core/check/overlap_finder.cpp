// SPDX-License-Identifier: Apache-2.0
#include "core/check/overlap_finder.h"

#include <algorithm>
#include <iterator>
#include <set>

// The addresses are swept upwards, and the tensors that hold the current one are kept in *chains*, each tensor of which
// is over before the next begins. "Over before" is transitive, and who begins later cannot be over before who begins
// earlier; so a tensor conflicts with nobody in a chain iff its two neighbours there, by step of their producers, are
// in order with it, and the ones it conflicts with lie next to its place in an unbroken row. A valid plan needs one
// chain, hence two tests a tensor, however many share the address; a tensor that fits no chain starts another.

namespace stowage {
namespace {

class Sharers {
 public:
  Sharers(const Graph& graph, const VectorClocks& history, std::size_t most)
      : graph_(graph), history_(history), most_(most), chain_of_(graph.tensor_count()) {}

  [[nodiscard]] bool full() const { return pairs_.size() >= most_; }
  [[nodiscard]] std::vector<std::pair<TensorId, TensorId>> take_pairs() && { return std::move(pairs_); }

  void enter(TensorId t) {
    const Key key{birth(t), t};
    std::size_t home = chains_.size();
    for (std::size_t c = 0; c < chains_.size() && !full(); ++c)
      if (!report_conflicts(chains_[c], key) && home == chains_.size()) home = c;
    if (home == chains_.size()) chains_.emplace_back();
    chains_[home].insert(key);
    chain_of_[t.index()] = home;
  }
  void leave(TensorId t) {
    chains_[chain_of_[t.index()]].erase({birth(t), t});
    while (!chains_.empty() && chains_.back().empty()) chains_.pop_back();
  }

 private:
  using Key = std::pair<std::int64_t, TensorId>;
  using Chain = std::set<Key>;

  /// Step of the producer; -1: present from the start.
  [[nodiscard]] std::int64_t birth(TensorId t) const {
    const OperatorId producer = graph_.producer(t);
    return producer.valid() ? std::int64_t{history_.step(producer)} : -1;
  }
  /// Whether every use of a is over when b's producer starts.
  [[nodiscard]] bool over_before(TensorId a, TensorId b) const {
    const OperatorId start = graph_.producer(b);
    if (graph_.is_output(a) || !start.valid()) return false;
    const auto over = [&](OperatorId use) { return history_.leads_to(use, start); };
    return (!graph_.producer(a).valid() || over(graph_.producer(a))) && std::ranges::all_of(graph_.consumers(a), over);
  }
  bool report_conflicts(const Chain& chain, const Key& key) {
    const std::size_t known = pairs_.size();
    const auto above = chain.lower_bound(key);
    for (auto it = above; it != chain.begin() && !full(); --it) {
      if (over_before(std::prev(it)->second, key.second)) break;
      report(std::prev(it)->second, key.second);
    }
    for (auto it = above; it != chain.end() && !full(); ++it) {
      if (over_before(key.second, it->second)) break;
      report(key.second, it->second);
    }
    return pairs_.size() > known;
  }
  void report(TensorId a, TensorId b) { pairs_.emplace_back(std::min(a, b), std::max(a, b)); }

  const Graph& graph_;
  const VectorClocks& history_;
  std::size_t most_;
  std::vector<Chain> chains_;
  std::vector<std::size_t> chain_of_;  // by tensor
  std::vector<std::pair<TensorId, TensorId>> pairs_;
};

}  // namespace

Result<std::vector<std::pair<TensorId, TensorId>>> find_overlaps(const Graph& graph, const VectorClocks& history,
                                                                 std::vector<PlacedTensor> placed, std::size_t most,
                                                                 const Task& task) {
  std::ranges::sort(placed, {}, [](const PlacedTensor& p) { return std::pair(p.begin, p.tensor); });
  std::vector<PlacedTensor> ends = placed;
  std::ranges::sort(ends, {}, [](const PlacedTensor& p) { return std::pair(p.end, p.tensor); });
  Sharers sharers(graph, history, most);
  auto left = ends.begin();
  for (std::size_t k = 0; k < placed.size() && !sharers.full(); ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    for (; left->end <= placed[k].begin; ++left) sharers.leave(left->tensor);
    sharers.enter(placed[k].tensor);
  }
  return std::move(sharers).take_pairs();
}

}  // namespace stowage
