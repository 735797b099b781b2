// SPDX-License-Identifier: GPL-3.0-or-later
// The docks of a recorded heap come with a file that has one, and go with it.
#include "core/safety/chains.h"
#include "tests/app/window_test.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/recorded/heap_pane.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

class WindowHeapTest : public WindowTest {
  Q_OBJECT

  /// A line of the heap; where it is cut, its tip has all of it.
  static QString whole(Shown& shown, const char* line) {
    const auto* label = shown.part<QLabel>(line);
    return label->toolTip().isEmpty() ? label->text() : label->toolTip();
  }

 private slots:
  /// Side by side, on a window no larger than asked for.
  void both_docks_are_seen_at_once_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("small") << QSize(1280, 800);
    QTest::newRow("large") << QSize(1600, 1000);
  }
  void both_docks_are_seen_at_once() {
    STOWAGE_NEEDS_SHARED();
    QFETCH(const QSize, size);
    Shown shown(scratch_);
    shown.window.resize(size);
    shown.open(QString::fromStdString(shared_path("data/torch_snapshot/bcrafton.pickle")));
    const QWidget *heap = shown.part<QWidget>("heap_pane"), *frames = shown.part<QWidget>("frames_pane");
    QTRY_VERIFY(frames->width() >= 300);
    QVERIFY(!heap->visibleRegion().isEmpty() && !frames->visibleRegion().isEmpty());
    QVERIFY2(heap->width() >= 400, qPrintable(QString::number(heap->width())));
    QCOMPARE(heap->mapTo(&shown.window, QPoint()).y(), frames->mapTo(&shown.window, QPoint()).y());
    QCOMPARE(shown.window.size(), size);
    for (const QTabBar* bar : shown.window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
      for (int k = 0; k < bar->count() && bar->isVisible(); ++k)  // two docks more, and no name behind arrows
        QVERIFY2(bar->rect().contains(bar->tabRect(k)), qPrintable(bar->tabText(k)));
  }

  /// Nothing orders the two streams of the sample until the user says so; then both share memory.
  void streams_are_ordered_on_request() {
    Shown shown(scratch_, ":/samples/serving.pickle");
    const OpenDocument& document = shown.window.document();
    QCOMPARE(document.graph()->stream_count(), 2u);
    QVERIFY(!chain_of_all(*document.graph()));
    QVERIFY(shown.window.planning().results().imported_check()->value().valid());
    // The plan in the file is safe in the host's order alone: the bound of plans for any order says nothing of it.
    const StrategyTableModel& model = shown.window.findChild<StrategyPanel*>()->model();
    const QModelIndex gap = model.index(0, StrategyTableModel::kGap);
    QCOMPARE(gap.data().toString(), QString());
    QVERIFY(says(shown.status(), {"42.0 MiB", "23.0 MiB"}));  // reserved, and our best without reuse between streams

    shown.part<QAction>("reading_options")->trigger();
    auto* dialog = shown.window.findChild<QDialog*>("reading");
    QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
    auto* serial = dialog->findChild<QCheckBox*>("reading_serial_streams");
    QVERIFY(serial && !serial->isChecked());
    QTest::keyClick(serial, Qt::Key_Space);
    click(dialog->findChild<QPushButton*>("read_again"));
    shown.settle();
    QVERIFY(document.read_options().serial_streams);
    QCOMPARE(document.graph()->stream_count(), 2u);
    QVERIFY(chain_of_all(*document.graph()));
    QCOMPARE(model.index(0, StrategyTableModel::kGap).data().toString(), QString("+82.6%"));  // 42 to 23 MiB
  }

  /// What the sample's failure says, in the bar of the window and in the heap; its colours are of source lines at
  /// first, until the user chooses, and nothing is told of the extent of its addresses.
  void a_failure_is_told_at_once() {
    Shown shown(scratch_, ":/samples/serving.pickle");
    QVERIFY2(says(shown.message()->text(), {"0", "31", "64.0 MiB", "9.00 MiB"}), qPrintable(shown.message()->text()));
    QCOMPARE(shown.window.state().color_by(), ColorBy::kind);
    QVERIFY2(shown.status().contains("42.0 MiB"), qPrintable(shown.status()));
    const auto* heap = shown.window.findChild<HeapPane*>();
    QTRY_VERIFY_WITH_TIMEOUT(!whole(shown, "heap_facts").isEmpty() && !heap->busy(), kPatience);
    QCOMPARE(numbers_in(shown.part<QLabel>("heap_failure_title")->text()).value(0), 31);
    QCOMPARE(shown.part<QLabel>("heap_reserved")->text(), QString("42.0 MiB"));
    QTRY_VERIFY2_WITH_TIMEOUT(whole(shown, "heap_saving").contains("23.0 MiB"), qPrintable(whole(shown, "heap_saving")),
                              kPatience);
    QCOMPARE(shown.part<QLabel>("heap_planned")->text(), QString("23.0 MiB"));  // for both readings of its streams
    const StrategyTableModel& model = shown.window.findChild<StrategyPanel*>()->model();
    QCOMPARE(model.index(0, StrategyTableModel::kFootprint).data().toString(), QString("42.0 MiB"));
    QVERIFY(shown.map()->scene()->is_recorded() && shown.map()->scene()->bound() == Bytes{});
    shown.open(kFigure2);
    QCOMPARE(shown.window.state().color_by(), ColorBy::stream);
  }

  /// One event is at one place, in the map and in the lanes above it; zoom and cursor are of both.
  void lanes_and_map_are_on_one_axis_of_events() {
    Shown shown(scratch_);
    shown.window.resize(1600, 1000);
    shown.open(":/samples/serving.pickle");
    auto* lanes = shown.window.findChild<LanesPane*>();
    QTRY_VERIFY(lanes->isVisible() && lanes->geometry_of_lanes().scale().over_events());
    const auto apart = [&] {
      double most = 0;
      const HeapMapGeometry& map = shown.map()->geometry_of_map();
      for (double event = map.view().x0; event <= map.view().x1; event += 1)
        most = std::max(most,
                        std::abs(map.x_of(event) + shown.map()->mapTo(&shown.window, QPoint()).x() -
                                 lanes->geometry_of_lanes().x_of(event) - lanes->mapTo(&shown.window, QPoint()).x()));
      return most;
    };
    QTRY_VERIFY2(apart() < 1, qPrintable(QString::number(apart())));
    shown.map()->zoom(3);
    QTRY_VERIFY2(apart() < 1, qPrintable(QString::number(apart())));
    lanes->fit();
    QTRY_VERIFY2(apart() < 1 && shown.map()->geometry_of_map().view().x0 == 0, qPrintable(QString::number(apart())));
    // A press below the lanes picks an event, as in the curve.
    const QRectF axis = lanes->geometry_of_lanes().cursor_row();
    QTest::mouseClick(lanes, Qt::LeftButton, {},
                      QPointF(lanes->geometry_of_lanes().x_of(21.5), axis.center().y()).toPoint());
    QCOMPARE(shown.window.state().event_cursor(), std::optional<std::uint32_t>(21));
    QCOMPARE(shown.map()->overlay().time_cursor->begin, 21.0);
  }

  void docks_come_with_a_history() {
    STOWAGE_NEEDS_SHARED();
    const QString path = QString::fromStdString(shared_path("data/torch_snapshot/bcrafton.pickle"));
    Shown shown(scratch_, kFigure2);
    const auto hidden = [&](const char* name) { return shown.dock(name)->isHidden(); };
    const auto offered = [&](const QString& name) { return shown.part<QAction>(qPrintable(name))->isVisible(); };
    QVERIFY(hidden("heap") && hidden("frames"));
    for (const char* command : {"show_heap", "show_frames", "export_heap", "export_frames"}) QVERIFY(!offered(command));
    shown.part<QAction>("reset_layout")->trigger();
    QTRY_VERIFY(hidden("heap") && hidden("frames"));

    shown.open(path);
    QVERIFY(!hidden("heap") && !hidden("frames"));
    for (const char* command : {"show_heap", "show_frames", "export_heap", "export_frames"}) QVERIFY(offered(command));
    const auto* heap = shown.window.findChild<HeapPane*>();
    QTRY_VERIFY_WITH_TIMEOUT(!heap->busy() && !whole(shown, "heap_facts").isEmpty(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(whole(shown, "heap_saving").contains('%'), kPatience);
    // One figure of what is saved, against what was reserved, and not another against the addresses.
    QTRY_VERIFY2_WITH_TIMEOUT(shown.status().contains("reserved"), qPrintable(shown.status()), kPatience);
    QVERIFY2(!shown.status().contains("saves"), qPrintable(shown.status()));
    shown.dock("frames")->hide();

    shown.open(kFigure2);
    QVERIFY(hidden("heap") && hidden("frames") && whole(shown, "heap_facts").isEmpty());
    shown.open(path);
    QVERIFY(!hidden("heap") && hidden("frames"));  // as it was left
    shown.part<QAction>("close")->trigger();
    shown.open(kFigure2);
    QTRY_VERIFY(hidden("heap") && hidden("frames"));
  }
};

STOWAGE_WINDOW_TEST(WindowHeapTest);
#include "tst_window_heap.moc"
