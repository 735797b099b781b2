// SPDX-License-Identifier: Apache-2.0
#include "core/formats/st_edge_ai/st_edge_ai.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/faults.h"
#include "core/formats/file_stem.h"
#include "core/formats/imported_program.h"
#include "core/formats/json_reader.h"
#include "core/formats/unique_names.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

constexpr std::string_view kExtension = "_c_info.json";
constexpr std::string_view kDocumentFields[] = {"json_schema_version", "buffers",        "memory_pools", "graphs",
                                                "memory_accesses",     "power_estimates"};
constexpr std::string_view kBufferFields[] = {"id",        "name",     "size_bytes", "offset_start", "mpool_id",
                                              "alignment", "is_param", "flags",      "epochs/start", "epochs/end"};
constexpr std::string_view kPoolFields[] = {"id", "name", "size_bytes", "subpools"};
constexpr std::string_view kGraphFields[] = {"name", "nodes", "inputs", "outputs"};
constexpr std::string_view kNodeFields[] = {
    "id",       "name",           "description",           "inputs",          "outputs",
    "scratchs", "subgraph_nodes", "exec_time/duration_ms", "exec_time/cycles"};
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

struct Buffer {
  std::string name;
  std::int64_t bytes = 0, alignment = 1;
  std::optional<std::int64_t> offset{}, pool{};
  std::optional<std::int64_t> first_epoch{}, last_epoch{};  // the buffer is in use in both
  bool parameter = false, input = false, output = false, state = false;
  std::size_t item = 0;
  // within the chosen graph
  std::uint32_t producer = kNone;
  std::vector<OperatorId> consumers{};
  bool read_as_made = false;  // the producer reads it, too
  TensorId tensor{};
};

struct Node {
  std::string name, kind;
  std::vector<std::int64_t> inputs, outputs, scratch;
  Duration duration{};
  std::string place;
};

struct NodeGraph {
  std::string name;
  std::vector<Node> nodes;
  std::vector<std::int64_t> inputs, outputs;
  std::string place;
};

/// Whether a flag ends with the word, "STAI_FLAG_STATES" with "_STATES". Bars separate the flags.
bool has_flag(std::string_view flags, std::string_view word) {
  while (!flags.empty()) {
    const std::size_t end = flags.find('|');
    if (flags.substr(0, end).ends_with(word)) return true;
    if (end == std::string_view::npos) break;
    flags.remove_prefix(end + 1);
  }
  return false;
}

class Reader {
 public:
  Reader(const std::string& file, const ReadOptions& options, const Task& task)
      : file_(file), options_(options), task_(task), faults_(file) {}

  Result<Document> read(std::string_view text) {
    const JsonSource source{text, file_, task_};
    const JsonList lists[] = {{"buffers", &buffer_}, {"memory_pools", &pool_}};
    if (auto read = read_json_document(source, document_, lists); !read) return tl::unexpected(std::move(read.error()));
    source_ = &source;
    for (const std::string_view field : {"buffers", "memory_pools"})
      if (!document_.at(field).is_array()) document_.fault(field, "must be a list");
    const JsonList graphs[] = {{.field = "graphs", .items = &graph_, .required = true}};
    if (auto read = read_json_lists(source, document_, graphs); !read) return tl::unexpected(std::move(read.error()));
    if (stopped_) return tl::unexpected(std::move(*stopped_));
    check_version();
    if (graphs_.empty()) faults_.add("/graphs", "there are no graphs");
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return make();
  }

 private:
  void check_version() {
    const auto version = document_.text("json_schema_version");
    if (version && !version->starts_with("2."))
      summary_.add(ImportKind::unknown, "versions of the format that may differ from 2.0", shown(*version));
    for (const std::string_view field : {"memory_accesses", "power_estimates"})
      if (document_.at(field).is_array() && !document_.at(field).empty())
        summary_.say(ImportKind::skipped, std::string(field) + ": they count cycles, and no clock is told");
  }

