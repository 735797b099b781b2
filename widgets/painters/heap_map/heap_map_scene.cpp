// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/heap_map_scene.h"

#include <limits>

#include "core/graph/laid_out.h"
#include "core/insight/recorded/heap_graph.h"
#include "core/papers/tables.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kFootnotePixels = 11, kFootnoteMargins = 10;
constexpr double kLowMap = 430;   // pixels of a map, with all around it, that has one line of footnotes on screen,
constexpr double kHighMap = 560;  // and of one that has as many as there are; between them, two

/// In a recording whose streams took turns, they did not run side by side.
bool runs(const PlanView& view) {
  return view.graph && view.graph->has_durations() && !(view.plan && view.plan->serial_streams);
}

/// Nanoseconds a place, so that every place of such a run has 32 bits: 1 up to 4.29 s.
std::int64_t unit_of(std::int64_t run) {
  return 1 + run / std::numeric_limits<std::uint32_t>::max();
}

std::vector<Lifetime> places_of(const std::vector<Interval>& times, const StepScale& scale) {
  std::vector<Lifetime> out;
  out.reserve(times.size());
  for (const Interval& each : times)
    out.push_back(
        {static_cast<std::uint32_t>(each.begin / scale.unit()), static_cast<std::uint32_t>(each.end / scale.unit())});
  return out;
}

}  // namespace

HeapMapScene::HeapMapScene(PlanView view, bool over_time, std::int64_t longest_run) : view_(std::move(view)) {
  sentence_ = missing();
  if (!sentence_.isEmpty()) return;
  take_axis(over_time, longest_run);
  footprint_ = view_.plan->footprint;
  bound_ = is_recorded() ? Bytes{} : bound_of_plan(view_);  // it is of bytes, the axis of addresses
  const bool met = !is_recorded() && (view_.plan->proved_optimal || (footprint_.count > 0 && footprint_ == bound_));
  proved_ = met && is_measured(view_) && !is_assumed(*view_.graph);
  footnotes_ << (this->over_time()
                     ? HeapMapText::tr("Each rectangle is a tensor: as long as it is needed in the simulated run, as "
                                       "high as its size.")
                     : HeapMapText::tr("Each rectangle is a tensor: as long as it is needed, as high as its size."));
  briefs_[footnotes_.last()] = HeapMapText::tr("As long as a tensor is needed, as high as its size.");
  QStringList remarks, brief_remarks;
  // What was recorded took whole blocks, which may be larger than the tensors.
  curve_ = heap_ && is_recorded() ? heap_->active : curve_of_plan();
  part_written_over();
  collect_items(remarks, brief_remarks);
  find_segments(remarks, brief_remarks);
  collect_holds();
  describe_bound(remarks, brief_remarks);
  if (!remarks.isEmpty()) footnotes_ << remarks.join(' ');
  if (!remarks.isEmpty()) briefs_[footnotes_.last()] = brief_remarks.join(' ');
  sentence_ = nothing();
}

/// Steps, time or events lie across, and when tensors live there.
void HeapMapScene::take_axis(bool over_time, std::int64_t longest_run) {
  scale_ = StepScale(graph().operator_count());
  if (view_.history && steps_match(graph(), *view_.history)) {
    scale_ = StepScale::over(graph().times());
    lives_ = heap_lifetimes(graph(), *view_.history, *view_.lifetimes);
    heap_ = std::make_shared<const HeapTimeline>(heap_timeline(*view_.history));
    return;
  }
  if (!over_time || !runs(view_)) return;
  const Timing timing = timing_of(graph());
  scale_ = StepScale(timing, unit_of(std::max(longest_run, timing.makespan)));
  lives_ = places_of(lifetimes(graph(), timing), scale_);
  estimated_ = has_estimates(graph());
}

StepCurve HeapMapScene::curve_of_plan() const {
  const auto counted = bytes_to_count(graph(), *view_.plan, lives());
  return {scale_, counted.sizes, counted.lives};
}

/// An output begins where the input ends over which the plan writes it.
void HeapMapScene::part_written_over() {
  if (!graph().has_sharing()) return;
  std::vector<Lifetime> parted = byte_lifetimes(graph(), view_.plan->offsets, lives());
  for (const InPlace& pair : graph().in_place())
    for (const TensorId t : {graph().owner(pair.input), graph().owner(pair.output)})
      if (const Lifetime whole = life(t); !(whole == parted[t.index()])) {
        const std::int64_t low = view_.plan->offsets[t.index()].value;
        written_over_.push_back(
            {low, low + round_up(graph().size(t).count, view_.plan->alignment.count), whole.begin, whole.end, t});
      }
  lives_ = std::move(parted);
}

