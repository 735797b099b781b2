// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/formats/imported_program.h"
#include "core/formats/json_reader.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

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
  std::optional<std::int64_t> offset{};
  std::optional<std::size_t> pool{};                        // a place in the list of pools
  std::optional<std::int64_t> first_epoch{}, last_epoch{};  // the buffer is in use in both
  bool parameter = false, input = false, output = false, state = false;
  std::size_t item = 0;  // in the file's list
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

class Reader {
 public:
  explicit Reader(const FileToRead& in)
      : in_(in), program_("st-edge-ai", in.file, [this](const InputItem& item) { return place_of(item); }) {}

  Result<Document> read() {
    const JsonSource source{in_.bytes, in_.file, in_.task};
    JsonItem document = items("", kDocumentFields, {});
    JsonItem pool = items("/memory_pools", kPoolFields, [this](const JsonItem& item) { take_pool(item); });
    JsonItem buffer = items("/buffers", kBufferFields, [this](const JsonItem& item) { take_buffer(item); });
    JsonItem graph = items("/graphs", kGraphFields, [&](const JsonItem& item) { take_graph(item, source); });
    const JsonList lists[] = {{"memory_pools", &pool}, {"buffers", &buffer}};
    STOWAGE_CHECK(read_json_document(source, document, lists));
    for (const std::string_view field : {"buffers", "memory_pools"})
      if (!document.at(field).is_array()) document.fault(field, "must be a list");
    const JsonList graphs[] = {{.field = "graphs", .items = &graph, .required = true}};
    STOWAGE_CHECK(read_json_lists(source, document, graphs));
    if (stopped_) return tl::unexpected(std::move(*stopped_));
    check_version(document);
    if (graphs_.empty()) program_.add_fault("/graphs", "there are no graphs");
    return program_.has_faults() ? document_of(std::move(program_)) : make();
  }

 private:
  [[nodiscard]] JsonItem items(std::string prefix, std::span<const std::string_view> fields, JsonItem::Each each) {
    const auto report = [this](std::string place, std::string reason) {
      program_.add_fault(std::move(place), std::move(reason));
    };
    return {std::move(prefix), fields, report, std::move(each), JsonItem::Rest::skipped};
  }

  /// The place of an item of the chosen graph.
  [[nodiscard]] std::string place_of(const InputItem& item) const {
    const bool is_node = item.section == InputItem::Section::nodes;
    if (item.index >= (is_node ? graph_->nodes.size() : added_.size())) return graph_->place;
    if (is_node) return graph_->nodes[item.index].place;
    return "/buffers/" + std::to_string(added_[item.index]->item);
  }

  void check_version(const JsonItem& document) {
    const auto version = document.text("json_schema_version");
    if (version && !version->starts_with("2."))
      summary_.add(Unknown::tr("versions of the format that may differ from 2.0"), shown(*version));
    for (const std::string_view field : {"memory_accesses", "power_estimates"})
      if (document.at(field).is_array() && !document.at(field).empty())
        summary_.say(Skipped::tr("%1: they count cycles, and no clock is told").with(std::string(field)));
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
    if (const auto pool = optional_whole(item, "mpool_id"))
      if (const auto known = pool_by_id_.find(*pool); known != pool_by_id_.end()) out.pool = known->second;
    if (out.offset && (*out.offset < 0 || *out.offset > kMaxTensorSize.count)) {
      if (!out.parameter) summary_.add(Unknown::tr("buffers whose offset is not between 0 and 2^53"), out.name);
      out.offset.reset();
    }
    out.first_epoch = optional_whole(item, "epochs/start");
    out.last_epoch = optional_whole(item, "epochs/end");
    out.alignment = std::max<std::int64_t>(optional_whole(item, "alignment").value_or(1), 1);
    const std::string flags = std::string(item.text("flags").value_or("")) + '|';  // "STAI_FLAG_STATES|…|"
    out.input = flags.find("_INPUTS|") != std::string::npos;
    out.output = flags.find("_OUTPUTS|") != std::string::npos;
    out.state = flags.find("_STATES|") != std::string::npos;
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
      summary_.add(Unknown::tr("pools made of others: what lies in one and in the other is not compared"), name);
    if (!pool_by_id_.emplace(*id, pools_.size()).second) return item.fault("id", "two pools have it");
    pools_.push_back(
        {.name = pool_names_.add(name),
         .capacity = size && *size >= 0 && *size <= kMaxTotalSize.count ? std::optional(Bytes{*size}) : std::nullopt});
  }