  // ---- lists of the document
  void take_buffer(const JsonItem& item) {
    if (!item.is_object_with({"id", "size_bytes"})) return;
    const auto id = item.whole("id"), bytes = item.whole("size_bytes");
    if (!id || !bytes) return;
    if (*bytes < 0 || *bytes > kMaxTensorSize.count) return item.fault("size_bytes", "is not between 0 and 2^53");
    Buffer out{.name = printable(item.text("name").value_or(""), "buffer " + std::to_string(*id)), .bytes = *bytes};
    out.item = item.index();
    out.parameter = item.boolean("is_param").value_or(false);
    out.offset = optional_whole(item, "offset_start");
    out.pool = optional_whole(item, "mpool_id");
    if (out.offset && (*out.offset < 0 || *out.offset > kMaxTensorSize.count)) {
      if (!out.parameter) summary_.add(ImportKind::unknown, "buffers whose offset is not between 0 and 2^53", out.name);
      out.offset.reset();
    }
    out.first_epoch = optional_whole(item, "epochs/start");
    out.last_epoch = optional_whole(item, "epochs/end");
    out.alignment = std::max<std::int64_t>(optional_whole(item, "alignment").value_or(1), 1);
    const std::string_view flags = item.text("flags").value_or("");
    out.input = has_flag(flags, "_INPUTS");
    out.output = has_flag(flags, "_OUTPUTS");
    out.state = has_flag(flags, "_STATES");
    if (!by_id_.emplace(*id, buffers_.size()).second) return item.fault("id", "two buffers have it");
    buffers_.push_back(std::move(out));
  }

  void take_pool(const JsonItem& item) {
    if (!item.is_object_with({"id"})) return;
    const auto id = item.whole("id");
    if (!id) return;
    const auto size = optional_whole(item, "size_bytes");
    const std::string name = printable(item.text("name").value_or(""), "pool " + std::to_string(*id));
    if (item.at("subpools").is_array() && !item.at("subpools").empty())
      summary_.add(ImportKind::unknown, "pools made of others: what lies in one and in the other is not compared",
                   name);
    if (!pool_by_id_.emplace(*id, spaces_.size()).second) return item.fault("id", "two pools have it");
    spaces_.push_back(
        {.name = pool_names_.add(name),
         .capacity = size && *size >= 0 && *size <= kMaxTotalSize.count ? std::optional(Bytes{*size}) : std::nullopt});
  }

  void take_graph(const JsonItem& item) {
    if (!item.is_object_with({"nodes"})) return;
    NodeGraph out;
    out.name = graph_names_.add(printable(item.text("name").value_or(""), "graph " + std::to_string(item.index())));
    out.place = item.place();
    out.inputs = ids(item, "inputs");
    out.outputs = ids(item, "outputs");
    JsonItem nodes(
        item.place("nodes"), kNodeFields, report_, [&](const JsonItem& node) { take_node(node, out); },
        JsonItem::Rest::skipped);
    const JsonList lists[] = {{.field = "nodes", .items = &nodes, .required = true}};
    if (auto read = read_json_lists(*source_, item, lists); !read && !stopped_) stopped_ = std::move(read.error());
    graphs_.push_back(std::move(out));
  }

  void take_node(const JsonItem& item, NodeGraph& graph) {
    if (!item.is_object_with({})) return;
    const std::string number = std::to_string(item.index());
    Node out;
    out.kind = printable(item.text("description").value_or(""), "node");
    out.name = printable(item.text("name").value_or(""), out.kind + ' ' + number);
    out.inputs = ids(item, "inputs");
    out.outputs = ids(item, "outputs");
    out.scratch = ids(item, "scratchs");
    out.place = item.place();
    if (const Json& units = item.at("subgraph_nodes"); units.is_array())
      summary_.count(ImportKind::skipped, "units within nodes: a node is one operator", units.size());
    if (const auto milliseconds = real_of(item.at("exec_time/duration_ms"))) {
      const double nanoseconds = *milliseconds * 1e6;
      if (!(nanoseconds >= 0 && nanoseconds <= static_cast<double>(kMaxDuration)))
        item.fault("exec_time/duration_ms", "is not between 0 and 2^53 ns");
      else
        out.duration = {std::llround(nanoseconds), Duration::From::measured};
    } else if (real_of(item.at("exec_time/cycles"))) {
      summary_.count(ImportKind::skipped, "cycles of nodes: no clock is told", 1);
    }
    graph.nodes.push_back(std::move(out));
  }

