// SPDX-License-Identifier: GPL-3.0-or-later
// Two plans compared: what differs on a map, and two maps side by side.
#include "core/insight/analysis/byte_usage.h"
#include "tests/gui/gui_test.h"
#include "tests/support/description.h"
#include "widgets/painters/heap_map/heap_map_raster.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/heap_map/heap_map_widget.h"

namespace {

const std::vector<IntervalRow> kRows{{"kept", 1000, 0, 10}, {"moved", 1000, 0, 5}, {"late", 500, 6, 10}};

PlanView before() {
  return plan_view(intervals(kRows), {0, 1000, 1000});
}
/// "moved" left [1000, 2000) for [3000, 4000).
PlanView after() {
  return plan_view(intervals(kRows), {0, 3000, 1000});
}

HeapMapContent content_of(const PlanView& from, const PlanView& to) {
  auto content = difference_content(from, to);
  if (!content) qFatal("not compared");
  return *content;
}

struct Drawn {
  HeapMapGeometry geometry;
  QImage image;

  explicit Drawn(const HeapMapContent& content, const Theme& theme = Theme::light())
      : geometry(content.geometry(QRectF(0, 0, 900, 700))),
        image(picture({900, 700}, theme, [&](QPainter& p) { paint_heap_map(p, geometry, content, theme); })) {}
  /// And what paint_moves() adds to that.
  void paint_moves_of(const HeapMapContent& content, const HeapMapOverlay& overlay = {}) {
    QPainter painter(&image);
    paint_moves(painter, geometry, *content.difference, *content.scene, overlay, Theme::light());
  }
  /// The colours in a square of pixels around a spot.
  [[nodiscard]] std::set<QRgb> inks(double step, double offset) const {
    const QPoint at = QPointF(geometry.x_of(step), geometry.y_of(offset)).toPoint();
    return colours_in(image, {at - QPoint(8, 8), QSize(17, 17)});
  }
};

PlanView plan_with(std::int64_t top) {
  return plan_view(intervals({{"a", 20'000, 0, 6}, {"b", 10'000, 0, 3}, {"c", 10'000, 3, 6}, {"d", 20'000, 8, 10}}),
                   {0, 20'000, top - 10'000, 0});
}

struct Compared {
  ViewState state;
  HeapMapWidget* b = new HeapMapWidget(&state);
  CompareView view{state, b};

  Compared() {
    const PlanView small = plan_with(40'000), large = plan_with(77'000);
    b->set_view(small);
    view.resize(1100, 600);
    view.set_rows({{.choice = PlanChoice::baseline(), .name = "baseline", .footprint = large.plan->footprint},
                   {.choice = PlanChoice::of(nullptr), .name = "imported", .footprint = small.plan->footprint}});
    view.set_b(PlanChoice::of(nullptr), small);
    test::show(view);
    view.set_a(PlanChoice::baseline(), large);
    view.set_mode(CompareView::Mode::side_by_side);
    QCoreApplication::processEvents();
  }
  void all_is_in_view() {
    for (const HeapMapWidget* map : {view.map_a(), b}) QVERIFY(map->geometry_of_map().is_fitted());
    QVERIFY(b->geometry_of_map().view() == view.map_a()->geometry_of_map().view());
    QVERIFY(std::abs(b->width() - view.map_a()->width()) <= 1);
  }
};

}  // namespace

class MapDifferenceTest : public QObject {
  Q_OBJECT

