// SPDX-License-Identifier: Apache-2.0
#include "core/papers/nnc/allocation_graph.h"
#include "tests/support/core_test.h"
#include "tests/support/results.h"
#include "tests/support/training_graph.h"

namespace {

constexpr auto kSource = AllocationGraph::kSource, kSink = AllocationGraph::kSink;
constexpr NncRule kRules[] = {NncRule::degree, NncRule::alone, NncRule::size};

/// What a rule makes of a graph, and all that it is made from.
struct Allocated : PlanningCase {
  AllocationGraph allocation;
  std::vector<Offset> offsets;
  Allocated(Graph g, NncRule rule, std::int64_t alignment = 1, std::vector<Companions> companions = {})
      : PlanningCase(std::move(g), alignment),
        allocation(allocation_graph(problem, rule, {}, companions).value()),
        offsets(offsets_of(problem, allocation)) {}
  [[nodiscard]] std::int64_t at(const std::string& name) const {
    return offsets[tensor_named(graph, name).index()].value;
  }
  [[nodiscard]] std::string starts_of(const std::string& names) const {
    std::vector<std::string> out;
    for (const std::string& name : split(names, " ")) out.push_back(std::to_string(at(name)));
    return joined(out, " ");
  }
  [[nodiscard]] Bytes footprint() const { return stowage::footprint(problem.sizes(), offsets); }
  [[nodiscard]] std::string fault() const { return plan_faults(graph, plan_at(offsets)); }
  /// "A>B 3@0", by names; of graphs without groups, where blocks are tensors.
  [[nodiscard]] std::set<std::string> edges() const {
    const auto name = [&](AllocationGraph::Node n) {
      return n == kSource ? "SRC" : n == kSink ? "SNK" : std::string(graph.name(TensorId(n)));
    };
    std::set<std::string> out;
    for (const auto& e : allocation.edges)
      out.insert(name(e.tail) + ">" + name(e.head) + " " + std::to_string(e.bytes.end - e.bytes.begin) + "@" +
                 std::to_string(e.bytes.begin));
    return out;
  }
};

/// The words of the definition: at every step all candidates anew, each against all edges. Tensors alone, alignment 1.
class Reference {
 public:
  Reference(const Allocated& a, NncRule rule) : graph_(a.graph), conflicts_(a.conflicts), rule_(rule) {
    degrees_ = conflicts_.degrees();
    starts_.resize(graph_.tensor_count());
    for (TensorId t : graph_.tensors())
      if (graph_.size(t) > Bytes{0} && graph_.is_needed(t)) left_.push_back(t);
    while (!left_.empty()) step();
  }
  [[nodiscard]] const std::vector<Offset>& starts() const { return starts_; }