QString HeapMapScene::nothing() const {
  if (graph().operator_count() == 0) return HeapMapText::tr("This graph has no operators and so no time axis.");
  if (!index_.items().empty()) return {};
  if (unknown_sizes(graph()) > 0)
    return HeapMapText::tr(
        "Tensor sizes are unknown: the file gives no size above 0. Set its open dimensions in File ▸ Reading options…");
  const bool timeless = std::ranges::any_of(graph().tensors(), [this](TensorId t) {
    return graph().size(t).count > 0 && !(*view_.lifetimes)[t.index()].empty();
  });
  if (timeless) return HeapMapText::tr("No tensor is alive during the simulated run, so there is nothing to draw.");
  if (view_.plan->needed() > Bytes{})
    return HeapMapText::tr("No tensor is ever alive, so there is nothing to draw. The plan takes %1.")
        .arg(full_bytes(view_.plan->needed()));
  return HeapMapText::tr("No tensor of this graph needs memory, so there is nothing to draw.");
}

QString HeapMapScene::missing() const {
  if (!view_.graph || !view_.lifetimes) return HeapMapText::tr("No graph is open.");
  if (view_.graph->tensor_count() == 0) return HeapMapText::tr("This graph has no tensors: there is nothing to plan.");
  if (!view_.plan) return view_.planning ? HeapMapText::tr("Planning…") : HeapMapText::tr("There is no plan yet.");
  return {};
}

TensorId HeapMapScene::tensor_at(double place, double offset) const {
  const TensorId view = views_.at(place, offset);
  return view.valid() ? view : index_.at(place, offset);
}

std::optional<MapItem> HeapMapScene::place(TensorId t) const {
  if (!view_.graph || !view_.plan || !view_.lifetimes || t.index() >= view_.plan->offsets.size()) return std::nullopt;
  const Lifetime life = this->life(t);
  const std::int64_t size = round_up(graph().size(t).count, view_.plan->alignment.count);
  if (life.empty() || size == 0) return std::nullopt;
  const std::int64_t low = view_.plan->offsets[t.index()].value;
  return MapItem{low, low + size, life.begin, life.end, t};
}

void HeapMapScene::collect_items(QStringList& remarks, QStringList& brief) {
  std::vector<MapItem> items, views;
  items.reserve(graph().tensor_count());
  int never_needed = 0, unknown = 0, timeless = 0, empty = 0;
  for (TensorId t : graph().tensors()) {
    if (const auto item = place(t))
      (graph().is_view(t) ? views : items).push_back(*item);
    else if (is_first(graph(), t))
      ++((*view_.lifetimes)[t.index()].empty() ? never_needed
         : has_unknown_size(graph(), t)        ? unknown
         : graph().size(t).count == 0          ? empty
                                               : timeless);
  }
  QStringList notes;
  if (never_needed > 0) notes << HeapMapText::tr("%n tensor(s) never needed", nullptr, never_needed);
  if (unknown > 0) notes << HeapMapText::tr("%n tensor(s) of unknown size", nullptr, unknown);
  if (empty > 0) notes << HeapMapText::tr("%n tensor(s) of size 0", nullptr, empty);
  if (timeless > 0) notes << HeapMapText::tr("%n tensor(s) alive for no time", nullptr, timeless);
  if (!notes.isEmpty()) remarks << HeapMapText::tr("Not drawn: %1.").arg(notes.join(", "));
  if (!notes.isEmpty())
    brief << HeapMapText::tr("%n tensor(s) not drawn.", nullptr, never_needed + unknown + empty + timeless);
  if (!views.empty()) footnotes_ << HeapMapText::tr("Framed: views, which lie in the bytes of another tensor.");
  index_ = MapIndex(std::move(items));
  views_ = MapIndex(std::move(views));
}