 private slots:
  void knows_where_everything_was() {
    const HeapMapContent content = content_of(before(), after());
    const MapDifference& difference = *content.difference;
    QVERIFY(!difference.ghost(TensorId(0)));
    QVERIFY(!difference.ghost(TensorId(2)));
    const auto ghost = difference.ghost(TensorId(1));
    QVERIFY(ghost && ghost->low == 1000 && ghost->high == 2000 && ghost->begin == 0 && ghost->end == 5);
    QVERIFY(!difference.ghost(TensorId(77)));
    QCOMPARE(difference.at(2, 1500), TensorId(1));
    QVERIFY(!difference.at(2, 3500).valid());
    QCOMPARE(difference.space().freed, 5000.0);
    QCOMPARE(difference.space().gained, 5000.0);
    QCOMPARE(difference.space().kept, 12'000.0);
    QVERIFY2(content.scene->footnotes().join(' ').contains("1 moved"),
             qPrintable(content.scene->footnotes().join(' ')));
    // The axes reach as far as the larger plan needs, whichever that is.
    QCOMPARE(content.extent({}).bytes, 4000.0);
    QCOMPARE(content_of(after(), before()).extent({}).bytes, 4000.0);
  }

  void draws_moved_freed_and_newly_used_space() {
    for (const Theme* theme : {&Theme::light(), &Theme::dark_theme()}) {
      const HeapMapContent content = content_of(before(), after());
      const Drawn drawn(content, *theme);
      const Fill freed = freed_fill(*theme);
      QCOMPARE(drawn.inks(2, 1500), (std::set<QRgb>{freed.color.rgb(), hatch_ink(freed.color).rgb()}));
      const std::set<QRgb> there = drawn.inks(1, 3800);  // beside the name: the colour of what moved up, and lines
      QCOMPARE(there.size(), 2u);
      QVERIFY(there.contains(palette_fill(0, *theme).color.rgb()));
      QCOMPARE(drawn.inks(9, 400), (std::set<QRgb>{theme->neutral.rgb()}));   // unmoved
      QCOMPARE(drawn.inks(8, 2600), (std::set<QRgb>{theme->surface.rgb()}));  // in neither plan
    }
  }

  /// On small random plans, with big cells: exactly the spots that are freed or newly used are marked.
  void marks_exactly_what_changed() {
    constexpr int kCell = 12, kSteps = 8, kBytes = 10;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
      std::mt19937 engine(seed);
      const auto some = [&] {
        std::vector<MapItem> items;
        for (std::size_t k = engine() % 5; k > 0; --k) {
          const auto begin = static_cast<std::uint32_t>(engine() % (kSteps - 1));
          const auto low = static_cast<std::int64_t>(engine() % (kBytes - 1));
          items.push_back({low, low + 1 + static_cast<std::int64_t>(engine() % 3), begin,
                           begin + 1 + static_cast<std::uint32_t>(engine() % 4), TensorId(items.size())});
        }
        return items;
      };
      const std::vector<MapItem> was = some(), is = some();
      QImage image(kSteps * kCell, kBytes * kCell, QImage::Format_RGB32);
      image.fill(Qt::white);
      shade_space(image, MapIndex(was), MapIndex(is), {0, kSteps, 0, kBytes}, 1, Theme::light());
      const auto covers = [](const std::vector<MapItem>& items, int step, int offset) {
        return std::ranges::any_of(items, [&](const MapItem& item) {
          return static_cast<int>(item.begin) <= step && step < static_cast<int>(item.end) && item.low <= offset &&
                 offset < item.high;
        });
      };
      int marked[kSteps][kBytes] = {};
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          marked[x / kCell][kBytes - 1 - y / kCell] += image.pixel(x, y) != QColor(Qt::white).rgb();
      for (int step = 0; step < kSteps; ++step)
        for (int offset = 0; offset < kBytes; ++offset) {
          const int pixels = marked[step][offset];
          if (covers(was, step, offset) == covers(is, step, offset))
            QCOMPARE(pixels, 0);
          else if (covers(was, step, offset))
            QCOMPARE(pixels, kCell * kCell);
          else
            QVERIFY(pixels > 0 && pixels < kCell * kCell);
        }
    }
  }

