// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stowage {

/// How long an operator runs, and how that is known.
struct Duration {
  enum class From : std::uint8_t { unsaid, measured, estimated, modelled };

  std::int64_t nanoseconds = 0;  ///< 0 … kMaxDuration; 0: unknown
  From from = From::unsaid;

  friend bool operator==(const Duration&, const Duration&) = default;
};

/// The largest duration of one operator, and the limit below which a graph's durations must add up, in nanoseconds.
inline constexpr std::int64_t kMaxDuration = std::int64_t{1} << 53, kMaxTotalDuration = std::int64_t{1} << 60;

/// The words of graph files, by value; "" for unsaid.
inline constexpr std::array<std::string_view, 4> kDurationSources = {"", "measured", "estimated", "modelled"};

[[nodiscard]] constexpr std::string_view name_of(Duration::From from) {
  return kDurationSources[static_cast<std::size_t>(from)];
}
/// The source of that name; none for an empty or unknown name.
[[nodiscard]] constexpr std::optional<Duration::From> duration_source(std::string_view name) {
  for (std::size_t k = 1; k < kDurationSources.size(); ++k)
    if (kDurationSources[k] == name) return static_cast<Duration::From>(k);
  return std::nullopt;
}

}  // namespace stowage
