// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/allocation_drawing.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>

#include "core/graph/builder.h"
#include "core/layout/strategy.h"
#include "core/plan/plan.h"
#include "widgets/painters/graph/graph_elements.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/graph/graphviz.h"
#include "widgets/painters/graph/page_layout.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct AllocationDrawingText {
  Q_DECLARE_TR_FUNCTIONS(stowage::AllocationDrawing)
};

constexpr double kLabelWidth = 92;  // what layout_graph shows in full
constexpr QSizeF kAround(28, 100);  // title, legend and margins of a page

using Node = AllocationGraph::Node;

/// Makes the operators in an order in which every edge leads forward: the builder derives it.
class Drawable {
 public:
  Drawable(const LayoutProblem& problem, const AllocationGraph& allocation)
      : problem_(problem), graph_(problem.graph()), allocation_(allocation), ids_(problem.block_count()) {}

  Graph run() {
    for (StreamId s : graph_.streams())
      builder_.add_stream(graph_.info(s).number, graph_.info(s).name, {}, graph_.info(s).color);
    if (graph_.stream_count() == 0) builder_.add_stream(0);
    builder_.set_name(graph_.name());
    const OperatorId source = add(AllocationDrawingText::tr("empty buffer"), QString(), TensorId());
    std::vector<bool> drawn(ids_.size());
    for (const auto& edge : allocation_.edges)
      if (edge.head != AllocationGraph::kSink) drawn[edge.head] = true;
    for (Node block = 0; block < ids_.size(); ++block)
      if (drawn[block]) ids_[block] = add_block(block);
    const OperatorId sink = add(AllocationDrawingText::tr("free buffer"), QString(), TensorId());
    NameTable labels;
    const bool with_places = std::ranges::all_of(
        allocation_.edges, [](const auto& edge) { return text_width(graph_font(), whole_label(edge)) <= kLabelWidth; });
    for (const auto& edge : allocation_.edges) {
      const OperatorId head = edge.head == AllocationGraph::kSink ? sink : ids_[edge.head];
      const std::string number = std::to_string(builder_.tensor_count());
      builder_.add_tensor({.name = number,
                           .size = {edge.bytes.end - edge.bytes.begin},
                           .producer = edge.tail == AllocationGraph::kSource ? source : ids_[edge.tail],
                           .consumers = {&head, 1}});
      labels.add((with_places ? whole_label(edge) : amount(edge)).toStdString());
    }
    Graph::Data data = std::move(builder_).build().value().graph.data();
    data.tensor_names = std::move(labels);
    return Graph(std::move(data));
  }

 private:
  /// Names of operators are distinct: invisible marks tell equal ones apart.
  OperatorId add(QString title, const QString& subtitle, TensorId t) {
    std::string name = title.toStdString();
    while (builder_.find_operator(name).valid()) name += "\u200b";
    const OperatorId maker = t.valid() ? graph_.producer(t) : OperatorId();
    const std::string kind = subtitle.toStdString();
    return builder_.add_operator({.name = name,
                                  .stream = maker.valid() ? graph_.stream(maker) : StreamId(0),
                                  .kind = kind,
                                  .phase = maker.valid() ? graph_.phase(maker) : std::string_view()});
  }

  OperatorId add_block(Node block) {
    const auto members = problem_.block(block);
    QString title = text_of(graph_.name(members[0]));
    if (members.size() > 1)
      title = AllocationDrawingText::tr("%1 and %n more", nullptr, static_cast<int>(members.size()) - 1).arg(title);
    const QString subtitle =
        offset_number(allocation_.starts[block]) + QStringLiteral(" · ") + human_bytes(problem_.block_size(block));
    return add(title, subtitle, members[0]);
  }

  static QString amount(const AllocationGraph::Edge& edge) { return human_bytes({edge.bytes.end - edge.bytes.begin}); }
  /// "3 B @ 7"; where one of them is too wide to be shown, all say the amount alone.
  static QString whole_label(const AllocationGraph::Edge& edge) {
    return amount(edge) + QStringLiteral(" @ ") + offset_number(edge.bytes.begin);
  }

  const LayoutProblem& problem_;
  const Graph& graph_;
  const AllocationGraph& allocation_;
  GraphBuilder builder_;
  std::vector<OperatorId> ids_;  // by block
};

/// Everything the paint function needs, kept alive by it.
struct Kept {
  std::shared_ptr<const Graph> graph;
  GraphLayout layout;
  Coloring coloring;
};

void paint(QPainter& painter, const QRectF& rect, const Kept& kept, const Theme& theme) {
  const QRectF bounds = kept.layout.bounds.adjusted(-kGraphMargin, -kGraphMargin, kGraphMargin, kGraphMargin);
  const double scale = std::min({1.5, rect.width() / bounds.width(), rect.height() / bounds.height()});
  const PageZoom zoom(scale);
  painter.save();
  painter.translate(rect.center());
  painter.scale(scale, scale);
  painter.translate(-bounds.center());
  paint_graph(painter, {.graph = kept.graph.get(), .layout = &kept.layout, .coloring = &kept.coloring}, theme, bounds);
  painter.restore();
}

