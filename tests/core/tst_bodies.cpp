// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <random>

#include "core/formats/readers.h"
#include "core/graph/claims.h"
#include "core/graph/laid_out.h"
#include "core/insight/bodies/count.h"
#include "core/insight/bodies/edit_bodies.h"
#include "core/insight/bodies/lay_out.h"
#include "core/insight/edit/same_graph.h"
#include "core/insight/simulate/explain.h"
#include "tests/support/core_test.h"
#include "tests/support/results.h"

namespace {

std::shared_ptr<const Graph> laid_out(const Graph& graph) {
  return must(lay_out_bodies(std::make_shared<const Graph>(graph)));
}

/// Executes a graph with bodies at the places of a plan. A value is a number, written into every byte of its tensor;
/// whoever reads it must find it whole. How often loops run, and which branches, is drawn.
class Runner {
 public:
  Runner(const Graph& flat, const Plan& plan, std::uint64_t seed)
      : tables_(flat.laid_out()->tables), plan_(plan), engine_(seed), bytes_(bytes_of(plan.footprint)) {
    const Graph& graph = *flat.laid_out()->source;
    const Scope scope{graph, "", [&](TensorId t) { return plan_.offsets[t.index()].value; }};
    Held held(graph.tensor_count());
    for (TensorId t : graph.tensors())
      if (!graph.producer(t).valid() && graph.is_needed(t)) held[t.index()] = write(scope, t);
    std::vector<OperatorId> order = flat.laid_out()->operators;  // pieces of an operator are in one piece
    order.erase(std::ranges::unique(order).begin(), order.end());
    run(scope, order, held);
    for (TensorId t : graph.tensors())
      if (graph.is_output(t)) read(scope, t, held, "the end");
  }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  using Held = std::vector<int>;  // by tensor: its value
  struct Scope {
    const Graph& graph;
    std::string path;
    std::function<std::int64_t(TensorId)> at;
  };

  static std::size_t bytes_of(Bytes size) { return static_cast<std::size_t>(size.count); }
  int write_at(std::int64_t at, Bytes size) {
    const int value = ++made_;
    sizes_.push_back(size.count);
    if (static_cast<std::size_t>(at + size.count) > bytes_.size())
      fault_ = "a tensor ends above the footprint";
    else
      std::fill_n(bytes_.begin() + at, size.count, value);
    return value;
  }
  int write(const Scope& scope, TensorId t) { return write_at(scope.at(t), scope.graph.size(t)); }
  void read(const Scope& scope, TensorId t, const Held& held, const std::string& who) {
    const int value = held[t.index()];
    const std::int64_t size = std::min(scope.graph.size(t).count, sizes_[static_cast<std::size_t>(value)]);
    for (std::int64_t k = 0; k < size && fault_.empty(); ++k)
      if (bytes_[static_cast<std::size_t>(scope.at(t) + k)] != value)
        fault_ = who + " in " + scope.path + " finds byte " + std::to_string(k) + " of " +
                 std::string(scope.graph.name(t)) + " overwritten";
  }

  void run(const Scope& scope, Held& held) {
    run(scope, {scope.graph.operators().begin(), scope.graph.operators().end()}, held);
  }
  void run(const Scope& scope, const std::vector<OperatorId>& order, Held& held) {
    const Graph& graph = scope.graph;
    for (OperatorId o : order) {
      const auto read_inputs = [&] {
        for (TensorId t : graph.inputs(o))
          if (graph.producer(t) != o) read(scope, t, held, std::string(graph.name(o)));
      };
      read_inputs();
      if (graph.loop(o) != nullptr) {
        run_loop(scope, o, held);
      } else if (const auto branches = graph.branches(o); !branches.empty()) {
        const Branch& branch = branches[engine_() % branches.size()];
        run_branch(scope, o, branch, held);
        read_inputs();
      } else {
        for (TensorId t : graph.outputs(o)) held[t.index()] = write(scope, t);
        read_inputs();
      }
    }
  }
  [[nodiscard]] const BodyTable& table(const std::string& path) const {
    return *std::ranges::find(tables_, path, &BodyTable::path);
  }
  [[nodiscard]] static std::string path_in(const Scope& scope, OperatorId o) {
    return (scope.path.empty() ? "" : scope.path + "/") + std::string(scope.graph.name(o));
  }
  /// The tensor around that the operator consumes (or makes) by the name of a body's tensor, or none.
  static TensorId same(const Scope& around, OperatorId o, std::string_view name, bool made) {
    for (TensorId t : made ? around.graph.outputs(o) : around.graph.inputs(o))
      if (around.graph.name(t) == name && (made || around.graph.producer(t) != o)) return t;
    return {};
  }
  [[nodiscard]] Scope inside(const Scope& around, OperatorId o, const Graph& body, const std::string& path,
                             std::size_t count) const {
    return {body, path, [this, &around, o, &body, path, count](TensorId t) {
              const BodyTable& places = table(path);
              if (!places.places[t.index()].empty())
                return plan_.offsets[places.places[t.index()][places.copy(count)].index()].value;
              const TensorId in = same(around, o, body.name(t), false);
              return around.at(in.valid() ? in : same(around, o, body.name(t), true));
            }};
  }

