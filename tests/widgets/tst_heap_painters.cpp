// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded heaps as they are drawn, and what is said of them outside of their own views: operators free, kinds are
// source lines, streams have marks.
#include "tests/widgets/shown_heap.h"
#include "widgets/controls/hover_card.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/recorded/heap_chart.h"
#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/recorded/heap_words.h"

namespace {

constexpr QSize kSize{600, 60};

QImage painted(const ShownHeap& heap, const HeapStrips& strips, const HeapStripsLayout& layout, bool dark,
               std::span<const TensorId> lit = {}) {
  const HeapStripsLook look{.history = heap.history, .coloring = {}, .graph = {}, .lit = lit};
  return picture(kSize, Theme::of(dark), [&](QPainter& painter) {
    paint_heap_strips(painter, strips, layout, 0, kSize.height(), look, Theme::of(dark));
  });
}

/// The small heap, with b on stream 7, and a, which is there from the start, too; or with `streams` streams.
PlanView two_streams() {
  auto history = std::make_shared<RecordedHeap>(*recorded_heap().history);
  history->streams = {0, 7};
  history->allocations[0].stream = history->allocations[1].stream = 1;
  auto made = heap_graph(*history, HeapStreams::unordered, "two", "two.pickle");
  PlanView view = view_of(std::move(made->graph.graph));
  view.history = history;
  return view;
}

OperatorId freeing(const Graph& graph, TensorId t) {
  return graph.consumers(t).front();
}

}  // namespace

class HeapPaintersTest : public QObject {
  Q_OBJECT

