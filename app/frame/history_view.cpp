// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/dock_table.h"

#include <functional>
#include <optional>
#include <utility>

#include <QCoreApplication>
#include <QHeaderView>
#include <QIcon>
#include <QTableView>
#include <QUndoGroup>
#include <QUndoStack>

#include "app/frame/ink_icon.h"
#include "app/session/document.h"
#include "app/session/document_step.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"

namespace stowage {
namespace {

bool is_estimate(const DocumentStep& step) {
  return step.before().makespan && step.after().makespan &&
         (step.before().makespan->estimated || step.after().makespan->estimated);
}

/// The steps of the document's undo stack, below what was opened: what each did, and what that did to memory and to
/// time. The one that is on disk has an icon.
class HistoryModel final : public ColumnModel<int> {
  Q_DECLARE_TR_FUNCTIONS(stowage::HistoryModel)

 public:
  enum Column { kStep, kMemory, kTime };

  /// `moved`: what is in force is another, or the rows are.
  HistoryModel(OpenDocument& document, QObject* parent, std::function<void(const HistoryModel&)> moved)
      : ColumnModel(parent), document_(document), moved_(std::move(moved)), saved_(ink_icon("save")) {
    auto memory = number(
        tr("Memory"), tr("How the edit changed the footprint of the shown plan"),
        [this](int row) { return bytes(row); }, [](std::int64_t by) { return signed_bytes({by}); });
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

  [[nodiscard]] int at(int row) const override { return row; }
  /// The row of what is in force.
  [[nodiscard]] int current_row() const { return document_.undo_stack().index(); }
  void go_to(int row) { document_.undo_stack().setIndex(row); }
  /// Whether a step is known to have done anything, or nothing, to time.
  [[nodiscard]] bool has_times() const {
    for (int row = 1; row < count_; ++row)
      if (nanoseconds(row)) return true;
    return false;
  }

 private:
  [[nodiscard]] int row_count() const override { return count_; }
  [[nodiscard]] QVariant look(int row, int column, int role) const override {
    const bool saved = role == Qt::DecorationRole && column == kStep && row == document_.undo_stack().cleanIndex();
    return saved ? QVariant(saved_) : QVariant();
  }

  /// Without a reset where the rows are as many: a click is perhaps still being handled.
  void take_steps() {
    const int now = document_.undo_stack().count() + 1;
    if (now != count_) reset([&] { count_ = now; });
    take_figures();
  }

  void take_figures() {
    bool estimated = false;
    for (int row = 1; row < count_; ++row) estimated = estimated || is_estimate(*step(row));
    rename_column(kTime, estimated ? tr("Est. time") : tr("Time"));
    emit headerDataChanged(Qt::Horizontal, kTime, kTime);
    all_changed();
    moved_(*this);
  }

  /// The one of a row; null where that is what was opened.
  [[nodiscard]] const DocumentStep* step(int row) const {
    return row == 0 ? nullptr : dynamic_cast<const DocumentStep*>(document_.undo_stack().command(row - 1));
  }

  [[nodiscard]] QString text(int row) const {
    return row == 0 ? tr("as opened") : document_.undo_stack().command(row - 1)->actionText();
  }

  [[nodiscard]] std::optional<std::int64_t> bytes(int row) const {
    const DocumentStep* of = step(row);
    if (!of || !of->compares_memory()) return std::nullopt;
    const auto change = change_of(of->before().footprints, of->after().footprints);
    return change ? std::optional((change->after - change->before).count) : std::nullopt;
  }

  [[nodiscard]] std::optional<std::int64_t> nanoseconds(int row) const {
    const DocumentStep* of = step(row);
    if (!of || !of->before().makespan || !of->after().makespan) return std::nullopt;
    return of->after().makespan->nanoseconds - of->before().makespan->nanoseconds;
  }

  [[nodiscard]] QString memory_tip(int row) const {
    const DocumentStep* of = step(row);
    if (!of) return {};
    if (!of->compares_memory()) return tr("The edit is in another memory space");
    const auto change = change_of(of->before().footprints, of->after().footprints);
    if (!change) return tr("Not known: this edit, or the edit before it, was not planned by the same strategies");
    return tr("Footprint %1, before %2").arg(full_bytes(change->after), full_bytes(change->before));
  }

  [[nodiscard]] QString time_tip(int row) const {
    const DocumentStep* of = step(row);
    if (!of || !of->after().makespan) return {};
    const QString now = makespan_text(*of->after().makespan);
    if (!of->before().makespan) return tr("Makespan %1; no operator had a duration before").arg(now);
    return tr("Makespan %1, before %2").arg(now, makespan_text(*of->before().makespan));
  }

  OpenDocument& document_;
  std::function<void(const HistoryModel&)> moved_;
  QIcon saved_;
  int count_ = 1;
};

struct HistoryText {
  Q_DECLARE_TR_FUNCTIONS(stowage::History)
};

/// Makes current what is in force: to go there changes nothing.
void show_current(QTableView& table, const HistoryModel& model) {
  const QModelIndex now = model.index(model.current_row(), HistoryModel::kStep);
  table.selectionModel()->setCurrentIndex(now, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  table.setColumnHidden(HistoryModel::kTime, !model.has_times());
  table.scrollTo(now);
}

}  // namespace

QWidget* make_history_view(OpenDocument& document) {
  auto* table = new QTableView;
  auto* model = new HistoryModel(document, table, [table](const HistoryModel& moved) { show_current(*table, moved); });
  table->setModel(model);
  set_up_rows(table, "history_view", HistoryText::tr("History"));
  table->setAccessibleDescription(HistoryText::tr("Every edit since the file was opened"));
  table->setToolTip(HistoryText::tr("Click an edit to go back or forward to it"));
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setTextElideMode(Qt::ElideMiddle);
  table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  QHeaderView* header = table->horizontalHeader();
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(HistoryModel::kStep, QHeaderView::Stretch);
  QObject::connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, model,
                   [model](const QModelIndex& now) {
                     if (now.isValid()) model->go_to(now.row());
                   });
  follow_numbers(table, [table] { table->viewport()->update(); });
  show_current(*table, *model);
  return table;
}

}  // namespace stowage
