// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/heap_map_raster.h"

#include <cmath>

#include "widgets/painters/heap_map/scanline.h"

namespace stowage {
namespace {

QColor edge_on(const QColor& fill) {
  return mix(fill, ink_on(fill), contrast(fill, Qt::black) < 3 ? 0.35 : 0.3);
}

using raster::Band, raster::part, raster::Side, raster::side, raster::Sum, raster::sum_of;

constexpr float kHatchShare = 1.0F / 6;  // of the area that is line
constexpr float kHoldShare = 1.0F / 12;
constexpr double kLong = 8, kLeastThick = 0.4;  // pixels of a line, and how high it counts

/// What a class adds to a pixel: as a mean of fill and lines, or the fill alone where the lines are drawn after; and
/// what turns the fill into the edge.
struct ClassInk {
  Sum mean, solid, edge;
  QRgb line;
  Qt::BrushStyle pattern;
  std::int16_t period;
  bool framed;  ///< edges on all four sides, in full
};

ClassInk ink_of(const Fill& fill, const QColor& line, float share, const QColor& edge, int period) {
  const Sum solid = sum_of(fill.color, 1);
  ClassInk ink{.mean = solid,
               .solid = solid,
               .edge = sum_of(edge, 1) - solid,
               .line = line.rgb(),
               .pattern = fill.hatch,
               .period = static_cast<std::int16_t>(period),
               .framed = false};
  if (fill.hatched()) ink.mean = solid * (1 - share) + sum_of(line, 1) * share;
  return ink;
}

/// The inks of all classes in all shades, of lifetimes or of holds.
class Inks {
 public:
  Inks(const MapPalette& palette, double pixel_ratio, bool holds) : inks_(kMapShades * 256) {
    for (std::size_t i = 0; i < inks_.size(); ++i) {
      const auto shade = static_cast<MapShade>(i / 256);
      const auto entry = static_cast<std::uint8_t>(i % 256);
      const auto& [fill, edge, hold, line] = palette.inks(entry, shade);
      if (holds) {
        inks_[i] = ink_of({hold, kHoldPattern}, line, kHoldShare, mix(hold, line, 0.5), hold_period(pixel_ratio));
      } else {
        inks_[i] = ink_of(fill, hatch_ink(fill.color), kHatchShare, edge, hatch_period(pixel_ratio));
        inks_[i].framed = shade == MapShade::found || shade == MapShade::selected;
        if (inks_[i].framed) inks_[i].mean = sum_of(edge, 1);  // thin ones are all frame
      }
    }
  }
  [[nodiscard]] const ClassInk& operator()(std::uint8_t entry, MapShade shade) const {
    return inks_[static_cast<std::size_t>(shade) * 256 + entry];
  }

 private:
  std::vector<ClassInk> inks_;
};

/// How much of a pixel shows what covers a part of it: more than that part, so that thin things are seen. On dark
/// paper more still, since the eye takes a dim line there for none.
float shown_share(float area, bool dark) {
  const float share = std::sqrt(area);
  return dark ? share * (2 - share) : share;
}

QRgb pixel_of(Sum sum, Sum paper, bool dark) {
  constexpr int kArea = 3;
  const float area = sum[kArea];
  Sum color = paper;
  if (area >= 1)
    color = sum / area;
  else if (area >= 1.0F / 4096)
    color = sum * (shown_share(area, dark) / area) + paper * (1 - shown_share(area, dark));
  const auto channel = [&](int i) { return std::clamp(static_cast<int>(color[i] + 0.5F), 0, 255); };
  return qRgb(channel(0), channel(1), channel(2));
}

struct Rasterizer {
  const MapIndex& index;
  const Coloring& coloring;
  const MapPalette& palette;
  const double pixel_ratio;
  const MapExtras& extras;
  raster::Target target;
  const Sum paper = sum_of(palette.background(), 1);
  const bool dark = palette.background().lightness() < 128;
  const Inks life_inks{palette, pixel_ratio, false};
  const std::optional<Inks> hold_inks =
      extras.holds != nullptr ? std::optional<Inks>(std::in_place, palette, pixel_ratio, true) : std::nullopt;

  void draw() {
    target.for_each_band([this](int top, int bottom) { draw_band(top, bottom); });
  }

  struct Hatched {
    Side x, y;
    const ClassInk* ink;
  };

  /// What a band shows: offsets, with a margin, and rows.
  struct Rows {
    std::int64_t low, high;
    float top, bottom;
  };

