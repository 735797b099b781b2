// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/insight/improve/savings.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// What there is to do to need less memory, one a row.
class SavingsModel final : public ColumnModel<const MeasuredSaving&> {
  Q_OBJECT

 public:
  enum Column { kWhat, kMemory, kTime };

  explicit SavingsModel(QObject* parent = nullptr);

  /// `now`: what is needed without any of them. Where the rows are the same ones, nothing that is selected changes.
  void set_savings(std::shared_ptr<const Graph> graph, Bytes alignment, Bytes now, std::vector<MeasuredSaving> savings);
  [[nodiscard]] const MeasuredSaving& at(int row) const override { return savings_[static_cast<std::size_t>(row)]; }
  /// The row of a plan, or -1.
  [[nodiscard]] int row_of(const Plan* plan) const;
  /// The plan of what is previewed, which is written bold; null: nothing is.
  void set_previewed(const Plan* plan);

 private:
  [[nodiscard]] int row_count() const override { return static_cast<int>(savings_.size()); }
  [[nodiscard]] QVariant look(const MeasuredSaving& saving, int column, int role) const override;

  std::shared_ptr<const Graph> graph_;
  Bytes alignment_{1}, now_;
  std::vector<MeasuredSaving> savings_;
  const Plan* previewed_ = nullptr;
};

}  // namespace stowage
