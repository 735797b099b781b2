// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/graph/graph.h"
#include "widgets/edit_request.h"

class QMenu;

namespace stowage {

/// The context menus of views that draw operators and streams: what can be done with what is selected. An entry asks
/// for an edit and does nothing else; what is not possible is greyed out, and the tooltip says why.
class OperatorMenus {
 public:
  using Ask = std::function<void(const EditRequest&)>;

  /// `ask` is called while the menu is open, later than this object may live.
  OperatorMenus(std::shared_ptr<const Graph> graph, Ask ask) : graph_(std::move(graph)), ask_(std::move(ask)) {}

  /// `operators` (sorted, of the graph) may be empty. `sync` is one that is selected, or null.
  void fill_for_operators(QMenu& menu, const std::vector<OperatorId>& operators, const ControlEdge* sync) const;
  /// `rename` starts whatever lets the user type a name.
  void fill_for_stream(QMenu& menu, StreamId stream, const std::function<void()>& rename) const;

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
  Ask ask_;
};

}  // namespace stowage
