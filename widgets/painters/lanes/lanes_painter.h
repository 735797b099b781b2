// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>

#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/lanes/lanes_geometry.h"

namespace stowage {

/// A tensor on its way from the operator that makes it to one that uses it.
struct DataArc {
  OperatorId from, to;
  TensorId tensor;
  friend bool operator==(const DataArc&, const DataArc&) = default;
};

/// The syncs of a graph, to be found by the steps they reach across without looking at all of them.
///
/// Distinct, ordered by the operator before, then by the one after; blocks of them know the latest step that any of
/// them reaches. Made in the time that it takes to sort them, however many operators there are.
class LaneLinks {
 public:
  LaneLinks() = default;
  explicit LaneLinks(const Graph& graph);

  [[nodiscard]] std::span<const ControlEdge> syncs() const { return syncs_; }
  /// Which of syncs() reach from before `end` to `begin` or later, and are `wanted` (by default all); at most `most` of
  /// them and one more, ascending.
  using Wanted = std::function<bool(const ControlEdge&)>;
  [[nodiscard]] std::vector<std::uint32_t> across(std::size_t begin, std::size_t end, std::size_t most,
                                                  const Wanted& wanted = {}) const;
  /// Those that begin or end at an operator; at most `most`.
  [[nodiscard]] std::vector<std::uint32_t> at(OperatorId o, std::size_t most) const;
  /// The place of a sync in syncs(), or syncs().size().
  [[nodiscard]] std::size_t find(const ControlEdge& sync) const;

 private:
  std::vector<ControlEdge> syncs_;
  std::vector<OperatorId> latest_;       ///< by block
  std::vector<std::uint32_t> by_after_;  ///< places in syncs_, ordered by the operator after
};

/// How many uses of tensors a graph has, at least as many as data arcs; O(1).
[[nodiscard]] std::size_t use_count(const Graph& graph);
/// All arcs of a tensor, or into and out of an operator, up to `most` in `arcs`. Returns whether there was room.
bool add_arcs(const Graph& graph, TensorId t, std::size_t most, std::vector<DataArc>& arcs);
bool add_arcs(const Graph& graph, OperatorId o, std::size_t most, std::vector<DataArc>& arcs);

/// The words of all files of the folder.
struct LanesText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Lanes)
};

/// What is painted: the operators of a graph in their lanes, and what of it is lit. Spans are sorted unless
/// they say otherwise. Ids must be of this graph.
struct LanesScene {
  const Graph* graph = nullptr;
  const LaneLinks* links = nullptr;
  const Coloring* coloring = nullptr;  ///< of this graph, by a rule that colours operators; null: colours of streams
  std::span<const std::uint8_t> hidden_classes{};
  std::span<const std::uint8_t> redundant{};  ///< by place in links->syncs(): implied by others; empty: not known
  std::span<const OperatorId> operators{};
  std::span<const TensorId> tensors{};
  std::optional<std::size_t> selected_sync{};  ///< a place in links->syncs()
  std::optional<std::size_t> time_cursor{};
  std::optional<std::uint32_t> event_cursor{};                      ///< over events, that of the cursor's step
  std::optional<std::pair<std::size_t, std::size_t>> time_range{};  ///< half-open
  std::span<const OperatorId> path{};                               ///< in the path's own order
  std::span<const Played> played{};                                 ///< by OperatorId; empty: nothing is played
  const StepBands* bands = nullptr;                                 ///< parts of this graph's order; null: not shown
};

/// What is under the mouse, in any view.
struct LanesHover {
  OperatorId op{};
  TensorId tensor{};
  std::optional<std::size_t> sync{};  ///< a place in links->syncs()
};

/// Which syncs are drawn, as places in links->syncs(): those across what is in view, or where they are too many, those
/// of the selection. Distinct, ascending.
[[nodiscard]] std::vector<std::size_t> syncs_drawn(const LanesScene& scene, const LanesGeometry& geometry);
/// The syncs of the hovered operator that are not in `drawn`, and the hovered sync.
[[nodiscard]] std::vector<std::size_t> syncs_hovered(const LanesScene& scene, const LanesHover& hover,
                                                     const LanesGeometry& geometry, std::span<const std::size_t> drawn);
/// What the drawing summarises or leaves out; empty where it shows all.
[[nodiscard]] QString lanes_note(const LanesScene& scene, const LanesGeometry& geometry);

void paint_lanes(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme);
/// Marks the hovered operator or tensor, with its arcs and `syncs`, on top of paint_lanes(). The cost does not grow
/// with the graph.
void paint_lanes_hover(QPainter& painter, const LanesScene& scene, const LanesHover& hover,
                       std::vector<std::size_t> syncs, const LanesGeometry& geometry, const Theme& theme);

/// The fill of an operator's class in the scene's colours.
[[nodiscard]] Fill lane_fill(const LanesScene& scene, OperatorId o, const Theme& theme);
/// Room that the names of lanes ask for, swatch and count included.
[[nodiscard]] double lane_names_width(const Graph& graph, bool with_counts = true);
/// The same with each lane's own count, which is narrower than that of the whole graph.
[[nodiscard]] double lane_labels_width(const Graph& graph);

/// Cut where it is far outside of the plot: over time, a box may be wider than what Qt can draw.
[[nodiscard]] QRectF near_plot(const QRectF& box, const QRectF& plot);

/// The operators in view as boxes with their names where those fit; or where the geometry aggregates, as columns of
/// pixels in the mean of their colours, the paler the less of them the operators of that lane take.
void paint_lane_boxes(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme);

/// The stretch in which a stream waits before one of its operators, if it does; as idle_gaps() has it. O(1).
[[nodiscard]] std::optional<IdleGap> gap_before(const Graph& graph, const Timing& timing, OperatorId o);
/// The one of a lane at a place; none over steps.
[[nodiscard]] std::optional<IdleGap> gap_at(const Graph& graph, const LanesGeometry& geometry, std::size_t lane,
                                            double place);

/// How long the stream waits, from when to when, and what for.
[[nodiscard]] GraphCard gap_card(const Graph& graph, const Timing& timing, const IdleGap& gap);
/// When an operator runs, and whether what it takes decides how long all takes: the first rows of its card.
void add_run(GraphCard& card, const StepScale& scale, OperatorId o);

/// Over time, and where operators are drawn one by one: the gaps in view, hatched, with their lengths where these fit.
void paint_gaps(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme);
/// Over time: a line along the operators of the critical path, which leads from lane to lane where one holds the next.
void paint_critical_path(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme);
/// What both look like, at the right end of `row`. Returns how much of it that takes.
double paint_time_legend(QPainter& painter, const QRectF& row, const LanesGeometry& geometry, const Theme& theme);

/// The lanes as a page for export: the steps in view of `geometry`, and all lanes. What `scene` refers to is copied,
/// but for the graph, which `graph` keeps.
[[nodiscard]] Drawing lanes_drawing(const std::shared_ptr<const Graph>& graph, const LanesScene& scene,
                                    const LanesGeometry& geometry);
/// All steps, with nothing lit, or all of the simulated run where operators have durations and the look asks for time.
/// Rules that do not colour operators leave them those of their streams.
[[nodiscard]] Result<Drawing> lanes_drawing(const PlanView& view, const DrawingLook& look = {}, const Task& task = {});

}  // namespace stowage
