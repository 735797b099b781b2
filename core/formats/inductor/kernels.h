// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/inductor/source.h"

namespace stowage::inductor {

/// What an operator does with an argument.
enum class Role { none, read, write, both };

struct KernelParameter {
  std::string_view name;
  Role role = Role::none;               ///< none: a number
  std::optional<std::int64_t> bytes{};  ///< of an element
};

/// The parameters of the kernels whose text stands in a module, by name.
class Kernels {
 public:
  /// Takes a line of the module; true where it belongs to the text of a kernel.
  bool take(std::string_view line);
  [[nodiscard]] const std::vector<KernelParameter>* find(std::string_view name) const {
    const auto at = kernels_.find(name);
    return at == kernels_.end() ? nullptr : &at->second;
  }
  [[nodiscard]] std::size_t count() const { return kernels_.size(); }

 private:
  void begin(std::string_view line);
  void inside(std::string_view line);
  void end();
  void add_parameters(std::string_view list);
  void add_types(std::string_view line);

  std::unordered_map<std::string_view, std::vector<KernelParameter>> kernels_;
  bool is_inside_ = false, is_cpp_ = false, in_parameters_ = false;
  std::string_view name_, definition_;
  std::vector<KernelParameter> parameters_;
  std::vector<std::pair<std::string_view, std::string_view>> types_;  // by name, or by number
  std::vector<std::string_view> mutated_;
};

}  // namespace stowage::inductor
