// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/graph/graph_painter.h"

namespace stowage {

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

/// The computational graph as an image: laid out here (blocking, see layout_graph), downwards or to the right, as the
/// proportions of the look's size suggest. Large graphs show the neighbourhood of the memory peak, and say so. Needs of
/// the view only its graph and lifetimes. Errors as for layout_graph.
[[nodiscard]] Result<Drawing> graph_drawing(const PlanView& view, const DrawingLook& look = {}, const Task& task = {});

}  // namespace stowage
