// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/roam_bands.h"

#include <algorithm>
#include <utility>

#include <QLocale>

#include "app/window/document.h"
#include "core/schedule/order.h"
#include "core/schedule/roam/tree.h"

namespace stowage {

RoamBands::RoamBands(OpenDocument& document, ViewState& state, QObject* parent)
    : QObject(parent), document_(document), state_(state) {
  connect(&document, &OpenDocument::replaced, this, &RoamBands::follow);
  connect(&document, &OpenDocument::revised, this, &RoamBands::follow);
}

void RoamBands::set_wanted(bool wanted) {
  wanted_ = wanted;
  follow();
}

/// A leaf has steps of the way there and of the way back.
std::shared_ptr<const ViewState::StepBands> RoamBands::bands_of(const Graph& graph) {
  if (!graph.times().empty() || graph.operator_count() == 0) return nullptr;
  const RoamTree tree = make_roam_tree(graph, OrderOptions{}.node_limit);
  ViewState::StepBands bands;
  int number = 0;
  for (const std::uint32_t at : tree.leaves()) {
    const RoamSubgraph& leaf = tree.nodes[at];
    ++number;
    const auto add = [&](RoamRange steps, const QString& text) {
      if (!steps.empty()) bands.push_back({{steps.begin, steps.end}, text.arg(number)});
    };
    const bool whole = leaf.backward_steps.empty() || leaf.forward_steps.end == leaf.backward_steps.begin;
    if (whole && !leaf.backward_steps.empty()) {
      add({leaf.forward_steps.begin, leaf.backward_steps.end}, tr("ROAM's subgraph %L1"));
      continue;
    }
    add(leaf.forward_steps, whole ? tr("ROAM's subgraph %L1") : tr("ROAM's subgraph %L1, forward"));
    add(leaf.backward_steps, tr("ROAM's subgraph %L1, backward"));
  }
  std::ranges::sort(bands, {}, [](const StepBand& band) { return std::pair(band.steps.begin, band.steps.end); });
  std::size_t end = 0;  // they are apart
  for (StepBand& band : bands) band.steps.begin = std::max(band.steps.begin, std::exchange(end, std::max(end, band.steps.end)));
  std::erase_if(bands, [](const StepBand& band) { return band.steps.begin >= band.steps.end; });
  return bands.size() < 2 ? nullptr : std::make_shared<const ViewState::StepBands>(std::move(bands));
}

void RoamBands::follow() {
  job_.cancel();
  if (!wanted_ || !document_.graph()) return state_.set_bands(nullptr);
  job_.start([this, graph = document_.graph()](const Task&) -> LatestJob::Delivery {
    return [this, graph, bands = bands_of(*graph)] {
      if (graph == document_.graph()) state_.set_bands(bands);
    };
  });
}

}  // namespace stowage
