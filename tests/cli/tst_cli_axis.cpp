// SPDX-License-Identifier: Apache-2.0
// `render --axis time`: lanes to scale.
#include <QtTest>

#include <QImage>

#include "tests/cli/program.h"
#include "tests/start/test_entry.h"
#include "widgets/painters/style/theme.h"

using namespace stowage;
using namespace stowage::test;

class CliAxisTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString graph_;

  QString temp(const QString& name) const { return folder_.filePath(name); }
  QString write(const QString& name, const QByteArray& content) const {
    QFile file(temp(name));
    [[maybe_unused]] const bool open = file.open(QIODevice::WriteOnly);
    file.write(content);
    return temp(name);
  }

 private slots:
  /// On stream 0, a takes three times as long as b.
  void initTestCase() {
    graph_ = write("two.stowage.json", R"({"format": "stowage-graph", "version": 1,
        "streams": [{"id": 0}, {"id": 1}],
        "nodes": [{"id": "a", "stream": 0, "duration": 3000}, {"id": "b", "stream": 0, "duration": 1000},
                  {"id": "c", "stream": 1, "duration": 500}],
        "tensors": [{"id": "x", "size": 8, "producer": "a", "consumers": ["b", "c"]},
                    {"id": "y", "size": 8, "producer": "c", "consumers": []}]})");
  }

  /// A recorded heap lies over its events, with what was reserved and where the device had no memory left.
  void recorded_heaps_are_drawn_over_events() {
    const Run run = stowage_cli({"render", sample("serving.pickle"), "-o", temp("heap.svg")});
    QCOMPARE(run.code, 0);
    QFile file(temp("heap.svg"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray svg = file.readAll();
    for (const char* text : {"64.0 MiB", "request 0", "23.0 MiB", " 21<"}) QVERIFY2(svg.contains(text), text);
  }

  /// x lives from a to the end of b, 4,000 ns of it; y while c runs.
  void heap_maps_are_drawn_over_time() {
    const auto width_of = [](const QImage& image, QRgb color) {
      int widest = 0;
      for (int y = 0; y < image.height(); ++y) {
        int count = 0;
        for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == color;
        widest = std::max(widest, count);
      }
      return widest;
    };
    const auto ratio = [&](const char* axis) {
      const Run run = stowage_cli({"render", graph_, "--axis", axis, "--theme", "light", "-o", temp("map.png")});
      if (run.code != 0) return -1.0;
      const QImage image(temp("map.png"));
      return double(width_of(image, palette_fill(0, Theme::light()).color.rgb())) /
             width_of(image, palette_fill(1, Theme::light()).color.rgb());
    };
    const double over_time = ratio("time"), over_steps = ratio("steps");
    QVERIFY2(over_time > 7.4 && over_time < 8.6, qPrintable(QString::number(over_time)));
    QVERIFY2(over_steps > 2.8 && over_steps < 3.2, qPrintable(QString::number(over_steps)));
  }

  void boxes_are_as_wide_as_operators_take_long() {
    for (const bool dark : {false, true}) {
      const QString theme = dark ? "dark" : "light";
      const Run run = stowage_cli(
          {"render", graph_, "--view", "lanes", "--axis", "time", "--theme", theme, "-o", temp("time.png")});
      QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
      const QImage image(temp("time.png"));
      const QRgb path = Theme::of(dark).peak.rgb(), first = palette_fill(0, Theme::of(dark)).color.rgb(),
                 second = palette_fill(1, Theme::of(dark)).color.rgb();
      int widest_first = 0, widest_second = 0, widest_path = 0;
      for (int y = 0; y < image.height(); ++y) {
        const auto row_of = [&](QRgb color) {
          int count = 0;
          for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == color;
          return count;
        };
        widest_first = std::max(widest_first, row_of(first));
        widest_second = std::max(widest_second, row_of(second));
        widest_path = std::max(widest_path, row_of(path));
      }
      QVERIFY2(widest_path > image.width() / 2, "a and b are the critical path");
      const double ratio = double(widest_first) / widest_second;
      QVERIFY2(ratio > 7.4 && ratio < 8.6, qPrintable(QString::number(ratio)));  // 4,000 to 500 ns
    }
  }

  void what_cannot_be_drawn_is_refused() {
    const Run other = stowage_cli({"render", graph_, "--view", "conflicts", "--axis", "time", "-o", temp("x.png")});
    QCOMPARE(other.code, 2);
    QVERIFY2(other.err.contains("heap"), qPrintable(other.err));
    const QString timeless = write("timeless.stowage.json", R"({"format": "stowage-graph", "version": 1,
        "nodes": [{"id": "a"}], "tensors": []})");
    const Run without = stowage_cli({"render", timeless, "--view", "lanes", "--axis", "time", "-o", temp("x.png")});
    QCOMPARE(without.code, 3);
    QVERIFY2(without.err.startsWith("error: " + timeless + ": "), qPrintable(without.err));
    QCOMPARE(stowage_cli({"render", timeless, "--view", "lanes", "--axis", "steps", "-o", temp("x.png")}).code, 0);
    QCOMPARE(stowage_cli({"render", timeless, "--view", "lanes", "--axis", "space", "-o", temp("x.png")}).code, 2);
  }
};

STOWAGE_GUI_TEST(CliAxisTest);
#include "tst_cli_axis.moc"
