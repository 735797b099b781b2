// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace stowage {

/// The best figures of a device, from its maker's data sheet: durations are estimated with them.
struct Device {
  std::string_view id;     ///< "a100"
  std::string_view title;  ///< "NVIDIA A100 80 GB SXM"
  double flops_32 = 0;     ///< a second, in 32 bits
  double flops_16 = 0;     ///< a second, in 16 bits on matrix units, dense
  double bandwidth = 0;    ///< of its memory, bytes a second
  double link = 0;         ///< to other devices, bytes a second in one direction
  std::string_view source;
};

/// Time that each operator takes beside its work. Assumed: kernels that follow each other closely on one stream start
/// some microseconds apart.
inline constexpr std::int64_t kLaunchNanoseconds = 5'000;

/// The table of all devices.
[[nodiscard]] std::span<const Device> devices();
/// The row with that id, or null.
[[nodiscard]] const Device* find_device(std::string_view id);

/// The work of an operator.
struct Work {
  double flops = 0;   ///< operations on numbers
  double bytes = 0;   ///< read and written
  double sent = 0;    ///< bytes to other devices
  bool half = false;  ///< whether the operations are in 16 bits

  friend bool operator==(const Work&, const Work&) = default;
};

/// The largest of operations / peak, bytes / bandwidth and bytes sent / link, plus the launch: no operator is quicker,
/// and most are slower.
[[nodiscard]] std::int64_t estimated_nanoseconds(const Work& work, const Device& device);

}  // namespace stowage