  void run_loop(const Scope& around, OperatorId o, Held& outer) {
    const Loop& loop = *around.graph.loop(o);
    const Graph& body = loop.body;
    const std::string path = path_in(around, o);
    const std::size_t least = loop.runs_at_least_once ? 1 : 0;
    const std::size_t times = engine_() % 8 == 0 ? 50 : least + engine_() % 7;
    Held held(body.tensor_count()), before = outer;
    std::vector<TensorId> from(body.tensor_count());
    for (const auto& [into, value] : loop.carry) from[into.index()] = value;
    for (std::size_t count = 0; count < times && fault_.empty(); ++count) {
      const Scope scope = inside(around, o, body, path, count);
      const Held last = held;
      for (TensorId t : body.tensors()) {
        if (body.producer(t).valid()) continue;
        const TensorId in = same(around, o, body.name(t), false);
        if (count > 0) {
          held[t.index()] = last[(from[t.index()].valid() ? from[t.index()] : t).index()];
        } else if (!in.valid()) {
          held[t.index()] = write(scope, t);
        } else {
          held[t.index()] = outer[in.index()];
          if (scope.at(t) == around.at(in)) continue;
          read(around, in, outer, "the begin of " + path);
          held[t.index()] = write(scope, t);
        }
      }
      run(scope, held);
      for (const auto& [into, value] : loop.carry) read(scope, value, held, "the end of an iteration");
      for (TensorId t : around.graph.inputs(o)) {
        const TensorId in = body.find_tensor(around.graph.name(t));
        if (around.graph.producer(t) != o && (!in.valid() || !from[in.index()].valid()))
          read(around, t, outer, "iteration " + std::to_string(count) + " of " + path);
      }
    }
    for (TensorId t : around.graph.outputs(o)) {
      const TensorId result = body.find_tensor(around.graph.name(t));
      if (result.valid() && times > 0) {
        read(inside(around, o, body, path, times - 1), result, held, "the end of " + path);
      } else if (const auto back = std::ranges::find(loop.carry, result, &Carry::from);
                 result.valid() && back != loop.carry.end()) {
        if (const TensorId in = same(around, o, body.name(back->into), false); in.valid())
          read(around, in, before, path + ", which did not run,");
      }
      outer[t.index()] = write(around, t);
    }
  }

  void run_branch(const Scope& around, OperatorId o, const Branch& branch, Held& outer) {
    const Graph& body = branch.body;
    const std::string path = path_in(around, o) + ":" + branch.name;
    const Scope scope = inside(around, o, body, path, 0);
    Held held(body.tensor_count());
    for (TensorId t : body.tensors()) {
      const TensorId in = same(around, o, body.name(t), false);
      if (!body.producer(t).valid()) held[t.index()] = in.valid() ? outer[in.index()] : write(scope, t);
    }
    run(scope, held);
    for (TensorId t : around.graph.outputs(o)) {
      const TensorId result = body.find_tensor(around.graph.name(t));
      outer[t.index()] = result.valid() ? held[result.index()] : write(around, t);
    }
    for (TensorId t : around.graph.outputs(o)) read(around, t, outer, "the end of " + path);
  }

  const std::vector<BodyTable>& tables_;
  const Plan& plan_;
  std::mt19937_64 engine_;
  std::vector<int> bytes_;
  std::vector<std::int64_t> sizes_{0};  // by value
  int made_ = 0;
  std::string fault_;
};

std::string run(const Graph& flat, const Plan& plan) {
  for (std::uint64_t seed = 0; seed < 12; ++seed)
    if (const Runner runner(flat, plan, seed); !runner.fault().empty()) return runner.fault();
  return {};
}

/// Plans with a strategy; the plan runs.
Plan planned(const Graph& graph, std::string_view strategy = "search") {
  const auto flat = laid_out(graph);
  PlanRequest request;
  request.strategies = {find_layout_strategy(strategy)};
  request.options.iterations = 20'000;
  const Plan plan = must(make_plans(*flat, request)).best();
  REQUIRE_EQ(plan_faults(*flat, plan), "");
  REQUIRE_EQ(run(*flat, plan), "");
  return plan;
}

Graph read_graph(const std::string& text) {
  return *must(read_document(text, "a.stowage.json")).graph;
}
/// One operator with a body between `pre` and `post`; `tensors` are those around it.
Graph around(const std::string& body, const std::string& tensors) {
  return read_graph(R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "pre"}, {"id": "op", )" + body +
                    R"(}, {"id": "post"}], "tensors": [)" + tensors + "]}");
}

constexpr const char* kConv = R"("loop": {"nodes": [{"id": "conv"}], "tensors": [{"id": "x", "size": 8, "producer":
  null, "consumers": ["conv"]}, {"id": "y", "size": 8, "producer": "conv", "consumers": []}], "carry": [["x", "y"]]})";
constexpr const char* kXAndY = R"({"id": "x", "size": 8, "producer": "pre", "consumers": ["op"]},
  {"id": "y", "size": 8, "producer": "op", "consumers": ["post"]})";

