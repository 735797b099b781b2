// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBrush>
#include <QColor>
#include <QString>

namespace stowage {

/// The quiet surfaces and inks around the data; the data is the only thing with colour.
struct Theme {
  bool dark = false;
  QColor background;   ///< behind everything
  QColor surface;      ///< behind a plot
  QColor text;         ///< titles, labels; at least 7:1 on background and surface
  QColor muted_text;   ///< axis numbers, hints; at least 4.5:1
  QColor grid;         ///< grid lines and frames
  QColor footprint;    ///< the footprint line
  QColor bound;        ///< the lower-bound line
  QColor selection;    ///< outline of what is selected
  QColor peak;         ///< the peak marker

  [[nodiscard]] static const Theme& light();
  [[nodiscard]] static const Theme& dark_theme();
  [[nodiscard]] static const Theme& of(bool dark) { return dark ? dark_theme() : light(); }
};

/// How one class of things is filled: a colour, and a hatch once the colours start over.
struct Fill {
  QColor color;
  Qt::BrushStyle hatch = Qt::SolidPattern;

  [[nodiscard]] QBrush brush() const { return QBrush(color, hatch); }
  friend bool operator==(const Fill&, const Fill&) = default;
};

/// Fill number `index` of the qualitative palette: the eight Okabe–Ito colours (safe for the colour-blind) in order,
/// then the same hatched, and so on through four hatches. On a dark theme black becomes light grey.
[[nodiscard]] Fill palette_fill(std::size_t index, const Theme& theme);

/// Colour of a value in [0, 1] on a perceptually even ramp (for sizes and lengths of life).
[[nodiscard]] QColor ramp_color(double value, const Theme& theme);

}  // namespace stowage
