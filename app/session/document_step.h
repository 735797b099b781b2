// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>

#include <QString>
#include <QUndoCommand>

#include "core/base/bytes.h"
#include "core/insight/simulate/timing.h"

namespace stowage {

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

}  // namespace stowage
