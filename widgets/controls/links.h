// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <variant>

#include <QString>
#include <QUrl>

#include "core/base/id.h"
#include "core/graph/graph.h"

namespace stowage {

/// What a link of the inspector leads to.
struct PathLink {
  std::size_t number;  ///< of the proofs of the pair shown
};
using InspectorLink = std::variant<TensorId, OperatorId, PathLink>;

/// Escaped and on one line.
[[nodiscard]] QString html_name(std::string_view name);
/// The name, as a link that selects it.
[[nodiscard]] QString html_link(const Graph& graph, TensorId t);
[[nodiscard]] QString html_link(const Graph& graph, OperatorId o);
[[nodiscard]] QString html_link(PathLink path, const QString& text);
/// None for an address that is none of these.
[[nodiscard]] std::optional<InspectorLink> parse_link(const QUrl& url);

}  // namespace stowage
