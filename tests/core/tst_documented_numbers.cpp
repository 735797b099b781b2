// SPDX-License-Identifier: Apache-2.0
// The numbers that README, the tour and the list of samples promise, computed again.
#include <cstdio>

#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/insight/edit/sync_edits.h"
#include "core/papers/tables.h"
#include "core/planning/graph_plans.h"
#include "tests/folders.h"
#include "tests/support/checks.h"

using namespace stowage;

namespace {

const std::string kTop = std::string(STOWAGE_SOURCE_DIR) + "/";

std::string page(const std::string& path) {
  return read_file(kTop + path).value();
}

Document sample(const std::string& name) {
  return read_document(page("samples/" + name), name).value();
}

/// "4.27", of 1024^2 bytes.
std::string mebibytes(Bytes bytes) {
  std::array<char, 32> out{};
  std::snprintf(out.data(), out.size(), "%.2f", static_cast<double>(bytes.count) / (1 << 20));
  return out.data();
}

/// "9,216", of four to six digits.
std::string digits(Bytes bytes) {
  std::string out = std::to_string(bytes.count);
  return out.insert(out.size() - 3, ",");
}

/// What the sample's line in samples/README.md says.
std::string line_of(const std::string& name) {
  const std::string text = page("samples/README.md");
  const std::size_t at = text.find("- `" + name + "`:");
  REQUIRE(at != std::string::npos);
  return text.substr(at, text.find('\n', at) - at);
}

void says(const std::string& text, const std::string& part) {
  REQUIRE_MESSAGE(text.find(part) != std::string::npos, part, " is not in: ", text);
}

}  // namespace

TEST_CASE("the quick start: a sync makes the best plan smaller") {
  const Document document = sample("training_step.stowage.json");
  const Graph& graph = *document.graph;
  const GraphPlans before = make_plans(graph).value();
  const Graph edited = add_sync(graph, graph.find_operator("allreduce"), graph.find_operator("prefetch")).value().graph;
  const GraphPlans after = make_plans(edited).value();
  REQUIRE_EQ(before.best().footprint, before.lower_bound);  // the two lines meet
  const Bytes saved = before.best().footprint - after.best().footprint;

  const std::string less = std::to_string((saved.count + 512) / 1024) + " KiB less";
  const std::string readme = page("README.md");
  says(readme, mebibytes(before.best().footprint) + " MiB becomes " + mebibytes(after.best().footprint) + " MiB");
  says(readme, less);
  says(page("resources/manual/tour.md"), less);
}

TEST_CASE("the quick start: one strategy misses the bound") {
  says(page("README.md"), "**Source, best fit**");
  PlanRequest request;
  request.strategies = {find_layout_strategy("so.source.best")};
  REQUIRE_EQ(request.strategies.front()->title, "Source, best fit");
  const GraphPlans plans = make_plans(*sample("training_step.stowage.json").graph, request).value();
  REQUIRE(plans.best().footprint > plans.lower_bound);
}

TEST_CASE("samples whose plan in the file is larger than the best") {
  for (const char* name : {"tiny_network.tflite", "lifetimes.csv"}) {
    const Document document = sample(name);
    PlanRequest request;
    request.alignment = document.graph->alignment();
    const Bytes own = document.plan.value().footprint,
                best = make_plans(*document.graph, request).value().best().footprint;
    REQUIRE(best < own);
    const bool in_bytes = own < Bytes{10'000};
    const auto text = [&](Bytes bytes) {
      return in_bytes ? digits(bytes) : std::to_string(bytes.count / 1024) + " KiB";
    };
    says(line_of(name), text(own));
    says(line_of(name), text(best));
  }
}

TEST_CASE("outputs over inputs") {
  PlanRequest request;
  const Document document = sample("sharing.stowage.json");
  const Graph& graph = *document.graph;
  const Bytes with = make_plans(graph, request).value().best().footprint;
  request.in_place = false;
  const Bytes without = make_plans(graph, request).value().best().footprint;
  says(line_of("sharing.stowage.json"), "needs " + digits(with) + " bytes");
  says(line_of("sharing.stowage.json"), "needs " + digits(without) + ".");
}
