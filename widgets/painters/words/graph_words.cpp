// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/graph_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <charconv>

#include "core/graph/laid_out.h"
#include "core/insight/simulate/ancestors.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct GraphWords {
  Q_DECLARE_TR_FUNCTIONS(stowage::GraphWords)
};

/// Those of core/papers/papers.h, and others that files use alike.
constexpr const char* kKinds[] = {
    QT_TRANSLATE_NOOP("stowage::Kinds", "activation"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "gradient"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "input"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "loss"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "output"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "parameter"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "reduced gradient"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "state"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "statistics"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "temporary"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "weight"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "weight gradient"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "workspace"),
};
constexpr const char* kPhases[] = {
    QT_TRANSLATE_NOOP("stowage::Phases", "backward"), QT_TRANSLATE_NOOP("stowage::Phases", "communication"),
    QT_TRANSLATE_NOOP("stowage::Phases", "forward"),  QT_TRANSLATE_NOOP("stowage::Phases", "loss"),
    QT_TRANSLATE_NOOP("stowage::Phases", "update"),
};

QString translated(const char* context, std::span<const char* const> known, std::string_view word) {
  const auto at = std::ranges::find(known, word);
  return at == known.end() ? text_of(word) : QCoreApplication::translate(context, *at);
}

constexpr qsizetype kMostNamed = 6;

QString arrows(const Graph& graph, std::span<const OperatorId> operators) {
  QStringList names;
  for (OperatorId o : operators) names << text_of(shown_name(graph, o));
  if (names.size() > kMostNamed) {
    const qsizetype left_out = names.size() - kMostNamed;
    names.remove(kMostNamed / 2, left_out);
    names.insert(kMostNamed / 2, GraphWords::tr("(%Ln more)", nullptr, static_cast<int>(left_out)));
  }
  return names.join(QStringLiteral(" → "));
}

QString marked(const QString& time, bool estimated) {
  return estimated ? GraphWords::tr("%1 (estimated)").arg(time) : time;
}

}  // namespace

QString kind_label(std::string_view kind) {
  return translated("stowage::Kinds", kKinds, kind);
}

QString phase_label(std::string_view phase) {
  return translated("stowage::Phases", kPhases, phase);
}

QString stream_label(const Graph& graph, StreamId stream) {
  const Graph::Stream& info = graph.info(stream);
  return info.name.empty() ? numbered_stream(info.number) : text_of(info.name);
}

QString stream_label(std::string_view label) {
  constexpr std::string_view kBefore = "stream ";
  if (!label.starts_with(kBefore)) return text_of(label);
  const char* const end = label.data() + label.size();
  std::int64_t number = 0;
  const auto [at, error] = std::from_chars(label.data() + kBefore.size(), end, number);
  return error == std::errc{} && at == end ? numbered_stream(number) : text_of(label);
}

QString numbered_stream(std::int64_t number) {
  return GraphWords::tr("stream %1").arg(number);
}

SyncWay implied_by(const Graph& graph, const ControlEdge& sync, std::size_t most) {
  const std::vector<OperatorId> way = detour(graph, sync, most);
  if (way.empty()) return {};
  return {arrows(graph, way),
          way.size() == 2 ? GraphWords::tr("a direct arc") : arrows(graph, std::span(way).subspan(1, way.size() - 2))};
}

QString time_with_source(const QString& time, Duration::From from) {
  static constexpr const char* kWords[] = {"", QT_TRANSLATE_NOOP("stowage::GraphWords", "%1, measured"),
                                           QT_TRANSLATE_NOOP("stowage::GraphWords", "%1, estimated"),
                                           QT_TRANSLATE_NOOP("stowage::GraphWords", "%1, modelled")};
  return from == Duration::From::unsaid ? time : GraphWords::tr(kWords[static_cast<std::size_t>(from)]).arg(time);
}

QString duration_text(const Duration& duration) {
  if (duration.nanoseconds == 0) return GraphWords::tr("unknown");
  return time_with_source(human_time(duration.nanoseconds), duration.from);
}

QString makespan_text(const Makespan& makespan) {
  return marked(human_time(makespan.nanoseconds), makespan.estimated);
}

QString makespan_change(const Makespan& before, const Makespan& after) {
  return marked(signed_duration(after.nanoseconds - before.nanoseconds), before.estimated || after.estimated);
}

QString device_text(const RecordedDevice& device) {
  QStringList parts;
  if (device.failures == 1) parts += GraphWords::tr("out of memory");
  if (device.failures > 1) parts += GraphWords::tr("out of memory (%Ln time(s))", nullptr, as_int(device.failures));
  if (device.reserved_peak) parts += GraphWords::tr("peak %1").arg(human_bytes(*device.reserved_peak));
  if (device.events > 0) parts += GraphWords::tr("%Ln event(s)", nullptr, as_int(device.events));
  const QString name =
      device.number == -1 ? GraphWords::tr("The host (device -1)") : GraphWords::tr("Device %1").arg(device.number);
  return parts.isEmpty() ? name : GraphWords::tr("%1: %2").arg(name, parts.join(QStringLiteral(", ")));
}

}  // namespace stowage