 private:
  using Tuple = std::vector<TensorId>;
  using Edge = AllocationGraph::Edge;
  [[nodiscard]] std::int64_t size(TensorId t) const { return graph_.size(t).count; }
  [[nodiscard]] std::int64_t largest(const Tuple& tuple) const {
    std::int64_t out = 0;
    for (TensorId t : tuple) out = std::max(out, size(t));
    return out;
  }
  [[nodiscard]] std::int64_t degree(const Tuple& tuple) const {
    std::int64_t out = 0;
    for (TensorId t : tuple) out += degrees_[t.index()];
    return out;
  }
  /// In their order, the first of most partners in front, and with it the larger one.
  [[nodiscard]] std::vector<Tuple> candidates() const {
    std::vector<Tuple> out;
    const auto key = [&](TensorId t) { return rule_ == NncRule::size ? size(t) : std::int64_t{degrees_[t.index()]}; };
    const std::int64_t most = key(*std::ranges::max_element(left_, {}, key));
    for (TensorId t : left_) {
      if (key(t) != most) continue;
      out.push_back({t});
      for (TensorId u : left_)
        if (rule_ != NncRule::alone && u != t && size(u) > size(t) && !conflicts_.unsafe(t, u)) out.push_back({t, u});
    }
    std::ranges::sort(out, {}, [&](const Tuple& c) {
      return std::tuple(-largest(c), c.size() == 1, -degree(c), c.back(), c.front());
    });
    return out;
  }
  [[nodiscard]] Tuple in_order(Tuple tuple) const {
    if (tuple.size() == 2 && conflicts_.before(tuple[1], tuple[0])) std::swap(tuple[0], tuple[1]);
    return tuple;
  }
  [[nodiscard]] bool before(AllocationGraph::Node a, AllocationGraph::Node b) const {
    return a == kSource || b == kSink || conflicts_.before(TensorId(a), TensorId(b));
  }
  [[nodiscard]] static int dummies(const Edge& e) { return (e.tail == kSource) + (e.head == kSink); }
  [[nodiscard]] std::optional<std::size_t> edge_for(const Tuple& tuple) const {
    std::optional<std::size_t> best;
    const auto key = [&](std::size_t k) {
      const Edge& e = edges_[k];
      return std::tuple(dummies(e), e.bytes.end - e.bytes.begin, e.bytes.begin, e.tail, e.head);
    };
    for (std::size_t k = 0; k < edges_.size(); ++k) {
      const Edge& e = edges_[k];
      if (e.bytes.end - e.bytes.begin < largest(tuple) || dummies(e) == 2) continue;
      const auto first = static_cast<AllocationGraph::Node>(tuple.front().index());
      const auto last = static_cast<AllocationGraph::Node>(tuple.back().index());
      if (before(e.tail, first) && before(last, e.head) && (!best || key(k) < key(*best))) best = k;
    }
    return best;
  }
  void insert(const Tuple& tuple, std::size_t k) {
    Edge& e = edges_[k];
    const Edge old = e;
    const std::int64_t begin = old.bytes.begin, width = largest(tuple);
    e.bytes.begin += width;
    std::map<std::int64_t, AllocationGraph::Node> owner;  // byte by byte
    for (std::int64_t b = begin; b < begin + width; ++b) owner[b] = old.tail;
    const auto pass = [&](AllocationGraph::Node to, std::int64_t end) {
      for (std::int64_t b = begin; b < end; ++b) {
        const bool joins =
            b > begin && edges_.back().tail == owner[b] && edges_.back().head == to && edges_.back().bytes.end == b;
        if (joins)
          ++edges_.back().bytes.end;
        else
          edges_.push_back({owner[b], to, {b, b + 1}});
      }
      for (std::int64_t b = begin; b < end; ++b) owner[b] = to;
    };
    for (TensorId t : tuple) {
      starts_[t.index()] = {begin};
      pass(static_cast<AllocationGraph::Node>(t.index()), begin + size(t));
    }
    pass(old.head, begin + width);
    std::erase_if(edges_, [](const Edge& edge) { return edge.bytes.begin == edge.bytes.end; });
    for (TensorId t : tuple) std::erase(left_, t);
  }
  void step() {
    const auto all = candidates();
    for (const Tuple& c : all)
      if (const auto k = edge_for(in_order(c))) return insert(in_order(c), *k);
    const std::int64_t width = largest(all.front());
    edges_.push_back({kSource, kSink, {top_, top_ + width}});
    top_ += width;
    insert(in_order(all.front()), edges_.size() - 1);
  }
  const Graph& graph_;
  const Conflicts& conflicts_;
  NncRule rule_;
  std::vector<std::uint32_t> degrees_;
  std::vector<TensorId> left_;
  std::vector<Edge> edges_;
  std::vector<Offset> starts_;
  std::int64_t top_ = 0;
};

/// "Each byte has one owner at a time": from the source to the sink along edges that cover it, each to a later block.
std::string fault_of_flow(const Allocated& a) {
  std::int64_t out_of_source = 0, into_sink = 0;
  std::map<AllocationGraph::Node, std::int64_t> in, out;
  for (const auto& e : a.allocation.edges) {
    const std::int64_t width = e.bytes.end - e.bytes.begin;
    if (width <= 0) return "an empty edge";
    (e.tail == kSource ? out_of_source : out[e.tail]) += width;
    (e.head == kSink ? into_sink : in[e.head]) += width;
    const auto block = [&](AllocationGraph::Node n) { return a.problem.block(n)[0]; };
    if (e.tail != kSource && e.head != kSink && !a.conflicts.before(block(e.tail), block(e.head)))
      return "an edge between blocks that are not ordered";
  }
  std::int64_t buffers = 0;
  for (const Interval& b : a.allocation.buffers) buffers += b.end - b.begin;
  if (out_of_source != buffers || into_sink != buffers) return "bytes are lost";
  for (const auto& [block, bytes] : in)
    if (bytes != a.problem.block_size(block).count || out[block] != bytes) return "a block is not carried whole";
  return {};
}

/// A of eight bytes is shared by what comes after it.
TEST_CASE("partial reuse") {
  const auto graph = [] { return intervals({{"A", 8, 0, 2}, {"B", 3, 2, 5}, {"C", 4, 3, 6}, {"D", 1, 2, 6}}); };
  const Allocated degree(graph(), NncRule::degree);
  REQUIRE_EQ(degree.edges(), (std::set<std::string>{"SRC>A 8@0", "A>B 3@0", "A>C 4@3", "A>D 1@7", "B>SNK 3@0",
                                                    "C>SNK 4@3", "D>SNK 1@7"}));
  REQUIRE_EQ(degree.starts_of("A B C D"), "0 0 3 7");
  REQUIRE_EQ(degree.footprint(), Bytes{8});
  const Allocated size(graph(), NncRule::size);
  REQUIRE_EQ(size.starts_of("A B C D"), "0 4 0 7");
  REQUIRE_EQ(size.footprint(), Bytes{8});
}

/// By degree two tensors go in at once, and the rest does not fit what they leave.
TEST_CASE("pairs") {
  const auto graph = [] {
    return intervals({{"x", 8, 0, 2}, {"p", 4, 1, 3}, {"q", 6, 2, 4}, {"y", 8, 3, 5}, {"r", 3, 2, 5}});
  };
  const Allocated degree(graph(), NncRule::degree);
  REQUIRE_EQ(degree.footprint(), Bytes{19});
  REQUIRE_EQ(degree.starts_of("p y x q r"), "0 0 8 8 16");
  for (const char* edge : {"SRC>p 4@0", "SRC>y 4@4", "SRC>x 8@8", "SRC>r 3@16"}) REQUIRE(degree.edges().contains(edge));
  REQUIRE_EQ(Allocated(graph(), NncRule::size).footprint(), Bytes{21});
}

/// The same placement as from candidates and edges looked through anew at every step.
TEST_CASE("equals the definition") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const auto graph = [&] { return varied_graph(seed, 4 + seed % 29, 1 + seed % 4); };
    for (const NncRule rule : kRules) {
      const Allocated a(graph(), rule);
      REQUIRE_MESSAGE(a.offsets == Reference(a, rule).starts(), std::to_string(seed));
    }
  }
}

