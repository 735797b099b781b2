// SPDX-License-Identifier: GPL-3.0-or-later
// The legend beside the map: it chooses the colouring, and switches classes off.
#include <QComboBox>
#include <QListWidget>
#include <QtTest>

#include "core/insight/edit/edits.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "tests/widgets/shown_map.h"
#include "widgets/views/heap_map/legend_widget.h"

using namespace stowage;
using namespace stowage::test;

namespace {

/// Three tensors of 1,000 bytes, one of 2,000.
PlanView plan() {
  return plan_view(intervals({{"a", 1000, 0, 6}, {"b", 1000, 0, 3}, {"c", 1000, 3, 6}, {"d", 2000, 8, 10}}),
                   {0, 1000, 1000, 0});
}

}  // namespace

class LegendWidgetTest : public QObject {
  Q_OBJECT

 private slots:
  void the_legend_chooses_and_toggles() {
    ShownMap w(plan());
    LegendWidget legend(&w.state);
    connect(&w.map, &HeapMapWidget::coloring_changed, &legend, &LegendWidget::set_coloring);
    auto* rows = legend.findChild<QListWidget*>();
    auto* combo = legend.findChild<QComboBox*>();
    combo->setCurrentIndex(combo->findData(static_cast<int>(ColorBy::size)));
    emit combo->activated(combo->currentIndex());
    QCOMPARE(w.state.color_by(), ColorBy::size);
    QCOMPARE(w.map.coloring()->by(), ColorBy::size);
    QCOMPARE(rows->count(), 2);  // 512 B – 1 KiB, 1 – 2 KiB
    QVERIFY(rows->item(0)->text().startsWith("512 B – 1 KiB"));
    const QColor before = w.map.grab().toImage().pixelColor(w.at(0.3, 100));
    rows->item(0)->setCheckState(Qt::Unchecked);
    QCOMPARE(w.state.hidden_classes(), std::vector<std::uint8_t>{0});
    QVERIFY(w.map.grab().toImage().pixelColor(w.at(0.3, 100)) != before);
    w.state.toggle_class(0);
    QCOMPARE(rows->item(0)->checkState(), Qt::Checked);
    QCOMPARE(w.map.grab().toImage().pixelColor(w.at(0.3, 100)), before);
  }

  /// Whichever place it has among the streams after a merge, and after its undoing.
  void the_legend_keeps_a_stream_off_when_others_are_merged() {
    ViewState state;
    LegendWidget legend(&state);
    const auto show = [&](const Graph& graph) {
      PlanView view;
      view.graph = std::make_shared<const Graph>(graph);
      legend.set_coloring(std::make_shared<const Coloring>(graph, std::span<const Lifetime>(), ColorBy::stream), view);
    };
    const Graph before = graph_of("op a @0\nop b @1\nop c @2\nt x 16 : a -> b\nt y 16 : b -> c\nt z 16 : c -> !");
    show(before);
    auto* rows = legend.findChild<QListWidget*>();
    const auto off = [&] {
      QStringList names;
      for (int row = 0; row < rows->count(); ++row)
        if (rows->item(row)->checkState() == Qt::Unchecked) names << rows->item(row)->text();
      return names;
    };
    rows->item(2)->setCheckState(Qt::Unchecked);
    QCOMPARE(state.hidden_classes(), std::vector<std::uint8_t>{2});
    const QStringList hidden = off();
    QCOMPARE(hidden.size(), 1);
    const auto merged = merge_streams(before, StreamId(0), StreamId(1));
    QVERIFY(merged);
    show(merged->graph);
    QCOMPARE(state.hidden_classes(), std::vector<std::uint8_t>{1});
    show(before);
    QCOMPARE(state.hidden_classes(), std::vector<std::uint8_t>{2});
    QCOMPARE(off(), hidden);
    const auto gone = merge_streams(before, StreamId(2), StreamId(1));
    QVERIFY(gone);
    show(gone->graph);
    QVERIFY(state.hidden_classes().empty());
  }
};

STOWAGE_GUI_TEST(LegendWidgetTest);
#include "tst_legend_widget.moc"
