// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QIcon>
#include <QSize>
#include <QWidget>

#include "widgets/painters/page/export.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

/// Logical pixels.
inline constexpr QSize kSwatchSize(16, 16);

/// A framed box of a fill, for lists that name what has it; `ratio` is the screen's.
[[nodiscard]] QIcon swatch(const Fill& fill, const Theme& theme, double ratio);

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
