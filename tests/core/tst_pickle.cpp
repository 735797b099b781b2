// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/io/pickle/pickle.h"
#include "tests/start/test_entry.h"
#include "tests/support/pickles.h"

using namespace stowage;
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

QString read(const std::string& bytes) {
  const auto pickle = read_pickle(bytes, "p");
  return QString::fromStdString(pickle ? shown(*pickle, pickle->root) : pickle.error().text());
}

}  // namespace

/// The pickle machine against what Python's pickletools say of each opcode.
class PickleTest : public QObject {
  Q_OBJECT

 private slots:
  void opcodes_data() {
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, const std::string& program, const char* value) {
      QTest::newRow(name) << QByteArray::fromStdString(program) << QString(value);
    };
    row("NONE", "N", "None");
    row("NEWTRUE", "\x88", "True");
    row("NEWFALSE", "\x89", "False");
    row("BININT", "J\xfe\xff\xff\xff", "-2");
    row("BININT1", "K\xff", "255");
    row("BININT2", "M\x01\x02", "513");
    row("LONG1 of nothing", "\x8a\x00"s, "0");
    row("LONG1 negative", "\x8a\x01\xff", "-1");
    row("LONG1", "\x8a\x06\x00\x00\x00\x40\x06\x7f"s, "139664820273152");
    row("LONG1 of nine bytes", "\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00"s, "large");
    row("LONG1 of 63 bits", "\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f", "large");
    row("LONG4", "\x8b\x02\x00\x00\x00\x00\x80"s, "-32768");
    row("BINFLOAT", "G\x3f\xf0\x00\x00\x00\x00\x00\x00"s, "real");
    row("SHORT_BINUNICODE", "\x8c\x02hi", "'hi'");
    row("BINUNICODE", "X\x02\x00\x00\x00hi"s, "'hi'");
    row("BINUNICODE8", "\x8d\x02\x00\x00\x00\x00\x00\x00\x00hi"s, "'hi'");
    row("SHORT_BINSTRING", "U\x02hi", "'hi'");
    row("BINSTRING", "T\x02\x00\x00\x00hi"s, "'hi'");
    row("SHORT_BINBYTES", "C\x02hi", "bytes");
    row("BINBYTES", "B\x02\x00\x00\x00hi"s, "bytes");
    row("BINBYTES8", "\x8e\x02\x00\x00\x00\x00\x00\x00\x00hi"s, "bytes");
    row("BYTEARRAY8", "\x96\x02\x00\x00\x00\x00\x00\x00\x00hi"s, "bytes");
    row("EMPTY_LIST", "]", "[]");
    row("EMPTY_DICT", "}", "{}");
    row("EMPTY_TUPLE", ")", "()");
    row("APPEND",
        "]K\x01"
        "a",
        "[1]");
    row("APPENDS twice",
        "](K\x01K\x02"
        "e(K\x03"
        "e",
        "[1,2,3]");
    row("SETITEM", "}K\x01Ns", "{1:None}");
    row("SETITEMS twice", "}(K\x01NK\x02\x88u(K\x03)u", "{1:None,2:True,3:()}");
    row("TUPLE1", "N\x85", "(None)");
    row("TUPLE2", "NK\x01\x86", "(None,1)");
    row("TUPLE3", "NNN\x87", "(None,None,None)");
    row("TUPLE", "(NNNNt", "(None,None,None,None)");
    row("MEMOIZE, BINGET",
        "](\x8c\x01x\x94h\x00"
        "e"s,
        "['x','x']");
    row("BINPUT, LONG_BINGET",
        "](\x8c\x01xq\x00j\x00\x00\x00\x00"
        "e"s,
        "['x','x']");
    row("LONG_BINPUT",
        "](\x8c\x01xr\x00\x00\x00\x00h\x00"
        "e"s,
        "['x','x']");
    row("POP",
        "NK\x01"
        "0",
        "None");
    row("POP a mark", "N(0", "None");
    row("POP_MARK",
        "N(K\x01K\x02"
        "1",
        "None");
    row("DUP", "N2\x86", "(None,None)");
    row("FRAME", "\x95\x02\x00\x00\x00\x00\x00\x00\x00N"s, "None");
    row("a list in itself",
        "]\x94h\x00"
        "a"s,
        "[[[[[[[[[…]]]]]]]]]");
  }
  void opcodes() {
    QFETCH(QByteArray, program);
    QFETCH(QString, value);
    QCOMPARE(read(kProto + program.toStdString() + "."), value);
    // Cut short anywhere it is refused.
    const std::string whole = kProto + program.toStdString() + ".";
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const auto cut = read_pickle(whole.substr(0, size), "p");
      QVERIFY(!cut && cut.error().kind == Error::Kind::bad_input);
    }
  }

  void what_is_no_data_is_refused_data() {
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QString>("error");
    const auto row = [](const std::string& program, const char* name, int at) {
      QTest::newRow(name) << QByteArray::fromStdString(program)
                          << QString("p:byte %1: the pickle's %2 is no plain data and is never run").arg(at).arg(name);
    };
    row("cos\nsystem\n(U\x02lstR", "GLOBAL", 2);
    row("\x8c\x02os\x8c\x06system\x93", "STACK_GLOBAL", 14);
    row("N)R", "REDUCE", 4);
    row("N}b", "BUILD", 4);
    row("N)\x81", "NEWOBJ", 4);
    row("N)}\x92", "NEWOBJ_EX", 5);
    row("(ios\nsystem\n", "INST", 3);
    row("(N"
        "o",
        "OBJ", 4);
    row("Pid\n", "PERSID", 2);
    row("NQ", "BINPERSID", 3);
    row("\x82\x01", "EXT1", 2);
    row("\x83\x01\x01", "EXT2", 2);
    row("\x84\x01\x01\x01\x01", "EXT4", 2);
    row("\x97", "NEXT_BUFFER", 2);
    row("I1\n", "INT", 2);
    row("\x8f", "EMPTY_SET", 2);
  }
  void what_is_no_data_is_refused() {
    QFETCH(QByteArray, program);
    QFETCH(QString, error);
    QCOMPARE(read(kProto + program.toStdString() + "."), error);
  }

  void what_is_wrong_is_refused_data() {
    QTest::addColumn<QByteArray>("program");
    const auto row = [](const char* name, const std::string& program) {
      QTest::newRow(name) << QByteArray::fromStdString(program);
    };
    row("nothing", "");
    row("two values", "NN");
    row("a mark is left", "N(");
    row("no such opcode", "\xff");
    row("a text longer than the file", "X\xff\xff\xff\xff");
    row("a text of 2^64 bytes", "\x8d\xff\xff\xff\xff\xff\xff\xff\xff");
    row("a number longer than the file", "\x8b\xff\xff\xff\xff");
    row("a frame longer than the file", "\x95\xff\xff\xff\xff\xff\xff\xff\xff");
    row("a memo far away", "Nr\xff\xff\xff\xff");
    row("nothing remembered", "h\x00"s);
    row("no mark", "]e");
    row("append to nothing", "Na");
    row("append to a dict", "}Na");
    row("set in a list", "]NNs");
    row("a key without a value", "}(Nu");
    row("a tuple across a mark", "N(N\x86");
    row("protocol 9", "\x80\x09N");
    row("protocol 1", "\x80\x01N");
  }
  void what_is_wrong_is_refused() {
    QFETCH(QByteArray, program);
    const auto pickle = read_pickle(kProto + program.toStdString() + ".", "p");
    QVERIFY(!pickle && pickle.error().kind == Error::Kind::bad_input && !pickle.error().faults.at(0).place.empty());
  }

  /// As pickle.dumps({"segments": []}, 0) and its likes begin.
  void older_protocols_are_named() {
    const std::pair<std::string, std::string> kOld[] = {{"(dp0\nVsegments\np1\n(lp2\ns.", "protocol 0"},
                                                        {"(lp0\n.", "protocol 0"},
                                                        {"}q\0X\x08\0\0\0segmentsq\x01]q\x02s."s, "protocol 1"},
                                                        {"]q\0."s, "protocol 1"}};
    for (const auto& [bytes, protocol] : kOld) {
      QVERIFY(looks_like_pickle(bytes));
      const auto pickle = read_pickle(bytes, "p");
      QVERIFY(!pickle);
      QCOMPARE(pickle.error().text(),
               "p:byte 0: this is a pickle of " + protocol + ", and 2 to 5 are read: dump it with protocol=4");
    }
  }

  void deep_nesting_is_harmless() {
    constexpr std::size_t kDepth = 1'000'000;
    const auto lists = read_pickle(kProto + std::string(kDepth, ']') + std::string(kDepth - 1, 'a') + ".", "p");
    QVERIFY(lists && lists->item_count(lists->root) == 1);
    const auto tuples = read_pickle(kProto + "N" + std::string(kDepth, '\x85') + ".", "p");
    QVERIFY(tuples && tuples->item_count(tuples->root) == 1);
    QVERIFY(!read_pickle(kProto + std::string(kDepth, '(') + ".", "p"));
  }

  /// Opcodes of one byte that each leave something behind: refused long before the file ends.
  void what_only_fills_memory_is_refused_data() {
    QTest::addColumn<QByteArray>("beginning");
    QTest::addColumn<QByteArray>("then");
    QTest::newRow("dicts on the stack") << QByteArray() << QByteArray("}");
    QTest::newRow("marks") << QByteArray() << QByteArray("(");
    QTest::newRow("dicts that are dropped") << QByteArray() << QByteArray("}0");
    QTest::newRow("tuples") << QByteArray("N") << QByteArray("\x85");
    QTest::newRow("values remembered") << QByteArray("N") << QByteArray("\x94");
    QTest::newRow("values of a list") << QByteArray("](") << QByteArray("N");
    QTest::newRow("lists of a list") << QByteArray("]") << QByteArray("]a");
    QTest::newRow("items of a list") << QByteArray("]") << QByteArray("Na");
  }
  void what_only_fills_memory_is_refused() {
    QFETCH(QByteArray, beginning);
    QFETCH(QByteArray, then);
    constexpr int kBytes = 40'000'000;
    const std::string bytes = kProto + beginning.toStdString() + then.repeated(kBytes / then.size()).toStdString();
    const auto pickle = read_pickle(bytes, "p");
    QVERIFY(!pickle && pickle.error().kind == Error::Kind::bad_input);
    const std::string& place = pickle.error().faults.at(0).place;
    QVERIFY2(place.starts_with("byte ") && std::stoul(place.substr(5)) < bytes.size() - 1, place.c_str());
  }

  /// A list of ten times the list before, a hundred times over: 10^100 items if anybody expanded them.
  void memo_bombs_stay_small() {
    test::PickleWriter w;
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
    QVERIFY(pickle && pickle->item_count(pickle->root) == 10);
  }

  void can_be_stopped() {
    std::stop_source stop;
    stop.request_stop();
    Task task;
    task.stop = stop.get_token();
    const auto pickle = read_pickle(kProto + "N.", "p", nullptr, task);
    QVERIFY(!pickle && pickle.error().kind == Error::Kind::cancelled);
  }
};

STOWAGE_TEST(PickleTest);
#include "tst_pickle.moc"
