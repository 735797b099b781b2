// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/savings/saving_words.h"

#include <algorithm>
#include <set>

#include <QCoreApplication>
#include <QStringList>

#include "core/insight/simulate/timing.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::SavingsPane)
};

constexpr qsizetype kLongestName = 11;  // two of them fit beside the figures
constexpr std::size_t kMostKinds = 4;

/// Names of one graph mostly differ at their end.
QString short_name(const QString& name) {
  return name.size() <= kLongestName ? name : "…" + name.right(kLongestName - 1);
}
QString short_name(std::string_view name) {
  return short_name(text_of(name));
}

QString count_of(Bytes bytes) {
  return QLocale().toString(static_cast<qlonglong>(bytes.count));
}

/// "Add, Relu and 3 more": what the operators are whose outputs would be written over inputs.
QString kinds_of(const Graph& graph, const InPlaceReuse& reuse) {
  std::set<QString> kinds;
  for (const InPlace& pair : reuse.pairs) kinds.insert(text_of(graph.kind(graph.producer(pair.output))));
  QStringList shown;
  for (const QString& kind : kinds)
    if (shown.size() < static_cast<qsizetype>(kMostKinds)) shown += kind;
  const QString list = shown.join(", ");
  return kinds.size() <= kMostKinds
             ? list
             : Text::tr("%1 and %Ln more", nullptr, static_cast<int>(kinds.size() - kMostKinds)).arg(list);
}

QString price_of(const Graph& graph, std::int64_t slower) {
  if (!graph.has_durations()) return Text::tr("The price in time is unknown: no operator has a duration.");
  if (slower == 0) return Text::tr("The makespan stays the same.");
  const QString time = makespan_text({slower < 0 ? -slower : slower, has_estimates(graph)});
  return (slower > 0 ? Text::tr("The makespan grows by %1.") : Text::tr("The makespan shrinks by %1.")).arg(time);
}

}  // namespace

QString saving_name(const Graph& graph, Bytes alignment, const MeasuredSaving& saving) {
  const auto name = [&](OperatorId o) { return short_name(graph.name(o)); };
  const auto stream = [&](StreamId s) { return short_name(stream_label(graph, s)); };
  return std::visit(
      Overloaded{[&](const OtherLayout& layout) { return Text::tr("Layout: %1").arg(strategy_name(*layout.strategy)); },
                 [&](const OtherAlignment& other) {
                   return Text::tr("Alignment %1 → %2").arg(count_of(alignment), count_of(other.alignment));
                 },
                 [&](const InPlaceReuse&) {
                   return Text::tr("In place: %Ln output(s)", nullptr, static_cast<int>(saving.written_over));
                 },
                 [&](const MergedStreams& merged) {
                   return Text::tr("Streams: %1 → %2").arg(stream(merged.from), stream(merged.into));
                 },
                 [&](const OneStream&) { return Text::tr("One stream"); },
                 [&](const OtherOrder& order) { return Text::tr("Order: %1").arg(order_name(*order.strategy)); },
                 [&](const AddedSync& added) {
                   return Text::tr("Sync: %1 → %2").arg(name(added.sync.before), name(added.sync.after));
                 }},
      saving.edit);
}

QString saving_sentence(const Graph& graph, const MeasuredSaving& saving) {
  const auto name = [&](OperatorId o) { return text_of(graph.name(o)); };
  const auto stream = [&](StreamId s) { return stream_label(graph, s); };
  const auto price = [&](const QString& what) { return what + ' ' + price_of(graph, saving.slower); };
  const QString what = std::visit(
      Overloaded{[&](const OtherLayout& layout) {
                   return layout.strategy->live ? Text::tr("Only the offsets change.")
                                                : Text::tr("A short search found this plan. Only the offsets change.");
                 },
                 [&](const OtherAlignment& other) {
                   return Text::tr("The target must allow an alignment of %1 bytes.").arg(count_of(other.alignment));
                 },
                 [&](const InPlaceReuse& reuse) {
                   return Text::tr("Assumes kernels that read each element before they write it: %1.")
                       .arg(kinds_of(graph, reuse));
                 },
                 [&](const MergedStreams& merged) {
                   return price(
                       Text::tr("The operators of %1 run on %2.").arg(stream(merged.from), stream(merged.into)));
                 },
                 [&](const OneStream&) { return price(Text::tr("All operators run on one stream.")); },
                 [&](const OtherOrder& order) {
                   const QString how = order_description(*order.strategy) + '.';
                   return graph.stream_count() > 1 ? price(how) : how;
                 },
                 [&](const AddedSync& added) {
                   return price(Text::tr("%1 waits for %2.").arg(name(added.sync.after), name(added.sync.before)));
                 }},
      saving.edit);
  return Text::tr("The plan then needs %1.").arg(human_bytes(saving.footprint())) + ' ' + what;
}

QString names_of(const std::vector<SavingWay>& ways) {
  QStringList names;
  for (const SavingWay way : ways) switch (way) {
      case SavingWay::layout:
        names += Text::tr("other layouts");
        break;
      case SavingWay::alignment:
        names += Text::tr("alignments");
        break;
      case SavingWay::in_place:
        names += Text::tr("in-place reuse");
        break;
      case SavingWay::streams:
        names += Text::tr("fewer streams");
        break;
      case SavingWay::order:
        names += Text::tr("other orders");
        break;
      case SavingWay::sync:
        names += Text::tr("syncs");
        break;
    }
  return names.join(", ");
}

}  // namespace stowage