/// The table of the paper: x is read while y is written. The first value is read where it is, and its place is free for
/// the ring after it, so that the loop needs no more than two places.
TEST_CASE("convolution") {
  const Graph graph = around(kConv, kXAndY);
  const auto flat = laid_out(graph);
  const BodyTable& table = flat->laid_out()->tables.at(0);
  REQUIRE_EQ(std::tuple(table.path, table.first, table.repeat), std::tuple(std::string("op"), 1u, 2u));
  const Plan plan = planned(graph);
  REQUIRE_EQ(plan.footprint, Bytes{16});
  REQUIRE(plan.proved_optimal);
}

/// What x held is over when y is made: one place, and the hole between holds another tensor.
TEST_CASE("hole of a carried value") {
  const Graph graph = around(
      R"("loop": {"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "tensors": [
        {"id": "x", "size": 8, "producer": null, "consumers": ["a"]}, {"id": "s", "size": 2, "producer": "a", "consumers": ["b"]},
        {"id": "h", "size": 8, "producer": "b", "consumers": ["b"]}, {"id": "m", "size": 2, "producer": "b", "consumers": ["c"]},
        {"id": "y", "size": 8, "producer": "c", "consumers": []}], "carry": [["x", "y"]]})",
      "");
  REQUIRE_EQ(laid_out(graph)->laid_out()->tables[0].repeat, 1u);
  REQUIRE_EQ(planned(graph).footprint, Bytes{12});
}

/// x[c] = conv(x[c - distance]): one place more than iterations that a value waits; values that change places need as
/// many as there are.
TEST_CASE("delays and swaps") {
  for (const std::size_t distance : {1, 2, 4}) {
    std::string tensors = R"({"id": "y", "size": 4, "producer": "conv", "consumers": []})", carry;
    for (std::size_t k = 0; k < distance; ++k) {
      const std::string x = "x" + std::to_string(k), next = k + 1 < distance ? "x" + std::to_string(k + 1) : "y";
      tensors += R"(, {"id": ")" + x + R"(", "size": 4, "producer": null, "consumers": [)" +
                 (k == 0 ? R"("conv")" : "") + "]}";
      carry += (k == 0 ? "" : ", ") + (R"([")" + x + R"(", ")" + next + R"("])");
    }
    const Graph graph =
        around(R"("loop": {"nodes": [{"id": "conv"}], "tensors": [)" + tensors + R"(], "carry": [)" + carry + "]}", "");
    CAPTURE(distance);
    REQUIRE_EQ(laid_out(graph)->laid_out()->tables[0].repeat, distance + 1);
    REQUIRE_EQ(planned(graph).footprint, Bytes{4 * (static_cast<std::int64_t>(distance) + 1)});
  }
  const Graph swap = around(
      R"("loop": {"nodes": [{"id": "use"}], "tensors": [{"id": "a", "size": 4, "producer": null, "consumers": ["use"]},
        {"id": "b", "size": 4, "producer": null, "consumers": ["use"]}], "carry": [["a", "b"], ["b", "a"]]})",
      "");
  REQUIRE_EQ(laid_out(swap)->laid_out()->tables[0].repeat, 2u);
  REQUIRE_EQ(planned(swap).footprint, Bytes{8});
}

/// Branches take turns; each writes the output into its place.
TEST_CASE("branches") {
  const auto branch = [](const char* name, int size) {
    return R"({"name": ")" + std::string(name) +
           R"(", "nodes": [{"id": "f"}, {"id": "g"}], "tensors": [{"id": "x", "size": 8, "producer": null, "consumers": ["f"]},
           {"id": "w", "size": )" +
           std::to_string(size) +
           R"(, "producer": "f", "consumers": ["g"]}, {"id": "y", "size": 8, "producer": "g", "consumers": []}]})";
  };
  const Graph graph = around(R"("branches": [)" + branch("then", 100) + ", " + branch("else", 60) + "]", kXAndY);
  const Plan plan = planned(graph);
  REQUIRE_EQ(plan.footprint, Bytes{116});  // x, the larger w, y
  REQUIRE(plan.proved_optimal);
  const auto flat = laid_out(graph);
  REQUIRE_EQ(flat->laid_out()->tables.size(), 2u);
  REQUIRE_EQ(flat->laid_out()->tables[1].path, "op:else");
}

/// The run that shows two tensors in use at once takes one branch, and has operators of the file alone.
TEST_CASE("runs of explanations") {
  const auto branch = [](const char* name) {
    return R"({"name": ")" + std::string(name) + R"(", "nodes": [{"id": "f"}], "tensors": [
      {"id": "x", "size": 8, "producer": null, "consumers": ["f"]}, {"id": "y", "size": 8, "producer": "f", "consumers": []},
      {"id": "w", "size": 4, "producer": "f", "consumers": ["f"]}]})";
  };
  const auto flat = laid_out(around(R"("branches": [)" + branch("then") + ", " + branch("else") + "]", kXAndY));
  const Conflicts conflicts = must(Conflicts::compute(*flat));
  const auto run = [&](const char* a, const char* b) {
    std::string out;
    for (const RunEvent& event : explain(*flat, conflicts, flat->find_tensor(a), flat->find_tensor(b)).interleaving)
      out += (event.kind == RunEvent::Kind::start ? " " : " -") + std::string(flat->name(event.op));
    return out;
  };
  REQUIRE_EQ(run("x", "op/else/w"), " pre -pre op/else/f");
  REQUIRE_EQ(run("x", "op/then/w"), " pre -pre op/then/f");
  const Explanation apart = explain(*flat, conflicts, flat->find_tensor("op/then/w"), flat->find_tensor("op/else/w"));
  REQUIRE(apart.safe);
  REQUIRE_EQ(apart.branches_of, "op");
  REQUIRE(apart.proofs.empty());
}

