// SPDX-License-Identifier: GPL-3.0-or-later
// All jobs of a window are in one list: the status bar tells of them, Esc ends them, and they go before what they use.
#include "tests/app/window_test.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/orders/footprint_matrix.h"
#include "widgets/views/orders/orders_pane.h"

namespace {

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

class WindowJobsTest : public WindowTest {
  Q_OBJECT

  template <class AnyPane>
  static AnyPane* bring(Shown& shown, const char* dock) {
    shown.bring(dock);
    return shown.window.findChild<AnyPane*>();
  }

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
  void esc_ends_the_measuring_of_changes() {
    Shown& shown = fresh(kMedium);
    auto* pane = bring<ImprovePane>(shown, "improve");
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.busy(), 3 * kPatience);
    pane->stop();
    pane->measure();
    esc_ends(shown, ImprovePane::tr("Measuring savings…"), [&] { return pane->busy(); });
  }

  void esc_ends_the_footprints_of_orders() {
    Shown shown(scratch_, kMedium);
    auto* pane = bring<OrdersPane>(shown, "orders");
    auto* matrix = pane->findChild<FootprintMatrixView*>();
    shown.part<QTabWidget>("orders_tabs")->setCurrentWidget(matrix);
    QTRY_VERIFY_WITH_TIMEOUT(!pane->busy() && !shown.window.busy(), kPatience);
    click(shown.part<QToolButton>("compute_matrix"));
    esc_ends(shown, FootprintMatrixView::tr("Planning every order…"), [&] { return matrix->busy(); });
  }

  /// The window ends its jobs, and closes, whatever runs; nothing hangs.
  void a_window_closes_while_all_works() {
    Shown& shown = fresh(kMedium);
    auto* improve = bring<ImprovePane>(shown, "improve");
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.busy(), 3 * kPatience);
    improve->measure();
    auto* orders = bring<OrdersPane>(shown, "orders");
    click(shown.part<QToolButton>("run_all_orders"));
    QVERIFY(orders->searching());
    shown.window.planning().start();
    QVERIFY(shown.window.drawing() && shown.window.busy());
    QVERIFY(shown.close());
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

STOWAGE_WINDOW_TEST(WindowJobsTest);
#include "tst_window_jobs.moc"
