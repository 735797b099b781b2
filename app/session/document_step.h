// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>

#include <QString>
#include <QUndoCommand>

#include "core/base/bytes.h"
#include "core/simulate/makespan.h"

namespace stowage {

/// What a graph needs: memory, known once it was planned, and time, where its operators have durations.
struct Needs {
  std::optional<Bytes> footprint{};
  std::optional<Makespan> makespan{};
};

/// A step of the undo stack that knows what it did to memory and time.
class DocumentStep : public QUndoCommand {
 public:
  [[nodiscard]] const Needs& before() const { return before_; }
  [[nodiscard]] const Needs& after() const { return after_; }
  /// Whether memory before and after is of the same tensors, so that a difference tells something.
  [[nodiscard]] virtual bool compares_memory() const { return true; }
  /// Steps of the same key are of one gesture, or of one preview; empty: of none.
  [[nodiscard]] const QString& merge_key() const { return merge_key_; }
  /// It leaves the stack when it is undone next.
  void leave_when_undone() { leaving_ = true; }
  void set_footprint_before(Bytes footprint) { before_.footprint = footprint; }
  void set_footprint_after(Bytes footprint) { after_.footprint = footprint; }

 protected:
  DocumentStep(const std::optional<Makespan>& before, const std::optional<Makespan>& after, QString merge_key = {})
      : before_{.makespan = before}, after_{.makespan = after}, merge_key_(std::move(merge_key)) {}
  /// What each undo() begins with.
  void leave_if_told() { setObsolete(leaving_); }
  /// The step goes on to where another one led.
  void lead_to(const Needs& after) { after_ = after; }

 private:
  Needs before_, after_;
  QString merge_key_;
  bool leaving_ = false;
};

}  // namespace stowage
