// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/id.h"

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

/// A network described operator by operator, forward, in the order in which they run, each with what a framework runs
/// for it on the way back. Layers (core/zoo/layers.h) are functions that add to one.
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
    std::string_view suffix;  ///< of its name, behind its node's
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
    return add_tensor({std::move(name), shape, element, Role::parameter});
  }
  /// The result of the last layer: needed until the end.
  void set_result(const Value& value) { result_ = value.id; }

  /// Operators added from now on, up to the next call of either function, run again on the way back instead of keeping
  /// their results (rematerialization): a segment keeps only its inputs.
  void begin_segment() { segment_ = ++segments_; }
  void end_segment() { segment_ = 0; }

  NodeId add_node(std::string name, std::string_view kind, const std::vector<Value>& inputs) {
    Node& added = nodes_.emplace_back();
    added.name = std::move(name);
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
  /// Elements of all parameters.
  [[nodiscard]] std::int64_t parameter_count() const {
    std::int64_t sum = 0;
    for (const Tensor& tensor : tensors_)
      if (tensor.role == Role::parameter) sum += tensor.shape.elements();
    return sum;
  }

 private:
  Value add_tensor(Tensor tensor) {
    tensors_.push_back(std::move(tensor));
    return {ValueId(tensors_.size() - 1), tensors_.back().shape};
  }

  bool training_;
  std::vector<Tensor> tensors_;
  std::vector<Node> nodes_;
  std::size_t segment_ = 0, segments_ = 0;
  ValueId result_;
};

}  // namespace stowage::zoo
