// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/footprint_matrix_model.h"

#include <algorithm>

#include <QFont>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/text_table.h"

namespace stowage {

void FootprintMatrixModel::set_axes(std::vector<KnownOrderPtr> orders, std::vector<const LayoutStrategy*> layouts) {
  if (orders == orders_ && layouts == layouts_) return;
  beginResetModel();
  orders_ = std::move(orders);
  layouts_ = std::move(layouts);
  endResetModel();
}

void FootprintMatrixModel::all_changed() {
  if (!orders_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

/// All may change with one: the least, and what meets the bound of its row.
void FootprintMatrixModel::set_cell(const KnownOrderPtr& order, const LayoutStrategy& layout, MatrixCell cell) {
  Bytes& bound = bounds_[order];
  bound = std::max(bound, cell.lower_bound);
  cells_[{order, &layout}] = std::move(cell);
  all_changed();
}

void FootprintMatrixModel::set_interleaved(std::map<KnownOrderPtr, Bytes> interleaved) {
  if (interleaved == interleaved_) return;
  interleaved_ = std::move(interleaved);
  all_changed();
}

void FootprintMatrixModel::forget_running() {
  std::erase_if(cells_, [](const auto& each) { return each.second.state == MatrixCell::State::running; });
  all_changed();
}

void FootprintMatrixModel::forget_all() {
  cells_.clear();
  bounds_.clear();
  all_changed();
}

const MatrixCell* FootprintMatrixModel::cell(const KnownOrderPtr& order, const LayoutStrategy& layout) const {
  const auto at = cells_.find({order, &layout});
  return at == cells_.end() ? nullptr : &at->second;
}

std::optional<Bytes> FootprintMatrixModel::least() const {
  std::optional<Bytes> out;
  for (const KnownOrderPtr& order : orders_)
    for (const LayoutStrategy* layout : layouts_)
      if (const MatrixCell* one = cell(order, *layout); one && one->state == MatrixCell::State::done)
        out = std::min(out.value_or(one->footprint), one->footprint);
  return out;
}

std::optional<FootprintMatrixModel::Against> FootprintMatrixModel::against_first(const KnownOrderPtr& order) const {
  std::optional<Against> out;
  for (const LayoutStrategy* layout : layouts_) {
    const MatrixCell *own = cell(order, *layout), *first = cell(orders_.front(), *layout);
    if (!own || !first || own->state != MatrixCell::State::done || first->state != MatrixCell::State::done) continue;
    if (!out) out = Against{own->footprint, first->footprint};
    out = Against{std::min(out->own, own->footprint), std::min(out->first, first->footprint)};
  }
  return out;
}

Bytes FootprintMatrixModel::bound_of(const KnownOrderPtr& order) const {
  const auto in = [&](const std::map<KnownOrderPtr, Bytes>& bounds) {
    const auto at = bounds.find(order);
    return at == bounds.end() ? Bytes{} : at->second;
  };
  return std::max(in(bounds_), in(interleaved_));
}

bool FootprintMatrixModel::meets_bound(const KnownOrderPtr& order, const MatrixCell& cell) const {
  return cell.state == MatrixCell::State::done && cell.footprint == bound_of(order);
}

int FootprintMatrixModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(orders_.size());
}

int FootprintMatrixModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kFirstLayout + static_cast<int>(layouts_.size());
}

QString FootprintMatrixModel::peak_tip(const KnownOrderPtr& order) const {
  const auto at = interleaved_.find(order);
  if (at == interleaved_.end()) return full_bytes(order->peak());
  return tr("%1 if the operators run one at a time; with the streams side by side, every plan needs at least %2")
      .arg(full_bytes(order->peak()), full_bytes(at->second));
}

/// The first two columns.
QVariant FootprintMatrixModel::head(const KnownOrderPtr& order, int column, int role) const {
  if (role == Qt::DisplayRole && column == kOrder) return order_label(*order->strategy);
  if (role == Qt::DisplayRole) return human_bytes(order->peak());
  if (role == Qt::ToolTipRole && column == kOrder) return order_description(*order->strategy) + '.';
  if (role == Qt::ToolTipRole) return peak_tip(order);
  if (role == kExactRole && column == kPeak) return static_cast<qlonglong>(order->peak().count);
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (column == kOrder ? Qt::AlignLeft : Qt::AlignRight));
  return {};
}

QString FootprintMatrixModel::text(const KnownOrderPtr& order, const MatrixCell& cell) const {
  if (cell.state == MatrixCell::State::running) return QStringLiteral("…");
  if (cell.state == MatrixCell::State::none) return cell.brief;
  return human_bytes(cell.footprint) + (meets_bound(order, cell) ? QStringLiteral(" ✓") : QString());
}

QString FootprintMatrixModel::tool_tip(const KnownOrderPtr& order, const LayoutStrategy& layout,
                                       const MatrixCell& cell) const {
  if (cell.state == MatrixCell::State::running) return tr("Being planned");
  if (cell.state == MatrixCell::State::none) return cell.reason;
  QStringList lines{tr("%1, %2: %3 in %4")
                        .arg(order_label(*order->strategy), text_of(layout.id), full_bytes(cell.footprint),
                             human_duration(cell.milliseconds))};
  const Bytes bound = bound_of(order);
  if (meets_bound(order, cell))
    lines += tr("It equals the lower bound: no plan in this order is smaller.");
  else if (bound > Bytes{})
    lines += tr("Every plan in this order needs at least %1.").arg(full_bytes(bound));
  if (cell.footprint == least()) lines += tr("The least of all that were planned.");
  return lines.join('\n');
}

QVariant FootprintMatrixModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const KnownOrderPtr& order = orders_[static_cast<std::size_t>(index.row())];
  if (index.column() < kFirstLayout) return head(order, index.column(), role);
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | Qt::AlignRight);
  const LayoutStrategy& layout = *layouts_[static_cast<std::size_t>(index.column() - kFirstLayout)];
  const MatrixCell* one = cell(order, layout);
  const bool done = one && one->state == MatrixCell::State::done;
  switch (role) {
    case Qt::DisplayRole:
      return one ? text(order, *one) : QStringLiteral("–");
    case Qt::ToolTipRole:
      return one ? tool_tip(order, layout, *one) : tr("Not planned yet");
    case kExactRole:
      return done ? QVariant(static_cast<qlonglong>(one->footprint.count)) : QVariant(one ? one->brief : QString());
    case Qt::FontRole: {
      QFont font;
      font.setBold(done && one->footprint == least());
      return font;
    }
    default:
      return {};
  }
}

QVariant FootprintMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (section == kOrder ? Qt::AlignLeft : Qt::AlignRight));
  const bool tip = role == Qt::ToolTipRole;
  if (!tip && role != Qt::DisplayRole) return {};
  if (section == kOrder) return tip ? tr("In which order the operators run") : tr("Order");
  if (section == kPeak) return tip ? tr("Most bytes alive at one step of the order") : tr("Peak");
  const LayoutStrategy& layout = *layouts_[static_cast<std::size_t>(section - kFirstLayout)];
  return tip ? strategy_description(layout) + '.' : text_of(layout.id);
}

}  // namespace stowage
