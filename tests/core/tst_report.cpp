// SPDX-License-Identifier: Apache-2.0
#include "core/graph/claims.h"
#include "core/insight/analysis/report.h"
#include "tests/support/core_test.h"
#include "tests/support/training_graph.h"

namespace {

/// The bytes of a stream's tensors at each step, counted tensor by tensor.
std::vector<std::int64_t> curve_by_counting(const Graph& graph, StreamId stream) {
  std::vector<std::int64_t> out;
  for (OperatorId step : graph.operators()) {
    std::int64_t sum = 0;
    for (TensorId t : graph.tensors()) {
      const OperatorId producer = graph.producer(t);
      if (!producer.valid() || graph.stream(producer) != stream || producer > step) continue;
      const OperatorId last = graph.consumers(t).empty() ? producer : graph.consumers(t).back();
      if (graph.is_output(t) || last >= step) sum += graph.size(t).count;
    }
    out.push_back(sum);
  }
  return out;
}

Graph of_sizes(const std::vector<std::int64_t>& sizes) {
  GraphBuilder builder;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    builder.add_tensor({.name = "t" + std::to_string(k), .size = {sizes[k]}, .output = true});
  return std::move(std::move(builder).build()->graph);
}

/// "1-2:3" is three tensors of 1 byte.
std::string bins(const Graph& graph) {
  std::vector<std::string> out;
  for (const SizeBin& bin : size_distribution(graph))
    out.push_back(text(bin.from.count, "-", bin.to.count, ":", bin.count, "=", bin.bytes.count));
  return joined(out, " ");
}

constexpr ContributorBy kAll[] = {ContributorBy::stream, ContributorBy::phase, ContributorBy::op, ContributorBy::kind};

std::vector<TensorId> all_tensors(const Graph& graph) {
  std::vector<TensorId> out;
  for (TensorId t : graph.tensors()) out.push_back(t);
  return out;
}

/// The class of a tensor by the words of the definition.
std::string class_of(const Graph& graph, TensorId t, ContributorBy by) {
  if (by == ContributorBy::kind) return std::string(graph.kind(t));
  const OperatorId producer = graph.producer(t);
  if (!producer.valid()) return "(input)";
  if (by == ContributorBy::stream) return graph.label(graph.stream(producer));
  return std::string(by == ContributorBy::phase ? graph.phase(producer) : graph.kind(producer));
}

}  // namespace

/// Figures 7 to 9 of the SOMAS paper, by hand: A and C are alive together at step 1, B, D and E at step 4.
TEST_CASE("a plan of the paper") {
  const Graph g = figure_7();
  const Report report = make_report(g, plan_at(g, {0, 0, 1024, 768, 1664}));
  REQUIRE_EQ(report.footprint.count, 1920);
  REQUIRE_EQ(report.lifetime_bound.count, 1664);
  REQUIRE_EQ(report.fragmentation, 256.0 / 1920.0);
  const std::vector<Bytes> curve{{1024}, {1664}, {896}, {1024}, {1536}, {512}};
  REQUIRE(report.curve == curve);
  REQUIRE_EQ(report.peak_step, 1u);
  REQUIRE((report.at_peak == std::vector{TensorId(0), TensorId(2)}));
}

/// Sizes are rounded up to the plan's alignment, and equal ones stay in order of index; the first peak counts.
TEST_CASE("rounds up") {
  const Graph g = intervals({{"a", 3, 0, 1}, {"b", 0, 0, 2}, {"c", 9, 0, 1}, {"d", 5, 0, 1}, {"e", 25, 1, 2}});
  const Report report = make_report(g, plan_at(g, {0, 96, 8, 24, 0}, 8));
  REQUIRE_EQ(report.footprint.count, 32);  // what is empty has no end
  REQUIRE_EQ(report.lifetime_bound.count, 32);
  REQUIRE_EQ(report.fragmentation, 0.0);
  REQUIRE_EQ(report.peak_step, 0u);
  REQUIRE((report.at_peak == std::vector{TensorId(2), TensorId(0), TensorId(3)}));
}

/// The tensors at the peak sum to it exactly, which is the largest value of the curve.
TEST_CASE("the peak sums up") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Graph g = random_graph({.seed = seed, .operators = 40, .streams = 1 + seed % 4, .groups = 2});
    Plan plan;
    plan.alignment = {seed % 2 == 0 ? 1 : 16};
    plan.offsets.resize(g.tensor_count());
    const Report report = make_report(g, plan);
    std::int64_t sum = 0;
    for (TensorId t : report.at_peak) sum += round_up(g.size(t).count, plan.alignment.count);
    REQUIRE_EQ(sum, report.curve[report.peak_step].count);
    REQUIRE_EQ(report.lifetime_bound, *std::ranges::max_element(report.curve));
    REQUIRE(std::ranges::is_sorted(report.at_peak, std::greater{},
                                   [&](TensorId t) { return round_up(g.size(t).count, plan.alignment.count); }));
  }
}

