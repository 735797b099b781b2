// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

namespace stowage::zoo {
namespace {

/// Channels of the four branches of an inception module: 1×1; 1×1 then 3×3, twice; pooled then 1×1.
struct Inception {
  const char* name;
  std::int64_t direct, narrow3, wide3, narrow5, wide5, pooled;
  Window pool_after{};  ///< of kernel 1: none
};

constexpr Window kThree{.kernel = 3, .padding = 1};

Value convolve(Network& net, const std::string& name, const Value& x, std::int64_t channels,
               const Window& window = {}) {
  return relu(net, name + ".relu", convolution_norm(net, name, x, {.channels = channels, .window = window}));
}

/// torchvision's second wide branch is 3×3 too, where the paper has 5×5.
Value inception(Network& net, const Value& x, const Inception& module) {
  const std::string at = std::string(module.name) + ".";
  const Value direct = convolve(net, at + "branch1", x, module.direct);
  const Value three =
      convolve(net, at + "branch2.wide", convolve(net, at + "branch2.narrow", x, module.narrow3), module.wide3, kThree);
  const Value five =
      convolve(net, at + "branch3.wide", convolve(net, at + "branch3.narrow", x, module.narrow5), module.wide5, kThree);
  const Value pool = max_pool(net, at + "branch4.pool", x, {.kernel = 3, .padding = 1, .round_up = true});
  const Value pooled = convolve(net, at + "branch4", pool, module.pooled);
  return concatenate(net, at + "concat", {direct, three, five, pooled});
}

}  // namespace

/// Szegedy et al. 2015, table 1, without the auxiliary classifiers.
void build_googlenet(Network& net, std::int64_t batch) {
  const Window halve3{.kernel = 3, .stride = 2, .round_up = true}, halve2{.kernel = 2, .stride = 2, .round_up = true};
  const Inception modules[] = {{"3a", 64, 96, 128, 16, 32, 32},
                               {"3b", 128, 128, 192, 32, 96, 64, halve3},
                               {"4a", 192, 96, 208, 16, 48, 64},
                               {"4b", 160, 112, 224, 24, 64, 64},
                               {"4c", 128, 128, 256, 24, 64, 64},
                               {"4d", 112, 144, 288, 32, 64, 64},
                               {"4e", 256, 160, 320, 32, 128, 128, halve2},
                               {"5a", 256, 160, 320, 32, 128, 128},
                               {"5b", 384, 192, 384, 48, 128, 128}};
  Value x = net.input("images", {batch, 3, 224, 224});
  x = convolve(net, "conv1", x, 64, {.kernel = 7, .stride = 2, .padding = 3});
  x = convolve(net, "conv2", max_pool(net, "pool1", x, halve3), 64);
  x = max_pool(net, "pool2", convolve(net, "conv3", x, 192, kThree), halve3);
  for (const Inception& module : modules) {
    x = inception(net, x, module);
    if (module.pool_after.kernel > 1) x = max_pool(net, "pool" + std::string(module.name), x, module.pool_after);
  }
  x = flattened(global_average_pool(net, "avgpool", x));
  classify(net, linear(net, "fc", dropout(net, "drop", x), 1000));
}

}  // namespace stowage::zoo
