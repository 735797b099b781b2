// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/conflicts/conflicts_painter.h"

#include <cmath>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

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
  panel.line(ConflictsText::tr("tensors"), grouped(facts.tensors));
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
      ConflictsText::tr("%1 unsafe pairs of %2 tensors, %3")
          .arg(grouped(kept->facts.unsafe_pairs), grouped(kept->facts.tensors),
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
