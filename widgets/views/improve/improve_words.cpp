// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/improve/improve_words.h"

#include <set>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "core/insight/simulate/timing.h"
#include "core/plan/plan.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::ImprovePane)
};

constexpr qsizetype kLongestName = 11;  // two of them fit in a line
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

/// What a sync that goes against the order shown does to it.
QString moves_text(const Graph& graph, const ControlEdge& sync, std::size_t later) {
  const QString waits = text_of(graph.name(sync.after));
  return later == 1 ? Text::tr("It moves %1 later in the order shown.").arg(waits)
                    : Text::tr("It moves %Ln operator(s) later in the order shown: %1 and the operators after it.",
                               nullptr, static_cast<int>(later))
                          .arg(waits);
}

}  // namespace

const void* key_of(const MeasuredSaving& saving) {
  const auto* several = std::get_if<SeveralEdits>(&saving.edit);
  return several != nullptr ? static_cast<const void*>(several->graph.get()) : saving.plan.get();
}

QString saving_name(const Graph& graph, Bytes alignment, const MeasuredSaving& saving, bool whole) {
  const auto name = [&](OperatorId o) { return whole ? text_of(graph.name(o)) : short_name(graph.name(o)); };
  const auto stream = [&](StreamId s) { return whole ? stream_label(graph, s) : short_name(stream_label(graph, s)); };
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
                 },
                 [&](const SeveralEdits& several) {
                   return Text::tr("Trade-off: %Ln edit(s)", nullptr, static_cast<int>(several.edits->size()));
                 }},
      saving.edit);
}

QString saving_sentence(const Graph& graph, Bytes now, const MeasuredSaving& saving) {
  const auto name = [&](OperatorId o) { return text_of(graph.name(o)); };
  const auto stream = [&](StreamId s) { return stream_label(graph, s); };
  const auto price = [&](const QString& what) { return what + ' ' + price_of(graph, saving.slower); };
  const QString what = std::visit(
      Overloaded{
          [&](const OtherLayout& layout) {
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
            return price(Text::tr("The operators of %1 run on %2.").arg(stream(merged.from), stream(merged.into)));
          },
          [&](const OneStream&) { return price(Text::tr("All operators run on one stream.")); },
          [&](const OtherOrder& order) {
            const QString how = order_description(*order.strategy) + '.';
            return graph.stream_count() > 1 ? price(how) : how;
          },
          [&](const AddedSync& added) {
            const QString waits = Text::tr("%1 waits for %2.").arg(name(added.sync.after), name(added.sync.before));
            return saving.later == 0 ? price(waits) : price(waits) + ' ' + moves_text(graph, added.sync, saving.later);
          },
          [&](const SeveralEdits& several) { return price(first_words_of(*several.edits).join("; ") + '.'); }},
      saving.edit);
  return Text::tr("The plan then needs %1 (%2).")
             .arg(human_bytes(saving.footprint()), signed_percent(gap(saving.footprint(), now))) +
         ' ' + what;
}

QString names_of(const std::vector<SavingWay>& ways) {
  static constexpr const char* kNames[] = {QT_TRANSLATE_NOOP("stowage::ImprovePane", "other layouts"),
                                           QT_TRANSLATE_NOOP("stowage::ImprovePane", "alignments"),
                                           QT_TRANSLATE_NOOP("stowage::ImprovePane", "in-place reuse"),
                                           QT_TRANSLATE_NOOP("stowage::ImprovePane", "fewer streams"),
                                           QT_TRANSLATE_NOOP("stowage::ImprovePane", "other orders"),
                                           QT_TRANSLATE_NOOP("stowage::ImprovePane", "syncs")};
  QStringList names;
  for (const SavingWay way : ways) names += Text::tr(kNames[static_cast<std::size_t>(way)]);
  return names.join(", ");
}

QString syncs_text(const SyncSuggestions& syncs, Bytes best) {
  if (syncs.syncs == 0) return {};
  const QLocale locale;
  const QString all = locale.toString(static_cast<qulonglong>(syncs.syncs));
  const QString planned = locale.toString(static_cast<qulonglong>(syncs.planned));
  const QString out = syncs.all_planned ? Text::tr("All %1 possible syncs were planned.").arg(all)
                      : syncs.all_bounded
                          ? Text::tr("All %1 possible syncs were bounded, %2 planned.").arg(all, planned)
                          : Text::tr("%1 of %2 possible syncs were planned.").arg(planned, all);
  if (syncs.all_planned || syncs.possible <= best) return out;
  return out + ' ' + Text::tr("By the bounds, another could save at most %1.").arg(human_bytes(syncs.possible));
}

QString lever_title(Lever lever) {
  static constexpr const char* kTitles[] = {
      QT_TRANSLATE_NOOP("stowage::ImprovePane", "Syncs"), QT_TRANSLATE_NOOP("stowage::ImprovePane", "Streams"),
      QT_TRANSLATE_NOOP("stowage::ImprovePane", "Order"), QT_TRANSLATE_NOOP("stowage::ImprovePane", "Recompute"),
      QT_TRANSLATE_NOOP("stowage::ImprovePane", "Offload")};
  return Text::tr(kTitles[static_cast<std::size_t>(lever)]);
}

QString lever_tip(Lever lever) {
  static constexpr const char* kTips[] = {
      QT_TRANSLATE_NOOP("stowage::ImprovePane", "Let an operator wait for another"),
      QT_TRANSLATE_NOOP("stowage::ImprovePane", "Move operators to another stream"),
      QT_TRANSLATE_NOOP("stowage::ImprovePane", "Run an operator earlier or later"),
      QT_TRANSLATE_NOOP("stowage::ImprovePane", "Compute a tensor again before its late uses"),
      QT_TRANSLATE_NOOP("stowage::ImprovePane", "Copy a tensor to the host and back before its late uses, at 25 GB/s")};
  return Text::tr(kTips[static_cast<std::size_t>(lever)]);
}

QString words_of(const LeverEdit& edit) {
  const auto name = [&](std::size_t k) { return text_of(edit.operators[k]); };
  switch (edit.lever) {
    case Lever::sync:
      return Text::tr("Sync %1 → %2").arg(name(0), name(1));
    case Lever::stream:
      return edit.operators.size() == 1
                 ? Text::tr("Move %1 to %2").arg(name(0), stream_label(edit.stream_label))
                 : Text::tr("Move %1 and %Ln more to %2", nullptr, static_cast<int>(edit.operators.size() - 1))
                       .arg(name(0), stream_label(edit.stream_label));
    case Lever::order:
      return edit.operators.size() == 1 ? Text::tr("Run %1 as the last").arg(name(0))
                                        : Text::tr("Run %1 before %2").arg(name(0), name(1));
    case Lever::recompute:
      return Text::tr("Recompute %1 before %2").arg(text_of(edit.tensor), name(0));
    case Lever::offload:
      return Text::tr("Offload %1 until %2").arg(text_of(edit.tensor), name(0));
  }
  return {};
}

QStringList first_words_of(const std::vector<LeverEdit>& edits) {
  constexpr std::size_t kMostShown = 8;
  QStringList out;
  for (const LeverEdit& edit : edits) {
    if (out.size() == static_cast<qsizetype>(kMostShown)) {
      out += Text::tr("and %Ln more", nullptr, static_cast<int>(edits.size() - kMostShown));
      break;
    }
    out += words_of(edit);
  }
  return out;
}

}  // namespace stowage
