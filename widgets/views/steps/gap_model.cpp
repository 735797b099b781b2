// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/gap_model.h"

#include <algorithm>
#include <utility>

#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/tables/text_table.h"

namespace stowage {

void GapModel::set_scene(std::shared_ptr<const StepScene> scene) {
  beginResetModel();
  scene_ = std::move(scene);
  endResetModel();
}

int GapModel::current_row() const {
  if (!scene_) return -1;
  if (scene_->step().kind == StepKind::look) return static_cast<int>(scene_->step().look);
  if (scene_->step().kind != StepKind::put) return -1;
  const auto chosen = std::ranges::find(scene_->looks(), true, &Look::chosen);
  return chosen == scene_->looks().end() ? -1 : static_cast<int>(chosen - scene_->looks().begin());
}

bool GapModel::is_judged(int row) const {
  const StepKind kind = scene_->step().kind;
  return kind > StepKind::look || (kind == StepKind::look && static_cast<std::size_t>(row) <= scene_->step().look);
}

int GapModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !shows_gaps() ? 0 : static_cast<int>(scene_->looks().size());
}

int GapModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString GapModel::text(int row, Column column) const {
  const Look& look = scene_->looks()[static_cast<std::size_t>(row)];
  switch (column) {
    case kWhat:
      return look_text(look, scene_->recording().strategy().recipe->many_objects);
    case kStart:
      return step_bytes(look.room.begin);
    case kSize:
      return look.is_open() ? tr("no end") : step_bytes(look.room.end - look.room.begin);
    case kVerdict:
      if (!is_judged(row)) return {};
      return scene_->step().kind == StepKind::put && look.chosen ? tr("%1: chosen").arg(verdict_text(look))
                                                                 : verdict_text(look);
    case kColumns:
      break;
  }
  return {};
}

QVariant GapModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto column = static_cast<Column>(index.column());
  if (role == Qt::DisplayRole) return text(index.row(), column);
  const Look& look = scene_->looks()[static_cast<std::size_t>(index.row())];
  if (role == kExactRole && column == kStart) return static_cast<qlonglong>(look.room.begin);
  if (role == kExactRole && column == kSize && !look.is_open())
    return static_cast<qlonglong>(look.room.end - look.room.begin);
  const bool number = column == kStart || column == kSize;
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
  if (role != Qt::ToolTipRole) return {};
  if (column == kStart) return address_text({look.room.begin});
  if (column == kSize && !look.is_open()) return exact_bytes({look.room.end - look.room.begin});
  return text(index.row(), column);
}

QString GapModel::hint(Column column) {
  switch (column) {
    case kWhat:
      return tr("Where the planner looks, in its order");
    case kStart:
      return tr("The offset at which the room begins");
    case kSize:
      return tr("How many bytes of room there are; what is above all blocks has no end");
    case kVerdict:
      return tr("Whether the block fits there, and which place it takes");
    case kColumns:
      break;
  }
  return {};
}

QVariant GapModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const auto column = static_cast<Column>(section);
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (column == kStart || column == kSize ? Qt::AlignRight : Qt::AlignLeft));
  if (role == Qt::ToolTipRole) return hint(column);
  if (role != Qt::DisplayRole) return {};
  switch (column) {
    case kWhat:
      return tr("Candidate");
    case kStart:
      return tr("From");
    case kSize:
      return tr("Size");
    case kVerdict:
      return tr("Verdict");
    case kColumns:
      break;
  }
  return {};
}

}  // namespace stowage
