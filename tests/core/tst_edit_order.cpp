// SPDX-License-Identifier: Apache-2.0
// Edits of syncs and of the global order, against happens-before and orders found by trying everything.
#include "core/insight/edit/edits.h"
#include "core/insight/simulate/ancestors.h"
#include "tests/support/core_test.h"
#include "tests/support/description.h"
#include "tests/support/durations.h"
#include "tests/support/training_graph.h"
#include "tests/support/whatif_reference.h"

namespace {

using Arcs = OperatorPairs;

Graph small_graph(std::uint64_t seed) {
  return with_random_durations(
      random_graph({.seed = seed, .operators = 5 + seed % 16, .streams = 1 + seed % 6, .syncs = seed % 9}), seed, 9);
}

/// The description with its operators in that order (by what was their place).
Description reordered(const Graph& graph, const std::vector<std::size_t>& order) {
  Description d(graph);
  const auto before = d.operators;
  for (std::size_t k = 0; k < order.size(); ++k) d.operators[k] = before[order[k]];
  return d;
}

/// Arcs from one to the other, by relaxing all of them as often as there are operators; 0: there is no way.
std::size_t shortest(const Arcs& arcs, std::size_t operators, std::size_t from, std::size_t to) {
  std::vector<std::size_t> reached(operators, operators);
  reached[from] = 0;
  for (std::size_t round = 0; round < operators; ++round)
    for (auto [a, b] : arcs) reached[b] = std::min(reached[b], reached[a] + 1);
  return reached[to] == operators ? 0 : reached[to];
}

/// The operators that a reason names behind its last colon.
std::vector<std::string> cycle_of(const std::string& text) {
  return split(split(text, ": ").back(), " → ");
}

bool is_legal(const Graph& graph, const std::vector<std::size_t>& order) {
  const auto place = [&](OperatorId o) { return std::ranges::find(order, o.index()) - order.begin(); };
  for (TensorId t : graph.tensors())
    for (OperatorId use : graph.consumers(t))
      if (graph.producer(t).valid() && use != graph.producer(t) && place(graph.producer(t)) > place(use)) return false;
  return std::ranges::all_of(graph.control(), [&](auto edge) { return place(edge.before) < place(edge.after); });
}

/// The names form a ring of arcs, one of them the sync that was asked for.
void verify_cycle(const Graph& graph, OperatorId before, OperatorId after, const std::string& text) {
  const auto cycle = cycle_of(text);
  REQUIRE_MESSAGE((cycle.size() >= 3 && cycle.front() == cycle.back()), text);
  REQUIRE_EQ(cycle[0], std::string(graph.name(before)));
  REQUIRE_EQ(cycle[1], std::string(graph.name(after)));
  const Arcs arcs = arcs_by_definition(graph);
  for (std::size_t k = 1; k + 1 < cycle.size(); ++k) {
    if (cycle[k].starts_with("…") || cycle[k + 1].starts_with("…")) continue;
    const std::pair arc(graph.find_operator(cycle[k]).index(), graph.find_operator(cycle[k + 1]).index());
    REQUIRE_MESSAGE(std::ranges::find(arcs, arc) != arcs.end(), text);
  }
}

void verify_added(const Graph& graph, OperatorId before, OperatorId after, const EditedGraph& edited) {
  REQUIRE_EQ(difference(edited.graph, rebuilt_with(graph, {before, after}).value()), "");
  REQUIRE_EQ(edited.operators.empty(), before < after);
  for (std::size_t o = 0; o < edited.operators.size(); ++o)
    REQUIRE_EQ(edited.graph.name(edited.operators[o]), graph.name(OperatorId(o)));
}

/// Every pair of operators of many graphs: refused exactly where a cycle would close, the cycle named being one; else
/// the graph is the one of the description, in the order closest to the one there was.
TEST_CASE("adds every sync that closes no cycle") {
  std::size_t refused = 0, turned = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = small_graph(seed);
    const auto reach = closure(graph.operator_count(), arcs_by_definition(graph));
    for (OperatorId before : graph.operators())
      for (OperatorId after : graph.operators()) {
        if (before == after || std::ranges::count(graph.control(), ControlEdge{before, after}) > 0) continue;
        const auto edited = add_sync(graph, before, after);
        REQUIRE_EQ(edited.has_value(), !reach[after.index()][before.index()]);
        if (!edited) {
          ++refused;
          verify_cycle(graph, before, after, fault_text(edited));
        } else {
          if (after < before) ++turned;
          verify_added(graph, before, after, *edited);
          const ControlEdge added{before, after};
          if (before < after) REQUIRE_EQ(difference(remove_syncs(edited->graph, {&added, 1})->graph, graph), "");
        }
      }
  }
  REQUIRE((refused > 500 && turned > 500));
}

