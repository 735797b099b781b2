// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <limits>
#include <memory>

#include "app/cli/budget.h"
#include "app/cli/command.h"
#include "app/cli/in_file.h"
#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "app/cli/point_folder.h"
#include "core/formats/document.h"
#include "core/graph/claims.h"
#include "core/insight/improve/trade_off.h"
#include "core/insight/simulate/timing.h"

namespace stowage::cli {
namespace {

constexpr double kDefaultSeconds = 10;

struct Options {
  InputOptions input;
  std::string allowed = "sync,stream,order,recompute,offload", folder;
  std::optional<std::uint64_t> budget, bandwidth;
  std::optional<double> time_limit;
  std::optional<std::uint64_t> alignment;
  std::uint64_t seed = 0, iterations = 0, streams = 0, points = TradeOffOptions{}.most_points;
  bool json = false;

  [[nodiscard]] TradeOffOptions search() const {
    TradeOffOptions out;
    out.alignment = {static_cast<std::int64_t>(alignment.value_or(1))};
    out.levers = *read_levers(allowed);
    out.streams = streams;
    out.most_points = points;
    out.seed = seed;
    out.iterations = iterations;
    if (bandwidth) out.link.bytes_per_second = static_cast<double>(*bandwidth);
    if (budget) out.budget = Bytes{static_cast<std::int64_t>(std::min<std::uint64_t>(*budget, kMaxTotalSize.count))};
    return out;
  }
  [[nodiscard]] Task limited(const Task& task) const {
    if (iterations > 0 && !time_limit) return task;
    return task.limited_to(time_limit.value_or(kDefaultSeconds));
  }
};

std::string change(std::int64_t value, std::int64_t from) {
  return from > 0 ? percent(static_cast<double>(value - from) / static_cast<double>(from)) : "–";
}

Json edit_json(const LeverEdit& edit) {
  Json out{{"lever", name_of(edit.lever)}, {"text", edit.text()}};
  if (edit.lever == Lever::recompute || edit.lever == Lever::offload) {
    out["tensor"] = edit.tensor;
    out["before"] = edit.operators[0];
    return out;
  }
  out["operators"] = edit.operators;
  if (edit.lever == Lever::stream) out["stream"] = edit.stream;
  return out;
}

Json point_json(const TradeOffPoint& point) {
  Json edits = Json::array();
  for (const LeverEdit& edit : point.edits) edits.push_back(edit_json(edit));
  return {{"footprint", point.plan.footprint.count},
          {"lower_bound", point.plan.lower_bound.count},
          {"makespan", point.makespan},
          {"edits", std::move(edits)}};
}

Json to_json(const TradeOff& found, const TradeOffPoint* fastest, bool estimated) {
  Json points = Json::array();
  for (const TradeOffPoint& point : found.points) points.push_back(point_json(point));
  Json out{{"given", point_json(found.given)},
           {"points", std::move(points)},
           {"tried", found.tried},
           {"estimated", estimated}};
  if (found.one_stream)
    out["one_stream"] = {{"footprint", found.one_stream->plan.footprint.count},
                         {"lower_bound", found.one_stream->plan.lower_bound.count},
                         {"makespan", found.one_stream->makespan}};
  if (fastest != nullptr) out["fastest_within_budget"] = fastest - found.points.data();
  return out;
}

/// "3 syncs, 12 recompute".
std::string edits_text(const TradeOffPoint& point) {
  std::string out;
  for (std::size_t k = 0; k < kLeverNames.size(); ++k) {
    const auto count = std::ranges::count(point.edits, static_cast<Lever>(k), &LeverEdit::lever);
    if (count > 0)
      out += (out.empty() ? "" : ", ") + grouped(std::int64_t{count}) + " × " + std::string(kLeverNames[k]);
  }
  return out.empty() ? "none" : out;
}

void print_points(const TradeOff& found, const TradeOffPoint* fastest) {
  Table table({{"point", true},
               {"footprint", true},
               {"", true},
               {"lower bound", true},
               {"makespan", true},
               {"", true},
               {"edits"}});
  const TradeOffPoint& given = found.given;
  const auto add = [&](const std::string& name, const TradeOffPoint& point, const std::string& edits) {
    table.add({name, human(point.plan.footprint), change(point.plan.footprint.count, given.plan.footprint.count),
               human(point.plan.lower_bound), time_text(point.makespan), change(point.makespan, given.makespan),
               edits});
  };
  add("given", given, "");
  if (found.one_stream) add("one stream", *found.one_stream, "");
  for (std::size_t k = 0; k < found.points.size(); ++k)
    add(std::to_string(k + 1) + (&found.points[k] == fastest ? " *" : ""), found.points[k],
        edits_text(found.points[k]));
  table.print();
}

void print_budget(const TradeOff& found, const TradeOffPoint* fastest, Bytes budget, const Uncounted& left) {
  if (fastest != nullptr)
    std::cout << "* the fastest that fits into " << full(budget) << ": " << time_text(fastest->makespan) << ", "
              << full(fastest->plan.footprint) << '\n';
  else if (left.any())
    std::cout << "cannot tell whether the budget is kept: not everything is counted\n";
  else
    std::cout << "nothing found fits into " << full(budget) << "; the smallest takes "
              << full(found.points.front().plan.footprint) << '\n';
}

std::string named(const std::vector<std::string>& files) {
  return files.front() + (files.size() == 1 ? "" : " and " + counted(files.size() - 1, "other file"));
}

/// What somebody else wrote, and what became of it.
void print_foreign(const WrittenPoints& written, const std::string& folder) {
  if (!written.replaced.empty())
    print_notes({{folder, "", "replaced " + named(written.replaced) + ", changed since a run wrote the folder"}});
  if (written.kept.empty()) return;
  print_notes({{folder, "",
                "kept " + named(written.kept) + ": no earlier run wrote " +
                    (written.kept.size() == 1 ? "it as it is" : "them as they are")}});
}

Result<ExitCode> tradeoff(const Options& given, const Task& task) {
  const auto document = load(given.input, task);
  if (!document) return tl::unexpected(document.error());
  Options options = given;
  options.alignment = alignment_for(given.alignment, *document, given.input.path);
  const Graph& graph = *document->graph;
  if (auto timed = check_durations(graph, options.input.path); !timed) return tl::unexpected(timed.error());
  const auto found = trade_off(graph, options.search(), options.limited(task));
  if (!found) return tl::unexpected(in_file(found.error(), options.input.path));
  const Uncounted left = uncounted(*document->graph);
  const TradeOffPoint* fastest =
      options.budget && !left.any() ? found->fastest_within(*options.search().budget) : nullptr;
  WrittenPoints written;
  if (!options.folder.empty()) {
    STOWAGE_TRY(written, write_points(found->points, options.folder));
  }
  print_foreign(written, options.folder);
  if (options.json) {
    Json json = to_json(*found, fastest, has_estimates(graph));
    add_uncounted(json, left);
    print_json(json);
  } else {
    print_points(*found, fastest);
    print_uncounted(left);
    std::cout << grouped(found->tried) << " edited graphs tried; makespans are those of the simulated run"
              << (has_estimates(graph) ? ", by estimated durations\n" : "\n");
    if (options.budget) print_budget(*found, fastest, *options.search().budget, left);
    if (!options.folder.empty())
      std::cout << "wrote " << counted(found->points.size(), "graph") << " with plans to " << options.folder
                << (written.removed == 0 ? "" : ", removed " + counted(written.removed, "point") + " of an earlier run")
                << '\n';
  }
  return options.budget && fastest == nullptr ? kNo : kFine;
}

std::string check_levers(const std::string& text) {
  const auto levers = read_levers(text);
  return levers ? "" : levers.error().text();
}

}  // namespace

Action add_tradeoff(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  options->input.add_to(command);
  add_bytes(command, "--budget", options->budget,
            "Mark the fastest point within this budget; exit with 1 if no point fits");
  command
      .add_option("--allow", options->allowed,
                  "Kinds of edits to use, separated by commas: sync, stream, order, recompute, offload (default: all)")
      ->check(check_levers);
  add_real(command, "--time-limit", options->time_limit, 0, 1e6, "Time limit of the search in seconds (default: 10)");
  add_whole(command, "--seed", options->seed, 0, std::numeric_limits<std::uint64_t>::max(),
            "Seed of the search (default: 0)");
  add_whole(command, "--iterations", options->iterations, 0, std::numeric_limits<std::uint64_t>::max(),
            "Try this many edited graphs instead of searching until the time limit; gives the same front each time");
  add_whole(command, "--streams", options->streams, 0, 1000,
            "Largest number of streams to spread operators over (default: the number of streams in the graph)");
  add_whole(command, "--points", options->points, 2, 1000, "Largest number of points to print");
  add_bytes(command, "--bandwidth", options->bandwidth,
            "Bytes per second between device and host, in each direction (default: 25GB)");
  add_whole(
      command, "--align", options->alignment, 1, std::uint64_t{1} << 60,
      "Round offsets and sizes up to multiples of N bytes (default: the alignment of the input's format, mostly 1)");
  add_file_name(command, "-o,--output", options->folder,
                "Write a graph and a plan for each point to this folder: NN.stowage.json and NN.plan.json. Files with "
                "these names are replaced. Other files of an earlier run are removed unless they were changed")
      ->type_name("FOLDER");
  command.add_flag("--json", options->json, "Print one JSON object; bytes and nanoseconds");
  return [=](const Task& task) { return tradeoff(*options, task); };
}

}  // namespace stowage::cli
