// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

namespace stowage::zoo {
namespace {

constexpr std::int64_t kWidth = 512, kTokens = 128, kVocabulary = 37'000;
constexpr int kLayers = 6;

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
  const Value y = relu(net, at + "relu", linear(net, at + "fc1", x, 4 * kWidth));
  return closed(net, at + "ffn", linear(net, at + "fc2", dropout(net, at + "relu.drop", y), kWidth), x);
}

}  // namespace

/// Vaswani et al. 2017, the base model: both vocabularies and the last layer share one table.
void build_transformer(Network& net, std::int64_t batch) {
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

}  // namespace stowage::zoo
