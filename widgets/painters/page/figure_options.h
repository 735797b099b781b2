// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSize>
#include <QSizeF>

#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

/// Formats by the name's ending.
enum class ImageFormat { png, svg, pdf, eps };

/// What a figure is drawn on.
enum class Ground { white, dark, transparent };

inline constexpr double kMillimetresPerInch = 25.4, kPixelsPerInch = 96, kPointsPerInch = 72;
/// The smallest text in points where a logical pixel is 1/96 inch, as on the screen.
inline constexpr double kScreenPoints = kSmallestText * kPointsPerInch / kPixelsPerInch;

/// Everything that an author chooses about a figure, whichever view it shows: read by the dialog and by the command
/// line. How much fits on it follows from its size and from the font's size.
struct FigureOptions {
  QSizeF millimetres{1600 * kMillimetresPerInch / kPixelsPerInch, 1000 * kMillimetresPerInch / kPixelsPerInch};
  QString family{};                ///< of all texts; empty: the application's
  double points = kScreenPoints;   ///< the smallest text; others keep their proportion to it
  std::optional<QString> title{};  ///< none: the drawing's own; empty: no title line
  bool legend = true, captions = true, axis_labels = true;
  std::optional<double> line_points{};  ///< of a thin line; none: in proportion to the text
  std::optional<ClassLook> classes{};   ///< palette and hatches; none: as on the screen
  PageCrop crop{};
  Ground ground = Ground::white;
  double dpi = kPixelsPerInch;          ///< of a PNG
  std::optional<ImageFormat> format{};  ///< none: by the name's ending

  /// Device-independent pixels of the page, in which everything is drawn: as many as the texts leave room for.
  [[nodiscard]] QSizeF logical_size() const;
  /// Of a PNG.
  [[nodiscard]] QSize pixels() const;
  /// How large a logical pixel is against 1/96 inch.
  [[nodiscard]] double zoom() const { return points / kScreenPoints; }
  [[nodiscard]] Theme theme() const;
  [[nodiscard]] PageStyle style() const;
  /// Whether a page of that size can be drawn.
  [[nodiscard]] bool in_range() const;
  friend bool operator==(const FigureOptions&, const FigureOptions&) = default;
};

/// A page of so many logical pixels, each `scale` times as large as on the screen.
[[nodiscard]] FigureOptions pixel_page(QSize size, double scale = 1, bool dark = false);

/// One row of the table of usual figures.
struct FigurePreset {
  const char* id;     ///< what `--preset` takes
  const char* title;  ///< untranslated
  QSizeF millimetres;
  double points;
  double least_points;  ///< as small as letters may become by themselves, so that boxes have names
};
[[nodiscard]] std::span<const FigurePreset> figure_presets();

}  // namespace stowage
