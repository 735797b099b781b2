// SPDX-License-Identifier: GPL-3.0-or-later
// What to do to need less memory, in the window: previews are one step of the history, and applied ones stay.
#include "core/insight/edit/same_graph.h"
#include "core/planning/plan_ground.h"
#include "tests/app/window_test.h"
#include "widgets/views/improve/improve_pane.h"

namespace {

/// The least footprint of the live strategies.
Bytes least_of_live(const Graph& graph) {
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const PlanGround ground = PlanGround::make(graph, conflicts, {1}).value();
  Bytes least = kMaxTotalSize;
  for (const LayoutStrategy& strategy : live_strategies())
    least = std::min(least, ground.plan(strategy, {}).value().footprint);
  return least;
}

struct Saved : Shown {
  using Shown::Shown;
  ImprovePane* pane() { return window.findChild<ImprovePane*>(); }
  QTableView* table() { return part<QTableView>("savings"); }
  void measure() {
    bring("improve");
    settle();
    wait_until([&] { return !pane()->busy(); });  // a little later it is measured of itself
  }
  void measure(const QString& file) {
    open(file);
    measure();
  }
  QStringList names() {
    QStringList out;
    for (int row = 0; row < table()->model()->rowCount(); ++row)
      out << table()->model()->index(row, 0).data().toString();
    return out;
  }
  int row_of(const QString& begin) {
    const QStringList all = names();
    for (int row = 0; row < all.size(); ++row)
      if (all[row].startsWith(begin)) return row;
    return -1;
  }
  qint64 saved(int row) { return table()->model()->index(row, 1).data(Qt::UserRole).toLongLong(); }
  void select(int row) { click_row(table(), row); }
  void press(const char* button) {
    click(part<QAbstractButton>(button));
    settle();
  }
  /// 30 tensors in random steps: the live strategies need 481 bytes and more, of the bound of 467.
  void open_hard(const Scratch& scratch) {
    QByteArray rows = "id,lower,upper,size\n";
    std::uint64_t random = 2;
    const auto draw = [&random](int most) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      return static_cast<int>((random >> 33) % static_cast<std::uint64_t>(most));
    };
    for (int k = 0; k < 30; ++k) {
      const int lower = draw(20), upper = lower + 1 + draw(8);
      rows += QString("t%1,%2,%3,%4\n").arg(k).arg(lower).arg(upper).arg(1 + draw(59)).toLatin1();
    }
    open(scratch.write("hard.csv", rows));
    settle();
  }
  [[nodiscard]] Bytes footprint() { return plan().footprint; }
};

}  // namespace

class WindowImproveTest : public TestOfWindow<Saved> {
  Q_OBJECT

 private slots:
  /// By a strategy that runs only when asked to, so that it has no plan before.
  void a_layout_that_a_search_found_is_applied() {
    for (const char* button : {"apply_saving", "preview_saving"}) {
      Saved& shown = fresh();
      shown.open_hard(scratch_);
      shown.choose("so.size.first");
      QCOMPARE(shown.footprint(), Bytes{501});
      shown.measure();
      shown.select(0);
      QVERIFY2(shown.names()[0].startsWith("Layout: Search"), qPrintable(shown.names()[0]));
      shown.press(button);
      QCOMPARE(shown.footprint(), Bytes{467});
    }
  }

  /// What was measured began with a plan that needs no more than the bound; then the user looks at a larger one.
  void a_better_plan_that_was_shown_is_a_saving() {
    Saved& shown = fresh();
    shown.open_hard(scratch_);
    shown.choose("auto");
    QCOMPARE(shown.footprint(), Bytes{467});
    shown.measure();
    QVERIFY(shown.names().isEmpty());
    shown.choose("so.size.first");
    shown.select(0);
    shown.press("apply_saving");
    QCOMPARE(shown.footprint(), Bytes{467});
    QVERIFY(shown.names().isEmpty());
  }

  /// The bound of the graph counts, where the plan of a file carries none.
  void a_plan_of_a_file_that_meets_the_bound() {
    Saved& shown = fresh();
    shown.measure(scratch_.write("full.csv", "id,lower,upper,size,offset\na,0,2,8,0\nb,1,3,8,8\n"));
    QCOMPARE(shown.plan().lower_bound, Bytes{});
    QCOMPARE(shown.part<QLabel>("savings_status")->text(), QString("Nothing found: the footprint equals the bound."));
  }

