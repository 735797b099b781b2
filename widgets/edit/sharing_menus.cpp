// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/sharing_menus.h"

#include <algorithm>
#include <string>
#include <utility>

#include <QCoreApplication>
#include <QMenu>

#include "core/insight/edit/edits.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

struct Text {
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
  QMenu* choices =
      add_choices(menu, Text::tr("Make a &view of"), Text::tr("Its producer reads no tensor"), !inputs.empty());
  for (TensorId of : inputs) {
    const std::string refusal = why_no_view(*graph, tensor, of);
    std::function<EditRequest()> request;
    if (refusal.empty()) request = [graph, tensor, of] { return edits::make_view(*graph, tensor, of); };
    QAction* entry = add_edit_entry(*choices, entry_text(text_of(graph->name(of))), ask, std::move(request));
    entry->setCheckable(true);
    entry->setChecked(is_view_of(*graph, tensor, of));
    if (!refusal.empty()) entry->setToolTip(sentence(refusal));
  }
}

/// Each input, checked where it is permitted.
void add_in_place_choices(QMenu& menu, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                          TensorId tensor) {
  const std::vector<TensorId> inputs = inputs_of_producer(*graph, tensor);
  QMenu* choices =
      add_choices(menu, Text::tr("May be &written over"), Text::tr("Its producer reads no tensor"), !inputs.empty());
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
  std::function<EditRequest()> request;
  if (refusal.empty()) request = [graph, tensor, of] { return edits::make_view(*graph, tensor, of); };
  QAction* entry =
      add_edit_entry(menu,
                     Text::tr("Make %1 a &view of %2")
                         .arg(entry_text(text_of(graph->name(tensor))), entry_text(text_of(graph->name(of)))),
                     ask, std::move(request));
  if (!refusal.empty()) entry->setToolTip(sentence(refusal));
}

}  // namespace

void add_sharing(QMenu& menu, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                 const std::vector<TensorId>& tensors) {
  if (tensors.size() == 2) return add_view_of_two(menu, ask, graph, tensors);
  if (tensors.size() > 2) return;
  const TensorId tensor = tensors.front();
  add_view_choices(menu, ask, graph, tensor);
  add_in_place_choices(menu, ask, graph, tensor);
  if (graph->is_view(tensor))
    add_edit_entry(menu, Text::tr("Give it &bytes of its own"), ask,
                   [graph, tensor] { return edits::end_view(*graph, tensor); });
}

}  // namespace stowage
