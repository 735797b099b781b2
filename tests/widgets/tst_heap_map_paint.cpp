// SPDX-License-Identifier: Apache-2.0
// The map in pixels, against an oracle that covers each; and what it draws beside lifetimes in the colour of their
// class: holds, tensors that stand out or step back, and those that share bytes.
#include "core/graph/claims.h"
#include "tests/gui/gui_test.h"
#include "tests/support/sharing.h"
#include "tests/widgets/shown_map.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/heap_map/heap_map_raster.h"
#include "widgets/painters/heap_map/heap_map_scene.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/facts.h"

namespace {

using Pixel = std::array<double, 4>;  // red, green, blue, covered

struct Oracle {
  const MapIndex& index;
  const Coloring& coloring;
  const MapPalette& palette;
  MapView view;
  QSize size;

  /// How much of each cell of a row [from, to) covers.
  static std::vector<double> cover(double from, double to, int cells) {
    std::vector<double> out(static_cast<std::size_t>(cells));
    for (int i = 0; i < cells; ++i)
      out[static_cast<std::size_t>(i)] = std::max(0.0, std::min(to, i + 1.0) - std::max(from, static_cast<double>(i)));
    return out;
  }

  /// The documented rule, pixel by pixel and tensor by tensor.
  [[nodiscard]] std::vector<Pixel> sums() const {
    const double across = size.width() / view.width(), up = size.height() / view.height();
    std::vector<Pixel> out(static_cast<std::size_t>(size.width() * size.height()));
    for (const MapItem& item : index.items()) {
      double x0 = (item.begin - view.x0) * across, x1 = (item.end - view.x0) * across;
      double y0 = (view.y1 - static_cast<double>(item.high)) * up, y1 = (view.y1 - static_cast<double>(item.low)) * up;
      const bool snap_x = x1 - x0 >= 2, snap_y = y1 - y0 >= 2;
      y1 = std::max(y1, y0 + (x1 - x0 >= 8 ? 0.4 : 0.125));
      x1 = std::max(x1, x0 + 0.125);
      const auto cut = [](double v, double most) { return std::clamp(v, 0.0, most); };
      x0 = cut(x0, size.width()), x1 = cut(x1, size.width()), y0 = cut(y0, size.height()), y1 = cut(y1, size.height());
      if (snap_x) x0 = std::floor(x0 + 0.5), x1 = std::floor(x1 + 0.5);
      if (snap_y) y0 = std::floor(y0 + 0.5), y1 = std::floor(y1 + 0.5);
      const double least = std::min(x1 - x0, y1 - y0);
      const double strength = snap_x && snap_y && least >= 2 ? std::min(1.0, (least - 1) / 6) : 0;
      const auto xs = cover(x0, x1, size.width()), ys = cover(y0, y1, size.height());
      const std::uint8_t entry = coloring.class_of(item.tensor);
      const QColor fill = palette.inks(entry).fill.color, edge = palette.inks(entry).edge;
      for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x) {
          const double area = xs[static_cast<std::size_t>(x)] * ys[static_cast<std::size_t>(y)];
          if (area == 0) continue;
          const double share = y == static_cast<int>(y0) || x == static_cast<int>(x0) ? strength : 0;
          Pixel& pixel = out[static_cast<std::size_t>(y * size.width() + x)];
          pixel[0] += area * (fill.red() + share * (edge.red() - fill.red()));
          pixel[1] += area * (fill.green() + share * (edge.green() - fill.green()));
          pixel[2] += area * (fill.blue() + share * (edge.blue() - fill.blue()));
          pixel[3] += area;
        }
    }
    return out;
  }

  [[nodiscard]] QColor color(const Pixel& pixel) const {
    const double covered = pixel[3];
    if (covered < 1.0 / 4096) return palette.background();
    const double opacity = covered >= 1 ? 1 : std::sqrt(covered);
    const auto channel = [&](double sum, int paper) {
      return static_cast<int>(sum / covered * opacity + paper * (1 - opacity) + 0.5);
    };
    const QColor paper = palette.background();
    return QColor(channel(pixel[0], paper.red()), channel(pixel[1], paper.green()), channel(pixel[2], paper.blue()));
  }
};

