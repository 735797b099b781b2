// SPDX-License-Identifier: GPL-3.0-or-later
// The script of the page in which a heap map is sent to others is run, on a document that page_driver.js makes up: it
// draws the tensors where they are, says what they are, zooms, moves, finds and switches classes off.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>
#include <set>

#include "tests/folders.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "widgets/painters/heap_map/heap_map_page.h"

using namespace stowage;

namespace {

/// Rectangles that are pixels apart on a page of 900 × 600.
PlanView plan() {
  return test::plan_view(
      test::intervals({{"low", 1000, 0, 6}, {"left", 1000, 0, 3}, {"right", 2000, 4, 8}, {"far", 500, 7, 10}}),
      {0, 1000, 1000, 0});
}

/// A page, run by node.
struct RunPage {
  explicit RunPage(const PlanView& view, const std::optional<PlanView>& b = std::nullopt)
      : coloring(std::make_shared<const Coloring>(view, ColorBy::size)) {
    const auto content = [this](const PlanView& of) {
      return HeapMapContent{.scene = HeapMapScene::make(of), .coloring = coloring, .hidden = {}};
    };
    const std::optional<HeapMapContent> other = b ? std::optional(content(*b)) : std::nullopt;
    const auto page = heap_map_page(content(view), other ? &*other : nullptr);
    if (!page) qFatal("%s", page.error().text().c_str());
    const QTemporaryDir folder;
    QFile file(folder.filePath("page.html"));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
    file.write(QByteArray::fromStdString(*page));
    file.close();
    QProcess node;
    node.start(STOWAGE_NODE, {QStringLiteral(STOWAGE_SOURCE_DIR "/tests/widgets/page_driver.js"), file.fileName()});
    if (!node.waitForFinished(60'000) || node.exitCode() != 0) qFatal("%s", node.readAllStandardError().constData());
    said = QJsonDocument::fromJson(node.readAllStandardOutput()).object();
  }
  [[nodiscard]] QJsonObject tensor(TensorId t) const {
    return said["tensors"].toArray()[static_cast<qsizetype>(t.index())].toObject();
  }
  [[nodiscard]] double number(const char* view, const char* side) const { return said[view][side].toDouble(); }
  [[nodiscard]] double width(const char* view) const { return number(view, "x1") - number(view, "x0"); }
  [[nodiscard]] double height(const char* view) const { return number(view, "y1") - number(view, "y0"); }
  std::shared_ptr<const Coloring> coloring;
  QJsonObject said;
};

}  // namespace

class HeapMapPageScriptTest : public QObject {
  Q_OBJECT

  const PlanView view_ = plan();
  const RunPage page_{view_};

