// SPDX-License-Identifier: Apache-2.0
#include "core/formats/durations.h"

#include <algorithm>
#include <utility>

#include "core/formats/durations_csv.h"
#include "core/formats/executorch/etdump.h"
#include "core/formats/onnx/runtime_profile.h"

namespace stowage {
namespace {

/// For an even number of values, the mean of the middle two.
std::int64_t median(std::vector<std::int64_t> values) {
  const std::size_t middle = values.size() / 2;
  std::ranges::sort(values);
  if (values.size() % 2 == 1) return values[middle];
  return values[middle - 1] + (values[middle] - values[middle - 1]) / 2;
}

}  // namespace

Result<TimedGraph> with_durations(const Graph& graph, std::string_view bytes, const std::string& file,
                                  const Task& task) {
  if (looks_like_etdump(bytes)) return with_etdump_durations(graph, bytes, file);
  if (looks_like_runtime_profile(bytes)) return with_runtime_profile_durations(graph, bytes, file, task);
  return with_csv_durations(graph, bytes, file);
}

Result<MedianDurations> with_median_durations(const Graph& graph, std::vector<std::vector<std::int64_t>> times,
                                              const std::string& file) {
  Graph::Data data = graph.data();
  data.operator_duration.resize(graph.operator_count());
  std::size_t timed = 0, runs = 0;
  std::int64_t total = 0;
  for (std::size_t o = 0; o < times.size(); ++o) {
    Duration& duration = data.operator_duration[o];
    if (!times[o].empty()) {
      ++timed;
      runs = std::max(runs, times[o].size());
      duration = {median(std::move(times[o])), Duration::From::measured};
    }
    total += duration.nanoseconds;
    if (total >= kMaxTotalDuration)
      return tl::unexpected(Error::bad_input(file, "", "the durations add up to 2^60 ns or more"));
  }
  return MedianDurations{Graph(std::move(data)), timed, runs};
}

}  // namespace stowage
