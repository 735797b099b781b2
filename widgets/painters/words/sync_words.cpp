// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/sync_words.h"

#include <QCoreApplication>
#include <QStringList>

#include <span>
#include <vector>

#include "core/insight/simulate/ancestors.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct SyncWordsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::SyncWords)
};

constexpr qsizetype kMostNamed = 6;

QString arrows(const Graph& graph, std::span<const OperatorId> operators) {
  QStringList names;
  for (OperatorId o : operators) names << text_of(graph.name(o));
  if (names.size() > kMostNamed) {
    const qsizetype left_out = names.size() - kMostNamed;
    names.remove(kMostNamed / 2, left_out);
    names.insert(kMostNamed / 2, SyncWordsText::tr("(%Ln more)", nullptr, static_cast<int>(left_out)));
  }
  return names.join(QStringLiteral(" → "));
}

}  // namespace

SyncWay implied_by(const Graph& graph, const ControlEdge& sync, std::size_t most) {
  const std::vector<OperatorId> way = detour(graph, sync, most);
  if (way.empty()) return {};
  return {arrows(graph, way), way.size() == 2 ? SyncWordsText::tr("a direct arc")
                                              : arrows(graph, std::span(way).subspan(1, way.size() - 2))};
}

}  // namespace stowage
