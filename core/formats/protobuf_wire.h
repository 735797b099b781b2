// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stowage {

/// One field of a protocol buffer message: its number, and its value as a number or as the bytes of a text, a message
/// or a packed list.
struct WireField {
  std::uint32_t number = 0;
  bool is_bytes = false;
  std::uint64_t value = 0;      ///< of a varint or a fixed number
  std::string_view bytes{};     ///< of a length-delimited field: a view of the message
  const char* place = nullptr;  ///< the field's tag
};

/// Walks the fields of one message (protobuf.dev, "Encoding"). Nothing is copied: texts and messages are views of the
/// message, so that a field of a gigabyte is passed by one addition. Nested messages have readers of their own. Groups,
/// which are out of use, count as damage.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : at_(message.data()), end_(message.data() + message.size()) {}

  /// The next field; none at the end, and where the bytes are not a field (damage() is set then).
  std::optional<WireField> next() {
    if (at_ == end_ || damage_ != nullptr) return {};
    WireField field{.place = at_};
    const auto tag = varint();
    if (!tag || *tag >> 3 == 0 || *tag >> 3 > kMaxNumber) return damaged(field.place);
    field.number = static_cast<std::uint32_t>(*tag >> 3);
    const auto kind = *tag & 7;
    if (kind == 0) {
      const auto value = varint();
      if (!value) return damaged(field.place);
      field.value = *value;
    } else if (kind == 2) {
      const auto length = varint();
      if (!length || *length > static_cast<std::uint64_t>(end_ - at_)) return damaged(field.place);
      field.is_bytes = true;
      field.bytes = {at_, static_cast<std::size_t>(*length)};
      at_ += *length;
    } else {
      const int width = kind == 1 ? 8 : kind == 5 ? 4 : 0;
      if (width == 0 || end_ - at_ < width) return damaged(field.place);
      for (int byte = 0; byte < width; ++byte)
        field.value |= static_cast<std::uint64_t>(static_cast<unsigned char>(*at_++)) << (8 * byte);
    }
    return field;
  }
  /// The byte at which the damage begins, or null.
  [[nodiscard]] const char* damage() const { return damage_; }
  /// The bytes behind the last field or number.
  [[nodiscard]] std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  /// The next number of a packed list of varints; none at the end, or where it is cut short.
  std::optional<std::uint64_t> varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at_ == end_) return {};
      const auto byte = static_cast<unsigned char>(*at_++);
      if (shift < 64) value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return {};
  }

 private:
  static constexpr std::uint64_t kMaxNumber = (std::uint64_t{1} << 29) - 1;

  std::optional<WireField> damaged(const char* place) {
    damage_ = place;
    return {};
  }

  const char* at_;
  const char* end_;
  const char* damage_ = nullptr;
};

/// Calls `take(bytes)` for each field of that number that has bytes, up to any damage.
template <class Take>
void for_each_bytes(std::string_view message, std::uint32_t number, const Take& take) {
  WireReader reader(message);
  while (const auto field = reader.next())
    if (field->number == number && field->is_bytes) take(field->bytes);
}

/// The last field of that number, up to any damage; an empty one where there is none.
[[nodiscard]] inline WireField last_field(std::string_view message, std::uint32_t number) {
  WireField out;
  WireReader reader(message);
  while (const auto field = reader.next())
    if (field->number == number) out = *field;
  return out;
}

/// Appends fields to a message.
class WireWriter {
 public:
  WireWriter& number(std::uint32_t field, std::uint64_t value) {
    varint(std::uint64_t{field} << 3);
    varint(value);
    return *this;
  }
  WireWriter& bytes(std::uint32_t field, std::string_view value) {
    varint(std::uint64_t{field} << 3 | 2);
    varint(value.size());
    text_ += value;
    return *this;
  }
  WireWriter& message(std::uint32_t field, const WireWriter& value) { return bytes(field, value.text_); }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string take() && { return std::move(text_); }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) text_ += static_cast<char>(value | 0x80);
    text_ += static_cast<char>(value);
  }

  std::string text_;
};

}  // namespace stowage
