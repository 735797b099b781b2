// SPDX-License-Identifier: Apache-2.0
// The planners that improve their plan, on graphs of several streams with contiguous groups: the networks of the zoo on
// several numbers of streams, and random graphs. Footprint over the best proved bound, time, and memory.
#include <malloc.h>

#include "core/check/validator.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/plan/bounds.h"
#include "core/safety/conflicts.h"
#include "core/zoo/zoo.h"
#include "tests/bench/table/table.h"
#include "tests/support/graphs.h"

namespace stowage {
namespace {

using bench::milliseconds_since, bench::number;

struct Options : bench::TableOptions {
  Options() { time_limit = 5; }
  std::uint64_t seed = 0;
  std::vector<std::size_t> streams{3, 4, 8, 16};
  std::vector<std::string> strategies{"auto", "search"};
};

struct Cell {
  Bytes footprint, bound;
  double seconds = 0, mebibytes = 0;
  std::string reason;  ///< why there is no plan
};

struct Row {
  std::string name;
  std::size_t streams = 0, tensors = 0, groups = 0;
  Bytes clique, bound;  ///< the bound: the best proved by any
  std::vector<Cell> cells;

  [[nodiscard]] double ratio(std::size_t k) const { return bench::ratio(cells[k].footprint, bound); }
};

/// A field of what Linux tells of the process, in MiB; 0 where there is none. "VmHWM:" is the most since forget_peak().
double value_of(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(field)) return std::stod(line.substr(field.size())) / 1024;
  return 0;
}

void forget_peak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;
}

/// Each plan is checked.
Cell run(const LayoutStrategy& strategy, const LayoutProblem& problem, const Options& options) {
  Cell out;
  forget_peak();
  const double before = value_of("VmRSS:");
  const auto start = Task::Clock::now();
  const auto plan =
      make_plan(strategy, problem, Task::with_time_limit(options.time_limit), PlanOptions{.seed = options.seed});
  out.seconds = milliseconds_since(start) / 1000;
  out.mebibytes = value_of("VmHWM:") - before;
  if (!plan) return out.reason = plan.error().text(), out;
  if (!validate(problem.graph(), *plan)->valid())
    throw std::runtime_error(problem.graph().name() + ": the plan of " + std::string(strategy.id) + " is not valid");
  out.footprint = plan->footprint;
  out.bound = plan->lower_bound;
  return out;
}

Row run_all(const Graph& graph, const std::string& name, const Options& options) {
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const LayoutProblem problem = LayoutProblem::make(graph, conflicts).value();
  Row row{name, graph.stream_count(), graph.tensor_count(), graph.group_count(), {}, {}, {}};
  row.clique = row.bound = all_bounds(problem).value().best();
  for (const std::string& id : options.strategies) {
    std::cerr << name << " on " << row.streams << " streams: " << id << "          \r";
    const LayoutStrategy* const strategy = find_layout_strategy(id);
    if (strategy == nullptr) throw std::runtime_error("no strategy is called " + id);
    row.cells.push_back(run(*strategy, problem, options));
    row.bound = std::max(row.bound, row.cells.back().bound);
  }
  return row;
}

/// "**1.0000**, 0.3 s, 12 MiB"
std::string cell_text(const Row& row, std::size_t k) {
  const Cell& cell = row.cells[k];
  if (!cell.reason.empty()) return "– (" + cell.reason + ")";
  const std::string bold = cell.footprint == row.bound ? "**" : "";
  return bold + number("%.4f", row.ratio(k)) + bold + ", " + number("%.1f", cell.seconds) + " s, " +
         number("%.0f", cell.mebibytes) + " MiB";
}

