// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/improve/improve_model.h"

#include <algorithm>
#include <utility>

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include "core/insight/simulate/timing.h"
#include "widgets/base/canvas.h"
#include "widgets/views/improve/improve_words.h"

namespace stowage {
namespace {

/// Of what becomes less; at least 4.5:1 on what lists are drawn on.
QColor saved_ink() {
  return is_dark(QGuiApplication::palette()) ? QColor(0x62, 0xc9, 0x87) : QColor(0x0b, 0x78, 0x3a);
}

}  // namespace

const void* key_of(const MeasuredSaving& saving) {
  const auto* several = std::get_if<SeveralEdits>(&saving.edit);
  return several != nullptr ? static_cast<const void*>(several->graph.get()) : saving.plan.get();
}

ImproveModel::ImproveModel(QObject* parent) : ColumnModel(parent) {
  set_columns({
      {.title = tr("What"),
       .hint = tr("The change to make"),
       .text = [this](const MeasuredSaving& each) { return saving_name(*graph_, alignment_, each); }},
      number(
          tr("Memory"), tr("How much memory the change saves"),
          [this](const MeasuredSaving& each) { return (each.footprint() - now_).count; },
          [](std::int64_t bytes) { return signed_bytes({bytes}); }),
      {.title = tr("Time"),
       .hint = tr("How much longer the makespan becomes"),
       .number = true,
       .text =
           [this](const MeasuredSaving& each) {
             return graph_->has_durations() ? signed_duration(each.slower) : QString();
           },
       .exact = [](const MeasuredSaving& each) { return exact_number(each.slower); }},
  });
}

void ImproveModel::set_savings(std::shared_ptr<const Graph> graph, Bytes alignment, Bytes now,
                               std::vector<MeasuredSaving> savings) {
  const bool same =
      graph == graph_ && alignment == alignment_ && std::ranges::equal(savings, savings_, {}, key_of, key_of);
  const auto take = [&] {
    graph_ = std::move(graph);
    alignment_ = alignment;
    now_ = now;
    savings_ = std::move(savings);
    rename_column(kTime, graph_ && has_estimates(*graph_) ? tr("Est. time") : tr("Time"));
  };
  if (!same) return reset(take);
  take();
  all_changed();
}

int ImproveModel::row_of(const void* key) const {
  const auto at = std::ranges::find(savings_, key, key_of);
  return at == savings_.end() ? -1 : static_cast<int>(at - savings_.begin());
}

void ImproveModel::set_previewed(const void* key) {
  if (std::exchange(previewed_, key) != key) all_changed();
}

QVariant ImproveModel::look(const MeasuredSaving& saving, int column, int role) const {
  if (role == Qt::ToolTipRole) return saving_sentence(*graph_, now_, saving);
  if (role == Qt::FontRole && key_of(saving) == previewed_) {
    QFont font;
    font.setBold(true);
    return font;
  }
  const bool less = column == kMemory || (column == kTime && saving.slower < 0);
  return role == Qt::ForegroundRole && less ? saved_ink() : QVariant();
}

}  // namespace stowage
