// SPDX-License-Identifier: Apache-2.0
// The rectangles of a heap map: as pixels or as true shapes, and the names inside them.
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr std::size_t kMostNames = 150;
constexpr double kLeastNameWidth = 34, kLeastNameHeight = 13;

QRectF pixels_of(const MapItem& item, const HeapMapGeometry& geometry) {
  return geometry.rect_of(item).intersected(geometry.plot());
}

/// Tensors in view, counted up to one more than `limit`.
std::vector<MapItem> items_in_view(const MapIndex& index, const MapView& view, std::size_t limit) {
  std::vector<MapItem> out;
  index.visit(view, [&](std::span<const MapItem> some) {
    if (out.size() > limit) return;
    for (const MapItem& item : some)
      if (touches(item, view)) out.push_back(item);
  });
  return out;
}

/// Pixel by pixel: those of the device, or the cells of a page.
void draw_pixels(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                 const MapPalette& palette, double scale, const Theme& theme) {
  const QRectF& plot = geometry.plot();
  const QPointF corner(std::round(plot.left() * scale) / scale, std::round(plot.top() * scale) / scale);
  QImage image = rasterize(content.scene->index(), *content.coloring, palette, geometry.view(),
                           (plot.size() * scale).toSize(), scale, content.extras());
  if (content.difference)
    shade_space(image, content.difference->used_before(), content.difference->used_after(), geometry.view(), scale,
                theme);
  draw_cells(painter, QRectF(corner, QSizeF(image.size()) / scale), image);
}

/// Paths by class and shade, so that files stay small and no seams show between neighbours.
class Shapes {
 public:
  Shapes() : paths_(kMapShades * 256) {}
  QPainterPath& of(std::uint8_t entry, MapShade shade) { return paths_[static_cast<std::size_t>(shade) * 256 + entry]; }
  /// Calls `each(path, entry, shade)` where there is something.
  template <class Each>
  void visit(const Each& each) const {
    for (std::size_t i = 0; i < paths_.size(); ++i)
      if (!paths_[i].isEmpty()) each(paths_[i], static_cast<std::uint8_t>(i % 256), static_cast<MapShade>(i / 256));
  }

 private:
  std::vector<QPainterPath> paths_;
};

void draw_holds(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                const MapPalette& palette, const std::vector<MapItem>& items) {
  Shapes fills, lines;
  for (const MapItem& item : items) {
    const QRectF r = pixels_of(item, geometry);
    const std::uint8_t entry = content.coloring->class_of(item.tensor);
    fills.of(entry, content.shade(item.tensor)).addRect(r);
    if (std::min(r.width(), r.height()) < 4) continue;
    QPainterPath& path = lines.of(entry, content.shade(item.tensor));
    for (const QLineF& line : hatch_lines(r, kHoldPattern, hold_period(1))) {
      path.moveTo(line.p1());
      path.lineTo(line.p2());
    }
  }
  fills.visit([&](const QPainterPath& path, std::uint8_t entry, MapShade shade) {
    painter.fillPath(path, palette.inks(entry, shade).hold);
  });
  lines.visit([&](const QPainterPath& path, std::uint8_t entry, MapShade shade) {
    painter.strokePath(path, QPen(palette.inks(entry, shade).hold_line, page_line(1), Qt::SolidLine, Qt::FlatCap));
  });
}

