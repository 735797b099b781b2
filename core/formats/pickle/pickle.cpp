// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle.h"

#include <algorithm>
#include <array>

namespace stowage {
namespace {

constexpr int kLeastProtocol = 2, kMaxProtocol = 5;

/// 0 or 1 where the bytes begin as lists and dicts do in protocol 0 or 1, which have no opcode for their number.
std::optional<int> old_protocol(std::string_view bytes) {
  for (const std::string_view begin : {"(dp0\n", "(lp0\n", "(d.", "(l."})
    if (bytes.starts_with(begin)) return 0;
  for (const std::string_view begin : {std::string_view("}q\0", 3), std::string_view("]q\0", 3)})
    if (bytes.starts_with(begin)) return 1;
  return {};
}

/// The number of at most eight bytes, the lowest first.
constexpr std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t out = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[i]);
  return out;
}

using Kind = PickleValue::Kind;

constexpr std::size_t kOpcodesBetweenPolls = std::size_t{1} << 16;
/// Pickles fill lists and dicts 1,000 entries at a time: fewer items are the whole list or dict.
constexpr std::size_t kMaxRecordItems = 1000;
/// Far more values than a pickle has on the stack that fills its lists 1,000 entries at a time.
constexpr std::size_t kMaxOnStack = std::size_t{1} << 22;
/// A snapshot has more bytes than this for each list, tuple, dict or remembered value. Without the limit, a file of
/// opcodes of one byte would take thirty times its size in memory.
constexpr std::size_t kBytesEach = 8;
constexpr std::size_t kAlwaysMade = std::size_t{1} << 22;
/// So that containers, and four times as many items, can be numbered with 32 bits.
constexpr std::size_t kNeverMade = std::size_t{1} << 29;

/// The stack machine that a pickle is a program for, without the opcodes that run code.
class Machine {
 public:
  Machine(std::string_view bytes, const std::string& file, PickleRecords* records, const Task& task)
      : bytes_(bytes),
        file_(file),
        records_(records),
        task_(task),
        most_made_(std::clamp(bytes.size() / kBytesEach, kAlwaysMade, kNeverMade)),
        out_(bytes) {}

  Result<Pickle> run();

  // ---- what opcodes do

  /// The next bytes of the file as a number.
  std::uint64_t number(std::size_t bytes) { return little_endian(take(bytes)); }
  void push(PickleValue value) {
    if (stack_.size() == kMaxOnStack) return fail("leaves more values on the stack than any program does");
    stack_.push_back(value);
  }
  void push(Kind kind, std::uint64_t payload) { push({kind, static_cast<std::int64_t>(payload)}); }

  void proto() {
    const auto protocol = static_cast<int>(number(1));
    if (protocol < kLeastProtocol || protocol > kMaxProtocol)
      fail("asks for protocol " + std::to_string(protocol) + ", and 2 to 5 are read");
  }

  /// A frame only says how far a reader may read ahead.
  void frame() {
    const std::uint64_t length = number(8);
    if (length > bytes_.size() - at_) fail(kTooShort);
  }

  void stop() {
    if (!marks_.empty() || stack_.size() != 1) return fail("leaves more or less than one value");
    out_.root = stack_.back();
    stopped_ = true;
  }

  /// Passes so many bytes, and pushes a value that stays in the file.
  void stay(Kind kind, std::uint64_t bytes) {
    take(bytes);
    push(kind, opcode_at_);
  }

  /// Two's complement, the lowest byte first, of any length.
  void long_integer(std::uint64_t size) {
    const std::string_view bytes = take(size);
    if (bytes.size() > 8) return push(Kind::large_integer, opcode_at_);
    std::uint64_t bits = little_endian(bytes);
    if (!bytes.empty() && bytes.size() < 8 && (static_cast<unsigned char>(bytes.back()) & 0x80) != 0)
      bits |= ~std::uint64_t{0} << (8 * bytes.size());
    const auto value = static_cast<std::int64_t>(bits);
    const bool fits = -PickleValue::kMaxInteger <= value && value <= PickleValue::kMaxInteger;
    push(fits ? Kind::integer : Kind::large_integer, fits ? bits : opcode_at_);
  }

  /// Makes a container of the values on top of the stack.
  void make(Kind kind, std::size_t items) {
    if (!has(items)) return;
    if (out_.containers_made() == most_made_) return fail("makes more lists, tuples and dicts than fit its size");
    const PickleValue made = out_.add_container(kind);
    add(made, top(items));
    drop(items);
    push(made);
  }

