// SPDX-License-Identifier: Apache-2.0
#include <span>

#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

// The family of inverted residuals: a block widens its input with 1×1 convolutions, filters each channel alone, and
// narrows again; around it goes a shortcut where nothing changes shape.
namespace stowage::zoo {
namespace {

using Activation = Value (*)(Network&, const std::string&, const Value&);

/// Equal blocks; the first has the stride, and the width of the stage before as input.
struct Stage {
  std::int64_t expansion, channels, blocks, stride, kernel;
};

struct Style {
  Activation activation;
  bool squeeze = false;  ///< whether channels are weighted by what the whole image holds of them
};

/// Channels times a weight each: pooled, through a quarter of the block's input width, and back.
Value squeeze_and_excite(Network& net, const std::string& at, const Value& x, std::int64_t width) {
  Value s = global_average_pool(net, at + "pool", x);
  s = silu(net, at + "silu", convolution(net, at + "fc1", s, {.channels = width}));
  s = sigmoid(net, at + "sigmoid", convolution(net, at + "fc2", s, {.channels = x.shape[1]}));
  return multiply(net, at + "scale", x, s);
}

Value inverted_residual(Network& net, const std::string& at, const Value& x, const Stage& stage, std::int64_t stride,
                        const Style& style) {
  const std::int64_t width = x.shape[1] * stage.expansion;
  Value y = x;
  if (stage.expansion != 1)
    y = style.activation(net, at + "expand.act", convolution_norm(net, at + "expand", y, {.channels = width}));
  const Window window{.kernel = stage.kernel, .stride = stride, .padding = stage.kernel / 2};
  y = convolution_norm(net, at + "depthwise", y, {.channels = width, .window = window, .groups = width});
  y = style.activation(net, at + "depthwise.act", y);
  if (style.squeeze) y = squeeze_and_excite(net, at + "se.", y, x.shape[1] / 4);
  y = convolution_norm(net, at + "project", y, {.channels = stage.channels});
  if (stride != 1 || x.shape[1] != stage.channels) return y;
  if (style.squeeze) y = stochastic_depth(net, at + "drop", y);
  return add(net, at + "add", y, x);
}

/// A stem, stages of blocks, then 1,280 channels, pooled and classified.
void build(Network& net, std::int64_t batch, std::span<const Stage> stages, const Style& style) {
  Value x = net.input("images", {batch, 3, 224, 224});
  const Window window{.kernel = 3, .stride = 2, .padding = 1};
  x = style.activation(net, "stem.act", convolution_norm(net, "stem", x, {.channels = 32, .window = window}));
  int number = 0;
  for (const Stage& stage : stages)
    for (std::int64_t block = 0; block < stage.blocks; ++block) {
      const std::string at = "block" + std::to_string(++number) + ".";
      x = inverted_residual(net, at, x, stage, block == 0 ? stage.stride : 1, style);
    }
  x = style.activation(net, "head.act", convolution_norm(net, "head", x, {.channels = 1280}));
  x = flattened(global_average_pool(net, "avgpool", x));
  classify(net, linear(net, "fc", dropout(net, "drop", x), 1000));
}

}  // namespace

/// Sandler et al. 2018, table 2.
void build_mobilenet_v2(Network& net, std::int64_t batch) {
  static constexpr Stage kStages[] = {{1, 16, 1, 1, 3}, {6, 24, 2, 2, 3},  {6, 32, 3, 2, 3}, {6, 64, 4, 2, 3},
                                      {6, 96, 3, 1, 3}, {6, 160, 3, 2, 3}, {6, 320, 1, 1, 3}};
  build(net, batch, kStages, {.activation = relu6});
}

/// Tan et al. 2019, figure 7, without the squeeze, as in torchvision.
void build_mnasnet(Network& net, std::int64_t batch) {
  static constexpr Stage kStages[] = {{1, 16, 1, 1, 3}, {3, 24, 3, 2, 3},  {3, 40, 3, 2, 5}, {6, 80, 3, 2, 5},
                                      {6, 96, 2, 1, 3}, {6, 192, 4, 2, 5}, {6, 320, 1, 1, 3}};
  build(net, batch, kStages, {.activation = relu});
}

/// Tan and Le 2019, table 1.
void build_efficientnet_b0(Network& net, std::int64_t batch) {
  static constexpr Stage kStages[] = {{1, 16, 1, 1, 3},  {6, 24, 2, 2, 3},  {6, 40, 2, 2, 5}, {6, 80, 3, 2, 3},
                                      {6, 112, 3, 1, 5}, {6, 192, 4, 2, 5}, {6, 320, 1, 1, 3}};
  build(net, batch, kStages, {.activation = silu, .squeeze = true});
}

}  // namespace stowage::zoo
