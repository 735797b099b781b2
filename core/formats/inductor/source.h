// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace stowage::inductor {

/// A line of a source, without the log's prefix. The text is a view of the file, or of Source::made.
struct SourceLine {
  std::string_view text;
  std::size_t number;  ///< in the file, from 1
};

/// One graph as text.
struct Source {
  enum class Kind { wrapper, cpp_wrapper, listing };
  Kind kind;
  std::string name;
  std::string compilation{};  ///< "0/1" in a trace, empty elsewhere
  std::vector<SourceLine> lines{};
  std::deque<std::string> made{};  ///< the text of the lines, where it is not in the file

  /// A fault at its last line.
  [[nodiscard]] tl::unexpected<Error> fault(const std::string& file, std::string reason) const {
    const std::string place = lines.empty() ? "" : "line " + std::to_string(lines.back().number);
    return tl::unexpected(Error::bad_input(file, place, std::move(reason)));
  }
};

/// Translates the C++ wrapper of AOTInductor into a module in Python with the same uses of memory, statement by
/// statement. Inputs and weights are arguments of the caller. Lines keep their numbers.
[[nodiscard]] Source python_of(const Source& cpp);

}  // namespace stowage::inductor
