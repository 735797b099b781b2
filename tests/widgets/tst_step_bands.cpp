// SPDX-License-Identifier: Apache-2.0
// Parts of the order: where they lie, and that every view draws them alike.
#include "core/graph/laid_out.h"
#include "core/insight/bodies/lay_out.h"
#include "tests/gui/gui_test.h"
#include "tests/support/outcome.h"
#include "tests/support/phased_graph.h"
#include "tests/support/results.h"
#include "tests/support/zoo.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/lanes/lanes_painter.h"
#include "widgets/painters/model/step_bands.h"

using Kind = StepBands::Kind;
using Way = StepBand::Way;

namespace {

std::shared_ptr<const Graph> shared(Graph graph) {
  return std::make_shared<const Graph>(std::move(graph));
}

std::shared_ptr<const StepBands> bands_of_training_step() {
  return step_bands(shared(small_training_step(40)), Kind::segments);
}

/// So many of one step each.
StepBands segments(std::uint32_t count) {
  StepBands out{.graph = nullptr, .kind = Kind::segments, .bands = {}, .parts = count};
  for (std::uint32_t k = 0; k < count; ++k)
    out.bands.push_back({.steps = {k, k + 1}, .part = k, .name = QString::number(k + 1)});
  return out;
}

}  // namespace

class StepBandsTest : public QObject {
  Q_OBJECT

  /// Whether that colour is there, up to so many pixels above or below: lines may cross any one.
  static bool is_near(const QImage& image, QPointF at, double reach, const QColor& color) {
    return has_colour(image, color, {int(at.x()), int(at.y() - reach), 1, int(2 * reach)});
  }

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  /// Iterations of the inner loop lie within those of the outer one, in a row of their own.
  void bodies_in_bodies_have_rows() {
    const auto graph = must(lay_out_bodies(graph_in(STOWAGE_SOURCE_DIR "/samples/loop_nested.stowage.json")));
    const auto bands = step_bands(graph, Kind::bodies);
    QVERIFY(bands && bands->inner.size() == 1 && bands->parts == bands->bands.size());
    std::size_t iterations = 0;
    for (const BodyTable& table : graph->laid_out()->tables)
      if (table.path == "train") iterations = table.first + table.repeat;
    QCOMPARE(bands->bands.size(), iterations);
    for (const StepBand& band : bands->inner[0]) {
      QVERIFY(band.name.startsWith("train/refine"));
      const StepBand* around = bands->at(band.steps.begin);
      QVERIFY(around != nullptr && band.steps.end < around->steps.end);
      QVERIFY(bands->at(band.steps.begin, 1) == &band);
      QCOMPARE(band.operators, std::size_t{1});  // the cell
    }
    HeapMapGeometry map(QRectF(0, 0, 800, 600), 40, 100);
    MapExtent extent = map.extent();
    extent.bands = 2;
    map.set_extent(extent);
    QCOMPARE(map.band_rows(), std::size_t{2});
    for (const std::size_t row : {0, 1}) {
      QVERIFY(map.bands().contains(map.band_row(row)));
      QCOMPARE(map.band_row_at(map.band_row(row).center().y()), row);
    }
    QVERIFY(!map.band_row(0).intersects(map.band_row(1)));
  }

