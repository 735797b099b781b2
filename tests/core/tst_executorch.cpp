// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "core/formats/durations.h"
#include "core/formats/readers.h"
#include "tests/support/core_test.h"
#include "tests/support/executorch.h"
#include "tests/support/results.h"

namespace {

using Kind = ImportKind;
using Op = PteInstruction::Kind;

const std::string kSample = sample_path("tiny_program.pte");

/// A planned tensor of bytes in arena 1.
PteValue planned(std::int32_t bytes, std::uint64_t offset, std::uint32_t arena = 1) {
  return {.sizes = {bytes}, .memory = arena, .offset = offset};
}

Document read(const std::vector<PteMethod>& methods, const ReadOptions& options = {}) {
  return must(read_document(pte_of(methods), "x.pte", options));
}

std::string refusal(const std::vector<PteMethod>& methods) {
  return fault_text(read_document(pte_of(methods), "x.pte"));
}

/// a → b → c over one kernel each, all in arena 1.
PteMethod chain() {
  return {.values = {planned(64, 0), planned(64, 64), planned(64, 0)},
          .inputs = {0},
          .outputs = {2},
          .instructions = {{Op::kernel, "aten::relu.out", {0, 1, 1}}, {Op::kernel, "aten::relu.out", {1, 2, 2}}},
          .arenas = {0, 128}};
}

/// Steps in which it is needed.
std::pair<std::size_t, std::size_t> life(const Graph& graph, const char* name) {
  const Lifetime life = lifetimes(graph)[tensor_named(graph, name).index()];
  return {life.begin, life.end};
}

}  // namespace

