// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window's docks are at first, their keys, and which of them comes forward by itself.
#include <string_view>

#include "app/frame/dock_table.h"
#include "tests/app/window_test.h"
#include "widgets/painters/style/theme.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/conflicts/conflict_views.h"

namespace {

constexpr QSize kSmall{1280, 800}, kLarge{2560, 1400};

/// A window of this size, in which figure 2 is open.
struct DockedWindow : Shown {
  DockedWindow(const QString& settings_file, QSize size) : Shown(settings_file) {
    window.resize(size);
    open(kFigure2);
  }
  explicit DockedWindow(Scratch& scratch, QSize size = kSmall) : DockedWindow(scratch.fresh_settings(), size) {}
  /// Whether all rows of the strategies are in sight.
  bool strategies_are_whole() {
    const auto* table = part<QTableView>("strategy_view");
    return table->rowViewportPosition(table->model()->rowCount() - 1) + table->rowHeight(0) <=
           table->viewport()->height();
  }
  void choose(Workspace workspace) { window.workspaces().choose(workspace); }
  int centre_width() { return window.centre().width(); }
};

/// By keys, in the matrix.
void pick_pair(DockedWindow& shown) {
  shown.part<QAction>("show_conflicts")->trigger();
  shown.part<QAction>("conflicts_matrix")->trigger();
  auto* matrix = shown.window.findChild<MatrixView*>();
  QTRY_VERIFY(!matrix->axis().order.empty());
  matrix->setFocus();
  for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Return}) QTest::keyClick(matrix, key);
}

}  // namespace

class WindowDocksTest : public WindowTest {
  Q_OBJECT

 private slots:
  void workspaces_list_docks_of_the_table() {
    std::set<std::string_view> names;
    for (const DockRow& row : dock_rows()) names.insert(row.name);
    QCOMPARE(names.size(), dock_rows().size());
    for (const Workspace each : kWorkspaces)
      for (const auto& place : workspace_row(each).docks.places()) {
        QVERIFY2(place.size() <= 4, workspace_row(each).name);
        for (const char* name : place) QVERIFY2(names.contains(name), name);
      }
  }

  void a_dock_comes_with_what_it_shows_data() {
    const QString figure(kFigure2), heap(":/samples/serving.pickle");
    QTest::addColumn<Workspace>("workspace");
    QTest::addColumn<QString>("with");
    QTest::addColumn<QString>("without");
    QTest::newRow("graph") << Workspace::explore << figure << ":/samples/lifetimes.csv";
    QTest::newRow("heap") << Workspace::recorded << heap << figure;
    QTest::newRow("frames") << Workspace::recorded << heap << figure;
    QTest::newRow("spaces") << Workspace::compare << ":/samples/two_pools_c_info.json" << figure;
    QTest::newRow("modules") << Workspace::explore << scratch_.write("layers.json", kLayers) << figure;
  }
  /// And goes with it, from the menu, too; where the user closed it, it stays away.
  void a_dock_comes_with_what_it_shows() {
    QFETCH(const Workspace, workspace);
    QFETCH(const QString, with);
    QFETCH(const QString, without);
    Shown& shown = fresh();
    QDockWidget* dock = shown.dock(QTest::currentDataTag());
    for (const bool closed : {false, true}) {
      shown.open(without);
      for (const Workspace each : kWorkspaces) {
        if (shown.window.workspaces().action(each)->isVisible()) shown.window.workspaces().choose(each);
        QVERIFY(dock->isHidden());
      }
      QVERIFY(!shown.shows(dock)->isVisible());
      const auto* picture = shown.window.findChild<QAction*>("export_" + dock->objectName());
      QVERIFY(!picture || !picture->isVisible());
      shown.open(with);
      shown.window.workspaces().choose(workspace);
      QCOMPARE(dock->isHidden(), closed);
      dock->close();
    }
  }

