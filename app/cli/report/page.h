// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stowage::cli {

/// A page of headings, paragraphs, tables and parts that unfold, as Markdown for GitHub and GitLab or as the body of an
/// HTML page. Its functions take pieces in that language: any text goes through text() or name() first, also our own.
class Page {
 public:
  enum class Language { markdown, html };
  explicit Page(Language language) : is_html_(language == Language::html) {}

  /// Shown as it is, on one line, whatever it holds.
  [[nodiscard]] std::string text(std::string_view text) const;
  /// The same in the letters of programs, and cut where it is very long: a name from a file. Markdown has it in a code
  /// span, or, where a code span would not hold it, in HTML with every special character as its number.
  [[nodiscard]] std::string name(std::string_view name) const;
  [[nodiscard]] std::string strong(const std::string& piece) const;

  void heading(int level, const std::string& piece);
  void paragraph(const std::string& piece);
  struct Column {
    std::string title;
    bool right = false;
  };
  void table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);
  /// The summary is HTML also in Markdown, which means nothing in it.
  void begin_details(const std::string& summary, bool open);
  void end_details();
  /// Only in HTML: an image by its bytes, and the one that is shown instead on dark; `kind` is "image/png" or the like.
  void image(std::string_view kind, std::string_view base64, std::string_view dark_base64,
             std::string_view alternative);

  [[nodiscard]] const std::string& written() const { return out_; }

 private:
  bool is_html_;
  std::string out_;
};

}  // namespace stowage::cli
