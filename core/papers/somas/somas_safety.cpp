// SPDX-License-Identifier: Apache-2.0
#include "core/papers/somas/somas_safety.h"

#include "core/base/text.h"

// The published algorithms, line by line where they can be followed, in the paper's words (AncNodes, DestNodes,
// EndTime, …). Where the listings or formulas fail, the repair is marked "erratum" at its place:
//  1. A tensor without a consumer: its empty DestNodes is a subset of everything, so that it would be safe with
//     every tensor. Here its producer stands for the missing consumer.
//  2. The formula of MaxNodes takes the maximum over all nodes of a stream instead of over DestNodes.
//  3. The listing of Algorithm 5 lacks its last case, two tensors that stay in their stream, which the prose has.
//  4. Positions must start at 1: MaxAncId 0 means "none".
//  5. AncStreams must not hold the stream itself, and the test s = s1 comes first.
//  6. The else of Algorithm 3 belongs to "not between streams".
//
// Cases that the paper leaves out: tensors present from the start are made by one more operator, on a stream of its
// own, that precedes their consumers; outputs are consumed by one more operator, which nothing follows.

namespace stowage {
namespace {

using Node = std::uint32_t;
using Stream = std::uint32_t;
using Position = std::uint32_t;  // erratum 4: from 1

/// Tables of more bytes are refused.
constexpr std::size_t kMemoryLimit = std::size_t{4} << 30;
constexpr std::size_t kStopInterval = 64;

/// The graph as the paper sees it: every tensor has a producer and at least one destination.
struct Model {
  std::vector<Stream> stream;      // of a node
  std::vector<Position> position;  // StartTime of a node, in its stream
  Csr<Node> parents;               // by all arcs
  std::size_t stream_count = 0;
  std::vector<std::size_t> tensors;  // those that are needed at all, by index in the graph
  std::vector<Node> producer;        // of tensors[i]
  Csr<Node> dest_nodes;              // of tensors[i], in topological order

  [[nodiscard]] std::size_t node_count() const { return stream.size(); }
};

/// Node 0 makes what is present from the start; nodes 1 … N are the operators; node N + 1 consumes the outputs.
/// too_large where the method needs more than the limit for the pairs and `bytes` more.
Result<Model> model_of(const Graph& graph, std::string_view method, std::size_t bytes, const Task& task) {
  bytes += graph.tensor_count() * ((graph.tensor_count() + 63) / 64) * 8;
  if (bytes > kMemoryLimit)
    return tl::unexpected(
        Error::of(Error::Kind::too_large, "method " + std::string(method) + " needs " + gibibytes(bytes) +
                                              " of memory for this graph, more than the 4 GiB allowed"));
  Model out;
  const auto streams = static_cast<Stream>(graph.stream_count());
  const auto node = [](OperatorId o) { return static_cast<Node>(o.index() + 1); };
  const auto end = static_cast<Node>(graph.operator_count() + 1);
  out.stream_count = streams + 2;
  out.stream.push_back(streams);
  out.position.push_back(1);
  std::vector<std::pair<Node, Node>> arcs;  // (child, parent)
  for (OperatorId o : graph.operators()) {
    out.stream.push_back(static_cast<Stream>(graph.stream(o).index()));
    out.position.push_back(graph.position(o));
    if (const OperatorId next = graph.next_in_stream(o); next.valid()) arcs.emplace_back(node(next), node(o));
    for (OperatorId next : graph.control_successors(o)) arcs.emplace_back(node(next), node(o));
  }
  out.stream.push_back(streams + 1);
  out.position.push_back(1);
  for (TensorId t : graph.tensors()) {
    if (task.poll(t.index(), kStopInterval)) return tl::unexpected(task.why_stopped());
    if (!graph.is_needed(t)) continue;
    const Node producer = graph.producer(t).valid() ? node(graph.producer(t)) : 0;
    std::vector<Node> uses;
    for (OperatorId use : graph.consumers(t)) uses.push_back(node(use));
    if (graph.is_output(t)) uses.push_back(end);
    if (uses.empty()) uses.push_back(producer);  // erratum 1
    for (Node use : uses)
      if (use != producer) arcs.emplace_back(use, producer);
    out.tensors.push_back(t.index());
    out.producer.push_back(producer);
    out.dest_nodes.add_row(uses);
  }
  out.parents = Csr<Node>::from_pairs(out.node_count(), arcs);
  return out;
}

/// The last node of each stream in each row. Erratum 2: the last of the destinations, not of all nodes of the stream.
Csr<Node> max_nodes(const Model& model) {
  Csr<Node> out;
  std::vector<Node> kept;
  for (std::size_t t = 0; t < model.tensors.size(); ++t) {
    kept.clear();
    for (Node use : model.dest_nodes[t]) {
      const auto same = std::ranges::find(kept, model.stream[use], [&](Node n) { return model.stream[n]; });
      if (same == kept.end())
        kept.push_back(use);
      else
        *same = use;  // rows are in topological order
    }
    out.add_row(kept);
  }
  return out;
}

/// Line 1 of Algorithms 1 and 2. Returns nothing where the task was stopped.
std::optional<PairBits> all_pairs(const Graph& graph, const Model& model, const Task& task) {
  PairBits out(graph.tensor_count());
  std::vector<std::uint64_t> needed((graph.tensor_count() + 63) / 64);
  for (std::size_t t : model.tensors) needed[t / 64] |= std::uint64_t{1} << (t % 64);
  for (std::size_t i = 0; i < model.tensors.size(); ++i) {
    if (task.poll(i, kStopInterval)) return std::nullopt;
    out.set_later(model.tensors[i], needed);
  }
  return out;
}

/// AncNodes: for each node, the nodes with a path of at least one arc to it.
class AncestorNodes {
 public:
  explicit AncestorNodes(const Model& model)
      : words_((model.node_count() + 63) / 64), bits_(model.node_count() * words_) {}

