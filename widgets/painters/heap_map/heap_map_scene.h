// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include <QHash>

#include "core/insight/analysis/byte_usage.h"
#include "widgets/painters/heap_map/heap_map_geometry.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/recorded/heap_chart.h"

namespace stowage {

/// The words of all parts of the map.
struct HeapMapText {
  Q_DECLARE_TR_FUNCTIONS(stowage::HeapMap)
};

/// A moment that the time cursor of a heap map stands for: [begin, end) in places, and where its line is. Over time it
/// has no length.
struct MapMoment {
  double begin = 0, end = 0;
  double mark = 0;
};

/// Everything of a plan that a heap map draws, prepared once and const after: shared by the window, the worker that
/// renders, and the exporters. Building it for a million tensors takes a few hundred milliseconds: not on the GUI's
/// thread.
class HeapMapScene {
 public:
  /// Over steps, or where `view` has a recorded heap whose steps match, over its events. `view` may be incomplete; then
  /// there is a sentence() instead of a map.
  explicit HeapMapScene(PlanView view) : HeapMapScene(std::move(view), false) {}
  /// Over time where `over_time` asks for it and map_run() finds some. `longest_run` is of the runs of all maps that
  /// are to have the same unit as this.
  HeapMapScene(PlanView view, bool over_time, std::int64_t longest_run = 0);
  [[nodiscard]] static std::shared_ptr<const HeapMapScene> make(PlanView view, bool over_time = false,
                                                                std::int64_t longest_run = 0) {
    return std::make_shared<const HeapMapScene>(std::move(view), over_time, longest_run);
  }

  [[nodiscard]] const PlanView& plan_view() const { return view_; }
  [[nodiscard]] const Graph& graph() const { return *view_.graph; }
  /// The x axis. Over time, a tensor lies from the start of its producer to the end of its last use in the simulated
  /// run; the offsets are of a plan that is safe in all of them.
  [[nodiscard]] const StepScale& scale() const { return scale_; }
  [[nodiscard]] bool over_time() const { return scale_.over_time(); }
  /// Parts of the order are shown over steps alone: over time, streams run parts side by side.
  [[nodiscard]] bool shows_bands() const { return !scale_.over_time() && !scale_.over_events(); }
  /// The recorded heap over whose events the map is; null without one.
  [[nodiscard]] const HeapTimeline* heap() const { return heap_.get(); }
  /// What the time cursor stands for: a step, or over events the one picked in it, or the one at which most is there in
  /// that step. None beyond the last step.
  [[nodiscard]] std::optional<MapMoment> moment(std::size_t step, std::optional<std::uint32_t> event = {}) const;
  /// A place in words: "step 12"; over time "1.20 ms"; over events "event 12".
  [[nodiscard]] QString place_text(double place) const;
  /// The same of a stretch: "steps 3 to 7 (5 in all)", "1.20 ms to 1.50 ms (312 µs long)".
  [[nodiscard]] QString stretch_text(Lifetime places) const;
  /// Whether times are estimates.
  [[nodiscard]] bool estimated() const { return estimated_; }

  /// Why there is nothing to draw, as a sentence for the reader; empty where there is something.
  [[nodiscard]] const QString& sentence() const { return sentence_; }
  /// How to read the drawing: what a rectangle is; where holds are drawn, what they are; then, where there is something
  /// to say, what is left out ("Not drawn: 3 tensors never needed.") and why the bound may be above the peak.
  [[nodiscard]] const QStringList& footnotes() const { return footnotes_; }
  /// The same in lines that fit a map of that size: those that would take more than one are said in fewer words where
  /// there are such. A low map has one line, which says in few words how to read it and ends in "…" where it is cut.
  [[nodiscard]] QStringList footnote_lines(const QSizeF& map) const;
  /// The one of them about holds.
  [[nodiscard]] QString hold_footnote() const;
  /// Says something else there; before the scene is shared.
  void set_footnotes(QStringList footnotes) { footnotes_ = std::move(footnotes); }
  /// Says one of them in fewer words where there is little room.
  void set_brief(const QString& footnote, const QString& brief) { briefs_[footnote] = brief; }

