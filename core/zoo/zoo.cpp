// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/zoo.h"

#include <algorithm>
#include <string>

#include "core/zoo/differentiate.h"
#include "core/zoo/networks/networks.h"
#include "core/zoo/program.h"

namespace stowage {
namespace {

std::string name_of(const ZooNetwork& network, const ZooOptions& options) {
  std::string name = std::string(network.title) + ", batch " + std::to_string(options.batch);
  if (!options.training) return name + ", forward";
  static constexpr const char* kEndings[] = {", gradients", ", SGD", ", Adam"};  // by optimizer
  return name + kEndings[static_cast<std::size_t>(options.optimizer)];
}

/// Forward, and in training what follows up to the updates.
zoo::Program program_of(const ZooNetwork& network, const ZooOptions& options, bool parallel) {
  zoo::Network net(options.training);
  network.build(net, options.batch);
  if (!options.training) return zoo::forward_program(net, options.weights);
  zoo::Program program = zoo::training_program(net, options.weights);
  if (parallel) zoo::add_all_reduces(program, network.fused);
  if (network.is_large && options.optimizer != Optimizer::none) zoo::add_clipping(program);
  zoo::add_updates(program, options.optimizer, network.is_large);
  return program;
}

Result<void> spread(zoo::Program& program, const ZooOptions& options) {
  if (options.stream_cap == 0) {
    STOWAGE_TRY(const auto cap, zoo::smallest_cap(program, options.streams));
    zoo::assign_streams(program, cap);
    return {};
  }
  const std::size_t needed = zoo::streams_needed(program, options.stream_cap);
  if (options.streams > 1 && needed > options.streams)
    return tl::unexpected(Error::bad_input("", "streams",
                                           std::to_string(needed) + " streams are needed where one holds at most " +
                                               std::to_string(options.stream_cap) + " operators, more than " +
                                               std::to_string(options.streams)));
  zoo::assign_streams(program, options.stream_cap);
  return {};
}

}  // namespace

std::span<const ZooNetwork> zoo_networks() {
  static constexpr ZooNetwork kTable[] = {
      {"alexnet", "AlexNet", "images of 224 × 224; five convolutions, and most of its weights in one layer",
       "Krizhevsky 2014, as in torchvision", zoo::build_alexnet},
      {"vgg16", "VGG-16", "images of 224 × 224; its first activations are the largest by far",
       "Simonyan and Zisserman 2015, configuration D", zoo::build_vgg16},
      {"resnet50", "ResNet-50", "images of 224 × 224; bottlenecks around shortcuts that keep their input alive",
       "He et al. 2016, as in torchvision", zoo::build_resnet50},
      {"googlenet", "GoogLeNet", "images of 224 × 224; modules of four branches, joined by copies",
       "Szegedy et al. 2015, as in torchvision, without auxiliary classifiers", zoo::build_googlenet},
      {"mobilenet_v2", "MobileNetV2", "images of 224 × 224; inverted residuals: wide inside, narrow between",
       "Sandler et al. 2018", zoo::build_mobilenet_v2},
      {"mnasnet", "MnasNet 1.0", "images of 224 × 224; inverted residuals found by search",
       "Tan et al. 2019, as in torchvision", zoo::build_mnasnet},
      {"efficientnet_b0", "EfficientNet-B0", "images of 224 × 224; inverted residuals whose channels are weighted",
       "Tan and Le 2019", zoo::build_efficientnet_b0},
      {"vit_b16", "ViT-B/16", "images of 224 × 224 as 197 tokens; twelve layers of attention",
       "Dosovitskiy et al. 2021, as in torchvision", zoo::build_vit_b16},
      {"bert_base", "BERT-base", "512 tokens; twelve layers and a pooler, no head", "Devlin et al. 2019",
       zoo::build_bert_base},
      {"bert_large", "BERT-large", "512 tokens; 24 layers and a pooler, no head", "Devlin et al. 2019",
       zoo::build_bert_large},
      {"transformer", "Transformer base", "128 tokens to 128; the encoder's result lives through the whole decoder",
       "Vaswani et al. 2017", zoo::build_transformer},
      {"gpt2_xl", "GPT-2 XL", "1,024 tokens; 48 layers, over 10,000 operators with Adam", "Radford et al. 2019",
       zoo::build_gpt2_xl},
      {"pangu_2_6b", "PanGu-α 2.6B",
       "1,024 tokens; 16 bits, layers run again, clipping; on streams it has hundreds of contiguous groups",
       "Zeng et al. 2021, as in MindSpore", zoo::build_pangu_2_6b, 2, true},
      {"pangu_13b", "PanGu-α 13B",
       "1,024 tokens; like the network of 2.6B, but wider and with 40 layers: the largest graph here",
       "Zeng et al. 2021, as in MindSpore", zoo::build_pangu_13b, 2, true},
  };
  return kTable;
}

const ZooNetwork* find_zoo_network(std::string_view id) {
  const auto at = std::ranges::find(zoo_networks(), id, &ZooNetwork::id);
  return at == zoo_networks().end() ? nullptr : &*at;
}

std::int64_t ZooNetwork::parameter_count() const {
  zoo::Network net(true);
  build(net, 1);
  return net.parameter_count();
}

std::size_t zoo_categories(const ZooOptions& options) {
  if (!options.training) return 1;
  return options.optimizer == Optimizer::none ? 2 : 3;
}

Result<Graph> make_zoo_graph(const ZooNetwork& network, const ZooOptions& options, const Task& task) {
  if (options.batch < 1 || options.batch > kMaxZooBatch)
    return tl::unexpected(Error::bad_input("", "batch",
                                           "a batch of " + std::to_string(options.batch) +
                                               " samples is not between 1 and " + std::to_string(kMaxZooBatch)));
  const bool parallel = options.streams > 1 || options.stream_cap > 0;
  zoo::Program program = program_of(network, options, parallel);
  program.name = name_of(network, options);
  if (parallel)
    if (auto spreading = spread(program, options); !spreading) return tl::unexpected(spreading.error());
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  task.report(0.5);
  return zoo::to_graph(program, options.device, options.in_place);
}

}  // namespace stowage
