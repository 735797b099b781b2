// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

#include "core/check/running_order.h"
#include "core/edit/order_edits.h"
#include "core/graph/operator_order.h"
#include "core/order/interleaved_peak.h"
#include "core/order/order.h"
#include "tests/start/test_entry.h"
#include "tests/support/exhaustive.h"
#include "tests/support/graphs.h"
#include "tests/support/orders.h"
#include "tests/support/zoo.h"

using namespace stowage;
using Sequence = std::vector<OperatorId>;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

namespace {

Sequence as_given(const Graph& graph) {
  return {graph.operators().begin(), graph.operators().end()};
}

Graph small_graph(std::uint64_t seed, std::size_t operators = 7) {
  return test::random_graph({.seed = seed,
                             .operators = operators,
                             .streams = 2 + seed % 3,
                             .fan = 1 + seed % 2,
                             .window = 5,
                             .syncs = seed % 4,
                             .plain = seed % 2 == 0});
}

/// The heaviest set of tensors that are unsafe in pairs, by looking at all sets.
std::int64_t heaviest_set(const Graph& graph, const Pairs& pairs) {
  std::vector<std::uint32_t> unsafe(graph.tensor_count());
  for (const auto& [i, j] : pairs) unsafe[j] |= 1U << i;
  std::vector<std::int64_t> bytes(std::size_t{1} << graph.tensor_count());  // -1: no such set
  std::int64_t most = 0;
  for (std::uint32_t set = 1; set < bytes.size(); ++set) {
    const auto last = static_cast<std::size_t>(std::bit_width(set) - 1);
    const std::uint32_t others = set & ~(1U << last);
    const bool fits = bytes[others] >= 0 && (others & ~unsafe[last]) == 0 && graph.is_needed(TensorId(last));
    bytes[set] = fits ? bytes[others] + graph.size(TensorId(last)).count : -1;
    most = std::max(most, bytes[set]);
  }
  return most;
}

/// Calls visit(sequence) with every run one at a time in which each stream keeps its local order.
void for_each_run(const Graph& graph, const std::function<void(const Sequence&)>& visit) {
  std::vector<std::size_t> heads(graph.stream_count());
  std::vector<std::size_t> waits(graph.operator_count());
  for (OperatorId o : graph.operators())
    for_each_successor(graph, o, [&](OperatorId after) { ++waits[after.index()]; });
  Sequence run;
  const std::function<void()> go_on = [&] {
    if (run.size() == graph.operator_count()) return visit(run);
    for (StreamId s : graph.streams()) {
      const auto local = graph.operators_of(s);
      std::size_t& head = heads[s.index()];
      if (head == local.size() || waits[local[head].index()] > 0) continue;
      const OperatorId o = local[head++];
      run.push_back(o);
      for_each_successor(graph, o, [&](OperatorId after) { --waits[after.index()]; });
      go_on();
      for_each_successor(graph, o, [&](OperatorId after) { ++waits[after.index()]; });
      run.pop_back();
      --head;
    }
  };
  go_on();
}

/// Names of the operators of each stream, as they run there.
std::vector<std::vector<std::string>> local_orders(const Graph& graph, const Sequence& sequence) {
  std::vector<std::vector<std::string>> out(graph.stream_count());
  for (OperatorId o : sequence) out[graph.stream(o).index()].emplace_back(graph.name(o));
  return out;
}

Bytes peak_in(const Graph& graph, const Sequence& sequence) {
  return interleaved_peak(with_order(graph, sequence).graph).value();
}

}  // namespace

class TestStreamsOrder : public QObject {
  Q_OBJECT
 private slots:
  void which_graphs_have_several_streams() {
    QVERIFY(!has_several_streams(test::graph_of("op a @0\nop b @0")));
    QVERIFY(!has_several_streams(test::graph_of("streams: 0 1\nop a @1\nop b @1")));
    QVERIFY(has_several_streams(test::graph_of("op a @0\nop b @1")));
    QVERIFY(!has_several_streams(test::graph_of("")));
  }

