// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/page/export.h"
#include "widgets/painters/steps/step_scene.h"

namespace stowage {

/// Where the parts of a step's picture lie. All share the map's y axis.
/// ```
///  ┌──────────────────────────┬──────┬──────┬──────────┐
///  │ map: what is placed, the │ for- │ mer- │ gaps and │   headings above
///  │ block at hand            │ bid- │ ged  │ their    │   (and the objects of Many Objects, before "forbidden")
///  │                          │ den  │      │ sizes    │
///  └──────────────────────────┴──────┴──────┴──────────┘
/// ```
struct StepLayout {
  HeapMapGeometry geometry;
  QRectF objects, forbidden, merged, gaps;  ///< null where there is none, or no room
  QRectF table;                             ///< of a walk, in place of these
  double heading = 0;                       ///< height of the line above that names the block; 0: without it
  bool code = false;                        ///< that line calls the block b, as the pseudocode beside it does
};

/// Which part of the map a picture shows.
struct StepFrame {
  bool closer = false;            ///< around what the step is about, where that would be too small to see
  std::optional<MapView> view{};  ///< this part, whatever the step is about
  bool code = false;              ///< the pseudocode stands beside the picture
  bool table = true;              ///< a walk's table stands in the picture
  Bytes height{};                 ///< the axis of addresses reaches at least there: common_height()
};
[[nodiscard]] StepLayout step_layout(const QRectF& rect, const StepScene& scene, const StepFrame& frame);

/// The picture, without words.
void paint_step(QPainter& painter, const StepLayout& layout, const StepScene& scene, const Theme& theme);

/// Where the parts of an exported page lie.
struct StepPage {
  StepLayout picture;
  QRectF code;         ///< the column of the pseudocode; null where there is no room for it
  QRectF words;        ///< the sentence, in a few lines
  bool small = false;  ///< its letters are the smallest ones
};
[[nodiscard]] StepPage step_page(const QRectF& rect, const StepScene& scene, const StepFrame& frame);

/// The page that is exported: the picture with the pseudocode, whose current line is marked, and the sentence. Where
/// the source has a planner beside, the same of it at step_beside().
[[nodiscard]] Drawing step_drawing(std::shared_ptr<const StepScene> scene, const StepFrame& frame);

// ---- parts

/// Lines of pseudocode with the current one marked, within `rect`.
struct StepCodeLayout {
  double height = 0;  ///< used
  QRectF current;     ///< the current line
};
StepCodeLayout paint_step_code(QPainter& painter, const QRectF& rect, const StepScene& scene, const Theme& theme);

/// Which steps become pictures, and of what kind.
struct StepSeries {
  bool every_step = false;      ///< false: one picture a block, of its last step, where it is put
  std::size_t first_block = 0;  ///< in the order of placing
  std::size_t block_count = Recording::kAll;
  bool closer = true;  ///< as step_layout() has it
};

/// How many pictures that makes, without listing them.
[[nodiscard]] std::size_t picture_count(const StepBlocks& blocks, const StepSeries& series);
/// Their steps, in order.
[[nodiscard]] std::vector<std::size_t> picture_steps(const StepBlocks& blocks, const StepSeries& series);
/// Writes the pictures as export_series() does; how many there are.
[[nodiscard]] Result<std::size_t> export_steps(const std::string& path, const std::shared_ptr<const StepSource>& source,
                                               const StepSeries& series, const FigureOptions& options,
                                               const Task& task = {});

}  // namespace stowage
