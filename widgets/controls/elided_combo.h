// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace stowage {

/// A choice whose long texts are elided in the middle, where it and its list are too narrow for them; the tool tip has
/// them in full, and the list is as wide as they are, within reason.
class ElidedCombo final : public QComboBox {
  Q_OBJECT

 public:
  explicit ElidedCombo(QWidget* parent = nullptr);

  void showPopup() override;
  /// The text as it is painted.
  [[nodiscard]] QString shown_text() const;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace stowage
