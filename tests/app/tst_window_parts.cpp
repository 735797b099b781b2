// SPDX-License-Identifier: GPL-3.0-or-later
// What a document has, in the window: modules, bands of the order, its usual colours, a recorded heap.
#include "core/safety/chains.h"
#include "tests/app/window_test.h"
#include "tests/support/pickles.h"
#include "widgets/controls/headline.h"
#include "widgets/painters/model/step_bands.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/recorded/heap_pane.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace {

struct Banded : Shown {
  using Shown::Shown;
  std::shared_ptr<const StepBands> bands() { return window.state().bands(); }
  /// As it stays: docks that were just shown are laid out, and nothing is under the mouse.
  QImage at_rest(QWidget& view) {
    QImage before, now;
    do {  // what is drawn in the background is asked for while painting
      before = now;
      wait_until_idle();
      window.state().clear_hover();
      now = view.grab().toImage();
    } while (now != before);
    return now;
  }
};

constexpr auto kLifetimes = ":/samples/lifetimes.csv";
constexpr auto kRecorded = ":/samples/serving.pickle";
constexpr auto kKinds = ":/samples/small_classifier.onnx";

}  // namespace

class WindowPartsTest : public TestOfWindow<Banded> {
  Q_OBJECT

  QString training_file() {
    return scratch_.write("bands.stowage.json", make_training_graph({.layers = 6, .streams = 1}));
  }
  /// A line of the heap; where it is cut, its tip has all of it.
  static QString whole(Shown& shown, const char* line) {
    const auto* label = shown.part<QLabel>(line);
    return label->toolTip().isEmpty() ? label->text() : label->toolTip();
  }
  QString layers() { return scratch_.write("layers.json", kLayers); }

 private slots:
  void cleanup() { fresh().trigger("bands_none"); }

  /// Where the column is folded the dock of modules is folded with it. A workspace that was left while a graph without
  /// modules was open gets the dock back, behind the graph.
  void the_dock_of_modules_comes_and_goes() {
    Shown shown(scratch_, kFigure2);
    shown.part<QAction>("fold_left")->trigger();
    shown.open(layers());
    QVERIFY(shown.dock("modules")->isHidden());
    shown.part<QAction>("fold_left")->trigger();
    QVERIFY(!shown.dock("modules")->isHidden());

    shown.open(kFigure2);
    shown.window.resize(1500, 900);
    for (const Workspace each : {Workspace::orders, Workspace::explore}) shown.window.workspaces().choose(each);
    shown.open(layers());
    QVERIFY(!shown.dock("modules")->isHidden());
    QTRY_VERIFY(shown.in_front("graph"));
    shown.window.workspaces().choose(Workspace::orders);
    QVERIFY(!shown.dock("modules")->isHidden());
  }

  /// As far as the tree is open, after edits too.
  void bands_follow_the_tree_of_modules() {
    Banded& shown = fresh(layers());
    const auto names = [&] {
      QStringList out;
      for (const StepBand& band : shown.bands()->bands) out << band.name;
      return out.join(' ');
    };
    shown.part<QAction>("bands_modules")->trigger();
    QTRY_VERIFY(shown.bands());
    QCOMPARE(shown.bands()->kind, StepBands::Kind::modules);
    QCOMPARE(names(), QString("a.0 a.1 b"));
    shown.bring("modules");
    auto* tree = shown.part<QTreeView>("modules_tree");
    QTRY_VERIFY(tree->model()->rowCount() > 1);
    tree->setFocus();
    tree->setCurrentIndex(row_named(tree, "a"));
    QTest::keyClick(tree, Qt::Key_Left);
    QTRY_COMPARE(names(), QString("a b"));
    shown.edit(edits::scale_all_sizes({2, 1}));
    QTRY_VERIFY(shown.bands() && shown.bands()->graph == shown.window.document().graph());
    QCOMPARE(names(), QString("a b"));
  }

