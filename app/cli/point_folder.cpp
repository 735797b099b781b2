// SPDX-License-Identifier: Apache-2.0
#include "app/cli/point_folder.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/formats/readers.h"

namespace stowage::cli {
namespace {

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

/// Whether a run may have given it: two to four digits and an ending, no path.
bool is_point(std::string_view name) {
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  return digits >= 2 && digits <= 4 && std::ranges::find(kEndings, name.substr(digits)) != std::end(kEndings);
}

/// FNV-1a: tells apart what was written and what somebody made of it.
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

/// Whether there is something else than what a run wrote, or is about to write.
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

}  // namespace

Result<WrittenPoints> write_points(const std::vector<TradeOffPoint>& points, const std::string& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return tl::unexpected(Error::bad_input(folder, "", "could not make the folder: " + failed.message()));
  std::map<std::string, std::string> files;
  for (std::size_t k = 0; k < points.size(); ++k) {
    files[file_name(k + 1, points.size(), kEndings[0])] = write_graph_json(*points[k].graph);
    files[file_name(k + 1, points.size(), kEndings[1])] = write_plan(*points[k].graph, points[k].plan);
  }
  // First the list with both, so that after an end at any moment the next run knows what is from a run.
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

}  // namespace stowage::cli
