// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_test.h"

namespace {

Graph graph() {
  return graph_of("op n m; t a 10 : n -> m; t b/~ 20 : n -> m; t c 0 : m -> !");
}

std::string plan(const std::string& offsets, const std::string& more = {}) {
  return R"({"format": "stowage-plan", "version": 1, "graph": "", "strategy": "s", "footprint": 30, "offsets": {)" +
         offsets + "}" + more + "}";
}
const std::string kGood = R"("a": 0, "b/~": 10, "c": 1152921504606846976)";

Result<Plan> read(const std::string& bytes) {
  return read_plan({bytes.c_str(), std::size_t(bytes.size())}, "p.json", graph());
}

}  // namespace

TEST_CASE("reads the contract") {
  const auto p =
      must(read(R"({"format": "stowage-plan", "version": 1, "graph": "g", "strategy": "so.size.best", "order": "olla",
        "alignment": 64, "footprint": 9007199254740993, "lower_bound": 7, "proved_optimal": true, "mine": [],
        "bound_tensors": ["b/~", "a"],
        "offsets": {"b/~": 10, "a": 9007199254740993, "c": 0}, "sequence": ["m", "n"]})"));
  REQUIRE_EQ(p.graph, "g");
  REQUIRE_EQ(p.strategy, "so.size.best");
  REQUIRE_EQ(p.order, "olla");
  REQUIRE_EQ(p.alignment, Bytes{64});
  REQUIRE_EQ(p.footprint, Bytes{9007199254740993});
  REQUIRE_EQ(p.lower_bound, Bytes{7});
  REQUIRE(p.proved_optimal);
  REQUIRE_EQ(p.offsets, (std::vector<Offset>{{9007199254740993}, {10}, {0}}));
  REQUIRE_EQ(p.sequence, (std::vector<std::string>{"m", "n"}));
  REQUIRE_EQ(p.bound_tensors, (std::vector<TensorId>{TensorId(0), TensorId(1)}));
}

/// Items are read as they come where that is possible: what is found must not depend on it.
TEST_CASE("order of keys does not matter") {
  const auto read_all = [](const std::string& offsets, const std::string& sequence, const auto& check) {
    std::vector<std::string> parts = {R"("format": "stowage-plan", "version": 1)", R"("footprint": 9)",
                                      R"("graph": "of another")", R"("offsets": {)" + offsets + "}",
                                      R"("sequence": [)" + sequence + "]"};
    do {
      std::string text;
      for (const std::string& part : parts) text += (text.empty() ? "{" : ", ") + part;
      check(read(text + "}"));
    } while (std::ranges::next_permutation(parts).found);
  };
  read_all(R"("c": 3, "a": 1, "b/~": 2)", R"("m", "n")", [](const Result<Plan>& p) {
    REQUIRE_EQ(fault_text(p), "");
    REQUIRE_EQ(p->offsets, (std::vector<Offset>{{1}, {2}, {3}}));
    REQUIRE_EQ(p->sequence, (std::vector<std::string>{"m", "n"}));
    REQUIRE_EQ(p->graph, "of another");
  });
  read_all(R"("c": -3, "x": 1, "a": 2)", R"("m", "m", 1)", [](const Result<Plan>& p) {
    REQUIRE_EQ(places_of(error_of(p)),
               split("/graph /offsets/c /offsets/x /offsets /sequence/1 /sequence/2 /sequence", " "));
  });
}

TEST_CASE("what may be left out") {
  const auto p = must(read(plan(kGood)));
  REQUIRE_EQ(p.order, "given");
  REQUIRE_EQ(p.alignment, Bytes{1});
  REQUIRE_EQ(p.lower_bound, Bytes{0});
  REQUIRE(!p.proved_optimal);
  REQUIRE((p.sequence.empty() && p.bound_tensors.empty()));
}

/// Only a recorded heap can be read again without the turns of its streams.
TEST_CASE("a sync between two streams is no turn of theirs") {
  for (const bool recorded : {false, true}) {
    GraphBuilder builder;
    const OperatorId first = builder.add_operator({.name = "a", .stream = builder.add_stream(0)});
    builder.add_control(first, builder.add_operator({.name = "b", .stream = builder.add_stream(1)}));
    if (recorded) builder.set_times({0, 1, 2});
    const Graph graph = std::move(builder).build().value().graph;
    const std::string text = write_plan(graph, imported_plan(graph, {}));
    REQUIRE_EQ(contains(text, "serial"), recorded);
    REQUIRE(!must(read_plan(text, "p.json", graph)).serial_streams);  // here they take turns anyway
  }
}

