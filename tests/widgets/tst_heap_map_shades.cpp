// SPDX-License-Identifier: Apache-2.0
// What the map draws beside lifetimes in the colour of their class: holds, and tensors that stand out or step back.
#include <QBuffer>
#include <QPainter>
#include <QtTest>
#include <set>

#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/heap_map/heap_map_raster.h"
#include "widgets/painters/page/export.h"

using namespace stowage;

namespace {

/// t lives in steps 3 and 4, and keeps its memory from step 2 on and until step 7; w is another of stream 2, above.
PlanView plan() {
  return test::with_holds({0, 1000});
}

HeapMapContent content_of(const PlanView& view, std::vector<MapShade> shades = {}) {
  HeapMapContent content{HeapMapScene::make(view), {}, {}};
  content.coloring = std::make_shared<const Coloring>(*view.graph, *view.lifetimes, ColorBy::stream);
  if (!shades.empty()) content.shades = std::make_shared<const std::vector<MapShade>>(std::move(shades));
  return content;
}

QImage painted(const HeapMapContent& content, const Theme& theme, double ratio = 1) {
  QImage image(QSize(900, 600) * ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  QPainter painter(&image);
  paint_heap_map(painter, content.scene->geometry(QRectF(0, 0, 900, 600)), content, theme);
  return image;
}

/// The colours inside steps [from, to) × [low, high), a few pixels from the rim.
std::set<QRgb> colors(const QImage& image, const HeapMapScene& scene, double from, double to, double low, double high) {
  const HeapMapGeometry g = scene.geometry(QRectF(0, 0, 900, 600));
  const double ratio = image.devicePixelRatio();
  const QRectF r = g.rect_of(from, to, low, high).adjusted(4, 4, -4, -4);
  std::set<QRgb> out;
  for (int y = int(r.top() * ratio); y < int(r.bottom() * ratio); ++y)
    for (int x = int(r.left() * ratio); x < int(r.right() * ratio); ++x) out.insert(image.pixel(x, y));
  return out;
}

}  // namespace

class HeapMapShadesTest : public QObject {
  Q_OBJECT

 private slots:
  void holds_are_light_with_a_few_lines() {
    const HeapMapContent content = content_of(plan());
    const HeapMapScene& scene = *content.scene;
    QCOMPARE(scene.hold(TensorId(0)), (Lifetime{2, 7}));
    for (double ratio : {1.0, 2.0})
      for (const bool dark : {false, true}) {
        const Theme& theme = Theme::of(dark);
        const MapPalette palette(*content.coloring, {}, theme);
        const QImage image = painted(content, theme, ratio);
        const std::uint8_t entry = content.coloring->class_of(TensorId(0));
        const std::set<QRgb> held{palette.hold(entry).rgb(), palette.hold_line(entry).rgb()};
        QVERIFY(!held.contains(palette.fill(entry).color.rgb()));
        QCOMPARE(colors(image, scene, 2, 3, 0, 500), held);
        QCOMPARE(colors(image, scene, 5, 7, 0, 500), held);
        QVERIFY(colors(image, scene, 3, 5, 0, 300).contains(palette.fill(entry).color.rgb()));
        const std::set<QRgb> paper{theme.surface.rgb()};
        QCOMPARE(colors(image, scene, 0, 2, 0, 800), paper);
        QCOMPARE(colors(image, scene, 7, 8, 0, 800), paper);
      }
  }

  void holds_are_explained_where_there_are_any() {
    QVERIFY(HeapMapScene(plan()).footnotes().at(1).contains("hatched"));
    PlanView without = plan();
    without.conflicts = nullptr;
    QCOMPARE(HeapMapScene(without).footnotes().size(), 1);
    QVERIFY(HeapMapScene(without).holds().items().empty());
    QCOMPARE(HeapMapScene(without).hold(TensorId(0)), (Lifetime{3, 5}));
    PlanView line = test::plan_view(test::intervals({{"a", 8, 0, 2}, {"b", 8, 2, 3}}), {0, 0});
    line.conflicts = std::make_shared<const Conflicts>(*Conflicts::compute(*line.graph));
    QVERIFY(HeapMapScene(line).holds().items().empty());
  }

  /// Vector files have the light ground and the lines as shapes.
  void holds_are_in_vector_files() {
    const HeapMapContent content = content_of(plan());
    const MapPalette palette(*content.coloring, {}, Theme::light());
    const std::uint8_t entry = content.coloring->class_of(TensorId(0));
    QTemporaryDir folder;
    const QString file = folder.filePath("map.svg");
    QVERIFY(export_image(file.toStdString(), *heap_map_drawing(plan()), {}));
    QFile svg(file);
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QByteArray text = svg.readAll();
    QVERIFY(text.contains(palette.hold(entry).name().toUtf8()));
    QVERIFY(text.contains(palette.hold_line(entry).name().toUtf8()));
  }

  void shades_dim_and_frame() {
    const PlanView view = plan();
    const Theme& theme = Theme::light();
    const auto painted_as = [&](MapShade first, MapShade second) {
      return painted(content_of(view, {first, second}), theme);
    };
    const HeapMapContent content = content_of(view);
    const MapPalette palette(*content.coloring, {}, theme);
    const auto fill_of = [&](std::size_t t, MapShade shade) {
      return palette.fill(content.coloring->class_of(TensorId(t)), shade).color.rgb();
    };
    const QImage image = painted_as(MapShade::faint, MapShade::found);
    QVERIFY(colors(image, *content.scene, 4, 5, 0, 300) == std::set<QRgb>{fill_of(0, MapShade::faint)});
    QVERIFY(colors(image, *content.scene, 5, 8, 1050, 1300) == std::set<QRgb>{fill_of(1, MapShade::full)});
    QVERIFY(fill_of(0, MapShade::faint) != fill_of(0, MapShade::full));
    const HeapMapGeometry g = content.scene->geometry(QRectF(0, 0, 900, 600));
    const QRect r = g.rect_of(2, 8, 1000, 2000).toRect();  // a frame on all four sides
    for (const QPoint& at : {QPoint(r.left(), r.center().y() + 40), QPoint(r.right(), r.center().y() + 40),
                             QPoint(r.center().x() + 60, r.bottom())})
      QCOMPARE(image.pixelColor(at), theme.text);
    const QImage other = painted_as(MapShade::grey, MapShade::selected);
    QVERIFY(colors(other, *content.scene, 4, 5, 0, 300) == std::set<QRgb>{fill_of(0, MapShade::grey)});
    QCOMPARE(other.pixelColor(r.left(), r.center().y() + 40), theme.selection);
  }
};

STOWAGE_GUI_TEST(HeapMapShadesTest);
#include "tst_heap_map_shades.moc"
