// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

namespace stowage::zoo {

/// Krizhevsky 2014, "One weird trick", the one of torchvision: images of 224 × 224 pixels.
void build_alexnet(Network& net, std::int64_t batch) {
  Value x = net.input("images", {batch, 3, 224, 224});
  const auto convolve = [&](const char* name, const Convolution& options) {
    x = relu(net, std::string(name) + ".relu", convolution(net, name, x, options));
  };
  const Window pool{.kernel = 3, .stride = 2};
  convolve("conv1", {.channels = 64, .window = {.kernel = 11, .stride = 4, .padding = 2}});
  x = max_pool(net, "pool1", x, pool);
  convolve("conv2", {.channels = 192, .window = {.kernel = 5, .padding = 2}});
  x = max_pool(net, "pool2", x, pool);
  convolve("conv3", {.channels = 384, .window = {.kernel = 3, .padding = 1}});
  convolve("conv4", {.channels = 256, .window = {.kernel = 3, .padding = 1}});
  convolve("conv5", {.channels = 256, .window = {.kernel = 3, .padding = 1}});
  x = flattened(max_pool(net, "pool5", x, pool));
  x = relu(net, "fc6.relu", linear(net, "fc6", dropout(net, "drop6", x), 4096));
  x = relu(net, "fc7.relu", linear(net, "fc7", dropout(net, "drop7", x), 4096));
  classify(net, linear(net, "fc8", x, 1000));
}

}  // namespace stowage::zoo
