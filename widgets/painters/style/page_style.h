// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include <QImage>
#include <QPen>
#include <QRectF>
#include <QScopedValueRollback>
#include <QSizeF>

#include "widgets/painters/style/theme.h"

namespace stowage {

/// The part of a view that is drawn: where nothing is said, all of it.
struct PageCrop {
  std::optional<std::pair<double, double>> steps{};                  ///< on the time axis as the view has it: from, to
  std::optional<std::pair<std::int64_t, std::int64_t>> addresses{};  ///< in bytes: from, to
  friend bool operator==(const PageCrop&, const PageCrop&) = default;
};

/// How a page differs from the screen. Painters ask for it where it matters; nobody hands it from one to the next.
struct PageStyle {
  QString family{};                    ///< of all texts; empty: the application's
  double line = 1;                     ///< times the usual width of a line
  bool title = true;                   ///< the title line
  bool legend = true;                  ///< what the colours mean
  bool captions = true;                ///< subtitle, footnotes, lists of figures
  bool axis_labels = true;             ///< ticks, their labels and the titles of axes
  double cells = 2;                    ///< of a dense map, to a logical pixel: what lies in one cell is merged
  bool opaque = false;                 ///< nothing is seen through anything: what is written cannot say so
  std::optional<ClassLook> classes{};  ///< none: as on the screen
  PageCrop crop{};
};

/// The smallest text on a page, in logical pixels; how large these are follows from the font size asked for.
inline constexpr double kSmallestText = 11;
/// Pages narrower or lower than this, in logical pixels, have small margins, a small title and a short legend.
inline constexpr double kSmallPage = 560, kLowPage = 380;

/// While one lives, what this thread draws is drawn on such a page.
class PageScope : QScopedValueRollback<const PageStyle*> {
 public:
  explicit PageScope(const PageStyle& style);
};

/// While one lives, what this thread draws on a page is `scale` times as large as it says: letters of its fonts are
/// made larger in turn, so that none comes out smaller than the smallest text.
class PageZoom : QScopedValueRollback<double> {
 public:
  explicit PageZoom(double scale);
};
/// How large things are drawn by now, on a page or elsewhere.
[[nodiscard]] double page_zoom();
/// Whether things are drawn so small on a page that usual letters would not be read.
[[nodiscard]] bool page_is_reduced();
/// The least size of letters, in the units that are drawn in; 0 on the screen.
[[nodiscard]] double least_letters();

/// Null on the screen.
[[nodiscard]] const PageStyle* page_style();
/// The part that the page shows; on the screen, all of it.
[[nodiscard]] PageCrop page_crop();
/// Whether the page at hand has them; the screen has both.
[[nodiscard]] bool page_has_captions();
[[nodiscard]] bool page_has_axis_labels();
/// Whether a view this wide is drawn on a page, so that it must be careful with margins.
[[nodiscard]] bool on_small_page(double width);
/// A colour that covers `share` of what is below it; on an opaque page, the colour that this makes on `ground`.
[[nodiscard]] QColor see_through(const QColor& color, double share, const QColor& ground);
/// Logical pixels of a line that is usually `width` wide.
[[nodiscard]] double page_line(double width);
/// What outlines are drawn with, and what is inside of them.
void set_ink(QPainter& painter, const QPen& line, const QBrush& fill);

/// Whether what is drawn becomes shapes in a file or on paper, not pixels.
[[nodiscard]] bool is_vector(const QPainter& painter);

/// Cells of a dense map to a logical pixel: a raster's own pixels; on a page of shapes those of the page, and fewer
/// where `area` would have more than a file should hold.
[[nodiscard]] double cells_a_pixel(const QPainter& painter, const QSizeF& area);

/// Draws an image of cells into `area`: as pixels, or on a page of shapes as one shape a colour, in which neighbours of
/// one colour are merged. Rare colours are rounded there, so that neighbours that hardly differ merge as well. What is
/// transparent is left out.
void draw_cells(QPainter& painter, const QRectF& area, const QImage& cells);

}  // namespace stowage
