// SPDX-License-Identifier: Apache-2.0
#include "core/insight/learn/walks/walks.h"
#include "core/papers/nnc/allocation_graph.h"
#include "core/papers/papers.h"

namespace stowage {
namespace {

using Node = AllocationGraph::Node;

class NncWalk {
 public:
  NncWalk(const WalkInput& in, const LayoutProblem& problem, NncRule rule)
      : problem_(problem),
        maker_(in,
               {{0, rule == NncRule::degree ? WalkText::tr("for each class of blocks, most unsafe pairs first:")
                                            : WalkText::tr("for each class of blocks, largest first:")},
                {1, WalkText::tr("candidates: a block of it, alone or with a larger block that is safe to it")},
                {1, WalkText::tr(
                        "for each candidate, largest first: of the edges that are wide enough, from a block before it "
                        "to a block after it, choose the one of fewest ends at source or sink, then the narrowest")},
                {2, WalkText::tr("insert it: it takes over bytes of the edge, and passes them on")},
                {1, WalkText::tr("if no candidate fits an edge: a new buffer on top, as large as the first")}}) {}

  void show(const NncInsertion& each) {
    maker_.begin_block();
    if (each.refused_count > 0) refuse(each);
    if (each.opens)
      maker_.step(4, WalkText::tr("A new buffer for %1: an edge from source to sink, from %2 to %3.")
                         .with(names(each.blocks), Bytes{each.edge.bytes.begin}, Bytes{each.edge.bytes.end}));
    else
      maker_.step(2, WalkText::tr("The edge from %2 to %3 fits for %1: it passes %4 on at %5.")
                         .with(names(each.blocks), name(each.edge.tail), name(each.edge.head),
                               Bytes{each.edge.bytes.length()}, Bytes{each.edge.bytes.begin}));
    WalkMark frame = arrow(each.edge);
    frame.faint = false;
    frame.role = WalkMark::Role::current;
    maker_.once(std::move(frame));
    maker_.step(3, WalkText::tr("Inserted at %2: %1. %3 edges take the place of one.")
                       .with(names(each.blocks), Bytes{each.start}, each.made.size()));
    if (const auto old = std::ranges::find(edges_, each.edge, &Shown::edge); old != edges_.end()) {
      maker_.end(old->mark);
      edges_.erase(old);
    }
    for (const auto& edge : each.made) edges_.push_back({edge, maker_.add(arrow(edge))});
    for (Node b : each.blocks)
      for (TensorId t : problem_.block(b))
        maker_.place(walk_box(problem_, WalkMark::Role::placed, t, each.start + problem_.inset(t)));
    tell_edges(each);
  }
  [[nodiscard]] Walk take() { return maker_.take(); }

 private:
  struct Shown {
    AllocationGraph::Edge edge;
    std::size_t mark;
  };

  [[nodiscard]] std::string name(Node b) const {
    if (b == AllocationGraph::kSource) return "SRC";  // as the paper calls them
    if (b == AllocationGraph::kSink) return "SNK";
    return std::string(problem_.graph().name(problem_.block(b)[0]));
  }
  [[nodiscard]] std::string names(std::span<const Node> blocks) const {
    std::string out;
    for (Node b : blocks) out += (out.empty() ? "" : ", ") + name(b);
    return out;
  }
  [[nodiscard]] std::int64_t size_of(std::span<const Node> blocks) const {
    std::int64_t out = 0;
    for (Node b : blocks) out = std::max(out, problem_.block_size(b).count);
    return out;
  }

  void refuse(const NncInsertion& each) {
    maker_.step(2, WalkText::tr("Candidates tried before: %1. For none is an edge wide enough between a block before "
                                "it and a block after it.")
                       .with(each.refused_count));
    WalkTable table{{WalkText::tr("Candidate"), WalkText::tr("Size"), WalkText::tr("Verdict")}, {}};
    for (const auto& blocks : std::span(each.refused).first(std::min(each.refused.size(), kMostWalkRows)))
      table.rows.push_back(walk_row(names(blocks), Bytes{size_of(blocks)}, WalkText::tr("fits no edge")));
    maker_.table(std::move(table));
  }

  [[nodiscard]] WalkMark arrow(const AllocationGraph::Edge& edge) const {
    using Block = std::optional<std::uint32_t>;
    WalkMark out = walk_arrow(problem_, edge.tail == AllocationGraph::kSource ? Block() : edge.tail,
                              edge.head == AllocationGraph::kSink ? Block() : edge.head, edge.bytes, edge.bytes);
    out.bytes = Bytes{edge.bytes.length()};
    return out;
  }

  void tell_edges(const NncInsertion& each) {
    WalkTable table{{WalkText::tr("From"), WalkText::tr("To"), WalkText::tr("Bytes"), WalkText::tr("Address")}, {}};
    for (const auto& edge : std::span(each.made).first(std::min(each.made.size(), kMostWalkRows)))
      table.rows.push_back(
          walk_row(name(edge.tail), name(edge.head), Bytes{edge.bytes.length()}, Bytes{edge.bytes.begin}));
    maker_.table(std::move(table));
  }

  const LayoutProblem& problem_;
  WalkMaker maker_;
  std::vector<Shown> edges_;
};

template <NncRule rule>
Result<Walk> walk_nnc(const WalkInput& in, const Task& task) {
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*in.graph, *in.conflicts, in.alignment));
  std::vector<NncInsertion> insertions;
  if (auto made = allocation_graph(problem, rule, task, {}, &insertions); !made) return tl::unexpected(made.error());
  NncWalk walk(in, problem, rule);
  for (const NncInsertion& each : insertions) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    walk.show(each);
  }
  return walk.take();
}

constexpr const char* kNncPaper = "Liu, The NNC tensor allocation algorithm";

}  // namespace

constexpr WalkInfo kWalkNnc{.id = "nnc",
                            .title = StrategyText::tr("NNC, unsafe"),
                            .source = kNncPaper,
                            .unit = StrategyText::tr("insertion"),
                            .strategy = &kNncDegree,
                            .most = kMostWalkTensors,
                            .make = walk_nnc<NncRule::degree>};
constexpr WalkInfo kWalkNncSize{.id = "nnc.size",
                                .title = StrategyText::tr("NNC, size"),
                                .source = kNncPaper,
                                .unit = StrategyText::tr("insertion"),
                                .strategy = &kNncSize,
                                .most = kMostWalkTensors,
                                .make = walk_nnc<NncRule::size>};

}  // namespace stowage