  /// The insensitive ones are f1 f2 f3 loss b4 b3, steps 0 1 2 3 4 6; what is between them is g3, and g2 b2 g1 behind
  /// the last; from step 10 on all are updates.
  void segments_by_hand() {
    const auto bands = bands_of_training_step();
    QVERIFY(bands);
    QCOMPARE(bands->parts, 2U);
    QCOMPARE(bands->bands.size(), std::size_t{3});
    const StepBand& first = bands->bands[0];
    QCOMPARE(first, (StepBand{.steps = {5, 6},
                              .part = 0,
                              .way = Way::backward,
                              .name = "1",
                              .operators = 1,
                              .tensors = 1,
                              .bytes = {40}}));
    QCOMPARE(bands->bands[1], (StepBand{.steps = {7, 10},
                                        .part = 1,
                                        .way = Way::backward,
                                        .name = "2",
                                        .operators = 3,
                                        .tensors = 3,
                                        .bytes = {81}}));
    QCOMPARE(bands->bands[2].steps, (Lifetime{10, 35}));
    QCOMPARE(bands->bands[2].way, Way::update);
    QVERIFY(bands->at(4) == nullptr && bands->at(6) == nullptr && bands->at(35) == nullptr);
    QCOMPARE(bands->at(5), &first);
    QCOMPARE(bands->at(34), &bands->bands[2]);
    QVERIFY(says(band_heading(*bands, first), {"Segment 1", "2", "backward"}));
    QVERIFY(band_facts(bands->bands[1]).contains("81"));
    QCOMPARE(band_names(*bands, first), (QStringList{band_heading(*bands, first), "Segment 1 ←", "1 ←", "1"}));
    const GraphCard card = operator_card(*bands->graph, OperatorId(5), bands.get());
    QVERIFY(says(card.text(), {"Segment 1", "2", "backward"}));
    QVERIFY(!operator_card(*bands->graph, OperatorId(4), bands.get()).text().contains("Segment"));
    QVERIFY(says(band_card(*bands, bands->bands[1]).text(), {"7", "9"}));
    // Graphs without parts.
    QVERIFY(!step_bands(shared(intervals({{"a", 4, 0, 2}, {"b", 4, 1, 3}})), Kind::subgraphs));
    QVERIFY(!step_bands(shared(graph_of("op a @0\nop b @0\nt x 4 : a -> b")), Kind::segments));  // a chain
    QVERIFY(!step_bands(shared(Graph()), Kind::segments));
  }

  void networks_data() {
    QTest::addColumn<QString>("id");
    for (const ZooNetwork& network : zoo_networks())
      QTest::newRow(std::string(network.id).c_str()) << text_of(network.id);
  }
  /// Subgraphs take every step once; a part that comes back has the same name and number there. Segments leave the
  /// insensitive operators out, which stand alone between them.
  void networks() {
    QFETCH(QString, id);
    const auto& network = zoo_network(id.toStdString());
    const auto graph = shared(zoo_graph(network, {.optimizer = Optimizer::sgd}));
    const auto subgraphs = step_bands(graph, Kind::subgraphs);
    QVERIFY(subgraphs);
    std::map<std::uint32_t, QString> names;
    std::uint32_t end = 0;
    for (const StepBand& band : subgraphs->bands) {
      QCOMPARE(band.steps.begin, end);
      end = band.steps.end;
      if (band.way != Way::update) QCOMPARE(names.emplace(band.part, band.name).first->second, band.name);
      if (band.way != Way::update) QVERIFY(band.part < subgraphs->parts);
    }
    QCOMPARE(end, static_cast<std::uint32_t>(graph->operator_count()));
    QVERIFY(names.size() <= subgraphs->parts);
    const auto segments = step_bands(graph, Kind::segments);
    if (!segments) return;
    std::uint32_t last = 0, number = 0;
    for (const StepBand& band : segments->bands) {
      QVERIFY(!band.steps.empty() && band.steps.begin >= last);
      last = band.steps.end;
      if (band.way != Way::update) QCOMPARE(band.name, QString::number(++number));
    }
    QCOMPARE(number, segments->parts);
  }