TEST_CASE("round trips") {
  for (const std::string& more : {std::string(), std::string(R"(, "sequence": ["m", "n"], "order": "x")"),
                                  std::string(R"(, "bound_tensors": ["b/~", "a"])"),
                                  std::string(R"(, "streams": "serial", "reserved": 44, "assumed": true)"),
                                  std::string(R"(, "remark": "cbc says \"optimal\"")"),
                                  std::string(R"(, "bound_tensors": ["a"], "sequence": ["m", "n"], "order": "x")")}) {
    const auto first = read(plan(kGood, more));
    const std::string text = write_plan(graph(), *first);
    const auto second = must(read_plan(text, "p.json", graph()));
    REQUIRE_EQ(second.offsets, first->offsets);
    REQUIRE_EQ(second.sequence, first->sequence);
    REQUIRE_EQ(second.bound_tensors, first->bound_tensors);
    REQUIRE_EQ(second.serial_streams, contains(more, "serial"));
    REQUIRE_EQ(second.assumed, contains(more, "assumed"));
    REQUIRE_EQ(second.remark, contains(more, "remark") ? "cbc says \"optimal\"" : "");
    REQUIRE_EQ(second.needed(), Bytes{contains(more, "reserved") ? 44 : 30});
    REQUIRE_EQ(write_plan(graph(), second), text);
  }
  REQUIRE_EQ(write_plan(graph(), *read(plan(kGood))),
             std::string(R"({"format": "stowage-plan", "version": 1, "graph": "", "strategy": "s", "order": "given", )"
                         R"("alignment": 1, "footprint": 30, "lower_bound": 0, "proved_optimal": false,)"
                         "\n \"offsets\": {\n  \"a\": 0,\n  \"b/~\": 10,\n  \"c\": 1152921504606846976}}\n"));
}

TEST_CASE("one fault") {
  const Rows<std::string, std::string, std::string> rows = {
      {"truncated", plan(kGood).substr(0, plan(kGood).size() - 1), "line 1, column 145", ""},
      {"not a plan", R"({"format": "stowage-graph", "version": 1})", "/format", "\"stowage-plan\""},
      {"newer version", R"({"format": "stowage-plan", "version": 2})", "/version", "1"},
      {"no version", R"({"format": "stowage-plan"})", "/version", "1"},
      {"no offsets", R"({"format": "stowage-plan", "version": 1, "footprint": 1})", "/offsets", ""},
      {"no footprint", R"({"format": "stowage-plan", "version": 1, "offsets": {"a": 1, "b/~": 1, "c": 1}})",
       "/footprint", ""},
      {"offsets in a list", replaced(plan(""), "{}", "[]"), "/offsets", "object"},
      {"missing offset", plan(R"("a": 0, "c": 1)"), "/offsets", "\"b/~\""},
      {"certificate of an unknown tensor", plan(kGood, R"(, "bound_tensors": ["a", "x"])"), "/bound_tensors/1",
       "\"x\""},
      {"certificate that is no list", plan(kGood, R"(, "bound_tensors": {"a": 1})"), "/bound_tensors", "list"},
      {"unknown tensor", plan(kGood + R"(, "z/z": 1)"), "/offsets/z~1z", "\"z/z\""},
      {"offset twice", plan(kGood + R"(, "a": 1)"), "/offsets/a", ""},
      {"negative offset", plan(R"("a": 0, "b/~": -10, "c": 0)"), "/offsets/b~1~0", "-10 0 2^60"},
      {"fractional offset", plan(R"("a": 0.5, "b/~": 10, "c": 0)"), "/offsets/a", "0.5"},
      {"offset beyond 2^60", plan(R"("a": 1152921504606846977, "b/~": 10, "c": 0)"), "/offsets/a", "2^60"},
      {"offset beyond 2^64", plan(R"("a": 18446744073709551616, "b/~": 10, "c": 0)"), "/offsets/a", ""},
      {"offset null", plan(R"("a": null, "b/~": 10, "c": 0)"), "/offsets/a", "null"},
      {"alignment 0", plan(kGood, R"(, "alignment": 0)"), "/alignment", "1"},
      {"strategy of a wrong type", plan(kGood, R"(, "order": 1)"), "/order", "string"},
      {"proved as text", plan(kGood, R"(, "proved_optimal": "yes")"), "/proved_optimal", "true or false"},
      {"key twice", plan(kGood, R"(, "version": 1)"), "/version", ""},
      {"sequence too short", plan(kGood, R"(, "sequence": ["n"])"), "/sequence", "\"m\""},
      {"sequence with a stranger", plan(kGood, R"(, "sequence": ["n", "z", "m"])"), "/sequence/1", "\"z\""},
      {"sequence with a repetition", plan(kGood, R"(, "sequence": ["n", "m", "n"])"), "/sequence/2", "\"n\""},
      {"sequence as text", plan(kGood, R"(, "sequence": "n")"), "/sequence", "list"},
      {"csv without offsets", "id,lower,upper,size\na,0,1,10\n", "", "plan"}};
  each_row(rows, [&](const std::string& bytes, const std::string& place, const std::string& words) {
    const auto p = read(bytes);
    REQUIRE_MESSAGE(!p.has_value(), "was read");
    REQUIRE_EQ(p.error().text(), says(Diagnostic{"p.json", place, words}.text()));
    REQUIRE_EQ(p.error().faults[0].place, place);
  });
}

