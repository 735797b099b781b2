// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/layout/strategy.h"
#include "widgets/base/known_order.h"
#include "widgets/tables/column_model.h"

namespace stowage {

/// What a layout strategy made of a graph in some order.
struct MatrixCell {
  enum class State {
    running,
    done,
    none,  ///< it made no plan
  };
  State state = State::running;
  Bytes footprint{};
  Bytes lower_bound{};  ///< of plans in that order, as far as it is known; 0 where it is not
  double milliseconds = 0;
  QString brief{}, reason{};  ///< why there is no plan: in a word or two, and in a sentence
};

/// Footprints: orders down, layout strategies across. What was computed stays, also while its row or column is not
/// shown.
class FootprintMatrixModel final : public ColumnModel<const KnownOrderPtr&> {
  Q_OBJECT

 public:
  enum Column { kOrder, kPeak, kFirstLayout };

  explicit FootprintMatrixModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  void set_axes(std::vector<KnownOrderPtr> orders, std::vector<const LayoutStrategy*> layouts);
  /// What every plan in an order needs with the streams side by side: a bound of its row, and told beside the peak.
  void set_interleaved(std::map<KnownOrderPtr, Bytes> interleaved);
  void set_cell(const KnownOrderPtr& order, const LayoutStrategy& layout, MatrixCell cell);
  /// As if it had not been begun.
  void forget_running();
  void forget_all();

  [[nodiscard]] const std::vector<KnownOrderPtr>& orders() const { return orders_; }
  [[nodiscard]] const std::vector<const LayoutStrategy*>& layouts() const { return layouts_; }
  /// Null where nothing was computed.
  [[nodiscard]] const MatrixCell* cell(const KnownOrderPtr& order, const LayoutStrategy& layout) const;
  /// The smallest footprint of an order, and of the first one, by the layouts that planned both; none where none did.
  struct Against {
    Bytes own, first;
  };
  [[nodiscard]] std::optional<Against> against_first(const KnownOrderPtr& order) const;
  /// The smallest footprint shown; none where there is none.
  [[nodiscard]] std::optional<Bytes> least() const;
  /// Whether no plan in the order is smaller than this one.
  [[nodiscard]] bool meets_bound(const KnownOrderPtr& order, const MatrixCell& cell) const;

  [[nodiscard]] const KnownOrderPtr& at(int row) const override { return orders_[static_cast<std::size_t>(row)]; }

 private:
  using Key = std::pair<KnownOrderPtr, const LayoutStrategy*>;
  [[nodiscard]] Columns columns() const;
  [[nodiscard]] TableColumn<const KnownOrderPtr&> footprints(const LayoutStrategy& layout) const;
  [[nodiscard]] int row_count() const override { return static_cast<int>(orders_.size()); }
  [[nodiscard]] QVariant look(const KnownOrderPtr& order, int column, int role) const override;
  [[nodiscard]] QString peak_tip(const KnownOrderPtr& order) const;
  /// 0 where none is known.
  [[nodiscard]] Bytes bound_of(const KnownOrderPtr& order) const;
  [[nodiscard]] QString text(const KnownOrderPtr& order, const MatrixCell& cell) const;
  [[nodiscard]] QString tool_tip(const KnownOrderPtr& order, const LayoutStrategy& layout,
                                 const MatrixCell& cell) const;

  std::vector<KnownOrderPtr> orders_;
  std::vector<const LayoutStrategy*> layouts_;
  std::map<Key, MatrixCell> cells_;
  std::map<KnownOrderPtr, Bytes> bounds_;  // the best that some cell of the row knows
  std::map<KnownOrderPtr, Bytes> interleaved_;
};

}  // namespace stowage
