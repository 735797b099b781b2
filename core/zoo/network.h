// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/zoo/zoo.h"

namespace stowage::zoo {

/// Extents of a tensor, outermost first: {batch, channels, height, width} or {batch, tokens, features}. At most five.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<std::int64_t> extents) {
    assert(extents.size() <= extents_.size());
    for (std::int64_t extent : extents) extents_[rank_++] = extent;
  }
  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::int64_t operator[](std::size_t axis) const { return extents_[axis]; }
  [[nodiscard]] std::int64_t last() const { return extents_[rank_ - 1]; }
  [[nodiscard]] std::int64_t elements() const {
    std::int64_t product = 1;
    for (std::size_t axis = 0; axis < rank_; ++axis) product *= extents_[axis];
    return product;
  }
  /// The same shape with another extent of one axis.
  [[nodiscard]] Shape with(std::size_t axis, std::int64_t extent) const {
    Shape out = *this;
    out.extents_[axis] = extent;
    return out;
  }
  friend bool operator==(const Shape&, const Shape&) = default;

 private:
  std::array<std::int64_t, 5> extents_{};
  std::size_t rank_ = 0;
};

/// The type of one element, as its size in bytes.
enum class Element : std::uint8_t { boolean = 1, float16 = 2, float32 = 4, int64 = 8 };

using ValueId = Id<struct ValueTag>;
using NodeId = Id<struct NodeTag>;

/// A tensor of a network as a layer sees it: its id and a shape. Other views of the same elements (a flattened image,
/// say) are the same tensor in another shape: they cost no memory and no operator.
struct Value {
  ValueId id{};
  Shape shape{};

  [[nodiscard]] Value viewed_as(const Shape& other) const {
    assert(other.elements() == shape.elements());
    return {id, other};
  }
};

/// A network described operator by operator, forward, in the order in which they run, each with the operators
/// that a framework runs for it on the way back. Layers are functions that add to a network.
class Network {
 public:
  enum class Role : std::uint8_t {
    input,       ///< given: a batch of images, its labels
    parameter,   ///< learnt
    activation,  ///< computed, and differentiable where its elements are fractions
    statistics,  ///< computed beside an activation for the backward operator alone, such as means
    loss,        ///< the one number that a step of training makes smaller
  };
  struct Tensor {
    std::string name;
    Shape shape;
    Element element = Element::float32;
    Role role = Role::activation;
    NodeId producer{};

    [[nodiscard]] Bytes size() const { return {shape.elements() * static_cast<std::int64_t>(element)}; }
  };
  /// One operator of the way back. It reads the gradients of its node's differentiable outputs as well as what was
  /// saved, and makes the gradients of some of its node's inputs.
  struct Backward {
    std::string_view kind;
    std::string suffix;  ///< of its name, behind its node's
    std::vector<ValueId> saved, gives;
    double flops = 0;  ///< operations on numbers, where they far outnumber the numbers
  };
  struct Node {
    std::string name;
    std::string_view kind;
    std::vector<ValueId> inputs;  ///< parameters too
    std::vector<ValueId> outputs;
    std::vector<Backward> backward;
    double flops = 0;             ///< as of a backward operator
    std::vector<ValueId> passes;  ///< inputs whose gradient is that of the output, without an operator: of a sum
    bool is_loss = false;
    std::size_t segment = 0;  ///< 0: none
  };

  /// In a network that is only run, nothing is dropped out and nothing is saved.
  explicit Network(bool training) : training_(training) {}

  [[nodiscard]] bool training() const { return training_; }
  Value input(std::string name, const Shape& shape, Element element = Element::float32) {
    return add_tensor({std::move(name), shape, element, Role::input});
  }
  Value parameter(std::string name, const Shape& shape, Element element = Element::float32) {
    if (!pass_.empty())
      for (std::size_t t = 0; t < tensors_.size(); ++t)
        if (tensors_[t].name == name) return {ValueId(t), shape};
    return add_tensor({std::move(name), shape, element, Role::parameter});
  }
  /// The result of the last layer: needed until the end.
  void set_result(const Value& value) { result_ = value.id; }

  /// Operators added from now on, up to the next call of either function, run again on the way back instead of keeping
  /// their results (rematerialization): a segment keeps only its inputs.
  void begin_segment() { segment_ = ++segments_; }
  void end_segment() { segment_ = 0; }

