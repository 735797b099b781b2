// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/formats/utf8.h"
#include "core/graph/claims.h"
#include "core/insight/recorded/heap_at.h"
#include "core/insight/recorded/out_of_memory.h"

namespace stowage::cli {
namespace {

constexpr std::size_t kShown = 6;  // names of an entry; --json has more
constexpr std::size_t kShownGraphs = 20;

const char* kind_name(ImportKind kind) {
  static constexpr const char* kNames[] = {"read", "assumed", "skipped", "unknown"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// "conv1, relu ×12 and 7 more"
std::string names_text(const ImportEntry& entry) {
  std::string out;
  const std::size_t shown = std::min(kShown, entry.names.size());
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

}  // namespace

std::string why_no_plan(const Document& document) {
  for (const ImportEntry& entry : document.summary.entries())
    if (entry.kind == ImportKind::unknown && entry.what.find("plan") != std::string::npos)
      return "the file holds no plan (" + entry.what + ')';
  return "the file has no offsets, so it holds no plan";
}

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

void add_failures(Json& json, const Document& document) {
  if (!document.history || document.history->out_of_memory.empty()) return;
  const RecordedHeap& history = *document.history;
  Json& out = json["out_of_memory"] = Json::array();
  for (const HeapOutOfMemory& failure : history.out_of_memory) {
    const FailedAllocation why = explain_failure(history, failure);
    const HeapAt heap = heap_at(history, failure.step);
    out.push_back({{"event", failure.step},
                   {"requested", failure.requested.count},
                   {"stream", history.streams[failure.stream]},
                   {"device_free", failure.device_free ? Json(failure.device_free->count) : Json()},
                   {"reserved", heap.reserved.count},
                   {"free", why.free.count},
                   {"largest_free_block", why.largest.count},
                   {"pending_frees", heap.pending.count}});
  }
}

void print_import(const Document& document) {
  if (!document.summary.empty()) {
    Table table({{"in the file"}, {"", true}, {""}, {""}});
    for (const ImportEntry& entry : document.summary.entries())
      table.add(
          {kind_name(entry.kind), entry.count > 0 ? grouped(entry.count) : "", what_of(entry), names_text(entry)});
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

void add_import(Json& json, const Document& document) {
  Json summary = Json::array(), dimensions = Json::array();
  for (const ImportEntry& entry : document.summary.entries())
    summary.push_back({{"kind", kind_name(entry.kind)},
                       {"what", entry.what},
                       {"count", entry.count},
                       {"names", entry.names},
                       {"times", entry.times}});
  for (const OpenDimension& dimension : document.open_dimensions)
    dimensions.push_back({{"name", dimension.name}, {"tensors", dimension.tensors}, {"stored", dimension.stored}});
  json["summary"] = std::move(summary);
  json["open_dimensions"] = std::move(dimensions);
  json["devices"] = Json::array();
  for (const RecordedDevice& device : document.devices) json["devices"].push_back(device.number);
  json["unknown_sizes"] = unknown_sizes(*document.graph);
  if (document.plan) json["plan"] = {{"footprint", document.plan->needed().count}};
  if (!document.graphs.empty()) {
    Json graphs = Json::array();
    for (const GraphInFile& graph : document.graphs)
      graphs.push_back({{"name", graph.name}, {"operators", graph.operators}});
    json["graphs"] = std::move(graphs);
  }
  if (const Bytes alignment = document.graph->alignment(); alignment != Bytes{1}) json["alignment"] = alignment.count;
}

}  // namespace stowage::cli
