// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <QString>

#include "core/order/order.h"
#include "widgets/painters/model/step_scale.h"

namespace stowage {

/// An order of the operators of some graph, and what is to be seen of it. Const once it was made.
struct KnownOrder {
  const OrderStrategy* strategy = nullptr;
  std::vector<OperatorId> sequence;
  std::vector<std::uint32_t> steps;  ///< by OperatorId: where it stands in the sequence
  StepCurve curve;                   ///< bytes alive
  Bytes lower_bound;                 ///< of the peak of any order, as the strategy proved; 0 where it did not
  double milliseconds = 0;
  QString remark;

  [[nodiscard]] Bytes peak() const { return curve.peak(); }
  [[nodiscard]] static std::shared_ptr<const KnownOrder> make(const Graph& graph, const OrderStrategy& strategy,
                                                              OrderedGraph order, double milliseconds);
};
using KnownOrderPtr = std::shared_ptr<const KnownOrder>;

/// An order that a plan brought with it, as a sequence of the operators of the graph that it was opened for.
struct ImportedOrder {
  std::shared_ptr<const Graph> graph;
  std::vector<OperatorId> sequence;
  QString order;  ///< id of the strategy that found it, as the plan says; may be empty
  QString file;   ///< name of the plan's file
};
/// Stands for the strategy of such orders; it cannot be run.
inline constexpr OrderStrategy kImportedOrder{"imported", "Order of a plan",
                                              OrderText::tr("The order that an opened plan was made for"), "", nullptr};

/// The graph that another one is, its operators in one of the known orders; null where it is none of them. O(size).
struct KnownOrders {
  std::shared_ptr<const Graph> graph;
  std::vector<KnownOrderPtr> orders;
};
[[nodiscard]] KnownOrderPtr order_of(const Graph& graph, const KnownOrders& known);

}  // namespace stowage
