// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/history_model.h"

#include "app/frame/ink_icon.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

bool is_estimate(const DocumentStep& step) {
  return step.before().makespan && step.after().makespan &&
         (step.before().makespan->estimated || step.after().makespan->estimated);
}

}  // namespace

HistoryModel::HistoryModel(OpenDocument& document, QObject* parent)
    : ColumnModel(parent), document_(document), saved_(ink_icon("save")) {
  auto memory = number(
      tr("Memory"), tr("How the edit changed the footprint of the shown plan"), [this](int row) { return bytes(row); },
      [](std::int64_t by) { return signed_bytes({by}); });
  memory.tip = [this](int row) { return memory_tip(row); };
  auto time = number(
      tr("Time"), tr("How the edit changed the makespan of the simulated run"),
      [this](int row) { return nanoseconds(row); }, [](std::int64_t by) { return signed_duration(by); });
  time.tip = [this](int row) { return time_tip(row); };
  set_columns({words(tr("Edit"), tr("Every edit since the file was opened"), [this](int row) { return text(row); }),
               std::move(memory), std::move(time)});
  const QUndoGroup* stacks = &document.undo_group();
  connect(stacks, &QUndoGroup::activeStackChanged, this, &HistoryModel::take_steps);
  connect(stacks, &QUndoGroup::indexChanged, this, &HistoryModel::take_steps);
  connect(stacks, &QUndoGroup::cleanChanged, this, &HistoryModel::take_steps);
  connect(&document, &OpenDocument::steps_measured, this, &HistoryModel::take_figures);
}

/// Without a reset where the rows are as many: a click is perhaps still being handled.
void HistoryModel::take_steps() {
  const int now = document_.undo_stack().count() + 1;
  if (now != count_) reset([&] { count_ = now; });
  take_figures();
}

void HistoryModel::take_figures() {
  bool estimated = false;
  for (int row = 1; row < count_; ++row) estimated = estimated || is_estimate(*step(row));
  rename_column(kTime, estimated ? tr("Est. time") : tr("Time"));
  emit headerDataChanged(Qt::Horizontal, kTime, kTime);
  all_changed();
  emit moved();
}

const DocumentStep* HistoryModel::step(int row) const {
  return row == 0 ? nullptr : dynamic_cast<const DocumentStep*>(document_.undo_stack().command(row - 1));
}

QString HistoryModel::text(int row) const {
  return row == 0 ? tr("as opened") : document_.undo_stack().command(row - 1)->actionText();
}

std::optional<std::int64_t> HistoryModel::bytes(int row) const {
  const DocumentStep* of = step(row);
  if (!of || !of->compares_memory()) return std::nullopt;
  const auto change = change_of(of->before().footprints, of->after().footprints);
  return change ? std::optional((change->after - change->before).count) : std::nullopt;
}

std::optional<std::int64_t> HistoryModel::nanoseconds(int row) const {
  const DocumentStep* of = step(row);
  if (!of || !of->before().makespan || !of->after().makespan) return std::nullopt;
  return of->after().makespan->nanoseconds - of->before().makespan->nanoseconds;
}

bool HistoryModel::has_times() const {
  for (int row = 1; row < count_; ++row)
    if (nanoseconds(row)) return true;
  return false;
}

QString HistoryModel::memory_tip(int row) const {
  const DocumentStep* of = step(row);
  if (!of) return {};
  if (!of->compares_memory()) return tr("The edit is in another memory space");
  const auto change = change_of(of->before().footprints, of->after().footprints);
  if (!change) return tr("Not known: this edit, or the edit before it, was not planned by the same strategies");
  return tr("Footprint %1, before %2").arg(full_bytes(change->after), full_bytes(change->before));
}

QString HistoryModel::time_tip(int row) const {
  const DocumentStep* of = step(row);
  if (!of || !of->after().makespan) return {};
  const QString now = makespan_text(*of->after().makespan);
  if (!of->before().makespan) return tr("Makespan %1; no operator had a duration before").arg(now);
  return tr("Makespan %1, before %2").arg(now, makespan_text(*of->before().makespan));
}

QVariant HistoryModel::look(int row, int column, int role) const {
  const bool saved = role == Qt::DecorationRole && column == kStep && row == document_.undo_stack().cleanIndex();
  return saved ? QVariant(saved_) : QVariant();
}

}  // namespace stowage
