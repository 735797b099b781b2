// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/base/interval.h"
#include "core/layout/strategy.h"
#include "core/order/order_problem.h"
#include "core/papers/olla/mip.h"
#include "core/plan/problem.h"

// The parts of ROAM (Shu et al.): core/papers/papers.h has its two strategies.
namespace stowage::roam {

/// The role of an operator in a training step. Only the trunk is searched for memory-insensitive operators: others can
/// wait for almost anything, so that none would be left.
/// ```
///            input ──┐                  input ──┐
///   trunk:   ──▶ forward ─▶ … ─▶ loss ──▶ backward ──▶ …
///                                 └▶ side   └▶ side ─▶ update ─▶ update      (a branch)
/// ```
enum class Role : std::uint8_t {
  trunk,
  input,   ///< of a kind that names what is present ("Parameter"), or of the phase "backward"; all operators that it
           ///< waits for are inputs
  side,    ///< all that follows it ends in one gradient that only updates need, or in one result of a training step
  update,  ///< of the phase "update", followed only by updates
};

/// The roles of all operators, and the weight-update branches: updates that are connected.
struct Parts {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::vector<Role> roles;              ///< by OperatorId
  std::vector<std::uint32_t> branches;  ///< by OperatorId: the branch of an update; kNone for others
  std::size_t branch_count = 0;         ///< numbered by their first operators
};

/// O(operators + arcs). A graph that would have no trunk is all trunk.
[[nodiscard]] Parts find_parts(const Graph& graph, const OrderProblem& problem);

/// A graph cut at the memory-insensitive operators of its trunk into **stages**, which run one after the other:
/// ```
///   stage     0      1      2      3    …    2n
///          segment  MI  segment  MI    …  segment      segments may be empty; MI: one operator
/// ```
/// Every operator has a stage. An operator off the trunk is in a segment: an input in the last before its first use (or
/// segment 0), a side in the first where it can run, an update where schedule_updates() puts it.
struct Segments {
  std::vector<OperatorId> insensitive;  ///< in the order in which they run; the k-th is stage 2k + 1
  std::vector<std::uint32_t> stages;    ///< by OperatorId

  [[nodiscard]] std::size_t stage_count() const { return 2 * insensitive.size() + 1; }
  /// Operators of each stage, ascending.
  [[nodiscard]] Csr<OperatorId> operators() const;
};

/// O(operators + arcs). Updates are in the first segment where all they need has been made. Every arc leads to the same
/// or a later stage.
[[nodiscard]] Segments find_segments(const Graph& graph, const OrderProblem& problem, const Parts& parts);

/// One stage as a problem.
struct StageProblem {
  OrderProblem problem;                      ///< tensors that cross its border are counted
  std::vector<OrderProblem::Index> members;  ///< by operator of `problem`: its number in the whole
};

/// Splits a problem into its stages, which run one after the other: no arc may lead back. The same as part_of() of
/// each, but O(operators + arcs + tensors) for all together.
[[nodiscard]] std::vector<StageProblem> stage_problems(const OrderProblem& whole, std::span<const std::uint32_t> stages,
                                                       std::size_t stage_count);

/// A weight-update branch run on its own, without a pause.
struct Branch {
  std::vector<OrderProblem::Index> sequence;  ///< its updates, in the order that needs least
  Bytes gradient;                             ///< bytes of the gradients that it takes from the rest
  Bytes peak;                                 ///< while it runs, with its gradients and without what is always present

  /// Its memory in sizes of its gradients: about 1 for SGD, 3 for Adam.
  [[nodiscard]] double alpha() const {
    return gradient.count == 0 ? 0.0 : static_cast<double>(peak.count) / static_cast<double>(gradient.count);
  }
};

/// Returns all branches by number, each ordered by an exact search (beyond 5,000 states by the best order so far), on
/// all cores.
[[nodiscard]] std::vector<Branch> measure_branches(const OrderProblem& problem, const Parts& parts, const Task& task);

/// Made forward and needed backward, by the phases of its producer and its consumers.
[[nodiscard]] bool is_activation(const Graph& graph, TensorId t);

/// When a branch waits for the next segment: the paper's functions (4) to (6) and its delay radius.
struct DelayRule {
  Bytes peak;        ///< to be expected anyway: the paper takes the bytes of all activations
  double mean_size;  ///< of a tensor, in bytes
  double radius;     ///< gradients of up to this times the mean do not wait

