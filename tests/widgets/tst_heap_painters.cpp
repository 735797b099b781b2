// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QtTest>

#include <set>

#include "tests/start/test_entry.h"
#include "tests/widgets/shown_heap.h"
#include "widgets/painters/recorded/heap_chart.h"
#include "widgets/painters/recorded/heap_strip.h"

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr QSize kSize{600, 60};

QImage painted(const ShownHeap& heap, const HeapStrips& strips, const HeapStripsLayout& layout, bool dark,
               std::span<const TensorId> lit = {}) {
  QImage image(kSize, QImage::Format_RGB32);
  image.fill(Theme::of(dark).background);
  QPainter painter(&image);
  const HeapStripsLook look{.history = heap.history, .coloring = {}, .graph = {}, .lit = lit};
  paint_heap_strips(painter, strips, layout, 0, kSize.height(), look, Theme::of(dark));
  return image;
}

}  // namespace

class HeapPaintersTest : public QObject {
  Q_OBJECT

 private slots:
  void strips_of_a_step() {
    const ShownHeap heap = recorded_heap();
    const HeapStrips strips = heap_strips(*heap.history, 3);
    QCOMPARE(strips.strips.size(), std::size_t{2});
    QCOMPARE(strips.longest, Bytes{8 * kMiB});
    QCOMPARE(strips.strips[0].used, Bytes{6 * kMiB});
    QCOMPARE(strips.strips[1].used, Bytes{2 * kMiB});
    QCOMPARE(strips.heap.pending, Bytes{4 * kMiB});
    QCOMPARE(fragmentation_of(strips.heap), 0.0);                         // one hole
    QCOMPARE(fragmentation_of(heap_strips(*heap.history, 5).heap), 0.2);  // of 5 MiB the largest hole is 4
    QVERIFY(heap_strips(*heap.history, 0).strips.size() == 1);
  }

  /// Pieces of an expandable segment that touch are one strip; an allocation outside of all has one of its own.
  void pieces_and_strays() {
    RecordedHeap history;
    history.event_count = 1;
    for (const std::uint64_t address : {0x1000U, 0x2000U, 0x9000U})
      history.segments.push_back({.address = address, .size = {0x1000}, .born = 0, .died = 2, .expandable = true});
    history.allocations.push_back({.address = 0x5000,
                                   .requested = {512},
                                   .rounded = {512},
                                   .allocated = 0,
                                   .free_requested = 2,
                                   .free_completed = 2});
    const HeapStrips strips = heap_strips(history, 0);
    QCOMPARE(strips.strips.size(), std::size_t{3});
    QCOMPARE(strips.strips[0].pieces, 2U);
    QCOMPARE(strips.strips[0].size, Bytes{0x2000});
    QCOMPARE(strips.strips[1].pieces, 0U);
    QCOMPARE(strips.strips[1].size, Bytes{512});
    QCOMPARE(strips.strips[2].address, std::uint64_t{0x9000});
    const HeapStripsLayout layout(strips, 0, 600);
    for (std::size_t s = 0; s < strips.heap.stretches.size(); ++s) {
      const std::size_t strip = layout.strip_of(s);
      QCOMPARE(layout.stretch_at(layout.place(strip, strips.heap.stretches[s]).center()), std::optional(s));
    }
  }

  /// What is all free says so; nothing is written where nothing is known.
  void a_free_segment_says_so() {
    RecordedHeap history;
    history.event_count = 1;
    for (const std::uint64_t address : {0x1000U, 0x8000U})
      history.segments.push_back({.address = address, .size = {0x1000}, .born = 0, .died = 2});
    const HeapStrips strips = heap_strips(history, 0);
    QCOMPARE(strips.strips.size(), std::size_t{2});
    const HeapStripsLayout layout(strips, 0, kSize.width());
    const ShownHeap heap{.history = std::make_shared<const RecordedHeap>(history), .graph = {}};
    const QImage image = painted(heap, strips, layout, false);
    for (std::size_t row = 0; row < 2; ++row) {
      const QRect middle = layout.bar(row).toRect().adjusted(20, 2, -20, -2);
      std::set<QRgb> colors;
      for (int x = middle.left(); x < middle.right(); ++x)
        for (int y = middle.top(); y < middle.bottom(); ++y) colors.insert(image.pixel(x, y));
      QVERIFY2(colors.size() > 3, qPrintable(QString::number(row)));  // letters
    }
  }

