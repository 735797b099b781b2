// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/formats/document.h"

namespace stowage::test {

inline std::vector<std::int64_t> device_numbers(const Document& document) {
  std::vector<std::int64_t> out;
  for (const RecordedDevice& device : document.devices) out.push_back(device.number);
  return out;
}

}  // namespace stowage::test
