// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/graph_drawing.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QPaintEngine>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "widgets/painters/graph/graphviz.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct GraphDrawingText {
  Q_DECLARE_TR_FUNCTIONS(stowage::GraphDrawing)
};

constexpr double kSentenceHeight = 26;
constexpr double kLegendGap = 10;
constexpr double kPageMargins = 28, kTitle = 24;  // what the page puts around a view
constexpr double kLeastWidth = 640, kLeastHeight = 400, kMostSide = 16'000, kMostArea = 40e6;

QRectF with_margin(const QRectF& bounds) {
  return bounds.adjusted(-kGraphMargin, -kGraphMargin, kGraphMargin, kGraphMargin);
}

double scale_into(const QRectF& shown, QSizeF room) {
  return std::min({1.5, room.width() / shown.width(), room.height() / shown.height()});
}

double fitting_scale(const QRectF& bounds, QSizeF room) {
  return scale_into(with_margin(bounds), room);
}

/// Everything the paint function needs, kept alive by it.
struct Kept {
  std::shared_ptr<const Graph> graph;
  GraphLayout layout;
  Coloring coloring;
  std::vector<OperatorId> selected;
  QString sentence;
  std::shared_ptr<const StepBands> bands;

  [[nodiscard]] GraphScene scene() const {
    return {
        .graph = graph.get(), .layout = &layout, .coloring = &coloring, .operators = selected, .bands = bands.get()};
  }
};

/// Of both directions, the one that is larger on the page.
Result<GraphLayout> best_layout(const Graph& graph, std::span<const OperatorId> operators, QSizeF room,
                                const Task& task) {
  auto down = layout_graph(graph, operators, {}, task);
  if (!down || fitting_scale(down->bounds, room) >= 1) return down;
  auto right = layout_graph(graph, operators, {.direction = GraphvizOptions::Direction::right}, task);
  if (!right || fitting_scale(right->bounds, room) <= fitting_scale(down->bounds, room)) return down;
  return right;
}

QString counts(const Graph& graph) {
  return QStringList{GraphDrawingText::tr("%Ln operator(s)", nullptr, static_cast<int>(graph.operator_count())),
                     GraphDrawingText::tr("%Ln tensor(s)", nullptr, static_cast<int>(graph.tensor_count())),
                     GraphDrawingText::tr("%Ln stream(s)", nullptr, static_cast<int>(graph.stream_count()))}
      .join(QStringLiteral(" · "));
}

Drawing message_drawing(const Graph& graph, const QString& sentence) {
  return {.title = text_of(graph.name()),
          .subtitle = GraphDrawingText::tr("computational graph"),
          .legend_title = {},
          .legend = {},
          .paint = [sentence](QPainter& painter, const QRectF& rect, const Theme& theme) {
            draw_sentence(painter, rect, sentence, theme);
          }};
}

/// SVG is written without clipping: what runs out of the part is covered instead.
void cover_around(QPainter& painter, const QRectF& part, const QRectF& page, const QColor& color) {
  const QRectF all = page.adjusted(-60, -60, 60, 60);  // with the margins of the page and its title
  painter.fillRect(QRectF(all.topLeft(), QPointF(all.right(), part.top())), color);
  painter.fillRect(QRectF(QPointF(all.left(), part.bottom()), all.bottomRight()), color);
  painter.fillRect(QRectF(QPointF(all.left(), part.top()), part.bottomLeft()), color);
  painter.fillRect(QRectF(part.topRight(), QPointF(all.right(), part.bottom())), color);
}

void paint_into(QPainter& painter, const QRectF& room, const QRectF& page, const GraphScene& scene, const Theme& theme,
                const std::optional<QRectF>& part) {
  const QRectF shown = part.value_or(with_margin(scene.layout->bounds));
  const double scale = scale_into(shown, room.size());
  const PageZoom zoom(scale);
  painter.save();
  painter.translate(room.center());
  painter.scale(scale, scale);
  painter.translate(-shown.center());
  if (part) painter.setClipRect(*part, Qt::IntersectClip);
  paint_graph(painter, scene, theme, part.value_or(shown.adjusted(-50, -50, 50, 50)));
  painter.restore();
  if (!part || painter.paintEngine()->type() != QPaintEngine::SVG) return;
  QRectF seen(QPointF(), shown.size() * scale);
  seen.moveCenter(room.center());
  cover_around(painter, seen, page, theme.background);
}

}  // namespace

