// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <onnx/onnx_pb.h>

/// Values that do not depend on a run, of small tensors of whole numbers: shapes, axes, conditions. Part of
/// stowage-infer-shapes.
namespace stowage::known_values {

/// A tensor of int64, int32 or bool, row by row. A number that is not known is missing.
struct Value {
  std::int32_t element = 0;
  std::vector<std::int64_t> shape{};
  std::vector<std::optional<std::int64_t>> cells{};

  [[nodiscard]] bool is_whole() const;
};

/// The types and values of the tensors of a graph; other names are of the graph around it, which must outlive this.
class Known {
 public:
  /// Takes types, and values of weights.
  explicit Known(onnx::GraphProto& graph, const Known* around = nullptr);

  /// Null where it is not known.
  [[nodiscard]] onnx::TypeProto* type(std::string_view name) const { return find(name).type; }
  [[nodiscard]] const Value* value(std::string_view name) const { return find(name).value.get(); }
  /// Computes the value of a node's first result from its inputs, as far as it is known.
  void compute(const onnx::NodeProto& node);
  /// Gives a result of a node a whole type where it has none. Returns whether it had none.
  bool give_type(const std::string& name, const onnx::TypeProto& type);
  /// Makes weights of the graph of a value that libonnx does not see. Returns their name; empty where the value is not
  /// known whole, or libonnx sees it.
  std::string settle(std::string_view name);

 private:
  struct Entry {
    onnx::TypeProto* type = nullptr;
    std::unique_ptr<Value> value{};
    bool is_given = false;  // as weights of this graph, or by a Constant in it: libonnx sees the value
  };

  [[nodiscard]] const Entry& find(std::string_view name) const;

  onnx::GraphProto& graph_;
  const Known* around_;
  std::unordered_map<std::string_view, Entry> entries_;
  std::deque<onnx::TypeProto> types_of_weights_;
};

/// Whether it is a tensor with all lengths known.
[[nodiscard]] bool is_whole(const onnx::TypeProto& type);

}  // namespace stowage::known_values
