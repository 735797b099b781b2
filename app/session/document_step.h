// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QString>
#include <QUndoCommand>

#include "core/base/bytes.h"
#include "core/formats/document.h"
#include "core/insight/edit/edits.h"
#include "core/insight/simulate/timing.h"
#include "widgets/edit/edit_request.h"

namespace stowage {

class OpenDocument;
struct LayoutStrategy;

/// What plans of one revision of a document need.
struct Footprints {
  const LayoutStrategy* choice = nullptr;  ///< whose plan: as the user chose; null: the smallest of all
  Bytes live{};                            ///< when every live strategy had ended, with the plan kept from before
  std::optional<Bytes> settled{};          ///< when Automatic had ended after them; none where it was stopped

  bool operator==(const Footprints&) const = default;
};

/// Footprints of two revisions that may be compared: of the same choice, and planned equally far. None while the
/// revision after is not planned as far as the one before was.
struct FootprintChange {
  Bytes before, after;
};
[[nodiscard]] inline std::optional<FootprintChange> change_of(const std::optional<Footprints>& before,
                                                              const std::optional<Footprints>& after) {
  if (!before || !after || before->choice != after->choice || (before->settled && !after->settled)) return std::nullopt;
  if (before->settled) return FootprintChange{*before->settled, *after->settled};
  return FootprintChange{before->live, after->live};
}

/// What a graph needs: memory, known once it was planned, and time, where its operators have durations.
struct Needs {
  std::optional<Footprints> footprints{};
  std::optional<Makespan> makespan{};
};

/// What an edit did, or a step through the history.
struct Effect {
  Needs before, after;
  bool undone = false;  ///< it led back
};

/// Which memory space of a file is shown, and the tensors of all of them.
struct InSpace {
  std::size_t space = 0;
  std::shared_ptr<const SpacedTensors> tensors{};

  bool operator==(const InSpace&) const = default;
};

/// All of a document that steps of the undo stack change.
struct DocumentState {
  std::shared_ptr<const Graph> graph{};
  std::string order{};     ///< see OpenDocument::order()
  std::uint64_t edit = 0;  ///< see OpenDocument::edit_id()
  std::optional<Makespan> makespan{};
  Bytes alignment{1};
  InSpace in{};
  std::shared_ptr<const Plan> file_plan{}, imported{};
};

/// What an edit of a graph comes to. `now` and `then` are ids of operators: new by old, and old by new; empty where
/// none changed; none for operators that the other graph has not.
struct GraphStep {
  std::shared_ptr<const Graph> after{};
  std::optional<Makespan> makespan{};
  std::vector<OperatorId> now{}, then{};
  /// The graph that `after` is the same as, where the edit undid the one before it; otherwise null.
  std::shared_ptr<const Graph> returned_to{};
  bool plans_hold = false;  ///< see EditRequest::plans_hold
};

/// A plan of one of them for the other, which has the same tensors, perhaps by other ids.
[[nodiscard]] Plan plan_for(Plan plan, const Graph& before, const Graph& after);

/// Applies a request to `before`. `origin` is where the step that this one may be merged with began, or null. Takes
/// time that grows with the graph; in any thread.
[[nodiscard]] Result<GraphStep> make_step(const EditRequest& request, const Graph& before,
                                          std::shared_ptr<const Graph> origin);

/// A step of the undo stack: an edit, another alignment, or another memory space. It knows what it did to memory and
/// time. Edits of the same key that follow each other are one step. A plan that is opened beside the file's stays with
/// the memory space that it was opened for.
class DocumentStep final : public QUndoCommand {
 public:
  /// From what the document is now. `ids`: of an edit.
  DocumentStep(OpenDocument& document, const QString& text, QString merge_key, DocumentState to, GraphStep ids = {});
  ~DocumentStep() override;
  void undo() override;
  void redo() override;
  [[nodiscard]] int id() const override;
  bool mergeWith(const QUndoCommand* other) override;

  [[nodiscard]] const std::shared_ptr<const Graph>& graph_before() const { return from_.graph; }
  [[nodiscard]] Needs before() const { return {footprints_before_, from_.makespan}; }
  [[nodiscard]] Needs after() const { return {footprints_after_, to_.makespan}; }
  /// Whether memory before and after is of the same tensors, so that a difference means something.
  [[nodiscard]] bool compares_memory() const { return from_.in.space == to_.in.space; }
  /// Whether every plan of the graph before is one of the graph after: streams only look otherwise.
  [[nodiscard]] bool plans_hold() const { return ids_.plans_hold; }
  /// Steps of the same key are of one gesture, or of one preview; empty: of neither.
  [[nodiscard]] const QString& merge_key() const { return merge_key_; }
  /// Whether later edits of its key may become a part of it.
  [[nodiscard]] bool can_merge() const { return !merge_key_.isEmpty() && from_.graph != to_.graph; }
  /// Makes it leave the stack when it is undone next.
  void leave_when_undone() { leaving_ = true; }
  void set_footprints_before(const Footprints& now) { footprints_before_ = now; }
  void set_footprints_after(const Footprints& now) { footprints_after_ = now; }

 private:
  void go(DocumentState& from, DocumentState& to, const std::vector<OperatorId>& ids);

  OpenDocument& document_;
  QString merge_key_;
  DocumentState from_, to_;
  GraphStep ids_;
  std::optional<Footprints> footprints_before_, footprints_after_;
  bool leaving_ = false;
};

}  // namespace stowage
