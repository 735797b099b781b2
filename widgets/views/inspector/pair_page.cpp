// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QCoreApplication>

#include "widgets/controls/html.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/inspector/pages.h"

namespace stowage {
namespace {

constexpr std::size_t kMostProofs = 8, kMostSteps = 24;

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Inspector)
};

void add_tensor(HtmlPage& page, const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  QString html = Text::tr("%1, %2").arg(html_link(graph, t), human_bytes(graph.size(t)));
  if (view.plan) html += Text::tr(", at %1").arg(address_text(view.plan->offsets[t.index()]));
  page.paragraph(html);
}

/// Whether the plan lets them share addresses.
void add_overlap(HtmlPage& page, const PlanView& view, TensorId a, TensorId b) {
  if (!view.plan) return;
  const auto end = [&](TensorId t) { return view.plan->offsets[t.index()] + view.graph->size(t); };
  const Offset from = std::max(view.plan->offsets[a.index()], view.plan->offsets[b.index()]);
  const Bytes shared = std::min(end(a), end(b)) - from;
  if (shared > Bytes{0})
    page.paragraph(Text::tr("In this plan they share %1, from %2.").arg(full_bytes(shared), address_text(from)));
  else
    page.paragraph(Text::tr("In this plan they lie apart."));
}

QString step_html(const Graph& graph, const PathStep& step) {
  const QString to = html_link(graph, step.to);
  switch (step.kind) {
    case PathStep::Kind::data:
      return Text::tr("%1 uses %2").arg(to, html_link(graph, step.tensor));
    case PathStep::Kind::control:
      return Text::tr("%1 waits for it (sync)").arg(to);
    case PathStep::Kind::stream:
      break;
  }
  return Text::tr("%1 follows on %2").arg(to, stream_label(graph, graph.stream(step.from)).toHtmlEscaped());
}

std::vector<OperatorId> operators_of(const UseProof& proof) {
  std::vector<OperatorId> out{proof.use};
  for (const PathStep& step : proof.path) out.push_back(step.to);
  return out;
}

/// The path from one use; the middle of a long one is left out and counted.
void add_proof(HtmlPage& page, const Graph& graph, const Explanation& why, std::size_t number) {
  const UseProof& proof = why.proofs[number];
  const bool used = !graph.consumers(why.earlier).empty();
  page.section((used ? Text::tr("After its use by ") : Text::tr("After it is made by ")) +
               text_of(graph.name(proof.use)));
  QStringList lines;
  const std::size_t count = proof.path.size();
  for (std::size_t k = 0; k < count; ++k) {
    if (count > kMostSteps && k == kMostSteps / 2) {
      lines << Text::tr("… %1 steps more …").arg(grouped(count - kMostSteps));
      k += count - kMostSteps;
    }
    lines << step_html(graph, proof.path[k]);
  }
  lines.back() += Text::tr(" and makes %1").arg(html_link(graph, why.later));
  page.list(lines);
  page.paragraph(html_link(PathLink{number}, Text::tr("Highlight the path")));
}

/// The verdict of safe; a run that is broken on purpose does not change it.
void add_safe_heading(HtmlPage& page, bool overwritten) {
  if (!overwritten) return page.heading(Text::tr("Safe: they may share memory"));
  page.heading(Text::tr("Safe as planned: they may share memory"));
  page.paragraph(
      Text::tr("The played run leaves out a wait between streams, so one tensor is overwritten there. With all waits "
               "of the graph this cannot happen:"));
}

void add_same_bytes(HtmlPage& page, const Graph& graph, const Explanation& why) {
  page.heading(Text::tr("The same bytes"));
  for (TensorId t : {why.earlier, why.later})
    if (graph.is_view(t))
      page.paragraph(
          Text::tr("%1 is a view: it lies in %2.").arg(html_link(graph, t), html_link(graph, graph.owner(t))));
}

