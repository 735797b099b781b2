// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "tests/cli/program.h"
#include "tests/start/test_entry.h"

using namespace stowage::test;

namespace {

const QString kNasty = "a|b`c</code><script>alert(1)</script>&amp;\"' @user #1 \\| ![x](http://x) ~~*_";

/// A chain of operators. Each makes one tensor that is kept to the end: the footprint is the sum.
QByteArray chain(const QList<QPair<QString, int>>& tensors, const QString& prefix = {}) {
  QJsonArray nodes, list;
  for (const auto& [name, size] : tensors) {
    nodes << QJsonObject{{"id", prefix + name}, {"op", name == "fc" ? "Gemm" : "Conv"}};
    list << QJsonObject{{"id", prefix + name + ".out"}, {"size", size}, {"producer", prefix + name}, {"output", true}};
  }
  return QJsonDocument(QJsonObject{{"format", "stowage-graph"}, {"version", 1}, {"nodes", nodes}, {"tensors", list}})
      .toJson();
}

QByteArray plan_of(const QJsonObject& offsets, int footprint) {
  return QJsonDocument(QJsonObject{{"format", "stowage-plan"},
                                   {"version", 1},
                                   {"strategy", "by hand"},
                                   {"alignment", 1},
                                   {"footprint", footprint},
                                   {"offsets", offsets}})
      .toJson();
}

}  // namespace

/// `stowage-cli report`: what it answers, from outside.
class CliReportTest : public CliTestBase {
  Q_OBJECT

  [[nodiscard]] QString temp(const QString& name) const {
    const QString path = dir_.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    return path;
  }

 private slots:
  void growth_beyond_the_allowed_is_1() {
    const QString a = write(temp("allow/a.stowage.json"), chain({{"conv", 100}, {"fc", 100}}));
    const QString b = write(temp("allow/b.stowage.json"), chain({{"conv", 100}, {"fc", 102}}));
    QCOMPARE(code_of({"report", a, b}), 1);
    QCOMPARE(code_of({"report", a, b, "--allow", "0.9"}), 1);
    QCOMPARE(code_of({"report", a, b, "--allow", "1"}), 0);
    QCOMPARE(code_of({"report", b, a}), 0);
    QCOMPARE(code_of({"report", a, a}), 0);
    const QJsonValue found = answer({"report", a, b})["pairs"][0];
    QVERIFY(holds(found, {{"name", "b"},
                          {"verdict", "grew"},
                          {"change", 2},
                          {"before/footprint", 200},
                          {"after/lower_bound", 202},
                          {"after/proved_optimal", true},
                          {"at_peak/tensors/#", 1},
                          {"at_peak/tensors/0/name", "fc.out"},
                          {"at_peak/operators/0/name", "Gemm"}}));
    QVERIFY(found["resized"]["count"].toInt() + found["moved"]["count"].toInt() >= 1);
  }

  /// By their paths below the folders; the report says what became of each.
  void folders_are_matched_by_name() {
    write(temp("f/old/same.stowage.json"), chain({{"conv", 10}}));
    write(temp("f/new/same.stowage.json"), chain({{"conv", 10}}));
    write(temp("f/old/deep/less.stowage.json"), chain({{"conv", 30}}));
    write(temp("f/new/deep/less.stowage.json"), chain({{"conv", 20}}));
    write(temp("f/old/gone.stowage.json"), chain({{"conv", 7}}));
    write(temp("f/new/fresh.csv"), "id,lower,upper,size\nx,0,2,5\n");
    write(temp("f/new/notes.txt"), "hello");
    write(temp("f/new/.hidden.stowage.json"), "{");
    const QStringList both{"report", temp("f/old"), temp("f/new")};
    QVERIFY(ends(both, 0, {"note: ", "1"}));
    QVERIFY(answers(both, {{"pairs/#", 4},
                           {"pairs/0/name", "deep/less"},
                           {"pairs/0/verdict", "smaller"},
                           {"pairs/same/verdict", "same"},
                           {"pairs/gone/verdict", "gone"},
                           {"pairs/gone/before/footprint", 7},
                           {"pairs/gone/after", QJsonValue::Null},
                           {"pairs/fresh.csv/verdict", "new"}}));
    for (const char* ending : {"md", "html"}) {
      const QString out = temp(QString("f.") + ending);
      QCOMPARE(code_of(both + QStringList{"-o", out}), 0);
      const QString text = content(out);
      for (const char* name : {"same", "deep/less", "gone", "fresh.csv"}) QVERIFY2(text.contains(name), name);
      QVERIFY(!text.contains("hidden"));
    }
    // A file at fault is named, and the others are compared all the same.
    write(temp("f/new/same.stowage.json"), "{");
    QVERIFY(answers(both, {{"pairs/same/verdict", "failed"}, {"pairs/0/verdict", "smaller"}}, 3));
  }

