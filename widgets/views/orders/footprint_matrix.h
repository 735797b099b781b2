// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

  /// The orders that a study knows, planned with this alignment. What was planned with another alignment is forgotten;
  /// another graph ends what is being computed.
  virtual void show(const OrderStudy& study, Bytes alignment) = 0;
  [[nodiscard]] virtual const QAbstractItemModel& model() const = 0;
  [[nodiscard]] virtual bool busy() const = 0;
};

[[nodiscard]] FootprintMatrixView* make_footprint_matrix();

}  // namespace stowage