  /// A whole number; none where the field is missing or null, because the tool did not fill it in.
  static std::optional<std::int64_t> optional_whole(const JsonItem& item, std::string_view field) {
    if (!item.has(field) || item.at(field).is_null()) return std::nullopt;
    return item.whole(field);
  }

  static std::vector<std::int64_t> ids(const JsonItem& item, std::string_view field) {
    std::vector<std::int64_t> out;
    if (!item.has(field) || item.at(field).is_null()) return out;
    const auto list = item.list(field);
    for (std::size_t k = 0; k < list.size(); ++k) {
      if (list[k].is_null()) continue;
      const auto id = whole_of(list[k]);
      if (!id)
        item.fault(field, k, id.error());
      else
        out.push_back(*id);
    }
    return out;
  }

  // ---- the graph
  Result<Document> make() {
    std::vector<GraphInFile> graphs;
    for (const NodeGraph& graph : graphs_) graphs.push_back({graph.name, graph.nodes.size()});
    STOWAGE_TRY(const std::size_t chosen, choose_graph(graphs, options_.graph, file_));
    for (std::size_t k = 0; k < graphs.size(); ++k)
      if (k != chosen) summary_.add(ImportKind::skipped, "other graphs", graphs[k].name);
    const NodeGraph& graph = graphs_[chosen];
    ImportedProgram program("st-edge-ai", file_, [&](const InputItem& item) {
      if (item.index == InputItem::kAll) return graph.place;
      if (item.section == InputItem::Section::nodes) return graph.nodes[item.index].place;
      return item.index < added_.size() ? "/buffers/" + std::to_string(buffers_[added_[item.index]].item) : graph.place;
    });
    program.set_name(stem_of(file_, kExtension));
    add_nodes(graph, program);
    take_epochs(graph.nodes.size());
    add_tensors(program);
    if (program.operator_count() == 0 && added_.empty())
      program.add_fault(graph.place, "the graph has no nodes and no buffers to plan");
    add_in_place(graph, program);
    say_pools();
    program.summary = std::move(summary_);
    program.graphs = std::move(graphs);
    program.graph_index = chosen;
    program.has_plan &= !program.spaces.empty();
    return document_of(std::move(program), options_.space);
  }

  /// Calls `each` with every buffer of a list, except parameters.
  template <class Each>
  void for_buffers(const std::vector<std::int64_t>& ids, const std::string& place, ImportedProgram& program,
                   const Each& each) {
    for (const std::int64_t id : ids) {
      const auto at = by_id_.find(id);
      if (at == by_id_.end())
        program.add_fault(place, "there is no buffer " + std::to_string(id));
      else if (!buffers_[at->second].parameter)
        each(buffers_[at->second]);
    }
  }

