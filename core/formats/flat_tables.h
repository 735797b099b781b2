// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <flatbuffers/flatbuffers.h>

/// Tables of a flatbuffer that may be damaged. What is read of them stands in schemas of our own (program.fbs), from
/// which flatc makes the types; other tables and fields are not read. Every pointer may be null. Nothing may be read
/// before Check::is_fine() returned true.
namespace stowage::flat {

namespace fb = flatbuffers;
template <class T>
using Tables = fb::Vector<fb::Offset<T>>;
using Indices = fb::Vector<std::int32_t>;

template <class Vector>
std::size_t size_of(const Vector* vector) {
  return vector == nullptr ? 0 : vector->size();
}

/// The items of a list, which may be missing.
template <class T>
const fb::Vector<T>& items_of(const fb::Vector<T>* list) {
  static constexpr fb::uoffset_t kNone = 0;  // a list is its length and its items
  return list != nullptr ? *list : *reinterpret_cast<const fb::Vector<T>*>(&kNone);
}

/// The place of field `number` in the vtable.
constexpr fb::voffset_t slot(std::size_t number) {
  return static_cast<fb::voffset_t>(4 + 2 * number);
}

/// Whether a buffer at byte `start` has the identifier "ET12", with any digits, of the kind "ET".
[[nodiscard]] bool is_kind(std::string_view bytes, std::string_view kind, std::size_t start = 0);

/// Checks that everything that is read lies within the bytes, and finds the first place that does not.
class Check {
 public:
  explicit Check(std::string_view bytes)
      : bytes_(bytes), verifier_(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) {}

  /// Checks a buffer whose offset to the root is at byte `start`: 4 where the buffer's size stands in front. `root` is
  /// the type of the root, with the names of the fields. Fields whose name begins with "unread" may be anything.
  [[nodiscard]] bool is_fine(const fb::TypeTable& root, const char* identifier, std::size_t start = 0);
  /// The place of the damage: "/subgraphs/0/tensors/3/shape", or "byte 4" in front of all tables.
  [[nodiscard]] std::string place() const { return place_.empty() ? "/" : place_; }

 private:
  template <class Look>
  bool within(std::string_view name, const Look& look);
  bool is_table(const std::uint8_t* data, const fb::TypeTable& type);
  bool is_field(const fb::Table& table, const fb::TypeTable& type, std::size_t number);
  bool is_vector(const std::uint8_t* vector, std::size_t item_size, const fb::TypeTable* item);

  std::string_view bytes_;
  fb::Verifier verifier_;
  std::string place_;
};

}  // namespace stowage::flat
