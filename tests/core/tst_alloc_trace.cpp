// SPDX-License-Identifier: Apache-2.0
#include "core/formats/interval_csv.h"
#include "core/formats/readers.h"
#include "core/safety/conflicts.h"
#include "tests/support/core_test.h"

namespace {

Document read(const std::string& text) {
  return must(read_alloc_trace({text, "x.alloc.jsonl", {}, {}}));
}

std::string operators(const Graph& graph) {
  std::vector<std::string> out;
  for (const OperatorId o : graph.operators()) out.push_back(std::string(graph.name(o)));
  return joined(out, ", ");
}

/// "a:4 conv1-relu1": its size, the operators that make it and use it last.
std::string tensors(const Graph& graph) {
  std::vector<std::string> out;
  for (const TensorId t : graph.tensors()) {
    const auto last = graph.consumers(t);
    out.push_back(text(std::string(graph.name(t)), ":", graph.size(t).count, " ",
                       std::string(graph.name(graph.producer(t))), "-",
                       last.size() == 1 ? std::string(graph.name(last[0])) : "?"));
  }
  return joined(out, ", ");
}

struct Event {
  std::int64_t time;
  bool frees;
  std::string id, scope;
  std::int64_t size = 0;
};

std::string line_of(const Event& event) {
  std::string out = "{\"t\": " + std::to_string(event.time) + ", \"op\": \"" + (event.frees ? "free" : "alloc") +
                    "\", \"id\": \"" + event.id + '"';
  if (!event.frees) out += ", \"size\": " + std::to_string(event.size);
  if (!event.scope.empty()) out += ", \"scope\": \"" + event.scope + '"';
  return out + "}\n";
}

/// A program that allocates and frees at random, scope after scope; ids are never used twice.
std::vector<Event> random_events(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(engine() % n); };
  std::vector<Event> out;
  std::vector<std::string> live;
  std::int64_t time = -50, made = 0;
  std::string scope = "s0";
  for (int k = 0; k < 60 || !live.empty(); ++k) {
    time += 1 + below(5);
    if (below(4) == 0) scope = below(6) == 0 ? "" : "s" + std::to_string(below(5));
    const bool frees = !live.empty() && (k >= 60 || below(2) == 0);
    if (!frees) {
      live.push_back("n" + std::to_string(made++));
      out.push_back({time, false, live.back(), scope, below(100)});
      continue;
    }
    const auto which = live.begin() + below(live.size());
    out.push_back({time, true, *which, below(3) == 0 ? "" : scope});
    live.erase(which);
  }
  return out;
}

}  // namespace

/// The picture of the header.
TEST_CASE("runs of a scope are operators") {
  const Document document = read(
      "{\"t\": 1, \"op\": \"alloc\", \"id\": \"a\", \"size\": 1, \"scope\": \"conv1\"}\n"
      "{\"t\": 2, \"op\": \"alloc\", \"id\": \"b\", \"size\": 2, \"scope\": \"conv1\"}\n"
      "{\"t\": 4, \"op\": \"free\", \"id\": \"b\", \"scope\": \"conv1\"}\n"
      "{\"t\": 5, \"op\": \"alloc\", \"id\": \"c\", \"size\": 4, \"scope\": \"conv1\"}\n"
      "{\"t\": 7, \"op\": \"free\", \"id\": \"c\", \"scope\": \"conv1\"}\n"
      "{\"t\": 9, \"op\": \"free\", \"id\": \"a\", \"scope\": \"relu1\"}\n");
  REQUIRE_EQ(operators(*document.graph), "conv1, conv1#2, relu1");
  REQUIRE_EQ(tensors(*document.graph), "a:1 conv1-relu1, b:2 conv1-conv1, c:4 conv1#2-conv1#2");
  REQUIRE_EQ(std::vector(document.graph->times().begin(), document.graph->times().end()),
             (std::vector<std::int64_t>{1, 5, 9, 10}));
  REQUIRE_EQ(document.graph->name(), "x");
  REQUIRE_EQ(document.format, "alloc-trace");
  REQUIRE(document.warnings.empty());
  REQUIRE_EQ(document.summary.entries().size(), std::size_t{4});
  REQUIRE_EQ(document.summary.entries()[2].count, std::size_t{3});  // tensors
  REQUIRE_EQ(document.summary.entries()[3].what, says("6 3"));
  REQUIRE_EQ(write_interval_csv(*document.graph, nullptr).value(), "id,lower,upper,size\na,1,10,1\nb,1,5,2\nc,5,9,4\n");
}

