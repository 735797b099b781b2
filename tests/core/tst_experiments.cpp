// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/experiments/experiment.h"
#include "core/formats/experiment_json.h"
#include "core/formats/experiment_report.h"
#include "core/papers/papers.h"
#include "core/papers/somas/somas_safety.h"
#include "tests/support/core_test.h"
#include "tests/support/fake_program.h"
#include "tests/support/zoo.h"

namespace {

const Experiment& experiment(std::string_view id) {
  const auto found = find_experiments(id);
  if (found.size() != 1) throw std::runtime_error("no experiment " + std::string(id));
  return *found.front();
}

ExperimentResult ran(std::string_view id, Measurements known = {}) {
  return run_experiment(experiment(id), {.seconds = 2}, known);
}

double published(std::string_view id, std::string_view row, std::string_view column) {
  const Experiment& of = experiment(id);
  const auto r = std::ranges::find(of.rows, row, &ExperimentRow::title) - of.rows.begin();
  const auto titled = [](const ExperimentColumn& each) {
    return each.title + (each.unit == ExperimentUnit::milliseconds ? ", ms" : std::string());
  };
  const auto c = std::ranges::find(of.columns, column, titled) - of.columns.begin();
  return of.published_at(static_cast<std::size_t>(r), static_cast<std::size_t>(c)).value_or(-1);
}

/// One column of numbers, and one claim on it; a number below 0 is missing.
struct Judged {
  std::vector<ExperimentRow> rows;
  std::vector<ExperimentColumn> columns{{"x"}};
  std::vector<double> paper;
  std::vector<PaperClaim> claims;

  ClaimResult of(const PaperClaim& claim, const std::vector<double>& values) {
    rows.resize(values.size());
    claims = {claim};
    const Experiment of{"somas.test", "here", "test", rows, columns, claims, 1, 1, paper};
    ExperimentResult result = known_result(of, false);
    for (std::size_t k = 0; k < values.size(); ++k)
      if (values[k] >= 0) result.cells[k].value = values[k];
    return judge_claims(result).front();
  }
  ClaimVerdict verdict(const PaperClaim& claim, const std::vector<double>& values) { return of(claim, values).verdict; }
};

using Over = PaperClaim::Over;
using Is = PaperClaim::Is;
constexpr auto kHolds = ClaimVerdict::holds, kInPart = ClaimVerdict::in_part, kNot = ClaimVerdict::does_not_hold,
               kOpen = ClaimVerdict::not_decided;

}  // namespace

TEST_CASE("every row of the data is well formed") {
  std::set<std::string_view> ids;
  const auto check_plan = [](const PlanSpec& plan, bool is_method) {
    REQUIRE(find_order_strategy(plan.order) != nullptr);
    std::istringstream names{std::string(plan.layouts)};
    for (std::string name; std::getline(names, name, ',');) {
      const bool known = is_method ? std::ranges::count(published_safety_methods(), name, &SafetyMethod::id) == 1
                                   : find_layout_strategy(name) != nullptr || name == kNncAlone.id;
      REQUIRE_MESSAGE(known, name);
    }
  };
  for (const Experiment* each : experiments()) {
    REQUIRE_MESSAGE(ids.insert(each->id).second, each->id);
    REQUIRE(each->id.starts_with(std::string(each->paper().id) + '.'));
    REQUIRE_MESSAGE((!each->place.empty() && !each->rows.empty() && !each->columns.empty() && !each->claims.empty()),
                    each->id);
    REQUIRE_MESSAGE(each->published.size() % each->columns.size() == 0, each->id);
    REQUIRE(each->published.size() <= each->rows.size() * each->columns.size());
    REQUIRE_MESSAGE(!known_result(*each, false).rows.empty(), each->id);
    for (const ExperimentRow& row : each->rows) {
      if (row.input.from == ExperimentInput::From::zoo)
        REQUIRE_MESSAGE(find_zoo_network(row.input.id) != nullptr, row.input.id);
      if (row.input.from == ExperimentInput::From::figure) REQUIRE(figure_graph(row.input.id));
    }
    for (const ExperimentColumn& column : each->columns) {
      if (column.quantity.measure != Measure::of_size)
        check_plan(column.quantity.plan, column.quantity.measure == Measure::safety_ms);
      check_plan(column.quantity.base, column.quantity.base_measure == Measure::safety_ms);
    }
    for (const PaperClaim& claim : each->claims) {
      REQUIRE_MESSAGE((claim.column < each->columns.size() && claim.first_row < each->rows.size()), claim.text);
      if (claim.is == Is::as_published) REQUIRE((claim.over == Over::each && !each->published.empty()));
    }
  }
  REQUIRE_EQ(find_experiments("all").size(), experiments().size());
  REQUIRE(find_experiments("lenet").empty());
}

