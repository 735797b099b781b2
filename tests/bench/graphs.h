// SPDX-License-Identifier: Apache-2.0
// What several benchmarks measure; each is made once a program.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "core/formats/document.h"
#include "core/formats/file.h"
#include "tests/support/shared.h"
#include "tests/support/training_graph.h"
#include "tests/support/wide_graph.h"

namespace stowage::bench {

/// What is measured at that size, such as a plan of so many tensors.
template <class Case>
const Case& case_of(std::int64_t size) {
  static std::map<std::int64_t, Case> made;
  return made.try_emplace(size, static_cast<std::size_t>(size)).first->second;
}

using MakeGraph = Graph (*)(std::size_t size, std::size_t streams);

/// A training step of about so many tensors.
inline Graph training(std::size_t tensors, std::size_t streams) {
  return test::make_training_graph(test::training_graph_of(tensors, streams));
}
inline Graph wide(std::size_t operators, std::size_t streams) {
  return test::wide_graph({.operators = operators, .streams = streams});
}

inline const Graph& graph_of(MakeGraph make, std::int64_t size, std::int64_t streams) {
  static std::map<std::tuple<MakeGraph, std::int64_t, std::int64_t>, Graph> made;
  const auto [at, is_new] = made.try_emplace({make, size, streams});
  if (is_new) at->second = make(static_cast<std::size_t>(size), static_cast<std::size_t>(streams));
  return at->second;
}
/// A training step on eight streams.
inline const Graph& training_of(std::int64_t tensors) {
  return graph_of(training, tensors, 8);
}

constexpr const char* kNoRealFiles = "the folder of real inputs is not here";

/// A file of the field; null where the folder of real inputs is not there.
inline std::shared_ptr<const Graph> real_file(const std::string& name) {
  static std::map<std::string, std::shared_ptr<const Graph>> loaded;
  std::shared_ptr<const Graph>& graph = loaded[name];
  const std::string path = test::shared_path("data/intervals/" + name + ".csv");
  if (!graph && !path.empty()) graph = read_document(read_file(path).value(), path).value().graph;
  return graph;
}

}  // namespace stowage::bench
