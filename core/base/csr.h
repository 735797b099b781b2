// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace stowage {

/// Sorts the items and leaves out repeats.
template <class Item>
void sort_distinct(std::vector<Item>& items) {
  std::ranges::sort(items);
  items.erase(std::ranges::unique(items).begin(), items.end());
}

/// Many short lists in two arrays ("compressed sparse rows").
/// ```
/// begin: 0   2 2     5        row 0 = {a,b}, row 1 = {}, row 2 = {c,d,e}
/// items: a b c d e
/// ```
template <class Item>
class Csr {
 public:
  Csr() = default;

  /// Appends one row after the last.
  void add_row(std::span<const Item> row) {
    items_.insert(items_.end(), row.begin(), row.end());
    begin_.push_back(static_cast<std::uint32_t>(items_.size()));
  }

  void reserve(std::size_t rows, std::size_t items) {
    begin_.reserve(rows + 1);
    items_.reserve(items);
  }

  /// Rows 0 … row_count-1 from (row, item) pairs; within a row, items keep the pairs' order.
  template <class Pairs>
  static Csr from_pairs(std::size_t row_count, const Pairs& pairs) {
    return from_each(row_count, [&](const auto& add) {
      for (const auto& [row, item] : pairs) add(row, item);
    });
  }
  /// The same from the pairs for which `each` calls `add(row, item)`; called twice, `each(add)` must do so alike.
  template <class Each>
  static Csr from_each(std::size_t row_count, const Each& each) {
    Csr out;
    out.begin_.assign(row_count + 1, 0);
    each([&](std::size_t row, const Item&) { ++out.begin_[row + 1]; });
    for (std::size_t r = 0; r < row_count; ++r) out.begin_[r + 1] += out.begin_[r];
    out.items_.resize(out.begin_[row_count]);
    // The begin of a row serves as the place of its next item: then it is the begin of the row after it.
    each([&](std::size_t row, const Item& item) { out.items_[out.begin_[row]++] = item; });
    out.begin_.pop_back();
    out.begin_.insert(out.begin_.begin(), 0);
    return out;
  }

  [[nodiscard]] std::span<const Item> operator[](std::size_t row) const {
    return {items_.data() + begin_[row], items_.data() + begin_[row + 1]};
  }
  [[nodiscard]] std::size_t row_count() const { return begin_.size() - 1; }
  [[nodiscard]] std::size_t item_count() const { return items_.size(); }
  [[nodiscard]] std::span<const Item> items() const { return items_; }

 private:
  std::vector<std::uint32_t> begin_{0};
  std::vector<Item> items_;
};

}  // namespace stowage
