// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report/markup.h"

#include <algorithm>

#include "core/formats/utf8.h"

namespace stowage::cli {
namespace {

constexpr std::size_t kMostOfName = 120;  // bytes

/// On one line, without what changes the direction of writing; cut between characters.
std::string shown_name(std::string_view name) {
  std::string out = one_line(name.substr(0, 4 * kMostOfName));
  if (out.size() <= kMostOfName) return out;
  std::size_t end = kMostOfName;
  while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0) == 0x80) --end;
  return out.substr(0, end) + "…";
}

bool is_plain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// In HTML and in Markdown: every sign that could mean something to either as its number.
std::string as_numbers(std::string_view text, std::string_view harmless) {
  std::string out;
  for (const char c : text)
    if (is_plain(c) || harmless.find(c) != std::string_view::npos)
      out += c;
    else
      out += "&#" + std::to_string(static_cast<int>(static_cast<unsigned char>(c))) + ';';
  return out;
}

std::string html_escaped(std::string_view text) {
  return as_numbers(text, "%()+,-./:;=");  // also in a summary in Markdown
}

}  // namespace

std::string Markdown::text(std::string_view text) const {
  return as_numbers(one_line(text), ".,:;+-%()/'");
}

std::string Markdown::name(std::string_view name) const {
  const std::string shown = shown_name(name);
  const bool fits =
      !shown.empty() && shown.front() != ' ' && shown.back() != ' ' && shown.find_first_of("`|\\") == std::string::npos;
  return fits ? '`' + shown + '`' : "<code>" + as_numbers(shown, "") + "</code>";
}

void Markdown::heading(int level, const std::string& inline_) {
  out_ += std::string(static_cast<std::size_t>(level) + 1, '#') + ' ' + inline_ + "\n\n";  // the page is in another one
}

void Markdown::paragraph(const std::string& inline_) {
  out_ += inline_ + "\n\n";
}

void Markdown::table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) {
  const auto row = [&](const auto& cells, const auto& text_of) {
    out_ += '|';
    for (const auto& cell : cells) out_ += ' ' + text_of(cell) + " |";
    out_ += '\n';
  };
  row(columns, [](const Column& column) { return column.title; });
  out_ += '|';
  for (const Column& column : columns) out_ += column.right ? "---:|" : "---|";
  out_ += '\n';
  for (const auto& cells : rows) row(cells, [](const std::string& cell) { return cell; });
  out_ += '\n';
}

void Markdown::begin_details(const std::string& summary, bool open) {
  // A summary of HTML, in which Markdown means nothing.
  out_ += std::string(open ? "<details open>" : "<details>") + "<summary>" + summary + "</summary>\n\n";
}

void Markdown::end_details() {
  out_ += "</details>\n\n";
}

std::string Html::text(std::string_view text) const {
  return html_escaped(one_line(text));
}

std::string Html::name(std::string_view name) const {
  return "<code>" + html_escaped(shown_name(name)) + "</code>";
}

void Html::heading(int level, const std::string& inline_) {
  const std::string tag = "h" + std::to_string(level);
  out_ += '<' + tag + '>' + inline_ + "</" + tag + ">\n";
}

void Html::paragraph(const std::string& inline_) {
  out_ += "<p>" + inline_ + "</p>\n";
}

void Html::table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) {
  const auto tag = [&](const char* name, std::size_t k) {
    return std::string("<") + name + (columns[k].right ? " class=\"right\">" : ">");
  };
  out_ += "<table>\n<thead><tr>";
  for (std::size_t k = 0; k < columns.size(); ++k) out_ += tag("th", k) + columns[k].title + "</th>";
  out_ += "</tr></thead>\n<tbody>\n";
  for (const auto& cells : rows) {
    out_ += "<tr>";
    for (std::size_t k = 0; k < cells.size(); ++k) out_ += tag("td", k) + cells[k] + "</td>";
    out_ += "</tr>\n";
  }
  out_ += "</tbody>\n</table>\n";
}

void Html::begin_details(const std::string& summary, bool open) {
  out_ += std::string(open ? "<details open=\"\">" : "<details>") + "<summary>" + summary + "</summary>\n";
}

void Html::end_details() {
  out_ += "</details>\n";
}

void Html::image(std::string_view kind, std::string_view base64, std::string_view dark_base64,
                 std::string_view alternative) {
  const auto data = [&](std::string_view bytes) {
    return "\"data:" + std::string(kind) + ";base64," + std::string(bytes) + '"';
  };
  out_ += "<picture>";
  if (!dark_base64.empty()) out_ += "<source media=\"(prefers-color-scheme: dark)\" srcset=" + data(dark_base64) + "/>";
  out_ += "<img src=" + data(base64) + " alt=\"" + html_escaped(one_line(alternative)) + "\"></picture>\n";
}

}  // namespace stowage::cli
