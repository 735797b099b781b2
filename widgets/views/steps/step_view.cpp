// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/step_view.h"

#include <utility>

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

#include "widgets/painters/steps/walk_painter.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kCorner = 6;  // pixels around the picture

/// The view: see its header.
class StepPicture final : public StepView {
  Q_DECLARE_TR_FUNCTIONS(stowage::StepView)

 public:
  explicit StepPicture(bool beside)
      : StepView(nullptr), frame_{.closer = true, .code = true, .table = false}, reset_(new QToolButton(this)) {
    setObjectName(beside ? "step_view_beside" : "step_view");
    setAccessibleName(tr("The map at this step, and the places looked at"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    reset_->setObjectName(beside ? "step_reset_zoom_beside" : "step_reset_zoom");
    reset_->setText(tr("Reset zoom"));
    reset_->setToolTip(tr("Follow the steps again (0, or double click beside tensors)"));
    reset_->setFocusPolicy(Qt::NoFocus);
    reset_->hide();
    connect(reset_, &QToolButton::clicked, this, &StepPicture::fit);
  }

  void set_scene(std::shared_ptr<const StepScene> scene, Bytes height, const QString& sentence) override {
    if (!scene || (scene_ && (&scene->graph() != &scene_->graph() || is_other_plane(*scene)))) fit();
    scene_ = std::move(scene);
    sentence_ = sentence;
    frame_.height = height;
    setAccessibleDescription(scene_ ? step_sentence(*scene_) : sentence_);
    redraw();
  }
  void set_closer(bool closer) override {
    if (frame_.closer == closer) return;
    frame_.closer = closer;
    redraw();
  }
  [[nodiscard]] const StepFrame& frame() const override { return frame_; }
  [[nodiscard]] StepLayout layout_of_step() const override { return step_layout(area(), *scene_, frame_); }
  /// Shows what it would without any zooming.
  void fit() override {
    frame_.view.reset();
    reset_->hide();
    redraw();
  }

  [[nodiscard]] QSize minimumSizeHint() const override { return {120, 80}; }

 protected:
  void resizeEvent(QResizeEvent*) override {
    reset_->adjustSize();
    reset_->move(width() - reset_->width() - static_cast<int>(kCorner), height() - reset_->height() - 4);
  }
  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Home)
      event->ignore();
    else
      Canvas::keyPressEvent(event);
  }

 private:
  [[nodiscard]] QRectF area() const { return QRectF(rect()).adjusted(kCorner, 2, -kCorner, -2); }
  /// A part of a walk's picture is none of another one, whose axes are others.
  [[nodiscard]] bool is_other_plane(const StepScene& next) const {
    return next.walk() != scene_->walk() || (next.walk() && next.walk_step().plane != scene_->walk_step().plane);
  }
  [[nodiscard]] TensorId tensor_at(QPointF at) const {
    if (!scene_) return {};
    if (scene_->walk()) return walk_tensor_at(layout_of_step(), *scene_, at);
    const HeapMapGeometry geometry = layout_of_step().geometry;
    if (!geometry.plot().contains(at)) return {};
    return scene_->map().scene->index().at(geometry.place_at(at.x()), geometry.offset_at(at.y()));
  }
  void redraw() {
    picture_.clear();
    update();
  }
  void paint(QPainter& painter) override {
    if (!scene_) return draw_sentence(painter, rect(), sentence_, theme());
    painter.fillRect(rect(), theme().background);
    picture_.draw(painter, *this, [this](QPainter& into) { paint_step(into, layout_of_step(), *scene_, theme()); });
  }
  [[nodiscard]] QRectF drawn_area() const override { return scene_ ? layout_of_step().geometry.plot() : area(); }
  [[nodiscard]] bool zooms() const override { return scene_ != nullptr; }
  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers held) override {
    HeapMapGeometry geometry = layout_of_step().geometry;
    geometry.zoom_at(at, held & Qt::ShiftModifier ? 1 : factor, held & Qt::ControlModifier ? 1 : factor);
    show_part(geometry);
  }
  void pan(QPointF by) override {
    HeapMapGeometry geometry = layout_of_step().geometry;
    geometry.pan(by.x(), by.y());
    show_part(geometry);
  }
  Drag press_at(QPointF) override { return scene_ ? Drag::press : Drag::none; }
  void click(QPointF at, Qt::KeyboardModifiers) override {
    if (const TensorId t = tensor_at(at); t.valid()) emit tensor_picked(t);
  }
  bool double_click(QPointF at) override {
    if (!tensor_at(at).valid()) fit();
    return true;
  }
  [[nodiscard]] QString tip_at(QPointF at) const override {
    const TensorId t = tensor_at(at);
    if (!t.valid()) return {};
    if (scene_->walk()) return tr("%1\n%2").arg(text_of(scene_->graph().name(t)), full_bytes(scene_->graph().size(t)));
    const Recording& r = scene_->recording();
    return tr("%1\n%2 at %3\n%4")
        .arg(text_of(r.graph().name(t)), full_bytes(r.graph().size(t)), address_text(r.offsets()[t.index()]),
             lifetime_text(r.graph(), (*scene_->source().view.lifetimes)[t.index()]));
  }
  void show_part(const HeapMapGeometry& geometry) {
    frame_.view = geometry.view();
    reset_->show();
    redraw();
  }

  std::shared_ptr<const StepScene> scene_;
  QString sentence_;
  StepFrame frame_;
  QToolButton* reset_;  // while zoomed
  CachedPicture picture_;
};

}  // namespace

StepView* make_step_view(bool beside) {
  return new StepPicture(beside);
}

}  // namespace stowage
