// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/network.h"

namespace stowage::zoo {
namespace {

/// Channels of the four branches of an inception module: 1×1; 1×1 then 3×3, twice; pooled then 1×1.
struct Inception {
  const char* name;
  std::int64_t direct, narrow3, wide3, narrow5, wide5, pooled;
  Window pool_after{};  ///< of kernel 1: none
};

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

void build_alexnet(Network& net, std::int64_t batch) {
  Value x = net.input("images", {batch, 3, 224, 224});
  const auto convolved = [&](const char* name, const Convolution& options) {
    x = relu(net, std::string(name) + ".relu", convolution(net, name, x, options));
  };
  const Window pool{.kernel = 3, .stride = 2};
  convolved("conv1", {.channels = 64, .window = {.kernel = 11, .stride = 4, .padding = 2}});
  x = max_pool(net, "pool1", x, pool);
  convolved("conv2", {.channels = 192, .window = {.kernel = 5, .padding = 2}});
  x = max_pool(net, "pool2", x, pool);
  convolved("conv3", {.channels = 384, .window = {.kernel = 3, .padding = 1}});
  convolved("conv4", {.channels = 256, .window = {.kernel = 3, .padding = 1}});
  convolved("conv5", {.channels = 256, .window = {.kernel = 3, .padding = 1}});
  x = flattened(max_pool(net, "pool5", x, pool));
  x = relu(net, "fc6.relu", linear(net, "fc6", dropout(net, "drop6", x), 4096));
  x = relu(net, "fc7.relu", linear(net, "fc7", dropout(net, "drop7", x), 4096));
  classify(net, linear(net, "fc8", x, 1000));
}

void build_vgg16(Network& net, std::int64_t batch) {
  // convolutions, channels
  static constexpr std::pair<int, std::int64_t> kStages[] = {{2, 64}, {2, 128}, {3, 256}, {3, 512}, {3, 512}};
  Value x = net.input("images", {batch, 3, 224, 224});
  int stage_number = 0;
  for (const auto& [convolutions, channels] : kStages) {
    const std::string at = std::to_string(++stage_number);
    for (int c = 1; c <= convolutions; ++c) {
      const std::string name = "conv" + at + "_" + std::to_string(c);
      x = convolution(net, name, x, {.channels = channels, .window = {.kernel = 3, .padding = 1}});
      x = relu(net, name + ".relu", x);
    }
    x = max_pool(net, "pool" + at, x, {.kernel = 2, .stride = 2});
  }
  x = flattened(x);
  x = dropout(net, "drop6", relu(net, "fc6.relu", linear(net, "fc6", x, 4096)));
  x = dropout(net, "drop7", relu(net, "fc7.relu", linear(net, "fc7", x, 4096)));
  classify(net, linear(net, "fc8", x, 1000));
}

/// Table 1 of the paper.
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

/// Few channels, from which as many are made by 1×1 as by 3×3.
Value fire(Network& net, const std::string& at, const Value& x, std::int64_t narrow, std::int64_t wide) {
  const auto convolved = [&](const std::string& name, const Value& from, const Convolution& options) {
    return relu(net, at + name + ".relu", convolution(net, at + name, from, options));
  };
  const Value squeezed = convolved("squeeze", x, {.channels = narrow});
  const Value one = convolved("expand1", squeezed, {.channels = wide});
  return concatenate(net, at + "concat", {one, convolved("expand3", squeezed, {.channels = wide, .window = kThree})});
}

/// Table 1 of the paper.
void build_squeezenet(Network& net, std::int64_t batch) {
  static constexpr std::pair<std::int64_t, std::int64_t> kFires[] = {{16, 64},  {16, 64},  {32, 128}, {32, 128},
                                                                     {48, 192}, {48, 192}, {64, 256}, {64, 256}};
  const Window pool{.kernel = 3, .stride = 2, .round_up = true};
  Value x = net.input("images", {batch, 3, 224, 224});
  x = relu(net, "conv1.relu", convolution(net, "conv1", x, {.channels = 96, .window = {.kernel = 7, .stride = 2}}));
  int number = 1;
  for (const auto& [narrow, wide] : kFires) {
    // Behind the first convolution, and behind the fourth and the eighth layer.
    if (number == 1 || number % 4 == 0) x = max_pool(net, "pool" + std::to_string(number), x, pool);
    x = fire(net, "fire" + std::to_string(++number) + ".", x, narrow, wide);
  }
  x = relu(net, "conv10.relu", convolution(net, "conv10", dropout(net, "drop", x), {.channels = 1000}));
  classify(net, flattened(global_average_pool(net, "avgpool", x)));
}

/// Each layer reads the results of all before it, joined by a copy, and adds 48 channels to them.
Value dense_block(Network& net, const std::string& at, const Value& x, int layers) {
  constexpr std::int64_t kGrowth = 48;
  std::vector<Value> features{x};
  for (int layer = 1; layer <= layers; ++layer) {
    const std::string in = at + std::to_string(layer) + ".";
    Value y = concatenate(net, in + "concat", features);
    y = relu(net, in + "relu1", batch_norm(net, in + "norm1", y));
    y = relu(net, in + "relu2", convolution_norm(net, in + "conv1", y, {.channels = 4 * kGrowth}));
    features.push_back(convolution(net, in + "conv2", y, {.channels = kGrowth, .window = kThree, .bias = false}));
  }
  return concatenate(net, at + "concat", features);
}

/// Table 1 of the paper, with 48 in place of 32.
void build_densenet161(Network& net, std::int64_t batch) {
  static constexpr int kBlocks[] = {6, 12, 36, 24};
  Value x = net.input("images", {batch, 3, 224, 224});
  x = convolve(net, "conv0", x, 96, {.kernel = 7, .stride = 2, .padding = 3});
  x = max_pool(net, "pool0", x, {.kernel = 3, .stride = 2, .padding = 1});
  for (int block = 1; block <= 4; ++block) {
    const std::string number = std::to_string(block);
    x = dense_block(net, "block" + number + ".", x, kBlocks[block - 1]);
    const std::string at = block < 4 ? "transition" + number + "." : "last.";
    x = relu(net, at + "relu", batch_norm(net, at + "norm", x));
    if (block == 4) break;
    x = convolution(net, at + "conv", x, {.channels = x.shape[1] / 2, .bias = false});
    x = average_pool(net, at + "pool", x, {.kernel = 2, .stride = 2});
  }
  classify(net, linear(net, "fc", flattened(global_average_pool(net, "avgpool", x)), 1000));
}

// The family of inverted residuals: a block widens its input with 1×1 convolutions, filters each channel alone, and
// narrows again; around it goes a shortcut where nothing changes shape.

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

/// Table 2 of the paper.
void build_mobilenet_v2(Network& net, std::int64_t batch) {
  static constexpr Stage kStages[] = {{1, 16, 1, 1, 3}, {6, 24, 2, 2, 3},  {6, 32, 3, 2, 3}, {6, 64, 4, 2, 3},
                                      {6, 96, 3, 1, 3}, {6, 160, 3, 2, 3}, {6, 320, 1, 1, 3}};
  build(net, batch, kStages, {.activation = relu6});
}

/// Figure 7 of the paper, without the squeeze, as in torchvision.
void build_mnasnet(Network& net, std::int64_t batch) {
  static constexpr Stage kStages[] = {{1, 16, 1, 1, 3}, {3, 24, 3, 2, 3},  {3, 40, 3, 2, 5}, {6, 80, 3, 2, 5},
                                      {6, 96, 2, 1, 3}, {6, 192, 4, 2, 5}, {6, 320, 1, 1, 3}};
  build(net, batch, kStages, {.activation = relu});
}

/// Table 1 of the paper.
void build_efficientnet_b0(Network& net, std::int64_t batch) {
  static constexpr Stage kStages[] = {{1, 16, 1, 1, 3},  {6, 24, 2, 2, 3},  {6, 40, 2, 2, 5}, {6, 80, 3, 2, 3},
                                      {6, 112, 3, 1, 5}, {6, 192, 4, 2, 5}, {6, 320, 1, 1, 3}};
  build(net, batch, kStages, {.activation = silu, .squeeze = true});
}

constexpr ZooNetwork kConvolutional[] = {
    {"alexnet", "AlexNet", ZooText::tr("images of 224 × 224; five convolutions, and most of its weights in one layer"),
     "Krizhevsky 2014, as in torchvision", build_alexnet},
    {"vgg16", "VGG-16", ZooText::tr("images of 224 × 224; its first activations are the largest by far"),
     "Simonyan and Zisserman 2015, configuration D", build_vgg16},
    {"googlenet", "GoogLeNet", ZooText::tr("images of 224 × 224; modules of four branches, joined by copies"),
     "Szegedy et al. 2015, as in torchvision, without auxiliary classifiers", build_googlenet},
    {"squeezenet", "SqueezeNet 1.0",
     ZooText::tr("images of 224 × 224; few weights: layers of few channels between layers of many"),
     "Iandola et al. 2016, as in torchvision", build_squeezenet},
    {"densenet161", "DenseNet-161",
     ZooText::tr("images of 224 × 224; each layer reads copies of the results of all layers of its block before it"),
     "Huang et al. 2017, as in torchvision", build_densenet161},
    {"mobilenet_v2", "MobileNetV2", ZooText::tr("images of 224 × 224; inverted residuals: wide inside, narrow between"),
     "Sandler et al. 2018", build_mobilenet_v2},
    {"mnasnet", "MnasNet 1.0", ZooText::tr("images of 224 × 224; inverted residuals found by search"),
     "Tan et al. 2019, as in torchvision", build_mnasnet},
    {"efficientnet_b0", "EfficientNet-B0",
     ZooText::tr("images of 224 × 224; inverted residuals whose channels are weighted"), "Tan and Le 2019",
     build_efficientnet_b0},
};

}  // namespace

std::span<const ZooNetwork> convolutional_networks() {
  return kConvolutional;
}

}  // namespace stowage::zoo
