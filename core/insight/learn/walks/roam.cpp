// SPDX-License-Identifier: Apache-2.0
#include "core/papers/roam/roam.h"
#include "core/insight/learn/walks/walks.h"
#include "core/papers/papers.h"

namespace stowage {
namespace {

WalkWords kind_of(RoamSubgraph::Kind kind) {
  if (kind == RoamSubgraph::Kind::independent) return WalkText::tr("independent");
  return kind == RoamSubgraph::Kind::dependent ? WalkText::tr("piece") : WalkText::tr("segments");
}

/// The steps on the way there and on the way back, in a row.
template <class Each>
void draw_subgraph(const RoamLook& look, WalkMark::Role role, std::int64_t row, const Each& each) {
  const WalkWords label = look.made ? kind_of(*look.made) : WalkWords();
  const auto half = [&](RoamRange steps) {
    if (steps.empty()) return;
    each(WalkMark{.role = role,
                  .begin = static_cast<double>(steps.begin),
                  .end = static_cast<double>(steps.end),
                  .run = {row, row + 1},
                  .label = label});
  };
  if (look.forward.end == look.backward.begin && !look.forward.empty() && !look.backward.empty())
    return half({look.forward.begin, look.backward.end});
  half(look.forward);
  half(look.backward);
}

void show_tree(const std::vector<RoamLook>& looks, WalkMaker& maker) {
  maker.set_plane(WalkPlane::Along::steps, WalkPlane::Up::rows);
  std::int64_t row = 0;
  for (const RoamLook& look : looks) {
    if (!look.made) {
      maker.step(4, look.open_there && look.open_back
                        ? WalkText::tr("Operators between the borders: %1. They use tensors made before, and their "
                                       "tensors are used after. Both borders move.")
                              .with(look.operators)
                    : look.open_there ? WalkText::tr("Operators between the borders: %1. They use tensors made before. "
                                                     "The border of the forward pass moves.")
                                            .with(look.operators)
                                      : WalkText::tr("Operators between the borders: %1. Their tensors are used after. "
                                                     "The border of the backward pass moves.")
                                            .with(look.operators));
      draw_subgraph(look, WalkMark::Role::refused, row, [&](WalkMark mark) { maker.once(std::move(mark)); });
      continue;
    }
    if (*look.made == RoamSubgraph::Kind::independent)
      maker.step(2, WalkText::tr("Operators between the borders: %1. All that they share with others passes through "
                                 "the borders: they are an independent subgraph.")
                        .with(look.operators));
    else if (*look.made == RoamSubgraph::Kind::dependent)
      maker.step(3, WalkText::tr("An independent subgraph is too large. Operators in this piece of it: %1.")
                        .with(look.operators));
    else
      maker.step(
          5, WalkText::tr("Without a backward pass, consecutive segments form a leaf. Operators in these segments: %1.")
                 .with(look.operators));
    draw_subgraph(look, WalkMark::Role::placed, row++, [&](WalkMark mark) { maker.place(std::move(mark)); });
    maker.begin_block();
  }
}

/// Without unsafe temporaries every plan of the leaf ends at its largest.
WalkWords method_of(const roam::LeafLayout& leaf) {
  if (leaf.pairs == 0) return WalkText::tr("no choice");
  return leaf.solved ? WalkText::tr("integer program") : WalkText::tr("best fit");
}
WalkWords proof_of(const roam::LeafLayout& leaf) {
  if (leaf.pairs == 0 || leaf.bound == leaf.top) return WalkText::tr("least");
  return leaf.bound > 0 ? WalkText::tr("at least %1").with(Bytes{leaf.bound}) : WalkText::tr("none");
}
WalkWords words_of_leaf(const roam::LeafLayout& leaf) {
  if (leaf.pairs == 0)
    return WalkText::tr(
        "Leaf %1 of %2 stands at %3. Tensors in it: %4; temporaries do not meet each other. It ends at %5: least.");
  if (!leaf.solved)
    return WalkText::tr(
        "Leaf %1 of %2 stands at %3. Tensors in it: %4. Best fit places the temporaries. It ends at %5.");
  if (leaf.bound == leaf.top)
    return WalkText::tr(
        "Leaf %1 of %2 stands at %3. Tensors in it: %4. An integer program places the temporaries. It ends at %5, and "
        "the program proves that no plan of the leaf ends lower.");
  return WalkText::tr(
      "Leaf %1 of %2 stands at %3. Tensors in it: %4. An integer program places the temporaries. It ends at %5; the "
      "program stopped at the proof that all plans of the leaf end at %6 or above.");
}

Result<Walk> walk_roam(const WalkInput& in, const Task& task) {
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*in.graph, *in.conflicts, in.alignment));
  roam::LeavesTold told;
  STOWAGE_TRY(const Layout layout, roam::plan_by_leaves(problem, {}, task, &told));
  const Graph& graph = *in.graph;
  WalkMaker maker(
      in,
      {{0, WalkText::tr("borders: the last insensitive operator of the forward pass, the first of the backward pass")},
       {0, WalkText::tr("while there is a border in both passes:")},
       {1, WalkText::tr("if all tensors between them stay between them: an independent subgraph")},
       {2, WalkText::tr("with more operators than the limit: split it")},
       {1, WalkText::tr("move the border that is in the way, or both")},
       {0, WalkText::tr("the rest is a subgraph, too")},
       {0, WalkText::tr("for each leaf, outermost first:")},
       {1, WalkText::tr("activations end to end on those of the leaf before; temporaries above them")},
       {0, WalkText::tr("take out temporaries that overlap others")},
       {1, WalkText::tr("largest first, put each into the smallest gap that holds it")}});
  show_tree(told.looks, maker);