  void add_nodes(const NodeGraph& graph, ImportedProgram& program) {
    const StreamId stream = program.add_stream(0);
    UniqueNames names;
    std::size_t timed = 0;
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
      const Node& node = graph.nodes[n];
      timed += node.duration != Duration();
      program.add_operator(
          {.name = names.add(node.name), .stream = stream, .kind = node.kind, .duration = node.duration});
      for_buffers(node.inputs, node.place + "/inputs", program,
                  [&](Buffer& buffer) { buffer.consumers.emplace_back(n); });
      for_buffers(node.outputs, node.place + "/outputs", program, [&](Buffer& buffer) { write(buffer, n); });
      for_buffers(node.scratch, node.place + "/scratchs", program, [&](Buffer& buffer) {
        write(buffer, n);
        if (buffer.producer == n) buffer.consumers.emplace_back(n);
      });
    }
    for_buffers(graph.inputs, graph.place + "/inputs", program, [](Buffer& buffer) { buffer.input = true; });
    for_buffers(graph.outputs, graph.place + "/outputs", program, [](Buffer& buffer) { buffer.output = true; });
    summary_.count(ImportKind::read, "nodes, as operators in their order", graph.nodes.size());
    summary_.count(ImportKind::read, "durations of nodes, measured", timed);
    summary_.say(ImportKind::assumed, "nodes run one after the other, on one stream");
  }

  /// The first node that names a buffer is its producer if it writes the buffer, even if it also reads it. A buffer
  /// that is written again lasts at least until then.
  void write(Buffer& buffer, std::uint32_t node) {
    if (buffer.producer == kNone && (buffer.consumers.empty() || buffer.consumers.front() == OperatorId(node))) {
      buffer.producer = node;
      buffer.read_as_made = !buffer.consumers.empty();
    } else if (buffer.producer != node) {
      buffer.consumers.emplace_back(node);
      summary_.add(ImportKind::read, "buffers that a node writes again", buffer.name);
    }
  }

  /// The node that runs at an epoch; kNone before the first. `starts` is the result of node_starts().
  [[nodiscard]] static std::uint32_t node_at(const std::vector<std::pair<std::int64_t, std::uint32_t>>& starts,
                                             std::int64_t epoch) {
    const auto after = std::ranges::upper_bound(starts, epoch, {}, [](const auto& start) { return start.first; });
    return after == starts.begin() ? kNone : std::prev(after)->second;
  }

  /// Epochs at which nodes start, ascending: the first epoch of the buffers that a node makes. On an NPU, nodes are the
  /// epochs. Empty where epochs do not rise with the nodes.
  [[nodiscard]] std::vector<std::pair<std::int64_t, std::uint32_t>> node_starts(std::size_t nodes) const {
    constexpr std::int64_t kLater = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> first(nodes, kLater);
    bool nodes_are_epochs = true;
    for (const Buffer& buffer : buffers_) {
      if (buffer.producer == kNone || buffer.read_as_made || buffer.input || buffer.state || !buffer.first_epoch)
        continue;
      nodes_are_epochs &= *buffer.first_epoch == buffer.producer;
      first[buffer.producer] = std::min(first[buffer.producer], *buffer.first_epoch);
    }
    std::vector<std::pair<std::int64_t, std::uint32_t>> out;
    if (std::ranges::all_of(first, [](std::int64_t epoch) { return epoch == kLater; })) return out;
    for (std::uint32_t n = 0; n < nodes; ++n)
      if (nodes_are_epochs)
        out.emplace_back(n, n);
      else if (first[n] != kLater)
        out.emplace_back(first[n], n);
    const bool rising =
        std::ranges::adjacent_find(out, [](const auto& a, const auto& b) { return a.first >= b.first; }) == out.end();
    return rising ? out : std::vector<std::pair<std::int64_t, std::uint32_t>>();
  }

  /// Nodes do not name every buffer that they use: by its epochs, a buffer may start earlier, or last longer.
  void take_epochs(std::size_t nodes) {
    const auto starts = node_starts(nodes);
    std::size_t refused = 0;
    for (Buffer& buffer : buffers_) {
      const bool named = buffer.producer != kNone || !buffer.consumers.empty();
      if (buffer.parameter || !named || !buffer.first_epoch || !buffer.last_epoch) continue;
      if (starts.empty()) {
        ++refused;
        continue;
      }
      if (const std::uint32_t start = node_at(starts, *buffer.first_epoch);
          start != kNone && !buffer.input && !buffer.state)
        start_at(buffer, start);
      const std::uint32_t end = node_at(starts, *buffer.last_epoch);
      const bool longer =
          end != kNone && (buffer.producer == kNone || end > buffer.producer) &&
          std::ranges::all_of(buffer.consumers, [&](OperatorId reader) { return reader < OperatorId(end); });
      if (!longer) continue;
      buffer.consumers.emplace_back(end);
      summary_.add(ImportKind::read, "buffers that last longer by their epochs than by the nodes' lists", buffer.name);
    }
    summary_.count(ImportKind::unknown,
                   "epochs of buffers, which do not rise with the nodes: lifetimes come from the nodes alone", refused);
  }

  /// Sets the producer of a buffer that no node only writes: the lists lack the node that made it.
  void start_at(Buffer& buffer, std::uint32_t node) {
    if (buffer.producer == kNone ? std::ranges::min(buffer.consumers) < OperatorId(node)
                                 : !buffer.read_as_made || node >= buffer.producer)
      return;
    buffer.producer = node;
    summary_.add(ImportKind::assumed, "buffers that no node writes start with the node of their first epoch",
                 buffer.name);
  }

  void add_tensors(ImportedProgram& program) {
    UniqueNames names;
    std::size_t parameters = 0;
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
      Buffer& buffer = buffers_[b];
      parameters += buffer.parameter;
      if (buffer.parameter) continue;
      const bool used = buffer.producer != kNone || !buffer.consumers.empty() || buffer.state ||
                        ((buffer.input || buffer.output) && graphs_.size() == 1);
      if (!used) {
        summary_.add(ImportKind::skipped, "buffers that no node of the graph names", buffer.name);
        continue;
      }
      if (buffer.state) summary_.add(ImportKind::read, "states: alive from start to end", buffer.name);
      const bool from_start = buffer.state || buffer.input;
      if (from_start && buffer.producer != kNone) buffer.consumers.emplace_back(buffer.producer);
      if (from_start) buffer.producer = kNone;
      added_.push_back(b);
    }
    const std::vector<std::uint32_t> number = add_used_pools(program);
    for (const std::size_t b : added_) {
      Buffer& buffer = buffers_[b];
      const auto pool = pool_of(buffer);
      const bool is_outside = pool == pool_by_id_.end(), needs_offset = !is_outside && buffer.bytes > 0;
      buffer.tensor = program.add_tensor({.name = names.add(buffer.name),
                                          .size = {buffer.bytes},
                                          .producer = OperatorId(buffer.producer),
                                          .consumers = buffer.consumers,
                                          .output = buffer.output || buffer.state,
                                          .alignment = buffer.alignment},
                                         {.space = is_outside ? SpacedTensors::kOutside : number[pool->second],
                                          .offset = buffer.offset || needs_offset ? buffer.offset : 0});
    }
    summary_.count(ImportKind::skipped, "parameters, which are not planned", parameters);
    summary_.count(ImportKind::read, "buffers, as tensors with their pools, offsets and alignments", added_.size());
  }

  /// Adds the results that share bytes with an input that their node reads last.
  void add_in_place(const NodeGraph& graph, ImportedProgram& program) {
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
      const auto placed = [&](const std::vector<std::int64_t>& ids) {
        std::vector<const Buffer*> found;
        for (const std::int64_t id : ids)
          if (const auto at = by_id_.find(id); at != by_id_.end()) {
            const Buffer& buffer = buffers_[at->second];
            if (!buffer.parameter && buffer.offset && buffer.pool && buffer.bytes > 0) found.push_back(&buffer);
          }
        std::ranges::sort(found);
        found.erase(std::ranges::unique(found).begin(), found.end());
        return found;
      };
      const auto results = placed(graph.nodes[n].outputs);
      for (const Buffer* input : placed(graph.nodes[n].inputs)) {
        if (input->output || input->state || input->producer == n ||
            std::ranges::max(input->consumers) != OperatorId(n))
          continue;
        for (const Buffer* output : results) {
          if (compared_++ > kMostCompared) return;
          if (output == input || !input->tensor.valid() || !output->tensor.valid() || output->producer != n ||
              output->pool != input->pool || *output->offset >= *input->offset + input->bytes ||
              *input->offset >= *output->offset + output->bytes)
            continue;
          const std::int64_t shift = *output->offset - *input->offset;
          program.add_in_place({.output = output->tensor, .input = input->tensor, .low = shift, .high = shift});
          summary_.add(ImportKind::read, "results that lie over an input after its last use",
                       output->name + " at " + std::to_string(shift) + " bytes from " + input->name);
        }
      }
    }
  }

  [[nodiscard]] std::unordered_map<std::int64_t, std::size_t>::const_iterator pool_of(const Buffer& buffer) const {
    return buffer.pool ? pool_by_id_.find(*buffer.pool) : pool_by_id_.end();
  }

  void say_pools() {
    for (const std::size_t b : added_) {
      const Buffer& buffer = buffers_[b];
      if (pool_of(buffer) == pool_by_id_.end())
        summary_.add(ImportKind::unknown, "buffers in no pool of the file: they have 0 bytes", buffer.name);
      else if (!buffer.offset && buffer.bytes > 0)
        summary_.add(ImportKind::unknown, "buffers without an offset, so that the file has no whole plan", buffer.name);
    }
  }

  /// Adds the pools with tensors: those that hold only parameters are not to be planned. Returns their numbers.
  std::vector<std::uint32_t> add_used_pools(ImportedProgram& program) {
    std::vector<std::uint32_t> number(spaces_.size(), SpacedTensors::kOutside);
    for (const std::size_t b : added_)
      if (const auto pool = pool_of(buffers_[b]); pool != pool_by_id_.end()) number[pool->second] = 0;
    for (std::size_t k = 0; k < spaces_.size(); ++k) {
      if (number[k] == SpacedTensors::kOutside) continue;
      number[k] = static_cast<std::uint32_t>(program.spaces.size());
      program.spaces.push_back(std::move(spaces_[k]));
    }
    return number;
  }

  static constexpr std::size_t kMostCompared = 10'000'000;

  const std::string& file_;
  const ReadOptions& options_;
  const Task& task_;
  Faults faults_;
  const JsonSource* source_ = nullptr;
  std::optional<Error> stopped_;  // why reading a nested list stopped
  JsonItem::Report report_ = report_to(faults_);
  JsonItem document_{"", kDocumentFields, report_, {}, JsonItem::Rest::skipped};
  JsonItem buffer_{"/buffers", kBufferFields, report_, [this](const JsonItem& item) { take_buffer(item); },
                   JsonItem::Rest::skipped};
  JsonItem pool_{"/memory_pools", kPoolFields, report_, [this](const JsonItem& item) { take_pool(item); },
                 JsonItem::Rest::skipped};
  JsonItem graph_{"/graphs", kGraphFields, report_, [this](const JsonItem& item) { take_graph(item); },
                  JsonItem::Rest::skipped};
  std::vector<Buffer> buffers_;
  std::unordered_map<std::int64_t, std::size_t> by_id_, pool_by_id_;
  std::vector<MemorySpace> spaces_;
  std::vector<NodeGraph> graphs_;
  UniqueNames graph_names_, pool_names_;
  std::vector<std::size_t> added_;  // buffers, by tensor
  std::size_t compared_ = 0;
  ImportSummary summary_;
};

}  // namespace

bool looks_like_st_edge_ai(std::string_view bytes) {
  return is_json_object_with(bytes, "\"json_schema_version\"") && is_json_object_with(bytes, "\"memory_pools\"") &&
         is_json_object_with(bytes, "\"buffers\"");
}

Result<Document> read_st_edge_ai(std::string_view bytes, const std::string& file, const ReadOptions& options,
                                 const Task& task) {
  return Reader(file, options, task).read(bytes);
}

}  // namespace stowage
