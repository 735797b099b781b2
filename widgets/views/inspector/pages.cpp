// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/inspector/pages.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "core/graph/laid_out.h"
#include "core/insight/analysis/byte_usage.h"
#include "core/insight/analysis/report.h"
#include "core/insight/bodies/edit_bodies.h"
#include "core/insight/simulate/timing.h"
#include "widgets/controls/hover_card.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Inspector)
};

/// A page of rich text, part by part. Texts are HTML where they are called so, otherwise plain.
class HtmlPage {
 public:
  void heading(const QString& text) { html_ += "<h3>" + text.toHtmlEscaped() + "</h3>"; }
  void section(const QString& text) { html_ += "<h4>" + text.toHtmlEscaped() + "</h4>"; }
  void paragraph(const QString& html) { html_ += "<p>" + html + "</p>"; }
  /// Says what to do, in another ink.
  void hint(const QString& text) { html_ += "<p class='hint'>" + text.toHtmlEscaped() + "</p>"; }
  void list(const QStringList& html) {
    if (!html.isEmpty()) html_ += "<ul><li>" + html.join("</li><li>") + "</li></ul>";
  }
  /// Rows of "name, value" that follow each other are one table.
  void row(const QString& name, const QString& html) {
    rows_ += "<tr><td class='name'>" + name.toHtmlEscaped() + "</td><td>" + html + "</td></tr>";
  }
  /// A row of any number of cells.
  void cells(const QStringList& html) {
    rows_ += "<tr><td class='name'>" + html.join("</td><td class='name'>") + "</td></tr>";
  }
  void end_rows() {
    if (!rows_.isEmpty()) html_ += "<table cellspacing='0' cellpadding='0'>" + rows_ + "</table>";
    rows_.clear();
  }
  [[nodiscard]] const QString& html() {
    end_rows();
    return html_;
  }

 private:
  QString html_, rows_;
};

/// At most this many names of one kind, steps of a proof, links of a chain and so on are written out.
constexpr std::size_t kMostNames = 12;
constexpr std::size_t kMostProofs = 8, kMostSteps = 24;
constexpr std::size_t kMostLinks = 16, kMostGaps = 6;

QString anchor(const char* kind, std::size_t number, const QString& html) {
  return QStringLiteral("<a href=\"%1:%2\">%3</a>").arg(QLatin1String(kind), QString::number(number), html);
}

/// Escaped and on one line.
QString html_name(std::string_view name) {
  return text_of(name).toHtmlEscaped();
}

QString html_link(const Graph& graph, TensorId t) {
  return anchor("tensor", t.index(), html_name(graph.name(t)));
}

QString html_link(PathLink path, const QString& text) {
  return anchor("path", path.number, text.toHtmlEscaped());
}

}  // namespace

QString html_link(const Graph& graph, OperatorId o) {
  return anchor("operator", o.index(), html_name(shown_name(graph, o)));
}

std::optional<InspectorLink> parse_link(const QUrl& url) {
  bool fine = false;
  const std::size_t number = url.path().toULongLong(&fine);
  if (!fine) return std::nullopt;
  if (url.scheme() == "tensor") return TensorId(number);
  if (url.scheme() == "operator") return OperatorId(number);
  if (url.scheme() == "path") return PathLink{number};
  return std::nullopt;
}

