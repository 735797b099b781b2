// SPDX-License-Identifier: Apache-2.0
#include "tests/support/check_explanation.h"

#include <algorithm>

#include "core/base/csr.h"

namespace stowage::test {

namespace {

std::string quoted(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

class PathChecker {
 public:
  PathChecker(const Graph& graph, const Explanation& explanation) : graph_(graph), explanation_(explanation) {}

  [[nodiscard]] std::string check() const {
    const TensorId earlier = explanation_.earlier, later = explanation_.later;
    if (!graph_.is_needed(earlier) || !graph_.is_needed(later)) return {};
    if (graph_.is_output(earlier)) return name(earlier) + " is needed until the end";
    if (!graph_.producer(later).valid()) return name(later) + " is present from the start";
    for (const UseProof& proof : explanation_.proofs)
      if (std::string fault = check(proof); !fault.empty()) return fault;
    for (OperatorId use : graph_.consumers(earlier))
      if (!proved(use)) return "no path from " + name(use) + ", which uses " + name(earlier);
    if (graph_.consumers(earlier).empty() && !proved(graph_.producer(earlier)))
      return "no path from " + name(graph_.producer(earlier)) + ", which makes " + name(earlier);
    return {};
  }

 private:
  [[nodiscard]] std::string name(TensorId t) const { return "tensor " + quoted(graph_.name(t)); }
  [[nodiscard]] std::string name(OperatorId o) const {
    return o.index() < graph_.operator_count() ? "operator " + quoted(graph_.name(o)) : "no operator";
  }

  [[nodiscard]] bool proved(OperatorId use) const {
    return std::ranges::find(explanation_.proofs, use, &UseProof::use) != explanation_.proofs.end();
  }

  [[nodiscard]] std::string check(const UseProof& proof) const {
    if (proof.path.empty()) return "the path from " + name(proof.use) + " is empty";
    OperatorId at = proof.use;
    for (const PathStep& step : proof.path) {
      if (step.from != at) return "the path from " + name(proof.use) + " breaks at " + name(at);
      if (!is_arc(step)) return name(step.from) + " has no such arc to " + name(step.to);
      at = step.to;
    }
    if (at != graph_.producer(explanation_.later))
      return "the path from " + name(proof.use) + " does not end where " + name(explanation_.later) + " is made";
    return {};
  }

  [[nodiscard]] bool is_arc(const PathStep& step) const {
    if (step.from.index() >= graph_.operator_count() || step.to.index() >= graph_.operator_count()) return false;
    switch (step.kind) {
      case PathStep::Kind::data:
        return step.tensor.index() < graph_.tensor_count() && graph_.producer(step.tensor) == step.from &&
               step.from != step.to &&
               std::ranges::find(graph_.consumers(step.tensor), step.to) != graph_.consumers(step.tensor).end();
      case PathStep::Kind::control: {
        const auto successors = graph_.control_successors(step.from);
        return std::ranges::find(successors, step.to) != successors.end();
      }
      case PathStep::Kind::stream:
        return graph_.next_in_stream(step.from) == step.to;
    }
    return false;
  }

  const Graph& graph_;
  const Explanation& explanation_;
};

/// An execution, event by event.
class Replay {
 public:
  explicit Replay(const Graph& graph)
      : graph_(graph), started_(graph.operator_count()), finished_(graph.operator_count()) {
    std::vector<std::pair<std::size_t, OperatorId>> pairs;
    for (const auto& [before, after] : graph.control()) pairs.emplace_back(after.index(), before);
    control_ = Csr<OperatorId>::from_pairs(graph.operator_count(), pairs);
  }

  /// Why the event may not happen now, or empty.
  [[nodiscard]] std::string apply(const RunEvent& event) {
    const std::size_t o = event.op.index();
    if (o >= graph_.operator_count()) return "no such operator";
    if (event.kind == RunEvent::Kind::finish) {
      if (!started_[o] || finished_[o]) return name(event.op) + " finishes but does not run";
      finished_[o] = true;
      return {};
    }
    if (started_[o]) return name(event.op) + " starts twice";
    started_[o] = true;
    return unfinished_predecessor(event.op);
  }

  /// Whether it holds bytes that are still needed.
  [[nodiscard]] bool is_live(TensorId t) const {
    const OperatorId producer = graph_.producer(t);
    if (producer.valid() && !started_[producer.index()]) return false;
    if (graph_.is_output(t) || (producer.valid() && !finished_[producer.index()])) return true;
    return std::ranges::any_of(graph_.consumers(t), [&](OperatorId use) { return !finished_[use.index()]; });
  }

 private:
  [[nodiscard]] std::string name(OperatorId o) const { return "operator " + quoted(graph_.name(o)); }

  [[nodiscard]] std::string unfinished_predecessor(OperatorId o) const {
    const auto must_wait = [&](OperatorId before) { return before.valid() && !finished_[before.index()]; };
    const auto fault = [&](OperatorId before) { return name(o) + " starts before " + name(before) + " is over"; };
    for (TensorId t : graph_.inputs(o))
      if (graph_.producer(t) != o && must_wait(graph_.producer(t))) return fault(graph_.producer(t));
    for (OperatorId before : control_[o.index()])
      if (must_wait(before)) return fault(before);
    if (graph_.position(o) > 1) {
      const OperatorId before = graph_.operators_of(graph_.stream(o))[graph_.position(o) - 2];
      if (must_wait(before)) return fault(before);
    }
    return {};
  }

  const Graph& graph_;
  std::vector<bool> started_, finished_;
  Csr<OperatorId> control_;
};

}  // namespace

std::string check_explanation(const Graph& graph, TensorId a, TensorId b, const Explanation& explanation) {
  const bool same_pair =
      (explanation.earlier == a && explanation.later == b) || (explanation.earlier == b && explanation.later == a);
  if (a == b || !same_pair) return "the explanation is about another pair";
  if (explanation.safe) return PathChecker(graph, explanation).check();

  Replay replay(graph);
  for (const RunEvent& event : explanation.interleaving)
    if (std::string fault = replay.apply(event); !fault.empty()) return fault;
  for (TensorId t : {a, b})
    if (!replay.is_live(t)) return "tensor " + quoted(graph.name(t)) + " is not needed at the end";
  return {};
}

}  // namespace stowage::test
