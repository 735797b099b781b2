// SPDX-License-Identifier: GPL-3.0-or-later
// The real window, driven by mouse and keyboard without a display; its tool bar and its headline.
#include "core/check/validator.h"
#include "core/graph/claims.h"
#include "tests/app/window_test.h"
#include "widgets/base/canvas.h"
#include "widgets/controls/headline.h"
#include "widgets/painters/style/theme.h"
#include "widgets/views/strategies/strategy_box.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace {

const QString kSince = QStringLiteral("Since baseline");

std::optional<Headline::Figure> figure(Shown& shown, const QString& name) {
  for (const Headline::Figure& each : shown.window.centre().headline().figures())
    if (each.name == name) return each;
  return std::nullopt;
}

}  // namespace

class MainWindowTest : public WindowTest {
  Q_OBJECT

 private slots:
  /// The docks have nothing to show beside the start page; they come back with a graph, as they were left.
  void docks_wait_for_a_graph() {
    Shown shown(scratch_);
    QVERIFY(!shown.part<QAction>("save_plan_as")->isEnabled());
    QCOMPARE(shown.docks_shown(), QStringList());
    shown.open(kFigure2);
    QStringList all = shown.docks_shown();
    QVERIFY(all.size() >= 4);
    shown.dock(qPrintable(all.takeFirst()))->hide();
    shown.part<QAction>("close")->trigger();
    QCOMPARE(shown.docks_shown(), QStringList());
    shown.open(kFigure2);
    QCOMPARE(shown.docks_shown(), all);
  }

  void every_sample_opens_and_is_planned_safely() {
    Shown& shown = fresh();
    for (const Sample& sample : samples()) {
      shown.open(sample.path);
      QCOMPARE(shown.window.document().path(), sample.path);
      const OpenDocument& document = shown.window.document();
      const auto unknown = [](const ImportEntry& entry) { return entry.kind == ImportKind::unknown; };
      const bool warns = document.graph()->loop_count() > 0 || !document.warnings().empty() ||
                         (document.file_plan() && document.file_plan()->serial_streams) ||
                         std::ranges::any_of(document.summary().entries(), unknown);
      QVERIFY2(shown.message()->isVisible() == warns, qPrintable(sample.path + ": " + shown.message()->text()));
      const PlanView& view = shown.window.planning().view();
      QVERIFY2(view.plan, qPrintable(sample.path));
      const auto checked = validate(*view.graph, *view.plan);
      QVERIFY2(checked && checked->valid(), qPrintable(sample.path));
    }
  }

  void one_selection_everywhere() {
    Shown& shown = fresh(kTraining);
    auto* table = shown.part<QTableView>("tensor_view");
    click_row(table, 2);
    QCOMPARE(shown.window.state().selected_tensors(), (std::vector{TensorId(2)}));
    const TensorId r1 = shown.graph().find_tensor("r1");
    QTest::mouseClick(shown.map(), Qt::LeftButton, {}, shown.place(r1));
    QCOMPARE(shown.window.state().selected_tensors(), (std::vector{r1}));
    QVERIFY(table->selectionModel()->isRowSelected(static_cast<int>(r1.index()), {}));
  }

  void the_best_plan_is_shown_while_its_mark_is_set() {
    Shown& shown = fresh(kTraining);
    auto* mark = shown.part<QCheckBox>("show_best");
    QVERIFY(mark->isChecked() && mark->isVisible() && mark->text().remove('&').contains("best"));
    const std::string best = shown.shown_strategy();
    auto* table = shown.part<QTableView>("strategy_view");
    click_row(table, 10);
    QTRY_VERIFY(shown.shown_strategy() != best);
    QVERIFY(!mark->isChecked());
    const QPoint box(8, mark->height() / 2);
    QTest::mouseClick(mark, Qt::LeftButton, {}, box);
    QTRY_COMPARE(shown.shown_strategy(), best);
    QVERIFY(mark->isChecked());
    QTest::mouseClick(mark, Qt::LeftButton, {}, box);  // keeps to the one shown
    QCOMPARE(shown.shown_strategy(), best);
    QVERIFY(!mark->isChecked() && !shown.window.planning().follows_best());
  }

  /// Without a choice of the user's, no plan of this planning is smaller than the one shown.
  void the_best_plan_is_shown_first() {
    Shown& shown = fresh(":/samples/somas_figure_7.stowage.json");
    const Bytes paper{1664};
    QCOMPARE(shown.plan().footprint, paper);
    for (const LayoutStrategy& each : live_strategies())
      if (const auto plan = shown.window.planning().results().plan_of(&each)) QVERIFY(plan->footprint >= paper);
  }

