// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QHash>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "core/analysis/byte_usage.h"
#include "core/base/bytes.h"
#include "widgets/painters/heap_map/heap_map_geometry.h"
#include "widgets/painters/heap_map/map_index.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/model/step_curve.h"

namespace stowage {

/// Everything of a plan that a heap map draws, prepared once and const after: shared by the window, the worker that
/// renders, and the exporters. Building it for a million tensors takes a few hundred milliseconds: not on the GUI's
/// thread.
class HeapMapScene {
 public:
  /// `view` may be incomplete; then there is a sentence() instead of a map.
  explicit HeapMapScene(PlanView view);
  [[nodiscard]] static std::shared_ptr<const HeapMapScene> make(PlanView view) {
    return std::make_shared<const HeapMapScene>(std::move(view));
  }

  [[nodiscard]] const PlanView& plan_view() const { return view_; }
  [[nodiscard]] const Graph& graph() const { return *view_.graph; }

  /// Why there is nothing to draw, as a sentence for the reader; empty where there is something.
  [[nodiscard]] const QString& sentence() const { return sentence_; }
  /// How to read the drawing: what a rectangle is; where holds are drawn, what they are; then, where there is something
  /// to say, what is left out ("Not drawn: 3 tensors never needed.") and why the bound may be above the peak.
  [[nodiscard]] const QStringList& footnotes() const { return footnotes_; }
  /// The same in lines that fit a map of that width: those that would take more than one are said in fewer words where
  /// there are such.
  [[nodiscard]] QStringList footnote_lines(double width) const;
  /// The one of them about holds.
  [[nodiscard]] static QString hold_footnote();
  /// Says something else there; before the scene is shared.
  void set_footnotes(QStringList footnotes) { footnotes_ = std::move(footnotes); }

  [[nodiscard]] const MapIndex& index() const { return index_; }
  /// The steps in which a tensor is not alive and yet keeps its bytes from others (core/analysis/blocked_lifetimes.h),
  /// as rectangles before and after its own. Empty on one stream, and while the conflicts are unknown.
  [[nodiscard]] const MapIndex& holds() const { return holds_; }
  /// From the first step to the last of a tensor's hold; its lifetime where there is none.
  [[nodiscard]] Lifetime hold(TensorId t) const {
    return hold_.empty() ? (*view_.lifetimes)[t.index()] : hold_[t.index()];
  }
  /// Where a tensor is drawn, or none (never needed, of size 0, or no plan).
  [[nodiscard]] std::optional<MapItem> place(TensorId t) const;

  /// What the bytes are for at a step. O(n log n) for n tensors alive or held then.
  [[nodiscard]] ByteUsage byte_usage_at(std::size_t step) const;

  [[nodiscard]] std::size_t steps() const { return curve_.size(); }
  [[nodiscard]] Bytes footprint() const { return footprint_; }
  /// The best lower bound known; 0 where none is.
  [[nodiscard]] Bytes bound() const { return bound_; }
  [[nodiscard]] bool proved_optimal() const { return proved_; }
  /// Extent of the y axis: what is reserved (without segments the footprint) or the bound, whichever is larger.
  [[nodiscard]] Bytes height() const { return std::max({footprint_, bound_, reserved()}); }
  /// Where the segments of a caching allocator's plan end, ascending; empty for other plans.
  [[nodiscard]] const std::vector<Offset>& segments() const { return segments_; }
  [[nodiscard]] Bytes reserved() const { return segments_.empty() ? Bytes() : Bytes{segments_.back().value}; }

  /// Bytes alive at a step.
  [[nodiscard]] Bytes alive(std::size_t step) const { return curve_[step]; }
  /// Most bytes alive at a step of [from, to), cut to the steps there are; O(steps / 32).
  [[nodiscard]] Bytes most_alive(std::size_t from, std::size_t to) const { return curve_.extent(from, to).most; }
  /// The first step with the most bytes alive.
  [[nodiscard]] std::size_t peak_step() const { return curve_.peak_step(); }

  /// Geometry of the map in a rectangle, fitted.
  [[nodiscard]] HeapMapGeometry geometry(const QRectF& rect) const {
    return HeapMapGeometry(rect, static_cast<double>(steps()), static_cast<double>(height().count),
                           static_cast<int>(footnote_lines(rect.width()).size()));
  }

 private:
  [[nodiscard]] QString missing() const;
  [[nodiscard]] QString brief(const QString& note) const;
  void collect_items(QStringList& remarks, QStringList& brief);
  void collect_holds();
  void find_segments(QStringList& remarks, QStringList& brief);
  void describe_bound(QStringList& remarks, QStringList& brief);

  PlanView view_;
  QString sentence_;
  QStringList footnotes_;
  QHash<QString, QString> briefs_;  // fewer words for footnotes, where there are
  MapIndex index_, holds_;
  std::vector<Lifetime> hold_;
  std::vector<Offset> segments_;
  Bytes footprint_, bound_;
  bool proved_ = false;
  StepCurve curve_;
};

}  // namespace stowage
