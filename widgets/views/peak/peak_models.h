// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "widgets/tables/column_model.h"
#include "widgets/views/peak/peak_content.h"

namespace stowage {

/// The tensors listed, as rows. Given whole values; sorting is asked for, not done here.
class PeakModel final : public ColumnModel<TensorId> {
  Q_OBJECT

 public:
  explicit PeakModel(QObject* parent = nullptr);

  /// May be null: no rows.
  void set_content(std::shared_ptr<const PeakContent> content);
  [[nodiscard]] TensorId at(int row) const override { return content_->rows[static_cast<std::size_t>(row)]; }
  /// Its row, or -1.
  [[nodiscard]] int row_of(TensorId t) const;

 private:
  [[nodiscard]] int row_count() const override { return content_ ? static_cast<int>(content_->rows.size()) : 0; }

  std::shared_ptr<const PeakContent> content_;
  bool has_phases_ = false, has_operators_ = false, has_kinds_ = false;
};

/// The contributors of one kind, largest first: what, how many tensors, bytes, share.
class ContributorModel final : public ColumnModel<const Contributor&> {
  Q_OBJECT

 public:
  enum Column { kName, kTensors, kBytes, kShare };
  static constexpr int kShareRole = kSortRole;  ///< of its column, for ShareBar

  explicit ContributorModel(QObject* parent = nullptr);

  void set_content(std::shared_ptr<const PeakContent> content, ContributorBy by);
  [[nodiscard]] const Contributor& at(int row) const override { return list().rows[static_cast<std::size_t>(row)]; }

 private:
  [[nodiscard]] const Contributors& list() const { return content_->by[static_cast<std::size_t>(by_)]; }
  [[nodiscard]] int row_count() const override { return content_ ? static_cast<int>(list().rows.size()) : 0; }
  [[nodiscard]] QVariant look(const Contributor& row, int column, int role) const override;

  std::shared_ptr<const PeakContent> content_;
  ContributorBy by_ = ContributorBy::stream;
};

}  // namespace stowage
