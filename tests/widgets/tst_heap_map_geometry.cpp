// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/gui_test.h"
#include "widgets/painters/heap_map/heap_map_geometry.h"
#include "widgets/painters/style/numbers.h"

namespace {

bool close(double a, double b, double scale = 1) {
  return std::abs(a - b) <= 1e-9 * std::max(scale, std::abs(a));
}

HeapMapGeometry geometry() {
  return HeapMapGeometry(QRectF(0, 0, 1000, 700), 5000, 1 << 20);
}

/// Random rectangles, overlapping freely; some a single step or byte.
std::vector<MapItem> random_items(std::mt19937_64& engine, std::size_t count) {
  std::vector<MapItem> out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = static_cast<std::uint32_t>(engine() % 200);
    const auto low = static_cast<std::int64_t>(engine() % 3000);
    out.push_back({low, low + 1 + static_cast<std::int64_t>(engine() % (i % 7 == 0 ? 900 : 40)), begin,
                   begin + 1 + static_cast<std::uint32_t>(engine() % (i % 5 == 0 ? 120 : 6)), TensorId(i)});
  }
  return out;
}

}  // namespace

class HeapMapGeometryTest : public QObject {
  Q_OBJECT

 private slots:
  void panels_stay_apart_and_inside() {
    for (const QSizeF size : {QSizeF(1000, 700), QSizeF(300, 200), QSizeF(4000, 3000)}) {
      const HeapMapGeometry g(QRectF(QPointF(10, 20), size), 100, 100);
      QVERIFY(g.rect().contains(g.plot()));
      if (!g.curve().isNull()) {
        QVERIFY(g.curve().top() > g.plot().bottom());
        QCOMPARE(g.curve().left(), g.plot().left());
        QCOMPARE(g.curve().width(), g.plot().width());
        QVERIFY(g.curve().bottom() < g.footnote().top());
      }
      QVERIFY(g.rect().contains(g.footnote()));
    }
    QVERIFY(HeapMapGeometry(QRectF(0, 0, 300, 120), 1, 1).curve().isNull());
  }

  void everything_is_in_view_at_first_with_room_above() {
    HeapMapGeometry g = geometry();
    QVERIFY(g.is_fitted());
    QVERIFY(close(g.x_of(0), g.plot().left()));
    QVERIFY(close(g.x_of(5000), g.plot().right()));
    QVERIFY(close(g.y_of(0), g.plot().bottom()));
    QVERIFY(g.y_of(1 << 20) - g.plot().top() >= 20);
    QVERIFY(g.y_of(1 << 20) - g.plot().top() <= 40);
    // So it stays where the widget is resized.
    g.resize(QRectF(0, 0, 500, 900));
    QVERIFY(g.is_fitted());
    g.zoom_at(g.plot().center(), 4, 4);
    const double x0 = g.view().x0;
    g.resize(QRectF(0, 0, 800, 600));
    QVERIFY(!g.is_fitted() && close(g.view().x0, x0, 1e3));
  }

  /// Steps alone in view stay while the axis of bytes, of which all is in view, follows an edit.
  void each_axis_is_fitted_by_itself() {
    HeapMapGeometry g = geometry();
    MapView part = g.view();
    part.x0 = 1000;
    part.x1 = 2000;
    g.set_view(part);
    MapExtent extent = g.extent();
    extent.bytes *= 3;
    g.set_extent(extent);
    QVERIFY(g.view().x0 == 1000 && g.view().x1 == 2000);
    QVERIFY(g.view().y0 == 0 && g.view().y1 == g.full_view().y1);
  }

  /// Whatever is under the cursor stays there while the wheel turns, until the rim of the data is in the way.
  void zoom_keeps_the_point() {
    HeapMapGeometry g = geometry();
    const QPointF at(420, 260);
    const double step = g.place_at(at.x()), offset = g.offset_at(at.y());
    for (double factor : {2.0, 1.5, 8.0, 0.7, 4.0}) {
      g.zoom_at(at, factor, factor);
      QVERIFY(close(g.place_at(at.x()), step, 1e3));
      QVERIFY(close(g.offset_at(at.y()), offset, 1e6));
    }
    const MapView before = g.view();
    g.zoom_at(at, 1, 2);
    QVERIFY(close(g.view().x0, before.x0, 1e3) && close(g.view().width(), before.width(), 1e3));
    for (int i = 0; i < 100; ++i) g.zoom_at(at, 0.5, 0.5);
    QVERIFY(g.is_fitted());
    for (int i = 0; i < 200; ++i) g.zoom_at(at, 2, 2);
    QVERIFY(g.view().width() >= 1.99 && g.view().height() >= 15.9);
    // A rubber band shows what it encloses.
    g = geometry();
    const QRectF band(300, 100, 200, 150);
    const MapView wanted{g.place_at(300), g.place_at(500), g.offset_at(250), g.offset_at(100)};
    g.zoom_to(band);
    QVERIFY(close(g.view().x0, wanted.x0) && close(g.view().x1, wanted.x1));
    QVERIFY(close(g.view().y0, wanted.y0) && close(g.view().y1, wanted.y1));
    const MapView kept = g.view();
    g.zoom_to(QRectF(0, 0, 5, 5));  // outside the plot
    QCOMPARE(g.view(), kept);
  }

