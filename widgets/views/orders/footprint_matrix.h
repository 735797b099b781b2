// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>

#include <QWidget>

#include "widgets/views/orders/order_study.h"

class QAbstractItemModel;

namespace stowage {

/// The footprint of every known order with a choice of layout strategies: computed cell by cell in the background when
/// asked for.
class FootprintMatrixView : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// The orders that are known of a graph (null: none is open). Another graph ends what is being computed.
  virtual void set_orders(const std::shared_ptr<const Graph>& graph, std::span<const OrderRow> rows) = 0;
  /// Footprints of another are forgotten.
  virtual void set_alignment(Bytes alignment) = 0;
  [[nodiscard]] virtual const QAbstractItemModel& model() const = 0;
  [[nodiscard]] virtual bool busy() const = 0;
};

[[nodiscard]] FootprintMatrixView* make_footprint_matrix();

}  // namespace stowage
