// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/conflicts/conflicts_painter.h"

#include <cmath>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kLeftAxis = 64, kSmallLeftAxis = 62, kBottomAxis = 40, kTop = 4;
constexpr double kPanelWidth = 300, kPanelGap = 28, kLine = 19;
constexpr std::size_t kMostListed = 14;
constexpr std::size_t kMostCells = 2000;
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

void paint_panel(QPainter& painter, const QRectF& area, const Facts& facts, const ConflictMatrix* matrix,
                 const Theme& theme) {
  Panel panel{painter, area, theme};
  panel.line(ConflictsText::tr("unsafe pairs"), grouped(facts.unsafe_pairs));
  panel.line(ConflictsText::tr("of all pairs"), QLocale().toString(facts.share() * 100, 'f', 1) + QLocale().percent());
  panel.line(ConflictsText::tr("tensors"), grouped(facts.tensors));
  if (facts.never_needed > 0) panel.line(ConflictsText::tr("never needed, in no pair"), grouped(facts.never_needed));
  panel.gap();
  if (matrix != nullptr) {
    if (matrix->side < matrix->order.size()) {
      const double wide = static_cast<double>(matrix->order.size()) / static_cast<double>(matrix->side);
      panel.line(ConflictsText::tr("tensors to a cell, each way"), QLocale().toString(wide, 'f', 1));
    }
    if (!matrix->exact()) panel.line(ConflictsText::tr("estimated from %1 rows").arg(grouped(matrix->rows_read)));
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
    if (square) picture.setWidth(std::min(picture.width(), rect.height() - kBottomAxis - kTop + kLeftAxis));
    return {picture, QRectF(picture.right() + kPanelGap, rect.top() + kTop, kPanelWidth, rect.height() - kTop)};
  }
  const double height = std::min(rect.height() * 0.3, 14 * kLine);
  const QRectF picture = rect.adjusted(0, 0, 0, -height - 8);
  return {picture, QRectF(rect.left(), picture.bottom() + 8, std::min(rect.width(), 420.0), height)};
}

struct Kept {
  Facts facts;
  Coloring coloring;
  std::optional<ConflictGraph> drawn;
  std::optional<ConflictMatrix> matrix;
};

/// As a graph up to `most_nodes` tensors.
Result<std::shared_ptr<const Kept>> prepare(const PlanView& view, const DrawingLook& look, std::size_t most_nodes,
                                            const Task& task) {
  auto kept = std::make_shared<Kept>();
  kept->facts = facts_of(*view.graph, *view.conflicts);
  kept->coloring = Coloring(*view.graph, *view.lifetimes, look.by);
  std::vector<TensorId> order = order_of_birth(*view.graph, *view.lifetimes);
  if (order.size() <= most_nodes) {
    STOWAGE_TRY(kept->drawn, conflict_graph(*view.graph, *view.conflicts, order, task));
    return kept;
  }
  const PageParts parts = parts_of(QRectF(QPointF(), QSizeF(look.size)), true);
  double cells = std::min(parts.picture.width() - kLeftAxis, parts.picture.height() - kBottomAxis);
  if (const PageStyle* page = page_style(); page != nullptr && cells < kFineCells)  // a small page is printed finely
    cells = std::min(cells * page->cells, kFineCells);
  STOWAGE_TRY(kept->matrix,
              conflict_matrix(*view.conflicts, std::move(order),
                              static_cast<std::size_t>(std::clamp(cells, 100.0, double(kMostCells))), task));
  return kept;
}

void paint_page(QPainter& painter, const QRectF& rect, const Kept& kept, const Theme& theme) {
  const PageParts parts = parts_of(rect, kept.matrix.has_value());
  if (kept.drawn)
    paint_conflict_graph(painter, parts.picture, *kept.drawn, {.coloring = &kept.coloring}, theme);
  else
    paint_conflict_matrix(painter, parts.picture, *kept.matrix, theme);
  if (!parts.panel.isNull())
    paint_panel(painter, parts.panel, kept.facts, kept.matrix ? &*kept.matrix : nullptr, theme);
}