  void pan_moves_by_pixels_and_stops_at_the_rim() {
    HeapMapGeometry g = geometry();
    g.zoom_at(g.plot().center(), 10, 10);
    const double x = g.x_of(2500), y = g.y_of(500'000);
    g.pan(-30, 12);
    QVERIFY(close(g.x_of(2500), x - 30, 1e3));
    QVERIFY(close(g.y_of(500'000), y + 12, 1e3));
    const double width = g.view().width();
    g.pan(1e7, 1e7);
    QVERIFY(g.view().x0 == 0 && close(g.view().width(), width));
    QVERIFY(close(g.view().y1, g.full_view().y1));
  }

  void reveal_brings_any_rectangle_into_view() {
    std::mt19937_64 engine(3);
    HeapMapGeometry g = geometry();
    for (int i = 0; i < 200; ++i) {
      const double begin = static_cast<double>(engine() % 4990), low = static_cast<double>(engine() % (1 << 20));
      const double end = begin + 1 + static_cast<double>(engine() % 10);
      const double high = std::min(1048576.0, low + 1 + static_cast<double>(engine() % 100'000));
      g.reveal(begin, end, low, high);
      const QRectF r = g.rect_of(begin, end, low, high);
      QVERIFY(g.plot().adjusted(-1, -1, 1, 1).contains(r));
      QVERIFY(r.width() >= 3.9 && r.height() >= 3.9);
      const MapView settled = g.view();
      g.reveal(begin, end, low, high);
      QCOMPARE(g.view(), settled);
    }
  }

  void ticks_are_round_few_and_inside() {
    std::mt19937_64 engine(11);
    for (int i = 0; i < 500; ++i) {
      const double low = static_cast<double>(engine() % 1'000'000'000) / 7;
      const double high =
          low + 2 + static_cast<double>(engine() % 1'000'000) * static_cast<double>(1 + engine() % 1000);
      const int most = 2 + static_cast<int>(engine() % 12);
      for (const auto& ticks : {number_ticks(low, high, most), byte_ticks(low, high, most)}) {
        QVERIFY(ticks.size() <= static_cast<std::size_t>(most) + 1);
        std::set<QString> labels;
        for (const Tick& tick : ticks) {
          QVERIFY(tick.value >= low * (1 - 1e-9) && tick.value <= high * (1 + 1e-9));
          QVERIFY2(labels.insert(tick.label).second, qPrintable(tick.label));
          QVERIFY2(tick.label.size() <= 14, qPrintable(tick.label));
        }
      }
    }
  }

  void ticks_as_a_reader_expects_them() {
    const auto labels = [](const std::vector<Tick>& ticks) {
      QStringList out;
      for (const Tick& tick : ticks) out << tick.label;
      return out.join(' ');
    };
    QCOMPARE(labels(number_ticks(0, 10, 10)), QString("0 1 2 3 4 5 6 7 8 9 10"));
    QCOMPARE(labels(number_ticks(0, 2500, 6)), QString("0 500 1,000 1,500 2,000 2,500"));
    QCOMPARE(labels(number_ticks(3, 5, 100)), QString("3 4 5"));
    QCOMPARE(labels(byte_ticks(0, 64 << 20, 4)), QString("0 16 MiB 32 MiB 48 MiB 64 MiB"));
    QCOMPARE(labels(byte_ticks(0, 100, 4)), QString("0 32 B 64 B 96 B"));
    QCOMPARE(labels(byte_ticks(1024, 4096, 3)), QString("1 KiB 2 KiB 3 KiB 4 KiB"));
  }

  /// A time axis whose steps last unevenly: ticks stand where the times are.
  void time_ticks_follow_the_times() {
    const std::vector<std::int64_t> times{0, 10, 20, 100, 200, 1000};
    const auto ticks = time_ticks(times, 0, 5, 10);
    QVERIFY(!ticks.empty());
    double last = -1;
    for (const Tick& tick : ticks) {
      QVERIFY(tick.value - last >= 0.49);
      last = tick.value;
    }
    for (const Tick& tick : ticks)
      if (tick.label == "200") QVERIFY(close(tick.value, 4));
    QCOMPARE(ticks.back().label, QString("1,000"));
    QVERIFY(close(ticks.back().value, 5));
    // 2,000 fit all but two: none is left out, they stand further apart.
    std::vector<std::int64_t> many(22'001);
    std::iota(many.begin(), many.end(), 0);
    many.erase(many.begin() + 9'000, many.begin() + 9'900);
    const auto end = static_cast<double>(many.size() - 1);
    QStringList labels;
    for (const Tick& tick : time_ticks(many, 0, end, 11)) labels += tick.label;
    QCOMPARE(labels, (QStringList{"0", "5,000", "10,000", "15,000", "20,000"}));
  }

  void the_index_answers_like_a_scan() {
    std::mt19937_64 engine(5);
    for (std::size_t count : {1u, 31u, 32u, 33u, 65u, 400u, 5000u}) {
      const std::vector<MapItem> items = random_items(engine, count);
      const MapIndex index(items);
      QCOMPARE(index.items().size(), count);
      for (int i = 0; i < 500; ++i) {
        const double step = static_cast<double>(engine() % 2200) / 10, offset = static_cast<double>(engine() % 3200);
        TensorId expected;
        for (const MapItem& item : items)
          if (item.begin <= step && step < item.end && static_cast<double>(item.low) <= offset &&
              offset < static_cast<double>(item.high))
            expected = std::min(expected, item.tensor);
        QCOMPARE(index.at(step, offset), expected);
      }
    }
    QVERIFY(!MapIndex().at(0, 0).valid());
    // Windows miss nothing.
    const std::vector<MapItem> drawn = random_items(engine, 3000);
    const MapIndex of_drawn(drawn);
    for (int i = 0; i < 200; ++i) {
      const double x = static_cast<double>(engine() % 200), y = static_cast<double>(engine() % 3000);
      const MapView w{x, x + static_cast<double>(1 + engine() % 50), y, y + static_cast<double>(1 + engine() % 500)};
      const double wide = static_cast<double>(engine() % 60);
      std::set<std::size_t> all, large;
      of_drawn.visit(w, [&](std::span<const MapItem> some) {
        for (const MapItem& item : some) all.insert(item.tensor.index());
      });
      of_drawn.visit_large(w, wide, 0, [&](std::span<const MapItem> some) {
        for (const MapItem& item : some) large.insert(item.tensor.index());
      });
      for (const MapItem& item : drawn) {
        const bool touches = item.begin < w.x1 && item.end > w.x0 &&
                             static_cast<double>(item.low)<w.y1&& static_cast<double>(item.high)> w.y0;
        if (!touches) continue;
        QVERIFY(all.contains(item.tensor.index()));
        if (item.end - item.begin >= wide) QVERIFY(large.contains(item.tensor.index()));
      }
    }
  }

  /// Four tensors around one in the middle: each arrow key finds its own.
  void neighbours() {
    const std::vector<MapItem> items{{10, 20, 10, 20, TensorId(0)}, {10, 20, 5, 10, TensorId(1)},
                                     {10, 20, 22, 30, TensorId(2)}, {25, 40, 12, 14, TensorId(3)},
                                     {0, 10, 10, 12, TensorId(4)},  {60, 70, 0, 40, TensorId(5)}};
    const MapIndex index(items);
    using enum MapIndex::Direction;
    QCOMPARE(index.neighbour(items[0], left), TensorId(1));
    QCOMPARE(index.neighbour(items[0], right), TensorId(2));
    QCOMPARE(index.neighbour(items[0], up), TensorId(3));
    QCOMPARE(index.neighbour(items[0], down), TensorId(4));
    QVERIFY(!index.neighbour(items[4], down).valid());
    // What is found lies on the right side, and no tensor that faces the first lies nearer.
    std::mt19937_64 engine(8);
    const std::vector<MapItem> drawn = random_items(engine, 1500);
    const MapIndex of_drawn(drawn);
    for (std::size_t i = 0; i < 300; ++i) {
      const MapItem& a = drawn[i];
      const TensorId found = of_drawn.neighbour(a, MapIndex::Direction::up);
      std::int64_t nearest = std::numeric_limits<std::int64_t>::max();
      for (const MapItem& b : drawn)
        if (b.low >= a.high && b.begin < a.end && a.begin < b.end) nearest = std::min(nearest, b.low - a.high);
      if (!found.valid()) {
        QCOMPARE(nearest, std::numeric_limits<std::int64_t>::max());
        continue;
      }
      QVERIFY(drawn[found.index()].low >= a.high);
      QVERIFY(drawn[found.index()].low - a.high <= nearest);
    }
  }
};

STOWAGE_TEST(HeapMapGeometryTest);
#include "tst_heap_map_geometry.moc"
