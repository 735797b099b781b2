// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <QPainter>
#include <QString>

#include "core/graph/graph.h"
#include "widgets/painters/lanes/lane_links.h"
#include "widgets/painters/lanes/lanes_geometry.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/played.h"
#include "widgets/painters/model/step_bands.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

/// What is painted: the operators of a graph in their lanes, and what of it is lit. ScheduleWindows are sorted unless
/// they say otherwise. Ids must be of this graph.
struct LanesScene {
  const Graph* graph = nullptr;
  const LaneLinks* links = nullptr;
  const Coloring* coloring = nullptr;  ///< of this graph, by a rule that colours operators; null: colours of streams
  std::span<const std::uint8_t> hidden_classes{};
  std::span<const std::uint8_t> redundant{};  ///< by place in links->syncs(): implied by others; empty: not known
  std::span<const OperatorId> operators{};
  std::span<const TensorId> tensors{};
  OperatorId hovered_operator{};
  TensorId hovered_tensor{};
  std::optional<std::size_t> selected_sync{}, hovered_sync{};  ///< places in links->syncs()
  std::optional<std::size_t> time_cursor{};
  std::optional<std::uint32_t> event_cursor{};                      ///< over events, that of the cursor's step
  std::optional<std::pair<std::size_t, std::size_t>> time_range{};  ///< half-open
  std::span<const OperatorId> path{};                               ///< in the path's own order
  std::span<const Played> played{};                                 ///< by OperatorId; empty: nothing is played
  const StepBands* bands = nullptr;                                 ///< parts of this graph's order; null: not shown
};

/// A number of syncs in view beyond which only those of the selection are drawn.
[[nodiscard]] std::size_t most_syncs(const LanesGeometry& geometry);
/// Which syncs are drawn, as places in links->syncs(): those across what is in view, or where they are too many, those
/// of the selection and of what is under the mouse. Distinct.
[[nodiscard]] std::vector<std::size_t> syncs_drawn(const LanesScene& scene, const LanesGeometry& geometry);
/// Which data arcs are drawn: all where they are few, else those of the selection and of what is under the mouse.
struct ArcsDrawn {
  std::vector<DataArc> arcs{};
  bool complete = true;  ///< false: the selection has more
};
[[nodiscard]] ArcsDrawn arcs_drawn(const LanesScene& scene);

/// What the drawing summarises or leaves out; empty where it shows all.
[[nodiscard]] QString lanes_note(const LanesScene& scene, const LanesGeometry& geometry);

void paint_lanes(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme);

/// The fill of an operator's class in the scene's colours.
[[nodiscard]] Fill lane_fill(const LanesScene& scene, OperatorId o, const Theme& theme);
/// Room that the names of lanes ask for, swatch and count included.
[[nodiscard]] double lane_names_width(const Graph& graph, bool with_counts = true);
/// The same with each lane's own count, which is narrower than that of the whole graph.
[[nodiscard]] double lane_labels_width(const Graph& graph);

}  // namespace stowage