  /// From now on, names of operators begin with `name`, and a parameter whose name is there already is that one: so the
  /// same layers can be run more than once. Up to the next call; "" ends it.
  void begin_pass(std::string name) { pass_ = std::move(name); }

  NodeId add_node(const std::string& name, std::string_view kind, const std::vector<Value>& inputs) {
    Node& added = nodes_.emplace_back();
    added.name = pass_ + name;
    added.kind = kind;
    added.segment = segment_;
    for (const Value& input : inputs) added.inputs.push_back(input.id);
    return NodeId(nodes_.size() - 1);
  }
  Value add_output(NodeId id, const Shape& shape, Role role = Role::activation, Element element = Element::float32,
                   std::string_view suffix = {}) {
    const Value made = add_tensor({node(id).name + std::string(suffix), shape, element, role, id});
    node(id).outputs.push_back(made.id);
    return made;
  }
  [[nodiscard]] Node& node(NodeId id) { return nodes_[id.index()]; }

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Tensor>& tensors() const { return tensors_; }
  [[nodiscard]] const Tensor& tensor(ValueId id) const { return tensors_[id.index()]; }
  [[nodiscard]] ValueId result() const { return result_; }

 private:
  Value add_tensor(Tensor tensor) {
    tensors_.push_back(std::move(tensor));
    return {ValueId(tensors_.size() - 1), tensors_.back().shape};
  }

  bool training_;
  std::vector<Tensor> tensors_;
  std::vector<Node> nodes_;
  std::size_t segment_ = 0, segments_ = 0;
  std::string pass_;
  ValueId result_;
};

// Layers: each adds its operators to a network, with the parameters they learn and what their backward operators read,
// as PyTorch computes and saves them. Images are {batch, channels, height, width}, films {batch, channels, frames,
// height, width}. The name of a layer is also that of its operator and of its first result.

/// Adds an operator with one result, of the element type of its first input or another; `passes` as in Network::Node.
Value operation(Network& net, const std::string& name, std::string_view kind, const std::vector<Value>& inputs,
                const Shape& shape, std::vector<Network::Backward> backward, std::vector<ValueId> passes = {},
                std::optional<Element> element = {});

struct Window {
  std::int64_t kernel = 1, stride = 1, padding = 0;
  std::int64_t dilation = 1;  ///< from one element of the kernel to the next
  bool round_up = false;      ///< whether a part of a window at the border counts

  [[nodiscard]] std::int64_t output(std::int64_t extent) const {
    return (extent + 2 * padding - dilation * (kernel - 1) - 1 + (round_up ? stride - 1 : 0)) / stride + 1;
  }
  /// The extent of which `output` would make this one.
  [[nodiscard]] std::int64_t transposed_output(std::int64_t extent) const {
    return (extent - 1) * stride - 2 * padding + kernel;
  }
};
inline constexpr Window kThree{.kernel = 3, .padding = 1};

struct Convolution {
  std::int64_t channels;  ///< of the result
  Window window{};
  std::int64_t groups = 1;
  bool bias = true;
  bool transposed = false;         ///< makes of each number a window, as the backward of a convolution does
  std::optional<Window> frames{};  ///< of a film; none: as the window
};
/// Backward: one operator each for the image's, the weight's and the bias's gradient. Where x has 16 bits an element,
/// there is no bias, and the weight is cast first.
Value convolution(Network& net, const std::string& name, const Value& x, const Convolution& options);
/// A norm of each channel over the rest; keeps its input, and mean and deviation of each channel.
Value batch_norm(Network& net, const std::string& name, const Value& x, bool learns = true);
/// A convolution without bias, and the norm "NAME.bn".
Value convolution_norm(Network& net, const std::string& name, const Value& x, Convolution options);