TEST_CASE("refusals name what is in the way") {
  const Graph g = graph_of("op a @0 b @1 c @0 d @1; t x 1 : a -> b; sync b c");
  const auto [a, b, c, d] = std::tuple(OperatorId(0), OperatorId(1), OperatorId(2), OperatorId(3));
  REQUIRE_EQ(fault_text(add_sync(g, c, a)), says("c → a c → a → c"));
  REQUIRE_EQ(fault_text(add_sync(g, c, b)), says("c → b c → b → c"));
  REQUIRE_EQ(fault_text(add_sync(g, d, a)), says("d → a d → a → b → d"));
  REQUIRE_EQ(fault_text(add_sync(g, b, c)), says("b → c"));
  REQUIRE_EQ(fault_text(add_sync(g, b, b)), says("\"b\""));
  REQUIRE(!add_sync(g, b, OperatorId(4)));
  REQUIRE_EQ(fault_text(add_sync(g, d, c)), "");
  REQUIRE(!remove_syncs(g, {}));
  const ControlEdge twice[] = {{b, c}, {b, c}};
  REQUIRE(!remove_syncs(g, twice));
  REQUIRE_EQ(fault_text(move_to_step(g, b, 0)), says("\"b\" \"a\" \"b\" \"x\" \"a\""));
  REQUIRE_EQ(fault_text(move_to_step(g, b, 2)), says("\"b\" \"c\" b → c"));
  REQUIRE_EQ(fault_text(move_to_step(g, b, 1)), says("\"b\""));
  REQUIRE_EQ(fault_text(move_to_step(g, b, 4)), says("4"));
}

/// Ids that the graph does not have are left out, as syncs against the order are: their syncs are not looked up.
TEST_CASE("many syncs are added at once, without those that join no operators") {
  const Graph g = graph_of("op a @0\nop b @1\nop c @0\nsync a b");
  const OperatorId a(0), b(1), c(2), none, far(5'000'000);
  const ControlEdge unknown[] = {{none, none}, {far, none}, {far, a}, {c, far}, {c, b}, {a, b}};
  REQUIRE(!add_syncs_in_order(g, unknown));
  const ControlEdge some[] = {{far, none}, {a, c}, {a, c}, {c, a}, {b, c}};
  REQUIRE_EQ(difference(must(add_syncs_in_order(g, some)).graph, add_sync(add_sync(g, a, c)->graph, b, c)->graph),
             std::string());
}

TEST_CASE("a time axis fixes the order") {
  Description d(graph_of("op a @0 b @1 c @2"));
  d.times = {0, 5, 6, 9};
  const Graph g = d.build();
  const OperatorId a(0), b(1), c(2);
  REQUIRE(!move_to_step(g, a, 2));
  REQUIRE_EQ(allowed_steps(g, b).begin, 1u);
  REQUIRE_EQ(allowed_steps(g, b).end, 2u);
  REQUIRE_EQ(fault_text(add_sync(g, c, a)), says("c → a"));
  d.control.emplace_back("a", "c");
  REQUIRE_EQ(difference(add_sync(g, a, c)->graph, d.build()), "");
}

TEST_CASE("removes what is given and keeps the rest in order") {
  Description d(graph_of("op a b c"));
  d.control = {{"a", "b"}, {"a", "c"}, {"a", "b"}, {"b", "c"}, {"a", "b"}};
  const Graph g = d.build();
  const OperatorId a(0), b(1), c(2);
  const ControlEdge going[] = {{a, b}, {b, c}, {a, b}};
  d.control = {{"a", "b"}, {"a", "c"}};
  REQUIRE_EQ(difference(remove_syncs(g, going)->graph, d.build()), "");
}