 private slots:
  void strips_of_a_step_and_their_blocks() {
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
    // In use solid, pending hatched, holes plain.
    const HeapStripsLayout layout(strips, 0, kSize.width());
    for (const bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      const QImage image = painted(heap, strips, layout, dark);
      const auto counts = [&](const QRectF& place, const QColor& color) {
        const QRect inner = place.toAlignedRect().adjusted(3, 3, -3, -3);
        return static_cast<double>(count_of(image, color, inner)) / (inner.width() * inner.height());
      };
      QCOMPARE(strips.heap.stretches.size(), std::size_t{4});  // a, b, the hole; d
      QCOMPARE(counts(layout.place(0, strips.heap.stretches[0]), theme.neutral), 1.0);
      const double lines = counts(layout.place(0, strips.heap.stretches[1]), theme.neutral);
      QVERIFY2(lines > 0.05 && lines < 0.9, qPrintable(QString::number(lines)));
      QVERIFY(counts(layout.place(0, strips.heap.stretches[2]), theme.surface) > 0.5);  // less its words
      QCOMPARE(counts(layout.place(1, strips.heap.stretches[3]), theme.neutral), 1.0);
    }
    // What is selected is framed.
    const std::vector<TensorId> lit{heap.history->allocations[0].tensor};
    const QRectF place = layout.place(0, strips.heap.stretches[0]);
    const QPoint edge(static_cast<int>(place.center().x()), static_cast<int>(place.top()) + 1);
    QVERIFY(painted(heap, strips, layout, false).pixel(edge) != Theme::light().selection.rgb());
    QCOMPARE(painted(heap, strips, layout, false, lit).pixel(edge), Theme::light().selection.rgb());
    HeapChart chart{.timeline = std::make_shared<const HeapTimeline>(heap_timeline(*heap.history)), .largest = {}};
    QCOMPARE(chart.timeline->names, (std::vector<QString>{"step", "after"}));  // not the inner one
    QCOMPARE(chart.timeline->reserved.peak(), Bytes{10 * kMiB});
    QCOMPARE(chart.shown(), (Lifetime{0, 7}));
    std::optional<CurveChart> at;
    const auto paint = [&](QPainter& painter) {
      at = paint_heap_chart(painter, QRect(0, 0, 400, 200), chart, Theme::light());
    };
    const QImage image = picture({400, 200}, Theme::light(), paint);
    const auto pixel = [&](double step, std::int64_t mib) {
      return image.pixel(static_cast<int>(at->x_of(step)), static_cast<int>(std::lround(at->y_of({mib * kMiB}))));
    };
    QCOMPARE(pixel(1.5, 8), HeapColors::of(Theme::light()).reserved.rgb());
    QCOMPARE(pixel(4.5, 10), HeapColors::of(Theme::light()).reserved.rgb());
    chart.range = Lifetime{2, 4};
    QVERIFY(!picture({400, 200}, Theme::light(), paint).isNull());
    QCOMPARE(at->step_at(1e9), std::optional<std::size_t>(3));
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
      const QRect middle = layout.bar(row).toRect().adjusted(20, 2, -21, -3);
      QVERIFY2(colours_in(image, middle).size() > 3, qPrintable(QString::number(row)));  // letters
    }
  }

  void cards_and_colours_tell_the_streams() {
    const PlanView view = two_streams();
    const TensorId b = view.history->allocations[1].tensor;
    const OperatorId free = freeing(*view.graph, b), made = view.graph->producer(b);
    QVERIFY(operator_card(*view.graph, free, nullptr, true).text().contains("\nfrees: b10200000_0"));
    QVERIFY(operator_card(*view.graph, made, nullptr, true).text().contains("\nallocates: b10200000_0"));
    QVERIFY(operator_card(*view.graph, free).text().contains("\nuses: b10200000_0"));
    // Also of what nobody is seen to allocate.
    const auto row = [&](std::size_t allocation) {
      return tensor_card(view, view.history->allocations[allocation].tensor).html();
    };
    QVERIFY(!view.graph->producer(view.history->allocations[0].tensor).valid());
    QVERIFY2(row(0).contains("</span> stream 7<"), qPrintable(row(0)));
    QVERIFY2(row(2).contains("</span> stream 0<"), qPrintable(row(2)));
    QVERIFY2(row(0).contains("source line"), qPrintable(row(0)));
    // A colour of a stream is that of no source line, while streams are few.
    const Coloring lines(view, ColorBy::kind);
    QCOMPARE(legend_title(lines), QString("Source line"));
    QCOMPARE(legend_title(ColorBy::kind), QString("Tensor kind"));
    QCOMPARE(lines.entries().size(), std::size_t{2});
    for (const Theme* theme : {&Theme::light(), &Theme::dark_theme()})
      for (std::uint8_t entry = 0; entry < lines.entries().size(); ++entry)
        for (std::uint32_t stream : {0U, 1U})
          QVERIFY(lines.fill(entry, *theme) != heap_stream_fill(*view.history, stream, *view.graph, *theme));
    const Coloring kinds(*view.graph, *view.lifetimes, ColorBy::kind);  // of a graph that is not recorded
    QCOMPARE(kinds.entries()[0].fill, std::size_t{0});
    QCOMPARE(kinds.entries()[1].fill, std::size_t{1});
    // A stream has the colour that it has in the graph.
    const Theme& theme = Theme::light();
    for (StreamId s : view.graph->streams()) {
      const auto stream = static_cast<std::uint32_t>(view.graph->info(s).number == 7);
      const Fill fill = stream_fill(*view.graph, s, theme);
      QCOMPARE(heap_stream_fill(*view.history, stream, *view.graph, theme), fill);
      QVERIFY(stream_html(*view.history, stream, *view.graph, theme).contains(fill.color.name()));
    }
    QCOMPARE(heap_stream_fill(*view.history, 9, *view.graph, theme), Fill{theme.neutral});
  }

  void table_and_legend_have_their_own_words() {
    PlanView view = two_streams();
    const auto title = [&](TensorColumn column) {
      ViewState state;
      const std::unique_ptr<TensorTable> made(make_tensor_table(state));
      TensorTable& table = *made;
      test::show(table);
      table.set_view(view);
      const auto* rows = part_of<QTableView>(table, "tensor_view")->model();
      return rows->headerData(static_cast<int>(column), Qt::Horizontal).toString();
    };
    QCOMPARE(title(TensorColumn::producer), QString("Allocated by"));
    QCOMPARE(title(TensorColumn::consumers), QString("Freed by"));
    QCOMPARE(title(TensorColumn::kind), QString("Source line"));
    view.history = nullptr;
    QCOMPARE(title(TensorColumn::consumers), QString("Consumers"));
    // The legend says what it sums.
    ViewState state;
    const std::unique_ptr<LegendWidget> made(make_legend(state));
    LegendWidget& legend = *made;
    auto* sums = legend.findChild<QLabel*>("legend_sums");
    view = two_streams();
    legend.set_coloring(std::make_shared<const Coloring>(view, ColorBy::kind), view);
    QVERIFY(!sums->isHidden());
    const auto* by = legend.findChild<QComboBox*>();
    QVERIFY(by->findText("Source line") >= 0 && by->findText("Tensor kind") < 0);
    view.history = nullptr;
    legend.set_coloring(std::make_shared<const Coloring>(view, ColorBy::kind), view);
    QVERIFY(sums->isHidden());
    QVERIFY(by->findText("Tensor kind") >= 0);
  }

  void equal_ends_are_told_once() {
    const Bytes reserved{10 * kMiB};
    const StaticPlans same{.serial = Bytes{8 * kMiB}, .unordered = Bytes{8 * kMiB}};
    QCOMPARE(static_plans_value(same), QString("8.00 MiB"));
    QCOMPARE(static_plans_text(same, reserved).count("8.00 MiB"), 1);
    QCOMPARE(static_plans_brief(same, reserved).count("2.00 MiB"), 1);
    const StaticPlans range{.serial = Bytes{8 * kMiB}, .unordered = Bytes{11 * kMiB}};
    QVERIFY(static_plans_brief(range, reserved).contains("…"));
  }
};

STOWAGE_GUI_TEST(HeapPaintersTest);
#include "tst_heap_painters.moc"
