// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/insight/analysis/report.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// How many tensors have each size, as bars: one a power of two, the height linear up to ten tensors and logarithmic
/// above, so that one is seen beside a thousand.
/// ```
///  100 ┤        ▄▄
///   10 ┤──▄▄────██───────   the height of ten: below it is linear
///    0 ┼──██─▄▄─██────▄▄─
///        1 KiB 4 KiB          from; up to below the next
/// ```
class SizeChart {
 public:
  SizeChart() = default;
  SizeChart(const QRectF& rect, const std::vector<SizeBin>& bins);

  [[nodiscard]] QRectF plot() const { return plot_; }
  [[nodiscard]] QRectF bar(std::size_t bin) const;
  /// The bin at that place in the plot, above its bar too.
  [[nodiscard]] std::optional<std::size_t> bin_at(QPointF at) const;
  [[nodiscard]] double y_of(double count) const;

 private:
  QRectF plot_;
  double pitch_ = 1, most_ = 1;
  std::vector<std::size_t> counts_;
};

/// Of the bars: not that of any stream or other class.
[[nodiscard]] QColor size_bar_color(const Theme& theme);

/// Draws the bins into `rect`, in its units. Pure.
void paint_size_chart(QPainter& painter, const QRectF& rect, const std::vector<SizeBin>& bins, const Theme& theme);

/// "3 tensors of 4 KiB up to below 8 KiB, together 17.2 KiB".
[[nodiscard]] QString size_bin_text(const SizeBin& bin);
/// "415 tensors, together 1.2 GiB; 2 more of unknown size".
[[nodiscard]] QString size_chart_summary(const std::vector<SizeBin>& bins, std::size_t unknown = 0);
/// Why there are no bins.
[[nodiscard]] QString size_chart_sentence(const Graph& graph);

/// The chart as a page; a sentence where there are no tensors. Needs of the view its graph.
[[nodiscard]] Result<Drawing> sizes_drawing(const PlanView& view, const DrawingLook& look = {}, const Task& task = {});

}  // namespace stowage
