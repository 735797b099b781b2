// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "widgets/painters/page/export.h"

namespace stowage {

/// A legend in one line: fills with their names; those that do not fit are left out, and are in the tool tip.
class SwatchRow final : public QWidget {
  Q_OBJECT

 public:
  explicit SwatchRow(QWidget* parent = nullptr);

  /// What the fills mean, under a theme.
  using Items = std::vector<LegendItem> (*)(int level, const Theme& theme);
  void set_items(Items of, int level);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] std::vector<LegendItem> items() const;
  [[nodiscard]] int width_of(const LegendItem& item) const;

  Items items_ = nullptr;
  int level_ = 0;
};

}  // namespace stowage
