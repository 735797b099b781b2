// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/conflicts/conflicts_painter.h"

#include <bit>
#include <cmath>

#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kLeastRadius = 9, kMostRadius = 34;
constexpr double kNamePixels = 11, kNameHeight = 14, kMaxName = 90;

QString disc_name(const Graph& graph, TensorId t) {
  return fitted_name(paint_font(kNamePixels), text_of(graph.name(t)), kMaxName);
}

bool name_fits_inside(const ConflictGraph::Disc& disc) {
  return text_width(paint_font(kNamePixels), disc.name) <= 2 * disc.radius - 5;
}

/// The name's place: in the disc, or below one that is too small for it.
QRectF name_area(const ConflictGraph::Disc& disc) {
  const double width = text_width(paint_font(kNamePixels), disc.name) + 4;
  QRectF area(0, 0, width, std::max(kNameHeight, least_letters() * 1.27));
  area.moveCenter(disc.center);
  if (!name_fits_inside(disc)) area.moveTop(disc.center.y() + disc.radius + 1);
  return area;
}

double radius_of(Bytes size, Bytes largest) {
  if (largest.count <= 0) return kLeastRadius;
  const double share = static_cast<double>(size.count) / static_cast<double>(largest.count);
  return std::max(kLeastRadius, kMostRadius * std::sqrt(share));
}

void paint_name(QPainter& painter, const ConflictGraph::Disc& disc, const Fill& fill, const Theme& theme) {
  const bool inside = name_fits_inside(disc);
  const QRectF area = name_area(disc);
  if (!inside || fill.hatched()) {
    const QColor plate = inside ? fill.color : see_through(theme.background, 0.75, theme.background);
    set_ink(painter, Qt::NoPen, plate);
    painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 3, 3);
  }
  painter.setPen(inside ? ink_on(fill.color) : theme.text);
  painter.drawText(area, Qt::AlignCenter | Qt::TextSingleLine, disc.name);
}

/// Larger letters, on a small page, need room: a name is left out where it would lie on another.
bool takes_room(const ConflictGraph::Disc& disc, std::vector<QRectF>& taken) {
  if (!page_is_reduced()) return true;
  const QRectF area = name_area(disc);
  if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(area); })) return false;
  taken.push_back(area);
  return true;
}

void paint_disc(QPainter& painter, const ConflictGraph::Disc& disc, const Fill& fill, bool named, const Theme& theme) {
  set_ink(painter, QPen(theme.background, page_line(1.5)), fill.color);
  painter.drawEllipse(disc.center, disc.radius, disc.radius);
  if (fill.hatched()) {
    painter.setBrush(QBrush(hatch_ink(fill.color), fill.hatch));
    painter.drawEllipse(disc.center, disc.radius, disc.radius);
  }
  if (named) paint_name(painter, disc, fill, theme);
}

void paint_ring(QPainter& painter, const ConflictGraph::Disc& disc, const QColor& ink, double width) {
  set_ink(painter, QPen(ink, page_line(width)), Qt::NoBrush);
  painter.drawEllipse(disc.center, disc.radius + width / 2, disc.radius + width / 2);
}

Fill fill_of(TensorId t, const ConflictGraphLook& look, const Theme& theme) {
  if (!look.coloring) return {theme.neutral};
  const std::uint8_t entry = look.coloring->class_of(t);
  return std::ranges::binary_search(look.hidden, entry) ? Fill{theme.neutral} : look.coloring->fill(entry, theme);
}

void paint_lines(QPainter& painter, const ConflictGraph& layout, const ConflictGraphLook& look, const Theme& theme) {
  const auto line = [&](const ConflictGraph::Pair& pair) {
    painter.drawLine(layout.discs[pair.first].center, layout.discs[pair.second].center);
  };
  // The denser, the fainter: a thousand lines must not hide the discs.
  const double pairs = static_cast<double>(layout.pairs.size()) + 1;
  const QColor faint = see_through(theme.muted_text, std::clamp(6.0 / std::sqrt(pairs), 0.14, 0.7), theme.background);
  painter.setPen(QPen(faint, page_line(1)));
  for (const ConflictGraph::Pair& pair : layout.pairs) line(pair);
  const auto is = [&](std::uint32_t disc, TensorId t) { return layout.discs[disc].tensor == t; };
  const auto selected = [&](std::uint32_t disc) {
    return std::ranges::binary_search(look.selected, layout.discs[disc].tensor);
  };
  painter.setPen(QPen(theme.text, page_line(1.2)));
  for (const ConflictGraph::Pair& pair : layout.pairs)
    if (look.hovered.valid() && (is(pair.first, look.hovered) || is(pair.second, look.hovered))) line(pair);
  painter.setPen(QPen(theme.selection, page_line(1.8)));
  for (const ConflictGraph::Pair& pair : layout.pairs)
    if (selected(pair.first) && selected(pair.second)) line(pair);
  if (!look.pair) return;
  painter.setPen(QPen(theme.text, page_line(3)));
  line(*look.pair);
}

