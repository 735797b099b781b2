// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/learn/lesson_board.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPushButton>

#include "widgets/base/view_state.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/steps/step_painter.h"
#include "widgets/painters/steps/step_scene.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/learn/lesson_session.h"

namespace stowage {
namespace {

constexpr double kSnap = 9;                 // pixels
constexpr std::int64_t kFewBytes = 10'000;  // a plan of fewer has no need of KiB

QColor veil(QColor color, float opacity) {
  color.setAlphaF(opacity);
  return color;
}

}  // namespace

ColorBy color_of(const LessonPage& page) {
  const ColoringInfo* info = page.color.empty() ? nullptr : find_coloring(page.color);
  return info ? info->by : ColorBy::stream;
}

std::shared_ptr<const StepSource> board_source(const LessonSession& session) {
  const CheckedLesson& lesson = session.checked_lesson();
  const LessonPage& page = session.page();
  auto out = std::make_shared<StepSource>();
  const GraphFacts& facts = session.facts();
  out->view.graph = facts.graph();
  out->view.lifetimes = facts.lifetimes();
  out->view.conflicts = facts.conflicts();
  out->recording = {lesson.facts, &facts.recording(*page.strategy)};  // lives as long as the facts
  out->coloring = std::make_shared<const Coloring>(out->view, color_of(page));
  out->says_footprint = !(page.question && page.question->fact == Fact::footprint && !session.outcome().over());
  return out;
}

BoardStage stage_of(const LessonSession& session) {
  const GraphFacts& facts = session.facts();
  const LessonPage& page = session.page();
  const std::size_t blocks = facts.blocks_before(page);
  if (page.question && page.question->fact == Fact::offset)
    return session.outcome().over() ? BoardStage::placed : BoardStage::before;
  for (std::size_t k = session.page_number(); k < session.lesson().pages.size(); ++k) {
    const LessonPage& later = session.lesson().pages[k];
    if (later.graph == page.graph && later.question && later.question->fact == Fact::next &&
        later.strategy == page.strategy && facts.blocks_before(later) == blocks && !session.outcome(k).over())
      return BoardStage::unnamed;
  }
  return page.question ? BoardStage::before : BoardStage::forbidden;  // a page without a question shows where it may go
}

std::shared_ptr<const StepScene> board_scene(const std::shared_ptr<const StepSource>& source, std::size_t blocks,
                                             BoardStage stage) {
  const Recording& r = *source->recording;
  if (r.block_count() == 0) return nullptr;
  if (stage == BoardStage::unnamed) return blocks == 0 ? nullptr : board_scene(source, blocks - 1, BoardStage::placed);
  const std::size_t at = std::min(blocks, r.block_count() - 1), first = r.first_step(at), end = r.first_step(at + 1);
  std::size_t step = first;
  if (blocks >= r.block_count() || stage == BoardStage::placed)
    step = end - 1;
  else if (stage == BoardStage::forbidden)
    while (step + 1 < end && step_at(r, step).kind != StepKind::merge) ++step;
  return std::make_shared<const StepScene>(source, step);
}

bool counts_bytes(const StepScene& scene) {
  return scene.height().count < kFewBytes;
}

namespace {

/// The board: see its header.
class Board final : public LessonBoard {
  Q_DECLARE_TR_FUNCTIONS(stowage::LessonBoard)

 public:
  Board(ViewState& state, QWidget* parent)
      : LessonBoard(parent), state_(state), check_(new QPushButton(tr("Check"), this)) {
    check_->setObjectName("lesson_check");
    check_->setAutoDefault(true);
    check_->setCursor(Qt::ArrowCursor);
    check_->hide();
    connect(check_, &QPushButton::clicked, this, [this] { emit offset_chosen(offset_); });
    setAccessibleName(tr("Map of the lesson"));
    connect(&state, &ViewState::selection_changed, this, qOverload<>(&QWidget::update));
  }