/// Typed from the papers, and not from the data.
TEST_CASE("numbers of the papers") {
  REQUIRE_EQ(published("somas.table1", "BERT-large", "Algorithm 1opt, ms"), 4043);
  REQUIRE_EQ(published("somas.table1", "MobileNetv2", "Speedup"), 26.32);
  REQUIRE_EQ(published("somas.table2", "BERT-nezha", "MO Greedy Size (Best-Fit)"), 14.7854);
  REQUIRE_EQ(published("somas.table2", "PanGu-α (2.6B)", "MO Greedy Size (First-Fit), ms"), 12390);
  REQUIRE_EQ(published("somas.table2", "FaceRecognition", "Solving time gain, average MO to average SO"), 70.31);
  REQUIRE_EQ(published("somas.table3", "Tiny-BERT", "Lower bound"), 0.68938);
  REQUIRE_EQ(published("somas.table3", "ResNet-50", "Memory error, best MO to best SO"), -0.00708);
  REQUIRE_EQ(published("somas.table3", "MobileNetv2", "SO Greedy Breadth (Best-Fit), ms"), 544);
  REQUIRE_EQ(published("somas.table4", "PanGu-α (13B)", "Our result to baseline"), -20.92);
  REQUIRE_EQ(published("roam.table1", "EfficientNet, batch 32", "MODeL-MS"), 36.04);
  REQUIRE_EQ(published("roam.table1", "EfficientNet, batch 32", "Ours-MS"), 0.08);
  REQUIRE_EQ(published("roam.table1", "VGG, batch 1", "LLFB"), 18.89);
  REQUIRE_EQ(published("roam.table1", "MnasNet, batch 1", "PyTorch"), 79.77);
  // The gains of table 2 follow from its times: BERT-base 315 ms against 571 ms.
  REQUIRE(std::abs(published("somas.table2", "BERT-base", "Solving time gain, best MO to best SO") -
                   100 * (1 - 315.0 / 571)) < 0.01);
}

/// Section 5.2 counts networks, and its tables have the numbers to count them.
TEST_CASE("First-Fit and Greedy Unsafe in the tables of SOMAS") {
  std::size_t single = 0, many = 0, unsafe = 0;
  for (const char* id : {"somas.table2", "somas.table3"})
    for (std::size_t row = 0; row < 5; ++row) {
      const auto least = [&](const std::vector<std::size_t>& columns) {
        double out = 1e9;
        for (const std::size_t c : columns) out = std::min(out, *experiment(id).published_at(row, c));
        return out;
      };
      single += least({2, 4, 6, 8}) <= least({1, 3, 5, 7}) ? 1 : 0;
      many += least({10}) <= least({9}) ? 1 : 0;
      unsafe += least({7, 8}) < least({1, 2, 3, 4, 5, 6}) ? 1 : 0;
    }
  REQUIRE((single == 9 && many == 9 && unsafe == 2));  // the text says 8 of Many Objects
  const auto claims = experiment("somas.fits").claims;
  REQUIRE((claims[0].of_ten == 9 && claims[1].of_ten == 8 && claims[2].of_ten == 2));
}

TEST_CASE("figures of SOMAS hold") {
  for (const char* id :
       {"somas.figure2", "somas.figure3", "somas.figure6", "somas.figure7", "somas.figure8", "nnc.loop"}) {
    const ExperimentResult result = ran(id);
    REQUIRE(result.finished);
    for (const ClaimResult& claim : result.claims) REQUIRE_MESSAGE(claim.verdict == kHolds, id);
  }
  // Figures 8 and 9, by hand: A and B share bytes, then A, B and E.
  REQUIRE_EQ(ran("somas.figure8").cell(0, 0).value, 1920);
  REQUIRE_EQ(ran("somas.figure8").cell(0, 1).value, 1664);
}