  /// False where the task was stopped.
  [[nodiscard]] bool compute(const Model& model, const Task& task) {
    for (Node n = 0; n < model.node_count(); ++n) {  // node numbers are a topological order
      if (task.poll(n, kStopInterval)) return false;
      std::uint64_t* row = bits_.data() + n * words_;
      for (Node parent : model.parents[n]) {
        const std::uint64_t* other = bits_.data() + parent * words_;
        for (std::size_t w = 0; w <= parent / 64; ++w) row[w] |= other[w];  // its ancestors come before it
        row[parent / 64] |= std::uint64_t{1} << (parent % 64);
      }
    }
    return true;
  }

  [[nodiscard]] bool contains(Node n, Node ancestor) const {
    return (bits_.data()[n * words_ + ancestor / 64] >> (ancestor % 64) & 1) != 0;
  }
  [[nodiscard]] bool contains_all(Node n, std::span<const Node> nodes) const {
    return std::ranges::all_of(nodes, [&](Node m) { return contains(n, m); });
  }

 private:
  std::size_t words_;
  ZeroWords bits_;
};

/// Algorithm 1, and 1-optimised with the destinations reduced to MaxNodes.
template <bool optimised>
Result<PairBits> run_ancestor(const Graph& graph, const Task& task, std::vector<AncestorTest>* tests) {
  const std::size_t nodes = graph.operator_count() + 2;
  STOWAGE_TRY(const Model model,
              model_of(graph, optimised ? "ancestor-opt" : "ancestor", nodes * ((nodes + 63) / 64) * 8, task));
  const Csr<Node> destinations = optimised ? max_nodes(model) : model.dest_nodes;
  std::optional<PairBits> unsafe = all_pairs(graph, model, task);
  AncestorNodes ancestors(model);
  if (!unsafe || !ancestors.compute(model, task)) return tl::unexpected(task.why_stopped());
  const auto is_ancestor = [&](std::size_t t1, std::size_t t2) {  // t1 ∈ AncTensors[t2]
    return ancestors.contains_all(model.producer[t2], destinations[t1]);
  };
  const auto way = [&](std::size_t t1, std::size_t t2) {
    AncestorTest::Way out{is_ancestor(t1, t2), {}};
    const auto is_missing = [&](Node n) { return !ancestors.contains(model.producer[t2], n); };
    if (const auto at = std::ranges::find_if(destinations[t1], is_missing);
        at != destinations[t1].end() && *at <= graph.operator_count())
      out.missing = OperatorId(*at - std::size_t{1});
    return out;
  };
  const std::size_t count = model.tensors.size();
  for (std::size_t t1 = 0; t1 < count; ++t1) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    if (tests != nullptr)
      for (std::size_t t2 = t1 + 1; t2 < count; ++t2)
        tests->push_back({TensorId(model.tensors[t1]), TensorId(model.tensors[t2]), way(t1, t2), way(t2, t1)});
    for (std::size_t t2 = t1 + 1; t2 < count; ++t2)
      if (is_ancestor(t1, t2) || is_ancestor(t2, t1)) unsafe->clear(model.tensors[t1], model.tensors[t2]);
    task.report(static_cast<double>(t1 + 1) / static_cast<double>(count));
  }
  return std::move(*unsafe);
}

/// Algorithm 2 with what it precomputes.
class StreamGraph {
 public:
  StreamGraph(const Model& model, StreamGraphTold* told)
      : model_(model), streams_(model.stream_count), ancestor_streams_(streams_ * streams_), told_(told) {}

