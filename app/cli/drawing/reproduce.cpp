// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/drawing/drawing.h"
#include "app/cli/output.h"
#include "core/experiments/experiment.h"

namespace stowage::cli {
namespace {

struct ReproduceArguments {
  std::string id, data;
  bool full = false, json = false;
};

std::string minutes_text(double minutes) {
  return minutes == 0 ? "a moment" : minutes < 1 ? "1 min" : number_text(minutes) + " min";
}

void list_experiments() {
  Table table({{"id"}, {"paper"}, {"table or figure"}, {"title"}, {"takes", true}, {"--full", true}});
  for (const Experiment* each : experiments())
    table.add({std::string(each->id), std::string(each->paper().title), std::string(each->place), each->title,
               minutes_text(each->minutes), minutes_text(each->full_minutes)});
  table.print();
}

void print_result(const ExperimentResult& result) {
  const Experiment& of = *result.experiment;
  std::vector<Table::Column> columns{{std::string(of.id)}};
  for (const ExperimentColumn& column : of.columns) {
    const std::string_view unit = unit_text(column.unit);
    columns.push_back({std::string(column.title) + (unit.empty() ? "" : ", " + std::string(unit)), true});
    columns.push_back({"paper", true});
  }
  Table table(std::move(columns));
  for (std::size_t r = 0; r < result.rows.size(); ++r) {
    std::vector<std::string> cells{std::string(of.rows[result.rows[r]].title)};
    for (std::size_t c = 0; c < of.columns.size(); ++c) {
      const Measurement& cell = result.cell(r, c);
      cells.push_back(cell.value ? number_text(*cell.value) : cell.missing);
      const auto published = of.published_at(result.rows[r], c);
      cells.push_back(published ? number_text(*published) : "–");
    }
    table.add(std::move(cells));
  }
  table.print();
  for (std::size_t k = 0; k < of.claims.size(); ++k)
    std::cout << of.claims[k].text << ' ' << verdict_text(result.claims[k].verdict) << '\n';
}

Result<ExitCode> run_reproduce(const ReproduceArguments& options, const Task& task) {
  if (options.id.empty()) {
    list_experiments();
    return kFine;
  }
  Measurements known;
  for (const Experiment* each : find_experiments(options.id))
    print_result(run_experiment(*each, {.full = options.full}, known, task));
  return kFine;
}

}  // namespace

Action add_reproduce(CLI::App& command) {
  const auto options = std::make_shared<ReproduceArguments>();
  command.add_option("ID", options->id, "An experiment, a paper, or all; without one, all are listed");
  command.add_flag("--full", options->full, "All networks, with the time limits of the papers: takes hours");
  return [=](const Task& task) { return run_reproduce(*options, task); };
}

}  // namespace stowage::cli
