// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace stowage {

/// Rich text that is as high as its content: what surrounds it scrolls. Gone while it is empty.
class PageText final : public QTextBrowser {
  Q_OBJECT

 public:
  explicit PageText(const QString& name, QWidget* parent = nullptr);

  /// In the colours of the theme.
  void set_html(const QString& html);

 protected:
  void wheelEvent(QWheelEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
};

/// What lesson pages and lists look like.
[[nodiscard]] QString lesson_style(const QWidget& widget);

}  // namespace stowage
