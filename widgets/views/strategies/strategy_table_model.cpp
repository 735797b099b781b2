// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/strategy_table_model.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include "widgets/painters/charts/strategy_chart.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

/// As a share of the baseline; of nothing, 0.
double change(Bytes now, Bytes baseline) {
  if (baseline.count == 0) return 0;
  return static_cast<double>(now.count - baseline.count) / static_cast<double>(baseline.count);
}

}  // namespace

/// All rows are other, since another may now be the best; the imported plan's comes and goes.
void StrategyTableModel::set_results(PlanSet results) {
  const bool had = results_.row_of(nullptr) == 0, has = results.row_of(nullptr) == 0;
  const bool pinned = results_.baseline() != results.baseline();
  if (has && !had) beginInsertRows({}, 0, 0);
  if (had && !has) beginRemoveRows({}, 0, 0);
  results_ = std::move(results);
  largest_gap_ = 0;
  for (const StrategyRow& row : rows()) largest_gap_ = std::max(largest_gap_, results_.gap_of(row).value_or(0));
  if (has && !had) endInsertRows();
  if (had && !has) endRemoveRows();
  if (pinned) {
    set_columns(columns());
    emit baseline_changed();
  }
  emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

StrategyTableModel::Columns StrategyTableModel::columns() const {
  const auto column = [this](Column of, const QString& title, const QString& hint,
                             const std::optional<QString>& exact_title = {}) {
    return TableColumn<const StrategyRow&>{.title = title,
                                           .hint = hint,
                                           .number = of != kTitle,
                                           .text = [this, of](const StrategyRow& row) { return text(row, of); },
                                           .exact = [this, of](const StrategyRow& row) { return exact(row, of); },
                                           .key = [this, of](const StrategyRow& row) { return sort_key(row, of); },
                                           .tip = [this, of](const StrategyRow& row) { return tool_tip(row, of); },
                                           .exact_title = exact_title};
  };
  const auto change = tr("Difference to the footprint of the pinned baseline");
  const auto only_pinned = results_.baseline() ? std::nullopt : std::optional(QString());
  return {
      column(kTitle, tr("Strategy"), tr("The smallest plan is shown until a strategy is clicked")),
      column(kFootprint, tr("Footprint"),
             tr("The size of the buffer that holds all tensors: the end of the highest one")),
      column(kDelta, tr("Change"), change, only_pinned),
      column(kDeltaShare, QStringLiteral("%"), change, only_pinned),  // beside the change in bytes
      column(kGap, tr("Gap"), tr("How far the footprint is above the best proved lower bound")),
      column(kTime, tr("Time"), tr("How long the strategy took to place all tensors"), tr("Time in ms")),
  };
}

QVariant StrategyTableModel::look(const StrategyRow& row, int /*column*/, int role) const {
  if (role == kGapShareRole) return largest_gap_ > 0 ? results_.gap_of(row).value_or(0) / largest_gap_ : 0.0;
  if (role == Qt::ForegroundRole && !row.good()) return QGuiApplication::palette().brush(QPalette::PlaceholderText);
  if (role != Qt::FontRole) return {};
  QFont font = QGuiApplication::font();
  font.setBold(row.good() && !(row.view.plan && row.view.plan->assumed) && row.footprint == results_.least());
  return font;
}

Qt::ItemFlags StrategyTableModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const StrategyRow& row = at(index.row());
  const bool pointless = !row.footprint && (row.state == StrategyRow::State::stopped || row.refusal);
  return pointless ? Qt::ItemNeverHasChildren : ColumnModel::flags(index);
}

QString StrategyTableModel::short_name(const StrategyRow& row) {
  return row_name(row);
}

QString StrategyTableModel::fault(const StrategyRow& row) {
  if (!row.faulty()) return {};
  if (!*row.check) return QString::fromStdString(row.check->error().faults.front().reason);
  return tr("%Ln violation(s)", nullptr, static_cast<int>(std::min<std::uint64_t>((*row.check)->count, 1'000'000)));
}

QString StrategyTableModel::absence(const StrategyRow& row) {
  if (row.footprint) return {};
  if (row.refusal) return row.refusal->brief;
  if (row.failure) return tr("failed");
  return row.state == StrategyRow::State::idle ? tr("not run") : QString();
}

/// The reason stands where the footprint would.
QString StrategyTableModel::text_without_plan(const StrategyRow& row, int column) {
  if (const QString why = absence(row); !why.isEmpty()) return column == kFootprint ? why : QString();
  return row.state == StrategyRow::State::waiting ? QStringLiteral("…") : QStringLiteral("–");
}

QString StrategyTableModel::tip_without_plan(const StrategyRow& row) {
  if (row.refusal) return row.refusal->reason;
  if (row.failure && row.strategy->live) return tr("No plan. %1").arg(sentence_of(*row.failure));
  if (row.state != StrategyRow::State::idle) return {};
  if (row.failure) return tr("No plan. %1 Press Enter or double-click to run it again.").arg(sentence_of(*row.failure));
  return tr("Not run yet, because it can be slow. Press Enter or double-click to run it.");
}

