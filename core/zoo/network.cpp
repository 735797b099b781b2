// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/network.h"

namespace stowage::zoo {
namespace {

using Role = Network::Role;

/// A product of matrices: each number of the result is a sum of `terms` products. Each of the two backward operators
/// that come first does as much.
Value product(Network& net, const std::string& name, std::string_view kind, const std::vector<Value>& inputs,
              const Shape& shape, std::int64_t terms, std::vector<Network::Backward> backward) {
  const double flops = 2 * static_cast<double>(shape.elements()) * static_cast<double>(terms);
  backward[0].flops = backward[1].flops = flops;
  const Value out = operation(net, name, kind, inputs, shape, std::move(backward));
  net.node(net.tensor(out.id).producer).flops = flops;
  return out;
}

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

/// A batched product over the last two axes; b is transposed before where its last axis is that of a.
Value multiply_matrices(Network& net, const std::string& name, const Value& a, const Value& b, bool transposed) {
  return product(net, name, "MatMul", {a, b}, a.shape.with(3, transposed ? b.shape[2] : b.shape[3]), a.shape.last(),
                 {{"MatMul", "da", {b.id}, {a.id}}, {"MatMul", "db", {a.id}, {b.id}}});
}

/// In 32 bits, also where input and output have fewer.
Value softmax(Network& net, const std::string& name, const Value& x) {
  const Element element = net.tensor(x.id).element;
  const bool full = element == Element::float32;
  constexpr ElementWise kSoftmax{"Softmax", "SoftmaxGrad", Keeps::result};
  const Value y = kSoftmax(net, name, full ? x : cast(net, name + ".widen", x, Element::float32));
  return full ? y : cast(net, name + ".narrow", y, element);
}

/// A norm, its weight and bias of the shape `features`; keeps its input, and mean and deviation of the shape `kept`.
Value normalized(Network& net, const std::string& name, std::string_view kind, std::string_view grad_kind,
                 const Value& x, const Shape& features, const Shape& kept) {
  const Value weight = net.parameter(name + ".weight", features), bias = net.parameter(name + ".bias", features);
  const NodeId id = net.add_node(name, kind, {x, weight, bias});
  const Value y = net.add_output(id, x.shape);
  const Value mean = net.add_output(id, kept, Role::statistics, Element::float32, ".mean");
  const Value deviation = net.add_output(id, kept, Role::statistics, Element::float32, ".inv_std");
  net.node(id).backward = {{grad_kind, "grad", {x.id, weight.id, mean.id, deviation.id}, {x.id, weight.id, bias.id}}};
  return y;
}

}  // namespace

Value operation(Network& net, const std::string& name, std::string_view kind, const std::vector<Value>& inputs,
                const Shape& shape, std::vector<Network::Backward> backward, std::vector<ValueId> passes,
                std::optional<Element> element) {
  const NodeId id = net.add_node(name, kind, inputs);
  net.node(id).backward = std::move(backward);
  net.node(id).passes = std::move(passes);
  return net.add_output(id, shape, Role::activation, element.value_or(net.tensor(inputs.front().id).element));
}

Value ElementWise::operator()(Network& net, const std::string& name, const Value& x) const {
  const Value y = operation(net, name, kind, {x}, x.shape, {{grad_kind, "dx", {}, {x.id}}});
  if (keeps != Keeps::nothing)
    net.node(net.tensor(y.id).producer).backward.front().saved = {keeps == Keeps::input ? x.id : y.id};
  return y;
}

Value convolution(Network& net, const std::string& name, const Value& x, const Convolution& options) {
  const Window& window = options.window;
  const Value weight =
      net.parameter(name + ".weight", {options.channels, x.shape[1] / options.groups, window.kernel, window.kernel});
  std::vector<Value> inputs{x, weight};
  std::vector<Network::Backward> backward{{"ConvGradInput", "dx", {weight.id}, {x.id}},
                                          {"ConvGradWeight", "dw", {x.id}, {weight.id}}};
  if (options.bias) {
    inputs.push_back(net.parameter(name + ".bias", {options.channels}));
    backward.push_back({"ConvGradBias", "db", {}, {inputs.back().id}});
  }
  const Shape shape{x.shape[0], options.channels, window.output(x.shape[2]), window.output(x.shape[3])};
  const std::int64_t terms = x.shape[1] / options.groups * window.kernel * window.kernel;
  return product(net, name, "Conv", inputs, shape, terms, std::move(backward));
}

Value convolution_norm(Network& net, const std::string& name, const Value& x, Convolution options) {
  options.bias = false;
  const Value y = convolution(net, name, x, options);
  return normalized(net, name + ".bn", "BatchNorm", "BatchNormGrad", y, {y.shape[1]}, {y.shape[1]});
}

Value multiply(Network& net, const std::string& name, const Value& a, const Value& b) {
  return operation(net, name, "Mul", {a, b}, a.shape,
                   {{"MulGrad", "da", {b.id}, {a.id}}, {"MulGrad", "db", {a.id}, {b.id}}});
}

Value add(Network& net, const std::string& name, const Value& a, const Value& b) {
  assert(a.shape == b.shape);
  return operation(net, name, "Add", {a, b}, a.shape, {}, {a.id, b.id});
}

Value add_constant(Network& net, const std::string& name, const Value& x, const Value& constant) {
  std::vector<Value> inputs{x};
  if (constant.id.valid()) inputs.push_back(constant);
  return operation(net, name, "Add", inputs, x.shape, {}, {x.id});
}

Value add_rows(Network& net, const std::string& name, const Value& x, const Value& rows) {
  return operation(net, name, "Add", {x, rows}, x.shape, {{"ReduceSum", "drows", {}, {rows.id}}}, {x.id});
}

Value cast(Network& net, const std::string& name, const Value& x, Element element) {
  return operation(net, name, "Cast", {x}, x.shape, {{"Cast", "dx", {}, {x.id}}}, {}, element);
}

Value dropout(Network& net, const std::string& name, const Value& x) {
  if (!net.training()) return x;
  const NodeId id = net.add_node(name, "Dropout", {x});
  const Value y = net.add_output(id, x.shape, Role::activation, net.tensor(x.id).element);
  const Value mask = net.add_output(id, x.shape, Role::activation, Element::boolean, ".mask");
  net.node(id).backward = {{"DropoutGrad", "dx", {mask.id}, {x.id}}};
  return y;
}

Value stochastic_depth(Network& net, const std::string& name, const Value& x) {
  if (!net.training()) return x;
  const NodeId id = net.add_node(name, "StochasticDepth", {x});
  const Value y = net.add_output(id, x.shape);
  const Value noise = net.add_output(id, {x.shape[0]}, Role::statistics, Element::float32, ".noise");
  net.node(id).backward = {{"Mul", "dx", {noise.id}, {x.id}}};
  return y;
}

Value max_pool(Network& net, const std::string& name, const Value& x, const Window& window) {
  const NodeId id = net.add_node(name, "MaxPool", {x});
  const Value y = net.add_output(id, x.shape.with(2, window.output(x.shape[2])).with(3, window.output(x.shape[3])));
  const Value indices = net.add_output(id, y.shape, Role::activation, Element::int64, ".indices");
  net.node(id).backward = {{"MaxPoolGrad", "dx", {x.id, indices.id}, {x.id}}};
  return y;
}

Value global_average_pool(Network& net, const std::string& name, const Value& x) {
  return rearranged(net, name, x, {x.shape[0], x.shape[1], 1, 1}, "GlobalAveragePool", "GlobalAveragePoolGrad");
}

Value concatenate(Network& net, const std::string& name, const std::vector<Value>& parts) {
  std::int64_t channels = 0;
  Network::Backward split{"Split", "dx", {}, {}};
  for (const Value& part : parts) {
    channels += part.shape[1];
    split.gives.push_back(part.id);
  }
  return operation(net, name, "Concat", parts, parts.front().shape.with(1, channels), {std::move(split)});
}

Value flattened(const Value& x) {
  return x.viewed_as({x.shape[0], x.shape.elements() / x.shape[0]});
}

Value linear(Network& net, const std::string& name, const Value& x, const Value& weight, const Value& bias) {
  std::vector<Value> inputs{x, weight};
  std::vector<Network::Backward> backward{{"LinearGradInput", "dx", {weight.id}, {x.id}},
                                          {"LinearGradWeight", "dw", {x.id}, {weight.id}}};
  if (bias.id.valid()) {
    inputs.push_back(bias);
    backward.push_back({"LinearGradBias", "db", {}, {bias.id}});
  }
  const Shape shape = x.shape.with(x.shape.rank() - 1, weight.shape[0]);
  return product(net, name, "Linear", inputs, shape, x.shape.last(), std::move(backward));
}

Value linear(Network& net, const std::string& name, const Value& x, std::int64_t features, bool bias) {
  const Value weight = net.parameter(name + ".weight", {features, x.shape.last()});
  const Value shift = bias ? net.parameter(name + ".bias", {features}) : Value{};
  const Element element = net.tensor(x.id).element;
  if (element == Element::float32) return linear(net, name, x, weight, shift);
  const Value y = linear(net, name, x, cast(net, name + ".weight.cast", weight, element), {});
  return bias ? add_rows(net, name + ".add_bias", y, cast(net, name + ".bias.cast", shift, element)) : y;
}

// ---- of {batch, tokens, features}

Value layer_norm(Network& net, const std::string& name, const Value& x) {
  const Shape features{x.shape.last()}, tokens{x.shape.elements() / x.shape.last()};
  return normalized(net, name, "LayerNorm", "LayerNormGrad", x, features, tokens);
}

Value embed(Network& net, const std::string& name, const Value& tokens, const Value& table) {
  return operation(net, name, "Embedding", {tokens, table}, {tokens.shape[0], tokens.shape[1], table.shape[1]},
                   {{"EmbeddingGrad", "dw", {tokens.id}, {table.id}}}, {}, net.tensor(table.id).element);
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

void classify(Network& net, const Value& logits) {
  if (!net.training()) return net.set_result(logits);
  const Value labels = net.input("labels", {logits.shape[0]}, Element::int64);
  const NodeId softmax = net.add_node("log_softmax", "LogSoftmax", {logits});
  const Value logarithms = net.add_output(softmax, logits.shape);
  net.node(softmax).backward = {{"LogSoftmaxGrad", "dx", {logarithms.id}, {logits.id}}};
  net.node(softmax).is_loss = true;
  const NodeId mean = net.add_node("loss", "NllLoss", {logarithms, labels});
  const Value loss = net.add_output(mean, {1}, Role::loss);
  net.node(mean).backward = {{"NllLossGrad", "dx", {labels.id}, {logarithms.id}}};
  net.node(mean).is_loss = true;
  net.set_result(loss);
}

}  // namespace stowage::zoo
