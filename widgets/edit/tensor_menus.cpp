// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/tensor_menus.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <QCoreApplication>
#include <QMenu>

#include "core/insight/edit/edits.h"
#include "core/insight/edit/memory_edits.h"
#include "core/insight/simulate/timing.h"
#include "widgets/edit/edit_entries.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/tensor_query.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::TensorMenus)
};

/// A text that is no size cannot be accepted.
void ask_size(const QMenu& menu, const QString& before, const std::function<void(Bytes)>& chosen) {
  ask_text(
      menu,
      {.name = "ask_size", .title = Text::tr("Set size"), .text = Text::tr("&Size, such as 4096, 4 KiB or 0x1000:")},
      before, [](const QString& text) { return parse_bytes(text).has_value(); },
      [chosen](const QString& text) { chosen(*parse_bytes(text)); });
}

/// By how much all ends later; none without durations.
std::optional<std::int64_t> absence_cost(const Graph& graph, TensorId tensor, const UseGap& gap,
                                         Result<EditedGraph> (*edit)(const Graph&, TensorId, OperatorId)) {
  constexpr std::size_t kMostOperators = 50'000;  // more would keep the menu waiting
  if (!graph.has_durations() || graph.operator_count() > kMostOperators) return std::nullopt;
  const Result<EditedGraph> edited = edit(graph, tensor, gap.first_late);
  if (!edited) return std::nullopt;
  return timing_of(edited->graph).makespan - timing_of(graph).makespan;
}

/// "-12.0 MiB, +120 µs".
QString absence_figures(Bytes size, std::optional<std::int64_t> slower) {
  const QString bytes = signed_bytes(Bytes{} - size);
  return slower ? Text::tr("%1, %2").arg(bytes, signed_duration(*slower)) : bytes;
}

/// "Frees 12.0 MiB between conv1 and conv1.grad, for 34 steps. Makespan +120 µs."
QString absence_text(const Graph& graph, TensorId tensor, const UseGap& gap, std::optional<std::int64_t> slower) {
  const QString out = Text::tr("Frees %1 between %2 and %3, for %Ln step(s).", nullptr, as_int(gap.steps() - 1))
                          .arg(human_bytes(graph.size(tensor)), text_of(graph.name(gap.last_early)),
                               text_of(graph.name(gap.first_late)));
  if (!slower) return out;
  return out + ' ' +
         (*slower == 0 ? Text::tr("The makespan stays.") : Text::tr("Makespan %1.").arg(signed_duration(*slower)));
}

struct SharingText {
  Q_DECLARE_TR_FUNCTIONS(stowage::SharingMenus)
};

constexpr std::size_t kMostInputs = 20;  // a menu with more is longer than a screen

/// What the producer reads and does not make, the first of them.
std::vector<TensorId> inputs_of_producer(const Graph& graph, TensorId t) {
  std::vector<TensorId> out;
  const OperatorId producer = graph.producer(t);
  if (!producer.valid()) return out;
  for (TensorId input : graph.inputs(producer))
    if (graph.producer(input) != producer && out.size() < kMostInputs) out.push_back(input);
  return out;
}

QString sentence(const std::string& refusal) {
  return sentence_of(Error::bad_input("", "", refusal));
}

/// Grey, with the reason, where there is nothing to choose.
QMenu* add_choices(QMenu& menu, const QString& text, const QString& why_none, bool any) {
  QMenu* out = menu.addMenu(text);
  out->setToolTipsVisible(true);
  out->menuAction()->setEnabled(any);
  if (!any) out->menuAction()->setToolTip(why_none);
  return out;
}

bool is_permitted(const Graph& graph, TensorId output, TensorId input) {
  return std::ranges::any_of(graph.in_place(),
                             [&](const InPlace& pair) { return pair.output == output && pair.input == input; });
}

bool is_view_of(const Graph& graph, TensorId tensor, TensorId of) {
  return std::ranges::any_of(graph.views(), [&](const View& view) { return view.tensor == tensor && view.of == of; });
}