/// A time that its limit cut is longer than the paper's, if the limit is.
TEST_CASE("times that were cut") {
  static constexpr ExperimentRow kRows[] = {{"a"}, {"b"}, {"c"}};
  static constexpr ExperimentColumn kColumns[] = {{"t", ExperimentUnit::seconds, {Measure::layout_ms}}};
  static constexpr PaperClaim kClaims[] = {{"", Over::each, 0, Is::at_most, 5, 0, 0, "why"},
                                           {"", Over::median, 0, Is::at_most, 5},
                                           {"", Over::largest, 0, Is::at_most, 5, 0, 50},
                                           {"", Over::each, 0, Is::at_most, 500, 0, 0, "why"}};
  static constexpr Experiment kOf{"somas.test", "here", "test", kRows, kColumns, kClaims};
  ExperimentResult result = known_result(kOf, false);
  result.seconds = 10;
  result.cells = {{2, ""}, {3, ""}, {{}, "more than 10 s"}};
  const auto claims = result.claims = judge_claims(result);
  REQUIRE_EQ(claim_texts(result, 0).reason, "why");
  REQUIRE_EQ(claim_texts(result, 3).reason, "");  // it only lacks a number
  REQUIRE_EQ(claims[0].verdict, kInPart);
  REQUIRE_EQ(claims[0].rows, 3);
  REQUIRE_EQ(claims[1].verdict, kHolds);
  REQUIRE_EQ(claims[1].ours, 3);
  REQUIRE_EQ(claims[2].verdict, kNot);
  REQUIRE(!claims[2].ours);
  REQUIRE_EQ(claims[3].verdict, kInPart);  // on two rows: 10 s are no answer to 500
  REQUIRE_EQ(claims[3].rows, 2);
}

TEST_CASE("verdicts") {
  Judged on;
  const PaperClaim each{"", Over::each, 0, Is::at_least, 21};
  REQUIRE_EQ(on.verdict(each, {21, 40}), kHolds);
  REQUIRE_EQ(on.verdict(each, {20, 40}), kInPart);
  REQUIRE_EQ(on.of(each, {20, 40, 22, -1}).fulfilled_by, 2);
  REQUIRE_EQ(on.verdict(each, {20, 3}), kNot);
  REQUIRE_EQ(on.verdict(each, {30, -1}), kInPart);
  REQUIRE_EQ(on.verdict(each, {30, -1, -1}), kOpen);
  REQUIRE_EQ(on.verdict(each, {-1, -1}), kOpen);
  PaperClaim some = each;
  some.of_ten = 5;
  REQUIRE_EQ(on.verdict(some, {20, 40, 3, 21}), kHolds);
  REQUIRE_EQ(on.verdict(some, {20, 40, 3}), kInPart);
  REQUIRE_EQ(on.verdict(some, {20, 3}), kNot);
  const PaperClaim mean{"", Over::mean, 0, Is::at_least, 10, 0.5, 4};
  REQUIRE_EQ(on.verdict(mean, {9, 10}), kHolds);
  REQUIRE_EQ(on.verdict(mean, {4, 4}), kInPart);
  REQUIRE_EQ(on.verdict(mean, {1, 6}), kNot);
  REQUIRE_EQ(*on.of(mean, {1, 6, -1}).ours, 3.5);
  const PaperClaim most{"", Over::median, 0, Is::at_most, 5, 0, 50};
  REQUIRE_EQ(on.verdict(most, {1, 5, 100}), kHolds);
  REQUIRE_EQ(on.verdict(most, {1, 100, 7}), kInPart);
  REQUIRE_EQ(on.verdict(most, {60, 100, 7}), kNot);
  REQUIRE_EQ(*on.of(most, {1, 2, 4, 100}).ours, 3);
  const PaperClaim second{"", Over::largest, 0, Is::at_least, 8, 0, 0, "", 1, 1};
  REQUIRE_EQ(on.verdict(second, {1, 8, 2}), kHolds);
  REQUIRE_EQ(*on.of(second, {10, 3, 20}).ours, 3);
  const PaperClaim decline{"", Over::decline, 0, Is::at_least, 5, 0, 1, "", 0, 2};
  REQUIRE_EQ(*on.of(decline, {10, 8, 2, 4}).ours, 6);
  REQUIRE_EQ(on.verdict(decline, {10, 8, 7, 7}), kInPart);
  REQUIRE_EQ(on.verdict(decline, {1, 1, 7, 7}), kNot);
  const ClaimResult half = on.of(decline, {1, 1, -1, -1});
  REQUIRE_EQ(half.verdict, kOpen);
  REQUIRE_EQ(half.of, 4u);
  REQUIRE_EQ(half.rows, 2u);
  REQUIRE_EQ(half.to_come, 2u);
  on.paper = {5, 7};
  const PaperClaim printed{"", Over::each, 0, Is::as_published, 0, 0.1};
  REQUIRE_EQ(on.verdict(printed, {5, 7.05}), kHolds);
  REQUIRE_EQ(on.verdict(printed, {5, 8}), kInPart);
}

