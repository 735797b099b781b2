// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/heap_map/heap_map_painter.h"

namespace stowage {

/// What a difference map draws beside the plan after: where everything was in the plan before. Const once made, so
/// that workers may draw it.
class MapDifference {
 public:
  /// Two maps of the same kind and unit, both with a plan: what is of `before` here is in the places of its scale.
  /// Some 0.1 s for 20,000 tensors, ten seconds for a million, most of it for the space: for workers. Fails only when
  /// stopped.
  [[nodiscard]] static Result<std::shared_ptr<const MapDifference>> make(const HeapMapScene& before,
                                                                         const HeapMapScene& after,
                                                                         const Task& task = {});

  [[nodiscard]] const PlanView& before() const { return before_; }
  [[nodiscard]] const PlanDifference& tensors() const { return tensors_; }
  [[nodiscard]] const SpaceChange& space() const { return space_; }
  /// The tensors of the plan before, under their ids of then.
  [[nodiscard]] const MapIndex& index() const { return index_; }
  /// What each plan uses: its tensors, as long as they keep their bytes from others
  /// (core/insight/analysis/byte_usage.h).
  [[nodiscard]] const MapIndex& used_before() const { return used_before_; }
  [[nodiscard]] const MapIndex& used_after() const { return used_after_; }
  /// Where a tensor of the plan after was before, if that is another place than now; its id is that of after.
  [[nodiscard]] std::optional<MapItem> ghost(TensorId after) const;
  /// Whether a tensor of the plan before is elsewhere now, of another size, or gone.
  [[nodiscard]] bool left(TensorId before) const {
    const TensorId now = after_of_[before.index()];
    return !now.valid() || tensors_.change_of[now.index()] != PlaceChange::kept;
  }
  /// The tensor that was at that point before, by its id of now; none where nothing was, or what was there is gone.
  [[nodiscard]] TensorId at(double place, double offset) const;
  [[nodiscard]] Bytes footprint() const { return tensors_.footprint_before; }
  /// Whether that is the extent of a recorded heap's addresses, which nobody needed all at once.
  [[nodiscard]] bool was_recorded() const { return before_.plan && before_.plan->reserved_peak.has_value(); }
  /// What the plan before needs of the axes.
  [[nodiscard]] MapExtent extent() const { return {length_, static_cast<double>(footprint().count), 1}; }

  /// What changed, in two lines for the foot of the map.
  [[nodiscard]] const QStringList& footnotes() const { return footnotes_; }
  /// The last of them in fewer words.
  [[nodiscard]] const QString& brief_space() const { return brief_space_; }

 private:
  MapDifference(const HeapMapScene& before, const HeapMapScene& after);
  void describe(bool over_time, double length);

  PlanView before_;
  std::vector<Lifetime> lives_;  // of before
  double length_ = 0;            // of its scale
  PlanDifference tensors_;
  SpaceChange space_;
  MapIndex index_, used_before_, used_after_;
  std::vector<TensorId> after_of_;  // by TensorId of before
  QStringList footnotes_;
  QString brief_space_;
};

/// The hatch where only the plan after uses memory: over the tensors' own colours.
inline constexpr Qt::BrushStyle kGainedHatch = Qt::FDiagPattern;
/// Where only the plan before uses memory.
[[nodiscard]] Fill freed_fill(const Theme& theme);
/// The classes of tensors and both kinds of space.
[[nodiscard]] std::vector<LegendItem> difference_legend(const Coloring& coloring, const Theme& theme);

/// A map of the plan after that shows what differs from the plan before; where one of them is not complete, a map of
/// the plan after alone. Over time where `over_time` asks for it and both have a run. Fails only when stopped.
[[nodiscard]] Result<HeapMapContent> difference_content(const PlanView& before, PlanView after, bool over_time = false,
                                                        const Task& task = {});
/// The page to export: of the view's plan against its baseline. bad_input without one, or without a run over which
/// both can be drawn.
[[nodiscard]] Result<Drawing> difference_drawing(const PlanView& view, const DrawingLook& look = {},
                                                 const Task& task = {});

/// Marks freed and gained space in a drawing of the tensors after (an image of the window `view`). The time depends on
/// the number of tensors in view and of pixels. Where a pixel is covered in part, the hatch is drawn in part.
void shade_space(QImage& image, const MapIndex& before, const MapIndex& after, const MapView& view, double pixel_ratio,
                 const Theme& theme);
/// The same as true shapes: the pieces in view, or none where they are too many for a vector file.
[[nodiscard]] std::optional<std::vector<SpacePiece>> space_in_view(const HeapMapGeometry& geometry,
                                                                   const MapIndex& before, const MapIndex& after);
void draw_space(QPainter& painter, const HeapMapGeometry& geometry, std::span<const SpacePiece> pieces,
                const Theme& theme);

/// With the tensors: dashed outlines of where the largest in view were that are elsewhere now, or gone.
void paint_ghosts(QPainter& painter, const HeapMapGeometry& geometry, const MapDifference& difference,
                  const Theme& theme);
/// The label of the footprint before: beside the labels of the map, and off the lines of the levels, where there is
/// room. Empty where its line is out of view, or where both footprints are the same.
struct MapBeforeLabel : PlacedLabel {
  double y = 0;  ///< of its line
};
[[nodiscard]] MapBeforeLabel map_before_label(const HeapMapGeometry& geometry, const MapDifference& difference,
                                              const HeapMapScene& after);
/// Over the map: the footprint before, and for each tensor that is selected or under the mouse where it was and a line
/// from there.
void paint_moves(QPainter& painter, const HeapMapGeometry& geometry, const MapDifference& difference,
                 const HeapMapScene& after, const HeapMapOverlay& overlay, const Theme& theme);

}  // namespace stowage
