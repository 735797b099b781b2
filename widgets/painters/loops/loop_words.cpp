// SPDX-License-Identifier: Apache-2.0
// What is said of a loop and of where its tensors lie.

#include "widgets/painters/loops/loop_map.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

constexpr std::size_t kNamedResults = 4;

/// From where the loop's memory begins in its map.
std::int64_t offset_of(const LoopPlan& loop, const LoopPlace& place) {
  return (loop.starts.empty() ? 0 : loop.starts[place.buffer]) + place.offset;
}

/// "Place 1 of the ring of y", or empty.
QString ring_text(const LoopMap& map, TensorId t, std::int64_t offset) {
  const LoopPlan& loop = *map.loop.plan;
  const auto ring = ring_of(loop, t);
  if (!ring) return {};
  const auto& places = map.places[*ring];
  const auto slot = std::ranges::find(places, offset, &LoopMap::Place::low);
  if (slot == places.end()) return {};
  return LoopMapText::tr("Place %1 of the ring of %2.")
      .arg(grouped(static_cast<std::size_t>(slot - places.begin())),
           text_of(loop.body->name(loop.rings.rings[*ring].root)));
}

}  // namespace

QString place_text(const ShownLoop& loop, const LoopPlace& place) {
  if (place.outside.valid()) return "(" + text_of(loop.around->name(place.outside)) + ")";
  return offset_number(offset_of(*loop.plan, place));
}

QString value_text(const LoopMap& map, TensorId value) {
  const LoopPlan& loop = *map.loop.plan;
  const std::int64_t offset = loop.plan.offsets[value.index()].value;
  const QString where =
      LoopMapText::tr("%1: %2 at %3.")
          .arg(text_of(loop.unrolled->name(value)), human_bytes(loop.unrolled->size(value)), offset_number(offset));
  const TensorId t = body_tensor(loop, value);
  const QString ring = t.valid() ? ring_text(map, t, offset) : QString();
  return ring.isEmpty() ? where : where + '\n' + ring;
}

QString place_details(const LoopMap& map, TensorId t, const LoopPlace& place) {
  const LoopPlan& loop = *map.loop.plan;
  if (place.outside.valid())
    return LoopMapText::tr("It is the tensor %1 outside the loop, at the place of that tensor.")
        .arg(text_of(map.loop.around->name(place.outside)));
  const QString buffer =
      loop.buffers.size() > 1
          ? LoopMapText::tr("Buffer %1, %2 from its start.").arg(grouped(place.buffer), offset_number(place.offset))
          : LoopMapText::tr("%1 from the start of the loop's buffer.").arg(offset_number(place.offset));
  const QString ring = ring_text(map, t, offset_of(loop, place));
  return ring.isEmpty() ? buffer : ring + ' ' + buffer;
}

QString loop_title(const ShownLoop& loop) {
  QStringList names;
  for (const std::string& name : loop.path) names += text_of(name);
  return names.join(" / ");
}

QString loop_summary(const ShownLoop& shown) {
  const LoopPlan& loop = *shown.plan;
  QStringList parts;
  const QString name = loop_title(shown);
  parts += loop.rings.repeat == 1
               ? LoopMapText::tr("%1: every iteration finds its tensors in the same places.").arg(name)
               : LoopMapText::tr("%1: the places repeat after %Ln iteration(s).", nullptr, as_int(loop.rings.repeat))
                     .arg(name);
  const QString rule = plan_name(loop.plan.strategy);
  const QString memory = human_bytes(loop.plan.footprint);
  parts += loop.plan.proved_optimal
               ? LoopMapText::tr("%1 in %Ln buffer(s) by %2, %3.", nullptr, as_int(loop.buffers.size()))
                     .arg(memory, rule, optimal_text(*loop.unrolled))
               : LoopMapText::tr("%1 in %Ln buffer(s) by %2.", nullptr, as_int(loop.buffers.size())).arg(memory, rule);
  if (loop.joined > 0)
    parts += LoopMapText::tr(
        "Some tensors of the body have their own alignment, so %Ln separate buffer(s) are merged into one.", nullptr,
        as_int(loop.joined));
  return parts.join(' ');
}

QString results_text(const ShownLoop& shown, std::size_t iteration) {
  const LoopPlan& loop = *shown.plan;
  const Graph& body = *loop.body;
  QStringList places;
  std::size_t more = 0;
  for (TensorId t : results_of(shown)) {
    const LoopView& view = loop.views[t.index()];
    if (view.empty()) continue;
    if (places.size() == kNamedResults) {
      ++more;
      continue;
    }
    places += view.at(iteration).outside.valid()
                  ? LoopMapText::tr("%1 is %2").arg(text_of(body.name(t)), place_text(shown, view.at(iteration)))
                  : LoopMapText::tr("%1 at %2").arg(text_of(body.name(t)), place_text(shown, view.at(iteration)));
  }
  if (places.isEmpty()) return LoopMapText::tr("The loop has no results.");
  if (more > 0) places += LoopMapText::tr("%Ln more", nullptr, as_int(more));
  return LoopMapText::tr("If iteration %1 is the last, the results lie here: %2.")
      .arg(grouped(iteration), places.join(", "));
}

}  // namespace stowage
