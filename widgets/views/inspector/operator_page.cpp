// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "core/graph/graph.h"
#include "core/insight/analysis/report.h"
#include "core/insight/edit/edits.h"
#include "core/insight/simulate/timing.h"
#include "widgets/controls/html.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/inspector/pages.h"

namespace stowage {
namespace {

constexpr std::size_t kMostAtPeak = 6;

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Inspector)
};

Bytes sum_of(const Graph& graph, std::span<const TensorId> tensors) {
  Bytes sum;
  for (TensorId t : tensors) sum += graph.size(t);
  return sum;
}

/// The largest with their sizes, one a line.
void add_tensors(HtmlPage& page, const Graph& graph, const QString& title, std::span<const TensorId> tensors) {
  if (tensors.empty()) return;
  page.section(Text::tr("%1 %2 in %n tensor(s)", nullptr, static_cast<int>(tensors.size()))
                   .arg(title, human_bytes(sum_of(graph, tensors))));
  std::vector<TensorId> largest(tensors.begin(), tensors.end());
  std::ranges::stable_sort(largest, std::ranges::greater(), [&](TensorId t) { return graph.size(t); });
  QStringList lines;
  for (TensorId t : std::span(largest).first(std::min(largest.size(), kMostNames)))
    lines << Text::tr("%1, %2").arg(html_link(graph, t), human_bytes(graph.size(t)));
  if (largest.size() > kMostNames) lines << Text::tr("%1 smaller").arg(grouped(largest.size() - kMostNames));
  page.list(lines);
}

/// Those that an arc other than data joins with `o`: what it waits for, or what waits for it.
void add_neighbours(HtmlPage& page, const Graph& graph, OperatorId o) {
  std::vector<OperatorId> before, after;
  const auto sorted_distinct = [](std::vector<OperatorId>& ids) {
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
  };
  for (TensorId t : graph.inputs(o))
    if (graph.producer(t).valid() && graph.producer(t) != o) before.push_back(graph.producer(t));
  for (const ControlEdge& edge : graph.control())
    if (edge.after == o) before.push_back(edge.before);
  if (graph.position(o) > 1) before.push_back(graph.operators_of(graph.stream(o))[graph.position(o) - 2]);
  for (TensorId t : graph.outputs(o))
    for (OperatorId use : graph.consumers(t))
      if (use != o) after.push_back(use);
  after.insert(after.end(), graph.control_successors(o).begin(), graph.control_successors(o).end());
  if (graph.next_in_stream(o).valid()) after.push_back(graph.next_in_stream(o));
  sorted_distinct(before);
  sorted_distinct(after);
  const QString none = Text::tr("nobody");
  page.row(Text::tr("waits for"), before.empty() ? none : html_links<OperatorId>(graph, before));
  page.row(Text::tr("awaited by"), after.empty() ? none : html_links<OperatorId>(graph, after));
}

/// The steps it could be moved to while all others keep their order, and who sets the limits.
QString move_html(const Graph& graph, OperatorId o) {
  const AllowedSteps steps = allowed_steps(graph, o);
  if (steps.end - steps.begin < 2)
    return Text::tr("nowhere: an operator before it and an operator after it depend on its place");
  QString out = Text::tr("to steps %1 to %2").arg(grouped(steps.begin), grouped(steps.end - 1));
  if (steps.after.valid()) out += Text::tr(", after %1").arg(html_link(graph, steps.after));
  if (steps.before.valid()) out += Text::tr(", before %1").arg(html_link(graph, steps.before));
  return out;
}

/// How long it runs, and when in the simulated run.
void add_times(HtmlPage& page, const Graph& graph, OperatorId o) {
  page.row(Text::tr("duration"), duration_text(graph.duration(o)).toHtmlEscaped());
  const Timing timing = timing_of(graph);
  const QString from = human_time(timing.starts[o.index()]), to = human_time(timing.ends[o.index()]);
  const QString whole = makespan_text({timing.makespan, has_estimates(graph)});
  page.row(Text::tr("simulated"), Text::tr("from %1 to %2, makespan %3").arg(from, to, whole).toHtmlEscaped());
  const std::vector<OperatorId> path = timing.critical_path();
  page.row(Text::tr("critical path"),
           std::ranges::find(path, o) != path.end() ? Text::tr("on it") : Text::tr("off it"));
}

}  // namespace