/// Quantities against an independent statement: plans of the same strategies by the front door of planning.
TEST_CASE("cells are measures of plans") {
  static constexpr ExperimentRow kRows[] = {{"AlexNet", {.id = "alexnet", .batch = 2}}};
  static constexpr PlanSpec kOne{.layouts = "bump"}, kTwo{.order = "lescea", .layouts = "so.size.best,so.size.first"};
  static constexpr ExperimentColumn kColumns[] = {
      {"bytes", ExperimentUnit::bytes, {Measure::footprint, kTwo}},
      {"KiB of MiB", ExperimentUnit::mib, {Measure::footprint, kOne}},
      {"less",
       ExperimentUnit::percent,
       {Measure::footprint, kTwo, Quantity::Against::reduction, Measure::footprint, kOne}},
      {"peak", ExperimentUnit::bytes, {Measure::peak, kTwo}},
      {"in all", ExperimentUnit::bytes, {Measure::total_bytes}},
      {"small", ExperimentUnit::count, {Measure::of_size, {.layouts = "0-12"}}},
      {"large",
       ExperimentUnit::percent,
       {Measure::of_size, {.layouts = "12-62"}, Quantity::Against::share, Measure::tensors}},
      {"alive", ExperimentUnit::bytes, {Measure::mean_alive}},
      {"fragmentation", ExperimentUnit::percent, {Measure::fragmentation, {.layouts = "caching"}}}};
  static constexpr Experiment kExperiment{"somas.test", "here", "test", kRows, kColumns, {}};
  Measurements known;
  const ExperimentResult result = run_experiment(kExperiment, {}, known);
  const Graph graph = zoo_graph("alexnet", {.batch = 2});
  const auto smallest = [&](const char* order, const std::vector<const char*>& ids) {
    PlanRequest request;
    request.order = find_order_strategy(order);
    for (const char* id : ids) request.strategies.push_back(find_layout_strategy(id));
    return *make_plans(graph, request);
  };
  const GraphPlans two = smallest("lescea", {"so.size.best", "so.size.first"});
  const auto bump = static_cast<double>(smallest("given", {"bump"}).best().footprint.count);
  const auto footprint = static_cast<double>(two.best().footprint.count);
  REQUIRE_EQ(*result.cell(0, 0).value, footprint);
  REQUIRE_EQ(*result.cell(0, 1).value, bump / (1 << 20));
  REQUIRE(std::abs(*result.cell(0, 2).value - 100 * (bump - footprint) / bump) < 1e-9);
  REQUIRE_EQ(*result.cell(0, 3).value, static_cast<double>(two.order->ordered.peak.count));
  REQUIRE_EQ(*result.cell(0, 4).value, static_cast<double>(graph.total_size().count));
  double small = 0, steps_of_bytes = 0;
  const auto lives = lifetimes(graph);
  for (const TensorId t : graph.tensors()) {
    small += graph.size(t).count < 4096 ? 1 : 0;
    steps_of_bytes += static_cast<double>(graph.size(t).count) * (lives[t.index()].end - lives[t.index()].begin);
  }
  const auto tensors = static_cast<double>(graph.tensor_count()), steps = static_cast<double>(graph.operator_count());
  REQUIRE_EQ(*result.cell(0, 5).value, small);
  REQUIRE(std::abs(*result.cell(0, 6).value - 100 * (1 - small / tensors)) < 1e-9);
  REQUIRE(std::abs(*result.cell(0, 7).value / (steps_of_bytes / steps) - 1) < 1e-9);
  // Of an allocator, by its own replay: between the share at the peak and all of it.
  const GraphPlans caching = smallest("given", {"caching"});
  const auto reserved = static_cast<double>(caching.reserved.count);
  const auto peak = static_cast<double>(
      theoretical_peak(graph, std::vector(graph.operators().begin(), graph.operators().end())).count);
  REQUIRE(*result.cell(0, 8).value >= 100 * (reserved - peak) / reserved - 1e-9);
  REQUIRE(*result.cell(0, 8).value < 100);
  // While one of two plans is unknown, the smaller is too.
  REQUIRE_EQ(
      std::erase_if(known, [](const auto& each) { return each.first.ends_with("so.size.first|10 s|footprint"); }), 1);
  const ExperimentResult some = known_result(kExperiment, false, known);
  for (const std::size_t column : {0, 2})
    REQUIRE((!some.cell(0, column).value && some.cell(0, column).missing.empty()));
  REQUIRE((!some.finished && some.any_measured()));
}

