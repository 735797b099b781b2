// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map_raster.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/parallel.h"

// How the area is added up. The picture is cut into bands of a few rows, so that a band's sums stay in the cache; bands
// are independent, so cores take them in turn. Each pixel sums colour × area and area, as four floats.
//
// A rectangle covers cells of a row by  0 0 .3 1 1 1 .6 0 0 : a function with four jumps at most, two at each end. Only
// the jumps are stored (in x and in y: at most 4 × 4 of them, for a rectangle on whole pixels 2 × 2), and a running sum
// over rows and columns at the end makes areas of them: the summed-area table turned round (Crow, "Summed-area tables
// for texture mapping", 1984). Rectangles of a few pixels are added to their pixels directly, which is cheaper.

namespace stowage {
namespace {

constexpr int kBandRows = 16;
constexpr double kLeastSide = 0.125;     // pixels that a side counts at least
constexpr float kHatchShare = 1.0F / 6;  // of the area that is line

/// Red, green, blue and area: one vector register.
using Sum = float __attribute__((vector_size(16)));

Sum sum_of(const QColor& color, float area) {
  return Sum{static_cast<float>(color.red()), static_cast<float>(color.green()), static_cast<float>(color.blue()),
             area};
}

/// What one class adds to a pixel: as a mean of fill and hatch, or the fill alone where the hatch is drawn after; and
/// what turns the fill into the edge.
struct ClassInk {
  Sum mean, solid, edge;
  bool hatched;
};

/// One side of a rectangle in pixels, cut to [0, size).
struct Side {
  float from, to;
  bool snapped;
};

inline Side side(double from, double to, double size) {
  const bool snapped = to - from >= 2;
  to = std::max(to, from + kLeastSide);
  // Written so that no branch is needed.
  Side out{static_cast<float>(std::min(std::max(from, 0.0), size)),
           static_cast<float>(std::min(std::max(to, 0.0), size)), snapped};
  if (snapped) {
    out.from = static_cast<float>(static_cast<int>(out.from + 0.5F));
    out.to = static_cast<float>(static_cast<int>(out.to + 0.5F));
  }
  return out;
}

/// The part of a side inside [low, high), from there.
inline Side part(Side s, float low, float high) {
  const auto cut = [&](float v) { return std::min(std::max(v, low), high) - low; };
  return {cut(s.from), cut(s.to), s.snapped};
}

/// Where the cover of a row of cells by [from, to) jumps, and by how much.
struct Jumps {
  int at[4];
  float by[4];
  int count = 0;

  explicit Jumps(const Side& s) {
    const int first = static_cast<int>(s.from), last = static_cast<int>(s.to);
    const float before = s.from - static_cast<float>(first), inside = s.to - static_cast<float>(last);
    if (first == last) {
      add(first, inside - before);
      add(first + 1, before - inside);
      return;
    }
    add(first, 1 - before);
    if (first + 1 == last) {
      add(last, before + inside - 1);
    } else {
      if (before > 0) add(first + 1, before);
      add(last, inside - 1);
    }
    if (inside > 0) add(last + 1, -inside);
  }
  void add(int cell, float jump) {
    at[count] = cell;
    by[count++] = jump;
  }
};

class Band {
 public:
  explicit Band(int width)
      : width_(width),
        stride_(static_cast<std::size_t>(width) + 2),
        jumps_(stride_ * (kBandRows + 2)),
        direct_(static_cast<std::size_t>(width + 1) * (kBandRows + 1)) {}

  void clear() {
    std::ranges::fill(jumps_, Sum{});
    std::ranges::fill(direct_, Sum{});
  }

  void add(const Side& x, const Side& y, const Sum& ink) {
    if (x.to <= x.from || y.to <= y.from) return;
    if (x.to - x.from <= 2 && y.to - y.from <= 2)
      add_direct(x, y, ink);
    else
      add_jumps(x, y, ink);
  }

  void add_direct(const Side& x, const Side& y, const Sum& ink) {
    const int x0 = static_cast<int>(x.from), y0 = static_cast<int>(y.from);
    for (int row = y0; static_cast<float>(row) < y.to; ++row) {
      const float high = std::min(y.to, static_cast<float>(row + 1)) - std::max(y.from, static_cast<float>(row));
      Sum* line = &direct_[static_cast<std::size_t>(row) * static_cast<std::size_t>(width_ + 1)];
      for (int column = x0; static_cast<float>(column) < x.to; ++column) {
        const float wide =
            std::min(x.to, static_cast<float>(column + 1)) - std::max(x.from, static_cast<float>(column));
        line[column] += ink * (high * wide);
      }
    }
  }