  Result<PairBits> run(const Graph& graph, const Task& task) && {
    unsafe_ = all_pairs(graph, model_, task);
    if (!unsafe_ || !find_ancestors(task) || !find_ends(task)) return tl::unexpected(task.why_stopped());
    if (told_ != nullptr) tell_tables();
    const auto all = 2 * static_cast<double>(streams_);
    for (Stream s = 0; s < streams_; ++s) {
      if (!ancestor_streams_reuse(s, task)) return tl::unexpected(task.why_stopped());
      task.report((s + 1) / all);
    }
    for (Stream s = 0; s < streams_; ++s) {
      if (!same_stream_reuse(s, task)) return tl::unexpected(task.why_stopped());
      task.report(0.5 + (s + 1) / all);
    }
    return std::move(*unsafe_);
  }

 private:
  using End = StreamGraphTold::End;
  using Line = StreamGraphTold::Line;

  void tell_tables() {
    for (std::size_t t = 0; t < model_.tensors.size(); ++t) {
      const auto row = std::span(max_ancestor_).subspan(model_.producer[t] * streams_, streams_);
      told_->rows.push_back({TensorId(model_.tensors[t]),
                             stream(t),
                             start_time(t),
                             {ends_[t].begin(), ends_[t].end()},
                             {row.begin(), row.end()}});
    }
    told_->ancestor_streams.resize(streams_);
    for (Stream s = 0; s < streams_; ++s)
      for (Stream other = 0; other < streams_; ++other)
        if (is_ancestor_stream(other, s)) told_->ancestor_streams[s].push_back(other);
  }
  /// Returns `safe`.
  bool tell(Line line, std::size_t t1, std::size_t t2, bool safe) const {
    if (told_ != nullptr)
      told_->tests.push_back(
          {line, t1, t2, safe, line == Line::valid_ancestor ? blocking(t2, t1) : std::optional<End>()});
    return safe;
  }

  /// MaxAncId for nodes (a tensor's is its producer's), and AncStreams.
  bool find_ancestors(const Task& task) {
    max_ancestor_.reserve(model_.node_count() * streams_);
    for (Node n = 0; n < model_.node_count(); ++n) {
      if (task.poll(n, kStopInterval)) return false;
      max_ancestor_.resize((n + std::size_t{1}) * streams_);
      Position* row = max_ancestor_.data() + n * streams_;
      for (Node parent : model_.parents[n]) {
        const Position* other = max_ancestor_.data() + parent * streams_;
        for (std::size_t s = 0; s < streams_; ++s) row[s] = std::max(row[s], other[s]);
        Position& own = row[model_.stream[parent]];
        own = std::max(own, model_.position[parent]);
      }
      for (std::size_t s = 0; s < streams_; ++s)  // erratum 5: not the stream itself
        if (row[s] > 0 && s != model_.stream[n]) ancestor_streams_[model_.stream[n] * streams_ + s] = 1;
    }
    return true;
  }

  /// DestStreams with EndTime, whether a tensor is between streams, and the tensors of each stream.
  bool find_ends(const Task& task) {
    const Csr<Node> last = max_nodes(model_);
    std::vector<std::pair<std::size_t, std::size_t>> made;
    std::vector<End> row;
    for (std::size_t t = 0; t < model_.tensors.size(); ++t) {
      if (task.poll(t, kStopInterval)) return false;
      row.clear();
      bool between = false;
      for (Node use : last[t]) {
        row.push_back({model_.stream[use], model_.position[use]});
        between |= model_.stream[use] != stream(t);
      }
      ends_.add_row(row);
      between_.push_back(between);
      made.emplace_back(stream(t), t);
    }
    made_in_ = Csr<std::size_t>::from_pairs(streams_, made);
    return true;
  }

  [[nodiscard]] Stream stream(std::size_t t) const { return model_.stream[model_.producer[t]]; }
  [[nodiscard]] Position start_time(std::size_t t) const { return model_.position[model_.producer[t]]; }
  [[nodiscard]] Position max_anc_id(std::size_t t, Stream s) const {
    return max_ancestor_[model_.producer[t] * streams_ + s];
  }
  /// EndTime of a tensor that is not between streams: it has one destination stream.
  [[nodiscard]] Position end_time(std::size_t t) const { return ends_[t][0].time; }
  [[nodiscard]] bool is_ancestor_stream(Stream s, Stream of) const { return ancestor_streams_[of * streams_ + s] != 0; }
  void make_safe(std::size_t t1, std::size_t t2) { unsafe_->clear(model_.tensors[t1], model_.tensors[t2]); }

