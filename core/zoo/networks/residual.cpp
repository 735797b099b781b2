// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/network.h"

// Networks of blocks around shortcuts: residual networks of images and of films, and those that label each pixel.
namespace stowage::zoo {
namespace {

/// 1×1 to `inner` channels, 3×3 (with stride, dilation and groups), 1×1 to `outer`.
struct Bottleneck {
  std::int64_t inner, outer, stride = 1, dilation = 1, groups = 1;
};

Value bottleneck(Network& net, const std::string& at, const Value& x, const Bottleneck& block) {
  const Window middle{.kernel = 3, .stride = block.stride, .padding = block.dilation, .dilation = block.dilation};
  Value y = relu(net, at + "relu1", convolution_norm(net, at + "conv1", x, {.channels = block.inner}));
  y = convolution_norm(net, at + "conv2", y, {.channels = block.inner, .window = middle, .groups = block.groups});
  y = convolution_norm(net, at + "conv3", relu(net, at + "relu2", y), {.channels = block.outer});
  Value shortcut = x;
  if (x.shape[1] != block.outer)
    shortcut =
        convolution_norm(net, at + "downsample", x, {.channels = block.outer, .window = {.stride = block.stride}});
  return relu(net, at + "relu3", add(net, at + "add", y, shortcut));
}

std::string block_name(int stage, int block) {
  return "layer" + std::to_string(stage + 1) + "." + std::to_string(block) + ".";
}

/// The results of the last two of its four stages.
struct Features {
  Value third, fourth;
};

struct Residual {
  std::int64_t edge = 224;    ///< height and width of an image
  std::int64_t widening = 1;  ///< of the inner channels
  bool is_dilated = false;    ///< the last two stages keep the size of the image, and dilate their kernels instead
};

/// The stride is on the 3×3 convolutions, as in torchvision.
Features residual50(Network& net, std::int64_t batch, const Residual& options) {
  static constexpr int kBlocks[] = {3, 4, 6, 3};
  Value x = net.input("images", {batch, 3, options.edge, options.edge});
  x = convolution_norm(net, "conv1", x, {.channels = 64, .window = {.kernel = 7, .stride = 2, .padding = 3}});
  x = max_pool(net, "maxpool", relu(net, "relu", x), {.kernel = 3, .stride = 2, .padding = 1});
  Features features;
  std::int64_t width = 64, dilation = 1;
  for (int stage = 0; stage < 4; ++stage, width *= 2) {
    features.third = x;
    for (int block = 0; block < kBlocks[stage]; ++block) {
      const bool halves = stage > 0 && block == 0, dilates = halves && stage > 1 && options.is_dilated;
      x = bottleneck(net, block_name(stage, block), x,
                     {.inner = options.widening * width,
                      .outer = 4 * width,
                      .stride = halves && !dilates ? 2 : 1,
                      .dilation = dilation});
      if (dilates) dilation *= 2;
    }
  }
  features.fourth = x;
  return features;
}

void classify_images(Network& net, const Value& x) {
  classify(net, linear(net, "fc", flattened(global_average_pool(net, "avgpool", x)), 1000));
}

void build_resnet50(Network& net, std::int64_t batch) {
  classify_images(net, residual50(net, batch, {}).fourth);
}
void build_wide_resnet50(Network& net, std::int64_t batch) {
  classify_images(net, residual50(net, batch, {.widening = 2}).fourth);
}

/// Blocks and widths that the parameters of the paper's appendix make; groups of 120 channels.
void build_regnet_x_8gf(Network& net, std::int64_t batch) {
  static constexpr std::pair<int, std::int64_t> kStages[] = {{2, 80}, {5, 240}, {15, 720}, {1, 1920}};
  const Window stem{.kernel = 3, .stride = 2, .padding = 1};
  Value x = net.input("images", {batch, 3, 224, 224});
  x = relu(net, "stem.relu", convolution_norm(net, "stem", x, {.channels = 32, .window = stem}));
  for (int stage = 0; stage < 4; ++stage)
    for (int block = 0; block < kStages[stage].first; ++block) {
      const std::int64_t width = kStages[stage].second;
      x = bottleneck(net, block_name(stage, block), x,
                     {.inner = width,
                      .outer = width,
                      .stride = block == 0 ? 2 : 1,
                      .groups = std::max<std::int64_t>(1, width / 120)});
    }
  classify_images(net, x);
}

/// Two convolutions of 3×3×3 a block; strides count in all three directions.
void build_resnet3d_18(Network& net, std::int64_t batch) {
  const Window image{.kernel = 7, .stride = 2, .padding = 3};
  Value x = net.input("films", {batch, 3, 16, 112, 112});
  x = relu(net, "stem.relu", convolution_norm(net, "stem", x, {.channels = 64, .window = image, .frames = kThree}));
  std::int64_t width = 64;
  for (int stage = 0; stage < 4; ++stage, width *= 2)
    for (int block = 0; block < 2; ++block) {
      const std::string at = block_name(stage, block);
      const std::int64_t stride = stage > 0 && block == 0 ? 2 : 1;
      const Window first{.kernel = 3, .stride = stride, .padding = 1};
      Value y = relu(net, at + "relu1", convolution_norm(net, at + "conv1", x, {.channels = width, .window = first}));
      y = convolution_norm(net, at + "conv2", y, {.channels = width, .window = kThree});
      if (stride > 1)
        x = convolution_norm(net, at + "downsample", x, {.channels = width, .window = {.stride = stride}});
      x = relu(net, at + "relu2", add(net, at + "add", y, x));
    }
  x = flattened(global_average_pool(net, "avgpool", x));
  classify(net, linear(net, "fc", x, 400));
}

// Each pixel of an image has one of 21 classes, as in torchvision: scores of an eighth of the size are scaled up.
// Training also scores the results of the third stage.

constexpr Residual kPixels{.edge = 520, .is_dilated = true};

Value filtered(Network& net, const std::string& name, const Value& x, const Convolution& options) {
  return relu(net, name + ".relu", convolution_norm(net, name, x, options));
}

Value convolutional_head(Network& net, const std::string& at, const Value& x) {
  const Value y = filtered(net, at + "conv", x, {.channels = x.shape[1] / 4, .window = kThree});
  return convolution(net, at + "scores", dropout(net, at + "drop", y), {.channels = 21});
}

void classify_pixels(Network& net, const Value& scores, const Value& third) {
  const std::int64_t edge = kPixels.edge;
  const auto scaled_up = [&](const std::string& name, const Value& x) {
    return resize(net, name, x, edge, edge).viewed_as({x.shape[0] * edge * edge, x.shape[1]});
  };
  std::vector<Value> logits{scaled_up("resize", scores)};
  if (net.training()) logits.push_back(scaled_up("aux.resize", convolutional_head(net, "aux.", third)));
  classify(net, logits);
}

void build_fcn(Network& net, std::int64_t batch) {
  const Features features = residual50(net, batch, kPixels);
  classify_pixels(net, convolutional_head(net, "head.", features.fourth), features.third);
}

/// Five branches, which look at neighbourhoods of different sizes; the last one at the whole image.
void build_deeplab(Network& net, std::int64_t batch) {
  const auto [third, x] = residual50(net, batch, kPixels);
  std::vector<Value> branches{filtered(net, "branch1", x, {.channels = 256})};
  for (const std::int64_t dilation : {12, 24, 36})
    branches.push_back(filtered(net, "branch" + std::to_string(branches.size() + 1), x,
                                {.channels = 256, .window = {.kernel = 3, .padding = dilation, .dilation = dilation}}));
  Value y = filtered(net, "branch5", global_average_pool(net, "branch5.pool", x), {.channels = 256});
  branches.push_back(resize(net, "branch5.resize", y, x.shape[2], x.shape[3]));
  y = filtered(net, "project", concatenate(net, "concat", branches), {.channels = 256});
  y = filtered(net, "conv", dropout(net, "drop", y), {.channels = 256, .window = kThree});
  classify_pixels(net, convolution(net, "scores", y, {.channels = 21}), third);
}

constexpr ZooNetwork kResidual[] = {
    {"resnet50", "ResNet-50",
     ZooText::tr("images of 224 × 224; bottlenecks around shortcuts that keep their input alive"),
     "He et al. 2016, as in torchvision", build_resnet50},
    {"wide_resnet50", "Wide ResNet-50-2",
     ZooText::tr("images of 224 × 224; like ResNet-50, with bottlenecks twice as wide"),
     "Zagoruyko and Komodakis 2016, as in torchvision", build_wide_resnet50},
    {"regnet_x_8gf", "RegNetX-8GF",
     ZooText::tr("images of 224 × 224; bottlenecks of grouped convolutions, not narrow inside"),
     "Radosavovic et al. 2020, as in torchvision", build_regnet_x_8gf},
    {"resnet3d_18", "ResNet3D-18", ZooText::tr("films of 16 frames of 112 × 112; convolutions in space and time"),
     "Tran et al. 2018, as in torchvision", build_resnet3d_18},
    {"fcn_resnet50", "FCN-ResNet-50",
     ZooText::tr("images of 520 × 520; a class for each pixel, by dilated convolutions"),
     "Long et al. 2015, as in torchvision", build_fcn},
    {"deeplabv3_resnet50", "DeepLabv3-ResNet-50",
     ZooText::tr("images of 520 × 520; a class for each pixel, by five branches of different dilations"),
     "Chen et al. 2017, as in torchvision", build_deeplab},
};

}  // namespace

std::span<const ZooNetwork> residual_networks() {
  return kResidual;
}

}  // namespace stowage::zoo