QStringList HeapMapScene::footnote_lines(const QSizeF& map) const {
  const QFont font = paint_font(kFootnotePixels);
  const double width = map.width(), room = width - kFootnoteMargins;
  QStringList lines;
  std::vector<QStringList> notes;
  for (const QString& note : footnotes_) {
    notes.push_back(text_width(font, note) <= room ? QStringList(note) : wrapped(font, brief(note), room));
    lines += notes.back();
  }
  if (page_style() == nullptr) {
    const qsizetype most = map.height() < kLowMap ? 1 : map.height() < kHighMap ? 2 : lines.size();
    return lines.size() <= most ? lines : few_lines(most, room);
  }
  // On a small page the plot matters more than the sentence that explains every map.
  constexpr qsizetype kMostOnSmallPage = 2;
  if (!on_small_page(width) || lines.size() <= kMostOnSmallPage) return lines;
  lines.clear();  // the last notes that have room as a whole, or the first lines of the last
  for (auto note = notes.rbegin(); note != notes.rend() && lines.size() + note->size() <= kMostOnSmallPage; ++note)
    lines = *note + lines;
  return lines.isEmpty() ? notes.back().mid(0, kMostOnSmallPage) : lines;
}

/// The last of the lines holds all that the others do not; the first note explains every map, and is left out of a
/// single line.
QStringList HeapMapScene::few_lines(qsizetype most, double room) const {
  const QFont font = paint_font(kFootnotePixels);
  QStringList lines, rest;
  for (const QString& note : footnotes_) rest << (text_width(font, note) <= room ? note : brief(note));
  const bool explains = rest.size() > 1 && briefs_.contains(footnotes_.front());
  if (most > 1 && rest.size() > 1)
    lines << fitted(font, rest.takeFirst(), room);
  else if (explains)
    rest.removeFirst();
  if (text_width(font, rest.join(' ')) > room)
    for (QString& note : rest) note = brief(note);
  lines << fitted(font, rest.join(' '), room);
  return lines;
}

QString HeapMapScene::hold_footnote() const {
  if (over_time())
    return HeapMapText::tr(
        "Pale and hatched: another stream may run later and still need the tensor, so its memory is not free.");
  return HeapMapText::tr(
      "Pale and hatched: another stream may still need it, or may write it this early, so its memory is not free.");
}

QString HeapMapScene::brief(const QString& note) const {
  if (note == hold_footnote()) return HeapMapText::tr("Hatched: not free for the other streams yet.");
  return briefs_.value(note, note);
}

/// Nothing keeps bytes from the tensor that is written over it, and that has them for no longer.
void HeapMapScene::part_holds() {
  for (const InPlace& pair : graph().in_place()) {
    if (!is_written_over(graph(), view_.plan->offsets, pair)) continue;
    const TensorId input = graph().owner(pair.input), output = graph().owner(pair.output);
    kept_[input.index()].end = life(input).end;
    kept_[output.index()].begin = life(output).begin;
  }
}

/// What is held for no more steps than it lives is held for no more events either.
void HeapMapScene::move_holds_to_events() {
  const auto times = graph().times();
  for (std::size_t t = 0; t < kept_.size(); ++t) {
    const Lifetime steps = (*view_.lifetimes)[t];
    Lifetime& hold = kept_[t];
    if (hold.empty()) continue;
    hold = {hold.begin < steps.begin ? static_cast<std::uint32_t>(times[hold.begin]) : lives_[t].begin,
            hold.end > steps.end ? static_cast<std::uint32_t>(times[hold.end]) : lives_[t].end};
  }
}

void HeapMapScene::collect_holds() {
  if (!view_.conflicts || view_.plan->serial_streams) return;
  if (over_time()) {
    const Timing& run = *scale_.timing();
    kept_ = places_of(blocked_lifetimes(*view_.conflicts, run, lifetimes(graph(), run)), scale_);
  } else {
    kept_ = blocked_lifetimes(graph(), *view_.conflicts, *view_.lifetimes);
    if (scale_.over_events()) move_holds_to_events();
  }
  if (kept_.empty()) return;
  part_holds();
  std::vector<MapItem> items;
  for (const MapItem& item : index_.items()) {
    const Lifetime hold = kept_[item.tensor.index()];
    MapItem part = item;
    part.begin = hold.begin, part.end = item.begin;
    if (part.begin < part.end) items.push_back(part);
    part.begin = item.end, part.end = hold.end;
    if (part.begin < part.end) items.push_back(part);
  }
  if (items.empty()) return;
  footnotes_ << hold_footnote();
  holds_ = MapIndex(std::move(items));
}

