// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/bytes.h"
#include "core/base/text.h"

namespace stowage::cli {

/// "14.2 MiB", "14,889,779", "+4.9%", "12.4 ms": as people read them, in English whatever the locale, and as the window
/// writes them (widgets/painters/style/numbers.h) with its first settings. Without Qt, whose libraries take longer to
/// load than most commands take.
[[nodiscard]] std::string human(Bytes bytes);
[[nodiscard]] std::string signed_human(Bytes bytes);  ///< "+14.2 MiB", "-512 B", "0 B"
[[nodiscard]] std::string exact(Bytes bytes);
[[nodiscard]] std::string full(Bytes bytes);
[[nodiscard]] std::string percent(double fraction);
/// "4.9%" of something, without the sign of a change.
[[nodiscard]] std::string share(double fraction);
[[nodiscard]] std::string duration(double milliseconds);
[[nodiscard]] std::string time_text(std::int64_t nanoseconds);  ///< the same, 0 or more

[[nodiscard]] std::string grouped(std::integral auto number) {
  return grouped_digits(number);
}
/// "1 stream", "3 streams"; digits grouped.
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view singular);

}  // namespace stowage::cli
