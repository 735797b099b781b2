// SPDX-License-Identifier: Apache-2.0
#include "core/insight/loops/loop_plan.h"
#include "tests/support/core_test.h"
#include "tests/support/results.h"

namespace {

/// A tensor that a loop runs so often, in iteration `outer` of what encloses it.
using Iterations = std::function<std::size_t(const LoopPlan& loop, std::size_t outer)>;

/// A value, and where it lies now.
struct Held {
  std::int64_t address = 0;
  int value = 0;
};
using Where = std::function<std::int64_t(TensorId)>;

class Machine {
 public:
  explicit Machine(const Iterations& iterations) : iterations_(iterations) {}

  void run(const Graph& graph, const LoopsPlan& loops, const Plan& plan) {
    std::vector<int> values(graph.tensor_count());
    const Where where = [&](TensorId t) { return plan.offsets[t.index()].value; };
    for (TensorId t : graph.tensors())
      if (!graph.producer(t).valid()) values[t.index()] = make(where(t), graph.size(t));
    for (OperatorId o : graph.operators()) step(graph, o, loops.loops, where, values, 0);
    for (TensorId t : graph.tensors())
      if (graph.is_output(t)) look(graph, t, where(t), values[t.index()], "the end");
  }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  int make(std::int64_t address, Bytes size) {
    const int value = ++made_;
    const auto at = static_cast<std::size_t>(address), count = static_cast<std::size_t>(size.count);
    memory_.resize(std::max(memory_.size(), at + count));
    std::fill_n(memory_.begin() + address, count, value);
    length_.push_back(size.count);
    return value;
  }

  /// As much of it as there ever was: tensors that take turns may differ in size.
  void look(const Graph& graph, TensorId t, std::int64_t address, int value, const std::string& who) {
    const std::int64_t size = std::min(graph.size(t).count, length_[static_cast<std::size_t>(value)]);
    for (std::int64_t b = 0; b < size && fault_.empty(); ++b)
      if (memory_[static_cast<std::size_t>(address + b)] != value)
        fault_ = who + " of " + graph.name() + " finds byte " + std::to_string(b) + " of " +
                 std::string(graph.name(t)) + " overwritten at " + std::to_string(address + b);
  }

  void step(const Graph& graph, OperatorId o, const std::vector<LoopPlan>& loops, const Where& where,
            std::vector<int>& values, std::size_t iteration) {
    const auto look_at_inputs = [&] {
      for (TensorId t : graph.inputs(o))
        if (graph.producer(t) != o) look(graph, t, where(t), values[t.index()], std::string(graph.name(o)));
    };
    look_at_inputs();
    for (const LoopPlan& loop : loops)
      if (loop.node == o) run_loop(graph, loop, where, values, iterations_(loop, iteration));
    for (TensorId t : graph.outputs(o)) values[t.index()] = make(where(t), graph.size(t));
    look_at_inputs();
  }

  /// `body` without the buffers of inner loops: those come in with the plan alone.
  void run_loop(const Graph& graph, const LoopPlan& loop, const Where& outside, const std::vector<int>& outside_values,
                std::size_t iterations) {
    const Graph& body = loop.loop->body;
    std::size_t now = 0;
    const auto address = [&](const LoopPlace& place) {
      if (place.outside.valid()) return outside(place.outside);
      return loop.workspaces.empty() ? 0 : outside(loop.workspaces[place.buffer]) + place.offset;
    };
    const Where where = [&](TensorId t) {
      if (loop.views[t.index()].empty()) fault_ = std::string(body.name(t)) + " lies nowhere";
      return fault_.empty() ? address(loop.views[t.index()].at(now)) : 0;
    };
    const auto is_made = [&](std::string_view name) {
      return std::ranges::any_of(graph.outputs(loop.node), [&](TensorId t) { return graph.name(t) == name; });
    };
    std::vector<int> values(body.tensor_count());
    for (TensorId t : body.tensors()) {
      if (body.producer(t).valid()) continue;
      const TensorId same = graph.find_tensor(body.name(t));
      const bool found = same.valid() && std::ranges::count(graph.inputs(loop.node), same) > 0;
      if (found)
        values[t.index()] = outside_values[same.index()];
      else if (!loop.views[t.index()].empty())  // else nobody may ever ask for it
        values[t.index()] = make(where(t), body.size(t));
    }
    for (; now < iterations && fault_.empty(); ++now) {
      for (OperatorId o : body.operators()) step(body, o, loop.inner, where, values, now);
      const std::string end = "the end of iteration " + std::to_string(now);
      for (TensorId t : body.tensors())
        if (body.is_output(t) || is_made(body.name(t))) look(body, t, where(t), values[t.index()], end);
      const std::vector<int> before = values;
      for (const auto& [into, from] : loop.loop->carry) values[into.index()] = before[from.index()];
    }
  }

