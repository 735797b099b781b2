// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <span>

#include "app/cli/budget.h"
#include "app/cli/command.h"
#include "app/cli/file_plan.h"
#include "app/cli/in_file.h"
#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "core/graph/claims.h"
#include "core/plan/plan.h"

namespace stowage::cli {
namespace {

struct Options {
  std::vector<std::string> paths;
  InputOptions reading;  // how, not what
  PlanningOptions planning;
  bool json = false;
};

/// One input with what planning it gave.
struct Row {
  std::string path;
  Json json;
  GraphPlans planned;
  std::optional<FilePlan> file;
  std::string proof;    ///< what may be said of a plan that meets the bound
  bool at_least;        ///< not everything is counted
  std::string against;  ///< the plan in the file: what the best one saves
  bool budget_kept;
};

Result<Row> plan_input(const std::string& path, const Options& options, const Task& unlimited) {
  const auto document = load(path, options.reading, unlimited);
  if (!document) return tl::unexpected(document.error());
  const Task task = options.planning.limited(unlimited);  // the limit is for each input
  const PlanningOptions planning = options.planning.for_input(*document, path);
  auto planned = make_plans(*document->graph, planning.request(), task);
  if (!planned) return tl::unexpected(in_file(planned.error(), path));
  print_failed(*planned, path);
  auto file = file_plan_of(*document, path, planning.bytes_of_alignment(), unlimited);
  if (!file) return tl::unexpected(file.error());
  const Plan& best = planned->best();
  const Uncounted left = uncounted(*document->graph);
  const BudgetVerdict budget(best.footprint, options.planning.budget, left);
  Json json = planned_json(*document->graph, *planned);
  json["input"] = path;
  budget.add_to(json);
  if (*file) json["as_in_file"] = file_plan_json(**file, *document->graph, best);
  std::string against = *file ? saving_text(**file, *document->graph, best) : "–";
  return Row{path,       std::move(json),    *std::move(planned), *std::move(file), optimal_for(*document->graph),
             left.any(), std::move(against), budget.kept()};
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
}

/// An input at fault does not keep the others from being compared; the exit code tells in the end.
Result<ExitCode> compare(const Options& options, const Task& task) {
  std::vector<Row> rows;
  Json failed = Json::array();
  ExitCode code = kFine;
  for (const std::string& path : options.paths) {
    auto row = unless_memory_runs_out([&] { return plan_input(path, options, task); });
    if (row) {
      if (code == kFine && !row->budget_kept) code = kNo;
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
  const auto options = std::make_shared<Options>();
  command.add_option("INPUT", options->paths, "Graph files, interval CSVs or other files that Stowage reads")
      ->type_name("FILE")
      ->required();
  options->reading.add_reading_to(command);
  options->planning.strategies = {"standard"};
  options->planning.add_to(command);
  command.add_flag("--json", options->json, "Print one JSON object");
  return [=](const Task& task) { return compare(*options, task); };
}

}  // namespace stowage::cli
