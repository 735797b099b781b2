// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/layout/problem.h"
#include "core/layout/runs.h"

namespace stowage {

/// Placed tensors in order of offset, in chunks, so that one more costs little however many there are.
class OffsetOrder {
 public:
  struct Entry {
    Run run;
    TensorId tensor;
    Conflicts::Position edge;  ///< a step of the global order; which one, the user says
  };
  using Chunk = std::vector<Entry>;

  void add(const Entry& entry);
  [[nodiscard]] const std::vector<Chunk>& chunks() const { return chunks_; }

 private:
  static constexpr std::size_t kCapacity = 256;
  std::vector<Chunk> chunks_;  // none empty
};

/// Placed tensors for which the windows of the mixed lane leave open whether they are unsafe to a tensor: the later of
/// the two is made, in that lane, after the window of the earlier ends and before the earlier settles.
/// ```
///           end(a)       settled(a)
///  a  ════════╪·············╪
///                 × b              b is made before a settles: the pair has to be asked
/// ```
/// The global order is cut into stretches. A tensor looks for *later* ones in every stretch from its end until it
/// settles, among the tensors made there; and, if made in the lane, for *earlier* ones in the stretch in which it is
/// made, among those that have ended and have not settled by then.
class Fringe {
 public:
  explicit Fringe(const LayoutProblem& problem);

  void add(TensorId t, Run run);

  /// One list of possible neighbours of one tensor, walked in order of offset.
  class Cursor {
   public:
    Cursor(const OffsetOrder& order, bool later) : chunk_(&order.chunks()), later_(later) {}
    [[nodiscard]] bool at_end() const { return index_ == chunk_->size(); }
    [[nodiscard]] const OffsetOrder::Entry& operator*() const { return (*chunk_)[index_][slot_]; }
    void advance() {
      if (++slot_ == (*chunk_)[index_].size()) ++index_, slot_ = 0;
    }
    [[nodiscard]] bool later() const { return later_; }

   private:
    const std::vector<OffsetOrder::Chunk>* chunk_;
    std::size_t index_ = 0, slot_ = 0;
    bool later_;
  };

  /// Appends the lists in which all such neighbours of `t` are.
  void collect(TensorId t, std::vector<Cursor>& out) const;
  /// Whether the tensor at the cursor is one, and unsafe to `t`.
  [[nodiscard]] bool is_unsafe(TensorId t, const Cursor& cursor) const {
    const OffsetOrder::Entry& other = *cursor;
    const auto window = this->window(t);
    if (cursor.later()) return other.edge >= window.end && !problem_.conflicts().before(t, other.tensor);
    return other.edge <= window.begin && !problem_.conflicts().before(other.tensor, t);
  }

 private:
  [[nodiscard]] Conflicts::Window window(TensorId t) const { return problem_.window(t, problem_.lane_count() - 1); }
  [[nodiscard]] bool in_lane(TensorId t) const { return problem_.lane(t) == problem_.lane_count() - 1; }
  [[nodiscard]] std::size_t stretch(Conflicts::Position step) const {
    return static_cast<std::size_t>(step) / stretch_length_;
  }

  const LayoutProblem& problem_;
  std::size_t stretch_length_ = 1;
  std::vector<OffsetOrder> beginning_;  // by stretch: the tensors made in it; edge: where
  std::vector<OffsetOrder> unsettled_;  // by stretch: the tensors ended but not settled in it; edge: their end
};

}  // namespace stowage
