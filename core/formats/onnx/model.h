// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/task.h"

/// The graph of an ONNX file (onnx.proto, ModelProto), as views of the file's bytes. Weights are not copied.
namespace stowage::onnx_file {

/// Models with more nodes are refused.
inline constexpr std::size_t kMaxNodes = 5'000'000;
/// Graphs that are nested deeper in nodes are refused.
inline constexpr int kMaxBodyDepth = 32;

/// One dimension of a shape: a size, or a name for one, or neither.
struct Dimension {
  std::int64_t size = -1;   ///< negative where it is not given
  std::string_view name{};  ///< dim_param
  bool below_zero = false;  ///< the file gives a negative size: some writers mark open dimensions by -1
};

/// TypeProto. Sequences, maps, optionals and sparse tensors have no size that a plan could know.
struct Type {
  bool is_tensor = false;
  bool has_shape = false;
  std::int32_t element = 0;  ///< TensorProto.DataType; 0 where it is not given
  std::vector<Dimension> shape{};
};

/// ValueInfoProto.
struct Value {
  std::string_view name;
  Type type;
  std::string_view message{};  ///< the whole message in the file
};

/// TensorProto: weights.
struct Weights {
  std::string_view name;
  std::int32_t element = 0;
  std::vector<std::int64_t> shape{};
  std::string_view message{};
};

/// NodeProto.
struct Node {
  std::string_view name, op, domain;
  std::vector<std::string_view> inputs, outputs;  ///< an empty name: the optional tensor is left out
  std::vector<std::string_view> attributes{};     ///< AttributeProto messages
};

/// GraphProto.
struct GraphOf {
  std::string_view name;
  std::vector<Node> nodes{};
  std::vector<Weights> weights{};          ///< initializers
  std::vector<std::string_view> sparse{};  ///< names of sparse initializers
  std::vector<Value> inputs{}, outputs{}, values{};
};

struct OpsetImport {
  std::string_view domain;
  std::int64_t version = 0;
};

/// ModelProto.
struct Model {
  std::vector<OpsetImport> opsets{};
  GraphOf graph;
  std::vector<std::string_view> functions{};  ///< FunctionProto messages
  std::size_t trainings = 0;                  ///< training_info
};

/// Reads the graph of a model. bad_input: the file is cut short or damaged, with the byte. Also cancelled, timed_out.
[[nodiscard]] Result<Model> read_model(std::string_view bytes, const std::string& file, const Task& task);

/// Reads a graph in an attribute; `whole` is the file, for the places of errors. Errors as read_model().
[[nodiscard]] Result<GraphOf> read_graph(std::string_view message, std::string_view whole, const std::string& file,
                                         const Task& task);
/// Reads a TensorProto; damaged parts are left out.
[[nodiscard]] Weights read_weights(std::string_view message);
/// The graphs in the attributes of a node (bodies of If, Loop, Scan and the like).
[[nodiscard]] std::vector<std::string_view> bodies_of(const Node& node);

/// The domain; "" for both names of the domain of the standard operators.
[[nodiscard]] inline std::string_view plain_domain(std::string_view domain) {
  return domain == "ai.onnx" ? std::string_view() : domain;
}

}  // namespace stowage::onnx_file