  void colours_start_over_and_say_so() {
    for (const bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      QSet<QRgb> seen;
      for (const StepBand& band : segments(2 * kBandColors).bands) {
        const QColor own = band_color(band, theme);
        seen << own.rgb();
        QVERIFY(contrast(theme.text, band_tint(band, theme.surface, theme)) > 4.5);  // text on it can be read
        for (const PaletteInfo& palette : palettes())
          for (const QRgb color : palette.colors)  // no part is taken for a stream
            QVERIFY2(sum_of_differences(own, color) > 50,
                     qPrintable(own.name() + ' ' + QColor(color).name() + ' ' + palette.id));
      }
      QCOMPARE(seen.size(), static_cast<qsizetype>(kBandColors));
      const StepBand update{.steps = {0, 1}, .way = Way::update, .name = {}};
      QVERIFY(!seen.contains(band_color(update, theme).rgb()));
    }
    const auto few = bands_of_training_step();
    const auto legend = bands_legend(*few);
    QCOMPARE(legend.size(), std::size_t{3});
    QCOMPARE(legend[0].label, QString("Segment 1"));
    QVERIFY(numbers_in(legend[2].label).isEmpty());  // the updates are no segment
    const auto many = bands_legend(segments(20));
    QCOMPARE(many.size(), std::size_t{1});
    QCOMPARE(numbers_in(many[0].detail), (QList<qint64>{20, kBandColors}));
  }

  /// ROAM's subgraphs come in pieces: lines stand where parts do, not wherever a piece of a few pixels ends.
  void lines_leave_room() {
    StepBands pieces = segments(60);
    pieces.kind = Kind::subgraphs;
    for (StepBand& each : pieces.bands)
      each.name = QStringLiteral("%1.%2").arg(each.part / 10 + 1).arg(each.part % 10 + 1);
    const auto lines = [&](double width) { return BandRow(pieces, 0, 60, 0, width).borders(); };
    QCOMPARE(lines(600), (std::vector<double>{100, 200, 300, 400, 500}));
    QCOMPARE(lines(60 * 30).size(), std::size_t{59});  // each is wide enough
    for (const double width : {200.0, 400.0, 900.0}) {
      const auto at = lines(width);
      for (std::size_t k = 1; k < at.size(); ++k) QVERIFY(at[k] - at[k - 1] >= 16);
    }
  }

  /// In a narrow dock, too, nothing is cut: words are wrapped, and what has no room is counted.
  void the_legend_of_a_graph_fits() {
    std::vector<GraphLegendItem> items;
    for (int k = 0; k < 30; ++k)
      items.push_back({.sign = GraphLegendItem::Sign::data, .text = QStringLiteral("entry %1").arg(k)});
    items[1].text = "ROAM's subgraphs: 27, in 7 colours by turns, a line that is far too long for a dock";
    for (const double width : {150.0, 290.0, 700.0}) {
      const double all = graph_legend_height(items, width);
      QCOMPARE(items_that_fit(items, {width, all}).size(), items.size());
      const auto some = items_that_fit(items, {width, all / 2});
      QVERIFY(some.size() < items.size() && graph_legend_height(some, width) <= all / 2 + 1);
      QCOMPARE(numbers_in(some.back().text), QList<qint64>{qint64(items.size() - (some.size() - 1))});
      const GraphScene scene;
      const QImage image = picture({1000, 900}, Theme::light(), [&](QPainter& p) {
        paint_graph_legend(p, scene, items, QRectF(0, 0, width, all), Theme::light());
      });
      const QRect beside(static_cast<int>(width) + 4, 0, image.width(), image.height());
      QCOMPARE(colours_in(image, beside), std::set<QRgb>{Theme::light().background.rgb()});
    }
  }

  /// What is too narrow to be told apart is said, not drawn; closer it is drawn.
  void too_many_for_the_room() {
    const StepBands many = segments(1000);
    const BandRow all(many, 0, 1000, 0, 600);
    QVERIFY(all.too_many() && all.stretches().empty());
    QVERIFY(all.too_many_text().contains("1,000") || all.too_many_text().contains("1000"));
    const BandRow close(many, 100, 120, 0, 600);
    QVERIFY(!close.too_many());
    QCOMPARE(close.stretches().size(), std::size_t{20});
    QCOMPARE(close.stretches()[1].band->name, QString("102"));
    QCOMPARE(close.stretches()[1].left, 30.0);
    QCOMPARE(close.stretches()[1].right, 60.0);
    const Theme& theme = Theme::light();
    const QImage said = picture({600, 15}, theme, [&](QPainter& p) { all.paint_row(p, {0, 0, 600, 15}, theme); });
    for (const StepBand& band : std::span(many.bands).first(kBandColors))
      QVERIFY(!has_colour(said, band_color(band, theme), {0, 2, 600, 1}));
  }

