// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace stowage::test {

/// A graph as the plainest lists by name, which a test can change at will and build again: the oracle of edits.
struct Description {
  struct Operator {
    std::string name, stream, kind, phase, extra;  ///< its stream by key()
    Duration duration{};
  };
  struct Tensor {
    std::string name, producer, kind, extra;
    std::vector<std::string> consumers;
    std::int64_t size = 0, alignment = 1;
    bool output = false;
  };
  struct Stream {
    std::int64_t number = 0;
    std::string name, color, extra;
    [[nodiscard]] std::string key() const { return std::to_string(number); }
  };

  std::string name, extra;
  std::vector<Stream> streams;
  std::vector<Operator> operators;
  std::vector<Tensor> tensors;
  std::vector<std::pair<std::string, std::string>> control;
  std::vector<std::vector<std::string>> groups;
  std::vector<std::int64_t> times;

  Description() = default;
  explicit Description(const Graph& graph);
  /// By GraphBuilder; aborts on a fault.
  [[nodiscard]] Graph build() const;

  [[nodiscard]] Operator& op(const std::string& operator_name);
  [[nodiscard]] Tensor& tensor(const std::string& tensor_name);
};

/// What differs first between two graphs, derived tables included; empty where they are the same.
[[nodiscard]] std::string difference(const Graph& a, const Graph& b);

}  // namespace stowage::test
