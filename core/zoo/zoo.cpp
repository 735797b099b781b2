// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/zoo.h"

#include <algorithm>
#include <string>
#include <vector>

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

}  // namespace

std::span<const ZooNetwork> zoo_networks() {
  static const std::vector<ZooNetwork> kTable = [] {
    const auto first = zoo::convolutional_networks(), second = zoo::transformers();
    std::vector<ZooNetwork> rows(first.begin(), first.end());
    rows.insert(rows.end(), second.begin(), second.end());
    return rows;
  }();
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
    if (auto spread = zoo::assign_streams(program, options.streams, options.stream_cap); !spread)
      return tl::unexpected(std::move(spread.error()));
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  task.report(0.5);
  return zoo::to_graph(program, options.device, options.in_place);
}

}  // namespace stowage
