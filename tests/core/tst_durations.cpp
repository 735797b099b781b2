// SPDX-License-Identifier: Apache-2.0
#include "core/formats/durations.h"
#include "core/formats/readers.h"
#include "tests/support/core_test.h"

namespace {

Graph graph() {
  return graph_of("op a b c");
}

std::vector<Duration> read(const std::string& csv) {
  const auto timed = must(with_durations(graph(), csv, "d.csv"));
  return timed.graph.data().operator_duration;
}

Graph network() {
  return graph_of("op conv1 relu1 fc");
}

/// One of a profile's events; the category as ONNX Runtime spaces it.
std::string event(const std::string& name, const std::string& microseconds, const std::string& category = "Node") {
  return "{\"cat\" : \"" + category + "\",\"pid\" :7,\"tid\" :7,\"dur\" :" + microseconds +
         ",\"ts\" :1,\"ph\" : \"X\",\"name\" :\"" + name + "\",\"args\" : {\"op_name\" : \"Conv\"}}";
}
std::string profile(const std::vector<std::string>& events) {
  std::string out = "[\n";
  for (const std::string& each : events) out += (out.size() > 2 ? ",\n" : "") + each;
  return out + "\n]\n";
}
Result<TimedGraph> timed(const std::string& text) {
  return with_durations(network(), text, "onnxruntime_profile.json");
}

}  // namespace

TEST_CASE("columns, units and sources") {
  using From = Duration::From;
  CHECK_EQ(read("operator,duration\na,5\nb,0\nc,7\n"),
           (std::vector<Duration>{{5, From::measured}, {0, From::measured}, {7, From::measured}}));
  CHECK_EQ(read("duration_us,from,name\n1.5,estimated,c\n2,,b\n0.25,modelled,a\n"),
           (std::vector<Duration>{{250, From::modelled}, {2000, From::measured}, {1500, From::estimated}}));
  CHECK_EQ(read("id,device,ms\r\n\"a\",gpu,0.001\r\n\r\nb,gpu,1e-3\r\nc,gpu,2\r\n"),
           (std::vector<Duration>{{1000, From::measured}, {1000, From::measured}, {2'000'000, From::measured}}));
}

TEST_CASE("several rows of an operator are several runs") {
  CHECK_EQ(read("operator,ns\na,4\na,6\na,11\nb,1\nc,1\n").front().nanoseconds, 7);
}

TEST_CASE("operators and rows that have no match are told") {
  const auto timed = must(with_durations(graph(), "operator,ns\nx,1\na,5\ny,1\n", "d.csv"));
  REQUIRE_EQ(timed.warnings.size(), 2u);
  CHECK_EQ(timed.warnings[0].place, "line 2");
  CHECK_EQ(timed.graph.duration(OperatorId(0)).nanoseconds, 5);
  CHECK_EQ(timed.graph.duration(OperatorId(1)), Duration{});
  // What it has, an operator keeps.
  const auto again = must(with_durations(timed.graph, "operator,ns\nb,3\nc,4\n", "d.csv"));
  CHECK_EQ(again.graph.duration(OperatorId(0)).nanoseconds, 5);
  CHECK_EQ(again.graph.duration(OperatorId(2)).nanoseconds, 4);
}

TEST_CASE("faults") {
  const Rows<std::string, std::string> rows = {{"empty", "", "line 1"},
                                               {"no name", "ns\n1\n", "line 1"},
                                               {"no duration", "operator,size\na,1\n", "line 1"},
                                               {"no rows", "operator,ns\n", ""},
                                               {"no operator of ours", "operator,ns\nx,1\n", ""},
                                               {"no number", "operator,ns\na,1\nb,soon\n", "line 3"},
                                               {"a number and more", "operator,ns\na,1 ns\n", "line 2"},
                                               {"not finite", "operator,ns\na,inf\n", "line 2"},
                                               {"not a number", "operator,ns\na,nan\n", "line 2"},
                                               {"negative", "operator,ns\na,-1\n", "line 2"},
                                               {"too long", "operator,ms\na,1e300\n", "line 2"},
                                               {"too few fields", "operator,ns\na,1\nb\n", "line 3"},
                                               {"unknown source", "operator,ns,from\na,1,guessed\n", "line 2"},
                                               {"an open quote", "operator,ns\n\"a,1\n", "line 2"}};
  each_row(rows, [](const std::string& csv, const std::string& place) {
    const Error error = error_of(with_durations(graph(), csv, "d.csv"));
    CHECK_EQ(error.kind, Error::Kind::bad_input);
    CHECK_EQ(error.faults.front().file, "d.csv");
    CHECK_EQ(error.faults.front().place, place);
  });
  std::string operators, csv = "operator,ns\n";  // each is as long as can be, and the run too long
  for (int k = 0; k < 128; ++k) {
    operators += text("op o", k, "\n");
    csv += text("o", k, ",9007199254740992\n");
  }
  CHECK_EQ(error_of(with_durations(graph_of(operators), csv, "d.csv")).text(), says("2^60"));
}

/// Two runs of the model; events of sessions and of memory are none of nodes.
TEST_CASE("kernel times go to the operators of their nodes, the median of runs") {
  const auto out = must(timed(
      profile({event("model_run", "90", "Session"), event("conv1_fence_before", "1"), event("conv1_kernel_time", "10"),
               event("relu1_kernel_time", "0"), event("conv1_kernel_time", "21"), event("fc_kernel_time", "2.5"),
               event("fc_kernel_time", "4"), event("conv1_kernel_time", "11"), event("conv1", "1000")})));
  const auto& durations = out.graph.data().operator_duration;
  CHECK_EQ(durations,
           (std::vector<Duration>{
               {11'000, Duration::From::measured}, {0, Duration::From::measured}, {3250, Duration::From::measured}}));
  REQUIRE_EQ(out.warnings.size(), 1u);
  CHECK_EQ(out.warnings[0].reason, says("3"));
}

TEST_CASE("nodes and operators that have no match are told") {
  const auto out =
      must(timed(profile({event("a_kernel_time", "1"), event("fc_kernel_time", "3"), event("b_kernel_time", "1")})));
  REQUIRE_EQ(out.warnings.size(), 2u);
  CHECK_EQ(out.warnings[0].place, "/0");
  CHECK_EQ(out.warnings[0].reason, says("\"a\" 1"));
  CHECK_EQ(out.warnings[1].reason, says("2 3"));
  CHECK_EQ(out.graph.duration(OperatorId(0)), Duration{});
}

TEST_CASE("faults of a profile name their place") {
  const auto fault = [](const std::string& text) { return error_of(timed(text)).faults.front(); };
  CHECK_EQ(fault(profile({event("fc_kernel_time", "-1")})).place, "/0/dur");
  CHECK_EQ(fault(profile({event("fc_kernel_time", "1e300")})).place, "/0/dur");
  CHECK_EQ(fault(profile({event("fc_kernel_time", "\"soon\"")})).place, "/0/dur");
  CHECK_EQ(fault(profile({event("fc_kernel_time", "1"), "7"})).place, "/1");
  CHECK_EQ(fault(profile({event("x_kernel_time", "1")})).place, "");
  const std::string whole = profile({event("fc_kernel_time", "1")});
  CHECK(contains(fault(whole.substr(0, whole.size() - 9)).place, "line 2"));
}
