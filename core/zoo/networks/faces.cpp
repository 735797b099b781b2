// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/network.h"

namespace stowage::zoo {
namespace {

// FaceRecognition as it is trained in MindSpore: convolutions and products in 16 bits of parameters that are kept in
// 32, norms in 32.

Value wide_norm(Network& net, const std::string& name, const Value& x, bool learns = true) {
  const Value wide = cast(net, name + ".widen", x, Element::float32);
  return cast(net, name + ".narrow", batch_norm(net, name, wide, learns), Element::float16);
}

/// Channels times a weight each, as in EfficientNet, by linear layers.
Value weigh_channels(Network& net, const std::string& at, const Value& x) {
  Value s = flattened(global_average_pool(net, at + "pool", x));
  s = linear(net, at + "fc2", relu(net, at + "relu", linear(net, at + "fc1", s, x.shape[1] / 16)), x.shape[1]);
  s = sigmoid(net, at + "sigmoid", cast(net, at + "widen", s, Element::float32));
  s = cast(net, at + "narrow", s, Element::float16);
  return multiply(net, at + "scale", x, s.viewed_as({x.shape[0], x.shape[1], 1, 1}));
}

Value face_block(Network& net, const std::string& at, const Value& x, std::int64_t width, std::int64_t stride) {
  const Window second{.kernel = 3, .stride = stride, .padding = 1};
  Value y = wide_norm(net, at + "bn1", x);
  y = convolution(net, at + "conv1", y, {.channels = width, .window = kThree, .bias = false});
  y = relu(net, at + "relu", wide_norm(net, at + "bn2", y));
  y = convolution(net, at + "conv2", y, {.channels = width, .window = second, .bias = false});
  y = weigh_channels(net, at + "se.", wide_norm(net, at + "bn3", y));
  if (stride == 1) return add(net, at + "add", y, x);
  const Convolution halve{.channels = width, .window = {.stride = stride}, .bias = false};
  const Value shortcut = convolution(net, at + "downsample", x, halve);
  return add(net, at + "add", y, wide_norm(net, at + "downsample.bn", shortcut));
}

/// Vectors of length 1.
Value unit(Network& net, const std::string& name, const Value& x) {
  const Value y = operation(net, name, "L2Normalize", {x}, x.shape, {{"L2NormalizeGrad", "dx", {x.id}, {x.id}}});
  net.node(net.tensor(y.id).producer).backward.front().saved.push_back(y.id);
  return y;
}

/// Scores each class by the cosine of an angle; that of the right class is widened first.
Value angular_scores(Network& net, const Value& x, const Value& labels) {
  constexpr std::int64_t kClasses = 85'744;  // of the data set face_emore, rounded up to sixteens
  constexpr ElementWise kArcCosine{"ACos", "ACosGrad", Keeps::input}, kCosine{"Cos", "CosGrad", Keeps::input};
  const Value weight = net.parameter("margin.weight", {kClasses, x.shape.last()});
  const Value narrow = cast(net, "margin.weight.cast", weight, Element::float16);
  const Value cosine =
      linear(net, "margin.cosine", unit(net, "margin.unit", x), unit(net, "margin.unit_weight", narrow), {});
  const Value right = operation(net, "margin.one_hot", "OneHot", {labels}, cosine.shape, {}, {}, Element::float16);
  Value angle = scale(net, "margin.scale_angle", kArcCosine(net, "margin.angle", cosine));
  angle = kCosine(net, "margin.cosine_again", add_constant(net, "margin.widen_angle", angle));
  angle = multiply(net, "margin.right", add_constant(net, "margin.lower", angle), right);
  const Value wrong = multiply(net, "margin.wrong", cosine, scale(net, "margin.invert", right));
  return scale(net, "margin.scale", add(net, "margin.add", angle, wrong));
}

/// 100 layers. A network that is only run ends with the features of a face.
void build_face_recognition(Network& net, std::int64_t batch) {
  static constexpr int kBlocks[] = {3, 13, 30, 3};
  Value x = cast(net, "images.cast", net.input("images", {batch, 3, 112, 112}), Element::float16);
  x = convolution(net, "conv1", x, {.channels = 64, .window = kThree, .bias = false});
  x = relu(net, "relu", wide_norm(net, "bn1", x));
  for (int stage = 0; stage < 4; ++stage)
    for (int block = 0; block < kBlocks[stage]; ++block) {
      const std::string at = "layer" + std::to_string(stage + 1) + "." + std::to_string(block) + ".";
      x = face_block(net, at, x, 64 << stage, block == 0 ? 2 : 1);
    }
  x = flattened(dropout(net, "head.drop", wide_norm(net, "head.bn1", x)));
  x = wide_norm(net, "head.bn2", linear(net, "head.fc", x, 512), false);
  if (!net.training()) return net.set_result(x);
  const Value labels = net.input("labels", {batch}, Element::int64);
  x = cast(net, "margin.cast", angular_scores(net, x, labels), Element::float32);
  classify(net, {x}, labels);
}

// FaceDetection as it is trained in MindSpore: boxes around faces, found at three scales.

struct Filter {
  std::int64_t channels, kernel, stride;
  bool is_activated;
};

/// Numbered as there: 29, 40 and 49 make the scores of the three scales, 30 and 41 scale up.
constexpr Filter kFilters[] = {
    {16, 3, 2, true},   {32, 3, 2, true},   {64, 3, 2, true},   {64, 3, 1, true},   {64, 3, 1, true},
    {128, 3, 2, true},  {64, 1, 1, false},  {64, 3, 1, false},  {128, 1, 1, true},  {64, 1, 1, false},
    {64, 3, 1, false},  {128, 1, 1, true},  {128, 3, 2, false}, {256, 1, 1, true},  {144, 1, 1, false},
    {128, 3, 1, false}, {256, 1, 1, true},  {128, 1, 1, false}, {128, 3, 1, false}, {256, 1, 1, true},
    {144, 1, 1, false}, {256, 3, 2, false}, {512, 1, 1, true},  {256, 1, 1, false}, {256, 3, 1, false},
    {512, 1, 1, true},  {256, 1, 1, false}, {256, 3, 1, false}, {512, 1, 1, true},  {24, 1, 1, false},
    {64, 4, 2, true},   {160, 1, 1, false}, {96, 3, 1, true},   {96, 3, 1, true},   {96, 3, 1, true},
    {80, 1, 1, false},  {128, 3, 1, true},  {96, 1, 1, false},  {128, 3, 1, false}, {256, 1, 1, true},
    {24, 1, 1, false},  {64, 4, 2, true},   {64, 1, 1, true},   {64, 3, 1, true},   {64, 3, 1, true},
    {64, 3, 1, true},   {96, 3, 1, true},   {64, 3, 1, false},  {128, 1, 1, true},  {24, 1, 1, false}};

/// Convolutions with norms, with the numbers from `first` to `last`.
Value chain(Network& net, Value x, std::size_t first, std::size_t last) {
  for (std::size_t number = first; number <= last; ++number) {
    const auto& [channels, kernel, stride, is_activated] = kFilters[number];
    const std::string name = "conv" + std::to_string(number);
    const Window window{.kernel = kernel, .stride = stride, .padding = kernel / 2};
    x = convolution_norm(net, name, x, {.channels = channels, .window = window});
    if (is_activated) x = relu(net, name + ".relu", x);
  }
  return x;
}

/// Scaled up, in front of the results of the same size.
Value joined(Network& net, std::size_t number, const Value& x, const Value& larger) {
  const auto& [channels, kernel, stride, is_activated] = kFilters[number];
  const std::string name = "deconv" + std::to_string(number);
  const Window window{.kernel = kernel, .stride = stride, .padding = 1};
  const Value y = convolution(net, name, x, {.channels = channels, .window = window, .transposed = true});
  return concatenate(net, name + ".concat", {relu(net, name + ".relu", y), larger});
}

constexpr std::int64_t kAnchors = 4;  // of six scores: a box (centre and size), whether it is one, and its class

/// Each anchor of each place that overlaps no face that is there, by more than half: {batch, anchors, places}.
Value far_from_faces(Network& net, const std::string& at, const Value& centre, const Value& size, const Value& wanted) {
  constexpr ElementWise kExp{"Exp", "ExpGrad", Keeps::result};
  constexpr std::int64_t kMost = 200;
  const std::int64_t batch = centre.shape[0], places = centre.shape.last();
  const Value middle = add_constant(net, at + "grid", sigmoid(net, at + "sigmoid", centre));
  const Value half = scale(net, at + "anchor", kExp(net, at + "exp", size));
  const Value low = operation(net, at + "low", "Sub", {middle, half}, middle.shape, {});
  const Value boxes = concatenate(net, at + "boxes",
                                  {low.viewed_as({batch, 2 * kAnchors, places}),
                                   add(net, at + "high", middle, half).viewed_as({batch, 2 * kAnchors, places})});
  const Value faces = net.input(at + "faces", {batch, kMost, 4});
  const Value overlaps = operation(net, at + "overlaps", "IoU", {boxes, faces}, {batch, kMost, kAnchors * places}, {});
  const Value near = operation(net, at + "near", "Greater", {overlaps}, overlaps.shape, {}, {}, Element::boolean);
  const Value is_near = operation(net, at + "any", "ReduceAny", {near}, wanted.shape, {});
  return operation(net, at + "select", "Select", {wanted, is_near}, wanted.shape, {});
}

/// The parts of the loss of one scale: centres and sizes of boxes where there are faces, and whether there is one, and
/// of which class, where there are and where there are none.
void add_box_losses(Network& net, const std::string& at, const Value& scores, std::vector<LossPart>& parts) {
  const std::int64_t batch = scores.shape[0], places = scores.shape[2] * scores.shape[3];
  const Shape two{batch, kAnchors, 2, places}, one{batch, kAnchors, places};
  const auto part = [&](const std::string& name, const Shape& shape) { return slice(net, at + name, scores, shape); };
  const auto difference = [&](const std::string& name, const Value& x, std::string_view kind,
                              std::string_view grad_kind) {
    const Value target = net.input(at + name + ".target", x.shape);
    return operation(net, at + name, kind, {x, target}, x.shape, {{grad_kind, "dx", {x.id, target.id}, {x.id}}});
  };
  const auto weigh = [&](const std::string& name, const Value& x, const Value& weights) {
    parts.push_back({multiply(net, at + name, x, weights), {}});
  };
  const Value centre = part("centre", two), size = part("size", two), found = part("found", one),
              kind = part("kind", one);
  const Value present = net.input(at + "present", one);
  const Value absent = far_from_faces(net, at, centre, size, net.input(at + "absent", one));
  const Value boxes = net.input(at + "boxes.weight", {batch, kAnchors, 1, places});
  const Value both = operation(net, at + "boxes.tile", "Tile", {boxes}, two, {});
  constexpr std::string_view kEntropy = "SigmoidCrossEntropy", kEntropyGrad = "SigmoidCrossEntropyGrad";
  weigh("centre.weigh", difference("centre.loss", centre, kEntropy, kEntropyGrad), both);
  weigh("size.weigh", difference("size.loss", size, "SmoothL1Loss", "SmoothL1LossGrad"), both);
  for (const auto& [name, x] : {std::pair("found", found), {"kind", kind}}) {
    const Value loss = difference(std::string(name) + ".loss", x, kEntropy, kEntropyGrad);
    weigh(std::string(name) + ".present", loss, present);
    weigh(std::string(name) + ".absent", loss, absent);
  }
}

/// A network that is only run ends with the scores of all scales, joined.
void build_face_detection(Network& net, std::int64_t batch) {
  const Value stem = chain(net, net.input("images", {batch, 3, 448, 768}), 0, 4);
  const Value fine = chain(net, stem, 5, 11), middle = chain(net, fine, 12, 19), coarse = chain(net, middle, 20, 28);
  const Value second = chain(net, joined(net, 30, coarse, middle), 31, 39);
  const Value third = chain(net, joined(net, 41, second, fine), 42, 48);
  std::vector<Value> all;
  std::vector<LossPart> parts;
  for (const auto& [number, from] : {std::pair(29, coarse), {40, second}, {49, third}}) {
    const std::string name = "head" + std::to_string(number);
    const Value scores = convolution(net, name, from, {.channels = kFilters[number].channels});
    if (net.training()) add_box_losses(net, name + ".", scores, parts);
    all.push_back(flattened(scores));
  }
  if (net.training()) return set_loss(net, "ReduceSum", "Expand", parts);
  net.set_result(concatenate(net, "concat", all));
}

constexpr ZooNetwork kFaces[] = {
    {"face_recognition", "FaceRecognition",
     ZooText::tr("faces of 112 × 112, of 85,744 people; 16 bits, norms in 32; 49 blocks that weigh their channels"),
     "He et al. 2016 and Deng et al. 2019, as in MindSpore", build_face_recognition},
    {"face_detection", "FaceDetection",
     ZooText::tr("images of 768 × 448; boxes at three scales, each with a loss of six parts"),
     "Redmon and Farhadi 2018, as in MindSpore", build_face_detection},
};

}  // namespace

std::span<const ZooNetwork> face_networks() {
  return kFaces;
}

}  // namespace stowage::zoo
