// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "core/formats/xla/dump_text.h"
#include "core/graph/claims.h"
#include "core/stowage.h"
#include "tests/support/body_lines.h"
#include "tests/support/core_test.h"

namespace {

using Kind = ImportKind;

/// A module of one computation, scheduled.
std::string module_of(const std::string& lines) {
  return "HloModule m, is_scheduled=true\n\nENTRY %main (p: f32[8]) -> f32[8] {\n" + lines + "}\n";
}

Result<Document> read(const std::string& text, const std::map<std::string, std::string>& beside = {},
                      const std::string& file = "dump/m.txt") {
  ReadOptions options;
  options.open_beside = [&](const std::string& path) -> Result<std::string> {
    const auto at = beside.find(path);
    if (at == beside.end()) return tl::unexpected(Error::bad_input(path, "", "there is no such file"));
    return at->second;
  };
  return read_document(text, file, options);
}

std::string fault_of(const Result<Document>& document) {
  return error_of(document).text();
}

/// Name, kind and stream of each operator, one a line.
std::vector<std::string> operators_of(const Document& document) {
  std::vector<std::string> out;
  const Graph& graph = *document.graph;
  for (OperatorId o : graph.operators())
    out.push_back(text(graph.name(o), ' ', graph.kind(o), " on ", graph.info(graph.stream(o)).number));
  return out;
}

/// Name, size, first and last step and offset of each tensor, one a line.
std::vector<std::string> tensors_of(const Document& document) {
  std::vector<std::string> out;
  const Graph& graph = *document.graph;
  const auto lives = lifetimes(graph);
  for (TensorId t : graph.tensors())
    out.push_back(text(graph.name(t), ' ', graph.size(t).count, ' ', lives[t.index()].begin, '-', lives[t.index()].end,
                       " at ", document.plan ? document.plan->offsets[t.index()].value : -1));
  return out;
}

Document shared_text(const std::string& name) {
  return document_in(shared_path("data/xla_text/" + name),
                     {.open_beside = [](const std::string& path) { return read_file(path); }});
}

const char* const kModuleText = R"(A log says something before.
HloModule m, is_scheduled=true

ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %a = f32[8]{0} negate(%p)
  %b = f32[8]{0} negate(%a)
  ROOT %c = f32[8]{0} negate(%b)
}
)";
const char* const kAssignmentText = R"(BufferAssignment:
allocation 0: 0x55d0 size 32, parameter 0, shape |f32[8], constant| at ShapeIndex {}:
 value: <0 p @0> (size=32,offset=0): f32[8]{0}
allocation 1: size 32, output shape is |f32[8]|, maybe-live-out:
 value: <3 c @0> (size=32,offset=0): f32[8]{0}
allocation 2: size 96, preallocated-temp:
 value: <1 a (phi) @0> (size=32,offset=0): f32[8]{0}
 value: <2 b @0> (size=32,offset=64): f32[8]{0}
allocation 3: size 7, color 1, preallocated-temp:
 value: <4 a{1} @1> (size=7,offset=0): s8[7]{0}

Total bytes used: 167 (167B)

Used values:
<0 p @0>
)";
const char* const kRangeText = R"(HloLiveRange (max 4):
  InstructionSequence:
    0:p
    1:a
    2:b
    3:c
  BufferLiveRange:
    p{}:0-4
    a{}:1-2
    b{}:2-3
    c{}:3-4
    a{1}:1-1
  Live ranges at 2 (peak):
    a{}: 32 bytes
)";

std::int64_t planned(const std::string& text) {
  return plan_graph(*must(read(text)).graph).value().footprint.count;
}

/// Modules of one operand x of 4,096 bytes, which may be given away.
std::string fused_module(const std::string& donor, const std::string& fused, const std::string& entry) {
  return "HloModule m, is_scheduled=true" + donor + "\n\n%fused (p: f32[1024], q: f32[1024]) -> f32[1024] {\n" + fused +
         "}\n\nENTRY %main (x: f32[1024], w: f32[1024]) -> f32[1024] {\n" + entry + "}\n";
}

}  // namespace

