// SPDX-License-Identifier: Apache-2.0
#include "core/formats/csv.h"

#include <algorithm>

#include "core/formats/lines.h"

namespace stowage {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// "-12", "+1.9 %", "1e-3"
bool is_number(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  if (text.ends_with(' ')) text.remove_suffix(1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return parsed<double>(text) && text.front() >= '0' && text.front() <= '9';
}

/// Whether a spreadsheet would run a text as a formula; apostrophes in front of it do not count.
bool is_formula(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos && !is_number(text);
}

std::string_view without_guard(std::string_view field) {
  return field.starts_with('\'') && is_formula(field) ? field.substr(1) : field;
}

}  // namespace

CsvSplitter::CsvSplitter(std::string_view text) : text_(text) {
  if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
}

void CsvSplitter::skip_blanks() {
  while (!end() && is_blank(text_[at_])) ++at_;
}

std::string_view CsvSplitter::plain_field() {
  const std::size_t begin = at_;
  while (!end() && text_[at_] != ',' && text_[at_] != '\n') ++at_;
  std::size_t last = at_;
  while (last > begin && (is_blank(text_[last - 1]) || text_[last - 1] == '\r')) --last;
  return text_.substr(begin, last - begin);
}

std::string_view CsvSplitter::quoted_field() {
  const std::size_t begin = ++at_;
  std::string* joined = nullptr;
  std::size_t from = begin;
  for (;; ++at_) {
    if (end()) {
      fault_ = "a quoted field has no end";
      return {};
    }
    if (text_[at_] == '\n') ++line_;
    if (text_[at_] != '"') continue;
    if (at_ + 1 == text_.size() || text_[at_ + 1] != '"') break;
    if (joined == nullptr) joined = &store_.emplace_back();
    joined->append(text_.substr(from, at_ + 1 - from));
    from = ++at_ + 1;
  }
  std::string_view out = text_.substr(from, at_ - from);
  if (joined != nullptr) out = joined->append(out);
  ++at_;
  if (!plain_field().empty()) fault_ = "there is text after a quoted field";
  return out;
}

bool CsvSplitter::next(std::vector<std::string_view>& fields) {
  fields.clear();
  fault_ = {};
  if (end()) return false;
  row_line_ = line_;
  for (;;) {
    skip_blanks();
    const bool quoted = !end() && text_[at_] == '"';
    fields.push_back(without_guard(quoted ? quoted_field() : plain_field()));
    const bool more = !end() && text_[at_] == ',';
    if (!more && fields.size() == 1 && !quoted && fields[0].empty()) fields.clear();
    if (!end()) ++at_;  // the comma or the line's end
    if (!more) break;
  }
  ++line_;
  return true;
}

void append_csv_field(std::string& out, std::string_view text) {
  const bool guarded = is_formula(text);
  const bool plain = !guarded && !text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos &&
                     !is_blank(text.front()) && !is_blank(text.back());
  if (plain) {
    out += text;
    return;
  }
  out += guarded ? "\"'" : "\"";
  for (char c : text) out.append(c == '"' ? 2 : 1, c);
  out += '"';
}

}  // namespace stowage
