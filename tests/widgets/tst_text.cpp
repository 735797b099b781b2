// SPDX-License-Identifier: GPL-3.0-or-later
// Words and numbers as they are written: lines broken where the script allows, nothing lost; amounts in every unit.
#include <QTranslator>

#include "core/experiments/experiment.h"
#include "tests/gui/gui_test.h"
#include "widgets/edit/typed_duration.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/told_words.h"

/// Puts brackets around every pattern, and knows one sentence.
class BracketTranslator final : public QTranslator {
 public:
  [[nodiscard]] bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char*, int) const override {
    const QString text = QString::fromUtf8(source);
    if (QString(context) != "stowage::ExperimentWords") return {};
    return text.contains('%') ? '<' + text + '>' : text == "Loop" ? "<Loop>" : QString();
  }
};

class TextTest : public QObject {
  Q_OBJECT

  /// What a label stands for, read anew: "0x10", "1.5 MiB", "20 kB", "4,096".
  static double value_of(const QString& label) {
    if (label.startsWith("0x")) return static_cast<double>(label.mid(2).toLongLong(nullptr, 16));
    static const std::map<QString, double> kUnits{{"", 1},         {"B", 1},        {"KiB", 0x1p10}, {"MiB", 0x1p20},
                                                  {"GiB", 0x1p30}, {"TiB", 0x1p40}, {"kB", 1e3},     {"MB", 1e6},
                                                  {"GB", 1e9},     {"TB", 1e12}};
    const QStringList parts = label.split(' ');
    return QLocale().toDouble(parts[0]) * kUnits.at(parts.value(1));
  }

 private slots:
  // ---- lines

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
    QCOMPARE(wrapped(font, "short", 500), QStringList{"short"});  // what fits or cannot be broken stays whole
    const QStringList lines = wrapped(font, "a backward_gradient_of_the_first_layer b", 60);
    QVERIFY(lines.contains("backward_gradient_of_the_first_layer"));
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
    // A name among others is cut where they do not differ.
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

  // ---- numbers

  /// Exact bytes: on one thread, for as long as they are wanted.
  void exact_bytes_for_a_while_and_offsets_in_either_base() {
    QCOMPARE(human_bytes(Bytes{1664}), QString("1.63 KiB"));
    {
      const ExactBytes outer(true), inner(false);
      QCOMPARE(human_bytes(Bytes{1664}), QString("1,664 B"));
      QString other;
      std::thread([&] { other = human_bytes(Bytes{1664}); }).join();
      QCOMPARE(other, QString("1.63 KiB"));
    }
    {
      const ExactBytes unwanted(false);
      QCOMPARE(human_bytes(Bytes{1664}), QString("1.63 KiB"));
    }
    QCOMPARE(human_bytes(Bytes{1664}), QString("1.63 KiB"));

    QCOMPARE(offset_number(65536, QLocale::c()), QString("65536"));
    set_number_format({.offsets = NumberFormat::Offsets::hexadecimal});
    QCOMPARE(offset_number(65536, QLocale::c()), QString("0x10000"));
    QCOMPARE(offset_number(0, QLocale::c()), QString("0x0"));
    set_number_format({});
  }