/// The texts were printed from the very modules, so both readers agree on all but the trace, which the text lacks.
TEST_CASE("text reads as its HloProto does") {
  STOWAGE_NEEDS_SHARED();
  struct Row {
    std::string name, proto;
    std::size_t computations, instructions, allocations, values;
  };
  const std::vector<Row> rows{{"jit_forward_3d_conv", "jax_conv_08.7.jit_forward_3d_conv_15_", 4, 19, 4, 8},
                              {"jit_loss_fn", "jax_te_attn.1.jit_loss_fn_17_", 34, 151, 38, 73}};
  each_row(rows, [](const Row& row) {
    const Document proto = document_in(shared_path("data/xla/" + row.proto + ".hlo.pb"));
    for (const char* ending : {".txt", "-buffer-assignment.txt"}) {
      const Document text = shared_text("DERIVED_" + row.name + ".gpu_after_optimizations" + ending);
      REQUIRE_EQ(text.format, "xla-text");
      REQUIRE_EQ(counted(text.summary, Kind::read, "beside"), 1u);
      REQUIRE_EQ(counted(text.summary, Kind::read, "computations"), row.computations);
      REQUIRE_EQ(counted(text.summary, Kind::read, "instructions"), row.instructions);
      REQUIRE_EQ(counted(text.summary, Kind::read, "allocations"), row.allocations);
      REQUIRE_EQ(counted(text.summary, Kind::read, "values"), row.values);
      REQUIRE_EQ(counted(text.summary, Kind::unknown, "bytes"), 0u);
      REQUIRE_EQ(operators_of(text), operators_of(proto));
      REQUIRE_EQ(tensors_of(text), tensors_of(proto));
      REQUIRE_EQ(text.plan->footprint, proto.plan->footprint);
      REQUIRE_EQ(fault_of_plans(text), "");
    }
  });
}

/// Counted by a script of its own (see the shared notes on formats).
TEST_CASE("counts of real texts") {
  STOWAGE_NEEDS_SHARED();
  const Rows<std::size_t, std::size_t, std::size_t, std::size_t, std::size_t> rows{
      {"jit_forward_3d_conv", 10, 2, 1, 0, 0}, {"jit_loss_fn", 48, 6, 5, 24, 2}};
  each_row(rows, [](const std::string& name, std::size_t in_entry, std::size_t parameters, std::size_t live_out,
                    std::size_t thread_local_ones, std::size_t constants) {
    const Document document = shared_text("DERIVED_" + name + ".gpu_after_optimizations.txt");
    const ImportSummary& summary = document.summary;
    REQUIRE_EQ(counted(summary, Kind::assumed, "parameters"), parameters);
    REQUIRE_EQ(counted(summary, Kind::read, "results"), live_out);
    REQUIRE_EQ(counted(summary, Kind::skipped, "thread"), thread_local_ones);
    REQUIRE_EQ(counted(summary, Kind::skipped, "constants"), constants);
    REQUIRE_EQ(document.graph->operator_count() + parameters + constants, in_entry);
  });
}

/// What its authors left of it, up to the computation that the cut goes through, with an ENTRY that does nothing.
TEST_CASE("counts of a real module that was cut short") {
  STOWAGE_NEEDS_SHARED();
  std::string text = read_file(shared_path("data/xla_text/maxtext_llama3_8b_cut_at_2000_lines.txt.gz")).value();
  REQUIRE_EQ(std::ranges::count(text, '\n'), 2000);
  text.resize(text.rfind("\n}\n") + 3);
  text += "\nENTRY %none (p: f32[8]) -> f32[8] {\n  %p = f32[8] parameter(0)\n  ROOT %n = f32[8] negate(%p)\n}\n";
  const Document document = must(read(text));
  REQUIRE_EQ(counted(document.summary, Kind::read, "computations"), 176u);  // as many as began in it
  REQUIRE_EQ(counted(document.summary, Kind::read, "results that may") +
                 counted(document.summary, Kind::read, "results that must"),
             69u);
}

/// A module alone has no plan; the sum of what lives at once is what the shapes say.
TEST_CASE("a real module alone") {
  STOWAGE_NEEDS_SHARED();
  const Document document =
      document_in(shared_path("data/xla_text/DERIVED_jit_forward_3d_conv.gpu_after_optimizations.txt"));
  REQUIRE(!document.plan);
  REQUIRE_EQ(document.graph->size(document.graph->find_tensor("cudnn-conv.1{0}")).count, 572026880);
  REQUIRE_EQ(document.graph->size(document.graph->find_tensor("cudnn-conv.1{1}")).count, 7150336);
  REQUIRE(!document.graph->find_tensor("bitcast.16.0").valid());
  REQUIRE(fault_of_plans(document).empty());
}

TEST_CASE("an assignment alone is a table") {
  STOWAGE_NEEDS_SHARED();
  const Document document =
      document_in(shared_path("data/xla_text/DERIVED_jit_loss_fn.gpu_after_optimizations-buffer-assignment.txt"));
  REQUIRE(!document.plan);
  REQUIRE_EQ(document.graph->tensor_count(), 47u);  // 73 but for 24 of threads and 2 constants
  REQUIRE_EQ(counted(document.summary, Kind::unknown, "lifetimes"), 1u);
  for (TensorId t : document.graph->tensors()) REQUIRE(document.graph->is_output(t));
}

/// Its authors cut it after 2,000 lines.
TEST_CASE("a module that was cut short is refused at once") {
  STOWAGE_NEEDS_SHARED();
  const std::string path = shared_path("data/xla_text/maxtext_llama3_8b_cut_at_2000_lines.txt.gz");
  const std::string bytes = read_file(path).value();
  const std::clock_t before = std::clock();
  const auto document = read_document(bytes, "maxtext.txt");
  REQUIRE(seconds_since(before) < 10);
  REQUIRE(!document);
  REQUIRE_EQ(document.error().faults.size(), 1u);
  REQUIRE_MESSAGE(document.error().text().starts_with("maxtext.txt:line 200"), document.error().text());
  REQUIRE_EQ(document.error().text(), says("ENTRY"));
}

