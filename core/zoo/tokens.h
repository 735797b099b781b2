// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/zoo/layers.h"

// Layers of {batch, tokens, features}.
namespace stowage::zoo {

/// Over the features; keeps its input, and mean and deviation of each token.
Value layer_norm(Network& net, const std::string& name, const Value& x);
/// A row of `table` a token; `tokens` are whole numbers. Backward: the gradient of the whole table.
Value embed(Network& net, const std::string& name, const Value& tokens, const Value& table);
/// The same elements, of which the axes stand in another order: a copy.
Value transpose(Network& net, const std::string& name, const Value& x, const Shape& shape);
/// One more token, learnt, in front.
Value prepend_token(Network& net, const std::string& name, const Value& x);
/// A part of the elements: a copy.
Value slice(Network& net, const std::string& name, const Value& x, const Shape& shape);
/// {batch, features} of the first token: a copy.
Value first_token(Network& net, const std::string& name, const Value& x);

struct Attention {
  std::int64_t heads;
  bool packed = false;      ///< one projection to query, key and value together
  bool causal = false;      ///< no token looks ahead: a mask that lies elsewhere
  bool scored_drop = true;  ///< dropout of the scores
  Value mask{};             ///< {batch, tokens} added to the scores; may be none
};
/// Multi-head attention of `x` to `memory` (`x` itself, or what another stack made; then not packed) and the
/// projection behind it, in the steps of PyTorch without fusion: scores are multiplied out, scaled, masked, put through
/// softmax (in 32 bits) and dropout, and multiplied with the values. Heads are laid out side by side, and merged, by
/// copies. Scores are {batch, heads, tokens, tokens of the memory}.
Value attention(Network& net, const std::string& at, const Value& x, const Value& memory, const Attention& options);

}  // namespace stowage::zoo