  /// In use solid, pending hatched, holes plain.
  void blocks_are_drawn() {
    const ShownHeap heap = recorded_heap();
    const HeapStrips strips = heap_strips(*heap.history, 3);
    const HeapStripsLayout layout(strips, 0, kSize.width());
    for (const bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      const QImage image = painted(heap, strips, layout, dark);
      const auto counts = [&](const QRectF& place, const QColor& color) {
        int count = 0;
        const QRect inner = place.toAlignedRect().adjusted(3, 3, -3, -3);
        for (int y = inner.top(); y <= inner.bottom(); ++y)
          for (int x = inner.left(); x <= inner.right(); ++x) count += image.pixel(x, y) == color.rgb();
        return static_cast<double>(count) / (inner.width() * inner.height());
      };
      QCOMPARE(strips.heap.stretches.size(), std::size_t{4});  // a, b, the hole; d
      QCOMPARE(counts(layout.place(0, strips.heap.stretches[0]), theme.neutral), 1.0);
      const double lines = counts(layout.place(0, strips.heap.stretches[1]), theme.neutral);
      QVERIFY2(lines > 0.05 && lines < 0.9, qPrintable(QString::number(lines)));
      QVERIFY(counts(layout.place(0, strips.heap.stretches[2]), theme.surface) > 0.5);  // less its words
      QCOMPARE(counts(layout.place(1, strips.heap.stretches[3]), theme.neutral), 1.0);
    }
  }

  void what_is_selected_is_framed() {
    const ShownHeap heap = recorded_heap();
    const HeapStrips strips = heap_strips(*heap.history, 3);
    const HeapStripsLayout layout(strips, 0, kSize.width());
    const std::vector<TensorId> lit{heap.history->allocations[0].tensor};
    const QRectF place = layout.place(0, strips.heap.stretches[0]);
    const QPoint edge(static_cast<int>(place.center().x()), static_cast<int>(place.top()) + 1);
    QVERIFY(painted(heap, strips, layout, false).pixel(edge) != Theme::light().selection.rgb());
    QCOMPARE(painted(heap, strips, layout, false, lit).pixel(edge), Theme::light().selection.rgb());
  }

  void curves_and_bands() {
    const ShownHeap heap = recorded_heap();
    HeapChart chart{.timeline = std::make_shared<const HeapTimeline>(heap_timeline(*heap.history)), .largest = {}};
    QCOMPARE(chart.timeline->names, (std::vector<QString>{"step", "after"}));  // not the inner one
    QCOMPARE(chart.timeline->reserved.peak(), Bytes{10 * kMiB});
    QCOMPARE(chart.shown(), (Lifetime{0, 7}));
    QImage image(400, 200, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paint_heap_chart(painter, image.rect(), chart, Theme::light());
    painter.end();
    const CurveChart at = chart.chart(image.rect());
    const auto pixel = [&](double step, std::int64_t mib) {
      return image.pixel(static_cast<int>(at.x_of(step)), static_cast<int>(std::lround(at.y_of({mib * kMiB}))));
    };
    QCOMPARE(pixel(1.5, 8), HeapColors::of(Theme::light()).reserved.rgb());
    QCOMPARE(pixel(4.5, 10), HeapColors::of(Theme::light()).reserved.rgb());
    chart.range = Lifetime{2, 4};
    QCOMPARE(chart.chart(image.rect()).step_at(1e9), std::optional<std::size_t>(3));
  }
};

STOWAGE_GUI_TEST(HeapPaintersTest);
#include "tst_heap_painters.moc"