  const Iterations& iterations_;
  std::vector<int> memory_;              // by address: the value that was written there last
  std::vector<std::int64_t> length_{0};  // by value
  int made_ = 0;
  std::string fault_;
};

/// Runs a graph and its loops on a memory of bytes, in which every value that is made leaves its own mark, after what
/// the graph and its carries mean alone; the plan says only where things lie. Every operator must find its inputs whole
/// when it starts and when it has written its outputs; at the end of an iteration, what the loop is to leave must be
/// whole where whoever comes after the loop looks for it. What goes wrong first, or an empty text. `plan` is of the
/// graph with the loops' buffers.
std::string run_on_machine(const Graph& graph, const LoopsPlan& loops, const Plan& plan, const Iterations& iterations) {
  Machine machine(iterations);
  machine.run(graph, loops, plan);
  return machine.fault();
}

using Names = std::vector<std::pair<std::string, std::string>>;

Loop loop_of(Graph body, const Names& carry) {
  Loop out{std::move(body), {}};
  for (const auto& [into, from] : carry)
    out.carry.push_back({tensor_named(out.body, into), tensor_named(out.body, from)});
  return out;
}

/// The graph with that operator a loop.
Graph with_loop(const Graph& graph, const std::string& op, Loop loop) {
  Graph::Data data = graph.data();
  data.loops.emplace(graph.find_operator(op).index(), std::make_shared<const Loop>(std::move(loop)));
  return Graph(std::move(data));
}

/// An operator that is the loop, and nothing around it; `consumed`: what it finds outside, "w 8" a word.
Graph alone(Loop loop, const std::string& consumed = "") {
  return with_loop(graph_of("op pre loop @0\n" + consumed), "loop", std::move(loop));
}

Loop convolution() {
  return loop_of(graph_of("op conv @0\nt x 8 : - -> conv\nt w 3 : - -> conv\nt y 8 : conv ->"), {{"x", "y"}});
}

/// x[c] = conv(x[c - distance])
Loop delayed(std::size_t distance) {
  std::string text = "op conv @0\n";
  Names carry;
  const auto x = [](std::size_t k) { return "x" + std::to_string(k); };
  for (std::size_t k = 0; k < distance; ++k) {
    text += "t " + x(k) + " 4 : - ->" + (k == 0 ? " conv" : "") + "\n";
    carry.emplace_back(x(k), k + 1 < distance ? x(k + 1) : "y");
  }
  return loop_of(graph_of(text + "t y 4 : conv ->"), carry);
}

/// Several such side by side, with so many places.
Loop rings_of(const std::vector<std::size_t>& places) {
  std::string text;
  Names carry;
  for (std::size_t r = 0; r < places.size(); ++r) {
    const std::string name = std::to_string(r), op = "f" + name;
    text += "op " + op + " @0\nt y" + name + " 4 : " + op + " ->\n";
    for (std::size_t k = 0; k + 1 < places[r]; ++k) {
      const auto x = [&](std::size_t at) { return "x" + name + "." + std::to_string(at); };
      text += "t " + x(k) + " 4 : - ->" + (k == 0 ? " " + op : "") + "\n";
      carry.emplace_back(x(k), k + 2 < places[r] ? x(k + 1) : "y" + name);
    }
  }
  return loop_of(graph_of(text), carry);
}

LoopsPlan planned(const Graph& graph, std::int64_t alignment = 1) {
  return must(plan_loops(graph, {alignment}));
}

/// The slots of a tensor's places, numbered as they appear in the first table of the loop that is asked for.
std::vector<int> turns(const LoopPlan& loop, const std::string& name, const std::string& numbered_by) {
  std::vector<std::pair<std::size_t, std::int64_t>> seen;
  const auto number = [&](const LoopPlace& place) {
    if (place.outside.valid()) return -1;
    const std::pair key(place.buffer, place.offset);
    const auto at = std::ranges::find(seen, key);
    if (at == seen.end()) seen.push_back(key);
    return static_cast<int>(std::ranges::find(seen, key) - seen.begin());
  };
  for (const LoopPlace& place : loop.views[tensor_named(*loop.body, numbered_by).index()].repeat) number(place);
  const LoopView& view = loop.views[tensor_named(*loop.body, name).index()];
  std::vector<int> out;
  for (const LoopPlace& place : view.first) out.push_back(number(place));
  for (const LoopPlace& place : view.repeat) out.push_back(number(place));
  return out;
}

/// Every unrolled plan through the validator, companions at one address.
std::string fault_of(const LoopPlan& loop) {
  if (std::string fault = plan_faults(*loop.unrolled, loop.plan); !fault.empty()) return fault;
  for (const LoopPlan& inner : loop.inner)
    if (std::string fault = fault_of(inner); !fault.empty()) return fault;
  return {};
}

std::string run(const Graph& graph, const Iterations& iterations, std::int64_t alignment = 1) {
  const LoopsPlan loops = planned(graph, alignment);
  for (const LoopPlan& loop : loops.loops)
    if (std::string fault = fault_of(loop); !fault.empty()) return fault;
  const PlanningCase c(*loops.graph, alignment);
  for (const char* strategy : {"so.size.best", "mo.size.first", "so.source.first"}) {
    const Plan plan = c.plan(strategy);
    if (std::string fault = plan_faults(c.graph, plan); !fault.empty()) return fault;
    if (std::string fault = run_on_machine(graph, loops, plan, iterations); !fault.empty()) return fault;
  }
  return {};
}
std::size_t fifty(const LoopPlan&, std::size_t) {
  return 50;
}

#define RUNS(graph, ...)                               \
  do {                                                 \
    const std::string fault = run(graph, __VA_ARGS__); \
    REQUIRE_MESSAGE(fault.empty(), fault);             \
  } while (false)

/// A body of a few operators on a few streams, with read-only tensors, and with carries among all that it has.
Loop random_loop(std::mt19937_64& engine, bool one_size, const std::string& prefix) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(engine() % n); };
  const std::size_t operators = 1 + below(6), streams = 1 + below(3), present = 1 + below(5);
  std::string text;
  const auto op = [&](std::size_t k) { return prefix + "o" + std::to_string(k); };
  const auto size = [&] { return std::to_string(one_size ? 6 : 1 + below(12)); };
  for (std::size_t k = 0; k < operators; ++k) text += "op " + op(k) + " @" + std::to_string(below(streams)) + "\n";
  std::vector<std::string> names, starts;
  for (std::size_t k = 0; k < present; ++k) {
    const std::string name = "p" + std::to_string(k);
    text += "t " + name + " " + size() + " : - ->";
    for (std::size_t u = below(3); u-- > 0;) text += " " + op(below(operators));
    text += "\n";
    names.push_back(name);
    starts.push_back(name);
  }
  for (std::size_t k = 0; k < operators; ++k)
    for (std::size_t made = 1 + below(2); made-- > 0;) {
      const std::string name = prefix + "t" + std::to_string(k) + "." + std::to_string(made);
      text += "t " + name + " " + size() + " : " + op(k) + " ->";
      for (std::size_t u = below(3); u-- > 0;)
        if (k + 1 < operators) text += " " + op(k + 1 + below(operators - k - 1));
      if (below(9) == 0) text += " " + op(k);
      if (below(6) == 0) text += " !";
      text += "\n";
      names.push_back(name);
    }
  Names carry;
  for (const std::string& into : starts)
    if (below(4) > 0) carry.emplace_back(into, names[below(names.size())]);
  return loop_of(graph_of(text), carry);
}