  /// Map, lanes, curves and graph give a band the same colour, in both themes.
  void every_view_agrees() {
    const auto bands = bands_of_training_step();
    const auto& graph = bands->graph;
    const PlanView view = plan_view(small_training_step(40), std::vector<std::int64_t>(graph->tensor_count()));
    for (const bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      for (const StepBand& band : bands->bands) {
        const double middle = (band.steps.begin + band.steps.end) / 2.0;
        const QColor full = band_color(band, theme);
        const QRectF page(0, 0, 1400, 500);

        HeapMapContent content{.scene = HeapMapScene::make(view), .coloring = {}, .hidden = {}};
        content.coloring = std::make_shared<const Coloring>(view, ColorBy::stream);
        content.bands = bands;
        const HeapMapGeometry map = content.geometry(page);
        QVERIFY(!map.bands().isNull() && map.bands().top() > map.plot().bottom() &&
                map.bands().bottom() < map.curve().top());
        const auto paint = [&](const auto& how) { return picture({1400, 500}, theme, how); };
        const auto colour = [&](const QImage& image, const auto& geometry) {
          return image.pixelColor(int(geometry.x_of(band.steps.begin)) + 2, int(geometry.bands().top()) + 1);
        };
        QCOMPARE(colour(paint([&](QPainter& p) { paint_map_bands(p, map, *bands, theme); }), map), full);

        const LaneLinks links(*graph);
        LanesScene scene{.graph = graph.get(), .links = &links};
        scene.bands = bands.get();
        const LanesGeometry lanes(page, graph->operator_count(), 1, 80, true);
        const QImage drawn = paint([&](QPainter& p) { paint_lanes(p, scene, lanes, theme); });
        QCOMPARE(colour(drawn, lanes), full);
        QVERIFY(is_near(drawn, QPointF(lanes.x_of(middle), lanes.plot().center().y()), lanes.plot().height() / 2,
                        band_tint(band, theme.surface, theme)));

        OrderCurves curves;
        curves.first = {"given", std::make_shared<const StepCurve>(memory_curve(*graph, lifetimes(*graph)))};
        curves.bands = bands;
        const OrderCurvesChart chart(page, curves);
        QCOMPARE(colour(paint([&](QPainter& p) { paint_order_curves(p, page, curves, theme); }), chart), full);
      }
    }
  }

  /// Each operator of a band lies on its ground, the others on none.
  void grounds_behind_a_graph() {
    const auto bands = bands_of_training_step();
    const auto layout = layout_graph(*bands->graph, all_of(*bands->graph), {}, {});
    QVERIFY2(layout, layout ? "" : layout.error().text().c_str());
    const Coloring coloring(*bands->graph, {}, ColorBy::stream);
    GraphScene scene{.graph = bands->graph.get(), .layout = &*layout, .coloring = &coloring};
    const std::size_t signs = graph_legend(scene).size();
    scene.bands = bands.get();
    QCOMPARE(graph_legend(scene).size(), signs + 3);
    const QRectF bounds = layout->bounds.adjusted(-30, -30, 30, 30);
    for (const bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      const QImage image = picture(bounds.size().toSize(), theme, [&](QPainter& p) {
        p.translate(-bounds.topLeft());
        paint_graph(p, scene, theme, bounds);
      });
      for (const auto& node : layout->nodes) {
        const QPointF beside = QPointF(node.box.right() + 5, node.box.center().y()) - bounds.topLeft();
        const StepBand* band = bands->at(node.op.index());
        const QColor ground = band != nullptr ? band_tint(*band, theme.background, theme) : theme.background;
        if (band != nullptr || node.op.index() < 3) QVERIFY(is_near(image, beside, 8, ground));
      }
    }
  }
};

STOWAGE_GUI_TEST(StepBandsTest);
#include "tst_step_bands.moc"
