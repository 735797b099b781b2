// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/media_controls.h"

#include <QPainter>
#include <QPainterPath>

namespace stowage {
namespace {

/// A sign in the unit square.
QPainterPath path_of(MediaButton::Sign sign) {
  using Sign = MediaButton::Sign;
  QPainterPath path;
  const auto triangle = [&](double from, double to) {
    path.addPolygon(QPolygonF{{from, 0.1}, {to, 0.5}, {from, 0.9}});
    path.closeSubpath();
  };
  const auto bar = [&](double from, double width) { path.addRect(from, 0.1, width, 0.8); };
  switch (sign) {
    case Sign::play:
      triangle(0.15, 0.9);
      break;
    case Sign::pause:
      bar(0.15, 0.25);
      bar(0.6, 0.25);
      break;
    case Sign::back:
      triangle(0.6, 0.1);
      bar(0.7, 0.16);
      break;
    case Sign::forward:
      triangle(0.4, 0.9);
      bar(0.14, 0.16);
      break;
    case Sign::first:
      triangle(0.95, 0.5);
      triangle(0.55, 0.1);
      bar(0.0, 0.1);
      break;
    case Sign::last:
      triangle(0.05, 0.5);
      triangle(0.45, 0.9);
      bar(0.9, 0.1);
      break;
  }
  return path;
}

}  // namespace

MediaButton::MediaButton(Sign sign, const QString& text, const QKeySequence& key, QWidget* parent)
    : QToolButton(parent), sign_(sign) {
  setAutoRaise(true);
  setFocusPolicy(Qt::TabFocus);
  const int side = fontMetrics().height() + 8;
  setFixedSize(side, side);
  set_sign(sign, text, key);
}

void MediaButton::set_sign(Sign sign, const QString& text, const QKeySequence& key) {
  sign_ = sign;
  setAccessibleName(text);
  setToolTip(key.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
  update();
}

void MediaButton::paintEvent(QPaintEvent* event) {
  QToolButton::paintEvent(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double side = std::min(width(), height()) * 0.5;
  painter.translate((width() - side) / 2, (height() - side) / 2);
  painter.scale(side, side);
  painter.fillPath(path_of(sign_),
                   palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
}

namespace {

struct Speed {
  const char* text;
  double factor;
};
constexpr Speed kSpeeds[] = {{"× ¼", 0.25}, {"× ½", 0.5}, {"× 1", 1}, {"× 2", 2}, {"× 4", 4}, {"× 16", 16}};

}  // namespace

SpeedBox::SpeedBox(const QString& tip, QWidget* parent) : QComboBox(parent) {
  setAccessibleName(tr("Speed"));
  setToolTip(tip);
  for (const Speed& speed : kSpeeds) addItem(QString::fromUtf8(speed.text), speed.factor);
  setCurrentIndex(findData(1.0));
}

}  // namespace stowage
