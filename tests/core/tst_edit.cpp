// SPDX-License-Identifier: Apache-2.0
// Edits of streams, groups, sizes and durations: an edited graph is what GraphBuilder makes of its description.
#include "core/base/text.h"
#include "core/formats/readers.h"
#include "core/insight/edit/edits.h"
#include "core/insight/simulate/timing.h"
#include "tests/support/core_test.h"
#include "tests/support/description.h"

namespace {

using From = Duration::From;

/// A random graph with everything a file can say, unknown keys included.
Graph decorated_graph(std::uint64_t seed) {
  Description d(random_graph(
      {.seed = seed, .operators = 6 + seed % 20, .streams = 1 + seed % 5, .groups = seed % 4, .syncs = seed % 6}));
  d.extra = R"({"about": "kept"})";
  for (std::size_t s = 0; s < d.streams.size(); s += 2) {
    d.streams[s].name = "lane " + std::to_string(s);
    d.streams[s].extra = R"({"device": )" + std::to_string(s) + "}";
    d.streams[s].color = "#00aaf" + std::to_string(s % 10);
  }
  for (std::size_t o = 0; o < d.operators.size(); o += 3)
    d.operators[o].extra = R"({"line": )" + std::to_string(o) + "}", d.operators[o].kind = "Conv";
  for (std::size_t o = seed % 3; o < d.operators.size(); o += 2)
    if (seed % 2 == 0) d.operators[o].duration = {std::int64_t(1000 * o + 1), From(o % 4)};
  for (std::size_t t = 0; t < d.tensors.size(); t += 4)
    d.tensors[t].extra = R"({"shape": [)" + std::to_string(t) + "]}";
  for (std::size_t t = 0; t < d.tensors.size(); t += 7) {
    const auto holds = [&](const auto& group) { return std::ranges::find(group, d.tensors[t].name) != group.end(); };
    if (std::ranges::none_of(d.groups, holds)) d.tensors[t].alignment = 64;
  }
  return d.build();
}

/// The edited graph has the description's graph, and a file of it is read back as the same.
void compare_with(const Result<EditedGraph>& edited, const Description& expected) {
  REQUIRE_EQ(fault_text(edited), "");
  REQUIRE_EQ(difference(edited->graph, expected.build()), "");
  const Document read = must(read_graph_json(write_graph_json(edited->graph), "edited.json"));
  REQUIRE_EQ(difference(*read.graph, edited->graph), "");
}

Duration duration(const Graph& graph, std::string_view name) {
  return graph.duration(graph.find_operator(name));
}

/// a measured, b estimated, c unknown; all on one stream.
Graph three_operators() {
  Description d(graph_of("op a b c @0\nt x 10 : a -> b"));
  d.op("a").duration = {10, From::measured};
  d.op("b").duration = {7, From::estimated};
  return d.build();
}

constexpr OperatorId kA(0), kB(1), kC(2), kNone(9);

struct EditFixture {
  std::mt19937_64 random_{1};
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  template <class AnyId>
  std::vector<AnyId> some_of(std::size_t count) {
    std::vector<AnyId> out;
    for (std::size_t i = 0; i < count; ++i)
      if (below(3) == 0) out.emplace_back(i);
    if (out.empty()) out.emplace_back(below(count));
    return out;
  }
  /// Moves each of many random graphs through an edit and its description through the same, told in plain lists.
  template <class Edit, class Tell>
  void repeat(const Edit& edit, const Tell& tell) {
    std::size_t done = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
      CAPTURE(seed);
      const Graph graph = decorated_graph(seed);
      Description expected(graph);
      if (!tell(graph, expected)) continue;
      ++done;
      compare_with(edit(graph), expected);
    }
    REQUIRE(done > 20);
  }
};

TEST_CASE_FIXTURE(EditFixture, "moves to a stream") {
  std::vector<OperatorId> moved;
  StreamId to;
  repeat([&](const Graph& graph) { return move_to_stream(graph, moved, to); },
         [&](const Graph& graph, Description& d) {
           moved = some_of<OperatorId>(graph.operator_count());
           to = StreamId(below(graph.stream_count()));
           bool changed = false;
           for (OperatorId o : moved) {
             std::string& stream = d.operators[o.index()].stream;
             changed = changed || stream != d.streams[to.index()].key();
             stream = d.streams[to.index()].key();
           }
           return changed;
         });
}

