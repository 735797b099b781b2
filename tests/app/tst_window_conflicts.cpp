// SPDX-License-Identifier: GPL-3.0-or-later
// Conflicts and peak in the real window: what is picked there is selected everywhere.
#include "tests/app/window_test.h"
#include "tests/support/results.h"
#include "widgets/views/conflicts/conflict_views.h"
#include "widgets/views/peak/peak_pane.h"

class WindowConflictsTest : public WindowTest {
  Q_OBJECT

  /// Of the table, which follows the selection as soon as it is in front.
  static qsizetype selected_rows(Shown& shown) {
    shown.dock("tensors")->raise();
    auto* table = shown.part<QTableView>("tensor_view");
    wait_until([&] { return table->isVisible(); }, "the table never came forward");
    return table->selectionModel()->selectedRows().size();
  }

  static void raise(Shown& shown, const char* dock) {
    auto* widget = shown.dock(dock);
    widget->show();
    widget->raise();
    shown.window.resize(1500, 1100);
    shown.window.resizeDocks({widget}, {420}, Qt::Vertical);
    QTRY_VERIFY(!widget->visibleRegion().isEmpty());
  }

 private slots:
  void a_pair_picked_in_the_matrix_is_selected_everywhere() {
    Shown shown(scratch_, kFigure2);
    raise(shown, "conflicts");
    click(button_of(shown.window, "conflicts_matrix"));
    auto* matrix = shown.window.findChild<MatrixView*>();
    QTRY_VERIFY_WITH_TIMEOUT(!matrix->busy() && !matrix->axis().order.empty(), kPatience);
    const Graph& graph = shown.graph();
    const TensorId a = tensor_named(graph, "a"), e = tensor_named(graph, "e");
    const auto& rank = matrix->axis().rank;
    const QPoint at = matrix->geometry_of_matrix().place_of({rank[e.index()] + 0.5, rank[a.index()] + 0.5}).toPoint();
    QTest::mouseClick(matrix, Qt::LeftButton, {}, at);
    QCOMPARE(shown.window.state().selected_tensors(), (std::vector{a, e}));
    QCOMPARE(selected_rows(shown), 2);
  }

  void a_line_of_the_neighbourhood_selects_both() {
    Shown shown(scratch_, kFigure2);
    raise(shown, "conflicts");
    auto* view = shown.window.findChild<NeighbourhoodView*>();
    click(shown.part<QPushButton>("start_at_peak"));
    QTRY_VERIFY_WITH_TIMEOUT(!view->busy() && view->conflict_layout(), kPatience);
    const ConflictGraph& layout = *view->conflict_layout();
    bool picked = false;
    for (const auto& pair : layout.pairs) {
      const QPointF a = layout.discs[pair.first].center, b = layout.discs[pair.second].center;
      for (const double share : {0.3, 0.4, 0.5, 0.6, 0.7}) {
        const QPoint at = view->camera().to_view(a + share * (b - a)).toPoint();
        const QPointF point = view->camera().to_drawing(QPointF(at));
        const auto* found = layout.pair_at(point, 5 / view->camera().scale);
        if (picked || layout.disc_at(point) || !found || *found != pair || !view->rect().contains(at)) continue;
        QTest::mouseClick(view, Qt::LeftButton, {}, at);
        std::vector both{layout.discs[pair.first].tensor, layout.discs[pair.second].tensor};
        std::ranges::sort(both);
        QCOMPARE(shown.window.state().selected_tensors(), both);
        QCOMPARE(selected_rows(shown), 2);
        picked = true;
      }
    }
    QVERIFY(picked);
  }

  void the_clique_is_lit_in_map_and_table() {
    Shown shown(scratch_, kFigure2);
    raise(shown, "peak");
    auto* pane = shown.window.findChild<PeakPane*>();
    QTRY_VERIFY_WITH_TIMEOUT(!pane->busy() && pane->content() && pane->content()->clique, kPatience);
    click(shown.part<QPushButton>("peak_light"));
    const auto& members = shown.window.planning().view().bounds->clique->tensors;
    QCOMPARE(shown.window.state().selected_tensors(), members);
    QCOMPARE(selected_rows(shown), static_cast<qsizetype>(members.size()));
  }
};

STOWAGE_WINDOW_TEST(WindowConflictsTest);
#include "tst_window_conflicts.moc"
