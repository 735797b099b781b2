// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include "core/formats/json.h"

namespace stowage {

/// A finite number in any form; none where the value is not one.
[[nodiscard]] inline std::optional<double> real_of(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_binary()) return std::nullopt;
  const std::string written(value.get_binary().begin(), value.get_binary().end());
  double out = 0;
  const auto [end, code] = std::from_chars(written.data(), written.data() + written.size(), out);
  const bool whole = code == std::errc() && end == written.data() + written.size();
  return whole && std::isfinite(out) ? std::optional(out) : std::nullopt;
}

}  // namespace stowage
