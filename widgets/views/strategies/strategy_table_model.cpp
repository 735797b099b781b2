// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/strategy_table_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include "core/plan/plan.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/text_table.h"

namespace stowage {
namespace {

QString text_of(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// What a row is that waits for nothing and has no plan.
StrategyRow::State at_rest(const LayoutStrategy& strategy) {
  return strategy.live ? StrategyRow::State::stopped : StrategyRow::State::idle;
}

/// As a share of the baseline; of nothing, 0.
double change(Bytes now, Bytes baseline) {
  if (baseline.count == 0) return 0;
  return static_cast<double>(now.count - baseline.count) / static_cast<double>(baseline.count);
}

}  // namespace

StrategyTableModel::StrategyTableModel(QObject* parent) : QAbstractTableModel(parent) {
  for (const LayoutStrategy& strategy : layout_strategies()) rows_.push_back({.strategy = &strategy});
  std::ranges::stable_partition(rows_, [](const StrategyRow& row) { return row.strategy->standard; });
}

int StrategyTableModel::row_of(const LayoutStrategy* strategy) const {
  const auto at = std::ranges::find(rows_, strategy, &StrategyRow::strategy);
  return at == rows_.end() ? -1 : static_cast<int>(at - rows_.begin());
}

std::optional<Bytes> StrategyTableModel::best() const {
  std::optional<Bytes> best;
  for (const StrategyRow& row : rows_)
    if (row.footprint && !row.stale && row.bounded && row.fault.isEmpty() && (!best || *row.footprint < *best))
      best = row.footprint;
  return best;
}

bool StrategyTableModel::proved_optimal(const StrategyRow& row) const {
  return sizes_known_ && row.footprint && !row.stale && row.bounded && row.fault.isEmpty() && bounded_ &&
         row.footprint == lower_bound();
}

std::optional<Bytes> StrategyTableModel::lower_bound() const {
  return bounds_ ? std::optional(std::max(bounds_->best(), proved_)) : std::nullopt;
}

void StrategyTableModel::clear() {
  beginResetModel();
  std::erase_if(rows_, [](const StrategyRow& row) { return !row.strategy; });
  for (StrategyRow& row : rows_) row = {.strategy = row.strategy};
  bounds_ = nullptr;
  proved_ = {};
  bounded_ = true;
  baseline_.reset();
  endResetModel();
}

void StrategyTableModel::begin() {
  bounded_ = false;
  proved_ = {};
  for (StrategyRow& row : rows_) {
    if (!row.strategy) continue;
    if (!row.strategy->live) {
      row = {.strategy = row.strategy, .state = StrategyRow::State::idle, .refusal = row.refusal};
      continue;
    }
    row.state = StrategyRow::State::waiting;
    row.stale = row.footprint.has_value();
  }
  all_changed();
}

void StrategyTableModel::set_results(std::span<const StrategyFigures> results) {
  for (const StrategyFigures& result : results) {
    const int at = row_of(result.strategy);
    if (at < 0) continue;
    StrategyRow& row = rows_[static_cast<std::size_t>(at)];
    if (!result.footprint)
      row.state = at_rest(*row.strategy);
    else
      row = {.strategy = result.strategy,
             .state = StrategyRow::State::done,
             .stale = false,
             .footprint = result.footprint,
             .milliseconds = result.milliseconds};
  }
  all_changed();  // another row may no longer be the best
}

void StrategyTableModel::end() {
  bounded_ = true;
  for (StrategyRow& row : rows_)
    if (row.state == StrategyRow::State::waiting) row.state = at_rest(*row.strategy);
  all_changed();
}

void StrategyTableModel::set_refused(std::span<const RefusedStrategy> refused) {
  for (StrategyRow& row : rows_) {
    const auto at = std::ranges::find(refused, row.strategy, &RefusedStrategy::strategy);
    row.refusal = at == refused.end() ? std::nullopt : std::optional(at->refusal);
  }
  all_changed();
}

void StrategyTableModel::set_running(const LayoutStrategy* strategy) {
  for (StrategyRow& row : rows_) {
    if (!row.strategy || row.strategy->live) continue;
    if (row.strategy == strategy) {
      row.state = StrategyRow::State::waiting;
      row.failure.clear();
    } else if (row.state == StrategyRow::State::waiting) {
      row.state = row.footprint ? StrategyRow::State::done : StrategyRow::State::idle;
    }
  }
  all_changed();
}

void StrategyTableModel::set_bounds(std::shared_ptr<const Bounds> bounds, bool sizes_known) {
  bounds_ = std::move(bounds);
  sizes_known_ = sizes_known;
  bounded_ = bounded_ || (bounds_ && bounds_->clique);
  all_changed();
}

void StrategyTableModel::set_failed(const LayoutStrategy& strategy, const QString& reason) {
  const int at = row_of(&strategy);
  if (at < 0 || rows_[static_cast<std::size_t>(at)].footprint) return;
  rows_[static_cast<std::size_t>(at)].failure = reason;
  all_changed();
}

void StrategyTableModel::set_proved(Bytes bound) {
  proved_ = bound;
  all_changed();
}

void StrategyTableModel::set_imported(std::optional<Bytes> footprint, bool stale, const QString& fault,
                                      const QString& name, bool bounded) {
  const bool present = row_of(nullptr) == 0;
  const StrategyRow row{.state = StrategyRow::State::done,
                        .stale = stale,
                        .footprint = footprint,
                        .name = name,
                        .bounded = bounded,
                        .fault = fault};
  if (present && footprint) {
    rows_.front() = row;
    return all_changed();
  }
  if (present) {
    beginRemoveRows({}, 0, 0);
    rows_.erase(rows_.begin());
    endRemoveRows();
  } else if (footprint) {
    beginInsertRows({}, 0, 0);
    rows_.insert(rows_.begin(), row);
    endInsertRows();
  }
}

void StrategyTableModel::set_baseline(std::optional<BaselineFigures> baseline) {
  baseline_ = std::move(baseline);
  emit baseline_changed();
  all_changed();
}

void StrategyTableModel::all_changed() {
  emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int StrategyTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int StrategyTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant StrategyTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const StrategyRow& row = rows_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return text(row, index.column());
    case kExactRole:
      return exact(row, index.column());
    case kSortRole:
      return sort_key(row, index.column(), index.row());
    case Qt::ToolTipRole:
      return tool_tip(row, index.column());
    case Qt::TextAlignmentRole:
      return static_cast<int>((index.column() == kTitle ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole: {
      QFont font = QGuiApplication::font();
      font.setBold(row.footprint && !row.stale && row.fault.isEmpty() && row.footprint == best());
      return font;
    }
    case Qt::ForegroundRole:
      if (row.stale || !row.footprint || !row.fault.isEmpty())
        return QGuiApplication::palette().brush(QPalette::Disabled, QPalette::Text);
      return {};
    default:
      return {};
  }
}

QVariant StrategyTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section == kTitle ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && section == kTitle) return tr("The smallest plan is shown until a strategy is clicked");
  if (role == Qt::ToolTipRole && section == kFootprint)
    return tr("The size of the buffer that holds all tensors: the end of the highest one");
  if (role == Qt::ToolTipRole && section == kGap)
    return tr("How far the footprint lies above the best proved lower bound: no plan can be below that");
  if (role == Qt::ToolTipRole && section == kTime) return tr("How long the strategy took to place all tensors");
  if (role == Qt::ToolTipRole && (section == kDelta || section == kDeltaShare))
    return tr("How far the footprint lies from that of the pinned baseline");
  if (role == kExactRole && !baseline_ && (section == kDelta || section == kDeltaShare)) return QString();
  if (role == kExactRole && section == kTime) return tr("Time in ms");
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kTitle:
      return tr("Strategy");
    case kFootprint:
      return tr("Footprint");
    case kDelta:
      return tr("Change");
    case kDeltaShare:
      return QStringLiteral("%");  // beside the change in bytes
    case kGap:
      return tr("Gap");
    case kTime:
      return tr("Time");
    default:
      return {};
  }
}

