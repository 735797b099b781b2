// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>

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

constexpr const char* kList = ".stowage-tradeoff";
constexpr const char* kEndings[] = {".stowage.json", ".plan.json"};
constexpr std::size_t kMostList = std::size_t{1} << 20;  // bytes

/// "07.plan.json" and the like.
std::string file_name(std::size_t number, std::size_t count, const char* ending) {
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(count).size());
  const std::string text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text + ending;
}

/// The changes in a folder of points.
struct WrittenPoints {
  std::size_t removed = 0;              ///< points of an earlier run
  std::vector<std::string> replaced{};  ///< names of files that somebody changed after a run, or made; sorted
  std::vector<std::string> kept{};      ///< names of points that are not as a run wrote them; sorted
};

/// Whether a run may have given it: two to four digits and an ending, no path.
bool is_point(std::string_view name) {
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  return digits >= 2 && digits <= 4 && std::ranges::find(kEndings, name.substr(digits)) != std::end(kEndings);
}

/// Size and FNV-1a: a file that somebody changed has another mark.
std::string mark_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return std::to_string(bytes.size()) + ":" + std::to_string(hash);
}

/// Name and mark of each file that runs wrote here: one a line.
using List = std::set<std::pair<std::string, std::string>>;

List read_list(const fs::path& folder) {
  List out;
  const auto bytes = read_file((folder / kList).string(), kMostList);
  std::istringstream lines(bytes ? *bytes : std::string());
  for (std::string mark, name; lines >> mark >> name;)
    if (is_point(name)) out.emplace(name, mark);
  return out;
}

Result<void> write_list(const fs::path& folder, const List& list) {
  std::string bytes;
  for (const auto& [name, mark] : list) bytes.append(mark).append(" ").append(name).append("\n");
  return write_file_atomically((folder / kList).string(), bytes);
}

/// The points in the folder that are not among `written`.
std::vector<std::string> others_in(const fs::path& folder, const std::map<std::string, std::string>& written) {
  std::vector<std::string> out;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    std::string name = at->path().filename().string();
    if (is_point(name) && !written.contains(name)) out.push_back(std::move(name));
  }
  std::ranges::sort(out);
  return out;
}

/// Whether the file exists, but is neither as a run wrote it nor as it is about to be written.
bool is_changed(const fs::path& file, const List& list, const std::string& now) {
  std::error_code failed;
  if (!fs::exists(file, failed)) return false;
  const auto bytes = read_file(file.string());
  return !bytes || (*bytes != now && !list.contains({file.filename().string(), mark_of(*bytes)}));
}

/// Removes a file that is as the list says.
bool removed(const fs::path& file, const List& list) {
  std::error_code failed;
  if (!fs::is_regular_file(fs::symlink_status(file, failed))) return false;
  const auto bytes = read_file(file.string());
  if (!bytes || !list.contains({file.filename().string(), mark_of(*bytes)})) return false;
  return fs::remove(file, failed);
}

/// Writes "01.stowage.json", "01.plan.json" and so on for the points, with as many digits as the count has, at least
/// two, in place of files that have those names. Points of an earlier run that are left over are removed: only files
/// that the list of an earlier run (".stowage-tradeoff", kept beside them) names, that have the name of a point, and
/// whose content is as the run wrote it. Files that others put there, or changed, are never removed.
Result<WrittenPoints> write_points(const std::vector<TradeOffPoint>& points, const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return bad_input(folder, "", "could not make the folder: " + failed.message());
  std::map<std::string, std::string> files;
  for (std::size_t k = 0; k < points.size(); ++k) {
    files[file_name(k + 1, points.size(), kEndings[0])] = write_graph_json(*points[k].graph);
    files[file_name(k + 1, points.size(), kEndings[1])] = write_plan(*points[k].graph, points[k].plan);
  }
  // First the list with both, so that the next run knows the files of all runs, whenever this one ends.
  List list = read_list(folder), now;
  WrittenPoints out;
  for (const auto& [name, bytes] : files) {
    now.emplace(name, mark_of(bytes));
    if (is_changed(fs::path(folder) / name, list, bytes)) out.replaced.push_back(name);
  }
  list.insert(now.begin(), now.end());
  if (auto done = write_list(folder, list); !done) return tl::unexpected(std::move(done.error()));
  for (const auto& [name, bytes] : files)
    if (auto done = write_file_atomically((fs::path(folder) / name).string(), bytes); !done)
      return tl::unexpected(std::move(done.error()));
  std::set<std::string> gone;
  for (std::string& name : others_in(folder, files))
    if (removed(fs::path(folder) / name, list))
      gone.insert(name.substr(0, name.find('.')));
    else
      out.kept.push_back(std::move(name));
  out.removed = gone.size();
  if (auto done = write_list(folder, now); !done) return tl::unexpected(std::move(done.error()));
  return out;
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

std::string named(const std::vector<std::string>& files) {
  return files.front() + (files.size() == 1 ? "" : " and " + counted(files.size() - 1, "other file"));
}

/// Notes the files of others that were replaced or kept.
void print_foreign(const WrittenPoints& written, const std::string& folder) {
  if (!written.replaced.empty())
    note(folder, "replaced " + named(written.replaced) + ", changed since a run wrote the folder");
  if (written.kept.empty()) return;
  note(folder, "kept " + named(written.kept) + ": no earlier run wrote " +
                   (written.kept.size() == 1 ? "it as it is" : "them as they are"));
}

Result<ExitCode> run_tradeoff(const TradeOffArguments& given, const Task& task) {
  STOWAGE_TRY(const Document document, load_laid_out(given.input, task));
  TradeOffArguments options = given;
  options.alignment = alignment_for(given.alignment, document, given.input.path);
  const Graph& graph = *document.graph;
  if (auto timed = check_durations(graph, options.input.path); !timed) return tl::unexpected(timed.error());
  STOWAGE_TRY(const TradeOff found,
              in_file(trade_off(graph, options.search(), options.limited(task)), options.input.path));
  const Uncounted left = uncounted(graph);
  const TradeOffPoint* fastest =
      options.budget && !left.any() ? found.fastest_within(*options.search().budget) : nullptr;
  WrittenPoints written;
  if (!options.folder.empty()) {
    STOWAGE_TRY(written, write_points(found.points, options.folder));
  }
  print_foreign(written, options.folder);
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
      std::cout << "wrote " << counted(found.points.size(), "graph") << " with plans to " << options.folder
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
  add_file_name(command, "-o,--output", options->folder,
                "Write a graph and a plan for each point to this folder: NN.stowage.json and NN.plan.json. Files with "
                "these names are replaced. Other files of an earlier run are removed unless they were changed")
      ->type_name("FOLDER");
  add_json(command, options->json, "; bytes and nanoseconds");
  return [=](const Task& task) { return run_tradeoff(*options, task); };
}

}  // namespace stowage::cli
