// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>

#include "app/cli/output.h"
#include "core/formats/readers.h"
#include "core/insight/edit/edits.h"
#include "core/zoo/zoo.h"

namespace stowage::cli {
namespace {

struct ZooArguments {
  std::string network, optimizer = "adam", device, format;
  OutputFile output;
  std::uint64_t batch = 1, streams = 1, stream_cap = 0;
  bool forward = false, weights = false, in_place = false, no_groups = false, json = false;

  [[nodiscard]] ZooOptions zoo() const {
    static const std::map<std::string, Optimizer> kOptimizers{
        {"none", Optimizer::none}, {"sgd", Optimizer::sgd}, {"adam", Optimizer::adam}};
    return {.batch = static_cast<std::int64_t>(batch),
            .training = !forward,
            .optimizer = kOptimizers.at(optimizer),
            .weights = weights,
            .in_place = in_place,
            .streams = streams,
            .stream_cap = stream_cap,
            .device = find_device(device)};
  }
};

/// A name as people write it: in whatever case, with spaces, hyphens and underscores or without.
std::string as_spoken(std::string_view name) {
  std::string out = CLI::detail::to_lower(std::string(name));
  std::erase_if(out, [](char c) { return c == ' ' || c == '-' || c == '_'; });
  return out;
}

/// By its id or its title, or null.
const ZooNetwork* network_named(const std::string& name) {
  const std::string spoken = as_spoken(name);
  const auto networks = zoo_networks();
  const auto at = std::ranges::find_if(networks, [&](const ZooNetwork& network) {
    return spoken == as_spoken(network.id) || spoken == as_spoken(network.title);
  });
  return at == networks.end() ? nullptr : &*at;
}

/// For CLI11: an empty text where there is such a network.
std::string check_network(const std::string& name) {
  if (network_named(name) != nullptr) return {};
  return "there is no network \"" + name + "\"; 'stowage-cli zoo' lists them";
}

void list_devices() {
  Table table({{"device"},
               {"TFLOP/s in 32 bits", true},
               {"in 16 bits", true},
               {"memory, GB/s", true},
               {"link, GB/s", true},
               {"description"},
               {"source"}});
  const auto number = [](double value) { return fixed_digits(value, value < 100 ? 1 : 0); };
  for (const Device& device : devices())
    table.add({std::string(device.id), number(device.flops_32 / 1e12), number(device.flops_16 / 1e12),
               number(device.bandwidth / 1e9), number(device.link / 1e9), std::string(device.title),
               std::string(device.source)});
  table.print();
}

ExitCode list_networks(bool json) {
  if (json) {
    const auto network_json = [](const ZooNetwork& network) -> Json {
      return {{"id", network.id},
              {"title", network.title},
              {"parameters", network.parameter_count()},
              {"description", network.description},
              {"source", network.source}};
    };
    const auto device_json = [](const Device& device) -> Json {
      return {{"id", device.id},
              {"title", device.title},
              {"flops_32", device.flops_32},
              {"flops_16", device.flops_16},
              {"bandwidth", device.bandwidth},
              {"link", device.link},
              {"source", device.source}};
    };
    print_json({{"networks", json_list(zoo_networks(), network_json)}, {"devices", json_list(devices(), device_json)}});
    return kFine;
  }
  Table table({{"network"}, {"parameters", true}, {"description"}, {"source"}});
  for (const ZooNetwork& network : zoo_networks())
    table.add({std::string(network.id), grouped(network.parameter_count()),
               std::string(network.title) + ": " + std::string(network.description), std::string(network.source)});
  table.print();
  std::cout << '\n';
  list_devices();
  return kFine;
}

void print_written(const ZooArguments& options, const Graph& graph) {
  if (options.json)
    return print_json({{"graph", graph.name()},
                       {"file", options.output.path()},
                       {"operators", graph.operator_count()},
                       {"tensors", graph.tensor_count()},
                       {"streams", graph.stream_count()},
                       {"groups", graph.group_count()},
                       {"total_bytes", graph.total_size().count}});
  std::cout << options.output.wrote() << ": " << graph.name() << ", " << counted(graph.operator_count(), "operator")
            << ", " << counted(graph.tensor_count(), "tensor") << " of " << full(graph.total_size()) << " in all"
            << '\n';
}

/// A usage error: the options do not go together, or not with this network, and no file is at fault.
Result<ExitCode> refused(const Error& error) {
  if (!error.is_final()) return tl::unexpected(error);
  Error usage = error;
  for (Diagnostic& fault : usage.faults)
    if (fault.place == "streams" || fault.place == "batch") fault.place = "--" + fault.place;
  return usage_error("zoo", usage.text());
}

Result<ExitCode> run_zoo(const ZooArguments& options) {
  if (options.network.empty()) return list_networks(options.json);
  const Format* format = nullptr;
  if (options.output.is_given()) {
    if (const std::string fault = fault_of_outputs(options.json, options.output); !fault.empty())
      return usage_error("zoo", fault);
    STOWAGE_TRY(format, output_format(options.output, options.format));
    if (auto ready = options.output.prepare({}); !ready) return tl::unexpected(ready.error());
  }
  auto graph = make_zoo_graph(*network_named(options.network), options.zoo());
  if (!graph) return refused(graph.error());
  if (options.no_groups && graph->group_count() > 0) {
    STOWAGE_TRY(EditedGraph dissolved, dissolve_groups(*graph));
    graph = std::move(dissolved.graph);
  }
  if (format == nullptr) {
    std::cout << write_graph_json(*graph);
    return kFine;
  }
  return write_graph(*graph, nullptr, *format, options.output).map([&] {
    warn_of_losses(*format, options.output.path());
    print_written(options, *graph);
    return kFine;
  });
}

}  // namespace

Action add_zoo(CLI::App& command) {
  const auto options = std::make_shared<ZooArguments>();
  CLI::Option* name = command.add_option("NAME", options->network, "A network; without one, all are listed")
                          ->check(CLI::Validator(check_network, ""));
  const auto of_network = [&](CLI::Option* option) { option->needs(name); };
  of_network(add_whole(command, "--batch", options->batch, 1, kMaxZooBatch, "Samples of the step (default: 1)"));
  CLI::Option* optimizer =
      add_choice(command, "--optimizer", options->optimizer,
                 "none (the gradients are the results), sgd or adam (default)", {"none", "sgd", "adam"});
  of_network(optimizer);
  of_network(
      command.add_flag("--forward", options->forward, "Forward pass only, without training")->excludes(optimizer));
  of_network(command.add_flag("--in-place", options->in_place,
                              "Allow element-wise operators to write their results over their inputs"));
  of_network(command.add_flag("--weights", options->weights,
                              "Plan weights and the optimizer's state too (default: they are not planned)"));
  of_network(add_whole(command, "--streams", options->streams, 1, kMaxZooStreams,
                       "Spread operators by category over at most this many streams, and reduce gradients over all "
                       "devices, fused in contiguous groups (default: 1)"));
  of_network(add_whole(command, "--stream-cap", options->stream_cap, 1, kMaxZooStreams,
                       "Largest number of operators per stream; alone, it makes as many streams as are needed"));
  of_network(command.add_flag("--no-groups", options->no_groups,
                              "Without contiguous groups: the tensors of fused gradients may lie anywhere"));
  of_network(
      add_choice(command, "--device", options->device,
                 "Estimate the durations of operators on this device from the work of each operator (default: no "
                 "durations)",
                 ids_of(devices())));
  of_network(options->output.add_to(command, "-o,--output",
                                    "File to write; its extension sets the format (default: the graph on stdout)"));
  add_format(command, options->format);
  add_json(command, options->json);
  return [=](const Task&) { return run_zoo(*options); };
}

}  // namespace stowage::cli