/// A body that a plan does not place beside its operator is no plan.
TEST_CASE("a broken plan is refused") {
  const auto flat = laid_out(around(kConv, kXAndY));
  PlanRequest request;
  Plan plan = must(make_plans(*flat, request)).best();
  const auto& y = flat->laid_out()->tables[0].places[1];
  REQUIRE_EQ(plan_faults(*flat, plan), "");
  plan.offsets[y[0].index()] = {plan.offsets[y[1].index()].value};  // x and y of iteration 1 in one place
  REQUIRE(!plan_faults(*flat, plan).empty());
}

/// Graphs with loops and branches in each other, by a generator of its own.
class Maker {
 public:
  explicit Maker(std::uint64_t seed) : engine_(seed) {}
  std::string graph(int streams) {
    std::vector<Named> inputs;
    for (int k = 0; k < 3; ++k) inputs.push_back({fresh("in"), size()});
    return R"({"format": "stowage-graph", "version": 1, )" + list(2 + below(5), inputs, {}, 2, streams, {}) + "}";
  }

 private:
  struct Named {
    std::string id;
    int size;
  };
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  int size() { return std::array{1, 2, 3, 5, 8, 13}[below(6)]; }
  std::string fresh(const char* prefix) { return prefix + std::to_string(++count_); }

  /// A list of operators over inputs; the last ones make `results`. `carry` gets a pair for each of some inputs.
  std::string list(std::size_t count, const std::vector<Named>& inputs, const std::vector<Named>& results, int depth,
                   int streams, const std::vector<std::pair<std::string, std::string>>& carry) {
    struct Tensor {
      Named named;
      std::string producer, consumers;
    };
    std::vector<Tensor> tensors;
    for (const Named& each : inputs) tensors.push_back({each, "null", ""});
    if (depth < 2 && below(3) == 0) tensors.push_back({{fresh("c"), size()}, "null", ""});  // a constant of the body
    std::string nodes;
    const auto add_node = [&](const std::string& id, const std::string& rest) {
      nodes += (nodes.empty() ? "" : ", ") + (R"({"id": ")" + id + R"(", "stream": )" +
                                              std::to_string(below(static_cast<std::size_t>(streams))) + rest + "}");
    };
    const auto read_some = [&](const std::string& node) {
      std::vector<Named> out;
      for (std::size_t k = 0; k < 1 + below(3); ++k) {
        Tensor& tensor = tensors[below(tensors.size())];
        if (std::ranges::find(out, tensor.named.id, &Named::id) != out.end()) continue;
        tensor.consumers += (tensor.consumers.empty() ? "\"" : ", \"") + node + "\"";
        out.push_back(tensor.named);
      }
      return out;
    };
    for (std::size_t k = 0; k < count; ++k) {
      const std::string id = fresh("n");
      const auto reads = read_some(id);
      std::vector<Named> makes{{fresh("t"), size()}};
      if (below(3) == 0) makes.push_back({fresh("t"), size()});
      std::string rest;
      if (depth > 0 && below(3) == 0) rest = below(2) == 0 ? loop(reads, makes, depth) : branches(reads, makes, depth);
      for (const Named& each : makes) tensors.push_back({each, "\"" + id + "\"", ""});
      if (below(5) == 0) tensors.push_back({{fresh("w"), size()}, "\"" + id + "\"", "\"" + id + "\""});
      add_node(id, rest);
    }
    for (const Named& each : results) {
      const std::string id = fresh("n");
      read_some(id);
      tensors.push_back({each, "\"" + id + "\"", ""});
      add_node(id, "");
    }
    std::string text = R"("nodes": [)" + nodes + R"(], "tensors": [)";
    for (const Tensor& each : tensors) {
      const bool output = inputs.size() == 3 && depth == 2 && each.consumers.empty() && below(2) == 0;
      text += std::string(text.back() == '[' ? "" : ", ") + R"({"id": ")" + each.named.id + R"(", "size": )" +
              std::to_string(each.named.size) + R"(, "producer": )" + each.producer + R"(, "consumers": [)" +
              each.consumers + "]" + (output ? R"(, "output": true)" : "") + "}";
    }
    text += "]";
    if (carry.empty()) return text;
    text += R"(, "carry": [)";
    for (const auto& [into, from] : carry)
      text += (text.back() == '[' ? "" : ", ") + (R"([")" + into + R"(", ")" + from + R"("])");
    return text + R"(], "test": )" + (below(2) == 0 ? R"("before")" : R"("after")");
  }

