// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QString>

#include "core/insight/edit/edits.h"
#include "core/plan/plan.h"

namespace stowage {

/// What a view asks the document to change. Views never edit: they say this, and see the outcome.
struct EditRequest {
  QString text;  ///< as the history shows it: "Move conv1 to compute"
  /// Requests of the same key that follow each other are one step of the history (a spin box turned, a key held);
  /// empty: never merged.
  QString merge_key;
  std::function<Result<EditedGraph>(const Graph&)> apply;
  QString order{};  ///< where the operators get the order of a strategy: its id, for plans of the graph as it is then
  /// It shows the operators as another file of the document's has them: what was not modified is not modified by it.
  bool as_in_file = false;
  /// In place of an edit of the graph: these tensors are put into that memory space of the file.
  struct Move {
    std::vector<TensorId> tensors;
    std::size_t space = 0;
  };
  std::optional<Move> move{};
  std::shared_ptr<const Plan> plan{};  ///< one of the graph as it is then, which was promised; or null
  /// By which the asker knows the graph that comes of it (ViewState::graph_edit()); 0: none.
  std::uint64_t id = 0;
  /// Streams only look otherwise: every plan of the graph before is one of the graph after.
  bool plans_hold = false;
};

/// Another for each request. On the GUI thread.
[[nodiscard]] inline std::uint64_t next_edit_id() {
  static std::uint64_t last = 0;
  return ++last;
}

}  // namespace stowage