  void take_graph(const JsonItem& item, const JsonSource& source) {
    if (!item.is_object_with({"nodes"})) return;
    NodeGraph out;
    out.name = graph_names_.add(printable(item.text("name").value_or(""), "graph " + std::to_string(item.index())));
    out.place = item.place();
    out.inputs = ids(item, "inputs");
    out.outputs = ids(item, "outputs");
    JsonItem nodes = items(item.place("nodes"), kNodeFields, [&](const JsonItem& node) { take_node(node, out); });
    const JsonList lists[] = {{.field = "nodes", .items = &nodes, .required = true}};
    if (auto read = read_json_lists(source, item, lists); !read && !stopped_) stopped_ = std::move(read.error());
    graphs_.push_back(std::move(out));
  }

  void take_node(const JsonItem& item, NodeGraph& graph) {
    if (!item.is_object_with({})) return;
    Node out;
    out.kind = printable(item.text("description").value_or(""), "node");
    out.name = printable(item.text("name").value_or(""), out.kind + ' ' + std::to_string(item.index()));
    out.inputs = ids(item, "inputs");
    out.outputs = ids(item, "outputs");
    out.scratch = ids(item, "scratchs");
    out.place = item.place();
    if (const Json& units = item.at("subgraph_nodes"); units.is_array())
      summary_.count(Skipped::tr("units within nodes: a node is one operator"), units.size());
    if (const auto milliseconds = real_of(item.at("exec_time/duration_ms"))) {
      const double nanoseconds = *milliseconds * 1e6;
      if (!(nanoseconds >= 0 && nanoseconds <= static_cast<double>(kMaxDuration)))
        item.fault("exec_time/duration_ms", "is not between 0 and 2^53 ns");
      else
        out.duration = {std::llround(nanoseconds), Duration::From::measured};
    } else if (real_of(item.at("exec_time/cycles"))) {
      summary_.count(Skipped::tr("cycles of nodes: no clock is told"), 1);
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
    for (const NodeGraph& graph : graphs_) program_.graphs.push_back({graph.name, graph.nodes.size()});
    STOWAGE_TRY(program_.graph_index, choose_graph(program_.graphs, in_.options.graph, in_.file));
    for (const GraphInFile& graph : program_.graphs)
      if (&graph != &program_.graphs[program_.graph_index]) summary_.add(Skipped::tr("other graphs"), graph.name);
    graph_ = &graphs_[program_.graph_index];
    add_nodes();
    take_epochs();
    add_tensors();
    if (program_.operator_count() == 0 && added_.empty())
      program_.add_fault(graph_->place, "the graph has no nodes and no buffers to plan");
    add_in_place();
    for (const Buffer* const buffer : added_)
      if (!buffer->pool)
        summary_.add(Unknown::tr("buffers in no pool of the file: they have 0 bytes"), buffer->name);
      else if (!buffer->offset && buffer->bytes > 0)
        summary_.add(Unknown::tr("buffers without an offset, so that the file has no whole plan"), buffer->name);
    program_.has_plan &= !program_.spaces.empty();
    return document_of(std::move(program_), in_.options.space);
  }

  /// Calls `each` with every buffer of a list, except parameters.
  template <class Each>
  void for_buffers(const std::vector<std::int64_t>& ids, const std::string& place, const Each& each) {
    for (const std::int64_t id : ids) {
      const auto at = by_id_.find(id);
      if (at == by_id_.end())
        program_.add_fault(place, "there is no buffer " + std::to_string(id));
      else if (!buffers_[at->second].parameter)
        each(buffers_[at->second]);
    }
  }

  void add_nodes() {
    const StreamId stream = program_.add_stream(0);
    UniqueNames names;
    std::size_t timed = 0;
    for (std::uint32_t n = 0; n < graph_->nodes.size(); ++n) {
      const Node& node = graph_->nodes[n];
      timed += node.duration != Duration();
      program_.add_operator(
          {.name = names.add(node.name), .stream = stream, .kind = node.kind, .duration = node.duration});
      for_buffers(node.inputs, node.place + "/inputs", [&](Buffer& buffer) { buffer.consumers.emplace_back(n); });
      for_buffers(node.outputs, node.place + "/outputs", [&](Buffer& buffer) { write(buffer, n); });
      for_buffers(node.scratch, node.place + "/scratchs", [&](Buffer& buffer) {
        write(buffer, n);
        if (buffer.producer == n) buffer.consumers.emplace_back(n);
      });
    }
    for_buffers(graph_->inputs, graph_->place + "/inputs", [](Buffer& buffer) { buffer.input = true; });
    for_buffers(graph_->outputs, graph_->place + "/outputs", [](Buffer& buffer) { buffer.output = true; });
    summary_.count(Read::tr("nodes, as operators in their order"), graph_->nodes.size());
    summary_.count(Read::tr("durations of nodes, measured"), timed);
    summary_.say(Assumed::tr("nodes run one after the other, on one stream"));
  }

  /// The first node that names a buffer is its producer if it writes the buffer, even if it also reads it. A buffer
  /// that is written again lasts at least until then.
  void write(Buffer& buffer, std::uint32_t node) {
    if (buffer.producer == kNone && (buffer.consumers.empty() || buffer.consumers.front() == OperatorId(node))) {
      buffer.producer = node;
      buffer.read_as_made = !buffer.consumers.empty();
    } else if (buffer.producer != node) {
      buffer.consumers.emplace_back(node);
      summary_.add(Read::tr("buffers that a node writes again"), buffer.name);
    }
  }

  /// By epoch at which it starts, each node whose start is known.
  using Starts = std::map<std::int64_t, std::uint32_t>;

  /// The node that runs at an epoch; kNone before the first.
  [[nodiscard]] static std::uint32_t node_at(const Starts& starts, std::int64_t epoch) {
    const auto after = starts.upper_bound(epoch);
    return after == starts.begin() ? kNone : std::prev(after)->second;
  }

  /// A node starts at the first epoch of the buffers that it makes. On an NPU, nodes are the epochs. Empty where epochs
  /// do not rise with the nodes.
  [[nodiscard]] Starts node_starts() const {
    std::map<std::uint32_t, std::int64_t> first;  // epoch, by node
    bool nodes_are_epochs = true;
    for (const Buffer& buffer : buffers_) {
      if (buffer.producer == kNone || buffer.read_as_made || buffer.input || buffer.state || !buffer.first_epoch)
        continue;
      nodes_are_epochs &= *buffer.first_epoch == buffer.producer;
      std::int64_t& epoch = first.try_emplace(buffer.producer, *buffer.first_epoch).first->second;
      epoch = std::min(epoch, *buffer.first_epoch);
    }
    if (nodes_are_epochs && !first.empty())
      for (std::uint32_t n = 0; n < graph_->nodes.size(); ++n) first[n] = n;
    Starts out;
    for (const auto& [node, epoch] : first) {
      if (!out.empty() && out.rbegin()->first >= epoch) return {};
      out.emplace(epoch, node);
    }
    return out;
  }

  /// Nodes do not name every buffer that they use: by its epochs, a buffer may start earlier, or last longer.
  void take_epochs() {
    const Starts starts = node_starts();
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
      summary_.add(Read::tr("buffers that last longer by their epochs than by the nodes' lists"), buffer.name);
    }
    summary_.count(
        Unknown::tr("epochs of buffers, which do not rise with the nodes: lifetimes come from the nodes alone"),
        refused);
  }

