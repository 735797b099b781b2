// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QLineEdit>
#include <QTableView>

#include "core/insight/analysis/difference.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/range_button.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/filtered_table.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/tensor_selection.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

constexpr std::size_t kAtOnce = 5'000;  // tensors compared without a thread: a millisecond or two
constexpr std::size_t kLookUp = 4'096;  // rows between questions whether to stop

/// What the table shows of each tensor, from left to right.
enum class MovedColumn { name, change, size, size_change, offset_before, offset_after, moved_by, life_from, life_to };

/// Which of the changed tensors are shown, and in which order.
struct MovedQuery {
  QString name;                     // part of the name, any case; empty: all
  std::optional<StepRange> steps;   // alive in it, in either plan
  std::optional<MovedColumn> sort;  // none: in the order of the input
  bool descending = false;
};

using Moved = const TensorDifference&;

bool same_results(const PlanPair& a, const PlanPair& b) {
  return same_results(a.before, b.before) && same_results(a.after, b.after);
}

/// Its name in the graph that has it.
std::string_view moved_name(const PlanPair& pair, Moved one) {
  return one.after.valid() ? pair.after.graph->name(one.after) : pair.before.graph->name(one.before);
}

std::int64_t life_end(const PlanPair& pair, Moved one, bool from) {
  const bool now = one.is.size.count > 0;
  const Lifetime life = now ? one.is.life : one.was.life;
  const auto times = (now ? pair.after : pair.before).graph->times();
  if (!times.empty()) return times[from ? life.begin : life.end];
  return from ? life.begin : life.end - 1;
}

/// What a cell holds; none where the column is no number, or this tensor has none there.
std::optional<std::int64_t> moved_number(const PlanPair& pair, Moved one, MovedColumn column) {
  const bool was = one.was.size.count > 0, is = one.is.size.count > 0;
  switch (column) {
    case MovedColumn::size:
      return (is ? one.is : one.was).size.count;
    case MovedColumn::size_change:
      return one.size_change().count;
    case MovedColumn::offset_before:
      return was ? std::optional(one.was.offset.value) : std::nullopt;
    case MovedColumn::offset_after:
      return is ? std::optional(one.is.offset.value) : std::nullopt;
    case MovedColumn::moved_by:
      return was && is ? std::optional(one.moved_by().count) : std::nullopt;
    case MovedColumn::life_from:
      return life_end(pair, one, true);
    case MovedColumn::life_to:
      return life_end(pair, one, false);
    case MovedColumn::name:
    case MovedColumn::change:
      break;
  }
  return std::nullopt;
}

/// Indices into `difference.changed`; ties end at the lowest. Can run in any thread.
std::vector<std::uint32_t> find_moved(const PlanPair& pair, const PlanDifference& difference, const MovedQuery& query,
                                      const std::stop_token& stop) {
  const auto& changed = difference.changed;
  std::vector<std::uint32_t> rows;
  for (std::size_t k = 0; k < changed.size(); ++k) {
    if (k % kLookUp == 0 && stop.stop_requested()) return rows;
    if (query.steps && !query.steps->meets(changed[k].was.life) && !query.steps->meets(changed[k].is.life)) continue;
    if (query.name.isEmpty() || text_of(moved_name(pair, changed[k])).contains(query.name, Qt::CaseInsensitive))
      rows.push_back(static_cast<std::uint32_t>(k));
  }
  if (!query.sort) return rows;
  const auto sort_by = [&](const auto& key) {
    std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) {
      return query.descending ? key(changed[b]) < key(changed[a]) : key(changed[a]) < key(changed[b]);
    });
  };
  if (*query.sort == MovedColumn::name)
    sort_by([&](Moved one) { return moved_name(pair, one); });
  else if (*query.sort == MovedColumn::change)
    sort_by([](Moved one) { return one.change; });
  else
    sort_by([&](Moved one) { return moved_number(pair, one, *query.sort); });
  return rows;
}

