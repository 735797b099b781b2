// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph_drawing.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <memory>

#include "widgets/painters/graph_subset.h"
#include "widgets/painters/graphviz.h"
#include "widgets/painters/text.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::GraphDrawing)
};

constexpr double kSentenceHeight = 26;
constexpr double kLegendGap = 10;

double fitting_scale(const QRectF& bounds, QSizeF room) {
  const QRectF needed = bounds.adjusted(-kGraphMargin, -kGraphMargin, kGraphMargin, kGraphMargin);
  return std::min({1.5, room.width() / needed.width(), room.height() / needed.height()});
}

/// Everything the paint function needs, kept alive by it.
struct Kept {
  std::shared_ptr<const Graph> graph;
  GraphLayout layout;
  Coloring coloring;
  std::vector<OperatorId> selected;
  QString sentence;
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
  const QLocale locale;
  return Text::tr("%1 operators · %2 tensors · %3 streams")
      .arg(locale.toString(static_cast<qulonglong>(graph.operator_count())),
           locale.toString(static_cast<qulonglong>(graph.tensor_count())),
           locale.toString(static_cast<qulonglong>(graph.stream_count())));
}

/// Room for the drawing at its natural scale, and for title, sentence and legend; never absurdly large or small.
QSize page_size(const GraphLayout& layout) {
  const QSizeF needed = layout.bounds.size() + QSizeF(2 * kGraphMargin + 40, 2 * kGraphMargin + 140);
  return QSize(std::clamp(qRound(needed.width()), 640, 8000), std::clamp(qRound(needed.height()), 400, 8000));
}

Drawing message_drawing(const Graph& graph, const QString& sentence) {
  return {.title = QString::fromStdString(graph.name()),
          .subtitle = Text::tr("computational graph"),
          .legend_title = {},
          .legend = {},
          .paint = [sentence](QPainter& painter, const QRectF& rect, const Theme& theme) {
            draw_sentence(painter, rect, sentence, theme);
          }};
}

}  // namespace

QString only_lifetimes_sentence() {
  return Text::tr(
      "This input lists when tensors live, not what computes them: there are no operators to draw. The heap map, the "
      "lifetimes and the conflicts show it.");
}

void paint_graph_page(QPainter& painter, const QRectF& rect, const GraphScene& scene, const QString& sentence,
                      const Theme& theme) {
  QRectF room = rect;
  if (!sentence.isEmpty()) {
    painter.setFont(paint_font(12));
    painter.setPen(theme.muted_text);
    painter.drawText(QRectF(room.topLeft(), QSizeF(room.width(), kSentenceHeight)), Qt::AlignLeft | Qt::AlignVCenter,
                     sentence);
    room.setTop(room.top() + kSentenceHeight);
  }
  const auto legend = graph_legend(scene);
  const double height = std::min(graph_legend_height(legend, room.width()), room.height() / 3);
  paint_graph_legend(painter, scene, legend, QRectF(room.left(), room.bottom() - height, room.width(), height), theme);
  room.setBottom(room.bottom() - height - kLegendGap);
  if (room.height() < 1) return;
  const double scale = fitting_scale(scene.layout->bounds, room.size());
  painter.save();
  painter.translate(room.center());
  painter.scale(scale, scale);
  painter.translate(-scene.layout->bounds.center());
  paint_graph(painter, scene, theme, scene.layout->bounds.adjusted(-50, -50, 50, 50));
  painter.restore();
}

Result<Drawing> graph_drawing(const PlanView& view, ColorBy by, QSize size, std::span<const OperatorId> selected,
                              const Task& task) {
  const Graph& graph = *view.graph;
  if (has_only_lifetimes(graph)) return message_drawing(graph, only_lifetimes_sentence());
  if (graph.operator_count() == 0) return message_drawing(graph, Text::tr("This graph has no operators."));
  const GraphSubset subset = choose_operators(graph, selected);
  auto layout = best_layout(graph, subset.operators, size, task);
  if (!layout) return tl::unexpected(layout.error());
  const auto kept = std::make_shared<Kept>(Kept{
      view.graph, *std::move(layout), Coloring(graph, *view.lifetimes, colors_operators(by) ? by : ColorBy::stream),
      std::vector(selected.begin(), selected.end()), subset.sentence(graph)});
  std::ranges::sort(kept->selected);
  const QSize natural_size = page_size(kept->layout);
  return Drawing{.title = QString::fromStdString(graph.name()),
                 .subtitle = counts(graph),
                 .legend_title = {},
                 .legend = {},
                 .paint =
                     [kept](QPainter& painter, const QRectF& rect, const Theme& theme) {
                       const GraphScene scene{.graph = kept->graph.get(),
                                              .layout = &kept->layout,
                                              .coloring = &kept->coloring,
                                              .operators = kept->selected};
                       paint_graph_page(painter, rect, scene, kept->sentence, theme);
                     },
                 .natural_size = natural_size};
}

}  // namespace stowage
