// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle.h"
#include "tests/support/core_test.h"
#include "tests/support/pickles.h"

using namespace std::string_literals;

namespace {

using Kind = PickleValue::Kind;

const std::string kProto = "\x80\x04";

/// As Python would print it: each list once in a path.
std::string shown(const Pickle& pickle, PickleValue value, int depth = 0) {
  if (depth > 8) return "…";
  if (const auto text = pickle.text(value)) return "'" + std::string(*text) + "'";
  std::string out;
  bool odd = false;
  pickle.for_each_stretch(value, [&](std::span<const PickleValue> items) {
    for (const PickleValue item : items) {
      if (!out.empty()) out += odd && value.is(Kind::dict) ? ':' : ',';
      out += shown(pickle, item, depth + 1);
      odd = !odd;
    }
  });
  switch (value.kind()) {
    case Kind::none:
      return "None";
    case Kind::boolean:
      return value.payload() != 0 ? "True" : "False";
    case Kind::integer:
      return std::to_string(value.payload());
    case Kind::large_integer:
      return "large";
    case Kind::real:
      return "real";
    case Kind::bytes:
      return "bytes";
    case Kind::list:
      return "[" + out + "]";
    case Kind::tuple:
      return "(" + out + ")";
    default:
      return "{" + out + "}";
  }
}

std::string read(const std::string& bytes) {
  const auto pickle = read_pickle(bytes, "p");
  return pickle ? shown(*pickle, pickle->root) : pickle.error().text();
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string out;
  for (std::size_t k = 0; k < times; ++k) out += text;
  return out;
}

}  // namespace

// The pickle machine against what Python's pickletools say of each opcode.
TEST_CASE("opcodes") {
  const Rows<std::string, std::string> shortest = {
      {"NONE", "N", "None"},     {"NEWTRUE", "\x88", "True"}, {"BININT1", "K\xff", "255"}, {"EMPTY_LIST", "]", "[]"},
      {"EMPTY_DICT", "}", "{}"}, {"EMPTY_TUPLE", ")", "()"},  {"POP", "NK\0010", "None"}};
  const Rows<std::string, std::string> short_ones = {
      {"NEWFALSE", "\x89", "False"},          {"BININT", "J\xfe\xff\xff\xff", "-2"},
      {"BININT2", "M\x01\x02", "513"},        {"LONG1 of nothing", "\x8a\x00"s, "0"},
      {"SHORT_BINSTRING", "U\x02hi", "'hi'"}, {"SHORT_BINBYTES", "C\x02hi", "bytes"},
      {"APPEND", "]K\001a", "[1]"},           {"SETITEM", "}K\x01Ns", "{1:None}"},
      {"TUPLE1", "N\x85", "(None)"},          {"TUPLE2", "NK\x01\x86", "(None,1)"},
      {"POP a mark", "N(0", "None"},          {"POP_MARK", "N(K\x01K\0021", "None"},
      {"DUP", "N2\x86", "(None,None)"}};
  const Rows<std::string, std::string> others = {
      {"LONG1 negative", "\x8a\x01\xff", "-1"},
      {"LONG1", "\x8a\x06\x00\x00\x00\x40\x06\x7f"s, "139664820273152"},
      {"LONG1 of nine bytes", "\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00"s, "large"},
      {"LONG1 of 63 bits", "\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f", "large"},
      {"LONG4", "\x8b\x02\x00\x00\x00\x00\x80"s, "-32768"},
      {"BINFLOAT", "G\x3f\xf0\x00\x00\x00\x00\x00\x00"s, "real"},
      {"SHORT_BINUNICODE", "\x8c\x02hi", "'hi'"},
      {"BINUNICODE", "X\x02\x00\x00\x00hi"s, "'hi'"},
      {"BINUNICODE8", "\x8d\x02\x00\x00\x00\x00\x00\x00\x00hi"s, "'hi'"},
      {"BINSTRING", "T\x02\x00\x00\x00hi"s, "'hi'"},
      {"BINBYTES", "B\x02\x00\x00\x00hi"s, "bytes"},
      {"BINBYTES8", "\x8e\x02\x00\x00\x00\x00\x00\x00\x00hi"s, "bytes"},
      {"BYTEARRAY8", "\x96\x02\x00\x00\x00\x00\x00\x00\x00hi"s, "bytes"},
      {"APPENDS twice", "](K\x01K\002e(K\003e", "[1,2,3]"},
      {"SETITEMS twice", "}(K\x01NK\x02\x88u(K\x03)u", "{1:None,2:True,3:()}"},
      {"TUPLE3", "NNN\x87", "(None,None,None)"},
      {"TUPLE", "(NNNNt", "(None,None,None,None)"},
      {"MEMOIZE, BINGET", "](\x8c\x01x\x94h\000e"s, "['x','x']"},
      {"BINPUT, LONG_BINGET", "](\x8c\x01xq\x00j\x00\x00\x00\000e"s, "['x','x']"},
      {"LONG_BINPUT", "](\x8c\x01xr\x00\x00\x00\x00h\000e"s, "['x','x']"},
      {"FRAME", "\x95\x02\x00\x00\x00\x00\x00\x00\x00N"s, "None"},
      {"a list in itself", "]\x94h\000a"s, "[[[[[[[[[…]]]]]]]]]"}};
  const auto check = [&](const std::string& program, const std::string& value) {
    REQUIRE_EQ(read(kProto + program + "."), value);
    // Cut short anywhere it is refused.
    const std::string whole = kProto + program + ".";
    for (std::size_t size = 0; size < whole.size(); ++size)
      REQUIRE_EQ(error_of(read_pickle(whole.substr(0, size), "p")).kind, Error::Kind::bad_input);
  };
  for (const auto& rows : {shortest, short_ones, others}) each_row(rows, check);
}

