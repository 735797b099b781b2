// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/peak/peak_pane.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>
#include <string_view>

#include "core/plan/plan.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Peak)
};

/// What a column is sorted by: a number first, then a text.
std::pair<std::int64_t, std::string_view> sort_key(const PeakContent& content, TensorId t, PeakColumn column) {
  const Graph& graph = *content.graph;
  const OperatorId producer = graph.producer(t);
  switch (column) {
    case PeakColumn::name:
      return {0, graph.name(t)};
    case PeakColumn::size:
    case PeakColumn::share:
      return {content.size(t).count, {}};
    case PeakColumn::stream:
      return {producer.valid() ? static_cast<std::int64_t>(graph.stream(producer).index()) : -1, {}};
    case PeakColumn::phase:
      return {0, producer.valid() ? graph.phase(producer) : std::string_view()};
    case PeakColumn::op:
      return {0, producer.valid() ? graph.kind(producer) : std::string_view()};
    case PeakColumn::kind:
      return {0, graph.kind(t)};
  }
  return {};
}

void list_rows(PeakContent& content) {
  const PeakQuery& query = content.query;
  content.rows = content.members;
  if (query.only) {
    const auto& [by, tensor] = *query.only;
    for (const Contributor& row : content.by[static_cast<std::size_t>(by)].rows)
      if (std::ranges::find(row.tensors, tensor) != row.tensors.end()) content.rows = row.tensors;
  }
  std::vector<std::pair<std::pair<std::int64_t, std::string_view>, TensorId>> keyed;
  keyed.reserve(content.rows.size());
  std::ranges::sort(content.rows);
  for (TensorId t : content.rows) keyed.emplace_back(sort_key(content, t, query.sort), t);
  const auto key = [](const auto& row) { return row.first; };
  if (query.descending)
    std::ranges::stable_sort(keyed, std::ranges::greater{}, key);
  else
    std::ranges::stable_sort(keyed, {}, key);
  for (std::size_t r = 0; r < keyed.size(); ++r) {
    content.rows[r] = keyed[r].second;
    content.row_of.emplace_back(keyed[r].second, static_cast<int>(r));
  }
  std::ranges::sort(content.row_of);
}

/// The first step with the most bytes alive, in the range if there is one.
std::uint32_t fullest_step(const PlanView& view, const std::optional<StepRange>& range) {
  const std::size_t steps = view.graph->operator_count();
  if (!range || range->begin >= steps) return view.bounds->peak_step;
  const std::vector<Bytes> curve = bytes_alive(view, view.bounds->alignment);
  const auto in_range = std::span(curve).subspan(range->begin, std::min(range->end, steps) - range->begin);
  return static_cast<std::uint32_t>(range->begin) +
         static_cast<std::uint32_t>(std::ranges::max_element(in_range) - in_range.begin());
}

/// What proves a bound that needs no clique.
QString quick_reason(const PlanView& view) {
  const Bounds& bounds = *view.bounds;
  if (bounds.proved().how == ProvedBound::How::block)
    return Text::tr("The bound: the largest block that must lie end to end, %1.").arg(human_bytes(bounds.best()));
  return Text::tr("The bound: %1 alive at %2.")
      .arg(human_bytes(bounds.best()), step_text(*view.graph, bounds.peak_step));
}

}  // namespace

PeakContent peak_content(const PlanView& view, const PeakQuery& query) {
  PeakContent out;
  out.graph = view.graph;
  out.query = query;
  out.alignment = view.bounds->alignment;
  const std::optional<ProvedBound>& clique = view.bounds->of_blocks ? view.bounds->of_blocks : view.bounds->clique;
  out.clique = query.of == PeakOf::bound && clique.has_value();
  out.step = query.of == PeakOf::moment && query.step ? *query.step : fullest_step(view, query.range);
  out.members = out.clique ? clique->tensors : alive_at(*view.graph, *view.lifetimes, out.step);
  if (query.range)
    std::erase_if(out.members, [&](TensorId t) { return !query.range->meets((*view.lifetimes)[t.index()]); });
  out.total = rounded_total(*view.graph, out.members, out.alignment);
  if (!out.clique && view.plan && view.plan->alignment == out.alignment && !view.graph->in_place().empty())
    out.twice = out.total - bytes_alive(view, out.alignment)[out.step];
  for (const ContributorBy by : {ContributorBy::stream, ContributorBy::phase, ContributorBy::op, ContributorBy::kind})
    out.by[static_cast<std::size_t>(by)] = contributors(*view.graph, out.members, out.alignment, by);
  list_rows(out);
  return out;
}

QString contributor_name(const Contributor& row, ContributorBy by) {
  switch (row.is) {
    case Contributor::Is::named:
      return by == ContributorBy::stream  ? stream_label(row.label)
             : by == ContributorBy::phase ? phase_label(row.label)
             : by == ContributorBy::kind  ? kind_label(row.label)
                                          : text_of(row.label);
    case Contributor::Is::input:
      return Text::tr("present from the start");
    case Contributor::Is::others:
      return Text::tr("%Ln other(s)", nullptr, static_cast<int>(row.merged));
    case Contributor::Is::unnamed:
      break;
  }
  return by == ContributorBy::phase ? Text::tr("no phase")
         : by == ContributorBy::op  ? Text::tr("no operator kind")
                                    : Text::tr("no kind");
}