/// Operators could run in another order, in which a plan may be smaller; a time axis fixes it.
TEST_CASE("bounds are of an order where there are others") {
  Graph::Data data = intervals({{"a", 3, 0, 1}, {"b", 4, 0, 2}}).data();
  const std::string in_this_order = no_plan(Graph(data));
  data.times = {0, 5, 9};
  const std::string at_all = no_plan(Graph(data));
  REQUIRE_NE(in_this_order, at_all);
  REQUIRE_EQ(no_plan(graph_of("op a @0")), at_all);
  REQUIRE((no_plan(one_sync()) != at_all && no_plan(one_sync()) != in_this_order));
}

TEST_CASE("nothing at all") {
  const Report report = make_report(Graph(), Plan());
  REQUIRE_EQ(report.footprint.count, 0);
  REQUIRE_EQ(report.fragmentation, 0.0);
  REQUIRE((report.curve.empty() && report.at_peak.empty()));
}

TEST_CASE("gaps") {
  REQUIRE_EQ(gap({150}, {100}), 0.5);
  REQUIRE_EQ(gap({100}, {100}), 0.0);
  REQUIRE_EQ(gap({100}, {0}), 0.0);
}

TEST_CASE("peaks of streams are those of their curves") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 4 + seed, .streams = 1 + seed % 5});
    const auto uses = stream_uses(graph, lifetimes(graph));
    REQUIRE_EQ(uses.size(), graph.stream_count());
    Bytes made;
    for (StreamId s : graph.streams()) {
      const auto curve = curve_by_counting(graph, s);
      const auto top = std::ranges::max_element(curve);
      REQUIRE_EQ(uses[s.index()].peak.count, *top);
      if (*top > 0) REQUIRE_EQ(uses[s.index()].peak_step, static_cast<std::uint32_t>(top - curve.begin()));
      made += uses[s.index()].made;
    }
    for (TensorId t : graph.tensors())
      if (graph.producer(t).valid()) made -= graph.size(t);
    REQUIRE_EQ(made, Bytes{0});
  }
}

TEST_CASE("a stream without operators has nothing, and views have no bytes of their own") {
  const auto peak = [](const Graph& graph) { return stream_uses(graph, lifetimes(graph)).at(0).peak.count; };
  REQUIRE(stream_uses(Graph(), {}).empty());
  REQUIRE_EQ(peak(graph_of("streams: 3\nt x 5 : - -> !")), 0);
  REQUIRE_EQ(peak(graph_of("op a b c d; t x 16 : a -> b; t v 8 : b -> c; t y 20 : d ->; view v x")), 20);
}

TEST_CASE("powers of two") {
  REQUIRE_EQ(bins(of_sizes({})), "");
  REQUIRE_EQ(bins(of_sizes({0, 0})), "0-1:2=0");
  REQUIRE_EQ(bins(of_sizes({1})), "1-2:1=1");
  REQUIRE_EQ(bins(of_sizes({4, 7, 8, 3, 5})), "2-4:1=3 4-8:3=16 8-16:1=8");
  REQUIRE_EQ(bins(of_sizes({2, 16})), "2-4:1=2 4-8:0=0 8-16:0=0 16-32:1=16");
  REQUIRE_EQ(bins(of_sizes({64, 0})), "0-1:1=0 64-128:1=64");
  REQUIRE_EQ(bins(of_sizes({kMaxTensorSize.count})), "9007199254740992-18014398509481984:1=9007199254740992");
}

TEST_CASE("every tensor is in one bin") {
  std::mt19937_64 engine(2);
  for (int round = 0; round < 100; ++round) {
    std::vector<std::int64_t> sizes;
    for (int k = 0; k < 40; ++k) sizes.push_back(static_cast<std::int64_t>(engine() >> (11 + engine() % 53)));
    const Graph graph = of_sizes(sizes);
    std::vector<int> seen(sizes.size());
    std::int64_t last = 0;
    for (const SizeBin& bin : size_distribution(graph)) {
      REQUIRE((bin.from.count >= last && bin.from < bin.to));
      last = bin.to.count;
      Bytes bytes;
      std::size_t count = 0;
      for (const TensorId t : graph.tensors()) {
        if (graph.size(t) < bin.from || graph.size(t) >= bin.to) continue;
        ++seen[t.index()];
        ++count;
        bytes += graph.size(t);
      }
      REQUIRE_EQ(bin.count, count);
      REQUIRE_EQ(bin.bytes, bytes);
    }
    REQUIRE(std::ranges::all_of(seen, [](int times) { return times == 1; }));
  }
}

