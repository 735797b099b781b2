// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/graph_card.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/graph/laid_out.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr std::size_t kMostTensors = 6;

struct GraphCardText {
  Q_DECLARE_TR_FUNCTIONS(stowage::GraphCard)
};

/// ", a view of x"; empty for what has bytes of its own.
QString shares_text(const Graph& graph, TensorId t) {
  if (graph.is_view(t)) return GraphCardText::tr(", a view of %1").arg(text_of(graph.name(graph.owner(t))));
  for (const InPlace& pair : graph.in_place())
    if (pair.output == t)
      return (pair.must ? GraphCardText::tr(", written over %1") : GraphCardText::tr(", may be written over %1"))
          .arg(text_of(graph.name(pair.input)));
  return {};
}

void add_tensors(const Graph& graph, GraphCard& card, const QString& name, std::span<const TensorId> tensors) {
  if (tensors.empty()) return;
  std::vector<TensorId> largest(tensors.begin(), tensors.end());
  std::ranges::stable_sort(largest, std::ranges::greater(), [&](TensorId t) { return graph.size(t); });
  Bytes sum;
  for (TensorId t : each_once(graph, largest)) sum += graph.size(t);
  if (tensors.size() > 1)
    card.add(name, GraphCardText::tr("%1, %2").arg(tensors_text(graph, tensors), human_bytes(sum)));
  for (std::size_t i = 0; i < largest.size() && i < kMostTensors; ++i)
    card.add(tensors.size() == 1 ? name : QString(), text_of(graph.name(largest[i])) + QStringLiteral("  ") +
                                                         human_bytes(graph.size(largest[i])) +
                                                         shares_text(graph, largest[i]));
  if (largest.size() > kMostTensors)
    card.add({}, GraphCardText::tr("and %1 smaller").arg(grouped(largest.size() - kMostTensors)));
}

}  // namespace

QString GraphCard::text() const {
  QString out = heading;
  for (const Row& row : rows)
    out += '\n' + (row.name.isEmpty() ? QString() : row.name + QStringLiteral(": ")) + row.value;
  return out;
}

QString GraphCard::html() const {
  QString lines;
  for (const Row& row : rows)
    lines += QStringLiteral("<tr><td style='padding-right:10px'>%1</td><td>%2</td></tr>")
                 .arg(row.name.toHtmlEscaped(),
                      row.rich.isEmpty() ? row.value.toHtmlEscaped().replace('\n', "<br>") : row.rich);
  return QStringLiteral("<b>%1</b><table cellspacing='0' cellpadding='0'>%2</table>")
      .arg(heading.toHtmlEscaped(), lines);
}

std::vector<GraphCard::Row> operator_rows(const Graph& graph, OperatorId o) {
  GraphCard card;
  if (!graph.kind(o).empty()) card.add(GraphCardText::tr("kind"), text_of(graph.kind(o)));
  if (!graph.phase(o).empty()) card.add(GraphCardText::tr("phase"), phase_label(graph.phase(o)));
  const StreamId stream = graph.stream(o);
  card.add(GraphCardText::tr("stream"), GraphCardText::tr("%1, place %2 (of 0 to %3)")
                                            .arg(stream_label(graph, stream), grouped(graph.position(o) - 1),
                                                 grouped(graph.operators_of(stream).size() - 1)));
  card.add(GraphCardText::tr("step"),
           GraphCardText::tr("%1 (of 0 to %2)").arg(grouped(o.index()), grouped(graph.operator_count() - 1)));
  return card.rows;
}

GraphCard operator_card(const Graph& graph, OperatorId o, const StepBands* bands, bool recorded) {
  GraphCard card{.heading = text_of(shown_name(graph, o)), .rows = operator_rows(graph, o)};
  if (const StepBand* band = bands != nullptr ? bands->at(o.index()) : nullptr) {
    card.add(GraphCardText::tr("part"), band_heading(*bands, *band));
    card.add({}, band_facts(*band));
  }
  if (const Duration duration = graph.duration(o); duration != Duration())
    card.add(GraphCardText::tr("takes"), time_with_source(run_time(duration.nanoseconds), duration.from));
  add_tensors(graph, card, recorded ? GraphCardText::tr("frees") : GraphCardText::tr("uses"), graph.inputs(o));
  add_tensors(graph, card, recorded ? GraphCardText::tr("allocates") : GraphCardText::tr("makes"), graph.outputs(o));
  return card;
}

GraphCard band_card(const StepBands& bands, const StepBand& band) {
  return {.heading = band_heading(bands, band),
          .rows = {{GraphCardText::tr("steps"),
                    GraphCardText::tr("%1 to %2").arg(grouped(band.steps.begin), grouped(band.steps.end - 1))},
                   {GraphCardText::tr("has"), band_facts(band)}}};
}

GraphCard module_card(const GraphModules& modules, std::uint32_t node) {
  const Graph& graph = *modules.graph;
  const auto operators = modules.tree.operators_of(node);
  const std::string_view path = modules.path(node), phase = modules.phase(node);
  StepBand made;
  count_made(graph, {operators.begin(), operators.end()}, made);
  std::vector<bool> runs_on(graph.stream_count());
  for (const OperatorId o : operators) runs_on[graph.stream(o).index()] = true;
  QStringList streams;
  for (const StreamId s : graph.streams())
    if (runs_on[s.index()]) streams << stream_label(graph, s);
  GraphCard card{.heading = module_title(modules, node, 512), .rows = {}};
  if (!path.empty() && !phase.empty()) card.add(GraphCardText::tr("phase"), phase_label(phase));
  card.add(GraphCardText::tr("streams"), streams.join(QStringLiteral(", ")));
  card.add(GraphCardText::tr("has"), band_facts(made));
  return card;
}

GraphCard edge_card(const Graph& graph, OperatorId from, OperatorId to, std::span<const TensorId> tensors) {
  GraphCard card{.heading = text_of(shown_name(graph, from)) + QStringLiteral(" → ") + text_of(shown_name(graph, to)),
                 .rows = {}};
  if (tensors.empty())
    card.rows.push_back(
        {GraphCardText::tr("sync"), GraphCardText::tr("the first must finish before the second starts")});
  else
    add_tensors(graph, card, GraphCardText::tr("carries"), tensors);
  return card;
}

}  // namespace stowage
