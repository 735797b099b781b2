// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/formats/document.h"
#include "core/graph/builder.h"

namespace stowage {

/// Bytes of an array with elements of so many bits, rounded up; no length may be below 0. None above kMaxTensorSize.
template <class Lengths>
[[nodiscard]] std::optional<std::int64_t> array_bytes(std::int64_t bits, const Lengths& lengths) {
  for (const std::int64_t length : lengths)
    if (length == 0) return 0;
  for (const std::int64_t length : lengths)
    if (__builtin_mul_overflow(bits, length, &bits)) return {};
  const std::int64_t bytes = bits / 8 + (bits % 8 != 0);
  return bytes > kMaxTensorSize.count ? std::nullopt : std::optional(bytes);
}

/// Returns names that are not yet taken among names that the caller keeps, `is_taken(name)`: "a", "a#2", "a#3";
/// "unnamed", "unnamed#2" for an empty name. Only names that clash cost memory.
class NamesAmong {
 public:
  template <class IsTaken>
  std::string add(std::string wish, const IsTaken& is_taken) {
    if (wish.empty()) wish = "unnamed";
    if (!is_taken(wish)) return wish;
    for (std::uint32_t& count = last_.try_emplace(wish, 1).first->second;;)
      if (std::string wanted = wish + '#' + std::to_string(++count); !is_taken(wanted)) return wanted;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> last_;  // number that was tried for a name
};

/// The same among the names that it returned before.
class UniqueNames {
 public:
  std::string add(const std::string& wish) {
    return *given_.insert(among_.add(wish, [&](const std::string& name) { return given_.contains(name); })).first;
  }

 private:
  NamesAmong among_;
  std::unordered_set<std::string> given_;
};

/// A program of a compiler on its way from its file to a document: the parts of a graph, and other facts of the file.
class ImportedProgram : public GraphBuilder {
 public:
  /// Where a compiler put a tensor.
  struct Place {
    std::uint32_t space = SpacedTensors::kOutside;  ///< a place in `spaces`
    std::optional<std::int64_t> offset = 0;         ///< in its space; none: the file has no whole plan
    Bytes unplanned{};                              ///< bytes of a tensor outside of all spaces, which its graph lacks
  };

  /// `format` is the format's id, for graph_name(), too. `file_size` limits take().
  ImportedProgram(std::string format, const std::string& file, Places places,
                  std::size_t file_size = std::numeric_limits<std::size_t>::max() / 8)
      : GraphBuilder(file, std::move(places)), format_(std::move(format)), file_(file), left_(4 * file_size + 4096) {
    set_name(graph_name(file, format_));
  }

  TensorId add_tensor(const Tensor& spec, const Place& place);

  /// Builds the graph of a body. Its warnings and faults become those of the program; none where either has faults.
  [[nodiscard]] std::optional<Graph> take_body(GraphBuilder&& body);

  /// Takes entries of a list of the file. False, with a fault at `place`, once the lists have more entries than the
  /// file has bytes for: a damaged file may list the same bytes often.
  [[nodiscard]] bool take(std::size_t entries, const std::string& place, const char* reason = "its lists overlap");

  ImportSummary summary;
  std::vector<Diagnostic> warnings{};
  std::vector<OpenDimension> open_dimensions{};
  std::vector<GraphInFile> graphs{};
  std::size_t graph_index = 0;
  std::vector<MemorySpace> spaces{};  ///< none: all tensors lie in one memory
  bool has_plan = true;               ///< whether the offsets are a plan; false where a tensor has none
  bool is_plan_assumed = false;       ///< Plan::assumed

 private:
  friend Result<Document> document_of(ImportedProgram&& program, const std::optional<std::string>& space);

  std::string format_;
  const std::string& file_;
  SpacedTensors tensors_;
  std::size_t left_;
  bool is_exhausted_ = false;
};

/// Makes the document: the graph, and the plan of the file; of one memory space, where there are several
/// (open_space()). Errors: the faults of the graph; a space of that name is not there.
[[nodiscard]] Result<Document> document_of(ImportedProgram&& program, const std::optional<std::string>& space = {});

}  // namespace stowage
