// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/step_table.h"

#include <algorithm>
#include <utility>

#include <QAbstractTableModel>
#include <QCoreApplication>
#include <QHeaderView>

#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"

namespace stowage {

/// The candidates for the block at hand, one a row in the order in which the planner goes through them. Those that it
/// has not looked at yet have no verdict.
class StepTable::Places final : public ColumnModel<int> {
  Q_DECLARE_TR_FUNCTIONS(stowage::GapModel)

 public:
  explicit Places(QObject* parent) : ColumnModel(parent) {
    const auto room = [this](int row) { return candidate(row).room.end - candidate(row).room.begin; };
    const auto no_end = tr("no end");
    set_columns({
        words(
            tr("Candidate"), tr("Where the planner looks, in its order"),
            [this](int row) { return look_text(candidate(row), scene_->recording().strategy().recipe->many_objects); }),
        number(
            tr("From"), tr("The offset at which the gap begins"), [this](int row) { return candidate(row).room.begin; },
            [](std::int64_t n) { return step_bytes(n); }, [](std::int64_t n) { return address_text({n}); }),
        {.title = tr("Size"),
         .hint = tr("The size of the gap; above all blocks there is no limit"),
         .number = true,
         .text = [=, this](int row) { return candidate(row).is_open() ? no_end : step_bytes(room(row)); },
         .exact = [=, this](int row) { return candidate(row).is_open() ? no_end : exact_number(room(row)); },
         .tip = [=, this](int row) { return candidate(row).is_open() ? no_end : exact_bytes({room(row)}); }},
        words(tr("Verdict"), tr("Whether the block fits there, and which place it takes"),
              [this](int row) { return verdict(row); }),
    });
  }

  /// Null: no rows.
  void set_scene(std::shared_ptr<const StepScene> scene) {
    reset([&] { scene_ = std::move(scene); });
  }

  /// The row of the step shown, or of the place chosen once the block is put; -1 at other steps.
  [[nodiscard]] int current_row() const {
    if (!scene_) return -1;
    if (scene_->step().kind == StepKind::look) return static_cast<int>(scene_->step().look);
    if (scene_->step().kind != StepKind::put) return -1;
    const auto chosen = std::ranges::find(scene_->looks(), true, &Look::chosen);
    return chosen == scene_->looks().end() ? -1 : static_cast<int>(chosen - scene_->looks().begin());
  }

  [[nodiscard]] int at(int row) const override { return row; }

 private:
  [[nodiscard]] int row_count() const override {
    return scene_ && scene_->step().kind >= StepKind::merge ? static_cast<int>(scene_->looks().size()) : 0;
  }

  [[nodiscard]] const Look& candidate(int row) const { return scene_->looks()[static_cast<std::size_t>(row)]; }
  [[nodiscard]] QString verdict(int row) const {
    const StepKind kind = scene_->step().kind;
    const bool judged =
        kind > StepKind::look || (kind == StepKind::look && static_cast<std::size_t>(row) <= scene_->step().look);
    if (!judged) return {};
    const QString text = verdict_text(candidate(row));
    return kind == StepKind::put && candidate(row).chosen ? tr("%1: chosen").arg(text) : text;
  }

  std::shared_ptr<const StepScene> scene_;
};

/// The table of a step of a walk.
class StepTable::Rows final : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;

  /// Null: no rows.
  void set_scene(std::shared_ptr<const StepScene> scene) {
    beginResetModel();
    scene_ = std::move(scene);
    endResetModel();
  }
  [[nodiscard]] std::span<const std::uint32_t> marked() const {
    return table() ? std::span<const std::uint32_t>(scene_->walk_step().rows) : std::span<const std::uint32_t>();
  }
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
    return table() && !parent.isValid() ? static_cast<int>(table()->rows.size()) : 0;
  }
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
    return table() && !parent.isValid() ? static_cast<int>(table()->columns.size()) : 0;
  }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
    const auto column = static_cast<std::size_t>(index.column());
    if (role == Qt::DisplayRole) return walk_text(table()->rows[static_cast<std::size_t>(index.row())][column]);
    return role == Qt::TextAlignmentRole ? side(column) : QVariant();
  }
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    if (orientation != Qt::Horizontal || !table()) return {};
    const auto column = static_cast<std::size_t>(section);
    if (role == Qt::DisplayRole) return walk_text(table()->columns[column]);
    return role == Qt::TextAlignmentRole ? side(column) : QVariant();
  }

 private:
  [[nodiscard]] QVariant side(std::size_t column) const {
    return static_cast<int>((has_numbers(*table(), column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  }
  [[nodiscard]] const WalkTable* table() const {
    if (!scene_ || !scene_->walk() || scene_->walk_step().table == WalkStep::kNone) return nullptr;
    return &scene_->walk()->tables[scene_->walk_step().table];
  }

  std::shared_ptr<const StepScene> scene_;
};

StepTable::StepTable(const char* object) : places_(new Places(this)), rows_(new Rows(this)) {
  set_up_rows(
      this, object,
      std::string_view(object).ends_with("beside") ? tr("Table of the second planner") : tr("Table of the step"));
  setModel(places_);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  horizontalHeader()->setHighlightSections(false);
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (!scene_ || scene_->walk()) return;
    const auto row = static_cast<std::size_t>(index.row());
    if (row < reached(scene_->looks())) emit step_picked(step_of_look(scene_->recording(), scene_->step().block, row));
  });
}

void StepTable::set_scene(const std::shared_ptr<const StepScene>& scene) {
  scene_ = scene;
  const bool walks = scene && scene->walk();
  places_->set_scene(walks ? nullptr : scene);
  rows_->set_scene(walks ? scene : nullptr);
  QAbstractItemModel* const model = walks ? static_cast<QAbstractItemModel*>(rows_) : places_;
  if (this->model() != model) setModel(model);
  mark_rows();
}

void StepTable::mark_rows() {
  std::vector<std::uint32_t> rows(rows_->marked().begin(), rows_->marked().end());
  if (const int row = places_->current_row(); row >= 0) rows.push_back(static_cast<std::uint32_t>(row));
  QItemSelection marked;
  for (const std::uint32_t row : rows) {
    const QModelIndex first = model()->index(static_cast<int>(row), 0);
    marked.select(first, model()->index(first.row(), model()->columnCount() - 1));
    scrollTo(first);
  }
  if (rows.empty()) return;
  selectionModel()->setCurrentIndex(marked.indexes().front(), QItemSelectionModel::NoUpdate);
  selectionModel()->select(marked, QItemSelectionModel::ClearAndSelect);
}

}  // namespace stowage
