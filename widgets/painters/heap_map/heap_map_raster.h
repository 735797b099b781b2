// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>

#include "widgets/painters/heap_map/heap_map_geometry.h"
#include "widgets/painters/model/coloring.h"

namespace stowage {

/// How one tensor stands out from the others, or steps back.
enum class MapShade : std::uint8_t {
  full,
  faint,    ///< a breath of its colour: not what is looked for, or not there yet
  grey,     ///< no colour: gone
  found,    ///< in full, within a frame of the text's colour
  selected  ///< in full, within a frame of the selection's colour
};
inline constexpr std::size_t kMapShades = 5;

/// The fills and lines of every class and shade under one theme; what the legend switched off is grey.
class MapPalette {
 public:
  MapPalette(const Coloring& coloring, std::span<const std::uint8_t> hidden, const Theme& theme);

  struct Inks {
    Fill fill;
    QColor edge;  ///< the line that parts a tensor from its neighbours of the same class
    /// Behind the lines of a hold (core/insight/analysis/byte_usage.h), much lighter than the fill, so that it is
    /// not taken for one of the palette's own hatches; and the lines, which are few.
    QColor hold, hold_line;
  };
  [[nodiscard]] const Inks& inks(std::uint8_t entry, MapShade shade = MapShade::full) const {
    return inks_[static_cast<std::size_t>(shade)][entry];
  }
  [[nodiscard]] const QColor& background() const { return background_; }

 private:
  [[nodiscard]] static Inks inks_of(const Fill& fill, const QColor& edge, const Theme& theme);

  std::array<std::array<Inks, 256>, kMapShades> inks_;
  QColor background_;
};

/// From line to line of a hatch, in device pixels; and of a hold.
[[nodiscard]] int hatch_period(double pixel_ratio);
[[nodiscard]] int hold_period(double pixel_ratio);
/// Which way the lines of a hold run.
inline constexpr Qt::BrushStyle kHoldPattern = Qt::FDiagPattern;

/// What a drawing may have beside the tensors' lifetimes.
struct MapExtras {
  const MapIndex* holds = nullptr;     ///< the rectangles of holds, drawn light with a few lines across
  std::span<const MapShade> shades{};  ///< by TensorId; all in full where it is empty
};

/// The rectangles of a window of the map as pixels, by our own scan conversion: the time depends on the number of
/// tensors in view plus the number of pixels, never on how many pixels each tensor covers.
///
/// - A side at least two pixels long snaps to whole pixels, so that large rectangles are crisp; a shorter one covers
///   its pixels in part, and counts as an eighth of a pixel at least; the height of what is eight pixels long or more
///   counts as two fifths of one.
/// - A pixel's colour is the mean of what covers it, by area; where c < 1 of it is covered, it is that colour with
///   opacity √c on the background, on a dark one 2 √c − c, so that lone thin tensors stay visible.
/// - Rectangles from 2 × 2 pixels on have a one-pixel edge above and to the left, fading in with size.
/// - Holds follow the same rules, and add to the same means.
/// - The result does not depend on the order of items nor on the number of cores.
///
/// Opaque, `pixels` in size; empty where that is. `pixel_ratio` only sets the scale of the hatch.
[[nodiscard]] QImage rasterize(const MapIndex& index, const Coloring& coloring, const MapPalette& palette,
                               const MapView& view, QSize pixels, double pixel_ratio, const MapExtras& extras = {});

}  // namespace stowage