using Bits = std::vector<std::uint64_t>;

/// Leaves the `room` largest, in order.
void keep_largest(const Graph& graph, std::vector<TensorId>& tensors, std::size_t room) {
  const auto end = tensors.begin() + static_cast<std::ptrdiff_t>(std::min(room, tensors.size()));
  std::ranges::partial_sort(tensors, end, {}, [&](TensorId t) { return std::pair(-graph.size(t).count, t.index()); });
  tensors.erase(end, tensors.end());
}

constexpr double kPanelWidth = 300, kPanelGap = 28, kLine = 19;
constexpr std::size_t kMostListed = 14;
constexpr double kFineCells = 540;

/// Everything about the pairs that a page says.
struct Facts {
  std::size_t tensors = 0;
  std::uint64_t unsafe_pairs = 0;
  struct Row {
    QString name;
    std::uint32_t degree;
    Bytes size;
  };
  std::vector<Row> most;  ///< tensors with most conflicts, most first
  std::uint32_t never_needed = 0;

  [[nodiscard]] double share() const {
    const double pairs = static_cast<double>(tensors) * (static_cast<double>(tensors) - 1) / 2;
    return pairs > 0 ? static_cast<double>(unsafe_pairs) / pairs : 0;
  }
};

Facts facts_of(const Graph& graph, const Conflicts& conflicts) {
  Facts out;
  out.tensors = graph.tensor_count();
  const std::vector<std::uint32_t> degrees = conflicts.degrees();
  std::vector<TensorId> order;
  for (TensorId t : graph.tensors()) {
    order.push_back(t);
    out.unsafe_pairs += degrees[t.index()];
    if (!graph.is_needed(t)) ++out.never_needed;
  }
  out.unsafe_pairs /= 2;
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), kMostListed));
  std::ranges::partial_sort(
      order, end, {}, [&](TensorId t) { return std::pair(-static_cast<std::int64_t>(degrees[t.index()]), t.index()); });
  for (auto t = order.begin(); t != end; ++t) {
    const std::string_view name = graph.name(*t);
    out.most.push_back({text_of(name), degrees[t->index()], graph.size(*t)});
  }
  return out;
}

struct Panel {
  QPainter& painter;
  const QRectF area;
  const Theme& theme;
  double y = 0;

  void line(const QString& left, const QString& right = {}, bool bold = false) {
    if (y + kLine > area.height()) return;
    const QFont font = paint_font(12, bold);
    painter.setFont(font);
    const QRectF place(area.left(), area.top() + y, area.width(), kLine);
    const double room = area.width() - (right.isEmpty() ? 0 : text_width(font, right) + 12);
    painter.setPen(bold ? theme.text : theme.muted_text);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, fitted(font, left, room));
    painter.setPen(theme.text);
    painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, right);
    y += kLine;
  }
  void gap() { y += kLine * 0.6; }
};

/// All pairs, in cells as fine as the page shows.
struct PageMatrix {
  MatrixPage page;
  bool exact = true;
};

