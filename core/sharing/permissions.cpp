// SPDX-License-Identifier: Apache-2.0
#include "core/sharing/permissions.h"

#include <optional>

#include "core/base/text.h"
#include "core/safety/chains.h"

namespace stowage {
namespace {

using Verdict = Permission::Verdict;

/// Only the last user of an input's bytes in the global order can be the last in every run. So the facts on an input,
/// and on an output, are looked up once, however many pairs they are in.
class Judge {
 public:
  Judge(const Graph& graph, const ChainReachability& reach)
      : graph_(graph), reach_(reach), of_input_(graph.tensor_count()), of_output_(graph.tensor_count()) {
    views_ = Csr<TensorId>::from_each(graph.tensor_count(), [&](const auto& add) {
      for (const View& view : graph.views()) add(graph.owner(view.tensor).index(), view.tensor);
    });
  }

  [[nodiscard]] Permission judge(const InPlace& pair) {
    if (graph_.is_view(pair.output) || graph_.is_view(pair.input)) return {.verdict = Verdict::view};
    auto& input = of_input_[pair.input.index()];
    if (!input) input = judge_input(pair.input);
    if (input->needed_later.valid()) return {Verdict::needed_later, {}, input->needed_later};
    if (input->last.user != graph_.producer(pair.output))
      return {Verdict::other_user, input->last.user, input->last.as};
    if (input->other.user.valid()) return {Verdict::other_user, input->other.user, input->other.as};
    auto& output = of_output_[pair.output.index()];
    if (!output) output = judge_output(pair.output);
    return *output;
  }

 private:
  struct Use {
    OperatorId user{};
    TensorId as{};  ///< which tensor it uses
  };
  struct Input {
    TensorId needed_later{};
    Use last, other;  ///< `other`: one that may not be over when the last begins
  };

  [[nodiscard]] bool leads(OperatorId from, OperatorId to) const { return reach_.leads_to(from, to); }
  template <class Visit>
  void for_each_use(TensorId owner, const Visit& visit) const {
    const auto uses_of = [&](TensorId t) {
      if (graph_.producer(t).valid()) visit(Use{graph_.producer(t), t});
      for (OperatorId use : graph_.consumers(t)) visit(Use{use, t});
    };
    uses_of(owner);
    for (TensorId view : views_[owner.index()]) uses_of(view);
  }
  [[nodiscard]] Input judge_input(TensorId owner) const {
    Input out;
    if (graph_.is_output(owner)) out.needed_later = owner;
    for (TensorId view : views_[owner.index()])
      if (graph_.is_output(view) && !out.needed_later.valid()) out.needed_later = view;
    for_each_use(owner, [&](const Use& use) {
      if (!out.last.user.valid() || use.user > out.last.user) out.last = use;
    });
    for_each_use(owner, [&](const Use& use) {
      if (!out.other.user.valid() && use.user != out.last.user && !leads(use.user, out.last.user)) out.other = use;
    });
    return out;
  }
  [[nodiscard]] Permission judge_output(TensorId output) const {
    const OperatorId maker = graph_.producer(output);
    for (TensorId view : views_[output.index()])
      if (const OperatorId writer = graph_.producer(view); writer.valid() && writer != maker && !leads(maker, writer))
        return {Verdict::written_early, writer, view};
    return {};
  }

  const Graph& graph_;
  const ChainReachability& reach_;
  Csr<TensorId> views_;  // by owner
  std::vector<std::optional<Input>> of_input_;
  std::vector<std::optional<Permission>> of_output_;
};

}  // namespace

Result<std::vector<Permission>> permissions(const Graph& graph, const Task& task) {
  std::vector<Permission> out;
  if (graph.in_place().empty()) return out;
  STOWAGE_TRY(const ChainCover cover, choose_chains(graph, task));
  ChainReachability reach(graph, cover);
  if (!reach.compute(task)) return tl::unexpected(task.why_stopped());
  Judge judge(graph, reach);
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

}  // namespace stowage
