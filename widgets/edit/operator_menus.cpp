// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/operator_menus.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <QCoreApplication>
#include <QLocale>
#include <QMenu>

#include "core/insight/edit/edits.h"
#include "widgets/base/canvas.h"
#include "widgets/edit/edit_entries.h"
#include "widgets/edit/edits.h"
#include "widgets/edit/typed_duration.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::OperatorMenus)
};

constexpr std::size_t kMostListed = 40;  // streams or syncs that a menu lists one by one

/// Streams as entries of `menu`; `excluded` is there, but greyed out.
void list_streams(QMenu& menu, const std::shared_ptr<const Graph>& graph, StreamId excluded,
                  const std::function<void(StreamId)>& chosen) {
  for (std::size_t s = 0; s < graph->stream_count() && s < kMostListed; ++s) {
    QAction* entry =
        menu.addAction(entry_text(stream_label(*graph, StreamId(s))), &menu, [chosen, s] { chosen(StreamId(s)); });
    entry->setEnabled(StreamId(s) != excluded);
  }
  if (graph->stream_count() <= kMostListed) return;
  const QString question = menu.title();
  QWidget* parent = dialog_parent(menu);
  // In the first function here, lupdate does not know whose texts they are.
  const QString text = QCoreApplication::translate("stowage::OperatorMenus", "Choose among all %1 streams…");
  const QString title = QCoreApplication::translate("stowage::OperatorMenus", "Streams");
  menu.addAction(text.arg(QLocale().toString(qulonglong(graph->stream_count()))), &menu,
                 [=] { ask_stream(parent, *graph, excluded, title, question, chosen); })
      ->setObjectName("choose_stream");
}

struct DurationText {
  Q_DECLARE_TR_FUNCTIONS(stowage::DurationMenus)
};

/// The duration that all of them have, as it can be typed; empty where they differ, or none is known.
QString common_duration(const Graph& graph, const std::vector<OperatorId>& operators) {
  const std::int64_t first = graph.duration(operators.front()).nanoseconds;
  const bool same =
      std::ranges::all_of(operators, [&](OperatorId o) { return graph.duration(o).nanoseconds == first; });
  return same && first > 0 ? exact_duration(first) : QString();
}

void add_scaling(QMenu& menu, const AskForEdit& ask, const std::function<EditRequest(Factor)>& scale, bool known) {
  QAction* entry = add_scaling_entry(menu, DurationText::tr("S&cale durations…"), "ask_duration_factor",
                                     DurationText::tr("Scale durations"), ask, scale);
  entry->setObjectName("scale_durations");
  entry->setEnabled(known);
  if (!known) entry->setToolTip(DurationText::tr("No duration is known to scale"));
}

void add_durations(QMenu& menu, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                   const std::vector<OperatorId>& operators) {
  QAction* entry = menu.addAction(DurationText::tr("Set &duration…"), &menu, [&menu, graph, ask, operators] {
    ask_text(
        menu,
        {.name = "ask_duration",
         .title = DurationText::tr("Set duration"),
         .text = DurationText::tr("&Duration, such as 250 us or 1.5 ms; 0 for unknown:")},
        common_duration(*graph, operators), [](const QString& text) { return parse_duration(text).has_value(); },
        [graph, ask, operators](const QString& text) {
          ask(edits::set_durations(*graph, operators, *parse_duration(text)));
        });
  });
  entry->setObjectName("set_duration");
  const bool known = std::ranges::any_of(operators, [&](OperatorId o) { return graph->duration(o).nanoseconds > 0; });
  add_scaling(
      menu, ask, [graph, operators](Factor by) { return edits::scale_durations(*graph, operators, by); }, known);
}

}  // namespace

QString OperatorMenus::name(OperatorId o) const {
  return entry_text(text_of(graph_->name(o)));
}

void OperatorMenus::fill_for_operators(QMenu& menu, const std::vector<OperatorId>& operators,
                                       const ControlEdge* sync) const {
  menu.setToolTipsVisible(true);
  if (operators.empty()) return;
  add_streams(menu, operators);
  add_order(menu, operators);
  menu.addSeparator();
  add_syncs(menu, operators, sync);
  add_group(menu, operators);
  menu.addSeparator();
  add_durations(menu, ask_, graph_, operators);
  menu.addSeparator();
}

