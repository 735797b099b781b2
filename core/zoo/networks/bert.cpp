// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

namespace stowage::zoo {
namespace {

struct Size {
  int layers;
  std::int64_t width, heads;
};

constexpr std::int64_t kTokens = 512, kVocabulary = 30'522;

/// Sum of what the token is, where it stands, and which sentence it belongs to.
Value embed_tokens(Network& net, std::int64_t batch, std::int64_t width) {
  const Value tokens = net.input("tokens", {batch, kTokens}, Element::int64);
  const Value sentences = net.input("sentences", {batch, kTokens}, Element::int64);
  Value x = embed(net, "embed.words", tokens, net.parameter("embed.words.weight", {kVocabulary, width}));
  const Value kinds = embed(net, "embed.sentences", sentences, net.parameter("embed.sentences.weight", {2, width}));
  x = add(net, "embed.add", x, kinds);
  x = add_rows(net, "embed.positions", x, net.parameter("embed.positions.weight", {kTokens, width}));
  return dropout(net, "embed.drop", layer_norm(net, "embed.ln", x));
}

/// Encoder and pooler, without a head: the loss is that of the pooled features, taken as classes.
void build_bert(Network& net, std::int64_t batch, const Size& size) {
  const Value mask = net.input("mask", {batch, kTokens});
  Value x = embed_tokens(net, batch, size.width);
  for (int layer = 0; layer < size.layers; ++layer) {
    const std::string at = "layer" + std::to_string(layer) + ".";
    Value y = attention(net, at + "attention.", x, x, {.heads = size.heads, .mask = mask});
    x = layer_norm(net, at + "ln1", add(net, at + "add1", dropout(net, at + "drop1", y), x));
    y = linear(net, at + "fc2", gelu(net, at + "gelu", linear(net, at + "fc1", x, 4 * size.width)), size.width);
    x = layer_norm(net, at + "ln2", add(net, at + "add2", dropout(net, at + "drop2", y), x));
  }
  classify(net, tanh(net, "pooler.tanh", linear(net, "pooler", first_token(net, "first", x), size.width)));
}

}  // namespace

/// Devlin et al. 2019.
void build_bert_base(Network& net, std::int64_t batch) {
  build_bert(net, batch, {.layers = 12, .width = 768, .heads = 12});
}
void build_bert_large(Network& net, std::int64_t batch) {
  build_bert(net, batch, {.layers = 24, .width = 1024, .heads = 16});
}

}  // namespace stowage::zoo
