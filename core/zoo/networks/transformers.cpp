// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/network.h"

namespace stowage::zoo {
namespace {

/// Words, scaled, and sines of their places, which lie elsewhere.
Value embed_words(Network& net, const std::string& at, const Value& words, const Value& table) {
  const Value x = scale(net, at + "scale", embed(net, at + "embed", words, table));
  return dropout(net, at + "drop", add_constant(net, at + "positions", x));
}

/// Around a sublayer: dropout, the shortcut, and the norm behind it, as in the paper.
Value closed(Network& net, const std::string& name, const Value& y, const Value& x) {
  return layer_norm(net, name + ".ln", add(net, name + ".add", dropout(net, name + ".drop", y), x));
}

Value attend(Network& net, const std::string& name, const Value& x, const Value& memory, bool causal) {
  const Value y = attention(net, name + '.', x, memory, {.heads = 8, .causal = causal});
  return closed(net, name, y, x);
}

Value feed_forward(Network& net, const std::string& at, const Value& x) {
  const std::int64_t width = x.shape.last();
  const Value y = relu(net, at + "relu", linear(net, at + "fc1", x, 4 * width));
  return closed(net, at + "ffn", linear(net, at + "fc2", dropout(net, at + "relu.drop", y), width), x);
}

/// Both vocabularies and the last layer share one table.
void build_transformer(Network& net, std::int64_t batch) {
  constexpr std::int64_t kWidth = 512, kTokens = 128, kVocabulary = 37'000;
  constexpr int kLayers = 6;
  const Value table = net.parameter("embed.weight", {kVocabulary, kWidth});
  const Value sources = net.input("source", {batch, kTokens}, Element::int64);
  const Value targets = net.input("target", {batch, kTokens}, Element::int64);
  Value memory = embed_words(net, "encoder.", sources, table);
  for (int layer = 0; layer < kLayers; ++layer) {
    const std::string at = "encoder" + std::to_string(layer) + ".";
    memory = feed_forward(net, at, attend(net, at + "self", memory, memory, false));
  }
  Value x = embed_words(net, "decoder.", targets, table);
  for (int layer = 0; layer < kLayers; ++layer) {
    const std::string at = "decoder" + std::to_string(layer) + ".";
    x = attend(net, at + "cross", attend(net, at + "self", x, x, true), memory, false);
    x = feed_forward(net, at, x);
  }
  const Value logits = linear(net, "logits", x, table, {});
  classify(net, logits.viewed_as({batch * kTokens, kVocabulary}));
}

struct Size {
  int layers;
  std::int64_t width, heads;
};

struct Bert {
  Size size;
  std::int64_t inner;  ///< features between the two linear layers
  std::int64_t tokens = 512, words = 30'522, sentences = 2;
  std::int64_t places = 512;   ///< 0: none
  std::int64_t distances = 0;  ///< as in Attention
};

/// Encoder and pooler, without a head: the loss is that of the pooled features, taken as classes.
void build_bert(Network& net, std::int64_t batch, const Bert& bert) {
  const auto& [layers, width, heads] = bert.size;
  const auto given = [&](const char* name) { return net.input(name, {batch, bert.tokens}, Element::int64); };
  const auto looked_up = [&](const std::string& name, const Value& which, std::int64_t rows) {
    return embed(net, name, which, net.parameter(name + ".weight", {rows, width}));
  };
  const Value mask = net.input("mask", {batch, bert.tokens});
  // Sum of what the token is, which sentence it belongs to, and where it stands.
  const Value tokens = given("tokens"), sentences = given("sentences");
  Value x = looked_up("embed.words", tokens, bert.words);
  x = add(net, "embed.add", x, looked_up("embed.sentences", sentences, bert.sentences));
  if (bert.places == bert.tokens)
    x = add_rows(net, "embed.positions", x, net.parameter("embed.positions.weight", {bert.places, width}));
  else if (bert.places > 0)  // the first ones stand for no place
    x = add(net, "embed.add_places", x, looked_up("embed.positions", given("places"), bert.places));
  x = dropout(net, "embed.drop", layer_norm(net, "embed.ln", x));
  for (int layer = 0; layer < layers; ++layer) {
    const std::string at = "layer" + std::to_string(layer) + ".";
    Value y = attention(net, at + "attention.", x, x, {.heads = heads, .mask = mask, .distances = bert.distances});
    x = layer_norm(net, at + "ln1", add(net, at + "add1", dropout(net, at + "drop1", y), x));
    y = linear(net, at + "fc2", gelu(net, at + "gelu", linear(net, at + "fc1", x, bert.inner)), width);
    x = layer_norm(net, at + "ln2", add(net, at + "add2", dropout(net, at + "drop2", y), x));
  }
  classify(net, tanh(net, "pooler.tanh", linear(net, "pooler", first_token(net, "first", x), width)));
}

constexpr Size kBase{.layers = 12, .width = 768, .heads = 12}, kLarge{.layers = 24, .width = 1024, .heads = 16};

void build_bert_base(Network& net, std::int64_t batch) {
  build_bert(net, batch, {.size = kBase, .inner = 3072});
}
void build_bert_large(Network& net, std::int64_t batch) {
  build_bert(net, batch, {.size = kLarge, .inner = 4096});
}
void build_bert_nezha(Network& net, std::int64_t batch) {
  build_bert(net, batch, {.size = kLarge, .inner = 4096, .tokens = 128, .words = 21'128, .places = 0, .distances = 16});
}
void build_tiny_bert(Network& net, std::int64_t batch) {
  build_bert(net, batch, {.size = {.layers = 4, .width = 312, .heads = 12}, .inner = 1200});
}
void build_xlm_r(Network& net, std::int64_t batch) {
  build_bert(net, batch, {.size = kBase, .inner = 3072, .words = 250'002, .sentences = 1, .places = 514});
}

/// ½·x · (1 + tanh(√(2/π)·(x + 0.044715·x³))), one operator a step, as the model published in PyTorch computes it.
Value gelu_by_tanh(Network& net, const std::string& name, const Value& x) {
  Value y = ElementWise{"Pow", "PowGrad", Keeps::input}(net, name + ".cube", x);
  y = add(net, name + ".sum", x, scale(net, name + ".scale_cube", y));
  y = tanh(net, name + ".tanh", scale(net, name + ".scale_sum", y));
  y = add_constant(net, name + ".plus_one", y);
  return multiply(net, name, scale(net, name + ".half", x), y);
}

/// Attention of x to itself, then two linear layers: around each a shortcut, with the norm inside.
Value normed_layer(Network& net, const std::string& at, Value x, const Attention& options,
                   const Activation& activation) {
  const Value normed = layer_norm(net, at + "ln1", x);
  Value y = attention(net, at + "attention.", normed, normed, options);
  x = add(net, at + "add1", dropout(net, at + "drop1", y), x);
  y = linear(net, at + "fc1", layer_norm(net, at + "ln2", x), 4 * x.shape.last());
  y = linear(net, at + "fc2", activation(net, at + "gelu", y), x.shape.last());
  return add(net, at + "add2", dropout(net, at + "drop2", y), x);
}

/// A step on 1,024 tokens a sample, with the table of words as last layer.
void build_gpt2_xl(Network& net, std::int64_t batch) {
  constexpr std::int64_t kWidth = 1600, kTokens = 1024, kVocabulary = 50'257;
  const Value words = net.parameter("words.weight", {kVocabulary, kWidth});
  const Value places = net.parameter("places.weight", {kTokens, kWidth});
  Value x = embed(net, "words", net.input("tokens", {batch, kTokens}, Element::int64), words);
  x = dropout(net, "drop", add_rows(net, "places", x, places));
  for (int layer = 0; layer < 48; ++layer)
    x = normed_layer(net, "h" + std::to_string(layer) + ".", x, {.heads = 25, .packed = true, .causal = true},
                     gelu_by_tanh);
  Value logits = linear(net, "logits", layer_norm(net, "ln", x), words, {});
  // Each token predicts the next: the last one's row is cut off, which copies the others.
  if (net.training()) logits = slice(net, "shift", logits, {batch, kTokens - 1, kVocabulary});
  classify(net, logits.viewed_as({logits.shape[0] * logits.shape[1], kVocabulary}));
}

/// 196 patches and a token that stands for the whole image.
void build_vit_b16(Network& net, std::int64_t batch) {
  constexpr std::int64_t kWidth = 768, kPatches = 14 * 14;
  Value x = net.input("images", {batch, 3, 224, 224});
  x = convolution(net, "patches", x, {.channels = kWidth, .window = {.kernel = 16, .stride = 16}});
  x = transpose(net, "tokens", x, {batch, kPatches, kWidth});
  x = prepend_token(net, "class_token", x);
  x = dropout(net, "drop", add_rows(net, "add_positions", x, net.parameter("positions", {kPatches + 1, kWidth})));
  const auto dropped_gelu = [](Network& to, const std::string& name, const Value& y) {
    return dropout(to, name + ".drop", gelu(to, name, y));
  };
  for (int layer = 0; layer < 12; ++layer)
    x = normed_layer(net, "layer" + std::to_string(layer) + ".", x, {.heads = 12, .packed = true, .scored_drop = false},
                     dropped_gelu);
  x = first_token(net, "class", layer_norm(net, "ln", x));
  classify(net, linear(net, "head", x, 1000));
}

// PanGu-α as it is trained in MindSpore: products in 16 bits of parameters that are kept in 32, norms and softmax in
// 32, norms computed step by step, and layers run again on the way back.

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
  const Value squares = ElementWise{"Square", "SquareGrad", Keeps::input}(net, at + ".square", centred);
  const Value variance = add_constant(net, at + ".plus_epsilon", mean(net, at + ".variance", squares));
  const Value deviation = ElementWise{"Sqrt", "SqrtGrad", Keeps::result}(net, at + ".sqrt", variance);
  Value y = divide(net, at + ".divide", centred, deviation);
  y = multiply(net, at + ".gamma", y, net.parameter(at + ".gamma.weight", {x.shape.last()}));
  y = add_rows(net, at + ".beta", y, net.parameter(at + ".beta.weight", {x.shape.last()}));
  return cast(net, at + ".narrow", y, Element::float16);
}

/// Computes the mask that is added to the scores, from the places that each token sees: in every layer again.
Value hidden_scores(Network& net, const std::string& at, const Value& seen) {
  return scale(net, at + "mask.scale", ElementWise{"Sub", "Sub", Keeps::nothing}(net, at + "mask.invert", seen));
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

/// The last layer is the query layer.
void build_pangu(Network& net, std::int64_t batch, const Size& size) {
  constexpr std::int64_t kTokens = 1024, kVocabulary = 40'000;
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

/// Table 1 of the paper.
void build_pangu_2_6b(Network& net, std::int64_t batch) {
  build_pangu(net, batch, {.layers = 32, .width = 2560, .heads = 32});
}
/// The SOMAS paper names its size alone: here, the layers of 13B with as many features a head make 8.2 billion
/// parameters.
void build_pangu_8b(Network& net, std::int64_t batch) {
  build_pangu(net, batch, {.layers = 40, .width = 4096, .heads = 32});
}
void build_pangu_13b(Network& net, std::int64_t batch) {
  build_pangu(net, batch, {.layers = 40, .width = 5120, .heads = 40});
}

constexpr ZooNetwork kTransformers[] = {
    {"vit_b16", "ViT-B/16", ZooText::tr("images of 224 × 224 as 197 tokens; twelve layers of attention"),
     "Dosovitskiy et al. 2021, as in torchvision", build_vit_b16},
    {"bert_base", "BERT-base", ZooText::tr("512 tokens; twelve layers and a pooler, no head"), "Devlin et al. 2019",
     build_bert_base},
    {"bert_large", "BERT-large", ZooText::tr("512 tokens; 24 layers and a pooler, no head"), "Devlin et al. 2019",
     build_bert_large},
    {"bert_nezha", "BERT-NEZHA",
     ZooText::tr("128 tokens; 24 layers that score and add the vectors of distances between tokens, and a pooler"),
     "Wei et al. 2019, of the size in MindSpore", build_bert_nezha},
    {"tiny_bert", "TinyBERT", ZooText::tr("512 tokens; four narrow layers and a pooler, no head"), "Jiao et al. 2020",
     build_tiny_bert},
    {"xlm_r", "XLM-R base",
     ZooText::tr("512 tokens; like BERT-base, with 250,002 words: most weights are in one table"),
     "Conneau et al. 2020", build_xlm_r},
    {"transformer", "Transformer base",
     ZooText::tr("128 tokens to 128; the encoder's result lives through the whole decoder"), "Vaswani et al. 2017",
     build_transformer},
    {"gpt2_xl", "GPT-2 XL", ZooText::tr("1,024 tokens; 48 layers, over 10,000 operators with Adam"),
     "Radford et al. 2019", build_gpt2_xl},
    {"pangu_2_6b", "PanGu-α 2.6B",
     ZooText::tr("1,024 tokens; 16 bits, layers run again, clipping; on streams it has hundreds of contiguous groups"),
     "Zeng et al. 2021, as in MindSpore", build_pangu_2_6b, 2, true},
    {"pangu_8b", "PanGu-α 8B", ZooText::tr("1,024 tokens; like the network of 2.6B, but wider and with 40 layers"),
     "Zeng et al. 2021, as in MindSpore; layers and width chosen for the size", build_pangu_8b, 2, true},
    {"pangu_13b", "PanGu-α 13B",
     ZooText::tr("1,024 tokens; like the network of 2.6B, but wider and with 40 layers: the largest graph here"),
     "Zeng et al. 2021, as in MindSpore", build_pangu_13b, 2, true},
};

}  // namespace

std::span<const ZooNetwork> transformers() {
  return kTransformers;
}

}  // namespace stowage::zoo