  /// Space is what Runs is opened for.
  void the_key_of_runs_then_space_plays() {
    DockedWindow shown(scratch_);
    const auto* play = shown.part<QAbstractButton>("run_play");
    const auto playing = [&] { return play->accessibleName() == "Pause"; };
    for (int i = 0; i < 2; ++i) {  // also where it was in front before
      shown.map()->setFocus();
      QTest::keySequence(&shown.window, shown.part<QAction>("show_runs")->shortcut());
      QTRY_VERIFY(shown.in_front("runs") && play->isEnabled() &&
                  shown.dock("runs")->isAncestorOf(QApplication::focusWidget()));
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
      QVERIFY(playing());
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
      QVERIFY(!playing());
    }
  }

  /// A check mark that is taken away hides, wherever the keyboard is.
  void a_checked_entry_of_the_menu_hides() {
    DockedWindow shown(scratch_);
    shown.map()->setFocus();
    QVERIFY(shown.in_front("tensors"));
    QTest::keyClick(&shown.window, Qt::Key_V, Qt::AltModifier);
    auto* action = shown.part<QAction>("show_tensors");
    QVERIFY(action->isChecked());
    for (QAction* list : open_menu()->actions())
      if (list->menu() && list->menu()->actions().contains(action)) click(open_menu(), list);
    QTRY_VERIFY(open_menu()->actions().contains(action));
    click(open_menu(), action);
    QTRY_VERIFY(shown.dock("tensors")->isHidden());
    QVERIFY(!action->isChecked());
  }

  /// Each side has its share. Strategies end with their rows, and what there is to do is in front of what is asked
  /// about, in a window of any height; whatever is unfolded, something of the views beside it is left. What was dragged
  /// away stays there.
  void each_side_has_its_share_and_what_to_do_in_sight() {
    for (const QSize size : {kSmall, kLarge}) {
      DockedWindow shown(scratch_, size);
      QDockWidget *strategies = shown.dock("strategies"), *improve = shown.dock("improve");
      const auto in_order = [&] {
        return shown.in_front("strategies") && shown.in_front("improve") && !shown.in_front("inspector") &&
               shown.window.tabifiedDockWidgets(improve).contains(shown.dock("inspector")) &&
               improve->y() > strategies->geometry().bottom() && shown.strategies_are_whole();
      };
      QTRY_VERIFY(in_order());
      // At first: of the height the bottom, of a wide window the sides; the legend is narrow.
      const auto high = [&] { return shown.dock("tensors")->height() / double(size.height()); };
      const auto wide = [&](const char* dock) { return shown.dock(dock)->width() / double(size.width()); };
      QTRY_VERIFY2(high() > 0.25 && high() < 0.4, qPrintable(QString::number(high())));
      QVERIFY2(shown.dock("legend")->width() < 320, qPrintable(QString::number(shown.dock("legend")->width())));
      QVERIFY2(shown.map()->height() > 270, qPrintable(QString::number(shown.map()->height())));
      if (size == kLarge) {
        QTRY_VERIFY2(wide("graph") > 0.2 && wide("graph") < 0.25, qPrintable(QString::number(wide("graph"))));
        QVERIFY2(wide("strategies") > 0.22 && wide("strategies") < 0.27,
                 qPrintable(QString::number(wide("strategies"))));
        improve->hide();
        shown.part<QAction>("reset_layout")->trigger();
      }
      QTRY_VERIFY(in_order());
      wait_until_idle();  // docks are laid out in the event loop
      const int height = strategies->height();
      click(shown.part<QToolButton>("more_strategies"));
      QTRY_VERIFY(strategies->height() >= height + (size == kLarge ? 200 : 0));
      QVERIFY2(improve->height() > 120, qPrintable(QString::number(improve->height())));
      click(shown.part<QToolButton>("more_strategies"));
      QTRY_VERIFY(shown.strategies_are_whole());
      if (size == kLarge) continue;
      shown.choose(Workspace::explore);
      for (const int to : {800, 1100, 800}) {
        shown.window.resize(kSmall.width(), to);
        QTRY_VERIFY(in_order());
      }
      shown.window.addDockWidget(Qt::LeftDockWidgetArea, improve);
      shown.window.resize(kSmall.width(), 1100);
      QTest::qWait(50);
      QCOMPARE(shown.window.dockWidgetArea(improve), Qt::LeftDockWidgetArea);
    }
  }

