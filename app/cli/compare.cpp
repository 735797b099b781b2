// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "core/plan/plan.h"

namespace stowage::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> paths;
  InputOptions reading;  // without its path
  PlanningOptions planning;
  bool json = false;
};

/// One input and its plans, without the graph: there may be many.
struct Row {
  std::string path;
  GraphPlans planned;
  std::optional<FilePlan> file;
  BudgetVerdict budget;
  bool at_least;        ///< not everything is counted
  std::string proof;    ///< the words for a plan that meets the bound
  std::string against;  ///< how the best plan compares with the one in the file
  std::string spent;    ///< on what the time limit was spent; empty without one
  Json json;
};

Result<Row> row_of(const std::string& path, const CompareArguments& options, const Task& unlimited) {
  STOWAGE_TRY(const Document document, load_laid_out(path, options.reading, unlimited));
  const Graph& graph = *document.graph;
  const Task task = options.planning.limited(unlimited);  // the limit is for each input
  const PlanningOptions planning = options.planning.for_input(document, path);
  STOWAGE_TRY(GraphPlans planned, plan_input(graph, planning, path, task));
  print_failed(planned, path);
  STOWAGE_TRY(auto file, file_plan_of(document, path, planning.bytes_of_alignment(), unlimited));
  const Plan& best = planned.best();
  const Uncounted left = uncounted(graph);
  const BudgetVerdict budget(best.footprint, planning.budget, left);
  Json json = planned_json(graph, planned);
  json["input"] = path;
  budget.add_to(json);
  if (file) json["as_in_file"] = file_plan_json(*file, graph, best);
  std::string against = file ? saving_text(*file, graph, best) : "–";
  std::string spent = planning.time_limit ? spent_text(planned, *planning.time_limit) : "";
  return Row{path,           std::move(planned), std::move(file),    budget,
             left.any(),     optimal_for(graph), std::move(against), std::move(spent),
             std::move(json)};
}

/// "14.2 MiB", or "14.2 MiB, invalid".
std::string file_text(const Row& row) {
  if (!row.file) return "–";
  return human(row.file->plan.needed()) + (row.file->validation.valid() ? "" : ", invalid");
}

/// A column for each strategy that was asked for; a quick plan in place of theirs stands in the last ones, with its
/// footprint.
void print_rows(const std::vector<Row>& rows, std::span<const LayoutStrategy* const> strategies) {
  const bool carried = std::ranges::any_of(rows, [](const Row& row) { return row.file.has_value(); });
  const bool ordered = rows.front().planned.order.has_value();
  std::vector<Table::Column> columns{{"input"}};
  if (ordered) columns.insert(columns.end(), {{"given peak", true}, {"peak", true}});
  columns.push_back({"bound", true});
  if (carried) columns.push_back({"as in the file", true});
  for (const LayoutStrategy* strategy : strategies) columns.push_back({std::string(strategy->id), true});
  columns.push_back({"best"});
  if (carried) columns.push_back({"against the file"});
  Table table(std::move(columns));
  for (const Row& row : rows) {
    std::vector<std::string> cells{row.path};
    if (ordered)
      cells.insert(cells.end(), {human(row.planned.order->given_peak), human(row.planned.order->ordered.peak)});
    cells.push_back(human(row.planned.lower_bound));
    if (carried) cells.push_back(file_text(row));
    for (const LayoutStrategy* strategy : strategies) {
      const StrategyResult& result = *std::ranges::find(row.planned.results, strategy, &StrategyResult::strategy);
      cells.push_back(result.plan ? human(result.plan->footprint) : "–");
    }
    const Plan& best = row.planned.best();
    const bool has_column = std::ranges::find(strategies, best.strategy, &LayoutStrategy::id) != strategies.end();
    cells.push_back(best.strategy + (has_column ? "" : ' ' + human(best.footprint)) +
                    (row.at_least          ? ", at least: not everything is counted"
                     : best.proved_optimal ? ", " + row.proof
                                           : ' ' + percent(gap(best.footprint, best.lower_bound))));
    if (carried) cells.push_back(row.against);
    table.add(std::move(cells));
  }
  table.print();
  for (const Row& row : rows)
    if (!row.spent.empty()) std::cout << row.path << ": " << row.spent << '\n';
}

/// The others are still compared after an input at fault; the exit code says so.
Result<ExitCode> run_compare(const CompareArguments& options, const Task& task) {
  std::vector<Row> rows;
  Json failed = Json::array();
  ExitCode code = kFine;
  for (const std::string& path : options.paths) {
    auto row = unless_memory_runs_out([&] { return row_of(path, options, task); });
    if (row) {
      if (code == kFine && !row->budget.kept()) code = kNo;
      rows.push_back(std::move(*row));
    } else if (row.error().kind == Error::Kind::cancelled) {
      return tl::unexpected(row.error());
    } else {
      const Error error = in_file(row.error(), path);
      print_error(error);
      failed.push_back({{"input", path}, {"error", error.text()}});
      code = error.is_stop() ? kStopped : kBadInput;
    }
  }
  if (options.json) {
    Json inputs = Json::array();
    for (Row& row : rows) inputs.push_back(std::move(row.json));
    print_json({{"inputs", std::move(inputs)}, {"failed", std::move(failed)}});
  } else if (!rows.empty()) {
    print_rows(rows, options.planning.request().strategies);
  }
  return code;
}

}  // namespace

Action add_compare(CLI::App& command) {
  const auto options = std::make_shared<CompareArguments>();
  command.add_option("INPUT", options->paths, "Graph files, interval CSVs or other files that Stowage reads")
      ->type_name("FILE")
      ->required();
  options->reading.add_reading_to(command);
  options->planning.strategies = {"standard"};
  options->planning.add_to(command);
  add_json(command, options->json);
  return [=](const Task& task) { return run_compare(*options, task); };
}

}  // namespace stowage::cli