void draw_shapes(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                 const MapPalette& palette, const std::vector<MapItem>& items) {
  Shapes fills, edges;
  std::vector<std::pair<QRectF, Fill>> hatched;
  for (const MapItem& item : items) {
    const QRectF r = pixels_of(item, geometry);
    const std::uint8_t entry = content.coloring->class_of(item.tensor);
    const MapShade shade = content.shade(item.tensor);
    fills.of(entry, shade).addRect(r);
    const double least = std::min(r.width(), r.height());
    const Fill& fill = palette.inks(entry, shade).fill;
    if (least >= 4 && fill.hatched()) hatched.emplace_back(r, fill);
    if (least < 2.5) continue;
    QPainterPath& edge = edges.of(entry, shade);
    edge.moveTo(r.bottomLeft());
    edge.lineTo(r.topLeft());
    edge.lineTo(r.topRight());
    if (shade != MapShade::found && shade != MapShade::selected) continue;
    edge.lineTo(r.bottomRight());
    edge.lineTo(r.bottomLeft());
  }
  fills.visit([&](const QPainterPath& path, std::uint8_t entry, MapShade shade) {
    painter.fillPath(path, palette.inks(entry, shade).fill.color);
  });
  for (const auto& [rect, fill] : hatched) fill_rect(painter, rect, fill);
  edges.visit([&](const QPainterPath& path, std::uint8_t entry, MapShade shade) {
    painter.strokePath(path, QPen(palette.inks(entry, shade).edge, page_line(0.5), Qt::SolidLine, Qt::FlatCap));
  });
}

/// The largest rectangles that a name fits into.
std::vector<std::pair<QRectF, TensorId>> places_for_names(const HeapMapGeometry& geometry, const MapIndex& index) {
  const MapView& view = geometry.view();
  std::vector<std::pair<QRectF, TensorId>> out;
  index.visit_large(view, kLeastNameWidth / geometry.plot().width() * view.width(),
                    kLeastNameHeight / geometry.plot().height() * view.height(), [&](std::span<const MapItem> some) {
                      for (const MapItem& item : some) {
                        if (!touches(item, view)) continue;
                        const QRectF r = pixels_of(item, geometry);
                        if (r.width() >= kLeastNameWidth && r.height() >= kLeastNameHeight)
                          out.emplace_back(r, item.tensor);
                      }
                    });
  const auto larger = [](const auto& a, const auto& b) {
    const double first = a.first.width() * a.first.height(), second = b.first.width() * b.first.height();
    return first != second ? first > second : a.second < b.second;
  };
  const std::size_t count = std::min(kMostNames, out.size());
  std::partial_sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count), out.end(), larger);
  out.resize(count);
  return out;
}

/// Calls `each(item, pixels)` for the views that are large enough for a frame.
template <class Each>
void visit_frames(const HeapMapGeometry& geometry, const MapIndex& views, const Each& each) {
  constexpr double kLeastSide = 4;
  const MapView& view = geometry.view();
  views.visit_large(view, kLeastSide / geometry.plot().width() * view.width(),
                    kLeastSide / geometry.plot().height() * view.height(), [&](std::span<const MapItem> some) {
                      for (const MapItem& item : some) {
                        const QRectF r = pixels_of(item, geometry).adjusted(1.5, 1.5, -1.5, -1.5);
                        if (touches(item, view) && r.width() >= kLeastSide && r.height() >= kLeastSide) each(item, r);
                      }
                    });
}

/// The largest part of a rectangle that no frame covers, if the name fits into it; otherwise all of it.
QRectF beside_frames(const QRectF& rect, const std::vector<QRectF>& frames, const QString& name) {
  QRectF rest = rect;
  for (const QRectF& frame : frames) {
    if (!frame.intersects(rest)) continue;
    QRectF best;
    for (const QRectF& part : {QRectF(rest.topLeft(), QPointF(frame.left(), rest.bottom())),
                               QRectF(QPointF(frame.right(), rest.top()), rest.bottomRight()),
                               QRectF(rest.topLeft(), QPointF(rest.right(), frame.top())),
                               QRectF(QPointF(rest.left(), frame.bottom()), rest.bottomRight())})
      if (part.isValid() && part.width() * part.height() > best.width() * best.height()) best = part;
    rest = best;
  }
  const QFont font = paint_font(11);
  const bool fits = rest.height() >= kLeastNameHeight && rest.width() - 8 >= text_width(font, name);
  return fits ? rest : rect;
}

