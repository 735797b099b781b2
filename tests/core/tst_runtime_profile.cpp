// SPDX-License-Identifier: Apache-2.0

#include "core/formats/onnx/onnx.h"

#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/outcome.h"
#include "tests/support/says.h"

using namespace stowage;

namespace {

Graph graph() {
  return test::graph_of("op conv1 relu1 fc");
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
  return with_durations(graph(), text, "onnxruntime_profile.json");
}

}  // namespace

/// Two runs of the model; events of sessions and of memory are none of nodes.
TEST_CASE("kernel times go to the operators of their nodes, the median of runs") {
  const auto out = test::must(timed(
      profile({event("model_run", "90", "Session"), event("conv1_fence_before", "1"), event("conv1_kernel_time", "10"),
               event("relu1_kernel_time", "0"), event("conv1_kernel_time", "21"), event("fc_kernel_time", "2.5"),
               event("conv1_kernel_time", "11"), event("conv1", "1000")})));
  const auto& durations = out.graph.data().operator_duration;
  CHECK_EQ(durations,
           (std::vector<Duration>{
               {11'000, Duration::From::measured}, {0, Duration::From::measured}, {2500, Duration::From::measured}}));
  REQUIRE_EQ(out.warnings.size(), 1u);
  CHECK_EQ(out.warnings[0].reason, test::says("3"));
}

TEST_CASE("nodes and operators that have no match are told") {
  const auto out = test::must(
      timed(profile({event("a_kernel_time", "1"), event("fc_kernel_time", "3"), event("b_kernel_time", "1")})));
  REQUIRE_EQ(out.warnings.size(), 2u);
  CHECK_EQ(out.warnings[0].place, "/0");
  CHECK_EQ(out.warnings[0].reason, test::says("\"a\" 1"));
  CHECK_EQ(out.warnings[1].reason, test::says("2 3"));
  CHECK_EQ(out.graph.duration(OperatorId(0)), Duration{});
}

TEST_CASE("faults of a profile name their place") {
  const auto fault = [](const std::string& text) { return test::error_of(timed(text)).faults.front(); };
  CHECK_EQ(fault(profile({event("fc_kernel_time", "-1")})).place, "/0/dur");
  CHECK_EQ(fault(profile({event("fc_kernel_time", "1e300")})).place, "/0/dur");
  CHECK_EQ(fault(profile({event("fc_kernel_time", "\"soon\"")})).place, "/0/dur");
  CHECK_EQ(fault(profile({event("fc_kernel_time", "1"), "7"})).place, "/1");
  CHECK_EQ(fault(profile({event("x_kernel_time", "1")})).place, "");
  const std::string whole = profile({event("fc_kernel_time", "1")});
  CHECK(test::contains(fault(whole.substr(0, whole.size() - 9)).place, "line 2"));
}
