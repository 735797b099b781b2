// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "core/formats/file.h"
#include "core/formats/readers.h"
#include "core/insight/improve/trade_off.h"
#include "core/insight/simulate/timing.h"

namespace stowage::cli {
namespace {

constexpr double kDefaultSeconds = 10;

struct TradeOffArguments {
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

namespace fs = std::filesystem;

/// "07.plan.json" and the like.
std::string file_name(std::size_t number, std::size_t count, const char* ending) {
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(count).size());
  const std::string text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text + ending;
}

/// Writes "01.stowage.json", "01.plan.json" and so on for the points, with as many digits as the count has, at least
/// two. Points of two runs must not mix, and files of others are not touched: the folder must be new, or empty.
Result<void> write_points(const std::vector<TradeOffPoint>& points, const std::string& folder) {
  for (std::size_t k = 0; k < points.size(); ++k)
    for (const auto& [ending, bytes] : {std::pair(".stowage.json", write_graph_json(*points[k].graph)),
                                        std::pair(".plan.json", write_plan(*points[k].graph, points[k].plan))})
      if (auto done =
              write_file_atomically((fs::path(folder) / file_name(k + 1, points.size(), ending)).string(), bytes);
          !done)
        return done;
  return {};
}

/// To be called before any work is done.
Result<void> make_folder(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  const bool empty = !failed && fs::is_empty(folder, failed);
  if (failed) return bad_input(folder, "", "could not make the folder: " + failed.message());
  if (!empty) return bad_input(folder, "", "this folder has files; name a new folder, or an empty one");
  return {};
}

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
  return {{"footprint", point.plan.footprint.count},
          {"lower_bound", point.plan.lower_bound.count},
          {"makespan", point.makespan},
          {"edits", json_list(point.edits, edit_json)}};
}

Json trade_off_json(const TradeOff& found, const TradeOffPoint* fastest, bool estimated) {
  Json out{{"given", point_json(found.given)},
           {"points", json_list(found.points, point_json)},
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

Result<ExitCode> run_tradeoff(const TradeOffArguments& given, const Task& task) {
  STOWAGE_TRY(const Document document, load(given.input, task));
  TradeOffArguments options = given;
  options.alignment = alignment_for(given.alignment, document, given.input.path);
  const Graph& graph = *document.graph;
  if (auto timed = check_durations(graph, options.input.path); !timed) return tl::unexpected(timed.error());
  if (!options.folder.empty()) STOWAGE_CHECK(make_folder(options.folder));
  STOWAGE_TRY(const TradeOff found,
              in_file(trade_off(graph, options.search(), options.limited(task)), options.input.path));
  const Uncounted left = uncounted(graph);
  const TradeOffPoint* fastest =
      options.budget && !left.any() ? found.fastest_within(*options.search().budget) : nullptr;
  if (!options.folder.empty()) STOWAGE_CHECK(write_points(found.points, options.folder));
  if (options.json) {
    Json json = trade_off_json(found, fastest, has_estimates(graph));
    add_uncounted(json, left);
    print_json(json);
  } else {
    print_points(found, fastest);
    print_uncounted(left);
    std::cout << grouped(found.tried) << " edited graphs tried; makespans are those of the simulated run"
              << (has_estimates(graph) ? ", by estimated durations\n" : "\n");
    if (options.budget) print_budget(found, fastest, *options.search().budget, left);
    if (!options.folder.empty())
      std::cout << "wrote " << counted(found.points.size(), "graph") << " with plans to " << options.folder << '\n';
  }
  return options.budget && fastest == nullptr ? kNo : kFine;
}

std::string check_levers(const std::string& text) {
  const auto levers = read_levers(text);
  return levers ? "" : levers.error().text();
}

}  // namespace

Action add_tradeoff(CLI::App& command) {
  const auto options = std::make_shared<TradeOffArguments>();
  options->input.add_to(command);
  add_bytes(command, "--budget", options->budget,
            "Mark the fastest point within this budget; exit with 1 if no point fits");
  command
      .add_option("--allow", options->allowed,
                  "Kinds of edits to use, separated by commas: sync, stream, order, recompute, offload (default: all)")
      ->check(check_levers);
  add_real(command, "--time-limit", options->time_limit, 0, 1e6, "Time limit of the search in seconds (default: 10)");
  add_count(command, "--seed", options->seed, "Seed of the search (default: 0)");
  add_count(command, "--iterations", options->iterations,
            "Try this many edited graphs instead of searching until the time limit; gives the same front each time");
  add_whole(command, "--streams", options->streams, 0, 1000,
            "Largest number of streams to spread operators over (default: the number of streams in the graph)");
  add_whole(command, "--points", options->points, 2, 1000, "Largest number of points to print");
  add_bytes(command, "--bandwidth", options->bandwidth,
            "Bytes per second between device and host, in each direction (default: 25GB)");
  add_alignment(command, options->alignment, std::uint64_t{1} << 60);
  add_file_name(
      command, "-o,--output", options->folder,
      "Write a graph and a plan for each point to this folder, which must be new or empty: NN.stowage.json and "
      "NN.plan.json")
      ->type_name("FOLDER");
  add_json(command, options->json, "; bytes and nanoseconds");
  return [=](const Task& task) { return run_tradeoff(*options, task); };
}

}  // namespace stowage::cli