/// x is read while y is written, so they need two places, which they take in turns.
TEST_CASE("convolution of the paper") {
  const LoopsPlan loops = planned(alone(convolution()));
  const LoopPlan& loop = loops.loops.at(0);
  REQUIRE_EQ(loop.rings.repeat, 2u);
  REQUIRE_EQ(loop.rings.rings.at(0).places, 2u);
  REQUIRE_EQ(turns(loop, "x", "x"), (std::vector<int>{0, 1}));
  REQUIRE_EQ(turns(loop, "y", "x"), (std::vector<int>{1, 0}));
  REQUIRE_EQ(loop.plan.footprint, Bytes{8 + 8 + 3});
  REQUIRE(loop.plan.proved_optimal);
  REQUIRE_EQ(loop.unrolled->operator_count(), 4u);  // two copies, a test after each
  RUNS(alone(convolution()), fifty);
}

/// Its first value in memory of the caller's: x has a place of its own in iteration 0.
TEST_CASE("convolution from outside") {
  const Graph graph = alone(convolution(), "t x 8 : pre -> loop\nt w 3 : pre -> loop\nt y 8 : loop -> !");
  const LoopsPlan loops = planned(graph);
  const LoopPlan& loop = loops.loops.at(0);
  const LoopView& x = loop.views[tensor_named(*loop.body, "x").index()];
  REQUIRE_EQ(x.first.size(), 1u);
  REQUIRE_EQ(x.first[0].outside, tensor_named(graph, "x"));
  REQUIRE_EQ(turns(loop, "x", "y"), (std::vector<int>{-1, 0, 1}));
  REQUIRE_EQ(turns(loop, "y", "y"), (std::vector<int>{0, 1}));
  REQUIRE_EQ(turns(loop, "w", "y"), (std::vector<int>{-1, -1}));
  REQUIRE_EQ(loop.plan.footprint, Bytes{16});  // w is where it was
  RUNS(graph, fifty);
}