  /// Sets the producer of a buffer that no node only writes: the lists lack the node that made it.
  void start_at(Buffer& buffer, std::uint32_t node) {
    if (buffer.producer == kNone ? std::ranges::min(buffer.consumers) < OperatorId(node)
                                 : !buffer.read_as_made || node >= buffer.producer)
      return;
    buffer.producer = node;
    summary_.add(Assumed::tr("buffers that no node writes start with the node of their first epoch"), buffer.name);
  }

  void add_tensors() {
    std::size_t parameters = 0;
    for (Buffer& buffer : buffers_) {
      parameters += buffer.parameter;
      if (buffer.parameter) continue;
      const bool used = buffer.producer != kNone || !buffer.consumers.empty() || buffer.state ||
                        ((buffer.input || buffer.output) && graphs_.size() == 1);
      if (!used) {
        summary_.add(Skipped::tr("buffers that no node of the graph names"), buffer.name);
        continue;
      }
      if (buffer.state) summary_.add(Read::tr("states: alive from start to end"), buffer.name);
      const bool from_start = buffer.state || buffer.input;
      if (from_start && buffer.producer != kNone) buffer.consumers.emplace_back(buffer.producer);
      if (from_start) buffer.producer = kNone;
      added_.push_back(&buffer);
    }
    const std::vector<std::uint32_t> number = add_used_pools();
    UniqueNames names;
    for (Buffer* const buffer : added_)
      buffer->tensor =
          program_.add_tensor({.name = names.add(buffer->name),
                               .size = {buffer->bytes},
                               .producer = OperatorId(buffer->producer),
                               .consumers = buffer->consumers,
                               .output = buffer->output || buffer->state,
                               .alignment = buffer->alignment},
                              {.space = buffer->pool ? number[*buffer->pool] : SpacedTensors::kOutside,
                               .offset = buffer->offset || (buffer->pool && buffer->bytes > 0) ? buffer->offset : 0});
    summary_.count(Skipped::tr("parameters, which are not planned"), parameters);
    summary_.count(Read::tr("buffers, as tensors with their pools, offsets and alignments"), added_.size());
  }

