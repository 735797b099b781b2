// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/heap_map/heap_map_raster.h"
#include "widgets/painters/heap_map/heap_map_scene.h"
#include "widgets/painters/model/step_bands.h"

namespace stowage {

class MapDifference;

/// What a heap map shows: values that nobody changes any more, so that a worker may draw them.
struct HeapMapContent {
  std::shared_ptr<const HeapMapScene> scene{};
  std::shared_ptr<const Coloring> coloring{};
  std::vector<std::uint8_t> hidden{};  ///< classes that the legend switched off, sorted: drawn in grey
  std::shared_ptr<const std::vector<MapShade>> shades{};  ///< by TensorId; null: all in full
  MapExtent least_extent{};                               ///< the axes reach at least that far
  std::shared_ptr<const MapDifference> difference{};      ///< what the plan is compared with; null: nothing
  bool curve = true;                         ///< whether the memory curve stands below, where there is room
  std::shared_ptr<const StepBands> bands{};  ///< parts of the order, of the scene's graph; null: none, as over time

  [[nodiscard]] MapShade shade(TensorId t) const { return shades ? (*shades)[t.index()] : MapShade::full; }
  [[nodiscard]] MapExtras extras() const;
  /// What the plan needs of the axes, and the one it is compared with, in such a rectangle. There must be a scene.
  [[nodiscard]] MapExtent extent(const QRectF& rect) const;
  /// Geometry of the map in a rectangle, fitted. There must be a scene.
  [[nodiscard]] HeapMapGeometry geometry(const QRectF& rect) const;
};

/// What changes often and is drawn over the map. Its tensors are drawn one by one in every frame, so they should be
/// few (kMostOutlines); more than that are better framed by the content's shades.
struct HeapMapOverlay {
  std::vector<TensorId> selected{};
  std::vector<TensorId> related{};  ///< outlined thinly: the inputs of a selected operator
  std::vector<TensorId> found{};    ///< outlined in the text's colour
  std::vector<TensorId> noted{};    ///< a pin in their corner
  TensorId hovered{};
  std::shared_ptr<const PlanClashes> clashes{};  ///< outlined, what they share hatched, both as the peak
  TensorId overwritten{}, overwriting{};         ///< a clash: outlined and named in the colour of the peak
  std::optional<MapMoment> time_cursor{};
  std::shared_ptr<const ByteUsage> holes{};           ///< at the time cursor; null: not drawn
  std::optional<Lifetime> range{};                    ///< places, not empty; tensors outside are dimmed
  std::shared_ptr<const StepBands> bands{};           ///< as the content's
  std::shared_ptr<const MapDifference> difference{};  ///< as the content's
  QString state{};  ///< what the map shows for now, in a corner; empty: nothing is said of it
};
inline constexpr std::size_t kMostOutlines = 1000;

/// Above this many tensors in view, those that lie within one cell of a page of shapes are merged, and it says so.
inline constexpr std::size_t kMostVectorTensors = 20'000;

/// The map without its overlay: rectangles with their names where they fit, the footprint line, the bound line, the
/// peak, the memory curve, axes and the footnote; or the scene's sentence where there is nothing to draw. Pixels on a
/// raster device, true rectangles on a vector one.
void paint_heap_map(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                    const Theme& theme);
/// The overlay: what clashes in the plan, the time range, the time cursor with what it says and the holes at it,
/// outlines, pins, the clash.
void paint_heap_map_overlay(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                            const HeapMapOverlay& overlay, const Theme& theme);

/// The page that is exported: all of it, or the part `view`.
[[nodiscard]] Drawing heap_map_drawing(HeapMapContent content, std::optional<MapView> view = std::nullopt,
                                       HeapMapOverlay overlay = {});
/// bad_input where the look asks for time and map_run() finds none.
[[nodiscard]] Result<Drawing> heap_map_drawing(const PlanView& view, const DrawingLook& look = {},
                                               const Task& task = {});

// ---- parts, drawn by paint_heap_map

/// The rectangles and the names inside them. Whether some were merged for being too many for a file of shapes.
bool paint_map_tensors(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapContent& content,
                       const Theme& theme);
/// The memory curve with its axis, and the peak marker through curve and plot.
void paint_map_curve(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const Theme& theme);
/// What the labels of footprint and bound say, and where; null where their lines are out of view.
struct MapLevelLabels {
  PlacedLabel footprint{}, bound{};
};
[[nodiscard]] MapLevelLabels map_level_labels(const HeapMapGeometry& geometry, const HeapMapScene& scene);
/// Square pixels of tensors that such a label would hide.
[[nodiscard]] double map_tensors_hidden_by(const HeapMapGeometry& geometry, const HeapMapScene& scene,
                                           const QRectF& label);
/// The labels that are drawn with the map, each beside those before it. Where there is room, no two lie on each other.
struct MapLabels {
  MapLevelLabels levels{};
  std::vector<PlacedLabel> failures{};
  PlacedLabel reserved{};  ///< over its line
  PlacedLabel peak{};      ///< off the lines of the curve's panel where there is room; null where it is out of view
  LabelRoom room{};        ///< where these are, and the names of a recorded heap's annotations
};
[[nodiscard]] MapLabels map_labels(const HeapMapGeometry& geometry, const HeapMapScene& scene);
/// Words at the time cursor: the bytes alive, and above them the wasted bytes. Beside the labels of the map and of the
/// range, off the curve's edge where there is room. Null where the cursor is out of view.
struct MapCursorLabels {
  PlacedLabel alive{}, wasted{};
};
/// The labels that are drawn over the map, each beside those of the map and those before it. Null where there is none.
struct MapOverlayLabels {
  std::vector<PlacedLabel> clash{};  ///< names of the overwritten tensor, and of the one that overwrites it
  PlacedLabel range{};               ///< at the foot of the map, since in the curve there are other labels
  PlacedLabel clashes{};             ///< in a corner, where it hides least of the tensors
  MapCursorLabels cursor{};
  PlacedLabel largest_hole{};  ///< beside it
  PlacedLabel state{};
  LabelRoom room{};  ///< with those of the map
};
[[nodiscard]] MapOverlayLabels map_overlay_labels(const HeapMapGeometry& geometry, const HeapMapScene& scene,
                                                  const HeapMapOverlay& overlay);
/// The lines of footprint and bound with their labels.
void paint_map_levels(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                      const Theme& theme);
/// The labels alone, over what was drawn on the map since.
void paint_map_level_labels(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                            const Theme& theme);
/// All that stands around the rectangles and over them: curve, levels, axes, footnote.
void paint_map_surroundings(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene,
                            const Theme& theme);
/// Parts of the order: a row with their colours and names, tints over the curve, lines through the plot.
void paint_map_bands(QPainter& painter, const HeapMapGeometry& geometry, const StepBands& bands, const Theme& theme);
/// Where the names of a recorded heap's annotations are drawn, in the curve's panel.
[[nodiscard]] std::vector<QRectF> map_annotation_labels(const HeapMapGeometry& geometry, const HeapTimeline& heap);
/// What the x axis counts, in full: on screen the axis itself has room for a word only.
[[nodiscard]] QString map_axis_words(const HeapMapScene& scene);
/// Both y axes' and the x axis' ticks and titles, and the frames.
void paint_map_axes(QPainter& painter, const HeapMapGeometry& geometry, const HeapMapScene& scene, const Theme& theme);

/// A heap map as small as a picture in a text: the tensors and the lines of footprint and bound, without names, axes
/// and curve. The content must have a scene. Any thread may draw.
void paint_heap_map_thumbnail(QPainter& painter, const QRectF& rect, const HeapMapContent& content, const Theme& theme);

/// The heap map as one HTML file to be sent to others: the plan as data, and a viewer (widgets/painters/heap_map/html/)
/// that pans, zooms, names what is under the mouse and is used by keyboard as well. It shows the content's colouring,
/// follows the reader's light or dark, and never asks the network for anything: its Content-Security-Policy allows its
/// own script and style by their hashes alone. Names from the file are data in it, never markup. Its x axis
/// is steps, also where the content's is time.
///
/// The data are one JSON object, in the element of id "plan":
/// ```
/// format      "stowage-heap-map", version 1
/// steps, times (steps + 1 of them, or null), alignment, footprint, bound, proved
/// tensors     names, sizes, offsets, begins, ends, classes, producers (operator or -1): one entry a tensor, by
///             TensorId; outputs: the tensors that are kept
/// holds       tensors, begins, ends: where core/insight/analysis/byte_usage.h says more than the lifetime
/// operators   names, inputs (lists of tensors), in their order; null for lifetimes, which have none of their own
/// legend      label, detail, shown: by class; hidden: the classes that are switched off
/// themes      light, dark: colours as "#rrggbb", by class where there is one each
/// texts       the viewer's words, in the application's language
/// ```
/// With a plan `shown_beside` it, "b" is the same of that one, and "side" the name of each: the page shows one,
/// and switches to the other in the same place. bad_input where there is nothing to draw, with the scene's sentence.
///
/// `merged_from` says of how many tensors the blocks are, where that are more (app/python/coarse_plan.h).
[[nodiscard]] Result<std::string> heap_map_page(const HeapMapContent& shown,
                                                const HeapMapContent* shown_beside = nullptr,
                                                std::optional<std::uint64_t> merged_from = {});

/// Whether a file of that name is to be such a page: it ends in .html or .htm.
[[nodiscard]] bool is_page_name(const std::string& path);

}  // namespace stowage
