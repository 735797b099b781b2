// SPDX-License-Identifier: Apache-2.0
// How a difference is drawn: the space that changed, as pixels or as shapes, and the places where tensors were.
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/heap_map/scanline.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

using raster::Band, raster::Side, raster::Sum;

constexpr std::size_t kMostPieces = 200'000;  // of space, in a vector file
constexpr std::size_t kMostGhosts = 40;
constexpr std::size_t kMostLines = 200;  // from where selected tensors were
constexpr double kLeastGhost = 10;       // pixels, each way

constexpr QRgb kGainedInk = 0xff000000;  // the palette is as light in both themes
constexpr float kGainedShare = 0.6F;

/// `share` of `over` on `pixel`.
QRgb blend(QRgb pixel, QRgb over, float share) {
  const auto channel = [share](int from, int to) {
    return static_cast<int>(static_cast<float>(from) + static_cast<float>(to - from) * share + 0.5F);
  };
  return qRgb(channel(qRed(pixel), qRed(over)), channel(qGreen(pixel), qGreen(over)),
              channel(qBlue(pixel), qBlue(over)));
}

/// What covers a pixel, as its share: by the plan before and the plan after.
class SpaceShader {
 public:
  SpaceShader(QImage& image, const MapIndex& before, const MapIndex& after, const MapView& view, double pixel_ratio,
              const Theme& theme)
      : before_(before),
        after_(after),
        target_(image, view),
        period_(hatch_period(pixel_ratio)),
        freed_(freed_fill(theme)),
        freed_ink_(hatch_ink(freed_.color).rgb()) {}

  void shade() const {
    target_.for_each_band([this](int top, int bottom) { shade_band(top, bottom); });
  }

 private:
  void shade_band(int top, int bottom) const {
    Band band(target_.width);
    const MapView window = target_.window(top, bottom);
    cover(before_, window, top, bottom, Sum{1, 0, 0, 0}, band);
    cover(after_, window, top, bottom, Sum{0, 1, 0, 0}, band);
    for (int row = top; row < bottom; ++row) {
      QRgb* line = target_.line(row);
      band.resolve_row(row - top, [&](int x, const Sum& sum) {
        const float more = std::min(1.0F, sum[1]) - std::min(1.0F, sum[0]);
        if (std::abs(more) > 1.0F / 256) line[x] = shaded(line[x], more, x, row);
      });
    }
  }

  void cover(const MapIndex& index, const MapView& window, int top, int bottom, const Sum& ink, Band& band) const {
    index.visit(window, [&](std::span<const MapItem> items) {
      for (const MapItem& item : items) {
        const Side y = raster::side(target_.y_of(item.high), target_.y_of(item.low), target_.height);
        if (y.from >= static_cast<float>(bottom) || y.to <= static_cast<float>(top)) continue;
        const Side x = raster::side(target_.x_of(item.begin), target_.x_of(item.end), target_.width);
        band.add(x, raster::part(y, static_cast<float>(top), static_cast<float>(bottom)), ink);
      }
    });
  }

  /// √, as for tensors, so that slivers stay visible.
  [[nodiscard]] QRgb shaded(QRgb pixel, float more, int x, int y) const {
    const float strength = std::sqrt(std::abs(more));
    const bool on_line = hatch_covers(more > 0 ? kGainedHatch : freed_.hatch, x, y, period_);
    if (more > 0) return on_line ? blend(pixel, kGainedInk, strength * kGainedShare) : pixel;
    return blend(pixel, on_line ? freed_ink_ : freed_.color.rgb(), strength);
  }

  const MapIndex &before_, &after_;
  raster::Target target_;
  int period_;
  Fill freed_;
  QRgb freed_ink_;
};

/// The boxes that touch the view, cut to it where that keeps them whole steps and bytes.
std::vector<SpaceBox> boxes_in_view(const MapIndex& index, const MapView& view) {
  const auto begin = static_cast<std::uint32_t>(std::max(0.0, std::floor(view.x0)));
  const auto end = static_cast<std::uint32_t>(std::ceil(view.x1));
  const auto low = static_cast<std::int64_t>(std::floor(view.y0)), high = static_cast<std::int64_t>(std::ceil(view.y1));
  std::vector<SpaceBox> out;
  index.visit(view, [&](std::span<const MapItem> items) {
    for (const MapItem& item : items) {
      const SpaceBox box{std::max(low, item.low), std::min(high, item.high), std::max(begin, item.begin),
                         std::min(end, item.end)};
      if (box.low < box.high && box.begin < box.end) out.push_back(box);
    }
  });
  return out;
}

/// Where the largest tensors in view were that left.
std::vector<QRectF> largest_ghosts(const HeapMapGeometry& geometry, const MapDifference& difference) {
  const MapView& view = geometry.view();
  std::vector<QRectF> out;
  const auto collect = [&](std::span<const MapItem> items) {
    for (const MapItem& item : items) {
      if (!difference.left(item.tensor)) continue;
      const QRectF r = geometry.rect_of(item);
      if (r.width() >= kLeastGhost && r.height() >= kLeastGhost && r.intersects(geometry.plot())) out.push_back(r);
    }
  };
  difference.index().visit_large(view, kLeastGhost / geometry.plot().width() * view.width(),
                                 kLeastGhost / geometry.plot().height() * view.height(), collect);
  std::ranges::stable_sort(out, std::greater{}, [](const QRectF& r) { return r.width() * r.height(); });
  if (out.size() > kMostGhosts) out.resize(kMostGhosts);
  return out;
}

