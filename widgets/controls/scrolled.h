// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QStackedWidget>

namespace stowage {

/// Pixels below which a widget of that width would cut its parts: words in as many lines as they take, pictures and
/// tables as low as they may be. A layout without a constraint leaves it to the widget's minimumSizeHint().
[[nodiscard]] QSize least_size(const QWidget& widget, int width);

/// A view, or a page of one, that scrolls where it has less room than its least size. QScrollArea alone scrolls all
/// that wraps words as soon as it has less than its preferred height, and so cuts the picture below them.
class Scrolled : public QScrollArea {
  Q_OBJECT

 public:
  /// Takes `content`.
  explicit Scrolled(QWidget* content, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
};

/// Pages in one place. Only the page in front asks for room.
class PageStack final : public QStackedWidget {
  Q_OBJECT

 public:
  explicit PageStack(QWidget* parent = nullptr);

  [[nodiscard]] bool hasHeightForWidth() const override { return false; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
};

}  // namespace stowage
