// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "core/plan/block_problem.h"

namespace stowage {

/// Everything the layout strategies share, computed once a graph and alignment; const for all of them. O((T + N)·S) to
/// make, for S chains. Refers to the graph and the conflicts, which must outlive it.
class LayoutProblem : public BlockProblem {
 public:
  LayoutProblem() = default;  ///< an empty problem
  /// Fails as BlockProblem::make.
  [[nodiscard]] static Result<LayoutProblem> make(const Graph& graph, const Conflicts& conflicts,
                                                  Bytes alignment = {1});
  static Result<LayoutProblem> make(Graph&&, const Conflicts&, Bytes = {1}) = delete;
  static Result<LayoutProblem> make(const Graph&, Conflicts&&, Bytes = {1}) = delete;

  /// Number of unsafe partners; by TensorId. Computed by the first call: few strategies ask for it. Several threads
  /// may.
  [[nodiscard]] std::span<const std::uint32_t> degrees() const {
    std::call_once(degrees_->computed, [&] { degrees_->each = conflicts().degrees(); });
    return degrees_->each;
  }

  /// Steps of the global order, half-open.
  using Window = Conflicts::Window;

  /// **Lanes** reduce the unsafe relation to windows. Each chain in which many tensors are made, or which waits
  /// for little, is a lane; the others, if any, share the last one.
  /// ```
  ///  lane 0   ────made────×───×───×──▶        ×: a tensor made later in that lane. Of two tensors, look at the
  ///            t begins       │ end(t, 0)     one made earlier: they are unsafe iff the other is made, in its lane,
  ///  lane 1   ──────×───×───×───×─────▶       before that end.
  ///                         │ end(t, 1)
  /// ```
  /// In a lane of several chains the tensors made between end(t, lane) and settled(t) may or may not be unsafe to t;
  /// all made before are, and none made after.
  [[nodiscard]] std::size_t lane_count() const { return lane_count_; }
  [[nodiscard]] std::size_t lane(TensorId t) const { return lanes_[t.index()]; }
  /// The step of its producer, or 0.
  [[nodiscard]] Conflicts::Position begin(TensorId t) const { return begins_[t.index()]; }
  /// [begin(t), end(t, lane)); may be empty in lanes other than its own. Only for tensors that occupy bytes.
  [[nodiscard]] Window window(TensorId t, std::size_t lane) const {
    return {begins_[t.index()], ends_[lane * begins_.size() + t.index()]};
  }
  [[nodiscard]] bool last_lane_is_mixed() const { return !settled_.empty(); }
  [[nodiscard]] Conflicts::Position settled(TensorId t) const { return settled_[t.index()]; }
  /// A step from which on all that is made, in any lane, comes after all uses of t.
  [[nodiscard]] Conflicts::Position over(TensorId t) const {
    Conflicts::Position out = std::max(begins_[t.index()] + 1, rest_settled_.empty() ? 0 : rest_settled_[t.index()]);
    for (std::size_t lane = 0; lane < fair_lanes_; ++lane) out = std::max(out, window(t, lane).end);
    return out;
  }

 private:
  explicit LayoutProblem(BlockProblem&& blocks) : BlockProblem(std::move(blocks)) {}
  void find_lanes();
  void find_ends(std::size_t chain, std::size_t lane);
  std::vector<std::size_t> find_mixed_ends(std::span<const std::size_t> chains);

  struct Degrees {
    std::once_flag computed;
    std::vector<std::uint32_t> each;
  };
  std::shared_ptr<Degrees> degrees_ = std::make_shared<Degrees>();
  std::size_t lane_count_ = 1, fair_lanes_ = 0;
  std::vector<std::uint16_t> lanes_;
  std::vector<Conflicts::Position> begins_, ends_, settled_;  // ends_ is [lane][tensor]
  std::vector<Conflicts::Position> rest_settled_;             // settled_, as if all other lanes but the fair were mixed
};

}  // namespace stowage
