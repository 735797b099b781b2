// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/style/page_style.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <vector>

namespace stowage {
namespace {

thread_local const PageStyle* page_here = nullptr;
thread_local double zoom_here = 1;

constexpr double kMostCells = 300'000;  // of one map in a file
constexpr double kCommonShare = 0.003;  // of all cells: a colour as frequent as this is kept as it is
constexpr int kStep = 17;               // of a channel, for the others: 16 levels

QRgb rounded(QRgb color) {
  const auto channel = [](int v) { return (v + kStep / 2) / kStep * kStep; };
  return qRgba(channel(qRed(color)), channel(qGreen(color)), channel(qBlue(color)), qAlpha(color));
}

/// The colours that stay as they are; others become round ones.
std::unordered_map<QRgb, QRgb> drawn_colors(const QImage& cells) {
  std::unordered_map<QRgb, std::size_t> counts;
  for (int y = 0; y < cells.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(cells.constScanLine(y));
    for (int x = 0; x < cells.width(); ++x) ++counts[line[x]];
  }
  const double common = kCommonShare * cells.width() * cells.height();
  std::unordered_map<QRgb, QRgb> out;
  for (const auto& [color, count] : counts) out[color] = static_cast<double>(count) >= common ? color : rounded(color);
  return out;
}

/// Rectangles of one colour each: runs of a row, joined with the equal run of the row above.
class Merged {
 public:
  explicit Merged(const QImage& cells) : colors_(drawn_colors(cells)) {
    for (int y = 0; y < cells.height(); ++y)
      add_row(reinterpret_cast<const QRgb*>(cells.constScanLine(y)), cells.width(), y);
    for (const Open& run : open_) close(run, cells.height());
  }

  /// Each a little into its right and lower neighbours, so that no seam shows between them.
  void draw(QPainter& painter, const QRectF& area, QSize size) const {
    constexpr double kOverlap = 0.35;
    const double dx = area.width() / size.width(), dy = area.height() / size.height();
    for (const auto& [color, rects] : rects_) {
      QPainterPath path;
      path.setFillRule(Qt::WindingFill);
      for (const QRect& r : rects) {
        const double right = std::min(r.x() + r.width() + kOverlap, static_cast<double>(size.width()));
        const double bottom = std::min(r.y() + r.height() + kOverlap, static_cast<double>(size.height()));
        path.addRect(QRectF(QPointF(area.left() + r.x() * dx, area.top() + r.y() * dy),
                            QPointF(area.left() + right * dx, area.top() + bottom * dy)));
      }
      painter.fillPath(path, QColor::fromRgba(color));
    }
  }

 private:
  struct Open {
    int from, to, top;
    QRgb color;
    [[nodiscard]] bool continues(const Open& other) const {
      return from == other.from && to == other.to && color == other.color;
    }
  };

  void add_row(const QRgb* line, int width, int y) {
    std::vector<Open> row;
    for (int x = 0; x < width;) {
      const QRgb color = colors_.at(line[x]);
      int to = x + 1;
      while (to < width && (line[to] == line[to - 1] || colors_.at(line[to]) == color)) ++to;
      if (qAlpha(color) > 0) row.push_back({x, to, y, color});
      x = to;
    }
    auto above = open_.begin();
    for (Open& run : row) {
      while (above != open_.end() && above->from < run.from) close(*above++, y);
      if (above == open_.end() || above->from != run.from) continue;
      if (above->continues(run))
        run.top = above->top;
      else
        close(*above, y);
      ++above;
    }
    for (; above != open_.end(); ++above) close(*above, y);
    open_ = std::move(row);
  }

  void close(const Open& run, int bottom) {
    rects_[run.color].emplace_back(run.from, run.top, run.to - run.from, bottom - run.top);
  }

  std::unordered_map<QRgb, QRgb> colors_;
  std::vector<Open> open_;  // of the last row, from left to right
  std::map<QRgb, std::vector<QRect>> rects_;
};

}  // namespace

PageScope::PageScope(const PageStyle& style) : QScopedValueRollback(page_here, &style) {}

PageZoom::PageZoom(double scale) : QScopedValueRollback(zoom_here, zoom_here * scale) {}

double page_zoom() {
  return zoom_here;
}

bool page_is_reduced() {
  return page_here != nullptr && zoom_here < 0.9;
}

double least_letters() {
  return page_here == nullptr ? 0 : std::ceil(kSmallestText / zoom_here - 1e-6);
}

const PageStyle* page_style() {
  return page_here;
}

PageCrop page_crop() {
  return page_here == nullptr ? PageCrop() : page_here->crop;
}

bool page_has_captions() {
  return page_here == nullptr || page_here->captions;
}

bool page_has_axis_labels() {
  return page_here == nullptr || page_here->axis_labels;
}

bool on_small_page(double width) {
  return page_here != nullptr && width < kSmallPage;
}

QColor see_through(const QColor& color, double share, const QColor& ground) {
  if (page_here != nullptr && page_here->opaque) return mix(ground, color, share);
  QColor out = color;
  out.setAlphaF(static_cast<float>(share));
  return out;
}

double page_line(double width) {
  return page_here == nullptr ? width : width * page_here->line;
}

void set_ink(QPainter& painter, const QPen& line, const QBrush& fill) {
  painter.setPen(line);
  painter.setBrush(fill);
}

bool is_vector(const QPainter& painter) {
  const auto type = painter.paintEngine()->type();
  return type == QPaintEngine::SVG || type == QPaintEngine::Pdf || type == QPaintEngine::Picture;
}

double cells_a_pixel(const QPainter& painter, const QSizeF& area) {
  if (!is_vector(painter)) return std::max(std::abs(painter.deviceTransform().m11()), 1.0);
  const PageStyle* page = page_style();
  const double most = std::sqrt(kMostCells / std::max(1.0, area.width() * area.height()));
  return std::min(page != nullptr ? page->cells : PageStyle().cells, most);
}

void draw_cells(QPainter& painter, const QRectF& area, const QImage& cells) {
  if (cells.isNull() || area.isEmpty()) return;
  if (!is_vector(painter)) return painter.drawImage(area, cells);
  const QImage argb = cells.hasAlphaChannel() ? cells.convertToFormat(QImage::Format_ARGB32)
                                              : cells.convertToFormat(QImage::Format_RGB32);
  Merged(argb).draw(painter, area, argb.size());
}

}  // namespace stowage
