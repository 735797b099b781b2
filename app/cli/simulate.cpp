// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>

#include "app/cli/output.h"
#include "core/formats/utf8.h"
#include "core/graph/laid_out.h"
#include "core/insight/simulate/timing.h"

namespace stowage::cli {
namespace {

struct SimulateArguments {
  InputOptions input;
  std::vector<std::string> trips;  ///< "OPERATOR=N"
  bool json = false;
};

/// The number of operators by the source of their duration, as in Duration::From; the last are those without one.
using SourceCounts = std::array<std::size_t, 5>;

bool runs(const Graph& graph, OperatorId o) {
  return graph.laid_out() == nullptr || graph.laid_out()->parts[o.index()] == LaidOut::Part::run;
}

SourceCounts count_sources(const Graph& graph) {
  SourceCounts out{};
  for (OperatorId o : graph.operators()) {
    if (!takes_time(graph, o)) continue;
    const Duration duration = graph.duration(o);
    ++out[duration == Duration() ? 4 : static_cast<std::size_t>(duration.from)];
  }
  return out;
}

/// The critical path, without what only begins or ends a body.
std::vector<OperatorId> path_of(const Graph& graph, const Timing& timing) {
  std::vector<OperatorId> out = timing.critical_path();
  std::erase_if(out, [&](OperatorId o) { return !runs(graph, o); });
  return out;
}

Json timing_json(const Document& document, const Timing& timing) {
  const Graph& graph = *document.graph;
  const auto gap_json = [](const IdleGap& gap) -> Json { return {gap.begin, gap.end}; };
  Json operators = Json::object();
  for (OperatorId o : graph.operators())
    if (runs(graph, o)) operators[std::string(graph.name(o))] = {timing.starts[o.index()], timing.ends[o.index()]};
  const SourceCounts sources = count_sources(graph);
  Json out{{"makespan", timing.makespan},
           {"streams", json_list(graph.streams(),
                                 [&](StreamId s) -> Json {
                                   return {{"id", graph.info(s).number},
                                           {"busy", timing.busy[s.index()]},
                                           {"idle", json_list(idle_gaps(graph, timing, s), gap_json)}};
                                 })},
           {"critical_path", json_list(path_of(graph, timing), [&](OperatorId o) { return graph.name(o); })},
           {"operators", std::move(operators)},
           {"estimated", has_estimates(graph)},
           {"durations",
            {{"measured", sources[1]},
             {"estimated", sources[2]},
             {"modelled", sources[3]},
             {"unsaid", sources[0]},
             {"unknown", sources[4]}}}};
  if (document.measured_makespan) out["measured_makespan"] = *document.measured_makespan;
  return out;
}

void print_streams(const Graph& graph, const Timing& timing) {
  Table table({{"stream"}, {"operators", true}, {"busy", true}, {"of all", true}, {"gaps", true}, {"longest", true}});
  for (StreamId s : graph.streams()) {
    const auto gaps = idle_gaps(graph, timing, s);
    std::int64_t longest = 0;
    for (const IdleGap& gap : gaps) longest = std::max(longest, gap.end - gap.begin);
    const double busy = static_cast<double>(timing.busy[s.index()]);
    const auto count = std::ranges::count_if(graph.operators_of(s), [&](OperatorId o) { return runs(graph, o); });
    if (count == 0 && graph.laid_out() != nullptr) continue;
    table.add({graph.label(s), grouped(static_cast<std::size_t>(count)), time_text(timing.busy[s.index()]),
               timing.makespan > 0 ? share(busy / static_cast<double>(timing.makespan)) : "–", grouped(gaps.size()),
               gaps.empty() ? "–" : time_text(longest)});
  }
  table.print();
}

void print_path(const Graph& graph, const Timing& timing) {
  constexpr std::size_t kMost = 40;
  const auto path = path_of(graph, timing);
  std::cout << "\nmakespan " << time_text(timing.makespan) << " (" << grouped(timing.makespan) << " ns)"
            << (has_estimates(graph) ? ", estimated" : "") << "; critical path of " << counted(path.size(), "operator")
            << ":\n";
  Table table({{"start", true}, {"duration", true}, {"stream"}, {"operator"}});
  for (std::size_t k = 0; k < std::min(path.size(), kMost); ++k) {
    const OperatorId o = path[k];
    table.add({time_text(timing.starts[o.index()]), time_text(graph.duration(o).nanoseconds),
               graph.label(graph.stream(o)), std::string(graph.name(o))});
  }
  table.print();
  if (path.size() > kMost) std::cout << "… and " << grouped(path.size() - kMost) << " more\n";
}

/// Compares the simulation with the measured makespan.
void print_measured(std::int64_t measured, std::int64_t simulated) {
  std::cout << "\nmeasured " << time_text(measured) << ", simulated " << time_text(simulated);
  if (measured > 0)
    std::cout << " (" << percent(static_cast<double>(simulated - measured) / static_cast<double>(measured)) << ')';
  std::cout << "; the simulation leaves out the host and other devices\n";
}

void print_sources(const Graph& graph) {
  static constexpr std::array kWords = {"from an unknown source", "measured", "estimated", "modelled", "missing"};
  const SourceCounts sources = count_sources(graph);
  std::string text;
  for (std::size_t k = 0; k < sources.size(); ++k)
    if (sources[k] > 0) text += (text.empty() ? "" : ", ") + grouped(sources[k]) + ' ' + kWords[k];
  std::cout << "\ndurations: " << (text.empty() ? "none" : text) << '\n';
}

Result<ExitCode> run_simulate(const SimulateArguments& options, const Task& task) {
  BodyRuns runs;
  for (const std::string& each : options.trips) {
    const std::size_t equals = each.rfind('=');
    if (equals == std::string::npos || equals + 1 == each.size())
      return usage_error("simulate", "--trips needs OPERATOR=N, not " + in_quotes(each));
    if (!runs.try_emplace(each.substr(0, equals), each.substr(equals + 1)).second)
      return usage_error("simulate", "--trips is given twice for " + in_quotes(each.substr(0, equals)));
  }
  STOWAGE_TRY(const Document document, load_laid_out(options.input, task, "", runs));
  const Graph& graph = *document.graph;
  if (auto timed = check_durations(graph, options.input.path); !timed) return tl::unexpected(timed.error());
  const Timing timing = timing_of(graph);
  if (options.json) {
    print_json(timing_json(document, timing));
    return kFine;
  }
  print_streams(graph, timing);
  print_path(graph, timing);
  if (document.measured_makespan) print_measured(*document.measured_makespan, timing.makespan);
  print_sources(graph);
  return kFine;
}

}  // namespace

Action add_simulate(CLI::App& command) {
  const auto options = std::make_shared<SimulateArguments>();
  options->input.add_to(command);
  command
      .add_option(
          "--trips", options->trips,
          "Iterations of a loop, or the name or number of a branch (default: one iteration, the longest branch)")
      ->type_name("OPERATOR=N")
      ->expected(1)
      ->take_all();
  add_json(command, options->json, "; times in nanoseconds");
  return [=](const Task& task) { return run_simulate(*options, task); };
}

}  // namespace stowage::cli
