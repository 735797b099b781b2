// SPDX-License-Identifier: Apache-2.0
// The samples, and the numbers that README, the tour and the list of samples promise, computed again.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/formats/readers.h"
#include "core/insight/edit/edits.h"
#include "tests/support/core_test.h"
#include "tests/support/training_graph.h"

namespace {

std::string sample_text(const std::string& name) {
  return read_file(sample_path(name)).value();
}

Document load(const std::string& name) {
  return must(read_document(sample_text(name), name));
}

std::vector<std::string> sample_names() {
  std::vector<std::string> out;
  for (const std::filesystem::path file : files_below(sample_path("")))
    if (file.extension() != ".md" && file.filename() != "index.json") out.push_back(file.filename().string());
  return out;
}

std::string unsafe_pairs(const Graph& graph) {
  return pair_names(graph, unsafe_pairs_by_definition(graph));
}

std::string page(const std::string& path) {
  return read_file(std::string(STOWAGE_SOURCE_DIR) + "/" + path).value();
}

/// "4.27", of 1024^2 bytes.
std::string mebibytes(Bytes bytes) {
  std::array<char, 32> out{};
  std::snprintf(out.data(), out.size(), "%.2f", static_cast<double>(bytes.count) / (1 << 20));
  return out.data();
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

TEST_CASE("each loads and says what it shows") {
  const std::string readme = sample_text("README.md");
  for (const std::string& name : sample_names()) {
    CAPTURE(name);
    const Document document = load(name);
    REQUIRE(document.warnings.empty());
    REQUIRE(document.graph->tensor_count() > 0);
    REQUIRE_MESSAGE(readme.find("`" + name + "`") != std::string::npos, "not in samples/README.md");
    if (!name.ends_with(".stowage.json")) continue;
    REQUIRE_EQ(write_graph_json(*document.graph), sample_text(name));
    const auto about = nlohmann::json::parse(sample_text(name)).at("about").get<std::string>();
    REQUIRE((about.ends_with('.') && about.find('\n') == std::string::npos));
    REQUIRE_MESSAGE(readme.find(about) != std::string::npos, "README.md says something else of it");
  }
}

TEST_CASE("figures of SOMAS") {
  const Graph two = *load("somas_figure_2.stowage.json").graph;
  REQUIRE_EQ(unsafe_pairs(two),
             "ab ac ad ae af ag ah bc bd be bf bg bh bi cd ce cf ch de df dg dh ef eg eh ei "
             "fg fh fi gh gi hi");
  REQUIRE_EQ(two.stream_count(), 3u);
  const Graph six = *load("somas_figure_6.stowage.json").graph;
  REQUIRE_EQ(unsafe_pairs(six), "AB AC BC BE DE DF EF");  // of ABC and DEF, which are groups, only B and E
  REQUIRE_EQ(six.group_count(), 2u);
  REQUIRE_EQ(six.size(TensorId(3)), Bytes{8});
  const Graph seven = *load("somas_figure_7.stowage.json").graph;
  REQUIRE_EQ(unsafe_pairs(seven), "AC BD BE CE DE");
  REQUIRE_EQ(peak_of(seven), Bytes{1664});
}

/// The published peaks; the other order of two operators gives the other figure.
TEST_CASE("orders and peaks") {
  constexpr std::int64_t kMebi = 1 << 20;
  REQUIRE_EQ(peak_of(*load("roam_figure_2.stowage.json").graph).count, 120 * kMebi);
  REQUIRE_EQ(peak_of(*load("olla_figure_3.stowage.json").graph).count, 80 * kMebi);
  REQUIRE_EQ(peak_of(*load("olla_figure_4.stowage.json").graph).count, 7 * kMebi);
  const auto swapped = [](const std::string& file, const std::string& first, const std::string& second) {
    const std::string a = R"({"id": ")" + first + R"(", "stream": 0})",
                      b = R"({"id": ")" + second + R"(", "stream": 0})";
    std::string text = sample_text(file);
    REQUIRE(text.find(a) < text.find(b));
    text = replaced(replaced(replaced(text, a, "?"), b, a), "?", b);
    return peak_of(*read_document(text, "g.stowage.json").value().graph).count;
  };
  REQUIRE_EQ(swapped("roam_figure_2.stowage.json", "B", "C"), 90 * kMebi);
  REQUIRE_EQ(swapped("olla_figure_3.stowage.json", "v3", "v2"), 55 * kMebi);
}

/// By hand: the most is alive when relu runs (2048 + 2048 and the cache's 640), or with permissions when upsample does
/// (256 + 2560 + 640); without the duty the cache would be there twice at the end, which is less than either.
TEST_CASE("shared bytes") {
  const Graph graph = *load("sharing.stowage.json").graph;
  REQUIRE_EQ(graph.views().size(), 1u);
  REQUIRE_EQ(graph.in_place().size(), 3u);
  for (const bool in_place : {true, false}) {
    const Plan plan = make_plans(graph, {.in_place = in_place}).value().best();
    REQUIRE_EQ(plan.footprint, Bytes{in_place ? 3456 : 4736});
    REQUIRE(plan.proved_optimal);
    says(line_of("sharing.stowage.json"), grouped_digits(plan.footprint.count));
    REQUIRE(validate(graph, plan).value().valid());
    const auto offset = [&](const char* name) { return plan.offsets[graph.find_tensor(name).index()].value; };
    REQUIRE_EQ(offset("flat"), offset("depthwise.out"));
    REQUIRE_EQ(offset("cache.new"), offset("cache"));
    if (!in_place) continue;
    REQUIRE_EQ(offset("relu.out"), offset("conv.out"));
    REQUIRE_EQ(offset("depthwise.out"), offset("relu.out") - 256);
  }
}

TEST_CASE("the training step has what a lesson needs") {
  const Graph graph = *load("training_step.stowage.json").graph;
  REQUIRE_EQ(graph.stream_count(), 3u);
  REQUIRE((graph.operator_count() >= 15 && graph.operator_count() <= 20));
  const OperatorId reduce = graph.find_operator("allreduce");
  REQUIRE_EQ(graph.label(graph.stream(reduce)), "communication");
  for (TensorId t : graph.inputs(reduce)) REQUIRE_EQ(graph.group(t), GroupId(0));
  REQUIRE_EQ(graph.members(GroupId(0)).size(), graph.inputs(reduce).size());
  for (OperatorId o : graph.operators()) REQUIRE((!graph.phase(o).empty() && !graph.kind(o).empty()));
  for (TensorId t : graph.tensors()) REQUIRE(!graph.kind(t).empty());
}

/// The medium sample is the generator's, with a word on what it shows.
TEST_CASE("the medium sample is generated") {
  const Graph made = make_training_graph({});
  REQUIRE((made.operator_count() >= 280 && made.operator_count() <= 320));
  REQUIRE_EQ(made.stream_count(), 4u);
  nlohmann::ordered_json sample = nlohmann::ordered_json::parse(sample_text("medium.stowage.json"));
  nlohmann::ordered_json expected = nlohmann::ordered_json::parse(write_graph_json(made));
  sample.erase("about");
  expected["name"] = sample["name"];
  REQUIRE_MESSAGE(sample == expected, "samples/medium.stowage.json is not what tests/support/training_graph.cpp makes");
}

TEST_CASE("the quick start: a sync makes the best plan smaller") {
  const Document document = load("training_step.stowage.json");
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
  const PlanRequest request{.strategies = {find_layout_strategy("so.source.best")}};
  REQUIRE_EQ(request.strategies.front()->title, "Source, best fit");
  const GraphPlans plans = make_plans(*load("training_step.stowage.json").graph, request).value();
  REQUIRE(plans.best().footprint > plans.lower_bound);
}

TEST_CASE("samples whose plan in the file is larger than the best") {
  for (const char* name : {"tiny_network.tflite", "lifetimes.csv"}) {
    const Document document = load(name);
    const GraphPlans plans = make_plans(*document.graph, {.alignment = document.graph->alignment()}).value();
    const Bytes own = document.plan.value().footprint, best = plans.best().footprint;
    REQUIRE(best < own);
    const bool in_bytes = own < Bytes{10'000};
    const auto text = [&](Bytes bytes) {
      return in_bytes ? grouped_digits(bytes.count) : std::to_string(bytes.count / 1024) + " KiB";
    };
    says(line_of(name), text(own));
    says(line_of(name), text(best));
  }
}
