// SPDX-License-Identifier: Apache-2.0
// What the map draws beside lifetimes in the colour of their class: holds, tensors that stand out or step back, and
// those that share bytes: views within their owners, outputs where their inputs end.
#include "tests/gui/gui_test.h"
#include "tests/support/sharing.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/heap_map/heap_map_raster.h"
#include "widgets/painters/heap_map/heap_map_scene.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/facts.h"

using namespace stowage;
using namespace stowage::test;

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
  const auto paint = [&](QPainter& painter) {
    paint_heap_map(painter, content.scene->geometry(QRectF(0, 0, 900, 600)), content, theme);
  };
  return test::picture({900, 600}, theme, paint, ratio);
}

/// The colours inside steps [from, to) × [low, high), a few pixels from the rim.
std::set<QRgb> colors(const QImage& image, const HeapMapScene& scene, double from, double to, double low, double high) {
  const HeapMapGeometry g = scene.geometry(QRectF(0, 0, 900, 600));
  const double ratio = image.devicePixelRatio();
  const QRectF r = g.rect_of(from, to, low, high).adjusted(4, 4, -4, -4);
  return test::colours_in(image, {(r.topLeft() * ratio).toPoint(), (r.bottomRight() * ratio).toPoint()});
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
        const std::set<QRgb> held{palette.inks(entry).hold.rgb(), palette.inks(entry).hold_line.rgb()};
        QVERIFY(!held.contains(palette.inks(entry).fill.color.rgb()));
        QCOMPARE(colors(image, scene, 2, 3, 0, 500), held);
        QCOMPARE(colors(image, scene, 5, 7, 0, 500), held);
        QVERIFY(colors(image, scene, 3, 5, 0, 300).contains(palette.inks(entry).fill.color.rgb()));
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
    const QByteArray text = test::svg_of(*heap_map_drawing(plan()));
    QVERIFY(text.contains(palette.inks(entry).hold.name().toUtf8()));
    QVERIFY(text.contains(palette.inks(entry).hold_line.name().toUtf8()));
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
      return palette.inks(content.coloring->class_of(TensorId(t)), shade).fill.color.rgb();
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

  /// Of random graphs, over steps: owners never overlap, views lie within their owners, and the curve is never above
  /// the footprint, since no byte is counted twice.
  void no_byte_is_drawn_twice() {
    std::size_t views = 0, written = 0;
    for (std::uint64_t seed = 0; seed < rounds(150); ++seed) {
      const PlanView view = planned(random_sharing(
          {.seed = seed, .operators = 22, .streams = 1 + seed % 4, .groups = seed % 3, .shifts = false}));
      const HeapMapScene scene(view);
      const auto items = scene.index().items();
      for (std::size_t i = 0; i < items.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          const bool apart = items[i].low >= items[j].high || items[j].low >= items[i].high ||
                             items[i].begin >= items[j].end || items[j].begin >= items[i].end;
          QVERIFY2(apart, qPrintable(QString::number(seed)));
        }
      for (const MapItem& item : scene.views().items()) {
        const auto owner = scene.place(view.graph->owner(item.tensor));
        QVERIFY(owner && owner->low <= item.low && item.high <= owner->high);
        QVERIFY(owner->begin <= item.begin && item.end <= owner->end);
        QCOMPARE(scene.tensor_at(item.begin + 0.5, static_cast<double>(item.low) + 0.5).valid(), true);
        ++views;
      }
      QVERIFY(scene.curve().peak() <= view.plan->footprint);
      for (TensorId t : view.graph->tensors()) written += sharing_text(view, t).startsWith("written over");
    }
    QVERIFY(views > rounds(50) && written > rounds(50));
  }

  /// The name of what a view covers a half of stands in the other half.
  void a_name_stands_beside_the_frame_of_a_view() {
    const PlanView view = plan_view(graph_of(R"(
      op a @0
      op b @0
      op c @0
      op d @0
      t p 64 : a -> b
      t flat 64 : b -> d
      view flat p 0)"),
                                    {0, 0});
    HeapMapContent content{.scene = HeapMapScene::make(view), .coloring = {}, .hidden = {}};
    content.coloring = std::make_shared<const Coloring>(view, ColorBy::stream);
    const HeapMapGeometry geometry = content.geometry(QRectF(0, 0, 700, 500));
    const auto frame = content.scene->place(TensorId(1));
    QVERIFY(frame && frame->begin > content.scene->place(TensorId(0))->begin);
    const QByteArray svg =
        svg_of([&](QPainter& painter) { paint_map_tensors(painter, geometry, content, Theme::light()); });
    std::map<QString, double> names;  // and where they begin
    for (const SvgText& each : texts_in(svg)) names[each.text] = each.left;
    QVERIFY(names.contains("p") && names.contains("flat"));
    const double border = geometry.x_of(frame->begin);
    QVERIFY2(names["p"] + text_width(paint_font(11), "p") < border, qPrintable(QString::number(names["p"])));
    QVERIFY(names["flat"] > border);
  }

  /// The legend's bytes are those of the owners.
  void a_view_is_counted_once() {
    const PlanView view = planned(random_sharing({.seed = 3, .operators = 22}));
    Bytes owned;
    for (TensorId t : view.graph->tensors())
      if (!view.graph->is_view(t)) owned += view.graph->size(t);
    Bytes counted;
    const Coloring coloring(*view.graph, *view.lifetimes, ColorBy::stream);
    for (const Coloring::Entry& entry : coloring.entries()) counted += entry.bytes;
    QVERIFY(view.graph->has_views());
    QCOMPARE(counted, owned);
  }
};

STOWAGE_GUI_TEST(HeapMapShadesTest);
#include "tst_heap_map_shades.moc"