  /// NAME.plan.json is of NAME.stowage.json, as `tradeoff -o` writes them, or of the graph that --of names.
  void plans_find_their_graphs() {
    const QString graph = write(temp("p/a/01.stowage.json"), chain({{"conv", 10}, {"fc", 10}}));
    write(temp("p/b/01.stowage.json"), content(graph));
    const QString good = write(temp("p/a/01.plan.json"), plan_of({{"conv.out", 0}, {"fc.out", 10}}, 20));
    const QString wide = write(temp("p/b/01.plan.json"), plan_of({{"conv.out", 5}, {"fc.out", 20}}, 30));
    for (const QStringList& each : {QStringList{temp("p/a"), temp("p/b")}, QStringList{good, wide},
                                    QStringList{graph, temp("p/b/01.stowage.json")}}) {
      QVERIFY(answers(QStringList{"report"} + each,
                      {{"pairs/0/name", "01"},
                       {"pairs/0/change", 10},
                       {"pairs/0/after/gaps", 10},
                       {"pairs/0/after/planned", false},
                       {"pairs/0/moved/count", 2}},
                      1));
    }
    QVERIFY(ends({"report", temp("p/a"), temp("p/b"), "--json", "--strategy", "so.size.first"}, 0, {"note: "}));
    const QString alone = write(temp("p/alone.plan.json"), content(wide));
    QCOMPARE(code_of({"report", good, alone}), 3);
    QCOMPARE(code_of({"report", good, alone, "--of", graph}), 1);
    // A graph that is named counts, whatever lies beside the plan.
    write(temp("p/alone.stowage.json"), chain({{"other", 1}}));
    QCOMPARE(code_of({"report", good, alone, "--of", graph}), 1);
    QVERIFY(ends({"report", graph, graph, "--align", "64"}, 0, {"--align has no effect"}));
  }

  /// Nobody knows whether a footprint grew that is only known at the least.
  void what_is_not_counted_is_1() {
    const QString known = write(temp("n/known.stowage.json"), chain({{"conv", 4096}}));
    const QString loop = STOWAGE_SOURCE_DIR "/samples/loop_nested.stowage.json";
    for (const QStringList& each : {QStringList{known, loop}, QStringList{loop, known}, QStringList{loop, loop}}) {
      const Run run = stowage_cli(QStringList{"report"} + each);
      QCOMPARE(run.code, 1);
      QVERIFY2(run.out.contains("cannot tell") && run.out.contains("at least"), qPrintable(run.out));
      QVERIFY2(!run.out.contains('%') && !run.out.contains("smaller"), qPrintable(run.out));
    }
    QVERIFY(answers({"report", known, loop},
                    {{"pairs/loop_nested/verdict", "unknown"}, {"pairs/loop_nested/change", QJsonValue::Null}}, 1));
  }

  /// A bound that holds only for what a reader assumed proves nothing.
  void nothing_assumed_is_optimal() {
    const QByteArray graph = chain({{"conv", 8}});
    const QString plain = write(temp("s/plain.stowage.json"), graph);
    const QString assumed =
        write(temp("s/assumed.stowage.json"), graph.left(graph.lastIndexOf('}')) + ", \"assumed\": true}");
    QVERIFY(answers({"report", plain, assumed},
                    {{"pairs/assumed/before/proved_optimal", true}, {"pairs/assumed/after/proved_optimal", false}}));
  }

  void an_invalid_plan_is_1() {
    const QString graph = write(temp("i/g.stowage.json"), chain({{"conv", 10}, {"fc", 10}}));
    const QString good = write(temp("i/good.plan.json"), plan_of({{"conv.out", 0}, {"fc.out", 10}}, 20));
    const QString bad = write(temp("i/bad.plan.json"), plan_of({{"conv.out", 0}, {"fc.out", 5}}, 15));
    QVERIFY(answers({"report", good, bad, "--of", graph},
                    {{"pairs/bad/verdict", "invalid"}, {"pairs/bad/after/violations", 1}}, 1));
  }

