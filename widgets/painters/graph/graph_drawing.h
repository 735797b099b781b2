// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QSize>
#include <QString>

#include "core/base/error.h"
#include "core/base/task.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// What one box of a drawn graph stands for.
enum class GraphGroup : std::uint8_t {
  fitting,  ///< an operator, or a module where a page has no room for the names of operators
  operators,
  modules,
};

/// A laid-out graph with all that its image shows, which the image keeps alive.
struct GraphPicture {
  std::shared_ptr<const Graph> graph;
  GraphLayout layout;
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

/// Paints a drawing, or the `part` of it in its own coordinates, into a rectangle: as large as fits but not much beyond
/// its natural size (a part: the size it has on a page of the natural size), its legend below, and above it `sentence`,
/// which may be empty (what is left out).
void paint_graph_page(QPainter& painter, const QRectF& rect, const GraphScene& scene, const QString& sentence,
                      const Theme& theme, const std::optional<QRectF>& part = std::nullopt);

/// The page on which paint_graph_page shows the texts in their normal height, with room for title, sentence and legend.
/// Smaller where that would be absurdly large: at most 16,000 each way and 40 megapixels.
[[nodiscard]] QSize graph_page_size(const GraphScene& scene, const QString& sentence,
                                    const std::optional<QRectF>& part = std::nullopt);

/// The computational graph as an image: laid out here (blocking, see layout_graph), downwards or to the right, as the
/// proportions of `size` suggest. Large graphs show the neighbourhood of `selected`, or of the memory peak, and say so.
/// Needs of the view only its graph and lifetimes; `bands` of that graph are drawn behind it. Errors as for
/// layout_graph.
[[nodiscard]] Result<Drawing> graph_drawing(const PlanView& view, ColorBy by, QSize size,
                                            std::span<const OperatorId> selected = {}, const Task& task = {},
                                            std::shared_ptr<const StepBands> bands = nullptr,
                                            GraphGroup group = GraphGroup::fitting);

}  // namespace stowage
