// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is cancelled, undone, refused or begun again, and what the window says of it. All jobs are in one list.
#include "tests/app/window_test.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/orders/footprint_matrix.h"
#include "widgets/views/orders/orders_pane.h"

namespace {

/// Buffers that live for up to 500 steps, each beginning a step after the one before: they take seconds to plan.
QByteArray many_intervals() {
  QByteArray text = "id,lower,upper,size\n";
  for (std::int64_t k = 0; k < 40'000; ++k)
    text +=
        QStringLiteral("b%1,%2,%3,%4\n").arg(k).arg(k).arg(k + 1 + k * 7919 % 500).arg(1 + k * 104'729 % 4096).toUtf8();
  return text;
}

/// The row marked in the table of strategies: "imported", "so.size.best", or "none".
QString marked_row(Shown& shown) {
  const auto* table = shown.part<QTableView>("strategy_view");
  const QModelIndexList rows = table->selectionModel()->selectedRows();
  return rows.isEmpty() ? "none" : rows.first().data(kExactRole).toString();
}

const char* const kMedium = ":/samples/medium.stowage.json";

/// Tells when it goes, and reads the session once more then. It changes nothing: its parent has lost its own members.
struct LastWord : QWidget {
  LastWord(const ViewState& state, QStringList& gone, QWidget* parent) : QWidget(parent), state_(state), gone_(gone) {}
  ~LastWord() override {
    if (state_.selected_tensors().size() == 1) gone_ += "view";
  }
  const ViewState& state_;
  QStringList& gone_;
};

}  // namespace

class WindowWorkTest : public WindowTest {
  Q_OBJECT

  /// What was just begun is told, and one Esc ends it.
  static void esc_ends(Shown& shown, const QString& activity, const std::function<bool()>& runs) {
    QVERIFY(runs());
    QVERIFY(shown.window.busy());
    QTRY_VERIFY_WITH_TIMEOUT(shown.part<QLabel>("activity")->isVisible(), kPatience);
    QCOMPARE(shown.part<QLabel>("activity")->text(), activity);
    QVERIFY(shown.part<QToolButton>("cancel_work")->isVisible());
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!runs(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.busy(), kPatience);
    QVERIFY(!shown.part<QToolButton>("cancel_work")->isVisible());
  }

 private slots:
  /// Cancelled after the first plan: the window says so, marks what it shows, and plans again when asked to.
  void a_cancelled_planning_says_so_and_can_be_repeated() {
    Shown shown(scratch_);
    Planning& planning = shown.window.planning();
    QStringList activities;
    const auto note = [&] { activities += shown.part<QLabel>("activity")->text(); };
    connect(&planning, &Planning::stage_changed, &shown.window, note);
    bool stopping = false;
    connect(&planning, &Planning::plans_changed, &shown.window, [&] {
      if (planning.strategies_done() > 0 && !std::exchange(stopping, true))
        QTimer::singleShot(0, &shown.window, [&] {
          if (!planning.cancelled()) QTest::keyClick(&shown.window, Qt::Key_Escape);
        });
    });
    shown.open(scratch_.write("many.csv", many_intervals()));
    QVERIFY(planning.cancelled());
    const auto done = planning.strategies_done();
    QVERIFY(done >= 1 && done < live_strategies().size());
    const QString count = QStringLiteral("%1 of %2").arg(done).arg(live_strategies().size());
    QVERIFY(shown.message()->isVisible());
    for (const QString& said : {shown.message()->text(), shown.status()})
      QVERIFY2(said.contains(count), qPrintable(said));
    QVERIFY2(activities.contains("Planning: " + count), qPrintable(activities.join('|')));
    QVERIFY(!shown.part<QLabel>("activity")->isVisible());

    const std::string kept = shown.shown_strategy();
    QVERIFY(kept != "none");
    QCOMPARE(marked_row(shown).toStdString(), kept);

    QTest::keyClick(&shown.window, Qt::Key_Escape);
    QVERIFY(!shown.message()->isVisible());
    QTest::keyClick(&shown.window, Qt::Key_F5);
    QVERIFY(planning.running());
    QVERIFY(!planning.cancelled());
    QTRY_VERIFY_WITH_TIMEOUT(planning.strategies_done() > done || !planning.running(), 3 * kPatience);
    planning.cancel();
  }

  /// A plan marked as shown, whether it came with the graph or was opened later. Planning again gives the same.
  void an_opened_plan_is_marked() {
    Shown& shown = fresh(kTraining);
    const auto is_marked = [&] {
      QTRY_COMPARE_WITH_TIMEOUT(shown.shown_strategy(), std::string("imported"), kPatience);
      shown.settle();
      QVERIFY2(marked_row(shown).startsWith("imported"), qPrintable(marked_row(shown)));
    };
    const Plan first = shown.plan();
    shown.part<QAction>("plan_again")->trigger();
    QVERIFY(shown.window.planning().running());
    shown.settle();
    QCOMPARE(shown.window.planning().strategies_done(), live_strategies().size());
    QVERIFY(shown.plan().offsets == first.offsets);
    QVERIFY(!shown.message()->isVisible());
    const QString plan = scratch_.path("training.plan.json");
    shown.save_plan(plan);
    shown.choose("mo.size.best");
    shown.open(plan);
    is_marked();
    fresh().window.open_files({kTraining, plan});
    is_marked();
  }

  void a_message_goes_with_its_cause() {
    Shown& shown = fresh(kFigure2);
    const auto told = [&] { return shown.message()->isVisible(); };
    shown.type_alignment("none");
    QVERIFY(told());
    shown.save_plan(scratch_.path("fine.plan.json"));
    QVERIFY(told());            // it was not about saving
    shown.type_alignment("1");  // as it was, and accepted
    QVERIFY(!told());

    shown.save_plan(scratch_.path("no/such/folder/a.plan.json"));
    QVERIFY(told());
    shown.save_plan(scratch_.path("fine.plan.json"));
    QVERIFY(!told());

    for (const bool by_key : {false, true}) {
      shown.open(scratch_.path("no such file"));
      QVERIFY(told());
      by_key ? QTest::keyClick(shown.map(), Qt::Key_Escape) : shown.open(kTraining);
      QVERIFY(!told());
    }
  }

  void esc_ends_what_was_begun() {
    Shown shown(scratch_, kMedium);
    shown.bring("improve");
    auto* changes = shown.window.findChild<ImprovePane*>();
    changes->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.busy(), kPatience);
    changes->measure();
    esc_ends(shown, ImprovePane::tr("Measuring savings…"), [&] { return changes->busy(); });

    shown.bring("orders");
    auto* orders = shown.window.findChild<OrdersPane*>();
    auto* matrix = orders->findChild<FootprintMatrixView*>();
    shown.part<QTabWidget>("orders_tabs")->setCurrentWidget(matrix);
    QTRY_VERIFY_WITH_TIMEOUT(!orders->busy() && !shown.window.busy(), kPatience);
    click(shown.part<QToolButton>("compute_matrix"));
    esc_ends(shown, FootprintMatrixView::tr("Planning every order…"), [&] { return matrix->busy(); });
  }

  /// The views go first: until the last is gone there is what they refer to.
  void the_session_outlives_the_views() {
    QStringList gone;
    {
      auto shown = std::make_unique<Shown>(scratch_);
      shown->open(kFigure2);
      shown->window.state().select_tensors({TensorId(0)});
      new LastWord(shown->window.state(), gone, &shown->window);
      connect(&shown->window.document(), &QObject::destroyed, [&gone] { gone += "document"; });
      connect(&shown->window.state(), &QObject::destroyed, [&gone] { gone += "state"; });
      connect(&shown->window.planning(), &QObject::destroyed, [&gone] { gone += "planning"; });
    }
    QCOMPARE(gone, (QStringList{"view", "planning", "state", "document"}));
  }
};

STOWAGE_WINDOW_TEST(WindowWorkTest);
#include "tst_window_work.moc"