void add_view_choices(QMenu& menu, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph, TensorId tensor) {
  const std::vector<TensorId> inputs = inputs_of_producer(*graph, tensor);
  QMenu* choices = add_choices(menu, SharingText::tr("Make a &view of"),
                               SharingText::tr("Its producer reads no tensor"), !inputs.empty());
  for (TensorId of : inputs) {
    const std::string refusal = why_no_view(*graph, tensor, of);
    QAction* entry = add_edit_entry(
        *choices, entry_text(text_of(graph->name(of))), ask,
        request_if(refusal.empty(), [graph, tensor, of] { return edits::make_view(*graph, tensor, of); }));
    entry->setCheckable(true);
    entry->setChecked(is_view_of(*graph, tensor, of));
    if (!refusal.empty()) entry->setToolTip(sentence(refusal));
  }
}

/// Each input, checked where it is permitted.
void add_in_place_choices(QMenu& menu, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                          TensorId tensor) {
  const std::vector<TensorId> inputs = inputs_of_producer(*graph, tensor);
  QMenu* choices = add_choices(menu, SharingText::tr("May be &written over"),
                               SharingText::tr("Its producer reads no tensor"), !inputs.empty());
  for (TensorId input : inputs) {
    const bool permitted = is_permitted(*graph, tensor, input);
    QAction* entry =
        add_edit_entry(*choices, entry_text(text_of(graph->name(input))), ask, [graph, tensor, input, permitted] {
          return permitted ? edits::forbid_in_place(*graph, tensor, input)
                           : edits::permit_in_place(*graph, tensor, input);
        });
    entry->setCheckable(true);
    entry->setChecked(permitted);
  }
}

void add_view_of_two(QMenu& menu, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                     std::vector<TensorId> two) {
  std::ranges::stable_sort(two, {}, [&](TensorId t) { return graph->size(t); });
  const TensorId tensor = two[0], of = two[1];
  const std::string refusal = why_no_view(*graph, tensor, of);
  QAction* entry = add_edit_entry(
      menu,
      SharingText::tr("Make %1 a &view of %2")
          .arg(entry_text(text_of(graph->name(tensor))), entry_text(text_of(graph->name(of)))),
      ask, request_if(refusal.empty(), [graph, tensor, of] { return edits::make_view(*graph, tensor, of); }));
  if (!refusal.empty()) entry->setToolTip(sentence(refusal));
}

/// Adds entries for the bytes that a tensor has in common with another: whose view it is, and over which inputs of its
/// producer it may be written. Of two tensors: the smaller becomes a view of the larger.
void add_sharing(QMenu& menu, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                 const std::vector<TensorId>& tensors) {
  if (tensors.size() == 2) return add_view_of_two(menu, ask, graph, tensors);
  if (tensors.size() > 2) return;
  const TensorId tensor = tensors.front();
  add_view_choices(menu, ask, graph, tensor);
  add_in_place_choices(menu, ask, graph, tensor);
  if (graph->is_view(tensor))
    add_edit_entry(menu, SharingText::tr("Give it &bytes of its own"), ask,
                   [graph, tensor] { return edits::end_view(*graph, tensor); });
}

}  // namespace

void TensorMenus::fill_for_tensors(QMenu& menu, const std::vector<TensorId>& tensors) const {
  menu.setToolTipsVisible(true);
  add_scaling(menu, [graph = graph_, tensors](Factor by) { return edits::scale_sizes(*graph, tensors, by); });
  add_size(menu, tensors);
  menu.addSeparator();
  add_grouping(menu, Text::tr("&Group contiguously"), ask_, graph_, tensors);
  add_leaving(menu, tensors);
  add_sharing(menu, ask_, graph_, tensors);
  add_spaces(menu, tensors);
  menu.addSeparator();
  add_absence(menu, tensors.front());
  if (tensors.size() > 1)
    for (QAction* entry : menu.actions().last(2)) {
      entry->setEnabled(false);
      entry->setToolTip(Text::tr("For one tensor at a time"));
    }
}

/// The space that is shown, too: tensors of others, which have no bytes here, can be selected and come here.
void TensorMenus::add_spaces(QMenu& menu, const std::vector<TensorId>& tensors) const {
  if (spaces_.names.size() < 2) return;
  QMenu* to = menu.addMenu(Text::tr("Move to &memory space"));
  to->setToolTipsVisible(true);
  to->setObjectName("move_to_space");
  const bool all_here = std::ranges::all_of(tensors, [this](TensorId t) { return graph_->size(t) > Bytes{}; });
  for (std::size_t k = 0; k < spaces_.names.size(); ++k) {
    std::function<EditRequest()> move = [tensors, k] {
      EditRequest request;
      request.move = EditRequest::Move{tensors, k};
      return request;
    };
    const bool there = k == spaces_.shown && all_here;
    QAction* entry = add_edit_entry(*to, entry_text(spaces_.names[k]), ask_, there ? nullptr : std::move(move));
    if (there) entry->setToolTip(Text::tr("In this memory space already"));
  }
}