/// Both validators of what was made: that of plans, and that of the graph which made them.
TEST_CASE("thousands are valid") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    for (const NncRule rule : kRules) {
      const bool groups = seed % 3 == 0;
      const Allocated a(varied_graph(seed, 5 + seed % 60, 1 + seed % 6, groups ? 1 + seed % 5 : 0), rule,
                        std::int64_t{1} << (seed % 4 * 3));
      REQUIRE_EQ(a.fault(), "");
      if (!groups) REQUIRE_EQ(fault_of_flow(a), "");
      REQUIRE(a.footprint() >= quick_bounds(a.problem).lifetime.bytes);
    }
  }
}

/// Tensors of their own alignment start where they must; what lies before them in a stretch remains for others.
TEST_CASE("own alignments") {
  std::mt19937_64 engine(7);
  for (int round = 0; round < 300; ++round) {
    Graph g = random_graph({.seed = engine(), .operators = 30, .streams = 1 + engine() % 3});
    Graph::Data data = g.data();
    data.tensor_alignment.assign(g.tensor_count(), 1);
    for (auto& alignment : data.tensor_alignment)
      alignment = engine() % 3 == 0 ? 1U << (engine() % 7) : 1 + engine() % 6;
    for (const NncRule rule : kRules) {
      const Allocated a(Graph(data), rule, round % 2 == 0 ? 1 : 8);
      REQUIRE_EQ(a.fault(), "");
    }
  }
}