/// What the names inside of the rectangles leave free: the labels of the map, and the lines of the levels.
struct OverNames {
  LabelRoom labels;
  std::vector<double> lines;

  OverNames(const HeapMapGeometry& geometry, const HeapMapContent& content) {
    const HeapMapScene& scene = *content.scene;
    labels = map_labels(geometry, scene).room;
    lines = {geometry.y_of(static_cast<double>(scene.footprint().count)),
             geometry.y_of(static_cast<double>(scene.bound().count))};
    if (!content.difference) return;
    const MapBeforeLabel before = map_before_label(geometry, *content.difference, scene);
    labels.take(before.box);
    if (!before.text.isEmpty()) lines.push_back(before.y);
  }
  [[nodiscard]] bool crossed(const QRectF& box) const {
    return std::ranges::any_of(lines, [&](double y) { return y > box.top() && y < box.bottom(); });
  }
  /// In the middle of the rectangle, or where it is free below or above that; null where labels lie everywhere.
  [[nodiscard]] QRectF place(QRectF box, const QRectF& rect) const {
    box.moveCenter(rect.center());
    QRectF best;
    for (const double top : {box.top(), rect.bottom() - box.height() - 2, rect.top() + 2}) {
      const QRectF at(box.left(), top, box.width(), box.height());
      if (!labels.is_free(at) || at.top() < rect.top()) continue;
      if (!crossed(at)) return at;
      if (best.isNull()) best = at;
    }
    return best;
  }
};

/// Leaves the name out where labels of the map lie everywhere, or where one of the names drawn so far is, if these are
/// kept.
void draw_name(QPainter& painter, const QRectF& rect, const Graph& graph, TensorId t, const Fill& fill,
               const OverNames& over, std::vector<QRectF>* drawn) {
  const QFont font = paint_font(11);
  const QString text = fitted_name(font, text_of(graph.name(t)), rect.width() - 8);
  if (text.isEmpty()) return;
  const double line = QFontMetricsF(font).height();
  const bool with_size = rect.height() >= 2 * line + 4;
  QString size = with_size ? human_bytes(graph.size(t)) : QString();
  if (text_width(font, size) > rect.width() - 8) size.clear();  // half a number is worse than none
  const double width = std::max(text_width(font, text), text_width(font, size));
  const QRectF box = over.place(QRectF(0, 0, width, size.isEmpty() ? line : 2 * line), rect);
  if (box.isNull()) return;
  if (drawn != nullptr) {
    if (std::ranges::any_of(*drawn, [&](const QRectF& other) { return other.intersects(box); })) return;
    drawn->push_back(box);
  }
  if (fill.hatched()) painter.fillRect(box.adjusted(-2, 0, 2, 0), fill.color);
  set_letters(painter, font, ink_on(fill.color));
  painter.drawText(QRectF(box.left(), box.top(), width, line), Qt::AlignCenter | Qt::TextDontClip, text);
  if (size.isEmpty()) return;
  painter.setPen(mix(fill.color, ink_on(fill.color), 0.75));
  painter.drawText(QRectF(box.left(), box.top() + line, width, line), Qt::AlignCenter | Qt::TextDontClip, size);
}

/// A frame within what they lie in, and the name where there is room.
void draw_views(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                const MapPalette& palette, const OverNames& over, std::vector<QRectF>& names) {
  const HeapMapScene& scene = *content.scene;
  const auto entry = [&](TensorId t) {
    const TensorId owner = scene.graph().owner(t);
    return palette.inks(content.coloring->class_of(owner), content.shade(owner)).fill;
  };
  painter.setBrush(Qt::NoBrush);
  visit_frames(geometry, scene.views(), [&](const MapItem& item, const QRectF& r) {
    painter.setPen(QPen(ink_on(entry(item.tensor).color), page_line(1), Qt::DotLine));
    painter.drawRect(r);
  });
  for (const auto& [rect, tensor] : places_for_names(geometry, scene.views()))
    draw_name(painter, rect, scene.graph(), tensor, entry(tensor), over, &names);
}

