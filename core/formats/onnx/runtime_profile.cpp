// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

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

bool looks_like_runtime_profile(std::string_view bytes) {
  constexpr std::size_t kLooked = 4096;
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  const std::size_t begin = bytes.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || bytes[begin] != '[') return false;
  return bytes.substr(begin, kLooked).find("\"cat\"") != std::string_view::npos;
}

Result<TimedGraph> with_runtime_profile_durations(const Graph& graph, std::string_view bytes, const std::string& file,
                                                  const Task& task) {
  const NameTable& names = graph.data().operator_names;
  NameIndex index;
  index.reserve(graph.operator_count());
  for (OperatorId o : graph.operators()) index.add(graph.name(o), o.index(), names);
  std::vector<std::vector<std::int64_t>> times(graph.operator_count());
  std::size_t unknown = 0;
  std::pair<std::string, std::string> first_unknown;  // place, name
  const auto take = [&](const JsonItem& item) {
    constexpr std::string_view kKernel = "_kernel_time";
    if (!item.value().is_object()) return item.fault("", "an event must be an object");
    if (item.text("cat") != "Node") return;
    std::string_view name = item.text("name").value_or("");
    if (!name.ends_with(kKernel)) return;
    name.remove_suffix(kKernel.size());
    const double nanoseconds = real_of(item.at("dur")).value_or(-1) * 1e3;
    if (!(nanoseconds >= 0 && nanoseconds <= static_cast<double>(kMaxDuration)))
      return item.fault("dur", "the duration of " + in_quotes(name) + " is not between 0 and 2^53 ns");
    if (const std::uint32_t o = index.find(name, names); o != NameIndex::kNone)
      times[o].push_back(std::llround(nanoseconds));
    else if (unknown++ == 0)
      first_unknown = {item.place(), std::string(name)};
  };
  constexpr std::string_view kFields[] = {"cat", "name", "dur"};
  Faults faults(file);
  JsonItem event("", kFields, report_to(faults), take, JsonItem::Rest::skipped);
  if (auto read = read_json_list({bytes, file, task}, event); !read) return tl::unexpected(std::move(read.error()));
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  STOWAGE_TRY(MedianDurations timed, with_median_durations(graph, std::move(times), file));
  if (timed.timed == 0)
    return tl::unexpected(
        Error::bad_input(file, "", "it has no time of a node of this graph: is the graph from the model that ran?"));
  std::vector<Diagnostic> warnings;
  if (timed.runs > 1) warnings.push_back({file, "", "of " + std::to_string(timed.runs) + " runs the median is taken"});
  if (unknown > 0)
    warnings.push_back({file, first_unknown.first,
                        "the graph has no operator " + in_quotes(first_unknown.second) +
                            (unknown > 1 ? "; " + std::to_string(unknown - 1) + " more events name none either" : "")});
  if (const std::size_t missing = graph.operator_count() - timed.timed; missing > 0)
    warnings.push_back({file, "",
                        std::to_string(missing) + " of " + std::to_string(graph.operator_count()) +
                            " operators have no event; their durations stay"});
  return TimedGraph{std::move(timed.graph), std::move(warnings)};
}

}  // namespace stowage