TEST_CASE_FIXTURE(EditFixture, "moves to a new stream") {
  std::vector<OperatorId> moved;
  repeat([&](const Graph& graph) { return move_to_new_stream(graph, moved, "copies"); },
         [&](const Graph& graph, Description& d) {
           moved = some_of<OperatorId>(graph.operator_count());
           d.streams.push_back({.number = std::int64_t(d.streams.size()), .name = "copies", .color = {}, .extra = {}});
           for (OperatorId o : moved) d.operators[o.index()].stream = d.streams.back().key();
           return true;
         });
}

TEST_CASE_FIXTURE(EditFixture, "merges streams") {
  StreamId from, into;
  repeat([&](const Graph& graph) { return merge_streams(graph, from, into); },
         [&](const Graph& graph, Description& d) {
           from = StreamId(below(graph.stream_count()));
           into = StreamId(below(graph.stream_count()));
           if (from == into) return false;
           for (auto& op : d.operators)
             if (op.stream == d.streams[from.index()].key()) op.stream = d.streams[into.index()].key();
           d.streams.erase(d.streams.begin() + std::ptrdiff_t(from.index()));
           return true;
         });
}

TEST_CASE_FIXTURE(EditFixture, "puts all on one stream") {
  repeat([](const Graph& graph) { return all_on_one_stream(graph); },
         [](const Graph& graph, Description& d) {
           for (StreamId s : graph.streams()) {
             if (graph.operators_of(s).empty()) continue;
             d.streams = {d.streams[s.index()]};
             break;
           }
           for (auto& op : d.operators) op.stream = d.streams[0].key();
           return graph.stream_count() > 1;
         });
}

TEST_CASE_FIXTURE(EditFixture, "gives every operator its stream") {
  repeat([](const Graph& graph) { return one_stream_each(graph); },
         [](const Graph&, Description& d) {
           d.streams.clear();
           for (auto& op : d.operators) {
             d.streams.push_back({.number = std::int64_t(d.streams.size()), .name = op.name, .color = {}, .extra = {}});
             op.stream = d.streams.back().key();
           }
           return true;
         });
}

TEST_CASE_FIXTURE(EditFixture, "renames and recolors") {
  StreamId stream;
  repeat([&](const Graph& graph) { return rename_stream(graph, stream, "π \"quoted\""); },
         [&](const Graph& graph, Description& d) {
           stream = StreamId(below(graph.stream_count()));
           d.streams[stream.index()].name = "π \"quoted\"";
           return true;
         });
  repeat([&](const Graph& graph) { return recolor_stream(graph, stream, "#12ABcd"); },
         [&](const Graph& graph, Description& d) {
           stream = StreamId(below(graph.stream_count()));
           d.streams[stream.index()].color = "#12ABcd";
           return true;
         });
}

TEST_CASE_FIXTURE(EditFixture, "makes and dissolves groups") {
  std::vector<TensorId> members;
  repeat([&](const Graph& graph) { return make_group(graph, members); },
         [&](const Graph& graph, Description& d) {
           members.clear();
           for (TensorId t : graph.tensors())
             if (!graph.group(t).valid() && graph.alignment(t) == 1 && below(4) == 0) members.push_back(t);
           std::ranges::shuffle(members, random_);
           d.groups.emplace_back();
           for (TensorId t : members) d.groups.back().push_back(d.tensors[t.index()].name);
           return members.size() > 1;
         });
  GroupId group;
  repeat([&](const Graph& graph) { return dissolve_group(graph, group); },
         [&](const Graph& graph, Description& d) {
           if (graph.group_count() == 0) return false;
           group = GroupId(below(graph.group_count()));
           d.groups.erase(d.groups.begin() + std::ptrdiff_t(group.index()));
           return true;
         });
  repeat([](const Graph& graph) { return dissolve_groups(graph); },
         [](const Graph& graph, Description& d) {
           d.groups.clear();
           return graph.group_count() > 0;
         });
}

TEST_CASE_FIXTURE(EditFixture, "reorders groups and takes members out") {
  GroupId group;
  std::vector<TensorId> members;
  repeat([&](const Graph& graph) { return reorder_group(graph, group, members); },
         [&](const Graph& graph, Description& d) {
           if (graph.group_count() == 0) return false;
           group = GroupId(below(graph.group_count()));
           members.assign(graph.members(group).begin(), graph.members(group).end());
           std::ranges::rotate(members, members.begin() + 1);
           std::ranges::rotate(d.groups[group.index()], d.groups[group.index()].begin() + 1);
           return true;
         });
  TensorId member;
  repeat([&](const Graph& graph) { return remove_from_group(graph, member); },
         [&](const Graph& graph, Description& d) {
           if (graph.group_count() == 0) return false;
           const std::size_t g = below(graph.group_count());
           const std::size_t k = below(d.groups[g].size());
           member = graph.members(GroupId(g))[k];
           if (d.groups[g].size() == 2)
             d.groups.erase(d.groups.begin() + std::ptrdiff_t(g));
           else
             d.groups[g].erase(d.groups[g].begin() + std::ptrdiff_t(k));
           return true;
         });
}