QString StrategyTableModel::text(const StrategyRow& row, int column) const {
  if (column == kTitle) return row.faulty() ? tr("%1: %2").arg(short_name(row), fault(row)) : short_name(row);
  if (!row.footprint) return text_without_plan(row, column);
  const auto by = results_.change_of(row);
  switch (column) {
    case kFootprint:
      return results_.uncounted().any() ? QStringLiteral("≥ ") + human_bytes(*row.footprint)
                                        : human_bytes(*row.footprint);
    case kDelta:
      return by ? signed_bytes(*by) : QString();
    case kDeltaShare:
      return by ? signed_percent(change(*row.footprint, baseline()->footprint)) : QString();
    case kGap:
      if (row.faulty()) return tr("invalid");
      if (results_.proved_optimal(row)) return tr("0%");
      if (!results_.bounded()) return QStringLiteral("…");
      return results_.gap_of(row) ? signed_percent(*results_.gap_of(row)) : QString();
    case kTime:
      return row.milliseconds ? human_duration(*row.milliseconds) : QString();
    default:
      return {};
  }
}

/// Bytes, milliseconds and shares as numbers; empty where there is none.
QVariant StrategyTableModel::exact(const StrategyRow& row, int column) const {
  if (column == kTitle) return row.strategy ? text_of(row.strategy->id) : text(row, column);
  if (!row.footprint) return QString();
  const auto by = results_.change_of(row);
  switch (column) {
    case kFootprint:
      return static_cast<qlonglong>(row.footprint->count);
    case kDelta:
      return by ? QVariant(static_cast<qlonglong>(by->count)) : QString();
    case kDeltaShare:
      return by ? QVariant(change(*row.footprint, baseline()->footprint)) : QString();
    case kGap:
      return results_.gap_of(row) ? QVariant(*results_.gap_of(row)) : QString();
    default:
      return row.milliseconds ? QVariant(*row.milliseconds) : QString();
  }
}

/// Rows without a figure come last in ascending order.
QVariant StrategyTableModel::sort_key(const StrategyRow& row, int column) const {
  constexpr double kLast = std::numeric_limits<double>::infinity();
  switch (column) {
    case kFootprint:
    case kDelta:
    case kDeltaShare:
    case kGap:
      return row.footprint && !row.faulty() ? static_cast<double>(row.footprint->count) : kLast;
    case kTime:
      return row.footprint ? row.milliseconds.value_or(kLast) : kLast;
    default:
      return static_cast<int>(&row - rows().data());
  }
}

QString StrategyTableModel::tool_tip(const StrategyRow& row, int column) const {
  const QString remark = row.view.plan ? text_of(row.view.plan->remark) : QString();
  if (column == kTitle && !row.strategy)
    return tr("A plan that was opened, not made here") + (row.faulty() ? ".\n" + fault(row) : QString()) +
           (remark.isEmpty() ? remark : ".\n" + remark);
  if (column == kTitle) {
    QStringList lines{
        tr("%1: %2\n%3")
            .arg(text_of(row.strategy->id), strategy_description(*row.strategy), text_of(row.strategy->source))};
    if (const QString limits = strategy_limits(*row.strategy); !limits.isEmpty()) lines += tr("Limits: %1").arg(limits);
    lines += row.footprint ? remark : tip_without_plan(row);
    lines.removeAll(QString());
    return lines.join('\n');
  }
  if (!row.footprint) return tip_without_plan(row);
  const Plan* baseline = this->baseline();
  const QString old = row.stale ? tr(" (before the last change)") : QString();
  const bool at_least = results_.uncounted().any(), assumed = row.view.plan && row.view.plan->assumed;
  if (column == kFootprint)
    return (at_least ? tr("at least %1").arg(full_bytes(*row.footprint)) : full_bytes(*row.footprint)) + old;
  if ((column == kDelta || column == kDeltaShare || column == kGap) && !row.faulty() && (at_least || assumed) &&
      (column == kGap || baseline))
    return at_least ? tr("Unknown: not everything is counted") : tr("Unknown: the offsets were assumed");
  if (column == kDelta || column == kDeltaShare)
    return baseline && results_.change_of(row)
               ? tr("%1, against %2 of the baseline %3")
                         .arg(exact_bytes(*row.footprint), exact_bytes(baseline->footprint),
                              plan_name(*results_.baseline())) +
                     old
               : QString();
  if (column == kGap && row.faulty()) return tr("No safe plan for this graph: %1").arg(fault(row));
  if (column == kGap && results_.proved_optimal(row))
    return tr("Optimal for this order and these streams: no plan is smaller than the lower bound of %1")
        .arg(full_bytes(*results_.lower_bound()));
  if (column == kGap && !results_.bounded()) return tr("The lower bound is still being computed");
  if (column == kGap && !row.bounded && row.view.plan && !row.view.plan->serial_streams)
    return !results_.bound_of(row)
               ? tr("The lower bound is for a larger alignment than this plan's")
               : tr("%1 above the lower bound of %2 for this plan's own alignment")
                     .arg(full_bytes(*row.footprint - *results_.bound_of(row)), full_bytes(*results_.bound_of(row)));
  if (column == kGap && !row.bounded)
    return row.stale || !results_.bound_of(row)
               ? tr("Safe only if the streams keep the host's order; the lower bound holds for any order")
               : tr("%1 above the peak of the lifetimes, %2, both in the host's order")
                     .arg(full_bytes(*row.footprint - *results_.bound_of(row)), full_bytes(*results_.bound_of(row)));
  if (column == kGap && row.stale) return tr("The plan is from before the last change; the lower bound is current");
  if (column == kGap && results_.lower_bound())
    return tr("%1 above the lower bound of %2")
        .arg(full_bytes(*row.footprint - *results_.lower_bound()), full_bytes(*results_.lower_bound()));
  return {};
}

}  // namespace stowage