  /// Adds the pools with tensors: those that hold only parameters are not to be planned. Returns their numbers.
  std::vector<std::uint32_t> add_used_pools() {
    std::vector<std::uint32_t> number(pools_.size(), SpacedTensors::kOutside);
    for (const Buffer* const buffer : added_)
      if (buffer->pool) number[*buffer->pool] = 0;
    for (std::size_t k = 0; k < pools_.size(); ++k) {
      if (number[k] == SpacedTensors::kOutside) continue;
      number[k] = static_cast<std::uint32_t>(program_.spaces.size());
      program_.spaces.push_back(std::move(pools_[k]));
    }
    return number;
  }

  /// The buffers of a list that are tensors with a place and bytes.
  [[nodiscard]] std::set<const Buffer*> placed(const std::vector<std::int64_t>& ids) const {
    std::set<const Buffer*> out;
    for (const std::int64_t id : ids)
      if (const auto at = by_id_.find(id); at != by_id_.end())
        if (const Buffer& buffer = buffers_[at->second];
            buffer.tensor.valid() && buffer.offset && buffer.pool && buffer.bytes > 0)
          out.insert(&buffer);
    return out;
  }

  /// Adds the results that share bytes with an input that their node reads last.
  void add_in_place() {
    constexpr std::size_t kMaxCompared = 10'000'000;
    std::size_t compared = 0;
    for (std::uint32_t n = 0; n < graph_->nodes.size(); ++n) {
      const auto results = placed(graph_->nodes[n].outputs);
      for (const Buffer* const input : placed(graph_->nodes[n].inputs)) {
        if (input->output || input->state || input->producer == n ||
            std::ranges::max(input->consumers) != OperatorId(n))
          continue;
        for (const Buffer* const output : results) {
          if (compared++ > kMaxCompared) return;
          const std::int64_t shift = *output->offset - *input->offset;
          if (output == input || output->producer != n || output->pool != input->pool || shift >= input->bytes ||
              -shift >= output->bytes)
            continue;
          program_.add_in_place({.output = output->tensor, .input = input->tensor, .low = shift, .high = shift});
          summary_.add(Read::tr("results that lie over an input after its last use"),
                       output->name + " at " + std::to_string(shift) + " bytes from " + input->name);
        }
      }
    }
  }

  const FileToRead& in_;
  ImportedProgram program_;
  ImportSummary& summary_ = program_.summary;
  std::optional<Error> stopped_;  // why reading a nested list stopped
  std::vector<MemorySpace> pools_;
  std::vector<Buffer> buffers_;
  std::unordered_map<std::int64_t, std::size_t> by_id_, pool_by_id_;
  std::vector<NodeGraph> graphs_;
  const NodeGraph* graph_ = nullptr;  // the chosen one
  UniqueNames graph_names_, pool_names_;
  std::vector<Buffer*> added_;  // by tensor
};

}  // namespace

bool looks_like_st_edge_ai(std::string_view bytes) {
  return is_json_object_with(bytes, "\"json_schema_version\"") && is_json_object_with(bytes, "\"memory_pools\"") &&
         is_json_object_with(bytes, "\"buffers\"");
}

Result<Document> read_st_edge_ai(const FileToRead& in) {
  return Reader(in).read();
}

}  // namespace stowage
