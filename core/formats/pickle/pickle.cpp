// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle.h"

#include <algorithm>
#include <array>

namespace stowage {
namespace {

constexpr int kLeastProtocol = 2, kMostProtocol = 5;

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

/// How many bytes the length takes behind the opcode of a text or of bytes; 0 for other opcodes.
constexpr std::size_t length_digits(char opcode) {
  switch (opcode) {
    case '\x8c':  // SHORT_BINUNICODE
    case 'U':     // SHORT_BINSTRING
    case 'C':     // SHORT_BINBYTES
      return 1;
    case 'X':  // BINUNICODE
    case 'T':  // BINSTRING
    case 'B':  // BINBYTES
      return 4;
    case '\x8d':  // BINUNICODE8
    case '\x8e':  // BINBYTES8
    case '\x96':  // BYTEARRAY8
      return 8;
    default:
      return 0;
  }
}

using Kind = PickleValue::Kind;

constexpr std::size_t kOpcodesBetweenPolls = std::size_t{1} << 16;
/// Pickles fill lists and dicts 1,000 entries at a time: fewer items are the whole list or dict.
constexpr std::size_t kMostRecordItems = 1000;
/// Far more values than a pickle has on the stack that fills its lists 1,000 entries at a time.
constexpr std::size_t kMostOnStack = std::size_t{1} << 22;
/// A snapshot has more bytes than this for each list, tuple, dict or remembered value. Without the limit, a file of
/// opcodes of one byte would take thirty times its size in memory.
constexpr std::size_t kBytesEach = 8;
constexpr std::size_t kAlwaysMade = std::size_t{1} << 22;

/// The stack machine that a pickle is a program for, without the opcodes that run code.
class Machine {
 public:
  Machine(std::string_view bytes, const std::string& file, PickleRecords* records, const Task& task)
      : bytes_(bytes),
        file_(file),
        records_(records),
        task_(task),
        most_made_(std::max(kAlwaysMade, bytes.size() / kBytesEach)),
        out_(bytes) {}

  Result<Pickle> run();

  // ---- what opcodes do

  void proto() {
    const auto protocol = static_cast<int>(number(1));
    if (protocol < kLeastProtocol || protocol > kMostProtocol)
      fail("asks for protocol " + std::to_string(protocol) + ", and 2 to 5 are read");
  }

  /// A frame only says how far a reader may read ahead.
  void frame() {
    const std::uint64_t length = number(8);
    if (length > bytes_.size() - at_) fail("needs bytes beyond the end of the file");
  }

  void stop() {
    if (!marks_.empty() || stack_.size() != 1) return fail("leaves more or less than one value");
    out_.root = stack_.back();
    stopped_ = true;
  }

  void none() { push({Kind::none, 0}); }
  template <bool kTruth>
  void truth() {
    push({Kind::boolean, kTruth});
  }

  template <std::size_t kDigits>
  void integer() {
    const std::uint64_t value = number(kDigits);
    push({Kind::integer, kDigits == 4 ? static_cast<std::int32_t>(value) : static_cast<std::int64_t>(value)});
  }

  void long_integer_1() { long_integer(1); }
  void long_integer_4() { long_integer(4); }

  void real() {
    take(8);
    push({Kind::real, static_cast<std::int64_t>(opcode_at_)});
  }

  template <Kind kKind>
  void text() {
    take(number(length_digits(bytes_[opcode_at_])));
    push({kKind, static_cast<std::int64_t>(opcode_at_)});
  }

  template <Kind kKind>
  void empty() {
    PickleValue made;
    if (add_container(kKind, made)) push(made);
  }

  template <std::size_t kItems>
  void tuple() {
    if (has(kItems)) make_tuple(kItems);
  }

  void marked_tuple() {
    const auto items = marked();
    if (fault_.empty()) make_tuple(items.size());
  }

  void append() {
    if (has(2)) extend(std::span<const PickleValue>(stack_).last(1), Kind::list);
  }
  void appends() { extend(marked(), Kind::list); }
  void set_item() {
    if (has(3)) extend(std::span<const PickleValue>(stack_).last(2), Kind::dict);
  }

  void set_items() {
    const auto items = marked();
    if (items.size() % 2 != 0) return fail("has a key without a value");
    extend(items, Kind::dict);
  }

  void mark() {
    if (marks_.size() == kMostOnStack) return fail("leaves more marks than any program does");
    marks_.push_back(stack_.size());
  }

  void pop() {
    if (!marks_.empty() && marks_.back() == stack_.size()) return marks_.pop_back();
    if (has(1)) drop(1);
  }

  void pop_mark() {
    const std::size_t count = marked().size();
    if (fault_.empty()) drop(count);
  }

  void duplicate() {
    if (has(1)) push(PickleValue(stack_.back()));
  }
  void memoize() { put(memo_.size()); }
  template <std::size_t kDigits>
  void put_at() {
    put(number(kDigits));
  }