  /// Moves the values on top of the stack into the list or dict below them.
  void extend(Kind kind, std::size_t count) {
    if (kind == Kind::dict && count % 2 != 0) return fail("has a key without a value");
    if (!has(count + 1)) return;
    const PickleValue to = stack_[stack_.size() - count - 1];
    if (!to.is(kind)) return fail(kind == Kind::list ? "needs a list" : "needs a dict");
    if (out_.is_taken(to)) return fail("changes a record that was complete");
    const std::uint32_t record = out_.item_count(to) == 0 ? record_of(top(count), kind) : PickleRecords::kNone;
    if (record != PickleRecords::kNone)
      out_.set_record(to, record);
    else
      add(to, top(count));
    drop(count);
  }

  void mark() {
    if (marks_.size() == kMaxOnStack) return fail("leaves more marks than any program does");
    marks_.push_back(stack_.size());
  }
  /// Removes the last mark. Returns how many values are above it.
  std::size_t marked() {
    if (marks_.empty()) return fail("needs a mark, and there is none"), 0;
    const std::size_t from = marks_.back();
    marks_.pop_back();
    return stack_.size() - from;
  }
  void pop() {
    if (!marks_.empty() && marks_.back() == stack_.size()) return marks_.pop_back();
    if (has(1)) drop(1);
  }
  void drop(std::size_t count) { stack_.resize(stack_.size() - count); }
  void duplicate() {
    if (has(1)) push(PickleValue(stack_.back()));
  }

  /// Remembers the value on top. Writers of pickles number remembered values from 0 on, without gaps.
  void put(std::uint64_t index) {
    if (!has(1)) return;
    if (index > memo_.size()) return fail("remembers a value under a number far beyond those in use");
    if (index == most_made_) return fail("remembers more values than fit the file's size");
    if (index == memo_.size()) memo_.emplace_back();
    memo_[index] = stack_.back();
  }
  void put_next() { put(memo_.size()); }
  void get(std::uint64_t index) {
    if (index >= memo_.size()) return fail("asks for a value that was not remembered");
    push(memo_[index]);
  }

 private:
  static constexpr const char* kTooShort = "needs bytes beyond the end of the file";

  void fail(std::string reason) {
    if (fault_.empty()) fault_ = std::move(reason);
  }
  /// Takes the next `count` bytes; empty, with a fault, where there are fewer.
  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size() - at_) return fail(kTooShort), std::string_view();
    const std::string_view out = bytes_.substr(at_, count);
    at_ += count;
    return out;
  }
  /// Whether there are `count` values above the last mark of the stack; a fault if not, or after another fault.
  [[nodiscard]] bool has(std::size_t count) {
    const std::size_t floor = marks_.empty() ? 0 : marks_.back();
    if (stack_.size() - floor < count) fail("needs more values than there are");
    return fault_.empty();
  }
  [[nodiscard]] std::span<const PickleValue> top(std::size_t count) const {
    return std::span<const PickleValue>(stack_).last(count);
  }

  /// The number of a record that is complete with these items, or kNone.
  [[nodiscard]] std::uint32_t record_of(std::span<const PickleValue> items, Kind kind) {
    if (records_ == nullptr || items.empty() || items.size() >= kMaxRecordItems) return PickleRecords::kNone;
    return kind == Kind::dict ? records_->take_dict(items, out_) : records_->take_list(items, out_);
  }
  void add(PickleValue container, std::span<const PickleValue> items) {
    if (out_.items_made() + items.size() > 4 * most_made_) return fail("makes more items than fit its size");
    out_.append(container, items);
  }
  [[nodiscard]] Error error() const;

  std::string_view bytes_;
  const std::string& file_;
  PickleRecords* records_;
  const Task& task_;
  const std::size_t most_made_;  // lists, tuples and dicts; as many values remembered; four times as many items
  Pickle out_;
  std::size_t at_ = 0, opcode_at_ = 0;
  bool stopped_ = false;
  std::string fault_;
  std::vector<PickleValue> stack_, memo_;
  std::vector<std::size_t> marks_;  // sizes of the stack
};

using M = Machine;

struct Opcode {
  unsigned char code;
  std::string_view name;          // in Python's pickletools
  void (*run)(M&) = nullptr;      // null: refused
  std::size_t length_digits = 0;  // bytes of the length behind the opcode of a text or of bytes
};