Inspection inspect_operator(const InspectorSubject& subject, OperatorId o) {
  const Graph& graph = *subject.view.graph;
  HtmlPage page;
  page.heading(text_of(graph.name(o)));
  for (const GraphCard::Row& row : operator_rows(graph, o)) page.row(row.name, row.value.toHtmlEscaped());
  if (graph.times().empty()) page.row(Text::tr("may move"), move_html(graph, o));
  if (graph.has_durations()) add_times(page, graph, o);
  add_neighbours(page, graph, o);
  page.end_rows();
  if (const Loop* loop = graph.loop(o))
    page.paragraph(
        Text::tr("It is a loop: it runs a body of %Ln operator(s) again and again. The plans of this graph do not "
                 "count the memory of the body; the Loops view shows it.",
                 nullptr, static_cast<int>(loop->body.operator_count())));
  add_tensors(page, graph, subject.view.history ? Text::tr("Allocates") : Text::tr("Makes"), graph.outputs(o));
  add_tensors(page, graph, subject.view.history ? Text::tr("Frees") : Text::tr("Uses"), graph.inputs(o));
  return {page.html(), {}, {}};
}

Inspection inspect_nothing(const InspectorSubject& subject, const QString& hint) {
  HtmlPage page;
  page.hint(hint);
  const PlanView& view = subject.view;
  if (!view.bounds || !view.lifetimes || view.peak_asked) return {page.html(), {}, {}};
  const Graph& graph = *view.graph;
  std::vector<TensorId> alive = alive_at(graph, *view.lifetimes, view.bounds->peak_step);
  std::erase_if(alive, [&](TensorId t) { return graph.owner(t) != t; });  // views have no bytes of their own
  const auto middle = alive.begin() + static_cast<std::ptrdiff_t>(std::min(alive.size(), kMostAtPeak));
  const auto larger = [&](TensorId a, TensorId b) {
    return std::pair(graph.size(b), a.index()) < std::pair(graph.size(a), b.index());
  };
  std::ranges::partial_sort(alive, middle, larger);
  QStringList lines;
  for (auto t = alive.begin(); t != middle; ++t)
    lines << Text::tr("%1, %2").arg(html_link(graph, *t), human_bytes(graph.size(*t)));
  if (!lines.isEmpty()) page.section(Text::tr("The largest at the peak"));
  page.list(lines);
  return {page.html(), {}, {}};
}

Inspection inspect_many(const InspectorSubject& subject, std::span<const TensorId> tensors) {
  const Graph& graph = *subject.view.graph;
  HtmlPage page;
  page.heading(Text::tr("%n tensor(s)", nullptr, static_cast<int>(tensors.size())));
  page.row(subject.view.history ? Text::tr("bytes, summed over all steps") : Text::tr("bytes"),
           full_bytes(sum_of(graph, tensors)));
  page.end_rows();
  add_tensors(page, graph, Text::tr("The largest:"), tensors);
  page.paragraph(Text::tr("Select two tensors to see whether they may share memory, and why."));
  return {page.html(), {}, {}};
}

Inspection inspect_many(const InspectorSubject& subject, std::span<const OperatorId> operators) {
  const Graph& graph = *subject.view.graph;
  HtmlPage page;
  page.heading(Text::tr("%n operator(s)", nullptr, static_cast<int>(operators.size())));
  std::vector<TensorId> made;
  for (OperatorId o : operators) made.insert(made.end(), graph.outputs(o).begin(), graph.outputs(o).end());
  page.paragraph(html_links(graph, operators));
  add_tensors(page, graph, Text::tr("They make"), made);
  return {page.html(), {}, {}};
}

}  // namespace stowage
