// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/onnx.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/faults.h"
#include "core/base/name_table.h"
#include "core/formats/durations.h"
#include "core/formats/json_reader.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

constexpr std::string_view kKernel = "_kernel_time";
constexpr std::string_view kEventFields[] = {"cat", "name", "dur"};

class ProfileReader {
 public:
  ProfileReader(const Graph& graph, const std::string& file)
      : graph_(graph), file_(file), faults_(file), times_(graph.operator_count()) {
    index_.reserve(graph.operator_count());
    for (OperatorId o : graph.operators()) index_.add(graph.name(o), o.index(), graph.data().operator_names);
  }

  Result<TimedGraph> read(std::string_view bytes, const Task& task) && {
    JsonItem event(
        "", kEventFields, report_to(faults_), [this](const JsonItem& item) { take(item); }, JsonItem::Rest::skipped);
    if (auto read = read_json_list({bytes, file_, task}, event); !read) return tl::unexpected(std::move(read.error()));
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    STOWAGE_TRY(MedianDurations timed, with_median_durations(graph_, std::move(times_), file_));
    if (timed.timed == 0)
      return tl::unexpected(
          Error::bad_input(file_, "", "it has no time of a node of this graph: is the graph from the model that ran?"));
    std::vector<Diagnostic> warnings = warnings_of(timed);
    return TimedGraph{std::move(timed.graph), std::move(warnings)};
  }

 private:
  void take(const JsonItem& item) {
    if (!item.value().is_object()) return item.fault("", "an event must be an object");
    if (item.text("cat") != "Node") return;
    std::string_view name = item.text("name").value_or("");
    if (!name.ends_with(kKernel)) return;
    name.remove_suffix(kKernel.size());
    const double nanoseconds = real_of(item.at("dur")).value_or(-1) * 1e3;
    if (!(nanoseconds >= 0 && nanoseconds <= static_cast<double>(kMaxDuration)))
      return item.fault("dur", "the duration of " + in_quotes(name) + " is not between 0 and 2^53 ns");
    const std::uint32_t o = index_.find(name, graph_.data().operator_names);
    if (o != NameIndex::kNone)
      times_[o].push_back(std::llround(nanoseconds));
    else if (unknown_++ == 0)
      first_unknown_ = std::pair(item.place(), std::string(name));
  }

  [[nodiscard]] std::vector<Diagnostic> warnings_of(const MedianDurations& timed) const {
    std::vector<Diagnostic> out;
    if (timed.runs > 1) out.push_back({file_, "", "of " + std::to_string(timed.runs) + " runs the median is taken"});
    if (unknown_ > 0)
      out.push_back({file_, first_unknown_.first,
                     "the graph has no operator " + in_quotes(first_unknown_.second) +
                         (unknown_ > 1 ? "; " + std::to_string(unknown_ - 1) + " more events name none either" : "")});
    if (const std::size_t missing = graph_.operator_count() - timed.timed; missing > 0)
      out.push_back({file_, "",
                     std::to_string(missing) + " of " + std::to_string(graph_.operator_count()) +
                         " operators have no event; their durations stay"});
    return out;
  }

  const Graph& graph_;
  const std::string& file_;
  Faults faults_;
  NameIndex index_;
  std::vector<std::vector<std::int64_t>> times_;  // by operator
  std::size_t unknown_ = 0;
  std::pair<std::string, std::string> first_unknown_;  // place, name
};

}  // namespace

bool looks_like_runtime_profile(std::string_view bytes) {
  constexpr std::size_t kLooked = 4096;
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  const std::size_t begin = bytes.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || bytes[begin] != '[') return false;
  return bytes.substr(begin, kLooked).find("\"cat\"") != std::string_view::npos;
}

Result<TimedGraph> with_runtime_profile_durations(const Graph& graph, std::string_view bytes, const std::string& file,
                                                  const Task& task) {
  return ProfileReader(graph, file).read(bytes, task);
}

}  // namespace stowage
