// SPDX-License-Identifier: Apache-2.0
#include "core/io/memory_spaces.h"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

#include "core/graph/indexing.h"
#include "core/io/document.h"
#include "core/io/imported_plan.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

constexpr std::size_t kMostSpaces = 256;  // each is planned apart

/// Bytes of the tensors of each space.
std::vector<Bytes> count_tensors(std::vector<MemorySpace>& spaces, const SpacedTensors& tensors, const Graph& graph) {
  std::vector<Bytes> totals(spaces.size());
  for (std::size_t t = 0; t < tensors.space.size(); ++t) {
    if (tensors.space[t] == SpacedTensors::kOutside || tensors.sizes[t] == Bytes{}) continue;
    if (graph.is_view(TensorId(t))) continue;
    MemorySpace& space = spaces[tensors.space[t]];
    ++space.tensors;
    totals[tensors.space[t]] += tensors.sizes[t];
    if (!tensors.offsets.empty())
      space.footprint = std::max(space.footprint, tensors.offsets[t] + tensors.sizes[t] - Offset{});
  }
  return totals;
}

}  // namespace

Result<Document> open_space(Document document, std::vector<MemorySpace> spaces, SpacedTensors tensors,
                            const std::optional<std::string>& wanted, const std::string& file) {
  if (spaces.size() > kMostSpaces)
    return tl::unexpected(Error::bad_input(file, "",
                                           "it tells of " + std::to_string(spaces.size()) +
                                               " memory spaces; more than " + std::to_string(kMostSpaces) +
                                               " are not read"));
  assert(!spaces.empty() && tensors.space.size() == document.graph->tensor_count());
  const std::vector<Bytes> totals = count_tensors(spaces, tensors, *document.graph);
  std::size_t chosen = 0;
  for (std::size_t k = 0; k < spaces.size(); ++k)
    if (wanted ? spaces[chosen].name != *wanted && spaces[k].name == *wanted
               : std::pair(spaces[k].footprint, totals[k]) > std::pair(spaces[chosen].footprint, totals[chosen]))
      chosen = k;
  if (wanted && spaces[chosen].name != *wanted) {
    std::vector<std::string_view> names;
    for (const MemorySpace& space : spaces) names.push_back(space.name);
    return tl::unexpected(Error::bad_input(
        file, "",
        "there is no memory space " + in_quotes(*wanted) + " in the file; its spaces are " + some_in_quotes(names)));
  }
  tensors.views = document.graph->data().views;
  tensors.in_place = document.graph->data().in_place;
  document.spaces = std::move(spaces);
  document.spaced = std::make_shared<const SpacedTensors>(std::move(tensors));
  return in_space(document, chosen);
}

Document in_space(const Document& document, std::size_t space) {
  const SpacedTensors& tensors = *document.spaced;
  Document out = document;
  out.space = space;
  Graph::Data data = document.graph->data();
  for (std::size_t t = 0; t < tensors.space.size(); ++t)
    data.tensor_size[t] = tensors.space[t] == space ? tensors.sizes[t] : Bytes{};
  const auto here = [&](TensorId t) { return tensors.space[t.index()] == space; };
  data.views.clear();
  for (const View& view : tensors.views)
    if (here(view.tensor) && here(view.of)) data.views.push_back(view);
  data.in_place.clear();
  for (const InPlace& pair : tensors.in_place)
    if (here(pair.output) && here(pair.input)) data.in_place.push_back(pair);
  index_views(data);
  out.graph = std::make_shared<const Graph>(std::move(data));
  out.plan.reset();
  if (tensors.offsets.empty()) return out;
  std::vector<Offset> offsets = tensors.offsets;
  for (std::size_t t = 0; t < offsets.size(); ++t)
    if (tensors.space[t] != space) offsets[t] = {};
  out.plan = imported_plan(*out.graph, std::move(offsets));
  return out;
}

}  // namespace stowage
