// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/edits.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QLocale>

#include <cmath>
#include <cstdint>
#include <utility>

#include "core/insight/edit/edits.h"
#include "core/insight/edit/memory_edits.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage::edits {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Edits)
};

constexpr qsizetype kLongestName = 40;

/// As it fits into a line of the history.
QString short_name(const QString& text) {
  const qsizetype half = kLongestName / 2;
  return text.size() <= kLongestName ? text : text.left(half) + "…" + text.right(half);
}

template <class AnyId>
QString name(const Graph& graph, AnyId id) {
  return short_name(text_of(graph.name(id)));
}
QString name(const Graph& graph, StreamId stream) {
  return short_name(stream_label(graph, stream));
}

/// "conv1", "12 operators".
QString names(const Graph& graph, std::span<const OperatorId> operators) {
  return operators.size() == 1 ? name(graph, operators[0])
                               : Text::tr("%Ln operator(s)", nullptr, static_cast<int>(operators.size()));
}
QString names(const Graph& graph, std::span<const TensorId> tensors) {
  return tensors.size() == 1 ? name(graph, tensors[0])
                             : Text::tr("%Ln tensor(s)", nullptr, static_cast<int>(tensors.size()));
}
QString name_of_group(const Graph& graph, GroupId group) {
  return name(graph, graph.members(group).front());
}

/// Of a set of operators, whatever ids they have by now: a name, or for many a digest of all.
QString key_of(const Graph& graph, std::span<const OperatorId> operators) {
  if (operators.size() == 1) return text_of(graph.name(operators[0]));
  QCryptographicHash digest(QCryptographicHash::Sha1);
  for (const OperatorId o : operators) {
    const std::string_view each = graph.name(o);
    digest.addData(QByteArrayView(each.data(), static_cast<qsizetype>(each.size())));
    digest.addData(QByteArrayView("\0", 1));
  }
  return QString::fromLatin1(digest.result().toHex());
}

template <class AnyId>
std::vector<AnyId> kept(std::span<const AnyId> ids) {
  return {ids.begin(), ids.end()};
}

/// "× 2", "÷ 2", "× 1.5".
QString factor_text(Factor factor) {
  const QLocale locale;
  if (factor.numerator == 1) return "÷ " + locale.toString(static_cast<qlonglong>(factor.denominator));
  return "× " + locale.toString(static_cast<double>(factor.numerator) / static_cast<double>(factor.denominator), 'g',
                                QLocale::FloatingPointShortest);
}

QString arrow(const Graph& graph, const ControlEdge& edge) {
  return name(graph, edge.before) + " → " + name(graph, edge.after);
}

}  // namespace

EditRequest move_to_stream(const Graph& graph, std::span<const OperatorId> operators, StreamId stream) {
  return {.text = Text::tr("Move %1 to %2").arg(names(graph, operators), name(graph, stream)),
          .merge_key = "stream of " + key_of(graph, operators),
          .apply = [operators = kept(operators), stream](const Graph& g) {
            return stowage::move_to_stream(g, operators, stream);
          }};
}

EditRequest move_to_new_stream(const Graph& graph, std::span<const OperatorId> operators, const QString& name) {
  const std::string utf8 = name.trimmed().toStdString();
  return {.text = Text::tr("Move %1 to a new stream").arg(names(graph, operators)),
          .merge_key = {},
          .apply = [operators = kept(operators), utf8](const Graph& g) {
            return stowage::move_to_new_stream(g, operators, utf8);
          }};
}

EditRequest rename_stream(const Graph& graph, StreamId stream, const QString& name) {
  const std::string utf8 = name.trimmed().toStdString();
  return {.text = utf8.empty() ? Text::tr("Clear the name of %1").arg(edits::name(graph, stream))
                               : Text::tr("Rename %1 to %2").arg(edits::name(graph, stream), short_name(text_of(utf8))),
          .merge_key = {},
          .apply = [stream, utf8](const Graph& g) { return stowage::rename_stream(g, stream, utf8); },
          .plans_hold = true};
}

EditRequest recolor_stream(const Graph& graph, StreamId stream, const QColor& color) {
  const std::string code = color.isValid() ? color.name(QColor::HexRgb).toStdString() : std::string();
  return {.text = Text::tr("Colour of %1").arg(name(graph, stream)),
          .merge_key = QStringLiteral("color %1").arg(stream.index()),
          .apply = [stream, code](const Graph& g) { return stowage::recolor_stream(g, stream, code); },
          .plans_hold = true};
}

