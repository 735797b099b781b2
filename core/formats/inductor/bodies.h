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

#include "core/formats/inductor/kernels.h"
#include "core/formats/inductor/source.h"

namespace stowage::inductor {

/// A line of a body, without the blanks around it.
struct Statement {
  std::string_view text;
  std::size_t indent, line;
};

/// What is read of a module: the bodies of `call` and of partitions, the kernels, and the types of inputs. The types
/// stand in the function that measures the module.
class Bodies {
 public:
  explicit Bodies(const Source& source);

  /// The lines of a function, without lines of comments; null where there is no function of this name.
  [[nodiscard]] const std::vector<Statement>* find(std::string_view function) const {
    const auto at = lines_.find(function);
    return at == lines_.end() ? nullptr : &at->second;
  }
  [[nodiscard]] const Kernels& kernels() const { return kernels_; }
  /// Bytes of an element of an input; none where its type is not known.
  [[nodiscard]] std::optional<std::int64_t> element_bytes(std::string_view input) const {
    const auto at = input_types_.find(input);
    return at == input_types_.end() ? std::nullopt : std::optional(at->second);
  }

 private:
  void find_lines(const Source& source);
  void read_types();

  std::map<std::string, std::vector<Statement>, std::less<>> lines_;
  Kernels kernels_;
  std::unordered_map<std::string_view, std::int64_t> input_types_;
};

}  // namespace stowage::inductor