  /// The tables below the centre need their width: the right column cannot be dragged over them.
  void the_right_column_does_not_cover_the_tables() {
    DockedWindow shown(scratch_, {1600, 900});
    const QDockWidget *strategies = shown.dock("strategies"), *tensors = shown.dock("tensors");
    const int before = strategies->width();
    // Far at once, and step by step, the last of which are short.
    for (const QList<int>& moves : {QList<int>{40, 300, 600}, QList<int>{33, 113, 213, 313, 393, 413}}) {
      shown.window.resizeDocks({shown.dock("strategies")}, {before}, Qt::Horizontal);
      wait_until_idle();
      const QPoint grip(strategies->x() - 2, strategies->y() + 200);
      QTest::mousePress(&shown.window, Qt::LeftButton, {}, grip);
      for (const int by : moves) {
        QTest::mouseMove(&shown.window, grip - QPoint(by, 0));
        QTest::qWait(20);  // Qt moves the edge by a timer, which a release stops
      }
      QTest::mouseRelease(&shown.window, Qt::LeftButton, {}, grip - QPoint(moves.back(), 0));
      wait_until_idle();
      QVERIFY(strategies->width() > before);
      QTRY_VERIFY2(tensors->geometry().right() < strategies->x(),
                   qPrintable(QString("%1 %2").arg(tensors->geometry().right()).arg(strategies->x())));
      QVERIFY(tensors->width() >= tensors->minimumSizeHint().width());
    }
    // In a window that becomes narrower, Qt would keep the columns, and leave the map a strip.
    const int wide = strategies->width();
    shown.window.resize(kSmall);
    QTRY_VERIFY2(shown.centre_width() > 500, qPrintable(QString::number(shown.centre_width())));
    QVERIFY(strategies->width() < wide && shown.dock("graph")->isVisible());
  }

  /// Also from one start to the next.
  void unfolded_strategies_stay_so() {
    const QString file = scratch_.fresh_settings();
    QList<int> rows;
    for (int start = 0; start < 2; ++start) {
      DockedWindow shown(file, kSmall);
      const QAbstractItemModel* model = shown.part<QTableView>("strategy_view")->model();
      rows << model->rowCount();
      click(shown.part<QToolButton>("more_strategies"));
      rows << model->rowCount();
    }
    QVERIFY(rows[1] > rows[0]);
    QCOMPARE(rows.sliced(2), (QList{rows[1], rows[0]}));
  }

  /// To click is to ask. Nothing selected asks nothing, and what is selected elsewhere is seen beside them.
  void a_click_in_the_map_brings_the_inspector_before_the_changes() {
    DockedWindow shown(scratch_);
    QTRY_VERIFY(shown.in_front("improve"));
    QTest::mouseClick(shown.map(), Qt::LeftButton, {}, shown.place(TensorId(0)));
    QVERIFY(!shown.window.state().selected_tensors().empty());
    QTRY_VERIFY(shown.in_front("inspector") && !shown.in_front("improve"));
    QTest::keyClick(shown.map(), Qt::Key_Escape);
    shown.window.state().clear_selection();
    wait_until_idle();
    QVERIFY(shown.in_front("inspector"));
    shown.bring("improve");
    shown.part<QTableView>("strategy_view")->setFocus();
    shown.window.state().select_operators({OperatorId(0)});
    wait_until_idle();
    QVERIFY(shown.in_front("improve"));
    shown.bring("learn");
    QTest::mouseClick(shown.map(), Qt::LeftButton, {}, shown.place(TensorId(0)));
    wait_until_idle();
    QVERIFY(shown.in_front("learn"));
  }