QString only_lifetimes_sentence() {
  return GraphDrawingText::tr(
      "This file lists lifetimes but no operators, so there is no graph to draw. The lanes show its steps, and the "
      "heap map its tensors.");
}

void paint_graph_page(QPainter& painter, const QRectF& rect, const GraphScene& scene, const QString& sentence,
                      const Theme& theme, const std::optional<QRectF>& part) {
  QRectF room = rect;
  const QFont font = paint_font(12);
  const QStringList lines =
      sentence.isEmpty() || !page_has_captions() ? QStringList() : wrapped(font, sentence, rect.width());
  const double line = std::ceil(QFontMetricsF(font).height());
  if (!lines.isEmpty())
    room.setTop(room.top() + std::max(kSentenceHeight, line * static_cast<double>(lines.size()) + 4));
  const bool with_legend = page_style() == nullptr || page_style()->legend;
  const auto legend = with_legend ? graph_legend(scene) : std::vector<GraphLegendItem>();
  const double height = std::min(graph_legend_height(legend, room.width()), room.height() / 3);
  room.setBottom(room.bottom() - height - kLegendGap);
  if (room.height() >= 1) paint_into(painter, room, rect, scene, theme, part);
  painter.setFont(font);
  painter.setPen(theme.muted_text);
  painter.drawText(QRectF(rect.topLeft(), QSizeF(rect.width(), room.top() - rect.top())),
                   Qt::AlignLeft | Qt::AlignVCenter, lines.join('\n'));
  paint_graph_legend(painter, scene, legend, QRectF(rect.left(), rect.bottom() - height, rect.width(), height), theme);
}

QSize graph_page_size(const GraphScene& scene, const QString& sentence, const std::optional<QRectF>& part) {
  const QRectF shown = part.value_or(with_margin(scene.layout->bounds));
  const double width = std::clamp(std::ceil(shown.width() + kPageMargins), kLeastWidth, kMostSide);
  const double legend = graph_legend_height(graph_legend(scene), width - kPageMargins);
  const double around = kPageMargins + kTitle + (sentence.isEmpty() ? 0 : kSentenceHeight) + legend + kLegendGap;
  // The legend is given at most a third of the page; where it needs more, the drawing has room to spare.
  const double height =
      std::clamp(std::ceil(shown.height() + around), kLeastHeight, std::min(kMostSide, kMostArea / width));
  return QSize(static_cast<int>(width), static_cast<int>(height));
}

Result<Drawing> graph_drawing(const PlanView& view, ColorBy by, QSize size, std::span<const OperatorId> selected,
                              const Task& task, std::shared_ptr<const StepBands> bands) {
  const Graph& graph = *view.graph;
  if (has_only_lifetimes(graph)) return message_drawing(graph, only_lifetimes_sentence());
  if (graph.operator_count() == 0) return message_drawing(graph, GraphDrawingText::tr("This graph has no operators."));
  const GraphSubset subset = choose_operators(graph, selected);
  auto layout = best_layout(graph, subset.operators, size, task);
  if (!layout) return tl::unexpected(layout.error());
  const auto kept = std::make_shared<Kept>(Kept{
      view.graph, *std::move(layout), Coloring(graph, *view.lifetimes, colors_operators(by) ? by : ColorBy::stream),
      std::vector(selected.begin(), selected.end()), subset.sentence(graph), std::move(bands)});
  std::ranges::sort(kept->selected);
  const QSize natural_size = graph_page_size(kept->scene(), kept->sentence);
  return Drawing{
      .title = text_of(graph.name()),
      .subtitle = counts(graph),
      .legend_title = {},
      .legend = {},
      .paint = [kept](QPainter& painter, const QRectF& rect,
                      const Theme& theme) { paint_graph_page(painter, rect, kept->scene(), kept->sentence, theme); },
      .natural_size = natural_size};
}

}  // namespace stowage