  template <std::size_t kDigits>
  void get() {
    const std::uint64_t index = number(kDigits);
    if (index >= memo_.size()) return fail("asks for a value that was not remembered");
    push(memo_[index]);
  }

 private:
  void fail(std::string reason) {
    if (fault_.empty()) fault_ = std::move(reason);
  }
  /// Takes the next `count` bytes; empty, with a fault, where there are fewer.
  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size() - at_) return fail("needs bytes beyond the end of the file"), std::string_view();
    const std::string_view out = bytes_.substr(at_, count);
    at_ += count;
    return out;
  }
  std::uint64_t number(std::size_t digits) { return little_endian(take(digits)); }
  void push(PickleValue value) {
    if (stack_.size() == kMostOnStack) return fail("leaves more values on the stack than any program does");
    stack_.push_back(value);
  }
  /// Whether there are `count` values above the last mark of the stack; a fault if not.
  [[nodiscard]] bool has(std::size_t count) {
    const std::size_t floor = marks_.empty() ? 0 : marks_.back();
    if (stack_.size() - floor >= count) return true;
    return fail("needs more values than there are"), false;
  }
  /// The values above the last mark. Removes the mark.
  std::span<const PickleValue> marked() {
    if (marks_.empty()) return fail("needs a mark, and there is none"), std::span<const PickleValue>();
    const std::size_t from = marks_.back();
    marks_.pop_back();
    return std::span<const PickleValue>(stack_).subspan(from);
  }
  void drop(std::size_t count) { stack_.resize(stack_.size() - count); }

  /// Two's complement, the lowest byte first, of any length.
  void long_integer(std::size_t digits) {
    const std::string_view bytes = take(number(digits));
    const auto elsewhere = [&] { push({Kind::large_integer, static_cast<std::int64_t>(opcode_at_)}); };
    if (bytes.size() > 8) return elsewhere();
    std::uint64_t bits = little_endian(bytes);
    if (!bytes.empty() && bytes.size() < 8 && (static_cast<unsigned char>(bytes.back()) & 0x80) != 0)
      bits |= ~std::uint64_t{0} << (8 * bytes.size());
    const auto value = static_cast<std::int64_t>(bits);
    if (value < -PickleValue::kMostInteger || value > PickleValue::kMostInteger) return elsewhere();
    push({Kind::integer, value});
  }

  /// Remembers the value on top. Writers of pickles number remembered values from 0 on, without gaps.
  void put(std::uint64_t index) {
    if (!has(1)) return;
    if (index > memo_.size()) return fail("remembers a value under a number far beyond those in use");
    if (index == most_made_) return fail("remembers more values than fit the file's size");
    if (index == memo_.size())
      memo_.push_back(stack_.back());
    else
      memo_[index] = stack_.back();
  }

  void make_tuple(std::size_t items) {
    PickleValue made;
    if (!add_container(Kind::tuple, made)) return;
    add(made, std::span<const PickleValue>(stack_).last(items));
    drop(items);
    push(made);
  }

  /// The number of a record that is complete with these items, or kNone.
  [[nodiscard]] std::uint32_t record_of(std::span<const PickleValue> items, Kind kind) {
    if (records_ == nullptr || items.empty() || items.size() >= kMostRecordItems) return PickleRecords::kNone;
    return kind == Kind::dict ? records_->take_dict(items, out_) : records_->take_list(items, out_);
  }

  /// Moves the items on top of the stack into the list or dict below them.
  void extend(std::span<const PickleValue> items, Kind kind) {
    if (!fault_.empty() || !has(items.size() + 1)) return;
    const PickleValue to = stack_[stack_.size() - items.size() - 1];
    if (!to.is(kind)) return fail(kind == Kind::list ? "needs a list" : "needs a dict");
    if (out_.is_taken(to)) return fail("changes a record that was complete");
    const std::uint32_t record = out_.item_count(to) == 0 ? record_of(items, kind) : PickleRecords::kNone;
    if (record != PickleRecords::kNone)
      out_.set_record(to, record);
    else
      add(to, items);
    drop(items.size());
  }