Drawing page_of(const PlanView& view, const DrawingLook& look, const std::shared_ptr<const Kept>& kept) {
  Drawing out{.title = text_of(view.graph->name())};
  out.subtitle =
      ConflictsText::tr("%1 unsafe pairs of %2 tensors, %3")
          .arg(grouped(kept->facts.unsafe_pairs), grouped(kept->facts.tensors),
               kept->drawn ? ConflictsText::tr("drawn as a graph: a line joins two that may never share memory")
                           : ConflictsText::tr("drawn as a matrix of all pairs"));
  if (kept->drawn) {
    out.legend_title = legend_title(look.by);
    out.legend = [kept](const Theme& theme) { return legend_of(kept->coloring, {}, theme); };
  } else {
    const bool alone = kept->matrix->side == kept->matrix->order.size();
    out.legend_title = ConflictsText::tr("Pairs");
    out.legend = [alone](const Theme& theme) { return matrix_legend(alone ? 0 : 1, theme); };
  }
  out.paint = [kept](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_page(painter, rect, *kept, theme);
  };
  return out;
}

QImage matrix_image(const ConflictMatrix& matrix, const Theme& theme) {
  const int side = static_cast<int>(matrix.side);
  QImage image(side, side, QImage::Format_RGB32);
  for (int y = 0; y < side; ++y) {
    auto* const line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < side; ++x)
      line[x] = conflict_color(matrix.at(static_cast<std::size_t>(y), static_cast<std::size_t>(x)), theme).rgb();
  }
  return image;
}

}  // namespace

QColor conflict_color(float share, const Theme& theme) {
  if (share < 0) return theme.grid;
  if (share == 0) return theme.surface;
  return ramp_color(0.12 + 0.88 * std::sqrt(static_cast<double>(share)), theme);
}

QRectF conflict_matrix_area(const QRectF& rect) {
  const bool labels = page_has_axis_labels(), small = on_small_page(rect.width());
  const double left = labels ? (small ? kSmallLeftAxis : kLeftAxis) : 2, bottom = labels ? kBottomAxis : 2;
  const double side = std::min(rect.width() - left, rect.height() - bottom - kTop);
  // In the middle of a page that holds the matrix alone.
  const double spare = small ? std::max(0.0, rect.width() - left - side) / 2 : 0;
  return {rect.left() + left + spare, rect.top() + kTop, side, side};
}

void paint_conflict_matrix(QPainter& painter, const QRectF& rect, const ConflictMatrix& matrix, const Theme& theme) {
  const QRectF area = conflict_matrix_area(rect);
  if (area.width() < 8 || matrix.side == 0) return;
  painter.save();
  painter.setRenderHint(QPainter::SmoothPixmapTransform, matrix.side > area.width());
  draw_cells(painter, area, matrix_image(matrix, theme));
  set_ink(painter, QPen(theme.grid, page_line(1)), Qt::NoBrush);
  painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5));
  painter.setFont(paint_font(11));
  if (!page_has_axis_labels()) return painter.restore();
  const auto count = static_cast<double>(matrix.order.size());
  for (const Tick& tick : number_ticks(0, count, std::max(3, static_cast<int>(area.width() / 60)))) {
    const double at = tick.value / count * area.width();
    painter.setPen(QPen(theme.muted_text, page_line(1)));
    painter.drawLine(QPointF(area.left() + at, area.bottom()), QPointF(area.left() + at, area.bottom() + 4));
    painter.drawLine(QPointF(area.left() - 4, area.top() + at), QPointF(area.left(), area.top() + at));
    draw_tick_label(painter, {area.left() + at, area.bottom() + 5}, tick.label, rect.left(), rect.right());
    draw_left_label(painter, {area.left() - 6, area.top() + at}, tick.label);
  }
  const QString title = fitting(
      painter.font(), {ConflictsText::tr("tensors, in the order in which they are made"), ConflictsText::tr("tensors")},
      area.width());
  painter.setPen(theme.muted_text);
  painter.drawText(QRectF(area.left(), area.bottom() + 21, area.width(), 16), Qt::AlignCenter, title);
  const double axis = on_small_page(rect.width()) ? kSmallLeftAxis : kLeftAxis;
  draw_upright(painter, QRectF(area.left() - axis - 1, area.top(), 16, area.height()), title);
  painter.restore();
}

Result<Drawing> conflicts_drawing(const PlanView& view, const DrawingLook& look, const Task& task) {
  return prepare(view, look, kMostConflictNodes, task).map([&](const auto& kept) { return page_of(view, look, kept); });
}

Result<Drawing> matrix_drawing(const PlanView& view, const DrawingLook& look, const Task& task) {
  return prepare(view, look, 0, task).map([&](const auto& kept) { return page_of(view, look, kept); });
}

}  // namespace stowage