void HeapMapScene::find_segments(QStringList& remarks, QStringList& brief) {
  const LayoutStrategy* const strategy = find_layout_strategy(view_.plan->strategy);
  if (!view_.conflicts || strategy == nullptr || strategy->segments == nullptr) return;
  const auto problem = LayoutProblem::make(graph(), *view_.conflicts, view_.plan->alignment);
  if (problem) segments_ = strategy->segments(*problem, *view_.plan);
  if (segments_.empty()) return;
  const QString amount = human_bytes(reserved());
  const int count = static_cast<int>(segments_.size());
  remarks << HeapMapText::tr("%1 are reserved, in %Ln segment(s): the dotted lines are their ends.", nullptr, count)
                 .arg(amount);
  brief << HeapMapText::tr("%1 reserved in %Ln segment(s).", nullptr, count).arg(amount);
}

/// The bound is of every order in which the streams may run, the curve is of one.
void HeapMapScene::describe_bound(QStringList& remarks, QStringList& brief) {
  if (!view_.bounds || !view_.bounds->clique || steps() == 0) return;
  const Bytes clique = view_.bounds->clique->bytes;
  if (clique != bound_ || clique <= curve_.peak()) return;
  // Both are on the map; where they read the same, the remark would contradict it.
  if (human_bytes(clique) == human_bytes(curve_.peak())) return;
  remarks << HeapMapText::tr("Other interleavings of the streams may need %1 at once.").arg(human_bytes(clique));
  brief << HeapMapText::tr("Other interleavings: %1.").arg(human_bytes(clique));
}

ByteUsage HeapMapScene::byte_usage_at(double now) const {
  const MapView column{now, now + 1, 0, static_cast<double>(footprint_.count)};
  std::vector<ByteStretch> used;
  const auto collect = [&](const MapIndex& index, ByteUse use) {
    index.visit(column, [&](std::span<const MapItem> items) {
      for (const MapItem& item : items)
        if (item.begin <= now && now < item.end) used.push_back({{item.low}, {item.high}, use});
    });
  };
  collect(index_, ByteUse::alive);
  for (const MapItem& item : written_over_)
    if (item.begin <= now && now < item.end) used.push_back({{item.low}, {item.high}, ByteUse::alive});
  collect(holds_, ByteUse::held);
  return byte_usage_between(used, footprint_);
}

std::optional<MapMoment> HeapMapScene::moment(std::size_t step, std::optional<std::uint32_t> event) const {
  if (step >= steps()) return std::nullopt;
  if (scale_.over_events()) {
    const double place = event.value_or(heap_step_of(graph(), *view_.history, step));
    return MapMoment{place, place + 1, place + 0.5};
  }
  const double begin = scale_.begin(step);
  return MapMoment{begin, over_time() ? begin : scale_.end(step), scale_.mark(step)};
}

QString HeapMapScene::place_text(double place) const {
  if (scale_.over_events()) return HeapMapText::tr("event %1").arg(grouped(static_cast<std::size_t>(place)));
  if (!over_time()) return step_text(graph(), static_cast<std::size_t>(place));
  return human_time(static_cast<std::int64_t>(place) * scale_.unit());
}

QString HeapMapScene::stretch_text(Lifetime places) const {
  if (places.empty()) return lifetime_text(graph(), places);
  if (scale_.over_events())
    return HeapMapText::tr("events %1 to %2").arg(grouped(places.begin), grouped(places.end - 1));
  if (!over_time()) return lifetime_text(graph(), places);
  return HeapMapText::tr("%1 to %2 (%3 long)")
      .arg(place_text(places.begin), place_text(places.end), place_text(places.length()));
}

HeapMapGeometry HeapMapScene::geometry(const QRectF& rect) const {
  HeapMapGeometry out(rect, scale_.length(), static_cast<double>(height().count),
                      static_cast<int>(footnote_lines(rect.size()).size()));
  MapExtent extent = out.extent();
  extent.closest *= scale_.shortest();
  if (heap_) {
    extent.high_curve = true;
    const Bytes reserved = is_recorded() ? heap_->reserved.peak() : Bytes();
    extent.most_alive = static_cast<double>(std::max({height(), reserved, curve_.peak()}).count);
  }
  out.set_extent(extent);
  return out;
}

std::optional<std::int64_t> map_run(const PlanView& view) {
  if (!runs(view)) return std::nullopt;
  return view.makespan ? view.makespan->nanoseconds : timing_of(*view.graph).makespan;
}

QString step_text(const Graph& graph, std::size_t step) {
  const auto times = graph.times();
  if (times.empty()) return HeapMapText::tr("step %1").arg(grouped(step));
  return HeapMapText::tr("time %1").arg(grouped(times[std::min(step, times.size() - 1)]));
}

}  // namespace stowage