// ---- element by element
/// What the backward operator reads besides its gradient.
enum class Keeps { nothing, input, result };
/// Applies one function to each element of a tensor.
struct ElementWise {
  std::string_view kind, grad_kind;
  Keeps keeps;
  Value operator()(Network& net, const std::string& name, const Value& x) const;
};
/// One of those below, or a function like them, as a part of a network that varies.
using Activation = std::function<Value(Network& net, const std::string& name, const Value& x)>;
inline constexpr ElementWise relu{"Relu", "ReluGrad", Keeps::result};
inline constexpr ElementWise relu6{"Relu6", "Relu6Grad", Keeps::result};
inline constexpr ElementWise leaky_relu{"LeakyRelu", "LeakyReluGrad", Keeps::result};
inline constexpr ElementWise sigmoid{"Sigmoid", "SigmoidGrad", Keeps::result};
inline constexpr ElementWise tanh{"Tanh", "TanhGrad", Keeps::result};
inline constexpr ElementWise silu{"Silu", "SiluGrad", Keeps::input};
inline constexpr ElementWise gelu{"Gelu", "GeluGrad", Keeps::input};
inline constexpr ElementWise scale{"Mul", "Mul", Keeps::nothing};  ///< times a number
/// Keeps both; `b` may be of one value a channel ({batch, channels, 1, 1}).
Value multiply(Network& net, const std::string& name, const Value& a, const Value& b);
/// Saves nothing and hands its gradient on as it is.
Value add(Network& net, const std::string& name, const Value& a, const Value& b);
/// The same, with a constant that is not learnt and is repeated as needed, or (none) lies elsewhere.
Value add_constant(Network& net, const std::string& name, const Value& x, const Value& constant = {});
/// With the same for each sample: {tokens, features} or {features} is added to {batch, tokens, features}.
Value add_rows(Network& net, const std::string& name, const Value& x, const Value& rows);
/// To other elements: a copy.
Value cast(Network& net, const std::string& name, const Value& x, Element element);
/// Keeps which elements it let through; nothing at all where the network is only run.
Value dropout(Network& net, const std::string& name, const Value& x);
/// Lets whole samples through, or not: keeps a number a sample; nothing at all where the network is only run.
Value stochastic_depth(Network& net, const std::string& name, const Value& x);

// ---- of images
/// Keeps its input, and where each maximum was (64 bits).
Value max_pool(Network& net, const std::string& name, const Value& x, const Window& window);
/// Keeps its input.
Value average_pool(Network& net, const std::string& name, const Value& x, const Window& window);
/// {batch, channels, 1, 1}
Value global_average_pool(Network& net, const std::string& name, const Value& x);
/// Along the channels: a copy; backward, another for each part.
Value concatenate(Network& net, const std::string& name, const std::vector<Value>& parts);
/// To another height and width, by weighted means of four neighbours.
Value resize(Network& net, const std::string& name, const Value& x, std::int64_t height, std::int64_t width);
/// {batch, rest}
[[nodiscard]] Value flattened(const Value& x);

// ---- of features, the last axis
/// x·Wᵀ + b. Backward: one operator each for the gradients of x, weight and bias. Where x has 16 bits an element both
/// parameters are cast first, and the bias is added by an operator of its own.
Value linear(Network& net, const std::string& name, const Value& x, std::int64_t features, bool bias = true);
/// The same with parameters that are there already; `bias` may be none.
Value linear(Network& net, const std::string& name, const Value& x, const Value& weight, const Value& bias);

// ---- of {batch, tokens, features}
/// Over the features; keeps its input, and mean and deviation of each token.
Value layer_norm(Network& net, const std::string& name, const Value& x);
/// A row of `table` a token; `tokens` are whole numbers. Backward: the gradient of the whole table.
Value embed(Network& net, const std::string& name, const Value& tokens, const Value& table);
/// The same elements, with the axes in another order: a copy.
Value transpose(Network& net, const std::string& name, const Value& x, const Shape& shape);
/// One more token, learnt, in front.
Value prepend_token(Network& net, const std::string& name, const Value& x);
/// A part of the elements: a copy.
Value slice(Network& net, const std::string& name, const Value& x, const Shape& shape);
/// {batch, features} of the first token: a copy.
Value first_token(Network& net, const std::string& name, const Value& x);

struct Attention {
  std::int64_t heads;
  bool packed = false;      ///< one projection to query, key and value together
  bool causal = false;      ///< no token looks ahead: a mask that lies elsewhere
  bool scored_drop = true;  ///< dropout of the scores
  Value mask{};             ///< {batch, tokens (, tokens)} added to the scores; may be none
  /// Where not 0: each distance of two tokens up to this one has a learnt vector, by which a query scores the token,
  /// and which is added to the token's value. One table for both.
  std::int64_t distances = 0;
};
/// Multi-head attention of `x` to `memory` (`x` itself, or the result of another stack; then not packed) and the
/// projection behind it, in the steps of PyTorch without fusion: scores are multiplied out, scaled, masked, put through
/// softmax (in 32 bits) and dropout, and multiplied with the values. Heads are laid out side by side, and merged, by
/// copies. Scores are {batch, heads, tokens, tokens of the memory}.
Value attention(Network& net, const std::string& at, const Value& x, const Value& memory, const Attention& options);