  void add(PickleValue container, std::span<const PickleValue> items) {
    if (out_.items_made() + items.size() > 4 * most_made_) return fail("makes more items than fit its size");
    if (!out_.append(container, items)) fail("makes more items than can be counted");
  }
  [[nodiscard]] bool add_container(Kind kind, PickleValue& made) {
    if (out_.containers_made() < most_made_ && out_.add_container(kind, made)) return true;
    return fail("makes more lists, tuples and dicts than fit its size"), false;
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

struct Opcode {
  unsigned char code;
  std::string_view name;
  void (Machine::*run)() = nullptr;  // null: refused
};

using M = Machine;
constexpr Opcode kOpcodes[] = {
    {0x80, "PROTO", &M::proto},
    {0x95, "FRAME", &M::frame},
    {'.', "STOP", &M::stop},
    {'N', "NONE", &M::none},
    {0x88, "NEWTRUE", &M::truth<true>},
    {0x89, "NEWFALSE", &M::truth<false>},
    {'J', "BININT", &M::integer<4>},
    {'K', "BININT1", &M::integer<1>},
    {'M', "BININT2", &M::integer<2>},
    {0x8a, "LONG1", &M::long_integer_1},
    {0x8b, "LONG4", &M::long_integer_4},
    {'G', "BINFLOAT", &M::real},
    {0x8c, "SHORT_BINUNICODE", &M::text<Kind::text>},
    {'X', "BINUNICODE", &M::text<Kind::text>},
    {0x8d, "BINUNICODE8", &M::text<Kind::text>},
    {'U', "SHORT_BINSTRING", &M::text<Kind::text>},
    {'T', "BINSTRING", &M::text<Kind::text>},
    {'C', "SHORT_BINBYTES", &M::text<Kind::bytes>},
    {'B', "BINBYTES", &M::text<Kind::bytes>},
    {0x8e, "BINBYTES8", &M::text<Kind::bytes>},
    {0x96, "BYTEARRAY8", &M::text<Kind::bytes>},
    {']', "EMPTY_LIST", &M::empty<Kind::list>},
    {'}', "EMPTY_DICT", &M::empty<Kind::dict>},
    {')', "EMPTY_TUPLE", &M::empty<Kind::tuple>},
    {0x85, "TUPLE1", &M::tuple<1>},
    {0x86, "TUPLE2", &M::tuple<2>},
    {0x87, "TUPLE3", &M::tuple<3>},
    {'t', "TUPLE", &M::marked_tuple},
    {'a', "APPEND", &M::append},
    {'e', "APPENDS", &M::appends},
    {'s', "SETITEM", &M::set_item},
    {'u', "SETITEMS", &M::set_items},
    {'(', "MARK", &M::mark},
    {'0', "POP", &M::pop},
    {'1', "POP_MARK", &M::pop_mark},
    {'2', "DUP", &M::duplicate},
    {0x94, "MEMOIZE", &M::memoize},
    {'q', "BINPUT", &M::put_at<1>},
    {'r', "LONG_BINPUT", &M::put_at<4>},
    {'h', "BINGET", &M::get<1>},
    {'j', "LONG_BINGET", &M::get<4>},
    // These name classes, call them, or ask the program for objects.
    {'c', "GLOBAL"},
    {0x93, "STACK_GLOBAL"},
    {'R', "REDUCE"},
    {'b', "BUILD"},
    {0x81, "NEWOBJ"},
    {0x92, "NEWOBJ_EX"},
    {'i', "INST"},
    {'o', "OBJ"},
    {'P', "PERSID"},
    {'Q', "BINPERSID"},
    {0x82, "EXT1"},
    {0x83, "EXT2"},
    {0x84, "EXT4"},
    {0x97, "NEXT_BUFFER"},
    {0x98, "READONLY_BUFFER"},
    // These belong to older protocols, or to types that the reader does not need.
    {'I', "INT"},
    {'L', "LONG"},
    {'F', "FLOAT"},
    {'S', "STRING"},
    {'V', "UNICODE"},
    {'g', "GET"},
    {'p', "PUT"},
    {'d', "DICT"},
    {'l', "LIST"},
    {0x8f, "EMPTY_SET"},
    {0x90, "ADDITEMS"},
    {0x91, "FROZENSET"},
};

constexpr std::array<Opcode, 256> kByCode = [] {
  std::array<Opcode, 256> out{};
  for (const Opcode& opcode : kOpcodes) out[opcode.code] = opcode;
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
        (this->*opcode.run)();
      else
        fail(opcode.name.empty() ? "there is no such opcode" : "is not plain data and is never run");
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
    const std::string name = kByCode[code].name.empty() ? std::string("0x") + kHex[code >> 4] + kHex[code & 15]
                                                        : std::string(kByCode[code].name);
    reason = "the pickle's " + name + " " + reason;
    if (kByCode[code].name.empty()) reason = "there is no pickle opcode " + name;
  }
  return Error::bad_input(file_, "byte " + std::to_string(opcode_at_), std::move(reason));
}

}  // namespace

Result<Pickle> read_pickle(std::string_view bytes, const std::string& file, PickleRecords* records, const Task& task) {
  if (const auto protocol = old_protocol(bytes))
    return tl::unexpected(Error::bad_input(file, "byte 0",
                                           "this is a pickle of protocol " + std::to_string(*protocol) +
                                               ", and 2 to 5 are read: dump it with protocol=4"));
  return Machine(bytes, file, records, task).run();
}

bool looks_like_pickle(std::string_view bytes) {
  return (bytes.size() >= 2 && bytes[0] == '\x80' && bytes[1] >= kLeastProtocol && bytes[1] <= kMostProtocol) ||
         old_protocol(bytes).has_value();
}

std::optional<std::string_view> Pickle::text(PickleValue value) const {
  if (!value.is(PickleValue::Kind::text)) return {};
  const auto at = value.index();  // the machine checked that the whole text is there
  const std::size_t digits = length_digits(bytes_[at]);
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
