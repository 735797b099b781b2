// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/network.h"

#include <algorithm>

namespace stowage::zoo {
namespace {

using Role = Network::Role;

/// A product of matrices, of so many products of numbers. Each of the two backward operators that come first does as
/// much.
Value product(Network& net, const std::string& name, std::string_view kind, const std::vector<Value>& inputs,
              const Shape& shape, std::int64_t products, std::vector<Network::Backward> backward) {
  const double flops = 2 * static_cast<double>(products);
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

/// A parameter as a product with x reads it.
Value cast_as(Network& net, const Value& parameter, const Value& x) {
  const Element element = net.tensor(x.id).element;
  if (element == Element::float32) return parameter;
  return cast(net, net.tensor(parameter.id).name + ".cast", parameter, element);
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
  const Shape shape = a.shape.with(3, transposed ? b.shape[2] : b.shape[3]);
  return product(net, name, "MatMul", {a, b}, shape, shape.elements() * a.shape.last(),
                 {{"MatMul", "da", {b.id}, {a.id}}, {"MatMul", "db", {a.id}, {b.id}}});
}

/// a times the vectors of the distances from each token to each, which are gathered from `table`: for each token one
/// product over all samples and heads, between copies that put the tokens in front and back.
Value multiply_by_distance(Network& net, const std::string& name, const Value& a, const Value& table, bool transposed) {
  const std::int64_t tokens = a.shape[2];
  const Value vectors = operation(net, name + ".vectors", "Embedding", {table}, {tokens, 1, tokens, table.shape.last()},
                                  {{"EmbeddingGrad", "dw", {}, {table.id}}});
  const Value front = transpose(net, name + ".front", a, {tokens, 1, a.shape[0] * a.shape[1], a.shape[3]});
  const Value made = multiply_matrices(net, name, front, vectors, transposed);
  return transpose(net, name + ".back", made, a.shape.with(3, made.shape.last()));
}

/// In 32 bits, also where input and output have fewer.
Value softmax(Network& net, const std::string& name, const Value& x) {
  const Element element = net.tensor(x.id).element;
  const bool full = element == Element::float32;
  constexpr ElementWise kSoftmax{"Softmax", "SoftmaxGrad", Keeps::result};
  const Value y = kSoftmax(net, name, full ? x : cast(net, name + ".widen", x, Element::float32));
  return full ? y : cast(net, name + ".narrow", y, element);
}

/// A norm, its weight and bias (where it learns them) of the shape `features`; keeps its input, and mean and deviation
/// of the shape `kept`.
Value normalized(Network& net, const std::string& name, std::string_view kind, std::string_view grad_kind,
                 const Value& x, const Shape& features, const Shape& kept, bool learns = true) {
  std::vector<Value> inputs{x};
  if (learns) inputs = {x, net.parameter(name + ".weight", features), net.parameter(name + ".bias", features)};
  const NodeId id = net.add_node(name, kind, inputs);
  const Value y = net.add_output(id, x.shape);
  const Value mean = net.add_output(id, kept, Role::statistics, Element::float32, ".mean");
  const Value deviation = net.add_output(id, kept, Role::statistics, Element::float32, ".inv_std");
  std::vector<ValueId> saved{x.id, mean.id, deviation.id};
  if (learns) saved.push_back(inputs[1].id);
  net.node(id).backward = {{grad_kind, "grad", std::move(saved), net.node(id).inputs}};
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
  const bool turned = options.transposed;
  Shape shape = x.shape.with(1, options.channels);
  Shape kernel = turned ? x.shape.with(0, x.shape[1]).with(1, options.channels)
                        : x.shape.with(0, options.channels).with(1, x.shape[1] / options.groups);
  for (std::size_t axis = 2; axis < x.shape.rank(); ++axis) {
    const Window window = axis + 2 < x.shape.rank() ? options.frames.value_or(options.window) : options.window;
    shape = shape.with(axis, turned ? window.transposed_output(x.shape[axis]) : window.output(x.shape[axis]));
    kernel = kernel.with(axis, window.kernel);
  }
  const Value weight = cast_as(net, net.parameter(name + ".weight", kernel), x);
  std::vector<Value> inputs{x, weight};
  std::vector<Network::Backward> backward{
      {turned ? "ConvTransposeGradInput" : "ConvGradInput", "dx", {weight.id}, {x.id}},
      {turned ? "ConvTransposeGradWeight" : "ConvGradWeight", "dw", {x.id}, {weight.id}}};
  if (options.bias) {
    inputs.push_back(net.parameter(name + ".bias", {options.channels}));
    backward.push_back({turned ? "ConvTransposeGradBias" : "ConvGradBias", "db", {}, {inputs.back().id}});
  }
  const std::int64_t windows = (turned ? x.shape : shape).elements();
  return product(net, name, turned ? "ConvTranspose" : "Conv", inputs, shape, windows * (kernel.elements() / kernel[0]),
                 std::move(backward));
}

Value batch_norm(Network& net, const std::string& name, const Value& x, bool learns) {
  return normalized(net, name, "BatchNorm", "BatchNormGrad", x, {x.shape[1]}, {x.shape[1]}, learns);
}

Value convolution_norm(Network& net, const std::string& name, const Value& x, Convolution options) {
  options.bias = false;
  return batch_norm(net, name + ".bn", convolution(net, name, x, options));
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

Value average_pool(Network& net, const std::string& name, const Value& x, const Window& window) {
  const Shape shape = x.shape.with(2, window.output(x.shape[2])).with(3, window.output(x.shape[3]));
  return operation(net, name, "AveragePool", {x}, shape, {{"AveragePoolGrad", "dx", {x.id}, {x.id}}});
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

Value resize(Network& net, const std::string& name, const Value& x, std::int64_t height, std::int64_t width) {
  return rearranged(net, name, x, x.shape.with(2, height).with(3, width), "Resize", "ResizeGrad");
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
  return product(net, name, "Linear", inputs, shape, shape.elements() * x.shape.last(), std::move(backward));
}

Value linear(Network& net, const std::string& name, const Value& x, std::int64_t features, bool bias) {
  const Value weight = net.parameter(name + ".weight", {features, x.shape.last()});
  const Value shift = bias ? net.parameter(name + ".bias", {features}) : Value{};
  if (net.tensor(x.id).element == Element::float32) return linear(net, name, x, weight, shift);
  const Value y = linear(net, name, x, cast_as(net, weight, x), {});
  return bias ? add_rows(net, name + ".add_bias", y, cast_as(net, shift, x)) : y;
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
  Value scores = multiply_matrices(net, at + "scores", query, key, true);
  Value distances;
  if (options.distances > 0) {
    distances = net.parameter(at + "distances.weight", {2 * options.distances + 1, query.shape.last()});
    const Value by_distance = multiply_by_distance(net, at + "scores.distance", query, distances, true);
    scores = add(net, at + "scores.add", scores, by_distance);
  }
  scores = scale(net, at + "scale", scores);
  if (options.causal) scores = rearranged(net, at + "mask", scores, scores.shape, "Where", "Where");
  if (options.mask.id.valid()) scores = add_constant(net, at + "mask", scores, options.mask);
  scores = softmax(net, at + "softmax", scores);
  if (options.scored_drop) scores = dropout(net, at + "softmax.drop", scores);
  Value context = multiply_matrices(net, at + "context", scores, value, false);
  if (options.distances > 0)
    context = add(net, at + "context.add", context,
                  multiply_by_distance(net, at + "context.distance", scores, distances, false));
  const Value merged = transpose(net, at + "merge", context, x.shape);
  return linear(net, at + "proj", merged, x.shape.last());
}

void set_loss(Network& net, std::string_view kind, std::string_view grad_kind, const std::vector<LossPart>& parts) {
  std::vector<Value> inputs;
  std::vector<Network::Backward> backward;
  const auto take = [&](const Value& value) {
    if (std::ranges::find(inputs, value.id, &Value::id) == inputs.end()) inputs.push_back(value);
    return value.id;
  };
  for (const LossPart& part : parts) {
    const std::string suffix = parts.size() == 1 ? "dx" : "dx" + std::to_string(backward.size() + 1);
    backward.push_back({grad_kind, suffix, {}, {take(part.value)}});
    for (const Value& saved : part.saved) backward.back().saved.push_back(take(saved));
  }
  const NodeId id = net.add_node("loss", kind, inputs);
  net.node(id).backward = std::move(backward);
  net.node(id).is_loss = true;
  net.set_result(net.add_output(id, {1}, Role::loss));
}

void classify(Network& net, const std::vector<Value>& logits, Value labels) {
  if (!net.training()) return net.set_result(logits.front());
  if (!labels.id.valid()) labels = net.input("labels", {logits.front().shape[0]}, Element::int64);
  std::vector<LossPart> parts;
  for (const Value& each : logits) {
    constexpr ElementWise kLogSoftmax{"LogSoftmax", "LogSoftmaxGrad", Keeps::result};
    const std::string name = parts.empty() ? "log_softmax" : "log_softmax" + std::to_string(parts.size() + 1);
    parts.push_back({kLogSoftmax(net, name, each), {labels}});
    net.node(net.tensor(parts.back().value.id).producer).is_loss = true;
  }
  set_loss(net, "NllLoss", "NllLossGrad", parts);
}

}  // namespace stowage::zoo