/// What x held is not needed any more when y is made: they share one place, and the hole between is used.
TEST_CASE("shared place") {
  const Loop loop = loop_of(graph_of("op a b c @0\nt x 8 : - -> a\nt s 2 : a -> b\nt h 8 : b -> b\n"
                                     "t m 2 : b -> c\nt y 8 : c ->"),
                            {{"x", "y"}});
  const LoopsPlan loops = planned(alone(loop));
  REQUIRE_EQ(loops.loops[0].rings.repeat, 1u);
  REQUIRE_EQ(turns(loops.loops[0], "y", "x"), (std::vector<int>{0}));
  REQUIRE_EQ(turns(loops.loops[0], "h", "x"), (std::vector<int>{0}));
  REQUIRE_EQ(loops.loops[0].plan.footprint, Bytes{12});
  RUNS(alone(loop), fifty);
}

/// One place more than iterations that a value is kept for; every tensor goes round them all.
TEST_CASE("delays") {
  for (const std::size_t d : {1, 2, 4}) {
    CAPTURE(d);
    const LoopsPlan loops = planned(alone(delayed(d)));
    const LoopPlan& loop = loops.loops[0];
    REQUIRE_EQ(loop.rings.repeat, d + 1);
    for (std::size_t k = 0; k <= d; ++k) {
      std::vector<int> expected;
      for (std::size_t c = 0; c <= d; ++c) expected.push_back(static_cast<int>((k + c) % (d + 1)));
      REQUIRE_EQ(turns(loop, k < d ? "x" + std::to_string(k) : "y", "x0"), expected);
    }
    REQUIRE_EQ(loop.plan.footprint, Bytes{4 * (std::int64_t(d) + 1)});
    RUNS(alone(delayed(d)), fifty);
    std::string outside;
    for (std::size_t k = 0; k < d; ++k) outside += "t x" + std::to_string(k) + " 4 : pre -> loop\n";
    RUNS(alone(delayed(d), outside), fifty);
  }
}

