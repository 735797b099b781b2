// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <QBrush>
#include <QColor>
#include <QLineF>
#include <QString>
#include <QVector>

class QPainter;
class QRectF;

namespace stowage {

/// The quiet surfaces and inks around the data; the data is the only thing with colour.
struct Theme {
  bool dark = false;
  QColor background;  ///< behind everything
  QColor surface;     ///< behind a plot
  QColor text;        ///< titles, labels; at least 7:1 on background and surface
  QColor muted_text;  ///< axis numbers, hints; at least 4.5:1
  QColor grid;        ///< grid lines and frames
  QColor footprint;   ///< the footprint line
  QColor bound;       ///< the lower-bound line
  QColor selection;   ///< outline of what is selected
  QColor peak;        ///< the peak marker
  QColor path;        ///< operators and arcs of a proof
  QColor neutral;     ///< what has no class: data without colour, what the legend switched off

  [[nodiscard]] static const Theme& light();
  [[nodiscard]] static const Theme& dark_theme();
  [[nodiscard]] static const Theme& of(bool dark) { return dark ? dark_theme() : light(); }
};

/// How one class of things is filled: a colour, and a hatch once the colours start over.
/// A hatched fill is drawn as the solid colour with thin lines of hatch_ink() over it.
struct Fill {
  QColor color;
  Qt::BrushStyle hatch = Qt::SolidPattern;

  /// The hatch lines alone where there is a hatch (transparent between them), otherwise the solid colour.
  [[nodiscard]] QBrush brush() const { return QBrush(color, hatch); }
  [[nodiscard]] bool hatched() const { return hatch != Qt::SolidPattern; }
  friend bool operator==(const Fill&, const Fill&) = default;
};

/// One row of the table of qualitative palettes, all safe for the colour-blind: seven colours in their order.
struct PaletteInfo {
  const char* id;     ///< as it is kept
  const char* title;  ///< untranslated
  std::array<QRgb, 7> colors;
};
[[nodiscard]] std::span<const PaletteInfo> palettes();
/// How classes are kept apart; of the whole process, as the numbers' format is. Any thread may ask.
struct ClassLook {
  std::uint8_t palette = 0;  ///< row of palettes(): Okabe and Ito's at first
  bool hatches = false;      ///< neighbours differ by their hatch as well, so that no colour need be seen
  friend bool operator==(const ClassLook&, const ClassLook&) = default;
};
[[nodiscard]] ClassLook class_look();
void set_class_look(ClassLook look);

/// Fill number `index` of the palette in use: its colours in their order, black last because it is the colour of the
/// ink, then the same hatched, and so on through four hatches; or a hatch in turn for each. On a dark theme black
/// becomes light grey.
[[nodiscard]] Fill palette_fill(std::size_t index, const Theme& theme);
/// How many of them differ.
inline constexpr std::size_t kPaletteFills = 40;
/// A colour that the graph gives to class number `index`: hatched where all are.
[[nodiscard]] Fill own_fill(const QColor& color, std::size_t index);

/// Pastel number `index` of kPastels: paler than any class of data, for the ground that it lies on. Neighbours differ
/// in lightness, too.
[[nodiscard]] QColor pastel(std::size_t index, const Theme& theme);
inline constexpr std::size_t kPastels = 7;

/// Colour of a value in [0, 1] on a perceptually even ramp (for sizes and lengths of life): the more, the further from
/// the background.
[[nodiscard]] QColor ramp_color(double value, const Theme& theme);

/// Contrast of two opaque colours, 1 … 21 (WCAG 2, "contrast ratio").
[[nodiscard]] double contrast(const QColor& a, const QColor& b);
/// Black or white, whichever reads better on `fill`.
[[nodiscard]] QColor ink_on(const QColor& fill);
/// The border of a box of that fill: it shows where the box ends, also on black.
[[nodiscard]] QColor border_of(const QColor& fill, const Theme& theme);
/// `share` of `b` in `a`, 0 … 1.
[[nodiscard]] QColor mix(const QColor& a, const QColor& b, double share);
/// Colour of the hatch lines on a fill.
[[nodiscard]] QColor hatch_ink(const QColor& fill);

/// Whether the hatch puts ink on pixel (x, y) at `period` pixels from line to line. False for a solid pattern.
[[nodiscard]] bool hatch_covers(Qt::BrushStyle hatch, int x, int y, int period);
/// The lines of a hatch inside a rectangle, `period` from line to line; those of neighbours meet. None for a solid one.
[[nodiscard]] QVector<QLineF> hatch_lines(const QRectF& rect, Qt::BrushStyle hatch, double period);
/// Fills a rectangle, with true lines for the hatch, so that SVG and PDF show the same as the screen.
void fill_rect(QPainter& painter, const QRectF& rect, const Fill& fill);

}  // namespace stowage
