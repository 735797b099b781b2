// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>

#include <QCoreApplication>

#include "core/insight/analysis/byte_usage.h"
#include "widgets/controls/hover_card.h"
#include "widgets/controls/html.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/views/inspector/pages.h"

namespace stowage {
namespace {

constexpr std::size_t kMostLinks = 16, kMostGaps = 6;

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Inspector)
};

QString consumers_html(const Graph& graph, TensorId t) {
  const QString names = html_links(graph, graph.consumers(t));
  if (!graph.is_output(t)) return names.isEmpty() ? Text::tr("nobody") : names;
  const QString kept = Text::tr("kept to the end, as an output");
  return names.isEmpty() ? kept : names + ", " + kept;
}

/// The whole group, the tensor itself in bold.
QString group_html(const Graph& graph, TensorId t) {
  const auto members = graph.members(graph.group(t));
  return Text::tr("%n tensor(s) end to end: ", nullptr, static_cast<int>(members.size())) +
         html_links(graph, members, t);
}

/// In whose bytes it lies, and who lies in its.
void add_sharing(HtmlPage& page, const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  if (graph.is_view(t)) {
    const QString of = html_link(graph, graph.owner(t));
    page.row(Text::tr("view of"),
             graph.inset(t) == 0 ? of : Text::tr("%1, from byte %2").arg(of, grouped(graph.inset(t))));
  }
  std::vector<TensorId> views, written, permitted, over;
  for (const View& each : graph.views())
    if (graph.owner(each.tensor) == t) views.push_back(each.tensor);
  for (const InPlace& pair : graph.in_place()) {
    if (graph.owner(pair.output) == graph.owner(pair.input)) continue;  // the same bytes anyway
    const bool used = view.plan && is_written_over(graph, view.plan->offsets, pair);
    if (pair.output == t) (used ? written : permitted).push_back(pair.input);
    if (pair.input == t && used) over.push_back(pair.output);
  }
  if (!views.empty()) page.row(Text::tr("has views"), html_links<TensorId>(graph, views));
  if (!written.empty()) page.row(Text::tr("written over"), html_links<TensorId>(graph, written));
  if (!permitted.empty()) page.row(Text::tr("permitted over"), html_links<TensorId>(graph, permitted));
  if (!over.empty()) page.row(Text::tr("overwritten by"), html_links<TensorId>(graph, over));
}

void add_place(HtmlPage& page, const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  for (const GraphCard::Row& row : place_rows(view, t)) page.row(row.name, row.value);
  if (graph.has_sharing()) add_sharing(page, view, t);
}

void add_flow(HtmlPage& page, const Graph& graph, TensorId t) {
  const OperatorId producer = graph.producer(t);
  page.row(Text::tr("made by"),
           producer.valid() ? html_link(graph, producer) : Text::tr("none: present from the start"));
  page.row(Text::tr("used by"), consumers_html(graph, t));
  if (producer.valid()) page.row(Text::tr("stream"), stream_label(graph, graph.stream(producer)).toHtmlEscaped());
}

std::size_t partner_count(const Conflicts& conflicts, TensorId t) {
  std::vector<std::uint64_t> bits((conflicts.tensor_count() + 63) / 64);
  conflicts.unsafe_row(t, bits);
  std::size_t out = 0;
  for (std::uint64_t word : bits) out += static_cast<std::size_t>(std::popcount(word));
  return out;
}

/// In a list, in one form alone, so that a link of the chain is a line.
QString plain_address(Offset address) {
  return offset_number(address.value);
}

/// "At 12 MiB, because of b (4 MiB, from 8 MiB), because of c …", one link of the chain a line.
void add_chain(HtmlPage& page, const PlanView& view, const Blame& blame, TensorId t) {
  const Graph& graph = *view.graph;
  QStringList lines;
  for (const Support& link : blame.chain) {
    if (static_cast<std::size_t>(lines.size()) == kMostLinks) break;
    const Offset begin = view.plan->offsets[link.lower.index()];
    QString line = Text::tr("above %1: %2 from %3")
                       .arg(html_link(graph, link.lower), human_bytes(graph.size(link.lower)), plain_address(begin));
    const bool for_another =
        lines.isEmpty() ? link.upper != t : link.upper != blame.chain[std::size_t(lines.size()) - 1].lower;
    if (for_another) line += Text::tr(" (under %1 of the same group)").arg(html_link(graph, link.upper));
    if (const GroupId group = graph.group(link.lower); group.valid() && graph.members(group).front() != link.lower)
      line += Text::tr(", in a group that starts at %1")
                  .arg(plain_address(view.plan->offsets[graph.members(group).front().index()]));
    lines << line;
  }
  if (blame.chain.size() > kMostLinks)
    lines << Text::tr("and so on: %1 more").arg(grouped(blame.chain.size() - kMostLinks));
  lines << (blame.chain_reaches_bottom ? Text::tr("down to 0") : Text::tr("nothing is below it"));
  page.paragraph(Text::tr("At %1").arg(address_text(view.plan->offsets[t.index()])));
  page.list(lines);
}