TEST_CASE("names are made unique") {
  const Document document = read(
      "\xEF\xBB\xBF\r\n"
      "{\"t\": 1, \"op\": \"alloc\", \"id\": 5, \"size\": 1, \"scope\": \"s#2\"}\r\n\r\n"
      "{\"t\": 2, \"op\": \"free\", \"id\": \"5\"}\r\n"
      "{\"t\": 3, \"op\": \"alloc\", \"id\": \"5\", \"size\": 2, \"scope\": \"s\"}\r\n"
      "{\"t\": 4, \"op\": \"free\", \"id\": 5}\r\n"
      "{\"t\": 5, \"op\": \"alloc\", \"id\": -5, \"size\": 3, \"scope\": \"s\"}\r\n"
      "{\"t\": 6, \"op\": \"alloc\", \"id\": \"x\", \"size\": 4}\r\n"
      "{\"t\": 7, \"op\": \"free\", \"id\": \"x\", \"scope\": \"\"}\r\n"
      "{\"t\": 8, \"op\": \"free\", \"id\": -5}");
  REQUIRE_EQ(operators(*document.graph), "s#2, s, s#3, t=6");
  REQUIRE_EQ(tensors(*document.graph), "5:1 s#2-s#2, 5#2:2 s-s, -5:3 s#3-t=6, x:4 t=6-t=6");
}

/// Two tensors are unsafe iff their times from `alloc` until `free` overlap; what is alive at most is what a count of
/// the log's bytes gives; and a table of the lifetimes says the same. Operators stand in the order of the log, each
/// named by the scope of its first event.
TEST_CASE("lifetimes and operators are those of the log") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const std::vector<Event> events = random_events(seed);
    std::string text;
    std::map<std::string, std::pair<std::int64_t, std::int64_t>> lives;
    std::map<std::string, std::int64_t> sizes;
    std::int64_t live = 0, peak = 0;
    for (const Event& event : events) {
      text += line_of(event);
      (event.frees ? lives[event.id].second : lives[event.id].first) = event.time;
      if (!event.frees) sizes[event.id] = event.size;
      live += event.frees ? -sizes[event.id] : event.size;
      peak = std::max(peak, live);
    }
    const Document trace = read(text);
    REQUIRE(std::ranges::is_sorted(trace.graph->times()));
    for (const OperatorId o : trace.graph->operators()) {
      const std::int64_t begin = trace.graph->times()[o.index()];
      const auto first = std::ranges::find(events, begin, &Event::time);
      REQUIRE(first != events.end());
      const std::string name(trace.graph->name(o));
      const std::string scope = first->scope.empty() ? "t=" + std::to_string(begin) : first->scope;
      REQUIRE_MESSAGE((name == scope || name.starts_with(scope + '#')), name);
    }
    const auto table = read_interval_csv({write_interval_csv(*trace.graph, nullptr).value(), "x.csv", {}, {}});
    for (const Graph* graph : {trace.graph.get(), table.value().graph.get()}) {
      REQUIRE_EQ(graph->tensor_count(), lives.size());
      REQUIRE_EQ(std::ranges::max(memory_curve(*graph, lifetimes(*graph))).count, peak);
      const Conflicts conflicts = Conflicts::compute(*graph).value();
      for (const TensorId a : graph->tensors())
        for (const TensorId b : graph->tensors()) {
          if (b <= a) continue;
          const auto [a_from, a_to] = lives[std::string(graph->name(a))];
          const auto [b_from, b_to] = lives[std::string(graph->name(b))];
          REQUIRE_EQ(conflicts.unsafe(a, b), a_from < b_to && b_from < a_to);
        }
    }
  }
}

