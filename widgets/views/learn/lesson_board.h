// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QPointF>

#include "core/insight/learn/lesson_facts.h"
#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/heap_map/heap_map_geometry.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/page/export.h"

class QPushButton;

namespace stowage {

struct StepLayout;
class LessonSession;
class StepScene;
struct StepSource;

/// How much of the work on the block at hand is shown.
enum class BoardStage {
  unnamed,  ///< only what is placed: which block comes next is asked, here or on a later page
  before,
  forbidden,
  placed
};

/// What a page is coloured by.
[[nodiscard]] ColorBy color_of(const LessonPage& page);
/// What the pictures of the strategy of the present page are made from; the footprint is not told while it is asked
/// for.
[[nodiscard]] std::shared_ptr<const StepSource> board_source(const LessonSession& session);
/// Whether a plan is so small that its pictures name exact bytes, as the words of a lesson on it do.
[[nodiscard]] bool counts_bytes(const StepScene& scene);
/// What the present page of a lesson shows, as far as its questions are answered; no clash is shown.
[[nodiscard]] BoardStage stage_of(const LessonSession& session);
/// The picture after so many blocks, with the next at hand; null where there is none to place, or, while the next is
/// not to be named, none placed.
[[nodiscard]] std::shared_ptr<const StepScene> board_scene(const std::shared_ptr<const StepSource>& source,
                                                           std::size_t blocks, BoardStage stage);

/// The map of a plan in the making, as a page of a lesson shows it: what is placed so far and, while a place is asked
/// for, the ghost of the block at hand, to be put where it will go.
///
/// Mouse: the ghost follows the pointer, and a click, or the end of a drag, puts it down; it snaps to the edges of what
/// it may touch. There it stays, beside a button that asks whether this is the answer, until it is taken up again.
/// Keys: Up and Down move it from edge to edge (with Shift by a byte), Return answers. While
/// no place is asked for, a click selects a tensor, with Ctrl one more.
class LessonBoard final : public Canvas {
  Q_OBJECT

 public:
  /// `state` must outlive the board.
  explicit LessonBoard(ViewState& state, QWidget* parent = nullptr);

  /// Nothing where it is null.
  void show_scene(std::shared_ptr<const StepScene> scene);
  /// Asks for the place of the block at hand: `asked` is the member whose offset counts. The ghost is at `offset`, or
  /// waits at the top of the map, where it disturbs nothing.
  void ask(TensorId asked, std::optional<std::int64_t> offset = {});
  /// Shows the ghost at a place that was wrong, with the tensor that it would overlap, or none; further ones may
  /// follow.
  void mark_wrong(TensorId clash);
  void stop_asking();

  [[nodiscard]] bool asking() const { return asked_.valid(); }
  /// Where the asked tensor is proposed to be.
  [[nodiscard]] std::int64_t offset() const { return offset_; }
  /// Another proposal, silently.
  void set_offset(std::int64_t offset);
  /// The offsets of the asked tensor at which the ghost touches something, ascending.
  [[nodiscard]] const std::vector<std::int64_t>& edges() const { return edges_; }
  /// The highest offset that can be proposed: the block begins within the map.
  [[nodiscard]] std::int64_t most_offset() const { return most_; }
  /// The highest at which the whole block lies in the map.
  [[nodiscard]] std::int64_t top_offset() const { return top_; }

  [[nodiscard]] const std::shared_ptr<const StepScene>& scene() const { return scene_; }
  [[nodiscard]] HeapMapGeometry geometry_of_map() const;
  /// Where in the widget the ghost would be, at an offset.
  [[nodiscard]] QRectF ghost_rect(std::int64_t offset) const;
  [[nodiscard]] Drawing drawing() const;

  [[nodiscard]] QSize sizeHint() const override { return {900, 600}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

 signals:
  /// The map has another height, and so edges() and most_offset() are others; perhaps offset(), too.
  void limits_changed();
  /// The user moved the ghost.
  void offset_moved(std::int64_t offset);
  /// The user put it down there, and is to be asked.
  void offset_proposed(std::int64_t offset);
  /// The user says that this is the answer.
  void offset_chosen(std::int64_t offset);

 private:
  void resizeEvent(QResizeEvent* event) override;
  void paint(QPainter& painter) override;
  Drag press_at(QPointF at) override;
  Drag drag_from() override { return Drag::press; }
  void drag_to(QPointF at) override;
  void drop(QPointF at) override;
  void hover_at(QPointF at) override;
  void click(QPointF at, Qt::KeyboardModifiers held) override;
  bool key(QKeyEvent& event) override;
  void shape_cursor() override;
  [[nodiscard]] StepLayout layout() const;
  [[nodiscard]] std::int64_t start_of(std::int64_t offset) const { return offset - head_; }
  [[nodiscard]] std::int64_t snapped(QPointF at) const;
  [[nodiscard]] TensorId tensor_at(QPointF at) const;
  void find_edges();
  void put_down(QPointF at);
  void take_up();
  void place_check();
  void move_to(std::int64_t offset);
  void step_edge(int by);
  void describe();
  void paint_board(QPainter& painter, const StepLayout& layout) const;
  [[nodiscard]] QRectF ghost_label(const HeapMapGeometry& geometry, const QString& text, QPointF middle) const;
  void paint_ghost(QPainter& painter, const HeapMapGeometry& g) const;

  ViewState& state_;
  std::shared_ptr<const StepScene> scene_;
  TensorId asked_, clash_;
  bool wrong_ = false;     // the ghost is where it was wrong
  std::int64_t head_ = 0;  // bytes of the block below the asked tensor
  std::int64_t offset_ = 0;
  std::int64_t most_ = 0, top_ = 0;
  bool waits_ = false;  // on top of the map, wherever that is
  std::vector<std::int64_t> edges_;
  bool put_down_ = false;  // the ghost waits for the button
  QPointF put_down_at_;
  QPushButton* check_;
};

}  // namespace stowage