 private slots:
  void hatches_are_those_of_figures() {
    const QString program = QStringLiteral(R"(
        const source = require('fs').readFileSync(process.argv[1], 'utf8');
        require('vm').runInThisContext(source + '; globalThis.made = Raster');
        const out = {};
        for (const sign of '/\\-|+x.') {
          const pixels = new Uint32Array(32 * 32);
          const raster = new made(pixels, 32, 32, { x0: 0, x1: 32, y0: 0, y1: 32 }, 1);
          raster.hatch(0, 32, 0, 32, { hatch: sign, line: 1, sparse: false });
          out[sign] = pixels.join('');
        }
        console.log(JSON.stringify(out));)");
    QProcess node;
    const QString script = QStringLiteral(STOWAGE_SOURCE_DIR "/widgets/painters/heap_map/html/view.js");
    node.start(STOWAGE_NODE, {QStringLiteral("-e"), program, script});
    QVERIFY(node.waitForFinished(60'000));
    QVERIFY2(node.exitCode() == 0, node.readAllStandardError().constData());
    const QJsonObject drawn = QJsonDocument::fromJson(node.readAllStandardOutput()).object();
    const std::pair<QString, Qt::BrushStyle> signs[] = {
        {"/", Qt::BDiagPattern}, {"\\", Qt::FDiagPattern},    {"-", Qt::HorPattern},   {"|", Qt::VerPattern},
        {"+", Qt::CrossPattern}, {"x", Qt::DiagCrossPattern}, {".", Qt::Dense6Pattern}};
    for (const auto& [sign, hatch] : signs) {
      QString wanted;
      for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x) wanted += hatch_covers(hatch, x, y, 6) ? '1' : '0';
      QCOMPARE(drawn[sign].toString(), wanted);
    }
  }

  void tensors_are_drawn_where_they_are() {
    const MapPalette palette(*page_.coloring, {}, Theme::light());
    for (const TensorId t : view_.graph->tensors()) {
      const QColor color = palette.fill(page_.coloring->class_of(t), MapShade::full).color;
      QCOMPARE(page_.tensor(t)["color"].toString(), color.name());
      QCOMPARE(page_.tensor(t)["beside"].toString(), Theme::light().surface.name());  // above all of them
    }
  }

  void what_is_under_the_mouse_is_named() {
    for (const TensorId t : view_.graph->tensors()) {
      const QString said = page_.tensor(t)["said"].toString();
      QVERIFY2(said.contains(QString::fromStdString(std::string(view_.graph->name(t)))), qPrintable(said));
      QVERIFY2(said.contains(QLocale().toString(static_cast<qlonglong>(view_.graph->size(t).count)) + " bytes"),
               qPrintable(said));
    }
    QVERIFY(page_.said["told"].toString().startsWith("left: size"));
  }

  void it_zooms_moves_and_fits() {
    QCOMPARE(page_.number("full", "x1"), 10.0);
    QVERIFY(page_.width("zoomed") < page_.width("full") && page_.height("zoomed") < page_.height("full"));
    QVERIFY(page_.number("zoomed", "x0") > 0 && page_.number("zoomed", "x1") < 10);  // about the middle
    QVERIFY(page_.width("stepsOnly") < page_.width("zoomed"));
    QCOMPARE(page_.height("stepsOnly"), page_.height("zoomed"));
    QVERIFY(page_.number("dragged", "x0") > page_.number("stepsOnly", "x0"));
    QCOMPARE(page_.width("dragged"), page_.width("stepsOnly"));
    QVERIFY(page_.said["fitted"].toBool());
  }

  void it_walks_and_finds() {
    QCOMPARE(page_.said["walked"].toInt(), 2);  // to the right of "left"
    QCOMPARE(page_.said["found"].toInt(), 2);
    QVERIFY(!page_.said["foundNone"].toString().isEmpty());
  }

  /// The first tensor lies at 0 in plan A, above all others in plan B.
  void two_plans_are_switched_in_place() {
    const PlanView b = test::plan_view(*view_.graph, {3000, 0, 1000, 0});
    const RunPage both(view_, b);
    const auto of = [&](const char* side) { return both.said[side].toObject(); };
    QVERIFY(of("a")["said"].toString().contains("offset 0 (0x0)"));
    QVERIFY2(of("b")["said"].toString().contains("offset 3,000 (0xbb8)"), qPrintable(of("b")["said"].toString()));
    QCOMPARE(of("again"), of("a"));
    QCOMPARE(of("b")["view"], of("a")["view"]);
    QCOMPARE(of("b")["color"], of("a")["color"]);
    QVERIFY2(of("a")["names"].toString().contains("A: ") && of("a")["names"].toString().contains("B: "),
             qPrintable(of("a")["names"].toString()));
    QVERIFY(both.said["full"]["y1"].toDouble() > page_.said["full"]["y1"].toDouble());  // there is room for either
    QVERIFY(!page_.said.contains("b"));
  }

  void a_class_is_switched_off() {
    const QJsonObject off = page_.said["switchedOff"].toObject();
    QCOMPARE(off["pressed"].toString(), QString("false"));
    std::set<std::uint8_t> classes;
    for (const TensorId t : view_.graph->tensors()) classes.insert(page_.coloring->class_of(t));
    for (const TensorId t : view_.graph->tensors()) {
      const QString color = off["colors"].toArray()[static_cast<qsizetype>(t.index())].toString();
      QCOMPARE(color != page_.tensor(t)["color"].toString(), page_.coloring->class_of(t) == *classes.begin());
    }
  }
};

STOWAGE_GUI_TEST(HeapMapPageScriptTest);
#include "tst_heap_map_page_script.moc"
