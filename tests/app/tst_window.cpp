// SPDX-License-Identifier: GPL-3.0-or-later
// The real window, driven by mouse and keyboard without a display. Settings go to a file of the test's own.
#include "app/settings/preferences.h"
#include "core/check/validator.h"
#include "tests/app/window_test.h"
#include "widgets/base/canvas.h"
#include "widgets/painters/style/theme.h"
#include "widgets/tables/text_table.h"

class MainWindowTest : public WindowTest {
  Q_OBJECT

 private slots:
  void starts_empty_and_offers_samples() {
    Shown shown(scratch_);
    QVERIFY(!shown.window.document().is_open());
    QVERIFY(samples().size() >= 8);
    for (const Sample& sample : samples()) QVERIFY2(!sample.about.isEmpty(), qPrintable(sample.path));
    QVERIFY(!shown.part<QAction>("save_plan_as")->isEnabled());
  }

  /// The docks have nothing to show beside the start page; they come back with a graph, as they were left.
  void docks_wait_for_a_graph() {
    Shown shown(scratch_);
    const auto docks = shown.window.findChildren<QDockWidget*>();
    QVERIFY(docks.size() >= 4);
    const auto visible = [&] {
      return std::ranges::count_if(docks, [](QDockWidget* dock) { return dock->isVisible(); });
    };
    QCOMPARE(visible(), 0);
    shown.open(kFigure2);
    const auto all = visible();
    QVERIFY(all >= 4);
    docks.first()->hide();
    shown.part<QAction>("close")->trigger();
    QCOMPARE(visible(), 0);
    shown.open(kFigure2);
    QCOMPARE(visible(), all - 1);
    QVERIFY(!docks.first()->isVisible());
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

  /// Figure 2 of the SOMAS paper: 32 unsafe pairs on three streams.
  void the_status_bar_counts() {
    Shown& shown = fresh();
    QCOMPARE(numbers_in(shown.status()), QList<qint64>());
    shown.open(kFigure2);
    QVERIFY(says(shown.status(), {"9", "3", "32"}));  // tensors, streams, unsafe pairs
    QVERIFY(!shown.part<QToolButton>("cancel_work")->isVisible());
  }

  void one_selection_everywhere() {
    Shown& shown = fresh(kTraining);
    auto* table = shown.part<QTableView>("tensor_view");
    const QRect cell = table->visualRect(table->model()->index(2, 0));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(shown.window.state().selected_tensors(), (std::vector{TensorId(2)}));

    const Graph& graph = shown.graph();
    const TensorId r1 = graph.find_tensor("r1");
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

  void toggles_and_table_choose_the_plan() {
    Shown& shown = fresh(kTraining);
    auto* table = shown.part<QTableView>("strategy_view");
    const QRect cell = table->visualRect(table->model()->index(4, 1));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(shown.shown_strategy(), table->model()->index(4, 0).data(kExactRole).toString().toStdString());
    shown.part<QAction>("toggle_mo")->trigger();
    shown.part<QAction>("toggle_unsafe")->trigger();
    shown.part<QAction>("toggle_first")->trigger();
    QCOMPARE(shown.shown_strategy(), std::string("mo.unsafe.first"));
    QCOMPARE(shown.plan().strategy, std::string("mo.unsafe.first"));
    QCOMPARE(shown.map()->scene()->plan_view().plan, shown.window.planning().view().plan);
  }

  /// Without a choice of the user's, no plan of this planning is smaller than the one shown.
  void the_best_plan_is_shown_first() {
    Shown shown(scratch_);
    std::optional<Bytes> least;
    const Planning& planning = shown.window.planning();
    connect(&planning, &Planning::plans_changed, &shown.window, [&] {
      for (const LayoutStrategy& each : live_strategies())
        if (const auto plan = planning.results().plan_of(&each); plan && (!least || plan->footprint < *least))
          least = plan->footprint;
    });
    shown.open(":/samples/somas_figure_7.stowage.json");
    QCOMPARE(least, Bytes{1664});  // the paper's
    QCOMPARE(shown.plan().footprint, *least);
  }

  void alignment_replans_and_undoes() {
    Shown& shown = fresh(kFigure2);
    shown.part<QAction>("toggle_mo")->trigger();
    const std::string chosen = shown.shown_strategy();
    shown.type_alignment("512");
    shown.settle();
    QCOMPARE(shown.plan().alignment, Bytes{512});
    for (const Offset offset : shown.plan().offsets) QCOMPARE(offset.value % 512, 0);
    QCOMPARE(shown.shown_strategy(), chosen);
    QVERIFY(says(shown.part<QAction>("undo")->text(), {"512"}));
    shown.trigger("undo");
    QCOMPARE(shown.plan().alignment, Bytes{1});
    QCOMPARE(shown.part<QComboBox>("alignment")->currentText(), QString("1"));
    shown.type_alignment("none");
    QVERIFY(shown.message()->isVisible());
    QCOMPARE(shown.window.document().alignment(), Bytes{1});
  }

  void closing_goes_back_to_the_start_page() {
    Shown& shown = fresh(kTraining);
    QVERIFY(shown.map()->isVisible());
    QTest::keySequence(&shown.window, QKeySequence::Close);
    QVERIFY(!shown.window.document().is_open());
    QVERIFY(!shown.map()->isVisible());
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

  void docks_have_shortcuts_and_come_back() {
    const QString settings = scratch_.fresh_settings();
    {
      Shown shown(settings);
      shown.open(kFigure2);
      QTest::keySequence(&shown.window, QKeySequence("Alt+1"));  // the keyboard goes there
      QVERIFY(shown.dock("graph")->isAncestorOf(QApplication::focusWidget()));
      QTest::keySequence(&shown.window, QKeySequence("Alt+1"));  // and now it goes
      QVERIFY(!shown.dock("graph")->isVisible());
      shown.close();
    }
    Shown again(settings);
    again.window.resize(1280, 800);  // a narrow one folds the column that it is in
    again.open(kFigure2);
    QVERIFY(!again.dock("graph")->isVisible());
    QVERIFY(again.dock("strategies")->isVisible());
    again.part<QAction>("reset_layout")->trigger();
    QVERIFY(again.dock("graph")->isVisible());
  }

  void dark_and_light() {
    Shown& shown = fresh(kTraining);
    for (const auto& [command, dark] : {std::pair("theme_dark", true), std::pair("theme_light", false)}) {
      shown.trigger(command);
      wait_until_idle();
      const QImage image = shown.window.grab().toImage();
      QCOMPARE(is_dark(shown.window.palette()), dark);
      const QPoint middle = shown.map()->mapTo(&shown.window, shown.map()->rect().topLeft() + QPoint(6, 6));
      QCOMPARE(image.pixelColor(middle * image.devicePixelRatio()).lightness() < 128, dark);
    }
    shown.part<QAction>("theme_system")->trigger();
  }

  void gestures_are_listed_by_view() {
    Shown& shown = fresh();
    shown.part<QAction>("shortcuts")->trigger();
    const auto* list = shown.part<QDialog>("shortcuts")->findChild<QTreeWidget*>();
    const auto keys_of = [&](const QString& view) {
      QStringList keys;
      for (int top = 0; top < list->topLevelItemCount(); ++top)
        if (list->topLevelItem(top)->data(0, Qt::UserRole) == view)
          for (int k = 0; k < list->topLevelItem(top)->childCount(); ++k)
            keys += list->topLevelItem(top)->child(k)->text(1);
      return keys.join(", ");
    };
    const QString map = keys_of("In the heap map");
    for (const char* how : {"Ctrl+Wheel", "Shift+Wheel", "Drag", "Middle drag", "Space+Drag", "Ctrl+Arrow", "Home",
                            "Esc", "curve", "Double click"})
      QVERIFY2(map.contains(how), how);
    const QString graph = keys_of("In the graph");
    for (const char* how : {"0, Home, F", "L", "Esc", "Drag", "Double click"}) QVERIFY2(graph.contains(how), how);
    QVERIFY(keys_of("In the tables").contains("Ctrl+C"));
    QVERIFY(keys_of("In A | B and the difference").contains("Linked"));
    QVERIFY(keys_of("In the conflicts").contains("Return"));
  }

  void samples_begin_with_what_shows_most() {
    QStringList names;
    for (const Sample& sample : samples()) names += QFileInfo(sample.path).fileName().section('.', 0, 0);
    QCOMPARE(names.mid(0, 4), (QStringList{"training_step", "somas_figure_2", "somas_figure_6", "somas_figure_7"}));
    // Graphs of our own, then lifetimes, then what other programs wrote.
    QVERIFY(names.indexOf("medium") < names.indexOf("lifetimes"));
    QVERIFY(names.indexOf("lifetimes") < names.indexOf("inference"));
  }

  /// At first, the docks at the sides have their share of a wide window.
  void a_wide_window_has_wide_docks() {
    Shown shown(scratch_);
    shown.window.resize(2560, 1300);
    shown.open(kTraining);
    const auto share = [&](const char* dock) {
      return shown.dock(dock)->width() / static_cast<double>(shown.window.width());
    };
    QTRY_VERIFY2(share("graph") > 0.2 && share("graph") < 0.25, qPrintable(QString::number(share("graph"))));
    QVERIFY2(share("strategies") > 0.22 && share("strategies") < 0.27,
             qPrintable(QString::number(share("strategies"))));
  }

  /// A real network of 18,692 tensors: planned, shown, and the count that its source states.
  void a_large_file_is_planned() {
    STOWAGE_NEEDS_SHARED();
    Shown& shown = fresh(QString::fromStdString(stowage::test::shared_path("data/intervals/pangu_2.6B.csv")));
    QVERIFY(says(shown.status(), {"18,692"}));
    QCOMPARE(shown.part<QTableView>("tensor_view")->model()->rowCount(), 18'692);
    QCOMPARE(shown.window.planning().results().ground().bounds->lifetime.bytes, Bytes{5'530'099'775});
    QVERIFY(shown.plan().footprint >= Bytes{5'530'099'775});
  }
};

STOWAGE_WINDOW_TEST(MainWindowTest);
#include "tst_window.moc"