TEST_CASE("what is no data is refused") {
  const Rows<std::string, int> short_ones = {
      {"REDUCE", "N)R", 4},        {"BUILD", "N}b", 4},        {"NEWOBJ", "N)\x81", 4}, {"NEWOBJ_EX", "N)}\x92", 5},
      {"OBJ", "(No", 4},           {"PERSID", "Pid\n", 2},     {"BINPERSID", "NQ", 3},  {"EXT1", "\x82\x01", 2},
      {"EXT2", "\x83\x01\x01", 2}, {"NEXT_BUFFER", "\x97", 2}, {"INT", "I1\n", 2},      {"EMPTY_SET", "\x8f", 2}};
  const Rows<std::string, int> others = {{"GLOBAL", "cos\nsystem\n(U\x02lstR", 2},
                                         {"STACK_GLOBAL", "\x8c\x02os\x8c\x06system\x93", 14},
                                         {"INST", "(ios\nsystem\n", 3},
                                         {"EXT4", "\x84\x01\x01\x01\x01", 2}};
  const auto check = [&](const std::string& name, const std::string& program, int at) {
    REQUIRE_EQ(read(kProto + program + "."), says(text("p:byte ", at, ": ", name)));
  };
  for (const auto& rows : {short_ones, others}) each_row(rows, check);
}

TEST_CASE("what is wrong is refused") {
  const Rows<std::string> shortest = {
      {"nothing", ""}, {"two values", "NN"}, {"a mark is left", "N("}, {"no mark", "]e"}, {"set in a list", "]NNs"}};
  const Rows<std::string> short_ones = {{"no such opcode", "\xff"},        {"nothing remembered", "h\x00"s},
                                        {"append to nothing", "Na"},       {"append to a dict", "}Na"},
                                        {"a key without a value", "}(Nu"}, {"a tuple across a mark", "N(N\x86"},
                                        {"protocol 9", "\x80\x09N"},       {"protocol 1", "\x80\x01N"}};
  const Rows<std::string> others = {{"a text longer than the file", "X\xff\xff\xff\xff"},
                                    {"a text of 2^64 bytes", "\x8d\xff\xff\xff\xff\xff\xff\xff\xff"},
                                    {"a number longer than the file", "\x8b\xff\xff\xff\xff"},
                                    {"a frame longer than the file", "\x95\xff\xff\xff\xff\xff\xff\xff\xff"},
                                    {"a memo far away", "Nr\xff\xff\xff\xff"}};
  const auto check = [&](const std::string& program) {
    const auto pickle = read_pickle(kProto + program + ".", "p");
    REQUIRE((!pickle && pickle.error().kind == Error::Kind::bad_input && !pickle.error().faults.at(0).place.empty()));
  };
  for (const auto& rows : {shortest, short_ones, others}) each_row(rows, check);
}

