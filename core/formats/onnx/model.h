// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/csr.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/graph/builder.h"
#include "core/graph/indexing.h"

/// The graph of an ONNX file (onnx.proto, ModelProto), as views of the file's bytes. Weights are not copied.
namespace stowage::onnx_file {

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

struct Body;

/// NodeProto.
struct Node {
  std::string_view name, op, domain;
  std::vector<std::string_view> inputs, outputs;  ///< an empty name: the optional tensor is left out
  std::vector<std::string_view> attributes;       ///< AttributeProto messages without graphs
  std::vector<Body> bodies;                       ///< the graphs of its other attributes
};

/// GraphProto.
struct GraphOf {
  std::string_view name;
  std::vector<Node> nodes{};
  std::vector<Weights> weights{};          ///< initializers
  std::vector<std::string_view> sparse{};  ///< names of sparse initializers
  std::vector<Value> inputs{}, outputs{}, values{};
};

/// A graph within a node: a body of If, Loop, Scan and the like.
struct Body {
  std::string_view attribute;  ///< its name: "then_branch"
  GraphOf graph;
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

/// Reads the graph of a model. bad_input: the file is cut short or damaged, with the byte, or graphs are nested deeper
/// than 32. Also cancelled, timed_out.
[[nodiscard]] Result<Model> read_model(std::string_view bytes, const std::string& file, const Task& task);

/// Reads a TensorProto; damaged parts are left out.
[[nodiscard]] Weights read_weights(std::string_view message);
/// The value of an attribute that is a whole number; 0 where there is none.
[[nodiscard]] std::int64_t number_in(const Node& node, std::string_view attribute);

/// The size of a type: the bits of an element times all dimensions, rounded up to bytes. too_large: above 2^53.
struct SizeOf {
  enum class Kind { known, unknown, too_large };
  Kind kind = Kind::unknown;
  Bytes bytes{};  ///< where it is known
};
[[nodiscard]] SizeOf size_of(const Type& type);

/// The dimensions that a model leaves open. Each has a name: the model's own ("batch"), or the tensor and the axis
/// ("data:0") for a nameless dimension of an input or output.
class Dimensions {
 public:
  /// `given` are sizes by name; it must outlive this.
  explicit Dimensions(const std::map<std::string, std::int64_t>& given) : given_(given) {}

  /// Puts the given sizes into the type, and notes the dimensions that stay open.
  void settle(Type& type);
  /// The same for a graph input, before all others. Its nameless dimensions get names.
  void settle_input(Value& input);
  /// The same for a graph output. Its nameless dimensions get names only beside named ones; where all are nameless,
  /// they follow from the inputs.
  void settle_output(Value& output);
  /// The same for all types in the graph's bodies. Their nameless dimensions follow from the graph around them.
  void settle_bodies(GraphOf& graph);

  /// The dimensions without a given size, in the order of the model. OpenDimension::tensors is not set.
  [[nodiscard]] const std::vector<OpenDimension>& open() const { return open_; }
  /// The place of a name in open(), or npos where it is not there.
  [[nodiscard]] std::size_t find(std::string_view name) const;
  static constexpr std::size_t npos = ~std::size_t{0};
  /// Whether an input has it. Other dimensions follow from these where all sizes are known.
  [[nodiscard]] bool is_of_inputs(std::string_view name) const { return find(name) < of_inputs_; }
  /// The given names that the model does not have.
  [[nodiscard]] std::vector<std::string> unused() const;

 private:
  void name_axes(Value& value);

  const std::map<std::string, std::int64_t>& given_;
  std::set<std::string, std::less<>> used_;
  std::unordered_map<std::string_view, std::size_t> place_;
  std::vector<OpenDimension> open_;
  std::deque<std::string> names_;  // names that were made
  std::size_t of_inputs_ = 0;
};

/// Inferred types of tensors, or why there are none.
struct InferredTypes {
  std::shared_ptr<const std::string> bytes;  ///< holds the bytes that `types` views
  GraphOf types{};  ///< has only values, and in the given order nodes with such bodies; empty after a failure
  std::optional<ImportWords> failure{};  ///< none where all went well
};

/// Infers the types of the model's tensors with libonnx, in a child process: stowage-infer-shapes reads the nodes in
/// `order` with their bodies, the types of inputs, outputs and values, and weights that may be shapes. Types that are
/// not found are left out; InferredTypes::failure says why the process failed. Errors: cancelled, timed_out.
[[nodiscard]] Result<InferredTypes> infer_types(const Model& model, std::span<const std::uint32_t> order,
                                                const Task& task);

/// Producers and users of tensors, by number: nodes as in the file; inputs, then weights, then results of nodes, then
/// tensors of the graph around a body.
struct Wiring {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::vector<std::string_view> names;  // of tensors
  std::vector<std::uint32_t> producer;  // node, or kNone
  std::vector<bool> stays;              // weights: not planned
  std::vector<bool> input, output;      // of the graph
  Csr<std::uint32_t> node_inputs;       // inputs that are given; without captures
  Csr<std::uint32_t> node_outputs;
  Csr<std::uint32_t> node_captures;  // tensors that graphs within the node read from around it
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  std::vector<std::uint32_t> around;                  ///< tensors that a body reads from around it
  std::map<std::size_t, std::vector<Wiring>> bodies;  ///< by node, as Node::bodies

  [[nodiscard]] std::size_t tensor_count() const { return names.size(); }
  [[nodiscard]] std::uint32_t find(std::string_view name) const {
    const auto known = numbers.find(name);
    return known == numbers.end() ? kNone : known->second;
  }
};

/// Finds the wiring. A name in a body is that of a tensor of the body, otherwise that of a tensor around it. Reports
/// tensors made twice, tensors read and never made, and names that are not text to `builder`; the result is consistent
/// all the same. Errors: cancelled, timed_out.
[[nodiscard]] Result<Wiring> wire(const Model& model, const FileToRead& in, GraphBuilder& builder);

/// An order in which every tensor is made before it is read.
[[nodiscard]] TopologicalOrder order_of(const Wiring& wiring, std::size_t nodes);

}  // namespace stowage::onnx_file
