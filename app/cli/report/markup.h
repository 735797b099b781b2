// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stowage::cli {

/// A page of headings, paragraphs, tables and parts that unfold, in one of the languages for pages. What it is given is
/// in that language already: texts go through text() or name() first, whoever wrote them.
class Markup {
 public:
  Markup() = default;
  Markup(const Markup&) = delete;
  Markup& operator=(const Markup&) = delete;
  virtual ~Markup() = default;

  /// Shown as it is, on one line, whatever it holds.
  [[nodiscard]] virtual std::string text(std::string_view text) const = 0;
  /// The same in the letters of programs, and cut where it is very long: a name from a file.
  [[nodiscard]] virtual std::string name(std::string_view name) const = 0;
  [[nodiscard]] virtual std::string strong(const std::string& inline_) const = 0;

  virtual void heading(int level, const std::string& inline_) = 0;
  virtual void paragraph(const std::string& inline_) = 0;
  struct Column {
    std::string title;
    bool right = false;
  };
  virtual void table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) = 0;
  virtual void begin_details(const std::string& summary, bool open) = 0;
  virtual void end_details() = 0;

  [[nodiscard]] const std::string& written() const { return out_; }

 protected:
  std::string out_;  // NOLINT: of the two below
};

/// As GitHub and GitLab read it. Names stand in code spans, or, where a code span would not hold them, in HTML with
/// all that means something written as numbers.
class Markdown : public Markup {
 public:
  [[nodiscard]] std::string text(std::string_view text) const override;
  [[nodiscard]] std::string name(std::string_view name) const override;
  [[nodiscard]] std::string strong(const std::string& inline_) const override { return "**" + inline_ + "**"; }
  void heading(int level, const std::string& inline_) override;
  void paragraph(const std::string& inline_) override;
  void table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) override;
  void begin_details(const std::string& summary, bool open) override;
  void end_details() override;
};

/// The body of a page.
class Html : public Markup {
 public:
  [[nodiscard]] std::string text(std::string_view text) const override;
  [[nodiscard]] std::string name(std::string_view name) const override;
  [[nodiscard]] std::string strong(const std::string& inline_) const override {
    return "<strong>" + inline_ + "</strong>";
  }
  void heading(int level, const std::string& inline_) override;
  void paragraph(const std::string& inline_) override;
  void table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) override;
  void begin_details(const std::string& summary, bool open) override;
  void end_details() override;
  /// An image by its bytes, and the one that is shown instead on dark; `kind` is "image/png" or the like.
  void image(std::string_view kind, std::string_view base64, std::string_view dark_base64,
             std::string_view alternative);
};

}  // namespace stowage::cli
