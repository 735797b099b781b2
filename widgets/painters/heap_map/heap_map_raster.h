// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>

#include "widgets/painters/heap_map/heap_map_geometry.h"
#include "widgets/painters/heap_map/map_index.h"
#include "widgets/painters/heap_map/map_palette.h"
#include "widgets/painters/model/coloring.h"

namespace stowage {

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
