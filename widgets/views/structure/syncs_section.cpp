// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/syncs_section.h"

#include <utility>

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include "core/insight/edit/edits.h"
#include "widgets/base/view_state.h"
#include "widgets/edit/edits.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/structure/sync_table_model.h"

namespace stowage {
namespace {

constexpr std::size_t kMostWays = 20'000;  // that are looked for and kept
constexpr std::size_t kMostSteps = 1'000;  // looked at for each

/// What implies the first of them.
std::vector<SyncWay> ways_of(const Graph& graph, const std::vector<std::size_t>& redundant, const Task& task) {
  std::vector<SyncWay> ways;
  for (const std::size_t sync : redundant) {
    if (ways.size() == kMostWays || task.should_stop()) break;
    ways.push_back(implied_by(graph, graph.control()[sync], kMostSteps));
  }
  return ways;
}

}  // namespace

SyncsSection::SyncsSection(ViewState& state, QWidget* parent)
    : StructureSection(state, parent),
      model_(new SyncTableModel(this)),
      table_(new QTableView),
      job_(this, {.text = [] { return tr("Looking for redundant syncs…"); }}) {
  remove_ = add_command(
      "remove_sync", tr("Remove"), tr("Remove the selected syncs"),
      [this] { emit edit_requested(edits::remove_syncs(*graph(), selected())); }, QKeySequence::Delete);
  remove_redundant_ =
      add_command("remove_redundant_syncs", tr("Remove all redundant"),
                  tr("Remove all syncs that other arcs imply: no execution changes"), [this] { remove_redundant(); });
  add_ = add_command("add_sync", tr("Sync between the two selected"),
                     tr("The later of the two selected operators waits for the earlier"), [this] {
                       const auto& pair = this->state().selected_operators();
                       emit edit_requested(edits::add_sync(*graph(), pair[0], pair[1]));
                     });
  make_table();
  arrange(table_, {{remove_, remove_redundant_}, {add_}});
}

void SyncsSection::make_table() {
  table_->setModel(model_);
  table_->addActions({remove_, remove_redundant_, add_});
  set_up_rows(table_, "sync_table", tr("Syncs"));
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setAlternatingRowColors(true);
  QHeaderView* header = table_->horizontalHeader();
  header->setSortIndicatorClearable(true);
  header->setSortIndicator(-1, Qt::AscendingOrder);
  header->setStretchLastSection(false);
  for (const int column : {SyncTableModel::kFrom, SyncTableModel::kTo, SyncTableModel::kStreams})
    header->setSectionResizeMode(column, QHeaderView::Stretch);
  header->resizeSection(SyncTableModel::kRedundant, header->fontMetrics().horizontalAdvance("Redundant") + 26);
  table_->setSortingEnabled(true);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    light_operators();
    update_commands();
  });
  connect(model_, &SyncTableModel::modelReset, this, [this] { update_commands(); });  // sorted: nothing is selected
}

std::vector<ControlEdge> SyncsSection::selected() const {
  std::vector<ControlEdge> out;
  for (const QItemSelectionRange& range : table_->selectionModel()->selection())
    for (int row = range.top(); row <= range.bottom(); ++row) out.push_back(model_->edge(row));
  return out;
}

void SyncsSection::light_operators() {
  std::vector<OperatorId> operators;
  for (const auto& [before, after] : selected()) operators.insert(operators.end(), {before, after});
  if (!operators.empty()) state().select_operators(std::move(operators));
}

void SyncsSection::refresh() {
  redundant_.clear();
  model_->set_graph(graph());
  if (!graph() || graph()->control().empty()) {
    job_.cancel();
    sentence()->setText(graph() ? tr("No syncs: streams wait for each other only through data. Select two operators to "
                                     "make one wait for the other.")
                                : tr("Nothing is open."));
    return;
  }
  sentence()->setText(tr("%Ln sync(s)", nullptr, model_->rowCount()));
  job_.start([this, graph = graph()](const Task& task) -> LatestJob::Delivery {
    auto found = redundant_syncs(*graph, task);
    if (!found)
      return [this, why = QString::fromStdString(found.error().text())] {
        sentence()->setText(
            tr("%Ln sync(s). Could not find the redundant syncs: %1", nullptr, model_->rowCount()).arg(why));
      };
    const std::vector<SyncWay> ways = ways_of(*graph, *found, task);
    return [this, found = *std::move(found), ways] { take_redundant(found, ways); };
  });
}

void SyncsSection::take_redundant(std::vector<std::size_t> redundant, const std::vector<SyncWay>& ways) {
  redundant_ = std::move(redundant);
  model_->set_redundant(redundant_, ways);
  const QString all = tr("%Ln sync(s)", nullptr, model_->rowCount());
  if (redundant_.empty())
    sentence()->setText(tr("%1, none redundant.").arg(all));
  else if (model_->rowCount() == 1)
    sentence()->setText(tr("%1, which is redundant.").arg(all));
  else
    sentence()->setText(tr("%1, %Ln of them redundant.", nullptr, static_cast<int>(redundant_.size())).arg(all));
  update_commands();
}

void SyncsSection::update_commands() {
  remove_->setEnabled(graph() && table_->selectionModel()->hasSelection());
  remove_redundant_->setEnabled(graph() && !redundant_.empty());
  add_->setEnabled(graph() && state().selected_operators().size() == 2);
}

void SyncsSection::remove_redundant() {
  std::vector<ControlEdge> edges;
  for (const std::size_t sync : redundant_) edges.push_back(graph()->control()[sync]);
  EditRequest request = edits::remove_syncs(*graph(), std::move(edges));
  request.text = tr("Remove %Ln redundant sync(s)", nullptr, static_cast<int>(redundant_.size()));
  emit edit_requested(request);
}

}  // namespace stowage
