// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/tokens.h"

#include <array>
#include <utility>

namespace stowage::zoo {
namespace {

using Role = Network::Role;

/// An operator of one result whose backward operator reads nothing but its gradient.
Value rearranged(Network& net, const std::string& name, const Value& x, const Shape& shape, std::string_view kind,
                 std::string_view grad_kind) {
  return operation(net, name, kind, {x}, shape, {{grad_kind, "dx", {}, {x.id}}});
}

/// {batch, tokens, features} → {batch, heads, tokens, features of a head}
Shape by_head(const Shape& shape, std::int64_t heads, std::int64_t features) {
  return {shape[0], heads, shape[1], features / heads};
}

struct QueryKeyValue {
  Value query, key, value;
};

QueryKeyValue project_packed(Network& net, const std::string& at, const Value& x, std::int64_t heads) {
  const Value packed = linear(net, at + "qkv", x, 3 * x.shape.last());
  const NodeId id = net.add_node(at + "split", "Split", {packed});
  const Shape shape = by_head(x.shape, heads, x.shape.last());
  std::array<Value, 3> parts;
  static constexpr std::string_view kNames[] = {".query", ".key", ".value"};
  for (std::size_t p = 0; p < 3; ++p)
    parts[p] = net.add_output(id, shape, Role::activation, net.tensor(packed.id).element, kNames[p]);
  net.node(id).backward = {{"Concat", "dx", {}, {packed.id}}};
  return {parts[0], parts[1], parts[2]};
}

QueryKeyValue project(Network& net, const std::string& at, const Value& x, const Value& memory, std::int64_t heads) {
  const auto one = [&](const std::string& name, const Value& from) {
    const Value flat = linear(net, at + name, from, x.shape.last());
    return transpose(net, at + name + ".heads", flat, by_head(flat.shape, heads, x.shape.last()));
  };
  const Value query = one("query", x), key = one("key", memory);
  return {query, key, one("value", memory)};
}

/// Batched: of the last two axes; b is transposed before where its last axis is that of a.
Value multiply_matrices(Network& net, const std::string& name, const Value& a, const Value& b, bool transposed) {
  return operation(net, name, "MatMul", {a, b}, a.shape.with(3, transposed ? b.shape[2] : b.shape[3]),
                   {{"MatMul", "da", {b.id}, {a.id}}, {"MatMul", "db", {a.id}, {b.id}}});
}

/// In 32 bits, whatever comes in and goes out.
Value softmax(Network& net, const std::string& name, const Value& x) {
  const Element element = net.tensor(x.id).element;
  const bool full = element == Element::float32;
  const Value y = element_wise(net, name, full ? x : cast(net, name + ".widen", x, Element::float32), "Softmax",
                               "SoftmaxGrad", Keeps::result);
  return full ? y : cast(net, name + ".narrow", y, element);
}

}  // namespace

Value layer_norm(Network& net, const std::string& name, const Value& x) {
  const Shape features{x.shape.last()}, tokens{x.shape.elements() / x.shape.last()};
  return normalized(net, name, "LayerNorm", "LayerNormGrad", x, features, tokens);
}

Value embed(Network& net, const std::string& name, const Value& tokens, const Value& table) {
  const NodeId id = net.add_node(name, "Embedding", {tokens, table});
  const Value y = net.add_output(id, {tokens.shape[0], tokens.shape[1], table.shape[1]}, Role::activation,
                                 net.tensor(table.id).element);
  net.node(id).backward = {{"EmbeddingGrad", "dw", {tokens.id}, {table.id}}};
  return y;
}

Value transpose(Network& net, const std::string& name, const Value& x, const Shape& shape) {
  assert(shape.elements() == x.shape.elements());
  return rearranged(net, name, x, shape, "Transpose", "Transpose");
}

Value prepend_token(Network& net, const std::string& name, const Value& x) {
  const Value token = net.parameter(name, {x.shape.last()});
  return operation(net, name + ".concat", "Concat", {token, x}, x.shape.with(1, x.shape[1] + 1),
                   {{"Slice", "dx", {}, {x.id}}, {"ReduceSum", "dtoken", {}, {token.id}}});
}

Value slice(Network& net, const std::string& name, const Value& x, const Shape& shape) {
  return rearranged(net, name, x, shape, "Slice", "SliceGrad");
}

Value first_token(Network& net, const std::string& name, const Value& x) {
  return slice(net, name, x, {x.shape[0], x.shape.last()});
}

Value attention(Network& net, const std::string& at, const Value& x, const Value& memory, const Attention& options) {
  assert(!options.packed || x.id == memory.id);
  const auto [query, key, value] =
      options.packed ? project_packed(net, at, x, options.heads) : project(net, at, x, memory, options.heads);
  Value scores = scale(net, at + "scale", multiply_matrices(net, at + "scores", query, key, true));
  if (options.causal) scores = rearranged(net, at + "mask", scores, scores.shape, "Where", "Where");
  if (options.mask.id.valid()) scores = add_constant(net, at + "mask", scores, options.mask);
  scores = softmax(net, at + "softmax", scores);
  if (options.scored_drop) scores = dropout(net, at + "softmax.drop", scores);
  const Value context = multiply_matrices(net, at + "context", scores, value, false);
  const Value merged = transpose(net, at + "merge", context, x.shape);
  return linear(net, at + "proj", merged, x.shape.last());
}

}  // namespace stowage::zoo
