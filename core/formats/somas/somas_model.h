// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// How long a tensor lives beyond its uses.
struct SomasLife {
  bool from_start = false, until_end = false;

  friend bool operator==(const SomasLife&, const SomasLife&) = default;
};
/// By the number that SOMAS writes: LifeLongNone, LifeLongGraphAll, LifeLongGraphStart, LifeLongGraphEnd.
inline constexpr SomasLife kSomasLives[] = {{}, {true, true}, {true, false}, {false, true}};

struct SomasNode {
  std::string name, kind;
  std::int64_t stream = 0;
  std::string place;
};

inline constexpr std::size_t kNotInSomas = ~std::size_t{0};  ///< of nodes and tensors

struct SomasTensor {
  std::int64_t id = 0, size = 0, offset = 0;
  std::string type;  ///< "Common", …; empty where the file does not have it
  SomasLife life{};
  std::size_t producer = kNotInSomas;  ///< index of a node
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

/// Indices by id.
using SomasIds = std::unordered_map<std::int64_t, std::size_t>;
[[nodiscard]] inline std::size_t find_somas_id(const SomasIds& ids, std::int64_t id) {
  const auto at = ids.find(id);
  return at == ids.end() ? kNotInSomas : at->second;
}

/// "%12T", the dump's name of tensor 12.
[[nodiscard]] inline std::string somas_name(std::int64_t id) {
  return '%' + std::to_string(id) + 'T';
}

[[nodiscard]] Result<SomasModel> read_somas_info(const FileToRead& in);
[[nodiscard]] Result<SomasModel> read_somas_log(const FileToRead& in);

}  // namespace stowage
