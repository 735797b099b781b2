// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/insight/learn/lesson_facts.h"
#include "widgets/base/canvas.h"
#include "widgets/painters/heap_map/heap_map_geometry.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/page/export.h"

namespace stowage {

class LessonSession;
class StepScene;
struct StepSource;
class ViewState;

/// How much of the work on the block at hand is shown.
enum class BoardStage {
  unnamed,  ///< only what is placed: which block comes next is asked, here or on a later page
  before,
  forbidden,
  placed
};

/// What a page is coloured by.
[[nodiscard]] ColorBy color_of(const LessonPage& page);
/// What the pictures of the strategy of the present page are made from; the footprint is not said while it is asked
/// for.
[[nodiscard]] std::shared_ptr<const StepSource> board_source(const LessonSession& session);
/// Whether a plan is so small that its pictures name exact bytes, as the words of a lesson on it do.
[[nodiscard]] bool counts_bytes(const StepScene& scene);
/// What the present page of a lesson shows, as far as its questions are answered; no clash is shown.
[[nodiscard]] BoardStage stage_of(const LessonSession& session);
/// The picture after so many blocks, with the next at hand; null where no block is left to place, or, while the next is
/// not to be named, none is placed.
[[nodiscard]] std::shared_ptr<const StepScene> board_scene(const std::shared_ptr<const StepSource>& source,
                                                           std::size_t blocks, BoardStage stage);

/// The map of a plan in the making, as a page of a lesson shows it: what is placed so far and, while a place is asked
/// for, the ghost of the block at hand, to be put where it will go.
///
/// Mouse: the ghost follows the pointer, and a click, or the end of a drag, puts it down; it snaps to the edges of what
/// it may touch. There it stays, beside a button that asks whether this is the answer, until it is taken up again.
/// Keys: Up and Down move it from edge to edge (with Shift by a byte), Return answers. While
/// no place is asked for, a click selects a tensor, with Ctrl one more.
class LessonBoard : public Canvas {
  Q_OBJECT

 public:
  using Canvas::Canvas;

  /// Nothing where it is null.
  virtual void show_scene(std::shared_ptr<const StepScene> scene) = 0;
  /// Asks for the place of the block at hand: `asked` is the member whose offset counts. The ghost is at `offset`, or
  /// waits at the top of the map, where it disturbs nothing.
  virtual void ask(TensorId asked, std::optional<std::int64_t> offset = {}) = 0;
  /// Shows the ghost at a place that was wrong, with the tensor that it would overlap, or none; further ones may
  /// follow.
  virtual void mark_wrong(TensorId clash) = 0;
  /// Another proposal, silently.
  virtual void set_offset(std::int64_t offset) = 0;

  [[nodiscard]] bool asking() const { return asked_.valid(); }
  /// Where the asked tensor is proposed to be.
  [[nodiscard]] std::int64_t offset() const { return offset_; }
  /// The offsets of the asked tensor at which the ghost touches something, ascending.
  [[nodiscard]] const std::vector<std::int64_t>& edges() const { return edges_; }
  /// The highest offset that can be proposed: the block begins within the map.
  [[nodiscard]] std::int64_t most_offset() const { return most_; }
  /// The highest at which the whole block lies in the map.
  [[nodiscard]] std::int64_t top_offset() const { return top_; }

  [[nodiscard]] const std::shared_ptr<const StepScene>& scene() const { return scene_; }
  [[nodiscard]] virtual HeapMapGeometry geometry_of_map() const = 0;
  /// Where in the widget the ghost would be, at an offset.
  [[nodiscard]] virtual QRectF ghost_rect(std::int64_t offset) const = 0;
  [[nodiscard]] virtual Drawing drawing() const = 0;

 signals:
  /// The map has another height, and so edges() and most_offset() are others; perhaps offset(), too.
  void limits_changed();
  /// The user moved the ghost.
  void offset_moved(std::int64_t offset);
  /// The user put it down there, and is to be asked.
  void offset_proposed(std::int64_t offset);
  /// The user says that this is the answer.
  void offset_chosen(std::int64_t offset);

 protected:
  std::shared_ptr<const StepScene> scene_;
  TensorId asked_;
  std::int64_t offset_ = 0, most_ = 0, top_ = 0;
  std::vector<std::int64_t> edges_;
};

/// `state` must outlive the board.
[[nodiscard]] LessonBoard* make_lesson_board(ViewState& state, QWidget* parent);

}  // namespace stowage
