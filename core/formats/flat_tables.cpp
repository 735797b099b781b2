// SPDX-License-Identifier: Apache-2.0
#include "core/formats/flat_tables.h"

#include <flatbuffers/minireflect.h>

namespace stowage::flat {

bool is_kind(std::string_view bytes, std::string_view kind, std::size_t start) {
  const auto is_digit = [&](std::size_t at) { return bytes[at] >= '0' && bytes[at] <= '9'; };
  return bytes.size() >= start + 8 && bytes.substr(start + 4, 2) == kind && is_digit(start + 6) && is_digit(start + 7);
}

bool Check::is_fine(const fb::TypeTable& root, const char* identifier, std::size_t start) {
  if (bytes_.size() < start + 8) return place_ = "byte " + std::to_string(bytes_.size()), false;
  if (!fb::BufferHasIdentifier(bytes_.data() + start, identifier))
    return place_ = "byte " + std::to_string(start + 4), false;
  if (!verifier_.VerifyOffset(start)) return place_ = "byte " + std::to_string(start), false;
  return is_table(fb::GetRoot<std::uint8_t>(bytes_.data() + start), root);
}

/// Checks a part by `look`; `name` is its name in the part around it. Where it is damaged, its path becomes place().
template <class Look>
bool Check::within(std::string_view name, const Look& look) {
  const std::size_t length = place_.size();
  place_.append("/").append(name);
  if (!look()) return false;
  place_.resize(length);
  return true;
}

bool Check::is_table(const std::uint8_t* data, const fb::TypeTable& type) {
  const auto& table = *reinterpret_cast<const fb::Table*>(data);
  if (!table.VerifyTableStart(verifier_)) return false;
  for (std::size_t k = 0; k < type.num_elems; ++k)
    if (!std::string_view(type.names[k]).starts_with("unread") &&
        !within(type.names[k], [&] { return is_field(table, type, k); }))
      return false;
  return verifier_.EndTable();
}

bool Check::is_field(const fb::Table& table, const fb::TypeTable& type, std::size_t number) {
  const fb::TypeCode code = type.type_codes[number];
  const auto kind = static_cast<fb::ElementaryType>(code.base_type);
  const fb::TypeTable* inner = code.sequence_ref < 0 ? nullptr : type.type_refs[code.sequence_ref]();
  const std::size_t size = fb::InlineSize(kind, inner);
  if (code.is_repeating == 0 && kind != fb::ET_STRING && kind != fb::ET_SEQUENCE) {
    if (size == 1) return table.VerifyField<std::uint8_t>(verifier_, slot(number), 1);
    if (size == 2) return table.VerifyField<std::uint16_t>(verifier_, slot(number), 2);
    if (size == 4) return table.VerifyField<std::uint32_t>(verifier_, slot(number), 4);
    return table.VerifyField<std::uint64_t>(verifier_, slot(number), 8);
  }
  if (kind == fb::ET_SEQUENCE && inner->st == fb::ST_UNION) {
    // Its type stands in the field before. Types that the schema does not have are not read.
    const auto which = table.GetField<std::uint8_t>(slot(number - 1), 0);
    const std::int64_t at = fb::LookupEnum(which, inner->values, inner->num_elems);
    if (at <= 0 || static_cast<std::size_t>(at) >= inner->num_elems) return true;
    inner = inner->type_refs[inner->type_codes[at].sequence_ref]();
  }
  if (!table.VerifyOffset(verifier_, slot(number))) return false;
  const auto* const value = table.GetPointer<const std::uint8_t*>(slot(number));
  if (value == nullptr) return true;
  if (code.is_repeating != 0) return is_vector(value, size, inner);
  if (kind == fb::ET_STRING) return verifier_.VerifyString(reinterpret_cast<const fb::String*>(value));
  return is_table(value, *inner);
}

/// `item` is the type of tables, or null.
bool Check::is_vector(const std::uint8_t* vector, std::size_t item_size, const fb::TypeTable* item) {
  const std::uint8_t* const items = vector + sizeof(fb::uoffset_t);
  // The verifier checks only the alignment of the count, which may be less than that of the items.
  if (!verifier_.VerifyVectorOrString(vector, item_size) || reinterpret_cast<std::uintptr_t>(items) % item_size != 0)
    return false;
  const auto& tables = *reinterpret_cast<const Tables<std::uint8_t>*>(vector);
  for (fb::uoffset_t k = 0; item != nullptr && k < tables.size(); ++k)
    if (!within(std::to_string(k), [&] { return is_table(tables.Get(k), *item); })) return false;
  return true;
}

}  // namespace stowage::flat
