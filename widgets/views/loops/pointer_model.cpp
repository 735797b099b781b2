// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loops/pointer_model.h"

#include <algorithm>
#include <utility>

#include <QFont>
#include <QGuiApplication>
#include <QLocale>
#include <QPalette>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/text_table.h"

namespace stowage {
namespace {

constexpr int kMostFirsts = 1'000;  // columns; further ones are seen under Now

QString number(std::size_t n) {
  return QLocale().toString(static_cast<qulonglong>(n));
}

bool stays(const LoopView& view) {
  return view.first.empty() &&
         std::ranges::all_of(view.repeat, [&](const LoopPlace& p) { return p == view.repeat[0]; });
}

}  // namespace

void PointerModel::set_map(std::shared_ptr<const LoopMap> map) {
  beginResetModel();
  map_ = std::move(map);
  firsts_ = 0;
  if (map_)
    for (const LoopView& view : map_->loop.plan->views)
      firsts_ = std::max(firsts_, static_cast<int>(std::min<std::size_t>(view.first.size(), kMostFirsts)));
  endResetModel();
}

void PointerModel::set_iteration(std::size_t iteration) {
  if (iteration == iteration_) return;
  iteration_ = iteration;
  if (rowCount() == 0) return;
  emit dataChanged(index(0, kNow), index(rowCount() - 1, columnCount() - 1));
  emit headerDataChanged(Qt::Horizontal, kNow, columnCount() - 1);
}

int PointerModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !map_ ? 0 : static_cast<int>(map_->loop.plan->views.size());
}

int PointerModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() || !map_ ? 0 : kFirst + firsts_ + static_cast<int>(map_->copies);
}

int PointerModel::used_column(int row) const {
  const LoopView& of = view(row);
  if (of.empty()) return -1;
  if (iteration_ < of.first.size())
    return iteration_ < static_cast<std::size_t>(firsts_) ? kFirst + static_cast<int>(iteration_) : -1;
  return kFirst + firsts_ + static_cast<int>(iteration_ % map_->copies);
}

const LoopPlace* PointerModel::place(int row, int column) const {
  const LoopView& of = view(row);
  if (of.empty() || column < kNow) return nullptr;
  if (column == kNow) return &of.at(iteration_);
  const auto at = static_cast<std::size_t>(column - kFirst);
  if (column < kFirst + firsts_) return at < of.first.size() ? &of.first[at] : nullptr;
  return &of.settled(at - static_cast<std::size_t>(firsts_));
}

QString PointerModel::kind(int row) const {
  const LoopView& of = view(row);
  if (of.empty()) return tr("never read");
  if (stays(of)) return tr("fixed");
  return of.first.empty() ? tr("type I") : tr("type II");
}

QString PointerModel::text(int row, int column) const {
  const Graph& body = *map_->loop.plan->body;
  if (column == kTensor) return text_of(body.name(tensor(row)));
  if (column == kSize) return human_bytes(body.size(tensor(row)));
  if (column == kView) return kind(row);
  const LoopPlace* at = place(row, column);
  return at ? place_text(map_->loop, *at) : QString();
}

QVariant PointerModel::exact(int row, int column) const {
  if (column == kSize) return QString::number(map_->loop.plan->body->size(tensor(row)).count);
  const LoopPlace* at = place(row, column);
  if (!at || at->outside.valid()) return text(row, column);
  return QString::number(map_->loop.plan->starts[at->buffer] + at->offset);
}

QString PointerModel::tip(int row, int column) const {
  if (column == kSize) return full_bytes(map_->loop.plan->body->size(tensor(row)));
  if (column == kView && view(row).empty()) return tr("Nothing reads it, so it needs no place.");
  if (column == kView && stays(view(row))) return tr("It lies in one place in all iterations.");
  if (column == kView && view(row).first.empty())
    return tr("Type I: its places come round from the first iteration on, ptrs[c % %1].").arg(number(map_->copies));
  if (column == kView)
    return tr("Type II: its first value lies in a place of its own; from then on its places come round, ptrs[c % %1].")
        .arg(number(map_->copies));
  const LoopPlace* at = place(row, column);
  return at ? place_details(*map_, tensor(row), *at) : QString();
}

QVariant PointerModel::data(const QModelIndex& index, int role) const {
  if (!map_ || !index.isValid()) return {};
  const int row = index.row(), column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return text(row, column);
    case kExactRole:
      return exact(row, column);
    case Qt::ToolTipRole:
      return tip(row, column);
    case Qt::TextAlignmentRole:
      return QVariant(column == kTensor || column == kView ? Qt::AlignLeft | Qt::AlignVCenter
                                                           : Qt::AlignRight | Qt::AlignVCenter);
    case Qt::BackgroundRole: {
      if (column < kFirst || used_column(row) != column) return {};
      QColor lit = QGuiApplication::palette().color(QPalette::Highlight);
      lit.setAlphaF(0.3F);
      return lit;
    }
    case Qt::AccessibleTextRole:
      return column >= kFirst && used_column(row) == column ? tr("%1, read now").arg(text(row, column))
                                                            : text(row, column);
    default:
      return {};
  }
}

QString PointerModel::title_tip(int column) const {
  switch (column) {
    case kTensor:
      return tr("A tensor of the body, or a buffer of a loop in it");
    case kSize:
      return tr("How many bytes it has");
    case kView:
      return tr("How the pointer to it is found, as the NNC paper says it");
    case kNow:
      return tr("Where it lies in the iteration that is chosen");
    default:
      break;
  }
  if (column < kFirst + firsts_) return tr("Where it lies in this iteration, if that is not where it comes round to");
  return tr("Where it lies in the iterations c whose rest of a division by %1 is %2")
      .arg(number(map_->copies), number(static_cast<std::size_t>(column - kFirst - firsts_)));
}

QVariant PointerModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (!map_) return {};
  if (orientation == Qt::Vertical) {
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    return role == Qt::DisplayRole || role == Qt::ToolTipRole ? text(section, kTensor) : QVariant();
  }
  const int at = section - kFirst;
  if (role == Qt::FontRole && at >= firsts_ && static_cast<std::size_t>(at - firsts_) == iteration_ % map_->copies) {
    QFont bold = QGuiApplication::font();
    bold.setBold(true);
    return bold;
  }
  if (role == Qt::ToolTipRole) return title_tip(section);
  if (role != Qt::DisplayRole && role != kExactRole) return {};
  switch (section) {
    case kTensor:
      return tr("Tensor");
    case kSize:
      return role == kExactRole ? tr("Size in bytes") : tr("Size");
    case kView:
      return tr("View");
    case kNow:
      return tr("now (c = %1)").arg(number(iteration_));
    default:
      break;
  }
  if (at < firsts_) return tr("c = %1 only").arg(number(static_cast<std::size_t>(at)));
  return tr("c % %1 = %2").arg(number(map_->copies), number(static_cast<std::size_t>(at - firsts_)));
}

}  // namespace stowage