EditRequest merge_streams(const Graph& graph, StreamId from, StreamId into) {
  return {.text = Text::tr("Merge %1 into %2").arg(name(graph, from), name(graph, into)),
          .merge_key = {},
          .apply = [from, into](const Graph& g) { return stowage::merge_streams(g, from, into); }};
}

EditRequest remove_stream(const Graph& graph, StreamId stream) {
  return {.text = Text::tr("Remove %1").arg(name(graph, stream)), .merge_key = {}, .apply = [stream](const Graph& g) {
            return stowage::remove_stream(g, stream);
          }};
}

EditRequest all_on_one_stream() {
  return {.text = Text::tr("All on one stream"), .merge_key = {}, .apply = stowage::all_on_one_stream};
}

EditRequest one_stream_each() {
  return {.text = Text::tr("One stream each"), .merge_key = {}, .apply = stowage::one_stream_each};
}

EditRequest add_sync(const Graph& graph, OperatorId before, OperatorId after) {
  return {.text = Text::tr("Add sync %1").arg(arrow(graph, {before, after})),
          .merge_key = {},
          .apply = [before, after](const Graph& g) { return stowage::add_sync(g, before, after); }};
}

EditRequest remove_syncs(const Graph& graph, std::vector<ControlEdge> edges) {
  const QString text = edges.size() == 1 ? Text::tr("Remove sync %1").arg(arrow(graph, edges[0]))
                                         : Text::tr("Remove %Ln sync(s)", nullptr, static_cast<int>(edges.size()));
  return {.text = text, .merge_key = {}, .apply = [edges = std::move(edges)](const Graph& g) {
            return stowage::remove_syncs(g, edges);
          }};
}

EditRequest remove_sync(const Graph& graph, ControlEdge edge) {
  return remove_syncs(graph, {edge});
}

EditRequest move_to_step(const Graph& graph, OperatorId op, std::size_t step) {
  return {.text = step < op.index() ? Text::tr("Move %1 earlier").arg(name(graph, op))
                                    : Text::tr("Move %1 later").arg(name(graph, op)),
          .merge_key = "step of " + text_of(graph.name(op)),
          .apply = [op, step](const Graph& g) { return stowage::move_to_step(g, op, step); }};
}

EditRequest put_in_order(const QString& name, const QString& id, std::vector<OperatorId> sequence) {
  return {.text = Text::tr("Order by %1").arg(name),
          .merge_key = {},
          .apply = [sequence = std::move(sequence)](const Graph& g) { return stowage::put_in_order(g, sequence); },
          .order = id};
}

EditRequest make_group(const Graph& graph, std::span<const TensorId> members) {
  return {.text = Text::tr("Group %1").arg(names(graph, members)),
          .merge_key = {},
          .apply = [members = kept(members)](const Graph& g) { return stowage::make_group(g, members); }};
}

EditRequest reorder_group(const Graph& graph, GroupId group, std::vector<TensorId> members) {
  return {.text = Text::tr("Reorder the group of %1").arg(name_of_group(graph, group)),
          .merge_key = QStringLiteral("group %1").arg(group.index()),
          .apply = [group, members = std::move(members)](const Graph& g) {
            return stowage::reorder_group(g, group, members);
          }};
}

EditRequest remove_from_group(const Graph& graph, TensorId member) {
  return {.text = Text::tr("Take %1 out of its group").arg(name(graph, member)),
          .merge_key = {},
          .apply = [member](const Graph& g) { return stowage::remove_from_group(g, member); }};
}

EditRequest dissolve_group(const Graph& graph, GroupId group) {
  return {.text = Text::tr("Dissolve the group of %1").arg(name_of_group(graph, group)),
          .merge_key = {},
          .apply = [group](const Graph& g) { return stowage::dissolve_group(g, group); }};
}

Factor factor_of(double value) {
  constexpr std::int64_t kDenominator = 1000;
  return {std::llround(value * kDenominator), kDenominator};
}