/// By a reader of flatbuffers in a few lines of Python: lifetimes by instruction, inputs from the first on, outputs to
/// the last, state throughout.
TEST_CASE("real programs") {
  STOWAGE_NEEDS_SHARED();
  struct Row {
    std::string name;
    std::size_t instructions, planned, unwritten, state, constants, inputs, outputs;
    std::int64_t total, footprint, declared, peak, padded_peak;
  };
  each_row(std::vector<Row>{{"keyword_spotting", 16, 28, 11, 0, 83, 1, 1, 98'894, 16'000, 16'000, 16'000, 16'000},
                            {"dnf_training_step", 92, 104, 0, 10, 5, 2, 23, 33'144, 17'036, 17'040, 16'764, 16'944},
                            {"ethos_u_add", 4, 6, 0, 0, 0, 2, 1, 15, 33, 48, 9, 48},
                            {"add", 1, 2, 0, 0, 1, 1, 1, 24, 28, 32, 24, 32},
                            {"unplanned_io_delegated", 1, 1, 0, 0, 0, 2, 1, 4, 4, 80, 4, 16}},
           [](const Row& row) {
             const Document document = document_in(shared_path("data/executorch/" + row.name + ".pte"));
             const Graph& graph = *document.graph;
             REQUIRE_EQ(document.format, std::string("executorch"));
             REQUIRE_EQ(document.graphs.size(), 1u);
             REQUIRE_EQ(document.graphs[0].name, std::string("forward"));
             REQUIRE_EQ(graph.operator_count(), row.instructions);
             const std::size_t views = document.graph->views().size();
             REQUIRE_EQ(document.spaces.size(), 1u);
             REQUIRE_EQ(document.spaces[0].capacity, std::optional(Bytes{row.declared}));
             REQUIRE_EQ(counted(document.summary, Kind::read, "offsets") + views, row.planned);
             REQUIRE_EQ(counted(document.summary, Kind::assumed, "workspaces") + views, row.unwritten);
             REQUIRE_EQ(counted(document.summary, Kind::read, "state"), row.state);
             REQUIRE_EQ(counted(document.summary, Kind::skipped, "constants"), row.constants);
             const auto outputs =
                 std::ranges::count_if(graph.tensors(), [&](TensorId t) { return graph.is_output(t); });
             REQUIRE_EQ(static_cast<std::size_t>(outputs), row.outputs);
             const auto given =
                 std::ranges::count_if(graph.tensors(), [&](TensorId t) { return !graph.producer(t).valid(); });
             REQUIRE_EQ(static_cast<std::size_t>(given), row.inputs + row.state);
             const std::int64_t viewed = row.name == "keyword_spotting" ? 64 : 0;  // counted once, not twice
             REQUIRE_EQ(graph.total_size(), Bytes{row.total - viewed});
             REQUIRE_EQ(peak_of(graph), Bytes{row.peak});
             REQUIRE_EQ(document.graph->alignment(), Bytes{16});
             std::int64_t padded = 0;
             const auto lives = lifetimes(graph);
             for (OperatorId o : graph.operators()) {
               std::int64_t sum = 0;
               for (TensorId t : graph.tensors())
                 if (lives[t.index()].begin <= o.index() && o.index() < lives[t.index()].end)
                   sum += graph.is_view(t) ? 0 : round_up(graph.size(t).count, 16);
               padded = std::max(padded, sum);
             }
             REQUIRE_EQ(padded, row.padded_peak);
             REQUIRE(document.plan.has_value());
             REQUIRE_EQ(document.plan->footprint, round_up(Bytes{row.footprint}, document.plan->alignment));
             REQUIRE(document.warnings.empty());
             REQUIRE_EQ(fault_of_plans(document), "");
           });
}

TEST_CASE("real methods and names") {
  STOWAGE_NEEDS_SHARED();
  const Document training = document_in(shared_path("data/executorch/dnf_training_step.pte"));
  REQUIRE_EQ(counted(training.summary, Kind::skipped, "methods"), 3u);
  const Document keywords = document_in(shared_path("data/executorch/keyword_spotting.pte"));
  REQUIRE_EQ(keywords.graph->views().size(), 1u);  // the flattened result of the pooling
  REQUIRE_EQ(keywords.graph->name(keywords.graph->views()[0].of),
             std::string_view("v257 cortex_m::quantized_avg_pool2d.out 13"));
  const Document npu = document_in(shared_path("data/executorch/ethos_u_add.pte"));
  REQUIRE_EQ(npu.graph->kind(OperatorId(2)), std::string_view("EthosUBackend"));
  const Document caller = document_in(shared_path("data/executorch/unplanned_io_delegated.pte"));
  REQUIRE_EQ(counted(caller.summary, Kind::skipped, "(unplanned)"), 2u);
}

TEST_CASE("the sample has two arenas, a view, a workspace and a state") {
  const Document document = document_in(kSample);
  const Graph& graph = *document.graph;
  REQUIRE_EQ(document.graphs.size(), 2u);
  REQUIRE_EQ(document.spaces.size(), 2u);
  REQUIRE_EQ(document.spaces[document.space].name, std::string("arena 1"));
  REQUIRE_EQ(document.spaces[0].footprint, Bytes{1024});
  REQUIRE_EQ(document.spaces[1].footprint, Bytes{512});
  REQUIRE_EQ(document.graph->views().size(), 1u);
  REQUIRE_EQ(counted(document.summary, Kind::assumed, "workspaces"), 1u);
  REQUIRE_EQ(life(graph, "running_mean"), (std::pair<std::size_t, std::size_t>{0, 6}));
  const Document other = document_in(kSample, {.space = "arena 2"});
  REQUIRE_EQ(other.graph->tensor_count(), graph.tensor_count());
  REQUIRE_EQ(other.graph->size(tensor_named(*other.graph, "running_mean")), Bytes{0});
  REQUIRE_EQ(other.plan->footprint, Bytes{512});
  REQUIRE_EQ(document_in(kSample, {.graph = "reset"}).graph->operator_count(), 2u);
  for (const std::string& fault : {fault_of_plans(document), fault_of_plans(other)})
    REQUIRE_MESSAGE(fault.empty(), fault);
}

TEST_CASE("kernels write their last argument, also where it is a list") {
  PteMethod method{.values = {planned(64, 0),
                              planned(32, 64),
                              planned(32, 96),
                              {.kind = PteValue::Kind::list, .sizes = {1, 2}},
                              {.kind = PteValue::Kind::other}},
                   .inputs = {0},
                   .outputs = {3},
                   .instructions = {{Op::kernel, "aten::split_copy.out", {0, 4, 3, 3}}},
                   .arenas = {0, 128}};
  const Document document = read({method});
  const Graph& graph = *document.graph;
  for (const char* name : {"v1 aten::split_copy.out 0", "v2 aten::split_copy.out 0"}) {
    REQUIRE(graph.producer(tensor_named(graph, name)).valid());
    REQUIRE(graph.is_output(tensor_named(graph, name)));
  }
  REQUIRE_EQ(graph.consumers(tensor_named(graph, "v0")).size(), 1u);
}

/// Written again, the tensor lasts from its first value to the last use of any.
TEST_CASE("a tensor that is written twice is one") {
  PteMethod method = chain();
  method.instructions.push_back({Op::kernel, "aten::relu.out", {2, 1, 1}});
  method.outputs = {};
  const Document document = read({method});
  REQUIRE_EQ(life(*document.graph, "v1 aten::relu.out 0"), (std::pair<std::size_t, std::size_t>{0, 3}));
  REQUIRE_EQ(counted(document.summary, Kind::read, "again"), 1u);
}

TEST_CASE("views are uses of the tensor whose bytes they have") {
  PteMethod method = chain();
  method.values.push_back(planned(64, 64));  // 3: nobody writes it, and it lies where 1 does
  method.values.push_back({.kind = PteValue::Kind::other});
  method.values.push_back(planned(64, 192));  // 5: a view that the program tells
  method.instructions.push_back({Op::kernel, "executorch_prim::et_view.default", {3, 4, 5}});
  method.instructions.push_back({Op::kernel, "aten::add.out", {3, 5, 2, 2}});
  method.arenas = {0, 256};
  const Document document = read({method});
  const Graph& graph = *document.graph;
  REQUIRE_EQ(document.graph->views().size(), 2u);
  for (const View& view : document.graph->views()) REQUIRE_EQ(view.of, tensor_named(graph, "v1 aten::relu.out 0"));
  REQUIRE_EQ(life(graph, "v1 aten::relu.out 0"), (std::pair<std::size_t, std::size_t>{0, 4}));
  REQUIRE_EQ(graph.tensor_count(), 5u);
}

/// Something is written there in between: so it is no view of what was there before.
TEST_CASE("a place that was overwritten is no view") {
  PteMethod method = chain();
  method.values.push_back(planned(32, 96));  // 3: over the second half of 1
  method.values.push_back(planned(64, 64));  // 4: nobody writes it
  method.instructions.push_back({Op::kernel, "aten::cat.out", {2, 3, 3}});
  method.instructions.push_back({Op::kernel, "cortex_m::linear.out", {4, 3, 2, 2}});
  const Document document = read({method});
  REQUIRE(document.graph->views().empty());
  REQUIRE_EQ(counted(document.summary, Kind::assumed, "workspaces"), 1u);
}

TEST_CASE("results that lie where their operator last reads are told") {
  PteMethod method = chain();
  method.values[2].offset = 64;
  const Document document = read({method});
  REQUIRE_EQ(document.graph->in_place().size(), 1u);
  REQUIRE_EQ(document.graph->in_place()[0].output, tensor_named(*document.graph, "v2 aten::relu.out 1"));
  REQUIRE_EQ(document.graph->in_place()[0].input, tensor_named(*document.graph, "v1 aten::relu.out 0"));
}

TEST_CASE("a delegate writes what nobody gave a value before") {
  PteMethod method = chain();
  method.values.push_back(planned(16, 128));
  method.instructions = {{Op::delegate, "Npu", {0, 1}}, {Op::delegate, "Npu", {1, 2, 3}}};
  method.arenas = {0, 144};
  const Document document = read({method});
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.kind(OperatorId(1)), std::string_view("Npu"));
  REQUIRE_EQ(graph.producer(tensor_named(graph, "v1 Npu 0")), OperatorId(0));
  REQUIRE_EQ(graph.producer(tensor_named(graph, "v3 Npu 1")), OperatorId(1));
}

/// A tensor whose uses are all within the loop, the first of them a write, is one of its body.
TEST_CASE("loops are bodies") {
  PteMethod method{.values = {planned(64, 0),
                              planned(64, 64),
                              planned(64, 320),
                              planned(64, 192),
                              {.kind = PteValue::Kind::other},
                              planned(64, 256)},
                   .inputs = {0},
                   .outputs = {3},
                   .instructions = {{Op::kernel, "aten::abs.out", {0, 5, 5}},
                                    {Op::kernel, "aten::abs.out", {0, 1, 1}},
                                    {Op::kernel, "aten::neg.out", {1, 2, 2}},
                                    {Op::jump_if_false, "", {4, 1}},
                                    {Op::kernel, "aten::abs.out", {5, 3, 3}}},
                   .arenas = {0, 384}};
  const Document document = read({method});
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.operator_count(), std::size_t{3});
  const Loop* const loop = graph.loop(graph.find_operator("loop 3"));
  REQUIRE(loop != nullptr);
  REQUIRE(loop->runs_at_least_once);
  REQUIRE_EQ(loop->body.operator_count(), std::size_t{3});
  const auto names = [](const Graph& of) {
    std::set<std::string> out;
    for (TensorId t : of.tensors()) out.emplace(of.name(t));
    return out;
  };
  REQUIRE_EQ(names(loop->body), std::set<std::string>{"v0", "v1 aten::abs.out 1", "v2 aten::neg.out 2"});
  REQUIRE_EQ(names(graph), std::set<std::string>{"v0", "v3 aten::abs.out 4", "v5 aten::abs.out 0"});
  // The offsets in the file are also those in the body.
  const Document flat = must(lay_out(document, "x.pte"));
  REQUIRE(flat.warnings.empty());
  REQUIRE_EQ(plan_faults(*flat.graph, flat.plan.value()), "");
  REQUIRE_EQ(flat.plan->offsets[tensor_named(*flat.graph, "loop 3/v2 aten::neg.out 2@0").index()], Offset{320});
  REQUIRE_EQ(flat.plan->footprint, Bytes{384});
  REQUIRE_EQ(document.plan.value().footprint, Bytes{384});
  REQUIRE_EQ(fault_of_plans(flat), "");
  const std::string times = etdp_of({{{.instruction = 2, .begin = 10, .end = 17}, {.instruction = 4, .end = 5}}});
  const Graph timed = must(with_etdump_durations(*flat.graph, times, "x.etdp")).graph;
  REQUIRE_EQ(timed.duration(timed.find_operator("loop 3/aten::neg.out 2@0")).nanoseconds, 7);
  REQUIRE_EQ(timed.duration(timed.find_operator("aten::abs.out 4")).nanoseconds, 5);
  method.instructions[3].arguments = {4, 9};
  REQUIRE_EQ(refusal({method}), says("x.pte:/execution_plan/0/chains/0/instructions/3:"));
  // In a second arena, all is in one graph, and the tensors live as long as the loop.
  method.instructions[3].arguments = {4, 1};
  method.arenas = {0, 384, 64};
  using Life = std::pair<std::size_t, std::size_t>;
  const Document whole = read({method});
  REQUIRE_EQ(counted(whole.summary, Kind::assumed, "loop"), 3u);
  REQUIRE_EQ(life(*whole.graph, "v0"), (Life{0, 4}));
  REQUIRE_EQ(life(*whole.graph, "v1 aten::abs.out 1"), (Life{1, 4}));
  REQUIRE_EQ(life(*whole.graph, "v2 aten::neg.out 2"), (Life{1, 4}));
  REQUIRE_EQ(life(*whole.graph, "v5 aten::abs.out 0"), (Life{0, 5}));  // untouched by the loop
}

