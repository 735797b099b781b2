// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/headline.h"

#include <algorithm>
#include <utility>

#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>

#include "widgets/base/canvas.h"
#include "widgets/painters/style/theme.h"

namespace stowage {
namespace {

constexpr int kNamePixels = 11, kValuePixels = 16, kLowValuePixels = 13;
constexpr int kLeft = 8, kBetween = 24, kBeside = 6;

QFont name_font(QFont font) {
  font.setPixelSize(kNamePixels);
  return font;
}
QFont value_font(QFont font, bool low) {
  font.setPixelSize(low ? kLowValuePixels : kValuePixels);
  font.setBold(true);
  return font;
}

}  // namespace

Headline::Headline(QWidget* parent) : QWidget(parent) {
  setObjectName("headline");
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Headline::set_figures(std::vector<Figure> figures) {
  if (figures == figures_) return;
  figures_ = std::move(figures);
  QStringList words;
  for (const Figure& figure : figures_) words << figure.name + ' ' + figure.value;
  setAccessibleName(words.join(", "));
  update();
}

void Headline::set_low(bool low) {
  if (std::exchange(low_, low) == low) return;
  updateGeometry();
  update();
}

QColor Headline::ink_of(Tone tone, const Theme& theme) {
  switch (tone) {
    case Tone::good:
      return theme.dark ? QColor(0x5f, 0xd0, 0x8f) : QColor(0x0b, 0x7a, 0x3e);
    case Tone::bad:
      return theme.peak;
    case Tone::plain:
      break;
  }
  return theme.text;
}

std::vector<QRect> Headline::places() const {
  const QFontMetrics names(name_font(font())), values(value_font(font(), low_));
  std::vector<QRect> out;
  int x = kLeft;
  for (const Figure& figure : figures_) {
    const int name = names.horizontalAdvance(figure.name), value = values.horizontalAdvance(figure.value);
    const int wide = low_ ? name + kBeside + value : std::max(name, value);
    if (x + wide > width()) break;
    out.emplace_back(x, low_ ? 0 : 4, wide, low_ ? height() : height() - 4);
    x += wide + (low_ ? kBetween - kBeside : kBetween);
  }
  return out;
}

void Headline::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Theme& theme = theme_of(*this);
  const std::vector<QRect> all = places();
  for (std::size_t k = 0; k < all.size(); ++k) {
    painter.setFont(name_font(font()));
    painter.setPen(theme.muted_text);
    const int vertical = low_ ? Qt::AlignVCenter : Qt::AlignTop;
    painter.drawText(all[k], Qt::AlignLeft | vertical | Qt::TextSingleLine, figures_[k].name);
    painter.setFont(value_font(font(), low_));
    painter.setPen(ink_of(figures_[k].tone, theme));
    if (low_)
      painter.drawText(all[k], Qt::AlignRight | vertical | Qt::TextSingleLine, figures_[k].value);
    else
      painter.drawText(all[k].adjusted(0, 15, 0, 0), Qt::AlignLeft | vertical | Qt::TextSingleLine, figures_[k].value);
  }
}

bool Headline::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const std::vector<QRect> all = places();
  for (std::size_t k = 0; k < all.size(); ++k)
    if (all[k].contains(help->pos()) && !figures_[k].tip.isEmpty()) {
      QToolTip::showText(help->globalPos(), figures_[k].tip, this, all[k]);
      return true;
    }
  QToolTip::hideText();
  return true;
}

}  // namespace stowage
