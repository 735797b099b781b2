// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window_test.h"

namespace {

/// The window with inspector and runs in front.
struct Why : Shown {
  using Shown::Shown;
  void open(const QString& path) {
    Shown::open(path);
    for (const char* name : {"inspector", "runs"}) bring(name);
    settle();
  }
  void settle() override {
    Shown::settle();
    wait_until([&] { return !window.busy() && !inspector()->busy() && !part<Pane>("runs_pane")->busy(); });
  }
  Pane* inspector() { return part<Pane>("inspector_pane"); }
  QString said() { return part<QTextBrowser>("inspector_text")->toPlainText(); }
  QString words() { return part<QLabel>("run_words")->text(); }
  const Graph& graph() { return *window.planning().view().graph; }
  TensorId tensor(const char* name) { return graph().find_tensor(name); }
  /// Both with the mouse, in the heap map.
  void pick_pair(TensorId a, TensorId b) {
    QTest::mouseClick(map(), Qt::LeftButton, {}, place(a));
    QTest::mouseClick(map(), Qt::LeftButton, Qt::ControlModifier, place(b));
    settle();
  }
  void key(Qt::Key which) { QTest::keyClick(part<QWidget>("run_chart"), which); }
  void break_it(const QString& wait) {
    auto* waits = part<QComboBox>("run_waits");
    waits->setFocus();
    QTest::keyClick(waits, Qt::Key_Home);
    for (int k = waits->findText(wait, Qt::MatchContains); k > 0; --k) QTest::keyClick(waits, Qt::Key_Down);
    click(part<QPushButton>("run_break"));
    settle();
  }
};

}  // namespace

class WindowWhyTest : public TestOfWindow<Why> {
  Q_OBJECT

 private slots:
  void a_pair_is_picked_and_its_path_lit() {
    Why& shown = fresh(kTraining);
    shown.pick_pair(shown.tensor("x"), shown.tensor("r1"));
    QCOMPARE(shown.window.state().selected_tensors(), (std::vector{shown.tensor("x"), shown.tensor("r1")}));
    QVERIFY2(shown.said().startsWith("Safe"), qPrintable(shown.said()));
    click_link_to(shown.part<QTextBrowser>("inspector_text"), "path:");
    shown.settle();
    const auto& path = shown.window.state().path();
    QVERIFY(path.size() >= 2);
    QCOMPARE(path.front(), shown.graph().find_operator("fwd1"));
    QCOMPARE(path.back(), shown.graph().producer(shown.tensor("r1")));
  }

  void an_unsafe_pair_is_played() {
    Why& shown = fresh(kTraining);
    shown.pick_pair(shown.tensor("g1"), shown.tensor("r1"));
    QVERIFY2(shown.said().startsWith("Unsafe"), qPrintable(shown.said()));
    auto* events = shown.part<QListView>("event_list");
    click_row(events, 0);
    QTest::keyClick(events, Qt::Key_End);
    const auto& moment = shown.window.state().moment();
    QVERIFY(moment);
    for (const char* name : {"g1", "r1"})
      QVERIFY(moment->tensors[shown.tensor(name).index()] == PlayedMoment::State::alive);
    QTest::keyClick(events, Qt::Key_Escape);
    QVERIFY(!shown.window.state().moment());
  }

  void a_run_is_played_and_a_missing_sync_found_out() {
    Why& shown = fresh(kTraining);
    shown.key(Qt::Key_Right);
    QVERIFY(shown.window.state().moment());
    shown.key(Qt::Key_Escape);
    QVERIFY(!shown.window.state().moment());
    shown.break_it("allreduce waits for the data of bwd1");
    const auto& moment = shown.window.state().moment();
    QVERIFY(moment && moment->overwritten.valid() && moment->overwriting.valid());
    for (const TensorId t : {moment->overwritten, moment->overwriting})
      QVERIFY2(shown.words().contains(QString::fromStdString(std::string(shown.graph().name(t)))),
               qPrintable(shown.words()));
    QVERIFY(shown.words().contains(QString::fromStdString(std::string(shown.graph().name(moment->culprit)))));
    QVERIFY(says(shown.words(), {"allreduce", "bwd1"}));
    // In the whole graph, the wait is what makes the pair safe: the inspector shows how.
    QVERIFY2(shown.said().startsWith("Safe") && shown.said().contains("allreduce"), qPrintable(shown.said()));
  }

  void figure_2_is_broken_too() {
    Why& shown = fresh(kFigure2);
    // The figure's best plans put i where a was: 6, which makes i, comes after 3, the last to use a.
    const auto& offsets = shown.plan().offsets;
    QCOMPARE(offsets[shown.tensor("a").index()], offsets[shown.tensor("i").index()]);
    shown.break_it("6 waits for the data of 3");
    const auto& moment = shown.window.state().moment();
    QVERIFY(moment);
    QCOMPARE(moment->overwritten, shown.tensor("a"));
    QCOMPARE(moment->overwriting, shown.tensor("i"));
    QCOMPARE(moment->culprit, shown.graph().find_operator("6"));
    // 6 did not wait for the data of 3, and writes i over a, which 3 still needs.
    QVERIFY(says(shown.words(), {"6", "3", "i", "a", "3"}) && says(shown.words(), {"62.0 KiB"}));
  }

  void a_long_run_of_lifetimes() {
    STOWAGE_NEEDS_SHARED();
    Why& shown = fresh(QString::fromStdString(shared_path("data/intervals/pangu_2.6B.csv")));
    QTest::mouseClick(shown.part<QWidget>("run_chart"), Qt::LeftButton, {}, QPoint(400, 20));
    QVERIFY(shown.window.state().moment());
    QVERIFY(shown.window.state().moment()->tensors.size() == shown.graph().tensor_count());
    QVERIFY(!shown.part<QPushButton>("run_break")->isEnabled());  // one stream
    QTest::mouseClick(shown.map(), Qt::LeftButton, {}, shown.place(shown.tensor("3752")));
    shown.settle();
    QVERIFY2(shown.said().contains("3752"), qPrintable(shown.said()));
  }
};

STOWAGE_WINDOW_TEST(WindowWhyTest);
#include "tst_window_why.moc"
