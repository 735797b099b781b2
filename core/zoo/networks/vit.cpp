// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layers.h"
#include "core/zoo/networks/networks.h"

namespace stowage::zoo {

/// Dosovitskiy et al. 2021, as in torchvision: 196 patches and a token that stands for the whole image.
void build_vit_b16(Network& net, std::int64_t batch) {
  constexpr std::int64_t kWidth = 768, kPatches = 14 * 14;
  constexpr int kLayers = 12;
  Value x = net.input("images", {batch, 3, 224, 224});
  x = convolution(net, "patches", x, {.channels = kWidth, .window = {.kernel = 16, .stride = 16}});
  x = transpose(net, "tokens", x, {batch, kPatches, kWidth});
  x = prepend_token(net, "class_token", x);
  x = dropout(net, "drop", add_rows(net, "add_positions", x, net.parameter("positions", {kPatches + 1, kWidth})));
  for (int layer = 0; layer < kLayers; ++layer) {
    const std::string at = "layer" + std::to_string(layer) + ".";
    Value y = layer_norm(net, at + "ln1", x);
    y = attention(net, at + "attention.", y, y, {.heads = 12, .packed = true, .scored_drop = false});
    x = add(net, at + "add1", dropout(net, at + "drop1", y), x);
    y = linear(net, at + "fc1", layer_norm(net, at + "ln2", x), 4 * kWidth);
    y = linear(net, at + "fc2", dropout(net, at + "gelu.drop", gelu(net, at + "gelu", y)), kWidth);
    x = add(net, at + "add2", dropout(net, at + "drop2", y), x);
  }
  x = first_token(net, "class", layer_norm(net, "ln", x));
  classify(net, linear(net, "head", x, 1000));
}

}  // namespace stowage::zoo
