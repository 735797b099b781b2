// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/edits.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QLocale>

#include <cstdint>
#include <utility>

#include "core/insight/bodies/edit_bodies.h"
#include "core/insight/edit/memory_edits.h"
#include "core/insight/improve/savings.h"
#include "widgets/painters/style/facts.h"
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
  return operators.size() == 1 ? name(graph, operators[0]) : operators_text(graph, operators);
}
QString names(const Graph& graph, std::span<const TensorId> tensors) {
  return tensors.size() == 1 ? name(graph, tensors[0]) : tensors_text(graph, tensors);
}
QString name_of_group(const Graph& graph, GroupId group) {
  return name(graph, graph.members(group).front());
}

/// The key of a set of operators, whatever ids they have by now: a name, or for many a digest of all.
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

/// Asks for `edit` of the graph that is there then, or of the body of it that the ids are of, with copies of
/// `arguments`.
template <class Edit, class... Arguments>
EditRequest request(const QString& text, const Edit& edit, Arguments... arguments) {
  return {.text = text, .merge_key = {}, .apply = [edit, ... arguments = std::move(arguments)](const Graph& graph) {
            return edit_with_bodies(graph, edit, arguments...);
          }};
}

/// The same of the graph and of all bodies in which there is something to edit.
EditRequest request_everywhere(const QString& text, const std::function<Result<EditedGraph>(const Graph&)>& edit,
                               const std::function<bool(const Graph&)>& concerns) {
  return {.text = text, .merge_key = {}, .apply = [edit, concerns](const Graph& graph) {
            return edit_everywhere(graph, edit, concerns);
          }};
}

/// One step of the history together with the requests of that key that follow.
EditRequest merged(const QString& key, EditRequest out) {
  out.merge_key = key;
  return out;
}

/// Changes only what streams look like.
EditRequest keeping_plans(EditRequest out) {
  out.plans_hold = true;
  return out;
}

}  // namespace

EditRequest move_to_stream(const Graph& graph, std::span<const OperatorId> operators, StreamId stream) {
  return merged("stream of " + key_of(graph, operators),
                request(Text::tr("Move %1 to %2").arg(names(graph, operators), name(graph, stream)),
                        stowage::move_to_stream, kept(operators), stream));
}

EditRequest move_to_new_stream(const Graph& graph, std::span<const OperatorId> operators, const QString& name) {
  return request(Text::tr("Move %1 to a new stream").arg(names(graph, operators)), stowage::move_to_new_stream,
                 kept(operators), name.trimmed().toStdString());
}

EditRequest rename_stream(const Graph& graph, StreamId stream, const QString& name) {
  const std::string utf8 = name.trimmed().toStdString();
  const QString before = edits::name(graph, stream);
  return keeping_plans(request(utf8.empty() ? Text::tr("Clear the name of %1").arg(before)
                                            : Text::tr("Rename %1 to %2").arg(before, short_name(text_of(utf8))),
                               stowage::rename_stream, stream, utf8));
}

EditRequest recolor_stream(const Graph& graph, StreamId stream, const QColor& color) {
  const std::string code = color.isValid() ? color.name(QColor::HexRgb).toStdString() : std::string();
  return keeping_plans(
      merged(QStringLiteral("color %1").arg(stream.index()),
             request(Text::tr("Colour of %1").arg(name(graph, stream)), stowage::recolor_stream, stream, code)));
}

EditRequest merge_streams(const Graph& graph, StreamId from, StreamId into) {
  return request(Text::tr("Merge %1 into %2").arg(name(graph, from), name(graph, into)), stowage::merge_streams, from,
                 into);
}

EditRequest remove_stream(const Graph& graph, StreamId stream) {
  return request(Text::tr("Remove %1").arg(name(graph, stream)), stowage::remove_stream, stream);
}

EditRequest all_on_one_stream() {
  return request_everywhere(Text::tr("All on one stream"), stowage::all_on_one_stream,
                            [](const Graph& graph) { return graph.stream_count() > 1; });
}

EditRequest one_stream_each() {
  return request(Text::tr("One stream each"), stowage::one_stream_each);
}

EditRequest add_sync(const Graph& graph, OperatorId before, OperatorId after) {
  return request(Text::tr("Add sync %1").arg(arrow(graph, {before, after})), stowage::add_sync, before, after);
}

EditRequest remove_syncs(const Graph& graph, std::vector<ControlEdge> edges) {
  const QString text = edges.size() == 1 ? Text::tr("Remove sync %1").arg(arrow(graph, edges[0]))
                                         : Text::tr("Remove %Ln sync(s)", nullptr, static_cast<int>(edges.size()));
  return request(text, stowage::remove_syncs, std::move(edges));
}

EditRequest remove_sync(const Graph& graph, ControlEdge edge) {
  return remove_syncs(graph, {edge});
}

EditRequest move_to_step(const Graph& graph, OperatorId op, std::size_t step) {
  const QString text = step < op.index() ? Text::tr("Move %1 earlier") : Text::tr("Move %1 later");
  return merged("step of " + text_of(graph.name(op)),
                request(text.arg(name(graph, op)), stowage::move_to_step, op, StepFor{op, step}));
}