  /// Two tensors that are selected for whatever else, such as to be grouped, leave the strategies in sight; and a
  /// closed inspector stays closed.
  void a_pair_that_is_picked_brings_the_inspector_forward() {
    for (const bool closed : {false, true}) {
      DockedWindow shown(scratch_);
      shown.window.state().select_tensors({TensorId(0), TensorId(1)});
      wait_until_idle();
      QVERIFY(shown.in_front("strategies"));
      if (closed) shown.dock("inspector")->close();
      pick_pair(shown);
      QCOMPARE(shown.window.state().selected_tensors().size(), std::size_t{2});
      wait_until_idle();
      QTRY_COMPARE(shown.in_front("inspector"), !closed);
      QVERIFY(shown.in_front("strategies") || !closed);
    }
  }

  /// Whatever tab is looked at, heights and widths stay.
  void a_visit_to_a_tab_changes_no_height() {
    DockedWindow shown(scratch_);
    for (const Workspace workspace : {Workspace::explore, Workspace::streams, Workspace::orders, Workspace::learn}) {
      shown.choose(workspace);
      wait_until_idle();
      const QSize centre = shown.window.centralWidget()->size();
      for (QTabBar* bar : shown.window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab) {
          click_tab(bar, tab);
          wait_until_idle();
          QCOMPARE(shown.window.centralWidget()->size(), centre);
        }
    }
  }

  /// A menu is one column on a small screen. One name is one action: tests, and styles, find them by it.
  void menus_are_short_and_names_are_of_one_command() {
    Shown& shown = fresh(kFigure2);
    for (const QAction* top : shown.window.menuBar()->actions()) {
      int rows = 0;
      for (const QAction* each : top->menu()->actions()) rows += each->isVisible() && !each->isSeparator();
      QVERIFY2(rows <= 24, qPrintable(top->text() + QString::number(rows)));
    }
    std::set<QString> names;
    for (const QAction* action : shown.window.findChildren<QAction*>()) {
      if (action->objectName().isEmpty() || action->objectName().startsWith("_q_")) continue;
      QVERIFY2(names.insert(action->objectName()).second, qPrintable(action->objectName()));
    }
  }

  /// F11 gives the dock with the keyboard, or the map, all of the window, and takes it back; so does another workspace.
  void what_has_the_keyboard_is_maximised_by_key() {
    DockedWindow shown(scratch_);
    shown.bring("tensors");
    QDockWidget* dock = shown.dock("tensors");
    const QSize before = dock->size();
    const auto visible = [&] {
      QStringList names = shown.docks_shown();
      names.removeIf([&](const QString& name) { return !shown.in_front(qPrintable(name)); });
      return names;
    };
    const QStringList all = visible();
    dock->findChild<QTableView*>()->setFocus();
    const auto press_f11 = [&] { QTest::keyClick(&shown.window, Qt::Key_F11); };
    press_f11();
    QTRY_VERIFY(dock->width() > shown.window.width() - 10 && dock->height() > before.height() * 2);
    QVERIFY(!shown.window.centralWidget()->isVisible());
    QCOMPARE(visible(), QStringList{"tensors"});
    press_f11();
    QTRY_COMPARE(dock->size(), before);
    QVERIFY(shown.window.centralWidget()->isVisible());
    QTRY_COMPARE(visible(), all);

    const int width = shown.map()->width();
    for (const bool largest : {true, false}) {  // without the other views of the centre
      shown.map()->setFocus();
      press_f11();
      QTRY_COMPARE(visible(), largest ? QStringList() : all);
      QCOMPARE(shown.window.centre().is_folded(TimeCentre::Part::lanes), largest);
      QTRY_VERIFY(largest ? shown.map()->width() > width : shown.map()->width() == width);
    }

    dock->findChild<QTableView*>()->setFocus();
    press_f11();
    shown.choose(Workspace::orders);
    QVERIFY(shown.window.centralWidget()->isVisible());
    shown.choose(Workspace::explore);
    QTRY_VERIFY(shown.window.centralWidget()->isVisible() && shown.dock("graph")->isVisible());
  }