TEST_CASE("sizes of shapes") {
  const Rows<std::int64_t> plain = {{"f32[]", 4}, {"pred[3]", 3},     {"c128[2,0,3]", 0}, {"s4[5]", 3},
                                    {"u2[5]", 2}, {"f8e4m3fn[7]", 7}, {"token[]", 0}};
  const Rows<std::int64_t> laid_out = {{"bf16[1,128,4096]{2,1,0}", 1048576},
                                       {"s32[<=1024]{0:T(1024)}", 4096},
                                       {"bf16[5,100]{1,0:T(8,128)(2,1)S(1)}", 8 * 128 * 2},
                                       {"bf16[100,5]{0,1:T(8,128)(2,1)}", 8 * 128 * 2},
                                       {"s32[]{:T(128)}", 512},
                                       {"f32[3,5]{1,0:T(1,128)S(6)}", 3 * 128 * 4}};
  const auto check = [](const std::string& name, std::int64_t bytes) {
    const auto leaves = must(xla::read_shape(name));
    REQUIRE_EQ(leaves.size(), 1u);
    REQUIRE_EQ(leaves.front().bytes.value(), bytes);
  };
  for (const auto& rows : {plain, laid_out}) each_row(rows, check);
  const auto tuple = must(xla::read_shape("(f32[2], (s8[3]{0:S(5)}, f32[?]), token[])"));
  REQUIRE_EQ(tuple.size(), 4u);
  REQUIRE_EQ((tuple)[1].index, (std::vector<std::int64_t>{1, 0}));
  REQUIRE_EQ((tuple)[1].space, 5);
  REQUIRE(!(tuple)[2].bytes);
  for (const char* bad : {"", "f32", "f32[", "f32[-1]", "g32[1]", "f33[1]", "(f32[2]", "f32[2],", "f32[x]",
                          "f32[9000000000000000,2]", "f32[1]{"})
    REQUIRE_MESSAGE(!xla::read_shape(bad).has_value(), bad);
  REQUIRE(!xla::read_shape(std::string(100'000, '(')).has_value());
}

/// The operand of work that was started is needed until the work is done, whatever its shape says.
TEST_CASE("work beside others has a stream and two syncs") {
  const Document document = must(read(module_of(R"(
  %p = f32[8]{0} parameter(0)
  %a = f32[8]{0} fusion(%p), kind=kLoop
  %start = f32[8]{0} all-reduce-start(%a), replica_groups={{0,1}}
  %b = f32[8]{0} negate(%p)
  %c = f32[8]{0} negate(%b)
  %done = f32[8]{0} all-reduce-done(%start)
  ROOT %sum = f32[8]{0} add(%done, %c), control-predecessors={%a}
)")));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.stream_count(), 2u);
  REQUIRE_EQ(graph.label(graph.stream(graph.find_operator("start"))), "collectives");
  REQUIRE_EQ(graph.label(graph.stream(graph.find_operator("done"))), "main");
  REQUIRE_EQ(consumers_of(graph, "a"), (std::vector<std::string>{"start", "done"}));
  REQUIRE_EQ(consumers_of(graph, "start"), (std::vector<std::string>{"done", "sum"}));
  const auto has = [&](const char* before, const char* after) {
    return std::ranges::count(graph.control(), ControlEdge{graph.find_operator(before), graph.find_operator(after)}) ==
           1;
  };
  REQUIRE(has("a", "start"));
  REQUIRE(has("start", "done"));
  REQUIRE(fault_of_plans(document).empty());
}

TEST_CASE("queues have names") {
  const Document document = must(read(R"(HloModule m, is_scheduled=true
%wrapped (q: f32[8]) -> f32[8] {
  %q = f32[8]{0} parameter(0)
  ROOT %n = f32[8]{0} negate(%q)
}, execution_thread="sparsecore"
ENTRY %main (p: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %s = ((f32[8]{0}), f32[8]{0}, u32[]) async-start(%p), async_execution_thread="sparsecore", calls=%wrapped
  %m = f32[8]{0} multiply(%p, %p)
  %d = f32[8]{0} async-done(%s)
  %c = (f32[8]{0}, f32[8]{0}, u32[]) copy-start(%d), backend_config={"operation_queue_id":"2"}
  %e = f32[8]{0} copy-done(%c)
  %g = (f32[8]{0}, f32[16]{0}) all-gather-start(%e), backend_config={"collective_backend_config":{"is_sync":true}}
  %h = f32[16]{0} all-gather-done(%g)
  ROOT %r = f32[8]{0} custom-call(%h, %m), custom_call_target="a \"x\", ) {"
}
)"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.stream_count(), 3u);
  for (const auto& [op, stream] : {std::pair("n", "sparsecore"), {"s", "sparsecore"}, {"c", "queue 2"}, {"g", "main"}})
    REQUIRE_EQ(graph.label(graph.stream(graph.find_operator(op))), std::string(stream));
  // What is handed over is the operand's, and the result what the wrapped computation makes.
  REQUIRE(!graph.find_tensor("s{0,0}").valid());
  REQUIRE_EQ(consumers_of(graph, "n"), (std::vector<std::string>{"d", "c", "e"}));
  REQUIRE_EQ(consumers_of(graph, "p"), (std::vector<std::string>{"n", "s", "m", "d"}));
  REQUIRE(!graph.find_tensor("c{1}").valid());
  REQUIRE(graph.find_tensor("c{2}").valid());
  REQUIRE_EQ(consumers_of(graph, "c{0}"), (std::vector<std::string>{"e", "g", "h"}));
  REQUIRE_EQ(graph.size(graph.find_tensor("g{1}")).count, 64);
  REQUIRE(fault_of_plans(document).empty());
}

/// The condition comes first and needs what the loop carries, since the loop may end behind it.
TEST_CASE("loops and aliases of a module alone") {
  const Document document = must(read(R"(HloModule m, is_scheduled=true, input_output_alias={ {1}: (1, {}, may-alias) }
%body (b: (s32[], f32[8])) -> (s32[], f32[8]) {
  %b = (s32[], f32[8]{0}) parameter(0)
  %i = s32[] get-tuple-element(%b), index=0
  %x = f32[8]{0} get-tuple-element(%b), index=1
  %j = s32[] negate(%i)
  %y = f32[8]{0} negate(%x)
  ROOT %t = (s32[], f32[8]{0}) tuple(%j, %y)
}
%condition (c: (s32[], f32[8])) -> pred[] {
  %c = (s32[], f32[8]{0}) parameter(0)
  %k = s32[] get-tuple-element(%c), index=0
  ROOT %less = pred[] compare(%k, %k), direction=LT
}
ENTRY main (p: f32[8], d: f32[8]) -> (f32[8], f32[8]) {
  p = f32[8]{0} parameter(0)
  d = f32[8]{0} parameter(1)
  zero = s32[] constant(0)
  i0 = s32[] copy(s32[] zero)
  x0 = f32[8]{0} copy(f32[8]{0} p)
  init = (s32[], f32[8]{0}) tuple(i0, /*index=1*/x0)
  loop = (s32[], f32[8]{0}) while(init), condition=condition, body=body
  last = f32[8]{0} get-tuple-element(loop), index=1
  same = f32[8]{0} custom-call(last, d), custom_call_target="f", output_to_operand_aliasing={{}: (0, {})}
  sum = f32[8]{0} add(d, same)
  ROOT out = (f32[8]{0}, f32[8]{0}) tuple(same, sum)
}
)"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(lines_of(graph), std::string("i0: -> i0\n"
                                          "x0: p -> x0\n"
                                          "init: ->\n"
                                          "loop: i0 x0 loop{0} -> loop{0} loop{1}\n"
                                          "  carry i0 <- loop{0}\n"
                                          "  carry x0 <- loop{1}\n"
                                          "  k: ->\n"
                                          "  less: i0 x0 -> less\n"
                                          "  i: ->\n"
                                          "  x: ->\n"
                                          "  j: i0 -> loop{0}\n"
                                          "  y: x0 -> loop{1}\n"
                                          "  t: ->\n"
                                          "last: ->\n"
                                          "same: d loop{1} ->\n"
                                          "sum: d loop{1} -> sum\n"
                                          "out: ->\n"));
  REQUIRE_EQ(counted(document.summary, Kind::read, "loops, with"), 1u);
  REQUIRE(graph.is_output(graph.find_tensor("loop{1}")));
  REQUIRE(graph.is_output(graph.find_tensor("sum")));
  REQUIRE(graph.is_output(graph.find_tensor("p")));   // the caller's
  REQUIRE(!graph.is_output(graph.find_tensor("d")));  // given away
  REQUIRE_EQ(counted(document.summary, Kind::read, "take over"), 1u);
  REQUIRE(fault_of_plans(document).empty());
}

/// A constant is read where it lies; what a branch hands on, the conditional copies. What a loop passes on is its
/// operand.
TEST_CASE("branches and calls of a module alone") {
  const Document document = must(read(R"(HloModule m, is_scheduled=true
%yes (y: (f32[8], f32[4])) -> f32[8] {
  %y = (f32[8]{0}, f32[4]{0}) parameter(0)
  ROOT %y0 = f32[8]{0} get-tuple-element(%y), index=0
}
%no (n: f32[4]) -> f32[8] {
  %n = f32[4]{0} parameter(0)
  ROOT %wide = f32[8]{0} custom-call(%n), custom_call_target="f"
}
%sum (s: f32[8], t: f32[8]) -> f32[8] {
  %s = f32[8]{0} parameter(0)
  %t = f32[8]{0} parameter(1)
  ROOT %all = f32[8]{0} custom-call(%s, %t), custom_call_target="g"
}
%body (b: (f32[8], f32[4])) -> (f32[8], f32[4]) {
  %b = (f32[8]{0}, f32[4]{0}) parameter(0)
  %b0 = f32[8]{0} get-tuple-element(%b), index=0
  %b1 = f32[4]{0} get-tuple-element(%b), index=1
  %next = f32[8]{0} custom-call(%b0, %b1), custom_call_target="h"
  ROOT %bt = (f32[8]{0}, f32[4]{0}) tuple(%next, %b1)
}
%condition (c: (f32[8], f32[4])) -> pred[] {
  %c = (f32[8]{0}, f32[4]{0}) parameter(0)
  %c1 = f32[4]{0} get-tuple-element(%c), index=1
  ROOT %go = pred[] custom-call(%c1), custom_call_target="i"
}
ENTRY main (p: pred[], x: f32[8]) -> f32[4] {
  p = pred[] parameter(0)
  x = f32[8]{0} parameter(1)
  four = f32[4]{0} constant({1, 2, 3, 4})
  both = (f32[8]{0}, f32[4]{0}) tuple(x, four)
  choice = f32[8]{0} conditional(p, both, four), true_computation=yes, false_computation=no
  called = f32[8]{0} call(choice, x), to_apply=sum
  made = f32[4]{0} custom-call(x), custom_call_target="j"
  init = (f32[8]{0}, f32[4]{0}) tuple(called, made)
  loop = (f32[8]{0}, f32[4]{0}) while(init), condition=condition, body=body
  kept = f32[4]{0} get-tuple-element(loop), index=1
  ROOT end = f32[4]{0} custom-call(kept), custom_call_target="k"
}
)"));
  REQUIRE_EQ(lines_of(*document.graph), std::string("both: ->\n"
                                                    "choice: p x -> choice\n"
                                                    "  true\n"
                                                    "    y0: ->\n"
                                                    "  false\n"
                                                    "    wide: -> choice\n"
                                                    "called: x choice -> called\n"
                                                    "  sum\n"
                                                    "    all: choice x -> called\n"
                                                    "made: x -> made\n"
                                                    "init: ->\n"
                                                    "loop: called made loop{0} -> loop{0}\n"
                                                    "  carry called <- loop{0}\n"
                                                    "  c1: ->\n"
                                                    "  go: called made -> go\n"
                                                    "  b0: ->\n"
                                                    "  b1: ->\n"
                                                    "  next: called made -> loop{0}\n"
                                                    "  bt: ->\n"
                                                    "kept: ->\n"
                                                    "end: made -> end\n"));
  REQUIRE_EQ(fault_of_plans(document), "");
}

TEST_CASE("computations that cannot be bodies") {
  const auto module = [](const std::string& computations, const std::string& call) {
    return "HloModule m, is_scheduled=true\n\n" + computations +
           "ENTRY main (x: f32[8]) -> f32[8] {\n  x = f32[8]{0} parameter(0)\n" +
           "  ROOT y = f32[8]{0} call(x), to_apply=" + call + "\n}\n";
  };
  const auto calling = [](const std::string& name, const std::string& other, int times) {
    std::string out = name + " (p" + name + ": f32[8]) -> f32[8] {\n  p" + name + " = f32[8]{0} parameter(0)\n";
    for (int k = 0; k < times; ++k) {
      const std::string at = name + "_" + std::to_string(k);
      out += (k + 1 == times ? "  ROOT " : "  ") + at + " = f32[8]{0} call(p" + name + "), to_apply=" + other + "\n";
    }
    return out + "}\n";
  };
  const std::string last =
      "z (pz: f32[8]) -> f32[8] {\n  pz = f32[8]{0} parameter(0)\n  ROOT az = f32[8]{0} negate(pz)\n}\n";
  REQUIRE_EQ(error_of(read(module(calling("a", "a", 1), "a"))).text(), says("\"a\" itself"));
  REQUIRE_EQ(error_of(read(module(calling("a", "b", 1) + calling("b", "a", 1), "a"))).text(), says("\"a\" itself"));
  std::string deep, wide;
  for (int k = 0; k < 10'000; ++k)
    deep += calling("c" + std::to_string(k), k == 9'999 ? "z" : "c" + std::to_string(k + 1), 1);
  REQUIRE_EQ(error_of(read(module(deep + last, "c0"))).text(), says("deeply"));
  for (int k = 0; k < 18; ++k)
    wide += calling("c" + std::to_string(k), k == 17 ? "z" : "c" + std::to_string(k + 1), 10);
  REQUIRE_EQ(error_of(read(module(wide + last, "c0"))).text(), says("too many too large"));  // 10^18 calls in all
  // Tuples in tuples, and memory spaces: all steps are read one after the other, as one graph.
  const std::string nested =
      "f (q: ((f32[8], f32[8]))) -> f32[8] {\n  q = ((f32[8]{0}, f32[8]{0})) parameter(0)\n"
      "  ROOT w = f32[8]{0} custom-call(q), custom_call_target=\"f\"\n}\n"
      "ENTRY main (x: f32[8]) -> f32[8] {\n  x = f32[8]{0} parameter(0)\n  t = (f32[8]{0}, f32[8]{0}) "
      "tuple(x, x)\n  u = ((f32[8]{0}, f32[8]{0})) tuple(t)\n  ROOT y = f32[8]{0} call(u), to_apply=f\n}\n";
  std::string far = module(last, "z");
  far.replace(far.find("{0} negate"), 3, "{0:S(1)}");
  for (const std::string& flat : {"HloModule m, is_scheduled=true\n\n" + nested, far}) {
    const Document document = must(read(flat));
    REQUIRE(!document.graph->has_bodies());
    REQUIRE(
        std::ranges::any_of(document.summary.entries(), [](const ImportEntry& e) { return e.kind == Kind::unknown; }));
  }
}

/// What XLA needs for these modules: a result of an element-wise instruction lies in an operand that ends there.
TEST_CASE("results are written over operands that nothing needs later") {
  const std::string entry =
      "  %x = f32[1024]{0} parameter(0)\n  %w = f32[1024]{0} parameter(1)\n  %e = f32[1024]{0} exponential(%x)\n"
      "  %d = f32[1024]{0} add(%e, %w)\n  ROOT %y = f32[1024]{0} negate(%d)\n";
  const auto module = [&](const std::string& donor, const std::string& lines) {
    return "HloModule m, is_scheduled=true" + donor + "\n\nENTRY %main (x: f32[1024], w: f32[1024]) -> f32[1024] {\n" +
           lines + "}\n";
  };
  for (const char* donor : {", input_output_alias={ {}: (0, {}, may-alias) }",
                            ", input_output_alias={ {}: (0, {}, must-alias) }", ", buffer_donor={ (0, {}) }"})
    REQUIRE_EQ(planned(module(donor, entry)), 8192);
  REQUIRE_EQ(planned(module("", entry)), 12288);  // x is the caller's
  REQUIRE_EQ(planned(module(", buffer_donor={ (0, {}), (1, {}) }", entry)), 8192);
  REQUIRE_EQ(planned(module(", input_output_alias={ {}: (0, {}, may-alias) }",
                            "  %x = f32[1024]{0} parameter(0)\n  %e = f32[1024]{0} exponential(%x)\n"
                            "  ROOT %y = f32[1024]{0} negate(%e)\n")),
             4096);
  // A copy is there to keep two apart, another layout reads elsewhere, and what is read later is kept.
  const auto two = [&](const std::string& second) {
    return module(", buffer_donor={ (0, {}) }", "  %x = f32[32,32]{1,0} parameter(0)\n" + second);
  };
  REQUIRE_EQ(planned(two("  ROOT %y = f32[32,32]{1,0} negate(%x)\n")), 4096);
  REQUIRE_EQ(planned(two("  ROOT %y = f32[32,32]{1,0} copy(%x)\n")), 8192);
  REQUIRE_EQ(planned(two("  ROOT %y = f32[32,32]{0,1} negate(%x)\n")), 8192);
  REQUIRE_EQ(planned(two("  ROOT %y = f32[32,32]{1,0} transpose(%x), dimensions={1,0}\n")), 8192);
  REQUIRE_EQ(planned(two("  %e = f32[32,32]{1,0} negate(%x)\n  ROOT %y = f32[32,32]{1,0} add(%e, %x)\n")), 8192);
  // An update stays in what it updates.
  const std::string rest = "  %u = f32[1,32]{1,0} parameter(1)\n  %i = s32[] parameter(2)\n";
  REQUIRE_EQ(planned(two(rest + "  ROOT %y = f32[32,32]{1,0} dynamic-update-slice(%x, %u, %i, %i)\n")), 4096 + 128 + 4);
  // The summary calls it assumed, a warning says that it is, and no plan is called optimal.
  REQUIRE_EQ(must(read(module("", entry))).warnings.size(), 1u);
  REQUIRE_EQ(must(read(two("  ROOT %y = f32[32,32]{1,0} copy(%x)\n"))).warnings.size(), 0u);
  REQUIRE_EQ(counted(must(read(module("", entry))).summary, Kind::assumed,
                     "results may be written over an operand of their shape that nothing needs later, as XLA does"),
             2u);
}

TEST_CASE("fusions are written in place where they read element by element") {
  const std::string donor = ", buffer_donor={ (0, {}), (1, {}) }";
  const std::string p = "  %p = f32[1024]{0} parameter(0)\n", q = "  %q = f32[1024]{0} parameter(1)\n";
  const std::string x = "  %x = f32[1024]{0} parameter(0)\n", w = "  %w = f32[1024]{0} parameter(1)\n";
  const std::string call = "  ROOT %y = f32[1024]{0} fusion(%x, %w), kind=kLoop, calls=%fused\n";
  REQUIRE_EQ(planned(fused_module(donor, p + q + "  ROOT %r = f32[1024]{0} add(%p, %q)\n", x + w + call)), 8192);
  // Whatever is read out of order is kept until the end; the other may go.
  const std::string reverse = "  %v = f32[1024]{0} reverse(%p), dimensions={0}\n";
  REQUIRE_EQ(planned(fused_module(donor, p + q + reverse + "  ROOT %r = f32[1024]{0} add(%v, %q)\n", x + w + call)),
             8192);
  REQUIRE_EQ(planned(fused_module(", buffer_donor={ (0, {}) }",
                                  p + q + reverse + "  ROOT %r = f32[1024]{0} add(%v, %q)\n", x + w + call)),
             12288);
  REQUIRE_EQ(
      planned(fused_module(
          donor, p + q + reverse + "  %s = f32[1024]{0} add(%v, %q)\n" + "  ROOT %r = f32[1024]{0} add(%s, %p)\n",
          x + "  ROOT %y = f32[1024]{0} fusion(%x, %x), kind=kLoop, calls=%fused\n")),
      8192);
}

TEST_CASE("files of one dump take each other") {
  const std::map<std::string, std::string> files{{"dump/m.txt", kModuleText},
                                                 {"dump/m-buffer-assignment.txt", kAssignmentText},
                                                 {"dump/m-live-range.txt", kRangeText}};
  std::vector<std::string> all;
  for (const auto& [path, text] : files) {
    const Document document = must(read(text, files, path));
    const std::vector<std::string> tensors = tensors_of(document);
    REQUIRE_EQ(tensors.size(), 5u);
    if (all.empty()) all = tensors;
    REQUIRE_EQ(tensors, all);
    REQUIRE_EQ(counted(document.summary, Kind::read, "beside"), 2u);
    REQUIRE_EQ(counted(document.summary, Kind::read, "ranges"), 4u);
    REQUIRE_EQ(document.spaces.size(), 2u);
    REQUIRE_EQ(document.spaces[document.space].name, "space 0");
    REQUIRE_EQ(document.spaces[1].footprint.count, 64);  // 7, rounded to the alignment of the file
    const Document other = in_space(document, 1);
    REQUIRE_EQ(other.graph->size(other.graph->find_tensor("a{1}")).count, 7);
    REQUIRE_EQ(other.plan->footprint.count, 64);
    REQUIRE_EQ(document.plan->footprint.count, 640);  // 256 + 256 + 96, likewise
    REQUIRE(fault_of_plans(document).empty());
  }
  REQUIRE_EQ(all, (std::vector<std::string>{"p 32 0-3 at 0", "a 32 0-2 at 512", "b 32 1-3 at 576", "c 32 2-3 at 256",
                                            "a{1} 0 0-1 at 0"}));
  // A report is for eyes, but its neighbours are not.
  const Document by_report = must(read("Total bytes: 1.00KiB\n", files, "dump/m-memory-usage-report.txt"));
  REQUIRE_EQ(tensors_of(by_report), all);
}

TEST_CASE("live ranges stand in for a module") {
  const Document document =
      must(read(kAssignmentText, {{"dump/m-live-range.txt", kRangeText}}, "dump/m-buffer-assignment.txt"));
  REQUIRE_EQ(document.graph->operator_count(), 3u);
  REQUIRE_EQ(tensors_of(document), (std::vector<std::string>{"p 32 0-3 at 0", "a 32 0-2 at 512", "b 32 1-3 at 576",
                                                             "c 32 2-3 at 256", "a{1} 0 0-1 at 0"}));
}

TEST_CASE("what is assumed is not called optimal") {
  const auto best_of = [](const Document& document) { return make_plans(*document.graph).value().best(); };
  const Document table = must(read(kAssignmentText, {}, "dump/m-buffer-assignment.txt"));
  REQUIRE_EQ(table.warnings.size(), 1u);
  const Document module = must(read(kModuleText)),
                 whole = must(read(kModuleText, {{"dump/m-buffer-assignment.txt", kAssignmentText}}));
  for (const Document& document : {table, module, whole}) {
    const Plan best = best_of(document);
    const bool is_whole = document.plan.has_value();
    REQUIRE_EQ(best.footprint, best.lower_bound);
    REQUIRE_EQ(best.proved_optimal, is_whole);
    REQUIRE_EQ(contains(optimal_for(*document.graph), "optimal"), is_whole);
    // A graph file keeps it.
    const Document again = must(read_document(write_graph_json(*document.graph), "again.stowage.json"));
    REQUIRE_EQ(best_of(again).proved_optimal, is_whole);
  }
}

TEST_CASE("texts that cannot be read say where and why") {
  REQUIRE_EQ(fault_of(read(replaced(kModuleText, ", is_scheduled=true", ""))), says("dump/m.txt:line 1:"));
  REQUIRE(contains(fault_of(read_document(kAssignmentText, "m-buffer-assignment.txt", {.space = "space 9"})),
                   "\"space 0\""));
  REQUIRE_EQ(fault_of(read(kRangeText)), says("dump/m.txt:"));
  REQUIRE_EQ(fault_of(read("nothing", {}, "m.hlo.txt")), says("m.hlo.txt: XLA"));
  const Rows<std::string, std::string, std::string, std::string> rows{
      {"an operand that is not there", "negate(%a)", "negate(%z)", "line 7", "\"z\""},
      {"a cycle", "negate(%p)", "negate(%c)", "line 6", "\"c\""},
      {"an open bracket", "negate(%a)", "negate(%a", "line 7", ""},
      {"an open quote", "negate(%a)", "negate(%a), metadata={op=\"x}", "line 7", ""},
      {"no operation", "negate(%a)", "", "line 7", ""},
      {"no shape", "f32[8]{0} negate(%a)", "negate(%a)", "line 7", ""},
      {"an unknown shape", "%b = f32[8]", "%b = q32[8]", "line 7", ""},
      {"a dimension without a bound", "%b = f32[8]", "%b = f32[?]", "line 7", ""},
      {"a huge shape", "%b = f32[8]", "%b = f32[9007199254740993]", "line 7", ""},
      {"a computation that is not there", "negate(%a)", "fusion(%a), calls=%f", "line 7", "\"f\""},
      {"a name twice", "%b = ", "%a = ", "line 7", "\"a\""},
      {"no entry", "ENTRY ", "", "line 10", "ENTRY"},
      {"two entries", "ENTRY", "ENTRY %e () -> f32[] {\n  %k = f32[] iota()\n}\nENTRY", "line 7", "ENTRY"},
      {"a parameter without a number", "parameter(0)", "parameter(x)", "line 5", ""}};
  each_row(rows,
           [](const std::string& what, const std::string& by, const std::string& place, const std::string& names) {
             const std::string text = replaced(kModuleText, what, by);
             const std::string fault = fault_of(read(text));
             REQUIRE_EQ(split(fault, "\n"), says("dump/m.txt:" + place + ": " + names));
           });
  const Rows<std::string, std::string, std::string, std::string> assignments{
      {"no size", "size=32,offset=64", "offset=64", "line 8", ""},
      {"a negative offset", "offset=64", "offset=-64", "line 8", ""},
      {"a value twice", "<2 b", "<1 b", "line 8", ""},
      {"no id", "<2 b", "<b", "line 8", ""},
      {"cut short", "Total bytes used", "", "line 15", ""},
      {"an allocation without a size", "2: size 96", "2:", "line 6", ""}};
  each_row(assignments, [](const std::string& what, const std::string& by, const std::string& place,
                           const std::string& names) {
    const std::string text = replaced(kAssignmentText, what, by);
    const std::string fault = fault_of(read(text, {{"dump/m.txt", kModuleText}}, "dump/m-buffer-assignment.txt"));
    REQUIRE_EQ(split(fault, "\n"), says("dump/m-buffer-assignment.txt:" + place + ": " + names));
  });
}

TEST_CASE("damaged texts are refused") {
  for (const char* text : {kModuleText, kAssignmentText, kRangeText})
    REQUIRE_EQ(fault_of_damage(text, "m.hlo.txt", 5'000), "");
  STOWAGE_NEEDS_SHARED();
  const std::string path = shared_path("data/xla_text/DERIVED_jit_forward_3d_conv.gpu_after_optimizations.txt");
  REQUIRE_EQ(fault_of_damage(read_file(path).value(), "m.hlo.txt", 2'000), "");
}

/// A million instructions, and a shape of a million parts; under the sanitizers a tenth.
TEST_CASE("large texts are read soon") {
  const auto count = static_cast<std::size_t>(rounds(1'000'000));
  std::string text =
      "HloModule m, is_scheduled=true\nENTRY %main (p: f32[8]) -> f32[8] {\n  %x0 = f32[8] parameter(0)\n";
  for (std::size_t k = 1; k < count; ++k)
    text += "  %x" + std::to_string(k) + " = f32[8]{0} add(%x" + std::to_string(k - 1) + ", %x" +
            std::to_string(k / 2) + ")\n";
  text += "}\n";
  const std::clock_t before = std::clock();
  REQUIRE_EQ(must(read(text)).graph->operator_count(), count - 1);
  REQUIRE(seconds_since(before) < 60);  // where the work grew with the square, hours
  std::string wide = "(";
  for (std::size_t k = 0; k < count; ++k) wide += "f32[8],";
  wide.back() = ')';
  const std::clock_t then = std::clock();
  static_cast<void>(read(module_of("  %p = " + wide + " parameter(0)\n  ROOT %c = " + wide + " custom-call(%p)\n")));
  static_cast<void>(read(module_of("  %p = " + std::string(count, '(') + " parameter(0)\n")));
  REQUIRE(seconds_since(then) < 60);
}
