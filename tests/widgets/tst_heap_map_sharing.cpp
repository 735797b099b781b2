// SPDX-License-Identifier: Apache-2.0
// The heap map of tensors that share bytes: views within their owners, outputs where their inputs end.
#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>
#include <QXmlStreamReader>
#include <QtTest>

#include <map>

#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "tests/support/results.h"
#include "tests/support/rounds.h"
#include "tests/support/sharing.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/heap_map/heap_map_scene.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/text.h"

using namespace stowage;
using namespace stowage::test;

class HeapMapSharingTest : public QObject {
  Q_OBJECT

 private slots:
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
    QBuffer svg;
    QSvgGenerator generator;
    generator.setOutputDevice(&svg);
    QPainter painter(&generator);
    paint_map_tensors(painter, geometry, content, Theme::light());
    painter.end();
    QXmlStreamReader xml(svg.data());
    std::map<QString, double> names;  // and where they begin
    while (!xml.atEnd()) {
      if (xml.readNext() != QXmlStreamReader::StartElement || xml.name() != u"text") continue;
      const double left = xml.attributes().value("x").toDouble();
      names[xml.readElementText().trimmed()] = left;
    }
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

STOWAGE_GUI_TEST(HeapMapSharingTest);
#include "tst_heap_map_sharing.moc"
