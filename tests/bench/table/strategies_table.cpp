// SPDX-License-Identifier: Apache-2.0
// Every strategy on every data set, as one table: footprint over the best proved lower bound, and time. Beside it the
// ways to decide which tensors may share memory: ours, and the published ones.
#include <cmath>
#include <map>
#include <optional>

#include "core/check/validator.h"
#include "core/layout/strategy.h"
#include "core/papers/somas/somas_safety.h"
#include "core/papers/tables.h"
#include "core/plan/bounds.h"
#include "core/safety/conflicts.h"
#include "tests/bench/table/data_sets.h"
#include "tests/bench/table/table.h"

namespace stowage {
namespace {

using bench::milliseconds_since, bench::number, bench::rule;

struct Options : bench::TableOptions {
  Options() { time_limit = 10; }
};

/// One strategy on one data set.
struct Cell {
  std::string strategy;
  Result<Plan> plan;
  double milliseconds = 0;
};

/// One way to decide all pairs on one data set.
struct Decided {
  double milliseconds = 0;
  std::optional<Error> error{};
};

/// One data set and all strategies.
struct Column {
  std::string name;
  std::size_t tensors = 0;
  std::uint64_t unsafe_pairs = 0;
  Bytes bound;
  std::vector<Decided> safety;  ///< that of the program, then the published methods
  std::vector<Cell> cells;
};

/// All methods find the same pairs, or it is an error.
void decide_by_published(const Graph& graph, Column& column, double time_limit) {
  for (const SafetyMethod& method : published_safety_methods()) {
    const auto start = Task::Clock::now();
    const auto pairs = method.run(graph, Task::with_time_limit(time_limit));
    column.safety.push_back({milliseconds_since(start)});
    if (!pairs) column.safety.back().error = pairs.error();
    if (pairs && pairs->count() != column.unsafe_pairs)
      throw std::runtime_error(column.name + ": " + std::string(method.id) + " finds other pairs");
  }
}

/// One after the other, so that none takes time from another; each plan is checked.
Column run(const bench::DataSet& data, const Options& options) {
  const Graph graph = data.make();
  Column out{data.name, graph.tensor_count(), 0, {}, {}, {}};
  const auto begin = Task::Clock::now();
  const Conflicts conflicts = Conflicts::compute(graph).value();
  out.unsafe_pairs = conflicts.unsafe_pair_count();
  out.safety.push_back({milliseconds_since(begin)});
  decide_by_published(graph, out, options.time_limit);
  const LayoutProblem problem = LayoutProblem::make(graph, conflicts).value();
  Bounds bounds = quick_bounds(problem);
  if (Result<ProvedBound> clique = heaviest_clique(problem, Task::with_time_limit(60)))
    bounds.clique = *std::move(clique);
  out.bound = bounds.best();
  for (const LayoutStrategy& strategy : layout_strategies()) {
    std::cerr << data.name << ": " << strategy.id << "          \r";
    const auto start = Task::Clock::now();
    Cell cell{std::string(strategy.id), make_plan(strategy, problem, Task::with_time_limit(options.time_limit))};
    cell.milliseconds = milliseconds_since(start);
    if (cell.plan && !validate(graph, *cell.plan)->valid())
      throw std::runtime_error(data.name + ": the plan of " + cell.strategy + " is not valid");
    if (cell.plan) out.bound = std::max(out.bound, cell.plan->lower_bound);
    out.cells.push_back(std::move(cell));
  }
  return out;
}

double ratio(const Column& column, const Cell& cell) {
  return bench::ratio(cell.plan->footprint, column.bound);
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
  std::string reason = cell.plan.error().text();
  reason = reason.substr(0, reason.find(", and this graph has"));  // the same for all that are too large
  const auto [at, added] =
      reasons.emplace(std::move(reason), static_cast<char>('a' + static_cast<int>(reasons.size() % 26)));
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

/// A line a method: of the program in one pass over the operators and without listing pairs, of the papers pair by
/// pair.
void print_safety(std::ostream& out, const std::vector<Column>& columns) {
  out << "\n# Deciding which pairs are unsafe\n\n| method | source |";
  for (const Column& column : columns) out << ' ' << column.name << " (" << column.unsafe_pairs << ") |";
  out << rule("|---|---|", columns.size());
  const auto methods = published_safety_methods();
  for (std::size_t row = 0; row <= methods.size(); ++row) {
    if (row == 0)
      out << "\n| of this program | Stowage, core/safety/conflicts.h |";
    else
      out << "\n| " << methods[row - 1].id << " | " << methods[row - 1].source << " |";
    for (const Column& column : columns) {
      const auto& [milliseconds, error] = column.safety[row];
      const bool late = error && error->kind == Error::Kind::timed_out;
      out << ' ' << (error && !late ? "–" : (late ? "> " : "") + duration(milliseconds)) << " |";
    }
  }
  out << "\n\nIn brackets: unsafe pairs, of which all methods find the same.\n";
}

void print_markdown(std::ostream& out, const std::vector<Column>& columns, const Options& options) {
  out << "# All strategies on all data sets\n\nFootprint over the best proved lower bound, and time; bold: proved "
         "optimal. Alignment 1, one strategy at a time, stopped after "
      << number("%g", options.time_limit)
      << " s. *Mean*: geometric, over the data sets that the strategy planned.\n\n| strategy | source | mean |";
  for (const Column& column : columns) out << ' ' << column.name << " (" << column.tensors << ") |";
  out << rule("|---|---|---|", columns.size());
  std::map<std::string, char> reasons;
  for (std::size_t row = 0; row < layout_strategies().size(); ++row) {
    const LayoutStrategy& strategy = layout_strategies()[row];
    out << "\n| " << strategy.id << " | " << strategy.source << " | " << mean_text(columns, row) << " |";
    for (const Column& column : columns) out << ' ' << cell_text(column, column.cells[row], reasons) << " |";
  }
  out << "\n\nIn brackets: tensors.\n";
  if (!reasons.empty()) out << "\nWhere there is no plan:\n\n";
  std::map<char, std::string> by_letter;
  for (const auto& [reason, letter] : reasons) by_letter[letter] += (by_letter[letter].empty() ? "" : "; ") + reason;
  for (const auto& [letter, reason] : by_letter) out << "- " << letter << ": " << reason << '\n';
  print_safety(out, columns);
}

void print_csv(std::ostream& out, const std::vector<Column>& columns, const Options& /*options*/) {
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

void run_all(const Options& options) {
  std::vector<Column> columns;
  for (const bench::DataSet& data : bench::data_sets())
    if (data.name.find(options.only) != std::string::npos) columns.push_back(run(data, options));
  std::cerr << '\n';
  bench::write(columns, options);
}

}  // namespace
}  // namespace stowage

int main(int argc, char** argv) {
  stowage::Options options;
  CLI::App app("Every strategy on every data set, as one table of footprints over the bound and of times");
  options.add_to(app, "each strategy on each data set", "data sets whose name has this in it",
                 "each strategy and data set");
  return stowage::bench::run(app, argc, argv, [&] { stowage::run_all(options); });
}
