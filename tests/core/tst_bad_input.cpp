// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_test.h"

namespace {

std::string graph(const std::string& members) {
  return std::string(R"({"format": "stowage-graph", "version": 1, )") + members + "}";
}

/// A graph file of two operators with one tensor, given without its braces.
std::string tensor(const char* fields) {
  const std::string start = R"("nodes": [{"id": "a"}, {"id": "b"}], "tensors": [{"id": "t", "size": 1}, {)";
  return graph(start + fields + "}]");
}

std::string csv(const char* rows) {
  return std::string("id,lower,upper,size\n") + rows;
}

struct Row {
  std::string name, bytes, file, place, says;
};
std::vector<Row> rows;  // what `add_rows` adds

void row(const char* name, const std::string& bytes, const char* place, const char* says) {
  rows.push_back({name, bytes, "x.stowage.json", place, says});
}
void csv_row(const char* name, const std::string& bytes, const char* place, const char* says) {
  rows.push_back({name, bytes, "x.csv", place, says});
}

/// Every way we know to get a file wrong: of syntax, of documents, nodes, tensors, edges and groups, then of tables.
void add_rows() {
  row("empty file", "", "", "");
  row("only spaces", " \n ", "line 2, column 2", "");
  row("truncated", "{\"format\": \"stowage-graph\", \"nodes\": [{\"id", "line 1, column 43", "");
  row("truncated after a comma", "{\"format\": \"stowage-graph\",", "line 1, column 28", "");
  row("missing comma", "{\"format\": \"stowage-graph\"\n \"version\": 1}", "line 2, column 2", "','");
  row("trailing comma", "{\"format\": \"stowage-graph\",\n}", "line 2, column 1", "");
  row("list without a comma", R"({"stowage-graph": [1 2]})", "line 1, column 22", "',' ']'");
  row("wrong bracket", R"({"stowage-graph": [1})", "line 1, column 21", "',' ']'");
  row("no colon", R"({"stowage-graph" 1})", "line 1, column 18", "':'");
  row("two documents", "{\"stowage-graph\": 1} {}", "line 1, column 22", "");
  row("a comment", "{ // no\n}", "line 1, column 3", "");
  row("single quotes", "{'format': 1}", "line 1, column 2", "");
  row("NaN", tensor("\"id\": \"u\", \"size\": NaN"), "line 1, column 136", "NaN");
  row("infinite", R"({"size": -Infinity})", "line 1, column 11", "");
  row("word", R"({"size": nul})", "line 1, column 13", "");
  row("leading zero", R"({"size": 012})", "line 1, column 11", "','");
  row("no digits after the point", R"({"size": 1.})", "line 1, column 12", "");
  row("no digits in the exponent", R"({"size": 1e+})", "line 1, column 13", "");
  row("line break in a string", "{\"na\nme\": 1}", "line 1, column 5", "");
  row("unknown escape", "{\"\\x\": 1}", "line 1, column 4", "");
  row("bad hexadecimal", "{\"\\u12g4\": 1}", "line 1, column 7", "4");
  row("lone surrogate", "{\"\\ud83d\": 1}", "line 1, column 9", "");
  row("low surrogate first", "{\"\\ude00\\ud83d\": 1}", "line 1, column 8", "");
  row("invalid UTF-8", "{\"\xC3\xA9\xFF\": 1}", "line 1, column 4", "UTF-8");
  row("overlong UTF-8", "{\"\xC0\x80\": 1}", "line 1, column 3", "UTF-8");
  row("UTF-8 surrogate", "{\"\xED\xA0\x80\": 1}", "line 1, column 3", "UTF-8");
  row("a zero byte", std::string("{\"a\": \0}", 8), "line 1, column 7", "");
  row("not an object", "[1, 2]", "", "object list");
  row("no format", "{}", "/format", "\"stowage-graph\"");
  row("another format", R"({"format": "onnx", "version": 1})", "/format", "\"stowage-graph\"");
  row("format of a wrong type", R"({"format": 1, "version": 1})", "/format", "string");
  row("no version", R"({"format": "stowage-graph"})", "/version", "");
  row("newer version", R"({"format": "stowage-graph", "version": 2})", "/version", "2");
  row("version as text", R"({"format": "stowage-graph", "version": "1"})", "/version", "number");
  row("no nodes", graph(R"("tensors": [])"), "/nodes", "");
  row("no tensors", graph(R"("nodes": [{"id": "a"}])"), "/tensors", "");
  row("nothing in it", graph(R"("nodes": [], "tensors": [])"), "", "");
  row("nodes of a wrong type", graph(R"("nodes": {}, "tensors": [])"), "/nodes", "list object");
  row("name of a wrong type", graph(R"("name": [], "nodes": [{"id": "a"}], "tensors": [])"), "/name", "string");
  row("key twice", graph(R"("nodes": [{"id": "a"}], "nodes": [], "tensors": [])"), "/nodes", "");
  row("unknown key twice", graph(R"("x": 1, "x": 1, "nodes": [{"id": "a"}], "tensors": [])"), "/x", "");
  row("key twice deep inside", graph(R"("x": [{"y": {"z": 1, "z": 1}}], "nodes": [{"id": "a"}], "tensors": [])"), "/x",
      "\"z\"");
  row("too few times", graph(R"("nodes": [{"id": "a"}], "tensors": [], "times": [1])"), "/times", "2 1");
  row("times that stand still", graph(R"("nodes": [{"id": "a"}], "tensors": [], "times": [1, 1])"), "/times/1", "");
  row("a plan instead", R"({"format": "stowage-plan", "version": 1})", "", "");
  rows.push_back({"unknown content",
                  "\x7f"
                  "ELF",
                  "x.bin", "", ".csv"});
  rows.push_back({"nothing, of no known name", "", "x", "", ""});
  row("node without an id", graph(R"("nodes": [{"op": "x"}], "tensors": [])"), "/nodes/0", "\"id\"");
  row("node with a number for id", graph(R"("nodes": [{"id": 1}], "tensors": [])"), "/nodes/0/id", "number");
  row("node with an empty id", graph(R"("nodes": [{"id": ""}], "tensors": [])"), "/nodes/0/id", "");
  row("node that is text", graph(R"("nodes": ["a"], "tensors": [])"), "/nodes/0", "object");
  row("two nodes of one id", graph(R"("nodes": [{"id": "a"}, {"id": "a"}], "tensors": [])"), "/nodes/1/id", "");
  row("id written in two ways", graph("\"nodes\": [{\"id\": \"a\"}, {\"id\": \"\\u0061\"}], \"tensors\": []"),
      "/nodes/1/id", "");
  row("node key twice", graph(R"("nodes": [{"id": "a", "id": "b"}], "tensors": [])"), "/nodes/0/id", "");
  row("fractional stream", graph(R"("nodes": [{"id": "a", "stream": 0.5}], "tensors": [])"), "/nodes/0/stream", "");
  row("stream null", graph(R"("nodes": [{"id": "a", "stream": null}], "tensors": [])"), "/nodes/0/stream", "null");
  row("op of a wrong type", graph(R"("nodes": [{"id": "a", "op": 1}], "tensors": [])"), "/nodes/0/op", "string");
  row("phase of a wrong type", graph(R"("nodes": [{"id": "a", "phase": true}], "tensors": [])"), "/nodes/0/phase",
      "true or false");
  row("unlisted stream", graph(R"("streams": [{"id": 0}], "nodes": [{"id": "a", "stream": 1}], "tensors": [])"),
      "/nodes/0/stream", "1");
  row("unlisted default stream", graph(R"("streams": [{"id": 1}], "nodes": [{"id": "a"}], "tensors": [])"),
      "/nodes/0/stream", "0");
  row("stream twice", graph(R"("streams": [{"id": 1}, {"id": 1}], "nodes": [{"id": "a", "stream": 1}], "tensors": [])"),
      "/streams/1/id", "");
  row("stream without an id", graph(R"("streams": [{"name": "x"}, {"id": 0}], "nodes": [{"id": "a"}], "tensors": [])"),
      "/streams/0", "\"id\"");
  row("stream name of a wrong type",
      graph(R"("streams": [{"id": 0, "name": 1}], "nodes": [{"id": "a"}], "tensors": [])"), "/streams/0/name",
      "string");
  const auto timed = [](const std::string& fields) {
    return graph(R"("nodes": [{"id": "a", )" + fields + R"(}], "tensors": [])");
  };
  row("duration negative", timed(R"("duration": -1)"), "/nodes/0/duration", "");
  row("duration fractional", timed(R"("duration": 1.5)"), "/nodes/0/duration", "");
  row("duration beyond 2^53", timed(R"("duration": 9007199254740993)"), "/nodes/0/duration", "");
  row("duration from a guess", timed(R"("duration": 1, "duration_from": "guessed")"), "/nodes/0/duration_from", "");
  row("duration from without one", timed(R"("duration_from": "measured")"), "/nodes/0/duration_from", "");
  std::string long_ones;
  for (int i = 0; i < 128; ++i)
    long_ones += (i == 0 ? "" : ",") + (R"({"id": ")" + std::to_string(i) + R"(", "duration": 9007199254740992})");
  row("durations that overflow in sum", graph(R"("nodes": [)" + long_ones + R"(], "tensors": [])"),
      "/nodes/127/duration", "");
  row("cycle", graph(R"("nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "tensors": [{"id": "t", "size": 1,
        "producer": "b", "consumers": ["c"]}], "control": [["c", "b"]])"),
      "/nodes", "b → c → b");
  row("size missing", tensor(R"("id": "u")"), "/tensors/1", "\"size\"");
  row("size negative", tensor(R"("id": "u", "size": -1)"), "/tensors/1/size", "0 2^53");
  row("size fractional", tensor(R"("id": "u", "size": 1.5)"), "/tensors/1/size", "1.5");
  row("size with a point", tensor(R"("id": "u", "size": 4096.0)"), "/tensors/1/size", "4096.0");
  row("size with an exponent", tensor(R"("id": "u", "size": 1e3)"), "/tensors/1/size", "1e3");
  row("size beyond 2^53", tensor(R"("id": "u", "size": 9007199254740993)"), "/tensors/1/size", "0 2^53");
  row("size beyond 2^64", tensor(R"("id": "u", "size": 18446744073709551617)"), "/tensors/1/size", "");
  row("size as text", tensor(R"("id": "u", "size": "1")"), "/tensors/1/size", "number string");
  row("duplicate tensor", tensor(R"("id": "t", "size": 1)"), "/tensors/1/id", "\"t\"");
  row("unknown producer", tensor(R"("id": "u", "size": 1, "producer": "z")"), "/tensors/1/producer", "\"z\"");
  row("producer of a wrong type", tensor(R"("id": "u", "size": 1, "producer": 0)"), "/tensors/1/producer", "number");
  row("unknown consumer", tensor(R"("id": "u", "size": 1, "consumers": ["a", "z"])"), "/tensors/1/consumers/1",
      "\"z\"");
  row("consumer of a wrong type", tensor(R"("id": "u", "size": 1, "consumers": [["a"]])"), "/tensors/1/consumers/0",
      "list");
  row("consumers as text", tensor(R"("id": "u", "size": 1, "consumers": "a")"), "/tensors/1/consumers", "list");
  row("output as number", tensor(R"("id": "u", "size": 1, "output": 1)"), "/tensors/1/output", "true or false");
  row("kind null", tensor(R"("id": "u", "size": 1, "kind": null)"), "/tensors/1/kind", "string");
  row("alignment 0", tensor(R"("id": "u", "size": 1, "alignment": 0)"), "/tensors/1/alignment", "1 2^30");
  std::string many = R"("nodes": [], "tensors": [)";
  for (int i = 0; i < 128; ++i)
    many += (i == 0 ? "" : ",") + std::string("{\"id\": \"") + std::to_string(i) + "\", \"size\": 9007199254740992}";
  row("sizes that overflow in sum", graph(many + "]"), "/tensors/127/size", "2^60");
  const char* base =
      R"("nodes": [{"id": "a"}, {"id": "b"}], "tensors": [{"id": "t", "size": 1}, {"id": "u", "size": 2}], )";
  const auto more = [&](const char* name, const char* members, const char* place, const char* says) {
    row(name, graph(std::string(base) + members), place, says);
  };
  more("edge of three", R"("control": [["a", "b"], ["a", "b", "a"]])", "/control/1", "3");
  more("edge of none", R"("control": [[]])", "/control/0", "0");
  more("edge that is no list", R"("control": ["a"])", "/control/0", "list");
  more("edge to nobody", R"("control": [["a", "z"]])", "/control/0/1", "\"z\"");
  more("edge to itself", R"("control": [["a", "b"], ["a", "a"]])", "/control/1", "");
  more("group of nobody", R"("contiguous": [["t", "z"]])", "/contiguous/0/1", "\"z\"");
  more("empty group", R"("contiguous": [[]])", "/contiguous/0", "");
  more("group twice", R"("contiguous": [["t", "u"], ["t"]])", "/contiguous/1", "0");
  more("tensor twice in a group", R"("contiguous": [["t", "t"]])", "/contiguous/0", "");
  more("group of numbers", R"("contiguous": [[1]])", "/contiguous/0/0", "string");
  csv_row("empty csv", "", "", "");
  csv_row("no upper", "id,lower,size\na,1,2\n", "line 1", "upper end");
  csv_row("two ids", "id,buffer,lower,upper,size\na,a,1,2,3\n", "line 1", "");
  csv_row("no rows", "id,lower,upper,size\n", "", "");
  csv_row("a quote without end", csv("\"a,0,1,2\n"), "line 2", "");
  csv_row("text after a quote", csv("\"a\"b,0,1,2\n"), "line 2", "");
  csv_row("too few fields", csv("a,0,1\nb,0,1,2\n"), "line 2", "3 4");
  csv_row("too many fields", csv("a,0,1,2,3\n"), "line 2", "5");
  csv_row("lower after upper", csv("a,0,1,2\nb,5,3,1\n"), "line 3", "");
  csv_row("no number", csv("a,0,1x,2\n"), "line 2", "upper \"1x\"");
  csv_row("fractional", csv("a,0,1,1.5\n"), "line 2", "size \"1.5\"");
  csv_row("empty field", csv("a,,1,1\n"), "line 2", "lower");
  csv_row("beyond 64 bits", csv("a,0,1,99999999999999999999\n"), "line 2", "");
  csv_row("size negative in csv", csv("a,0,1,-1\n"), "line 2", "0 2^53");
  csv_row("size beyond 2^53 in csv", csv("a,0,1,9007199254740993\n"), "line 2", "0 2^53");
  csv_row("duplicate id", csv("a,0,1,1\n\"a\",0,1,1\n"), "line 3", "\"a\"");
  csv_row("empty id", csv("\"\",0,1,1\n"), "line 2", "");
  csv_row("id of bad UTF-8", csv("\xFF,0,1,1\n"), "line 2", "UTF-8");
  csv_row("no room for an inclusive end", "id,lower,end,size\na,0,9223372036854775807,1\n", "line 2", "");
  csv_row("bad alignment", "id,lower,upper,size,alignment\na,0,1,1,0\n", "line 2", "1 2^30");
  csv_row("negative offset", "id,lower,upper,size,offset\na,0,1,1,-1\n", "line 2", "offset -1");
  csv_row("missing offset", "id,lower,upper,size,offset\na,0,1,1,0\nb,0,1,1,\n", "line 3", "offset");
  csv_row("bad gap", "id,lower,upper,size,gaps\na,0,9,1,3-\n", "line 2", "");
  csv_row("gap beyond the lifetime", "id,lower,upper,size,gaps\na,0,9,1,3-10\n", "line 2", "");
  csv_row("bad hint", "id,lower,upper,size,hint\na,0,9,1,low\n", "line 2", "hint");
}

}  // namespace

