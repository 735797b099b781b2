// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

namespace stowage::zoo {

/// Simonyan and Zisserman 2015, configuration D.
void build_vgg16(Network& net, std::int64_t batch) {
  struct Stage {
    int convolutions;
    std::int64_t channels;
  };
  static constexpr Stage kStages[] = {{2, 64}, {2, 128}, {3, 256}, {3, 512}, {3, 512}};
  Value x = net.input("images", {batch, 3, 224, 224});
  int stage_number = 0;
  for (const Stage& stage : kStages) {
    const std::string at = std::to_string(++stage_number);
    for (int c = 1; c <= stage.convolutions; ++c) {
      const std::string name = "conv" + at + "_" + std::to_string(c);
      x = convolution(net, name, x, {.channels = stage.channels, .window = {.kernel = 3, .padding = 1}});
      x = relu(net, name + ".relu", x);
    }
    x = max_pool(net, "pool" + at, x, {.kernel = 2, .stride = 2});
  }
  x = flattened(x);
  x = dropout(net, "drop6", relu(net, "fc6.relu", linear(net, "fc6", x, 4096)));
  x = dropout(net, "drop7", relu(net, "fc7.relu", linear(net, "fc7", x, 4096)));
  classify(net, linear(net, "fc8", x, 1000));
}

}  // namespace stowage::zoo
