// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/document_step.h"
#include "core/formats/document.h"
#include "core/insight/edit/edits.h"
#include "widgets/edit/edit_request.h"

namespace stowage {

class OpenDocument;

/// From one graph to the next, and back. `now` and `then` are ids of operators: new by old, and old by new; empty where
/// none changed; none for operators that the other graph has not.
struct GraphStep {
  std::shared_ptr<const Graph> before, after;
  std::vector<OperatorId> now, then;
  /// The graph that `after` is the same as, where the edit undid the one before it; otherwise null.
  std::shared_ptr<const Graph> returned_to;
  std::string order_before{}, order_after{};      ///< see OpenDocument::order()
  std::uint64_t edit_before = 0, edit_after = 0;  ///< see OpenDocument::edit_id()
  std::optional<Makespan> makespan_before{}, makespan_after{};
  bool plans_hold = false;
};

/// Applies a request to `before`. `origin` is where the step that this one may be merged with began, or null. Takes
/// time that grows with the graph; in any thread. The document knows the order and the makespan before.
[[nodiscard]] Result<GraphStep> make_step(const EditRequest& request, std::shared_ptr<const Graph> before,
                                          std::shared_ptr<const Graph> origin);

/// An edit as a step of the undo stack. Steps of the same key that follow each other are one.
class EditCommand final : public DocumentStep {
 public:
  EditCommand(OpenDocument& document, const QString& text, QString merge_key, GraphStep step);

  [[nodiscard]] const std::shared_ptr<const Graph>& graph_before() const { return step_.before; }

  void undo() override;
  void redo() override;
  [[nodiscard]] bool plans_hold() const override { return step_.plans_hold; }
  [[nodiscard]] int id() const override;
  bool mergeWith(const QUndoCommand* other) override;

 private:
  OpenDocument& document_;
  GraphStep step_;
};

/// Which memory space of a file is shown, and the tensors of all of them.
struct InSpace {
  std::size_t space = 0;
  std::shared_ptr<const SpacedTensors> tensors{};
};

/// Shows another memory space, or moves tensors to one: graph, spaces, plans and alignment before and after. A plan
/// that is opened beside the file's stays with the side that it was opened for.
class SpaceCommand final : public DocumentStep {
 public:
  struct State {
    std::shared_ptr<const Graph> graph;
    InSpace in;
    std::shared_ptr<const Plan> file_plan, imported;
    Bytes alignment;
    std::uint64_t edit;
  };
  SpaceCommand(OpenDocument& document, const QString& text, State before, State after);
  void undo() override;
  void redo() override;
  [[nodiscard]] bool compares_memory() const override { return before_.in.space == after_.in.space; }

 private:
  OpenDocument& document_;
  State before_, after_;
};

/// Plans for another alignment.
class AlignmentCommand final : public DocumentStep {
 public:
  AlignmentCommand(OpenDocument& document, Bytes to, const QString& merge_key = {});
  void undo() override;
  void redo() override;

 private:
  OpenDocument& document_;
  Bytes from_, to_;
};

}  // namespace stowage
