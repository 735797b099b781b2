// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/import_summary.h"

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
  std::shared_ptr<std::deque<std::string>> made{};  ///< the text of the lines, where it is not in the file

  /// A fault at its last line.
  [[nodiscard]] tl::unexpected<Error> fault(const std::string& file, std::string reason) const {
    const std::string place = lines.empty() ? "" : "line " + std::to_string(lines.back().number);
    return tl::unexpected(Error::bad_input(file, place, std::move(reason)));
  }
};

/// The graphs of a file, and the estimates beside them.
struct Sources {
  std::vector<Source> graphs;
  std::unordered_map<std::string, std::vector<SourceLine>> estimates;  ///< by compilation: JSON
};

/// Whether the text is a module that Inductor wrote, an FX listing, or a log of either.
[[nodiscard]] bool looks_like_source(std::string_view text);

/// Cuts a file into graphs: a module or a listing alone, what TORCH_LOGS prints, or a log of TORCH_TRACE. Graphs that a
/// log writes twice are one.
[[nodiscard]] Result<Sources> find_sources(std::string_view text, ImportSummary& summary, const Task& task);

/// Translates the C++ wrapper of AOTInductor into a module in Python with the same uses of memory, statement by
/// statement. Inputs and weights are arguments of the caller. Lines keep their numbers.
[[nodiscard]] Source python_of(const Source& cpp);

}  // namespace stowage::inductor