// One fault, at this place, with these names and numbers in its reason.
TEST_CASE("one fault") {
  add_rows();
  each_row(rows, [&](const Row& row) {
    const auto document = read_document(row.bytes, row.file);
    REQUIRE_MESSAGE(!document.has_value(), "was read");
    const Error& error = document.error();
    REQUIRE_EQ(error.kind, Error::Kind::bad_input);
    CHECK_EQ(error.text(), says(Diagnostic{row.file, row.place, row.says}.text()));
    REQUIRE_EQ(error.faults[0].place, row.place);
  });
}

TEST_CASE("all faults at once") {
  const Error error = error_of(read_document(R"({"format": "stowage-graph", "version": 1, "name": 7,
        "streams": [{"id": 0}, {"id": "x"}, 3],
        "nodes": [{"id": "a"}, {"id": "a", "stream": 9}, {"op": 1}, null],
        "tensors": [{"id": "t", "size": -1, "producer": "nobody", "consumers": ["a", 1]}, {"size": 1.5}, []],
        "control": [["a", "a"], ["a"], ["a", "b"]], "contiguous": [["t", "u"], ["t"], []]})",
                                             "g.json"));
  REQUIRE_EQ(places_of(error),
             split("/name /streams/1/id /streams/2 /nodes/1/stream /nodes/1/id /nodes/2/op /nodes/2 /nodes/3 "
                   "/tensors/0/producer /tensors/0/consumers/1 /tensors/0/size /tensors/1/size /tensors/1 "
                   "/tensors/2 /control/0 /control/1 /control/2/1 /contiguous/0/1 /contiguous/1 /contiguous/2",
                   " "));
}