  void show_scene(std::shared_ptr<const StepScene> scene) override {
    stop_asking();
    scene_ = std::move(scene);
    describe();
    update();
  }
  void ask(TensorId asked, std::optional<std::int64_t> offset) override {
    if (!scene_) return;
    const Recording& r = scene_->recording();
    asked_ = asked;
    clash_ = {};
    wrong_ = false;
    take_up();
    head_ = r.run(asked).begin - scene_->block().start;
    find_edges();
    waits_ = !offset;
    offset_ = std::clamp(offset.value_or(top_), std::int64_t{0}, most_);
    shape_cursor();
    describe();
    update();
  }
  void mark_wrong(TensorId clash) override {
    wrong_ = true;
    clash_ = clash;
    describe();
    update();
  }
  void stop_asking() {
    asked_ = clash_ = {};
    wrong_ = false;
    take_up();
    edges_.clear();
    shape_cursor();
    update();
  }

  void set_offset(std::int64_t offset) override {
    if (!asking() || offset == offset_) return;
    waits_ = false;
    offset_ = std::clamp(offset, std::int64_t{0}, most_);
    clash_ = {};
    wrong_ = false;
    take_up();
    describe();
    update();
  }

  [[nodiscard]] HeapMapGeometry geometry_of_map() const override { return layout().geometry; }
  [[nodiscard]] QRectF ghost_rect(std::int64_t offset) const override {
    QRectF out;
    const HeapMapGeometry geometry = layout().geometry;
    for (const StepScene::Member& m : scene_->members_at(start_of(offset)))
      if (!m.life.empty() && m.tensor == asked_)
        out = geometry.rect_of(m.life.begin, m.life.end, static_cast<double>(m.run.begin),
                               static_cast<double>(m.run.end));
    return out;
  }
  [[nodiscard]] Drawing drawing() const override { return scene_ ? step_drawing(scene_, {}) : Drawing(); }

  [[nodiscard]] QSize sizeHint() const override { return {900, 600}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {240, 160}; }

