// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/ink_icon.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

namespace stowage {
namespace {

class InkIconEngine final : public QIconEngine {
 public:
  explicit InkIconEngine(QByteArray svg) : svg_(std::move(svg)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    const QColor ink = QApplication::palette().color(group, QPalette::ButtonText);
    QSvgRenderer renderer(QByteArray(svg_).replace("#000", ink.name().toLatin1()));
    renderer.render(painter, QRectF(rect));
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }

  [[nodiscard]] QIconEngine* clone() const override { return new InkIconEngine(svg_); }

 private:
  QByteArray svg_;
};

}  // namespace

QIcon ink_icon(const QString& name) {
  QFile file(":/icons/" + name + ".svg");
  return file.open(QIODevice::ReadOnly) ? QIcon(new InkIconEngine(file.readAll())) : QIcon();
}

}  // namespace stowage