Qt::ItemFlags StrategyTableModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const StrategyRow& row = rows_[static_cast<std::size_t>(index.row())];
  const bool pointless = !row.footprint && (row.state == StrategyRow::State::stopped || row.refusal);
  return pointless ? Qt::ItemNeverHasChildren : QAbstractTableModel::flags(index);
}

QString StrategyTableModel::short_name(const StrategyRow& row) {
  if (row.strategy) return text_of(row.strategy->id);
  return row.name.isEmpty() ? tr("imported") : row.name;
}

std::optional<double> StrategyTableModel::gap_of(const StrategyRow& row) const {
  if (!row.footprint || row.stale || !row.bounded || !row.fault.isEmpty() || !bounded_ || !bounds_) return std::nullopt;
  return gap(*row.footprint, *lower_bound());
}

QString StrategyTableModel::absence(const StrategyRow& row) {
  if (row.footprint) return {};
  if (row.refusal) return row.refusal->brief;
  if (row.state != StrategyRow::State::idle) return {};
  return row.failure.isEmpty() ? tr("not run") : tr("failed");
}

/// The reason stands where the footprint would.
QString StrategyTableModel::text_without_plan(const StrategyRow& row, int column) {
  if (const QString why = absence(row); !why.isEmpty()) return column == kFootprint ? why : QString();
  return row.state == StrategyRow::State::waiting ? QStringLiteral("…") : QStringLiteral("–");
}

