// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "widgets/base/known_order.h"
#include "widgets/controls/chart_view.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// The memory of one or two orders of a graph, step by step.
struct ComparedOrders {
  std::shared_ptr<const Graph> graph;  ///< that both order
  KnownOrderPtr first, second;         ///< the second may be null
  bool several_streams = false;        ///< so that curves and peaks are those of one execution among many
  std::optional<Bytes> first_interleaved{}, second_interleaved{};  ///< on several streams, where they are known

  [[nodiscard]] bool complete() const { return graph && first; }
  friend bool operator==(const ComparedOrders&, const ComparedOrders&) = default;
};

/// Draws them over each other. A place is a step; picking it picks the operators there.
class OrderChart final : public ChartView {
  Q_OBJECT

 public:
  explicit OrderChart(QWidget* parent = nullptr);

  /// `range`: the steps shown; none: all. `bands` are parts of the first or second order, which has that name, or null.
  void show(const ComparedOrders& orders, std::optional<Lifetime> range, std::shared_ptr<const StepBands> bands,
            const QString& order_of_bands);
  [[nodiscard]] const OrderCurves& curves() const { return curves_; }
  [[nodiscard]] OrderCurvesChart chart() const { return {area(), curves_}; }
  /// What is said of a step: bytes and operators, line by line.
  [[nodiscard]] QString step_text(std::size_t step) const;
  /// What is said while no step is marked.
  [[nodiscard]] QString summary() const;
  [[nodiscard]] Drawing drawing() const;
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, 90}; }

 signals:
  void step_picked(std::size_t step);

 private:
  [[nodiscard]] Lifetime places() const override { return orders_.complete() ? curves_.shown() : Lifetime{}; }
  [[nodiscard]] std::optional<std::size_t> place_at(QPointF at) const override { return chart().step_at(at.x()); }
  void paint_chart(QPainter& painter) const override { paint_order_curves(painter, area(), curves_, theme()); }
  void paint_mark(QPainter& painter, std::size_t step) const override;
  [[nodiscard]] QStringList line_of(std::optional<std::size_t> step) const override;

  [[nodiscard]] QString text_of_place(std::optional<std::size_t> step) const override {
    return step ? step_text(*step) : summary();
  }

  void pick(std::size_t step) override { emit step_picked(step); }
  [[nodiscard]] QString brief_summary() const;
  [[nodiscard]] QString both_text(const QString& first, const QString& second, Bytes from, Bytes to) const;
  [[nodiscard]] QString interleaved_summary() const;
  [[nodiscard]] QString step_line(std::size_t step, bool names) const;

  ComparedOrders orders_;
  OrderCurves curves_;
};

}  // namespace stowage