/// Lists are read as they come where that is possible: what is found must not depend on it.
TEST_CASE("faults come in one order wherever lists stand") {
  std::vector<std::string> parts = {R"("contiguous": [["t", "u"], []])",
                                    R"("control": [["a", "a"], ["a", "c"]])",
                                    R"("nodes": [{"id": "a", "stream": 1}, {"id": "b", "stream": 9}, {"op": 1}])",
                                    R"("streams": [{"id": 1}, {"id": "x"}])",
                                    R"("tensors": [{"id": "t", "size": -1, "producer": "c"}, 2])",
                                    R"("version": 1, "name": 7)"};
  std::optional<std::string> expected;
  do {
    std::string text = R"({"format": "stowage-graph")";
    for (const std::string& part : parts) text += ", " + part;
    const Error error = error_of(read_document(text + "}", "g.json"));
    if (!expected) expected = error.text();
    REQUIRE_EQ(error.text(), *expected);
    REQUIRE_EQ(error_of(read_document(text, "g.json")).faults.size(), 1u);
  } while (std::ranges::next_permutation(parts).found);
  REQUIRE_EQ(split(*expected, "g.json:").size(), 14u);
}

TEST_CASE("a csv lists its faults by line") {
  const Error error = error_of(read_document(
      "id,lower,upper,size\na,0,3,-4\nb,5,3,4\na,1,x,4\n,1,2,3\nc,1,2\nd,1,2,9007199254740993\n", "x.csv"));
  REQUIRE_EQ(places_of(error), split("line 2,line 3,line 4,line 4,line 5,line 6,line 7", ","));
}

