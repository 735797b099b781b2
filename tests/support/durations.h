// SPDX-License-Identifier: Apache-2.0
// Graphs whose operators take time, to test with.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <utility>

#include "core/graph/graph.h"

namespace stowage::test {

/// The same graph; operators in the global order take so many nanoseconds.
inline Graph with_durations(const Graph& graph, std::initializer_list<std::int64_t> nanoseconds) {
  Graph::Data data = graph.data();
  for (const std::int64_t each : nanoseconds) data.operator_duration.push_back({each, Duration::From::estimated});
  data.operator_duration.resize(graph.operator_count());
  return Graph(std::move(data));
}

/// 1 to `most` each, by a hash of the seed and of its place; about one of `none_of` has none.
inline Graph with_hashed_durations(const Graph& graph, std::uint64_t seed, std::int64_t most = 9,
                                   std::uint64_t none_of = 0) {
  Graph::Data data = graph.data();
  for (OperatorId o : graph.operators()) {
    const std::uint64_t hash = (seed * 1000 + o.index() + 1) * 0x9e3779b97f4a7c15ULL >> 32;
    const auto time = static_cast<std::int64_t>(1 + hash % static_cast<std::uint64_t>(most));
    const bool has_none = none_of > 0 && hash % none_of == 0;
    data.operator_duration.push_back(has_none ? Duration() : Duration{time, Duration::From::measured});
  }
  return Graph(std::move(data));
}

/// 0 to `most` each.
inline Graph with_random_durations(const Graph& graph, std::uint64_t seed, std::int64_t most) {
  std::mt19937_64 engine(seed);
  Graph::Data data = graph.data();
  data.operator_duration.resize(graph.operator_count());
  for (Duration& duration : data.operator_duration)
    duration.nanoseconds = static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(most + 1));
  return Graph(std::move(data));
}

}  // namespace stowage::test
