// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/import.h"
#include "app/cli/in_file.h"
#include "app/cli/output.h"
#include "app/cli/segments.h"
#include "core/analysis/report.h"
#include "core/order/order.h"
#include "core/planning/plan_ground.h"
#include "core/safety/conflicts.h"

namespace stowage::cli {
namespace {

/// "4.00 KiB to 8.00 KiB"
std::string range_text(const SizeBin& bin) {
  return bin.from == Bytes{0} ? "empty" : human(bin.from) + " to " + human(bin.to);
}

Json sizes_json(const std::vector<SizeBin>& bins) {
  Json out = Json::array();
  for (const SizeBin& bin : bins)
    out.push_back({{"from", bin.from.count}, {"to", bin.to.count}, {"tensors", bin.count}, {"bytes", bin.bytes.count}});
  return out;
}

void print_sizes(const std::vector<SizeBin>& bins) {
  if (bins.empty()) return;
  Table table({{"sizes, from up to below"}, {"tensors", true}, {"bytes", true}, {"", true}});
  for (const SizeBin& bin : bins)
    if (bin.count > 0)
      table.add({range_text(bin), grouped(std::uint64_t{bin.count}), grouped(bin.bytes.count), human(bin.bytes)});
  std::cout << '\n';
  table.print();
}

struct Options {
  InputOptions input;
  bool json = false, segments = false;
};

Result<ExitCode> info(const Options& options, const Task& task) {
  const auto document = load(options.input, task);
  if (!document) return tl::unexpected(document.error());
  const Graph& graph = *document->graph;
  const auto conflicts = Conflicts::compute(graph, task);
  if (!conflicts) return tl::unexpected(conflicts.error());
  const auto ground = PlanGround::make(graph, *conflicts, {1}, true, task);
  if (!ground) return tl::unexpected(in_file(ground.error(), options.input.path));
  PlanGround::Bounded bounded = ground->quick_bounds();
  if (const auto added = ground->add_cliques(bounded, task); !added) return tl::unexpected(added.error());
  const Bounds& bounds = bounded.bounds;
  const auto verdicts = permissions(graph, task);
  if (!verdicts) return tl::unexpected(verdicts.error());
  const auto usable = static_cast<std::size_t>(std::ranges::count_if(*verdicts, &Permission::usable));

  std::uint64_t unsafe_pairs = 0;
  for (std::uint32_t degree : conflicts->degrees()) unsafe_pairs += degree;
  unsafe_pairs /= 2;

  if (options.json) {
    Json out = {{"graph", graph.name()},
                {"format", document->format},
                {"operators", graph.operator_count()},
                {"tensors", graph.tensor_count()},
                {"streams", graph.stream_count()},
                {"control_edges", graph.control().size()},
                {"groups", graph.group_count()},
                {"total_bytes", graph.total_size().count},
                {"unsafe_pairs", unsafe_pairs},
                {"block_bound", bounds.largest_block.count},
                {"operator_bound", bounds.largest_operator.count},
                {"lifetime_bound", bounds.lifetime.count},
                {"clique_bound", bounds.clique->weight.count},
                {"lower_bound", bounds.best().count},
                {"size_distribution", sizes_json(size_distribution(graph))}};
    if (graph.has_sharing()) {
      out["views"] = graph.views().size();
      out["in_place"] = graph.in_place().size();
      out["in_place_usable"] = usable;
    }
    add_import(out, *document);
    if (options.segments) out["roam"] = segments_json(graph, OrderOptions().node_limit);
    print_json(out);
    return kFine;
  }
  Table table({{graph.name().empty() ? options.input.path : graph.name()}, {"", true}, {"", true}});
  const auto count = [&](const char* what, std::uint64_t number) { table.add({what, grouped(number), ""}); };
  const auto bytes = [&](const char* what, Bytes amount) { table.add({what, grouped(amount.count), human(amount)}); };
  count("operators", graph.operator_count());
  count("tensors", graph.tensor_count());
  count("streams", graph.stream_count());
  count("control edges", graph.control().size());
  count("contiguous groups", graph.group_count());
  if (graph.has_views()) count("views", graph.views().size());
  if (!graph.in_place().empty()) count("pairs in place", graph.in_place().size());
  if (!graph.in_place().empty()) count("usable pairs in place", usable);
  count("unsafe pairs", unsafe_pairs);
  bytes("all tensors", graph.total_size());
  bytes("bound: largest block", bounds.largest_block);
  bytes("bound: one operator", bounds.largest_operator);
  bytes("bound: lifetimes", bounds.lifetime);
  bytes("bound: clique (proved)", bounds.clique->weight);
  if (bounds.with_groups) bytes("bound: clique with groups", bounds.with_groups->weight);
  table.print();
  print_sizes(size_distribution(graph));
  print_import(*document);
  if (options.segments) print_segments(graph, OrderOptions().node_limit);
  return kFine;
}

}  // namespace

Action add_info(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  options->input.add_to(command);
  command.add_flag("--segments", options->segments,
                   "Add memory-insensitive operators, the segments between them, and ROAM's subgraph tree");
  command.add_flag("--json", options->json, "Print one JSON object");
  return [=](const Task& task) { return info(*options, task); };
}

}  // namespace stowage::cli
