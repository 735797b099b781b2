// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/heap_words.h"

#include <cstdlib>

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>

#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

struct HeapWords {
  Q_DECLARE_TR_FUNCTIONS(stowage::HeapWords)
};

const QString kDot = QStringLiteral(" · ");

}  // namespace

QString fitted_facts(const QFont& font, const QString& facts, double width) {
  const QString more = QStringLiteral(" …");
  const QFontMetricsF metrics(font);
  if (metrics.horizontalAdvance(facts) <= width) return facts;
  const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text + more) <= width; };
  for (qsizetype end = facts.lastIndexOf(kDot); end > 0; end = facts.left(end).lastIndexOf(kDot))
    if (fits(facts.left(end))) return facts.left(end) + more;
  const auto is_number = [](const QString& word) { return !word.isEmpty() && word.back().isDigit(); };
  for (qsizetype end = facts.lastIndexOf(' '); end > 0; end = facts.left(end).lastIndexOf(' '))
    if (fits(facts.left(end)) && !is_number(facts.left(end))) return facts.left(end) + more;
  return fitted(font, facts, width);
}

QString against_reserved(Bytes footprint, Bytes reserved) {
  const Bytes saved = reserved - footprint;
  if (saved == Bytes{}) return HeapWords::tr("as much as reserved");
  const double share = reserved > Bytes{} ? static_cast<double>(saved.count) / static_cast<double>(reserved.count) : 0;
  const QString percent = QLocale().toString(100 * std::abs(share), 'f', 0) + '%';
  return (saved > Bytes{} ? HeapWords::tr("%1 less than reserved (%2)") : HeapWords::tr("%1 more than reserved (%2)"))
      .arg(human_bytes({std::abs(saved.count)}), percent);
}

QString static_plans_value(const StaticPlans& plans) {
  if (!plans.serial && !plans.unordered) return {};
  const Bytes serial = plans.serial.value_or(plans.unordered.value_or(Bytes{}));
  const Bytes unordered = plans.unordered.value_or(serial);
  const QString low = human_bytes(serial), high = human_bytes(unordered);
  return low == high ? low : HeapWords::tr("%1 … %2").arg(low, high);
}

QString static_plans_text(const StaticPlans& plans, Bytes reserved) {
  if (!plans.strategy.isEmpty()) {
    const Bytes footprint = plans.serial.value_or(plans.unordered.value_or(Bytes{}));
    return HeapWords::tr("A static plan (%1) of the same lifetimes needs %2: %3.")
        .arg(plans.strategy, human_bytes(footprint), against_reserved(footprint, reserved));
  }
  if (plans.serial && plans.serial == plans.unordered)
    return HeapWords::tr("In the host's order or without reuse between streams, a static plan needs %1: %2.")
        .arg(human_bytes(*plans.serial), against_reserved(*plans.serial, reserved));
  QStringList parts;
  if (plans.serial)
    parts += HeapWords::tr("If the streams keep the host's order, a static plan needs %1: %2.")
                 .arg(human_bytes(*plans.serial), against_reserved(*plans.serial, reserved));
  if (plans.unordered)
    parts += HeapWords::tr("If no stream reuses the memory of another stream, a static plan needs %1: %2.")
                 .arg(human_bytes(*plans.unordered), against_reserved(*plans.unordered, reserved));
  return parts.join(' ');
}

QString static_plans_brief(const StaticPlans& plans, Bytes reserved) {
  if (!plans.strategy.isEmpty()) return static_plans_text(plans, reserved);
  const auto change = [&](Bytes footprint) {
    const double share = reserved > Bytes{}
                             ? static_cast<double>((footprint - reserved).count) / static_cast<double>(reserved.count)
                             : 0;
    return HeapWords::tr("%1 (%2)").arg(signed_bytes(footprint - reserved), signed_percent(share));
  };
  if (plans.serial && plans.serial == plans.unordered)
    return HeapWords::tr("Against reserved: %1 with or without reuse between streams").arg(change(*plans.serial));
  QStringList parts;
  if (plans.serial) parts += HeapWords::tr("%1 in the host's order").arg(change(*plans.serial));
  if (plans.unordered) parts += HeapWords::tr("%1 without reuse between streams").arg(change(*plans.unordered));
  if (parts.isEmpty()) return {};
  return HeapWords::tr("Against reserved: %1").arg(parts.join(QStringLiteral(" … ")));
}

QString segment_events_value(const HeapSegmentEvents& events) {
  QString out =
      HeapWords::tr("%L1 made, %L2 freed").arg(events.made + events.mapped).arg(events.freed + events.unmapped);
  if (events.retries > 0) out += kDot + HeapWords::tr("retried %Ln time(s)", nullptr, as_int(events.retries));
  return out;
}

QString segment_events_tip(const HeapSegmentEvents& events) {
  QStringList lines{
      HeapWords::tr("Segments made in the record: %L1, given back: %L2").arg(events.made).arg(events.freed)};
  if (events.mapped + events.unmapped > 0)
    lines += HeapWords::tr("Pieces of expandable segments mapped: %L1, unmapped: %L2")
                 .arg(events.mapped)
                 .arg(events.unmapped);
  lines += HeapWords::tr("Requests tried again after segments were given back: %L1").arg(events.retries);
  return lines.join('\n');
}

QString failure_title(const RecordedHeap& history, std::size_t failure) {
  const HeapOutOfMemory& what = history.out_of_memory[failure];
  const std::size_t count = history.out_of_memory.size();
  const QString title = HeapWords::tr("Out of memory at event %L1").arg(what.step);
  return count == 1 ? title : HeapWords::tr("%1 (%L2 of %L3)").arg(title).arg(failure + 1).arg(count);
}

QString failure_text(const RecordedHeap& history, std::size_t failure, const FailedAllocation& why) {
  const HeapOutOfMemory& what = history.out_of_memory[failure];
  QStringList parts{HeapWords::tr("requested %1").arg(human_bytes(what.requested))};
  if (what.device_free) parts += HeapWords::tr("free on the device %1").arg(human_bytes(*what.device_free));
  if (!history.segments.empty()) {
    const bool one = history.streams_in_use().size() < 2;
    const QString where = one ? HeapWords::tr("free in segments %1, largest free block %2")
                              : HeapWords::tr("free in segments of %3 %1, largest free block %2");
    const QString text = where.arg(human_bytes(why.free), human_bytes(why.largest));
    parts += one ? text : text.arg(stream_name(history, what.stream));
  }
  if (const HeapFrame* frame = history.telling_frame(what.stack))
    parts += HeapWords::tr("requested by %1").arg(text_of(history.label(*frame)));
  return parts.join(kDot);
}

QString in_the_way_text(const FailedAllocation& why) {
  if (why.in_the_way.empty()) return {};
  return HeapWords::tr("In the way: %Ln block(s), %1", nullptr, as_int(why.in_the_way.size()))
      .arg(human_bytes(why.in_the_way_bytes));
}

QString in_the_way_tip(const FailedAllocation& why) {
  switch (why.way) {
    case FailedAllocation::Way::one_place:
      return HeapWords::tr("Without these blocks, one segment has room for the requested bytes");
    case FailedAllocation::Way::whole_segments:
      return HeapWords::tr("Without these blocks, enough whole segments go back to the device");
    case FailedAllocation::Way::none:
      break;
  }
  return {};
}

}  // namespace stowage