TEST_CASE("rows add up exactly and hold every tensor once") {
  const Graph graph = make_training_graph({.layers = 6, .streams = 5});
  const auto tensors = all_tensors(graph);
  for (const ContributorBy by : kAll)
    for (const std::int64_t alignment : {1, 7, 512})
      for (const std::size_t most : {std::size_t{2}, std::size_t{3}, std::size_t{5}, std::size_t{1000}}) {
        const Contributors out = contributors(graph, tensors, {alignment}, by, most);
        REQUIRE(out.rows.size() <= most);
        Bytes sum;
        std::multiset<TensorId> seen;
        std::set<std::string> classes;
        for (const Contributor& row : out.rows) {
          sum += row.bytes;
          seen.insert(row.tensors.begin(), row.tensors.end());
          Bytes bytes;
          std::set<std::string> here;
          for (TensorId t : row.tensors) {
            bytes += Bytes{(graph.size(t).count + alignment - 1) / alignment * alignment};
            here.insert(class_of(graph, t, by));
          }
          REQUIRE_EQ(row.bytes.count, bytes.count);
          REQUIRE_EQ(row.merged, here.size());
          REQUIRE_EQ(row.is == Contributor::Is::others, here.size() > 1);
          for (const std::string& name : here) REQUIRE(classes.insert(name).second);  // no class in two rows
          if (row.is == Contributor::Is::named) REQUIRE_EQ(row.label, *here.begin());
        }
        REQUIRE_EQ(sum.count, out.total.count);
        REQUIRE_EQ(out.total.count, rounded_total(graph, tensors, {alignment}).count);
        REQUIRE_EQ(std::vector<TensorId>(seen.begin(), seen.end()), tensors);
        // Largest first; what is merged is nowhere larger than what is not.
        std::map<std::string, std::int64_t> bytes;
        for (TensorId t : tensors)
          bytes[class_of(graph, t, by)] += (graph.size(t).count + alignment - 1) / alignment * alignment;
        std::vector<std::int64_t> sizes;
        for (const auto& [name, size] : bytes) sizes.push_back(size);
        std::ranges::sort(sizes, std::greater{});
        const std::size_t whole = sizes.size() <= most ? sizes.size() : most - 1;
        for (std::size_t r = 0; r < whole; ++r) REQUIRE_EQ(out.rows[r].bytes.count, sizes[r]);
      }
}

TEST_CASE("what has no name says why") {
  const Graph graph = graph_of("op a @0 b @1\nt in 5 : - -> a\nt x 9 : a -> b\nt y 9 : b -> !");
  const auto by_stream = contributors(graph, all_tensors(graph), {1}, ContributorBy::stream);
  REQUIRE_EQ(by_stream.rows.size(), 3u);
  REQUIRE_EQ(by_stream.rows[0].label, "stream 0");  // ties: as first met
  REQUIRE_EQ(by_stream.rows[1].label, "stream 1");
  REQUIRE(by_stream.rows[2].is == Contributor::Is::input);
  const auto by_phase = contributors(graph, all_tensors(graph), {1}, ContributorBy::phase);
  REQUIRE(by_phase.rows[0].is == Contributor::Is::unnamed);
  REQUIRE_EQ(by_phase.rows[0].bytes.count, 18);
  REQUIRE(contributors(graph, {}, {1}, ContributorBy::op).rows.empty());
}

/// Of equals, those met first stay; of as many as there may be, all do.
TEST_CASE("ties are merged from the last") {
  const Graph graph = graph_of("op a @0 b @1 c @2\nt x 9 : a -> !\nt y 9 : b -> !\nt z 9 : c -> !");
  const auto rows = [&](std::size_t most) {
    std::vector<std::string> out;
    for (const Contributor& row : contributors(graph, all_tensors(graph), {1}, ContributorBy::stream, most).rows)
      out.push_back(row.is == Contributor::Is::others ? text(row.merged, " others") : row.label);
    return out;
  };
  REQUIRE_EQ(rows(2), (std::vector<std::string>{"stream 0", "2 others"}));
  REQUIRE_EQ(rows(3), (std::vector<std::string>{"stream 0", "stream 1", "stream 2"}));
}

/// What is alive at the peak adds up to the bound of lifetimes, the clique to its weight.
TEST_CASE("bounds are what their tensors add up to") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Bytes alignment{seed % 3 == 0 ? 16 : 1};
    const PlanningCase c(random_graph({.seed = seed, .operators = 40, .streams = 1 + seed % 4}), alignment.count);
    const Graph& graph = c.graph;
    const Bounds bounds = quick_bounds(c.problem);
    REQUIRE_EQ(bounds.alignment.count, alignment.count);
    const auto life = lifetimes(graph);
    const auto alive = alive_at(graph, life, bounds.peak_step);
    REQUIRE_EQ(rounded_total(graph, alive, alignment).count, bounds.lifetime.bytes.count);
    const ProvedBound clique = heaviest_clique(c.problem).value();
    for (const ContributorBy by : kAll)
      REQUIRE_EQ(contributors(graph, clique.tensors, alignment, by).total.count, clique.bytes.count);
  }
}