  /// Carries results into some of what it reads, or reads along chains and in circles.
  std::string loop(const std::vector<Named>& reads, std::vector<Named>& makes, int depth) {
    std::vector<std::pair<std::string, std::string>> carry;
    makes.clear();
    for (const Named& each : reads) {
      if (below(4) == 0) continue;
      const auto same = std::ranges::find_if(
          reads, [&](const Named& other) { return other.size == each.size && other.id != each.id; });
      if (same != reads.end() && below(2) == 0) {
        carry.emplace_back(each.id, same->id);
        continue;
      }
      makes.push_back({fresh("t"), each.size});
      carry.emplace_back(each.id, makes.back().id);
    }
    if (makes.empty()) makes.push_back({fresh("t"), size()});
    return R"(, "loop": {)" + list(1 + below(3), reads, makes, depth - 1, 1 + static_cast<int>(below(5) == 0), carry) +
           "}";
  }
  std::string branches(const std::vector<Named>& reads, const std::vector<Named>& makes, int depth) {
    std::string out = R"(, "branches": [)";
    for (std::size_t k = 0; k < 1 + below(3); ++k)
      out += (k == 0 ? "{" : ", {") + list(below(3), reads, makes, depth - 1, 1, {}) + "}";
    return out + "]";
  }

  std::mt19937_64 engine_;
  int count_ = 0;
};

TEST_CASE("random bodies: every strategy's plan runs") {
  std::size_t tables = 0, plans = 0;
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    CAPTURE(seed);
    const int streams = seed % 4 == 0 ? 2 : 1;
    const auto flat = laid_out(read_graph(Maker(seed).graph(streams)));
    if (flat->laid_out() == nullptr) continue;
    tables += flat->laid_out()->tables.size();
    const Conflicts conflicts = must(Conflicts::compute(*flat));
    const PlanGround ground = must(PlanGround::make(*flat, conflicts, {1}));
    const Bytes bound = must(all_bounds(ground.bounded_problem())).best();
    for (const LayoutStrategy* strategy : strategies_without_solver()) {
      if (!refusal(*strategy, ground.problem()).empty()) continue;
      CAPTURE(strategy->id);
      const Plan plan = must(ground.plan(*strategy, Task::with_time_limit(0.2)));
      REQUIRE_GE(plan.footprint, bound);
      if (streams == 1) REQUIRE_EQ(run(*flat, plan), "");
      ++plans;
    }
  }
  REQUIRE_GT(tables, 300u);
  REQUIRE_GT(plans, 4500u);
}

/// Read again, a plan file places every tensor where it was.
TEST_CASE("plan files") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const auto flat = laid_out(read_graph(Maker(seed).graph(1)));
    if (flat->laid_out() == nullptr) continue;
    const Plan plan = must(make_plans(*flat, {})).best();
    const Plan again = must(read_plan(write_plan(*flat, plan), "p.json", *flat));
    for (TensorId t : flat->tensors())
      if (flat->size(t) > Bytes{0}) REQUIRE_EQ(again.offsets[t.index()], plan.offsets[t.index()]);
    REQUIRE_EQ(plan_faults(*flat, again), "");
  }
}

/// A plan whose tables have other turns is one of the graph with a multiple of both: written as one that repeats three
/// times as late, read in that graph, and in the graph with its own turns, where it holds.
TEST_CASE("plan files with turns of their own") {
  const auto graph = std::make_shared<const Graph>(around(kConv, kXAndY));
  const auto flat = must(lay_out_bodies(graph));
  const std::string text = write_plan(*flat, must(make_plans(*flat, {})).best());
  REQUIRE(turns_in_plan(text).at("op").repeat == 2);
  const auto longer = must(lay_out_bodies(graph, {}, {}, {{"op", {2, 3}}}));
  const BodyTable& table = longer->laid_out()->tables.front();
  REQUIRE_EQ(std::pair(table.first, table.repeat), std::pair<std::size_t, std::size_t>(2, 6));
  REQUIRE_EQ(plan_faults(*longer, must(read_plan(text, "p.json", *longer))), "");
  const std::string other = write_plan(*longer, must(make_plans(*longer, {})).best());
  REQUIRE(contains(read_plan(other, "p.json", *flat).error().text(), "not 2 and 6"));
  // Turns of 3 that do not come round: x is overwritten where it is read.
  std::string wrong = text;
  const auto at = wrong.find("\"first\": 1, \"repeat\": 2");
  REQUIRE(at != std::string::npos);
  wrong.replace(at, 23, "\"first\": 2, \"repeat\": 1");
  const auto unrolled = must(lay_out_bodies(graph, {}, {}, turns_in_plan(wrong)));
  REQUIRE(!plan_faults(*unrolled, must(read_plan(wrong, "p.json", *unrolled))).empty());
  REQUIRE(contains(lay_out_bodies(graph, {}, {}, {{"op", {0, 1'999'999}}}).error().text(), "which are too many"));
}

/// The order of the operators around bodies; bodies run in one piece.
TEST_CASE("orders") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const auto flat = laid_out(read_graph(Maker(seed).graph(1)));
    if (flat->laid_out() == nullptr) continue;
    PlanRequest request;
    request.order = find_order_strategy("lescea");
    const GraphPlans planned = must(make_plans(*flat, request));
    const Graph& graph = planned.graph(*flat);
    const auto& operators = graph.laid_out()->operators;
    std::vector<OperatorId> pieces = operators;
    pieces.erase(std::ranges::unique(pieces).begin(), pieces.end());
    REQUIRE_EQ(pieces.size(), graph.laid_out()->source->operator_count());
    REQUIRE_EQ(operators_in_file(graph), operators_in_file(*flat));
    REQUIRE_EQ(run(graph, planned.best()), "");
    const Plan again = must(read_plan(write_plan(graph, planned.best()), "p.json", *flat));
    REQUIRE_EQ(again.sequence, planned.best().sequence);
  }
}

