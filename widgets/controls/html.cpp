// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/html.h"

#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

QString anchor(const char* kind, std::size_t number, const QString& html) {
  return QStringLiteral("<a href=\"%1:%2\">%3</a>").arg(QLatin1String(kind), QString::number(number), html);
}

}  // namespace

QString html_name(std::string_view name) {
  return text_of(name).toHtmlEscaped();
}
QString html_link(const Graph& graph, TensorId t) {
  return anchor("tensor", t.index(), html_name(graph.name(t)));
}
QString html_link(const Graph& graph, OperatorId o) {
  return anchor("operator", o.index(), html_name(graph.name(o)));
}
QString html_link(PathLink path, const QString& text) {
  return anchor("path", path.number, text.toHtmlEscaped());
}

std::optional<InspectorLink> parse_link(const QUrl& url) {
  bool fine = false;
  const std::size_t number = url.path().toULongLong(&fine);
  if (!fine) return std::nullopt;
  if (url.scheme() == "tensor") return TensorId(number);
  if (url.scheme() == "operator") return OperatorId(number);
  if (url.scheme() == "path") return PathLink{number};
  return std::nullopt;
}

}  // namespace stowage