  /// A vector file shows in the same places the same as the screen.
  void shapes_agree_with_pixels() {
    const HeapMapContent content = content_of(before(), after());
    const QByteArray svg = svg_of(heap_map_drawing(content), pixel_page({900, 700}));
    const QImage drawn = image_of_svg(svg, {900, 700});
    const QImage page = render_image(heap_map_drawing(content), pixel_page({900, 700}));
    const auto mean = [](const QImage& image, QPoint at) {
      const QImage part = image.copy(QRect(at, QSize(36, 36)));
      return part.scaled(1, 1, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).pixelColor(0, 0);
    };
    for (const QPoint at : {QPoint(140, 200), QPoint(200, 340), QPoint(700, 300), QPoint(300, 120)}) {
      const QColor a = mean(page, at), b = mean(drawn, at);
      QVERIFY2(largest_difference(a, b) < 24, qPrintable(a.name() + ' ' + b.name()));
    }
  }

  /// From where a selected tensor was there is a line to where it is.
  void a_line_leads_from_there_to_here() {
    const HeapMapContent content = content_of(before(), after());
    Drawn drawn(content);
    const QPoint middle =
        QPointF(drawn.geometry.x_of(2.5), (drawn.geometry.y_of(1500) + drawn.geometry.y_of(3500)) / 2).toPoint();
    const auto ink = [&] {
      for (int x = -2; x <= 2; ++x)
        if (drawn.image.pixelColor(middle + QPoint(x, 0)).lightness() < 180) return true;
      return false;
    };
    QVERIFY(!ink());
    drawn.paint_moves_of(content, {.selected = {TensorId(1)}});
    QVERIFY(ink());
  }

  /// The label of the footprint of before leaves the line of the bound to be seen, wherever that is.
  void the_footprint_of_before_is_named_beside_the_bound() {
    for (const std::int64_t bound : {1'800, 1'900, 2'100, 2'200}) {
      PlanView to = after();
      Bounds bounds;
      bounds.largest_block.bytes = {bound};
      to.bounds = std::make_shared<const Bounds>(bounds);
      const HeapMapContent content = content_of(before(), to);
      Drawn drawn(content);
      QCOMPARE(content.scene->bound().count, bound);
      drawn.paint_moves_of(content);
      const int y = static_cast<int>(drawn.geometry.y_of(static_cast<double>(bound)));
      const QRect line(static_cast<int>(drawn.geometry.plot().center().x()) - 20, y - 1, 41, 3);
      QVERIFY2(has_colour(drawn.image, Theme::light().bound, line), qPrintable(QString::number(bound)));
    }
  }

  void without_a_second_plan_there_is_a_word() {
    QVERIFY(!difference_drawing(after()).has_value());
    PlanView view = after();
    view.baseline = std::make_shared<const PlanView>(before());
    const auto drawing = difference_drawing(view);
    QVERIFY(drawing.has_value());
    QVERIFY(drawing->subtitle.contains("by hand"));
    QStringList labels;
    for (const LegendItem& item : drawing->legend(Theme::light())) labels << item.label;
    QCOMPARE(labels.removeDuplicates(), 0);
    // A plan that is not there yet: the map of the other alone.
    PlanView planless = before();
    planless.plan = nullptr;
    const HeapMapContent content = content_of(planless, after());
    QVERIFY(!content.difference && content.scene->sentence().isEmpty());
    QVERIFY(!difference_content(before(), after(), false, cancelled_task()).has_value());
  }

