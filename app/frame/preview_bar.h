// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace stowage {

/// A line over the centre while a change is previewed: what it is, and two buttons to keep it or to take it back.
class PreviewBar final : public QFrame {
  Q_OBJECT

 public:
  explicit PreviewBar(QWidget* parent = nullptr);

 public slots:
  /// `change` as the user knows it; empty: nothing is previewed.
  void show_preview(const QString& change);

 signals:
  void applied();
  void discarded();

 private:
  void apply_colors();
  void changeEvent(QEvent* event) override;

  QLabel* label_;
};

}  // namespace stowage