/// Two that change places: nothing is ever moved, the names are.
TEST_CASE("swap") {
  const auto loop = [] {
    return loop_of(graph_of("op use @0\nt a 4 : - -> use\nt b 4 : - -> use\nt r 1 : use -> !"),
                   {{"a", "b"}, {"b", "a"}});
  };
  const LoopsPlan loops = planned(alone(loop()));
  REQUIRE(loops.loops[0].rings.rings.at(0).kind == Ring::Kind::cycle);
  REQUIRE_EQ(loops.loops[0].rings.repeat, 2u);
  REQUIRE_EQ(turns(loops.loops[0], "a", "a"), (std::vector<int>{0, 1}));
  REQUIRE_EQ(turns(loops.loops[0], "b", "a"), (std::vector<int>{1, 0}));
  RUNS(alone(loop()), fifty);
  const Graph outside = alone(loop(), "t a 4 : pre -> loop\nt b 4 : pre -> loop");
  REQUIRE_EQ(planned(outside).loops[0].plan.footprint, Bytes{1});
  RUNS(outside, fifty);
}

/// A ring of two and one of three come round together after six.
TEST_CASE("rings of different lengths") {
  const auto loop = loop_of(graph_of("op f g @0\nt x 4 : - -> f\nt y 4 : f ->\nt u 4 : - -> g\nt v 4 : - ->\n"
                                     "t z 4 : g ->"),
                            {{"x", "y"}, {"u", "v"}, {"v", "z"}});
  REQUIRE_EQ(planned(alone(loop)).loops[0].rings.repeat, 6u);
  RUNS(alone(loop), fifty);
}

/// Carried from what never changes; from two sides; from itself; and from what runs in a circle.
TEST_CASE("unusual carries") {
  const auto body = [] { return graph_of("op f @0\nt x 4 : - -> f\nt z 4 : - -> f\nt w 4 : - -> f\nt y 4 : f ->"); };
  for (const Names& carry :
       {Names{{"x", "w"}}, Names{{"x", "z"}, {"z", "w"}}, Names{{"x", "x"}}, Names{{"x", "y"}, {"z", "y"}},
        Names{{"x", "y"}, {"z", "x"}, {"w", "x"}}, Names{{"x", "z"}, {"z", "x"}, {"w", "x"}}}) {
    RUNS(alone(loop_of(body(), carry)), fifty);
    RUNS(alone(loop_of(body(), carry), "t z 4 : pre -> loop"), fifty);
    RUNS(alone(loop_of(body(), carry), "t x 4 : pre -> loop\nt w 4 : pre -> loop"), fifty);
  }
}

/// The longest chain of two that join goes through the ring; a ring takes the size of the largest.
TEST_CASE("sizes that differ") {
  const auto loop = loop_of(graph_of("op f @0\nt x 4 : - -> f\nt y 7 : f ->"), {{"x", "y"}});
  const LoopsPlan loops = planned(alone(loop));
  REQUIRE_EQ(loops.loops[0].rings.rings[0].size, Bytes{7});
  REQUIRE_EQ(loops.loops[0].plan.footprint, Bytes{14});
  RUNS(alone(loop), fifty);
}