/// A solver that finds nothing: what stands in for its answer is marked, also where a number is compared with it.
TEST_CASE("what stands in for a solver is marked") {
  static constexpr ExperimentRow kRows[] = {{"AlexNet", {.id = "alexnet", .optimizer = Optimizer::sgd}}};
  static constexpr PlanSpec kOrder{.order = "olla", .layouts = "bump"}, kLayout{.layouts = "olla"},
      kBump{.layouts = "bump"};
  static constexpr ExperimentColumn kColumns[] = {
      {"a", ExperimentUnit::bytes, {Measure::footprint, kBump}},
      {"b", ExperimentUnit::bytes, {Measure::peak, kOrder}},
      {"c", ExperimentUnit::bytes, {Measure::footprint, kLayout}},
      {"d",
       ExperimentUnit::percent,
       {Measure::footprint, kBump, Quantity::Against::excess, Measure::footprint, kLayout}},
      {"e", ExperimentUnit::bytes, {Measure::footprint, kOrder}},
      {"f", ExperimentUnit::bytes, {Measure::batch}}};
  static constexpr Experiment kExperiment{"somas.test", "here", "test", kRows, kColumns, {}};
  REQUIRE(!known_result(kExperiment, false).any_measured());
  const FakePrograms programs;
  ExperimentOptions options;
  options.solver =
      programs.make_solver("cbc", "Stopped on time (no integer solution - continuous used) - objective value 5\n", "");
  Measurements known;
  const ExperimentResult result = run_experiment(kExperiment, options, known);
  const ExperimentSetting setting{"2026-01-01", "1.0", "a machine", "cbc"};
  const ExperimentResult kept =
      known_result(kExperiment, false, *read_measurements(write_measurements(known, setting), setting));
  for (const ExperimentResult* each : {&result, &kept})
    for (std::size_t column = 0; column < 6; ++column) {
      REQUIRE(each->cell(0, column).value);
      REQUIRE_EQ(each->cell(0, column).stands_in, column > 0 && column < 5);
      REQUIRE_EQ(experiment_table(*each).rows[0][column + 1].ends_with('*'), column > 0 && column < 5);
    }
  REQUIRE_EQ(experiment_table(result).remarks.size(), 1);
}

/// The graph of a column on several streams, made in another way; the bytes in use there are those of all runs.
TEST_CASE("columns on several streams") {
  static constexpr ExperimentRow kRows[] = {{"AlexNet", {.id = "alexnet"}}};
  static constexpr PlanSpec kPlan{.order = "lescea", .layouts = "so.size.best"};
  static constexpr ExperimentColumn kColumns[] = {
      {"bytes", ExperimentUnit::bytes, {.plan = kPlan, .streams = 4}},
      {"fragmentation", ExperimentUnit::percent, {.measure = Measure::fragmentation, .plan = kPlan, .streams = 4}}};
  static constexpr Experiment kExperiment{"somas.test", "here", "test", kRows, kColumns, {}};
  Measurements known;
  const ExperimentResult result = run_experiment(kExperiment, {}, known);
  Graph::Data data = zoo_graph("alexnet", {.streams = 4}).data();
  REQUIRE(data.groups.row_count() > 0);
  data.groups = {};
  std::ranges::fill(data.tensor_group, GroupId());
  PlanRequest request;
  request.order = find_order_strategy("lescea");
  request.strategies = {find_layout_strategy("so.size.best")};
  const GraphPlans plans = *make_plans(Graph(std::move(data)), request);
  const auto footprint = static_cast<double>(plans.best().footprint.count);
  const auto alive = static_cast<double>(plans.order->ordered.interleaved->chosen.count);
  REQUIRE_EQ(*result.cell(0, 0).value, footprint);
  REQUIRE(std::abs(*result.cell(0, 1).value - 100 * (footprint - alive) / footprint) < 1e-9);
}