TEST_CASE("loops that overlap are one") {
  PteMethod method{.values = {planned(64, 0), planned(64, 64), {.kind = PteValue::Kind::other}, planned(64, 128)},
                   .inputs = {0},
                   .instructions = {{Op::kernel, "aten::abs.out", {0, 1, 1}},
                                    {Op::jump_if_false, "", {2, 0}},
                                    {Op::jump_if_false, "", {2, 2}},
                                    {Op::jump_if_false, "", {2, 1}},
                                    {Op::kernel, "aten::abs.out", {0, 3, 3}},
                                    {Op::jump_if_false, "", {2, 5}}},
                   .arenas = {0, 192}};
  const Document document = read({method});
  using Life = std::pair<std::size_t, std::size_t>;
  REQUIRE_EQ(life(*document.graph, "v1 aten::abs.out 0"), (Life{0, 4}));
  REQUIRE_EQ(life(*document.graph, "v3 aten::abs.out 4"), (Life{4, 5}));
}

/// As torch.cond has it: a jump to the other branch, and one from the end of the first branch behind the other.
TEST_CASE("branches are bodies") {
  const PteMethod method{.values = {planned(64, 0), planned(64, 64), planned(64, 128), {.kind = PteValue::Kind::other}},
                         .inputs = {0},
                         .outputs = {2},
                         .instructions = {{Op::jump_if_false, "", {3, 3}},
                                          {Op::kernel, "aten::abs.out", {0, 1, 1}},
                                          {Op::jump_if_false, "", {3, 4}},
                                          {Op::kernel, "aten::neg.out", {0, 1, 1}},
                                          {Op::kernel, "aten::abs.out", {1, 2, 2}}},
                         .arenas = {0, 192}};
  const Document document = read({method});
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.operator_count(), std::size_t{2});
  const auto branches = graph.branches(graph.find_operator("jump if false 0"));
  REQUIRE_EQ(branches.size(), std::size_t{2});
  for (const auto& [branch, name, operators] :
       {std::tuple(&branches[0], "then", std::size_t{2}), std::tuple(&branches[1], "else", std::size_t{1})}) {
    REQUIRE_EQ(branch->name, std::string(name));
    REQUIRE_EQ(branch->body.operator_count(), operators);
    REQUIRE(branch->body.find_tensor("v1 aten::abs.out 1").valid());
  }
  const Document flat = must(lay_out(document, "x.pte"));
  REQUIRE_EQ(plan_faults(*flat.graph, flat.plan.value()), "");
  REQUIRE_EQ(fault_of_plans(flat), "");
}

