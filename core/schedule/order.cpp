// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/order.h"

namespace stowage {

std::span<const OrderStrategy> order_strategies() {
  static constexpr OrderStrategy kTable[] = {
      {"given", "As given", "The order of the input, or the stable one derived from it", "the input"},
  };
  return kTable;
}

}  // namespace stowage
