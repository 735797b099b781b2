// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/task.h"
#include "core/graph/builder.h"
#include "core/io/csv.h"
#include "core/io/document.h"

namespace stowage {

/// One row of an interval CSV, its lifetime made half-open.
struct IntervalRow {
  std::string_view id;
  std::int64_t lower = 0, upper = 0;
  std::int64_t size = 0, alignment = 1, offset = 0;
  std::uint32_t line = 0;

  [[nodiscard]] bool empty() const { return lower >= upper; }
};

/// The first half of reading an interval CSV: from text to checked rows. The second makes the graph.
class IntervalRows {
 public:
  IntervalRows(std::string_view bytes, const ReadOptions& options) : splitter_(bytes), options_(options) {}

  /// Faults and warnings go to `report`. False where the task said stop.
  bool read(GraphBuilder& report, const Task& task);

  [[nodiscard]] const std::vector<IntervalRow>& rows() const { return rows_; }
  [[nodiscard]] bool has_offsets() const { return column(Role::offset) != kAbsent; }

  /// What was assumed of the ends, and of columns without a header.
  [[nodiscard]] const ImportSummary& summary() const { return summary_; }

  /// Whether these are the columns of a header of ours.
  [[nodiscard]] static bool is_header(const std::vector<std::string_view>& fields);
  /// Whether this is a row already, of a table without a header: an id and three numbers at least.
  [[nodiscard]] static bool is_row(const std::vector<std::string_view>& fields);

 private:
  enum class Role { id, lower, upper, size, alignment, hint, gaps, offset, none };
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

  [[nodiscard]] static Role role_of(std::string_view column);
  [[nodiscard]] std::size_t column(Role role) const { return columns_[static_cast<std::size_t>(role)]; }
  [[nodiscard]] std::string_view field(Role role) const {
    return column(role) == kAbsent ? std::string_view() : fields_[column(role)];
  }
  bool read_header();
  /// The columns of a table without a header: id, lower, upper, size[, alignment][, offset].
  void take_columns_by_place();
  void settle_meaning(bool inclusive);
  void read_row();
  [[nodiscard]] bool has_all_fields();
  void warn_of_the_rest();
  /// Makes [lower, upper] or (lower, upper) half-open.
  void settle_ends(IntervalRow& row);
  void note_empty(const IntervalRow& row);
  void check_gaps(const IntervalRow& row);
  [[nodiscard]] bool gap_is_fine(std::string_view gap, const IntervalRow& row) const;
  bool number(Role role, std::string_view name, std::int64_t& value);
  void fault(std::string reason);

  CsvSplitter splitter_;
  GraphBuilder* report_ = nullptr;
  const ReadOptions& options_;
  IntervalMeaning meaning_ = IntervalMeaning::half_open;
  std::vector<std::string_view> fields_;
  std::vector<std::size_t> columns_;
  std::size_t column_count_ = 0;
  bool by_place_ = false;
  ImportSummary summary_;
  std::vector<IntervalRow> rows_;
  std::size_t rows_with_gaps_ = 0, rows_with_hints_ = 0, rows_that_are_empty_ = 0;
  std::pair<std::string, std::string> first_empty_;  // place and what to say
};

}  // namespace stowage