QString StrategyTableModel::tip_without_plan(const StrategyRow& row) {
  if (row.refusal) return row.refusal->reason;
  if (row.state != StrategyRow::State::idle) return {};
  if (!row.failure.isEmpty()) return tr("No plan. %1 Enter or a double click runs it again.").arg(row.failure);
  return tr("Not run for this graph: it may take its time, so it waits to be asked. Enter or a double click runs it.");
}

QString StrategyTableModel::text(const StrategyRow& row, int column) const {
  if (column == kTitle) return row.fault.isEmpty() ? short_name(row) : tr("%1: %2").arg(short_name(row), row.fault);
  if (!row.footprint) return text_without_plan(row, column);
  switch (column) {
    case kFootprint:
      return human_bytes(*row.footprint);
    case kDelta:
      return baseline_ ? signed_bytes(*row.footprint - baseline_->footprint) : QString();
    case kDeltaShare:
      return baseline_ ? signed_percent(change(*row.footprint, baseline_->footprint)) : QString();
    case kGap:
      if (!row.fault.isEmpty()) return tr("invalid");
      if (proved_optimal(row)) return tr("0%");
      if (!bounded_) return QStringLiteral("…");
      return gap_of(row) ? signed_percent(*gap_of(row)) : QString();
    case kTime:
      return row.strategy ? human_duration(row.milliseconds) : QString();
    default:
      return {};
  }
}

/// Bytes, milliseconds and shares as numbers; empty where there is none.
QVariant StrategyTableModel::exact(const StrategyRow& row, int column) const {
  if (column == kTitle) return text(row, column);
  if (!row.footprint) return QString();
  switch (column) {
    case kFootprint:
      return static_cast<qlonglong>(row.footprint->count);
    case kDelta:
      return baseline_ ? QVariant(static_cast<qlonglong>((*row.footprint - baseline_->footprint).count)) : QString();
    case kDeltaShare:
      return baseline_ ? QVariant(change(*row.footprint, baseline_->footprint)) : QString();
    case kGap:
      return gap_of(row) ? QVariant(*gap_of(row)) : QString();
    default:
      return row.strategy ? QVariant(row.milliseconds) : QString();
  }
}

/// Rows without a figure come last in ascending order.
QVariant StrategyTableModel::sort_key(const StrategyRow& row, int column, int at) const {
  constexpr double kLast = std::numeric_limits<double>::infinity();
  switch (column) {
    case kFootprint:
    case kDelta:
    case kDeltaShare:
    case kGap:
      return row.footprint && row.fault.isEmpty() ? static_cast<double>(row.footprint->count) : kLast;
    case kTime:
      return row.strategy && row.footprint ? row.milliseconds : kLast;
    default:
      return at;
  }
}

QString StrategyTableModel::tool_tip(const StrategyRow& row, int column) const {
  if (column == kTitle && !row.strategy)
    return tr("A plan that was opened, not made here") + (row.fault.isEmpty() ? QString() : ".\n" + row.fault);
  if (column == kTitle) {
    QStringList lines{
        tr("%1: %2\n%3")
            .arg(text_of(row.strategy->id), strategy_description(*row.strategy), text_of(row.strategy->source))};
    if (const QString limits = strategy_limits(*row.strategy); !limits.isEmpty()) lines += tr("Limits: %1").arg(limits);
    if (!row.footprint) lines += tip_without_plan(row);
    lines.removeAll(QString());
    return lines.join('\n');
  }
  if (!row.footprint) return tip_without_plan(row);
  const QString old = row.stale ? tr(" (before the last change)") : QString();
  if (column == kFootprint) return full_bytes(*row.footprint) + old;
  if (column == kDelta || column == kDeltaShare)
    return baseline_ ? tr("%1, against %2 of the baseline %3")
                               .arg(exact_bytes(*row.footprint), exact_bytes(baseline_->footprint), baseline_->name) +
                           old
                     : QString();
  if (column == kGap && !row.fault.isEmpty()) return tr("No safe plan for this graph: %1").arg(row.fault);
  if (column == kGap && proved_optimal(row))
    return tr("Optimal for this order and these streams: no plan is smaller than the lower bound of %1")
        .arg(full_bytes(*lower_bound()));
  if (column == kGap && !bounded_) return tr("The lower bound is still being computed");
  if (column == kGap && !row.bounded)
    return tr("Safe only if the streams keep the host's order; the lower bound holds for any order");
  if (column == kGap && row.stale) return tr("The plan is that before the last change, the lower bound is not");
  if (column == kGap && bounds_)
    return tr("%1 above the lower bound of %2")
        .arg(full_bytes(*row.footprint - *lower_bound()), full_bytes(*lower_bound()));
  return {};
}

}  // namespace stowage