void TensorMenus::fill_for_all(QMenu& menu) const {
  menu.setToolTipsVisible(true);
  add_scaling(menu, edits::scale_all_sizes);
}

void TensorMenus::add_scaling(QMenu& menu, const std::function<EditRequest(Factor)>& scale) const {
  add_edit_entry(menu, Text::tr("Size × &2"), ask_, [scale] { return scale({2, 1}); });
  add_edit_entry(menu, Text::tr("Size &÷ 2"), ask_, [scale] { return scale({1, 2}); });
  add_scaling_entry(menu, Text::tr("S&cale size…"), "ask_factor", Text::tr("Scale sizes"), ask_, scale);
}

void TensorMenus::add_size(QMenu& menu, const std::vector<TensorId>& tensors) const {
  const Bytes first = graph_->size(tensors.front());
  const bool same = std::ranges::all_of(tensors, [&](TensorId t) { return graph_->size(t) == first; });
  const QString before = same ? QString::number(first.count) : QString();
  menu.addAction(Text::tr("&Set size…"), &menu, [&menu, before, graph = graph_, ask = ask_, tensors] {
    ask_size(menu, before, [graph, ask, tensors](Bytes size) { ask(edits::set_sizes(*graph, tensors, size)); });
  });
}

/// What gives its bytes away in its longest wait for a use, with what that frees and costs.
void TensorMenus::add_absence(QMenu& menu, TensorId tensor) const {
  const UseGap gap = longest_gap(*graph_, tensor);
  using Edit = Result<EditedGraph> (*)(const Graph&, TensorId, OperatorId);
  using Request = EditRequest (*)(const Graph&, TensorId, OperatorId);
  const auto add = [&](const char* name, QString text, const std::string& refusal, Edit edit, Request request) {
    std::function<EditRequest()> ask;
    const auto slower = refusal.empty() ? absence_cost(*graph_, tensor, gap, edit) : std::nullopt;
    if (refusal.empty()) text = Text::tr("%1: %2").arg(text, absence_figures(graph_->size(tensor), slower));
    if (refusal.empty())
      ask = [graph = graph_, tensor, late = gap.first_late, request] { return request(*graph, tensor, late); };
    QAction* entry = add_edit_entry(menu, text, ask_, std::move(ask));
    entry->setObjectName(name);
    entry->setToolTip(refusal.empty() ? absence_text(*graph_, tensor, gap, slower)
                                      : sentence_of(Error::bad_input("", "", refusal)));
  };
  add("recompute", Text::tr("&Recompute"), why_not_recomputed(*graph_, tensor, gap.first_late), recompute,
      edits::recompute);
  add(
      "offload", Text::tr("&Offload to the host"), why_not_offloaded(*graph_, tensor, gap.first_late),
      [](const Graph& graph, TensorId t, OperatorId late) { return offload(graph, t, late); }, edits::offload);
}

/// What ends a group, or a tensor's being in it.
void TensorMenus::add_leaving(QMenu& menu, const std::vector<TensorId>& tensors) const {
  const GroupId group = graph_->group(tensors.front());
  const bool one = group.valid() && std::ranges::all_of(tensors, [&](TensorId t) { return graph_->group(t) == group; });
  QAction* leave_entry = add_edit_entry(menu, Text::tr("&Take out of its group"), ask_,
                                        request_if(one && tensors.size() == 1, [graph = graph_, t = tensors.front()] {
                                          return edits::remove_from_group(*graph, t);
                                        }));
  QAction* dissolve_entry =
      add_edit_entry(menu, Text::tr("&Dissolve its group"), ask_,
                     request_if(one, [graph = graph_, group] { return edits::dissolve_group(*graph, group); }));
  leave_entry->setObjectName("leave_group");
  dissolve_entry->setObjectName("dissolve_group");
  const QString why = tensors.size() == 1 ? Text::tr("It is in no group") : Text::tr("They are not all in one group");
  if (!one) dissolve_entry->setToolTip(why);
  if (!leave_entry->isEnabled()) leave_entry->setToolTip(one ? Text::tr("For one tensor at a time") : why);
}

}  // namespace stowage
