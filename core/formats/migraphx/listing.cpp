// SPDX-License-Identifier: Apache-2.0
#include "core/formats/migraphx/listing.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_set>

#include "core/base/bytes.h"
#include "core/formats/lines.h"

namespace stowage::migraphx {
namespace {

struct ElementType {
  std::string_view name;
  std::int64_t bytes;
};
constexpr ElementType kTypes[] = {{"float_type", 4},  {"half_type", 2},  {"bf16_type", 2},   {"double_type", 8},
                                  {"int8_type", 1},   {"uint8_type", 1}, {"bool_type", 1},   {"int16_type", 2},
                                  {"uint16_type", 2}, {"int32_type", 4}, {"uint32_type", 4}, {"int64_type", 8},
                                  {"uint64_type", 8}};

/// Bytes of an element; 0 for a type without a known size.
std::int64_t bytes_of_type(std::string_view name) {
  if (name.starts_with("fp8")) return 1;
  const auto* const type = std::ranges::find(kTypes, name, &ElementType::name);
  return type == std::end(kTypes) ? 0 : type->bytes;
}

bool take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

/// Takes off a bracket at the front and returns the text inside; none where the bracket is not closed.
std::optional<std::string_view> take_bracketed(std::string_view& text) {
  const char open = text.front(), close = open == '[' ? ']' : open == '(' ? ')' : '}';
  std::size_t depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == open) ++depth;
    if (text[k] != close || --depth > 0) continue;
    const std::string_view inside = text.substr(1, k - 1);
    text.remove_prefix(k + 1);
    return inside;
  }
  return std::nullopt;
}

/// Takes off the next part of a list, up to a comma outside of brackets, and the comma.
std::string_view take_part(std::string_view& list) {
  std::size_t depth = 0, end = 0;
  for (; end < list.size(); ++end) {
    const char c = list[end];
    if (c == '[' || c == '{' || c == '(') ++depth;
    if ((c == ']' || c == '}' || c == ')') && depth > 0) --depth;
    if (c == ',' && depth == 0) break;
  }
  const std::string_view part = trimmed(list.substr(0, end));
  list.remove_prefix(std::min(list.size(), end + 1));
  return part;
}

/// The bytes from the first element to the last; none where the numbers are not valid, negative from 2^53 bytes on.
std::optional<std::int64_t> extent(std::string_view lengths, std::string_view strides, std::int64_t element) {
  std::int64_t last = 0;
  bool empty = false, too_large = false;
  while (!lengths.empty()) {
    const auto length = whole_number(take_part(lengths)), stride = whole_number(take_part(strides));
    if (!length || !stride || *length < 0 || *stride < 0) return std::nullopt;
    std::int64_t step = 0;
    if (*length == 0)
      empty = true;
    else
      too_large |= __builtin_mul_overflow(*length - 1, *stride, &step) || __builtin_add_overflow(last, step, &last);
  }
  if (!trimmed(strides).empty()) return std::nullopt;
  if (empty) return 0;
  return too_large || last >= kMaxTensorSize.count / element ? -1 : (last + 1) * element;
}

/// Takes off a duration, in ms, at the end of the line: "…: 0.21ms, 52%".
std::optional<double> take_time(std::string_view& line) {
  const std::size_t colon = line.rfind(": ");
  if (colon == std::string_view::npos || !line.ends_with('%')) return std::nullopt;
  const std::string_view text = line.substr(colon + 2);
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (code != std::errc() || !rest.starts_with("ms, ") || !std::isfinite(value) || value < 0) return std::nullopt;
  line = line.substr(0, colon);
  return value;
}

/// 5 of "@5" or "main:@5"; none for other names.
std::optional<std::int64_t> number_of(std::string_view name) {
  const std::size_t at = name.rfind('@');
  if (at == std::string_view::npos || (at > 0 && name[at - 1] != ':')) return std::nullopt;
  return whole_number(name.substr(at + 1));
}

/// The name and the rest of a line that begins as an instruction does.
std::optional<std::pair<std::string_view, std::string_view>> split_instruction(std::string_view line) {
  const std::size_t equals = line.find(" = ");
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view name = line.substr(0, equals), rest = line.substr(equals + 3);
  if (name.empty() || name.find(' ') != std::string_view::npos) return std::nullopt;
  if (!number_of(name) && !rest.starts_with("@param:")) return std::nullopt;
  return std::pair(name, rest);
}

/// Returns what is wrong, or an empty text.
std::string read_operands(std::string_view& rest, Instruction& out) {
  out.op = rest.substr(0, rest.find_first_of("[({ "));
  rest.remove_prefix(out.op.size());
  if (out.op.starts_with("@param:")) out.op = "@param";
  if (out.op.empty()) return "there is no operator after \"=\"";
  const auto unclosed = [&](char bracket) { return std::string("the bracket '") + bracket + "' is not closed"; };
  if (rest.starts_with('{') && !take_bracketed(rest)) return unclosed('{');  // values of a literal
  if (rest.starts_with('[')) {
    const auto inside = take_bracketed(rest);
    if (!inside) return unclosed('[');
    out.attributes = *inside;
  }
  if (rest.starts_with('(')) {
    auto inside = take_bracketed(rest);
    if (!inside) return unclosed('(');
    while (!inside->empty()) out.arguments.push_back(take_part(*inside));
  }
  if (rest.starts_with(", [")) {  // modules that it runs
    rest.remove_prefix(2);
    if (!take_bracketed(rest)) return unclosed('[');
  }
  return {};
}