/// As pickle.dumps({"segments": []}, 0) and its likes begin.
TEST_CASE("older protocols are named") {
  const std::pair<std::string, std::string> kOld[] = {{"(dp0\nVsegments\np1\n(lp2\ns.", "protocol 0"},
                                                      {"(lp0\n.", "protocol 0"},
                                                      {"}q\0X\x08\0\0\0segmentsq\x01]q\x02s."s, "protocol 1"},
                                                      {"]q\0."s, "protocol 1"}};
  for (const auto& [bytes, protocol] : kOld) {
    REQUIRE(looks_like_pickle(bytes));
    REQUIRE_EQ(error_of(read_pickle(bytes, "p")).text(), says("p:byte 0: " + protocol + " 2 5 protocol=4"));
  }
}

TEST_CASE("deep nesting is harmless") {
  constexpr std::size_t kDepth = 1'000'000;
  const auto lists = read_pickle(kProto + std::string(kDepth, ']') + std::string(kDepth - 1, 'a') + ".", "p");
  REQUIRE((lists && lists->item_count(lists->root) == 1));
  const auto tuples = read_pickle(kProto + "N" + std::string(kDepth, '\x85') + ".", "p");
  REQUIRE((tuples && tuples->item_count(tuples->root) == 1));
  REQUIRE(!read_pickle(kProto + std::string(kDepth, '(') + ".", "p"));
}

/// Opcodes of one byte that each leave something behind: refused long before the file ends.
TEST_CASE("what only fills memory is refused") {
  const Rows<std::string, std::string> rows = {{"dicts on the stack", "", "}"},      {"marks", "", "("},
                                               {"dicts that are dropped", "", "}0"}, {"tuples", "N", "\x85"},
                                               {"values remembered", "N", "\x94"},   {"values of a list", "](", "N"},
                                               {"lists of a list", "]", "]a"},       {"items of a list", "]", "Na"}};
  each_row(rows, [&](const std::string& beginning, const std::string& then) {
    constexpr int kBytes = 40'000'000;
    const std::string bytes = kProto + beginning + repeated(then, kBytes / then.size());
    const auto pickle = read_pickle(bytes, "p");
    REQUIRE((!pickle && pickle.error().kind == Error::Kind::bad_input));
    const std::string& place = pickle.error().faults.at(0).place;
    REQUIRE_MESSAGE((place.starts_with("byte ") && std::stoul(place.substr(5)) < bytes.size() - 1), place);
  });
}

/// A list of ten times the list before, a hundred times over: 10^100 items if anybody expanded them.
TEST_CASE("memo bombs stay small") {
  PickleWriter w;
  w.op("]");
  std::uint32_t last = w.memoize();
  w.op("0");
  for (int level = 0; level < 100; ++level) {
    w.op("](");
    for (int i = 0; i < 10; ++i) w.get(last);
    w.op("e");
    last = w.memoize();
    w.op("0");
  }
  const auto pickle = read_pickle(w.get(last).op(".").bytes, "p");
  REQUIRE((pickle && pickle->item_count(pickle->root) == 10));
}

TEST_CASE("can be stopped") {
  REQUIRE_EQ(error_of(read_pickle(kProto + "N.", "p", nullptr, cancelled_task())).kind, Error::Kind::cancelled);
}
