// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/base/latest_job.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/structure/section.h"

class QTableView;

namespace stowage {

class SyncTableModel;

/// The control edges, and which of them are redundant (found in the background); selected ones select their operators.
class SyncsSection final : public StructureSection {
  Q_OBJECT

 public:
  explicit SyncsSection(ViewState& state, QWidget* parent = nullptr);

 protected:
  void refresh() override;
  void update_commands() override;

 private:
  void make_table();
  [[nodiscard]] std::vector<ControlEdge> selected() const;
  void light_operators();
  void take_redundant(std::vector<std::size_t> redundant, const std::vector<SyncWay>& ways);
  void remove_redundant();

  SyncTableModel* model_;
  QTableView* table_;
  QAction *remove_, *remove_redundant_, *add_;
  std::vector<std::size_t> redundant_;  // of the graph shown
  LatestJob job_;
};

}  // namespace stowage