QString more_bytes(std::int64_t bytes) {
  return (bytes < 0 ? QString(kMinus) : QLatin1String(bytes > 0 ? "+" : "")) + exact_bytes({std::abs(bytes)});
}

/// Rows of tensors that differ between two plans, as a query found them.
class MovedModel final : public ColumnModel<Moved> {
  Q_DECLARE_TR_FUNCTIONS(stowage::MovedModel)

 public:
  explicit MovedModel(QObject* parent) : ColumnModel(parent) { set_columns(columns()); }

  /// `rows` are indices into `difference->changed`; null: an empty table.
  void set_rows(PlanPair pair, std::shared_ptr<const PlanDifference> difference, std::vector<std::uint32_t> rows) {
    reset([&] {
      pair_ = std::move(pair);
      difference_ = std::move(difference);
      resized_ = difference_ &&
                 std::ranges::any_of(difference_->changed, [](Moved one) { return one.size_change().count != 0; });
      rows_ = std::move(rows);
      row_of_.clear();
      row_of_.reserve(rows_.size());
      for (std::size_t row = 0; row < rows_.size(); ++row)
        if (const TensorId t = difference_->changed[rows_[row]].after; t.valid()) row_of_[t] = static_cast<int>(row);
      set_columns(columns());
    });
  }
  [[nodiscard]] const std::shared_ptr<const PlanDifference>& difference() const { return difference_; }
  [[nodiscard]] const PlanPair& pair() const { return pair_; }
  [[nodiscard]] Moved at(int row) const override { return difference_->changed[rows_[static_cast<std::size_t>(row)]]; }
  /// The row of a tensor of the plan after, or -1.
  [[nodiscard]] int row_of(TensorId after) const {
    const auto at = row_of_.find(after);
    return at == row_of_.end() ? -1 : at->second;
  }

 private:
  [[nodiscard]] Columns columns() const {
    const auto part = [this](MovedColumn column, const QString& title, const QString& hint, Words show,
                             Words tip = nullptr) {
      return number(
          title, hint, [=, this](Moved one) { return moved_number(pair_, one, column); }, show, tip);
    };
    const Words more = [](std::int64_t n) { return signed_bytes({n}); };
    TableColumn<Moved> resized = part(MovedColumn::size_change, tr("Size change"),
                                      tr("How many bytes larger it is than before"), more, more_bytes);
    resized.blank = [this] { return !resized_; };
    const QString where = tr("Where it starts in the buffer in %1"), offset = tr("Offset, %1");
    const QString &before = pair_.before_name, &after = pair_.after_name;
    const bool timed = pair_.after.graph && !pair_.after.graph->times().empty();
    return {
        {.title = tr("Name"),
         .hint = tr("Tensors with the same name are compared"),
         .text = [this](Moved one) { return text_of(moved_name(pair_, one)); }},
        {.title = tr("Change"), .hint = tr("Its change: moved, resized, new or gone"), .text = change},
        part(MovedColumn::size, tr("Size"), tr("Its bytes in %1, or in %2 if it is gone").arg(after, before),
             cell::bytes, cell::full_bytes),
        resized,
        part(MovedColumn::offset_before, offset.arg(before), where.arg(before), cell::offset, cell::full_bytes),
        part(MovedColumn::offset_after, offset.arg(after), where.arg(after), cell::offset, cell::full_bytes),
        part(MovedColumn::moved_by, tr("Moved by"), tr("How far it moved up"), more, more_bytes),
        part(MovedColumn::life_from, timed ? tr("From time") : tr("First step"),
             timed ? tr("The first instant at which it is needed") : tr("The first step that needs it"), cell::count),
        part(MovedColumn::life_to, timed ? tr("Until time") : tr("Last step"),
             timed ? tr("The first instant after its lifetime") : tr("The last step that needs it"), cell::count),
    };
  }