  /// The best order of the table, by planning each; shown, taken back, applied, undone.
  void an_order_is_previewed_and_applied() {
    Saved& shown = fresh();
    shown.measure(kTraining);
    const std::shared_ptr<const Graph> before = shown.window.document().graph();
    const Bytes footprint = shown.footprint();
    Bytes least = footprint;
    for (const OrderStrategy& strategy : order_strategies())
      least = std::min(least, least_of_live(make_order(strategy, *before)->graph));
    QVERIFY(least < footprint);
    const int row = shown.row_of("Order");
    QVERIFY2(row >= 0, qPrintable(shown.names().join(", ")));
    QCOMPARE(shown.saved(row), (least - footprint).count);

    shown.select(row);
    const QImage map = shown.map()->grab().toImage();
    shown.press("preview_saving");
    QCOMPARE(shown.footprint(), least);
    QVERIFY(!same_graph(shown.graph(), *before));
    QVERIFY(shown.map()->grab().toImage() != map);
    QCOMPARE(shown.history().count(), 1);
    QVERIFY(shown.pane()->previews());

    shown.press("back_from_saving");
    QVERIFY(shown.window.document().graph() == before);
    QCOMPARE(shown.footprint(), footprint);
    QCOMPARE(shown.history().count(), 0);
    QVERIFY(!shown.window.isWindowModified());

    shown.select(row);
    shown.press("apply_saving");
    QCOMPARE(shown.footprint(), least);
    QCOMPARE(shown.history().count(), 1);
    QVERIFY(!shown.pane()->previews());
    shown.press_key(QKeySequence::Undo);
    QVERIFY(shown.window.document().graph() == before);
    QCOMPARE(shown.footprint(), footprint);
  }

  /// A line over the centre says so, and keeps it or takes it back.
  void a_preview_is_told_over_the_centre() {
    Saved& shown = fresh();
    shown.measure(kTraining);
    auto* bar = shown.part<QWidget>("preview_bar");
    const auto before = shown.window.document().graph();
    const Bytes footprint = shown.footprint();
    QVERIFY(bar->isHidden());
    const int row = shown.row_of("Order");
    const QString name = shown.names()[row];
    shown.select(row);
    shown.press("preview_saving");
    QVERIFY(bar->isVisible());
    QVERIFY2(shown.part<QLabel>("previewed_change")->text().endsWith(name), qPrintable(name));
    shown.press("discard_preview");
    QVERIFY(bar->isHidden());
    QVERIFY(shown.window.document().graph() == before);
    QCOMPARE(shown.footprint(), footprint);
    shown.select(row);
    shown.press("preview_saving");
    shown.press("apply_preview");
    QVERIFY(bar->isHidden() && !shown.pane()->previews());
    QVERIFY(shown.footprint() < footprint);
    QCOMPARE(shown.history().count(), 1);
  }