  void bad_usage_is_2_and_bad_input_3() {
    const QString graph = write(temp("u/g.stowage.json"), chain({{"conv", 10}}));
    for (const QStringList& wrong : {QStringList{"--allow", "-1"},
                                     {"-o", temp("u/report.txt")},
                                     {"-o", "-"},
                                     {"-o", ""},
                                     {"-o", "-", "--format", "md", "--json"},
                                     {"--strategy", "no.such"}})
      QVERIFY2(code_of(QStringList{"report", graph, graph} + wrong) == 2, qPrintable(wrong.join(' ')));
    QCOMPARE(code_of({"report", graph}), 2);
    QCOMPARE(code_of({"report", graph, temp("u/nothing.csv")}), 3);
    QCOMPARE(code_of({"report", graph, temp("u")}), 3);
    QDir().mkpath(temp("u/empty"));
    QCOMPARE(code_of({"report", temp("u/empty"), temp("u/empty")}), 3);
    QCOMPARE(code_of({"report", graph, graph, "-o", "-", "--format", "md"}), 0);
  }

  void cancelled_is_4_and_writes_nothing() {
    const QString out = temp("c/report.md");
    const QString network = temp("c/net.stowage.json");
    QCOMPARE(code_of({"zoo", "gpt2_xl", "--streams", "4", "-o", network}), 0);
    QElapsedTimer since;
    since.start();
    const Run run =
        stopped({"report", network, network, "--strategy", "search", "--iterations", "1000000000", "-o", out},
                [&](QProcess&) { return since.elapsed() > 1500; });
    QVERIFY2(run.code == 4, qPrintable(run.err));
    QVERIFY(!QFileInfo::exists(out));
  }

