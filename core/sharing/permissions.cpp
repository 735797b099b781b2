// SPDX-License-Identifier: Apache-2.0
#include "core/sharing/permissions.h"

#include <algorithm>

#include "core/base/faults.h"
#include "core/base/text.h"
#include "core/safety/chain_reachability.h"

namespace stowage {
namespace {

using Verdict = Permission::Verdict;

class Judge {
 public:
  Judge(const Graph& graph, const ChainReachability& reach) : graph_(graph), reach_(reach) {
    std::vector<std::pair<std::size_t, TensorId>> pairs;
    for (const View& view : graph.views()) pairs.emplace_back(graph.owner(view.tensor).index(), view.tensor);
    views_ = Csr<TensorId>::from_pairs(graph.tensor_count(), pairs);
  }

  [[nodiscard]] Permission judge(const InPlace& pair) const {
    if (graph_.is_view(pair.output) || graph_.is_view(pair.input)) return {.verdict = Verdict::view};
    const OperatorId maker = graph_.producer(pair.output);
    if (Permission found = judge_input(pair.input, maker); !found.usable()) return found;
    for (TensorId view : views_[pair.input.index()])
      if (Permission found = judge_input(view, maker); !found.usable()) return found;
    for (TensorId view : views_[pair.output.index()])
      if (const OperatorId writer = graph_.producer(view); writer.valid() && writer != maker && !leads(maker, writer))
        return {Verdict::written_early, writer, view};
    return {};
  }

 private:
  [[nodiscard]] bool leads(OperatorId from, OperatorId to) const { return reach_.leads_to(from, to); }
  /// Of a tensor in the bytes of the input.
  [[nodiscard]] Permission judge_input(TensorId t, OperatorId maker) const {
    if (graph_.is_output(t)) return {Verdict::needed_later, {}, t};
    const auto is_over = [&](OperatorId user) { return user == maker || leads(user, maker); };
    if (const OperatorId producer = graph_.producer(t); producer.valid() && !is_over(producer))
      return {Verdict::other_user, producer, t};
    for (OperatorId use : graph_.consumers(t))
      if (!is_over(use)) return {Verdict::other_user, use, t};
    return {};
  }

  const Graph& graph_;
  const ChainReachability& reach_;
  Csr<TensorId> views_;  // by owner
};

}  // namespace

Result<std::vector<Permission>> permissions(const Graph& graph, const Task& task) {
  std::vector<Permission> out;
  if (graph.in_place().empty()) return out;
  STOWAGE_TRY(const ChainCover cover, choose_chains(graph, task));
  ChainReachability reach(graph, cover);
  if (!reach.compute(task)) return tl::unexpected(task.why_stopped());
  const Judge judge(graph, reach);
  out.reserve(graph.in_place().size());
  for (const InPlace& pair : graph.in_place()) {
    if (task.poll(out.size())) return tl::unexpected(task.why_stopped());
    out.push_back(judge.judge(pair));
  }
  return out;
}

std::string why_void(const Graph& graph, const InPlace& pair, const Permission& permission) {
  const auto name = [&](auto id) { return quoted(graph.name(id)); };
  const std::string maker = name(graph.producer(pair.output));
  switch (permission.verdict) {
    case Verdict::usable:
      return {};
    case Verdict::view: {
      const TensorId view = graph.is_view(pair.output) ? pair.output : pair.input;
      return name(view) + " is a view, which owns no bytes: they are those of " + name(graph.owner(view));
    }
    case Verdict::needed_later:
      return name(permission.tensor) +
             (permission.tensor == pair.input ? " is" : ", which lies in " + name(pair.input) + ", is") +
             " an output of the graph, which is needed until the end";
    case Verdict::other_user:
      return name(permission.user) + " uses " + name(permission.tensor) +
             (permission.tensor == pair.input ? "" : ", which lies in " + name(pair.input) + ",") +
             " and may run after " + maker + " has begun to write " + name(pair.output);
    case Verdict::written_early:
      return name(permission.user) + " makes " + name(permission.tensor) + ", which lies in " + name(pair.output) +
             ", and may run before " + maker;
  }
  return {};
}

Result<void> check_duties(const Graph& graph, const std::vector<Permission>& permissions) {
  Faults faults("");
  for (std::size_t k = 0; k < permissions.size(); ++k) {
    const InPlace& pair = graph.in_place()[k];
    if (!pair.must || permissions[k].usable()) continue;
    faults.add("/in_place/" + std::to_string(k), quoted(graph.name(pair.output)) + " must be written over " +
                                                     quoted(graph.name(pair.input)) + ", but " +
                                                     why_void(graph, pair, permissions[k]));
  }
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  return {};
}

}  // namespace stowage
