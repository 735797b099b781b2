// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <flatbuffers/flatbuffers.h>

/// Tables of a flatbuffer that may be damaged, by the numbers of their fields; other tables are not read. Every pointer
/// may be null. Nothing may be read before Check::is_fine() returned true.
namespace stowage::flat {

namespace fb = flatbuffers;
template <class T>
using Tables = fb::Vector<fb::Offset<T>>;
using Bytes8 = fb::Vector<std::uint8_t>;
using Indices = fb::Vector<std::int32_t>;

template <class Vector>
std::size_t size_of(const Vector* vector) {
  return vector == nullptr ? 0 : vector->size();
}

/// The place of field `number` in the vtable.
constexpr fb::voffset_t slot(unsigned number) {
  return static_cast<fb::voffset_t>(4 + 2 * number);
}

/// Checks that everything that is read lies within the bytes, and finds the first place that does not.
class Check {
 public:
  explicit Check(std::string_view bytes)
      : verifier(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), bytes_(bytes) {}

  /// Checks a buffer whose offset to the root is at byte `start`: 4 where the buffer's size stands in front.
  template <class Root>
  [[nodiscard]] bool is_fine(const char* identifier, std::size_t start = 0) {
    if (bytes_.size() < start + 8) return place_ = "byte " + std::to_string(bytes_.size()), false;
    if (!fb::BufferHasIdentifier(bytes_.data() + start, identifier))
      return place_ = "byte " + std::to_string(start + 4), false;
    if (!verifier.VerifyOffset(start)) return place_ = "byte " + std::to_string(start), false;
    return fb::GetRoot<Root>(bytes_.data() + start)->verify(*this);
  }
  /// The place of the damage: "/subgraphs/0/tensors/3/shape", or "byte 4" in front of all tables.
  [[nodiscard]] std::string place() const { return place_.empty() ? "/" : place_; }

  /// Checks a part by `look`; `name` is its name in the part around it. Where it is damaged, its path becomes place().
  template <class Look>
  bool within(std::string_view name, const Look& look) {
    const std::size_t length = place_.size();
    place_.append("/").append(name);
    if (!look()) return false;
    place_.resize(length);
    return true;
  }

  fb::Verifier verifier;

 private:
  std::string_view bytes_;
  std::string place_;
};

/// Typed access by field number, and its verification, for all tables.
class Record : private fb::Table {
 protected:
  template <class T>
  [[nodiscard]] T scalar(unsigned number, T absent = {}) const {
    return GetField<T>(slot(number), absent);
  }
  template <class T>
  [[nodiscard]] const T* at(unsigned number) const {
    return GetPointer<const T*>(slot(number));
  }
  [[nodiscard]] bool start(Check& check) const { return VerifyTableStart(check.verifier); }
  [[nodiscard]] static bool end(Check& check) { return check.verifier.EndTable(); }
  template <class T>
  [[nodiscard]] bool has_scalar(Check& check, unsigned number, std::string_view name) const {
    return check.within(name, [&] { return VerifyField<T>(check.verifier, slot(number), sizeof(T)); });
  }
  [[nodiscard]] bool has_text(Check& check, unsigned number, std::string_view name) const {
    return check.within(name, [&] {
      return VerifyOffset(check.verifier, slot(number)) && check.verifier.VerifyString(at<fb::String>(number));
    });
  }
  template <class T>
  [[nodiscard]] bool has_vector(Check& check, unsigned number, std::string_view name) const {
    return check.within(name, [&] { return is_vector<T>(check, number); });
  }
  template <class T>
  [[nodiscard]] bool has_table(Check& check, unsigned number, std::string_view name) const {
    return check.within(name, [&] {
      if (!VerifyOffset(check.verifier, slot(number))) return false;
      const T* const table = at<T>(number);
      return table == nullptr || table->verify(check);
    });
  }
  template <class T>
  [[nodiscard]] bool has_tables(Check& check, unsigned number, std::string_view name) const {
    return check.within(name, [&] {
      if (!is_vector<fb::Offset<T>>(check, number)) return false;
      const auto* const tables = at<Tables<T>>(number);
      for (fb::uoffset_t k = 0; tables != nullptr && k < tables->size(); ++k)
        if (!check.within(std::to_string(k), [&] { return tables->Get(k)->verify(check); })) return false;
      return true;
    });
  }

 private:
  template <class T>
  [[nodiscard]] bool is_vector(Check& check, unsigned number) const {
    if (!VerifyOffset(check.verifier, slot(number))) return false;
    const auto* const vector = at<fb::Vector<T>>(number);
    if (!check.verifier.VerifyVector(vector)) return false;
    // The verifier checks only the alignment of the count, which may be less than that of the items.
    return vector == nullptr || reinterpret_cast<std::uintptr_t>(vector->Data()) % sizeof(T) == 0;
  }
};

}  // namespace stowage::flat