namespace {

/// A program of random loops and branches, nested.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed) {
    for (std::int32_t v = 0; v < kValues; ++v) method.values.push_back(planned(16, static_cast<std::uint64_t>(16 * v)));
    method.inputs = {0};
    method.outputs = {kValues - 1};
    method.arenas = {0, 16 * kValues};
    block(3);
    kernel(kValues - 1);
  }

  /// Runs it with random conditions, each value in the bytes at its place. Returns what was read and had been written
  /// over, or empty.
  std::string run(const std::vector<std::int64_t>& places, std::int64_t bytes) {
    std::vector<std::int64_t> memory(static_cast<std::size_t>(bytes), -1), version(kValues, -1);
    std::int64_t writes = 0;
    const auto holds = [&](std::int32_t v) {
      const auto begin = memory.begin() + places[static_cast<std::size_t>(v)];
      return version[static_cast<std::size_t>(v)] < 0 ||
             std::all_of(begin, begin + 16, [&](auto tag) { return tag == version[static_cast<std::size_t>(v)]; });
    };
    const auto write = [&](std::int32_t v) {
      version[static_cast<std::size_t>(v)] = writes++;
      std::fill_n(memory.begin() + places[static_cast<std::size_t>(v)], 16, version[static_cast<std::size_t>(v)]);
    };
    for (const std::int32_t v : method.inputs) write(v);
    std::size_t at = 0;
    for (int step = 0; step < 400 && at < method.instructions.size(); ++step) {
      const auto& [kind, op, arguments] = method.instructions[at];
      const std::string here = " at " + std::to_string(at) + " in step " + std::to_string(step);
      if (kind == Op::jump_if_false) {
        if (!holds(arguments[0])) return "condition v" + std::to_string(arguments[0]) + here;
        at = always_.contains(at) || below(2) == 0 ? static_cast<std::size_t>(arguments[1]) : at + 1;
        continue;
      }
      for (std::size_t k = 0; k < 2; ++k)
        if (!holds(arguments[k])) return "v" + std::to_string(arguments[k]) + here;
      write(arguments[2]);
      for (std::size_t k = 0; k < 2; ++k)
        if (!holds(arguments[k])) return "v" + std::to_string(arguments[k]) + " while read" + here;
      ++at;
    }
    return at == method.instructions.size() && !holds(kValues - 1) ? "the output" : "";
  }

  static constexpr std::int32_t kValues = 12;
  PteMethod method;

 private:
  std::uint64_t below(std::uint64_t count) { return random_() % count; }
  std::int32_t value(std::int32_t count = kValues) { return static_cast<std::int32_t>(below(count)); }
  std::size_t jump() {
    method.instructions.push_back({Op::jump_if_false, "", {value(), 0}});
    return method.instructions.size() - 1;
  }
  void to_here(std::size_t jump) {
    method.instructions[jump].arguments[1] = static_cast<std::int32_t>(method.instructions.size());
  }
  void kernel(std::int32_t to) {
    std::array<std::int32_t, 2> from{};
    for (std::int32_t& v : from) do
        v = value(kValues - 1);
      while (v == to);
    method.instructions.push_back({Op::kernel, "aten::add.out", {from[0], from[1], to, to}});
  }
  void block(int depth) {
    for (std::uint64_t left = 1 + below(4); left > 0; --left) {
      const std::uint64_t kind = depth == 0 ? 0 : below(5);
      if (kind == 4) {
        const auto start = static_cast<std::int32_t>(method.instructions.size());
        block(depth - 1);
        method.instructions[jump()].arguments[1] = start;
      } else if (kind >= 2) {
        const std::size_t over = jump();
        block(depth - 1);
        const std::size_t behind = kind == 3 ? jump() : 0;
        to_here(over);
        if (kind == 2) continue;
        always_.insert(behind);
        block(depth - 1);
        to_here(behind);
      } else {
        kernel(value(kValues - 1));
      }
    }
  }

  std::mt19937_64 random_;
  std::set<std::size_t> always_;
};

}  // namespace