TEST_CASE("many faults are counted not listed") {
  std::string text = "id,lower,upper,size\n";
  for (int i = 0; i < 5000; ++i) text += "a,x,2,3\n";
  const Error error = error_of(read_document(text, "x.csv"));
  REQUIRE(error.faults.size() <= 101);
  REQUIRE_EQ(error.faults.back().reason, says("9899"));
}

/// Depth and length cost nothing: no recursion, no memory, no quadratic time.
TEST_CASE("large and hostile") {
  for (const auto& [open, close] : {std::pair("[", "]"), std::pair(R"({"a":)", "}")}) {
    std::string deep = R"({"format": "stowage-graph", "x": )";
    for (int i = 0; i < 1'000'000; ++i) deep += open;
    for (int i = 0; i < 1'000'000; ++i) deep += close;
    const Error error = error_of(read_document(deep, "g.json"));
    REQUIRE_MESSAGE(error.faults[0].place.starts_with("line 1, column "), error.text());
  }
  const std::string digits(1'000'000, '9');
  REQUIRE(!read_document(graph("\"nodes\": [], \"tensors\": [{\"id\": \"t\", \"size\": "), "g.json").has_value());
  const Error refused = error_of(read_document(
      R"({"format": "stowage-graph", "version": 1, "nodes": [], "tensors": [{"id": "t", "size": )" + digits + "}]}",
      "g.json"));
  REQUIRE_EQ(refused.faults[0].place, "line 1, column 88");
  REQUIRE(refused.text().size() < 200);
  std::string keys = R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "a"}], "tensors": [])";
  for (int i = 0; i < 200'000; ++i) keys += ",\"k" + std::to_string(i) + "\": 0";
  REQUIRE(read_document(keys + "}", "g.json").has_value());
  REQUIRE(!read_document(keys + ",\"k7\": 0}", "g.json").has_value());
}

