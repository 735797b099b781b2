// SPDX-License-Identifier: Apache-2.0
#include "core/formats/inductor/program.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "core/base/bytes.h"
#include "core/formats/lines.h"

namespace stowage::inductor {
namespace {

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool goes_on(char c) {
  return begins_name(c) || is_digit(c);
}

/// The end of the quoted text that begins at `at`: its last quote, or the end of `text`.
std::size_t end_of_quote(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return at;
}

}  // namespace

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}
bool is_name(std::string_view text) {
  return !text.empty() && begins_name(text.front()) && std::ranges::all_of(text, goes_on);
}

std::size_t find_outside(std::string_view text, char wanted) {
  std::size_t depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (kQuotes.find(c) != std::string_view::npos)
      k = end_of_quote(text, k);
    else if (depth == 0 && c == wanted)
      return k;
    else if (c == '(' || c == '[' || c == '{')
      ++depth;
    else if ((c == ')' || c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return std::string_view::npos;
}

std::vector<std::string_view> statements_in(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(find_outside(text, ';'), text.size());
    if (const std::string_view piece = trimmed(text.substr(0, end)); !piece.empty()) out.push_back(piece);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::optional<Assignment> assignment_in(std::string_view text) {
  const std::size_t at = find_outside(text, '=');
  if (at == std::string_view::npos || text.substr(at).starts_with("==")) return {};
  return Assignment{trimmed(text.substr(0, at)), trimmed(text.substr(at + 1))};
}

std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (kQuotes.find(text[k]) != std::string_view::npos) k = end_of_quote(text, k);
    if (k >= text.size() || !begins_name(text[k])) continue;
    std::size_t end = k;
    while (end < text.size() && goes_on(text[end])) ++end;
    const bool attribute = k > 0 && (text[k - 1] == '.' || is_digit(text[k - 1]));
    const bool keyword = end + 1 < text.size() && text[end] == '=' && text[end + 1] != '=';
    if (!attribute && !keyword) out.push_back(text.substr(k, end - k));
    k = end - 1;
  }
  return out;
}

std::vector<std::string_view> items_of(std::string_view list) {
  std::vector<std::string_view> out;
  for_each_item(
      list, [&](std::string_view item) { out.push_back(trimmed(item)); }, kQuotes);
  return out;
}

std::string_view inside_brackets(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('(') || text.starts_with('[')) {
    TextCursor cursor(text, 0, kQuotes);
    const auto inside = cursor.take_nested();
    if (inside && cursor.at_end()) return *inside;
  }
  return text;
}

std::optional<std::vector<std::int64_t>> numbers_of(std::string_view text) {
  std::vector<std::int64_t> out;
  for (const std::string_view item : items_of(inside_brackets(text))) {
    const auto number = whole_number(item);
    if (!number) return {};
    out.push_back(*number);
  }
  return out;
}

std::optional<std::int64_t> bytes_of_type(std::string_view type) {
  struct Row {
    std::string_view name;
    std::int64_t bytes;
  };
  static constexpr Row kTypes[] = {
      {"float32", 4}, {"float16", 2},     {"bfloat16", 2},  {"float64", 8}, {"int64", 8},     {"int32", 4},
      {"int16", 2},   {"int8", 1},        {"uint8", 1},     {"bool", 1},    {"complex64", 8}, {"half", 2},
      {"float", 4},   {"double", 8},      {"long", 8},      {"int", 4},     {"uint16", 2},    {"uint32", 4},
      {"uint64", 8},  {"complex128", 16}, {"complex32", 4}, {"f32", 4},     {"f16", 2},       {"bf16", 2},
      {"f64", 8},     {"i64", 8},         {"i32", 4},       {"i16", 2},     {"i8", 1},        {"u8", 1},
      {"b8", 1},      {"u16", 2},         {"u32", 4},       {"u64", 8},     {"c32", 4},       {"c64", 8},
      {"c128", 16},   {"fp32", 4},        {"fp16", 2},      {"fp64", 8},    {"i1", 1}};
  while (type.starts_with('*')) type.remove_prefix(1);
  if (type.starts_with("torch.")) type.remove_prefix(6);
  if (type.starts_with("float8_") || type.starts_with("f8e") || type.starts_with("fp8e")) return 1;
  const auto* const known = std::ranges::find(kTypes, type, &Row::name);
  return known == std::end(kTypes) ? std::nullopt : std::optional(known->bytes);
}

std::optional<std::int64_t> extent_of(const std::vector<std::int64_t>& sizes,
                                      const std::vector<std::int64_t>& strides) {
  if (std::ranges::find(sizes, 0) != sizes.end()) return 0;
  std::int64_t last = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    std::int64_t step = 0;
    const std::int64_t stride = k < strides.size() ? strides[k] : 0;
    if (sizes[k] < 0 || stride < 0 || __builtin_mul_overflow(sizes[k] - 1, stride, &step) ||
        __builtin_add_overflow(last, step, &last))
      return {};
  }
  return last < kMaxTensorSize.count ? std::optional(last + 1) : std::nullopt;
}

std::optional<Call> call_in(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (goes_on(text[end]) || text[end] == '.')) ++end;
  if (end == 0 || !begins_name(text.front())) return {};
  TextCursor cursor(text, end, kQuotes);
  const auto grid = cursor.peek() == '[' ? cursor.take_nested() : std::string_view();
  const auto arguments = grid && cursor.peek() == '(' ? cursor.take_nested() : std::nullopt;
  cursor.skip_blanks();
  // Text behind the call, such as ".item()" or "[0]": the call is only a part.
  if (!arguments || !cursor.at_end()) return {};
  return Call{.callee = text.substr(0, end), .arguments = *arguments, .grid = *grid};
}

std::vector<std::int64_t> packed_strides(const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> out(sizes.size(), 1);
  for (std::size_t k = sizes.size(); k-- > 1;)
    if (__builtin_mul_overflow(out[k], std::max<std::int64_t>(sizes[k], 1), &out[k - 1])) out[k - 1] = -1;
  return out;
}

std::string_view keyword(const std::vector<std::string_view>& arguments, std::string_view name) {
  for (const std::string_view argument : arguments)
    if (argument.starts_with(name) && argument.size() > name.size() && argument[name.size()] == '=')
      return argument.substr(name.size() + 1);
  return {};
}
bool is_keyword(std::string_view argument) {
  const auto assignment = assignment_in(argument);
  return assignment && is_name(assignment->left);
}

}  // namespace stowage::inductor
