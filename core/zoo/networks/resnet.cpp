// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

namespace stowage::zoo {
namespace {

/// 1×1, 3×3 (with the stride), 1×1 to four times the width, around a shortcut.
Value bottleneck(Network& net, const std::string& at, const Value& x, std::int64_t width, std::int64_t stride) {
  const Window middle{.kernel = 3, .stride = stride, .padding = 1};
  Value y = relu(net, at + "relu1", convolution_norm(net, at + "conv1", x, {.channels = width}));
  y = relu(net, at + "relu2", convolution_norm(net, at + "conv2", y, {.channels = width, .window = middle}));
  y = convolution_norm(net, at + "conv3", y, {.channels = 4 * width});
  Value shortcut = x;
  if (x.shape[1] != 4 * width)
    shortcut = convolution_norm(net, at + "downsample", x, {.channels = 4 * width, .window = {.stride = stride}});
  return relu(net, at + "relu3", add(net, at + "add", y, shortcut));
}

}  // namespace

/// He et al. 2016, with the stride on the 3×3 convolutions as in torchvision.
void build_resnet50(Network& net, std::int64_t batch) {
  static constexpr int kBlocks[] = {3, 4, 6, 3};
  Value x = net.input("images", {batch, 3, 224, 224});
  x = convolution_norm(net, "conv1", x, {.channels = 64, .window = {.kernel = 7, .stride = 2, .padding = 3}});
  x = max_pool(net, "maxpool", relu(net, "relu", x), {.kernel = 3, .stride = 2, .padding = 1});
  std::int64_t width = 64;
  for (int stage = 0; stage < 4; ++stage, width *= 2)
    for (int block = 0; block < kBlocks[stage]; ++block) {
      const std::string at = "layer" + std::to_string(stage + 1) + "." + std::to_string(block) + ".";
      x = bottleneck(net, at, x, width, stage > 0 && block == 0 ? 2 : 1);
    }
  x = flattened(global_average_pool(net, "avgpool", x));
  classify(net, linear(net, "fc", x, 1000));
}

}  // namespace stowage::zoo