/// No run of a program in the bytes of a plan reads what was written over.
TEST_CASE("random loops and branches run in their plans") {
  std::size_t with_bodies = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomProgram program(seed);
    const Document document = must(lay_out(read({program.method}), "x.pte"));
    const Graph& graph = *document.graph;
    with_bodies += graph.laid_out() != nullptr;
    REQUIRE_EQ(plan_faults(graph, document.plan.value()), "");  // all apart
    const Plan plan = PlanningCase(graph).plan("so.size.best");
    std::vector<std::int64_t> places(RandomProgram::kValues, -1);
    for (TensorId t : graph.tensors()) {
      const std::string name(graph.name(t).substr(graph.name(t).rfind('/') + 1));
      std::int64_t& place = places[static_cast<std::size_t>(std::stoi(name.substr(1)))];
      const std::int64_t here = plan.offsets[t.index()].value;
      REQUIRE_MESSAGE((place == -1 || place == here), seed);
      place = here;
    }
    for (int run = 0; run < 20; ++run) REQUIRE_EQ(program.run(places, plan.footprint.count), "");
  }
  REQUIRE(with_bodies > 300);
}

TEST_CASE("a move hands bytes on") {
  PteMethod method = chain();
  method.values.push_back(planned(64, 128));
  method.instructions = {{Op::kernel, "aten::abs.out", {0, 1, 1}},
                         {Op::move, "", {1, 3}},
                         {Op::kernel, "aten::abs.out", {3, 2, 2}},
                         {Op::free, "", {3}}};
  method.arenas = {0, 192};
  const Document document = read({method});
  REQUIRE_EQ(document.graph->operator_count(), 3u);
  REQUIRE_EQ(life(*document.graph, "v1 aten::abs.out 0"), (std::pair<std::size_t, std::size_t>{0, 3}));
  REQUIRE_EQ(counted(document.summary, Kind::skipped, "frees"), 1u);
}

