// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

#include "core/base/task.h"

// How the tables write numbers and take times.
namespace stowage::bench {

/// printf() of one value.
inline std::string number(const char* format, double value) {
  char text[64];
  static_cast<void>(std::snprintf(text, sizeof text, format, value));
  return text;
}

[[nodiscard]] inline double milliseconds_since(Task::Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Task::Clock::now() - start).count();
}

}  // namespace stowage::bench
