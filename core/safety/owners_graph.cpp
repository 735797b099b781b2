// SPDX-License-Identifier: Apache-2.0
#include "core/safety/owners_graph.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/graph/indexing.h"
#include "core/safety/chains.h"

namespace stowage {
namespace {

class OwnersBuilder {
 public:
  OwnersBuilder(const Graph& graph, const Task& task)
      : graph_(graph), task_(task), reached_for_(graph.operator_count()), data_(graph.data()) {
    data_.views.clear();
    data_.in_place.clear();
    data_.tensor_owner.clear();
    data_.tensor_inset.clear();
    for (CompanionPair& pair : data_.companions) {
      pair.shift += graph.inset(pair.first) - graph.inset(pair.second);
      pair = {graph.owner(pair.first), graph.owner(pair.second), pair.shift};
    }
    std::erase_if(data_.companions, [](const CompanionPair& pair) { return pair.first == pair.second; });
  }

  Result<OwnersGraph> run() && {
    const auto lying_in = Csr<TensorId>::from_each(graph_.tensor_count(), [&](const auto& add) {
      for (TensorId t : graph_.tensors()) add(graph_.owner(t).index(), t);
    });
    Csr<OperatorId> consumers;
    for (TensorId t : graph_.tensors()) {
      if (task_.poll(t.index())) return tl::unexpected(task_.why_stopped());
      if (graph_.is_view(t)) data_.tensor_size[t.index()] = {};
      if (graph_.is_view(t) || lying_in[t.index()].size() == 1) {
        consumers.add_row(graph_.consumers(t));
        continue;
      }
      STOWAGE_CHECK(join(t, lying_in[t.index()]));
      consumers.add_row(users_);
    }
    data_.tensor_consumers = std::move(consumers);
    index_all(data_);
    return OwnersGraph{Graph(std::move(data_)), std::move(inexact_)};
  }

 private:
  /// Joins the uses of all tensors in the owner's bytes. Leaves the consumers in users_.
  Result<void> join(TensorId owner, std::span<const TensorId> in) {
    const OperatorId producer = graph_.producer(owner);
    bool output = false;
    users_.clear();
    for (TensorId t : in) {
      output = output || graph_.is_output(t);
      if (graph_.producer(t).valid()) users_.push_back(graph_.producer(t));
      users_.insert(users_.end(), graph_.consumers(t).begin(), graph_.consumers(t).end());
    }
    sort_distinct(users_);
    OperatorId begin = producer;
    if (producer.valid() && !all_reached_from(owner)) {
      STOWAGE_TRY(const bool led, leads_to_all(producer));
      if (!led) {
        inexact_.push_back(owner);
        STOWAGE_TRY(begin, leader_of_all());
        for (OperatorId use : graph_.consumers(owner))  // still wait for the old producer
          if (use != producer) data_.control.push_back({producer, use});
      }
    }
    if (!std::ranges::binary_search(graph_.consumers(owner), begin)) std::erase(users_, begin);
    data_.tensor_producer[owner.index()] = begin;
    data_.tensor_output[owner.index()] = output;
    return {};
  }

  /// Whether arcs of the tensors in the bytes suffice to show that the producer leads to all users, as nearly always.
  bool all_reached_from(TensorId owner) {
    std::vector<OperatorId> queue{graph_.producer(owner)};
    reached_for_[queue.front().index()] = owner;
    for (std::size_t k = 0; k < queue.size(); ++k)
      for (TensorId made : graph_.outputs(queue[k])) {
        if (graph_.owner(made) != owner) continue;
        for (OperatorId use : graph_.consumers(made))
          if (std::exchange(reached_for_[use.index()], owner) != owner) queue.push_back(use);
      }
    return std::ranges::all_of(users_, [&](OperatorId user) { return reached_for_[user.index()] == owner; });
  }

  Result<bool> leads_to_all(OperatorId o) {
    if (!reach_) {
      STOWAGE_TRY(cover_, choose_chains(graph_, task_));
      reach_.emplace(graph_, cover_);
      if (!reach_->compute(task_)) return tl::unexpected(task_.why_stopped());
    }
    return std::ranges::all_of(users_, [&](OperatorId user) { return user == o || reach_->leads_to(o, user); });
  }

  /// The latest operator that leads to all users, or is one and leads to the others; none where there is none nearby.
  Result<OperatorId> leader_of_all() {
    constexpr std::size_t kMaxTried = 100;
    const std::size_t first = users_.front().index() + 1;
    for (std::size_t k = 0; k < std::min(first, kMaxTried); ++k) {
      const OperatorId o(first - 1 - k);
      STOWAGE_TRY(const bool led, leads_to_all(o));
      if (led) return o;
    }
    return OperatorId();
  }

  const Graph& graph_;
  const Task& task_;
  std::vector<TensorId> reached_for_;  // by operator: the owner for which a path was last found to it
  std::vector<OperatorId> users_;      // of the owner looked at
  std::vector<TensorId> inexact_;
  ChainCover cover_;
  std::optional<ChainReachability> reach_;
  Graph::Data data_;
};

}  // namespace

Result<OwnersGraph> owners_graph(const Graph& graph, const Task& task) {
  return OwnersBuilder(graph, task).run();
}

}  // namespace stowage