TEST_CASE("sizes that only a run tells are unknown") {
  PteMethod method = chain();
  method.values[1].dynamism = 2;
  method.values[2].type = 21;
  REQUIRE_EQ(counted(read({method}).summary, Kind::unknown, "run time"), 2u);
}

TEST_CASE("faults have a place and a reason") {
  REQUIRE(refusal({chain()}).empty());
  const auto fault = [&](const std::function<void(PteMethod&)>& change) {
    PteMethod method = chain();
    change(method);
    return refusal({method});
  };
  const std::string plan = "x.pte:/execution_plan/0";
  const auto check = [&](const std::string& found, const std::string& expected) {
    REQUIRE_EQ(found, says(plan + expected));
  };
  check(fault([](PteMethod& m) { m.instructions[1].arguments[0] = 7; }), "/chains/0/instructions/1: 7");
  check(fault([](PteMethod& m) { m.inputs = {-2}; }), "/inputs: -2");
  check(fault([](PteMethod& m) { m.values[1].memory = 5; }), "/values/1/allocation_info: 5");
  check(fault([](PteMethod& m) { m.values[1].offset = ~std::uint64_t{0}; }), "/values/1/allocation_info: offset");
  check(fault([](PteMethod& m) { m.values[2].sizes = {-1}; }), "/values/2/sizes:");
  check(fault([](PteMethod& m) { m.values[2].sizes = {1 << 30, 1 << 30, 1 << 30}; }), "/values/2/sizes:");
  check(fault([](PteMethod& m) { m.chains = 2; }), "/chains/1:");
  REQUIRE_EQ(fault([](PteMethod& m) { m.instructions.clear(); }), says("x.pte:/execution_plan:"));
  // What an unknown kind holds was never looked at, so nothing of it may be read.
  check(fault([](PteMethod& m) { m.instructions[1].kind = static_cast<Op>(9); }), "/chains/0/instructions/1:");
  REQUIRE_EQ(fault([](PteMethod& m) { m.arenas.resize(400, 64); }), says("399"));
  REQUIRE_EQ(split(fault([](PteMethod& m) {
                     m.values.push_back({.kind = PteValue::Kind::list, .sizes = {3}});  // itself
                     m.instructions[0].arguments[0] = 3;
                   }),
                   "\n"),
             says("3 3"));
}