/// The map of a plan in pixels alone.
struct Raster {
  Raster(const PlanView& plan, const MapView& view, QSize size, ColorBy by = ColorBy::stream, bool dark = false)
      : scene(plan),
        coloring(scene.graph(), *plan.lifetimes, by),
        palette(coloring, {}, Theme::of(dark)),
        image(rasterize(scene.index(), coloring, palette, view, size, 1)) {}
  HeapMapScene scene;
  Coloring coloring;
  MapPalette palette;
  QImage image;
};

void compare_with_oracle(const PlanView& plan, const MapView& view, QSize size) {
  const Raster drawn(plan, view, size);
  const Oracle oracle{drawn.scene.index(), drawn.coloring, drawn.palette, view, size};
  const std::vector<Pixel> sums = oracle.sums();
  for (int y = 0; y < size.height(); ++y)
    for (int x = 0; x < size.width(); ++x) {
      const QColor expected = oracle.color(sums[static_cast<std::size_t>(y * size.width() + x)]);
      const QColor seen = drawn.image.pixelColor(x, y);
      QVERIFY2(largest_difference(seen, expected) <= 2,
               qPrintable(QString("(%1, %2): %3 instead of %4").arg(x).arg(y).arg(seen.name(), expected.name())));
    }
}

HeapMapContent content_of(const PlanView& view, std::vector<MapShade> shades = {}) {
  HeapMapContent content{HeapMapScene::make(view), {}, {}};
  if (view.graph) content.coloring = std::make_shared<const Coloring>(*view.graph, *view.lifetimes, ColorBy::stream);
  if (!shades.empty()) content.shades = std::make_shared<const std::vector<MapShade>>(std::move(shades));
  return content;
}

QImage painted(const HeapMapContent& content, const Theme& theme = Theme::light(), double ratio = 1,
               const HeapMapOverlay& overlay = {}) {
  const HeapMapGeometry geometry = content.scene->geometry(QRectF(0, 0, 900, 600));
  const auto paint = [&](QPainter& painter) {
    paint_heap_map(painter, geometry, content, theme);
    if (content.scene->sentence().isEmpty()) paint_heap_map_overlay(painter, geometry, *content.scene, overlay, theme);
  };
  return picture({900, 600}, theme, paint, ratio);
}

bool has_color(const QImage& image, const QColor& color, const QRect& where) {
  const auto near = [&](const QColor& each) { return largest_difference(each, color) <= 3; };
  return columns_of(image, near, where).first >= 0;
}

/// The map of a plan in a file.
QByteArray svg_of_map(const PlanView& view) {
  return svg_of(*heap_map_drawing(view), pixel_page({900, 600}));
}

/// Two streams, three tensors side by side and above each other, one never needed, one of size 0.
PlanView small_plan() {
  return plan_view(graph_of(R"(
      op a @0; op b @1; op c @0; op d @1
      t x 1000 : a -> b; t y 2000 : b -> d; t z 1000 : c -> d; t unused 500 : - ->
      t nothing 0 : a -> b)"),
                   {0, 1000, 0, 0, 0});
}

/// t lives in steps 3 and 4, and keeps its memory from step 2 on and until step 7; w is another of stream 2, above.
PlanView plan() {
  return with_holds({0, 1000});
}

/// The colours inside steps [from, to) × [low, high), a few pixels from the rim.
std::set<QRgb> colors(const QImage& image, const HeapMapScene& scene, double from, double to, double low, double high) {
  const HeapMapGeometry g = scene.geometry(QRectF(0, 0, 900, 600));
  const double ratio = image.devicePixelRatio();
  const QRectF r = g.rect_of(from, to, low, high).adjusted(4, 4, -4, -4);
  return colours_in(image, {(r.topLeft() * ratio).toPoint(), (r.bottomRight() * ratio).toPoint()});
}

}  // namespace

class HeapMapPaintTest : public QObject {
  Q_OBJECT