void paint_panel(QPainter& painter, const QRectF& area, const Facts& facts, const PageMatrix* matrix,
                 const Theme& theme) {
  Panel panel{painter, area, theme};
  panel.line(ConflictsText::tr("unsafe pairs"), grouped(facts.unsafe_pairs));
  panel.line(ConflictsText::tr("of all pairs"), QLocale().toString(facts.share() * 100, 'f', 1) + QLocale().percent());
  if (facts.never_needed > 0) panel.line(ConflictsText::tr("never needed, in no pair"), grouped(facts.never_needed));
  panel.gap();
  if (matrix != nullptr) {
    if (matrix->page.level > 0)
      panel.line(ConflictsText::tr("tensors to a cell, each way"), grouped(std::uint64_t{1} << matrix->page.level));
    if (!matrix->exact) panel.line(ConflictsText::tr("estimated from some pairs of each cell"));
    panel.gap();
  }
  panel.line(ConflictsText::tr("Most conflicts"), ConflictsText::tr("size · conflicts"), true);
  for (const Facts::Row& row : facts.most)
    panel.line(row.name, human_bytes(row.size) + QStringLiteral(" · ") + grouped(row.degree));
}

/// The picture's part of the page, and the panel's: beside it where the page is wide, otherwise below.
struct PageParts {
  QRectF picture, panel;
};
PageParts parts_of(const QRectF& rect, bool square) {
  if (!page_has_captions() || on_small_page(rect.width())) return {rect, {}};
  if (rect.width() >= rect.height() + kPanelWidth * 0.6 && rect.width() > 2 * kPanelWidth) {
    QRectF picture = rect.adjusted(0, 0, -kPanelWidth - kPanelGap, 0);
    const double beside =
        MatrixGeometry::kLeftAxis + MatrixGeometry::kRight - MatrixGeometry::kBottomAxis - MatrixGeometry::kTop;
    if (square) picture.setWidth(std::min(picture.width(), rect.height() + beside));
    return {picture, QRectF(picture.right() + kPanelGap, rect.top(), kPanelWidth, rect.height())};
  }
  const double height = std::min(rect.height() * 0.3, 14 * kLine);
  const QRectF picture = rect.adjusted(0, 0, 0, -height - 8);
  return {picture, QRectF(rect.left(), picture.bottom() + 8, std::min(rect.width(), 420.0), height)};
}

struct Kept {
  Facts facts;
  Coloring coloring;
  std::optional<ConflictGraph> drawn;
  std::optional<PageMatrix> matrix;
};

/// The finest cells that the page shows.
Result<PageMatrix> matrix_of(const PlanView& view, const QRectF& rect, const Task& task) {
  PageMatrix out;
  out.page.graph = view.graph;
  out.page.axis = std::make_shared<const MatrixAxis>(matrix_axis(view, MatrixOrder::time, std::nullopt));
  const std::span<const TensorId> order = out.page.axis->order;
  MatrixGeometry geometry;
  geometry.resize(rect);
  geometry.set_count(order.size());
  const double side = std::min(geometry.plot().width(), geometry.plot().height());
  const PageStyle* page = page_style();  // a small page is printed finely
  const double ratio = page != nullptr && side < kFineCells ? std::min(page->cells, kFineCells / side) : 1;
  out.page.level = level_to_draw(geometry, ratio);
  for (const MatrixTileKey& key : tiles_in_sight(geometry, out.page.level)) {
    STOWAGE_TRY(MatrixTile tile, matrix_tile(*view.conflicts, order, key, MatrixPrecision::fine, task));
    out.exact = out.exact && tile.exact;
    out.page.tiles.insert(key, std::move(tile));
  }
  return out;
}

/// As a graph up to `most_nodes` tensors.
Result<std::shared_ptr<const Kept>> prepare(const PlanView& view, const DrawingLook& look, std::size_t most_nodes,
                                            const Task& task) {
  auto kept = std::make_shared<Kept>();
  kept->facts = facts_of(*view.graph, *view.conflicts);
  kept->coloring = Coloring(*view.graph, *view.lifetimes, look.by);
  if (view.graph->tensor_count() <= most_nodes) {
    STOWAGE_TRY(kept->drawn,
                conflict_graph(*view.graph, *view.conflicts, order_of_birth(*view.graph, *view.lifetimes), task));
    return kept;
  }
  STOWAGE_TRY(kept->matrix, matrix_of(view, parts_of(QRectF(QPointF(), QSizeF(look.size)), true).picture, task));
  return kept;
}