template <Kind kKind, std::size_t kDigits>
void run_text(M& m) {
  m.stay(kKind, m.number(kDigits));
}

constexpr Opcode kOpcodes[] = {
    {0x80, "PROTO", [](M& m) { m.proto(); }},
    {0x95, "FRAME", [](M& m) { m.frame(); }},
    {'.', "STOP", [](M& m) { m.stop(); }},
    {'N', "NONE", [](M& m) { m.push(Kind::none, 0); }},
    {0x88, "NEWTRUE", [](M& m) { m.push(Kind::boolean, 1); }},
    {0x89, "NEWFALSE", [](M& m) { m.push(Kind::boolean, 0); }},
    {'J', "BININT", [](M& m) { m.push(Kind::integer, static_cast<std::int32_t>(m.number(4))); }},
    {'K', "BININT1", [](M& m) { m.push(Kind::integer, m.number(1)); }},
    {'M', "BININT2", [](M& m) { m.push(Kind::integer, m.number(2)); }},
    {0x8a, "LONG1", [](M& m) { m.long_integer(m.number(1)); }},
    {0x8b, "LONG4", [](M& m) { m.long_integer(m.number(4)); }},
    {'G', "BINFLOAT", [](M& m) { m.stay(Kind::real, 8); }},
    {0x8c, "SHORT_BINUNICODE", run_text<Kind::text, 1>, 1},
    {'X', "BINUNICODE", run_text<Kind::text, 4>, 4},
    {0x8d, "BINUNICODE8", run_text<Kind::text, 8>, 8},
    {'U', "SHORT_BINSTRING", run_text<Kind::text, 1>, 1},
    {'T', "BINSTRING", run_text<Kind::text, 4>, 4},
    {'C', "SHORT_BINBYTES", run_text<Kind::bytes, 1>},
    {'B', "BINBYTES", run_text<Kind::bytes, 4>},
    {0x8e, "BINBYTES8", run_text<Kind::bytes, 8>},
    {0x96, "BYTEARRAY8", run_text<Kind::bytes, 8>},
    {']', "EMPTY_LIST", [](M& m) { m.make(Kind::list, 0); }},
    {'}', "EMPTY_DICT", [](M& m) { m.make(Kind::dict, 0); }},
    {')', "EMPTY_TUPLE", [](M& m) { m.make(Kind::tuple, 0); }},
    {0x85, "TUPLE1", [](M& m) { m.make(Kind::tuple, 1); }},
    {0x86, "TUPLE2", [](M& m) { m.make(Kind::tuple, 2); }},
    {0x87, "TUPLE3", [](M& m) { m.make(Kind::tuple, 3); }},
    {'t', "TUPLE", [](M& m) { m.make(Kind::tuple, m.marked()); }},
    {'a', "APPEND", [](M& m) { m.extend(Kind::list, 1); }},
    {'e', "APPENDS", [](M& m) { m.extend(Kind::list, m.marked()); }},
    {'s', "SETITEM", [](M& m) { m.extend(Kind::dict, 2); }},
    {'u', "SETITEMS", [](M& m) { m.extend(Kind::dict, m.marked()); }},
    {'(', "MARK", [](M& m) { m.mark(); }},
    {'0', "POP", [](M& m) { m.pop(); }},
    {'1', "POP_MARK", [](M& m) { m.drop(m.marked()); }},
    {'2', "DUP", [](M& m) { m.duplicate(); }},
    {0x94, "MEMOIZE", [](M& m) { m.put_next(); }},
    {'q', "BINPUT", [](M& m) { m.put(m.number(1)); }},
    {'r', "LONG_BINPUT", [](M& m) { m.put(m.number(4)); }},
    {'h', "BINGET", [](M& m) { m.get(m.number(1)); }},
    {'j', "LONG_BINGET", [](M& m) { m.get(m.number(4)); }}};

