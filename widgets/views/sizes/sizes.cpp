// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <QCoreApplication>
#include <QPainter>

#include "core/graph/claims.h"
#include "core/insight/analysis/report.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/chart_view.h"
#include "widgets/painters/charts/size_chart.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

constexpr QSize kNatural{1000, 420};

/// How many tensors have each size. A place is a bar; picking it selects its tensors.
class SizesPane final : public ChartPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::SizesPane)

 public:
  explicit SizesPane(ViewState& state) : ChartPane(state) {
    setObjectName("sizes_pane");
    setAccessibleName(tr("Sizes of tensors"));
  }

  [[nodiscard]] Drawing drawing() const override {
    if (!graph_) return {};
    Drawing out = *sizes_drawing({.graph = graph_});
    out.natural_size = kNatural;
    return out;
  }
  [[nodiscard]] std::optional<PictureWords> picture() const override {
    return PictureWords{"sizes", tr("Si&zes…"), tr("Export image of the sizes"), "-sizes"};
  }
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    if (graph == graph_) return;
    graph_ = graph;
    bins_ = graph ? size_distribution(*graph) : std::vector<SizeBin>();
    unknown_ = graph ? unknown_sizes(*graph) : 0;
    mark({});
    refresh();
  }
  /// Sizes are the graph's: plans change nothing here.
  void take_view(const PlanView& view) override {
    if (!view.stale) take_graph(view.graph);
  }

  [[nodiscard]] Lifetime places() const override { return {0, static_cast<std::uint32_t>(bins_.size())}; }
  [[nodiscard]] QString sentence() const override {
    return graph_ ? size_chart_sentence(*graph_) : tr("No graph is open.");
  }
  [[nodiscard]] std::optional<std::size_t> place_at(QPointF at) const override {
    return SizeChart(area(), bins_).bin_at(at);
  }
  void paint_chart(QPainter& painter) const override { paint_size_chart(painter, area(), bins_, theme()); }
  void paint_mark(QPainter& painter, std::size_t bin) const override {
    const QRectF bar = SizeChart(area(), bins_).bar(bin);
    const double top = std::min(bar.top(), bar.bottom() - 3);
    painter.setPen(QPen(theme().selection, 2));
    painter.drawRect(QRectF(bar.left(), top, bar.width(), bar.bottom() - top));
  }
  [[nodiscard]] QStringList line_of(std::optional<std::size_t> bin) const override { return {text_of_place(bin)}; }
  [[nodiscard]] QString text_of_place(std::optional<std::size_t> bin) const override {
    if (bins_.empty()) return {};
    return bin ? size_bin_text(bins_[*bin]) : size_chart_summary(bins_, unknown_);
  }
  void pick(std::size_t bin) override { state().select_tensors(tensors_in(bins_[bin], *graph_)); }
  // The mark stays on what was selected.
  void hover_at(QPointF /*at*/) override {}
  void leave() override {}

  std::shared_ptr<const Graph> graph_;
  std::vector<SizeBin> bins_;
  std::size_t unknown_ = 0;  // tensors of unknown size, which are in no bin
};

}  // namespace

Pane* make_sizes(ViewState& state) {
  return new SizesPane(state);
}

}  // namespace stowage
