// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "core/report/report.h"

namespace stowage::cli {
namespace {

struct Options {
  std::vector<std::string> paths;
  InputOptions reading;  // only its meaning of intervals
  PlanningOptions planning;
  bool json = false;
};

/// One input with what planning it gave.
struct Row {
  std::string path;
  Json json;
  Planned planned;
};

Result<Row> plan_input(const std::string& path, const Options& options, const Task& unlimited) {
  const Task task = options.planning.limited(unlimited);  // the limit is for each input
  const auto document = load(path, options.reading.intervals, task);
  if (!document) return tl::unexpected(document.error());
  auto planned = plan_graph(*document->graph, options.planning, task);
  if (!planned) return tl::unexpected(planned.error());
  Json json = planned_json(*document->graph, *planned);
  json["input"] = path;
  return Row{path, std::move(json), std::move(*planned)};
}

void print_rows(const std::vector<Row>& rows) {
  const bool ordered = rows.front().planned.order.has_value();
  std::vector<Table::Column> columns{{"input"}};
  if (ordered) columns.insert(columns.end(), {{"given peak", true}, {"peak", true}});
  columns.push_back({"bound", true});
  for (const StrategyResult& result : rows.front().planned.results)
    columns.push_back({std::string(result.strategy->id), true});
  columns.push_back({"best"});
  Table table(std::move(columns));
  for (const Row& row : rows) {
    std::vector<std::string> cells{row.path};
    if (ordered)
      cells.insert(cells.end(), {human(row.planned.order->given_peak), human(row.planned.order->ordered.peak)});
    cells.push_back(human(row.planned.lower_bound));
    for (const StrategyResult& result : row.planned.results)
      cells.push_back(result.plan ? human(result.plan->footprint) : "–");
    const Plan& best = row.planned.best();
    cells.push_back(best.strategy +
                    (best.proved_optimal ? ", proved optimal" : ' ' + percent(gap(best.footprint, best.lower_bound))));
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
    auto row = plan_input(path, options, task);
    if (row) {
      if (code == kFine && row->planned.exceeds(options.planning.budget)) code = kNo;
      rows.push_back(std::move(*row));
    } else if (row.error().kind == Error::Kind::cancelled) {
      return tl::unexpected(row.error());
    } else {
      print_error(row.error());
      failed.push_back({{"input", path}, {"error", row.error().text()}});
      code = row.error().kind == Error::Kind::bad_input ? kBadInput : kStopped;
    }
  }
  if (options.json) {
    Json inputs = Json::array();
    for (Row& row : rows) inputs.push_back(std::move(row.json));
    print_json({{"inputs", std::move(inputs)}, {"failed", std::move(failed)}});
  } else if (!rows.empty()) {
    print_rows(rows);
  }
  return code;
}

}  // namespace

Action add_compare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  command.add_option("INPUT", options->paths, "Graph files, interval CSVs or allocation traces")->required();
  options->reading.add_intervals_to(command);
  options->planning.strategies = {"standard"};
  options->planning.add_to(command);
  command.add_flag("--json", options->json, "Print one JSON object");
  return [=](const Task& task) { return compare(*options, task); };
}

}  // namespace stowage::cli
