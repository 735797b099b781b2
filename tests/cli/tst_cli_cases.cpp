// SPDX-License-Identifier: Apache-2.0
// The contract of the command line (exit codes, keys, names and numbers of answers), from outside, as data:
// cases/*.txt.
//
// "= NAME" begins a case, which runs in a folder of its own beside `samples` and `resources`; what stands before the
// first case is done in each. A line that begins with "#" is a comment. A case is these lines:
// ```
// file NAME               the indented lines that follow are its content
// made NAME               one of those below that are not text
// chain NAME a 10 b 20    a graph of operators with a tensor each, which is kept to the end: a.out, of 10 bytes
// copy FROM TO
// replace FILE OLD => NEW in a text, which must have it
// put FILE PATH = JSON    in an object of JSON, at a key of it or of one below
// $ WORDS                 a command that ends with 0; "$3" with 3; '' stand around an empty word, or one with blanks
// sh COMMANDS             of bash, where $CLI is the program itself; "sh3" ends with 3
// out A … B               it printed these parts in this order, as whole words (tests/gui/words.h)
// err A … B               likewise on stderr; where A begins with "error: ", "warning: " or "note: ", it begins a line
// out ~ RE, out !~ RE     what it printed matches, or does not; likewise err, and FILE
// out harmless            a terminal would only show it, and obey none of it
// no out, no err          it printed nothing there
// out again, err again    as the command before it did
// json PATH = JSON; …     in the object it printed (value_at() in program.h); also !=, <, <=, > and >=; "none": not
// there in FILE PATH = JSON; …  in that of a file let NAME PATH           keeps a value of the object it printed:
// $NAME, or $NAME+1, stands for it in place of JSON, and
//                         a text, or a number of bytes with commas, for $NAME in what is printed
// same FILE FILE          have the same bytes; "out" is what was printed
// no file NAME
// checked GRAPH PLAN      the plan passes both checkers
// ```
// Wrong usage (2) prints nothing but an error, and bad input (3) prints one. All that is on stderr is harmless.
#include "core/formats/protobuf_wire.h"
#include "tests/cli/program.h"
#include "tests/support/executorch.h"
#include "tests/support/pickles.h"

using stowage::WireWriter;

namespace {

const QString kFolder = QStringLiteral(STOWAGE_SOURCE_DIR "/tests/cli/cases/");

/// One Relu on [batch, 3] floats.
std::string open_model() {
  const auto value = [](std::string_view name) {
    const WireWriter shape =
        WireWriter().message(1, WireWriter().bytes(2, "batch")).message(1, WireWriter().number(1, 3));
    const WireWriter tensor = WireWriter().number(1, 1).message(2, shape);
    return WireWriter().bytes(1, name).message(2, WireWriter().message(1, tensor));
  };
  const WireWriter node = WireWriter().bytes(1, "x").bytes(2, "y").bytes(4, "Relu");
  const WireWriter graph = WireWriter().message(1, node).message(11, value("x")).message(12, value("y"));
  return std::string(WireWriter().number(1, 8).message(7, graph).message(8, WireWriter().number(2, 13)).text());
}

/// A heap of 512 bytes on device 0, and of 1,024 on device 1, all there is in the old list of segments.
std::string two_devices() {
  const auto heap = [](int device, int size) -> PickleText {
    const PickleText block{
        {"address", 1 << 20}, {"size", size}, {"requested_size", size}, {"state", "active_allocated"}};
    return {{"device", device}, {"address", 1 << 20}, {"total_size", size}, {"stream", 0}, {"blocks", list({block})}};
  };
  return list({heap(0, 512), heap(1, 1024)}).file();
}

/// Two streams, and an address that the second reuses after the first gave it back.
std::string two_streams() {
  const auto event = [](const char* action, int stream) -> PickleText {
    return {{"action", action}, {"addr", 4096}, {"size", 1024}, {"stream", stream}, {"frames", list({})}};
  };
  const PickleText events = list({event("alloc", 0), event("free_requested", 0), event("free_completed", 0),
                                  event("alloc", 9), event("free_requested", 9), event("free_completed", 9)});
  return PickleText{{"segments", list({})}, {"device_traces", list({events})}}.file();
}

/// A Relu on 5 bytes, with offsets at multiples of 16; and times of the sample's program, of no unit.
std::string relu_program() {
  return pte_of({{.values = {{.sizes = {5}, .memory = 1}, {.sizes = {5}, .memory = 1, .offset = 16}},
                  .inputs = {0},
                  .outputs = {1},
                  .instructions = {{.op = "aten::relu.out", .arguments = {0, 1, 1}}},
                  .arenas = {0, 32}}});
}
std::string times() {
  return etdp_of({{{.instruction = 0, .begin = 10, .end = 30}, {.instruction = 2, .end = 5}}});
}

const std::map<QString, std::string (*)()> kMade{{"open.onnx", open_model},
                                                 {"devices.pickle", two_devices},
                                                 {"streams.pickle", two_streams},
                                                 {"relu.pte", relu_program},
                                                 {"run.etdp", times}};

struct Case {
  QString name;
  QStringList lines;
};

std::vector<Case> cases_in(const QString& path) {
  std::vector<Case> out;
  QStringList first;
  for (const QString& line : QString::fromUtf8(content(path)).split('\n')) {
    if (line.startsWith('#') || line.isEmpty()) continue;
    if (line.startsWith("= "))
      out.push_back({line.mid(2), first});
    else
      (out.empty() ? first : out.back().lines) << line;
  }
  return out;
}

/// An object with another value at a path of keys.
QJsonObject with(QJsonObject object, const QString& path, const QJsonValue& value) {
  const QString key = path.section('/', 0, 0), rest = path.section('/', 1);
  object.insert(key, rest.isEmpty() ? value : with(object[key].toObject(), rest, value));  // undefined: takes it away
  return object;
}

/// Whether a terminal would only show it: nothing ends the line, clears the screen or turns the rest of the line round.
bool is_harmless(const QString& text) {
  return std::ranges::none_of(text, [](QChar c) {
    const char16_t u = c.unicode();
    return (u < 0x20 && u != '\n') || (u >= 0x7F && u <= 0x9F) || u == 0x61C || u == 0x200E || u == 0x200F ||
           (u >= 0x202A && u <= 0x202E) || (u >= 0x2066 && u <= 0x2069);
  });
}

bool compares(const QJsonValue& a, const QString& sign, const QJsonValue& b) {
  if (sign == "=") return a == b;
  if (sign == "!=") return a != b;
  const double left = a.toDouble(std::nan("")), right = b.toDouble(std::nan(""));
  return sign == "<" ? left < right : sign == "<=" ? left <= right : sign == ">" ? left > right : left >= right;
}

/// Runs the lines of a case, one after the other.
class Script {
 public:
  explicit Script(const QStringList& lines) : lines_(lines) {}

