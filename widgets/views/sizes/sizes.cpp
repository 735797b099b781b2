// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>

#include "core/graph/claims.h"
#include "core/insight/analysis/report.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/charts/size_chart.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

constexpr double kSummaryHeight = 18;
constexpr QSize kNatural{1000, 420};

/// How many tensors have each size. A tip names a bar; a click, or Return on the bar that the arrow keys marked,
/// selects its tensors. The line above says what is marked, or sums up.
class SizesPane final : public CanvasPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::SizesPane)

 public:
  explicit SizesPane(ViewState& state);

  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override {
    return PictureWords{"sizes", tr("Si&zes…"), tr("Export image of the sizes"), "-sizes"};
  }
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  /// Sizes are the graph's: plans change nothing here.
  void take_view(const PlanView& view) override {
    if (!view.stale) take_graph(view.graph);
  }
  void paint(QPainter& painter) override;
  [[nodiscard]] QString tip_at(QPointF at) const override;
  Drag press_at(QPointF at) override;
  bool key(QKeyEvent& event) override;
  bool give_up() override;

  [[nodiscard]] QRectF area() const { return QRectF(rect()).adjusted(0, kSummaryHeight, 0, 0); }
  [[nodiscard]] QString summary() const;
  void mark(std::optional<std::size_t> bin);
  void select(std::size_t bin);

  std::shared_ptr<const Graph> graph_;
  std::vector<SizeBin> bins_;
  std::size_t unknown_ = 0;            // tensors of unknown size, which are in no bin
  std::optional<std::size_t> marked_;  // the bin that the keys are on
};

SizesPane::SizesPane(ViewState& state) : CanvasPane(state) {
  setObjectName("sizes_pane");
  setAccessibleName(tr("Sizes of tensors"));
  follow_numbers(this, [this] { mark(marked_); });
}

void SizesPane::take_graph(const std::shared_ptr<const Graph>& graph) {
  if (graph == graph_) return;
  graph_ = graph;
  bins_ = graph ? size_distribution(*graph) : std::vector<SizeBin>();
  unknown_ = graph ? unknown_sizes(*graph) : 0;
  mark({});
}

Drawing SizesPane::drawing() const {
  if (!graph_) return {};
  Drawing out = *sizes_drawing({.graph = graph_});
  out.natural_size = kNatural;
  return out;
}

QString SizesPane::summary() const {
  if (bins_.empty()) return {};
  return marked_ ? size_bin_text(bins_[*marked_]) : size_chart_summary(bins_, unknown_);
}

void SizesPane::paint(QPainter& painter) {
  if (bins_.empty())
    return draw_sentence(painter, rect(), graph_ ? size_chart_sentence(*graph_) : tr("No graph is open."), theme());
  painter.setFont(paint_font(12));
  painter.setPen(theme().text);
  const QRectF line(8, 0, width() - 16, kSummaryHeight);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fitted(painter.font(), summary(), line.width()));
  painter.setRenderHint(QPainter::Antialiasing);
  paint_size_chart(painter, area(), bins_, marked_, theme());
}

QString SizesPane::tip_at(QPointF at) const {
  const auto bin = SizeChart(area(), bins_).bin_at(at);
  return bin ? size_bin_text(bins_[*bin]) : QString();
}

void SizesPane::mark(std::optional<std::size_t> bin) {
  marked_ = bin;
  setAccessibleDescription(summary());
  update();
}

void SizesPane::select(std::size_t bin) {
  mark(bin);
  state().select_tensors(tensors_in(bins_[bin], *graph_));
}

SizesPane::Drag SizesPane::press_at(QPointF at) {
  if (const auto bin = SizeChart(area(), bins_).bin_at(at))
    select(*bin);
  else
    mark({});
  return Drag::none;
}

bool SizesPane::give_up() {
  if (!marked_) return false;
  mark({});
  return true;
}

bool SizesPane::key(QKeyEvent& event) {
  if (bins_.empty()) return false;
  const std::size_t last = bins_.size() - 1;
  switch (event.key()) {
    case Qt::Key_Left:
      return mark(marked_ ? (*marked_ == 0 ? 0 : *marked_ - 1) : last), true;
    case Qt::Key_Right:
      return mark(marked_ ? std::min(*marked_ + 1, last) : 0), true;
    case Qt::Key_Home:
      return mark(0), true;
    case Qt::Key_End:
      return mark(last), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (marked_) select(*marked_);
      return marked_.has_value();
    default:
      return false;
  }
}

}  // namespace

Pane* make_sizes(ViewState& state) {
  return new SizesPane(state);
}

}  // namespace stowage
