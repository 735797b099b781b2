// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"

namespace {

const QString kNasty = "a|b`c</code><script>alert(1)</script>&amp;\"' @user #1 \\| ![x](http://x) ~~*_";

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
  /// Names of files and tensors are shown, and are no markup.
  void names_are_no_markup() {
    const QString name = QString(kNasty).remove('/');
    const QString a = write(temp("n/a/" + name + ".stowage.json"), chain({"conv", "10"}, kNasty));
    write(temp("n/b/" + name + ".stowage.json"), chain({"conv", "20", "fc", "5"}, kNasty));
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
    QStringList before, after;
    for (int t = 0; t < 40; ++t) {
      before << QString("a_rather_long_name_of_a_layer_%1").arg(t) << QString::number(100 + t);
      after << QString("another_rather_long_name_of_a_layer_%1").arg(t) << QString::number(110 + t);
    }
    for (int k = 0; k < 40; ++k) {
      const QString name = QString("net%1.stowage.json").arg(k);
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
};

STOWAGE_GUI_TEST(CliReportTest);
#include "tst_cli_report.moc"
