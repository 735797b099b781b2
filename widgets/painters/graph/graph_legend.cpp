// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kMarkWidth = 8, kMarkHeight = 10;

void paint_triangle(QPainter& painter, QPointF tip, const Theme& theme) {
  set_ink(painter, Qt::NoPen, theme.muted_text);
  painter.drawPolygon(
      QPolygonF{tip, tip - QPointF(kMarkWidth, kMarkHeight / 2), tip - QPointF(kMarkWidth, -kMarkHeight / 2)});
}

using Sign = GraphLegendItem::Sign;

constexpr double kSignWidth = 26, kGap = 6, kBetween = 18, kLine = 19;
constexpr std::size_t kMostFills = 24;

std::vector<bool> occurring_classes(const GraphScene& scene) {
  std::vector<bool> occurs(256, false);
  for (const auto& node : scene.layout->nodes) occurs[scene.coloring->class_of(node.op)] = true;
  return occurs;
}

/// Room that an item needs left of its words.
double sign_room(const GraphLegendItem& item) {
  return item.sign == Sign::fill && item.entry == Coloring::kNoClass ? 0 : kSignWidth + kGap;
}

/// Where each item goes when they flow like words; returns the height. Words too long for a line take several.
template <class Place>
double flow(const std::vector<GraphLegendItem>& items, double width, const Place& place) {
  const QFontMetricsF metrics(graph_font());
  double x = 0, y = 0, high = kLine;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double room = sign_room(items[i]);
    const double wide = std::ceil(metrics.horizontalAdvance(items[i].text)) + room;
    const double needed = std::min(wide, width);
    const auto lines = wide <= width ? 1 : wrapped(graph_font(), items[i].text, width - room).size();
    // Colours and signs are two paragraphs.
    const auto is_color = [&](Sign sign) { return sign == Sign::fill || sign == Sign::band; };
    const bool new_part = i > 0 && !is_color(items[i].sign) && is_color(items[i - 1].sign);
    if (x > 0 && (x + needed > width || new_part)) {
      x = 0;
      y += high;
      high = kLine;
    }
    high = std::max(high, kLine * static_cast<double>(lines));
    place(items[i], QRectF(x, y, needed, kLine * static_cast<double>(lines)));
    x += needed + kBetween;
  }
  return items.empty() ? 0 : y + high;
}

void paint_line_sign(QPainter& painter, GraphLayout::EdgeKind kind, const QRectF& area, const Theme& theme) {
  const EdgeStyle style = edge_style(kind, theme);
  const QPointF left(area.left(), area.center().y()), right(area.right(), area.center().y());
  const QPointF end = style.head ? right - QPointF(7, 0) : right;
  painter.setPen(edge_pen(style, style.width));
  painter.drawLine(left, end);
  if (style.head) paint_arrow_head(painter, end, right, style, theme.background);
}

void paint_sign(QPainter& painter, const GraphScene& scene, const GraphLegendItem& item, const QRectF& area,
                const Theme& theme) {
  const QRectF field(area.left(), area.top() + 3, area.width(), area.height() - 6);
  if (item.sign == Sign::fill) return fill_rect(painter, field, scene.coloring->fill(item.entry, theme));
  if (item.sign == Sign::band) {
    set_ink(painter, QPen(band_color(*item.band, theme), page_line(1.5)),
            band_tint(*item.band, theme.background, theme));
    painter.drawRoundedRect(field, 4, 4);
    return;
  }
  if (item.sign == Sign::data) return paint_line_sign(painter, GraphLayout::EdgeKind::data, area, theme);
  if (item.sign == Sign::control) return paint_line_sign(painter, GraphLayout::EdgeKind::control, area, theme);
  if (item.sign == Sign::stream) return paint_line_sign(painter, GraphLayout::EdgeKind::stream, area, theme);
  QRectF box(0, 0, 14, 12);
  box.moveCenter(area.center());
  box.translate(item.sign == Sign::input || item.sign == Sign::shares ? 5 : -5, 0);
  set_ink(painter, QPen(theme.muted_text, page_line(1)), Qt::NoBrush);
  painter.drawRoundedRect(box, 3, 3);
  if (item.sign == Sign::input) paint_input_mark(painter, box, theme);
  if (item.sign == Sign::output) paint_output_mark(painter, box, theme);
  if (item.sign == Sign::shares) paint_shares_mark(painter, box, theme);
  if (item.sign == Sign::unseen) paint_unseen_mark(painter, box, 1, theme);
}

}  // namespace

