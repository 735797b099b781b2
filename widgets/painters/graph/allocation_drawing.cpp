// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/graph_drawing.h"

#include <algorithm>

#include "core/graph/builder.h"
#include "core/layout/strategy.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kLabelWidth = 92;  // what layout_graph shows in full

using Node = AllocationGraph::Node;

/// Makes the operators in an order in which every edge leads forward: the builder derives it.
struct Drawable {
  const LayoutProblem& problem;
  const AllocationGraph& allocation;
  const Graph& graph = problem.graph();
  GraphBuilder builder{};
  std::vector<OperatorId> ids = std::vector<OperatorId>(problem.block_count());  // by block

  Graph run() {
    for (StreamId s : graph.streams())
      builder.add_stream(graph.info(s).number, graph.info(s).name, {}, graph.info(s).color);
    if (graph.stream_count() == 0) builder.add_stream(0);
    builder.set_name(graph.name());
    const OperatorId source = add(GraphText::tr("empty buffer"), QString(), TensorId());
    std::vector<bool> drawn(ids.size());
    for (const auto& edge : allocation.edges)
      if (edge.head != AllocationGraph::kSink) drawn[edge.head] = true;
    for (Node block = 0; block < ids.size(); ++block)
      if (drawn[block]) ids[block] = add_block(block);
    const OperatorId sink = add(GraphText::tr("free buffer"), QString(), TensorId());
    NameTable labels;
    const bool with_places = std::ranges::all_of(
        allocation.edges, [](const auto& edge) { return text_width(graph_font(), whole_label(edge)) <= kLabelWidth; });
    for (const auto& edge : allocation.edges) {
      const OperatorId head = edge.head == AllocationGraph::kSink ? sink : ids[edge.head];
      const std::string number = std::to_string(builder.tensor_count());
      builder.add_tensor({.name = number,
                          .size = {edge.bytes.end - edge.bytes.begin},
                          .producer = edge.tail == AllocationGraph::kSource ? source : ids[edge.tail],
                          .consumers = {&head, 1}});
      labels.add((with_places ? whole_label(edge) : amount(edge)).toStdString());
    }
    Graph::Data data = std::move(builder).build().value().graph.data();
    data.tensor_names = std::move(labels);
    return Graph(std::move(data));
  }

  /// Names of operators are distinct: invisible marks tell equal ones apart.
  OperatorId add(QString title, const QString& subtitle, TensorId t) {
    std::string name = title.toStdString();
    while (builder.find_operator(name).valid()) name += "\u200b";
    const OperatorId maker = t.valid() ? graph.producer(t) : OperatorId();
    const std::string kind = subtitle.toStdString();
    return builder.add_operator({.name = name,
                                 .stream = maker.valid() ? graph.stream(maker) : StreamId(0),
                                 .kind = kind,
                                 .phase = maker.valid() ? graph.phase(maker) : std::string_view()});
  }

  OperatorId add_block(Node block) {
    const auto members = problem.block(block);
    QString title = text_of(graph.name(members[0]));
    if (members.size() > 1)
      title = GraphText::tr("%1 and %n more", nullptr, static_cast<int>(members.size()) - 1).arg(title);
    const QString subtitle =
        offset_number(allocation.starts[block]) + QStringLiteral(" · ") + human_bytes(problem.block_size(block));
    return add(title, subtitle, members[0]);
  }

  static QString amount(const AllocationGraph::Edge& edge) { return human_bytes({edge.bytes.end - edge.bytes.begin}); }
  /// "3 B @ 7"; where one of them is too wide to be shown, all say the amount alone.
  static QString whole_label(const AllocationGraph::Edge& edge) {
    return amount(edge) + QStringLiteral(" @ ") + offset_number(edge.bytes.begin);
  }
};

}  // namespace

Graph drawable(const LayoutProblem& problem, const AllocationGraph& allocation) {
  return Drawable{problem, allocation}.run();
}

Result<Drawing> allocation_drawing(const PlanView& view, const DrawingLook& look, NncRule rule, const Task& task) {
  STOWAGE_TRY(const LayoutProblem problem, LayoutProblem::make(*view.graph, *view.conflicts));
  const QString title = text_of(view.graph->name());
  if (problem.block_count() > kMaxDrawnOperators)
    return sentence_drawing(title, GraphText::tr("This allocation graph has more than %1 blocks: too many to be drawn.")
                                       .arg(grouped(kMaxDrawnOperators)));
  STOWAGE_TRY(const AllocationGraph allocation, allocation_graph(problem, rule, task));
  auto picture = std::make_shared<GraphPicture>();
  picture->graph = std::make_shared<const Graph>(drawable(problem, allocation));
  picture->group = GraphGroup::operators;
  std::vector<OperatorId> all;
  for (OperatorId o : picture->graph->operators()) all.push_back(o);
  STOWAGE_TRY(picture->layout, layout_graph(*picture->graph, all, {.stream_order = false}, task));
  picture->coloring = Coloring::of_operators(*picture->graph, look.by == ColorBy::phase ? look.by : ColorBy::stream);
  const QString rule_name = QLatin1String(rule == NncRule::size ? "nnc.size" : "nnc");
  return graph_page(picture, title,
                    GraphText::tr("%1 · %2 in %n buffer(s)", nullptr, static_cast<int>(allocation.buffers.size()))
                        .arg(rule_name, human_bytes(footprint(problem.sizes(), offsets_of(problem, allocation)))));
}

}  // namespace stowage
