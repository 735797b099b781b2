// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/duration_menus.h"

#include <algorithm>

#include <QCoreApplication>
#include <QMenu>

#include "widgets/edit/edit_dialogs.h"
#include "widgets/edit/edits.h"
#include "widgets/edit/typed_duration.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::DurationMenus)
};

/// The duration that all of them have, as it can be typed; empty where they differ, or none is known.
QString common_duration(const Graph& graph, const std::vector<OperatorId>& operators) {
  const std::int64_t first = graph.duration(operators.front()).nanoseconds;
  const bool same =
      std::ranges::all_of(operators, [&](OperatorId o) { return graph.duration(o).nanoseconds == first; });
  return same && first > 0 ? exact_duration(first) : QString();
}

}  // namespace

void DurationMenus::fill_for_operators(QMenu& menu, const std::vector<OperatorId>& operators) const {
  QAction* entry = menu.addAction(Text::tr("Set &duration…"), &menu, [&menu, graph = graph_, ask = ask_, operators] {
    ask_text(
        menu,
        {.name = "ask_duration",
         .title = Text::tr("Set duration"),
         .text = Text::tr("&Duration, such as 250 us or 1.5 ms; 0 for unknown:")},
        common_duration(*graph, operators), [](const QString& text) { return parse_duration(text).has_value(); },
        [graph, ask, operators](const QString& text) {
          ask(edits::set_durations(*graph, operators, *parse_duration(text)));
        });
  });
  entry->setObjectName("set_duration");
  const bool known = std::ranges::any_of(operators, [&](OperatorId o) { return graph_->duration(o).nanoseconds > 0; });
  add_scaling(
      menu, [graph = graph_, operators](Factor by) { return edits::scale_durations(*graph, operators, by); }, known);
}

void DurationMenus::fill_for_all(QMenu& menu) const {
  menu.setToolTipsVisible(true);
  const bool known = graph_->has_durations();
  const auto scale_by = [&](Factor by) {
    return known ? std::function([by] { return edits::scale_all_durations(by); }) : nullptr;
  };
  add_edit_entry(menu, Text::tr("Duration × &2"), ask_, scale_by({2, 1}));
  add_edit_entry(menu, Text::tr("Duration &÷ 2"), ask_, scale_by({1, 2}));
  add_scaling(menu, edits::scale_all_durations, known);
}

void DurationMenus::add_scaling(QMenu& menu, const Scale& scale, bool known) const {
  QAction* entry = menu.addAction(Text::tr("S&cale durations…"), &menu, [&menu, scale, ask = ask_] {
    ask_factor(menu,
               {.name = "ask_duration_factor",
                .title = Text::tr("Scale durations"),
                .text = Text::tr("&Factor, to three decimal places:")},
               [scale, ask](Factor factor) { ask(scale(factor)); });
  });
  entry->setObjectName("scale_durations");
  entry->setEnabled(known);
  if (!known) entry->setToolTip(Text::tr("No duration is known to scale"));
}

}  // namespace stowage
