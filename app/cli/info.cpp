// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/budget.h"
#include "app/cli/command.h"
#include "app/cli/import.h"
#include "app/cli/in_file.h"
#include "app/cli/output.h"
#include "app/cli/segments.h"
#include "core/graph/claims.h"
#include "core/insight/analysis/report.h"
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
  Table table({{"size (from … to below)"}, {"tensors", true}, {"bytes", true}, {"", true}});
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

/// What no plan of the graph is below, and how many pairs are unsafe.
struct Counted {
  Bounds bounds;
  std::uint64_t unsafe_pairs = 0;
};

Result<Counted> count(const Graph& graph, const Task& task) {
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(graph, task));
  STOWAGE_TRY(const auto ground, PlanGround::make(graph, conflicts, graph.alignment(), true, task));
  Counted out{.bounds = ground.quick_bounds()};
  if (auto added = add_cliques(ground.bounded_problem(), out.bounds, task); !added)
    return tl::unexpected(std::move(added.error()));
  out.unsafe_pairs = conflicts.unsafe_pair_count();
  return out;
}

/// The lower bound of each memory space, in their order; `opened` belongs to the space of the document.
Result<std::vector<Bytes>> space_bounds(const Document& document, Bytes opened, const Task& task) {
  std::vector<Bytes> out;
  for (std::size_t k = 0; k < document.spaces.size(); ++k) {
    if (k == document.space) {
      out.push_back(opened);
      continue;
    }
    STOWAGE_TRY(const auto other, count(*in_space(document, k).graph, task));
    out.push_back(other.bounds.best());
  }
  return out;
}

Json spaces_json(const Document& document, const std::vector<Bytes>& bounds) {
  Json out = Json::array();
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    const MemorySpace& space = document.spaces[k];
    out.push_back({{"name", space.name},
                   {"capacity", space.capacity ? Json(space.capacity->count) : Json()},
                   {"tensors", space.tensors},
                   {"footprint", document.plan ? Json(space.footprint.count) : Json()},
                   {"bound", bounds[k].count}});
  }
  return out;
}

void print_spaces(const Document& document, const std::vector<Bytes>& bounds) {
  Table table({{"memory space"}, {"capacity", true}, {"tensors", true}, {"as in the file", true}, {"bound", true}});
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    const MemorySpace& space = document.spaces[k];
    table.add({space.name, space.capacity ? grouped(space.capacity->count) : "–", grouped(std::uint64_t{space.tensors}),
               document.plan ? grouped(space.footprint.count) : "–", grouped(bounds[k].count)});
  }
  std::cout << '\n';
  table.print();
}

Result<ExitCode> info(const Options& options, const Task& task) {
  const auto document = load(options.input, task);
  if (!document) return tl::unexpected(document.error());
  const Graph& graph = *document->graph;
  const auto found = count(graph, task);
  if (!found) return tl::unexpected(in_file(found.error(), options.input.path));
  const auto& [bounds, unsafe_pairs] = *found;
  const auto spaces = space_bounds(*document, bounds.best(), task);
  if (!spaces) return tl::unexpected(in_file(spaces.error(), options.input.path));
  STOWAGE_TRY(const auto verdicts, permissions(graph, task));
  const auto usable = static_cast<std::size_t>(std::ranges::count_if(verdicts, &Permission::usable));

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
                {"block_bound", bounds.largest_block.bytes.count},
                {"operator_bound", bounds.largest_operator.count},
                {"lifetime_bound", bounds.lifetime.bytes.count},
                {"clique_bound", bounds.clique->bytes.count},
                {"lower_bound", bounds.best().count},
                {"size_distribution", sizes_json(size_distribution(graph))}};
    if (graph.has_sharing()) {
      out["views"] = graph.views().size();
      out["in_place"] = graph.in_place().size();
      out["in_place_usable"] = usable;
    }
    add_import(out, *document);
    add_uncounted(out, uncounted(*document->graph));
    add_failures(out, *document);
    if (!spaces->empty()) out["spaces"] = spaces_json(*document, *spaces);
    if (options.segments) out["roam"] = segments_json(graph, OrderOptions().node_limit);
    print_json(out);
    return kFine;
  }
  Table table({{graph.name().empty() ? options.input.path : graph.name()}, {"", true}, {"", true}});
  const auto number = [&](const char* what, std::uint64_t amount) { table.add({what, grouped(amount), ""}); };
  const auto bytes = [&](const char* what, Bytes amount) { table.add({what, grouped(amount.count), human(amount)}); };
  number("operators", graph.operator_count());
  number("tensors", graph.tensor_count());
  number("streams", graph.stream_count());
  number("control edges", graph.control().size());
  number("contiguous groups", graph.group_count());
  if (graph.has_views()) number("views", graph.views().size());
  if (!graph.in_place().empty()) number("pairs in place", graph.in_place().size());
  if (!graph.in_place().empty()) number("usable pairs in place", usable);
  number("unsafe pairs", unsafe_pairs);
  bytes("all tensors", graph.total_size());
  bytes("bound: largest block", bounds.largest_block.bytes);
  bytes("bound: one operator", bounds.largest_operator);
  bytes("bound: lifetimes", bounds.lifetime.bytes);
  bytes("bound: clique (proved)", bounds.clique->bytes);
  if (bounds.with_groups) bytes("bound: clique with groups", bounds.with_groups->bytes);
  table.print();
  print_sizes(size_distribution(graph));
  print_uncounted(uncounted(*document->graph));
  print_import(*document);
  print_failures(*document);
  if (!spaces->empty()) print_spaces(*document, *spaces);
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