/// What is listed can go, all at once, and nothing more could: each sync that stays changes happens-before.
TEST_CASE("redundant is what changes nothing") {
  std::size_t listed = 0, kept = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Description d(
        random_graph({.seed = seed, .operators = 5 + seed % 16, .streams = 1 + seed % 6, .syncs = 3 + seed % 17}));
    if (seed % 3 == 0) d.control.push_back(d.control.front());
    const Graph graph = d.build();
    const auto redundant = must(redundant_syncs(graph));
    REQUIRE(std::ranges::is_sorted(redundant));
    const auto reach = closure(graph.operator_count(), arcs_by_definition(graph));
    const auto without = [&](const std::set<std::size_t>& gone) {
      Description left(graph);
      for (std::size_t i = graph.control().size(); i-- > 0;)
        if (gone.contains(i)) left.control.erase(left.control.begin() + std::ptrdiff_t(i));
      return closure(graph.operator_count(), arcs_by_definition(left.build()));
    };
    std::set<std::size_t> gone(redundant.begin(), redundant.end());
    REQUIRE(without(gone) == reach);
    for (std::size_t i = 0; i < graph.control().size(); ++i) {
      if (gone.contains(i)) continue;
      ++kept;
      gone.insert(i);
      REQUIRE(without(gone) != reach);
      gone.erase(i);
    }
    listed += gone.size();
  }
  REQUIRE((listed > 200 && kept > 200));
}

/// Every operator to every step: done exactly where no data arc or sync would lead back.
TEST_CASE("moves wherever no arc leads back") {
  std::size_t done = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = small_graph(seed);
    for (OperatorId op : graph.operators())
      for (std::size_t step = 0; step < graph.operator_count(); ++step) {
        std::vector<std::size_t> order;
        for (std::size_t o = 0; o < graph.operator_count(); ++o)
          if (o != op.index()) order.push_back(o);
        order.insert(order.begin() + std::ptrdiff_t(step), op.index());
        const bool legal = is_legal(graph, order);
        REQUIRE_EQ(allowed_steps(graph, op).contain(step), legal);
        const auto edited = move_to_step(graph, op, step);
        REQUIRE_EQ(edited.has_value(), legal && step != op.index());
        (edited ? done : refused) += 1;
        if (!edited) continue;
        REQUIRE_EQ(difference(edited->graph, reordered(graph, order).build()), "");
        REQUIRE_EQ(edited->operators[op.index()], OperatorId(step));
        const auto back = must(move_to_step(edited->graph, OperatorId(step), op.index()));
        REQUIRE_EQ(difference(back.graph, graph), "");
      }
  }
  REQUIRE((done > 1000 && refused > 1000));
}

TEST_CASE("a detour is a shortest one") {
  int found = 0, none = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Graph graph = random_graph({.seed = seed, .operators = 6 + seed % 12, .streams = 2 + seed % 3, .syncs = 6});
    for (std::size_t k = 0; k < graph.control().size(); ++k) {
      const ControlEdge sync = graph.control()[k];
      const Arcs arcs = arcs_by_definition(graph, k);
      const std::size_t length = shortest(arcs, graph.operator_count(), sync.before.index(), sync.after.index());
      const std::vector<OperatorId> way = detour(graph, sync);
      REQUIRE_EQ(way.empty() ? 0 : way.size() - 1, length);
      ++(length > 0 ? found : none);
      if (way.empty()) continue;
      REQUIRE_EQ(way.front(), sync.before);
      REQUIRE_EQ(way.back(), sync.after);
      for (std::size_t i = 1; i < way.size(); ++i)
        REQUIRE(std::ranges::binary_search(arcs, std::pair(way[i - 1].index(), way[i].index())));
    }
  }
  REQUIRE(found > 100);
  REQUIRE(none > 100);
}

TEST_CASE("a copy of the sync is a detour") {
  const Graph once = graph_of("op a @0 b @1\nsync a b");
  const Graph twice = graph_of("op a @0 b @1\nsync a b\nsync a b");
  REQUIRE(detour(once, once.control()[0]).empty());
  REQUIRE_EQ(detour(twice, twice.control()[0]), (std::vector{OperatorId(0), OperatorId(1)}));
}

TEST_CASE("far ends of a detour are not looked for") {
  const Graph graph = graph_of("op a b c d @0\nsync a d");
  REQUIRE_EQ(detour(graph, graph.control()[0], 3).size(), std::size_t{4});
  REQUIRE(detour(graph, graph.control()[0], 2).empty());
}

}  // namespace
