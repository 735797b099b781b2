// SPDX-License-Identifier: Apache-2.0
#include "core/formats/executorch/etdump.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/formats/flat_tables.h"
#include "core/formats/json.h"
#include "core/formats/median_durations.h"

namespace stowage {
namespace {

using namespace flat;

class ProfileEvent : public Record {
 public:
  [[nodiscard]] std::string_view name() const {
    const auto* const text = at<fb::String>(0);
    return text == nullptr ? std::string_view() : text->string_view();
  }
  [[nodiscard]] std::int32_t chain() const { return scalar<std::int32_t>(1); }
  [[nodiscard]] std::int32_t instruction() const { return scalar<std::int32_t>(2, -1); }
  [[nodiscard]] std::uint64_t begin() const { return scalar<std::uint64_t>(6); }
  [[nodiscard]] std::uint64_t end_time() const { return scalar<std::uint64_t>(7); }

  bool verify(Check& c) const {
    return start(c) && has_text(c, 0, "name") && has_scalar<std::int32_t>(c, 1, "chain_index") &&
           has_scalar<std::int32_t>(c, 2, "instruction_id") && has_scalar<std::uint64_t>(c, 6, "start_time") &&
           has_scalar<std::uint64_t>(c, 7, "end_time") && end(c);
  }
};

class Event : public Record {
 public:
  [[nodiscard]] const ProfileEvent* profile() const { return at<ProfileEvent>(0); }
  bool verify(Check& c) const { return start(c) && has_table<ProfileEvent>(c, 0, "profile_event") && end(c); }
};

class RunData : public Record {
 public:
  [[nodiscard]] const Tables<Event>* events() const { return at<Tables<Event>>(3); }
  bool verify(Check& c) const { return start(c) && has_tables<Event>(c, 3, "events") && end(c); }
};

class Dump : public Record {
 public:
  [[nodiscard]] const Tables<RunData>* runs() const { return at<Tables<RunData>>(1); }
  bool verify(Check& c) const { return start(c) && has_tables<RunData>(c, 1, "run_data") && end(c); }
};

constexpr std::size_t kSize = 4;  // bytes of a length that may stand in front of the dump

bool is_dump_at(std::string_view bytes, std::size_t start) {
  const auto digit = [&](std::size_t at) { return bytes[at] >= '0' && bytes[at] <= '9'; };
  return bytes.size() >= start + 8 && bytes.substr(start + 4, 2) == "ED" && digit(start + 6) && digit(start + 7);
}

/// Durations by instruction, one for each run, in the file's unit.
using Samples = std::map<std::int32_t, std::vector<std::int64_t>>;

struct Read {
  Samples samples;
  std::size_t damaged = 0;  ///< events that end before they begin, or last longer than kMaxDuration
};

Result<Read> read_samples(std::string_view bytes, const std::string& file) {
  const std::string_view tables = bytes.substr(0, FLATBUFFERS_MAX_BUFFER_SIZE - 1);
  const std::size_t start = is_dump_at(tables, kSize) ? kSize : 0;
  Check check(tables);
  if (!looks_like_etdump(tables) || !check.is_fine<Dump>(std::string(tables.substr(start + 4, 4)).c_str(), start))
    return tl::unexpected(
        Error::bad_input(file, check.place(), "this is not an ETDump, or it is damaged or cut short here"));
  const auto* const runs = fb::GetRoot<Dump>(tables.data() + start)->runs();
  Read out;
  std::size_t left = bytes.size();  // a damaged file may list the same events many times
  for (fb::uoffset_t r = 0; r < size_of(runs); ++r) {
    const auto* const events = runs->Get(r)->events();
    if (size_of(events) > left)
      return tl::unexpected(Error::bad_input(file, "/run_data/" + std::to_string(r) + "/events", "its lists overlap"));
    left -= size_of(events);
    for (fb::uoffset_t e = 0; e < size_of(events); ++e) {
      const ProfileEvent* const event = events->Get(e)->profile();
      if (event == nullptr || event->chain() != 0 || event->instruction() < 0) continue;
      if (event->name() != "OPERATOR_CALL" && event->name() != "DELEGATE_CALL") continue;
      if (event->end_time() < event->begin() ||
          event->end_time() - event->begin() > static_cast<std::uint64_t>(kMaxDuration))
        ++out.damaged;
      else
        out.samples[event->instruction()].push_back(static_cast<std::int64_t>(event->end_time() - event->begin()));
    }
  }
  return out;
}

/// The number of an operator's instruction; none where the graph does not have it.
std::optional<std::int32_t> instruction_of(const Graph& graph, OperatorId o) {
  const auto at = graph.data().operator_extra.find(o.index());
  if (at == graph.data().operator_extra.end()) return std::nullopt;
  const Json extra = Json::parse(at->second, nullptr, false);
  const auto number = extra.is_object() ? extra.find("instruction") : extra.end();
  if (number == extra.end() || !number->is_number_integer()) return std::nullopt;
  const auto value = number->get<std::int64_t>();
  if (value < 0 || value > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
  return static_cast<std::int32_t>(value);
}

}  // namespace

bool looks_like_etdump(std::string_view bytes) {
  return is_dump_at(bytes, kSize) || is_dump_at(bytes, 0);
}

Result<Document> read_etdump(std::string_view bytes, const std::string& file, const ReadOptions&, const Task&) {
  if (auto read = read_samples(bytes, file); !read) return tl::unexpected(std::move(read.error()));
  return tl::unexpected(Error::bad_input(
      file, "",
      "this file holds times of runs, not a graph: open the .pte that ran, and import its durations from this file"));
}

Result<TimedGraph> with_etdump_durations(const Graph& graph, std::string_view bytes, const std::string& file) {
  STOWAGE_TRY(Read read, read_samples(bytes, file));
  const std::size_t known = read.samples.size();
  std::vector<std::vector<std::int64_t>> times(graph.operator_count());
  for (OperatorId o : graph.operators())
    if (const auto instruction = instruction_of(graph, o))
      if (auto found = read.samples.find(*instruction); found != read.samples.end()) times[o.index()] = found->second;
  STOWAGE_TRY(MedianDurations timed, with_median_durations(graph, std::move(times), file));
  if (timed.timed == 0)
    return tl::unexpected(Error::bad_input(
        file, "", "it has no time of an instruction of this graph: is the graph from the .pte that ran?"));
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
