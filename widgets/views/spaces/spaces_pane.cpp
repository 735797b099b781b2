// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QFont>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPalette>
#include <QTableView>

#include "core/base/bytes.h"
#include "core/planning/graph_plans.h"
#include "widgets/base/canvas.h"
#include "widgets/base/worker.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/spaces/spaces_pane.h"

namespace stowage {
namespace {

std::optional<std::int64_t> count_of(const std::optional<Bytes>& bytes) {
  return bytes ? std::optional(bytes->count) : std::nullopt;
}

/// What is known of a space before it is planned.
SpaceRow row_of(const MemorySpace& space, const SpacedTensors& tensors, const Graph& graph, std::size_t number) {
  SpaceRow row{.name = text_of(space.name), .capacity = space.capacity};
  for (TensorId t : graph.tensors()) row.tensors += graph.size(t) > Bytes{} && !graph.is_view(t) ? 1 : 0;
  if (const auto plan = plan_in_space(graph, tensors, number)) row.in_file = plan->footprint;
  return row;
}

/// One row a memory space. The one that is shown stands out, and what does not fit.
class SpaceTableModel final : public ColumnModel<const SpaceRow&> {
  Q_DECLARE_TR_FUNCTIONS(stowage::SpaceTableModel)

 public:
  enum Column { kName, kTensors, kCapacity, kInFile, kPlanned, kBound };

  explicit SpaceTableModel(QObject* parent = nullptr) : ColumnModel(parent) {
    set_columns({
        words(tr("Memory space"), tr("A separate memory: its offsets begin at 0"),
              [](const SpaceRow& row) { return row.name; }),
        number(
            tr("Tensors"), tr("Tensors that have bytes there, without views"),
            [](const SpaceRow& row) { return static_cast<std::int64_t>(row.tensors); }, cell::count),
        number(
            tr("Capacity"), tr("Size of the memory in the file"),
            [](const SpaceRow& row) { return count_of(row.capacity); }, cell::bytes, cell::full_bytes),
        number(
            tr("In the file"), tr("Footprint of the plan in the file"),
            [](const SpaceRow& row) { return count_of(row.in_file); }, cell::bytes, cell::full_bytes),
        number(
            tr("Best plan"), tr("Smallest footprint found for the space alone"),
            [](const SpaceRow& row) { return count_of(row.planned); }, cell::bytes, cell::full_bytes),
        number(
            tr("Lower bound"), tr("No plan of the space is smaller"),
            [](const SpaceRow& row) { return count_of(row.bound); }, cell::bytes, cell::full_bytes),
    });
  }

  void set_rows(std::vector<SpaceRow> rows, std::size_t shown) {
    reset([&] {
      rows_ = std::move(rows);
      shown_ = shown;
    });
  }
  /// One of them is known better.
  void set_row(std::size_t row, SpaceRow now) {
    if (row >= rows_.size()) return;
    rows_[row] = std::move(now);
    emit dataChanged(index(static_cast<int>(row), 0), index(static_cast<int>(row), columnCount() - 1));
  }
  [[nodiscard]] const std::vector<SpaceRow>& rows() const { return rows_; }
  [[nodiscard]] const SpaceRow& at(int row) const override { return rows_[static_cast<std::size_t>(row)]; }

 private:
  [[nodiscard]] int row_count() const override { return static_cast<int>(rows_.size()); }

  [[nodiscard]] QVariant look(const SpaceRow& row, int column, int role) const override {
    const bool too_much = column == kPlanned && row.overflows();
    if (role == Qt::ForegroundRole && too_much) return Theme::of(is_dark(QGuiApplication::palette())).peak;
    if (role == Qt::FontRole && &row == &rows_[shown_]) {
      QFont bold;
      bold.setBold(true);
      return bold;
    }
    return {};
  }

  std::vector<SpaceRow> rows_;
  std::size_t shown_ = 0;
};

/// The pane: see its header.
class Spaces final : public SpacesPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::SpacesPane)

 public:
  explicit Spaces(ViewState& state) : SpacesPane(state) {
    setObjectName("spaces_pane");
    set_up_rows(table_, "spaces_table", tr("Memory spaces of the file"));
    table_->setModel(model_);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setStretchLastSection(false);
    in_rows(this, {words_, {table_, 1}});
    setFocusProxy(table_);
    connect(table_, &QTableView::activated, this,
            [this](const QModelIndex& index) { emit space_chosen(static_cast<std::size_t>(index.row())); });
  }

  void set_spaces(ShownSpaces spaces) override {
    planner_.cancel();
    planned_ = false;
    now_ = std::move(spaces);
    std::vector<SpaceRow> rows;
    for (const MemorySpace& space : now_.spaces)
      rows.push_back({.name = text_of(space.name), .capacity = space.capacity});
    model_->set_rows(std::move(rows), now_.shown);
    if (now_.shown < now_.spaces.size()) table_->selectRow(static_cast<int>(now_.shown));
    show_words();
    if (isVisible()) plan();
  }

  [[nodiscard]] const std::vector<SpaceRow>& rows() const override { return model_->rows(); }
  [[nodiscard]] bool busy() const override { return planner_.running(); }

 private:
  void showEvent(QShowEvent* event) override {
    Pane::showEvent(event);
    plan();
  }

  void take_view(const PlanView& /*view*/) override {}

  /// One space after the other. Edits of the shown one are in its graph only.
  void plan() {
    if (now_.spaces.empty() || std::exchange(planned_, true)) return;
    planner_.start([this, now = now_](const Worker::Run& run) {
      const SpacedTensors tensors = with_edits(*now.tensors, *now.graph, now.shown);
      std::vector<Graph> graphs;
      std::vector<SpaceRow> rows;
      for (std::size_t k = 0; k < now.spaces.size(); ++k) {
        graphs.push_back(graph_in_space(*now.graph, tensors, k));
        rows.push_back(row_of(now.spaces[k], tensors, graphs[k], k));
        run.post([this, k, row = rows[k]] { model_->set_row(k, row); });
      }
      for (std::size_t k = 0; k < now.spaces.size(); ++k) {
        SpaceRow& row = rows[k];
        const auto plans = make_plans(graphs[k], {.alignment = now.chosen_alignment}, run.task());
        if (run.task().stop.stop_requested()) return;
        if (plans) {
          row.planned = plans->best().footprint;
          row.bound = plans->lower_bound;
        } else {
          row.fault = sentence_of(plans.error());
        }
        run.post([this, k, row = rows[k]] {
          model_->set_row(k, row);
          show_words();
        });
      }
    });
  }

  void show_words() {
    QStringList words;
    for (const SpaceRow& row : model_->rows()) {
      if (row.overflows()) words << tr("The best plan of %1 does not fit into it.").arg(row.name);
      if (!row.fault.isEmpty()) words << tr("%1 could not be planned: %2").arg(row.name, row.fault);
    }
    words_->setText(words.join(' '));
    words_->setVisible(!words.isEmpty());
  }

  ShownSpaces now_;
  bool planned_ = false;  // or it is being planned
  SpaceTableModel* model_ = new SpaceTableModel(this);
  QTableView* table_ = new QTableView;
  QLabel* words_ = make_wrapped_line("spaces_words");
  Worker planner_{this,
                  {.text = [] { return tr("Planning the memory spaces…"); },
                   .cancel =
                       [this] {
                         planner_.cancel();
                         return tr("Cancelled. Some memory spaces are not planned.");
                       }}};
};

}  // namespace

SpacesPane* make_spaces(ViewState& state) {
  return new Spaces(state);
}

}  // namespace stowage
