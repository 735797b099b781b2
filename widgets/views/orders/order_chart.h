// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "widgets/base/canvas.h"
#include "widgets/base/known_order.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// The memory of one or two orders of a graph, step by step.
struct ComparedOrders {
  std::shared_ptr<const Graph> graph;  ///< of which the orders are
  KnownOrderPtr first, second;         ///< the second may be null
  bool several_streams = false;        ///< so that curves and peaks are those of one run of many
  std::optional<Bytes> first_interleaved{}, second_interleaved{};  ///< on several streams, where they are known

  [[nodiscard]] bool complete() const { return graph && first; }
  friend bool operator==(const ComparedOrders&, const ComparedOrders&) = default;
};

/// Draws them over each other. The line above says what is under the mouse, or at the step that the arrow keys marked;
/// a click, or Return, picks the operators there.
class OrderChart final : public Canvas {
  Q_OBJECT

 public:
  explicit OrderChart(QWidget* parent = nullptr);

  void set_orders(const ComparedOrders& orders);
  /// The steps shown; none: all.
  void set_range(std::optional<Lifetime> range);
  /// Parts of the first or second order, which has that name; null: none.
  void set_bands(std::shared_ptr<const StepBands> bands, const QString& order);
  [[nodiscard]] const OrderCurves& curves() const { return curves_; }
  [[nodiscard]] OrderCurvesChart chart() const;
  /// The step that the mouse or the keys are at.
  [[nodiscard]] std::optional<std::size_t> marked() const { return marked_; }
  /// What is said of a step: bytes and operators, line by line.
  [[nodiscard]] QString step_text(std::size_t step) const;
  /// What is said while no step is marked.
  [[nodiscard]] QString summary() const;
  [[nodiscard]] Drawing drawing() const;
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, 90}; }

 signals:
  void step_picked(std::size_t step);

 private:
  void paint(QPainter& painter) override;
  Drag press_at(QPointF at) override;
  void hover_at(QPointF at) override;
  void leave() override { mark(std::nullopt); }
  [[nodiscard]] QString tip_at(QPointF at) const override;
  bool key(QKeyEvent& event) override;
  bool give_up() override;
  [[nodiscard]] QRectF area() const;
  /// The step there; none beside the curves.
  [[nodiscard]] std::optional<std::size_t> step_at(QPointF at) const;
  void redraw();
  void mark(std::optional<std::size_t> step);
  void move_mark(std::ptrdiff_t by);
  [[nodiscard]] QString brief_summary() const;
  [[nodiscard]] QString both_text(const QString& first, const QString& second, Bytes from, Bytes to) const;
  [[nodiscard]] QString interleaved_summary() const;
  [[nodiscard]] QString step_line(std::size_t step, bool names) const;
  void describe();

  ComparedOrders orders_;
  OrderCurves curves_;
  std::optional<std::size_t> marked_;
  CachedPicture picture_;  // all but what changes often
};

}  // namespace stowage
