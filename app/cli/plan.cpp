// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "core/io/file.h"
#include "core/report/report.h"

namespace stowage::cli {
namespace {

struct Options {
  InputOptions input;
  PlanningOptions planning;
  std::string output;
  bool json = false;
};

void print_results(const Planned& planned) {
  Table table({{"strategy"}, {"footprint", true}, {"bytes", true}, {"gap", true}, {"time", true}, {""}});
  for (const StrategyResult& result : planned.results) {
    const std::string id(result.strategy->id);
    if (!result.plan) {
      table.add({id, "–", "–", "–", "–", result.plan.error().text()});
      continue;
    }
    const Plan& plan = *result.plan;
    table.add({id, human(plan.footprint), grouped(static_cast<std::uint64_t>(plan.footprint.count)),
               percent(gap(plan.footprint, plan.lower_bound)), duration(result.milliseconds),
               plan.proved_optimal ? "proved optimal" : ""});
  }
  table.print();
  std::cout << "lower bound " << full(planned.bounds.best()) << "; safety took "
            << duration(planned.safety_milliseconds) << '\n';
}

Result<ExitCode> plan(const Options& options, const Task& unlimited) {
  const Task task = options.planning.limited(unlimited);
  const auto document = load(options.input, task);
  if (!document) return tl::unexpected(document.error());
  const Graph& graph = *document->graph;
  const auto planned = plan_graph(graph, options.planning, task);
  if (!planned) return tl::unexpected(planned.error());

  if (!options.output.empty()) {
    const auto written = write_file_atomically(options.output, write_plan(graph, planned->best()));
    if (!written) return tl::unexpected(written.error());
  }
  if (options.json)
    print_json(planned_json(graph, *planned));
  else
    print_results(*planned);
  if (!options.json && !options.output.empty())
    std::cout << "wrote the plan of " << planned->best().strategy << " to " << options.output << '\n';
  return planned->exceeds(options.planning.budget) ? kNo : kFine;
}

}  // namespace

Action add_plan(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  options->input.add_to(command);
  options->planning.add_to(command);
  command.add_option("-o,--output", options->output, "Write the plan with the smallest footprint");
  command.add_flag("--json", options->json, "Print one JSON object");
  return [=](const Task& task) { return plan(*options, task); };
}

}  // namespace stowage::cli