Drawing titled(const PlanView& view, const QString& subtitle) {
  return {.title = text_of(view.graph->name()), .subtitle = subtitle, .legend_title = {}, .legend = {}, .paint = {}};
}

Drawing too_large(const PlanView& view) {
  Drawing out = titled(view, AllocationDrawingText::tr("allocation graph"));
  const QString sentence =
      AllocationDrawingText::tr("This allocation graph has more than %1 blocks: too many to be drawn.")
          .arg(grouped(kMaxDrawnOperators));
  out.paint = [sentence](QPainter& painter, const QRectF& rect, const Theme& theme) {
    draw_sentence(painter, rect, sentence, theme);
  };
  return out;
}

/// Without numbers: its tensors are the edges.
std::vector<LegendItem> plain_legend(const Coloring& coloring, const Theme& theme) {
  std::vector<LegendItem> items = legend_of(coloring, {}, theme);
  for (LegendItem& item : items) item.detail.clear();
  return items;
}

/// Of the layout that is kept.
void show(Drawing& drawing, std::shared_ptr<const Kept> kept) {
  drawing.paint = [kept = std::move(kept)](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint(painter, rect, *kept, theme);
  };
}

/// Laid out once more for a page on which names would have no room.
Result<Drawing> fit(Drawing drawing, const Kept& kept, const PageRoom& page, const Task& task) {
  const QSizeF room = page.most - kAround;
  const QSizeF size = kept.layout.bounds.size() + QSizeF(2 * kGraphMargin, 2 * kGraphMargin);
  if (size.width() <= room.width() && size.height() <= room.height()) return drawing;
  STOWAGE_TRY(PageFit fitted, fit_to_page(*kept.graph, kept.layout, page, kAround.height(), task));
  if (!fitted.readable)
    drawing.note = AllocationDrawingText::tr("%Ln box(es) do not fit %1: names are left out.", nullptr,
                                             static_cast<int>(kept.layout.nodes.size()))
                       .arg(page_words(page));
  drawing.unnamed = !fitted.readable;
  if (fitted.readable && !fitted.distinct) drawing.note = cut_names_note(page);
  drawing.natural_size = fitted.natural_size;
  show(drawing, std::make_shared<const Kept>(Kept{kept.graph, std::move(fitted.layout), kept.coloring}));
  return drawing;
}

Result<Drawing> drawing_of(const PlanView& view, ColorBy by, const LayoutProblem& problem, NncRule rule,
                           const Task& task) {
  const auto allocation = allocation_graph(problem, rule, task);
  if (!allocation) return tl::unexpected(allocation.error());
  const auto graph = std::make_shared<const Graph>(drawable(problem, *allocation));
  std::vector<OperatorId> all;
  for (OperatorId o : graph->operators()) all.push_back(o);
  auto layout = layout_graph(*graph, all, {.stream_order = false}, task);
  if (!layout) return tl::unexpected(layout.error());
  const ColorBy used = by == ColorBy::phase ? by : ColorBy::stream;
  Coloring coloring(*graph, lifetimes(*graph), used);
  const auto kept = std::make_shared<const Kept>(Kept{graph, *std::move(layout), std::move(coloring)});
  const Bytes size = footprint(problem.sizes(), offsets_of(problem, *allocation));
  Drawing out = titled(
      view, AllocationDrawingText::tr("%1 · %2 in %n buffer(s)", nullptr, static_cast<int>(allocation->buffers.size()))
                .arg(QLatin1String(rule == NncRule::size ? "nnc.size" : "nnc"), human_bytes(size)));
  out.legend_title = legend_title(used);
  out.legend = [kept](const Theme& theme) { return plain_legend(kept->coloring, theme); };
  show(out, kept);
  out.natural_size = (kept->layout.bounds.size() + kAround).toSize();
  out.boxes = kept->layout.nodes.size();
  out.fit = [plain = out, kept](const PageRoom& page, const Task& stop) { return fit(plain, *kept, page, stop); };
  return out;
}

}  // namespace

Graph drawable(const LayoutProblem& problem, const AllocationGraph& allocation) {
  return Drawable(problem, allocation).run();
}

Result<Drawing> allocation_drawing(const PlanView& view, ColorBy by, NncRule rule, const Task& task) {
  const auto problem = LayoutProblem::make(*view.graph, *view.conflicts);
  if (!problem) return tl::unexpected(problem.error());
  if (problem->block_count() > kMaxDrawnOperators) return too_large(view);
  return drawing_of(view, by, *problem, rule, task);
}

}  // namespace stowage