TEST_CASE_FIXTURE(EditFixture, "scales and sets sizes") {
  std::vector<TensorId> tensors;
  constexpr Factor kFactor{3, 7};
  repeat([&](const Graph& graph) { return scale_sizes(graph, tensors, kFactor); },
         [&](const Graph& graph, Description& d) {
           tensors = some_of<TensorId>(graph.tensor_count());
           bool changed = false;
           for (TensorId t : tensors) {
             std::int64_t& size = d.tensors[t.index()].size;
             const std::int64_t before = size;
             size = before * 3 / 7 + (before * 3 % 7 == 0 ? 0 : 1);
             changed = changed || size != before;
           }
           return changed;
         });
  repeat([&](const Graph& graph) { return set_sizes(graph, tensors, Bytes{77}); },
         [&](const Graph& graph, Description& d) {
           tensors = some_of<TensorId>(graph.tensor_count());
           for (TensorId t : tensors) d.tensors[t.index()].size = 77;
           return true;
         });
}

TEST_CASE_FIXTURE(EditFixture, "a stream that was left is removed") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = decorated_graph(seed);
    const OperatorId op(below(graph.operator_count()));
    const auto moved = move_to_new_stream(graph, {&op, 1}, "away");
    const auto back = move_to_stream(moved->graph, {&op, 1}, graph.stream(op));
    REQUIRE_EQ(difference(remove_stream(back->graph, StreamId(graph.stream_count()))->graph, graph), "");
  }
}

TEST_CASE_FIXTURE(EditFixture, "refuses with the reason") {
  const Graph g = graph_of(R"(
      streams: 0 1 2; op a @0 b c @1
      t x 10 : a -> b; t y 10 : b -> c; t z 10 : b -> c
      group x y)");
  const OperatorId a(0), b(1), c(2), bc[] = {b, c}, none(9);
  const TensorId x(0), z(2), xz[] = {x, z}, zz[] = {z, z};
  REQUIRE_EQ(fault_text(move_to_stream(g, {&a, 1}, StreamId(0))), says("\"a\" 0"));
  REQUIRE_EQ(fault_text(move_to_stream(g, bc, StreamId(1))), says("1"));
  REQUIRE_EQ(fault_text(remove_stream(g, StreamId(0))), says("\"a\" 0"));
  REQUIRE_EQ(fault_text(remove_stream(g, StreamId(1))), says("\"b\" 1 1"));
  REQUIRE_EQ(fault_text(remove_stream(g, StreamId(2))), "");
  REQUIRE_EQ(fault_text(rename_stream(g, StreamId(0), "stream 1")), says("\"stream 1\""));
  REQUIRE_EQ(fault_text(recolor_stream(g, StreamId(0), "red")), says("\"red\" #0072b2"));
  REQUIRE_EQ(fault_text(make_group(g, xz)), says("\"x\" \"y\""));
  REQUIRE_EQ(fault_text(make_group(g, zz)), says("\"z\""));
  REQUIRE_EQ(fault_text(remove_from_group(g, z)), says("\"z\""));
  REQUIRE_EQ(fault_text(scale_all_sizes(g, {0, 1})), says("0 2^31"));
  const std::set<std::string> others = {fault_text(move_to_stream(g, {}, StreamId(1))),
                                        fault_text(move_to_stream(g, {&none, 1}, StreamId(1))),
                                        fault_text(move_to_stream(g, {&a, 1}, StreamId(3))),
                                        fault_text(merge_streams(g, StreamId(1), StreamId(1))),
                                        fault_text(make_group(g, {&z, 1})),
                                        fault_text(reorder_group(g, GroupId(0), xz)),
                                        fault_text(scale_all_sizes(g, {1, 1}))};
  REQUIRE_EQ(others.size(), 7u);
  REQUIRE(!others.contains(""));
}

