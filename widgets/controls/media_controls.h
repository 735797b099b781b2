// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QToolButton>

namespace stowage {

/// A button of a player, its sign drawn in the ink of the palette.
class MediaButton final : public QToolButton {
  Q_OBJECT

 public:
  enum class Sign { play, pause, back, forward, first, last };

  MediaButton(Sign sign, const QString& text, const QKeySequence& key, QWidget* parent = nullptr);
  /// `text` is the accessible name, and with `key` the tooltip.
  void set_sign(Sign sign, const QString& text, const QKeySequence& key);
  [[nodiscard]] Sign sign() const { return sign_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Sign sign_;
};

/// How fast something is played, in times of its usual speed.
class SpeedBox final : public QComboBox {
  Q_OBJECT

 public:
  explicit SpeedBox(const QString& tip, QWidget* parent = nullptr);

  /// 1 at first.
  [[nodiscard]] double factor() const { return currentData().toDouble(); }
};

}  // namespace stowage