void add_gaps(HtmlPage& page, const Blame& blame) {
  const auto length = [](const Interval& gap) { return gap.end - gap.begin; };
  std::vector<Interval> largest(blame.gaps);
  std::ranges::stable_sort(largest, std::ranges::greater(), length);
  QStringList lines;
  for (const Interval& gap : std::span(largest).first(std::min(largest.size(), kMostGaps)))
    lines << Text::tr("%1 from %2").arg(human_bytes({length(gap)}), address_text(Offset{gap.begin}));
  if (largest.size() > kMostGaps)
    lines << Text::tr("%n smaller one(s)", nullptr, static_cast<int>(largest.size() - kMostGaps));
  page.list(lines);
}

QString size_html(const Blame& blame) {
  QString out = human_bytes(blame.size);
  if (blame.block.size() > 1) out += Text::tr(" of its group, which moves as one");
  return out;
}

void add_room(HtmlPage& page, const Blame& blame) {
  if (blame.begin == Offset{})
    return page.paragraph(blame.block.size() > 1 ? Text::tr("Its group starts at offset 0.")
                                                 : Text::tr("It is at offset 0."));
  page.section(Text::tr("Why not lower"));
  if (blame.lowest) {
    page.paragraph(Text::tr("It could move down by %1, to %2, without moving anything else.")
                       .arg(full_bytes(blame.begin - *blame.lowest), address_text(*blame.lowest)));
    return add_gaps(page, blame);
  }
  if (blame.gaps.empty())
    return page.paragraph(Text::tr("Below it, every byte belongs to a tensor that it must not share with."));
  page.paragraph(Text::tr("No gap below it holds the %1. There are %n:", nullptr, static_cast<int>(blame.gaps.size()))
                     .arg(size_html(blame)));
  add_gaps(page, blame);
}

void add_under(HtmlPage& page, const Graph& graph, const Blame& blame) {
  if (blame.under.size() < 2) return;
  std::vector<TensorId> under;
  for (const Support& support : blame.under) under.push_back(support.lower);
  page.paragraph(Text::tr("Directly under it: ") + html_links<TensorId>(graph, under));
}

void add_blame(HtmlPage& page, const InspectorSubject& subject, TensorId t, const Task& task) {
  const Graph& graph = *subject.view.graph;
  page.section(Text::tr("Why here"));
  if (!subject.ground)
    return page.paragraph(subject.waiting ? Text::tr("The plan is being made…") : Text::tr("There is no plan."));
  if (graph.size(t) == Bytes{0} || !graph.is_needed(t))
    return page.paragraph(Text::tr("It takes no bytes from other tensors and may lie anywhere."));
  if (graph.is_view(t))
    return page.paragraph(Text::tr("It lies in %1 and moves with it.").arg(html_link(graph, graph.owner(t))));
  const auto blame = subject.ground->blamer.blame(t, task);
  if (!blame) return;  // cancelled: nobody will read this
  if (blame->begin > Offset{}) {
    add_chain(page, subject.ground->view, *blame, t);
    add_under(page, graph, *blame);
  }
  add_room(page, *blame);
}

void add_partners(HtmlPage& page, const Conflicts& conflicts, TensorId t) {
  page.row(
      Text::tr("unsafe with"),
      Text::tr("%1 of %2 others").arg(grouped(partner_count(conflicts, t)), grouped(conflicts.tensor_count() - 1)));
}

// ---- blocks of a recorded heap

QString step_words(HeapStep step) {
  return Text::tr("event %L1").arg(step);
}

/// Blocks that were given some of its bytes after it.
std::size_t reuses_of(const RecordedHeap& history, const HeapAllocation& block) {
  return static_cast<std::size_t>(std::ranges::count_if(history.allocations, [&](const HeapAllocation& other) {
    return other.allocated >= block.free_completed && other.address < block.end() && block.address < other.end();
  }));
}