  /// The first line that does not hold; empty where all do.
  QString fault() {
    for (at_ = 0; at_ < lines_.size();) {
      const QString line = lines_[at_++];
      if (!holds(line.section(' ', 0, 0), line.section(' ', 1))) return line;
    }
    return {};
  }

 private:
  bool holds(const QString& what, const QString& rest) {
    if (what.startsWith('$')) return ended(stowage_cli(words_of(rest)), what.mid(1).toInt());
    if (what.startsWith("sh")) return ended(run_in_shell(rest), what.mid(2).toInt());
    if (rest == "again") return what == "out" ? run_.out == before_.out : what == "err" && run_.err == before_.err;
    if (rest == "harmless") return what == "out" && is_harmless(run_.out);
    if (what == "out") return is_pattern(rest) ? text_holds(run_.out, rest) : says(run_.out, parts_of(rest));
    if (what == "err") return is_pattern(rest) ? text_holds(run_.err, rest) : err_says(parts_of(rest));
    if (what == "json") return json_holds(run_.json(), rest);
    if (what == "let") return keep(rest.section(' ', 0, 0), value_at(run_.json(), rest.section(' ', 1)));
    const QString name = rest.section(' ', 0, 0), more = rest.section(' ', 1);
    if (what == "in") return is_pattern(more) ? text_holds(content(name), more) : json_holds(json_of(name), more);
    if (what == "no" && name == "file") return !QFile::exists(more);
    if (what == "no") return name == "out" ? run_.out.isEmpty() : name == "err" && run_.err.isEmpty();
    if (what == "same") return content(name) == (more == "out" ? run_.out.toUtf8() : content(more));
    if (what == "checked") return passes_both_checkers(name, {more});
    QDir().mkpath(QFileInfo(what == "copy" ? more : name).path());
    if (what == "copy") return QFile::copy(name, more);
    if (what == "made") return !write(name, QByteArray::fromStdString(kMade.at(name)())).isEmpty();
    if (what == "chain") return !write(name, chain(more.split(' '))).isEmpty();
    if (what == "file") return !write(name, indented()).isEmpty();
    if (what == "replace") return replace(name, more.section(" => ", 0, 0), more.section(" => ", 1));
    if (what == "put") return put(name, more.section(" = ", 0, 0), json(more.section(" = ", 1)));
    return false;
  }

