// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include <QImage>

#include "core/base/parallel.h"
#include "widgets/painters/heap_map/heap_map_geometry.h"

// How the area is added up. The picture is cut into bands of a few rows, so that a band's sums stay in the cache; bands
// are independent, so cores take them in turn. Each pixel sums colour × area and area, as four floats.
//
// A rectangle covers cells of a row by  0 0 .3 1 1 1 .6 0 0 : a function with four jumps at most, two at each end. Only
// the jumps are stored (in x and in y: at most 4 × 4 of them, for a rectangle on whole pixels 2 × 2), and a running sum
// over rows and columns at the end makes areas of them: the summed-area table turned round (Crow, "Summed-area tables
// for texture mapping", 1984). Rectangles of a few pixels are added to their pixels directly, which is cheaper.

namespace stowage::raster {

inline constexpr int kBandRows = 16;
inline constexpr double kLeastSide = 0.125;  // pixels that a side counts at least

/// Red, green, blue and area: one vector register.
using Sum = float __attribute__((vector_size(16)));

inline Sum sum_of(const QColor& color, float area) {
  return Sum{static_cast<float>(color.red()), static_cast<float>(color.green()), static_cast<float>(color.blue()),
             area};
}

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

/// The image that a window of the map is drawn into.
struct Target {
  MapView view;
  uchar* bits;  ///< taken before threads start: QImage::scanLine() may detach
  qsizetype bytes_a_line;
  int width, height;
  double across, up;  ///< pixels a place, and a byte

  Target(QImage& image, const MapView& shown)
      : view(shown),
        bits(image.bits()),
        bytes_a_line(image.bytesPerLine()),
        width(image.width()),
        height(image.height()),
        across(image.width() / shown.width()),
        up(image.height() / shown.height()) {}

  [[nodiscard]] double x_of(std::uint32_t place) const { return (place - view.x0) * across; }
  [[nodiscard]] double y_of(std::int64_t offset) const { return (view.y1 - static_cast<double>(offset)) * up; }
  [[nodiscard]] QRgb* line(int y) const {
    return reinterpret_cast<QRgb*>(bits + static_cast<qsizetype>(y) * bytes_a_line);
  }
  /// What rows [top, bottom) show, and a pixel more on each side, for what snaps into them.
  [[nodiscard]] MapView window(int top, int bottom) const {
    return {view.x0 - 1 / across, view.x1 + 1 / across, view.y1 - (bottom + 1) / up, view.y1 - (top - 1) / up};
  }
  /// Calls each(top, bottom) for bands of rows, on all cores.
  template <class Each>
  void for_each_band(const Each& each) const {
    const auto bands = static_cast<std::size_t>((height + kBandRows - 1) / kBandRows);
    parallel_for(bands, [&](std::size_t band) {
      const int top = static_cast<int>(band) * kBandRows;
      each(top, std::min(top + kBandRows, height));
    });
  }
};

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

}  // namespace stowage::raster