EdgeStyle edge_style(GraphLayout::EdgeKind kind, const Theme& theme) {
  if (kind == GraphLayout::EdgeKind::data)
    return {.color = mix(theme.muted_text, theme.background, 0.15), .width = 1.3};
  if (kind == GraphLayout::EdgeKind::control)
    return {.color = theme.bound, .width = 1.5, .dashes = {6, 4}, .open_head = true};
  return {.color = mix(theme.muted_text, theme.background, theme.dark ? 0.1 : 0.3),
          .width = 1.2,
          .dashes = {1.5, 4},
          .head = false};
}

QPen edge_pen(const EdgeStyle& style, double width) {
  QPen pen(style.color, page_line(width), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (style.dashes.isEmpty()) return pen;
  QVector<qreal> in_widths;
  for (qreal length : style.dashes) in_widths.append(length / width);
  pen.setDashPattern(in_widths);
  return pen;
}

void paint_arrow_head(QPainter& painter, QPointF from, QPointF tip, const EdgeStyle& style, const QColor& background) {
  const QPointF along = tip - from;
  const double length = std::hypot(along.x(), along.y());
  if (length < 1e-6) return;
  const QPointF side = QPointF(-along.y(), along.x()) / length * std::min(length * 0.5, 4.0);
  set_ink(painter, QPen(style.color, page_line(1.2), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin),
          style.open_head ? background : style.color);
  painter.drawPolygon(QPolygonF{from + side, tip, from - side});
}

void paint_input_mark(QPainter& painter, const QRectF& box, const Theme& theme) {
  paint_triangle(painter, {box.left() - 1, box.center().y()}, theme);
}

void paint_output_mark(QPainter& painter, const QRectF& box, const Theme& theme) {
  paint_triangle(painter, {box.right() + 2 + kMarkWidth, box.center().y()}, theme);
}

void paint_shares_mark(QPainter& painter, const QRectF& box, const Theme& theme) {
  constexpr double kSide = 7, kShift = 3;
  set_ink(painter, QPen(theme.muted_text, page_line(1)), theme.background);
  const QPointF corner = box.bottomLeft() - QPointF(kShift, kSide - kShift);
  painter.drawRect(QRectF(corner, QSizeF(kSide, kSide)));
  painter.drawRect(QRectF(corner + QPointF(kShift, kShift), QSizeF(kSide, kSide)));
}

void paint_unseen_mark(QPainter& painter, const QRectF& box, std::uint32_t count, const Theme& theme) {
  const QString text = "+" + QLocale().toString(count);
  painter.save();
  const QFont font = paint_font(9);
  painter.setFont(font);
  const QFontMetricsF metrics(font);
  QRectF badge(QPointF(), QSizeF(metrics.horizontalAdvance(text) + 7, metrics.height()));
  badge.moveCenter(box.topRight());
  set_ink(painter, QPen(theme.muted_text, page_line(1)), theme.background);
  painter.drawRoundedRect(badge, badge.height() / 2, badge.height() / 2);
  painter.setPen(theme.text);
  painter.drawText(badge, Qt::AlignCenter, text);
  painter.restore();
}

std::vector<GraphLegendItem> graph_legend(const GraphScene& scene) {
  std::vector<GraphLegendItem> items;
  const std::vector<bool> occurs = occurring_classes(scene);
  const auto entries = scene.coloring->entries();
  std::size_t more = 0;
  for (std::size_t c = 0; c < entries.size(); ++c) {
    if (!occurs[c]) continue;
    if (items.size() < kMostFills)
      items.push_back({.entry = static_cast<std::uint8_t>(c), .text = entries[c].label});
    else
      ++more;
  }
  if (more > 0)
    items.push_back(
        {.entry = Coloring::kNoClass, .text = GraphText::tr("and %n more", nullptr, static_cast<int>(more))});
  if (scene.bands != nullptr) {
    const auto bands = bands_legend(*scene.bands);
    for (std::size_t k = 0; k < bands.size(); ++k) {
      const BandLegendItem& item = bands[k];
      const bool follows = k > 0 && item.band->way != StepBand::Way::update;  // "Subgraph 1", "2", "3"
      items.push_back({.sign = Sign::band,
                       .text = follows                 ? item.band->name
                               : item.detail.isEmpty() ? item.label
                                                       : GraphText::tr("%1: %2").arg(item.label, item.detail),
                       .band = item.band});
    }
  }
  const auto has_edge = [&](GraphLayout::EdgeKind kind) {
    return std::ranges::find(scene.layout->edges, kind, &GraphLayout::Edge::kind) != scene.layout->edges.end();
  };
  const auto has = [&](std::uint32_t GraphLayout::Node::*count) {
    return std::ranges::any_of(scene.layout->nodes, [&](const auto& node) { return node.*count > 0; });
  };
  const auto add = [&](bool wanted, Sign sign, const QString& text) {
    if (wanted) items.push_back({.sign = sign, .text = text});
  };
  add(has_edge(GraphLayout::EdgeKind::data), Sign::data, GraphText::tr("tensors"));
  add(has_edge(GraphLayout::EdgeKind::control), Sign::control,
      scene.graph->stream_count() > 1 ? GraphText::tr("sync, no data") : GraphText::tr("control edge, no data"));
  add(has_edge(GraphLayout::EdgeKind::stream), Sign::stream, GraphText::tr("order within a stream"));
  add(has(&GraphLayout::Node::inputs), Sign::input, GraphText::tr("uses graph inputs"));
  add(has(&GraphLayout::Node::outputs), Sign::output, GraphText::tr("makes graph outputs"));
  add(has(&GraphLayout::Node::shares), Sign::shares, GraphText::tr("makes a view, or may write over an input"));
  add(has(&GraphLayout::Node::unseen), Sign::unseen, GraphText::tr("neighbours not drawn"));
  return items;
}

std::vector<GraphLegendItem> items_that_fit(std::vector<GraphLegendItem> items, QSizeF room) {
  const std::size_t all = items.size();
  const auto fits = [&](const std::vector<GraphLegendItem>& some) {
    return graph_legend_height(some, room.width()) <= room.height() + 1;
  };
  if (fits(items)) return items;
  while (items.size() > 1) {
    items.pop_back();
    std::vector<GraphLegendItem> shown = items;
    const int more = static_cast<int>(all - items.size());
    shown.push_back({.entry = Coloring::kNoClass, .text = GraphText::tr("and %n more", nullptr, more)});
    if (fits(shown)) return shown;
  }
  return items;
}

double graph_legend_height(const std::vector<GraphLegendItem>& items, double width) {
  return flow(items, width, [](const GraphLegendItem&, const QRectF&) {});
}

void paint_graph_legend(QPainter& painter, const GraphScene& scene, const std::vector<GraphLegendItem>& items,
                        const QRectF& area, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(graph_font());
  flow(items_that_fit(items, area.size()), area.width(), [&](const GraphLegendItem& item, const QRectF& at) {
    QRectF place = at.translated(area.topLeft());
    if (sign_room(item) > 0)
      paint_sign(painter, scene, item, QRectF(place.topLeft(), QSizeF(kSignWidth, kLine)), theme);
    place.setLeft(place.left() + sign_room(item));
    painter.setPen(theme.text);
    const QStringList lines =
        place.height() > kLine ? wrapped(graph_font(), item.text, place.width()) : QStringList(item.text);
    for (qsizetype k = 0; k < lines.size(); ++k)
      painter.drawText(QRectF(place.left(), place.top() + kLine * static_cast<double>(k), place.width() + 4, kLine),
                       Qt::AlignLeft | Qt::AlignVCenter, lines[k]);
  });
  painter.restore();
}

}  // namespace stowage
