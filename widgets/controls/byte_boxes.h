// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <QAbstractSpinBox>
#include <QSpinBox>

#include "core/base/bytes.h"

namespace stowage {

/// An offset to be typed ("768", "0x300", "12 KiB") or stepped from edge to edge; any 64-bit address, which QSpinBox
/// has no room for.
class OffsetBox final : public QAbstractSpinBox {
  Q_OBJECT

 public:
  explicit OffsetBox(QWidget* parent = nullptr);

  /// Steps go to these; ascending.
  void set_edges(std::vector<std::int64_t> edges, std::int64_t most);
  [[nodiscard]] std::int64_t value() const { return value_; }
  [[nodiscard]] std::int64_t most() const { return most_; }
  /// Silently.
  void set_value(std::int64_t value);
  /// Takes what is typed; false where it is no offset, or too large: then value() is shown again.
  bool take_text();
  void stepBy(int steps) override;

 signals:
  /// The user changed it.
  void value_edited(std::int64_t value);
  void return_pressed();

 protected:
  [[nodiscard]] StepEnabled stepEnabled() const override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void show_value();

  std::vector<std::int64_t> edges_;
  std::int64_t value_ = 0, most_ = 0;
};

/// A smallest size to choose, in powers of two: "any size", 1 B, 2 B, … What is typed is taken down to such a power.
class SizeSpin final : public QSpinBox {
  Q_OBJECT

 public:
  explicit SizeSpin(QWidget* parent = nullptr);

  [[nodiscard]] Bytes size() const;

 protected:
  [[nodiscard]] QString textFromValue(int value) const override;
  [[nodiscard]] int valueFromText(const QString& text) const override;
  QValidator::State validate(QString& text, int& position) const override;
};

}  // namespace stowage