  /// A change that is only previewed comes into no file unasked.
  void saving_asks_whether_a_preview_is_to_stay() {
    Saved& shown = fresh();
    const QString path = scratch_.copy_of("previewed.stowage.json", kTraining);
    const QByteArray bytes = Scratch::read(path);
    shown.measure(path);
    const auto before = shown.window.document().graph();
    const auto save = [&](const std::function<QAbstractButton*(QMessageBox*)>& answer) {
      bool asked = false;
      when_asked<QMessageBox>(&shown.window, [&](QMessageBox* box) {
        asked = box->objectName() == "save_preview";
        click(answer(box));
      });
      shown.press_key(QKeySequence::Save);
      shown.wait_for_answers();
      shown.activate();
      shown.settle();
      return asked;
    };
    const int row = shown.row_of("Order");
    shown.select(row);
    shown.press("preview_saving");
    QVERIFY(save([](QMessageBox* box) { return box->button(QMessageBox::Cancel); }));
    QVERIFY(shown.pane()->previews());
    QCOMPARE(Scratch::read(path), bytes);

    QVERIFY(save([](QMessageBox* box) { return button_of(*box, "discard_and_save"); }));
    QVERIFY(!shown.pane()->previews() && shown.window.document().graph() == before);
    QVERIFY(!shown.window.isWindowModified());
    QVERIFY(same_graph(read_graph(path), *before));

    shown.select(row);
    shown.press("preview_saving");
    QVERIFY(save([](QMessageBox* box) { return button_of(*box, "apply_and_save"); }));
    QVERIFY(!shown.pane()->previews() && !same_graph(shown.graph(), *before));
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.isWindowModified(), kPatience);
    QVERIFY(same_graph(read_graph(path), shown.graph()));
  }

  /// One preview takes the place of the one before, whatever it changes; what is applied stays below the next.
  void previews_are_one_step() {
    Saved& shown = fresh();
    shown.measure(kTraining);
    shown.align({4096});
    wait_until([&] { return !shown.pane()->busy(); });
    const std::shared_ptr<const Graph> before = shown.window.document().graph();
    const QStringList names = shown.names();
    QVERIFY2(shown.row_of("Alignment") >= 0 && shown.row_of("Order") >= 0, qPrintable(names.join(", ")));
    for (int round = 0; round < 2; ++round)
      for (int row = 0; row < names.size(); ++row) {
        shown.select(row);
        shown.press("preview_saving");
        QCOMPARE(shown.names(), names);
        QVERIFY2(shown.pane()->previews(), qPrintable(names[row]));
        QVERIFY(shown.history().count() <= 2);
        const bool aligned = names[row].startsWith("Alignment");
        QCOMPARE(shown.window.document().alignment(), Bytes{aligned ? 64 : 4096});
      }
    shown.press("back_from_saving");
    QVERIFY(shown.window.document().graph() == before);
    QCOMPARE(shown.window.document().alignment(), Bytes{4096});
    QCOMPARE(shown.history().count(), 1);
  }

  /// What the user chose to see is seen again after Back.
  void a_layout_is_shown() {
    Saved& shown = fresh(kTraining);
    shown.choose("mo.breadth.first");
    shown.bring("improve");
    shown.settle();
    wait_until([&] { return !shown.pane()->busy(); });
    const Bytes footprint = shown.footprint();
    const int row = shown.row_of("Layout");
    QVERIFY(row >= 0);
    const qint64 saved = shown.saved(row);
    shown.select(row);
    shown.press("preview_saving");
    QCOMPARE((shown.footprint() - footprint).count, saved);
    shown.press("back_from_saving");
    QCOMPARE(shown.shown_strategy(), std::string("mo.breadth.first"));
    // From the preview of an edit to that of a layout, and to stay.
    shown.select(shown.row_of("Order"));
    shown.press("preview_saving");
    shown.select(shown.row_of("Layout"));
    shown.press("preview_saving");
    QCOMPARE((shown.footprint() - footprint).count, saved);
    QCOMPARE(shown.history().count(), 0);
    shown.press("apply_saving");
    QCOMPARE((shown.footprint() - footprint).count, saved);
    QCOMPARE(shown.row_of("Layout"), -1);
    QVERIFY(!shown.pane()->previews());
  }

  /// Whatever plan is shown: what a row says is saved of that, and no less is saved once it is applied.
  void promises_are_kept() {
    for (const char* strategy : {"mo.breadth.first", ""}) {
      Saved& shown = fresh(kTraining);
      if (*strategy != 0) shown.window.planning().choose(find_layout_strategy(strategy));
      shown.measure(kTraining);
      const int rows = shown.table()->model()->rowCount();
      QVERIFY(rows > 0);
      const auto graph = shown.window.document().graph();
      for (int row = 0; row < rows; ++row) {
        const Bytes before = shown.footprint();
        const Bytes promised = before + Bytes{shown.saved(row)};
        const QString name = shown.names()[row];
        shown.select(row);
        shown.press("apply_saving");
        QVERIFY2(shown.footprint() <= promised, qPrintable(name));
        while (shown.history().canUndo()) shown.history().undo();
        shown.settle();
        QVERIFY(shown.window.document().graph() == graph);
        QVERIFY2(shown.footprint() <= before, qPrintable(name));
        wait_until([&] { return !shown.pane()->busy(); });
        if (shown.table()->model()->rowCount() != rows) break;
      }
    }
  }

  /// An edit on top of a preview keeps it; the next preview takes neither away.
  void an_edit_keeps_the_preview() {
    Saved& shown = fresh();
    shown.measure(kTraining);
    shown.select(shown.row_of("Order"));
    shown.press("preview_saving");
    shown.align({64});
    wait_until([&] { return !shown.pane()->busy(); });
    QCOMPARE(shown.history().count(), 2);
    QVERIFY(!shown.pane()->previews());
    if (!shown.names().isEmpty()) {
      shown.select(0);
      shown.press("preview_saving");
      QCOMPARE(shown.history().count(), 3);
    }
  }

  /// A recorded heap and lifetimes have neither orders nor streams to change.
  void only_what_applies() {
    Saved& shown = fresh();
    for (const char* file : {":/samples/lifetimes.csv", ":/samples/serving.pickle"}) {
      shown.measure(file);
      for (const QString& name : shown.names())
        QVERIFY2(name.startsWith("Layout") || name.startsWith("Alignment"), qPrintable(name));
    }
  }
};

STOWAGE_WINDOW_TEST(WindowImproveTest);
#include "tst_window_improve.moc"
