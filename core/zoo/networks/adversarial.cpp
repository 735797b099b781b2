// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/network.h"

namespace stowage::zoo {
namespace {

constexpr Window kDouble{.kernel = 4, .stride = 2, .padding = 1}, kWhole{.kernel = 4};

/// An image of 64 × 64 from 100 random numbers.
Value generate(Network& net, const Value& noise) {
  Value x = noise;
  for (int number = 1; number <= 4; ++number) {
    const std::string name = "generator.conv" + std::to_string(number);
    const Window& window = number == 1 ? kWhole : kDouble;
    x = convolution_norm(net, name, x, {.channels = 1024 >> number, .window = window, .transposed = true});
    x = relu(net, name + ".relu", x);
  }
  const Convolution last{.channels = 3, .window = kDouble, .bias = false, .transposed = true};
  return tanh(net, "generator.tanh", convolution(net, "generator.conv5", x, last));
}

/// How true an image looks, between 0 and 1.
Value discriminate(Network& net, const Value& images) {
  Value x = convolution(net, "discriminator.conv1", images, {.channels = 64, .window = kDouble, .bias = false});
  x = leaky_relu(net, "discriminator.conv1.relu", x);
  for (int number = 2; number <= 4; ++number) {
    const std::string name = "discriminator.conv" + std::to_string(number);
    x = convolution_norm(net, name, x, {.channels = 32 << number, .window = kDouble});
    x = leaky_relu(net, name + ".relu", x);
  }
  x = convolution(net, "discriminator.conv5", x, {.channels = 1, .window = kWhole, .bias = false});
  return sigmoid(net, "discriminator.sigmoid", flattened(x));
}

/// Leaves out, of the operators from `first` on, gradients of what `is_constant`.
void hold_constant(Network& net, std::size_t first, const auto& is_constant) {
  for (std::size_t n = first; n < net.nodes().size(); ++n) {
    std::vector<Network::Backward>& backward = net.node(NodeId(n)).backward;
    for (Network::Backward& each : backward) std::erase_if(each.gives, is_constant);
    std::erase_if(backward, [](const Network::Backward& each) { return each.gives.empty(); });
  }
}

/// The discriminator learns from true and from generated images, which are constant to it; the generator from how the
/// discriminator, constant to it, takes the latter. PyTorch's example updates the discriminator before it judges for
/// the generator; here both updates are at the end of the step.
void build_dcgan(Network& net, std::int64_t batch) {
  if (!net.training()) return net.set_result(generate(net, net.input("noise", {batch, 100, 1, 1})));
  const Value images = net.input("images", {batch, 3, 64, 64}), noise = net.input("noise", {batch, 100, 1, 1});
  const Value yes = net.input("yes", {batch, 1}), no = net.input("no", {batch, 1});
  const auto judge = [&](const char* pass, const Value& x, const auto& is_constant) {
    const std::size_t first = net.nodes().size();
    net.begin_pass(pass);
    const Value score = discriminate(net, x);
    net.begin_pass("");
    hold_constant(net, first, is_constant);
    return score;
  };
  const Value of_true = judge("true.", images, [](ValueId) { return false; });
  const Value made = generate(net, noise);
  const Value of_made = judge("made.", made, [&](ValueId value) { return value == made.id; });
  const Value hoped =
      judge("hoped.", made, [&](ValueId value) { return net.tensor(value).role == Network::Role::parameter; });
  set_loss(net, "BinaryCrossEntropy", "BinaryCrossEntropyGrad",
           {{of_true, {of_true, yes}}, {of_made, {of_made, no}}, {hoped, {hoped, yes}}});
}

constexpr ZooNetwork kAdversarial[] = {
    {"dcgan", "DCGAN",
     ZooText::tr("images of 64 × 64 from noise; a step of generator and discriminator, which judges three times"),
     "Radford et al. 2016, as in PyTorch's example", build_dcgan},
};

}  // namespace

std::span<const ZooNetwork> adversarial_networks() {
  return kAdversarial;
}

}  // namespace stowage::zoo