EditRequest scale_sizes(const Graph& graph, std::span<const TensorId> tensors, Factor factor) {
  return {
      .text = Text::tr("%1 %2").arg(names(graph, tensors), factor_text(factor)),
      .merge_key = {},
      .apply = [tensors = kept(tensors), factor](const Graph& g) { return stowage::scale_sizes(g, tensors, factor); }};
}

EditRequest scale_all_sizes(Factor factor) {
  return {.text = Text::tr("All tensors %1").arg(factor_text(factor)),
          .merge_key = {},
          .apply = [factor](const Graph& g) { return stowage::scale_all_sizes(g, factor); }};
}

EditRequest set_sizes(const Graph& graph, std::span<const TensorId> tensors, Bytes size) {
  return {.text = Text::tr("%1: %2").arg(names(graph, tensors), human_bytes(size)),
          .merge_key = {},
          .apply = [tensors = kept(tensors), size](const Graph& g) { return stowage::set_sizes(g, tensors, size); }};
}

EditRequest recompute(const Graph& graph, TensorId tensor, OperatorId first_late) {
  return {.text = Text::tr("Recompute %1").arg(name(graph, tensor)),
          .merge_key = {},
          .apply = [tensor, first_late](const Graph& g) { return stowage::recompute(g, tensor, first_late); }};
}

EditRequest offload(const Graph& graph, TensorId tensor, OperatorId first_late) {
  return {.text = Text::tr("Offload %1").arg(name(graph, tensor)),
          .merge_key = {},
          .apply = [tensor, first_late](const Graph& g) { return stowage::offload(g, tensor, first_late); }};
}

EditRequest make_view(const Graph& graph, TensorId tensor, TensorId of) {
  return {.text = Text::tr("Make %1 a view of %2").arg(name(graph, tensor), name(graph, of)),
          .merge_key = {},
          .apply = [tensor, of](const Graph& g) { return stowage::make_view(g, tensor, of); }};
}

EditRequest end_view(const Graph& graph, TensorId view) {
  return {.text = Text::tr("Give %1 bytes of its own").arg(name(graph, view)),
          .merge_key = {},
          .apply = [view](const Graph& g) { return stowage::end_view(g, view); }};
}

EditRequest permit_in_place(const Graph& graph, TensorId output, TensorId input) {
  return {.text = Text::tr("Let %1 be written over %2").arg(name(graph, output), name(graph, input)),
          .merge_key = {},
          .apply = [output, input](const Graph& g) { return stowage::permit_in_place(g, output, input); }};
}

EditRequest permit_in_place(std::vector<InPlace> pairs, std::size_t count) {
  return {.text = Text::tr("Let %Ln output(s) be written over inputs", nullptr, static_cast<int>(count)),
          .merge_key = {},
          .apply = [pairs = std::move(pairs)](const Graph& g) { return stowage::permit_in_place(g, pairs); }};
}

EditRequest forbid_in_place(const Graph& graph, TensorId output, TensorId input) {
  return {.text = Text::tr("Keep %1 apart from %2").arg(name(graph, output), name(graph, input)),
          .merge_key = {},
          .apply = [output, input](const Graph& g) { return stowage::forbid_in_place(g, output, input); }};
}

EditRequest scale_durations(const Graph& graph, std::span<const OperatorId> operators, Factor factor) {
  return {.text = Text::tr("Duration of %1 %2").arg(names(graph, operators), factor_text(factor)),
          .merge_key = {},
          .apply = [operators = kept(operators), factor](const Graph& g) {
            return stowage::scale_durations(g, operators, factor);
          }};
}

EditRequest scale_all_durations(Factor factor) {
  return {.text = Text::tr("All durations %1").arg(factor_text(factor)),
          .merge_key = {},
          .apply = [factor](const Graph& g) { return stowage::scale_all_durations(g, factor); }};
}

EditRequest set_durations(const Graph& graph, std::span<const OperatorId> operators, std::int64_t nanoseconds) {
  const QString what = names(graph, operators);
  return {.text = nanoseconds == 0 ? Text::tr("Clear the duration of %1").arg(what)
                                   : Text::tr("Duration of %1: %2").arg(what, human_time(nanoseconds)),
          .merge_key = {},
          .apply = [operators = kept(operators), nanoseconds](const Graph& g) {
            return stowage::set_durations(g, operators, {.nanoseconds = nanoseconds});
          }};
}

}  // namespace stowage::edits
