// SPDX-License-Identifier: Apache-2.0
#include "core/formats/inductor/python_text.h"

#include <algorithm>
#include <cctype>

#include "core/base/bytes.h"
#include "core/formats/lines.h"
#include "core/formats/nested_text.h"

namespace stowage::inductor {
namespace {

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool goes_on(char c) {
  return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
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
  char quote = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (quote != 0) {
      if (c == '\\')
        ++k;
      else if (c == quote)
        quote = 0;
    } else if (kQuotes.find(c) != std::string_view::npos) {
      quote = c;
    } else if (depth == 0 && c == wanted) {
      return k;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return std::string_view::npos;
}

std::size_t find_assignment(std::string_view text) {
  const std::size_t at = find_outside(text, '=');
  return at == std::string_view::npos || text.substr(at).starts_with("==") ? std::string_view::npos : at;
}

std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> out;
  char quote = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (quote != 0) {
      if (c == '\\')
        ++k;
      else if (c == quote)
        quote = 0;
      continue;
    }
    if (kQuotes.find(c) != std::string_view::npos) {
      quote = c;
      continue;
    }
    if (!begins_name(c)) continue;
    std::size_t end = k;
    while (end < text.size() && goes_on(text[end])) ++end;
    const bool attribute = k > 0 && (text[k - 1] == '.' || std::isdigit(static_cast<unsigned char>(text[k - 1])) != 0);
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

std::optional<std::int64_t> bytes_in(std::optional<std::int64_t> elements, std::optional<std::int64_t> bytes) {
  std::int64_t out = 0;
  if (!elements || !bytes || __builtin_mul_overflow(*elements, *bytes, &out) || out > kMaxTensorSize.count) return {};
  return out;
}

std::optional<Call> call_in(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (goes_on(text[end]) || text[end] == '.')) ++end;
  if (end == 0 || end == text.size() || !begins_name(text.front())) return {};
  Call out{.callee = text.substr(0, end), .arguments = {}};
  TextCursor cursor(text, end, kQuotes);
  if (cursor.peek() == '[') {
    const auto grid = cursor.take_nested();
    if (!grid) return {};
    out.grid = *grid;
  }
  if (cursor.peek() != '(') return {};
  const auto arguments = cursor.take_nested();
  if (!arguments) return {};
  out.arguments = *arguments;
  // Text behind the call, such as ".item()" or "[0]": the call is only a part.
  cursor.skip_blanks();
  if (!cursor.at_end()) return {};
  return out;
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
  const std::size_t at = find_assignment(argument);
  return at != std::string_view::npos && is_name(argument.substr(0, at));
}

}  // namespace stowage::inductor
