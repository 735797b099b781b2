// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <variant>

#include <QString>
#include <QStringList>
#include <QUrl>

#include "core/base/id.h"
#include "core/graph/graph.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {

/// A page of rich text, part by part. Texts are HTML where they are called so, otherwise plain.
class HtmlPage {
 public:
  void heading(const QString& text) { html_ += "<h3>" + text.toHtmlEscaped() + "</h3>"; }
  void section(const QString& text) { html_ += "<h4>" + text.toHtmlEscaped() + "</h4>"; }
  void paragraph(const QString& html) { html_ += "<p>" + html + "</p>"; }
  /// Says what to do, in another ink.
  void hint(const QString& text) { html_ += "<p class='hint'>" + text.toHtmlEscaped() + "</p>"; }
  void list(const QStringList& html) {
    if (!html.isEmpty()) html_ += "<ul><li>" + html.join("</li><li>") + "</li></ul>";
  }
  /// Rows of "name, value" that follow each other are one table.
  void row(const QString& name, const QString& html) {
    rows_ += "<tr><td class='name'>" + name.toHtmlEscaped() + "</td><td>" + html + "</td></tr>";
  }
  void end_rows() {
    if (!rows_.isEmpty()) html_ += "<table cellspacing='0' cellpadding='0'>" + rows_ + "</table>";
    rows_.clear();
  }
  [[nodiscard]] const QString& html() {
    end_rows();
    return html_;
  }

 private:
  QString html_, rows_;
};

/// At most this many names of one kind are written out.
inline constexpr std::size_t kMostNames = 12;

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
