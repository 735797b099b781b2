// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/inductor/program.h"

namespace stowage::inductor {

/// What an operator does with an argument.
enum class Role { none, read, write, both };

struct KernelParameter {
  Role role = Role::none;               ///< none: a number
  std::optional<std::int64_t> bytes{};  ///< of an element
};

/// What is read of the text of a module.
struct Module {
  /// The lines of `call` and of partitions, without blank lines and lines of comments, by function.
  std::map<std::string, std::vector<SourceLine>, std::less<>> bodies;
  /// The parameters of the kernels whose text stands in the module, by name.
  std::unordered_map<std::string_view, std::vector<KernelParameter>> kernels;
  /// Bytes of an element of inputs, by name, as the function that measures the module makes them.
  std::unordered_map<std::string_view, std::int64_t> input_bytes;

  /// Null where the kernel's text is not there.
  [[nodiscard]] const std::vector<KernelParameter>* find_kernel(std::string_view name) const {
    const auto at = kernels.find(name);
    return at == kernels.end() ? nullptr : &at->second;
  }
};

/// Reads a module. Its views are of the source.
[[nodiscard]] Module read_module(const Source& source);

}  // namespace stowage::inductor