/// The buffers of the inner loop are workspaces of the outer body, elsewhere in each of its copies.
TEST_CASE("nested") {
  const auto inner = [] {
    return loop_of(graph_of("op conv @0\nt h 8 : - -> conv\nt k 5 : - -> conv\nt g 8 : conv ->"), {{"h", "g"}});
  };
  const auto graph = [&](const std::string& outside) {
    Graph body = graph_of(
        "op pre inner post @0\nt x 8 : - -> pre\nt h 8 : pre -> inner\n"
        "t r 8 : inner -> post\nt y 8 : post ->");
    return alone(loop_of(with_loop(body, "inner", inner()), {{"x", "y"}}), outside);
  };
  for (const std::string outside : {"", "t x 8 : pre -> loop"}) {
    const LoopsPlan loops = planned(graph(outside));
    REQUIRE_EQ(loops.loops[0].inner.size(), 1u);
    REQUIRE_EQ(loops.loops[0].inner[0].rings.repeat, 2u);
    RUNS(graph(outside), fifty);
    RUNS(graph(outside), [](const LoopPlan& loop, std::size_t outer) { return loop.inner.empty() ? outer % 4 : 50; });
  }
}

/// Every plan valid, every value where it is looked for, whatever is carried from where.
TEST_CASE("random loops") {
  std::mt19937_64 engine(5);
  std::size_t repeats = 0, refused = 0;
  for (int round = 0; round < 1500; ++round) {
    const bool one_size = round % 3 != 0;
    Loop loop = random_loop(engine, one_size, "");
    if (round % 2 == 0) {  // one of its operators is a loop itself, which finds what that operator reads
      const std::string name(loop.body.name(OperatorId(engine() % loop.body.operator_count())));
      loop.body = with_loop(loop.body, name, random_loop(engine, one_size, "i"));
    }
    std::string outside;
    for (TensorId t : loop.body.tensors())
      if (!loop.body.producer(t).valid() && engine() % 3 == 0)
        outside +=
            "t " + std::string(loop.body.name(t)) + " " + std::to_string(loop.body.size(t).count) + " : pre -> loop\n";
    const Graph graph = alone(std::move(loop), outside);
    const auto loops = plan_loops(graph);
    if (!loops) {  // only this is allowed: sizes that cannot go together
      REQUIRE_MESSAGE(!one_size, loops.error().text());
      ++refused;
      continue;
    }
    repeats += loops->loops[0].rings.repeat > 1;
    const auto iterations = [](const LoopPlan& l, std::size_t outer) { return l.workspaces.size() + outer % 5 + 9; };
    const std::string fault = run(graph, iterations, round % 5 == 0 ? 4 : 1);
    REQUIRE_MESSAGE(fault.empty(), ("round " + std::to_string(round) + ": " + fault));
  }
  REQUIRE_MESSAGE((repeats > 500 && refused < 500), (std::to_string(repeats) + " " + std::to_string(refused)));
}

/// What counts is how large the copies are, not how many there are.
TEST_CASE("many copies") {
  REQUIRE_EQ(planned(alone(delayed(99))).loops[0].rings.repeat, 100u);
  RUNS(alone(rings_of({5, 7, 9})), [](const LoopPlan&, std::size_t) { return 400; });
  REQUIRE_EQ(planned(alone(rings_of({5, 7, 9}))).loops[0].rings.repeat, 315u);
}

