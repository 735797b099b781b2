// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QSignalSpy>
#include <QtTest>

#include "tests/gui/gui.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/heap_map/minimap.h"

using namespace stowage;

namespace {

PlanView plan_with(std::int64_t top) {
  return test::plan_view(
      test::intervals({{"a", 20'000, 0, 6}, {"b", 10'000, 0, 3}, {"c", 10'000, 3, 6}, {"d", 20'000, 8, 10}}),
      {0, 20'000, top - 10'000, 0});
}

struct Compared {
  ViewState state;
  HeapMapWidget* a = new HeapMapWidget(&state);
  CompareView view{state, a};

  Compared() {
    const PlanView small = plan_with(40'000), large = plan_with(77'000);
    a->set_view(small);
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
    for (const HeapMapWidget* map : {view.map_a(), &view.map_b()}) {
      QVERIFY(map->geometry_of_map().is_fitted());
      QVERIFY(map->minimap().isHidden());
    }
    QVERIFY(view.map_b().geometry_of_map().view() == view.map_a()->geometry_of_map().view());
    QVERIFY(std::abs(view.map_b().width() - view.map_a()->width()) <= 1);
  }
};

}  // namespace

class CompareViewTest : public QObject {
  Q_OBJECT

 private slots:
  /// Where all is in view, all is after either plan has shrunk or grown, in both maps, and there is no minimap.
  void what_was_fitted_is_fitted_when_a_plan_changes() {
    Compared c;
    c.all_is_in_view();
    for (const std::int64_t top : {73'000, 41'000, 90'001, 50'123}) {
      c.view.set_a(PlanChoice::baseline(), plan_with(top));
      c.all_is_in_view();
      c.a->set_view(plan_with(top / 2 + 30'000));
      c.view.set_b(PlanChoice::of(nullptr), plan_with(top / 2 + 30'000));
      c.all_is_in_view();
      c.view.resize(c.view.width() - 97, c.view.height() - 13);
      QCoreApplication::processEvents();
      c.all_is_in_view();
    }
  }

  /// A check that ends after A was chosen marks what is wrong in map A, too; what is wrong with B, in the difference.
  void what_is_wrong_is_marked_once_it_is_known() {
    Compared c;
    PlanView b = plan_with(77'000);
    c.view.set_a(PlanChoice::baseline(), b);
    QVERIFY(!c.view.map_a()->scene()->plan_view().clashes);
    b.clashes = std::make_shared<const PlanClashes>(PlanClashes{.pairs = {{TensorId(0), TensorId(1)}}, .count = 1});
    QSignalSpy changed(&c.view, &CompareView::pair_changed);
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

  /// What was zoomed stays so, linked.
  void what_was_zoomed_stays() {
    Compared c;
    QTest::keyClick(c.a, Qt::Key_Plus);
    QVERIFY(!c.a->geometry_of_map().is_fitted());
    QTRY_VERIFY(!c.view.map_a()->minimap().isHidden());
    c.view.set_a(PlanChoice::baseline(), plan_with(73'000));
    QVERIFY(!c.a->geometry_of_map().is_fitted());
    QVERIFY(!c.view.map_a()->geometry_of_map().is_fitted());
    QTest::keyClick(c.a, Qt::Key_Home);
    c.all_is_in_view();
  }
};

STOWAGE_GUI_TEST(CompareViewTest);
#include "tst_compare_view.moc"
