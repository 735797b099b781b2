// SPDX-License-Identifier: Apache-2.0
// `render`: images of views, without a display; figures, bands, time axes and the steps of planners.
#include "tests/cli/program.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/style/theme.h"

using namespace stowage;

class CliRenderTest : public CliTestBase {
  Q_OBJECT

  const QString figure2_ = sample("somas_figure_2.stowage.json");
  QString timed_, network_;

  /// The largest number of pixels of a colour in one row.
  static int widest(const QImage& image, QRgb color) {
    int out = 0;
    for (int y = 0; y < image.height(); ++y) {
      int count = 0;
      for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == color;
      out = std::max(out, count);
    }
    return out;
  }
  /// How often the widest row of the second stream fits into that of the first.
  static double ratio_of(const QImage& image, const Theme& theme) {
    const auto color = [&](std::size_t stream) { return palette_fill(stream, theme).color.rgb(); };
    return double(widest(image, color(0))) / widest(image, color(1));
  }
  /// Draws an image of this kind; its bytes, or none after an error or a message, which is printed.
  [[nodiscard]] QByteArray drawn(const QStringList& how, const QString& kind = "svg") const {
    const QString file = temp("drawn." + kind);
    QFile::remove(file);
    const Run run = stowage_cli(QStringList{"render"} + how + QStringList{"-o", file});
    if (run.code == 0 && run.err.isEmpty()) return content(file);
    qInfo().noquote() << how << run.code << run.err;
    return {};
  }
  [[nodiscard]] QImage image_of(const QStringList& how) const { return QImage::fromData(drawn(how, "png")); }

 private slots:
  /// On stream 0, a takes three times as long as b.
  void initTestCase() {
    timed_ = write(temp("two.stowage.json"), R"({"format": "stowage-graph", "version": 1,
        "streams": [{"id": 0}, {"id": 1}],
        "nodes": [{"id": "a", "stream": 0, "duration": 3000}, {"id": "b", "stream": 0, "duration": 1000},
                  {"id": "c", "stream": 1, "duration": 500}],
        "tensors": [{"id": "x", "size": 8, "producer": "a", "consumers": ["b", "c"]},
                    {"id": "y", "size": 8, "producer": "c", "consumers": []}]})");
    network_ = temp("alexnet.stowage.json");
    QCOMPARE(stowage_cli({"zoo", "alexnet", "--optimizer", "sgd", "-o", network_}).code, 0);
  }

  /// x lives from a to the end of b, 4,000 ns of it; y while c runs.
  void heap_maps_are_drawn_over_time() {
    const auto ratio = [&](const char* axis) {
      return ratio_of(image_of({timed_, "--axis", axis, "--theme", "light"}), Theme::light());
    };
    const double over_time = ratio("time"), over_steps = ratio("steps");
    QVERIFY2(over_time > 7.4 && over_time < 8.6, qPrintable(QString::number(over_time)));
    QVERIFY2(over_steps > 2.8 && over_steps < 3.2, qPrintable(QString::number(over_steps)));
  }

  void boxes_are_as_wide_as_operators_take_long() {
    for (const bool dark : {false, true}) {
      const QImage image = image_of({timed_, "--view", "lanes", "--axis", "time", "--theme", dark ? "dark" : "light"});
      const Theme& theme = Theme::of(dark);
      QVERIFY2(widest(image, theme.peak.rgb()) > image.width() / 2, "a and b are the critical path");
      const double ratio = ratio_of(image, theme);
      QVERIFY2(ratio > 7.4 && ratio < 8.6, qPrintable(QString::number(ratio)));  // 4,000 to 500 ns
    }
  }

  /// Every view as every kind of image, without a display: it is one, of the size asked for, and not empty.
  void render_draws_every_view_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("input");
    for (const stowage::DrawingInfo& each : stowage::drawings()) {
      const QString view = each.id;
      if (view == "difference") continue;  // it needs two plans
      if (view == "recorded") {
        QTest::addRow("%s of a snapshot", each.id) << view << sample("serving.pickle");
        continue;
      }
      QTest::addRow("%s of figure 2", each.id) << view << figure2_;
      QTest::addRow("%s of lifetimes", each.id) << view << sample("lifetimes.csv");
    }
  }
  void render_draws_every_view() {
    QFETCH(QString, view);
    QFETCH(QString, input);
    const QImage image = image_of({input, "--view", view, "--size", "640x400", "--scale", "2"});
    QCOMPARE(image.size(), QSize(1280, 800));
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); y += 3)
      for (int x = 0; x < image.width(); x += 3) colors << image.pixel(x, y);
    QVERIFY(colors.size() > 3);
    QXmlStreamReader xml(drawn({input, "--view", view, "--theme", "dark"}));
    int texts = 0;
    while (!xml.atEnd()) texts += xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"text" ? 1 : 0;
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(texts > 1);
    QVERIFY(drawn({input, "--view", view}, "pdf").startsWith("%PDF-"));
  }

  /// Of millimetres and dots per inch.
  void figures_have_pixels() {
    QCOMPARE(image_of({figure2_, "--width", "84", "--height", "60", "--dpi", "300"}).size(), QSize(992, 709));
    QCOMPARE(image_of({figure2_, "--preset", "slide", "--dpi", "96"}).size(), QSize(1280, 720));
  }

  void bands() {
    for (const char* view : {"heap", "graph", "lanes"}) {
      const QByteArray plain = drawn({network_, "--view", view});
      const QByteArray segments = drawn({network_, "--view", view, "--bands", "segments"});
      const QByteArray roam = drawn({network_, "--view", view, "--bands", "roam"});
      QVERIFY(!plain.isEmpty() && !segments.isEmpty() && segments != plain && segments != roam);
      QXmlStreamReader xml(roam);
      while (!xml.atEnd()) xml.readNext();
      QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
      QVERIFY(roam.contains("ROAM") || roam.contains("ubgraph"));
    }
  }
};

STOWAGE_GUI_TEST(CliRenderTest);
#include "tst_cli_render.moc"
