// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// A memory space of a file, as edits made it.
struct SpaceRow {
  QString name;
  std::size_t tensors = 0;  ///< with bytes, no views
  std::optional<Bytes> capacity{};
  std::optional<Bytes> in_file{};         ///< footprint of the file's plan; none where there is none of all tensors
  std::optional<Bytes> planned{};         ///< the best footprint; none while it is not known
  std::optional<Bytes> bound{};           ///< lower bound of all plans
  QString fault{};                        ///< why it could not be planned
  [[nodiscard]] bool overflows() const {  ///< the best plan does not fit
    return capacity && planned && *planned > *capacity;
  }
};

/// One row a memory space. The one that is shown stands out, and what does not fit.
class SpaceTableModel final : public ColumnModel<const SpaceRow&> {
  Q_OBJECT

 public:
  enum Column { kName, kTensors, kCapacity, kInFile, kPlanned, kBound };

  explicit SpaceTableModel(QObject* parent = nullptr);

  void set_rows(std::vector<SpaceRow> rows, std::size_t shown);
  /// One of them is known better.
  void set_row(std::size_t row, SpaceRow now);
  [[nodiscard]] const std::vector<SpaceRow>& rows() const { return rows_; }
  [[nodiscard]] const SpaceRow& at(int row) const override { return rows_[static_cast<std::size_t>(row)]; }

 private:
  [[nodiscard]] int row_count() const override { return static_cast<int>(rows_.size()); }
  [[nodiscard]] QVariant look(const SpaceRow& row, int column, int role) const override;

  std::vector<SpaceRow> rows_;
  std::size_t shown_ = 0;
};

}  // namespace stowage
