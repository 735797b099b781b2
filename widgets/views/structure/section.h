// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include <QKeySequence>
#include <QList>
#include <QWidget>

#include "core/graph/graph.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edit_request.h"

class QLabel;

namespace stowage {

class ViewState;

/// One page of the structure pane: a sentence on what there is, a list of it, and commands that ask for edits.
/// What a graph of another moment would need is made only while the page is seen.
class StructureSection : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the section.
  explicit StructureSection(ViewState& state);

  /// Null where nothing is open.
  void set_graph(std::shared_ptr<const Graph> graph);
  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }

 signals:
  void edit_requested(const stowage::EditRequest& request);

 protected:
  /// Another graph is to be shown (perhaps none).
  virtual void refresh() = 0;
  /// The shared selection or the graph is another: which commands make sense?
  virtual void update_commands() = 0;

  [[nodiscard]] ViewState& state() const { return state_; }
  [[nodiscard]] QLabel* sentence() const { return sentence_; }
  /// A command of this page; of its shortcut, only where the keyboard is on the page.
  QAction* add_command(const char* object, const QString& text, const QString& tip, std::function<void()> run,
                       const QKeySequence& shortcut = {}) {
    return make_command(*this, object, text, tip, std::move(run), shortcut);
  }
  /// Fills the page: the sentence, `body`, and buttons for commands, a list a line.
  void arrange(QWidget* body, const QList<QList<QAction*>>& lines);

  void showEvent(QShowEvent* event) override;

 private:
  ViewState& state_;
  QLabel* sentence_;
  std::shared_ptr<const Graph> graph_;
  bool outdated_ = true;
};

/// The streams: names, colours and what they make; commands to rename, colour, merge and remove them, to give the
/// selected operators a new one, and the two experiments "all on one" and "one each". `state` must outlive it.
[[nodiscard]] StructureSection* make_streams_section(ViewState& state);
/// The contiguous groups and their members; what is selected there are tensors in every view.
[[nodiscard]] StructureSection* make_groups_section(ViewState& state);

}  // namespace stowage
