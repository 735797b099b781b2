// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/map_palette.h"

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

QColor edge_on(const QColor& fill) {
  return mix(fill, ink_on(fill), contrast(fill, Qt::black) < 3 ? 0.35 : 0.3);
}

}  // namespace

MapPalette::Inks MapPalette::inks_of(const Fill& fill, const QColor& edge, const Theme& theme) {
  return {.fill = fill,
          .edge = edge,
          .hold = mix(theme.surface, fill.color, 0.22),
          .hold_line = mix(mix(theme.surface, fill.color, 0.75), theme.text, 0.15)};
}

MapPalette::MapPalette(const Coloring& coloring, std::span<const std::uint8_t> hidden, const Theme& theme)
    : background_(theme.surface) {
  const auto shaded = [this](MapShade shade, std::size_t c) -> Inks& {
    return inks_[static_cast<std::size_t>(shade)][c];
  };
  const Fill grey{mix(theme.surface, theme.grid, 0.7)};
  const Inks gone = inks_of(grey, edge_on(grey.color), theme);
  for (std::size_t c = 0; c < inks_[0].size(); ++c) {
    const auto entry = static_cast<std::uint8_t>(c);
    const bool off = std::ranges::binary_search(hidden, entry);
    const Fill fill = off ? grey : coloring.fill(entry, theme);
    const Fill faint{mix(theme.surface, fill.color, 0.16)};
    shaded(MapShade::full, c) = off ? gone : inks_of(fill, edge_on(fill.color), theme);
    shaded(MapShade::faint, c) = inks_of(faint, mix(theme.surface, fill.color, 0.3), theme);
    shaded(MapShade::grey, c) = gone;
    shaded(MapShade::found, c) = inks_of(fill, theme.text, theme);
    shaded(MapShade::selected, c) = inks_of(fill, theme.selection, theme);
  }
}

int hatch_period(double pixel_ratio) {
  return std::max(4, static_cast<int>(std::lround(6 * pixel_ratio)));
}

int hold_period(double pixel_ratio) {
  return 2 * hatch_period(pixel_ratio) - 1;
}

}  // namespace stowage
