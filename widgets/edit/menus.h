// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <QString>

#include "core/graph/graph.h"
#include "core/insight/edit/factor.h"
#include "widgets/base/view_state.h"
#include "widgets/edit/edit_request.h"

class QAction;
class QMenu;
class QWidget;

// Entries of menus that edit, and the dialogs that they ask in. An entry only asks for an edit; what is not possible is
// greyed out, and the tool tip says why.
namespace stowage {

using AskForEdit = std::function<void(const EditRequest&)>;

/// Greys out the entries of `menu`, all of them edits, and says why; nothing where `why` is empty.
void hold_entries(QMenu& menu, const QString& why);

/// Menus of what can be done with operators, their syncs, durations and streams.
class OperatorMenus {
 public:
  /// `ask` is called while the menu, or a dialog of its, is open, later than this object may live.
  OperatorMenus(std::shared_ptr<const Graph> graph, AskForEdit ask) : graph_(std::move(graph)), ask_(std::move(ask)) {}

  /// `operators` (sorted, of the graph) may be empty: then there is nothing. `sync` is one that is selected, or null.
  void fill_for_operators(QMenu& menu, const std::vector<OperatorId>& operators, const ControlEdge* sync) const;
  /// The experiments with the streams of all operators.
  void fill_for_graph(QMenu& menu) const;
  void fill_for_stream(QMenu& menu, StreamId stream) const;
  /// Asks for another name.
  void rename_stream(QWidget* parent, StreamId stream) const;

  /// The request for "earlier" (`by` < 0) or "later": moves a single operator by a step. Null where it cannot.
  [[nodiscard]] std::function<EditRequest()> move_by_step(const std::vector<OperatorId>& operators, int by) const;

 private:
  QAction* add(QMenu& menu, const QString& text, std::function<EditRequest()> request) const;
  void add_streams(QMenu& menu, const std::vector<OperatorId>& operators) const;
  void add_syncs(QMenu& menu, const std::vector<OperatorId>& operators, const ControlEdge* sync) const;
  void add_syncs_of(QMenu& menu, OperatorId o) const;
  void add_order(QMenu& menu, const std::vector<OperatorId>& operators) const;
  void add_group(QMenu& menu, const std::vector<OperatorId>& operators) const;
  void add_merging(QMenu& menu, StreamId stream) const;
  void add_color(QMenu& menu, StreamId stream) const;
  [[nodiscard]] QString name(OperatorId o) const;

  std::shared_ptr<const Graph> graph_;
  AskForEdit ask_;
};

/// The durations of all operators.
void fill_for_durations(QMenu& menu, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph);

/// Menus of what can be done with the sizes, groups and waits of tensors.
class TensorMenus {
 public:
  /// `ask` is called while the menu, or a dialog of its, is open, later than this object may live.
  TensorMenus(std::shared_ptr<const Graph> graph, AskForEdit ask, SpaceNames spaces = {})
      : graph_(std::move(graph)), ask_(std::move(ask)), spaces_(std::move(spaces)) {}

  /// `tensors` are sorted, of the graph, and at least one.
  void fill_for_tensors(QMenu& menu, const std::vector<TensorId>& tensors) const;
  /// The sizes of all tensors.
  void fill_for_all(QMenu& menu) const;

 private:
  void add_scaling(QMenu& menu, const std::function<EditRequest(Factor)>& scale) const;
  void add_size(QMenu& menu, const std::vector<TensorId>& tensors) const;
  void add_absence(QMenu& menu, TensorId tensor) const;
  void add_leaving(QMenu& menu, const std::vector<TensorId>& tensors) const;
  void add_spaces(QMenu& menu, const std::vector<TensorId>& tensors) const;

  std::shared_ptr<const Graph> graph_;
  AskForEdit ask_;
  SpaceNames spaces_;
};

}  // namespace stowage