  /// `alive`: bytes of activations in this segment.
  [[nodiscard]] bool waits(Bytes alive, Bytes gradient, double alpha) const {
    const auto size = static_cast<double>(gradient.count);
    return size > radius * mean_size &&
           static_cast<double>(alive.count) + alpha * size > static_cast<double>(peak.count);
  }
};

/// By stage: bytes of activations that may be alive at its last step, and of all activations. O(tensors + uses + arcs).
struct ActivationCurve {
  std::vector<Bytes> alive;
  Bytes total;
};
[[nodiscard]] ActivationCurve activation_curve(const Graph& graph, const OrderProblem& problem, const Parts& parts,
                                               const Segments& segments);

/// Moves each branch to the first segment where it need not wait; the last takes all others. `alpha` of
/// 0: as measured.
[[nodiscard]] Segments schedule_updates(Segments segments, const std::vector<Branch>& branches,
                                        std::span<const Bytes> activations_alive, const DelayRule& rule, double alpha);

}  // namespace stowage::roam

namespace stowage {

/// A range of stages (roam::Segments) or of steps.
using RoamRange = BasicInterval<std::uint32_t>;

/// A part of a training step: stages of the way there, and stages of the way back that use their tensors.
struct RoamSubgraph {
  enum class Kind : std::uint8_t {
    graph,        ///< all of it: the root
    independent,  ///< all that is made in it is used in it, except what its border operators make or use
    dependent,    ///< a piece of an independent one that was too large
    segments,     ///< of a graph without a way back: some segments in a row
  };
  Kind kind;
  RoamRange forward,
      backward;  ///< of stages; together one range where they touch. Without a way back: `backward` empty
  RoamRange forward_steps, backward_steps;  ///< the same as steps of the graph's order, cut at operators of the trunk
  std::size_t operator_count;
  std::uint32_t parent;                 ///< index into SubgraphTree::nodes; the root is its own parent
  std::vector<std::uint32_t> children;  ///< outermost first; empty: a leaf

  [[nodiscard]] bool is_leaf() const { return children.empty(); }
};

/// ROAM's subgraph tree: which parts of a step are planned on their own.
/// ```
///   forward ──────────────▶ loss ─▶ backward ───────────▶
///   ├── A ──┤├─ B ─┤├─── C ──┼─── C ───┤├─ B ─┤├── A ──┤         root ─┬─ A
///           ├B1┤├B2┤                    ├B2┤├B1┤                      ├─ B ─┬─ B1
///                                                                      └─ C  └─ B2
/// ```
struct SubgraphTree {
  roam::Segments segments;          ///< with updates where they could run first
  std::vector<RoamSubgraph> nodes;  ///< the root first, each node before its children

  /// Indices of the leaves, outermost first.
  [[nodiscard]] std::vector<std::uint32_t> leaves() const;
};

/// A pair of borders that Algorithm 1 looks at, or a subgraph that it makes.
struct RoamLook {
  RoamRange forward, backward;               ///< steps between the borders, without those taken already
  bool open_there = false;                   ///< something made before is used in it
  bool open_back = false;                    ///< something made in it is used after
  std::optional<RoamSubgraph::Kind> made{};  ///< none: a border moves
  std::size_t operators = 0;
};

/// The paper's Algorithm 1, from the loss outwards, with four repairs. Of the two borders, there and back, only the one
/// that is in the way moves (a layer may have more insensitive operators back than there); both move where neither or
/// both are. What one side has left over is an independent subgraph too. A subgraph without insensitive
/// operators inside is not split, however large. A graph without a way back is cut into segments. O(operators + arcs +
/// uses).
///
/// `looks`, if given, gets the pairs of borders that are looked at, and the subgraphs made, from the inside.
[[nodiscard]] SubgraphTree make_subgraph_tree(const Graph& graph, std::size_t node_limit,
                                              std::vector<RoamLook>* looks = nullptr);

}  // namespace stowage

