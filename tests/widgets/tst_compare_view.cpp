// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "widgets/compare/compare_view.h"
#include "widgets/heap_map/heap_map_widget.h"
#include "widgets/heap_map/minimap.h"

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
    view.set_a(PlanChoice::of(nullptr), small);
    view.show();
    if (!QTest::qWaitForWindowExposed(&view)) qFatal("no window");
    view.set_b(PlanChoice::baseline(), large);
    view.set_mode(CompareView::Mode::side_by_side);
    QCoreApplication::processEvents();
  }
  void all_is_in_view() {
    for (const HeapMapWidget* map : {view.map_b(), &view.map_a()}) {
      QVERIFY(map->geometry_of_map().is_fitted());
      QVERIFY(map->minimap().isHidden());
    }
    QVERIFY(view.map_a().geometry_of_map().view() == view.map_b()->geometry_of_map().view());
    QVERIFY(std::abs(view.map_a().width() - view.map_b()->width()) <= 1);
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
      c.view.set_b(PlanChoice::baseline(), plan_with(top));
      c.all_is_in_view();
      c.a->set_view(plan_with(top / 2 + 30'000));
      c.view.set_a(PlanChoice::of(nullptr), plan_with(top / 2 + 30'000));
      c.all_is_in_view();
      c.view.resize(c.view.width() - 97, c.view.height() - 13);
      QCoreApplication::processEvents();
      c.all_is_in_view();
    }
  }

  /// What was zoomed stays so, linked.
  void what_was_zoomed_stays() {
    Compared c;
    QTest::keyClick(c.a, Qt::Key_Plus);
    QVERIFY(!c.a->geometry_of_map().is_fitted());
    QTRY_VERIFY(!c.view.map_b()->minimap().isHidden());
    c.view.set_b(PlanChoice::baseline(), plan_with(73'000));
    QVERIFY(!c.a->geometry_of_map().is_fitted());
    QVERIFY(!c.view.map_b()->geometry_of_map().is_fitted());
    QTest::keyClick(c.a, Qt::Key_Home);
    c.all_is_in_view();
  }
};

QTEST_MAIN(CompareViewTest)
#include "tst_compare_view.moc"