TEST_CASE("missing numbers say why") {
  static constexpr ExperimentRow kRows[] = {{"none", {.id = "lenet"}},
                                            {"file", {.from = ExperimentInput::From::file, .id = "a.csv"}},
                                            {"figure", {.from = ExperimentInput::From::figure, .id = "somas.figure7"}}};
  static constexpr ExperimentColumn kColumns[] = {
      {"x", ExperimentUnit::bytes, {Measure::footprint, {.layouts = "no-such"}}},
      {"y", ExperimentUnit::bytes, {Measure::footprint, {.order = "no-such", .layouts = "bump"}}}};
  static constexpr Experiment kExperiment{"somas.test", "here", "test", kRows, kColumns, {}};
  Measurements known;
  const ExperimentResult result = run_experiment(kExperiment, {}, known);
  REQUIRE(result.finished);
  for (std::size_t k = 0; k < 6; ++k) REQUIRE((!result.cells[k].value && !result.cells[k].missing.empty()));
  REQUIRE(result.cell(0, 0).missing.find("zoo") != std::string::npos);
  REQUIRE(result.cell(1, 0).missing.find("a.csv") != std::string::npos);
  REQUIRE(result.cell(2, 0).missing.find("no-such") != std::string::npos);
  REQUIRE(result.cell(2, 1).missing.find("no-such") != std::string::npos);
}

TEST_CASE("a run that was stopped goes on") {
  const Experiment& of = experiment("somas.figure7");
  std::stop_source source;
  Measurements known;
  ExperimentOptions options;
  std::vector<double> progress;
  std::size_t cells = 0;
  options.measured = [&](const ExperimentResult& so_far, std::size_t row, std::size_t column) {
    for (std::size_t k = 0; k < of.claims.size(); ++k) {  // say of each row whether it is measured
      const std::size_t measured = row + (column >= of.claims[k].column ? 1 : 0);
      REQUIRE_EQ(so_far.claims[k].of, so_far.claims[k].rows + so_far.claims[k].to_come);
      if (of.claims[k].row_count >= so_far.rows.size()) REQUIRE_EQ(so_far.claims[k].rows, measured);
    }
    if (++cells == 4) source.request_stop();
  };
  Task task;
  task.stop = source.get_token();
  task.progress = [&](double fraction) { progress.push_back(fraction); };
  const ExperimentResult stopped = run_experiment(of, options, known, task);
  REQUIRE(!stopped.finished);
  REQUIRE_EQ(claim_texts(known_result(of, false), 0).verdict, "not decided yet");
  REQUIRE_EQ(known.size(), 4);
  REQUIRE_EQ(std::ranges::count_if(stopped.cells, [](const Measurement& m) { return m.value.has_value(); }), 4);
  REQUIRE_EQ(progress.back(), 0.4);
  // What is known is not measured again: a wrong number stays.
  known.begin()->second.value = 42;
  const ExperimentSetting setting{"2026-01-01", "1.0", "a machine", "cbc"};
  const std::string file = write_measurements(known, setting);
  Measurements read = *read_measurements(file, setting);
  REQUIRE((read == known));
  const ExperimentResult kept = known_result(of, false, read);
  const auto values = [](const ExperimentResult& result) {
    return std::ranges::count_if(result.cells, [](const Measurement& m) { return m.value.has_value(); });
  };
  REQUIRE((!kept.finished && values(kept) == 4));
  REQUIRE_EQ(values(known_result(of, true, read)), 0);  // other time limits
  const ExperimentResult resumed = run_experiment(of, {}, read);
  REQUIRE(resumed.finished);
  REQUIRE_EQ(std::ranges::count_if(resumed.cells, [](const Measurement& m) { return m.value == 42; }), 1);
}