/// However often bodies are laid out. Marks are no operators of a file, and are not named as if they were.
TEST_CASE("random bodies: operators and tensors count once") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const auto flat = laid_out(read_graph(Maker(seed).graph(1)));
    const Graph& source = source_of(*flat);
    const BodyCounts inside = count_bodies(source);
    REQUIRE_EQ(operators_in_file(*flat), source.operator_count() + inside.operators);
    REQUIRE_EQ(tensors_in_file(*flat), source.tensor_count() + inside.tensors);
    for (TensorId t : source.tensors()) REQUIRE(is_first(*flat, t));
    for (OperatorId o : flat->operators()) {
      const bool is_mark = flat->laid_out() != nullptr && flat->laid_out()->parts[o.index()] == LaidOut::Part::mark;
      REQUIRE_EQ(shown_name(*flat, o) != flat->name(o), is_mark);
      REQUIRE_EQ(each_once(*flat, std::vector{o}).size(), is_mark ? 0u : 1u);
    }
  }
}

TEST_CASE("unknown sizes count once") {
  const auto flat = laid_out(read_graph(R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "a"},
    {"id": "if", "branches": [{"name": "then", "nodes": [{"id": "p"}], "tensors": [
      {"id": "x", "size": null, "consumers": ["p"]}, {"id": "u", "size": null, "producer": "p"}]}]}],
    "tensors": [{"id": "x", "size": null, "producer": "a", "consumers": ["if"]}]})"));
  REQUIRE_EQ(unknown_sizes(source_of(*flat)), 2u);
  REQUIRE_EQ(unknown_sizes(*flat), 2u);
}

/// An output of a loop may be permitted over what the loop consumes: the permission need not be used, a duty cannot be.
TEST_CASE("outputs over inputs") {
  Graph::Data data = around(kConv, kXAndY).data();
  data.in_place.push_back({TensorId(1), TensorId(0)});
  REQUIRE_EQ(planned(Graph(data)).footprint, Bytes{16});
  data.in_place[0].must = true;
  const auto refused = lay_out_bodies(std::make_shared<const Graph>(data));
  REQUIRE(!refused);
  REQUIRE(contains(refused.error().text(), "must be written over"));
}

/// Plans and sequences name operators of the file: values of bodies never take their names.
/// In the second iteration a and b are the same value, over which y may be written: one permission, not two.
TEST_CASE("outputs over inputs that become one") {
  const Document document = must(read_document(R"({"format": "stowage-graph", "version": 1,
    "nodes": [{"id": "while", "loop": {
      "nodes": [{"id": "add"}, {"id": "next"}],
      "tensors": [{"id": "a", "size": 8, "producer": null, "consumers": ["add"]},
                  {"id": "b", "size": 8, "producer": null, "consumers": ["add"]},
                  {"id": "y", "size": 8, "producer": "add", "consumers": ["next"]},
                  {"id": "z", "size": 8, "producer": "next", "consumers": []}],
      "in_place": [{"output": "y", "input": "a"}, {"output": "y", "input": "b"}],
      "carry": [["a", "z"], ["b", "z"]]}}],
    "tensors": [{"id": "a", "size": 8, "producer": null, "consumers": ["while"]},
                {"id": "z", "size": 8, "producer": "while", "consumers": [], "output": true}]})",
                                               "x.stowage.json"));
  REQUIRE_EQ(fault_of_plans(document), "");
}

TEST_CASE("names of the file stay") {
  Graph::Data data = around(kConv, kXAndY).data();
  NameTable names;
  for (const char* name : {"pre", "op", "op/conv@0"}) names.add(name);
  data.operator_names = std::move(names);
  const auto flat = laid_out(Graph(data));
  const auto& operators = flat->laid_out()->operators;
  for (OperatorId o : flat->laid_out()->source->operators()) {
    const OperatorId here = flat->find_operator(flat->laid_out()->source->name(o));
    REQUIRE(here.valid());
    REQUIRE_EQ(operators[here.index()], o);
  }
}

/// Iterations take time one after the other, and one branch does.
TEST_CASE("durations") {
  const auto time = [](const std::string& body, const BodyRuns& runs) {
    const auto flat = must(lay_out_bodies(std::make_shared<const Graph>(around(body, "")), runs));
    std::int64_t sum = 0;
    for (OperatorId o : flat->operators()) sum += flat->duration(o).nanoseconds;
    return sum;
  };
  const auto node = [](int nanoseconds, const std::string& rest = "") {
    return R"("nodes": [{"id": "f", "duration": )" + std::to_string(nanoseconds) + rest + R"(}], "tensors": [])";
  };
  const std::string loop = R"("duration": 7, "loop": {)" + node(5) + "}";
  REQUIRE_EQ(time(loop, {}), 5);
  REQUIRE_EQ(time(loop, {{"op", "40"}}), 200);
  REQUIRE_EQ(time(loop, {{"op", "0"}}), 0);
  REQUIRE_EQ(time(R"("duration": 7, "loop": {)" + node(0) + "}", {}), 7);
  const std::string branches =
      R"("branches": [{"name": "then", )" + node(3) + R"(}, {"name": "else", )" + node(8) + "}]";
  REQUIRE_EQ(time(branches, {}), 8);
  REQUIRE_EQ(time(branches, {{"op", "then"}}), 3);
  REQUIRE_EQ(time(branches, {{"op", "0"}}), 3);
  const std::string nested = R"("loop": {)" + node(0, R"(, "loop": {)" + node(5) + "}") + "}";
  REQUIRE_EQ(time(nested, {{"op", "3"}, {"op/f", "4"}}), 60);
  const auto refused = [](const std::string& body, const BodyRuns& runs) {
    return lay_out_bodies(std::make_shared<const Graph>(around(body, "")), runs).error().text();
  };
  REQUIRE(contains(refused(loop, {{"other", "2"}}), "\"other\""));
  REQUIRE(contains(refused(loop, {{"op", "-1"}}), "needs a number of iterations"));
  REQUIRE(contains(refused(branches, {{"op", "2"}}), "has no branch"));
}

