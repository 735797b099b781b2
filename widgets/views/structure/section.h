// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <QList>

#include "widgets/base/pane.h"

class QAction;
class QLabel;

namespace stowage {

/// One page of the structure pane: a sentence on what there is, a list of it, and commands that ask for edits.
/// What a graph of another moment would need is made only while the page is seen.
class StructureSection : public Pane {
 public:
  explicit StructureSection(ViewState& state);

 protected:
  /// Null where nothing is open.
  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  /// Another graph is to be shown (perhaps none).
  virtual void refresh() = 0;
  /// The shared selection or the graph is another: which commands make sense?
  virtual void update_commands() = 0;
  /// As they are then, greyed out where nothing can be edited.
  void show_commands();
  [[nodiscard]] QLabel* sentence() const { return sentence_; }
  /// Fills the page, at the end of a constructor: the sentence, `body`, and buttons for commands, a list a line.
  void arrange(QWidget* body, const QList<QList<QAction*>>& lines);

  void showEvent(QShowEvent* event) override;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& /*view*/) override {}

  QLabel* sentence_;
  std::vector<std::pair<QAction*, QString>> edits_;  // commands, and their tips
  std::shared_ptr<const Graph> graph_;
};

/// The streams: names, colours and what they make; commands to rename, colour, merge and remove them, to give the
/// selected operators a new one, and the two experiments "all on one" and "one each". `state` must outlive it.
[[nodiscard]] StructureSection* make_streams_section(ViewState& state);
/// The contiguous groups and their members; what is selected there are tensors in every view.
[[nodiscard]] StructureSection* make_groups_section(ViewState& state);

}  // namespace stowage