  /// One row's sums: jumps summed up over rows and columns, plus what was added directly. Rows in order.
  template <class Each>
  void resolve_row(int row, const Each& each) {
    Sum* now = &jumps_[static_cast<std::size_t>(row) * stride_];
    if (row > 0) {
      const Sum* above = now - stride_;
      for (int x = 0; x < width_; ++x) now[x] += above[x];
    }
    const Sum* direct = &direct_[static_cast<std::size_t>(row) * static_cast<std::size_t>(width_ + 1)];
    Sum running{};
    for (int x = 0; x < width_; ++x) {
      running += now[x];
      each(x, running + direct[x]);
    }
  }

 private:
  void add_jumps(const Side& x, const Side& y, const Sum& ink) {
    const Jumps across(x), down(y);
    for (int j = 0; j < down.count; ++j) {
      Sum* line = &jumps_[static_cast<std::size_t>(down.at[j]) * stride_];
      for (int i = 0; i < across.count; ++i) line[across.at[i]] += ink * (across.by[i] * down.by[j]);
    }
  }

  int width_;
  std::size_t stride_;
  std::vector<Sum> jumps_, direct_;
};

QRgb pixel_of(Sum sum, Sum paper) {
  constexpr int kArea = 3;
  const float area = sum[kArea];
  Sum color = paper;
  if (area >= 1)
    color = sum / area;
  else if (area >= 1.0F / 4096)
    color = sum * (1 / std::sqrt(area)) + paper * (1 - std::sqrt(area));
  const auto channel = [&](int i) { return std::clamp(static_cast<int>(color[i] + 0.5F), 0, 255); };
  return qRgb(channel(0), channel(1), channel(2));
}

class Rasterizer {
 public:
  Rasterizer(const MapIndex& index, const Coloring& coloring, const MapPalette& palette, const MapView& view,
             double pixel_ratio, QImage& image)
      : index_(index),
        coloring_(coloring),
        palette_(palette),
        view_(view),
        period_(hatch_period(pixel_ratio)),
        image_(image),
        bits_(image.bits()),
        width_(image.width()),
        height_(image.height()),
        across_(image.width() / view.width()),
        up_(image.height() / view.height()),
        paper_(sum_of(palette.background(), 1)) {
    for (std::size_t c = 0; c < inks_.size(); ++c) inks_[c] = ink_of(static_cast<std::uint8_t>(c));
  }

  void draw() {
    const auto bands = static_cast<std::size_t>((image_.height() + kBandRows - 1) / kBandRows);
    parallel_for(bands, [&](std::size_t band) { draw_band(static_cast<int>(band) * kBandRows); });
  }

 private:
  struct Hatched {
    Side x, y;
    std::uint8_t entry;
  };

  [[nodiscard]] ClassInk ink_of(std::uint8_t entry) const {
    const Fill& fill = palette_[entry];
    const Sum solid = sum_of(fill.color, 1), edge = sum_of(palette_.edge(entry), 1);
    ClassInk ink{solid, solid, edge - solid, fill.hatched()};
    if (ink.hatched) ink.mean = solid * (1 - kHatchShare) + sum_of(hatch_ink(fill.color), 1) * kHatchShare;
    return ink;
  }

  void draw_band(int top) {
    thread_local std::vector<Band> scratch;  // keeps its memory from band to band
    thread_local int scratch_width = 0;
    if (scratch.empty() || scratch_width != width_) {
      scratch.clear();
      scratch.emplace_back(width_);
      scratch_width = width_;
    }
    Band& band = scratch.front();
    band.clear();
    const int bottom = std::min(top + kBandRows, image_.height());
    MapView window = view_;  // a pixel more on each side, for what snaps into the band
    window.y1 = view_.y1 - (top - 1) / up_;
    window.y0 = view_.y1 - (bottom + 1) / up_;
    window.x0 -= 1 / across_;
    window.x1 += 1 / across_;
    std::vector<Hatched> hatched;
    const Rows rows{static_cast<std::int64_t>(std::floor(window.y0)), static_cast<std::int64_t>(std::ceil(window.y1)),
                    static_cast<float>(top), static_cast<float>(bottom)};
    index_.visit(window, [&](std::span<const MapItem> items) {
      for (const MapItem& item : items)
        if (item.high > rows.low && item.low < rows.high) add(item, rows, band, hatched);
    });
    for (int row = top; row < bottom; ++row) {
      QRgb* line = line_of(row);
      band.resolve_row(row - top, [&](int x, const Sum& sum) { line[x] = pixel_of(sum, paper_); });
    }
    for (const Hatched& one : hatched) hatch(one, top, bottom);
  }