void print_markdown(std::ostream& out, const std::vector<Row>& rows, const Options& options) {
  out << "# Planning on several streams\n\nFootprint over the best proved lower bound, time, and memory taken; bold: "
         "proved optimal. Stopped after "
      << number("%g", options.time_limit) << " s, seed " << options.seed
      << ".\n\n| graph | streams | tensors | groups | bound over clique |";
  for (const std::string& id : options.strategies) out << ' ' << id << " |";
  out << bench::rule("|---|---:|---:|---:|---:|", options.strategies.size());
  for (const Row& row : rows) {
    out << "\n| " << row.name << " | " << row.streams << " | " << row.tensors << " | " << row.groups << " | "
        << number("%.5f", static_cast<double>(row.bound.count) / static_cast<double>(row.clique.count)) << " |";
    for (std::size_t k = 0; k < row.cells.size(); ++k) out << ' ' << cell_text(row, k) << " |";
  }
  out << "\n\nMean (arithmetic), and the largest:\n\n";
  for (std::size_t k = 0; k < options.strategies.size(); ++k) {
    double sum = 0, most = 1, mebibytes = 0;
    std::size_t count = 0, proved = 0;
    for (const Row& row : rows) {
      if (!row.cells[k].reason.empty()) continue;
      ++count;
      sum += row.ratio(k);
      most = std::max(most, row.ratio(k));
      mebibytes = std::max(mebibytes, row.cells[k].mebibytes);
      if (row.cells[k].footprint == row.bound) ++proved;
    }
    if (count == 0) continue;
    out << "- " << options.strategies[k] << ": " << number("%.5f", sum / static_cast<double>(count)) << ", "
        << number("%.4f", most) << "; " << proved << " of " << count << " proved optimal; " << number("%.0f", mebibytes)
        << " MiB at most\n";
  }
}

void print_csv(std::ostream& out, const std::vector<Row>& rows, const Options& options) {
  out << "graph,streams,tensors,groups,clique,bound,strategy,footprint,ratio,seconds,mebibytes,reason\n";
  for (const Row& row : rows)
    for (std::size_t k = 0; k < row.cells.size(); ++k) {
      const Cell& cell = row.cells[k];
      out << row.name << ',' << row.streams << ',' << row.tensors << ',' << row.groups << ',' << row.clique.count << ','
          << row.bound.count << ',' << options.strategies[k] << ',' << cell.footprint.count << ','
          << number("%.6f", row.ratio(k)) << ',' << number("%.3f", cell.seconds) << ','
          << number("%.1f", cell.mebibytes) << ",\"" << cell.reason << "\"\n";
    }
}

/// Written after each graph, so that what is there can be read before the end.
void run_graphs(const Options& options) {
  std::vector<Row> rows;
  const auto add = [&](const Graph& graph, const std::string& name) {
    rows.push_back(run_all(graph, name, options));
    if (!options.output.empty()) bench::write(rows, options);
  };
  const auto is_asked_for = [&](std::string_view name) { return name.find(options.only) != std::string_view::npos; };
  for (const ZooNetwork& network : zoo_networks()) {
    if (!is_asked_for(network.id)) continue;
    for (std::size_t streams : options.streams)
      add(make_zoo_graph(network, {.streams = streams}).value(), std::string(network.id));
  }
  for (const std::size_t operators : {100, 400, 2000}) {
    const std::string name = "random-" + std::to_string(operators);
    if (!is_asked_for(name)) continue;
    for (std::size_t streams : options.streams)
      add(test::random_graph({.seed = operators + streams + options.seed,
                              .operators = operators,
                              .streams = streams,
                              .groups = operators / 20,
                              .syncs = operators / 10}),
          name);
  }
  std::cerr << '\n';
  if (options.output.empty()) bench::write(rows, options);
}

}  // namespace
}  // namespace stowage

int main(int argc, char** argv) {
  stowage::Options options;
  CLI::App app("The planners that improve their plan, on graphs of several streams with contiguous groups");
  options.add_to(app, "each strategy on each graph", "networks whose id has this in it; also: random-100, -400, -2000",
                 "each strategy and graph");
  app.add_option("--seed", options.seed, "Of the search, and of the random graphs (default: 0)");
  app.add_option("--streams", options.streams, "Numbers of streams, with commas between (default: 3,4,8,16)")
      ->delimiter(',');
  app.add_option("--strategy", options.strategies, "Ids, with commas between (default: auto,search)")->delimiter(',');
  return stowage::bench::run(app, argc, argv, [&] { stowage::run_graphs(options); });
}
