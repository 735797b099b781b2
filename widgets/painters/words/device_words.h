// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/insight/recorded/recorded_heap.h"

namespace stowage {

/// "Device 1", "The host (device -1)".
[[nodiscard]] QString device_name(std::int64_t number);
/// "Device 1: out of memory, peak 78.4 GiB, 12,345 events", as far as it is known.
[[nodiscard]] QString device_text(const RecordedDevice& device);

}  // namespace stowage
