// SPDX-License-Identifier: Apache-2.0
// The conflict graph of a small input.
#include <algorithm>
#include <cmath>

#include "widgets/painters/conflicts_painter.h"
#include "widgets/painters/graphviz.h"
#include "widgets/painters/text.h"

namespace stowage {
namespace {

constexpr double kLeastRadius = 9, kMostRadius = 34;
constexpr double kNamePixels = 11, kNameHeight = 14, kMaxName = 90;

QString disc_name(const Graph& graph, TensorId t) {
  return fitted(paint_font(kNamePixels), text_of(graph.name(t).substr(0, 256)), kMaxName);
}

bool name_fits_inside(const ConflictGraph::Disc& disc) {
  return text_width(paint_font(kNamePixels), disc.name) <= 2 * disc.radius - 5;
}

/// The name's place: in the disc, or below one that is too small for it.
QRectF name_area(const ConflictGraph::Disc& disc) {
  const double width = text_width(paint_font(kNamePixels), disc.name) + 4;
  QRectF area(0, 0, width, kNameHeight);
  area.moveCenter(disc.center);
  if (!name_fits_inside(disc)) area.moveTop(disc.center.y() + disc.radius + 1);
  return area;
}

double radius_of(Bytes size, Bytes largest) {
  if (largest.count <= 0) return kLeastRadius;
  const double share = static_cast<double>(size.count) / static_cast<double>(largest.count);
  return std::max(kLeastRadius, kMostRadius * std::sqrt(share));
}

void paint_disc(QPainter& painter, const ConflictGraph::Disc& disc, const Fill& fill, const Theme& theme) {
  painter.setPen(QPen(theme.background, 1.5));
  painter.setBrush(fill.color);
  painter.drawEllipse(disc.center, disc.radius, disc.radius);
  if (fill.hatched()) {
    painter.setBrush(QBrush(hatch_ink(fill.color), fill.hatch));
    painter.drawEllipse(disc.center, disc.radius, disc.radius);
  }
  const bool inside = name_fits_inside(disc);
  const QRectF area = name_area(disc);
  if (!inside || fill.hatched()) {
    QColor plate = inside ? fill.color : theme.background;
    plate.setAlphaF(inside ? 1.0F : 0.75F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(plate);
    painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 3, 3);
  }
  painter.setPen(inside ? ink_on(fill.color) : theme.text);
  painter.drawText(area, Qt::AlignCenter | Qt::TextSingleLine, disc.name);
}

}  // namespace

Result<ConflictGraph> conflict_graph(const Graph& graph, const Conflicts& conflicts, const Task& task) {
  ConflictGraph out;
  Bytes largest;
  for (TensorId t : graph.tensors()) largest = std::max(largest, graph.size(t));
  std::vector<double> diameters;
  for (TensorId t : graph.tensors()) {
    ConflictGraph::Disc disc{{}, radius_of(graph.size(t), largest), disc_name(graph, t)};
    const double needed = name_fits_inside(disc) ? 0 : text_width(paint_font(kNamePixels), disc.name) + 4;
    diameters.push_back(std::max(2 * disc.radius + (needed > 0 ? 2 * kNameHeight : 0), needed));
    out.discs.push_back(std::move(disc));
  }
  for (std::uint32_t i = 0; i < graph.tensor_count(); ++i)
    for (std::uint32_t j = i + 1; j < graph.tensor_count(); ++j)
      if (conflicts.unsafe(TensorId(i), TensorId(j))) out.pairs.emplace_back(i, j);
  const auto centres = layout_discs(diameters, out.pairs, {}, task);
  if (!centres) return tl::unexpected(centres.error());
  for (std::size_t i = 0; i < out.discs.size(); ++i) {
    auto& disc = out.discs[i];
    disc.center = (*centres)[i];
    const QPointF corner(disc.radius, disc.radius);
    out.bounds |= QRectF(disc.center - corner, disc.center + corner) | name_area(disc);
  }
  return out;
}

void paint_conflict_graph(QPainter& painter, const QRectF& rect, const ConflictGraph& layout, const Coloring& coloring,
                          const Theme& theme) {
  if (layout.discs.empty()) return;
  const QRectF bounds = layout.bounds.adjusted(-6, -6, 6, 6);
  const double scale = std::min({rect.width() / bounds.width(), rect.height() / bounds.height(), 1.8});
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(rect.center());
  painter.scale(scale, scale);
  painter.translate(-bounds.center());
  // The denser, the fainter: a thousand lines must not hide the discs.
  QColor line = theme.muted_text;
  line.setAlphaF(
      static_cast<float>(std::clamp(6.0 / std::sqrt(static_cast<double>(layout.pairs.size()) + 1), 0.14, 0.7)));
  painter.setPen(QPen(line, 1));
  for (const auto& [a, b] : layout.pairs) painter.drawLine(layout.discs[a].center, layout.discs[b].center);
  painter.setFont(paint_font(kNamePixels));
  for (std::size_t i = 0; i < layout.discs.size(); ++i)
    paint_disc(painter, layout.discs[i], coloring.fill(coloring.class_of(TensorId(i)), theme), theme);
  painter.restore();
}

}  // namespace stowage
