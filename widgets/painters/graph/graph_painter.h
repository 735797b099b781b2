// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPainter>

#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/model/step_bands.h"

namespace stowage {

/// What is painted: a laid-out graph, and what of it is lit. The spans are sorted.
struct GraphScene {
  const Graph* graph = nullptr;
  const GraphLayout* layout = nullptr;
  const Coloring* coloring = nullptr;  ///< of its operators
  std::span<const TensorId> tensors{};
  std::span<const OperatorId> operators{};
  std::span<const std::uint8_t> hidden_classes{};
  std::optional<ControlEdge> selected_sync{};
  std::optional<std::pair<std::size_t, std::size_t>> time_range{};  ///< half-open; operators outside are dimmed
  std::span<const OperatorId> path{};  ///< lit, in the path's own order, which is ascending
  std::span<const Played> played{};    ///< by OperatorId; empty: nothing is played
  const StepBands* bands = nullptr;    ///< parts of this graph's order; null: not shown
};

/// Room that marks and outlines need around the layout's bounds.
inline constexpr double kGraphMargin = 16;

/// Paints edges and operators in the layout's own coordinates, as the painter's transform shows them; what lies
/// outside `visible` (in the same coordinates) is skipped. On pixels, text too small to read is left out; SVG and PDF
/// can be zoomed, so they always have it.
void paint_graph(QPainter& painter, const GraphScene& scene, const Theme& theme, const QRectF& visible);

/// What is under the mouse, in any view; either, or none.
struct GraphHover {
  TensorId tensor{};
  OperatorId op{};
};
/// Marks it on what paint_graph() has painted.
void paint_graph_hover(QPainter& painter, const GraphScene& scene, const GraphHover& hover, const Theme& theme,
                       const QRectF& visible);

/// Whether an edge, or an operator, is lit by the selection.
[[nodiscard]] bool is_lit(const GraphScene& scene, const GraphLayout::Edge& edge);
[[nodiscard]] bool is_lit(const GraphScene& scene, OperatorId o);

/// One entry of the legend of a drawing.
struct GraphLegendItem {
  enum class Sign { fill, band, data, control, stream, input, output, shares, unseen };
  Sign sign = Sign::fill;
  std::uint8_t entry = 0;  ///< of the coloring, for `fill`
  QString text{};
  const StepBand* band = nullptr;  ///< one of its colour, for `band`
};

/// The colours and signs that do occur in the drawing; colours first.
[[nodiscard]] std::vector<GraphLegendItem> graph_legend(const GraphScene& scene);

/// Height that the legend takes when wrapped to `width`.
[[nodiscard]] double graph_legend_height(const std::vector<GraphLegendItem>& items, double width);
/// Those that have room, the last of them saying how many more there are; all where all have.
[[nodiscard]] std::vector<GraphLegendItem> items_that_fit(std::vector<GraphLegendItem> items, QSizeF room);
/// Paints it from the top left of `area`, wrapped to its width. At most the entries that fit the height; the last
/// line then says how many more there are.
void paint_graph_legend(QPainter& painter, const GraphScene& scene, const std::vector<GraphLegendItem>& items,
                        const QRectF& area, const Theme& theme);

/// A laid-out graph with all that its image shows, which the image keeps alive.
struct GraphPicture {
  std::shared_ptr<const Graph> graph;
  GraphLayout layout{};
  Coloring coloring;
  std::vector<TensorId> tensors{};      ///< selected, sorted
  std::vector<OperatorId> operators{};  ///< selected, sorted
  QString sentence{};                   ///< what is left out; may be empty
  std::optional<QRectF> part{};         ///< of the drawing, in its own coordinates
  std::shared_ptr<const StepBands> bands{};
  GraphGroup group = GraphGroup::fitting;

  [[nodiscard]] GraphScene scene() const {
    return {.graph = graph.get(),
            .layout = &layout,
            .coloring = &coloring,
            .tensors = tensors,
            .operators = operators,
            .bands = bands.get()};
  }
};

/// Draws it. Where its letters would be too small on a page it is laid out once more for that page (see for_page()),
/// unless only a part is shown.
[[nodiscard]] Drawing graph_page(const std::shared_ptr<const GraphPicture>& picture, const QString& title,
                                 const QString& subtitle);

/// Why an input that lists lifetimes has no graph to draw, and where to look instead.
[[nodiscard]] QString only_lifetimes_sentence();

/// The computational graph as an image: laid out here (blocking, see layout_graph), downwards or to the right, as the
/// proportions of the look's size suggest. Large graphs show the neighbourhood of the memory peak, and say so. Needs of
/// the view only its graph and lifetimes. Errors as for layout_graph.
[[nodiscard]] Result<Drawing> graph_drawing(const PlanView& view, const DrawingLook& look = {}, const Task& task = {});

/// The look of one kind of edge, the same in the drawing and in its legend.
struct EdgeStyle {
  QColor color;
  double width = 1;
  QVector<qreal> dashes{};  ///< in pixels; empty: solid
  bool head = true;         ///< has an arrow head
  bool open_head = false;   ///< hollow, for what carries no data
};
[[nodiscard]] EdgeStyle edge_style(GraphLayout::EdgeKind kind, const Theme& theme);
[[nodiscard]] QPen edge_pen(const EdgeStyle& style, double width);

void paint_arrow_head(QPainter& painter, QPointF from, QPointF tip, const EdgeStyle& style, const QColor& background);
/// A small arrow into the left side of a box: tensors that are present from the start.
void paint_input_mark(QPainter& painter, const QRectF& box, const Theme& theme);
/// A small arrow out of the right side of a box: tensors that are kept until the end.
void paint_output_mark(QPainter& painter, const QRectF& box, const Theme& theme);
/// Two boxes that overlap, on the lower left corner of a box: a tensor that it makes lies in bytes of another, or may.
void paint_shares_mark(QPainter& painter, const QRectF& box, const Theme& theme);
/// "+3" on the upper right corner of a box: neighbours that are not drawn.
void paint_unseen_mark(QPainter& painter, const QRectF& box, std::uint32_t count, const Theme& theme);

}  // namespace stowage