  /// After Enter the map has the keyboard, so that Ctrl+Z undoes, one entry at a time.
  void alignment_replans_and_undoes() {
    Shown& shown = fresh(kFigure2);
    shown.choose("mo.size.best");
    const std::string chosen = shown.shown_strategy();
    for (const std::int64_t alignment : {512, 3}) {
      shown.type_alignment(QString::number(alignment));
      QCOMPARE(QApplication::focusWidget(), shown.map());
      shown.settle();
      QCOMPARE(shown.window.document().alignment(), Bytes{alignment});
      QCOMPARE(shown.plan().alignment, Bytes{alignment});
      for (const Offset offset : shown.plan().offsets) QCOMPARE(offset.value % alignment, 0);
      QCOMPARE(shown.shown_strategy(), chosen);
      QVERIFY(says(shown.part<QAction>("undo")->text(), {QString::number(alignment)}));
      QVERIFY(!shown.window.isWindowModified());  // no graph file keeps it
    }
    QTest::keySequence(QApplication::focusWidget(), QKeySequence::Undo);
    QCOMPARE(shown.window.document().alignment(), Bytes{512});
    // Also from within the field, as long as nothing is being typed there.
    auto* field = shown.part<QComboBox>("alignment");
    field->setFocus();
    QTest::keySequence(QApplication::focusWidget(), QKeySequence::Undo);
    shown.settle();
    QCOMPARE(shown.plan().alignment, Bytes{1});
    QCOMPARE(field->currentText(), QString("1"));
    shown.type_alignment("none");
    QVERIFY(shown.message()->isVisible());
    QCOMPARE(shown.window.document().alignment(), Bytes{1});
  }

  /// Figure 2 of the SOMAS paper: 32 unsafe pairs on three streams.
  void the_status_bar_counts_until_all_is_closed() {
    Shown& shown = fresh();
    QCOMPARE(numbers_in(shown.status()), QList<qint64>());
    shown.open(kFigure2);
    QVERIFY(says(shown.status(), {"9", "3", "32"}));  // tensors, streams, unsafe pairs
    QVERIFY(shown.map()->isVisible() && !shown.part<QToolButton>("cancel_work")->isVisible());
    QTest::keySequence(&shown.window, QKeySequence::Close);
    QVERIFY(!shown.window.document().is_open() && !shown.map()->isVisible());
    QCOMPARE(shown.part<QTableView>("tensor_view")->model()->rowCount(), 0);
    QCOMPARE(numbers_in(shown.status()), QList<qint64>());
  }

  void the_filter_has_a_shortcut() {
    Shown& shown = fresh(kTraining);
    shown.dock("tensors")->hide();
    QTest::keySequence(&shown.window, QKeySequence("Ctrl+Shift+F"));
    QVERIFY(shown.dock("tensors")->isVisible());
    QTest::keyClicks(shown.window.focusWidget(), "relu");
    QCOMPARE(shown.part<QLineEdit>("tensor_filter")->text(), QString("relu"));
  }

  /// Words go first, then the name of the strategy; all that is in the bar is seen.
  void it_shortens_where_it_is_narrow() {
    Shown& shown = fresh();
    QVERIFY(!shown.part<QLabel>("align_label")->isEnabled());  // as its box
    shown.open(kTraining);
    QVERIFY(shown.part<QLabel>("align_label")->isEnabled());
    auto* bar = shown.part<QToolBar>("tools");
    auto* box = shown.part<StrategyBox>("strategy_box");
    auto* pin = qobject_cast<QToolButton*>(bar->widgetForAction(shown.part<QAction>("pin")));
    for (const auto& [width, words, name] :
         {std::tuple{1600, true, true}, {1000, false, true}, {820, false, false}, {1600, true, true}}) {
      shown.window.resize(width, 800);
      wait_until_idle();
      QTRY_COMPARE(pin->toolButtonStyle() == Qt::ToolButtonTextBesideIcon, words);
      QTRY_COMPARE(box->text().contains("fit"), name);
      QVERIFY(box->text().contains("4.27 MiB"));
      for (QAction* action : bar->actions())
        if (action->isVisible() && !action->isSeparator() && !action->text().isEmpty())
          QVERIFY2(bar->widgetForAction(action)->isVisible(), qPrintable(action->text()));
    }
  }

  /// A bound that holds only for assumed lifetimes proves nothing of the program.
  void nothing_assumed_is_called_optimal() {
    const Graph known = make_training_graph({.layers = 2, .streams = 1, .branches = 1});
    for (const bool assumed : {false, true}) {
      Shown& shown = fresh(scratch_.write("assumed.stowage.json", assumed ? as_assumed(known) : known));
      QCOMPARE(figure(shown, QStringLiteral("Gap"))->value.contains("optimal"), !assumed);
      QCOMPARE(shown.part<StrategyBox>("strategy_box")->text().contains("optimal"), !assumed);
    }
  }

