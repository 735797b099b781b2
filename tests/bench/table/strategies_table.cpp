// SPDX-License-Identifier: Apache-2.0
// Every strategy on every data set, as one table: footprint over the best proved lower bound, and time.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>

#include "core/bounds/bounds.h"
#include "core/check/validator.h"
#include "core/io/document.h"
#include "core/io/file.h"
#include "core/layout/strategy.h"
#include "tests/support/graphs.h"
#include "tests/support/shared.h"
#include "tests/support/training_graph.h"
#include "tests/support/wide_graph.h"

namespace stowage {
namespace {

struct Options {
  double time_limit = 10;
  std::string output, only;
  bool csv = false;
};

struct DataSet {
  std::string name;
  std::function<Graph()> make;
};

/// One strategy on one data set.
struct Cell {
  std::string strategy;
  Result<Plan> plan;
  double milliseconds = 0;
};

/// One data set and all strategies.
struct Column {
  std::string name;
  std::size_t tensors = 0;
  Bytes bound;
  std::vector<Cell> cells;
};

std::vector<DataSet> data_sets() {
  std::vector<DataSet> out;
  for (const std::string& path : test::shared_files("data/intervals", ".csv")) {
    const std::string file = path.substr(path.rfind('/') + 1);
    out.push_back({file.substr(0, file.size() - 4),
                   [path] { return *read_document(read_file(path).value(), path).value().graph; }});
  }
  for (std::size_t streams : {2, 8, 32})
    for (std::size_t operators : {200, 2000}) {
      const test::RandomGraph options{.seed = streams + operators,
                                      .operators = operators,
                                      .streams = streams,
                                      .window = 40,
                                      .groups = operators / 30,
                                      .syncs = operators / 10};
      out.push_back({"random, " + std::to_string(operators) + " operators, " + std::to_string(streams) + " streams",
                     [options] { return test::random_graph(options); }});
    }
  out.push_back({"training step, 1 stream", [] { return test::make_training_graph({.layers = 24, .streams = 1}); }});
  out.push_back(
      {"training step, 8 streams", [] { return test::make_training_graph(test::training_graph_of(4400, 8)); }});
  out.push_back({"wide, 64 streams", [] { return test::wide_graph({.operators = 3000}); }});
  return out;
}

/// One after the other, so that none takes time from another; each plan is checked.
Column run(const DataSet& data, const Options& options) {
  const Graph graph = data.make();
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const LayoutProblem problem = LayoutProblem::make(graph, conflicts).value();
  Bounds bounds = quick_bounds(problem);
  if (Result<Clique> clique = heaviest_clique(problem, Task::with_time_limit(60))) bounds.clique = *std::move(clique);
  Column out{data.name, graph.tensor_count(), bounds.best(), {}};
  for (const LayoutStrategy& strategy : layout_strategies()) {
    std::cerr << data.name << ": " << strategy.id << "          \r";
    const auto start = Task::Clock::now();
    Cell cell{std::string(strategy.id), make_plan(strategy, problem, Task::with_time_limit(options.time_limit))};
    cell.milliseconds = std::chrono::duration<double, std::milli>(Task::Clock::now() - start).count();
    if (cell.plan && !validate(graph, *cell.plan)->valid())
      throw std::runtime_error(data.name + ": the plan of " + cell.strategy + " is not valid");
    if (cell.plan) out.bound = std::max(out.bound, cell.plan->lower_bound);
    out.cells.push_back(std::move(cell));
  }
  return out;
}

double ratio(const Column& column, const Cell& cell) {
  return column.bound.count == 0 ? 1
                                 : static_cast<double>(cell.plan->footprint.count) /
                                       static_cast<double>(column.bound.count);
}

std::string number(const char* format, double value) {
  char text[64];
  static_cast<void>(std::snprintf(text, sizeof text, format, value));
  return text;
}

std::string duration(double milliseconds) {
  if (milliseconds < 1) return number("%.2g ms", milliseconds);
  return milliseconds < 10'000 ? number("%.0f ms", milliseconds) : number("%.1f s", milliseconds / 1000);
}

/// "1.0075, 12 ms"; a letter for the reason where there is no plan.
std::string cell_text(const Column& column, const Cell& cell, std::map<std::string, char>& reasons) {
  if (cell.plan) {
    const std::string bold = cell.plan->footprint == column.bound ? "**" : "";
    return bold + number("%.4f", ratio(column, cell)) + bold + ", " + duration(cell.milliseconds);
  }
  if (cell.plan.error().kind == Error::Kind::timed_out) return "> " + duration(cell.milliseconds);
  const auto [at, added] =
      reasons.emplace(cell.plan.error().text(), static_cast<char>('a' + static_cast<int>(reasons.size() % 26)));
  return std::string("– ") + at->second;
}

/// Of a strategy, over the data sets that it planned.
std::string mean_text(const std::vector<Column>& columns, std::size_t row) {
  double sum = 0;
  std::size_t count = 0;
  for (const Column& column : columns)
    if (column.cells[row].plan) {
      sum += std::log(ratio(column, column.cells[row]));
      ++count;
    }
  if (count == 0) return "–";
  return number("%.4f", std::exp(sum / static_cast<double>(count))) + " of " + std::to_string(count);
}

void print_markdown(std::ostream& out, const std::vector<Column>& columns, const Options& options) {
  out << "# All strategies on all data sets\n\nFootprint over the best proved lower bound, and time; bold: proved "
         "optimal. Alignment 1, one strategy at a time, stopped after "
      << number("%g", options.time_limit)
      << " s. *Mean*: geometric, over the data sets that the strategy planned.\n\n| strategy | mean |";
  for (const Column& column : columns) out << ' ' << column.name << " (" << column.tensors << ") |";
  out << "\n|---|---|";
  for (std::size_t k = 0; k < columns.size(); ++k) out << "---|";
  std::map<std::string, char> reasons;
  for (std::size_t row = 0; row < layout_strategies().size(); ++row) {
    out << "\n| " << layout_strategies()[row].id << " | " << mean_text(columns, row) << " |";
    for (const Column& column : columns) out << ' ' << cell_text(column, column.cells[row], reasons) << " |";
  }
  out << "\n\nIn brackets: tensors.\n";
  if (!reasons.empty()) out << "\nWhere there is no plan:\n\n";
  std::map<char, std::string> by_letter;
  for (const auto& [reason, letter] : reasons) by_letter[letter] += (by_letter[letter].empty() ? "" : "; ") + reason;
  for (const auto& [letter, reason] : by_letter) out << "- " << letter << ": " << reason << '\n';
}

void print_csv(std::ostream& out, const std::vector<Column>& columns) {
  out << "data set,tensors,bound,strategy,footprint,ratio,milliseconds,reason\n";
  for (const Column& column : columns)
    for (const Cell& cell : column.cells) {
      out << '"' << column.name << "\"," << column.tensors << ',' << column.bound.count << ',' << cell.strategy << ',';
      if (cell.plan)
        out << cell.plan->footprint.count << ',' << number("%.6f", ratio(column, cell));
      else
        out << ',';
      out << ',' << number("%.3f", cell.milliseconds) << ",\"" << (cell.plan ? "" : cell.plan.error().text()) << "\"\n";
    }
}

int run_all(const Options& options) {
  std::vector<Column> columns;
  for (const DataSet& data : data_sets())
    if (data.name.find(options.only) != std::string::npos) columns.push_back(run(data, options));
  std::cerr << '\n';
  std::ofstream file;
  if (!options.output.empty()) file.open(options.output);
  std::ostream& out = options.output.empty() ? std::cout : file;
  if (options.csv)
    print_csv(out, columns);
  else
    print_markdown(out, columns, options);
  return out.flush() ? 0 : 1;
}

}  // namespace
}  // namespace stowage

int main(int argc, char** argv) {
  stowage::Options options;
  CLI::App app("Every strategy on every data set, as one table of footprints over the bound and of times");
  app.add_option("--time-limit", options.time_limit, "Seconds for each strategy on each data set (default: 10)")
      ->check(CLI::PositiveNumber);
  app.add_option("--only", options.only, "Only data sets whose name has this in it");
  app.add_option("-o,--output", options.output, "Write it there instead of to standard output");
  app.add_flag("--csv", options.csv, "A line for each strategy and data set instead of a table in Markdown");
  CLI11_PARSE(app, argc, argv);
  try {
    return stowage::run_all(options);
  } catch (const std::exception& fault) {
    std::cerr << "error: " << fault.what() << '\n';
    return 1;
  }
}