  void draw_band(int top, int bottom) {
    thread_local std::vector<Band> scratch;  // keeps its memory from band to band
    thread_local int scratch_width = 0;
    if (scratch.empty() || scratch_width != target.width) {
      scratch.clear();
      scratch.emplace_back(target.width);
      scratch_width = target.width;
    }
    Band& band = scratch.front();
    band.clear();
    const MapView window = target.window(top, bottom);
    std::vector<Hatched> hatched;
    const Rows rows{static_cast<std::int64_t>(std::floor(window.y0)), static_cast<std::int64_t>(std::ceil(window.y1)),
                    static_cast<float>(top), static_cast<float>(bottom)};
    const auto add_all = [&](const MapIndex& some, const Inks& inks) {
      some.visit(window, [&](std::span<const MapItem> items) {
        for (const MapItem& item : items)
          if (item.high > rows.low && item.low < rows.high) add(item, inks, rows, band, hatched);
      });
    };
    add_all(index, life_inks);
    if (hold_inks) add_all(*extras.holds, *hold_inks);
    for (int row = top; row < bottom; ++row) {
      QRgb* line = target.line(row);
      band.resolve_row(row - top, [&](int x, const Sum& sum) { line[x] = pixel_of(sum, paper, dark); });
    }
    for (const Hatched& one : hatched) hatch(one, top, bottom);
  }

  void add(const MapItem& item, const Inks& inks, const Rows& rows, Band& band, std::vector<Hatched>& hatched) {
    const double left = target.x_of(item.begin), right = target.x_of(item.end), upper = target.y_of(item.high);
    const double thick = right - left >= kLong ? kLeastThick : 0;
    const double lower = std::max(target.y_of(item.low), upper + thick);
    const Side y_all = side(upper, lower, target.height);
    if (y_all.from >= rows.bottom || y_all.to <= rows.top) return;
    const Side x = side(left, right, target.width), y = part(y_all, rows.top, rows.bottom);
    const MapShade shade = extras.shades.empty() ? MapShade::full : extras.shades[item.tensor.index()];
    const ClassInk& ink = inks(coloring.class_of(item.tensor), shade);
    if (!x.snapped || !y_all.snapped) {
      band.add(x, y, ink.mean);
      return;
    }
    const float least = std::min(x.to - x.from, y_all.to - y_all.from);
    const bool plain = ink.pattern == Qt::SolidPattern, with_hatch = !plain && least >= 4;
    band.add(x, y, with_hatch || (plain && least >= 2) ? ink.solid : ink.mean);
    if (with_hatch) hatched.push_back({x, y_all, &ink});
    if (least >= 2) add_edge(x, y_all, least, ink, rows, band);
  }

  void add_edge(const Side& x, const Side& y, float least, const ClassInk& ink, const Rows& rows, Band& band) {
    const float strength = ink.framed ? 1.0F : std::min(1.0F, (least - 1) / 6);
    const Sum edge = ink.edge * strength;
    band.add(x, part({y.from, y.from + 1, true}, rows.top, rows.bottom), edge);
    band.add({x.from, std::min(x.from + 1, x.to), true}, part({y.from + 1, y.to, true}, rows.top, rows.bottom), edge);
    if (!ink.framed || least < 3) return;
    band.add({x.from + 1, x.to, true}, part({y.to - 1, y.to, true}, rows.top, rows.bottom), edge);
    band.add({x.to - 1, x.to, true}, part({y.from + 1, y.to - 1, true}, rows.top, rows.bottom), edge);
  }

  void hatch(const Hatched& one, int top, int bottom) {
    const ClassInk& ink = *one.ink;
    const int from = std::max(top, static_cast<int>(one.y.from) + 1);
    const int to = std::min(bottom, static_cast<int>(one.y.to) - ink.framed);
    const int right = static_cast<int>(one.x.to) - ink.framed;
    for (int y = from; y < to; ++y) {
      QRgb* line = target.line(y);
      for (int x = static_cast<int>(one.x.from) + 1; x < right; ++x)
        if (hatch_covers(ink.pattern, x, y, ink.period)) line[x] = ink.line;
    }
  }
};

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

QImage rasterize(const MapIndex& index, const Coloring& coloring, const MapPalette& palette, const MapView& view,
                 QSize pixels, double pixel_ratio, const MapExtras& extras) {
  if (pixels.isEmpty()) return {};
  QImage image(pixels, QImage::Format_RGB32);
  if (image.isNull()) return {};
  Rasterizer{index, coloring, palette, pixel_ratio, extras, {image, view}}.draw();
  return image;
}

}  // namespace stowage
