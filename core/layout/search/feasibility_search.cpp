// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/feasibility_search.h"

#include <algorithm>

namespace stowage {

std::vector<double> sort_keys(const ConflictModel& model, SearchManner::Key key) {
  std::vector<double> loads(model.cliques.row_count());
  for (std::size_t c = 0; c < loads.size(); ++c)
    for (ConflictModel::Item i : model.cliques[c]) loads[c] += static_cast<double>(model.sizes[i]);
  std::vector<double> out(model.size());
  for (ConflictModel::Item i = 0; i < out.size(); ++i) {
    const double size = static_cast<double>(model.sizes[i]);
    const double lifetime = static_cast<double>(model.cliques_of[i].size());
    double load = 0;
    for (std::uint32_t c : model.cliques_of[i]) load = std::max(load, loads[c]);
    switch (key) {
      case SearchManner::Key::area:
        out[i] = size * lifetime;
        break;
      case SearchManner::Key::lifetime:
        out[i] = lifetime;
        break;
      case SearchManner::Key::size:
        out[i] = size;
        break;
      case SearchManner::Key::load:
        out[i] = load * lifetime;
        break;
    }
  }
  return out;
}

}  // namespace stowage
