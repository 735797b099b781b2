// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/style/facts.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/graph/laid_out.h"
#include "core/insight/analysis/byte_usage.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct FactsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Facts)
};

QString tensors_words(std::size_t tensors, std::size_t places) {
  const QString out = FactsText::tr("%Ln tensor(s)", nullptr, as_int(tensors));
  return places == tensors ? out : FactsText::tr("%1 in %Ln place(s)", nullptr, as_int(places)).arg(out);
}

QString operators_words(std::size_t operators, std::size_t steps) {
  const QString out = FactsText::tr("%Ln operator(s)", nullptr, as_int(operators));
  return steps == operators ? out : FactsText::tr("%1 in %Ln step(s)", nullptr, as_int(steps)).arg(out);
}

}  // namespace

QString tensors_text(const Graph& graph) {
  return tensors_words(tensors_in_file(graph), graph.tensor_count());
}

QString operators_text(const Graph& graph) {
  return operators_words(operators_in_file(graph), graph.operator_count());
}

QString tensors_text(const Graph& graph, std::span<const TensorId> some) {
  return tensors_words(each_once(graph, std::vector(some.begin(), some.end())).size(), some.size());
}

QString operators_text(const Graph& graph, std::span<const OperatorId> some) {
  return operators_words(each_once(graph, std::vector(some.begin(), some.end())).size(), some.size());
}

QString places_text(const Graph& graph, std::size_t count) {
  return graph.laid_out() == nullptr ? tensors_words(count, count)
                                     : FactsText::tr("%Ln place(s)", nullptr, as_int(count));
}

QString address_text(Offset address) {
  const QString decimal = grouped(address.value);
  const QString hexadecimal = "0x" + QString::number(address.value, 16);
  const bool hex_first = number_format().offsets == NumberFormat::Offsets::hexadecimal;
  return QStringLiteral("%1 (%2)").arg(hex_first ? hexadecimal : decimal, hex_first ? decimal : hexadecimal);
}

QString lifetime_text(const Graph& graph, Lifetime life) {
  if (life.empty()) return FactsText::tr("never needed");
  if (const auto times = graph.times(); !times.empty())
    return FactsText::tr("time %1 to %2 (%3 long)")
        .arg(grouped(times[life.begin]), grouped(times[life.end]), grouped(times[life.end] - times[life.begin]));
  const int length = static_cast<int>(life.end - life.begin);
  return FactsText::tr("steps %1 to %2 (%n in all)", nullptr, length).arg(grouped(life.begin), grouped(life.end - 1));
}

QString optimal_text(const Graph& graph) {
  if (uncounted(graph).any()) return FactsText::tr("not everything is counted");
  if (is_assumed(graph)) return FactsText::tr("the bound under the assumptions");
  const BoundScope scope = bound_scope(graph);
  if (scope == BoundScope::lifetimes) return FactsText::tr("optimal for these lifetimes");
  if (scope == BoundScope::order) return FactsText::tr("optimal for this order");
  return FactsText::tr("optimal for this order and these streams");
}

QString footprint_words(const Uncounted& uncounted, Bytes footprint) {
  const QString bytes = human_bytes(footprint);
  return uncounted.any() ? FactsText::tr("at least %1").arg(bytes) : bytes;
}

QString footprint_words(const Graph& graph, Bytes footprint) {
  return footprint_words(uncounted(graph), footprint);
}

bool bound_holds(const PlanView& view) {
  return view.plan && view.bounds && bound_holds(*view.plan, view.bounds->alignment);
}

Bytes bound_of_plan(const PlanView& view) {
  const Bytes own = view.plan ? view.plan->lower_bound : Bytes{};
  return bound_holds(view) ? std::max(own, view.bounds->best()) : own;
}

QString sharing_text(const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  const auto name_of = [&](TensorId other) { return text_of(graph.name(other)); };
  if (graph.is_view(t))
    return graph.inset(t) == 0
               ? FactsText::tr("view of %1").arg(name_of(graph.owner(t)))
               : FactsText::tr("view of %1, from byte %2").arg(name_of(graph.owner(t)), grouped(graph.inset(t)));
  QStringList written, permitted;
  for (const InPlace& pair : graph.in_place()) {
    if (pair.output != t) continue;
    const bool used = view.plan && is_written_over(graph, view.plan->offsets, pair);
    (used ? written : permitted) << name_of(pair.input);
  }
  if (!written.isEmpty()) return FactsText::tr("written over %1").arg(written.join(", "));
  return permitted.isEmpty() ? QString() : FactsText::tr("permitted over %1, not used").arg(permitted.join(", "));
}

}  // namespace stowage
