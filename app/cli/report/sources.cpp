// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>
#include <system_error>

#include "app/cli/report/report.h"
#include "core/formats/formats.h"

namespace stowage::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlan = ".plan.json", kGraph = ".stowage.json";

/// Whether a file is a plan, by its name or its first bytes.
bool is_plan(const std::string& path) {
  if (without_gz(path).ends_with(kPlan)) return true;
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return false;
  std::array<char, 256> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  return std::string_view(head.data(), static_cast<std::size_t>(file.gcount())).find("\"stowage-plan\"") !=
         std::string_view::npos;
}

/// The ending by which a file of that name is taken for a graph, or nothing. Endings of texts and of programs are too
/// common.
std::string_view graph_ending(std::string_view name) {
  const std::string_view plain = without_gz(name);
  std::string_view out;
  for (const Format& format : formats())
    if (format.is_read && format.extension != ".txt" && format.extension != ".py" &&
        plain.ends_with(format.extension) && format.extension.size() > out.size())
      out = format.extension;
  return out;
}

/// "a/b" of "a/b.plan.json".
std::string without(const std::string& path, std::string_view ending) {
  const std::string_view plain = without_gz(path);
  return std::string(plain.substr(0, plain.ends_with(ending) ? plain.size() - ending.size() : plain.size()));
}

bool is_file(const std::string& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed);
}

/// The graph beside a plan, or nothing.
std::string graph_beside(const std::string& plan) {
  const std::string stem = without(plan, without_gz(plan).ends_with(kPlan) ? kPlan : ".json");
  if (is_file(stem + std::string(kGraph))) return stem + std::string(kGraph);
  for (const Format& format : formats())
    for (const char* packed : {"", ".gz"})
      if (const std::string path = stem + std::string(format.extension) + packed; path != plan && is_file(path))
        return path;
  return {};
}

/// The plan beside a graph, or nothing.
std::string plan_beside(const std::string& graph) {
  const std::string plan = without(graph, graph_ending(graph)) + std::string(kPlan);
  return is_file(plan) ? plan : std::string();
}

Result<PlanSource> source_of(const std::string& path, const std::string& graph) {
  if (!is_plan(path)) return PlanSource{path, plan_beside(path), true};
  std::string its = graph.empty() ? graph_beside(path) : graph;
  if (!its.empty()) return PlanSource{std::move(its), path, false};
  const std::string looked_for = without(path, kPlan) + std::string(kGraph);
  return bad_input(path, "", "found no graph beside this plan: " + looked_for + "; --of names one");
}

/// The files below a folder, in the order of their names.
Result<std::vector<std::string>> files_below(const fs::path& folder, const Task& task) {
  std::vector<std::string> out;
  std::error_code failed;
  fs::recursive_directory_iterator at(folder, failed), end;
  for (std::size_t k = 0; !failed && at != end; at.increment(failed), ++k) {
    if (task.poll(k)) return tl::unexpected(task.why_stopped());
    const bool hidden = at->path().filename().string().starts_with('.');
    if (hidden && at->is_directory(failed)) at.disable_recursion_pending();
    if (!hidden && at->is_regular_file(failed)) out.push_back(at->path().lexically_relative(folder).string());
  }
  if (failed) return bad_input(folder.string(), "", "could not list it: " + failed.message());
  std::ranges::sort(out);
  return out;
}

using Named = std::map<std::string, PlanSource>;

Result<Named> sources_below(const std::string& folder, const std::string& graph, std::size_t& skipped,
                            const Task& task) {
  Named out;
  STOWAGE_TRY(const std::vector<std::string> files, files_below(folder, task));
  for (const std::string& file : files) {
    const std::string path = (fs::path(folder) / file).string();
    const bool plan = is_plan(path);
    if (plan && !graph_beside(path).empty()) continue;  // comes with its graph
    if (!plan && graph_ending(file).empty()) {
      ++skipped;
      continue;
    }
    STOWAGE_TRY(PlanSource source, source_of(path, graph));
    out.insert_or_assign(without(file, plan ? kPlan : kGraph), std::move(source));
  }
  return out;
}

}  // namespace

Result<Sources> find_sources(const std::string& before, const std::string& after, const std::string& graph,
                             const Task& task) {
  std::error_code failed;
  for (const std::string& path : {before, after})
    if (!fs::exists(path, failed)) return bad_input(path, "", "there is no such file or folder");
  const bool folder_before = fs::is_directory(before, failed), folder_after = fs::is_directory(after, failed);
  if (folder_before != folder_after)
    return bad_input(folder_before ? after : before, "",
                     "this is a file, the other is a folder: give two files or two folders");
  Sources out;
  if (!folder_before) {
    STOWAGE_TRY(PlanSource a, source_of(before, graph));
    STOWAGE_TRY(PlanSource b, source_of(after, graph));
    std::string name = without(fs::path(after).filename().string(), is_plan(after) ? kPlan : kGraph);
    out.pairs.push_back({std::move(name), std::move(a), std::move(b)});
    return out;
  }
  STOWAGE_TRY(Named a, sources_below(before, graph, out.skipped, task));
  STOWAGE_TRY(Named b, sources_below(after, graph, out.skipped, task));
  std::map<std::string, SourcePair> pairs;
  for (auto& [name, source] : a) pairs[name].before = std::move(source);
  for (auto& [name, source] : b) pairs[name].after = std::move(source);
  for (auto& [name, pair] : pairs) {
    pair.name = name;
    out.pairs.push_back(std::move(pair));
  }
  if (out.pairs.empty()) return bad_input(after, "", "neither folder has a file that Stowage reads, by its name");
  return out;
}

}  // namespace stowage::cli