/// q of the inner loop is p of the outer one, which takes turns with s: no one place of q would do.
TEST_CASE("a value handed on that moves in the loop around") {
  const auto flat = laid_out(read_graph(R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "outer", "loop": {
    "nodes": [{"id": "n"}, {"id": "inner", "loop": {"nodes": [{"id": "m"}], "tensors": [
      {"id": "p", "size": 8, "producer": null, "consumers": ["m"]}, {"id": "q", "size": 8, "producer": null, "consumers": ["m"]},
      {"id": "r", "size": 8, "producer": "m", "consumers": []}], "carry": [["q", "p"]]}}],
    "tensors": [{"id": "p", "size": 8, "producer": null, "consumers": ["n", "inner"]},
      {"id": "q", "size": 8, "producer": null, "consumers": ["inner", "n"], "output": true},
      {"id": "s", "size": 8, "producer": "n", "consumers": ["inner"]}], "carry": [["p", "s"]]}}],
    "tensors": [{"id": "p", "size": 8, "producer": null, "consumers": ["outer"], "output": true}]})"));
  const auto planned = make_plans(*flat, {});
  REQUIRE(!planned);
  REQUIRE_EQ(planned.error().kind, Error::Kind::bad_input);
  REQUIRE(contains(planned.error().text(), "elsewhere in each iteration of the loop around it"));
}

/// What an edit makes of the file's graph is the same when it is written and read.
TEST_CASE("edited bodies in files") {
  const std::string sample = must(read_document_file(STOWAGE_SOURCE_DIR "/samples/loop_convolution.stowage.json"));
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    std::shared_ptr<const Graph> flat = laid_out(read_graph(seed % 2 == 0 ? Maker(seed).graph(1) : sample));
    if (flat->laid_out() == nullptr) continue;
    if (auto edited = edit_with_bodies(*flat, one_stream_each)) flat = std::make_shared<const Graph>(edited->graph);
    const Resized some{{TensorId(seed % flat->tensor_count())}};
    if (auto edited = edit_with_bodies(*flat, scale_sizes, some, Factor{2, 1}))
      flat = std::make_shared<const Graph>(edited->graph);
    REQUIRE(same_content(source_of(*flat), read_graph(write_graph_json(*flat))));
  }
}

TEST_CASE("faults have places") {
  const auto fault = [](const std::string& body) {
    const auto read = read_document(
        R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "n", )" + body + R"(}], "tensors": []})",
        "a.json");
    return read ? std::string() : read.error().text();
  };
  REQUIRE(contains(fault(R"("branches": [])"), "needs at least one branch"));
  REQUIRE(contains(fault(R"("branches": {})"), "must be a list"));
  REQUIRE(contains(fault(R"("branches": [{"nodes": [], "tensors": [], "carry": []}])"), "a branch runs once"));
  REQUIRE(contains(fault(R"("branches": [{"nodes": [{}], "tensors": []}])"), "/nodes/0/branches/0/nodes/0"));
  REQUIRE(contains(fault(R"("loop": {"nodes": [{"id": "a"}], "tensors": [], "test": "never"})"),
                   "\"before\" or \"after\""));
  const Graph other = around(kConv, R"({"id": "x", "size": 9, "producer": "pre", "consumers": ["op"]})");
  const auto laid = lay_out_bodies(std::make_shared<const Graph>(other));
  REQUIRE(!laid);
  REQUIRE(contains(laid.error().text(), "has 8 bytes in the body and 9 outside"));
}

}  // namespace

// ---- edits (core/insight/bodies/edit_bodies.h)

namespace {

/// The sample of a convolution in a loop, laid out: two iterations.
std::shared_ptr<const Graph> looped_convolution() {
  return laid_out(read_graph(must(read_file(STOWAGE_SOURCE_DIR "/samples/loop_convolution.stowage.json"))));
}

const Graph& loop_body_of(const Graph& source, const char* loop) {
  return source.loop(source.find_operator(loop))->body;
}

template <class... Arguments>
Result<EditedGraph> edit_bodies(const Graph& graph, const auto& made, const Arguments&... arguments) {
  return edit_with_bodies(graph, made, arguments...);
}

}  // namespace

