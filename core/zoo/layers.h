// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/zoo/network.h"

// Layers: each adds its operators to a network, with the parameters they learn and what their backward operators read,
// as PyTorch computes and saves them. Images are {batch, channels, height, width}. What a layer is called its operator
// and first result are called too.
namespace stowage::zoo {

struct Window {
  std::int64_t kernel = 1, stride = 1, padding = 0;
  bool round_up = false;  ///< whether a part of a window at the border counts

  [[nodiscard]] std::int64_t output(std::int64_t extent) const {
    return (extent + 2 * padding - kernel + (round_up ? stride - 1 : 0)) / stride + 1;
  }
};

struct Convolution {
  std::int64_t channels;  ///< of the result
  Window window{};
  std::int64_t groups = 1;
  bool bias = true;
};
/// Backward: one operator each for the image's, the weight's and the bias's gradient.
Value convolution(Network& net, const std::string& name, const Value& x, const Convolution& options);
/// Over batch, height and width; keeps mean and deviation of each channel.
Value batch_norm(Network& net, const std::string& name, const Value& x);
/// Keeps its result; so does the one that is capped at 6.
Value relu(Network& net, const std::string& name, const Value& x);
Value relu6(Network& net, const std::string& name, const Value& x);
/// Keeps its input, and where each maximum was (64 bits).
Value max_pool(Network& net, const std::string& name, const Value& x, const Window& window);
/// {batch, channels, 1, 1}
Value global_average_pool(Network& net, const std::string& name, const Value& x);
/// Keeps which elements it let through; nothing at all where the network is only run.
Value dropout(Network& net, const std::string& name, const Value& x);
/// Of the last axis: x·Wᵀ + b. Backward: one operator each for the gradients of x, weight and bias.
Value linear(Network& net, const std::string& name, const Value& x, std::int64_t features, bool bias = true);
/// Saves nothing and hands its gradient on as it is.
Value add(Network& net, const std::string& name, const Value& a, const Value& b);

/// {batch, rest}
[[nodiscard]] Value flattened(const Value& x);

/// What classifies: in training the mean of the cross entropy of {batch, classes} with one label a row, else as it is.
void classify(Network& net, const Value& logits);

}  // namespace stowage::zoo