/// Tensors whose addresses can have no sensible step in common are not put into one place.
TEST_CASE("steps too far apart") {
  Graph::Data data = intervals({{"x", 8, 0, 2}, {"y", 4, 3, 5}, {"u", 8, 0, 2}, {"v", 4, 3, 5}}).data();
  data.tensor_alignment = {1U << 30, 387'420'489, 1U << 30, 387'420'489};  // 2^30 and 3^18
  for (const NncRule rule : kRules) {
    const Allocated a(Graph(data), rule);
    REQUIRE_EQ(a.fault(), "");
    REQUIRE(a.footprint() < Bytes{std::int64_t{1} << 33});
  }
}

/// Each before the next at one address, the hole between open to others.
TEST_CASE("companions") {
  for (const NncRule rule : kRules) {
    const auto rows = [] { return intervals({{"x", 8, 0, 2}, {"hole", 5, 3, 4}, {"y", 6, 5, 7}, {"z", 2, 8, 9}}); };
    const Graph named = rows();
    const std::vector<Companions> lists{{tensor_named(named, "x"), tensor_named(named, "y"), tensor_named(named, "z")}};
    const Allocated a(rows(), rule, 1, lists);
    REQUIRE_EQ(a.starts_of("x y z"), "0 0 0");
    REQUIRE_EQ(a.footprint(), Bytes{8});
    REQUIRE(a.edges().contains("hole>y 5@0"));
  }
}

/// Companions have the partners of all of them, and so come before what is larger.
TEST_CASE("companions by degree") {
  const auto rows = [] { return intervals({{"a", 4, 0, 1}, {"p", 8, 0, 1}, {"b", 4, 2, 3}, {"q", 8, 2, 3}}); };
  const Graph named = rows();
  const std::vector<Companions> lists{{tensor_named(named, "a"), tensor_named(named, "b")}};
  const Allocated degree(rows(), NncRule::degree, 1, lists);
  REQUIRE_EQ(degree.starts_of("a b p q"), "0 0 4 4");
  REQUIRE_EQ(Allocated(rows(), NncRule::size, 1, lists).at("p"), 0);
}

TEST_CASE("random companions") {
  std::mt19937_64 engine(3);
  std::size_t lists_seen = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Graph g = random_graph({.seed = seed, .operators = 20 + seed % 30, .streams = 1 + seed % 3});
    const Conflicts conflicts = Conflicts::compute(g).value();
    std::vector<Companions> lists;
    std::vector<bool> used(g.tensor_count());
    for (int k = 0; k < 3; ++k) {
      Companions list;
      for (TensorId t : g.tensors())
        if (g.is_needed(t) && !used[t.index()] && engine() % 3 == 0 &&
            (list.empty() || conflicts.before(list.back(), t)))
          list.push_back(t);
      for (TensorId t : list) used[t.index()] = true;
      if (list.size() > 1) lists.push_back(std::move(list));
    }
    lists_seen += lists.size();
    for (const NncRule rule : kRules) {
      const Allocated a(Graph(g), rule, 1, lists);
      REQUIRE_EQ(a.fault(), "");
      for (const Companions& list : lists) {
        std::set<std::int64_t> starts;
        for (TensorId t : list)
          if (a.problem.occupies(t)) starts.insert(a.offsets[t.index()].value);
        REQUIRE(starts.size() <= 1);
      }
    }
  }
  REQUIRE(lists_seen > 500);
}

/// In the middle of it too, and soon.
TEST_CASE("stops when told") {
  const PlanningCase hard(make_training_graph(training_graph_of(4400, 8)));
  for (const NncRule rule : kRules) {
    const auto start = Task::Clock::now();
    REQUIRE_EQ(allocation_graph(hard.problem, rule, Task::with_time_limit(0.02)).error().kind, Error::Kind::timed_out);
    REQUIRE(Task::Clock::now() - start < std::chrono::seconds(2));  // a tenth of a second where nothing else runs
  }
}

}  // namespace