  /// What another stream may still need is not free: the cursor says of the difference what it says of the plan after,
  /// and the space is that of what is alive or held.
  void held_memory_is_not_free() {
    const PlanView was = with_holds({500, 1500}), is = with_holds({0, 1500});
    const HeapMapContent content = content_of(was, is);
    const HeapMapScene alone(is);
    std::int64_t held = 0;
    for (std::size_t step = 0; step < alone.steps(); ++step) {
      const double place = alone.scale().begin(step);
      const ByteUsage expected = alone.byte_usage_at(place), found = content.scene->byte_usage_at(place);
      QCOMPARE(found.free, expected.free);
      QCOMPARE(found.held, expected.held);
      QVERIFY(found.largest == expected.largest);
      held += found.held.count;
    }
    QVERIFY(held > 0);
    const auto uses = [](const PlanView& view, std::size_t step, std::int64_t offset) {
      const std::vector<Lifetime> kept = blocked_lifetimes(*view.graph, *view.conflicts, *view.lifetimes);
      return std::ranges::any_of(view.graph->tensors(), [&](TensorId t) {
        const std::int64_t low = view.plan->offsets[t.index()].value;
        return kept[t.index()].begin <= step && step < kept[t.index()].end && low <= offset &&
               offset < low + view.graph->size(t).count;
      });
    };
    double freed = 0, gained = 0, same = 0, none = 0;  // nothing begins or ends between multiples of 500 bytes
    for (std::size_t step = 0; step < alone.steps(); ++step)
      for (std::int64_t offset = 0; offset < 3000; offset += 500) {
        const bool before = uses(was, step, offset), after = uses(is, step, offset);
        (before && after ? same : before ? freed : after ? gained : none) += 500;
      }
    QCOMPARE(content.difference->space().freed, freed);
    QCOMPARE(content.difference->space().gained, gained);
    QCOMPARE(content.difference->space().kept, same);
    QVERIFY(content.scene->footnotes().contains(content.scene->hold_footnote()));
    const Fill look = freed_fill(Theme::light());
    QVERIFY(!Drawn(content).inks(6, 250).contains(look.color.rgb()));  // t is held there now
  }

  /// Where all is in view, all is after either plan has shrunk or grown, in both maps.
  void what_was_fitted_or_zoomed_is_when_a_plan_changes() {
    Compared c;
    c.all_is_in_view();
    for (const std::int64_t top : {73'000, 41'000, 90'001, 50'123}) {
      c.view.set_a(PlanChoice::baseline(), plan_with(top));
      c.all_is_in_view();
      c.b->set_view(plan_with(top / 2 + 30'000));
      c.view.set_b(PlanChoice::of(nullptr), plan_with(top / 2 + 30'000));
      c.all_is_in_view();
      c.view.resize(c.view.width() - 97, c.view.height() - 13);
      QCoreApplication::processEvents();
      c.all_is_in_view();
    }
    // What was zoomed stays so, linked.
    c.view.resize(1100, 600);
    QCoreApplication::processEvents();
    QTest::keyClick(c.b, Qt::Key_Plus);
    QVERIFY(!c.b->geometry_of_map().is_fitted());
    QVERIFY(!c.view.map_a()->geometry_of_map().is_fitted());
    c.view.set_a(PlanChoice::baseline(), plan_with(73'000));
    QVERIFY(!c.b->geometry_of_map().is_fitted());
    QVERIFY(!c.view.map_a()->geometry_of_map().is_fitted());
    QTest::keyClick(c.b, Qt::Key_Home);
    c.all_is_in_view();
  }

  /// A check that ends after A was chosen marks what is wrong in map A, too; what is wrong with B, in the difference.
  void what_is_wrong_is_marked_once_it_is_known() {
    Compared c;
    PlanView b = plan_with(77'000);
    c.view.set_a(PlanChoice::baseline(), b);
    QVERIFY(!c.view.map_a()->scene()->plan_view().clashes);
    b.clashes = std::make_shared<const PlanClashes>(PlanClashes{.pairs = {{TensorId(0), TensorId(1)}}, .count = 1});
    QSignalSpy changed(&c.state, &ViewState::compared_changed);
    c.view.set_a(PlanChoice::baseline(), b);
    QCOMPARE(c.view.map_a()->scene()->plan_view().clashes, b.clashes);
    QCOMPARE(changed.count(), 1);
    c.view.set_a(PlanChoice::baseline(), b);  // nothing new
    QCOMPARE(changed.count(), 1);
    const auto* summary = c.view.findChild<QLabel*>("compare_summary");
    QVERIFY2(!summary->text().contains(QRegularExpression("[0-9]")), qPrintable(summary->text()));
    c.view.set_b(PlanChoice::of(nullptr), b);
    c.view.set_mode(CompareView::Mode::difference);
    QTRY_VERIFY(c.view.map_a()->scene()->plan_view().plan && c.view.map_a()->overlay().clashes);
  }
};

STOWAGE_GUI_TEST(MapDifferenceTest);
#include "tst_map_difference.moc"