void paint_page(QPainter& painter, const QRectF& rect, const Kept& kept, const Theme& theme) {
  const PageParts parts = parts_of(rect, kept.matrix.has_value());
  if (kept.drawn)
    paint_conflict_graph(painter, parts.picture, *kept.drawn, {.coloring = &kept.coloring}, theme);
  else
    paint_matrix_page(painter, parts.picture, kept.matrix->page, theme);
  if (!parts.panel.isNull())
    paint_panel(painter, parts.panel, kept.facts, kept.matrix ? &*kept.matrix : nullptr, theme);
}

Drawing page_of(const PlanView& view, const DrawingLook& look, const std::shared_ptr<const Kept>& kept) {
  Drawing out{.title = text_of(view.graph->name())};
  out.subtitle =
      ConflictsText::tr("%1 unsafe pairs of %2, %3")
          .arg(grouped(kept->facts.unsafe_pairs), places_text(*view.graph, kept->facts.tensors),
               kept->drawn ? ConflictsText::tr("drawn as a graph: a line joins two that may never share memory")
                           : ConflictsText::tr("drawn as a matrix, in the order in which tensors are made"));
  if (kept->drawn) {
    out.legend_title = legend_title(look.by);
    out.legend = [kept](const Theme& theme) { return legend_of(kept->coloring, {}, theme); };
  } else {
    out.legend_title = ConflictsText::tr("Pairs");
    out.legend = [level = kept->matrix->page.level](const Theme& theme) { return matrix_legend(level, theme); };
  }
  out.paint = [kept](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_page(painter, rect, *kept, theme);
  };
  return out;
}

}  // namespace

const ConflictGraph::Disc* ConflictGraph::disc_at(QPointF at) const {
  for (auto disc = discs.rbegin(); disc != discs.rend(); ++disc)  // the last drawn lies on top
    if (const QPointF off = at - disc->center; std::hypot(off.x(), off.y()) <= disc->radius) return &*disc;
  return nullptr;
}

const ConflictGraph::Pair* ConflictGraph::pair_at(QPointF at, double reach) const {
  const Pair* best = nullptr;
  for (const Pair& pair : pairs) {
    const double away = distance_to_segment(at, discs[pair.first].center, discs[pair.second].center);
    if (away > reach) continue;
    reach = away;
    best = &pair;
  }
  return best;
}

const ConflictGraph::Disc* ConflictGraph::find(TensorId t) const {
  const auto at = std::ranges::find(discs, t, &Disc::tensor);
  return at == discs.end() ? nullptr : &*at;
}

Result<ConflictGraph> conflict_graph(const Graph& graph, const Conflicts& conflicts, std::span<const TensorId> tensors,
                                     const Task& task) {
  ConflictGraph out;
  Bytes largest;
  for (TensorId t : tensors) largest = std::max(largest, graph.size(t));
  std::vector<double> diameters;
  for (TensorId t : tensors) {
    ConflictGraph::Disc disc{t, {}, radius_of(graph.size(t), largest), disc_name(graph, t)};
    const double needed = name_fits_inside(disc) ? 0 : text_width(paint_font(kNamePixels), disc.name) + 4;
    diameters.push_back(std::max(2 * disc.radius + (needed > 0 ? 2 * kNameHeight : 0), needed));
    out.discs.push_back(std::move(disc));
  }
  for (std::uint32_t i = 0; i < tensors.size(); ++i)
    for (std::uint32_t j = i + 1; j < tensors.size(); ++j)
      if (conflicts.unsafe(tensors[i], tensors[j])) out.pairs.emplace_back(i, j);
  STOWAGE_TRY(const std::vector<QPointF> centres, layout_discs(diameters, out.pairs, {}, task));
  for (std::size_t i = 0; i < out.discs.size(); ++i) {
    auto& disc = out.discs[i];
    disc.center = centres[i];
    const QPointF corner(disc.radius, disc.radius);
    out.bounds |= QRectF(disc.center - corner, disc.center + corner) | name_area(disc);
  }
  return out;
}

