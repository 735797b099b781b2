// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

enum class Markup { markdown, html };

struct MarkupColumn {
  std::string title;
  bool right = false;  ///< set right, as numbers are
};

/// A page of headings, paragraphs, tables and parts that unfold, as Markdown for GitHub and GitLab or as an HTML page.
/// Its functions take pieces in that language: any text goes through text() or name() first, also our own.
class MarkupPage {
 public:
  explicit MarkupPage(Markup markup) : is_html_(markup == Markup::html) {}
  /// Shows any text as it is, on one line; also in a summary in Markdown.
  [[nodiscard]] std::string text(std::string_view text) const;
  /// The same in the letters of programs, and cut where it is very long: a name from a file. Markdown has it in a code
  /// span, or, where a code span would not hold it, in HTML with every special character as its number.
  [[nodiscard]] std::string name(std::string_view name) const;
  [[nodiscard]] std::string strong(const std::string& piece) const;
  /// The one at the head of the page, or below it. Markdown has them one level lower: the page is in another one.
  void heading(const std::string& piece, int level = 1);
  void paragraph(const std::string& piece);
  void table(const std::vector<MarkupColumn>& columns, const std::vector<std::vector<std::string>>& rows);
  /// The summary is HTML also in Markdown, which means nothing in it.
  void begin_details(const std::string& summary, bool open);
  void end_details();
  /// Only in HTML: an image by its bytes, and the one that is shown instead on dark; `kind` is "image/png" or the like.
  void image(std::string_view kind, std::string_view base64, std::string_view dark_base64,
             std::string_view alternative);
  [[nodiscard]] const std::string& written() const { return out_; }
  /// In HTML, the page as a file of its own, with that title; in Markdown written().
  [[nodiscard]] std::string whole(std::string_view title) const;

 private:
  bool is_html_;
  std::string out_;
};

}  // namespace stowage
