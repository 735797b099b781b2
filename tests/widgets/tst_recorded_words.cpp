// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a recorded heap outside of its own views: operators free, kinds are source lines, streams have marks.
#include <QComboBox>
#include <QLabel>
#include <QtTest>

#include "core/graph/lifetimes.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/widgets/shown_heap.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/hover_card.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/tables/tensor_table_model.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/recorded/heap_words.h"

using namespace stowage;
using namespace stowage::test;

namespace {

/// The small heap, with b on stream 7, and a, which is there from the start, too; or with `streams` streams.
PlanView two_streams() {
  auto history = std::make_shared<RecordedHeap>(*recorded_heap().history);
  history->streams = {0, 7};
  history->allocations[0].stream = history->allocations[1].stream = 1;
  auto made = heap_graph(*history, HeapStreams::unordered, "two", "two.pickle");
  PlanView view;
  view.graph = std::make_shared<const Graph>(std::move(made->graph.graph));
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  view.history = history;
  return view;
}

OperatorId freeing(const Graph& graph, TensorId t) {
  return graph.consumers(t).front();
}

}  // namespace

class RecordedWordsTest : public QObject {
  Q_OBJECT

 private slots:
  void an_operator_frees() {
    const PlanView view = two_streams();
    const TensorId b = view.history->allocations[1].tensor;
    const OperatorId free = freeing(*view.graph, b), made = view.graph->producer(b);
    QVERIFY(operator_card(*view.graph, free, nullptr, true).text().contains("\nfrees: b10200000_0"));
    QVERIFY(operator_card(*view.graph, made, nullptr, true).text().contains("\nallocates: b10200000_0"));
    QVERIFY(operator_card(*view.graph, free).text().contains("\nuses: b10200000_0"));
  }

  void the_table_names_who_frees() {
    TensorTableModel model;
    PlanView view = two_streams();
    const auto title = [&](TensorColumn column) {
      return model.headerData(static_cast<int>(column), Qt::Horizontal).toString();
    };
    model.set_rows(view, find_tensors(view, {}));
    QCOMPARE(title(TensorColumn::producer), QString("Allocated by"));
    QCOMPARE(title(TensorColumn::consumers), QString("Freed by"));
    QCOMPARE(title(TensorColumn::kind), QString("Source line"));
    view.history = nullptr;
    model.set_plan_view(view);
    QCOMPARE(title(TensorColumn::consumers), QString("Consumers"));
  }

  /// Also of what nobody is seen to allocate.
  void the_card_tells_the_stream() {
    const PlanView view = two_streams();
    const auto row = [&](std::size_t allocation) {
      return tensor_card(view, view.history->allocations[allocation].tensor);
    };
    QVERIFY(!view.graph->producer(view.history->allocations[0].tensor).valid());
    QVERIFY2(row(0).contains("</span> stream 7<"), qPrintable(row(0)));
    QVERIFY2(row(2).contains("</span> stream 0<"), qPrintable(row(2)));
    QVERIFY2(row(0).contains("source line"), qPrintable(row(0)));
  }

  /// A colour of a stream is that of no source line, while streams are few.
  void lines_leave_the_streams_their_colours() {
    const PlanView view = two_streams();
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
  }

  void a_stream_has_the_graphs_colour() {
    const PlanView view = two_streams();
    const Theme& theme = Theme::light();
    for (StreamId s : view.graph->streams()) {
      const auto stream = static_cast<std::uint32_t>(view.graph->info(s).number == 7);
      const Fill fill = stream_fill(*view.graph, s, theme);
      QCOMPARE(heap_stream_fill(*view.history, stream, *view.graph, theme), fill);
      QVERIFY(stream_html(*view.history, stream, *view.graph, theme).contains(fill.color.name()));
    }
    QCOMPARE(heap_stream_fill(*view.history, 9, *view.graph, theme), Fill{theme.neutral});
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

  void the_legend_says_what_it_sums() {
    ViewState state;
    LegendWidget legend(&state);
    auto* sums = legend.findChild<QLabel*>("legend_sums");
    PlanView view = two_streams();
    legend.set_coloring(std::make_shared<const Coloring>(view, ColorBy::kind), view);
    QVERIFY(!sums->isHidden());
    const auto* by = legend.findChild<QComboBox*>();
    QVERIFY(by->findText("Source line") >= 0 && by->findText("Tensor kind") < 0);
    view.history = nullptr;
    legend.set_coloring(std::make_shared<const Coloring>(view, ColorBy::kind), view);
    QVERIFY(sums->isHidden());
    QVERIFY(by->findText("Tensor kind") >= 0);
  }
};

STOWAGE_GUI_TEST(RecordedWordsTest);
#include "tst_recorded_words.moc"