  /// In the map, the graph and the lanes, and after edits; and no longer.
  void bands_are_seen_everywhere() {
    Banded shown(scratch_);
    shown.window.resize(1600, 1000);
    shown.open(training_file());
    shown.bring("graph");
    shown.window.centre().fold(TimeCentre::Part::lanes, false);
    QTRY_VERIFY(!shown.window.drawing());
    QVERIFY(!shown.bands() && shown.part<QAction>("bands_none")->isChecked());
    const std::array views{shown.dock("graph")->widget(), shown.part<QWidget>("part_lanes")};
    const std::array before{shown.at_rest(*views[0]), shown.at_rest(*views[1])};
    for (const auto& [command, kind] :
         {std::pair("bands_roam", StepBands::Kind::subgraphs), {"bands_segments", StepBands::Kind::segments}}) {
      shown.trigger(command);
      QTRY_VERIFY(shown.bands() && shown.bands()->kind == kind);
      QVERIFY(shown.bands()->bands.size() > 1 && !shown.map()->geometry_of_map().bands().isNull());
      for (const std::size_t k : {0, 1}) QVERIFY(shown.at_rest(*views[k]) != before[k]);
    }
    shown.trigger("bands_none");
    QVERIFY(!shown.bands() && shown.map()->geometry_of_map().bands().isNull());
    for (const std::size_t k : {0, 1}) QTRY_COMPARE_WITH_TIMEOUT(shown.at_rest(*views[k]), before[k], kPatience);
    shown.trigger("bands_roam");
    QTRY_VERIFY(shown.bands());
    const auto given = shown.bands();
    shown.edit(edits::scale_all_sizes({2, 1}));
    QTRY_VERIFY(shown.bands() && shown.bands()->graph == shown.window.document().graph());
    QCOMPARE(shown.bands()->bands.size(), given->bands.size());
    QCOMPARE(shown.bands()->bands[0].bytes.count, 2 * given->bands[0].bytes.count);
    QTRY_VERIFY(shown.map()->overlay().bands == shown.bands());
  }

  /// For other windows, too. A list of lifetimes has none, and the window says that.
  void the_choice_of_bands_is_kept() {
    const QString settings = scratch_.fresh_settings(), file = training_file();
    for (const char* command : {"bands_segments", "bands_none"}) {
      {
        Shown shown(settings);
        shown.part<QAction>(command)->trigger();
      }
      Banded shown(settings);
      shown.open(file);
      QVERIFY(shown.part<QAction>(command)->isChecked());
      QTRY_COMPARE(shown.bands() != nullptr, command == QString("bands_segments"));
      shown.open(kLifetimes);
      QTRY_VERIFY(!shown.bands());
      shown.window.statusBar()->clearMessage();
      shown.part<QAction>("bands_roam")->trigger();
      QTRY_VERIFY(!shown.window.statusBar()->currentMessage().isEmpty());
    }
  }

  /// Without its history a recorded heap has hardly a source line: all would be grey.
  void a_heap_of_one_state_is_coloured_by_size() {
    const PickleText frame{{"name", "f"}, {"filename", "a.py"}, {"line", 3}};
    const auto block = [](int address, int size, const PickleText& frames) {
      return PickleText{{"address", address},
                        {"size", size},
                        {"requested_size", size},
                        {"state", "active_allocated"},
                        {"frames", frames}};
    };
    const auto snapshot = [&](const PickleText& frames_of_large) {
      constexpr int kAddress = 0x10000000, kSmall = 512, kLarge = 8192;
      const PickleText segment{{"device", 0},
                               {"address", kAddress},
                               {"total_size", 2 << 20},
                               {"stream", 0},
                               {"blocks", list({block(kAddress, kSmall, list({frame})),
                                                block(kAddress + kSmall, kLarge, frames_of_large)})}};
      const PickleText file{{"segments", list({segment})}, {"device_traces", list({list({})})}};
      return QByteArray::fromStdString(file.file());
    };
    Shown shown(scratch_, scratch_.write("state.pickle", snapshot(list({}))));
    QVERIFY(shown.window.document().history() != nullptr);
    QCOMPARE(shown.graph().tensor_count(), std::size_t{2});
    QCOMPARE(shown.window.state().color_by(), ColorBy::size);
    shown.open(scratch_.write("lines.pickle", snapshot(list({frame}))));
    QCOMPARE(shown.window.state().color_by(), ColorBy::kind);
  }