TEST_CASE("refusals") {
  const auto reason = [](const Graph& graph) { return error_of(plan_loops(graph)).text(); };
  const std::string body = "op conv end @0\nt x 8 : - -> conv\nt y 8 : conv -> end\nt z 8 : end ->\n";
  const auto sharing = [&](const std::string& how) { return alone(loop_of(graph_of(body + how), {{"x", "z"}})); };
  REQUIRE_EQ(reason(sharing("view z y")), says("/nodes/1/loop/views/0: \"loop\" \"z\""));
  REQUIRE_EQ(reason(sharing("must z y")), says("/nodes/1/loop/in_place/0: \"loop\" \"z\""));
  REQUIRE(plan_loops(sharing("over z y")).has_value());  // a permission need not be used
  REQUIRE_EQ(reason(alone(convolution(), "t w 5 : pre -> loop")), says("\"loop\" \"w\" 3 5"));
  const auto swap = loop_of(graph_of("op use @0\nt a 4 : - -> use\nt b 7 : - -> use"), {{"a", "b"}, {"b", "a"}});
  REQUIRE_EQ(reason(alone(swap, "t a 4 : pre -> loop")), says("\"loop\" \"a\" 4 7"));  // b does not fit there
  // Five rings of 13, 11, 9, 8 and 7 places: 13 × 11 × 9 × 8 × 7 iterations.
  REQUIRE_EQ(reason(alone(rings_of({7, 8, 9, 11, 13}))),
             says("\"loop\" 72072 \"y4\" 13 \"y3\" 11 \"y2\" 9 \"y1\" 8 1 48 50000"));
  REQUIRE_EQ(reason(alone(rings_of({31, 37, 41, 43, 47, 53, 59}))), says("\"loop\" 1000000000"));
  std::string many = "op f @0\n";
  for (int k = 0; k <= 50'000; ++k) many += "t t" + std::to_string(k) + " 1 : f ->\n";
  REQUIRE_EQ(reason(alone(loop_of(graph_of(many), {}))), says("\"loop\" 50001 50000"));
  const auto grouped =
      loop_of(graph_of("op f @0\nt x 4 : - -> f\nt y 4 : f ->\nt z 4 : f ->\ngroup y z"), {{"x", "y"}});
  REQUIRE_EQ(reason(alone(grouped)), says("\"loop\" \"y\""));
  REQUIRE_EQ(plan_loops(alone(convolution()), {1}, Task::with_time_limit(-1)).error().kind, Error::Kind::timed_out);
}

/// Groups of what is made and used within one iteration stay together in every copy.
TEST_CASE("groups in a body") {
  const auto loop = loop_of(
      graph_of("op f g @0\nt x 4 : - -> f\nt a 4 : f -> g\nt b 2 : f -> g\nt y 4 : g -> !\ngroup b a"), {{"x", "y"}});
  RUNS(alone(loop), fifty);
}

/// Tensors of their own alignment: all buffers of the loop move as one, aligned for the strictest.
TEST_CASE("own alignments") {
  const auto aligned = [](std::vector<std::uint32_t> alignments) {
    Loop loop = convolution();
    Graph::Data data = loop.body.data();
    data.tensor_alignment = std::move(alignments);
    loop.body = Graph(std::move(data));
    return alone(loop);
  };
  const LoopsPlan loops = planned(aligned({16, 1, 8}));
  REQUIRE_EQ(loops.loops[0].workspaces.size(), 1u);
  REQUIRE_EQ(loops.graph->alignment(loops.loops[0].workspaces[0]), 16u);
  REQUIRE(loops.loops[0].joined > 1);
  REQUIRE_EQ(planned(alone(convolution())).loops[0].joined, 0u);
  RUNS(aligned({16, 1, 8}), fifty);
  REQUIRE_EQ(error_of(plan_loops(aligned({1U << 30U, 1, 3}))).text(), says("\"loop\" 2^30"));
}

/// What the loop leaves is whole at its end, be it made there or held; of what it holds, no use is the last.
TEST_CASE("results") {
  const auto loop = [] {
    return loop_of(graph_of("op f g @0\nt x 4 : - -> f\nt s 4 : f -> g\nt y 4 : g ->"), {{"x", "y"}});
  };
  REQUIRE_EQ(planned(alone(loop())).loops[0].rings.repeat, 1u);
  REQUIRE_EQ(planned(alone(loop(), "t y 4 : loop -> !")).loops[0].rings.repeat, 1u);
  REQUIRE_EQ(planned(alone(loop(), "t x 4 : loop -> !")).loops[0].rings.repeat, 2u);
  for (const char* outside : {"t y 4 : loop -> !", "t x 4 : loop -> !", "t s 4 : loop -> !"})
    RUNS(alone(loop(), outside), fifty);
}

/// A graph without loops stays as it is.
TEST_CASE("no loops") {
  const Graph graph = one_sync();
  REQUIRE_EQ(planned(graph).graph->tensor_count(), graph.tensor_count());
  REQUIRE(planned(graph).loops.empty());
}

}  // namespace