void add_safe(HtmlPage& page, const Graph& graph, const Explanation& why, bool overwritten, Inspection& out) {
  if (why.same_bytes) return add_same_bytes(page, graph, why);
  add_safe_heading(page, overwritten);
  if (why.proofs.empty()) {
    const TensorId idle = graph.is_needed(why.earlier) ? why.later : why.earlier;
    return page.paragraph(Text::tr("%1 is never needed.").arg(html_link(graph, idle)));
  }
  page.paragraph(Text::tr("Every use of %1 is over before %2 is made, in every execution.")
                     .arg(html_link(graph, why.earlier), html_link(graph, why.later)));
  for (std::size_t k = 0; k < why.proofs.size(); ++k) {
    out.paths.push_back(operators_of(why.proofs[k]));
    if (k < kMostProofs) add_proof(page, graph, why, k);
  }
  if (why.proofs.size() > kMostProofs)
    page.paragraph(
        Text::tr("The same holds for %n further use(s).", nullptr, static_cast<int>(why.proofs.size() - kMostProofs)));
}

/// Why a tensor holds bytes that matter after all those events.
QString why_needed(const Graph& graph, TensorId t, const RunMemory& memory) {
  const auto finished = [&](OperatorId o) { return memory.finishes()[o.index()] != RunMemory::kNever; };
  const OperatorId producer = graph.producer(t);
  if (producer.valid() && !finished(producer))
    return Text::tr("%1 is being written by %2").arg(html_link(graph, t), html_link(graph, producer));
  for (OperatorId use : graph.consumers(t))
    if (!finished(use)) return Text::tr("%1 is still needed by %2").arg(html_link(graph, t), html_link(graph, use));
  return Text::tr("%1 is needed to the end").arg(html_link(graph, t));
}

void add_unsafe(HtmlPage& page, const PlanView& view, const Explanation& why, Inspection& out, const Task& task) {
  const Graph& graph = *view.graph;
  page.heading(Text::tr("Unsafe: they must not share memory"));
  auto memory = RunMemory::compute(graph, view.plan.get(), why.interleaving, task);
  if (!memory) return;  // cancelled
  page.paragraph(why.interleaving.empty()
                     ? Text::tr("Both are present before the first operator:")
                     : Text::tr("Both are needed at once after these %n event(s), which the graph allows:", nullptr,
                                static_cast<int>(why.interleaving.size())));
  page.list({why_needed(graph, why.earlier, *memory), why_needed(graph, why.later, *memory)});
  if (!why.interleaving.empty())
    out.events = std::make_shared<const PlayedEvents>(PlayedEvents{why.interleaving, std::move(*memory)});
}

/// Lifetimes on one stream need no paths and no executions: they overlap or they do not.
void add_lifetimes(HtmlPage& page, const PlanView& view, TensorId a, TensorId b, bool safe) {
  page.heading(safe ? Text::tr("Safe: they may share memory") : Text::tr("Unsafe: they must not share memory"));
  page.paragraph(safe ? Text::tr("Their lifetimes do not overlap.") : Text::tr("Their lifetimes overlap."));
  for (TensorId t : {a, b})
    page.row(text_of(view.graph->name(t)), lifetime_text(*view.graph, (*view.lifetimes)[t.index()]));
  page.end_rows();
}

}  // namespace

Inspection inspect_pair(const InspectorSubject& subject, TensorId a, TensorId b, const Task& task) {
  const PlanView& view = subject.view;
  Inspection out;
  HtmlPage page;
  if (!view.conflicts) {
    page.heading(Text::tr("Two tensors"));
    page.paragraph(subject.waiting ? Text::tr("Checking whether they may share memory…")
                                   : Text::tr("Whether they may share memory is not known."));
  } else if (!view.graph->times().empty() && view.graph->stream_count() <= 1) {
    add_lifetimes(page, view, a, b, !view.conflicts->unsafe(a, b));
  } else {
    const Explanation why = explain(*view.graph, *view.conflicts, a, b);
    if (why.safe)
      add_safe(page, *view.graph, why, subject.overwritten, out);
    else
      add_unsafe(page, view, why, out, task);
  }
  page.section(Text::tr("The two"));
  add_tensor(page, view, a);
  add_tensor(page, view, b);
  add_overlap(page, view, a, b);
  out.html = page.html();
  return out;
}

}  // namespace stowage
