// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a recorded heap as a whole.
#pragma once

#include <optional>

#include <QFont>
#include <QString>

#include "core/insight/recorded/out_of_memory.h"
#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// Footprints of static plans of the same lifetimes: for the two readings of the streams, as far as they are known.
/// With one stream both are one.
struct StaticPlans {
  std::optional<Bytes> serial{};     ///< safe only while the streams keep the host's order
  std::optional<Bytes> unordered{};  ///< no stream reuses the memory of another
  QString strategy{};                ///< by which it was made, where there is one stream
};

/// "2.00 MiB less than reserved (20%)", "1.00 MiB more than reserved (10%)", "as much as reserved".
[[nodiscard]] QString against_reserved(Bytes footprint, Bytes reserved);
/// "3.58 GiB", or "18.0 GiB … 26.6 GiB"; empty where nothing is known.
[[nodiscard]] QString static_plans_value(const StaticPlans& plans);
/// What the plans save of what was reserved, with the condition of each; empty where nothing is known.
[[nodiscard]] QString static_plans_text(const StaticPlans& plans, Bytes reserved);
/// The same in a few words: "−103 MiB (−17%) in the host's order … +5 MiB (+1%) without reuse between streams".
[[nodiscard]] QString static_plans_brief(const StaticPlans& plans, Bytes reserved);

/// "61 made, 3 freed"; with the pieces of expandable segments.
[[nodiscard]] QString segment_events_value(const HeapSegmentEvents& events);
[[nodiscard]] QString segment_events_tip(const HeapSegmentEvents& events);

/// "Out of memory at step 422", and which of how many failures it is.
[[nodiscard]] QString failure_title(const RecordedHeap& history, std::size_t failure);
/// What was asked, what the device had, the largest free block, and who asked.
[[nodiscard]] QString failure_text(const RecordedHeap& history, std::size_t failure, const FailedAllocation& why);
/// What the pieces in the way have in common; empty where there are none.
[[nodiscard]] QString in_the_way_text(const FailedAllocation& why);
[[nodiscard]] QString in_the_way_tip(const FailedAllocation& why);

/// Facts that are parted by " · ", at most that wide: as many as fit, whole, and "…". What is too long alone loses
/// words at its end, and no number its unit.
[[nodiscard]] QString fitted_facts(const QFont& font, const QString& facts, double width);

}  // namespace stowage
