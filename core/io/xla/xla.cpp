// SPDX-License-Identifier: Apache-2.0
#include "core/io/xla/xla.h"

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/builder.h"
#include "core/io/file_stem.h"
#include "core/io/imported_plan.h"
#include "core/io/protobuf_wire.h"
#include "core/io/unique_names.h"
#include "core/io/utf8.h"
#include "core/io/xla/flow.h"
#include "core/io/xla/lives.h"

namespace stowage {
namespace {

using namespace xla;

constexpr std::string_view kExtension = ".hlo.pb";
constexpr std::int64_t kAllocationAlignment = 256;
constexpr unsigned char kFirstText = 0x0a, kSecondText = 0x12;  // tags of fields 1 and 2 that have a length

/// Takes a varint off the front; 0 where there is none.
std::uint64_t take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; !bytes.empty() && shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) return value;
  }
  return 0;
}

bool take_tag(std::string_view& bytes, unsigned char tag) {
  if (bytes.empty() || static_cast<unsigned char>(bytes.front()) != tag) return false;
  bytes.remove_prefix(1);
  return true;
}

bool take_identifier(std::string_view& bytes, unsigned char tag) {
  if (!take_tag(bytes, tag)) return false;
  const std::uint64_t length = take_varint(bytes);
  if (length == 0 || length > bytes.size()) return false;
  const std::string_view text = bytes.substr(0, length);
  bytes.remove_prefix(length);
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

/// Where a message is none, and in which field of fields.
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
    std::string inside = path + "/" + known->name();
    if (known->is_repeated()) inside += "/" + std::to_string(count[field->number]++);
    if (known->message_type() == nullptr || !field->is_bytes) continue;
    if (auto found = damage_in(field->bytes, *known->message_type(), inside, depth + 1)) return found;
  }
  if (reader.damage() == nullptr) return {};
  // A message that is longer than what is left may be cut short far behind its beginning.
  std::string_view rest = message.substr(static_cast<std::size_t>(reader.damage() - message.data()));
  const std::uint64_t tag = take_varint(rest), length = (tag & 7) == 2 ? take_varint(rest) : 0;
  const auto* const known = type.FindFieldByNumber(static_cast<int>(tag >> 3 & 0x7fffffff));
  if (known == nullptr || known->message_type() == nullptr || length <= rest.size())
    return Damage{reader.damage(), path};
  std::string inside = path + "/" + known->name();
  if (known->is_repeated()) inside += "/" + std::to_string(count[static_cast<std::uint32_t>(tag >> 3)]);
  auto found = damage_in(rest, *known->message_type(), inside, depth + 1);
  return found ? found : Damage{rest.data() + rest.size(), inside};
}

/// Of a file that the parser refused; it does not say where.
Error damaged(std::string_view bytes, const std::string& file) {
  const auto damage = damage_in(bytes, *Hlo::descriptor(), "", 0);
  const auto byte = damage ? static_cast<std::size_t>(damage->at - bytes.data()) : bytes.size();
  return Error::bad_input(file, "byte " + std::to_string(byte),
                          "this is no HloProto, or it is damaged or cut short here" +
                              (damage && !damage->path.empty() ? ", in " + damage->path : std::string()));
}

/// A module on its way to a graph.
class Reader {
 public:
  Reader(const Hlo& hlo, const std::string& file, const Task& task)
      : assignment_(hlo.buffer_assignment()),
        flow_(hlo.hlo_module(), assignment_, task),
        builder_(file, [](const InputItem& item) {
          return (item.section == InputItem::Section::nodes ? "instruction " : "buffer ") + std::to_string(item.index);
        }) {
    builder_.set_name(printable(hlo.hlo_module().name(), stem_of(file, kExtension)));
    if (!hlo.hlo_module().schedule().sequences().contains(hlo.hlo_module().entry_computation_id()))
      summary_.say(ImportKind::assumed, "instructions run in the order of the file, which has no schedule");
    summary_.say(ImportKind::assumed, "instructions run one after the other, on one stream");
  }

  Result<Document> read() {
    add_operators();
    lives_ = lives_of(assignment_, flow_, summary_);
    if (!flow_.is_complete())
      summary_.say(ImportKind::unknown, "which instruction reads which buffer: the module's tuples are too large");
    check_places();
    add_tensors();
    auto out = make_document(std::move(builder_).build(), "xla-hlo", std::move(summary_));
    if (out && out->graph->tensor_count() > 0) out->plan = imported_plan(*out->graph, std::move(offsets_));
    return out;
  }

 private:
  void add_operators() {
    const StreamId stream = builder_.add_stream(0);
    UniqueNames names;
    std::size_t waits = 0;
    for (const Instruction* step : flow_.steps()) {
      const std::string kind = printable(step->opcode(), "unknown");
      builder_.add_operator({.name = names.add(printable(step->name(), "unnamed " + std::to_string(step->id()))),
                             .stream = stream,
                             .kind = kind});
      waits += static_cast<std::size_t>(step->control_predecessor_ids_size());
    }
    summary_.count(ImportKind::read, "instructions, in the order in which they run", flow_.steps().size());
    summary_.count(ImportKind::skipped, "control predecessors, which that order keeps", waits);
  }

