// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/network.h"

#include <utility>

namespace stowage::zoo {

Value Network::add_tensor(Tensor tensor) {
  const ValueId id(tensors_.size());
  tensors_.push_back(std::move(tensor));
  return {id, tensors_.back().shape};
}

Value Network::input(std::string name, const Shape& shape, Element element) {
  return add_tensor({std::move(name), shape, element, Role::input});
}

Value Network::parameter(std::string name, const Shape& shape, Element element) {
  return add_tensor({std::move(name), shape, element, Role::parameter});
}

NodeId Network::add_node(std::string name, std::string_view kind, const std::vector<Value>& inputs) {
  const NodeId id(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.name = std::move(name);
  node.kind = kind;
  node.segment = segment_;
  for (const Value& input : inputs) node.inputs.push_back(input.id);
  return id;
}

Value Network::add_output(NodeId id, const Shape& shape, Role role, Element element, std::string_view suffix) {
  Node& of = node(id);
  const Value made = add_tensor({of.name + std::string(suffix), shape, element, role, id});
  of.outputs.push_back(made.id);
  return made;
}

std::int64_t Network::parameter_count() const {
  std::int64_t sum = 0;
  for (const Tensor& tensor : tensors_)
    if (tensor.role == Role::parameter) sum += tensor.shape.elements();
  return sum;
}

}  // namespace stowage::zoo
