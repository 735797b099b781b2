// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/faults.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// How long a tensor lives beyond its uses. The numbers are those that SOMAS writes.
enum class Lifelong { none, graph_all, graph_start, graph_end };
inline constexpr std::int64_t kMostLifelong = 3;

struct SomasNode {
  std::int64_t id = 0;
  std::string name;
  std::string kind;
  std::int64_t stream = 0;
  std::string place;
};

struct SomasTensor {
  static constexpr std::size_t kNobody = ~std::size_t{0};

  std::int64_t id = 0, size = 0, offset = 0;
  std::string type;  ///< "Common", …; empty where the file does not have it
  Lifelong lifelong = Lifelong::none;
  std::size_t producer = kNobody;      ///< index of a node
  std::vector<std::size_t> consumers;  ///< indices of nodes
  std::string place;
};

/// The contents of any of the three files.
struct SomasModel {
  std::vector<SomasNode> nodes;  ///< in their order
  std::vector<SomasTensor> tensors;
  std::vector<std::pair<std::size_t, std::size_t>> control;  ///< indices of nodes
  std::vector<std::vector<std::size_t>> unions, groups;      ///< indices of tensors
  std::vector<std::int64_t> times;                           ///< as Graph::times(); may be empty
  std::optional<std::int64_t> reused_size;                   ///< bytes that the plan needs, as SOMAS says
  ImportSummary summary;
};

/// Indices by id. add() is false where the id has an index.
class SomasIds {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  bool add(std::int64_t id, std::size_t index) { return index_.try_emplace(id, index).second; }
  [[nodiscard]] std::size_t find(std::int64_t id) const {
    const auto at = index_.find(id);
    return at == index_.end() ? kNone : at->second;
  }

 private:
  std::unordered_map<std::int64_t, std::size_t> index_;
};

/// "%12T", the dump's name of tensor 12.
[[nodiscard]] inline std::string somas_name(std::int64_t id) {
  return '%' + std::to_string(id) + 'T';
}

[[nodiscard]] Result<SomasModel> read_somas_info(std::string_view text, const std::string& file, const Task& task);
[[nodiscard]] Result<SomasModel> read_somas_log(std::string_view text, const std::string& file, const Task& task);
[[nodiscard]] Result<SomasModel> read_somas_cache(std::string_view text, const std::string& file, const Task& task);

/// Returns the graph, and the plan where there are offsets.
[[nodiscard]] Result<Document> document_of(SomasModel model, const std::string& file, const Task& task);

}  // namespace stowage
