// SPDX-License-Identifier: Apache-2.0
#include "core/formats/graphs_in_file.h"

#include <algorithm>
#include <vector>

#include "core/formats/utf8.h"

namespace stowage {

Result<std::size_t> choose_graph(std::span<const GraphInFile> graphs, const std::optional<std::string>& wanted,
                                 const std::string& file) {
  const auto chosen = wanted ? std::ranges::find(graphs, *wanted, &GraphInFile::name)
                             : std::ranges::max_element(graphs, {}, &GraphInFile::operators);
  if (chosen != graphs.end()) return static_cast<std::size_t>(chosen - graphs.begin());
  std::vector<std::string_view> names;
  for (const GraphInFile& graph : graphs) names.push_back(graph.name);
  return tl::unexpected(Error::bad_input(
      file, "", "there is no graph " + in_quotes(*wanted) + " in the file; its graphs are " + some_in_quotes(names)));
}

}  // namespace stowage