  /// Until then the usual ones: a lesson is about streams, unless a page says so. Another number format names sizes
  /// otherwise, and hides those that were hidden.
  void a_choice_of_colours_stays_for_documents_of_its_sort() {
    Shown shown(scratch_);
    ViewState& state = shown.window.state();
    shown.open(kKinds);
    QCOMPARE(state.color_by(), ColorBy::kind);
    shown.open(kLifetimes);
    QCOMPARE(state.color_by(), ColorBy::size);
    state.toggle_class(0);
    apply({.numbers = {.units = NumberFormat::Units::exact}});
    shown.settle();
    QCOMPARE(state.color_by(), ColorBy::size);
    QCOMPARE(state.hidden_classes(), std::vector<std::uint8_t>{0});
    apply({});
    state.set_color_by(ColorBy::lifetime);
    shown.open(kTraining);
    QCOMPARE(state.color_by(), ColorBy::stream);
    state.set_color_by(ColorBy::phase);
    shown.open(kLifetimes);
    QCOMPARE(state.color_by(), ColorBy::lifetime);
    shown.open(kTraining);
    QCOMPARE(state.color_by(), ColorBy::phase);
    shown.open(kStreams);
    QCOMPARE(state.color_by(), ColorBy::stream);
    shown.open(kFit);  // a lesson, which chooses colours and units itself
    QCOMPARE(state.color_by(), ColorBy::group);
    shown.open(kTraining);
    QCOMPARE(state.color_by(), ColorBy::phase);
  }

  /// What the sample's failure says, in the bar of the window and in the heap. Nothing orders its two streams until the
  /// user says so; then both share memory.
  void a_failure_is_told_and_streams_are_ordered_on_request() {
    Shown shown(scratch_, kRecorded);
    QVERIFY(says(shown.message()->text(), {"0", "31", "64.0 MiB", "9.00 MiB"}));
    QCOMPARE(shown.window.state().color_by(), ColorBy::kind);
    // Reserved, and our best without reuse between streams; no figure of what is saved against the addresses.
    QVERIFY(says(shown.status(), {"42.0 MiB", "23.0 MiB"}) && !shown.status().contains("saves"));
    QTRY_VERIFY2_WITH_TIMEOUT(shown.status().contains("reserved"), qPrintable(shown.status()), kPatience);
    const auto* heap = shown.window.findChild<HeapPane*>();
    QTRY_VERIFY_WITH_TIMEOUT(!whole(shown, "heap_facts").isEmpty() && !heap->busy(), kPatience);
    QCOMPARE(numbers_in(shown.part<QLabel>("heap_failure_title")->text()).value(0), 31);
    const auto figure = [&](std::size_t at) { return shown.part<Headline>("heap_figures")->figures().at(at).value; };
    QCOMPARE(figure(0), QString("42.0 MiB"));  // reserved
    QTRY_VERIFY2_WITH_TIMEOUT(whole(shown, "heap_saving").contains("23.0 MiB"), qPrintable(whole(shown, "heap_saving")),
                              kPatience);
    QCOMPARE(figure(2), QString("23.0 MiB"));  // planned, for both readings of its streams
    QVERIFY(shown.map()->scene()->is_recorded() && shown.map()->scene()->bound() == Bytes{});

    const OpenDocument& document = shown.window.document();
    QCOMPARE(document.graph()->stream_count(), 2u);
    QVERIFY(!chain_of_all(*document.graph()));
    QVERIFY(shown.window.planning().results().imported_check()->value().valid());
    // The plan in the file is safe in the host's order alone: the bound of plans for any order says nothing of it.
    const StrategyTableModel& model = shown.window.findChild<StrategyPanel*>()->model();
    const QModelIndex gap = model.index(0, StrategyTableModel::kGap);
    QCOMPARE(model.index(0, StrategyTableModel::kFootprint).data().toString(), QString("42.0 MiB"));
    QCOMPARE(gap.data().toString(), QString());

    shown.part<QAction>("reading_options")->trigger();
    auto* dialog = shown.part<QDialog>("reading");
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    auto* serial = part_of<QCheckBox>(*dialog, "reading_serial_streams");
    QVERIFY(!serial->isChecked());
    QTest::keyClick(serial, Qt::Key_Space);
    click(part_of<QPushButton>(*dialog, "read_again"));
    shown.settle();
    QVERIFY(document.read_options().serial_streams);
    QCOMPARE(document.graph()->stream_count(), 2u);
    QVERIFY(chain_of_all(*document.graph()));
    QCOMPARE(model.index(0, StrategyTableModel::kGap).data().toString(), QString("+82.6%"));  // 42 to 23 MiB
  }

  /// One event is at one place, in the map and in the lanes above it; zoom and cursor are of both.
  void lanes_and_map_are_on_one_axis_of_events() {
    Shown shown(scratch_);
    shown.window.resize(1600, 1000);
    shown.open(kRecorded);
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
};

STOWAGE_WINDOW_TEST(WindowPartsTest);
#include "tst_window_parts.moc"