 private slots:
  /// Far up in a large buffer, each digit of a tick label is seen: labels begin right of the title of the axis.
  void labels_of_far_offsets_are_whole() {
    const PlanView plan =
        plan_view(graph_of("op a @0\nop b @0\nt low 16 : a -> b\nt far 128 : a -> b\n"), {0, 1'163'823'000});
    const HeapMapScene scene(plan);
    HeapMapGeometry geometry = scene.geometry(QRectF(0, 0, 900, 600));
    geometry.set_view({0, 2, 1'163'823'000, 1'163'823'128});
    const QByteArray svg = svg_of([&](QPainter& painter) { paint_map_axes(painter, geometry, scene, Theme::light()); });
    int labels = 0;
    for (const SvgText& label : texts_in(svg)) {
      if (!label.text.startsWith("1,163,823,")) continue;
      ++labels;
      QVERIFY2(label.left >= 8, qPrintable(QString("%1 at %2").arg(label.text).arg(label.left)));
    }
    QVERIFY(labels >= 2);
  }

  /// What is left out is said in full, however narrow the map.
  void footnotes_wrap_between_words() {
    const HeapMapScene scene(small_plan());
    const QString all = scene.footnotes().join(' ');
    QVERIFY(!scene.place(TensorId(3)) && !scene.place(TensorId(4)));
    const auto said = [&](double width) { return scene.footnote_lines({width, 600}).join(' '); };
    QCOMPARE(said(2000), all);
    QCOMPARE(said(150), said(240));                     // in few words where all would take two lines
    QCOMPARE(numbers_in(said(150)), QList<qint64>{2});  // tensors that are not drawn
    for (const double width : {150.0, 240.0, 400.0, 2000.0}) {
      const QStringList lines = scene.footnote_lines({width, 600});
      for (const QString& line : lines) QVERIFY2(text_width(paint_font(11), line) <= width, qPrintable(line));
      const HeapMapGeometry g = scene.geometry(QRectF(0, 0, width, 600));
      QCOMPARE(g.extent().footnotes, static_cast<int>(lines.size()));
      QVERIFY(g.curve().bottom() < g.footnote(0).top());
    }
  }

  /// "footprint 195 KiB (+0.1% over the bound)" beside "bound 195 KiB" would read as a contradiction.
  void gaps_are_said_where_they_are_measured() {
    const auto words = [](Bytes bound) { return svg_of_map(plan_view(intervals({{"a", 200'164, 0, 6}}), {0}, bound)); };
    QVERIFY(words({200'000}).contains("(+164 ") && !words({200'000}).contains("0.1%"));
    QVERIFY(words({200'163}).contains("(+1 byte ") && !words({200'163}).contains("0.0%"));
    QVERIFY(words({150'000}).contains("(+33.4%"));
    // A plan that is not safe is not compared with the bound, nor one of unknown sizes or assumed offsets.
    const PlanView known = plan_view(intervals({{"a", 200'164, 0, 6}}), {0}, Bytes{150'000});
    PlanView unknown = known, unsafe = known;
    unsafe.clashes = std::make_shared<const PlanClashes>(PlanClashes{.pairs = {}, .count = 1});
    QVERIFY(!svg_of_map(unsafe).contains("33.4"));
    unknown.graph = with_data(*known.graph, [](Graph::Data& data) { set_unknown_size(data, 0, true); });
    PlanView assumed = with_plan(known, [](Plan& plan) { plan.assumed = true; });
    QVERIFY(svg_of_map(known).contains("(+33.4%") && !svg_of_map(known).contains("at least"));
    QVERIFY(!svg_of_map(unknown).contains("33.4") && svg_of_map(unknown).contains("peak at least"));
    QVERIFY(!svg_of_map(assumed).contains("33.4") && svg_of_map(assumed).contains("assumed"));
    const PlanView optimal = with_plan(known, [](Plan& plan) { plan.footprint = Bytes{150'000}; });
    QVERIFY(HeapMapScene(optimal).proved_optimal());
    PlanView by_assumption = optimal;
    by_assumption.graph = std::make_shared<const Graph>(as_assumed(*optimal.graph));
    QVERIFY(!HeapMapScene(by_assumption).proved_optimal());
    assumed = with_plan(optimal, [](Plan& plan) { plan.assumed = true; });
    QVERIFY(!HeapMapScene(assumed).proved_optimal());
  }

  /// What is said of the state of the map stands where no other label is; so do all others, of a difference, too.
  void no_label_lies_on_another() {
    const PlanView before = small_plan();
    for (const std::int64_t more : {0, 40, 200}) {
      const PlanView after = with_plan(before, [&](Plan& plan) { plan.footprint.count += more; });
      const HeapMapContent content = difference_content(before, after).value();
      for (const QSizeF size : {QSizeF(420, 300), QSizeF(640, 340), QSizeF(900, 640)})
        for (std::size_t step = 0; step < content.scene->steps(); ++step) {
          const HeapMapGeometry g = content.geometry({QPointF(), size});
          const HeapMapOverlay overlay{.time_cursor = content.scene->moment(step),
                                       .holes = std::make_shared<const ByteUsage>(content.scene->byte_usage_at(step)),
                                       .range = Lifetime{0, 2},
                                       .difference = content.difference,
                                       .state = "playing a run"};
          const MapLabels fixed = map_labels(g, *content.scene);
          const MapOverlayLabels over = map_overlay_labels(g, *content.scene, overlay);
          QVERIFY(!over.state.box.isNull() && !over.range.box.isNull() && !fixed.peak.box.isNull());
          for (const QRectF& mine : {over.cursor.alive.box, over.cursor.wasted.box}) QVERIFY(g.rect().contains(mine));
          QVERIFY(g.plot().contains(fixed.levels.footprint.box));
          QVERIFY(test::are_apart({fixed.levels.footprint.box, fixed.levels.bound.box, fixed.peak.box, over.range.box,
                                   over.cursor.alive.box, over.cursor.wasted.box, over.state.box,
                                   map_before_label(g, *content.difference, *content.scene).box}));
        }
    }
  }

  void pixels_agree_with_the_rule() {
    const PlanView plan = small_plan();
    compare_with_oracle(plan, {0, 4, 0, 3000}, QSize(80, 60));
    compare_with_oracle(plan, {0.3, 2.9, 700, 2500}, QSize(77, 53));
    compare_with_oracle(plan, {0, 4, 0, 3000}, QSize(5, 3));
    const PlanView many = lanes_of_tensors(3000);
    const HeapMapScene scene(many);
    const double steps = static_cast<double>(scene.steps()), bytes = static_cast<double>(scene.height().count);
    compare_with_oracle(many, {0, steps, 0, bytes}, QSize(90, 50));
    compare_with_oracle(many, {0, steps, 0, bytes}, QSize(33, 120));
    compare_with_oracle(many, {steps / 3, steps / 2, bytes / 5, bytes / 2}, QSize(120, 90));
    // A wrong plan with overlaps is drawn, too.
    const PlanView wrong = plan_view(intervals({{"a", 100, 0, 4}, {"b", 100, 0, 4}}), {0, 50});
    compare_with_oracle(wrong, {0, 4, 0, 150}, QSize(40, 30));
    QCOMPARE(HeapMapScene(wrong).index().at(1, 75), TensorId(0));
  }

  void hatches_show_on_large_rectangles() {
    QString text;
    for (int i = 0; i < 10; ++i) text += QString("op o%1 @%1\nt t%1 100 : o%1 ->\n").arg(i);
    const PlanView plan = plan_view(graph_of(text.toStdString()), std::vector<std::int64_t>(10, 0));
    const Raster drawn(plan, {0, 10, 0, 100}, QSize(300, 60));
    const QColor plain = drawn.palette.inks(0).fill.color, hatched = drawn.palette.inks(8).fill.color;
    QCOMPARE(colours_in(drawn.image, {2, 30, 26, 1}), (std::set<QRgb>{plain.rgb()}));
    QCOMPARE(colours_in(drawn.image, {242, 30, 26, 1}), (std::set<QRgb>{hatched.rgb(), hatch_ink(hatched).rgb()}));
  }

  void levels_peak_and_selection_are_drawn() {
    const PlanView plan = with_plan(small_plan(), [](Plan& with_bound) { with_bound.lower_bound = {2500}; });
    const HeapMapScene scene(plan);
    const HeapMapGeometry g = scene.geometry(QRectF(0, 0, 900, 600));
    const QImage image = painted(content_of(plan), Theme::light(), 1, {.selected = {TensorId(1)}});
    const auto row = [&](double offset) { return QRect(int(g.plot().left()), int(g.y_of(offset)) - 2, 300, 5); };
    const Theme& theme = Theme::light();
    QVERIFY(has_color(image, theme.footprint, row(3000)));
    QVERIFY(has_color(image, theme.bound, row(2500)));
    QVERIFY(!has_color(image, theme.bound, row(1700)));
    QCOMPARE(scene.peak_step(), 1u);  // x and y
    QVERIFY(
        has_color(image, theme.peak, QRect(int(g.x_of(1.5)) - 3, int(g.curve().top()), 7, int(g.curve().height()))));
    const QRectF y = g.rect_of(1, 4, 1000, 3000);
    QVERIFY(has_color(image, theme.selection, QRect(int(y.left()) + 40, int(y.bottom()) - 3, 20, 6)));
    // Tensors have the colours of their streams.
    const PlanView streams = plan_view(graph_of("op a @0\nop b @3\nt x 1000 : a -> b\nt y 1000 : b ->"), {0, 1000});
    const HeapMapGeometry at = HeapMapScene(streams).geometry(QRectF(0, 0, 900, 600));
    const QImage fine = painted(content_of(streams), Theme::light(), 2);
    const auto beside_its_name = [&](double step, double low) {
      return fine.pixelColor(((QPointF(at.x_of(step), at.y_of(low)) + QPointF(20, -20)) * 2).toPoint());
    };
    QCOMPARE(beside_its_name(0, 0), palette_fill(0, Theme::light()).color);
    QCOMPARE(beside_its_name(1, 1000), palette_fill(3, Theme::light()).color);
  }

  /// The filled part of the curve's panel is as high as the most bytes alive in each column.
  void the_curve_is_as_high_as_the_memory() {
    const PlanView plan = lanes_of_tensors(2000);
    const HeapMapScene scene(plan);
    const HeapMapGeometry g = scene.geometry(QRectF(0, 0, 900, 600));
    const QImage image = painted(content_of(plan));
    const QColor filled = mix(Theme::light().surface, Theme::light().muted_text, 0.35);
    for (int x = int(g.curve().left()) + 2; x < int(g.curve().right()) - 2; x += 13) {
      std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = 0;
      for (auto s = static_cast<std::size_t>(g.place_at(x - 1)); s <= static_cast<std::size_t>(g.place_at(x + 2));
           ++s) {
        least = std::min(least, scene.alive(s).count);
        most = std::max(most, scene.alive(s).count);
      }
      const double low = g.curve_y_of(double(least));
      const double high = g.curve_y_of(double(most));
      if (std::abs(g.x_of(double(scene.peak_step())) - x) > 160 && low + 3 < g.curve().bottom() - 2)
        QCOMPARE(image.pixelColor(x, int(low) + 3), filled);
      if (high - 4 > g.curve().top() + 22) QVERIFY(image.pixelColor(x, int(high) - 4) != filled);
    }
    // The most alive of a stretch.
    const PlanView long_plan = lanes_of_tensors(60'000);  // more steps than a block
    const HeapMapScene many(long_plan);
    QVERIFY(many.steps() > 1000);
    for (std::size_t from = 0; from < many.steps(); from += 97)
      for (std::size_t length : {1u, 7u, 300u, 900u}) {
        Bytes most;
        for (std::size_t s = from; s < std::min(many.steps(), from + length); ++s) most = std::max(most, many.alive(s));
        QCOMPARE(many.curve().most(double(from), double(from + length)).count, most.count);
      }
  }

  /// Never an empty image: a sentence says why there is nothing.
  void what_is_missing_is_said() {
    PlanView no_plan = small_plan();
    no_plan.plan = nullptr;
    const PlanView no_tensors = plan_view(graph_of("op a"), {});
    const PlanView no_bytes = plan_view(graph_of("op a\n t x 0 : a ->"), {0});
    const PlanView no_operators = plan_view(graph_of("t x 8 : - -> !"), {0});
    const PlanView unused = plan_view(graph_of("op a\nt x 7 : - ->\nt y 9 : - ->\ngroup x y"), {0, 7});
    QVERIFY(HeapMapScene(unused).sentence().contains("16 bytes"));
    std::set<QString> sentences{QString()};
    for (const PlanView& view : {PlanView(), no_plan, no_tensors, no_bytes, no_operators, unused}) {
      QVERIFY(sentences.insert(HeapMapScene(view).sentence()).second);
      QVERIFY(colours_in(painted(content_of(view)), {0, 250, 900, 100}).size() > 2);
    }
  }

  /// Two streams that never wait: alone x and y follow each other in the order of the file, together they may meet.
  void a_bound_above_the_peak_is_explained() {
    PlanView view = plan_view(graph_of("op a @0\nop b @0\nop c @1\nop d @1\nt x 100 : a -> b\nt y 300 : c -> d"),
                              {0, 100}, Bytes{400});
    Bounds bounds;
    bounds.lifetime.bytes = {300};
    bounds.clique = ProvedBound{{400}, {TensorId(0), TensorId(1)}};
    view.bounds = std::make_shared<const Bounds>(bounds);
    const HeapMapScene scene(view);
    QCOMPARE(numbers_in(scene.footnotes().last()), (QList<qint64>{400}));
    const HeapMapGeometry g = scene.geometry(QRectF(0, 0, 900, 600));
    QVERIFY(g.footnote(0).top() < g.footnote(1).top() && g.rect().contains(g.footnote(1)));
    QVERIFY(g.curve().bottom() < g.footnote(0).top());
    bounds.clique = ProvedBound{{300}, {TensorId(1)}};
    view.bounds = std::make_shared<const Bounds>(bounds);
    QCOMPARE(HeapMapScene(view).footnotes().size(), 1);
  }

  /// Where bound and footprint are as good as one, both labels are above them, where no tensor is.
  void the_label_of_a_reached_bound_hides_no_tensor() {
    for (const std::int64_t below : {0, 1'000})
      for (const double width : {360.0, 420.0, 500.0, 640.0, 900.0}) {
        const PlanView plan = plan_view(intervals({{"a", 200'164, 0, 6}}), {0}, Bytes{200'164 - below});
        const HeapMapScene scene(plan);
        const HeapMapGeometry g = scene.geometry(QRectF(0, 0, width, 600));
        const MapLevelLabels labels = map_level_labels(g, scene);
        QVERIFY(!labels.bound.box.isNull() && !labels.footprint.box.isNull());
        QVERIFY(!labels.bound.box.intersects(labels.footprint.box));
        QVERIFY2(labels.bound.box.bottom() <= g.y_of(200'164),
                 qPrintable(QString("width %1, %2").arg(width).arg(below)));
      }
  }

  // ---- holds, shades and shared bytes

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
    // Vector files have the light ground and the lines as shapes.
    const MapPalette palette(*content.coloring, {}, Theme::light());
    const MapPalette::Inks& inks = palette.inks(content.coloring->class_of(TensorId(0)));
    const QByteArray text = svg_of(*heap_map_drawing(plan()));
    for (const QColor& each : {inks.hold, inks.hold_line}) QVERIFY(text.contains(each.name().toUtf8()));
  }

  void holds_are_explained_where_there_are_any() {
    QVERIFY(HeapMapScene(plan()).footnotes().at(1).contains("hatched"));
    PlanView without = plan();
    without.conflicts = nullptr;
    QCOMPARE(HeapMapScene(without).footnotes().size(), 1);
    QVERIFY(HeapMapScene(without).holds().items().empty());
    QCOMPARE(HeapMapScene(without).hold(TensorId(0)), (Lifetime{3, 5}));
    PlanView line = plan_view(intervals({{"a", 8, 0, 2}, {"b", 8, 2, 3}}), {0, 0});
    line.conflicts = std::make_shared<const Conflicts>(*Conflicts::compute(*line.graph));
    QVERIFY(HeapMapScene(line).holds().items().empty());
  }

  void shades_dim_and_frame() {
    const PlanView view = plan();
    const Theme& theme = Theme::light();
    const auto painted_as = [&](MapShade first, MapShade second) { return painted(content_of(view, {first, second})); };
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
      op a @0; op b @0; op c @0; op d @0
      t p 64 : a -> b; t flat 64 : b -> d
      view flat p 0)"),
                                    {0, 0});
    const HeapMapContent content = content_of(view);
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

STOWAGE_GUI_TEST(HeapMapPaintTest);
#include "tst_heap_map_paint.moc"