TEST_CASE_FIXTURE(EditFixture, "refuses alignments of their own in groups") {
  Description d(graph_of("op a\nt x 1 : a ->\nt y 1 : a ->"));
  d.tensor("y").alignment = 64;
  const TensorId both[] = {TensorId(0), TensorId(1)};
  REQUIRE_EQ(fault_text(make_group(d.build(), both)), says("\"y\""));
}

TEST_CASE_FIXTURE(EditFixture, "sizes stay below their limits") {
  Description d;
  d.streams.push_back({});
  for (int i = 0; i < 127; ++i) d.tensors.push_back({std::to_string(i), {}, {}, {}, {}, kMaxTensorSize.count});
  d.tensors.push_back({"last", {}, {}, {}, {}, 1});
  const Graph g = d.build();
  const TensorId first(0), last(127);
  REQUIRE_EQ(fault_text(scale_sizes(g, {&last, 1}, {2147483648, 1})), "");
  REQUIRE_EQ(fault_text(scale_sizes(g, {&first, 1}, {2147483648, 2147483647})), says("\"0\" 2^53"));
  REQUIRE_EQ(fault_text(set_sizes(g, {&last, 1}, kMaxTensorSize)), says("2^60"));
  REQUIRE_EQ(fault_text(set_sizes(g, {&last, 1}, Bytes{kMaxTensorSize.count - 1})), "");
  REQUIRE_EQ(fault_text(set_sizes(g, {&last, 1}, kMaxTensorSize + Bytes{1})), says("\"last\" 2^53"));
  REQUIRE(!set_sizes(g, {&last, 1}, Bytes{-1}));
}

/// 10 · 1.1 in floating point is a little more than 11.
TEST_CASE_FIXTURE(EditFixture, "factors are exact") {
  const Graph g = graph_of("op a\nt x 10 : a ->");
  REQUIRE_EQ(scale_all_sizes(g, {11, 10})->graph.size(TensorId(0)).count, 11);
  REQUIRE_EQ(scale_all_sizes(g, {1, 3})->graph.size(TensorId(0)).count, 4);
}

TEST_CASE_FIXTURE(EditFixture, "new numbers are free") {
  Description d(graph_of("streams: 7 3\nop a @3"));
  REQUIRE_EQ(unused_stream_number(d.build()), 8);
  d.streams[0].number = std::int64_t{1} << 53;
  d.streams.push_back({.number = 0, .name = {}, .color = {}, .extra = {}});
  REQUIRE_EQ(unused_stream_number(d.build()), 1);
  d.streams.push_back({.number = std::numeric_limits<std::int64_t>::max(), .name = {}, .color = {}, .extra = {}});
  REQUIRE_EQ(unused_stream_number(d.build()), 1);
}

/// Other texts than "#rrggbb" are kept as they are; what is no text is a fault.
TEST_CASE_FIXTURE(EditFixture, "colors of files are kept") {
  const auto file = [](const std::string& color) {
    return R"({"format": "stowage-graph", "version": 1, "streams": [{"id": 0, "color": )" + color +
           R"(}], "nodes": [{"id": "a", "stream": 0}], "tensors": []})";
  };
  const auto read = must(read_graph_json(file("\"tomato\""), "g.json"));
  REQUIRE_EQ(read.graph->info(StreamId(0)).color, "tomato");
  REQUIRE(write_graph_json(*read.graph).find(R"("color": "tomato")") != std::string::npos);
  REQUIRE((!is_color("tomato") && is_color("#0072b2") && is_color("#0072B2") && !is_color("#0072b") &&
           !is_color("#0072bg") && !is_color("") && !is_color("00072b2")));
  REQUIRE_EQ(error_of(read_graph_json(file("5"), "g.json")).faults[0].place, "/streams/0/color");
}