  /// Nowhere in the window is a difference of footprints of which only the least is known.
  void what_is_not_counted_is_compared_with_nothing() {
    Graph::Data data = make_training_graph({.layers = 2, .streams = 3, .branches = 2}).data();
    set_unknown_size(data, 3, true);
    const QString unknown = scratch_.write("unknown.stowage.json", Graph(std::move(data)));
    Shown& shown = fresh(unknown);
    auto* view = shown.part<QTableView>("strategy_view");
    const StrategyTableModel& model = shown.window.findChild<StrategyPanel*>()->model();
    if (auto* more = shown.part<QToolButton>("more_strategies"); more->isVisible() && !more->isChecked()) click(more);
    click(view, row_named(view, "so.size.best"));
    QTest::keyClick(&shown.window, Qt::Key_B, Qt::ControlModifier);
    click(view, row_named(view, "mo.breadth.first"));
    shown.settle();
    QCOMPARE(shown.shown_strategy(), std::string("mo.breadth.first"));
    const Bytes pinned = shown.window.planning().results().baseline()->plan->footprint;
    const Bytes now = shown.plan().footprint;
    QVERIFY(now != pinned);
    using Column = StrategyTableModel::Column;
    for (const StrategyRow& row : model.results().rows()) {
      const QModelIndex at = model.index(model.results().row_of(row.strategy), 0);
      if (!row.footprint) continue;
      QVERIFY(!at.data(Qt::FontRole).value<QFont>().bold());
      for (const Column column : {Column::kDelta, Column::kDeltaShare, Column::kGap})
        QCOMPARE(at.siblingAtColumn(column).data().toString(), QString());
    }
    QVERIFY2(shown.status().contains("at least") && !shown.status().contains('%'), qPrintable(shown.status()));
    QVERIFY(shown.part<StrategyBox>("strategy_box")->toolTip().contains("at least"));
    QVERIFY(figure(shown, kSince) && !figure(shown, kSince)->value.contains("B"));
    QTest::keyClick(&shown.window, Qt::Key_F9);
    shown.settle();
    const QString summary = shown.part<QLabel>("compare_summary")->text();
    QVERIFY2(!summary.contains(human_bytes({std::abs((now - pinned).count)})) && !summary.contains(" less "),
             qPrintable(summary));
    QVERIFY(!shown.part<QWidget>("header_b")->findChild<QLabel*>("delta")->text().contains('B'));
    QVERIFY(shown.part<QWidget>("header_b")->findChild<QComboBox*>()->currentText().contains("at least"));
  }

  void the_headline_tells_the_plan_and_what_changed() {
    Shown& shown = fresh(kTraining);
    const Planning& planning = shown.window.planning();
    QCOMPARE(figure(shown, "Footprint")->value, human_bytes(planning.view().plan->footprint));
    QCOMPARE(figure(shown, "Gap")->tone, Headline::Tone::good);
    QVERIFY(planning.view().plan->proved_optimal && !figure(shown, kSince));
    shown.part<QAction>("pin")->trigger();
    QCOMPARE(figure(shown, kSince)->tone, Headline::Tone::plain);
    shown.choose("mo.breadth.best");  // larger
    QCOMPARE(figure(shown, kSince)->tone, Headline::Tone::bad);
    QVERIFY(figure(shown, kSince)->value.startsWith('+'));
    QVERIFY(figure(shown, "Gap")->value.startsWith('+'));
    shown.part<QAction>("pin")->trigger();
    shown.choose("so.size.best");
    QCOMPARE(figure(shown, kSince)->tone, Headline::Tone::good);
    shown.window.close_document();
    QVERIFY(shown.window.centre().headline().figures().empty());
    shown.open(kFit);  // a lesson, which asks for it
    QVERIFY(!figure(shown, "Footprint"));
    QVERIFY(!shown.part<StrategyBox>("strategy_box")->text().contains(human_bytes(shown.plan().footprint)));
  }

  /// What the bodies of loops need comes on top, where a graph is too large to be laid out: here each value comes round
  /// after as many iterations as three rings of 199, 211 and 223 places have in common.
  void loops_that_are_not_counted_make_no_plan_optimal() {
    QStringList tensors, carry;
    for (const int places : {199, 211, 223})
      for (int k = 0; k < places; ++k) {
        tensors << QString(R"({"id": "x%1_%2", "size": 8, "consumers": ["f"]})").arg(places).arg(k);
        carry << QString(R"(["x%1_%2", "x%1_%3"])").arg(places).arg(k).arg((k + 1) % places);
      }
    Shown& shown = fresh(scratch_.write(
        "rings.stowage.json", QString(R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "make"}, {"id": "l",
            "loop": {"nodes": [{"id": "f"}], "tensors": [%1], "carry": [%2]}}],
            "tensors": [{"id": "t", "size": 4096, "producer": "make", "consumers": ["l"]}]})")
                                  .arg(tensors.join(", "), carry.join(", "))
                                  .toUtf8()));
    const Plan& plan = shown.plan();
    QCOMPARE(plan.footprint, plan.lower_bound);
    QVERIFY(!plan.proved_optimal && figure(shown, "Loops and branches"));
    QVERIFY(figure(shown, "Footprint")->value != human_bytes(plan.footprint));  // but at least that
    QVERIFY(figure(shown, "Footprint")->value.contains(human_bytes(plan.footprint)));
    QVERIFY(!figure(shown, "Gap"));         // of what is counted alone it would say nothing
    QVERIFY(shown.message()->isVisible());  // the reason
  }
};

STOWAGE_WINDOW_TEST(MainWindowTest);
#include "tst_window.moc"
