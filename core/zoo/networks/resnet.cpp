// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

namespace stowage::zoo {
namespace {

Value convolve_and_norm(Network& net, const std::string& at, const std::string& number, const Value& x,
                        std::int64_t channels, const Window& window) {
  const Value y = convolution(net, at + "conv" + number, x, {.channels = channels, .window = window, .bias = false});
  return batch_norm(net, at + "bn" + number, y);
}

/// 1×1, 3×3 (with the stride), 1×1 to four times the width, around a shortcut.
Value bottleneck(Network& net, const std::string& at, const Value& x, std::int64_t width, std::int64_t stride) {
  Value y = relu(net, at + "relu1", convolve_and_norm(net, at, "1", x, width, {}));
  y = convolve_and_norm(net, at, "2", y, width, {.kernel = 3, .stride = stride, .padding = 1});
  y = convolve_and_norm(net, at, "3", relu(net, at + "relu2", y), 4 * width, {});
  Value shortcut = x;
  if (x.shape[1] != 4 * width)
    shortcut = convolve_and_norm(net, at + "downsample.", "", x, 4 * width, {.stride = stride});
  return relu(net, at + "relu3", add(net, at + "add", y, shortcut));
}

}  // namespace

/// He et al. 2016, with the stride on the 3×3 convolutions as in torchvision.
void build_resnet50(Network& net, std::int64_t batch) {
  static constexpr int kBlocks[] = {3, 4, 6, 3};
  Value x = net.input("images", {batch, 3, 224, 224});
  x = convolve_and_norm(net, "", "1", x, 64, {.kernel = 7, .stride = 2, .padding = 3});
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