  /// Algorithm 4: whether all uses of t2 lead to the producer of t1. Its two loops over DestStreams are one here.
  [[nodiscard]] bool valid_ancestor(std::size_t t2, std::size_t t1) const { return !blocking(t2, t1); }
  /// The first use of t2 that does not.
  [[nodiscard]] std::optional<End> blocking(std::size_t t2, std::size_t t1) const {
    const Stream s1 = stream(t1);
    for (const End& end : ends_[t2]) {
      if (end.stream == s1) {  // erratum 5: first
        if (end.time >= start_time(t1)) return end;
      } else if (!is_ancestor_stream(end.stream, s1) || end.time > max_anc_id(t1, end.stream)) {
        return end;
      }
    }
    return std::nullopt;
  }

  /// Algorithm 3 for one s1.
  bool ancestor_streams_reuse(Stream s1, const Task& task) {
    const auto later = made_in_[s1];
    for (Stream s2 = 0; s2 < streams_; ++s2) {
      if (!is_ancestor_stream(s2, s1)) continue;
      for (std::size_t t2 : made_in_[s2]) {
        if (task.should_stop()) return false;
        if (!between_[t2]) {
          for (std::size_t t1 : later)
            if (tell(Line::end_time, t1, t2, end_time(t2) <= max_anc_id(t1, s2))) make_safe(t1, t2);
        } else {  // erratum 6
          for (std::size_t t1 : later)
            if (tell(Line::valid_ancestor, t1, t2, valid_ancestor(t2, t1))) make_safe(t1, t2);
        }
      }
    }
    return true;
  }

  /// The conditions of Algorithm 5.
  [[nodiscard]] bool may_reuse(std::size_t t1, std::size_t t2) const {
    const Position start1 = start_time(t1), start2 = start_time(t2);
    if (start1 == start2) return false;
    if (between_[t1] && between_[t2]) return valid_ancestor(t1, t2) || valid_ancestor(t2, t1);
    if (between_[t1]) return start1 > end_time(t2) || (start1 < start2 && valid_ancestor(t1, t2));
    if (between_[t2]) return start2 > end_time(t1) || (start2 < start1 && valid_ancestor(t2, t1));
    return end_time(t1) < start2 || end_time(t2) < start1;  // erratum 3
  }

  /// Algorithm 5 for one stream.
  bool same_stream_reuse(Stream s, const Task& task) {
    const auto tensors = made_in_[s];
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      if (task.should_stop()) return false;
      for (std::size_t j = i + 1; j < tensors.size(); ++j)
        if (tell(Line::same_stream, tensors[i], tensors[j], may_reuse(tensors[i], tensors[j])))
          make_safe(tensors[i], tensors[j]);
    }
    return true;
  }

  const Model& model_;
  std::size_t streams_;
  std::vector<Position> max_ancestor_;          // [node][stream]
  std::vector<std::uint8_t> ancestor_streams_;  // [stream][its ancestor]
  Csr<End> ends_;
  std::vector<bool> between_;
  Csr<std::size_t> made_in_;
  std::optional<PairBits> unsafe_;
  StreamGraphTold* told_;  // null: nobody wants to know
};

Result<PairBits> run_stream_graph(const Graph& graph, const Task& task, StreamGraphTold* told) {
  const std::size_t nodes = graph.operator_count() + 2, streams = graph.stream_count() + 2;
  STOWAGE_TRY(const Model model,
              model_of(graph, "stream-graph", nodes * streams * sizeof(Position) + streams * streams, task));
  return StreamGraph(model, told).run(graph, task);
}

constexpr std::array<SafetyMethod, 3> kMethods{{
    {"ancestor", "Ancestor tensors", "Lamprou et al., Algorithm 1",
     [](const Graph& graph, const Task& task) { return run_ancestor<false>(graph, task, nullptr); }},
    {"ancestor-opt", "Ancestor tensors, one use a stream", "Lamprou et al., Algorithm 1-optimised",
     [](const Graph& graph, const Task& task) { return run_ancestor<true>(graph, task, nullptr); }},
    {"stream-graph", "Stream graph", "Lamprou et al., Algorithms 2 to 5",
     [](const Graph& graph, const Task& task) { return run_stream_graph(graph, task, nullptr); }},
}};

}  // namespace

void PairBits::set_later(std::size_t i, std::span<const std::uint64_t> others) {
  for (std::size_t w = i / 64; w < words_; ++w) {
    const std::uint64_t later = w == i / 64 ? ~std::uint64_t{1} << (i % 64) : ~std::uint64_t{0};
    bits_.data()[i * words_ + w] |= others[w] & later;
  }
}

std::span<const SafetyMethod> published_safety_methods() {
  return kMethods;
}

Result<PairBits> run_algorithm_1(const Graph& graph, std::vector<AncestorTest>* tests, const Task& task) {
  return run_ancestor<false>(graph, task, tests);
}

Result<PairBits> run_algorithm_2(const Graph& graph, StreamGraphTold* told, const Task& task) {
  return run_stream_graph(graph, task, told);
}

}  // namespace stowage