/// Returns what is wrong, or an empty text.
std::string read_result(std::string_view rest, Instruction& out) {
  out.milliseconds = take_time(rest);
  if (!take(rest, " -> ")) return out.op == "@return" ? "" : "there is no \" -> \" with a shape";
  if (rest.starts_with('[')) {  // a tuple
    auto parts = take_bracketed(rest);
    if (!parts) return "the bracket '[' is not closed";
    while (!trimmed(*parts).empty()) {
      const auto shape = take_shape(*parts);
      if (!shape) return "a shape within the tuple is not valid";
      if (shape->bytes < 0 || (out.shape.bytes += shape->bytes) > kMaxTensorSize.count)
        return "the shape has 2^53 bytes or more";
      out.shape.known &= shape->known;
      if (!take(*parts, ", ")) break;
    }
    return {};
  }
  const auto shape = take_shape(rest);
  if (!shape) return "there is no valid shape after \" -> \"";
  if (shape->bytes < 0) return "the shape has 2^53 bytes or more";
  out.shape = *shape;
  out.has_comment = rest.find(" # ") != std::string_view::npos;
  return {};
}

/// Splits lines into listings. A listing begins with number 0, with a parameter, or behind a line "module:"; numbers
/// within it ascend, and no name comes twice.
class Splitter {
 public:
  void take(std::string_view whole, std::size_t number) {
    const std::string_view line = trimmed(whole);
    constexpr std::string_view kModule = "module: \"";
    if (line.starts_with(kModule) && line.ends_with('"') && line.size() > kModule.size()) {
      module_ = line.substr(kModule.size(), line.size() - kModule.size() - 1);
      state_ = State::begins;
      return;
    }
    const auto parts = split_instruction(line);
    if (parts && begin_or_go_on(parts->first))
      add(parts->first, parts->second, number);
    else
      state_ = State::between, other_ += !line.empty();
  }
  [[nodiscard]] std::vector<Listing> listings() && { return std::move(out_); }
  [[nodiscard]] std::size_t other_lines() const { return other_; }

 private:
  enum class State { between, begins, within };

  /// False where the instruction belongs to no listing.
  bool begin_or_go_on(std::string_view name) {
    const auto number = number_of(name);
    const std::size_t colon = number ? name.rfind(":@") : std::string_view::npos;
    if (colon != std::string_view::npos && module_ != name.substr(0, colon)) {
      module_ = name.substr(0, colon);
      state_ = State::between;
    }
    if (state_ == State::within && (number ? *number <= last_ : names_.contains(name))) state_ = State::between;
    if (state_ == State::between && number.value_or(0) != 0) return false;
    if (state_ != State::within) {
      out_.push_back({.module = module_});
      names_.clear();
      state_ = State::within;
    }
    if (number) last_ = *number;
    if (!number && names_.empty()) last_ = -1;
    names_.insert(name);
    return true;
  }

  void add(std::string_view name, std::string_view rest, std::size_t line) {
    Instruction instruction{.name = name, .line = line};
    std::string damage = read_operands(rest, instruction);
    if (damage.empty()) damage = read_result(rest, instruction);
    Listing& listing = out_.back();
    if (!damage.empty() && listing.damage.empty()) {
      listing.damage = std::move(damage);
      listing.damaged_line = line;
    }
    listing.timed |= instruction.milliseconds.has_value();
    listing.instructions.push_back(std::move(instruction));
  }

  std::vector<Listing> out_;
  std::string_view module_ = "main";
  State state_ = State::between;
  std::int64_t last_ = -1;
  std::unordered_set<std::string_view> names_;
  std::size_t other_ = 0;
};

}  // namespace

std::optional<Shape> take_shape(std::string_view& text) {
  const std::string_view type = text.substr(0, text.find_first_of(", "));
  std::string_view rest = text.substr(type.size());
  if (type.empty() || !take(rest, ", ") || !rest.starts_with('{')) return std::nullopt;
  const auto lengths = take_bracketed(rest);
  if (!lengths || !take(rest, ", ") || !rest.starts_with('{')) return std::nullopt;
  const auto strides = take_bracketed(rest);
  if (!strides) return std::nullopt;
  text = rest;
  if (trimmed(*lengths).empty()) return Shape{};
  const std::int64_t element = bytes_of_type(type);
  if (element == 0) return Shape{.known = false};
  const auto bytes = extent(*lengths, *strides, element);
  return bytes ? Shape{.bytes = *bytes} : Shape{.known = false};
}

std::optional<std::string_view> attribute(std::string_view attributes, std::string_view key) {
  while (!attributes.empty()) {
    std::string_view part = take_part(attributes);
    if (!take(part, key) || !take(part, "=")) continue;
    return part;
  }
  return std::nullopt;
}

Result<std::vector<Listing>> read_listings(std::string_view text, const Task& task, std::size_t& other_lines) {
  Splitter splitter;
  if (auto read = for_each_line(text, task, [&](std::string_view line, std::size_t n) { splitter.take(line, n); });
      !read)
    return tl::unexpected(std::move(read.error()));
  other_lines = splitter.other_lines();
  return std::move(splitter).listings();
}

}  // namespace stowage::migraphx