/// x waits for m, and y for x: they come right behind. Nothing is left of what only the plan has.
TEST_CASE("a plan of another version of the graph") {
  const Graph newer = graph_of("op n m x y last; t a 10 : n -> m; t new 5 : m -> x; t e 1 : x -> y; t c 2 : n -> last");
  const auto part = must(read_plan_in_part(
      plan(kGood, R"(, "bound_tensors": ["b/~", "a"], "sequence": ["n", "gone", "m", "last"])"), "p.json", newer));
  REQUIRE_EQ(part.plan.offsets, (std::vector<Offset>{{0}, kNotPlaced, kNotPlaced, {1152921504606846976}}));
  REQUIRE((part.lacking == 2 && part.extra == 1));
  REQUIRE((part.lacking_operators == 2 && part.extra_operators == 1));
  REQUIRE_EQ(part.plan.sequence, split("n m x y last", " "));
  REQUIRE_EQ(part.plan.bound_tensors, (std::vector<TensorId>{TensorId(0)}));
  REQUIRE_EQ(must(read_plan_in_part(plan(kGood), "p.json", graph())).plan.offsets, read(plan(kGood))->offsets);
  for (const char* fault : {R"("a": -1)", R"("a": 1, "a": 1)", R"("z": 1)"})
    REQUIRE_EQ(error_of(read_plan_in_part(plan(fault), "p.json", newer)).kind, Error::Kind::bad_input);
}

/// A plan for another graph says so first, then which tensors do not match.
TEST_CASE("a plan for another graph") {
  const Error error = error_of(read(replaced(plan(R"("a": 0, "x": 1)"), R"("graph": "")", R"("graph": "bert")")));
  REQUIRE_EQ(error.faults.size(), 4u);
  REQUIRE_EQ(error.faults[0].text(), says("p.json:/graph: \"bert\" \"\""));
  REQUIRE(read(replaced(plan(kGood), R"("graph": "")", R"("graph": "bert")")).has_value());
  REQUIRE_EQ(error_of(read(replaced(plan(R"("x": 0, "y": 1)"), R"("graph": "")", R"("graph": "bert")"))).text(),
             says("p.json:/graph: \"bert\" \"\""));
  REQUIRE_EQ(read(plan(R"("x": 0, "y": 1)")).error().faults.size(), 5u);  // of no other graph: each is named
}

TEST_CASE("an interval csv with offsets is a plan") {
  const auto p = must(read("id,lower,upper,size,offset\nb/~,0,1,20,10\nc,0,1,0,7\na,0,1,10,0\n"));
  REQUIRE_EQ(p.offsets, (std::vector<Offset>{{0}, {10}, {7}}));
  REQUIRE_EQ(p.footprint, Bytes{30});
  REQUIRE(!read("id,lower,upper,size,offset\nb/~,0,1,20,10\n").has_value());
}

TEST_CASE("many faults are counted not listed") {
  std::string offsets = kGood;
  for (int i = 0; i < 3000; ++i) offsets += ",\"x" + std::to_string(i) + "\": 0";
  const Error error = error_of(read(plan(offsets)));
  REQUIRE_EQ(error.faults.size(), 101u);
  REQUIRE_EQ(error.faults.back().reason, says("2900"));
}

/// Those of the document, of the offsets and of the sequence, wherever these stand; all are counted.
TEST_CASE("faults come in our order") {
  std::string offsets = kGood;
  for (int i = 0; i < 96; ++i) offsets += ",\"x" + std::to_string(i) + "\": 0";
  const Error error = error_of(read(R"({"sequence": ["z"], "offsets": {)" + offsets +
                                    R"(}, "format": "stowage-plan", "version": 1, "graph": "", "alignment": 0})"));
  const auto& faults = error.faults;
  REQUIRE_EQ(faults.size(), 101u);
  REQUIRE_EQ(faults[0].place, "/alignment");
  REQUIRE_EQ(faults[1].place, "/footprint");
  REQUIRE_EQ(faults[2].place, "/offsets/x0");
  REQUIRE_EQ(faults[97].place, "/offsets/x95");
  REQUIRE_EQ(faults[98].place, "/sequence/0");
  REQUIRE_EQ(faults[99].reason, says("\"n\""));
  REQUIRE_EQ(faults[100].reason, says("1"));
}
