// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/step_code.h"

#include <utility>

#include <QPainter>
#include <QPicture>

#include "widgets/base/canvas.h"
#include "widgets/painters/steps/step_painter.h"

namespace stowage {

/// As high as its text, which its width decides.
class StepCode::Page final : public QWidget {
 public:
  explicit Page(StepCode& around) : around_(around) {}

  void set_scene(std::shared_ptr<const StepScene> scene) {
    scene_ = std::move(scene);
    fit();
    update();
  }

 private:
  void paintEvent(QPaintEvent*) override {
    if (!scene_) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    set(painter);
  }
  void resizeEvent(QResizeEvent*) override { fit(); }

  void fit() {
    if (!scene_) return setMinimumHeight(0);
    QPicture nowhere;
    QPainter painter(&nowhere);
    const StepCodeLayout layout = set(painter);
    setMinimumHeight(static_cast<int>(layout.height) + 6);
    const QRect line = layout.current.toAlignedRect();
    around_.ensureVisible(line.left(), line.bottom());
    around_.ensureVisible(line.left(), line.top());
  }
  StepCodeLayout set(QPainter& painter) const {
    constexpr double kMargin = 6;
    return paint_step_code(painter, QRectF(rect()).adjusted(kMargin, 2, -kMargin, 0), *scene_, theme_of(*this));
  }

  StepCode& around_;
  std::shared_ptr<const StepScene> scene_;
};

StepCode::StepCode() : page_(new Page(*this)) {
  page_->setObjectName("step_code");
  page_->setAccessibleName(tr("Pseudocode of the planner"));
  setWidget(page_);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void StepCode::set_scene(std::shared_ptr<const StepScene> scene) {
  if (scene) {
    const auto line = static_cast<std::size_t>(code_line(*scene));
    page_->setAccessibleDescription(tr("Line %1: %2").arg(line + 1).arg(pseudocode(*scene)[line].text));
  }
  page_->set_scene(std::move(scene));
}

}  // namespace stowage
