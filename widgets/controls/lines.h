// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and columns of controls.
#pragma once

#include <initializer_list>

#include <QMargins>
#include <QString>
#include <QWidget>

class QHBoxLayout;
class QLayout;
class QVBoxLayout;

namespace stowage {

/// The widget with its names: of the object, and what a screen reader says; and its tip. Empty ones are not set.
template <class Widget>
Widget* named(Widget* widget, const char* object, const QString& accessible = {}, const QString& tip = {}) {
  widget->setObjectName(object);
  if (!accessible.isEmpty()) widget->setAccessibleName(accessible);
  if (!tip.isEmpty()) widget->setToolTip(tip);
  return widget;
}

/// What a line or a column is made of: a widget, a layout in it, or room. Of what is left over it takes as much as its
/// stretch says.
struct LinePart {
  LinePart(QWidget* of, int share = 0) : widget(of), stretch(share) {}
  LinePart(QLayout* of, int share = 0) : layout(of), stretch(share) {}
  explicit LinePart(int room) : pixels(room) {}

  QWidget* widget = nullptr;
  QLayout* layout = nullptr;
  int stretch = 0, pixels = 0;
};
/// Room of so many pixels.
[[nodiscard]] inline LinePart gap(int pixels) {
  return LinePart(pixels);
}
/// Room that takes what is left over.
[[nodiscard]] inline LinePart spring(int share = 0) {
  LinePart out(0);
  out.stretch = share;
  return out;
}
using LineParts = std::initializer_list<LinePart>;

/// Parts side by side, with margins `around` them. `spacing`: pixels between two; less than 0: as many as between those
/// around the line, or as the style has them.
[[nodiscard]] QHBoxLayout* in_line(LineParts parts, const QMargins& around = {}, int spacing = -1);
/// The same in a widget of its own.
[[nodiscard]] QWidget* in_bar(LineParts parts, const QMargins& around = {}, int spacing = -1);
/// All of a widget, one part right below the other.
QVBoxLayout* in_rows(QWidget* of, LineParts parts);
/// The same in a widget of its own.
[[nodiscard]] QWidget* in_column(LineParts parts);

}  // namespace stowage
