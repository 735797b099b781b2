// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>

#include "core/base/bytes.h"

namespace stowage {

/// A smallest size to choose, in powers of two: "any size", 1 B, 2 B, … What is typed is taken down to such a power.
class SizeSpin final : public QSpinBox {
  Q_OBJECT

 public:
  explicit SizeSpin(QWidget* parent = nullptr);

  [[nodiscard]] Bytes size() const;
  void set_size(Bytes size);

 protected:
  [[nodiscard]] QString textFromValue(int value) const override;
  [[nodiscard]] int valueFromText(const QString& text) const override;
  QValidator::State validate(QString& text, int& position) const override;
};

}  // namespace stowage
