// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/concurrency/suggestion_table_model.h"

#include <algorithm>
#include <utility>

#include "core/insight/simulate/timing.h"
#include "core/plan/plan.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/concurrency/sync_cost_model.h"

namespace stowage {

QString moves_text(const Graph& graph, const SyncSuggestion& each) {
  const QString waits = text_of(graph.name(each.sync.after));
  const QString text =
      each.later == 1
          ? SuggestionTableModel::tr("%1 also changes the order shown: it moves %2 later.")
          : SuggestionTableModel::tr(
                "%1 also changes the order shown: it moves %Ln operator(s) later, %2 and the operators after it.",
                nullptr, static_cast<int>(each.later));
  return text.arg(sync_arrow(graph, each.sync), waits);
}

SuggestionTableModel::SuggestionTableModel(QObject* parent) : ColumnModel(parent) {
  const auto share = [this](const SyncSuggestion& each) { return gap(each.with.footprint, results_.now.footprint); };
  Columns columns{
      {.title = tr("Sync to add"),
       .hint = tr("The second operator would wait for the first"),
       .text = [this](const SyncSuggestion& each) { return sync_arrow(*graph_, each.sync); }},
      number(
          tr("Saves"), tr("How much less memory the best plan needs with the sync"),
          [](const SyncSuggestion& each) { return each.saved.count; }, cell::bytes),
      {.title = tr("Change"),
       .hint = tr("The footprint with the sync, compared with the footprint now"),
       .number = true,
       .text = [share](const SyncSuggestion& each) { return signed_percent(share(each)); },
       .exact = share},
      {.title = tr("Time"),
       .hint = tr("Time that the sync adds to the makespan; empty without durations"),
       .number = true,
       .text =
           [this](const SyncSuggestion& each) {
             return graph_->has_durations() ? signed_duration(each.slower) : QString();
           },
       .exact = [](const SyncSuggestion& each) { return exact_number(each.slower); },
       .blank = [this] { return !graph_ || !graph_->has_durations(); }},
      number(
          tr("Moved later"), tr("How many operators the sync moves later in the order shown"),
          [](const SyncSuggestion& each) { return each.later; },
          [](std::int64_t n) { return n > 0 ? cell::count(n) : QString(); }),
  };
  columns[kLater].blank = [this] {
    return std::ranges::all_of(results_.best, [](const SyncSuggestion& each) { return each.later == 0; });
  };
  set_columns(std::move(columns));
}

void SuggestionTableModel::set_results(std::shared_ptr<const Graph> graph, SyncSuggestions results) {
  if (graph == graph_ && results.now == results_.now && results.best == results_.best) {
    results_ = std::move(results);
    return set_stale(false);
  }
  reset([&] {
    graph_ = std::move(graph);
    results_ = std::move(results);
    stale_ = false;
    estimated_ = graph_ && has_estimates(*graph_);
    rename_column(kSlower, estimated_ ? tr("Est. time") : tr("Time"));
  });
}

int SuggestionTableModel::row_of(const ControlEdge& sync) const {
  const auto at = std::ranges::find(results_.best, sync, &SyncSuggestion::sync);
  return at == results_.best.end() ? -1 : static_cast<int>(at - results_.best.begin());
}

void SuggestionTableModel::set_stale(bool stale) {
  if (stale == stale_) return;
  stale_ = stale;
  all_changed();
}

QString SuggestionTableModel::tool_tip(const SyncSuggestion& each) const {
  const auto& [before, after] = each.sync;
  QString out = tr("Let %1 (%2) wait for %3 (%4), and the best plan needs %5 instead of %6.")
                    .arg(text_of(graph_->name(after)), stream_label(*graph_, graph_->stream(after)),
                         text_of(graph_->name(before)), stream_label(*graph_, graph_->stream(before)),
                         full_bytes(each.with.footprint), full_bytes(results_.now.footprint));
  out += each.with.footprint == each.with.bound
             ? ' ' + tr("No plan with this sync needs less.")
             : ' ' + tr("Every plan with this sync needs at least %1.").arg(full_bytes(each.with.bound));
  if (graph_->has_durations())
    out += ' ' + (each.slower == 0 ? tr("The makespan stays the same.")
                                   : tr("The makespan grows by %1.").arg(makespan_text({each.slower, estimated_})));
  if (each.later > 0) out += ' ' + moves_text(*graph_, each);
  return out;
}

QVariant SuggestionTableModel::look(const SyncSuggestion& each, int /*column*/, int role) const {
  if (role == Qt::ToolTipRole) return tool_tip(each);
  return role == Qt::ForegroundRole && stale_ ? quiet_text() : QVariant();
}

/// Stale rows are read, but nothing is done with them.
Qt::ItemFlags SuggestionTableModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags all = ColumnModel::flags(index);
  return stale_ ? all & ~(Qt::ItemIsEnabled | Qt::ItemIsSelectable) : all;
}

}  // namespace stowage
