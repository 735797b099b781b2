// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <QIcon>

#include "app/session/document.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// The steps of the document's undo stack, below what was opened: what each did, and what that did to memory and to
/// time. The one that is on disk has an icon.
class HistoryModel final : public ColumnModel<int> {
  Q_OBJECT

 public:
  enum Column { kStep, kMemory, kTime };

  explicit HistoryModel(OpenDocument& document, QObject* parent = nullptr);

  [[nodiscard]] int at(int row) const override { return row; }
  /// The row of what is in force.
  [[nodiscard]] int current_row() const { return document_.undo_stack().index(); }
  void go_to(int row) { document_.undo_stack().setIndex(row); }
  /// Whether a step is known to have done anything, or nothing, to time.
  [[nodiscard]] bool has_times() const;

 signals:
  /// What is in force is another, or the rows are.
  void moved();

 private:
  [[nodiscard]] int row_count() const override { return count_; }
  [[nodiscard]] QVariant look(int row, int column, int role) const override;
  void take_steps();
  void take_figures();
  /// The one of a row; null where that is what was opened.
  [[nodiscard]] const DocumentStep* step(int row) const;
  [[nodiscard]] QString text(int row) const;
  [[nodiscard]] std::optional<std::int64_t> bytes(int row) const;
  [[nodiscard]] std::optional<std::int64_t> nanoseconds(int row) const;
  [[nodiscard]] QString memory_tip(int row) const;
  [[nodiscard]] QString time_tip(int row) const;

  OpenDocument& document_;
  QIcon saved_;
  int count_ = 1;
};

}  // namespace stowage