void OperatorMenus::fill_for_graph(QMenu& menu) const {
  menu.setToolTipsVisible(true);
  QAction* one = add(menu, Text::tr("&All on one stream"), [] { return edits::all_on_one_stream(); });
  one->setObjectName("all_on_one_stream");
  one->setStatusTip(Text::tr("Experiment: how much memory without concurrency? Undo reverts it"));
  if (graph_->stream_count() < 2) {
    one->setEnabled(false);
    one->setToolTip(Text::tr("There is one stream only"));
  }
  QAction* each = add(menu, Text::tr("One stream &each"), [] { return edits::one_stream_each(); });
  each->setObjectName("one_stream_each");
  each->setStatusTip(Text::tr("Experiment: each operator on its own stream, ordered by data and syncs"));
}

void OperatorMenus::add_streams(QMenu& menu, const std::vector<OperatorId>& operators) const {
  QMenu* streams = menu.addMenu(Text::tr("&Move to stream"));
  streams->menuAction()->setObjectName("move_to_stream");
  const StreamId first = graph_->stream(operators.front());
  const bool same = std::ranges::all_of(operators, [&](OperatorId o) { return graph_->stream(o) == first; });
  list_streams(*streams, graph_, same ? first : StreamId(), [graph = graph_, ask = ask_, operators](StreamId to) {
    ask(edits::move_to_stream(*graph, operators, to));
  });
  streams->addSeparator();
  add(*streams, Text::tr("&New stream"), [graph = graph_, operators] {
    return edits::move_to_new_stream(*graph, operators, {});
  })->setObjectName("new_stream");
}

std::function<EditRequest()> OperatorMenus::move_by_step(const std::vector<OperatorId>& operators, int by) const {
  if (operators.size() != 1) return nullptr;
  const OperatorId o = operators.front();
  const AllowedSteps allowed = allowed_steps(*graph_, o);
  if (by < 0 ? o.index() == allowed.begin : o.index() + 1 == allowed.end) return nullptr;
  return [graph = graph_, o, by] { return edits::move_to_step(*graph, o, by < 0 ? o.index() - 1 : o.index() + 1); };
}

void OperatorMenus::add_order(QMenu& menu, const std::vector<OperatorId>& operators) const {
  QAction* earlier = add(menu, Text::tr("Move ea&rlier"), move_by_step(operators, -1));
  QAction* later = add(menu, Text::tr("Move &later"), move_by_step(operators, 1));
  earlier->setObjectName("move_earlier");
  later->setObjectName("move_later");
  earlier->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Left));  // shown here; the view itself hears the keys
  later->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Right));
  if (operators.size() != 1) {
    earlier->setToolTip(Text::tr("For one operator at a time"));
    return later->setToolTip(earlier->toolTip());
  }
  const AllowedSteps allowed = allowed_steps(*graph_, operators.front());
  if (!earlier->isEnabled() && allowed.after.valid())
    earlier->setToolTip(Text::tr("It must stay after %1").arg(text_of(graph_->name(allowed.after))));
  if (!later->isEnabled() && allowed.before.valid())
    later->setToolTip(Text::tr("It must stay before %1").arg(text_of(graph_->name(allowed.before))));
}

void OperatorMenus::add_syncs(QMenu& menu, const std::vector<OperatorId>& operators, const ControlEdge* sync) const {
  const auto add_one = [&](OperatorId from, OperatorId to, const char* way) {
    const bool there =
        std::ranges::find(graph_->control_successors(from), to) != graph_->control_successors(from).end();
    if (there)
      add(menu, Text::tr("Remove s&ync from %1 to %2").arg(name(from), name(to)), [graph = graph_, from, to] {
        return edits::remove_sync(*graph, {from, to});
      })->setObjectName(QLatin1String("remove_sync_") + QLatin1String(way));
    else
      add(menu, Text::tr("&Sync from %1 to %2").arg(name(from), name(to)), [graph = graph_, from, to] {
        return edits::add_sync(*graph, from, to);
      })->setObjectName(QLatin1String("add_sync_") + QLatin1String(way));
  };
  if (operators.size() == 2) {
    add_one(operators[0], operators[1], "on");
    add_one(operators[1], operators[0], "back");
  } else if (sync != nullptr) {
    add_one(sync->before, sync->after, "on");
  } else {
    QAction* hint = add(menu, Text::tr("&Sync from … to …"), nullptr);
    hint->setToolTip(Text::tr("Select two operators, or drag from one's right edge to the other"));
  }
  if (operators.size() == 1) add_syncs_of(menu, operators.front());
}