/// Above its line or below it, in the middle or at an end: where fewest of the `others` and of their labels are.
QRectF before_label(const HeapMapGeometry& geometry, const QString& text, double y, const std::array<double, 2>& others,
                    const MapLevelLabels& labels) {
  const QRectF inside = geometry.plot().adjusted(6, 1, -6, -1);
  std::array<QRectF, 6> places;
  for (std::size_t k = 0; const double x : {inside.center().x(), inside.right(), inside.left()}) {
    places[k++] = label_box(text, {x, y - 3}, Qt::AlignHCenter | Qt::AlignBottom, inside);
    places[k++] = label_box(text, {x, y + 3}, Qt::AlignHCenter | Qt::AlignTop, inside);
  }
  const auto crossed = [&](const QRectF& box) {
    return std::ranges::count_if(others, [&](double line) { return line > box.top() - 2 && line < box.bottom() + 2; }) +
           (y > box.top() && y < box.bottom() ? 1 : 0) +
           4 * (box.intersects(labels.footprint) || box.intersects(labels.bound) ? 1 : 0);
  };
  return *std::ranges::min_element(places, {}, crossed);
}

void paint_footprint_before(QPainter& painter, const HeapMapGeometry& geometry, const MapDifference& difference,
                            const HeapMapScene& after, const Theme& theme) {
  if (difference.was_recorded()) return;  // its axis is of addresses: where they end, nobody needed so much
  const QRectF& plot = geometry.plot();
  const double y = std::floor(geometry.y_of(static_cast<double>(difference.footprint().count))) + 0.5;
  const double now = geometry.y_of(static_cast<double>(difference.tensors().footprint_after.count));
  if (y < plot.top() || y > plot.bottom() || std::abs(y - now) < 3) return;
  painter.setPen(QPen(theme.muted_text, page_line(1.5), Qt::DotLine));
  painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
  const QString text = MapDifferenceText::tr("before: %1").arg(human_bytes(difference.footprint()));
  const QRectF box = before_label(geometry, text, y, {now, geometry.y_of(static_cast<double>(after.bound().count))},
                                  map_level_labels(geometry, after));
  draw_label(painter, text, box, theme.muted_text, theme);
}

void paint_move(QPainter& painter, const HeapMapGeometry& geometry, const MapDifference& difference,
                const HeapMapScene& after, TensorId t, const Theme& theme) {
  const auto ghost = difference.ghost(t), item = after.place(t);
  if (!ghost || !item) return;
  const QRectF was = geometry.rect_of(*ghost), is = geometry.rect_of(*item);
  painter.setBrush(Qt::NoBrush);
  for (const QPen& pen : {QPen(theme.background, page_line(4)), QPen(theme.text, page_line(1.5), Qt::DashLine)}) {
    painter.setPen(pen);
    painter.drawRect(was);
  }
  for (const QPen& pen : {QPen(theme.background, page_line(3)), QPen(theme.text, page_line(1))}) {
    painter.setPen(pen);
    painter.drawLine(was.center(), is.center());
  }
  painter.setBrush(theme.text);
  painter.drawEllipse(is.center(), 2.5, 2.5);
}

}  // namespace

void shade_space(QImage& image, const MapIndex& before, const MapIndex& after, const MapView& view, double pixel_ratio,
                 const Theme& theme) {
  if (!image.isNull()) SpaceShader(image, before, after, view, pixel_ratio, theme).shade();
}

std::optional<std::vector<SpacePiece>> space_in_view(const HeapMapGeometry& geometry, const MapIndex& before,
                                                     const MapIndex& after) {
  return space_pieces(boxes_in_view(before, geometry.view()), boxes_in_view(after, geometry.view()), kMostPieces);
}

void draw_space(QPainter& painter, const HeapMapGeometry& geometry, std::span<const SpacePiece> pieces,
                const Theme& theme) {
  const Fill look = freed_fill(theme);
  QPainterPath freed, freed_lines, gained_lines;
  for (const SpacePiece& piece : pieces) {
    const bool is_freed = piece.use == SpaceUse::freed;
    if (!is_freed && piece.use != SpaceUse::gained) continue;
    const MapItem item{piece.box.low, piece.box.high, piece.box.begin, piece.box.end};
    const QRectF r = geometry.rect_of(item).intersected(geometry.plot());
    if (is_freed) freed.addRect(r);
    QPainterPath& lines = is_freed ? freed_lines : gained_lines;
    for (const QLineF& line : hatch_lines(r, is_freed ? look.hatch : kGainedHatch, hatch_period(1))) {
      lines.moveTo(line.p1());
      lines.lineTo(line.p2());
    }
  }
  painter.fillPath(freed, look.color);
  painter.strokePath(freed_lines, QPen(hatch_ink(look.color), page_line(1), Qt::SolidLine, Qt::FlatCap));
  const QColor ink = see_through(QColor::fromRgb(kGainedInk), kGainedShare, theme.surface);
  painter.strokePath(gained_lines, QPen(ink, page_line(1), Qt::SolidLine, Qt::FlatCap));
}

void paint_ghosts(QPainter& painter, const HeapMapGeometry& geometry, const MapDifference& difference,
                  const Theme& theme) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.text, page_line(1), Qt::DashLine));
  for (const QRectF& r : largest_ghosts(geometry, difference)) painter.drawRect(r.adjusted(0.5, 0.5, -0.5, -0.5));
}

void paint_moves(QPainter& painter, const HeapMapGeometry& geometry, const MapDifference& difference,
                 const HeapMapScene& after, const HeapMapOverlay& overlay, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(geometry.plot());
  paint_footprint_before(painter, geometry, difference, after, theme);
  std::size_t lines = 0;
  for (TensorId t : overlay.selected)
    if (++lines <= kMostLines) paint_move(painter, geometry, difference, after, t, theme);
  if (overlay.hovered.valid()) paint_move(painter, geometry, difference, after, overlay.hovered, theme);
  painter.restore();
}

}  // namespace stowage
