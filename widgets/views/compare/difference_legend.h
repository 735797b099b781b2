// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "widgets/painters/model/coloring.h"

class QPainter;

namespace stowage {

/// What the colours and hatches of a difference map stand for, in a line below it.
class DifferenceLegend final : public QWidget {
  Q_OBJECT

 public:
  explicit DifferenceLegend(QWidget* parent = nullptr);

 public slots:
  /// The classes now shown. May be null.
  void set_coloring(std::shared_ptr<const stowage::Coloring> coloring);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  double draw(QPainter& painter) const;
  void adapt_height();

  std::shared_ptr<const Coloring> coloring_;
};

}  // namespace stowage