  [[nodiscard]] static QString change(Moved one) {
    switch (one.change) {
      case PlaceChange::kept:
        return tr("same");
      case PlaceChange::moved:
        return one.size_change().count == 0 ? tr("moved") : tr("moved and resized");
      case PlaceChange::resized:
        return tr("resized");
      case PlaceChange::added:
        return tr("new");
      case PlaceChange::removed:
        return tr("gone");
    }
    return {};
  }

  [[nodiscard]] int row_count() const override { return static_cast<int>(rows_.size()); }

  PlanPair pair_;
  std::shared_ptr<const PlanDifference> difference_;
  std::vector<std::uint32_t> rows_;
  std::unordered_map<TensorId, int> row_of_;
  bool resized_ = false;  // any tensor
};

/// The tensors that differ between the plans that are compared or, while none are, between the pinned baseline and the
/// plan shown. A click on a row selects the tensor and brings it into view.
class MovedPane final : public Pane {
  Q_DECLARE_TR_FUNCTIONS(stowage::MovedPane)

 public:
  explicit MovedPane(ViewState& state) : Pane(state) {
    table_->set_model(model_);
    table_->table()->setItemDelegateForColumn(static_cast<int>(MovedColumn::name), new NamesDelegate(table_->table()));
    table_->add_field(named(new RangeButton(state, tr("Only tensors alive in these steps, in either plan, are shown")),
                            "moved_range"));
    in_rows(this, {table_});
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
    connect(&state, &ViewState::compared_changed, this, &MovedPane::work);
    follow_numbers(this, [this] { show_count(); });
    show_count();
  }

  [[nodiscard]] bool busy() const override { return table_->busy(); }

 private:
  void take_view(const PlanView& view) override {
    view_ = view;
    if (!state().compared()) work();
  }

  [[nodiscard]] PlanPair pair_to_show() const {
    if (const auto& compared = state().compared()) return *compared;
    if (!view_.baseline) return {};
    return {*view_.baseline, view_, tr("baseline"), tr("now")};
  }

  [[nodiscard]] MovedQuery query() const {
    MovedQuery query{.name = table_->filter()->text(), .steps = state().time_range(), .sort = {}};
    if (const auto column = table_->sort_column()) query.sort = static_cast<MovedColumn>(*column);
    query.descending = table_->descending();
    return query;
  }

  /// Compares again only where the plans are others; otherwise only the query is answered.
  void work() {
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

  void show_count() {
    const PlanDifference* difference = model_->difference().get();
    if (!difference)
      return table_->show_sentence(tr("Nothing to compare with yet. Open A | B, or pin a plan as the baseline."));
    if (difference->changed.empty())
      return table_->show_sentence(tr("Every tensor is where it was: the two plans are the same."));
    const int shown = model_->rowCount();
    QString text = static_cast<std::size_t>(shown) < difference->changed.size()
                       ? tr("%1 of %2 shown").arg(grouped(shown), grouped(difference->changed.size()))
                       : tr("%1 moved (%2)").arg(grouped(difference->moved), human_bytes(difference->moved_bytes));
    text += tr(" · %1 unmoved").arg(grouped(difference->kept + difference->resized));
    if (difference->added > 0)
      text += tr(" · %1 new (%2)").arg(grouped(difference->added), human_bytes(difference->added_bytes));
    if (difference->removed > 0)
      text += tr(" · %1 gone (%2)").arg(grouped(difference->removed), human_bytes(difference->removed_bytes));
    table_->show_count(text);
  }

  PlanView view_;
  MovedModel* model_ = new MovedModel(this);
  FilteredTable* table_ = new FilteredTable({.parts = "moved",
                                             .table = "moved_view",
                                             .title = tr("Moved tensors"),
                                             .filter = tr("Filter moved tensors by name"),
                                             .placeholder = tr("Find by name")});
};

}  // namespace

Pane* make_moved(ViewState& state) {
  return new MovedPane(state);
}

}  // namespace stowage
