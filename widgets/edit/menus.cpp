// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/menus.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QColorDialog>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QLocale>
#include <QMenu>
#include <QPushButton>

#include "core/graph/graph.h"
#include "core/graph/laid_out.h"
#include "core/insight/bodies/edit_bodies.h"
#include "core/insight/edit/memory_edits.h"
#include "core/insight/simulate/timing.h"
#include "widgets/base/canvas.h"
#include "widgets/edit/edits.h"
#include "widgets/edit/typed_duration.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/tensor_query.h"

namespace stowage {
namespace {

struct EntryText {
  Q_DECLARE_TR_FUNCTIONS(stowage::EditEntries)
};

constexpr int kPaletteColors = 8;
constexpr int kStreamsWidth = 360;  // pixels: the title is seen whole

struct EditDialogs {
  Q_DECLARE_TR_FUNCTIONS(stowage::EditDialogs)
};

struct ValueQuestion {
  const char* name;  ///< of the dialog, for tests
  QString title, text;
};

QInputDialog* make_dialog(QWidget* parent, const ValueQuestion& question) {
  auto* dialog = new QInputDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(question.name);
  dialog->setWindowTitle(question.title);
  dialog->setLabelText(question.text);
  return dialog;
}

/// For a dialog that an entry opens: the menus may be gone by then.
QWidget* dialog_parent(const QMenu& menu) {
  QWidget* parent = menu.parentWidget();
  while (qobject_cast<QMenu*>(parent)) parent = parent->parentWidget();
  return parent ? parent->window() : nullptr;
}

/// Null `request`: greyed out. `ask` is called while the menu is open.
QAction* add_edit_entry(QMenu& menu, const QString& text, const AskForEdit& ask, std::function<EditRequest()> request) {
  QAction* action = menu.addAction(text);
  action->setEnabled(request != nullptr);
  if (request)
    QObject::connect(action, &QAction::triggered, &menu, [ask, request = std::move(request)] { ask(request()); });
  return action;
}

/// "Group contiguously", in the words of `text`; `tensors` are sorted and of the graph.
void add_grouping(QMenu& menu, const QString& text, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                  const std::vector<TensorId>& tensors) {
  const bool grouped = std::ranges::any_of(tensors, [&](TensorId t) { return graph->group(t).valid(); });
  if (tensors.size() >= 2 && !grouped) {
    add_edit_entry(menu, text, ask, [graph, tensors] {
      return edits::make_group(*graph, tensors);
    })->setObjectName("make_group");
    return;
  }
  QAction* entry = add_edit_entry(menu, text, ask, nullptr);
  entry->setObjectName("make_group");
  entry->setToolTip(grouped ? EntryText::tr("One of the tensors is in a group already")
                            : EntryText::tr("Select at least two tensors"));
}

/// A name, cut where it is long, so that no letter of it becomes a key of the menu.
QString entry_text(const QString& name) {
  constexpr qsizetype kLongest = 48;
  QString out = name.size() > kLongest ? name.left(kLongest - 1) + QStringLiteral("…") : name;
  return out.replace('&', QLatin1String("&&"));
}

/// Adds an entry that asks for a factor, to three decimal places, and then for the edit by it. `name` and `title` are
/// those of the dialog.
QAction* add_scaling_entry(QMenu& menu, const QString& text, const char* name, const QString& title,
                           const AskForEdit& ask, const std::function<EditRequest(Factor)>& scale) {
  return menu.addAction(text, &menu, [&menu, name, title, ask, scale] {
    constexpr std::int64_t kDenominator = 1000;
    QInputDialog* dialog =
        make_dialog(dialog_parent(menu),
                    {.name = name, .title = title, .text = EditDialogs::tr("&Factor, to three decimal places:")});
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setDoubleDecimals(3);
    dialog->setDoubleRange(1.0 / kDenominator, 1'000'000);
    dialog->setDoubleValue(1.5);
    QObject::connect(dialog, &QInputDialog::doubleValueSelected, dialog, [ask, scale](double value) {
      ask(scale({std::llround(value * kDenominator), kDenominator}));
    });
    dialog->open();
  });
}

/// A text that does not fit cannot be accepted.
void ask_text(QWidget* parent, const ValueQuestion& question, const QString& before,
              const std::function<bool(const QString&)>& fits, const std::function<void(const QString&)>& chosen) {
  QInputDialog* dialog = make_dialog(parent, question);
  dialog->setTextValue(before);
  const auto check = [dialog, fits](const QString& text) {
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->setEnabled(fits(text));
  };
  QObject::connect(dialog, &QInputDialog::textValueChanged, dialog, check);
  QObject::connect(dialog, &QInputDialog::textValueSelected, dialog, [fits, chosen](const QString& text) {
    if (fits(text)) chosen(text);
  });
  dialog->open();
  check(before);
}

/// `request` where the edit is possible, otherwise none.
std::function<EditRequest()> request_if(bool possible, std::function<EditRequest()> request) {
  return possible ? std::move(request) : nullptr;
}

/// Chooses among all streams but `excluded`, in a dialog; returns at once.
void ask_stream(QWidget* parent, const Graph& graph, StreamId excluded, const QString& title, const QString& text,
                const std::function<void(StreamId)>& chosen) {
  QStringList names;
  std::vector<StreamId> streams;
  for (StreamId s : graph.streams()) {
    if (s == excluded) continue;
    streams.push_back(s);
    const Graph::Stream& info = graph.info(s);  // two streams may have one name, but not one number
    names << (info.name.empty() ? stream_label(graph, s)
                                : EditDialogs::tr("%1 (stream %2)").arg(text_of(info.name)).arg(info.number));
  }
  QInputDialog* dialog = make_dialog(parent, {.name = "ask_stream", .title = title, .text = text});
  dialog->setComboBoxItems(names);
  dialog->setOption(QInputDialog::UseListViewForComboBoxItems);
  dialog->resize(dialog->sizeHint().expandedTo({kStreamsWidth, 0}));
  QObject::connect(dialog, &QInputDialog::textValueSelected, dialog, [names, streams, chosen](const QString& name) {
    if (const auto at = names.indexOf(name); at >= 0) chosen(streams[static_cast<std::size_t>(at)]);
  });
  dialog->open();
}

/// The colours of the palette are offered, too.
void ask_color(QWidget* parent, const Graph& graph, StreamId stream, const std::function<void(const QColor&)>& chosen) {
  const Theme theme = Theme::of(is_dark(parent->palette()));
  for (int k = 0; k < kPaletteColors; ++k)
    QColorDialog::setCustomColor(k, palette_fill(static_cast<std::size_t>(k), theme).color);
  auto* dialog = new QColorDialog(stream_fill(graph, stream, theme).color, parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setOption(QColorDialog::DontUseNativeDialog);  // which has no room for those of the palette
  dialog->setWindowTitle(EditDialogs::tr("Colour of %1").arg(stream_label(graph, stream)));
  QObject::connect(dialog, &QColorDialog::colorSelected, dialog, chosen);
  dialog->open();
}

}  // namespace

void hold_entries(QMenu& menu, const QString& why) {
  if (why.isEmpty()) return;
  menu.setToolTipsVisible(true);
  for (QAction* entry : menu.actions()) {
    entry->setEnabled(false);
    entry->setToolTip(why);
  }
}

// ---- operators

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
        dialog_parent(menu),
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

QAction* OperatorMenus::add(QMenu& menu, const QString& text, std::function<EditRequest()> request) const {
  return add_edit_entry(menu, text, ask_, std::move(request));
}

QString OperatorMenus::name(OperatorId o) const {
  return entry_text(text_of(shown_name(*graph_, o)));
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
  const AllowedSteps allowed = steps_allowed(*graph_, o);
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
  const AllowedSteps allowed = steps_allowed(*graph_, operators.front());
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

void OperatorMenus::rename_stream(QWidget* parent, StreamId stream) const {
  const QString before = text_of(graph_->info(stream).name);
  ask_text(
      parent, {.name = "ask_name", .title = Text::tr("Rename stream"), .text = Text::tr("&Name:")}, before,
      [](const QString&) { return true; },
      [graph = graph_, ask = ask_, stream, before](const QString& name) {
        if (name != before) ask(edits::rename_stream(*graph, stream, name));
      });
}

void OperatorMenus::fill_for_stream(QMenu& menu, StreamId stream) const {
  menu.setToolTipsVisible(true);
  QAction* title = menu.addSection(stream_label(*graph_, stream));
  title->setEnabled(false);
  QAction* name = menu.addAction(Text::tr("&Rename…"), &menu, [menus = *this, stream, parent = dialog_parent(menu)] {
    menus.rename_stream(parent, stream);
  });
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
  colors
      ->addAction(Text::tr("&Choose…"), colors,
                  [graph = graph_, ask = ask_, stream, parent] {
                    ask_color(parent, *graph, stream,
                              [=](const QColor& color) { ask(edits::recolor_stream(*graph, stream, color)); });
                  })
      ->setObjectName("choose_color");
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

// ---- tensors

namespace {

struct SizeText {
  Q_DECLARE_TR_FUNCTIONS(stowage::TensorMenus)
};

/// A text that is no size cannot be accepted.
void ask_size(const QMenu& menu, const QString& before, const std::function<void(Bytes)>& chosen) {
  ask_text(
      dialog_parent(menu),
      {.name = "ask_size",
       .title = SizeText::tr("Set size"),
       .text = SizeText::tr("&Size, such as 4096, 4 KiB or 0x1000:")},
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
  return slower ? SizeText::tr("%1, %2").arg(bytes, signed_duration(*slower)) : bytes;
}

/// "Frees 12.0 MiB between conv1 and conv1.grad, for 34 steps. Makespan +120 µs."
QString absence_text(const Graph& graph, TensorId tensor, const UseGap& gap, std::optional<std::int64_t> slower) {
  const QString out = SizeText::tr("Frees %1 between %2 and %3, for %Ln step(s).", nullptr, as_int(gap.steps() - 1))
                          .arg(human_bytes(graph.size(tensor)), text_of(graph.name(gap.last_early)),
                               text_of(graph.name(gap.first_late)));
  if (!slower) return out;
  return out + ' ' +
         (*slower == 0 ? SizeText::tr("The makespan stays.")
                       : SizeText::tr("Makespan %1.").arg(signed_duration(*slower)));
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
  add_grouping(menu, SizeText::tr("&Group contiguously"), ask_, graph_, tensors);
  add_leaving(menu, tensors);
  add_sharing(menu, ask_, graph_, tensors);
  add_spaces(menu, tensors);
  menu.addSeparator();
  add_absence(menu, tensors.front());
  if (tensors.size() > 1)
    for (QAction* entry : menu.actions().last(2)) {
      entry->setEnabled(false);
      entry->setToolTip(SizeText::tr("For one tensor at a time"));
    }
}

/// The space that is shown, too: tensors of others, which have no bytes here, can be selected and come here.
void TensorMenus::add_spaces(QMenu& menu, const std::vector<TensorId>& tensors) const {
  if (spaces_.names.size() < 2) return;
  QMenu* to = menu.addMenu(SizeText::tr("Move to &memory space"));
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
    if (there) entry->setToolTip(SizeText::tr("In this memory space already"));
  }
}

void TensorMenus::fill_for_all(QMenu& menu) const {
  menu.setToolTipsVisible(true);
  add_scaling(menu, edits::scale_all_sizes);
}

void TensorMenus::add_scaling(QMenu& menu, const std::function<EditRequest(Factor)>& scale) const {
  add_edit_entry(menu, SizeText::tr("Size × &2"), ask_, [scale] { return scale({2, 1}); });
  add_edit_entry(menu, SizeText::tr("Size &÷ 2"), ask_, [scale] { return scale({1, 2}); });
  add_scaling_entry(menu, SizeText::tr("S&cale size…"), "ask_factor", SizeText::tr("Scale sizes"), ask_, scale);
}

void TensorMenus::add_size(QMenu& menu, const std::vector<TensorId>& tensors) const {
  const Bytes first = graph_->size(tensors.front());
  const bool same = std::ranges::all_of(tensors, [&](TensorId t) { return graph_->size(t) == first; });
  const QString before = same ? QString::number(first.count) : QString();
  menu.addAction(SizeText::tr("&Set size…"), &menu, [&menu, before, graph = graph_, ask = ask_, tensors] {
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
    if (refusal.empty()) text = SizeText::tr("%1: %2").arg(text, absence_figures(graph_->size(tensor), slower));
    if (refusal.empty())
      ask = [graph = graph_, tensor, late = gap.first_late, request] { return request(*graph, tensor, late); };
    QAction* entry = add_edit_entry(menu, text, ask_, std::move(ask));
    entry->setObjectName(name);
    entry->setToolTip(refusal.empty() ? absence_text(*graph_, tensor, gap, slower)
                                      : sentence_of(Error::bad_input("", "", refusal)));
  };
  add("recompute", SizeText::tr("&Recompute"), why_not_recomputed(*graph_, tensor, gap.first_late), recompute,
      edits::recompute);
  add(
      "offload", SizeText::tr("&Offload to the host"), why_not_offloaded(*graph_, tensor, gap.first_late),
      [](const Graph& graph, TensorId t, OperatorId late) { return offload(graph, t, late); }, edits::offload);
}

/// What ends a group, or a tensor's being in it.
void TensorMenus::add_leaving(QMenu& menu, const std::vector<TensorId>& tensors) const {
  const GroupId group = graph_->group(tensors.front());
  const bool one = group.valid() && std::ranges::all_of(tensors, [&](TensorId t) { return graph_->group(t) == group; });
  QAction* leave_entry = add_edit_entry(menu, SizeText::tr("&Take out of its group"), ask_,
                                        request_if(one && tensors.size() == 1, [graph = graph_, t = tensors.front()] {
                                          return edits::remove_from_group(*graph, t);
                                        }));
  QAction* dissolve_entry =
      add_edit_entry(menu, SizeText::tr("&Dissolve its group"), ask_,
                     request_if(one, [graph = graph_, group] { return edits::dissolve_group(*graph, group); }));
  leave_entry->setObjectName("leave_group");
  dissolve_entry->setObjectName("dissolve_group");
  const QString why =
      tensors.size() == 1 ? SizeText::tr("It is in no group") : SizeText::tr("They are not all in one group");
  if (!one) dissolve_entry->setToolTip(why);
  if (!leave_entry->isEnabled()) leave_entry->setToolTip(one ? SizeText::tr("For one tensor at a time") : why);
}

}  // namespace stowage