TEST_CASE("kept measurements") {
  const ExperimentSetting setting{"2026-01-01", "1.0", "a machine", "cbc"};
  const Measurements known{{"a|layout_ms", {1.5, ""}}, {"a|peak", {7, ""}}, {"b|peak", {{}, "not in the zoo"}}};
  const std::string file = write_measurements(known, setting);
  REQUIRE((*read_measurements(file, setting) == known));
  std::string older = file;
  older.replace(older.find("3"), 1, "2");
  REQUIRE(read_measurements(older, setting)->empty());
  REQUIRE(read_measurements(file, {"2026-01-01", "1.1", "a machine", "cbc"})->empty());
  REQUIRE(read_measurements(file, {"2026-01-01", "1.0", "a machine", "highs"})->empty());
  const auto elsewhere = read_measurements(file, {"2027-01-01", "1.0", "another machine", "cbc"});
  REQUIRE((elsewhere->size() == 2 && !elsewhere->contains("a|layout_ms")));
  for (const char* bad : {"", "{", "[]", "{}", R"({"format":"stowage-measurements","measured":[]})",
                          R"({"format":"stowage-measurements","measured":{}})"})
    REQUIRE(!read_measurements(bad, setting));
}

/// The digits of a table show which of two planners is better, and the paper's numbers are as printed: SOMAS, Table 3.
TEST_CASE("numbers that differ look different") {
  REQUIRE_EQ(published_text(3.2094), "3.2094");
  REQUIRE_EQ(published_text(0.00148), "0.00148");
  REQUIRE_EQ(published_text(16318), "16,318");
  using Unit = ExperimentUnit;
  for (const auto& [one, other, unit] : {std::tuple(3.20942, 3.2107, Unit::gib),
                                         {0.69726, 0.69698, Unit::gib},
                                         {24.9171, 24.9201, Unit::gib},
                                         {2.051, 2.049, Unit::milliseconds}})
    REQUIRE(number_text(one, unit) != number_text(other, unit));
  REQUIRE_EQ(number_text(0.0512), "0.0512");
  REQUIRE_EQ(number_text(1234.56), "1234.6");
}

TEST_CASE("reports have all numbers, claims and verdicts") {
  const std::vector<ExperimentResult> results{ran("somas.figure8"), known_result(experiment("somas.table2"), false)};
  const ExperimentSetting setting{"2026-01-01", "1.0", "2 cores & more_", "cbc"};
  for (const ReportKind kind : {ReportKind::markdown, ReportKind::csv, ReportKind::latex, ReportKind::html}) {
    const std::string text = experiment_report(results, setting, kind);
    const bool exact = kind == ReportKind::csv;
    for (const char* part : {"2026-01-01", exact ? "1920" : "1,920", exact ? "1664" : "1,664", "holds", "not decided",
                             "Single Object uses", exact ? "42.7816" : "42.78", "BERT-large"})
      REQUIRE_MESSAGE(text.find(part) != std::string::npos, part);
  }
  const std::string latex = experiment_report(results, setting, ReportKind::latex);
  REQUIRE(latex.find("2 cores \\& more\\_") != std::string::npos);
  REQUIRE(latex.find("α") == std::string::npos);
  REQUIRE_EQ(std::ranges::count(latex, '{'), std::ranges::count(latex, '}'));
  // Each line of CSV has as many cells.
  std::istringstream lines(experiment_report(results, setting, ReportKind::csv));
  for (std::string line; std::getline(lines, line);) {
    bool quoted_part = false;
    std::size_t commas = 0;
    for (const char c : line) {
      quoted_part = quoted_part != (c == '"');
      commas += c == ',' && !quoted_part ? 1 : 0;
    }
    REQUIRE_MESSAGE(commas == 7, line);
  }
  // The paper's unit stands beside ours where it is another.
  REQUIRE_EQ(experiment_table(results.back()).rows[11].front(), "Lower bound, GiB (paper: GB)");
  REQUIRE_EQ(experiment_table(results.back()).rows[14].front(), "SO Greedy Breadth (Best-Fit), ms");
  // Many columns become rows: 26 of them, with the networks beside each other.
  const ExperimentTable turned = experiment_table(results.back());
  REQUIRE_EQ(turned.rows.size(), 26);
  REQUIRE_EQ(turned.titles.size(), results.back().rows.size() + 1);
}
