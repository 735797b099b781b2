// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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

/// A step of the undo stack that knows what it did to memory and time.
class DocumentStep : public QUndoCommand {
 public:
  [[nodiscard]] const Needs& before() const { return before_; }
  [[nodiscard]] const Needs& after() const { return after_; }
  /// Whether memory before and after is of the same tensors, so that a difference means something.
  [[nodiscard]] virtual bool compares_memory() const { return true; }
  /// Whether every plan of the graph before is one of the graph after: streams only look otherwise.
  [[nodiscard]] virtual bool plans_hold() const { return false; }
  /// Steps of the same key are of one gesture, or of one preview; empty: of neither.
  [[nodiscard]] const QString& merge_key() const { return merge_key_; }
  /// Makes it leave the stack when it is undone next.
  void leave_when_undone() { leaving_ = true; }
  void set_footprints_before(const Footprints& now) { before_.footprints = now; }
  void set_footprints_after(const Footprints& now) { after_.footprints = now; }

 protected:
  DocumentStep(const std::optional<Makespan>& before, const std::optional<Makespan>& after, QString merge_key = {})
      : before_{.makespan = before}, after_{.makespan = after}, merge_key_(std::move(merge_key)) {}
  /// What each undo() begins with.
  void leave_if_wanted() { setObsolete(leaving_); }
  /// The step goes on to where another one led.
  void lead_to(const Needs& after) { after_ = after; }

 private:
  Needs before_, after_;
  QString merge_key_;
  bool leaving_ = false;
};

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
