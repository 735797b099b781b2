// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

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
  void set_footprint_before(Bytes footprint) { before_.footprint = footprint; }
  void set_footprint_after(Bytes footprint) { after_.footprint = footprint; }

 protected:
  DocumentStep(const std::optional<Makespan>& before, const std::optional<Makespan>& after)
      : before_{.makespan = before}, after_{.makespan = after} {}
  /// The step goes on to where another one led.
  void lead_to(const Needs& after) { after_ = after; }

 private:
  Needs before_, after_;
};

}  // namespace stowage