EditRequest put_in_order(const QString& name, const QString& id, std::vector<OperatorId> sequence) {
  EditRequest out = request(Text::tr("Order by %1").arg(name), stowage::put_in_order, WholeOrder{std::move(sequence)});
  out.order = id;
  return out;
}

EditRequest make_group(const Graph& graph, std::span<const TensorId> members) {
  return request(Text::tr("Group %1").arg(names(graph, members)), stowage::make_group, kept(members));
}

EditRequest reorder_group(const Graph& graph, GroupId group, std::vector<TensorId> members) {
  return merged(QStringLiteral("group %1").arg(group.index()),
                request(Text::tr("Reorder the group of %1").arg(name_of_group(graph, group)), stowage::reorder_group,
                        group, std::move(members)));
}

EditRequest remove_from_group(const Graph& graph, TensorId member) {
  return request(Text::tr("Take %1 out of its group").arg(name(graph, member)), stowage::remove_from_group, member);
}

EditRequest dissolve_group(const Graph& graph, GroupId group) {
  return request(Text::tr("Dissolve the group of %1").arg(name_of_group(graph, group)), stowage::dissolve_group, group);
}

EditRequest scale_sizes(const Graph& graph, std::span<const TensorId> tensors, Factor factor) {
  return request(Text::tr("%1 %2").arg(names(graph, tensors), factor_text(factor)), stowage::scale_sizes,
                 Resized{kept(tensors)}, factor);
}

EditRequest scale_all_sizes(Factor factor) {
  return request_everywhere(
      Text::tr("All tensors %1").arg(factor_text(factor)),
      [factor](const Graph& graph) { return stowage::scale_all_sizes(graph, factor); },
      [](const Graph& graph) { return graph.total_size() > Bytes{0}; });
}

EditRequest set_sizes(const Graph& graph, std::span<const TensorId> tensors, Bytes size) {
  return request(Text::tr("%1: %2").arg(names(graph, tensors), human_bytes(size)), stowage::set_sizes,
                 Resized{kept(tensors)}, size);
}

EditRequest recompute(const Graph& graph, TensorId tensor, OperatorId first_late) {
  return request(Text::tr("Recompute %1").arg(name(graph, tensor)), stowage::recompute, tensor, first_late);
}

EditRequest offload(const Graph& graph, TensorId tensor, OperatorId first_late) {
  return request(Text::tr("Offload %1").arg(name(graph, tensor)), stowage::offload, tensor, first_late, HostLink());
}

EditRequest make_several(const SeveralEdits& several) {
  return {.text = Text::tr("Trade-off of %Ln edit(s)", nullptr, static_cast<int>(several.edits->size())),
          .merge_key = {},
          .apply = [several](const Graph& g) { return edited_by(several, g); }};
}

EditRequest make_view(const Graph& graph, TensorId tensor, TensorId of) {
  return request(Text::tr("Make %1 a view of %2").arg(name(graph, tensor), name(graph, of)), stowage::make_view, tensor,
                 of, std::int64_t{0});
}

EditRequest end_view(const Graph& graph, TensorId view) {
  return request(Text::tr("Give %1 bytes of its own").arg(name(graph, view)), stowage::end_view, view);
}

EditRequest permit_in_place(const Graph& graph, TensorId output, TensorId input) {
  return request(
      Text::tr("Let %1 be written over %2").arg(name(graph, output), name(graph, input)),
      [](const Graph& g, TensorId over, TensorId of) { return stowage::permit_in_place(g, over, of); }, output, input);
}

EditRequest permit_in_place(std::vector<InPlace> pairs, std::size_t count) {
  return request(
      Text::tr("Let %Ln output(s) be written over inputs", nullptr, static_cast<int>(count)),
      [](const Graph& g, const std::vector<InPlace>& all) { return stowage::permit_in_place(g, all); },
      std::move(pairs));
}

EditRequest forbid_in_place(const Graph& graph, TensorId output, TensorId input) {
  return request(Text::tr("Keep %1 apart from %2").arg(name(graph, output), name(graph, input)),
                 stowage::forbid_in_place, output, input);
}

EditRequest scale_durations(const Graph& graph, std::span<const OperatorId> operators, Factor factor) {
  return request(Text::tr("Duration of %1 %2").arg(names(graph, operators), factor_text(factor)),
                 stowage::scale_durations, kept(operators), factor);
}

EditRequest scale_all_durations(Factor factor) {
  return request_everywhere(
      Text::tr("All durations %1").arg(factor_text(factor)),
      [factor](const Graph& graph) { return stowage::scale_all_durations(graph, factor); },
      [](const Graph& graph) { return graph.has_durations(); });
}

EditRequest set_durations(const Graph& graph, std::span<const OperatorId> operators, std::int64_t nanoseconds) {
  const QString what = names(graph, operators);
  return request(nanoseconds == 0 ? Text::tr("Clear the duration of %1").arg(what)
                                  : Text::tr("Duration of %1: %2").arg(what, human_time(nanoseconds)),
                 stowage::set_durations, kept(operators), Duration{.nanoseconds = nanoseconds});
}

}  // namespace stowage::edits
