// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

namespace stowage::zoo {
namespace {

/// ½·x · (1 + tanh(√(2/π)·(x + 0.044715·x³))), one operator a step, as the model published in PyTorch computes it.
Value gelu_by_tanh(Network& net, const std::string& name, const Value& x) {
  Value y = element_wise(net, name + ".cube", x, "Pow", "PowGrad", Keeps::input);
  y = add(net, name + ".sum", x, scale(net, name + ".scale_cube", y));
  y = tanh(net, name + ".tanh", scale(net, name + ".scale_sum", y));
  y = add_constant(net, name + ".plus_one", y);
  return multiply(net, name, scale(net, name + ".half", x), y);
}

}  // namespace

/// Radford et al. 2019, the largest: a step on 1,024 tokens a sample, with the table of words as last layer.
void build_gpt2_xl(Network& net, std::int64_t batch) {
  constexpr std::int64_t kWidth = 1600, kHeads = 25, kTokens = 1024, kVocabulary = 50'257;
  constexpr int kLayers = 48;
  const Value words = net.parameter("words.weight", {kVocabulary, kWidth});
  const Value places = net.parameter("places.weight", {kTokens, kWidth});
  Value x = embed(net, "words", net.input("tokens", {batch, kTokens}, Element::int64), words);
  x = dropout(net, "drop", add_rows(net, "places", x, places));
  for (int layer = 0; layer < kLayers; ++layer) {
    const std::string at = "h" + std::to_string(layer) + ".";
    Value y = layer_norm(net, at + "ln1", x);
    y = attention(net, at + "attention.", y, y, {.heads = kHeads, .packed = true, .causal = true});
    x = add(net, at + "add1", dropout(net, at + "drop1", y), x);
    y = linear(net, at + "fc1", layer_norm(net, at + "ln2", x), 4 * kWidth);
    y = linear(net, at + "fc2", gelu_by_tanh(net, at + "gelu", y), kWidth);
    x = add(net, at + "add2", dropout(net, at + "drop2", y), x);
  }
  Value logits = linear(net, "logits", layer_norm(net, "ln", x), words, {});
  // Each token predicts the next: the last one's row is cut off, which copies the others.
  if (net.training()) logits = slice(net, "shift", logits, {batch, kTokens - 1, kVocabulary});
  classify(net, logits.viewed_as({logits.shape[0] * logits.shape[1], kVocabulary}));
}

}  // namespace stowage::zoo