  /// What a band shows: offsets, with a margin, and rows.
  struct Rows {
    std::int64_t low, high;
    float top, bottom;
  };

  void add(const MapItem& item, const Rows& rows, Band& band, std::vector<Hatched>& hatched) {
    const double left = (item.begin - view_.x0) * across_, right = (item.end - view_.x0) * across_;
    const double upper = (view_.y1 - static_cast<double>(item.high)) * up_;
    const double lower = (view_.y1 - static_cast<double>(item.low)) * up_;
    const Side y_all = side(upper, lower, height_);
    if (y_all.from >= rows.bottom || y_all.to <= rows.top) return;
    const Side x = side(left, right, width_), y = part(y_all, rows.top, rows.bottom);
    const std::uint8_t entry = coloring_.class_of(item.tensor);
    const ClassInk& ink = inks_[entry];
    if (!x.snapped || !y_all.snapped) {
      band.add(x, y, ink.mean);
      return;
    }
    const float least = std::min(x.to - x.from, y_all.to - y_all.from);
    const bool with_hatch = ink.hatched && least >= 4;
    band.add(x, y, with_hatch ? ink.solid : ink.mean);
    if (with_hatch) hatched.push_back({x, y_all, entry});
    if (least >= 2) add_edge(x, y_all, least, ink, rows, band);
  }

  void add_edge(const Side& x, const Side& y, float least, const ClassInk& ink, const Rows& rows, Band& band) {
    const float strength = std::min(1.0F, (least - 1) / 6);
    const Sum edge = ink.edge * strength;
    band.add(x, part({y.from, y.from + 1, true}, rows.top, rows.bottom), edge);
    band.add({x.from, std::min(x.from + 1, x.to), true}, part({y.from + 1, y.to, true}, rows.top, rows.bottom), edge);
  }

  void hatch(const Hatched& one, int top, int bottom) {
    const Fill& fill = palette_[one.entry];
    const QRgb ink = hatch_ink(fill.color).rgb();
    const int from = std::max(top, static_cast<int>(one.y.from) + 1), to = std::min(bottom, static_cast<int>(one.y.to));
    for (int y = from; y < to; ++y) {
      QRgb* line = line_of(y);
      for (int x = static_cast<int>(one.x.from) + 1; x < static_cast<int>(one.x.to); ++x)
        if (hatch_covers(fill.hatch, x, y, period_)) line[x] = ink;
    }
  }

  /// Through a pointer taken before the threads start: QImage::scanLine() may detach.
  [[nodiscard]] QRgb* line_of(int y) const {
    return reinterpret_cast<QRgb*>(bits_ + static_cast<qsizetype>(y) * image_.bytesPerLine());
  }

  const MapIndex& index_;
  const Coloring& coloring_;
  const MapPalette& palette_;
  MapView view_;
  int period_;
  QImage& image_;
  uchar* bits_;
  int width_, height_;
  double across_, up_;
  Sum paper_;
  std::array<ClassInk, 256> inks_;
};

}  // namespace

MapPalette::MapPalette(const Coloring& coloring, std::span<const std::uint8_t> hidden, const Theme& theme)
    : background_(theme.surface) {
  const Fill dimmed{mix(theme.surface, theme.grid, 0.7)};
  for (std::size_t c = 0; c < fills_.size(); ++c) {
    const auto entry = static_cast<std::uint8_t>(c);
    fills_[c] = std::ranges::binary_search(hidden, entry) ? dimmed : coloring.fill(entry, theme);
    edges_[c] = mix(fills_[c].color, ink_on(fills_[c].color), contrast(fills_[c].color, Qt::black) < 3 ? 0.35 : 0.3);
  }
}

int hatch_period(double pixel_ratio) {
  return std::max(4, static_cast<int>(std::lround(6 * pixel_ratio)));
}

QImage rasterize(const MapIndex& index, const Coloring& coloring, const MapPalette& palette, const MapView& view,
                 QSize pixels, double pixel_ratio) {
  if (pixels.isEmpty()) return {};
  QImage image(pixels, QImage::Format_RGB32);
  if (image.isNull()) return {};
  Rasterizer(index, coloring, palette, view, pixel_ratio, image).draw();
  return image;
}

}  // namespace stowage