  void percents_and_durations() {
    const std::pair<double, const char*> cases[] = {
        {0, "0.0%"},        {1e-12, "< +0.1%"}, {0.000499, "< +0.1%"},
        {0.001, "+0.1%"},   {0.049, "+4.9%"},   {1, "+100.0%"},
        {8.999, "+899.9%"}, {9, "\u00d7 10"},   {1015624999, "\u00d7 1015625000"},
        {-0.049, "−4.9%"},  {-1e-9, "> −0.1%"}};
    for (const auto& [fraction, text] : cases)
      QCOMPARE(signed_percent(fraction, QLocale::c()), QString::fromUtf8(text));
    const std::pair<double, const char*> times[] = {{0, "0 s"},          {0.0004, "400 ns"}, {0.0009996, "1.00 µs"},
                                                    {0.0042, "4.20 µs"}, {0.3124, "312 µs"}, {0.9996, "1.00 ms"},
                                                    {12.44, "12.4 ms"},  {999.6, "1.00 s"},  {83'000, "83.0 s"}};
    for (const auto& [milliseconds, text] : times)
      QCOMPARE(human_duration(milliseconds, QLocale::c()), QString::fromUtf8(text));
    QCOMPARE(human_time(999, QLocale::c()), QString("999 ns"));
    QCOMPARE(signed_duration(0, QLocale::c()), QString("0 s"));
    QCOMPARE(signed_duration(40, QLocale::c()), QString("+40 ns"));
    QCOMPARE(signed_duration(-312'400, QLocale::c()), QString("−312 µs"));
  }

  void amounts_in_every_unit() {
    using enum NumberFormat::Units;
    struct Case {
      std::int64_t bytes;
      const char *in_binary, *in_decimal, *in_exact;
    };
    for (const Case& each :
         {Case{0, "0 B", "0 B", "0 B"}, Case{999, "999 B", "999 B", "999 B"},
          Case{1'000, "1000 B", "1.00 kB", "1000 B"}, Case{1'024, "1.00 KiB", "1.02 kB", "1024 B"},
          Case{999'700, "976 KiB", "1.00 MB", "999700 B"}, Case{1'048'576, "1.00 MiB", "1.05 MB", "1048576 B"},
          Case{-3'000'000, "-2.86 MiB", "-3.00 MB", "-3000000 B"},
          Case{9'007'199'254'740'992, "8.00 PiB", "9.01 PB", "9007199254740992 B"}})
      for (const auto& [units, text] :
           {std::pair(binary, each.in_binary), std::pair(decimal, each.in_decimal), std::pair(exact, each.in_exact)}) {
        set_number_format({.units = units});
        const QString said = human_bytes({each.bytes}, QLocale::c());
        set_number_format({});
        QCOMPARE(said, QString(text));
      }
  }

  /// Ticks are where their labels say, as many as fit, whatever is chosen.
  void ticks_say_where_they_are() {
    using enum NumberFormat::Units;
    for (const auto units : {binary, decimal, exact})
      for (const auto base : {NumberFormat::Offsets::decimal, NumberFormat::Offsets::hexadecimal}) {
        set_number_format({.units = units, .offsets = base});
        for (const double high : {7.0, 1000.0, 4096.0, 123456789.0, 7e12})
          for (const auto& ticks : {byte_ticks(0, high, 6), offset_ticks(0, high, 6)}) {
            QVERIFY(ticks.size() >= 2 && ticks.size() <= 7);
            for (const Tick& tick : ticks) {
              QVERIFY(tick.value >= 0 && tick.value <= high * (1 + 1e-9));
              QVERIFY2(std::abs(value_of(tick.label) - tick.value) <= tick.value * 0.006, qPrintable(tick.label));
            }
          }
      }
    set_number_format({});
  }

  void typed_durations() {
    const std::pair<const char*, std::int64_t> cases[] = {{"2 s", 2'000'000'000},
                                                          {"1.5ms", 1'500'000},
                                                          {" 250 us ", 250'000},
                                                          {"250 \u00b5s", 250'000},
                                                          {"250 \u03bcs", 250'000},
                                                          {"40 ns", 40},
                                                          {"1,250 us", 1'250'000},
                                                          {"0.0007 us", 1},
                                                          {"0", 0},
                                                          {"0 ms", 0}};
    for (const auto& [text, nanoseconds] : cases)
      QCOMPARE(parse_duration(QString::fromUtf8(text)), std::optional(nanoseconds));
    for (const char* text : {"", "ms", "5", "-1 ms", "1 m", "1 MS", "1.ms", "soon", "1e3 ms", "0.1", "9999999999999 s"})
      QVERIFY2(!parse_duration(QString::fromUtf8(text)), text);
    std::mt19937_64 random(1);  // what is written is read back
    for (int i = 0; i < 2000; ++i) {
      const auto nanoseconds = static_cast<std::int64_t>(random() >> (12 + random() % 50));
      if (nanoseconds > kMaxDuration) continue;
      QCOMPARE(parse_duration(exact_duration(nanoseconds)), std::optional(nanoseconds));
    }
    QCOMPARE(exact_duration(1'500'000), QString("1.5 ms"));
    QCOMPARE(exact_duration(2'000'000'000), QString("2 s"));
    QCOMPARE(exact_duration(999), QString("999 ns"));
  }

  // ---- words that core tells in English

  /// Numbers and names are kept, whatever stands around them in the reader's language.
  void told_words_are_translated_around_their_values() {
    QCOMPARE(told_words("AlexNet, batch 32"), QString("AlexNet, batch 32"));
    BracketTranslator brackets;
    QCoreApplication::installTranslator(&brackets);
    for (const auto& [english, told] : std::map<QString, QString>{
             {"AlexNet, batch 32", "AlexNet, <batch 32>"},
             {"Figures 8 and 9, appendix E", "<Figures 8 and 9>, <appendix E>"},
             {"Loop", "<Loop>"},
             {"needs the file a/b.csv in a data folder", "<needs the file a/b.csv in a data folder>"},
             {"olla takes up to 25,000 choices, and this graph has 30,858",
              "<olla takes up to 25,000 choices, and this graph has 30,858>"},
             {"cbc found no plan within 2.65 s (1,009 choices)", "<cbc found no plan within 2.65 s (1,009 choices)>"},
             {"some other words", "some other words"}})
      QCOMPARE(told_words(english), told);
    for (const Experiment* each : experiments())
      for (const QString& part : told_words(text_of(each->place)).split(", "))
        QVERIFY2(part.startsWith('<') || part == "Candidate selection and intuition", qPrintable(part));
    QCoreApplication::removeTranslator(&brackets);
  }
};

STOWAGE_GUI_TEST(TextTest);
#include "tst_text.moc"
