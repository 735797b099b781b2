// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/insight/analysis/report.h"
#include "widgets/base/pane.h"
#include "widgets/painters/charts/size_chart.h"

namespace stowage {

/// How many tensors have each size. Hovering a bar tells; a click, or Return on the one that the arrow keys marked,
/// selects its tensors.
class SizesPane final : public Pane {
  Q_OBJECT

 public:
  explicit SizesPane(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] const std::vector<SizeBin>& bins() const { return bins_; }
  /// The bin that the keys are on, if any.
  [[nodiscard]] std::optional<std::size_t> marked() const { return marked_; }
  /// Where things are drawn now.
  [[nodiscard]] SizeChart chart() const;
  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& view) override;
  void mark(std::optional<std::size_t> bin);
  void select(std::size_t bin);
  void describe();
  [[nodiscard]] const Theme& theme() const;

  std::shared_ptr<const Graph> graph_;
  std::vector<SizeBin> bins_;
  std::size_t unknown_ = 0;  ///< tensors of unknown size, which are in no bin
  std::optional<std::size_t> marked_;
};

}  // namespace stowage
