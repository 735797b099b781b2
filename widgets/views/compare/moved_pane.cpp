// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/moved_pane.h"

#include <memory>
#include <utility>

#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QTableView>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/range_button.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/tables/cell_delegates.h"
#include "widgets/tables/filtered_table.h"
#include "widgets/tables/tensor_selection.h"
#include "widgets/views/compare/moved_model.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 5'000;  // tensors compared without a thread: a millisecond or two

bool same_results(const PlanPair& a, const PlanPair& b) {
  return same_results(a.before, b.before) && same_results(a.after, b.after);
}

}  // namespace

MovedPane::MovedPane(ViewState& state, QWidget* parent)
    : Pane(state, parent),
      model_(new MovedModel(this)),
      table_(new FilteredTable({.parts = "moved",
                                .table = "moved_view",
                                .title = tr("Moved tensors"),
                                .filter = tr("Filter moved tensors by name"),
                                .placeholder = tr("Find by name")})) {
  table_->set_model(model_);
  table_->table()->setItemDelegateForColumn(static_cast<int>(MovedColumn::name), new NamesDelegate(table_->table()));
  auto* range = new RangeButton(state, tr("Only tensors alive in these steps, in either plan, are shown"));
  range->setObjectName("moved_range");
  table_->add_field(range);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(table_);
  auto* selection =
      new TensorSelection(table_->table(), state,
                          {.tensor = [this](int row) { return model_->at(row).after; },
                           .row_of = [this](TensorId t) { return model_->row_of(t); },
                           .selected =
                               [this] {
                                 const auto& graph = model_->pair().after.graph;
                                 return graph ? lit_tensors(*graph, this->state()).all() : std::vector<TensorId>();
                               }});
  connect(table_->table(), &QTableView::clicked, selection, &TensorSelection::reveal);
  connect(table_, &FilteredTable::asked, this, &MovedPane::work);
  connect(table_, &FilteredTable::rows_changed, this, &MovedPane::show_count);
  connect(table_, &FilteredTable::rows_changed, selection, &TensorSelection::follow);
  connect(&state, &ViewState::time_range_changed, this, &MovedPane::work);
  follow_numbers(this, [this] { show_count(); });
  show_count();
}

bool MovedPane::busy() const {
  return table_->busy();
}

void MovedPane::take_view(const PlanView& view) {
  view_ = view;
  if (!compared_) work();
}

void MovedPane::set_pair(std::optional<PlanPair> pair) {
  compared_ = std::move(pair);
  work();
}

PlanPair MovedPane::pair_to_show() const {
  if (compared_) return *compared_;
  if (!view_.baseline) return {};
  return {*view_.baseline, view_, tr("baseline"), tr("now")};
}

MovedQuery MovedPane::query() const {
  MovedQuery query{.name = table_->filter()->text(), .steps = state().time_range(), .sort = {}};
  if (const auto column = table_->sort_column()) query.sort = static_cast<MovedColumn>(*column);
  query.descending = table_->descending();
  return query;
}

/// Compares again only where the plans are others; otherwise only the query is answered.
void MovedPane::work() {
  const PlanPair pair = pair_to_show();
  if (!pair.complete())
    return table_->find_rows(true, [this](const auto&) { return [this] { model_->set_rows({}, nullptr, {}); }; });
  if (!table_->may_find()) return;
  std::shared_ptr<const PlanDifference> known;
  if (model_->difference() && same_results(pair, model_->pair())) known = model_->difference();
  const bool at_once = pair.after.graph->tensor_count() <= kAtOnce;
  table_->find_rows(at_once, [this, pair, known, query = query()](const std::stop_token& stop) {
    auto difference = known ? known
                            : std::make_shared<const PlanDifference>(
                                  plan_difference({*pair.before.graph, *pair.before.lifetimes, *pair.before.plan},
                                                  {*pair.after.graph, *pair.after.lifetimes, *pair.after.plan}));
    return [this, pair, difference, rows = find_moved(pair, *difference, query, stop)]() mutable {
      model_->set_rows(pair, difference, std::move(rows));
    };
  });
}

void MovedPane::show_count() {
  const PlanDifference* difference = model_->difference().get();
  if (!difference)
    return table_->show_sentence(tr("Nothing to compare with yet. Open A | B, or pin a plan as the baseline."));
  if (difference->changed.empty())
    return table_->show_sentence(tr("Every tensor is where it was: the two plans are the same."));
  const QLocale locale;
  const auto number = [&](std::size_t count) { return locale.toString(static_cast<qulonglong>(count)); };
  const int shown = model_->rowCount();
  QString text = static_cast<std::size_t>(shown) < difference->changed.size()
                     ? tr("%1 of %2 shown").arg(locale.toString(shown), number(difference->changed.size()))
                     : tr("%1 moved (%2)").arg(number(difference->moved), human_bytes(difference->moved_bytes));
  text += tr(" · %1 unmoved").arg(number(difference->kept + difference->resized));
  if (difference->added > 0)
    text += tr(" · %1 new (%2)").arg(number(difference->added), human_bytes(difference->added_bytes));
  if (difference->removed > 0)
    text += tr(" · %1 gone (%2)").arg(number(difference->removed), human_bytes(difference->removed_bytes));
  table_->show_count(text);
}

}  // namespace stowage