namespace stowage::roam {

/// Where a tensor is planned: in exactly one leaf of the subgraph tree.
struct Home {
  std::uint32_t leaf;  ///< index into the leaves, outermost first
  bool is_activation;  ///< made on the way there and needed on the way back: it lies below the leaf's temporaries
};

/// By TensorId, from when each is made and freed in the graph's order:
/// ```
///   made and freed there: where it is freed         there ──────┐ turn ┌────── back
///   made there, freed back (activation): likewise      leaf 0 ┤ leaf 1 ├ leaf 0
///   made back: where it is made                        made outside, freed inside: planned inside, and so on
/// ```
[[nodiscard]] std::vector<Home> find_homes(const SubgraphTree& tree, std::span<const std::uint32_t> leaves,
                                           std::span<const Lifetime> lifetimes);

/// A plan of the tensors of one leaf: activations end to end from 0, longest-lived lowest, temporaries above them.
struct LeafLayout {
  std::vector<TensorId> tensors;
  std::vector<std::int64_t> offsets;  ///< by place in `tensors`
  std::int64_t activations = 0;       ///< bytes: what lies on top of this leaf starts there
  std::int64_t top = 0;               ///< the end of the highest tensor
  std::int64_t bound = 0;             ///< proved by solve_leaf(): no plan of this form ends lower
  std::size_t pairs = 0;              ///< unsafe pairs of temporaries
  bool solved = false;                ///< a solver placed the temporaries; otherwise best-fit did
};
/// Temporaries by best-fit, the largest first: the bound from above of the leaf's program. O(T²) for T tensors of the
/// leaf; when stopped, leaves the other offsets at 0.
[[nodiscard]] LeafLayout plan_leaf(const LayoutProblem& problem, std::vector<TensorId> tensors,
                                   std::span<const Home> homes, const Task& task = {});
/// The paper's problem (8): lets a solver place the temporaries. Leaves them where they are if it finds nothing in so
/// many seconds. Errors: those of solve_placement(), and too_large.
[[nodiscard]] Result<MipOutcome> solve_leaf(const LayoutProblem& problem, LeafLayout& leaf, std::span<const Home> homes,
                                            const SolverChoice& solver, double seconds, const Task& task);

/// Puts leaves on top of each other, each above the activations of those before it: equation (9), with the outermost
/// first, whose activations live longest. Tensors of no leaf have offset 0.
[[nodiscard]] std::vector<Offset> concatenate(std::span<const LeafLayout> leaves, std::size_t tensor_count);

/// Moves temporaries that overlap others, so that the plan is valid. Takes out the smaller of each two (then the
/// shorter-lived, then the first), and puts them back, largest first, by best-fit. Returns how many; fails only when
/// stopped.
Result<std::size_t> repair_conflicts(const LayoutProblem& problem, std::span<const Home> homes,
                                     std::vector<Offset>& offsets, const Task& task = {});

/// What the layout decides on the way.
struct LeavesTold {
  std::vector<RoamLook> looks;
  std::vector<LeafLayout> leaves;  ///< outermost first
  std::vector<Offset> stacked;     ///< before overlaps are repaired
};
/// Plans leaf by leaf: the tree, each leaf, concatenation, repair. `told`, if given, gets what happens.
[[nodiscard]] Result<Layout> plan_by_leaves(const LayoutProblem& problem, const PlanOptions& options, const Task& task,
                                            LeavesTold* told = nullptr);

}  // namespace stowage::roam