void add_life(HtmlPage& page, const InspectorSubject& subject, const HeapAllocation& block) {
  const RecordedHeap& history = *subject.view.history;
  page.row(Text::tr("allocated"),
           block.allocated == 0 ? Text::tr("present when the record begins") : step_words(block.allocated));
  const HeapStep end = history.step_count();
  if (block.free_completed >= end)
    page.row(Text::tr("freed"),
             block.free_requested >= end
                 ? Text::tr("not in the record")
                 : Text::tr("requested at %1, never completed").arg(step_words(block.free_requested)));
  else if (block.free_completed > block.free_requested + 1)
    page.row(Text::tr("freed"), Text::tr("requested at %1, completed at %2")
                                    .arg(step_words(block.free_requested), step_words(block.free_completed)));
  else
    page.row(Text::tr("freed"), step_words(block.free_completed));
  if (block.stream < history.streams.size())
    page.row(Text::tr("stream"), stream_html(history, block.stream, *subject.view.graph, *subject.theme));
  page.row(Text::tr("memory goes to"), Text::tr("%Ln later block(s)", nullptr, as_int(reuses_of(history, block))));
}

/// "forward (model.py:104)", the innermost first.
void add_stack(HtmlPage& page, const InspectorSubject& subject, const HeapAllocation& block) {
  const RecordedHeap& history = *subject.view.history;
  page.section(Text::tr("Stack"));
  const auto all = history.frames_of(block.stack, true), python = history.frames_of(block.stack, false);
  if (all.empty()) return page.paragraph(Text::tr("No stack is recorded for it."));
  QStringList lines;
  for (const std::uint32_t frame : subject.all_frames ? all : python)
    lines << text_of(history.label(history.frames[frame])).toHtmlEscaped();
  page.list(lines);
  if (all.size() == python.size()) return;
  const QString words = subject.all_frames ? Text::tr("Hide frames of C++ and of the interpreter")
                                           : Text::tr("Show %Ln frame(s) of C++ and of the interpreter", nullptr,
                                                      as_int(all.size() - python.size()));
  page.paragraph(QStringLiteral("<a href='%1'>%2</a>").arg(QLatin1String(kFramesLink), words.toHtmlEscaped()));
}

/// Where the recorded plan is shown its address is no offset that other blocks explain.
Inspection inspect_block(const InspectorSubject& subject, const HeapAllocation& block, const Task& task) {
  const RecordedHeap& history = *subject.view.history;
  const Graph& graph = *subject.view.graph;
  const TensorId t = block.tensor;
  HtmlPage page;
  page.heading(text_of(graph.name(t)));
  page.row(Text::tr("requested"), full_bytes(block.requested));
  if (block.rounded != block.requested) page.row(Text::tr("allocated"), full_bytes(block.rounded));
  page.row(Text::tr("address"), "0x" + QString::number(block.address, 16));
  add_life(page, subject, block);
  if (const HeapFrame* frame = history.telling_frame(block.stack))
    page.row(Text::tr("source line"), text_of(history.label(*frame)).toHtmlEscaped());
  const PlanView& view = subject.view;
  const bool planned = view.plan && !view.plan->reserved_peak;
  if (planned) page.row(Text::tr("offset in the plan"), address_text(view.plan->offsets[t.index()]));
  if (view.conflicts) add_partners(page, *view.conflicts, t);
  if (!subject.note.isEmpty()) page.row(Text::tr("note"), one_line(subject.note).toHtmlEscaped());
  page.end_rows();
  add_stack(page, subject, block);
  if (planned) add_blame(page, subject, t, task);
  return {page.html(), {}, {}};
}

}  // namespace

Inspection inspect_tensor(const InspectorSubject& subject, TensorId t, const Task& task) {
  const Graph& graph = *subject.view.graph;
  if (subject.view.history)
    if (const HeapAllocation* block = subject.view.history->allocation_of(t))
      return inspect_block(subject, *block, task);
  HtmlPage page;
  page.heading(text_of(graph.name(t)));
  add_place(page, subject.view, t);
  page.row(Text::tr("lifetime"), lifetime_text(graph, (*subject.view.lifetimes)[t.index()]));
  if (!has_only_lifetimes(graph)) add_flow(page, graph, t);
  if (!graph.kind(t).empty()) page.row(Text::tr("kind"), kind_label(graph.kind(t)).toHtmlEscaped());
  if (graph.group(t).valid()) page.row(Text::tr("group"), group_html(graph, t));
  if (subject.view.conflicts) add_partners(page, *subject.view.conflicts, t);
  if (!subject.note.isEmpty()) page.row(Text::tr("note"), one_line(subject.note).toHtmlEscaped());
  page.end_rows();
  add_blame(page, subject, t, task);
  return {page.html(), {}, {}};
}

}  // namespace stowage
