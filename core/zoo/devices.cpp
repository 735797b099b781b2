// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/devices.h"

#include <algorithm>
#include <cmath>

namespace stowage {

std::span<const Device> devices() {
  static constexpr Device kTable[] = {
      {"v100", "NVIDIA V100 SXM2", 15.7e12, 125e12, 900e9, 150e9, "NVIDIA V100 data sheet, 2020"},
      {"a100", "NVIDIA A100 80 GB SXM", 19.5e12, 312e12, 2039e9, 300e9, "NVIDIA A100 data sheet, 2021"},
      {"h100", "NVIDIA H100 SXM", 67e12, 989.4e12, 3350e9, 450e9, "NVIDIA H100 data sheet, 2024"},
      {"mi250x", "AMD Instinct MI250X", 47.9e12, 383e12, 3276.8e9, 400e9, "AMD Instinct MI250X data sheet, 2022"},
      {"rtx4090", "NVIDIA GeForce RTX 4090", 82.6e12, 165.2e12, 1008e9, 32e9,
       "NVIDIA Ada GPU architecture white paper, 2023; link: PCI Express 4.0 x16"},
  };
  return kTable;
}

const Device* find_device(std::string_view id) {
  const auto at = std::ranges::find(devices(), id, &Device::id);
  return at == devices().end() ? nullptr : &*at;
}

std::int64_t estimated_nanoseconds(const Work& work, const Device& device) {
  const double seconds = std::max({work.flops / (work.half ? device.flops_16 : device.flops_32),
                                   work.bytes / device.bandwidth, work.sent / device.link});
  return kLaunchNanoseconds + std::llround(seconds * 1e9);
}

}  // namespace stowage