  /// The tensors that own their bytes.
  [[nodiscard]] const MapIndex& index() const { return index_; }
  /// Views, which lie in the rectangles of those.
  [[nodiscard]] const MapIndex& views() const { return views_; }
  /// The tensor at that point, a view before what it lies in; or none.
  [[nodiscard]] TensorId tensor_at(double place, double offset) const;
  /// Where a tensor is not alive and yet keeps its bytes from others (core/insight/analysis/byte_usage.h), as
  /// rectangles before and after its own. Empty on one stream, and while the conflicts are unknown.
  [[nodiscard]] const MapIndex& holds() const { return holds_; }
  /// When tensors are alive, in places, and with their holds; by TensorId. The view must have lifetimes.
  [[nodiscard]] const std::vector<Lifetime>& lives() const { return lives_.empty() ? *view_.lifetimes : lives_; }
  [[nodiscard]] const std::vector<Lifetime>& kept() const { return kept_.empty() ? lives() : kept_; }
  [[nodiscard]] Lifetime life(TensorId t) const { return lives()[t.index()]; }
  [[nodiscard]] Lifetime hold(TensorId t) const { return kept()[t.index()]; }
  /// Where a tensor is drawn, or none (never needed, of size 0, or no plan).
  [[nodiscard]] std::optional<MapItem> place(TensorId t) const;

  /// What the bytes are for at a place. O(n log n) for n tensors alive or held then.
  [[nodiscard]] ByteUsage byte_usage_at(double place) const;

  [[nodiscard]] std::size_t steps() const { return scale_.steps(); }
  /// Addresses of a recording: their extent says nothing of a footprint, nor of what lies between them.
  [[nodiscard]] bool is_recorded() const { return view_.plan && view_.plan->reserved_peak.has_value(); }
  [[nodiscard]] Bytes footprint() const { return footprint_; }
  /// The best lower bound known; 0 where none is.
  [[nodiscard]] Bytes bound() const { return bound_; }
  [[nodiscard]] bool proved_optimal() const { return proved_; }
  /// Extent of the y axis: what is reserved (without segments the footprint) or the bound, whichever is larger.
  [[nodiscard]] Bytes height() const { return std::max({footprint_, bound_, reserved()}); }
  /// Where the segments of a caching allocator's plan end, ascending; empty for other plans.
  [[nodiscard]] const std::vector<Offset>& segments() const { return segments_; }
  [[nodiscard]] Bytes reserved() const { return segments_.empty() ? Bytes() : Bytes{segments_.back().value}; }

  [[nodiscard]] const StepCurve& curve() const { return curve_; }
  /// Bytes alive at a step: when it begins.
  [[nodiscard]] Bytes alive(std::size_t step) const { return curve_.at(scale_.begin(step)); }
  /// The first step with the most bytes alive; over time, one that starts then.
  [[nodiscard]] std::size_t peak_step() const { return scale_.step_at(curve_.peak_begin()); }

  /// Geometry of the map in a rectangle, fitted.
  [[nodiscard]] HeapMapGeometry geometry(const QRectF& rect) const;

 private:
  void take_axis(bool over_time, std::int64_t longest_run);
  [[nodiscard]] StepCurve curve_of_plan() const;
  void part_written_over();
  void part_holds();
  [[nodiscard]] QString missing() const;
  [[nodiscard]] QString nothing() const;
  [[nodiscard]] QString brief(const QString& note) const;
  [[nodiscard]] QStringList few_lines(qsizetype most, double room) const;
  void collect_items(QStringList& remarks, QStringList& brief);
  void move_holds_to_events();
  void collect_holds();
  void find_segments(QStringList& remarks, QStringList& brief);
  void describe_bound(QStringList& remarks, QStringList& brief);

  PlanView view_;
  StepScale scale_;
  std::vector<Lifetime> lives_;  // empty: those of the view
  std::shared_ptr<const HeapTimeline> heap_;
  bool estimated_ = false;
  QString sentence_;
  QStringList footnotes_;
  QHash<QString, QString> briefs_;  // fewer words for footnotes, where there are
  MapIndex index_, views_, holds_;
  std::vector<MapItem> written_over_;  // as long as they are needed, which may be longer than they are drawn
  std::vector<Lifetime> kept_;
  std::vector<Offset> segments_;
  Bytes footprint_, bound_;
  bool proved_ = false;
  StepCurve curve_;
};

/// How long the simulated run is over which a map can show a view, in nanoseconds; none where no operator has a
/// duration, and for a plan that is safe only while the streams take turns, which they do not in that run.
[[nodiscard]] std::optional<std::int64_t> map_run(const PlanView& view);

/// A step as the x axis names it: "step 12", or "time 3,500" where the graph has a time axis.
[[nodiscard]] QString step_text(const Graph& graph, std::size_t step);

}  // namespace stowage