/// These name classes, call them or ask the program for objects; the last two rows belong to older protocols, or to
/// types that the reader does not need.
constexpr Opcode kRefused[] = {
    {'c', "GLOBAL"},     {0x93, "STACK_GLOBAL"}, {'R', "REDUCE"}, {'b', "BUILD"},        {0x81, "NEWOBJ"},
    {0x92, "NEWOBJ_EX"}, {'i', "INST"},          {'o', "OBJ"},    {'P', "PERSID"},       {'Q', "BINPERSID"},
    {0x82, "EXT1"},      {0x83, "EXT2"},         {0x84, "EXT4"},  {0x97, "NEXT_BUFFER"}, {0x98, "READONLY_BUFFER"},
    {'I', "INT"},        {'L', "LONG"},          {'F', "FLOAT"},  {'S', "STRING"},       {'V', "UNICODE"},
    {'g', "GET"},        {'p', "PUT"},           {'d', "DICT"},   {'l', "LIST"},         {0x8f, "EMPTY_SET"},
    {0x90, "ADDITEMS"},  {0x91, "FROZENSET"}};

constexpr std::array<Opcode, 256> kByCode = [] {
  std::array<Opcode, 256> out{};
  for (const Opcode& opcode : kOpcodes) out[opcode.code] = opcode;
  for (const Opcode& opcode : kRefused) out[opcode.code] = opcode;
  return out;
}();

Result<Pickle> Machine::run() {
  for (std::size_t steps = 0; !stopped_; ++steps) {
    if (steps % kOpcodesBetweenPolls == 0) {
      if (task_.should_stop()) return tl::unexpected(task_.why_stopped());
      task_.report(static_cast<double>(at_) / static_cast<double>(bytes_.size() + 1));
    }
    opcode_at_ = at_;
    if (at_ == bytes_.size()) {
      fail("the pickle ends without STOP");
    } else {
      const Opcode& opcode = kByCode[static_cast<unsigned char>(bytes_[at_++])];
      if (opcode.run != nullptr)
        opcode.run(*this);
      else
        fail("is not plain data and is never run");
    }
    if (!fault_.empty()) return tl::unexpected(error());
  }
  out_.end = at_;
  return std::move(out_);
}

/// "snapshot.pickle:byte 17: the pickle's GLOBAL is not plain data and is never run".
Error Machine::error() const {
  std::string reason = fault_;
  if (opcode_at_ < bytes_.size()) {
    const auto code = static_cast<unsigned char>(bytes_[opcode_at_]);
    constexpr std::string_view kHex = "0123456789abcdef";
    const std::string_view name = kByCode[code].name;
    reason = name.empty() ? std::string("there is no pickle opcode 0x") + kHex[code >> 4] + kHex[code & 15]
                          : "the pickle's " + std::string(name) + ' ' + fault_;
  }
  return Error::bad_input(file_, "byte " + std::to_string(opcode_at_), std::move(reason));
}

}  // namespace

Result<Pickle> read_pickle(std::string_view bytes, const std::string& file, PickleRecords* records, const Task& task) {
  if (const auto protocol = old_protocol(bytes))
    return bad_input(
        file, "byte 0",
        "this is a pickle of protocol " + std::to_string(*protocol) + ", and 2 to 5 are read: dump it with protocol=4");
  return Machine(bytes, file, records, task).run();
}

bool looks_like_pickle(std::string_view bytes) {
  return (bytes.size() >= 2 && bytes[0] == '\x80' && bytes[1] >= kLeastProtocol && bytes[1] <= kMaxProtocol) ||
         old_protocol(bytes).has_value();
}

std::optional<std::string_view> Pickle::text(PickleValue value) const {
  if (!value.is(PickleValue::Kind::text)) return {};
  const auto at = value.index();  // the machine checked that the whole text is there
  const std::size_t digits = kByCode[static_cast<unsigned char>(bytes_[at])].length_digits;
  const auto length = static_cast<std::size_t>(little_endian(bytes_.substr(at + 1, digits)));
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

PickleValue Pickle::add_container(PickleValue::Kind kind) {
  containers_.emplace_back();
  return {kind, static_cast<std::int64_t>(containers_.size() - 1)};
}

void Pickle::append(PickleValue container, std::span<const PickleValue> items) {
  if (items.empty()) return;
  Container& c = containers_[container.index()];
  const auto at = static_cast<std::uint32_t>(arena_.size()), count = static_cast<std::uint32_t>(items.size());
  arena_.emplace_back();
  arena_.insert(arena_.end(), items.begin(), items.end());
  set_stretch(at, {kEnd, count});
  if (c.count == 0)
    c.first = at;
  else
    set_stretch(c.last, {at, stretch_at(c.last).count});
  c.last = at;
  c.count += count;
}

}  // namespace stowage