QString peak_listed(const PeakContent& content) {
  const QString count =
      Text::tr("%1, %2").arg(tensors_text(*content.graph, content.members), human_bytes(content.total));
  const auto& range = content.query.range;
  if (content.clique) return range ? Text::tr("Of the clique: %1").arg(count) : Text::tr("The clique: %1").arg(count);
  const QString step = step_text(*content.graph, content.step);
  if (content.twice > Bytes{})
    return Text::tr("Alive at %1: %2, %3 of it twice: outputs lie over inputs")
        .arg(step, count, human_bytes(content.twice));
  return range && !(content.query.of == PeakOf::moment && content.query.step)
             ? Text::tr("Alive at %1, the fullest: %2").arg(step, count)
             : Text::tr("Alive at %1: %2").arg(step, count);
}

QString peak_verdict(const PlanView& view) {
  if (!view.graph) return Text::tr("No graph is open.");
  if (!view.bounds) return Text::tr("The bounds are being computed…");
  if (!view.plan) return Text::tr("No plan yet; every plan needs at least %1.").arg(human_bytes(view.bounds->best()));
  if (view.plan->serial_streams)
    return Text::tr(
               "The plan needs the streams in the host's order, but the bound of %1 holds for any order: they cannot "
               "be compared.")
        .arg(human_bytes(view.bounds->best()));
  if (!bound_holds(view))
    return Text::tr("The plan shown is aligned to %1, the bound of %2 to %3: they cannot be compared.")
        .arg(exact_bytes(view.plan->alignment), human_bytes(view.bounds->best()), exact_bytes(view.bounds->alignment));
  const Bytes best = bound_of_plan(view);
  const Bytes needed = view.plan->needed(), above = needed - best;
  if (view.clashes)
    return Text::tr("The plan is not safe, so the bound of %1 does not apply to it.").arg(human_bytes(best));
  if (const QString both =
          Text::tr("Footprint %1, bound %2").arg(footprint_words(*view.graph, needed), human_bytes(best));
      !is_measured(view))
    return view.plan->assumed ? Text::tr("%1: the offsets were assumed, so there is no gap.").arg(both)
                              : Text::tr("%1: not everything is counted, so there is no gap.").arg(both);
  if (view.plan->reserved_peak)
    return Text::tr("Reserved %1 at its peak: %2 against the bound of %3.")
        .arg(human_bytes(needed), signed_percent(gap(needed, best)), human_bytes(best));
  if (above == Bytes{0})
    return Text::tr("Footprint and bound are both %1: %2.").arg(full_bytes(best), optimal_text(*view.graph));
  return Text::tr("%1 (%2) above the bound: footprint %3, bound %4.")
      .arg(full_bytes(above), signed_percent(gap(needed, best)), human_bytes(needed), human_bytes(best));
}

QString peak_reason(const PlanView& view) {
  if (!view.graph || !view.bounds) return {};
  const Bounds& bounds = *view.bounds;
  if (bound_holds(view) && view.plan->lower_bound > bounds.best())
    return Text::tr("The bound: a strategy has proved by search that no plan is smaller than %1.")
        .arg(human_bytes(view.plan->lower_bound));
  if (!bounds.clique)
    return quick_reason(view) + ' ' +
           (view.planning ? Text::tr("The heaviest set of tensors that may never share memory is still being computed…")
                          : Text::tr("From lifetimes only: the heaviest set of tensors that may never share memory was "
                                     "not computed."));
  const ProvedBound& proved = bounds.proved();
  const std::size_t apart = proved.tensors.size();
  if (proved.how == ProvedBound::How::waste)
    return Text::tr(
               "The bound: %1 that must all stay apart, plus %2 left unused inside groups and between aligned tensors.")
        .arg(tensors_text(*view.graph, proved.tensors),
             human_bytes(proved.bytes - rounded_total(*view.graph, proved.tensors, bounds.alignment)));
  if (proved.how != ProvedBound::How::clique) return quick_reason(view);
  const QString proof = apart == 1 ? Text::tr("The bound: one tensor alone needs as much.")
                                   : Text::tr("The bound: %1 that must all stay apart, so their sizes add up.")
                                         .arg(tensors_text(*view.graph, proved.tensors));
  if (bounds.of_blocks) return proof;
  const Bytes here = bounds.lifetime.bytes, elsewhere = proved.bytes;
  if (here == elsewhere)
    return proof + ' ' + Text::tr("The shown order needs as much at %1.").arg(step_text(*view.graph, bounds.peak_step));
  const bool alike = human_bytes(here) == human_bytes(elsewhere);
  return proof + ' ' +
         Text::tr("In this order %1 are alive at once; in another interleaving, %2.")
             .arg(alike ? full_bytes(here) : human_bytes(here), alike ? full_bytes(elsewhere) : human_bytes(elsewhere));
}

}  // namespace stowage