/// What there is to remove at one operator, for who has no mouse to click an arrow with.
void OperatorMenus::add_syncs_of(QMenu& menu, OperatorId o) const {
  QMenu* syncs = menu.addMenu(Text::tr("Remove s&ync"));
  std::size_t more = 0;
  for (const ControlEdge& edge : graph_->control()) {
    if (edge.before != o && edge.after != o) continue;
    if (syncs->actions().size() >= static_cast<qsizetype>(kMostListed)) {
      ++more;
      continue;
    }
    add(*syncs, name(edge.before) + QStringLiteral(" → ") + name(edge.after),
        [graph = graph_, edge] { return edits::remove_sync(*graph, edge); });
  }
  if (more > 0) add(*syncs, Text::tr("and %n more", nullptr, static_cast<int>(more)), nullptr);
  syncs->setEnabled(!syncs->isEmpty());
}

void OperatorMenus::add_group(QMenu& menu, const std::vector<OperatorId>& operators) const {
  std::vector<TensorId> outputs;
  for (OperatorId o : operators) outputs.insert(outputs.end(), graph_->outputs(o).begin(), graph_->outputs(o).end());
  std::ranges::sort(outputs);
  add_grouping(menu, Text::tr("&Group outputs contiguously"), ask_, graph_, outputs);
}

// ---- streams

void OperatorMenus::fill_for_stream(QMenu& menu, StreamId stream, const std::function<void()>& rename) const {
  menu.setToolTipsVisible(true);
  QAction* title = menu.addSection(stream_label(*graph_, stream));
  title->setEnabled(false);
  QAction* name = menu.addAction(Text::tr("&Rename…"), &menu, rename);
  name->setObjectName("rename_stream");
  name->setShortcut(QKeySequence(Qt::Key_F2));
  add_color(menu, stream);
  add_merging(menu, stream);
  const bool empty = graph_->operators_of(stream).empty();
  QAction* entry = add(menu, Text::tr("Re&move"),
                       request_if(empty, [graph = graph_, stream] { return edits::remove_stream(*graph, stream); }));
  entry->setObjectName("remove_stream");
  if (!empty) entry->setToolTip(Text::tr("Only a stream without operators can be removed"));
}

void OperatorMenus::add_color(QMenu& menu, StreamId stream) const {
  QMenu* colors = menu.addMenu(Text::tr("&Colour"));
  QWidget* parent = dialog_parent(menu);
  colors->addAction(Text::tr("&Choose…"), colors, [graph = graph_, ask = ask_, stream, parent] {
    ask_color(parent, *graph, stream, [=](const QColor& color) { ask(edits::recolor_stream(*graph, stream, color)); });
  });
  const bool has_own = !graph_->info(stream).color.empty();
  add(*colors, Text::tr("As the &palette has it"), request_if(has_own, [graph = graph_, stream] {
    return edits::recolor_stream(*graph, stream, QColor());
  }))->setObjectName("reset_color");
}

void OperatorMenus::add_merging(QMenu& menu, StreamId stream) const {
  QMenu* into = menu.addMenu(Text::tr("Mer&ge into"));
  into->menuAction()->setObjectName("merge_into");
  into->setEnabled(graph_->stream_count() > 1);
  list_streams(*into, graph_, stream,
               [graph = graph_, ask = ask_, stream](StreamId to) { ask(edits::merge_streams(*graph, stream, to)); });
}

void fill_for_durations(QMenu& menu, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph) {
  menu.setToolTipsVisible(true);
  const bool known = graph->has_durations();
  const auto scale_by = [&](Factor by) {
    return known ? std::function([by] { return edits::scale_all_durations(by); }) : nullptr;
  };
  add_edit_entry(menu, DurationText::tr("Duration × &2"), ask, scale_by({2, 1}));
  add_edit_entry(menu, DurationText::tr("Duration &÷ 2"), ask, scale_by({1, 2}));
  add_scaling(menu, ask, edits::scale_all_durations, known);
}

}  // namespace stowage