TEST_CASE("what is never freed is said") {
  std::string text = "{\"t\": 1, \"op\": \"alloc\", \"id\": \"kept\", \"size\": 9}\n";
  for (int k = 2; k < 6; ++k) text += line_of({k, false, "e" + std::to_string(k), "s", 10});
  text += line_of({6, true, "e3", "s"});
  const Document document = read(text);
  REQUIRE_EQ(tensors(*document.graph), "e3:10 s-s");
  REQUIRE_EQ(document.warnings.size(), 1u);
  REQUIRE_EQ(document.warnings[0].text(), says("x.alloc.jsonl:line 1: 4 39 \"kept\" 1 \"e2\" 2 \"e4\" 4 1"));
  const Document three =
      read(line_of({1, false, "a", "", 1}) + line_of({2, false, "b", "", 1}) + line_of({3, false, "c", "", 1}) +
           line_of({4, false, "d", "", 1}) + line_of({5, true, "d", ""}));
  REQUIRE_EQ(three.warnings.at(0).text(), says("x.alloc.jsonl:line 1: 3 3 \"a\" 1 \"b\" 2 \"c\" 3"));
  const Document other = read(line_of({1, false, "a", "", 1}) + line_of({2, true, "a", ""}) +
                              "{\"t\": 3, \"op\": \"alloc\", \"id\": \"b\", \"size\": 7, \"dtype\": [\"f32\"]}\n");
  REQUIRE_EQ(other.warnings.size(), 2u);
  REQUIRE_EQ(other.warnings[0].reason, says("1 7 \"b\" 3"));
  REQUIRE_EQ(other.warnings[1].reason, says("t op id size scope 1"));
}

TEST_CASE("faults") {
  const std::string a = "{\"t\": 1, \"op\": \"alloc\", \"id\": \"a\", \"size\": 4}\n";
  const std::string free_a = "{\"t\": 9, \"op\": \"free\", \"id\": \"a\"}\n";
  const Rows<std::string, std::string> rows = {
      {"nothing", " \n\n", "x:"},
      {"free of unknown", a + "\n{\"t\": 2, \"op\": \"free\", \"id\": \"b\"}\n", "x:line 3, /id: \"b\""},
      {"freed twice", a + "{\"t\": 2, \"op\": \"free\", \"id\": \"a\"}\n" + free_a, "x:line 3, /id: \"a\""},
      {"allocated twice", a + "{\"t\": 2, \"op\": \"alloc\", \"id\": \"a\", \"size\": 4}\n", "x:line 2, /id: \"a\" 1"},
      {"the same time", a + "{\"t\": 1, \"op\": \"free\", \"id\": \"a\"}\n", "x:line 2, /t: 1 1 1"},
      {"back in time", a + free_a + "{\"t\": 3, \"op\": \"alloc\", \"id\": \"a\", \"size\": 4}\n",
       "x:line 3, /t: 3 9 2"},
      {"no time", "{\"op\": \"free\", \"id\": \"a\"}\n", "x:line 1: \"t\""},
      {"no id", "{\"t\": 1, \"op\": \"free\"}\n", "x:line 1: \"id\""},
      {"no size", "{\"t\": 1, \"op\": \"alloc\", \"id\": \"a\"}\n", "x:line 1: \"size\""},
      {"no word we know", "{\"t\": 1, \"op\": \"realloc\", \"id\": \"a\"}\n",
       "x:line 1, /op: \"alloc\" \"free\" \"realloc\""},
      {"a broken time", "{\"t\": 1.5, \"op\": \"free\", \"id\": \"a\"}\n", "x:line 1, /t: 1.5"},
      {"a time beyond", "{\"t\": 9223372036854775808, \"op\": \"free\", \"id\": \"a\"}\n",
       "x:line 1, /t: 9223372036854775808"},
      {"the last time", "{\"t\": 9223372036854775807, \"op\": \"free\", \"id\": \"a\"}\n", "x:line 1, /t:"},
      {"an id that is none", "{\"t\": 1, \"op\": \"free\", \"id\": true}\n", "x:line 1, /id: string true or false"},
      {"a scope that is none", "{\"t\": 1, \"op\": \"free\", \"id\": 1, \"scope\": 3}\n",
       "x:line 1, /scope: string number"},
      {"negative size", "{\"t\": 1, \"op\": \"alloc\", \"id\": 1, \"size\": -1}\n", "x:line 1, /size: -1 0 2^53"},
      {"too large a size", "{\"t\": 1, \"op\": \"alloc\", \"id\": 1, \"size\": 9007199254740993}\n",
       "x:line 1, /size: 9007199254740993 0 2^53"},
      {"not JSON", a + "free a\n" + free_a, "x:line 2, column 2:"},
      {"cut off", a + "{\"t\": 2, \"op\"", "x:line 2, column 14:"},
      {"two on a line", "{\"t\": 1, \"op\": \"free\", \"id\": 1} {}\n", "x:line 1, column 33:"},
      {"no object", "[1]\n", "x:line 1: object list"},
      {"a control character",
       a + "{\"t\": 2, \"op\": \"alloc\", \"id\": \"\\u0007\", \"size\": 4}\n" +
           "{\"t\": 3, \"op\": \"free\", \"id\": \"\\u0007\"}\n" + free_a,
       "x:line 2:"},
      {"all of them", "{\"t\": 1, \"op\": \"free\", \"id\": 1}\n{\"t\": 0, \"op\": \"free\", \"id\": 2}\n",
       "x:line 1, /id: \"1\"\nx:line 2, /t: 0 1 1\nx:line 2, /id: \"2\""}};
  each_row(rows, [&](const std::string& text, const std::string& error) {
    const Error refused = error_of(read_alloc_trace({text, "x", {}, {}}));
    REQUIRE_EQ(refused.kind, Error::Kind::bad_input);
    REQUIRE_EQ(refused.text(), says(error));
  });
}