/// A part of a loss, and what else its backward operator reads.
struct LossPart {
  Value value;
  std::vector<Value> saved;
};
/// Sets the result: the sum of the parts, each with a backward operator of its own, of `grad_kind`.
void set_loss(Network& net, std::string_view kind, std::string_view grad_kind, const std::vector<LossPart>& parts);
/// Sets the result: in training the mean cross entropy of {batch, classes} with one label a row (none: an input),
/// summed over all `logits`, otherwise the first of them.
void classify(Network& net, const std::vector<Value>& logits, Value labels = {});
inline void classify(Network& net, const Value& logits) {
  classify(net, std::vector{logits});
}

/// What a stream is for: it holds operators of one category only.
enum class Category : std::uint8_t { compute, communication, other };

/// All operators of a step in the order in which they run, and their tensors: what the passes of the zoo hand on to
/// each other (the derivative, updates, streams) until it is made a Graph.
struct Program {
  struct Operator {
    std::string name;
    std::string_view kind, phase;  ///< literals
    std::vector<TensorId> reads;
    Category category = Category::compute;
    std::size_t stream = 0;  ///< index into `streams`
    Work work{};
  };
  struct Tensor {
    std::string name;
    Bytes size;
    std::string_view kind;  ///< a literal
    OperatorId producer{};  ///< none: present from the start
    bool output = false;
  };
  /// A parameter and the operators that its update waits for.
  struct Parameter {
    std::string name;
    Bytes size;
    TensorId weight{};                 ///< none where weights are left out
    TensorId gradient{};               ///< none: not trained
    std::vector<OperatorId> backward;  ///< that read the weight, except the gradient's producer: they run
                                       ///< before it is overwritten
  };

  std::string name;
  std::vector<std::string> streams{"compute"};
  std::vector<Operator> operators;
  std::vector<Tensor> tensors;
  std::vector<ControlEdge> control;
  std::vector<std::vector<TensorId>> groups;
  std::vector<Parameter> parameters;

  OperatorId add_operator(std::string operator_name, std::string_view kind, std::string_view phase,
                          std::vector<TensorId> reads) {
    operators.push_back({std::move(operator_name), kind, phase, std::move(reads)});
    return OperatorId(operators.size() - 1);
  }
  TensorId add_tensor(Tensor tensor) {
    tensors.push_back(std::move(tensor));
    return TensorId(tensors.size() - 1);
  }
};

/// The network as it is run forward: operators of phase "forward" and, for a loss, "loss".
///
/// Tensors of kind "input" and, where `weights` is set, "weight" are present from the start; weights are needed until
/// the end (what is overwritten in place lives on). Without `weights` they are left out, as OLLA and ROAM do: they are
/// resident in every plan, and lie elsewhere. Results are of kind "activation", "statistics" and "loss". Where the
/// network is only run, results that no operator reads are not made.
[[nodiscard]] Program forward_program(const Network& network, bool weights);

/// The same followed by its derivative, operators of phase "backward": from the last forward operator to the first, the
/// backward operators of each; each of these makes tensors of kind "gradient". Gradients that are not wanted (of a
/// batch of images, say) are not made. Where a tensor is used more than once, one operator for each further gradient
/// adds it to the sum as soon as it is there, as PyTorch's engine does; sums pass their gradient on without an
/// operator. The network's result must be its loss. Fills in `parameters`; their gradients are not outputs yet.
///
/// Before the first backward operator of a segment (Network::begin_segment), the operators of the segment that make
/// what its backward operators read run again, as "NAME.again".
[[nodiscard]] Program training_program(const Network& network, bool weights);

/// The networks of the table, one file a family, each whole from its inputs to its loss.
[[nodiscard]] std::span<const ZooNetwork> convolutional_networks();
[[nodiscard]] std::span<const ZooNetwork> residual_networks();
[[nodiscard]] std::span<const ZooNetwork> face_networks();
[[nodiscard]] std::span<const ZooNetwork> adversarial_networks();
[[nodiscard]] std::span<const ZooNetwork> transformers();

}  // namespace stowage::zoo
