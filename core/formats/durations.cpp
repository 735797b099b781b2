// SPDX-License-Identifier: Apache-2.0
#include "core/formats/durations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/faults.h"
#include "core/base/name_table.h"
#include "core/formats/csv.h"
#include "core/formats/json_reader.h"
#include "core/formats/lines.h"
#include "core/formats/readers.h"

namespace stowage {
namespace {

struct Unit {
  std::string_view column;
  double nanoseconds;
};
constexpr std::array kUnits = {Unit{"duration", 1}, Unit{"duration_ns", 1},   Unit{"ns", 1},  Unit{"duration_us", 1e3},
                               Unit{"us", 1e3},     Unit{"duration_ms", 1e6}, Unit{"ms", 1e6}};
constexpr std::array<std::string_view, 4> kNameColumns = {"operator", "name", "id", "node"};

/// The places of the columns that are read.
struct DurationColumns {
  std::optional<std::size_t> name{}, duration{}, from{};
  double unit = 1;  ///< of the durations, in nanoseconds
};

DurationColumns columns_of(const std::vector<std::string_view>& header) {
  DurationColumns out;
  for (std::size_t k = 0; k < header.size(); ++k) {
    if (!out.name && std::ranges::find(kNameColumns, header[k]) != kNameColumns.end()) out.name = k;
    const auto* const unit = std::ranges::find(kUnits, header[k], &Unit::column);
    if (!out.duration && unit != kUnits.end()) out.duration = k, out.unit = unit->nanoseconds;
    if (header[k] == "from") out.from = k;
  }
  return out;
}

/// The duration of a row, or what is wrong with it.
tl::expected<std::pair<double, Duration::From>, std::string> duration_of(const std::vector<std::string_view>& row,
                                                                         const DurationColumns& columns) {
  if (row.size() <= std::max(*columns.name, *columns.duration))
    return tl::unexpected("there are only " + std::to_string(row.size()) + " fields");
  const std::string_view text = row[*columns.duration];
  const auto value = parsed<double>(text);
  if (!value || !std::isfinite(*value)) return tl::unexpected("the duration " + in_quotes(text) + " is not a number");
  if (!(*value >= 0 && *value * columns.unit <= static_cast<double>(kMaxDuration)))
    return tl::unexpected("the duration " + in_quotes(text) + " is not between 0 and 2^53 ns");
  const std::string_view from = columns.from && *columns.from < row.size() ? row[*columns.from] : "";
  const auto source = from.empty() ? Duration::From::measured : duration_source(from);
  if (!source) return tl::unexpected("\"from\" must be measured, estimated or modelled, not " + in_quotes(from));
  return std::pair(*value * columns.unit, *source);
}

/// The graph with these durations, by operator; operators without one keep theirs.
Result<Graph> graph_with(const Graph& graph, const std::vector<std::optional<Duration>>& durations,
                         const std::string& file) {
  Graph::Data data = graph.data();
  data.operator_duration.resize(graph.operator_count());
  std::int64_t total = 0;
  for (std::size_t o = 0; o < durations.size(); ++o) {
    data.operator_duration[o] = durations[o].value_or(data.operator_duration[o]);
    total += data.operator_duration[o].nanoseconds;
    if (total >= kMaxTotalDuration) return bad_input(file, "", "the durations add up to 2^60 ns or more");
  }
  return Graph(std::move(data));
}

NameIndex operators_by_name(const Graph& graph) {
  NameIndex out;
  out.reserve(graph.operator_count());
  for (OperatorId o : graph.operators()) out.add(graph.name(o), o.index(), graph.data().operator_names);
  return out;
}

Result<TimedGraph> with_csv_durations(const Graph& graph, std::string_view csv, const std::string& file) {
  Faults faults(file);
  CsvSplitter splitter(csv);
  const auto line = [&] { return "line " + std::to_string(splitter.line()); };
  std::vector<std::string_view> fields;
  if (!splitter.next(fields) || fields.empty()) return bad_input(file, "line 1", "there is no header");
  const DurationColumns columns = columns_of(fields);
  if (!columns.name) faults.add("line 1", "the header has no column \"operator\", \"name\", \"id\" or \"node\"");
  if (!columns.duration)
    faults.add("line 1", "the header has no column \"duration\", \"duration_us\" or \"duration_ms\"");
  if (faults.any()) return tl::unexpected(std::move(faults).error());

  struct Sum {
    double nanoseconds = 0;
    std::uint32_t count = 0;
    Duration::From from = Duration::From::measured;
  };
  std::vector<Sum> sums(graph.operator_count());
  const NameTable& names = graph.data().operator_names;
  const NameIndex index = operators_by_name(graph);
  std::size_t rows = 0, matched = 0, unknown = 0;
  std::vector<Diagnostic> warnings;
  while (splitter.next(fields)) {
    if (fields.empty() && splitter.fault().empty()) continue;
    ++rows;
    const auto duration =
        splitter.fault().empty() ? duration_of(fields, columns) : tl::unexpected(std::string(splitter.fault()));
    if (!duration) {
      faults.add(line(), duration.error());
      continue;
    }
    const std::string_view name = fields[*columns.name];
    const std::uint32_t o = index.find(name, names);
    if (o == NameIndex::kNone) {
      if (unknown++ == 0) warnings.push_back({file, line(), "the graph has no operator " + in_quotes(name)});
      continue;
    }
    matched += sums[o].count == 0;
    sums[o] = {sums[o].nanoseconds + duration->first, sums[o].count + 1, duration->second};
  }
  if (!faults.any() && matched == 0)
    faults.add("", rows == 0 ? "there are no rows after the header" : "no row names an operator of the graph");
  if (faults.any()) return tl::unexpected(std::move(faults).error());

  if (unknown > 1) warnings[0].reason += "; " + std::to_string(unknown - 1) + " more rows name none either";
  if (const std::size_t missing = graph.operator_count() - matched; missing > 0)
    warnings.push_back({file, "",
                        std::to_string(missing) + " of " + std::to_string(graph.operator_count()) +
                            " operators have no row; their durations stay"});
  std::vector<std::optional<Duration>> means(sums.size());
  for (std::size_t o = 0; o < sums.size(); ++o)
    if (sums[o].count > 0) means[o] = {std::llround(sums[o].nanoseconds / sums[o].count), sums[o].from};
  STOWAGE_TRY(Graph timed, graph_with(graph, means, file));
  return TimedGraph{std::move(timed), std::move(warnings)};
}

/// For an even number of values, the mean of the middle two.
std::int64_t median(std::vector<std::int64_t> values) {
  const std::size_t middle = values.size() / 2;
  std::ranges::sort(values);
  if (values.size() % 2 == 1) return values[middle];
  return values[middle - 1] + (values[middle] - values[middle - 1]) / 2;
}

/// Gives operators the measured times of the nodes with their names, from a profile of ONNX Runtime: the median of the
/// events of category "Node" named "…_kernel_time", in microseconds (not always whole). Other events are skipped.
/// Operators without an event keep their durations.
///
/// bad_input: no event belongs to a node of the graph, a time is not within 0 to 2^53 ns, or the JSON is damaged.
Result<TimedGraph> with_runtime_profile_durations(const Graph& graph, std::string_view bytes, const std::string& file,
                                                  const Task& task) {
  const NameTable& names = graph.data().operator_names;
  const NameIndex index = operators_by_name(graph);
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
  STOWAGE_CHECK(read_json_list({bytes, file, task}, event));
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  STOWAGE_TRY(MedianDurations timed, with_median_durations(graph, std::move(times), file));
  if (timed.timed == 0)
    return bad_input(file, "", "it has no time of a node of this graph: is the graph from the model that ran?");
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

}  // namespace

bool looks_like_runtime_profile(std::string_view bytes) {
  constexpr std::size_t kLooked = 4096;
  bytes = without_mark(bytes);
  const std::size_t begin = bytes.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || bytes[begin] != '[') return false;
  return bytes.substr(begin, kLooked).find("\"cat\"") != std::string_view::npos;
}

Result<TimedGraph> with_durations(const Graph& graph, std::string_view bytes, const std::string& file,
                                  const Task& task) {
  if (looks_like_etdump(bytes)) return with_etdump_durations(graph, bytes, file);
  if (looks_like_runtime_profile(bytes)) return with_runtime_profile_durations(graph, bytes, file, task);
  return with_csv_durations(graph, bytes, file);
}

Result<MedianDurations> with_median_durations(const Graph& graph, std::vector<std::vector<std::int64_t>> times,
                                              const std::string& file) {
  std::size_t timed = 0, runs = 0;
  std::vector<std::optional<Duration>> medians(times.size());
  for (std::size_t o = 0; o < times.size(); ++o) {
    if (times[o].empty()) continue;
    ++timed;
    runs = std::max(runs, times[o].size());
    medians[o] = {median(std::move(times[o])), Duration::From::measured};
  }
  STOWAGE_TRY(Graph out, graph_with(graph, medians, file));
  return MedianDurations{std::move(out), timed, runs};
}

}  // namespace stowage
