// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/map_difference.h"

#include "widgets/painters/style/numbers.h"

namespace stowage {
namespace {

PlacedPlan placed(const HeapMapScene& scene) {
  return {scene.graph(), scene.lives(), *scene.plan_view().plan};
}

MapItem item_of(const TensorPlace& place, TensorId t) {
  return {place.offset.value, (place.offset + place.size).value, place.life.begin, place.life.end, t};
}

MapIndex index_of(const std::vector<SpaceBox>& boxes) {
  std::vector<MapItem> items;
  items.reserve(boxes.size());
  for (const SpaceBox& box : boxes) items.push_back({box.low, box.high, box.begin, box.end, TensorId(items.size())});
  return MapIndex(std::move(items));
}

}  // namespace

MapDifference::MapDifference(const HeapMapScene& before, const HeapMapScene& after)
    : before_(before.plan_view()),
      lives_(before.lives()),
      length_(before.scale().length()),
      tensors_(plan_difference(placed(before), placed(after))),
      index_(before.index()) {
  after_of_.resize(before_.graph->tensor_count());
  for (TensorId t : after.graph().tensors())
    if (const TensorId was = tensors_.before_of[t.index()]; was.valid()) after_of_[was.index()] = t;
}

Result<std::shared_ptr<const MapDifference>> MapDifference::make(const HeapMapScene& before, const HeapMapScene& after,
                                                                 const Task& task) {
  std::shared_ptr<MapDifference> out(new MapDifference(before, after));
  // Held bytes are not free: nothing else may lie there.
  const auto was = boxes_of(placed(before), before.kept()), is = boxes_of(placed(after), after.kept());
  STOWAGE_TRY(out->space_, space_change(was, is, task));
  out->used_before_ = index_of(was);
  out->used_after_ = index_of(is);
  out->describe(after.over_time(), std::max(before.scale().length(), after.scale().length()));
  return out;
}

std::optional<MapItem> MapDifference::ghost(TensorId after) const {
  if (after.index() >= tensors_.change_of.size() || tensors_.change_of[after.index()] == PlaceChange::kept)
    return std::nullopt;
  const TensorId was = tensors_.before_of[after.index()];
  if (!was.valid()) return std::nullopt;
  const TensorPlace place = place_of({*before_.graph, lives_, *before_.plan}, was);
  return place.size.count > 0 ? std::optional(item_of(place, after)) : std::nullopt;
}

TensorId MapDifference::at(double place, double offset) const {
  const TensorId was = index_.at(place, offset);
  return was.valid() ? after_of_[was.index()] : TensorId();
}

void MapDifference::describe(bool over_time, double length) {
  const PlanDifference& d = tensors_;
  QStringList parts{MapDifferenceText::tr("%1 moved (%2)").arg(grouped(d.moved), human_bytes(d.moved_bytes)),
                    MapDifferenceText::tr("%1 unmoved").arg(grouped(d.kept + d.resized))};
  if (d.resized > 0) parts << MapDifferenceText::tr("%1 of them resized").arg(grouped(d.resized));
  if (d.added > 0) parts << MapDifferenceText::tr("%1 new").arg(grouped(d.added));
  if (d.removed > 0) parts << MapDifferenceText::tr("%1 gone").arg(grouped(d.removed));
  footnotes_ << MapDifferenceText::tr("Tensors: %1.").arg(parts.join(", "));
  const auto mean = [&](double area) {
    return human_bytes({static_cast<std::int64_t>(area / std::max(1.0, length) + 0.5)});
  };
  const QString space =
      over_time
          ? MapDifferenceText::tr("Space, on average over time: %1 freed, %2 newly used, %3 used as before.")
          : MapDifferenceText::tr("Space, on average over the steps: %1 freed, %2 newly used, %3 used as before.");
  footnotes_ << space.arg(mean(space_.freed), mean(space_.gained), mean(space_.kept));
  brief_space_ =
      MapDifferenceText::tr("Average: %1 freed, %2 newly used.").arg(mean(space_.freed), mean(space_.gained));
}

Result<HeapMapContent> difference_content(const PlanView& before, PlanView after, bool over_time, const Task& task) {
  HeapMapContent content;
  const bool complete = before.graph && before.lifetimes && before.plan && after.graph && after.lifetimes && after.plan;
  if (!complete) {
    content.scene = HeapMapScene::make(after, over_time);
  } else {
    after.baseline = std::make_shared<const PlanView>(before);
    const auto was = over_time ? map_run(before) : std::nullopt, is = over_time ? map_run(after) : std::nullopt;
    const bool run = was && is;
    const std::int64_t longest = run ? std::max(*was, *is) : 0;
    const auto scene = std::make_shared<HeapMapScene>(after, run, longest);
    STOWAGE_TRY(content.difference, MapDifference::make(HeapMapScene(before, run, longest), *scene, task));
    QStringList notes = content.difference->footnotes();
    if (!scene->holds().items().empty()) notes << scene->hold_footnote();
    scene->set_brief(content.difference->footnotes().back(), content.difference->brief_space());
    scene->set_footnotes(std::move(notes));
    content.scene = scene;
  }
  if (after.graph && after.lifetimes) content.coloring = std::make_shared<const Coloring>(after, ColorBy::difference);
  return content;
}

Result<Drawing> difference_drawing(const PlanView& view, const DrawingLook& look, const Task& task) {
  if (!view.baseline) return tl::unexpected(Error::bad_input("", "", "there is no second plan to compare with"));
  if (look.over_time && !(map_run(view) && map_run(*view.baseline)))
    return tl::unexpected(Error::bad_input("", "", "no time is known over which both plans can be drawn"));
  return difference_content(*view.baseline, view, look.over_time, task).map([](const HeapMapContent& content) {
    return heap_map_drawing(content);
  });
}

Fill freed_fill(const Theme& theme) {
  constexpr std::size_t kPurple = 6;  // no class of tensors has it here
  return {mix(theme.surface, palette_fill(kPurple, theme).color, 0.45), Qt::BDiagPattern};
}

std::vector<LegendItem> difference_legend(const Coloring& coloring, const Theme& theme) {
  std::vector<LegendItem> items = legend_of(coloring, {}, theme, false);
  items.push_back({.fill = freed_fill(theme), .label = MapDifferenceText::tr("space freed"), .detail = {}});
  items.push_back({.fill = {theme.neutral, kGainedHatch},
                   .label = MapDifferenceText::tr("space newly used (over any colour)"),
                   .detail = {}});
  return items;
}

}  // namespace stowage
