// SPDX-License-Identifier: Apache-2.0
// `render --bands`: parts of the order, in the same colours in every view.
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "widgets/painters/model/step_bands.h"

using namespace stowage;
using namespace stowage::test;

class CliBandsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString network_;

  QString temp(const QString& name) const { return folder_.filePath(name); }
  static int pixels_of(QRgb color, const QString& path) {
    const QImage image(path);
    int out = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) out += image.pixel(x, y) == color;
    return out;
  }

 private slots:
  void initTestCase() {
    network_ = temp("alexnet.stowage.json");
    const Run run = stowage_cli({"zoo", "alexnet", "--optimizer", "sgd", "-o", network_});
    QVERIFY2(run.code == 0, qPrintable(run.err));
  }

  void views_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("kind");
    for (const char* view : {"heap", "graph", "lanes"})
      for (const char* kind : {"segments", "roam"}) QTest::addRow("%s %s", view, kind) << view << kind;
  }
  /// Colours of the first parts are there; without bands, hardly a pixel that is mixed of others has one of them.
  void views() {
    QFETCH(QString, view);
    QFETCH(QString, kind);
    const QString plain = temp("plain.png"), banded = temp("banded.png");
    for (const bool dark : {false, true}) {
      QStringList how{"render", network_, "--view", view, "--theme", dark ? "dark" : "light", "-o"};
      QCOMPARE(stowage_cli(how + QStringList{plain}).code, 0);
      const Run run = stowage_cli(how + QStringList{banded, "--bands", kind});
      QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
      const Theme& theme = Theme::of(dark);
      for (const std::uint32_t part : {0U, 1U}) {
        const QRgb color = band_color({.steps = {0, 1}, .part = part, .name = {}}, theme).rgb();
        const int before = pixels_of(color, plain), now = pixels_of(color, banded);
        QVERIFY2(now >= 20 && now > 4 * before, qPrintable(QStringLiteral("%1 -> %2").arg(before).arg(now)));
      }
    }
  }

  void vector_files() {
    for (const char* view : {"heap", "graph", "lanes"}) {
      const QString svg = temp("bands.svg");
      QCOMPARE(stowage_cli({"render", network_, "--view", view, "--bands", "roam", "-o", svg}).code, 0);
      QXmlStreamReader xml(content(svg));
      while (!xml.atEnd()) xml.readNext();
      QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
      QVERIFY(content(svg).contains("ROAM") || content(svg).contains("ubgraph"));
    }
  }

  void what_cannot_be_drawn_is_refused() {
    const QString image = temp("x.png");
    QCOMPARE(stowage_cli({"render", network_, "--bands", "stripes", "-o", image}).code, 2);
    const Run sizes = stowage_cli({"render", network_, "--view", "sizes", "--bands", "roam", "-o", image});
    QCOMPARE(sizes.code, 2);
    QVERIFY2(sizes.err.contains("heap, graph, lanes"), qPrintable(sizes.err));
    QCOMPARE(stowage_cli({"render", network_, "--bands", "roam", "-o", temp("x.html")}).code, 2);
    const Run against = stowage_cli({"render", network_, "--view", "memory", "--against", temp("x"), "-o", image});
    QCOMPARE(against.code, 2);
    QVERIFY2(says(against.err, {"--against", "difference"}), qPrintable(against.err));
    const Run none = stowage_cli({"render", sample("lifetimes.csv"), "--bands", "roam", "-o", image});
    QCOMPARE(none.code, 0);
    QVERIFY(says(none.err, {"warning: " + sample("lifetimes.csv") + ": ", "--bands"}));
  }

  void a_graph_too_simple_for_parts_is_told() {
    const QString graph = write(temp("one.stowage.json"), R"({"format": "stowage-graph", "version": 1,
      "streams": [{"id": 0}], "nodes": [{"id": "only", "stream": 0}], "tensors": []})");
    const Run run = stowage_cli({"render", graph, "--bands", "segments", "-o", temp("one.png")});
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.startsWith("warning: " + graph + ": "), qPrintable(run.err));
  }

  void titles_count_one_of_a_kind() {
    const QString svg = temp("graph.svg");
    const auto title_of = [&](const QString& graph) {
      if (stowage_cli({"render", graph, "--view", "graph", "-o", svg}).code != 0) qFatal("no image");
      return QString::fromUtf8(content(svg));
    };
    const QString one = title_of(network_);
    QVERIFY(one.contains("1 stream") && !one.contains("1 streams"));
    QVERIFY(title_of(sample("somas_figure_2.stowage.json")).contains(" streams"));
  }

  /// What the allocator takes from the device is a field of its row; other rows have none.
  void reserved_bytes() {
    const Run run = stowage_cli({"plan", network_, "--strategy", "caching,so.size.best", "--json"});
    const QJsonArray results = run.json()["results"].toArray();
    QCOMPARE(results.size(), 2);
    for (const QJsonValue& row : results) {
      QCOMPARE(row.toObject().contains("reserved"), row["strategy"].toString() == "caching");
      if (row["strategy"].toString() != "caching") continue;
      QVERIFY(row["reserved"].toDouble() >= row["footprint"].toDouble());
      const QString reserved = QLocale(QLocale::English).toString(row["reserved"].toInteger());
      QVERIFY(says(row["remark"].toString(), {reserved}));
    }
  }

  /// In every table, also where its tensors reach no higher than those of any plan.
  void reserved_bytes_are_told_of_optimal_footprints() {
    const QStringList command{"plan",        sample("olla_figure_4.stowage.json"), "--order", "lescea", "--strategy",
                              "auto,caching"};
    QCOMPARE(stowage_cli(command + QStringList{"--json"}).json()["results"][1]["proved_optimal"].toBool(), true);
    const QString out = stowage_cli(command).out;
    QVERIFY(says(out, {"caching", "20,971,520", "1", "7,340,032"}));
  }
};

STOWAGE_GUI_TEST(CliBandsTest);
#include "tst_cli_bands.moc"
