// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>
#include <QStringList>

#include "core/insight/improve/savings.h"

namespace stowage {

/// What stays the same of a change while a search goes on: its plan, or the graph of a point of the front, which may
/// get a better plan. Null: no change.
[[nodiscard]] const void* key_of(const MeasuredSaving& saving);

/// "Order: ROAM", "Sync: conv3 → …reduce0", "Alignment 512 → 64", "Trade-off: 3 edits": long names are shortened at
/// their front, unless they are wanted `whole`.
[[nodiscard]] QString saving_name(const Graph& graph, Bytes alignment, const MeasuredSaving& saving,
                                  bool whole = false);
/// What it does, with whole names; what it assumes; what it costs in time. `now`: what is needed without it.
[[nodiscard]] QString saving_sentence(const Graph& graph, Bytes now, const MeasuredSaving& saving);
/// "other layouts, another order".
[[nodiscard]] QString names_of(const std::vector<SavingWay>& ways);
/// How far the search for syncs came, and what another sync could save at most; `best`: what one saves that was found.
[[nodiscard]] QString syncs_text(const SyncSuggestions& syncs, Bytes best);

/// "Syncs", "Recompute": on the box that allows it.
[[nodiscard]] QString lever_title(Lever lever);
[[nodiscard]] QString lever_tip(Lever lever);
/// "Sync a → b", "Recompute t before b".
[[nodiscard]] QString words_of(const LeverEdit& edit);
/// One edit a line; of many the first, and how many more there are.
[[nodiscard]] QStringList first_words_of(const std::vector<LeverEdit>& edits);

}  // namespace stowage
