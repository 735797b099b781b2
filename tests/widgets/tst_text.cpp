// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of text: broken where the script allows, nothing lost.
#include "tests/gui/gui_test.h"

using namespace stowage;

class TextTest : public QObject {
  Q_OBJECT

 private slots:
  /// Whatever fonts the machine has: every test that draws or measures relies on it (tests/start).
  void tests_have_the_fonts_that_dev_installs() {
    QStringList families = QFontDatabase::families();
    for (const char* alias : {"Sans Serif", "Monospace", "Serif"}) families.removeOne(alias);
    QCOMPARE(families, (QStringList{"DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif"}));
    QCOMPARE(QFontInfo(QFont()).family(), "DejaVu Sans");
    QCOMPARE(QFontInfo(QFont("no such font")).family(), "DejaVu Sans");
  }

  void lines_are_broken_where_the_script_allows() {
    const QFont font = paint_font(14);
    const QString english = "The gap at 1,024 holds its 512 bytes and leaves 128, less than any before.";
    const QString chinese = "首次适应取最低的空隙，不再往下看；最佳适应选剩余最少的空隙，并将其记住。";
    for (const auto& [text, between] : {std::pair(english, " "), std::pair(chinese, "")})  // what a break takes away
      for (const double width : {120.0, 160.0, 230.0, 300.0}) {
        const QStringList lines = wrapped(font, text, width);
        QVERIFY(lines.size() > 1);
        QCOMPARE(lines.join(between), text);
        for (const QString& line : lines) {
          QVERIFY2(text_width(font, line) <= width, qPrintable(line));
          QVERIFY2(!QString("，；。").contains(line.front()), qPrintable(line));
        }
      }
  }

  /// Names of a graph differ at their end, and so do the parts of a path, which share the room.
  void names_are_cut_at_their_fronts() {
    const QFont font = paint_font(12);
    const QString name = "encoder.layer.11.attention.output.dense.weight.grad";
    QCOMPARE(fitted_name(font, name, 1000), name);
    const QString cut = fitted_name(font, name, 120);
    QVERIFY2(cut.startsWith(QChar(0x2026)) && name.endsWith(cut.mid(1)), qPrintable(cut));
    QVERIFY(text_width(font, cut) <= 120);
    QVERIFY(fitted(font, name, 120).startsWith("encoder"));
    QCOMPARE(fitted_path(font, {"a", name}, 1000), "a → " + name);
    const QStringList both = fitted_path(font, {name, name + ".reduced"}, 240).split(" → ");
    QCOMPARE(both.size(), 2);
    QVERIFY(both[0].endsWith(".grad") && both[1].endsWith(".reduced"));
    QVERIFY(text_width(font, both.join(" → ")) <= 240);
    QVERIFY(fitted_path(font, {"a", name}, 150).startsWith("a → "));  // the shorter is not cut
  }

  void labels_are_cut_where_they_still_differ() {
    const QFont font = paint_font(12);
    const QStringList streams = fitted_apart(font, {"compute", "communication", "copy"}, 60);
    QCOMPARE(streams[0], QString("compute"));
    QVERIFY2(streams[1].startsWith("comm"), qPrintable(streams[1]));
    const QStringList numbered = fitted_apart(font, {"stream 123323568", "stream 123323569"}, 60);
    QVERIFY(numbered[0].endsWith("568") && numbered[1].endsWith("569"));
  }

  void a_name_among_others_is_cut_where_they_do_not_differ() {
    const QFont font = paint_font(12);
    const QStringList recorded{"start", "3 forward (model.py:40)", "11 forward (model.py:40)",
                               "24 forward (model.py:40)"};
    const QStringList dotted{"encoder.layer.11.attention.weight", "encoder.layer.11.attention.bias"};
    QVERIFY(fitted_among(font, recorded[2], recorded, 90).startsWith("11 f"));
    QVERIFY(fitted_among(font, dotted[0], dotted, 90).endsWith("weight"));
    QCOMPARE(fitted_among(font, recorded[2], recorded, 1000), recorded[2]);
    for (const QStringList& alone : {QStringList{}, QStringList{recorded[2]}})  // its number comes first
      QVERIFY(fitted_among(font, recorded[2], alone, 90).startsWith("11 f"));
    QCOMPARE(fitted_among(font, dotted[0], {}, 90), fitted_name(font, dotted[0], 90));
    QVERIFY(text_width(font, fitted_among(font, recorded[2], recorded, 90)) <= 90);
  }

  void what_fits_or_cannot_be_broken_stays_whole() {
    const QFont font = paint_font(14);
    QCOMPARE(wrapped(font, "short", 500), QStringList{"short"});
    const QStringList lines = wrapped(font, "a backward_gradient_of_the_first_layer b", 60);
    QVERIFY(lines.contains("backward_gradient_of_the_first_layer"));
  }
};

STOWAGE_GUI_TEST(TextTest);
#include "tst_text.moc"