  /// Every order has the peak of the heaviest set of tensors that brute force finds in it.
  void the_interleaved_peak_by_brute_force() {
    int checked = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      const Graph graph = small_graph(seed, 4 + seed % 5);
      if (graph.tensor_count() > 15) continue;
      ++checked;
      const Graph ordered = with_order(graph, test::some_order(graph, seed)).graph;
      QCOMPARE(interleaved_peak(ordered).value().count,
               heaviest_set(ordered, test::unsafe_pairs_by_definition(ordered)));
    }
    QVERIFY(checked > 150);
  }

  /// No run has a larger peak; with one stream there is one run.
  void the_interleaved_peak_is_above_that_of_every_run() {
    int above = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      const Graph graph = small_graph(seed, 7);
      const Bytes peak = interleaved_peak(graph).value();
      Bytes most;
      for_each_run(graph, [&](const Sequence& run) { most = std::max(most, theoretical_peak(graph, run)); });
      QVERIFY(most <= peak);
      above += theoretical_peak(graph, as_given(graph)) < peak ? 1 : 0;
      const Graph one = test::random_graph({.seed = seed, .operators = 9, .streams = 1});
      QCOMPARE(interleaved_peak(one).value(), theoretical_peak(one, as_given(one)));
    }
    QVERIFY(above > 50);
  }

  /// Exhaustive: the least footprint of any plan is never below it.
  void no_plan_is_smaller() {
    int checked = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      const Graph graph = test::with_small_sizes(small_graph(seed, 4), seed, 3);
      if (graph.tensor_count() > 7) continue;
      ++checked;
      const Graph ordered = with_order(graph, test::some_order(graph, seed)).graph;
      QVERIFY(interleaved_peak(ordered).value().count <=
              test::least_footprint(ordered, test::unsafe_pairs_by_definition(ordered), 1));
    }
    QVERIFY(checked > 50);
  }

  /// Never worse than either; what it says of itself is so.
  void an_order_for_several_streams() {
    using Source = StreamsOrder::Source;
    std::array<int, 4> sources{};
    int below_both = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      const Graph graph = small_graph(seed, 8 + seed % 20);
      if (!has_several_streams(graph)) continue;
      const Sequence found = test::some_order(graph, seed);
      const StreamsOrder chosen = suit_streams(graph, found).value();
      QVERIFY(is_order(graph, chosen.sequence));
      QCOMPARE(chosen.interleaved, peak_in(graph, chosen.sequence));
      QCOMPARE(chosen.given_interleaved, interleaved_peak(graph).value());
      QVERIFY(chosen.interleaved <= chosen.given_interleaved);
      QVERIFY(chosen.interleaved <= peak_in(graph, found));
      QVERIFY(chosen.interleaved <= peak_in(graph, test::greedy_order(graph)));
      ++sources[static_cast<std::size_t>(chosen.source)];
      below_both += chosen.interleaved < std::min(chosen.given_interleaved, peak_in(graph, found)) ? 1 : 0;
      if (chosen.source == Source::given) QCOMPARE(chosen.sequence, as_given(graph));
      if (chosen.source == Source::found) QCOMPARE(chosen.sequence, found);
      // Streams keep their operators, which run there as the sequence has them.
      const Graph ordered = with_order(graph, chosen.sequence).graph;
      QCOMPARE(local_orders(ordered, as_given(ordered)), local_orders(graph, chosen.sequence));
      QCOMPARE(suit_streams(graph, found)->sequence, chosen.sequence);  // deterministic
    }
    for (const int count : sources) QVERIFY(count > 5);
    QVERIFY(below_both > 20);
  }

  /// Then it is the best of the orders to begin with.
  void nothing_below_the_floor_is_looked_for() {
    int further = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const Graph graph = small_graph(seed, 20);
      const Sequence found = test::some_order(graph, seed);
      const Bytes best =
          std::min({interleaved_peak(graph).value(), peak_in(graph, found), peak_in(graph, test::greedy_order(graph))});
      QCOMPARE(suit_streams(graph, found, best)->interleaved, best);
      further += suit_streams(graph, found)->interleaved < best ? 1 : 0;
    }
    QVERIFY(further > 10);
  }

  /// Whoever stops it gets the better of the two that are to be compared.
  void stopped() {
    std::stop_source stop;
    stop.request_stop();
    Task task;
    task.stop = stop.get_token();
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const Graph graph = small_graph(seed, 20);
      const Sequence found = test::some_order(graph, seed);
      const auto chosen = suit_streams(graph, found, {}, task);
      QVERIFY(chosen.has_value());
      QCOMPARE(chosen->interleaved, std::min(peak_in(graph, found), interleaved_peak(graph).value()));
    }
  }

  void strategies_data() {
    QTest::addColumn<QString>("id");
    for (const OrderStrategy& strategy : order_strategies())
      QTest::newRow(std::string(strategy.id).c_str()) << QString::fromStdString(std::string(strategy.id));
  }
  void strategies() {
    QFETCH(QString, id);
    const OrderStrategy& strategy = *find_order_strategy(id.toStdString());
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const Graph graph = small_graph(seed, 6 + seed % 12);
      const auto ordered = make_order(strategy, graph, {}, Task::with_time_limit(60));
      QVERIFY(ordered.has_value());
      QVERIFY(is_order(graph, ordered->sequence));
      QVERIFY(ordered->lower_bound <= ordered->peak);
      const bool compared = id != "given" && has_several_streams(graph);
      QCOMPARE(ordered->interleaved.has_value(), compared);
      if (!compared) continue;
      QCOMPARE(ordered->interleaved->chosen, interleaved_peak(ordered->graph).value());
      QCOMPARE(ordered->interleaved->given, interleaved_peak(graph).value());
      QVERIFY(ordered->interleaved->chosen <= ordered->interleaved->given);
      // What is proved is proved of operators that run one at a time.
      QVERIFY(ordered->remark.find("no order needs less") == std::string::npos ||
              ordered->remark.starts_with("run one at a time"));
    }
  }

  /// LESCEA needs less than the given order one at a time, and more side by side.
  void a_training_step_on_many_streams() {
    const Graph graph = test::zoo_graph(test::zoo_network("resnet50"), {.stream_cap = 50});
    const Sequence greedy = find_order_strategy("lescea")->run(graph, {}, {})->sequence;
    const Bytes given = interleaved_peak(graph).value();
    QVERIFY(theoretical_peak(graph, greedy) < theoretical_peak(graph, as_given(graph)));
    QVERIFY(peak_in(graph, greedy) > given);
    const OrderedGraph ordered = make_order(*find_order_strategy("lescea"), graph).value();
    QVERIFY(static_cast<double>(ordered.interleaved->chosen.count) < 0.85 * static_cast<double>(given.count));
    QVERIFY2(ordered.remark.starts_with("mixed"), ordered.remark.c_str());
  }

  void what_is_no_order_is_named() {
    const Graph graph = test::graph_of("op a @0\nop b @0\nop c @1\nt x 1 : a -> b\nsync a c");
    const auto fault = [&](const std::vector<std::string>& names) {
      const auto order = running_order(graph, names);
      return order ? std::string() : order.error().text();
    };
    QCOMPARE(fault({"a", "c", "b"}), std::string());
    QCOMPARE(
        fault({"b", "a", "c"}),
        std::string(R"(/sequence/0: "b" runs before "a", for which it waits: tensor "x" leads from the latter to it)"));
    QCOMPARE(
        fault({"c", "a", "b"}),
        std::string(
            R"(/sequence/0: "c" runs before "a", for which it waits: a control edge leads from the latter to it)"));
    QVERIFY(fault({"b", "c", "a"}).starts_with(R"(/sequence/0: "b" runs before "a")"));
  }
};

STOWAGE_TEST(TestStreamsOrder);
#include "tst_streams_order.moc"
