// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace stowage {

/// Hides a whole widget, its parent, which takes no keys meanwhile, behind a sentence that says why.
class Cover final : public QLabel {
  Q_OBJECT

 public:
  /// Covers `widget`; with an empty sentence it is to be seen again.
  static void set(QWidget& widget, const QString& sentence);
  [[nodiscard]] static bool is_on(const QWidget& widget);

 private:
  explicit Cover(QWidget& widget);
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace stowage
