// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Many short strings in one buffer, by index: a million names are two allocations.
class NameTable {
 public:
  std::size_t add(std::string_view name) {
    text_.append(name);
    ends_.push_back(text_.size());
    return ends_.size() - 1;
  }
  [[nodiscard]] std::string_view operator[](std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(text_).substr(begin, ends_[index] - begin);
  }
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  void reserve(std::size_t names, std::size_t bytes) {
    ends_.reserve(names);
    text_.reserve(bytes);
  }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;
};

}  // namespace stowage