  static QStringList words_of(const QString& command) {
    static const QRegularExpression word("'([^']*)'|(\\S+)");
    QStringList words;
    for (auto each = word.globalMatch(command); each.hasNext();) {
      const auto match = each.next();
      words << match.captured(match.hasCaptured(2) ? 2 : 1);
    }
    return words;
  }
  static Run run_in_shell(const QString& commands) {
    return run_program("bash", {"--norc", "-c", "export CLI=" STOWAGE_CLI "; " + commands});
  }
  bool ended(Run run, int code) {
    before_ = std::exchange(run_, std::move(run));
    const bool right = run_.code == code && (code != 2 || (run_.out.isEmpty() && run_.err.startsWith("error: "))) &&
                       (code != 3 || ('\n' + run_.err).contains("\nerror: ")) && is_harmless(run_.err);
    if (!right) qInfo().noquote() << "ended with" << run_.code << "and\n" + run_.out + run_.err;
    return right;
  }
  static bool is_pattern(const QString& rest) { return rest.startsWith("~ ") || rest.startsWith("!~ "); }
  static bool text_holds(const QString& text, const QString& rest) {
    const QRegularExpression pattern(rest.section(' ', 1), QRegularExpression::MultilineOption);
    const bool holds = pattern.isValid() && text.contains(pattern) == rest.startsWith('~');
    if (!holds) qInfo().noquote() << text.left(5000);
    return holds;
  }
  [[nodiscard]] QStringList parts_of(QString text) const {
    for (const auto& [name, value] : kept_)
      text.replace('$' + name,
                   value.isDouble() ? QLocale(QLocale::English).toString(value.toInteger()) : value.toString());
    return text.split(" … ");
  }
  [[nodiscard]] bool err_says(const QStringList& parts) const {
    static const QRegularExpression kind("^(error|warning|note): ");
    return (!parts[0].contains(kind) || ('\n' + run_.err).contains('\n' + parts[0])) && says(run_.err, parts);
  }
  bool json_holds(const QJsonObject& object, const QString& rest) {
    static const QRegularExpression parts("^(.*?) (=|!=|<=|>=|<|>) (.*)$");
    return std::ranges::all_of(rest.split("; "), [&](const QString& each) {
      const auto match = parts.match(each);
      const QJsonValue value = value_at(object, match.captured(1)), wanted = json(match.captured(3));
      const bool holds = match.hasMatch() && compares(value, match.captured(2), wanted);
      if (!holds) qInfo().noquote() << each << value;
      return holds;
    });
  }
  bool keep(const QString& name, const QJsonValue& value) {
    kept_[name] = value;
    return !value.isUndefined();
  }
  /// Undefined for "none".
  QJsonValue json(const QString& text) {
    if (text.startsWith('$')) {
      const QJsonValue& kept = kept_.at(text.mid(1).section('+', 0, 0));
      return text.contains('+') ? kept.toInteger() + text.section('+', 1).toLongLong() : kept;
    }
    const QJsonArray list = QJsonDocument::fromJson('[' + text.toUtf8() + ']').array();
    if (list.size() != 1 && text != "none") qFatal("no JSON: %s", qPrintable(text));
    return list.at(0);
  }
  QByteArray indented() {
    QByteArray out;
    for (; at_ < lines_.size() && lines_[at_].startsWith("  "); ++at_) out += lines_[at_].mid(2).toUtf8() + '\n';
    return out;
  }
  static bool replace(const QString& name, const QString& old, const QString& by) {
    const QByteArray before = content(name);
    return before.contains(old.toUtf8()) &&
           !write(name, QByteArray(before).replace(old.toUtf8(), by.toUtf8())).isEmpty();
  }
  static bool put(const QString& name, const QString& path, const QJsonValue& value) {
    return !write(name, with(json_of(name), path, value)).isEmpty();
  }

  const QStringList lines_;
  qsizetype at_ = 0;
  Run run_, before_;  // of the last command, and of the one before it
  std::map<QString, QJsonValue> kept_;
};

}  // namespace

class CliCasesTest : public QObject {
  Q_OBJECT

 private slots:
  void cases_data() {
    QTest::addColumn<QStringList>("lines");
    for (const QString& file : QDir(kFolder).entryList({"*.txt"}))
      for (const Case& each : cases_in(kFolder + file))
        QTest::addRow("%s: %s", qPrintable(QFileInfo(file).baseName()), qPrintable(each.name)) << each.lines;
  }
  void cases() {
    QFETCH(const QStringList, lines);
    const QTemporaryDir folder;
    const auto back = qScopeGuard([before = QDir::currentPath()] { QDir::setCurrent(before); });
    QVERIFY(QDir::setCurrent(folder.path()) && QFile::link(sample(""), "samples"));
    QVERIFY(QFile::link(STOWAGE_SOURCE_DIR "/resources", "resources"));
    const QString fault = Script(lines).fault();
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
  }
};

STOWAGE_GUI_TEST(CliCasesTest);
#include "tst_cli_cases.moc"
