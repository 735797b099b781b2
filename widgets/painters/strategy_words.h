// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/layout/strategy.h"

namespace stowage {

/// A strategy's description in the reader's language: core's table speaks English, phrase by phrase.
[[nodiscard]] QString strategy_description(const LayoutStrategy& strategy);

}  // namespace stowage
