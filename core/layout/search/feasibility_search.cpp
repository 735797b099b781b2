// SPDX-License-Identifier: Apache-2.0
#include "core/layout/search/feasibility_search.h"

#include <algorithm>
#include <random>

namespace stowage {

std::vector<double> sort_keys(const ConflictModel& model, BranchingHeuristic heuristic) {
  std::vector<double> loads(model.cliques.row_count());
  for (std::size_t c = 0; c < loads.size(); ++c)
    for (ConflictModel::Item i : model.cliques[c]) loads[c] += static_cast<double>(model.sizes[i]);
  std::vector<double> out(model.size());
  for (ConflictModel::Item i = 0; i < out.size(); ++i) {
    const double size = static_cast<double>(model.sizes[i]);
    const double lifetime = static_cast<double>(model.cliques_of[i].size());
    double load = 0;
    for (std::uint32_t c : model.cliques_of[i]) load = std::max(load, loads[c]);
    switch (heuristic.key) {
      case BranchingHeuristic::Key::area:
        out[i] = size * lifetime;
        break;
      case BranchingHeuristic::Key::lifetime:
        out[i] = lifetime;
        break;
      case BranchingHeuristic::Key::size:
        out[i] = size;
        break;
      case BranchingHeuristic::Key::load:
        out[i] = load * lifetime;
        break;
    }
  }
  if (heuristic.seed == 0) return out;
  std::mt19937_64 engine(heuristic.seed);
  constexpr double kRange = 18446744073709551616.0;  // 2^64
  for (double& key : out) key *= 0.5 + static_cast<double>(engine()) / kRange;
  return out;
}

}  // namespace stowage