TEST_CASE("a JSON of another kind is called by its kind, or unknown") {
  const auto error_of = [](const std::string& text, const char* file) {
    const auto document = read_document(text, file);
    return document ? Diagnostic{} : document.error().faults[0];
  };
  const Diagnostic any = error_of(R"({"a": 1})", "any.json");
  REQUIRE_EQ(any.place, "");
  REQUIRE_EQ(any.reason, says("not known"));
  REQUIRE_EQ(error_of(R"({"format": "other", "version": 1})", "any.json").place, "/format");
  REQUIRE_EQ(error_of("{\"a\": 1,}", "any.json").place, "line 1, column 9");
  const std::string trace = R"({"schema": "1.1.1", "nodes": [{"name": "[pytorch|profiler|execution_trace|process]"}]})";
  const std::string arrays = R"({"version": "1.2", "c_arrays": [], "c_layers": []})";
  for (const char* file : {"x.json", "x.et", "x.json.gz"}) {
    REQUIRE_EQ(error_of(trace, file).reason, says("PyTorch execution trace"));
    REQUIRE_EQ(error_of(arrays, file).reason, says("X-CUBE-AI"));
  }
  REQUIRE_EQ(error_of("Total bytes: 12.00MiB\n", "module_1.jit_f-memory-usage-report.txt").reason,
             says("report module"));
  REQUIRE_EQ(error_of("Total bytes used: 786452 (768.0KiB)\n\nAllocations sorted by size:\n\n", "any.txt").reason,
             says("report module"));
}