 private:
  void resizeEvent(QResizeEvent* event) override {
    QWidget::resizeEvent(event);
    if (asking()) {
      find_edges();
      offset_ = waits_ ? top_ : std::min(offset_, most_);
      describe();
      emit limits_changed();
    }
    place_check();
  }
  void paint(QPainter& painter) override {
    painter.fillRect(rect(), theme().background);
    if (scene_) paint_board(painter, layout());
  }
  Drag press_at(QPointF at) override {
    if (!scene_ || !layout().geometry.plot().contains(at)) return Drag::none;
    take_up();
    if (!asking()) return Drag::press;
    move_to(snapped(at));
    return Drag::own;
  }
  Drag drag_from() override { return Drag::press; }
  void drag_to(QPointF at) override {
    if (asking()) move_to(snapped(at));
  }
  void drop(QPointF at) override {
    if (!asking()) return;
    move_to(snapped(at));
    put_down(at);
  }
  /// A place that is wrong, or to be checked, stays to be seen until the ghost is taken up again.
  void hover_at(QPointF at) override {
    if (asking() && layout().geometry.plot().contains(at)) {
      if (!wrong_ && !put_down_) move_to(snapped(at));
      return;
    }
    const TensorId t = tensor_at(at);
    t.valid() ? state_.hover(t) : state_.clear_hover();
  }
  void click(QPointF at, Qt::KeyboardModifiers modifiers) override {
    const TensorId t = tensor_at(at);
    if (modifiers & Qt::ControlModifier) {
      if (t.valid()) state_.toggle_tensor(t);
    } else if (t.valid()) {
      state_.select_tensors({t});
    } else {
      state_.clear_selection();
    }
  }
  bool key(QKeyEvent& event) override {
    if (!asking()) return false;
    switch (event.key()) {
      case Qt::Key_Up:
      case Qt::Key_Down: {
        const int up = event.key() == Qt::Key_Up ? 1 : -1;
        if (event.modifiers() & Qt::ShiftModifier)
          move_to(std::clamp(offset_ + up, head_, most_));
        else
          step_edge(up);
        return true;
      }
      case Qt::Key_Return:
      case Qt::Key_Enter:
        emit offset_chosen(offset_);
        return true;
      default:
        return false;
    }
  }
  void shape_cursor() override {
    if (asking())
      setCursor(Qt::SizeVerCursor);
    else
      unsetCursor();
  }
  [[nodiscard]] StepLayout layout() const {
    if (!scene_) return {};
    StepLayout out = step_layout(QRectF(rect()).adjusted(6, 6, -6, -6), *scene_, {});
    // Room on top for the block, so that the axis does not give away where it goes.
    const RecordedBlock block = scene_->block();
    MapExtent extent = out.geometry.extent();
    extent.bytes =
        std::max(extent.bytes, static_cast<double>(block.footprint_before.count + block.size / 4 + 1 + block.size));
    out.geometry.set_extent(extent);
    return out;
  }
  [[nodiscard]] std::int64_t start_of(std::int64_t offset) const { return offset - head_; }
  /// The middle of the asked tensor goes to the pointer; an edge nearby wins.
  [[nodiscard]] std::int64_t snapped(QPointF at) const {
    const HeapMapGeometry geometry = layout().geometry;
    const auto size = static_cast<double>(scene_->recording().graph().size(asked_).count);
    const double wanted = geometry.offset_at(at.y()) - size / 2;
    const auto nearest = std::ranges::min_element(
        edges_, {}, [&](std::int64_t edge) { return std::abs(static_cast<double>(edge) - wanted); });
    const double away = std::abs(geometry.y_of(static_cast<double>(*nearest)) - geometry.y_of(wanted));
    if (away <= kSnap) return *nearest;
    return std::clamp(static_cast<std::int64_t>(std::llround(wanted)), head_, top_);
  }
  [[nodiscard]] TensorId tensor_at(QPointF at) const {
    if (!scene_) return {};
    const HeapMapGeometry geometry = layout().geometry;
    if (!geometry.plot().contains(at) || !scene_->map().scene->sentence().isEmpty()) return {};
    return scene_->map().scene->index().at(geometry.place_at(at.x()), geometry.offset_at(at.y()));
  }
  /// Where a member of the block would stand on, or hang below, a tensor that is placed; and the bottom.
  void find_edges() {
    const Recording& r = scene_->recording();
    const RecordedBlock block = scene_->block();
    edges_ = {head_};
    const double map_top = layout().geometry.view().y1;
    top_ = std::max<std::int64_t>(0, static_cast<std::int64_t>(map_top) - block.size) + head_;
    most_ = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::ceil(map_top)) - 1) + head_;
    const auto add = [&](std::int64_t start) {
      if (start >= 0 && start + head_ <= top_) edges_.push_back(start + head_);
    };
    for (const StepScene::Member& member : scene_->members_at(0))
      for (const TensorId t : r.graph().tensors()) {
        if (r.place(t) >= scene_->step().block || r.graph().size(t) == Bytes{0}) continue;
        add(r.run(t).end - member.run.begin);
        add(r.run(t).begin - member.run.end);
      }
    std::ranges::sort(edges_);
    edges_.erase(std::ranges::unique(edges_).begin(), edges_.end());
  }
  /// The ghost stays where it is, and the button beside it asks.
  void put_down(QPointF at) {
    put_down_ = true;
    put_down_at_ = at;
    place_check();
    check_->show();
    emit offset_proposed(offset_);
  }
  void take_up() {
    put_down_ = false;
    check_->hide();
  }
  /// Never under the pointer: a second click in the same place is no answer.
  void place_check() {
    if (!put_down_ || !scene_) return;
    const QSize size = check_->sizeHint();
    const QRect ghost = ghost_rect(offset_).toRect(), room = rect().adjusted(4, 4, -4, -4);
    const int middle = ghost.center().y() - size.height() / 2;
    const QPoint places[] = {{ghost.right() + 8, middle},
                             {ghost.left() - size.width() - 8, middle},
                             {ghost.left(), ghost.top() - size.height() - 8},
                             {ghost.left(), ghost.bottom() + 8}};
    QRect best(room.topLeft(), size);
    for (const QPoint& place : places)
      if (const QRect there(place, size); room.contains(there) && !there.contains(put_down_at_.toPoint())) {
        best = there;
        break;
      }
    check_->setGeometry(best);
  }
  void move_to(std::int64_t offset) {
    if (offset == offset_) return;
    set_offset(offset);
    emit offset_moved(offset_);
  }
  void step_edge(int by) {
    const auto above = std::ranges::upper_bound(edges_, offset_), here = std::ranges::lower_bound(edges_, offset_);
    if (by > 0 && above != edges_.end()) move_to(*above);
    if (by < 0 && here != edges_.begin()) move_to(*std::prev(here));
  }
  void describe() {
    if (!scene_) return setAccessibleDescription({});
    const Recording& r = scene_->recording();
    const std::size_t placed = scene_->step().block + (scene_->step().kind == StepKind::put ? 1 : 0);
    QString text = tr("%1 of %2 blocks are placed.").arg(placed).arg(r.block_count());
    if (asking())
      text += ' ' +
              tr("%1 is proposed at %2.").arg(text_of(r.graph().name(asked_)), QLocale().toString(qlonglong{offset_}));
    setAccessibleDescription(text);
  }
  void paint_board(QPainter& painter, const StepLayout& layout) const {
    const Theme& theme = this->theme();
    const ExactBytes exact(counts_bytes(*scene_));
    paint_step(painter, layout, *scene_, theme);
    HeapMapOverlay overlay;
    if (scene_->map().scene->sentence().isEmpty()) {
      if (!asking()) overlay.selected = lit_tensors(scene_->recording().graph(), state_).strong;
      paint_heap_map_overlay(painter, layout.geometry, *scene_->map().scene, overlay, theme);
    }
    if (!asking()) return;
    paint_ghost(painter, layout.geometry);
    const auto clash = clash_.valid() ? scene_->map().scene->place(clash_) : std::nullopt;
    if (!clash) return;
    painter.setPen(QPen(theme.peak, 2.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(layout.geometry.rect_of(clash->begin, clash->end, static_cast<double>(clash->low),
                                             static_cast<double>(clash->high)));
  }
  /// In the middle of the ghost, or beside the footprint's label where that is.
  [[nodiscard]] QRectF ghost_label(const HeapMapGeometry& geometry, const QString& text, QPointF middle) const {
    const QRectF taken = map_level_labels(geometry, *scene_->map().scene).footprint.box;
    const QRectF box = label_box(text, middle, Qt::AlignCenter, geometry.plot());
    if (!box.intersects(taken)) return box;
    return label_box(text, QPointF(taken.right() + 4, middle.y()), Qt::AlignLeft | Qt::AlignVCenter, geometry.plot());
  }
  void paint_ghost(QPainter& painter, const HeapMapGeometry& g) const {
    const Theme& theme = this->theme();
    const QColor ink = wrong_ ? theme.peak : theme.selection;
    painter.save();
    painter.setClipRect(g.plot().adjusted(-3, -3, 3, 3));
    for (const StepScene::Member& m : scene_->members_at(start_of(offset_))) {
      if (m.life.empty() || m.run.begin == m.run.end) continue;
      const QRectF r =
          g.rect_of(m.life.begin, m.life.end, static_cast<double>(m.run.begin), static_cast<double>(m.run.end));
      painter.fillRect(r, veil(ink, 0.35F));
      painter.setPen(QPen(theme.background, 4.5));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(r);
      painter.setPen(QPen(ink, 2.5, wrong_ ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap, Qt::MiterJoin));
      painter.drawRect(r);
      const QString name = text_of(scene_->recording().graph().name(m.tensor));
      const QString place = tr("%1 at %2").arg(name, QLocale().toString(qlonglong{m.run.begin}));
      const QString text = fitting_label({place, name}, std::max(r.width(), 90.0));
      draw_label(painter, text, ghost_label(g, text, r.center()).topLeft(), Qt::AlignLeft, g.plot(), theme.text, theme);
    }
    paint_map_level_labels(painter, g, *scene_->map().scene, theme);
    painter.restore();
  }

  ViewState& state_;
  TensorId clash_;
  bool wrong_ = false;     // the ghost is where it was wrong
  std::int64_t head_ = 0;  // bytes of the block below the asked tensor
  bool waits_ = false;     // on top of the map, wherever that is
  bool put_down_ = false;  // the ghost waits for the button
  QPointF put_down_at_;
  QPushButton* check_;
};

}  // namespace

LessonBoard* make_lesson_board(ViewState& state, QWidget* parent) {
  return new Board(state, parent);
}

}  // namespace stowage
