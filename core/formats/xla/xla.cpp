// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/formats/protobuf_wire.h"
#include "core/formats/xla/module_document.h"

namespace stowage {
namespace {

using namespace xla;

constexpr std::string_view kExtension = ".hlo.pb";

/// The byte at which a message is damaged, and the path of its field.
struct Damage {
  const char* at;
  std::string path;
};

std::optional<Damage> damage_in(std::string_view message, const google::protobuf::Descriptor& type,
                                const std::string& path, int depth) {
  constexpr int kDeepest = 100;  // as deep as protocol buffers are read
  if (depth > kDeepest) return Damage{message.data(), path};
  WireReader reader(message);
  std::map<std::uint32_t, std::size_t> count;
  while (const auto field = reader.next()) {
    const auto* const known = type.FindFieldByNumber(static_cast<int>(field->number));
    if (known == nullptr) continue;
    std::string inside = path + "/" + std::string(known->name());
    if (known->is_repeated()) inside += "/" + std::to_string(count[field->number]++);
    if (known->message_type() == nullptr || !field->is_bytes) continue;
    if (auto found = damage_in(field->bytes, *known->message_type(), inside, depth + 1)) return found;
  }
  if (reader.damage() == nullptr) return {};
  // A message that is longer than the rest of the file may be damaged far behind its beginning.
  WireReader behind(message.substr(static_cast<std::size_t>(reader.damage() - message.data())));
  const std::uint64_t tag = behind.varint().value_or(0), length = (tag & 7) == 2 ? behind.varint().value_or(0) : 0;
  const std::string_view rest = behind.rest();
  const auto* const known = type.FindFieldByNumber(static_cast<int>(tag >> 3 & 0x7fffffff));
  if (known == nullptr || known->message_type() == nullptr || length <= rest.size())
    return Damage{reader.damage(), path};
  std::string inside = path + "/" + std::string(known->name());
  if (known->is_repeated()) inside += "/" + std::to_string(count[static_cast<std::uint32_t>(tag >> 3)]);
  auto found = damage_in(rest, *known->message_type(), inside, depth + 1);
  return found ? found : Damage{rest.data() + rest.size(), inside};
}

/// The error of a file that the parser refused. Finds the place, which the parser does not give.
Error damaged(std::string_view bytes, const std::string& file) {
  const auto damage = damage_in(bytes, *Hlo::descriptor(), "", 0);
  const auto byte = damage ? static_cast<std::size_t>(damage->at - bytes.data()) : bytes.size();
  return Error::bad_input(file, "byte " + std::to_string(byte),
                          "this is not an HloProto, or it is damaged or cut short here" +
                              (damage && !damage->path.empty() ? ", in " + damage->path : std::string()));
}

}  // namespace

Result<Document> read_xla(std::string_view bytes, const std::string& file, const ReadOptions& options,
                          const Task& task) {
  const auto hlo = xla::parse_hlo(bytes, file);
  if (!hlo) return tl::unexpected(hlo.error());
  return xla::document_of(**hlo, {.file = file, .format = "xla-hlo", .extension = kExtension}, {}, options, task);
}

Result<std::unique_ptr<Hlo>> xla::parse_hlo(std::string_view bytes, const std::string& file) {
  auto hlo = std::make_unique<Hlo>();
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return tl::unexpected(Error::bad_input(file, "", "a protocol buffer has less than 2 GiB"));
  if (!hlo->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return tl::unexpected(damaged(bytes, file));
  if (hlo->buffer_assignment().logical_buffers().empty())
    return tl::unexpected(
        Error::bad_input(file, "/buffer_assignment",
                         "there is no buffer assignment in it: take the dump that XLA writes after its optimizations"));
  return hlo;
}

}  // namespace stowage
