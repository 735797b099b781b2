// SPDX-License-Identifier: Apache-2.0
#include "core/formats/markup_page.h"

#include "core/formats/utf8.h"

namespace stowage {
namespace {

constexpr std::size_t kMostOfName = 120;  // bytes

/// Puts a name on one line, without marks of the direction of writing; cuts it between characters.
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

/// Writes every character that could mean something in HTML or in Markdown as its number.
std::string as_numbers(std::string_view text, std::string_view harmless) {
  std::string out;
  for (const char c : text)
    if (is_plain(c) || harmless.find(c) != std::string_view::npos)
      out += c;
    else
      out += "&#" + std::to_string(static_cast<int>(static_cast<unsigned char>(c))) + ';';
  return out;
}

}  // namespace

std::string MarkupPage::text(std::string_view text) const {
  return as_numbers(one_line(text), is_html_ ? "%()+,-./:;=" : ".,:;+-%()/'");
}

std::string MarkupPage::name(std::string_view name) const {
  const std::string shown = shown_name(name);
  if (is_html_) return "<code>" + text(shown) + "</code>";
  const bool fits =
      !shown.empty() && shown.front() != ' ' && shown.back() != ' ' && shown.find_first_of("`|\\") == std::string::npos;
  return fits ? '`' + shown + '`' : "<code>" + as_numbers(shown, "") + "</code>";
}

std::string MarkupPage::strong(const std::string& piece) const {
  return is_html_ ? "<strong>" + piece + "</strong>" : "**" + piece + "**";
}

void MarkupPage::heading(const std::string& piece, int level) {
  const std::string number = std::to_string(level);
  out_ += is_html_ ? "<h" + number + ">" + piece + "</h" + number + ">\n"
                   : std::string(static_cast<std::size_t>(level) + 1, '#') + ' ' + piece + "\n\n";
}

void MarkupPage::paragraph(const std::string& piece) {
  out_ += is_html_ ? "<p>" + piece + "</p>\n" : piece + "\n\n";
}

void MarkupPage::table(const std::vector<MarkupColumn>& columns, const std::vector<std::vector<std::string>>& rows) {
  const auto add_row = [&](const std::vector<std::string>& cells, const std::string& tag) {
    out_ += is_html_ ? "<tr>" : "|";
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (is_html_)
        out_ += '<' + tag + (columns[k].right ? " class=\"right\">" : ">") + cells[k] + "</" + tag + '>';
      else
        out_ += ' ' + cells[k] + " |";
    out_ += is_html_ ? "</tr>" : "\n";
  };
  std::vector<std::string> titles;
  for (const MarkupColumn& column : columns) titles.push_back(column.title);
  if (is_html_) out_ += "<table>\n<thead>";
  add_row(titles, "th");
  out_ += is_html_ ? "</thead>\n<tbody>" : "|";
  if (!is_html_)
    for (const MarkupColumn& column : columns) out_ += column.right ? "---:|" : "---|";
  out_ += '\n';
  for (const auto& cells : rows) {
    add_row(cells, "td");
    if (is_html_) out_ += '\n';
  }
  out_ += is_html_ ? "</tbody>\n</table>\n" : "\n";
}

void MarkupPage::begin_details(const std::string& summary, bool open) {
  const char* const opened = !open ? "" : is_html_ ? " open=\"\"" : " open";
  out_ += std::string("<details") + opened + "><summary>" + summary + "</summary>\n" + (is_html_ ? "" : "\n");
}

void MarkupPage::end_details() {
  out_ += is_html_ ? "</details>\n" : "</details>\n\n";
}

void MarkupPage::image(std::string_view kind, std::string_view base64, std::string_view dark_base64,
                       std::string_view alternative) {
  const auto data = [&](std::string_view bytes) {
    return "\"data:" + std::string(kind) + ";base64," + std::string(bytes) + '"';
  };
  out_ += "<picture>";
  if (!dark_base64.empty()) out_ += "<source media=\"(prefers-color-scheme: dark)\" srcset=" + data(dark_base64) + "/>";
  out_ += "<img src=" + data(base64) + " alt=\"" + text(alternative) + "\"></picture>\n";
}

std::string MarkupPage::whole(std::string_view title) const {
  static constexpr const char* kStyle =
      ":root{color-scheme:light dark}"
      "body{font:13px/1.5 system-ui,sans-serif;margin:24px auto;max-width:1400px;padding:0 16px;"
      "font-variant-numeric:tabular-nums}"
      "h1{font-size:16px}h2{font-size:14px}table{border-collapse:collapse;margin:12px 0}"
      "th,td{border-bottom:1px solid #8884;padding:4px 12px 4px 0;text-align:left;vertical-align:top}"
      ".right{text-align:right}code{font-size:12px;overflow-wrap:anywhere}"
      "thead th{font-weight:normal;opacity:.7}"
      "details{border:1px solid #8884;border-radius:4px;margin:12px 0;padding:8px 12px}summary{cursor:pointer}"
      "img{display:block;height:auto;margin:12px 0;max-width:100%}";
  if (!is_html_) return out_;
  return std::string("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n") +
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "img-src data:\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
         text(title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n" + out_ + "</body>\n</html>\n";
}

}  // namespace stowage
