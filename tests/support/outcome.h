// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage::test {

/// The value; throws the error's text where there is none.
template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().text());
  return *std::move(result);
}
template <class T>
T must(std::optional<T> value) {
  if (!value) throw std::runtime_error("there is no value");
  return *std::move(value);
}

/// The error; throws where there is a value.
template <class T>
Error error_of(const Result<T>& result) {
  if (result) throw std::runtime_error("there is no error");
  return result.error();
}

/// The text of its error; empty where there is none.
template <class T>
std::string fault_text(const Result<T>& result) {
  return result ? std::string() : result.error().text();
}

/// Where its faults are.
[[nodiscard]] inline std::vector<std::string> places_of(const Error& error) {
  std::vector<std::string> out;
  for (const Diagnostic& fault : error.faults) out.push_back(fault.place);
  return out;
}

/// Cancelled before the work begins.
[[nodiscard]] inline Task cancelled_task() {
  std::stop_source source;
  source.request_stop();
  return {source.get_token(), {}, {}};
}

}  // namespace stowage::test