TEST_CASE_FIXTURE(EditFixture, "sets and scales durations") {
  std::vector<OperatorId> operators;
  constexpr Duration kTime{123'456, From::unsaid};
  repeat([&](const Graph& graph) { return set_durations(graph, operators, kTime); },
         [&](const Graph& graph, Description& d) {
           operators = some_of<OperatorId>(graph.operator_count());
           for (OperatorId o : operators) d.operators[o.index()].duration = kTime;
           return true;
         });
  // Where they are from is kept.
  constexpr Factor kFactor{3, 7};
  repeat([&](const Graph& graph) { return scale_durations(graph, operators, kFactor); },
         [&](const Graph& graph, Description& d) {
           operators = some_of<OperatorId>(graph.operator_count());
           bool changed = false;
           for (OperatorId o : operators) {
             std::int64_t& time = d.operators[o.index()].duration.nanoseconds;
             const std::int64_t before = time;
             if (time > 0) time = std::max<std::int64_t>(1, (2 * time * 3 + 7) / 14);  // the nearest to time · 3/7
             changed = changed || time != before;
           }
           if (!changed) REQUIRE(!scale_durations(graph, operators, kFactor));
           return changed;
         });
}

TEST_CASE_FIXTURE(EditFixture, "the makespan is scaled as all durations are") {
  for (std::uint64_t seed = 2; seed <= 100; seed += 2) {
    CAPTURE(seed);
    const Graph before = decorated_graph(seed);
    const auto tripled = scale_all_durations(before, {3, 1});
    REQUIRE_EQ(timing_of(tripled->graph).makespan, 3 * timing_of(before).makespan);
    REQUIRE_EQ(difference(scale_all_durations(tripled->graph, {1, 3})->graph, before), "");
  }
}

TEST_CASE("a known duration is never rounded to an unknown one") {
  const Graph short_ones = scale_all_durations(three_operators(), {1, 1000})->graph;
  REQUIRE_EQ(duration(short_ones, "a"), Duration{1, From::measured});
  REQUIRE_EQ(duration(short_ones, "b"), Duration{1, From::estimated});
  REQUIRE_EQ(duration(short_ones, "c"), Duration());
}

TEST_CASE("factors of durations are exact, and halves are rounded up") {
  const Graph g = three_operators();
  REQUIRE_EQ(duration(scale_all_durations(g, {11, 10})->graph, "a").nanoseconds, 11);
  REQUIRE_EQ(duration(scale_all_durations(g, {1, 2})->graph, "b").nanoseconds, 4);
  REQUIRE_EQ(duration(scale_all_durations(g, {1, 3})->graph, "a").nanoseconds, 3);
}

TEST_CASE("a graph whose durations were all taken away has none") {
  const OperatorId both[] = {kA, kB};
  const auto edited = must(set_durations(three_operators(), both, {0, From::measured}));
  REQUIRE(!edited.graph.has_durations());
  const auto again = set_durations(edited.graph, {&kC, 1}, {5, From::unsaid});
  REQUIRE(again->graph.has_durations());
  REQUIRE_EQ(duration(again->graph, "a"), Duration());
  REQUIRE_EQ(duration(again->graph, "c"), Duration{5, From::unsaid});
}

TEST_CASE("refuses durations with the reason") {
  const Graph g = three_operators();
  const std::set<std::string> reasons = {
      fault_text(set_durations(g, {}, {5})), fault_text(set_durations(g, {&kNone, 1}, {5})),
      fault_text(set_durations(g, {&kA, 1}, {-1})), fault_text(set_durations(g, {&kA, 1}, {10, From::measured}))};
  REQUIRE_EQ(reasons.size(), 4u);
  REQUIRE(!reasons.contains(""));
  REQUIRE_EQ(fault_text(set_durations(g, {&kA, 1}, {10, From::unsaid})), "");
  for (const auto& unchanged :
       {set_durations(g, {&kC, 1}, {0}), scale_all_durations(g, {1, 1}), scale_durations(g, {&kC, 1}, {2, 1})})
    REQUIRE(reasons.contains(fault_text(unchanged)));
  REQUIRE_EQ(fault_text(scale_all_durations(g, {0, 1})), says("0 2^31"));
}

TEST_CASE("durations stay below their limits") {
  Description d;
  d.streams.push_back({});
  for (int i = 0; i < 127; ++i)
    d.operators.push_back({std::to_string(i), "0", {}, {}, {}, {kMaxDuration, From::measured}});
  d.operators.push_back({"last", "0", {}, {}, {}, {1, From::measured}});
  const Graph g = d.build();
  const OperatorId first(0), last(127);
  REQUIRE_EQ(fault_text(scale_durations(g, {&last, 1}, {2147483648, 1})), "");
  REQUIRE_EQ(fault_text(scale_durations(g, {&first, 1}, {2147483648, 2147483647})), says("\"0\" 2^53"));
  REQUIRE_EQ(fault_text(set_durations(g, {&last, 1}, {kMaxDuration})), says("2^60"));
  REQUIRE_EQ(fault_text(set_durations(g, {&last, 1}, {kMaxDuration - 1})), "");
  REQUIRE_EQ(fault_text(set_durations(g, {&last, 1}, {kMaxDuration + 1})), says("\"last\" 2^53"));
}

}  // namespace