void paint_conflict_scene(QPainter& painter, const ConflictGraph& layout, const ConflictGraphLook& look,
                          const Theme& theme) {
  constexpr double kDimmed = 0.25;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  paint_lines(painter, layout, look, theme);
  painter.setFont(paint_font(kNamePixels));
  const double opacity = painter.opacity();
  std::vector<QRectF> taken;
  for (const ConflictGraph::Disc& disc : layout.discs) {
    const bool dimmed = !look.found.empty() && !std::ranges::binary_search(look.found, disc.tensor);
    painter.setOpacity(dimmed ? opacity * kDimmed : opacity);
    paint_disc(painter, disc, fill_of(disc.tensor, look, theme), takes_room(disc, taken), theme);
  }
  painter.setOpacity(opacity);
  for (const ConflictGraph::Disc& disc : layout.discs) {
    if (disc.tensor == look.hovered) paint_ring(painter, disc, theme.text, 2);
    if (std::ranges::binary_search(look.selected, disc.tensor)) paint_ring(painter, disc, theme.selection, 3);
  }
  painter.restore();
}

void paint_conflict_graph(QPainter& painter, const QRectF& rect, const ConflictGraph& layout,
                          const ConflictGraphLook& look, const Theme& theme) {
  if (layout.discs.empty()) return;
  QRectF bounds;
  double scale = 1;
  for (int pass = 0; pass < 3; ++pass) {  // the smaller it is drawn, the more room its letters take
    bounds = layout.bounds;
    if (const PageZoom zoom(scale); page_is_reduced())
      for (const ConflictGraph::Disc& disc : layout.discs) bounds |= name_area(disc);
    bounds.adjust(-6, -6, 6, 6);
    scale = std::min({rect.width() / bounds.width(), rect.height() / bounds.height(), 1.8});
  }
  const PageZoom zoom(scale);
  painter.save();
  painter.translate(rect.center());
  painter.scale(scale, scale);
  painter.translate(-bounds.center());
  paint_conflict_scene(painter, layout, look, theme);
  painter.restore();
}

std::vector<TensorId> ConflictNeighbourhood::tensors() const {
  std::vector<TensorId> out;
  for (const Member& member : members) out.push_back(member.tensor);
  return out;
}

Result<ConflictNeighbourhood> conflict_neighbourhood(const Graph& graph, std::span<const Lifetime> lifetimes,
                                                     const Conflicts& conflicts, std::span<const TensorId> centre,
                                                     const NeighbourhoodLimits& limits, const Task& task) {
  ConflictNeighbourhood out;
  Bits seen((graph.tensor_count() + 63) / 64), row(seen.size());
  std::vector<TensorId> tensors(centre.begin(), centre.end());
  for (TensorId t : tensors) seen[t.index() / 64] |= std::uint64_t{1} << (t.index() % 64);
  out.centre_left = tensors.size();
  keep_largest(graph, tensors, limits.most);
  out.centre_left -= tensors.size();
  for (int hop = 0;; ++hop) {
    for (TensorId t : tensors) out.members.push_back({t, hop});
    if (hop >= limits.hops) return out;
    Bits found(seen.size());
    for (TensorId t : tensors) {
      if (task.should_stop()) return tl::unexpected(task.why_stopped());
      conflicts.unsafe_row(t, row);
      for (std::size_t w = 0; w < row.size(); ++w) found[w] |= row[w];
    }
    tensors.clear();
    for (std::size_t w = 0; w < found.size(); ++w)
      for (std::uint64_t left = found[w] & ~seen[w]; left != 0; left &= left - 1) {
        const TensorId t(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
        if (limits.within && !lifetimes[t.index()].overlaps(*limits.within))
          ++out.elsewhere;
        else if (graph.size(t) < limits.smallest)
          ++out.too_small;
        else
          tensors.push_back(t);
      }
    for (std::size_t w = 0; w < found.size(); ++w) seen[w] |= found[w];
    out.too_many += tensors.size();
    keep_largest(graph, tensors, limits.most - out.members.size());
    out.too_many -= tensors.size();
  }
}

QColor conflict_color(float share, const Theme& theme) {
  if (share < 0) return theme.grid;
  if (share == 0) return theme.surface;
  return ramp_color(0.12 + 0.88 * std::sqrt(static_cast<double>(share)), theme);
}

Result<Drawing> conflicts_drawing(const PlanView& view, const DrawingLook& look, const Task& task) {
  return prepare(view, look, kMostConflictNodes, task).map([&](const auto& kept) { return page_of(view, look, kept); });
}

Result<Drawing> matrix_drawing(const PlanView& view, const DrawingLook& look, const Task& task) {
  return prepare(view, look, 0, task).map([&](const auto& kept) { return page_of(view, look, kept); });
}

}  // namespace stowage
