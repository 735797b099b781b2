// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QCoreApplication>

#include "widgets/controls/html.h"
#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/inspector/pages.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Inspector)
};

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

}  // namespace

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

}  // namespace stowage
