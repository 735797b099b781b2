// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <QString>

namespace stowage {

/// Nanoseconds of "250 us", "1.5 ms", "2 s", "40 ns" or "0", rounded; none of any other text: only 0 needs no unit.
/// Decimals have a point, and thousands may have commas or spaces.
[[nodiscard]] std::optional<std::int64_t> parse_duration(const QString& text);

/// The same back, exactly: "1.234567 ms", in the largest unit that is not larger than it.
[[nodiscard]] QString exact_duration(std::int64_t nanoseconds);

}  // namespace stowage
