// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/module_bands.h"

#include <unordered_map>
#include <vector>

#include "core/papers/papers.h"
#include "widgets/painters/words/module_words.h"

namespace stowage {
namespace {

StepBand::Way way_of(std::string_view phase) {
  if (phase == phase::kForward || phase == phase::kLoss) return StepBand::Way::forward;
  return phase == phase::kBackward ? StepBand::Way::backward : StepBand::Way::any;
}

}  // namespace

std::shared_ptr<const StepBands> module_bands(const GraphModules& modules, std::span<const std::uint32_t> open) {
  using Kind = ModuleTree::Kind;
  const ModuleTree& tree = modules.tree;
  StepBands out{.graph = modules.graph, .kind = StepBands::Kind::modules, .bands = {}, .parts = 0};
  const std::vector<std::uint32_t> seen = seen_nodes(tree, open);
  const auto band_of = [&](std::uint32_t step) {
    return tree.nodes[seen[step]].kind == Kind::op ? tree.nodes[seen[step]].parent : seen[step];
  };
  std::unordered_map<std::string_view, std::uint32_t> parts;
  const auto count = static_cast<std::uint32_t>(seen.size());
  for (std::uint32_t begin = 0, end = 0; begin < count; begin = end) {
    const std::uint32_t node = band_of(begin);
    while (end < count && band_of(end) == node) ++end;
    if (node == 0) continue;
    const bool is_phase = tree.nodes[node].kind == Kind::phase;
    const std::string_view name = is_phase ? modules.label(node) : modules.path(node);
    const std::uint32_t part = parts.try_emplace(name, static_cast<std::uint32_t>(parts.size())).first->second;
    StepBand band{.steps = {begin, end},
                  .part = part,
                  .way = is_phase ? StepBand::Way::any : way_of(modules.phase(node)),
                  .name = module_title(modules, node, kLongestBandName)};
    count_made(*modules.graph, band);
    out.bands.push_back(std::move(band));
  }
  out.parts = static_cast<std::uint32_t>(parts.size());
  if (out.bands.size() < 2) return nullptr;
  return std::make_shared<const StepBands>(std::move(out));
}

}  // namespace stowage