  /// Learn ▸ Step through a planner gives Steps the window and the keyboard; F11 or the cross brings the others back.
  void steps_open_large() {
    DockedWindow shown(scratch_);
    QDockWidget* dock = shown.dock("steps");
    const QStringList all = shown.docks_shown();
    QVERIFY(!all.contains("steps"));
    for (const bool by_key : {true, false}) {
      shown.trigger("step_through");
      QTRY_VERIFY(dock->width() > shown.window.width() - 10 && !shown.window.centralWidget()->isVisible());
      QCOMPARE(shown.docks_shown(), QStringList{"steps"});
      QTRY_COMPARE(QApplication::focusWidget(), dock->findChild<QWidget*>("step_view"));
      if (by_key)
        QTest::keyClick(&shown.window, Qt::Key_F11);
      else
        dock->close();
      QVERIFY(shown.window.centralWidget()->isVisible() && dock->isVisible());
      for (const QString& name : all) QVERIFY(shown.docks_shown().contains(name));
    }
    dock->close();  // not maximised: it goes
    QVERIFY(!dock->isVisible());
  }

  /// A column folds to a strip of names; a name brings it back with that dock in front. Other workspaces fold, too.
  void a_column_folds_to_a_strip() {
    DockedWindow shown(scratch_);
    const int narrow = shown.centre_width();
    auto* strip = shown.part<QToolBar>("left_strip");
    QVERIFY(!strip->isVisible());
    QTest::keyClick(&shown.window, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(strip->isVisible());
    QTRY_VERIFY2(shown.centre_width() > narrow + 150, qPrintable(QString::number(shown.centre_width() - narrow)));
    for (const char* name : {"graph", "groups", "history"}) QVERIFY(shown.dock(name)->isHidden());
    for (const Workspace workspace : {Workspace::orders, Workspace::explore}) {
      shown.choose(workspace);
      QVERIFY(strip->isVisible() && shown.dock("graph")->isHidden());
    }
    click(shown.part<QToolButton>("strip_history"));
    QTRY_VERIFY(shown.in_front("history") && !strip->isVisible());
    QVERIFY(!shown.dock("graph")->isHidden());
    QTRY_VERIFY(std::abs(shown.centre_width() - narrow) < 20);
    // What is kept of a workspace has the column, folded or not.
    QTest::keyClick(&shown.window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(shown.dock("strategies")->isHidden());
    shown.choose(Workspace::orders);
    QTest::keyClick(&shown.window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(!shown.dock("strategies")->isHidden());
    shown.choose(Workspace::explore);
    QTRY_VERIFY(!shown.dock("strategies")->isHidden() && !shown.part<QToolBar>("right_strip")->isVisible());
  }

  /// On a small screen the centre gets the room of the left column, which comes back where there is room for both.
  void a_narrow_window_folds_its_left_column() {
    DockedWindow shown(scratch_);
    auto* strip = shown.part<QToolBar>("left_strip");
    const auto resize = [&](int width) { shown.window.resize(width, kSmall.height()); };
    QVERIFY(!strip->isVisible());
    resize(1024);
    QTRY_VERIFY(strip->isVisible() && shown.dock("graph")->isHidden());
    QCOMPARE(shown.window.width(), 1024);
    QTRY_VERIFY(shown.centre_width() > 560);
    click(shown.part<QToolButton>("strip_graph"));  // wanted all the same
    QTRY_VERIFY(!strip->isVisible() && shown.in_front("graph"));
    resize(1000);
    QVERIFY(!strip->isVisible());
    resize(1280);
    resize(1100);
    QTRY_VERIFY(strip->isVisible());
    resize(1280);
    QTRY_VERIFY(!strip->isVisible() && shown.in_front("graph"));
  }

  /// The workspace that compares has no dock at the left, and brings the moved tensors forward.
  void a_folded_column_outlives_comparing() {
    for (const int width : {1024, 1280}) {
      DockedWindow shown(scratch_);
      auto* strip = shown.part<QToolBar>("left_strip");
      shown.window.resize(width, kSmall.height());
      if (width == kSmall.width()) shown.part<QAction>("fold_left")->trigger();
      QTRY_VERIFY(strip->isVisible());
      const QSize size = shown.window.size(), tensors = shown.dock("tensors")->size();
      for (const Workspace now : {Workspace::compare, Workspace::streams}) {
        QTest::keyClick(&shown.window, Qt::Key_F9);
        QTRY_COMPARE(shown.window.workspaces().current(), now);
        if (now == Workspace::compare) QTRY_VERIFY(shown.in_front("moved"));
      }
      QTRY_VERIFY(strip->isVisible() && shown.dock("graph")->isHidden());
      QCOMPARE(shown.window.size(), size);
      QTRY_COMPARE(shown.dock("tensors")->size(), tensors);
    }
  }

  /// Its room goes to the map, on both sides where two are compared; a line at the foot brings it back.
  void the_memory_curve_folds_alone() {
    DockedWindow shown(scratch_);
    auto* map = shown.map();
    auto* line = shown.part<QToolButton>("unfold_curve");
    const double low = map->geometry_of_map().plot().height();
    QVERIFY(!map->geometry_of_map().curve().isNull() && !line->isVisible());
    shown.part<QAction>("show_curve")->trigger();
    QVERIFY(map->geometry_of_map().curve().isNull() && line->isVisible());
    QTRY_VERIFY(map->geometry_of_map().plot().height() > low + 20);
    QVERIFY(map->geometry_of_map().is_fitted());
    auto* compare = shown.window.findChild<CompareView*>();
    compare->set_mode(CompareView::Mode::side_by_side);
    QVERIFY(compare->map_a()->geometry_of_map().curve().isNull());
    compare->set_mode(CompareView::Mode::single);
    click(line);
    QVERIFY(!map->geometry_of_map().curve().isNull() && !line->isVisible());
    QTRY_COMPARE(map->geometry_of_map().plot().height(), low);
  }

  /// In the dark, too, where the shades of the style hardly differ. The frame of a box has three times the luminance of
  /// what is around it (WCAG 2.1, 1.4.11).
  void the_tab_in_front_has_a_line_and_an_unticked_box_is_seen() {
    DockedWindow shown(scratch_);
    for (const Appearance look : {Appearance::light, Appearance::dark}) {
      apply_appearance(look);
      const QColor line = QApplication::palette().color(QPalette::Highlight);
      QTRY_COMPARE(shown.window.palette().color(QPalette::Highlight), line);
      for (QTabBar* bar : shown.window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!bar->isVisible()) continue;
        const QImage image = bar->grab().toImage();
        for (int k = 0; k < bar->count(); ++k) {
          const QRect tab = bar->tabRect(k);
          QCOMPARE(image.pixelColor(tab.center().x(), tab.bottom()) == line, k == bar->currentIndex());
        }
      }
      QCheckBox box(QStringLiteral("box"));
      box.ensurePolished();
      box.resize(box.sizeHint());
      QStyleOptionButton option;
      option.initFrom(&box);
      const QRect drawn = box.style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box);
      const QImage image = box.grab().toImage();
      double most = 0;
      for (int x = drawn.left(); x <= drawn.right(); ++x)
        most = std::max(most, contrast(image.pixelColor(x, drawn.center().y()), image.pixelColor(0, 0)));
      QVERIFY2(most >= 3, qPrintable(QString::number(most)));
    }
    apply_appearance(Appearance::system);
  }

  /// A window of before was on a larger screen, or at a smaller scale: its size is cut. The least window fits a screen
  /// of 1600 pixels at twice the scale: what has no room scrolls, its parts do not run into each other.
  void the_window_fits_its_screen() {
    const QString file = scratch_.fresh_settings();
    {
      Shown before(file);
      before.window.resize(4000, 3000);
      before.close();
    }
    Shown shown(file);
    const QSize size = shown.window.size(), least(800, 460);
    QCOMPARE(size.boundedTo(shown.window.screen()->availableSize()), size);
    shown.open(kTraining);
    shown.window.resize(least);
    wait_until_idle();
    QCOMPARE(shown.window.size(), least);
    for (const auto* table : shown.window.findChildren<TensorTable*>())
      QTRY_VERIFY(table->width() >= table->minimumSizeHint().width());
  }
};

STOWAGE_WINDOW_TEST(WindowDocksTest);
#include "tst_window_docks.moc"