  /// Names of files and tensors are shown, and are no markup.
  void names_are_no_markup() {
    const QString name = QString(kNasty).remove('/');
    const QString a = write(temp("n/a/" + name + ".stowage.json"), chain({{"conv", 10}}, kNasty));
    write(temp("n/b/" + name + ".stowage.json"), chain({{"conv", 20}, {"fc", 5}}, kNasty));
    const QString md = temp("n/report.md"), html = temp("n/report.html");
    const Run run = stowage_cli({"report", temp("n/a"), temp("n/b"), "-o", md, "-o", html});
    QCOMPARE(run.code, 1);
    QString page = content(html);
    QVERIFY(page.contains("&lt;script") || page.contains("&#60;script"));
    QVERIFY(!page.contains("<script"));
    QVERIFY(!page.contains("http://x\"") && !page.contains("src=\"http"));
    // It is well-formed but for its head, so that an XML reader finds every element.
    page = page.mid(page.indexOf("<body>"));
    page.truncate(page.indexOf("</html>"));
    static const QRegularExpression image("<img ([^>]*)>");
    page.replace(image, "<img \\1/>");
    QXmlStreamReader reader(page);
    static const QStringList known{"body", "h1",   "table",  "thead",   "tbody",   "tr",  "th",      "td",
                                   "p",    "code", "strong", "details", "summary", "img", "picture", "source"};
    QString texts;
    while (!reader.atEnd()) {
      reader.readNext();
      if (reader.isStartElement())
        QVERIFY2(known.contains(reader.name().toString()), qPrintable(reader.name().toString()));
      if (reader.isCharacters()) texts += reader.text();
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(texts.contains(kNasty + "conv.out"));

    // In Markdown, outside code spans, nothing of it is left that could mean something.
    QString text = content(md);
    QVERIFY(!text.contains("<script") && !text.contains("![x]"));
    const QStringList lines = text.split('\n').filter(QRegularExpression("^\\| "));
    for (const QString& line : lines) {
      QVERIFY2(line.endsWith(" |"), qPrintable(line));
      const auto cells = line.count('|');
      QVERIFY2(cells == 8 || cells == 5, qPrintable(line));  // those of our two kinds of tables
    }
    QVERIFY(lines.size() > 6);
  }

  /// Of many large differences, a comment holds what servers take, and says what is left out.
  void markdown_is_short() {
    for (int k = 0; k < 40; ++k) {
      const QString name = QString("net%1.stowage.json").arg(k);
      QList<QPair<QString, int>> before, after;
      for (int t = 0; t < 40; ++t) {
        before << QPair(QString("a_rather_long_name_of_a_layer_%1").arg(t), 100 + t);
        after << QPair(QString("another_rather_long_name_of_a_layer_%1").arg(t), 110 + t);
      }
      write(temp("m/a/" + name), chain(before));
      write(temp("m/b/" + name), chain(after));
    }
    const QString md = temp("m.md");
    QCOMPARE(code_of({"report", temp("m/a"), temp("m/b"), "--strategy", "so.size.first", "-o", md}), 1);
    const QByteArray text = content(md);
    QVERIFY2(text.size() < 65'000 && text.size() > 30'000, qPrintable(QString::number(text.size())));
    QVERIFY(text.contains("net39"));
  }

  /// Both maps in one picture, and nothing from anywhere else.
  void the_page_holds_all_it_needs() {
    const QString a = temp("h/a.stowage.json"), b = temp("h/b.stowage.json"), html = temp("h/report.html");
    QCOMPARE(code_of({"zoo", "vgg16", "--forward", "--batch", "2", "-o", a}), 0);
    QCOMPARE(code_of({"zoo", "vgg16", "--forward", "--batch", "6", "-o", b}), 0);
    QCOMPARE(code_of({"report", a, b, "-o", html}), 1);
    const QString page = content(html);
    static const QRegularExpression picture("src=\"data:image/svg\\+xml;base64,([^\"]+)\"");
    const QRegularExpressionMatch match = picture.match(page);
    QVERIFY(match.hasMatch());
    const QByteArray svg = QByteArray::fromBase64(match.captured(1).toLatin1());
    QVERIFY(svg.contains("A, before: ") && svg.contains("B, after: "));
    // On one scale: both have the same ticks.
    static const QRegularExpression tick(">\\s*(\\d[\\d.]* [KMG]iB)\\s*</text>");
    QMap<QString, int> ticks;
    for (auto found = tick.globalMatch(svg); found.hasNext();) ++ticks[found.next().captured(1)];
    QVERIFY(ticks.size() >= 3);
    for (auto each = ticks.begin(); each != ticks.end(); ++each)
      QVERIFY2(each.value() % 2 == 0, qPrintable(each.key()));
    // The same on dark, where the reader's page is.
    static const QRegularExpression on_dark(
        "<source media=\"\\(prefers-color-scheme: dark\\)\" srcset=\"data:image/svg\\+xml;base64,([^\"]+)\"");
    const QByteArray dark = QByteArray::fromBase64(on_dark.match(page).captured(1).toLatin1());
    QVERIFY(dark.contains("B, after: ") && dark != svg);
    static const QRegularExpression outside("(src|href)=\"(?!data:)|url\\(|<link|<script|@import");
    QVERIFY(!page.contains(outside));
    QVERIFY(page.contains("default-src 'none'"));
  }

  /// The worst of what grew is unfolded, allowed or not; what shrank is not.
  void the_first_regression_is_open() {
    const auto pair_of = [&](const QString& name, const QByteArray& before, const QByteArray& after) {
      write(temp("o/a/" + name + ".stowage.json"), before);
      write(temp("o/b/" + name + ".stowage.json"), after);
    };
    pair_of("little", chain({{"x", 100}, {"y", 100}}), chain({{"x", 100}, {"y", 105}}));
    pair_of("much", chain({{"x", 100}, {"y", 100}}), chain({{"x", 100}, {"y", 180}}));
    pair_of("shrunk", chain({{"x", 900}, {"y", 900}}), chain({{"x", 100}, {"y", 100}}));
    const auto opened = [&](const QString& after, const QString& allowed, const char* format) {
      const Run run = stowage_cli(
          {"report", temp("o/a"), after, "--allow", allowed, "-o", "-", "--format", format, "--strategy", "bump"});
      static const QRegularExpression open("<details open[^>]*><summary><code>([a-z]+)");
      QStringList out;
      for (auto found = open.globalMatch(run.out); found.hasNext();) out << found.next().captured(1);
      return out;
    };
    for (const char* format : {"html", "md"}) {
      for (const char* allowed : {"90", "20"}) QCOMPARE(opened(temp("o/b"), allowed, format), QStringList("much"));
      QVERIFY(opened(temp("o/a"), "0", format).isEmpty());
    }
    QCOMPARE(opened(temp("o/b"), "0", "html"), (QStringList{"much", "little"}));
  }

  /// A missing folder is called missing, not a file beside a folder.
  void what_is_missing_is_named() {
    const QString folder = temp("there");
    QVERIFY(QDir().mkpath(folder));
    const Run run = stowage_cli({"report", temp("nowhere"), folder, "-o", temp("none.md")});
    QCOMPARE(run.code, 3);
    QVERIFY2(run.err.startsWith("error: " + temp("nowhere") + ": ") && !run.err.contains(folder), qPrintable(run.err));
  }

  void the_same_inputs_give_the_same_report() {
    const QString a = temp("d/a.stowage.json"), b = temp("d/b.stowage.json");
    QCOMPARE(code_of({"zoo", "alexnet", "--streams", "3", "-o", a}), 0);
    QCOMPARE(code_of({"zoo", "alexnet", "--streams", "4", "-o", b}), 0);
    const QStringList words{"report", a, b, "-o", "-", "--format", "md"};
    const Run first = stowage_cli(words);
    QVERIFY(first.out.contains("| "));
    QCOMPARE(stowage_cli(words).out, first.out);
  }
};

STOWAGE_GUI_TEST(CliReportTest);
#include "tst_cli_report.moc"
