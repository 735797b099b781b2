// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/insight/improve/savings.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// What stays the same of a change while a search goes on: its plan, or the graph of a point of the front, which may
/// get a better plan. Null: no change.
[[nodiscard]] const void* key_of(const MeasuredSaving& saving);

/// What there is to do to need less memory, one change a row.
class ImproveModel final : public ColumnModel<const MeasuredSaving&> {
  Q_OBJECT

 public:
  enum Column { kWhat, kMemory, kTime };

  explicit ImproveModel(QObject* parent = nullptr);

  /// `now`: what is needed without any of them. Where the rows are the same ones, nothing that is selected changes.
  void set_savings(std::shared_ptr<const Graph> graph, Bytes alignment, Bytes now, std::vector<MeasuredSaving> savings);
  [[nodiscard]] const MeasuredSaving& at(int row) const override { return savings_[static_cast<std::size_t>(row)]; }
  /// The row of that key, or -1.
  [[nodiscard]] int row_of(const void* key) const;
  /// The key of what is previewed, which is written bold; null: nothing is.
  void set_previewed(const void* key);

 private:
  [[nodiscard]] int row_count() const override { return static_cast<int>(savings_.size()); }
  [[nodiscard]] QVariant look(const MeasuredSaving& saving, int column, int role) const override;

  std::shared_ptr<const Graph> graph_;
  Bytes alignment_{1}, now_;
  std::vector<MeasuredSaving> savings_;
  const void* previewed_ = nullptr;
};

}  // namespace stowage