constexpr double kRoomAbove = 0.08;  // of the height, so that the footprint's line stands clear of the edge

}  // namespace

MapExtras HeapMapContent::extras() const {
  MapExtras extras;
  if (!scene->holds().items().empty()) extras.holds = &scene->holds();
  if (shades) extras.shades = *shades;
  return extras;
}

bool paint_map_tensors(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                       const Theme& theme) {
  const HeapMapScene& scene = *content.scene;
  const MapPalette palette(*content.coloring, content.hidden, theme);
  bool merged = false;
  painter.save();
  painter.setClipRect(geometry.plot());
  if (!is_vector(painter)) {
    draw_pixels(painter, geometry, content, palette, painter.deviceTransform().m11(), theme);
  } else {
    const std::vector<MapItem> items = items_in_view(scene.index(), geometry.view(), kMostVectorTensors);
    auto space = std::optional<std::vector<SpacePiece>>(std::in_place);
    if (content.difference)
      space = space_in_view(geometry, content.difference->used_before(), content.difference->used_after());
    if (items.size() <= kMostVectorTensors && space) {
      painter.fillRect(geometry.plot(), theme.surface);
      draw_holds(painter, geometry, content, palette,
                 items_in_view(scene.holds(), geometry.view(), 2 * kMostVectorTensors));
      draw_shapes(painter, geometry, content, palette, items);
      draw_space(painter, geometry, *space, theme);
    } else {
      draw_pixels(painter, geometry, content, palette, cells_a_pixel(painter, geometry.plot().size()), theme);
      merged = true;
    }
  }
  const OverNames over(geometry, content);
  const bool has_views = !scene.views().items().empty();
  std::vector<QRectF> names;  // views lie in other rectangles, whose names they may not cover
  std::vector<QRectF> frames;
  if (has_views) visit_frames(geometry, scene.views(), [&](const MapItem&, const QRectF& r) { frames.push_back(r); });
  for (const auto& [rect, tensor] : places_for_names(geometry, scene.index()))
    draw_name(painter, beside_frames(rect, frames, text_of(scene.graph().name(tensor))), scene.graph(), tensor,
              palette.inks(content.coloring->class_of(tensor), content.shade(tensor)).fill, over,
              has_views ? &names : nullptr);
  if (has_views) draw_views(painter, geometry, content, palette, over, names);
  if (content.difference) paint_ghosts(painter, geometry, *content.difference, theme);
  painter.restore();
  return merged;
}

void paint_heap_map_thumbnail(QPainter& painter, const QRectF& rect, const HeapMapContent& content,
                              const Theme& theme) {
  painter.fillRect(rect, theme.surface);
  const HeapMapScene& scene = *content.scene;
  if (!scene.sentence().isEmpty()) return;
  const MapExtent extent = content.extent(rect);
  const double top = extent.bytes * (1 + kRoomAbove);
  painter.save();
  painter.setClipRect(rect);
  const double scale = painter.device()->devicePixelRatioF();
  QImage tensors = rasterize(scene.index(), *content.coloring, MapPalette(*content.coloring, content.hidden, theme),
                             {0, extent.length, 0, top}, (rect.size() * scale).toSize(), scale, content.extras());
  tensors.setDevicePixelRatio(scale);
  painter.drawImage(rect.topLeft(), tensors);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const auto line = [&](Bytes at, const QColor& color, Qt::PenStyle style) {
    const double y = rect.bottom() - static_cast<double>(at.count) / top * rect.height();
    painter.setPen(QPen(color, page_line(1), style));
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
  };
  if (!scene.is_recorded()) line(scene.footprint(), theme.footprint, Qt::SolidLine);
  if (scene.bound() > Bytes() && scene.bound() < scene.footprint()) line(scene.bound(), theme.bound, Qt::DashLine);
  painter.restore();
}

}  // namespace stowage
