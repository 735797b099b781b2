// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xla/shape_text.h"

#include <algorithm>
#include <string>

#include "core/base/bytes.h"
#include "core/formats/nested_text.h"

namespace stowage::xla {
namespace {

constexpr std::size_t kDeepest = 32, kMostLeaves = 1 << 20, kMostDimensions = 64;

/// Bits of an element; 0 for types without elements, none for unknown types.
std::optional<std::int64_t> bits_of(std::string_view type) {
  if (type == "token" || type == "opaque" || type == "buffer") return 0;
  if (type == "pred") return 8;
  if (type.starts_with("f8e") || type == "f8") return 8;
  if (type.starts_with("f4e") || type == "f4") return 4;
  if (type.starts_with("bf"))
    type.remove_prefix(2);
  else if (type.starts_with('c'))
    type.remove_prefix(1);
  else if (type.starts_with('s') || type.starts_with('u') || type.starts_with('f'))
    type.remove_prefix(1);
  else
    return {};
  static constexpr std::string_view kBits[] = {"1", "2", "4", "8", "16", "32", "64", "128"};
  const auto* const known = std::ranges::find(kBits, type);
  return known == std::end(kBits) ? std::nullopt : leading_number(*known);
}

class Shapes {
 public:
  std::optional<std::vector<ShapeLeaf>> read(std::string_view text) {
    TextCursor cursor(text);
    if (!shape(cursor)) return {};
    cursor.skip_blanks();
    if (!cursor.at_end()) return {};
    return std::move(leaves_);
  }

 private:
  bool shape(TextCursor& cursor) {
    if (!cursor.take('(')) return array(cursor);
    if (path_.size() >= kDeepest) return false;
    path_.push_back(0);
    for (bool first = true; !cursor.take(')'); first = false) {
      if (!first && !cursor.take(',')) return false;
      if (!shape(cursor)) return false;
      ++path_.back();
    }
    path_.pop_back();
    return true;
  }

  bool array(TextCursor& cursor) {
    const auto bits = bits_of(cursor.take_word());
    if (!bits || cursor.peek() != '[' || leaves_.size() >= kMostLeaves) return false;
    const auto list = cursor.take_nested();
    if (!list) return false;
    dimensions_.clear();
    order_.clear();
    tile_.clear();
    bool known = true, fits = true;
    for_each_item(*list, [&](std::string_view item) {
      if (item.starts_with("<=")) item.remove_prefix(2);
      if (item == "?") known = false;
      const auto size = item == "?" ? 0 : leading_number(item);
      fits &= size && *size >= 0 && dimensions_.size() < kMostDimensions;
      if (fits) dimensions_.push_back(*size);
    });
    ShapeLeaf leaf{.index = path_, .bytes = {}};
    if (!fits) return false;
    if (cursor.peek() == '{') {
      const auto layout = cursor.take_nested();
      if (!layout || !read_layout(*layout, leaf)) return false;
    }
    const auto plain = bytes(dimensions_, *bits), padded = bytes(padded_dimensions(), *bits);
    if (!plain || !padded) return false;
    if (known) leaf.bytes = *padded;
    leaf.padded = *padded > *plain;
    leaves_.push_back(std::move(leaf));
    return true;
  }

  /// "1,0:T(8,128)(2,1)S(1)": the order of the dimensions from the innermost, the first tile, and the space.
  bool read_layout(std::string_view layout, ShapeLeaf& leaf) {
    const std::string_view order = layout.substr(0, layout.find(':'));
    for_each_item(order, [&](std::string_view item) {
      if (const auto k = leading_number(item); k && *k >= 0 && order_.size() < kMostDimensions)
        order_.push_back(static_cast<std::size_t>(*k));
    });
    if (order.size() == layout.size()) return true;
    TextCursor cursor(layout, order.size() + 1);
    while (!cursor.at_end()) {
      const std::string_view letter = cursor.take_word();
      if (cursor.peek() != '(') return cursor.at_end();
      bool first = true;
      while (cursor.peek() == '(') {
        const auto inside = cursor.take_nested();
        if (!inside) return false;
        if (letter == "T" && first)
          for_each_item(*inside, [&](std::string_view item) { tile_.push_back(leading_number(item).value_or(1)); });
        if (letter == "S") leaf.space = leading_number(*inside).value_or(0);
        first = false;
      }
    }
    return tile_.size() <= kMostDimensions;
  }

  /// The dimensions in the order of memory, the innermost last, rounded up to the tile.
  [[nodiscard]] std::vector<std::int64_t> padded_dimensions() const {
    std::vector<std::int64_t> out;
    if (order_.size() == dimensions_.size())
      for (const std::size_t k : order_) out.insert(out.begin(), k < dimensions_.size() ? dimensions_[k] : 1);
    else
      out = dimensions_;
    while (out.size() < tile_.size()) out.insert(out.begin(), 1);
    for (std::size_t k = 0; k < tile_.size(); ++k) {
      std::int64_t& size = out[out.size() - tile_.size() + k];
      if (tile_[k] > 1 && tile_[k] <= kMaxTensorSize.count && size <= kMaxTensorSize.count)
        size = round_up(size, tile_[k]);
    }
    return out;
  }

  [[nodiscard]] static std::optional<std::int64_t> bytes(const std::vector<std::int64_t>& dimensions,
                                                         std::int64_t bits) {
    if (std::ranges::find(dimensions, 0) != dimensions.end()) return 0;
    std::int64_t count = bits;
    for (const std::int64_t size : dimensions)
      if (__builtin_mul_overflow(count, size, &count)) return {};
    count = (count + 7) / 8;
    return count > kMaxTensorSize.count ? std::nullopt : std::optional(count);
  }

  std::vector<std::int64_t> path_;
  std::vector<ShapeLeaf> leaves_;
  std::vector<std::int64_t> dimensions_, tile_;
  std::vector<std::size_t> order_;
};

}  // namespace

std::optional<std::vector<ShapeLeaf>> read_shape(std::string_view text) {
  return Shapes().read(text);
}

}  // namespace stowage::xla
