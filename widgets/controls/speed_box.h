// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace stowage {

/// How fast something is played, in times of its usual speed.
class SpeedBox final : public QComboBox {
  Q_OBJECT

 public:
  explicit SpeedBox(const QString& tip, QWidget* parent = nullptr);

  /// 1 at first.
  [[nodiscard]] double factor() const { return currentData().toDouble(); }
};

}  // namespace stowage