TEST_CASE("sizes are those of the body, and the same around it") {
  const auto flat = looped_convolution();
  const auto id = [&](const char* name) { return flat->find_tensor(name); };
  const auto one = must(edit_bodies(*flat, set_sizes, Resized{{id("while/columns@1")}}, Bytes{8})).graph;
  REQUIRE_EQ(loop_body_of(source_of(one), "while").size(TensorId(3)), Bytes{8});
  for (const char* name : {"while/columns@0", "while/columns@1"}) REQUIRE_EQ(one.size(one.find_tensor(name)), Bytes{8});
  // `w` is one tensor, inside and outside; so is the result `y`.
  for (const char* name : {"w", "y", "while/y@0"}) {
    CAPTURE(name);
    const auto both = must(edit_bodies(*flat, set_sizes, Resized{{id(name)}}, Bytes{100})).graph;
    const Graph& source = source_of(both);
    const char* plain = name[0] == 'w' && name[1] == 0 ? "w" : "y";
    REQUIRE_EQ(source.size(source.find_tensor(plain)), Bytes{100});
    const Graph& body = loop_body_of(source, "while");
    REQUIRE_EQ(body.size(body.find_tensor(plain)), Bytes{100});
  }
  const auto all = must(edit_everywhere(
                            *flat,
                            [](const Graph& graph) {
                              return scale_all_sizes(graph, {2, 1});
                            },
                            [](const Graph&) { return true; }))
                       .graph;
  for (TensorId t : flat->tensors()) REQUIRE_EQ(all.size(t), flat->size(t) + flat->size(t));
}

TEST_CASE("an edit is of one body, or of none") {
  const auto flat = looped_convolution();
  const std::vector<OperatorId> mixed{flat->find_operator("load"), flat->find_operator("while/conv@0")};
  REQUIRE(!edit_bodies(*flat, set_durations, mixed, Duration{7}));
  // Both iterations are one operator of the file.
  const std::vector<OperatorId> conv{flat->find_operator("while/conv@0"), flat->find_operator("while/conv@1")};
  const auto longer = must(edit_bodies(*flat, set_durations, conv, Duration{7})).graph;
  REQUIRE_EQ(loop_body_of(source_of(longer), "while").duration(OperatorId(0)).nanoseconds, 7);
  const std::vector<OperatorId> pieces{flat->find_operator("while/start"), flat->find_operator("while")};
  const auto outer = must(edit_bodies(*flat, set_durations, pieces, Duration{7})).graph;
  REQUIRE_EQ(source_of(outer).duration(source_of(outer).find_operator("while")).nanoseconds, 7);
}

TEST_CASE("a step of the graph is a step of the file") {
  const auto flat = laid_out(read_graph(R"({"format": "stowage-graph", "version": 1, "nodes": [
    {"id": "a"}, {"id": "if", "branches": [{"name": "then", "nodes": [{"id": "p"}, {"id": "q"}], "tensors": []},
                                           {"name": "else", "nodes": [], "tensors": []}]}, {"id": "z"}], "tensors": []})"));
  const auto names = [](const Graph& graph) {
    std::string out;
    for (OperatorId o : graph.operators()) out += std::string(graph.name(o)) + ' ';
    return out;
  };
  const auto moved = [&](const char* name, std::size_t step) {
    const OperatorId o = flat->find_operator(name);
    return must(edit_bodies(*flat, move_to_step, o, StepFor{o, step})).graph;
  };
  const OperatorId z = flat->find_operator("z"), q = flat->find_operator("if/then/q");
  REQUIRE_EQ(names(source_of(moved("z", z.index() - 1))), "a z if ");
  REQUIRE_EQ(names(source_of(moved("a", 1))), "if a z ");
  const Graph inside = moved("if/then/q", q.index() - 1);
  REQUIRE_EQ(names(source_of(inside)), "a if z ");
  REQUIRE_EQ(names(source_of(inside).branches(OperatorId(1))[0].body), "q p ");
  std::vector<OperatorId> order{z};
  for (OperatorId o : flat->operators())
    if (o != z) order.push_back(o);
  REQUIRE_EQ(names(source_of(must(edit_bodies(*flat, put_in_order, WholeOrder{order})).graph)), "z a if ");
}

/// Operators keep their names, and nothing but the one of the file moves.
TEST_CASE("random bodies: an operator moves to a stream of its own") {
  std::size_t inside = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto flat = laid_out(read_graph(Maker(seed).graph(1)));
    if (flat->laid_out() == nullptr) continue;
    const auto& origins = flat->laid_out()->operator_origins;
    for (OperatorId o : flat->operators()) {
      CAPTURE(std::string(flat->name(o)));
      const auto edited = must(edit_bodies(*flat, move_to_new_stream, std::vector<OperatorId>{o}, std::string("new")));
      inside += origins[o.index()].body != nullptr ? 1 : 0;
      for (OperatorId each : flat->operators()) {
        const OperatorId now = edited.operators.empty() ? each : edited.operators[each.index()];
        REQUIRE_EQ(edited.graph.name(now), flat->name(each));
        const auto &x = origins[each.index()], &y = origins[o.index()];
        if (x.body == y.body && x.id == y.id) REQUIRE_NE(edited.graph.stream(now), StreamId(0));
      }
    }
  }
  REQUIRE_GT(inside, 100u);
}
