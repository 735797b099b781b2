// SPDX-License-Identifier: Apache-2.0
#include "core/io/pickle/pickle.h"

#include "core/io/pickle/opcodes.h"

namespace stowage {

std::optional<int> pickle::old_protocol(std::string_view bytes) {
  for (const std::string_view begin : {"(dp0\n", "(lp0\n", "(d.", "(l."})
    if (bytes.starts_with(begin)) return 0;
  for (const std::string_view begin : {std::string_view("}q\0", 3), std::string_view("]q\0", 3)})
    if (bytes.starts_with(begin)) return 1;
  return {};
}

bool looks_like_pickle(std::string_view bytes) {
  return (bytes.size() >= 2 && bytes[0] == '\x80' && bytes[1] >= pickle::kLeastProtocol &&
          bytes[1] <= pickle::kMostProtocol) ||
         pickle::old_protocol(bytes).has_value();
}

std::optional<std::string_view> Pickle::text(PickleValue value) const {
  if (!value.is(PickleValue::Kind::text)) return {};
  const auto at = value.index();  // the machine checked that all of it is there
  const std::size_t digits = pickle::length_digits(bytes_[at]);
  const auto length = static_cast<std::size_t>(pickle::little_endian(bytes_.substr(at + 1, digits)));
  return bytes_.substr(at + 1 + digits, length);
}

std::optional<PickleValue> Pickle::find(PickleValue dict, std::string_view key) const {
  std::optional<PickleValue> out;
  if (!dict.is(PickleValue::Kind::dict)) return out;
  for_each_stretch(dict, [&](std::span<const PickleValue> items) {
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
      if (text(items[i]) == key) out = items[i + 1];
  });
  return out;
}

bool Pickle::add_container(PickleValue::Kind kind, PickleValue& out) {
  if (containers_.size() >= kTaken) return false;
  out = {kind, static_cast<std::int64_t>(containers_.size())};
  containers_.emplace_back();
  return true;
}

bool Pickle::append(PickleValue container, std::span<const PickleValue> items) {
  if (items.empty()) return true;
  Container& c = containers_[container.index()];
  const std::size_t at = arena_.size();
  // The count of a stretch has 28 bits of a value's payload.
  if (at + items.size() + 1 >= kTaken || items.size() >= std::size_t{1} << 27 || c.count + items.size() >= kTaken)
    return false;
  arena_.emplace_back();
  arena_.insert(arena_.end(), items.begin(), items.end());
  set_stretch(static_cast<std::uint32_t>(at), {kEnd, static_cast<std::uint32_t>(items.size())});
  if (c.count == 0)
    c.first = static_cast<std::uint32_t>(at);
  else
    set_stretch(c.last, {static_cast<std::uint32_t>(at), stretch_at(c.last).count});
  c.last = static_cast<std::uint32_t>(at);
  c.count += static_cast<std::uint32_t>(items.size());
  return true;
}

}  // namespace stowage
