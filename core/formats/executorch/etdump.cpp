// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <limits>

#include "core/formats/executorch/etdump_generated.h"
#include "core/formats/flat_tables.h"
#include "core/formats/json.h"
#include "core/graph/laid_out.h"

namespace stowage {
namespace {

using namespace flat;

constexpr std::size_t kSize = 4;  // bytes of a length that may stand in front of the dump

struct Samples {
  std::map<std::int32_t, std::vector<std::int64_t>> times;  ///< by instruction, one for each run, in the file's unit
  std::size_t damaged = 0;  ///< events that end before they begin, or last longer than kMaxDuration
};

Result<Samples> read_samples(std::string_view bytes, const std::string& file) {
  const std::string_view tables = bytes.substr(0, FLATBUFFERS_MAX_BUFFER_SIZE - 1);
  const std::size_t start = is_kind(tables, "ED", kSize) ? kSize : 0;
  Check check(tables);
  if (!looks_like_etdump(tables) ||
      !check.is_fine(*etdump::ETDumpTypeTable(), std::string(tables.substr(start + 4, 4)).c_str(), start))
    return bad_input(file, check.place(), "this is not an ETDump, or it is damaged or cut short here");
  Samples out;
  std::size_t run = 0, left = bytes.size();  // a damaged file may list the same events many times
  for (const auto* const data : items_of(fb::GetRoot<etdump::ETDump>(tables.data() + start)->run_data())) {
    const auto& events = items_of(data->events());
    if (events.size() > left)
      return bad_input(file, "/run_data/" + std::to_string(run) + "/events", "its lists overlap");
    left -= events.size();
    ++run;
    for (const etdump::Event* const each : events) {
      const etdump::ProfileEvent* const event = each->profile_event();
      if (event == nullptr || event->chain_index() != 0 || event->instruction_id() < 0) continue;
      const std::string_view name = event->name() == nullptr ? "" : event->name()->string_view();
      if (name != "OPERATOR_CALL" && name != "DELEGATE_CALL") continue;
      const std::uint64_t begin = event->start_time(), end = event->end_time();
      if (end < begin || end - begin > static_cast<std::uint64_t>(kMaxDuration))
        ++out.damaged;
      else
        out.times[event->instruction_id()].push_back(static_cast<std::int64_t>(end - begin));
    }
  }
  return out;
}

/// The number of an operator's instruction; none where the graph does not have it.
std::optional<std::int32_t> instruction_of(const Graph& graph, OperatorId o) {
  if (const LaidOut* const laid_out = graph.laid_out()) {
    const auto& [body, id] = laid_out->operator_origins[o.index()];
    if (laid_out->parts[o.index()] == LaidOut::Part::mark) return std::nullopt;
    return instruction_of(body != nullptr ? *body : *laid_out->source, id);
  }
  const auto at = graph.data().operator_extra.find(o.index());
  if (at == graph.data().operator_extra.end()) return std::nullopt;
  const Json extra = Json::parse(at->second, nullptr, false);
  const auto number = extra.is_object() ? extra.find("instruction") : extra.end();
  const auto value = number == extra.end() ? -1 : whole_of(*number).value_or(-1);
  if (value < 0 || value > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
  return static_cast<std::int32_t>(value);
}

}  // namespace

bool looks_like_etdump(std::string_view bytes) {
  return is_kind(bytes, "ED", kSize) || is_kind(bytes, "ED");
}

Result<Document> read_etdump(const FileToRead& in) {
  STOWAGE_CHECK(read_samples(in.bytes, in.file));
  return bad_input(
      in.file, "",
      "this file holds times of runs, not a graph: open the .pte that ran, and import its durations from this file");
}

Result<TimedGraph> with_etdump_durations(const Graph& graph, std::string_view bytes, const std::string& file) {
  STOWAGE_TRY(const Samples read, read_samples(bytes, file));
  const std::size_t known = read.times.size();
  std::vector<std::vector<std::int64_t>> times(graph.operator_count());
  for (OperatorId o : graph.operators())
    if (const auto instruction = instruction_of(graph, o))
      if (auto found = read.times.find(*instruction); found != read.times.end()) times[o.index()] = found->second;
  STOWAGE_TRY(MedianDurations timed, with_median_durations(graph, std::move(times), file));
  if (timed.timed == 0)
    return bad_input(file, "", "it has no time of an instruction of this graph: is the graph from the .pte that ran?");
  std::vector<Diagnostic> warnings;
  const auto warn = [&](std::string reason) { warnings.push_back({file, "", std::move(reason)}); };
  warn("the file does not tell its unit of time; nanoseconds are taken" +
       (timed.runs > 1 ? ", and of " + std::to_string(timed.runs) + " runs the median" : std::string()));
  if (timed.timed < known) warn(std::to_string(known - timed.timed) + " of its instructions are not in the graph");
  if (const std::size_t missing = graph.operator_count() - timed.timed; missing > 0)
    warn(std::to_string(missing) + " of " + std::to_string(graph.operator_count()) +
         " operators have no time in it; their durations stay");
  if (read.damaged > 0) warn(std::to_string(read.damaged) + " of its events end before they begin, and are left out");
  return TimedGraph{std::move(timed.graph), std::move(warnings)};
}

}  // namespace stowage
