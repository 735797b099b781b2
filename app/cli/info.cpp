// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "core/formats/utf8.h"
#include "core/insight/analysis/report.h"
#include "core/insight/bodies/count.h"
#include "core/insight/recorded/heap_at.h"
#include "core/insight/recorded/out_of_memory.h"
#include "core/papers/roam/roam.h"

namespace stowage::cli {
namespace {

constexpr std::size_t kShownNames = 6;  // names of an entry; --json has more
constexpr std::size_t kShownGraphs = 20;

const char* kind_text(ImportKind kind) {
  static constexpr const char* kNames[] = {"read", "assumed", "skipped", "unknown"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// "conv1, relu ×12 and 7 more"
std::string names_text(const ImportEntry& entry) {
  std::string out;
  const std::size_t shown = std::min(kShownNames, entry.names.size());
  for (std::size_t i = 0; i < shown; ++i) {
    out += (i == 0 ? "" : ", ") + entry.names[i];
    if (entry.times[i] > 1) out += " ×" + grouped(entry.times[i]);
  }
  const std::size_t more = entry.more_than(shown);
  if (shown > 0 && more > 0) out += " and " + grouped(more) + " more";
  return out;
}

/// Has the first word of one thing in the singular: "event: alloc" of "events: alloc". Sentences about several things
/// stay as they are.
std::string what_of(const ImportEntry& entry) {
  constexpr std::string_view kPlurals[] = {"allocations",  "annotations", "blocks",    "bytes",  "events",
                                           "fields",       "frees",       "operators", "parts",  "segments",
                                           "stack frames", "stacks",      "tensors",   "traces", "memory events"};
  constexpr std::string_view kFollowing[] = {": ", " \"", " in use", " of ", " to plan"};
  if (entry.count != 1) return entry.what;
  for (const std::string_view plural : kPlurals) {
    if (!entry.what.starts_with(plural)) continue;
    const std::string_view rest = std::string_view(entry.what).substr(plural.size());
    if (rest.empty() || (rest.find(" they ") == std::string_view::npos &&
                         std::ranges::any_of(kFollowing, [&](std::string_view f) { return rest.starts_with(f); })))
      return std::string(plural.substr(0, plural.size() - 1)).append(rest);
  }
  return entry.what;
}

/// Prints the graphs and memory spaces beside the opened ones.
void print_parts(const Document& document) {
  if (document.graphs.size() > 1) {
    std::cout << "graphs:";
    const std::size_t shown = std::min(kShownGraphs, document.graphs.size());
    for (std::size_t k = 0; k < shown; ++k)
      std::cout << (k > 0 ? ", " : " ") << one_line(document.graphs[k].name) << " ("
                << counted(document.graphs[k].operators, "operator")
                << (k == document.graph_index ? ", this one)" : ")");
    if (shown < document.graphs.size()) std::cout << " and " << grouped(document.graphs.size() - shown) << " more";
    std::cout << "; --graph NAME chooses one\n";
  }
  if (document.spaces.size() > 1)
    std::cout << "memory space " << one_line(document.spaces[document.space].name)
              << ": tensors of other spaces count 0 bytes; --space NAME chooses another space\n";
  if (const Bytes alignment = document.graph->alignment(); alignment != Bytes{1})
    std::cout << "offsets and sizes are multiples of " << full(alignment) << "; --align N changes this\n";
}

/// Prints each allocation for which a recorded heap had no memory left, with the free memory; nothing without one.
void print_failures(const Document& document) {
  if (!document.history) return;
  const RecordedHeap& history = *document.history;
  for (const HeapOutOfMemory& failure : history.out_of_memory) {
    const FailedAllocation why = explain_failure(history, failure);
    std::cout << "\nout of memory at event " << grouped(failure.step) << ": requested " << full(failure.requested)
              << " on stream " << history.streams[failure.stream];
    if (failure.device_free) std::cout << ", free on the device " << full(*failure.device_free);
    std::cout << "\n  free in the stream's segments " << full(why.free) << ", largest free block " << full(why.largest)
              << ", pending frees " << full(heap_at(history, failure.step).pending) << '\n';
  }
}

/// Adds "out_of_memory": [{"event", "requested", "stream", "device_free", "reserved", "free", "largest_free_block",
/// "pending_frees"}], where there is one.
void add_failures(Json& json, const Document& document) {
  if (!document.history || document.history->out_of_memory.empty()) return;
  const RecordedHeap& history = *document.history;
  json["out_of_memory"] = json_list(history.out_of_memory, [&](const HeapOutOfMemory& failure) -> Json {
    const FailedAllocation why = explain_failure(history, failure);
    const HeapAt heap = heap_at(history, failure.step);
    return {{"event", failure.step},
            {"requested", failure.requested.count},
            {"stream", history.streams[failure.stream]},
            {"device_free", failure.device_free ? Json(failure.device_free->count) : Json()},
            {"reserved", heap.reserved.count},
            {"free", why.free.count},
            {"largest_free_block", why.largest.count},
            {"pending_frees", heap.pending.count}};
  });
}

/// Prints how a file of another program was read: the summary, open dimensions, devices, graphs, memory spaces and the
/// plan, as far as the document has them.
void print_import(const Document& document) {
  if (!document.summary.empty()) {
    Table table({{"in the file"}, {"", true}, {""}, {""}});
    for (const ImportEntry& entry : document.summary.entries())
      table.add(
          {kind_text(entry.kind), entry.count > 0 ? grouped(entry.count) : "", what_of(entry), names_text(entry)});
    std::cout << '\n';
    table.print();
  }
  if (document.plan && document.plan->reserved_peak)
    std::cout << "\nit reserved " << full(*document.plan->reserved_peak)
              << " at its peak ('check' validates its addresses)\n";
  else if (document.plan)
    std::cout << "\nits plan takes " << full(document.plan->needed())
              << (document.spaces.size() > 1 ? " in " + one_line(document.spaces[document.space].name) : "")
              << " ('check' validates it)\n";
  print_parts(document);
  for (const OpenDimension& dimension : document.open_dimensions)
    std::cout << "open dimension " << one_line(dimension.name) << ": the size of "
              << counted(dimension.tensors, "tensor") << " depends on it"
              << (dimension.stored == dimension.tensors ? ", and is counted as stored" : "") << "; give it by --dim "
              << one_line(dimension.name) << "=N\n";
  if (document.devices.size() > 1) {
    std::cout << "devices:";
    for (const RecordedDevice& device : document.devices) {
      std::cout << ' ' << device.number << (device.number == -1 ? " (the host)" : "");
      if (device.failures > 0) std::cout << " (out of memory)";
    }
    std::cout << "; --device N chooses one\n";
  }
  if (document.plan && document.plan->serial_streams)
    std::cout << counted(document.graph->stream_count(), "stream")
              << " never share memory; --serial-streams assumes that the streams run in the recorded order\n";
}

/// Adds "summary": [{"kind", "what", "count", "names", "times"}], "open_dimensions": [{"name", "tensors", "stored"}],
/// "devices": [number], "unknown_sizes": number of tensors, and "plan": {"footprint"} where the file carries one.
void add_import(Json& json, const Document& document) {
  json["summary"] = json_list(document.summary.entries(), [](const ImportEntry& entry) -> Json {
    return {{"kind", kind_text(entry.kind)},
            {"what", entry.what},
            {"count", entry.count},
            {"names", entry.names},
            {"times", entry.times}};
  });
  json["open_dimensions"] = json_list(document.open_dimensions, [](const OpenDimension& dimension) -> Json {
    return {{"name", dimension.name}, {"tensors", dimension.tensors}, {"stored", dimension.stored}};
  });
  json["devices"] = json_list(document.devices, [](const RecordedDevice& device) { return device.number; });
  json["unknown_sizes"] = unknown_sizes(*document.graph);
  if (document.plan) json["plan"] = {{"footprint", document.plan->needed().count}};
  if (!document.graphs.empty())
    json["graphs"] = json_list(document.graphs, [](const GraphInFile& graph) -> Json {
      return {{"name", graph.name}, {"operators", graph.operators}};
    });
  if (const Bytes alignment = document.graph->alignment(); alignment != Bytes{1}) json["alignment"] = alignment.count;
}

/// "4.00 KiB to 8.00 KiB"
std::string range_text(const SizeBin& bin) {
  return bin.from == Bytes{0} ? "empty" : human(bin.from) + " to " + human(bin.to);
}

Json sizes_json(const std::vector<SizeBin>& bins) {
  return json_list(bins, [](const SizeBin& bin) -> Json {
    return {{"from", bin.from.count}, {"to", bin.to.count}, {"tensors", bin.count}, {"bytes", bin.bytes.count}};
  });
}

void print_sizes(const std::vector<SizeBin>& bins) {
  if (bins.empty()) return;
  Table table({{"size (from … to below)"}, {"tensors", true}, {"bytes", true}, {"", true}});
  for (const SizeBin& bin : bins)
    if (bin.count > 0) table.add({range_text(bin), grouped(bin.count), grouped(bin.bytes.count), human(bin.bytes)});
  std::cout << '\n';
  table.print();
}

const char* kind_of(RoamSubgraph::Kind kind) {
  static constexpr const char* kNames[] = {"graph", "independent", "dependent", "segments"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// "0 – 22": the first step and the last.
std::string steps_text(RoamRange steps) {
  if (steps.empty()) return "–";
  return grouped(steps.begin) + " – " + grouped(steps.end - 1);
}

Json range_json(RoamRange range) {
  return Json::array({range.begin, range.end});
}

Json node_json(const RoamSubgraph& node, std::size_t index) {
  Json out = {{"kind", kind_of(node.kind)},
              {"operators", node.operator_count},
              {"leaf", node.is_leaf()},
              {"forward_stages", range_json(node.forward)},
              {"backward_stages", range_json(node.backward)},
              {"forward_steps", range_json(node.forward_steps)},
              {"backward_steps", range_json(node.backward_steps)}};
  if (index > 0) out["parent"] = node.parent;
  return out;
}

void print_insensitive(const Graph& graph, const SubgraphTree& tree) {
  const auto stages = tree.segments.operators();
  Table table({{"memory-insensitive operator"}, {"step", true}, {"operators of the segment before it", true}});
  const auto& insensitive = tree.segments.insensitive;
  for (std::size_t k = 0; k < insensitive.size(); ++k)
    table.add(
        {std::string(graph.name(insensitive[k])), grouped(insensitive[k].index()), grouped(stages[2 * k].size())});
  table.add({"the end", grouped(graph.operator_count()), grouped(stages[2 * insensitive.size()].size())});
  table.print();
}

std::size_t depth(const SubgraphTree& tree, std::size_t node) {
  return node == 0 ? 0 : 1 + depth(tree, tree.nodes[node].parent);
}

void print_subtree(const SubgraphTree& tree, std::size_t node, Table& table) {
  const RoamSubgraph& at = tree.nodes[node];
  table.add({std::string(2 * depth(tree, node), ' ') + kind_of(at.kind), grouped(at.operator_count),
             steps_text(at.forward_steps), steps_text(at.backward_steps)});
  for (std::uint32_t child : at.children) print_subtree(tree, child, table);
}

/// Where ROAM cuts a graph: its memory-insensitive operators, the segments between them, and the subgraph tree.
Json segments_json(const Graph& graph) {
  const SubgraphTree tree = make_subgraph_tree(graph, OrderOptions().node_limit);
  const auto name = [&](OperatorId o) { return graph.name(o); };
  Json segments = Json::array(), nodes = Json::array();
  const auto stages = tree.segments.operators();
  for (std::size_t s = 0; s < stages.row_count(); s += 2) segments.push_back(json_list(stages[s], name));
  for (std::size_t k = 0; k < tree.nodes.size(); ++k) nodes.push_back(node_json(tree.nodes[k], k));
  return {{"memory_insensitive", json_list(tree.segments.insensitive, name)},
          {"segments", std::move(segments)},
          {"tree", std::move(nodes)}};
}

void print_segments(const Graph& graph) {
  const SubgraphTree tree = make_subgraph_tree(graph, OrderOptions().node_limit);
  std::cout << '\n';
  print_insensitive(graph, tree);
  std::cout << '\n';
  Table table({{"subgraph"}, {"operators", true}, {"steps", true}, {"steps of the way back", true}});
  print_subtree(tree, 0, table);
  table.print();
}

struct InfoArguments {
  InputOptions input;
  bool json = false, segments = false;
};

/// Lower bounds of all plans of a graph with its bodies laid out, and the number of unsafe pairs of its source.
struct Counted {
  Bounds bounds;
  std::uint64_t unsafe_pairs = 0;
};

Result<Counted> count_conflicts(const Graph& source, const Graph& graph, const Task& task) {
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(graph, task));
  STOWAGE_TRY(const auto ground, PlanGround::make(graph, conflicts, graph.alignment(), true, task));
  Counted out{.bounds = ground.quick_bounds(), .unsafe_pairs = conflicts.unsafe_pair_count()};
  if (&source != &graph) {
    STOWAGE_TRY(const auto outside, Conflicts::compute(source, task));
    out.unsafe_pairs = outside.unsafe_pair_count();
  }
  return add_cliques(ground.bounded_problem(), out.bounds, task).map([&] { return out; });
}

/// The lower bound of each memory space, in their order; `opened` is the bound of the document's space.
Result<std::vector<Bytes>> space_bounds(const Document& document, Bytes opened, const Task& task) {
  std::vector<Bytes> out;
  for (std::size_t k = 0; k < document.spaces.size(); ++k) {
    if (k == document.space) {
      out.push_back(opened);
      continue;
    }
    const std::shared_ptr<const Graph> graph = in_space(document, k).graph;
    STOWAGE_TRY(const auto other, count_conflicts(*graph, *graph, task));
    out.push_back(other.bounds.best());
  }
  return out;
}

Json spaces_info_json(const Document& document, const std::vector<Bytes>& bounds) {
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

void print_space_table(const Document& document, const std::vector<Bytes>& bounds) {
  Table table({{"memory space"}, {"capacity", true}, {"tensors", true}, {"as in the file", true}, {"bound", true}});
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    const MemorySpace& space = document.spaces[k];
    table.add({space.name, space.capacity ? grouped(space.capacity->count) : "–", grouped(space.tensors),
               document.plan ? grouped(space.footprint.count) : "–", grouped(bounds[k].count)});
  }
  std::cout << '\n';
  table.print();
}

Result<ExitCode> run_info(const InfoArguments& options, const Task& task) {
  const std::string& path = options.input.path;
  STOWAGE_TRY(const Document document, load(options.input, task));
  const Graph& graph = *document.graph;
  auto laid_out = lay_out_bodies(document.graph, {}, task);
  if (!laid_out && laid_out.error().is_stop()) return tl::unexpected(laid_out.error());
  if (!laid_out) warn(path, "bounds do not count loops and branches: " + laid_out.error().text());
  const std::shared_ptr<const Graph> whole = laid_out.value_or(document.graph);
  STOWAGE_TRY(const Counted found, in_file(count_conflicts(graph, *whole, task), path));
  const auto& [bounds, unsafe_pairs] = found;
  STOWAGE_TRY(const auto spaces, in_file(space_bounds(document, bounds.best(), task), path));
  STOWAGE_TRY(const auto verdicts, permissions(graph, task));
  const bool only_lifetimes = has_only_lifetimes(graph);
  const auto usable = static_cast<std::size_t>(std::ranges::count_if(verdicts, &Permission::usable));
  if (options.json) {
    Json out = {{"graph", graph.name()},
                {"format", document.format},
                {"operators", only_lifetimes ? 0 : graph.operator_count()},
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
    if (only_lifetimes) out["steps_of_time"] = graph.operator_count();
    if (const BodyCounts in = count_bodies(graph); in.bodies > 0)
      out["in_bodies"] = {
          {"bodies", in.bodies}, {"operators", in.operators}, {"tensors", in.tensors}, {"depth", in.depth}};
    if (graph.has_sharing()) {
      out["views"] = graph.views().size();
      out["in_place"] = graph.in_place().size();
      out["in_place_usable"] = usable;
    }
    add_import(out, document);
    add_uncounted(out, uncounted(*whole));
    add_failures(out, document);
    if (!spaces.empty()) out["spaces"] = spaces_info_json(document, spaces);
    if (options.segments) out["roam"] = segments_json(graph);
    print_json(out);
    return kFine;
  }
  Table table({{graph.name().empty() ? path : graph.name()}, {"", true}, {"", true}});
  const auto number = [&](const char* what, std::uint64_t amount) { table.add({what, grouped(amount), ""}); };
  const auto bytes = [&](const char* what, Bytes amount) { table.add({what, grouped(amount.count), human(amount)}); };
  table.add({"operators", only_lifetimes ? "none" : grouped(graph.operator_count()), ""});
  if (only_lifetimes) number("steps of time", graph.operator_count());
  number("tensors", graph.tensor_count());
  number("streams", graph.stream_count());
  number("control edges", graph.control().size());
  number("contiguous groups", graph.group_count());
  if (const BodyCounts in = count_bodies(graph); in.bodies > 0) {
    number("bodies of loops and branches", in.bodies);
    number("operators in bodies", in.operators);
    number("tensors that only bodies have", in.tensors);
    number("depth of bodies", in.depth);
  }
  if (graph.has_views()) number("views", graph.views().size());
  if (!graph.in_place().empty()) number("pairs in place", graph.in_place().size());
  if (!graph.in_place().empty()) number("usable pairs in place", usable);
  number("unsafe pairs", unsafe_pairs);
  bytes("all tensors", graph.total_size());
  bytes("bound: largest block", bounds.largest_block.bytes);
  bytes("bound: one operator", bounds.largest_operator);
  bytes("bound: lifetimes", bounds.lifetime.bytes);
  bytes("bound: clique (proved)", bounds.clique->bytes);
  if (bounds.of_blocks) bytes("bound: clique of blocks", bounds.of_blocks->bytes);
  table.print();
  print_sizes(size_distribution(graph));
  print_uncounted(uncounted(*whole));
  print_import(document);
  print_failures(document);
  if (!spaces.empty()) print_space_table(document, spaces);
  if (options.segments) print_segments(graph);
  return kFine;
}

}  // namespace

Action add_info(CLI::App& command) {
  const auto options = std::make_shared<InfoArguments>();
  options->input.add_to(command);
  command.add_flag("--segments", options->segments,
                   "Add memory-insensitive operators, the segments between them, and ROAM's subgraph tree");
  add_json(command, options->json);
  return [=](const Task& task) { return run_info(*options, task); };
}

}  // namespace stowage::cli