TEST_CASE("limits") {
  const std::string long_line = line_of({1, false, std::string(kMaxTraceLine, 'a'), "", 1});
  REQUIRE_EQ(error_of(read_alloc_trace({long_line, "x", {}, {}})).text(), says("x:line 1: 65536"));
  std::string longest = line_of({1, false, "a", "", 1});
  longest.insert(longest.size() - 1, std::string(kMaxTraceLine - (longest.size() - 1), ' '));
  const std::string freed = line_of({2, true, "a", ""});
  REQUIRE(read_alloc_trace({longest + freed, "x", {}, {}}).has_value());
  longest.insert(longest.size() - 1, 1, ' ');
  REQUIRE(!read_alloc_trace({longest + freed, "x", {}, {}}).has_value());
  const Error deep = error_of(read_alloc_trace({"{\"t\": 1, \"op\": " + std::string(200, '[') + "\n", "x", {}, {}}));
  REQUIRE(deep.faults[0].place.starts_with("line 1, column "));
  std::string huge;
  for (int k = 1; k <= 130; ++k) huge += line_of({k, false, std::to_string(k), "", std::int64_t{1} << 53});
  REQUIRE_EQ(error_of(read_alloc_trace({huge, "x", {}, {}})).text(), says("x:line 128, /size: 2^60"));
  std::string many;
  for (int k = 0; k < 1000; ++k) many += "{\n";
  REQUIRE_EQ(error_of(read_alloc_trace({many, "x", {}, {}})).faults.size(), 101u);
}

TEST_CASE("it can be stopped") {
  REQUIRE_EQ(error_of(read_alloc_trace({line_of({1, false, "a", "", 1}), "x", {}, cancelled_task()})).kind,
             Error::Kind::cancelled);
}

TEST_CASE("known by its content") {
  const std::string trace = line_of({1, false, "a", "s", 1}) + line_of({2, true, "a", "s"});
  REQUIRE_EQ(read_document(trace, "log").value().format, "alloc-trace");
  REQUIRE(looks_like_alloc_trace("\xEF\xBB\xBF\n \n" + trace));
  REQUIRE(!looks_like_alloc_trace(""));
  REQUIRE(!looks_like_alloc_trace("id,lower,upper,size\n"));
  REQUIRE(!looks_like_alloc_trace("{\n\"t\": 1, \"op\": \"free\"}"));
  // A graph on one line has an "op" somewhere, too.
  const std::string graph =
      R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "t", "op": "alloc", "stream": 0}], "tensors": []})";
  REQUIRE(!looks_like_alloc_trace(graph));
  REQUIRE_EQ(read_document(graph, "x").value().format, "stowage-graph");
  const auto damaged = read_document("{\"t\": 1,\n" + trace, "x.alloc.jsonl");  // by its name
  REQUIRE((!damaged && damaged.error().text().starts_with("x.alloc.jsonl:line 1, column 9: ")));
}
