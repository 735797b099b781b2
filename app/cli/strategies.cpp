// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include "app/cli/output.h"
#include "core/layout/strategy.h"
#include "core/order/order.h"
#include "core/papers/tables.h"

namespace stowage::cli {
namespace {

template <class Strategy>
Json row_json(const Strategy& strategy) {
  return {{"id", strategy.id},
          {"title", strategy.title},
          {"description", strategy.description},
          {"source", strategy.source}};
}

template <class Strategy>
void add_row(Table& table, const Strategy& strategy, auto... more) {
  table.add({std::string(strategy.id), std::string(strategy.description), std::string(strategy.source), more...});
}

Result<ExitCode> strategies(bool json) {
  if (json) {
    Json layout = json_list(layout_strategies(), [](const LayoutStrategy& strategy) {
      Json row = row_json(strategy);
      row["standard"] = strategy.standard;
      row["limits"] = strategy.limits.text();
      return row;
    });
    print_json({{"layout", std::move(layout)}, {"order", json_list(order_strategies(), row_json<OrderStrategy>)}});
    return kFine;
  }
  Table layout({{"layout strategy"}, {"description"}, {"source"}, {"only for"}});
  for (const LayoutStrategy& strategy : layout_strategies()) add_row(layout, strategy, strategy.limits.text());
  layout.print();
  std::cout << '\n';
  Table order({{"order strategy"}, {"description"}, {"source"}});
  for (const OrderStrategy& strategy : order_strategies()) add_row(order, strategy);
  order.print();
  return kFine;
}

}  // namespace

Action add_strategies(CLI::App& command) {
  const auto json = std::make_shared<bool>(false);
  add_json(command, *json);
  return [=](const Task&) { return strategies(*json); };
}

}  // namespace stowage::cli
