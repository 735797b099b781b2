// SPDX-License-Identifier: Apache-2.0
#include "core/sharing/sharing.h"

#include <algorithm>

#include "core/plan/block_problem.h"
#include "core/sharing/choose_pairs.h"
#include "core/sharing/relaxed_graph.h"

namespace stowage {

Result<Sharing> share(const Graph& graph, Bytes alignment, bool permitted, const Task& task) {
  STOWAGE_TRY(const std::vector<Permission> verdicts, permissions(graph, task));
  if (auto checked = check_duties(graph, verdicts); !checked) return tl::unexpected(std::move(checked.error()));
  STOWAGE_TRY(const OwnersGraph owners, owners_graph(graph, Unled::longer, task));
  const Conflicts none;  // only sizes and alignment are used
  if (auto measured = BlockProblem::make(owners.graph, none, alignment); !measured)
    return tl::unexpected(std::move(measured.error()));
  Sharing out;
  PairChooser chooser(graph, owners, alignment);
  if (auto joined = chooser.join_duties(); !joined) return tl::unexpected(std::move(joined.error()));
  out.apart = chooser.shared();
  std::vector<bool> used;
  for (std::size_t k = 0; k < verdicts.size(); ++k)
    used.push_back(verdicts[k].usable() && (permitted || graph.in_place()[k].must));
  for (std::size_t k = 0; k < verdicts.size(); ++k)
    out.ignores_permissions = out.ignores_permissions || (verdicts[k].usable() && !used[k]);
  if (permitted) {
    chooser.join_permitted(verdicts);
    SharedGraph in_place = chooser.shared();
    if (in_place.merged > out.apart.merged) out.in_place = std::move(in_place);
  }
  if (owners.inexact.empty() && std::ranges::find(used, true) == used.end()) return out;
  STOWAGE_TRY(const OwnersGraph shorter, owners_graph(graph, Unled::shorter, task));
  RelaxedGraph relaxed = relaxed_graph(graph, shorter.graph, used);
  out.relaxed = std::move(relaxed.graph);
  out.relaxed_operators = std::move(relaxed.operators);
  return out;
}

}  // namespace stowage