  maker.begin_block();
  maker.set_plane(WalkPlane::Along::steps, WalkPlane::Up::addresses);
  std::vector<std::size_t> marks(problem.sizes().size());
  Bytes base;
  WalkTable table{{WalkText::tr("Leaf"), WalkText::tr("Tensors"), WalkText::tr("Pairs"), WalkText::tr("Method"),
                   WalkText::tr("Bytes"), WalkText::tr("Proof")},
                  {}};
  for (std::size_t k = 0; k < told.leaves.size(); ++k)
    if (const roam::LeafLayout& leaf = told.leaves[k]; !leaf.tensors.empty())
      table.rows.push_back(
          walk_row(k + 1, leaf.tensors.size(), leaf.pairs, method_of(leaf), Bytes{leaf.top}, proof_of(leaf)));
  std::uint32_t row = 0;
  for (std::size_t k = 0; k < told.leaves.size(); ++k) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const roam::LeafLayout& leaf = told.leaves[k];
    if (leaf.tensors.empty()) continue;
    maker.begin_block();
    maker.step(7, words_of_leaf(leaf).with(k + 1, told.leaves.size(), base, leaf.tensors.size(), base + Bytes{leaf.top},
                                           base + Bytes{leaf.bound}));
    if (row == 0) maker.table(std::move(table));
    maker.table({}, {row++});
    base += Bytes{leaf.activations};
    for (TensorId t : leaf.tensors)
      marks[t.index()] = maker.place(walk_box(problem, WalkMark::Role::placed, t, told.stacked[t.index()].value));
  }
  std::vector<TensorId> moved;
  for (TensorId t : graph.tensors())
    if (told.stacked[t.index()] != layout.offsets[t.index()]) moved.push_back(t);
  std::ranges::stable_sort(moved, {}, [&](TensorId t) { return std::pair(-problem.sizes()[t.index()].count, t); });
  if (!moved.empty()) {
    maker.begin_block();
    maker.step(8, WalkText::tr("Temporaries that overlap others, and are taken out: %1.").with(moved.size()));
    for (TensorId t : moved) {
      maker.once(walk_box(problem, WalkMark::Role::refused, t, told.stacked[t.index()].value));
      maker.end(marks[t.index()]);
    }
  }
  for (TensorId t : moved) {
    const std::int64_t start = layout.offsets[t.index()].value;
    maker.begin_block();
    maker.step(9, WalkText::tr("%1 moves from %2 to %3.")
                      .with(graph.name(t), Bytes{told.stacked[t.index()].value}, Bytes{start}));
    maker.place(walk_box(problem, WalkMark::Role::placed, t, start));
  }
  return maker.take();
}

}  // namespace

constexpr WalkInfo kWalkRoam{.id = "roam",
                             .title = StrategyText::tr("ROAM"),
                             .source = "Shu et al., ROAM, Algorithm 1 and section IV-B",
                             .unit = StrategyText::tr("part"),
                             .strategy = &kRoamLayout,
                             .most = kMostWalkTensors,
                             .make = walk_roam};

}  // namespace stowage
