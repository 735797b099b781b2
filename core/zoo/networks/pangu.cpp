// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

// PanGu-α as it is trained in MindSpore: products in 16 bits of parameters that are kept in 32, norms and softmax in
// 32, norms computed step by step, and layers run again on the way back.
namespace stowage::zoo {
namespace {

constexpr std::int64_t kTokens = 1024, kVocabulary = 40'000;

struct Size {
  int layers;  ///< the last is the query layer
  std::int64_t width, heads;
};

Value mean(Network& net, const std::string& name, const Value& x) {
  return operation(net, name, "ReduceMean", {x}, x.shape.with(2, 1), {{"Expand", "dx", {}, {x.id}}});
}

/// Minus, or divided by, one number a token.
Value subtract(Network& net, const std::string& name, const Value& x, const Value& each) {
  return operation(net, name, "Sub", {x, each}, x.shape, {{"ReduceSum", "db", {}, {each.id}}}, {x.id});
}
Value divide(Network& net, const std::string& name, const Value& x, const Value& each) {
  return operation(net, name, "Div", {x, each}, x.shape,
                   {{"DivGrad", "da", {each.id}, {x.id}}, {"DivGrad", "db", {x.id, each.id}, {each.id}}});
}

/// (x − mean) / √(mean of squares + ε) · γ + β; into 32 bits and back.
Value norm(Network& net, const std::string& at, const Value& x) {
  const Value wide = cast(net, at + ".widen", x, Element::float32);
  const Value centred = subtract(net, at + ".centre", wide, mean(net, at + ".mean", wide));
  const Value squares = element_wise(net, at + ".square", centred, "Square", "SquareGrad", Keeps::input);
  const Value variance = add_constant(net, at + ".plus_epsilon", mean(net, at + ".variance", squares));
  const Value deviation = element_wise(net, at + ".sqrt", variance, "Sqrt", "SqrtGrad", Keeps::result);
  Value y = divide(net, at + ".divide", centred, deviation);
  y = multiply(net, at + ".gamma", y, net.parameter(at + ".gamma.weight", {x.shape.last()}));
  y = add_rows(net, at + ".beta", y, net.parameter(at + ".beta.weight", {x.shape.last()}));
  return cast(net, at + ".narrow", y, Element::float16);
}

/// Computes what is added to hidden scores, from what each token may see: in every layer again.
Value hidden_scores(Network& net, const std::string& at, const Value& seen) {
  return scale(net, at + "mask.scale", element_wise(net, at + "mask.invert", seen, "Sub", "Sub", Keeps::nothing));
}

/// A layer that is run again on the way back. Queries come from `query`, or (none) from x itself.
Value layer(Network& net, const std::string& at, const Value& x, const Value& query, const Value& seen,
            std::int64_t heads) {
  net.begin_segment();
  const Value normed = norm(net, at + "ln1", x);
  Value y = attention(net, at + "attention.", query.id.valid() ? query : normed, normed,
                      {.heads = heads, .mask = hidden_scores(net, at, seen)});
  const Value middle = add(net, at + "add1", dropout(net, at + "drop1", y), x);
  y = linear(net, at + "fc1", norm(net, at + "ln2", middle), 4 * x.shape.last());
  y = linear(net, at + "fc2", gelu(net, at + "gelu", y), x.shape.last());
  y = add(net, at + "add2", dropout(net, at + "drop2", y), middle);
  net.end_segment();
  return y;
}

void build_pangu(Network& net, std::int64_t batch, const Size& size) {
  const auto table = [&](const std::string& name, std::int64_t rows) {
    return cast(net, name + ".cast", net.parameter(name, {rows, size.width}), Element::float16);
  };
  const Value words = table("words.weight", kVocabulary);
  const Value places = net.input("places", {batch, kTokens}, Element::int64);
  const Value seen = net.input("mask", {batch, kTokens, kTokens}, Element::float16);
  Value x = embed(net, "words", net.input("tokens", {batch, kTokens}, Element::int64), words);
  x = add(net, "add_places", x, embed(net, "places.embed", places, table("places.weight", kTokens)));
  x = dropout(net, "drop", x);
  for (int number = 0; number < size.layers - 1; ++number)
    x = layer(net, "layer" + std::to_string(number) + ".", x, {}, seen, size.heads);
  const Value query = embed(net, "query.embed", places, table("query.weight", kTokens));
  x = layer(net, "query.", x, query, seen, size.heads);
  const Value logits = linear(net, "logits", norm(net, "ln", x), words, {});
  classify(net, cast(net, "logits.widen", logits.viewed_as({batch * kTokens, kVocabulary}), Element::float32));
}

}  // namespace

/// Zeng et al. 2021, table 1.
void build_pangu_2_6b(Network& net, std::int64_t batch) {
  build_pangu(net, batch, {.layers = 32, .width = 2560, .heads = 32});
}
void build_pangu_13b(Network& net, std::int64_t batch) {
  build_pangu(net, batch, {.layers = 40, .width = 5120, .heads = 40});
}

}  // namespace stowage::zoo