namespace {

/// The first few as links, and how many more there are; `bold` stands out and is none. Empty for none.
template <class Id>
QString html_links(const Graph& graph, std::span<const Id> ids, Id bold = {}) {
  QStringList names;
  for (const Id id : ids.first(std::min(ids.size(), kMostNames)))
    names << (id == bold ? "<b>" + html_name(graph.name(id)) + "</b>" : html_link(graph, id));
  if (ids.size() > kMostNames) names << Text::tr("%1 more").arg(grouped(ids.size() - kMostNames));
  return names.join(", ");
}

// ---- operators, and several of anything

constexpr std::size_t kMostAtPeak = 6;

Bytes sum_of(const Graph& graph, std::span<const TensorId> tensors) {
  Bytes sum;
  for (TensorId t : each_once(graph, std::vector(tensors.begin(), tensors.end()))) sum += graph.size(t);
  return sum;
}

/// The largest with their sizes, one a line.
void add_tensors(HtmlPage& page, const Graph& graph, const QString& title, std::span<const TensorId> tensors) {
  if (tensors.empty()) return;
  page.section(Text::tr("%1 %2 in %3").arg(title, human_bytes(sum_of(graph, tensors)), tensors_text(graph, tensors)));
  std::vector<TensorId> largest(tensors.begin(), tensors.end());
  std::ranges::stable_sort(largest, std::ranges::greater(), [&](TensorId t) { return graph.size(t); });
  QStringList lines;
  for (TensorId t : std::span(largest).first(std::min(largest.size(), kMostNames)))
    lines << Text::tr("%1, %2").arg(html_link(graph, t), human_bytes(graph.size(t)));
  if (largest.size() > kMostNames) lines << Text::tr("%1 smaller").arg(grouped(largest.size() - kMostNames));
  page.list(lines);
}

// ---- bodies

constexpr std::size_t kMostRows = 64, kMostIterations = 8;

/// Where the tensors of a body lie, by iteration; `bold` is one of the tensors of the body.
void add_body(HtmlPage& page, const PlanView& view, const BodyTable& body, TensorId bold) {
  const std::size_t copies = body.first + body.repeat, shown = std::min(copies, kMostIterations);
  page.section(Text::tr("Offsets in %1").arg(text_of(body.path)));
  QStringList cells{Text::tr("iteration")};
  for (std::size_t k = 0; k < shown; ++k) cells << grouped(k);
  cells << (shown < copies ? QStringLiteral("…") : Text::tr("then as from %1 on").arg(grouped(body.first)));
  if (copies > 1) page.cells(cells);
  for (TensorId t : body.body->tensors()) {
    if (t.index() == kMostRows) {
      page.cells({Text::tr("%1 more").arg(grouped(body.body->tensor_count() - kMostRows))});
      break;
    }
    const QString name = html_name(body.body->name(t));
    cells = {t == bold ? "<b>" + name + "</b>" : name};
    const auto& places = body.places[t.index()];
    for (std::size_t k = 0; k < std::min(shown, places.size()); ++k)
      cells << anchor("tensor", places[k].index(),
                      view.plan ? offset_number(view.plan->offsets[places[k].index()].value)
                                : html_name(view.graph->name(places[k])));
    if (places.empty()) cells << Text::tr("outside");
    page.cells(cells);
  }
  page.end_rows();
}

/// The bodies of an operator that has some, or the body that the operator or tensor is of.
template <class AnyId>
void add_bodies(HtmlPage& page, const PlanView& view, const Origin<AnyId>& of) {
  const auto is_own = [&](const BodyTable& body) {
    if constexpr (std::is_same_v<AnyId, OperatorId>) return body.of.body == of.body && body.of.id == of.id;
    return false;
  };
  TensorId bold;
  if constexpr (std::is_same_v<AnyId, TensorId>) bold = of.id;
  const auto& tables = view.graph->laid_out()->tables;
  const bool has_own = std::ranges::any_of(tables, is_own);
  for (const BodyTable& body : tables)
    if (has_own ? is_own(body) : body.body == of.body) add_body(page, view, body, bold);
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
  const AllowedSteps steps = steps_allowed(graph, o);
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
  page.heading(text_of(shown_name(graph, o)));
  for (const GraphCard::Row& row : operator_rows(graph, o)) page.row(row.name, row.value.toHtmlEscaped());
  if (graph.times().empty()) page.row(Text::tr("may move"), move_html(graph, o));
  if (graph.has_durations()) add_times(page, graph, o);
  add_neighbours(page, graph, o);
  page.end_rows();
  if (graph.laid_out() != nullptr) add_bodies(page, subject.view, graph.laid_out()->operator_origins[o.index()]);
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
  page.heading(tensors_text(graph, tensors));
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
  page.heading(operators_text(graph, operators));
  std::vector<TensorId> made;
  for (OperatorId o : operators) made.insert(made.end(), graph.outputs(o).begin(), graph.outputs(o).end());
  page.paragraph(html_links(graph, operators));
  add_tensors(page, graph, Text::tr("They make"), made);
  return {page.html(), {}, {}};
}

namespace {

// ---- pairs

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
  if (!why.branches_of.empty())
    return page.paragraph(
        Text::tr("They are in two branches of %1, and each run takes one.").arg(text_of(why.branches_of)));
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

namespace {

// ---- tensors

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
  std::vector<TensorId> companions;
  for (const CompanionPair& pair : graph.companions())
    if (pair.first == t || pair.second == t) companions.push_back(pair.first == t ? pair.second : pair.first);
  if (companions.empty()) return add_room(page, *blame);
  page.paragraph(Text::tr("It must be at one place with %1.").arg(html_links<TensorId>(graph, companions)));
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
  if (graph.laid_out() != nullptr) add_bodies(page, subject.view, graph.laid_out()->tensor_origins[t.index()]);
  add_blame(page, subject, t, task);
  return {page.html(), {}, {}};
}

}  // namespace stowage