TEST_CASE("other files are told what they are") {
  std::string bytes = pte_of({chain()});
  bytes.replace(4, 4, "BP08");
  const auto bundled = read_document(bytes, "x.bpte");
  REQUIRE((!bundled && contains(bundled.error().text(), "bundled")));
  std::string headed = pte_of({chain()});
  headed.replace(8, 4, "eh00");
  const std::uint64_t size = headed.size() + 1;
  std::memcpy(headed.data() + 16, &size, sizeof size);
  const auto cut = read_document(headed, "x.pte");
  REQUIRE((!cut && cut.error().faults[0].place == "byte 16"));
}

TEST_CASE("damaged real programs") {
  STOWAGE_NEEDS_SHARED();
  for (const char* name : {"ethos_u_add", "unplanned_io_delegated", "add"}) {
    const std::string bytes = read_file(shared_path("data/executorch/" + std::string(name) + ".pte")).value();
    REQUIRE_EQ(fault_of_damage(bytes, "x.pte", 1'000), "");
  }
}

// ---- times of runs

/// Fourteen operators, as the network that was recorded has: Σ 1,896,076 over the OPERATOR_CALLs.
TEST_CASE("a real record of times") {
  STOWAGE_NEEDS_SHARED();
  PteMethod method{.values = {planned(4, 0), planned(4, 16)}, .inputs = {0}, .outputs = {1}, .arenas = {0, 32}};
  for (int k = 0; k < 14; ++k) method.instructions.push_back({Op::kernel, "aten::relu.out", {0, 1, 1}});
  const Document document = read({method});
  const std::string path = shared_path("data/executorch/lenet_like.etdp"), bytes = read_file(path).value();
  const auto timed = must(with_durations(*document.graph, bytes, path));
  std::int64_t sum = 0;
  for (OperatorId o : timed.graph.operators()) {
    sum += timed.graph.duration(o).nanoseconds;
    REQUIRE_EQ(static_cast<int>(timed.graph.duration(o).from), static_cast<int>(Duration::From::measured));
  }
  REQUIRE_EQ(sum, 1'896'076);
  REQUIRE_EQ(timed.graph.duration(OperatorId(3)).nanoseconds, 2'065'472 - 1'033'242);
  REQUIRE_EQ(timed.warnings.size(), 1u);
  REQUIRE(contains(timed.warnings[0].reason, "nanoseconds"));
  const auto alone = read_document(bytes, path);
  REQUIRE((!alone && contains(alone.error().text(), "not a graph")));
  REQUIRE_EQ(fault_of_damage(bytes, "x.etdp", 2'000), "");
}

TEST_CASE("of several runs the median is taken") {
  const Document document = read({chain()});
  const auto run = [](std::uint64_t first, std::uint64_t second) {
    return std::vector<EtEvent>{{.instruction = 0, .begin = 100, .end = 100 + first},
                                {.name = "DELEGATE_CALL", .instruction = 1, .begin = 5, .end = 5 + second},
                                {.name = "native_call_relu", .instruction = 0, .begin = 0, .end = 1},
                                {.name = "Method::execute", .instruction = 0, .begin = 0, .end = 9, .chain = -1}};
  };
  for (const bool with_size : {true, false}) {
    const std::string bytes = etdp_of({run(10, 7), run(90, 9), run(30, 4), {}}, with_size);
    const auto timed = must(with_durations(*document.graph, bytes, "x.etdp"));
    REQUIRE_EQ(timed.graph.duration(OperatorId(0)).nanoseconds, 30);
    REQUIRE_EQ(timed.graph.duration(OperatorId(1)).nanoseconds, 7);
  }
}

TEST_CASE("times that do not match are told or refused") {
  const Document document = read({chain()});
  const auto timed = with_durations(
      *document.graph,
      etdp_of({{{.instruction = 0, .begin = 9, .end = 1}, {.instruction = 1, .end = 5}, {.instruction = 7, .end = 5}}}),
      "x.etdp");
  REQUIRE(timed.has_value());
  REQUIRE_EQ(timed->warnings.size(), 4u);
  const auto none = with_durations(*document.graph, etdp_of({{{.instruction = 3, .end = 5}}}), "x.etdp");
  REQUIRE((!none && none.error().kind == Error::Kind::bad_input));
  const std::string bytes = etdp_of({{{.instruction = 0, .begin = 1, .end = 9}}});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto cut = with_durations(*document.graph, bytes.substr(0, length), "x.etdp");
    REQUIRE((cut || !cut.error().faults.empty()));
  }
}

/// Found by fuzzing: numbers of 8 bytes each that begin at no multiple of 8.
TEST_CASE("offsets that point beside what they mean are refused or read") {
  const std::string whole = read_file(sample_path("tiny_program.pte")).value();
  for (std::size_t at = 0; at + 4 <= whole.size(); at += 4)
    for (const int by : {4, -4}) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] + by);
      const auto document = read_document(bytes, "x.pte");
      REQUIRE((document || !document.error().faults.empty()));
    }
}