  /// Puts the allocations one after the other.
  void check_places() {
    std::vector<bool> used(static_cast<std::size_t>(assignment_.buffer_allocations_size()));
    for (std::size_t b = 0; b < lives_.size(); ++b) {
      if (!lives_[b].planned) continue;
      used[static_cast<std::size_t>(lives_[b].allocation)] = true;
      if (lives_[b].size < 0 || lives_[b].size > kMaxTensorSize.count || lives_[b].offset < 0 ||
          lives_[b].offset > kMaxTensorSize.count)
        builder_.add_fault("buffer " + std::to_string(b), "its size or its offset is not between 0 and 2^53");
    }
    std::int64_t end = 0;
    std::size_t count = 0;
    for (int a = 0; a < assignment_.buffer_allocations_size(); ++a) {
      bases_.push_back(end);
      if (!used[static_cast<std::size_t>(a)]) continue;
      const std::int64_t size = assignment_.buffer_allocations(a).size();
      if (size < 0 || size > kMaxTensorSize.count || end > kMaxTotalSize.count / 2) {
        builder_.add_fault("allocation " + std::to_string(a), "its size, or the sum so far, is out of range");
        continue;
      }
      end = round_up(end + size, kAllocationAlignment);
      ++count;
    }
    summary_.count(ImportKind::assumed, "allocations lie one after the other in one memory, each at a multiple of 256",
                   count);
  }

  void add_tensors() {
    std::vector<std::vector<std::uint32_t>> parts(lives_.size());
    for (std::uint32_t b = 0; b < lives_.size(); ++b)
      if (lives_[b].planned) parts[lives_[b].one_with].push_back(b);
    UniqueNames names;
    for (std::uint32_t b = 0; b < lives_.size(); ++b) {
      if (parts[b].empty()) continue;
      std::int64_t size = 0;
      bool from_start = false, to_the_end = false;
      std::uint32_t begin = Flow::kNone;
      std::vector<OperatorId> consumers;
      for (const std::uint32_t part : parts[b]) {
        const BufferLife& life = lives_[part];
        size = std::max(size, life.size);
        from_start |= life.begin == Flow::kNone;
        to_the_end |= life.to_the_end;
        begin = std::min(begin, life.begin);
        for (const std::uint32_t use : life.uses) consumers.emplace_back(use);
        if (life.begin != Flow::kNone) consumers.emplace_back(life.begin);
      }
      const OperatorId producer = from_start ? OperatorId() : OperatorId(begin);
      const bool others = std::ranges::any_of(consumers, [&](OperatorId o) { return o != producer; });
      if (others || to_the_end) std::erase(consumers, producer);
      const LogicalBuffer& buffer = assignment_.logical_buffers(static_cast<int>(b));
      builder_.add_tensor(
          {.name = names.add(printable(name_of(buffer, flow_), "unnamed " + std::to_string(buffer.id()))),
           .size = {size},
           .producer = producer,
           .consumers = consumers,
           .output = to_the_end});
      offsets_.push_back({bases_[static_cast<std::size_t>(lives_[b].allocation)] + lives_[b].offset});
    }
    if (offsets_.empty() && builder_.operator_count() == 0)
      builder_.add_fault("/hlo_module", "the module has no instructions and no buffers to plan");
    summary_.count(ImportKind::read, "tensors, with the place that XLA assigned them", offsets_.size());
  }

  const BufferAssignment& assignment_;
  Flow flow_;
  GraphBuilder builder_;
  ImportSummary summary_;
  std::vector<BufferLife> lives_;
  std::vector<std::int64_t> bases_;  // by allocation
  std::vector<Offset> offsets_;
};

}  // namespace

bool looks_like_hlo(std::string_view bytes) {
  if (!take_tag(bytes, kFirstText)) return false;
  if (take_varint(bytes) == 0) return false;
  return take_identifier(bytes, kFirstText) && take_identifier(bytes, kSecondText);
}

Result<Document> read_xla(std::string_view bytes, const std::string& file, const ReadOptions&, const Task& task) {
  Hlo hlo;
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return tl::unexpected(Error::bad_input(file, "", "a protocol buffer has less than 2 GiB"));
  if (!hlo.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return tl::unexpected(damaged(bytes, file));
  if (hlo.buffer_assignment().logical_buffers().empty())
    return tl::unexpected(
        Error::bad_input(file, "/buffer_assignment",
                         "there is no buffer assignment in it: take the dump that XLA writes after its optimizations"));
  Reader reader(hlo, file, task);
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  return reader.read();
}

}  // namespace stowage
