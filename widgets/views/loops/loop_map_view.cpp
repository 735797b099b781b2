// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loops/loop_map_view.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace stowage {
namespace {

/// The view: see its header.
class LoopMapPart final : public LoopMapView {
  Q_DECLARE_TR_FUNCTIONS(stowage::LoopMapView)

 public:
  LoopMapPart() : widget_(new HeapMapWidget(&own_, this)), cover_(new Cover(*this)) {
    own_.set_color_by(ColorBy::kind);
    widget_->setObjectName("loop_map");
    widget_->setAccessibleName(tr("Map of the unrolled loop"));
    widget_->setMinimumSize(120, 90);
    widget_->set_cards(false);
    widget_->setContextMenuPolicy(Qt::NoContextMenu);  // what it offers is for tensors of the graph
    setFocusProxy(widget_);
    const auto redraw = [this] {
      cover_->update();
      update();
    };
    widget_->set_run_beside(0);  // what lies over it is drawn by steps
    connect(widget_, &HeapMapWidget::map_view_changed, this, redraw);
    connect(widget_, &HeapMapWidget::content_changed, this, redraw);
    connect(&own_, &ViewState::selection_changed, this, &LoopMapPart::take_selection);
    connect(&own_, &ViewState::hover_changed, this, &LoopMapPart::show_hovered);
  }

  void set_map(std::shared_ptr<const LoopMap> map) override {
    syncing_ = true;
    own_.reset();
    syncing_ = false;
    light_ = {};
    map_ = std::move(map);
    widget_->set_view(map_ ? map_->view : PlanView{});
    update();
  }
  void set_iteration(std::size_t iteration) override {
    if (!map_) return;
    light_.copy.reset();
    if (map_->copies > 1) light_.copy = iteration % map_->copies;
    cover_->update();
    update();
  }
  void set_tensor(TensorId t) override {
    if (!map_) return;
    syncing_ = true;
    light_.ring = t.valid() ? ring_of(*map_->loop.plan, t) : std::nullopt;
    own_.select_tensors(t.valid() ? values_of(*map_->loop.plan, t) : std::vector<TensorId>());
    syncing_ = false;
    cover_->update();
  }
  [[nodiscard]] bool busy() const override { return widget_->busy(); }
  [[nodiscard]] Drawing drawing() const override {
    if (!shows_map() || !widget_->coloring()) return {};
    return loop_drawing(map_, {.scene = widget_->scene(), .coloring = widget_->coloring(), .hidden = {}}, light_,
                        own_.selected_tensors());
  }

 private:
  /// It may still be prepared.
  [[nodiscard]] bool shows_map() const {
    return map_ && widget_->scene()->plan_view().graph == map_->view.graph && widget_->scene()->sentence().isEmpty();
  }
  /// One value stands for all that go round with it.
  void take_selection() {
    if (syncing_ || !map_) return;
    const auto& picked = own_.selected_tensors();
    emit tensor_picked(picked.empty() ? TensorId() : body_tensor(*map_->loop.plan, picked.front()));
  }
  /// In few words, beside the small map and not over it.
  void show_hovered() {
    const TensorId value = own_.hovered_tensor();
    if (!shows_map() || !value.valid() || value.index() >= map_->view.graph->tensor_count())
      return QToolTip::hideText();
    QToolTip::showText(QCursor::pos(), value_text(*map_, value), widget_);
  }
  void resizeEvent(QResizeEvent*) override {
    widget_->setGeometry(0, static_cast<int>(kCopyStrip), width(),
                         std::max(0, height() - static_cast<int>(kCopyStrip)));
    cover_->setGeometry(widget_->rect());
  }
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(strip(), theme_of(*this).background);
    if (shows_map()) paint_copy_names(painter, strip(), widget_->geometry_of_map(), *map_, light_, theme_of(*this));
  }
  void mousePressEvent(QMouseEvent* event) override {
    const HeapMapGeometry& geometry = widget_->geometry_of_map();
    const double x = event->position().x();
    if (!map_ || event->button() != Qt::LeftButton || !strip().contains(event->position()) ||
        x < geometry.plot().left() || x > geometry.plot().right())
      return QWidget::mousePressEvent(event);
    const double copy = geometry.place_at(x) / static_cast<double>(map_->steps);
    emit copy_picked(std::min(static_cast<std::size_t>(std::max(0.0, copy)), map_->copies - 1));
  }
  [[nodiscard]] QRectF strip() const { return QRectF(0, 0, width(), kCopyStrip); }

  /// Over the map, and taking no mouse.
  class Cover final : public QWidget {
   public:
    explicit Cover(LoopMapPart& view) : QWidget(view.widget_), view_(view) {
      setAttribute(Qt::WA_TransparentForMouseEvents);
      setFocusPolicy(Qt::NoFocus);
    }

   private:
    void paintEvent(QPaintEvent*) override {
      if (!view_.shows_map()) return;
      QPainter painter(this);
      const HeapMapWidget& map = *view_.widget_;
      paint_loop_marks(painter, map.geometry_of_map(), *map.scene(), *view_.map_, view_.light_, theme_of(*this));
    }
    LoopMapPart& view_;
  };
  ViewState own_;
  std::shared_ptr<const LoopMap> map_;
  HeapMapWidget* widget_;
  Cover* cover_;
  bool syncing_ = false;
};

}  // namespace

LoopMapView* make_loop_map_view() {
  return new LoopMapPart;
}

}  // namespace stowage
